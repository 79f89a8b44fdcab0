# `./grit fuzz`: builds what the command line needs, and starts tools/fuzzing, which does the rest.
# shellcheck shell=bash

# fuzz_configurations ARGUMENT…: the build configurations that a command line needs, one a line; none
# for help and lists.
fuzz_configurations() {
  local argument subcommand=${1:-} afl=false coverage=false
  for argument in "$@"; do
    case $argument in
      -h | --help | --list) return ;;
      --nightly)
        coverage=true
        # Every engine that is there.
        ! command -v afl-fuzz >/dev/null || afl=true
        ;;
    esac
  done
  ! fuzz_asks_for_afl "$@" || afl=true
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

# fuzz_asks_for_afl ARGUMENT…: whether AFL++ is to be installed where it is missing: the command line
# names it, or wants every engine and no question (`--yes … --nightly`).
fuzz_asks_for_afl() {
  local argument previous='' engine=false nightly=false
  for argument in "$@"; do
    case $previous$argument in
      --engineafl | *--engine=afl) return ;;
      --engine* | *--engine=*) engine=true ;;
      *--nightly) nightly=true ;;
    esac
    previous=
    [[ $argument != --engine ]] || previous=--engine
  done
  $nightly && ! $engine && consent_given && ! no_install
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
