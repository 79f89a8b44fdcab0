# `./grit fuzz`: builds what the command line needs, and starts tools/fuzzing, which does the rest.
# shellcheck shell=bash

# fuzz_configurations ARGUMENT…: the build configurations that a command line needs, one a line; none
# for help and lists.
fuzz_configurations() {
  local argument previous='' subcommand=${1:-} afl=false coverage=false
  for argument in "$@"; do
    case $argument in
      -h | --help | --list) return ;;
      --engine=afl) afl=true ;;
      --nightly)
        coverage=true
        # Every engine that is there.
        ! command -v afl-fuzz >/dev/null || afl=true
        ;;
      afl) [[ $previous != --engine ]] || afl=true ;;
    esac
    previous=$argument
  done
  case $subcommand in
    coverage)
      printf 'coverage\n'
      return
      ;;
    triage | minimize-corpus | replay) afl=false coverage=false ;;
  esac
  # Findings are judged by the build with sanitizers, whoever has found them.
  printf 'fuzz\n'
  ! $afl || printf 'afl\n'
  ! $coverage || printf 'coverage\n'
}

# fuzz_asks_for_afl ARGUMENT…: whether the command line names the engine that is not installed
# unasked.
fuzz_asks_for_afl() {
  local argument previous=''
  for argument in "$@"; do
    [[ $argument != --engine=afl && "$previous $argument" != '--engine afl' ]] || return 0
    previous=$argument
  done
  return 1
}

fuzz_command() {
  local configuration
  local -a configurations groups=(build fuzz)
  mapfile -t configurations < <(fuzz_configurations "$@")
  if ((${#configurations[@]} > 0)); then
    ! fuzz_asks_for_afl "$@" || groups+=(afl)
    take_lock
    install_missing "./grit fuzz${*:+ $*}" "${groups[@]}"
    # Targets also ask adapters, and afl-fuzz loads mutators.
    local -a parts=(adapters/all)
    [[ " ${configurations[*]} " != *' afl '* ]] || parts+=(grit-afl-mutators)
    build_configuration release "${parts[@]}"
    for configuration in "${configurations[@]}"; do
      build_configuration "$configuration" fuzz/all
    done
    build_adapters
    release_lock
  fi
  export GRIT_ROOT GRIT_BUILD=$BUILD/release
  exec python3 -B "$GRIT_ROOT/tools/fuzzing" "$@"
}
