# Configures and builds with CMake and ninja.
# shellcheck shell=bash

# A configuration is a build folder of its own, build/<name>. Most are a preset of that name; the
# others add definitions to one.
configuration_preset() {
  case $1 in
    release-clang) printf 'release' ;;
    *) printf '%s' "$1" ;;
  esac
}

configuration_definitions() {
  case $1 in
    release-clang) printf '%s\n' -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 ;;
  esac
}

# build_configuration NAME TARGET…: exits 3 with the whole output if it cannot be built.
build_configuration() {
  local name=$1 dir=$BUILD/$1 launcher='' key plan
  local -a definitions
  shift
  mapfile -t definitions < <(configuration_definitions "$name")
  ! command -v ccache >/dev/null || launcher=ccache
  # One clone's cache serves the next: paths are relative to the project, wherever it lies.
  export CCACHE_BASEDIR=$GRIT_ROOT CCACHE_NOHASHDIR=1
  definitions+=("-DCMAKE_C_COMPILER_LAUNCHER=$launcher" "-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher")

  # ninja configures again when a CMakeLists.txt changes, but knows nothing of presets, of the
  # definitions given here, or of a project folder that was moved.
  key="$(hash_files "$GRIT_ROOT/CMakePresets.json") $GRIT_ROOT ${definitions[*]}"
  if [[ ! -e $dir/build.ninja ]] || ! stamp_is "$dir/.configured" "$key"; then
    say "configuring $name"
    if ! (cd -- "$GRIT_ROOT" && logged "configure-$name" cmake --fresh \
      --preset "$(configuration_preset "$name")" -B "$dir" "${definitions[@]}"); then
      show_log "configure-$name"
      die "cmake failed for $name; its output is above"
    fi
    write_stamp "$dir/.configured" "$key"
  fi

  plan=$(ninja -C "$dir" -n "$@" 2>&1 || true)
  [[ $plan != *'no work to do'* ]] || return 0
  say "building $name"
  if [[ -t 2 ]]; then
    # On a terminal ninja overwrites one line of progress, and prints in full what fails.
    ninja -C "$dir" -j "$(job_count)" "$@" </dev/null >&2 || die "the $name build failed"
  elif ! logged "build-$name" ninja -C "$dir" -j "$(job_count)" "$@"; then
    show_log "build-$name"
    die "the $name build failed; its output is above"
  fi
}
