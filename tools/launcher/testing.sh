# ./grit test: every test of the project, and the check that none has got lost.
#
# Results are lines `configuration program passed failed skipped` in build/test/results. A
# configuration is a build folder, `scripts` (an executable test.sh beside an adapter or in a folder
# of tests/; its last line is `N passed, M failed`) or `nightly`; a program is a ctest label, a
# folder or a nightly step.
# shellcheck shell=bash

readonly COUNTS=$GRIT_ROOT/tests/expected_counts.txt
readonly RESULTS=$BUILD/test/results
# Machines that are not this one: what has to give the same bits there, and its tests.
readonly FOREIGN_CONFIGURATIONS=(aarch64 s390x i386-sse i386-x87)

test_usage() {
  cat <<'TEXT'
usage: ./grit [--yes] test [--nightly] [--update-counts]

Builds the release configuration (g++) and the asan one (clang, AddressSanitizer and
UndefinedBehaviorSanitizer), runs the tests of both, and those that adapters have in their own
languages. Every program must run exactly as many tests as tests/expected_counts.txt says.

  --nightly         also the debug and release-clang configurations, the implementations on AArch64,
                    s390x and 32-bit x86, a long certification, the slow oracles on 100,000 views,
                    every property of harness/laws with 100,000 inputs, the proof that check is total with
                    every rank and every length of a plane, and the whole enumeration of check
                    (docs/TOTALITY.md)
  --update-counts   write what ran into tests/expected_counts.txt instead of comparing

The last line is `N passed, M failed`. Exit codes: 0 passed, 1 failed, 2 usage, 3 could not run.
TEXT
}

test_command() {
  local nightly=false update=false argument configuration
  local -a configurations=(release asan) groups=(build test)
  for argument in "$@"; do
    case $argument in
      --nightly) nightly=true ;;
      --update-counts) update=true ;;
      -h | --help)
        test_usage
        exit 0
        ;;
      *)
        say "unknown argument: $argument"
        test_usage >&2
        exit 2
        ;;
    esac
  done
  if $nightly; then
    configurations+=(debug release-clang "${FOREIGN_CONFIGURATIONS[@]}")
    groups+=(nightly)
  fi
  local -a asked=("${configurations[@]}" scripts)
  ! $nightly || asked+=(nightly)

  take_lock
  install_missing "./grit test${*:+ $*}" "${groups[@]}"
  for configuration in "${configurations[@]}"; do
    # Mutants are asked by the program, which machines that are not this one do not have.
    if [[ " ${FOREIGN_CONFIGURATIONS[*]} " == *" $configuration "* ]]; then
      build_configuration "$configuration" all
    else
      build_configuration "$configuration" all mutants
    fi
  done
  ! $nightly || build_configuration ubsan grit_enumerate
  build_adapters
  build_peers
  release_lock

  mkdir -p "$BUILD/test"
  : >"$RESULTS"
  for configuration in "${configurations[@]}"; do
    run_ctest "$configuration"
  done
  run_test_scripts
  ! $nightly || run_nightly_steps

  if $update; then
    update_counts "${asked[@]}"
    conclude 0
  else
    conclude "$(check_counts "${asked[@]}")"
  fi
}

# run_ctest CONFIGURATION: all its tests.
run_ctest() {
  local name=$1 dir=$BUILD/$1 status=0
  local listing=$BUILD/logs/list-$1.log log=$BUILD/logs/test-$1.log
  logged "list-$name" ctest --test-dir "$dir" --show-only --verbose || status=$?
  if ((status != 0)); then
    show_log "list-$name"
    die "ctest cannot list the tests of $name"
  fi
  # Running them would not tell: ctest exits 8 both without a test and where one failed.
  grep -qE '^ +Test +#[0-9]+: ' "$listing" || die "$name has no tests"
  say "testing $name"
  status=0
  logged "test-$name" env ASAN_SYMBOLIZER_PATH="$(command -v llvm-symbolizer-19 || true)" \
    ctest --test-dir "$dir" --output-on-failure -j "$(job_count)" || status=$?
  # 8: a test failed, which the lines say too.
  if ((status != 0 && status != 8)); then
    show_log "test-$name"
    die "ctest failed for $name"
  fi
  ((status == 0)) ||
    grep -vE '^ *(Start +[0-9]+:|[0-9]+/[0-9]+ Test +#.* Passed )' "$log" >&2 || true
  count_ctest "$name" "$listing" "$log" >>"$RESULTS"
}

