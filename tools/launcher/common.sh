# Messages, logs, hashes, stamps and the lock that every part of the launcher uses.
# shellcheck shell=bash

readonly BUILD=$GRIT_ROOT/build
readonly EXIT_INFRASTRUCTURE=3

say() { printf 'grit: %s\n' "$*" >&2; }

die() {
  say "$*"
  exit "$EXIT_INFRASTRUCTURE"
}

program_path() { printf '%s' "$BUILD/release/harness/cli/grit"; }

# job_count: how many compilers or tests run at once.
job_count() { printf '%s' "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"; }

# logged NAME COMMAND…: runs the command with its output in build/logs/NAME.log.
logged() {
  local log=$BUILD/logs/$1.log
  shift
  mkdir -p "$BUILD/logs"
  "$@" </dev/null >"$log" 2>&1
}

show_log() { cat -- "$BUILD/logs/$1.log" >&2; }

# hash_files FILE…: one hash over names and contents.
hash_files() { sha256sum -- "$@" | sha256sum | cut -c 1-64; }

# hash_sources DIR: one hash over every source file below it; what builds leave behind is left out.
hash_sources() (
  cd -- "$1" || exit
  find . \( -name node_modules -o -name target -o -name __pycache__ -o -name '.venv' \) -prune \
    -o -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum -- | sha256sum | cut -c 1-64
)

# A stamp is a file that holds the hash of what it was made from.
stamp_is() { [[ -e $1 && $(<"$1") == "$2" ]]; }

write_stamp() {
  mkdir -p -- "$(dirname -- "$1")"
  printf '%s\n' "$2" >"$1"
}

# toml_string FILE KEY: the value of a top-level `KEY = "…"` line; nothing if there is none.
toml_string() {
  local line
  while IFS= read -r line; do
    if [[ $line =~ ^$2\ *=\ *\"([^\"]*)\" ]]; then
      printf '%s' "${BASH_REMATCH[1]}"
      return
    fi
  done <"$1"
}

# One launcher at a time installs and builds. The compilers inherit the lock: if the launcher is
# killed, the next one still waits until they are gone.
take_lock() {
  mkdir -p "$BUILD"
  exec {lock_fd}>"$BUILD/.lock"
  if ! flock -n "$lock_fd"; then
    say "waiting for another ./grit that is building here"
    flock "$lock_fd"
  fi
}

release_lock() { exec {lock_fd}>&-; }
