# A project folder with the real launcher and a PATH on which every tool that installs, compiles or
# tests is a stub that writes what it was asked into calls.log.
# shellcheck shell=bash disable=SC2016,SC2094  # stub bodies; out is read while it is written

readonly BASE_COMMANDS=(awk bash cat chmod cp cut dirname env find flock grep mkdir mv nproc readlink
  rm sed sha256sum sort tail touch xargs)

# new_project: makes the folder and enters it. Its path has a space on purpose.
new_project() {
  project=$WORK/${FUNCNAME[1]}/the\ project
  bin=$project/bin
  mkdir -p "$project/tools" "$project/tests" "$bin" "$project/home" "$project/elsewhere"
  cp -R "$SOURCE_ROOT/grit" "$project/"
  cp -R "$SOURCE_ROOT/tools/launcher" "$project/tools/"
  printf '{}\n' >"$project/CMakePresets.json"
  printf '%s\n' '# comment' 'build stub-compiler command -v stub-c++' \
    'test stub-checker command -v stub-checker' 'optional stub-cache command -v stub-cache' \
    >"$project/tools/packages.txt"
  : >"$project/calls.log"
  local command
  for command in "${BASE_COMMANDS[@]}"; do
    ln -s "$(command -v "$command")" "$bin/$command"
  done
  stub id 'echo 0'
  stub stub-c++
  stub stub-checker
  # An installation brings the program that each package is tested by.
  stub apt-get 'if [ "$1" = install ]; then
      for last; do :; done
      for package; do
        case $package in
          stub-compiler) cp "$BIN/id" "$BIN/stub-c++" ;;
          stub-checker) cp "$BIN/id" "$BIN/stub-checker" ;;
          stub-node) cp "$BIN/id" "$BIN/stub-node" ;;
        esac
      done
    fi'
  stub cmake 'while [ "$1" != -B ]; do shift; done; mkdir -p "$2"; touch "$2/build.ninja"'
  # Work is to be done until the program is there, and while a file named dirty is.
  stub ninja 'dir=$2
    if [ -e "$dir/harness/cli/grit" ] && [ ! -e "$PROJECT/dirty" ]; then
      echo "ninja: no work to do."; exit 0
    fi
    [ "$3" != -n ] || { echo "[1/1] work"; exit 0; }
    [ ! -e "$PROJECT/slow" ] || sleep 1
    rm -f "$PROJECT/dirty"
    mkdir -p "$dir/harness/cli"
    cp "$BIN/program" "$dir/harness/cli/grit"'
  stub program 'echo "cwd $PWD root $GRIT_ROOT build $GRIT_BUILD"
    for argument; do echo "argument <$argument>"; done
    exit 7'
  ln -s "$(command -v sleep)" "$bin/sleep"
  cd "$project" || exit
}

# stub NAME [BODY]: a command that logs its call; BODY sees $BIN and $PROJECT.
stub() {
  printf '#!%s\nBIN=%q PROJECT=%q\necho "%s $*" >>"$PROJECT/calls.log"\n%s\n' \
    "$(command -v bash)" "$bin" "$project" "$1" "${2:-}" >"$bin/$1"
  chmod +x "$bin/$1"
}

# launch [VARIABLE=VALUE…] [-- ARGUMENT…]: runs ./grit without a terminal; sets $status, and leaves
# its output in out and err.
launch() {
  local -a variables=()
  while (($# > 0)) && [[ $1 != -- ]]; do
    variables+=("$1")
    shift
  done
  (($# == 0)) || shift
  status=0
  env -i PATH="$bin" HOME="$project/home" "${variables[@]}" "$project/grit" "$@" \
    </dev/null >"$project/out" 2>"$project/err" || status=$?
}

# launch_on_terminal ANSWER ARGUMENT…: the same with a terminal; everything is in out.
launch_on_terminal() {
  local answer=$1 command
  shift
  printf -v command '%q ' env -i PATH="$bin" HOME="$project/home" "$project/grit" "$@"
  status=0
  # The answer waits until the question is there: a terminal drops what is typed before.
  { while ! grep -qs 'y/N' "$project/out"; do sleep 0.05; done; printf '%s\n' "$answer"; sleep 0.2; } |
    timeout 20 script -qefc "$command" /dev/null >"$project/out" 2>&1 || status=$?
}

fail() {
  printf '%s\n' "$*"
  for file in out err calls.log; do
    printf -- '--- %s\n' "$file"
    cat "$project/$file" 2>/dev/null
  done
  exit 1
}

expect_status() { [[ $status == "$1" ]] || fail "exit status $status, expected $1"; }

# expect FILE TEXT: FILE holds TEXT.
expect() { grep -qF -- "$2" "$project/$1" || fail "$1 does not hold: $2"; }
expect_not() { ! grep -qF -- "$2" "$project/$1" || fail "$1 holds: $2"; }

# expect_calls COUNT TEXT: so many calls of stubs begin with TEXT.
expect_calls() {
  local count
  count=$(grep -c -- "^$2" "$project/calls.log" || true)
  [[ $count == "$1" ]] || fail "$count calls of '$2', expected $1"
}