# count_ctest CONFIGURATION LISTING LOG: result lines. Tests are matched by number, since two
# programs may have tests of one name; what has no line in LOG did not run.
count_ctest() {
  awk -v configuration="$1" '
    function number(line) {
      sub(/^[^#]*#/, "", line)
      sub(/:.*/, "", line)
      return line
    }
    FNR == NR && /^Labels: / { label = $2 }
    FNR == NR && /^ +Test +#[0-9]+: / {
      program[number($0)] = label == "" ? "unlabelled" : label
      label = ""
    }
    FNR != NR && /^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
      n = number($0)
      if (n in outcome) next
      if (/ Passed +[0-9.]+ sec/) outcome[n] = "passed"
      else if (/\*\*\*(Skipped|Not Run \(Disabled\))/) outcome[n] = "skipped"
      else outcome[n] = "failed"
    }
    END {
      for (n in program) {
        result = n in outcome ? outcome[n] : "failed"
        programs[program[n]]
        count[program[n], result]++
      }
      for (p in programs)
        print configuration, p, count[p, "passed"] + 0, count[p, "failed"] + 0, count[p, "skipped"] + 0
    }' "$2" "$3" | LC_ALL=C sort
}

run_test_scripts() {
  local script folder
  for script in "$GRIT_ROOT"/adapters/*/test.sh "$GRIT_ROOT"/adapters/*/*/test.sh \
    "$GRIT_ROOT"/tests/*/test.sh; do
    [[ -x $script ]] || continue
    folder=${script#"$GRIT_ROOT"/}
    run_test_script "${folder%/test.sh}"
  done
}

# run_test_script FOLDER: a script without a last line of counts is one failed test.
run_test_script() {
  local folder=$1 log=scripts-${1//\//-} out='' status=0 last passed=0 failed=1
  [[ ! -e $GRIT_ROOT/$folder/adapter.toml ]] || out=$(adapter_out "$folder")
  say "testing $folder"
  (cd -- "$GRIT_ROOT/$folder" &&
    logged "$log" env GRIT_ROOT="$GRIT_ROOT" GRIT_BUILD="$BUILD/release" GRIT_OUT="$out" ./test.sh) ||
    status=$?
  last=$(tail -n 1 -- "$BUILD/logs/$log.log")
  if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=${BASH_REMATCH[1]} failed=${BASH_REMATCH[2]}
    # Its exit status must not say worse than its counts.
    ((status == 0 || failed > 0)) || failed=1
  fi
  ((failed == 0)) || show_log "$log"
  printf 'scripts %s %d %d 0\n' "$folder" "$passed" "$failed" >>"$RESULTS"
}

run_nightly_steps() {
  nightly_step certify-200000 "$(program_path)" certify --cases 200000 \
    --reports "$BUILD/test/nightly"
  nightly_step oracles-100000 "$GRIT_ROOT/tests/oracles/test.sh" 100000
  nightly_step environment-native python3 -B "$GRIT_ROOT/tests/environment/machines_test.py" \
    "$(program_path)" Native
  nightly_step environment-rust python3 -B "$GRIT_ROOT/tests/environment/machines_test.py" \
    "$(program_path)" Rust
  # Every rank and every length of a plane, where the tests take a choice of them.
  nightly_step proof-all python3 -B "$GRIT_ROOT/adapters/c/proof/run.py" --all
  # Every property, a hundred times as often, under the day's seed; a failure prints it.
  nightly_step laws-100000 env RC_PARAMS="seed=$(date -u +%Y%m%d) max_success=100000" \
    "$BUILD/release/harness/laws/grit_laws_test" --gtest_filter='*Properties.*'
  # Each of some 8 * 10^9 descriptors, under UndefinedBehaviorSanitizer.
  nightly_step enumerate "$BUILD/ubsan/fuzz/enumerate/grit-enumerate" --jobs "$(job_count)"
}

# nightly_step NAME COMMAND…: one test, which passes where the command exits 0. Where it exits 77 it
# did not run, and the last line that it printed says why.
nightly_step() {
  local name=$1 status=0 passed=0 failed=0 skipped=0
  shift
  say "nightly: $name"
  logged "nightly-$name" env GRIT_ROOT="$GRIT_ROOT" GRIT_BUILD="$BUILD/release" "$@" || status=$?
  case $status in
    0) passed=1 ;;
    77)
      skipped=1
      say "not run: $name: $(tail -n 1 -- "$BUILD/logs/nightly-$name.log")"
      ;;
    *)
      failed=1
      show_log "nightly-$name"
      ;;
  esac
  printf 'nightly %s %d %d %d\n' "$name" "$passed" "$failed" "$skipped" >>"$RESULTS"
}

# check_counts CONFIGURATION…: prints how many programs of these configurations ran another number
# of tests than expected, and says which. Skipped tests did not run, and neither did any test of a
# configuration without results. A nightly step that says why it cannot run is not lost, nor is the
# proof where its tool is not installed, which no other test needs.
check_counts() {
  local -A expected=() ran=() covered=() excused=()
  local configuration program count passed failed skipped key change mismatches=0
  for configuration in "$@"; do
    covered[$configuration]=1
  done
  while read -r configuration program passed failed skipped; do
    ran["$configuration $program"]=$((passed + failed))
    [[ $configuration != nightly && $program != proof ]] || ((skipped == 0)) ||
      excused["$configuration $program"]=1
  done <"$RESULTS"
  if [[ -e $COUNTS ]]; then
    while read -r configuration program count; do
      [[ -n $configuration && $configuration != '#'* ]] || continue
      # What this run does not cover, e.g. the nightly configurations.
      [[ -n ${covered[$configuration]:-} ]] || continue
      expected["$configuration $program"]=$count
    done <"$COUNTS"
  fi
  while IFS= read -r key; do
    [[ -n $key && -z ${excused[$key]:-} ]] || continue
    ((${ran[$key]:-0} != ${expected[$key]:-0})) || continue
    mismatches=$((mismatches + 1))
    change=lost
    ((${ran[$key]:-0} < ${expected[$key]:-0})) || change=gained
    say "${key/ /: } $change tests: expected ${expected[$key]:-0}, ran ${ran[$key]:-0}"
  done < <(printf '%s\n' "${!ran[@]}" "${!expected[@]}" | LC_ALL=C sort -u)
  ((mismatches == 0)) ||
    say "if that is meant, run ./grit test --update-counts and commit tests/expected_counts.txt"
  printf '%d' "$mismatches"
}

# update_counts CONFIGURATION…: replaces the lines of these configurations by what ran.
update_counts() {
  local covered kept='' configuration program passed failed
  covered=$(printf '%s\n' "$@")
  if [[ -e $COUNTS ]]; then
    kept=$(while read -r configuration program passed; do
      [[ -n $configuration && $configuration != '#'* ]] || continue
      grep -qxF -- "$configuration" <<<"$covered" ||
        printf '%s %s %s\n' "$configuration" "$program" "$passed"
    done <"$COUNTS")
  fi
  {
    printf '# How many tests each program runs; ./grit test fails where it runs more or fewer.\n'
    printf '# Written by ./grit test --update-counts: configuration, program, tests.\n'
    {
      [[ -z $kept ]] || printf '%s\n' "$kept"
      while read -r configuration program passed failed _; do
        printf '%s %s %d\n' "$configuration" "$program" "$((passed + failed))"
      done <"$RESULTS"
    } | LC_ALL=C sort
  } >"$COUNTS.new"
  mv -- "$COUNTS.new" "$COUNTS"
  say "wrote tests/expected_counts.txt"
}

# conclude MISMATCHES: the table and the last line. A mismatch counts as a failed test, so that the
# last line alone cannot look green.
conclude() {
  local configuration program passed failed skipped all_passed=0 all_failed=$1
  while read -r configuration program passed failed skipped; do
    all_passed=$((all_passed + passed)) all_failed=$((all_failed + failed))
    printf '%-14s %-36s %5d passed' "$configuration" "$program" "$passed"
    ((failed == 0)) || printf ', %d failed' "$failed"
    ((skipped == 0)) || printf ', %d skipped' "$skipped"
    printf '\n'
  done <"$RESULTS"
  printf '%d passed, %d failed\n' "$all_passed" "$all_failed"
  ((all_failed == 0)) || exit 1
  # Nothing ran: that is not a pass.
  ((all_passed > 0)) || exit "$EXIT_INFRASTRUCTURE"
  exit 0
}
