# Adapters that are not built by CMake. Such an adapter has in its folder
#   build.sh       `build.sh fetch` downloads what the lock files pin, `build.sh build` builds
#                  without a network. Both run in the folder, with GRIT_ROOT, GRIT_OUT (where the
#                  outputs go, build/adapters/<name>), GRIT_PYTHON (an interpreter with venv, if
#                  any) and GRIT_OFFLINE (1: not even fetch may use the network; else empty).
#   toolchain.txt  `package NAME TEST` lines as in tools/packages.txt, and
#                  `fetch LOCKFILE PRODUCT WORDS…` lines: what fetch downloads, in words; PRODUCT
#                  exists afterwards, relative to the folder, `{out}/…` or `-`.
# Each step runs only when the hash of what it reads has changed. An adapter that cannot be built
# is no error here: the program reports its subject as not run.
#
# An adapter.toml with `optional = "WORD"` belongs to an adapter that is fetched and built only where
# the command line says `--with WORD`, since it needs much.
# shellcheck shell=bash

# want_optional ARGUMENT…: remembers in `wanted` what the arguments ask for with `--with WORD` or
# `--with=WORD`.
wanted=' '
want_optional() {
  local argument previous=
  for argument in "$@"; do
    [[ $previous != --with ]] || wanted+="$argument "
    [[ $argument != --with=* ]] || wanted+="${argument#--with=} "
    previous=$argument
  done
}

# adapter_dirs: the folders with a build.sh, as paths from the root, one a line; optional ones where
# they are wanted.
adapter_dirs() {
  local script optional
  for script in "$GRIT_ROOT"/adapters/*/build.sh "$GRIT_ROOT"/adapters/*/*/build.sh; do
    [[ -x $script ]] || continue
    script=${script%/build.sh}
    optional=$(toml_string "$script/adapter.toml" optional)
    [[ -z $optional || $wanted == *" $optional "* ]] || continue
    printf '%s\n' "${script#"$GRIT_ROOT"/}"
  done
}

# The functions below take an adapter as adapter_dirs prints it.
adapter_dir() { printf '%s' "$GRIT_ROOT/$1"; }
adapter_name() { toml_string "$GRIT_ROOT/$1/adapter.toml" name; }
adapter_out() { printf '%s' "$BUILD/adapters/$(adapter_name "$1")"; }

fetch_key() {
  local dir=$GRIT_ROOT/$1 kind lock
  local -a files=("$dir/build.sh" "$dir/toolchain.txt")
  while read -r kind lock _; do
    [[ $kind != fetch ]] || files+=("$dir/$lock")
  done <"$dir/toolchain.txt"
  (cd -- "$dir" && hash_files "${files[@]#"$dir"/}")
}

fetch_is_fresh() {
  local dir=$GRIT_ROOT/$1 out kind lock product words
  out=$(adapter_out "$1")
  stamp_is "$out/.fetched" "$(fetch_key "$1")" || return 1
  while read -r kind lock product words; do
    [[ $kind == fetch && $product != - ]] || continue
    product=${product/'{out}'/$out}
    [[ $product == /* ]] || product=$dir/$product
    [[ -e $product ]] || return 1
  done <"$dir/toolchain.txt"
}

build_is_fresh() {
  local artifact
  stamp_is "$(adapter_out "$1")/.built" "$(hash_sources "$GRIT_ROOT/$1")" || return 1
  artifact=$(toml_string "$GRIT_ROOT/$1/adapter.toml" artifact)
  artifact=${artifact/'{root}'/$GRIT_ROOT}
  [[ -z $artifact || -e ${artifact/'{dir}'/$GRIT_ROOT/$1} ]]
}

stale_adapters() {
  local adapter
  for adapter in $(adapter_dirs); do
    { fetch_is_fresh "$adapter" && build_is_fresh "$adapter"; } || printf '%s\n' "$adapter"
  done
}

# adapter_fetches ADAPTER: what would be downloaded for it, one line each.
adapter_fetches() {
  local kind lock product words
  ! fetch_is_fresh "$1" || return 0
  while read -r kind lock product words; do
    [[ $kind != fetch ]] || printf '%s: %s\n' "$1" "$words"
  done <"$GRIT_ROOT/$1/toolchain.txt"
}

# run_step ADAPTER STEP
run_step() {
  local adapter=$1 step=$2 offline=
  ! no_install || offline=1
  (
    cd -- "$GRIT_ROOT/$adapter" || exit
    logged "$(adapter_name "$adapter")-$step" env GRIT_ROOT="$GRIT_ROOT" \
      GRIT_OUT="$(adapter_out "$adapter")" GRIT_PYTHON="$(python_with_venv || true)" \
      GRIT_OFFLINE=$offline ./build.sh "$step"
  )
}

# not_built ADAPTER STEP WHY: the end of the step's log and what it means.
not_built() {
  local name
  name=$(adapter_name "$1")
  tail -n 20 -- "$BUILD/logs/$name-$2.log" >&2
  say "$name is not built: $3 (build/logs/$name-$2.log)"
}

# toolchain_is_there ADAPTER: says so if not.
toolchain_is_there() {
  local missing
  missing=$(missing_packages "$GRIT_ROOT/$1/toolchain.txt" package)
  [[ -n $missing ]] || return 0
  say "$(adapter_name "$1") is not built: its toolchain is missing: apt-get install ${missing//$'\n'/ }"
  return 1
}

# fetch_adapters: with GRIT_NO_INSTALL=1 it takes only what caches on this machine hold.
fetch_adapters() {
  local adapter out key
  for adapter in $(adapter_dirs); do
    ! fetch_is_fresh "$adapter" || continue
    out=$(adapter_out "$adapter")
    key=$(fetch_key "$adapter")
    # What the caches did not hold the last time is not looked for with every launch.
    ! no_install || ! stamp_is "$out/.not-cached" "$key" || continue
    # Said once, by build_adapters.
    toolchain_is_there "$adapter" 2>/dev/null || continue
    no_install || say "downloading for $(adapter_name "$adapter")"
    if run_step "$adapter" fetch; then
      write_stamp "$out/.fetched" "$key"
    elif no_install; then
      write_stamp "$out/.not-cached" "$key"
    else
      not_built "$adapter" fetch "the download failed"
    fi
  done
}

# build_adapters: builds every stale adapter whose downloads are there.
build_adapters() {
  local adapter key
  for adapter in $(adapter_dirs); do
    if ! fetch_is_fresh "$adapter"; then
      if toolchain_is_there "$adapter" && no_install; then
        say "$(adapter_name "$adapter") is not built: GRIT_NO_INSTALL=1 forbids to download its packages"
      fi
      continue
    fi
    ! build_is_fresh "$adapter" || continue
    toolchain_is_there "$adapter" || continue
    say "building $(adapter_name "$adapter")"
    # Hashed before: a source that changes during the build is built again the next time.
    key=$(hash_sources "$GRIT_ROOT/$adapter")
    if run_step "$adapter" build; then
      write_stamp "$(adapter_out "$adapter")/.built" "$key"
    else
      not_built "$adapter" build "its build failed"
    fi
  done
}
