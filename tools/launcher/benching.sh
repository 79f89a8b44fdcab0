# `./grit bench`: builds the program that measures, and the peers that are no package of Debian's.
#
# A peer has a folder of its own in bench/peers with a build.sh. It runs there, after the adapters were
# built, with GRIT_ROOT, GRIT_OUT (where it leaves peer.so: build/bench/<name>), GRIT_BUILD_ROOT (build/)
# and GRIT_OFFLINE (1: not even it may use the network; else empty). A peer that cannot be built is no
# error here: the program says who is not there.
# shellcheck shell=bash

# build_peers: builds every stale peer.
build_peers() {
  local script dir peer out key offline=
  ! no_install || offline=1
  for script in "$GRIT_ROOT"/bench/peers/*/build.sh; do
    [[ -x $script ]] || continue
    dir=${script%/build.sh}
    peer=${dir##*/}
    out=$BUILD/bench/$peer
    key=$(hash_sources "$dir")
    [[ ! -e $out/peer.so ]] || ! stamp_is "$out/.built" "$key" || continue
    say "building the peer $peer"
    mkdir -p -- "$out"
    if (cd -- "$dir" && logged "peer-$peer" env GRIT_ROOT="$GRIT_ROOT" \
      GRIT_OUT="$out" GRIT_BUILD_ROOT="$BUILD" GRIT_OFFLINE=$offline ./build.sh); then
      write_stamp "$out/.built" "$key"
    else
      tail -n 20 -- "$BUILD/logs/peer-$peer.log" >&2
      say "the peer $peer is not built (build/logs/peer-$peer.log)"
    fi
  done
}

bench_command() {
  take_lock
  install_missing "./grit bench${*:+ $*}" build bench
  build_configuration release grit-bench grit-bench-checkpoint
  build_adapters
  build_peers
  release_lock
  export GRIT_ROOT GRIT_BENCH_PEERS=$BUILD
  exec "$BUILD/release/bench/grit-bench" "$@"
}
