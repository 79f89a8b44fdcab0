# ./grit test: results, counts and exit codes. The stub of ctest prints what CTest 3.25 prints for
# such a project.
# shellcheck shell=bash disable=SC2016,SC2154  # stub bodies; project, bin and status are lib.sh's

# new_tests: two programs, alpha with two tests and beta with one; `outcome` ends alpha's second.
new_tests() {
  outcome='   Passed    0.01 sec'
  write_ctest
  printf '%s\n' '# comment' 'asan alpha 2' 'asan beta 1' 'nightly other 5' 'release alpha 2' \
    'release beta 1' >tests/expected_counts.txt
}

write_ctest() {
  stub ctest 'case "$*" in
    *--show-only*)
      printf "Labels: alpha\n  Test #1: Same.Name\n\nLabels: beta more\n  Test #2: Same.Name\n\n"
      printf "Labels: '"${last_label:-alpha}"'\n  Test #3: Last\n\nTotal Tests: 3\n" ;;
    *)
      printf "    Start 1: Same.Name\n1/3 Test #1: Same.Name ....   Passed    0.01 sec\n"
      printf "3/3 Test #2: Same.Name ....   Passed    0.01 sec\n"
      printf "%s\n" "2/3 Test #3: Last ........'"$outcome"'"
      echo "what the test printed"
      '"${1:-}"' ;;
  esac'
}

test_passes_with_the_expected_counts() {
  new_project
  new_tests
  launch -- test
  expect_status 0
  [[ $(tail -n 1 out) == '6 passed, 0 failed' ]] || fail 'last line'
  expect_calls 1 "ninja -C $project/build/asan -j [0-9]* all"
}

test_a_lost_test_fails() {
  new_project
  new_tests
  sed -i 's/asan beta 1/asan beta 2/' tests/expected_counts.txt
  launch -- test
  expect_status 1
  expect err 'asan: beta lost tests: expected 2, ran 1'
  expect err './grit test --update-counts'
  [[ $(tail -n 1 out) == '6 passed, 1 failed' ]] || fail 'last line'
}

test_a_lost_program_fails() {
  new_project
  new_tests
  echo 'release gamma 4' >>tests/expected_counts.txt
  launch -- test
  expect_status 1
  expect err 'release: gamma lost tests: expected 4, ran 0'
}

test_a_configuration_without_tests_is_no_result() {
  new_project
  new_tests
  # What CTest 3.25 does for a build folder without tests, with and without --no-tests=error.
  sed -i '4i case "$*" in *"/build/asan "*) echo "Total Tests: 0"; echo "No tests were found!!!"; \
    case "$*" in *--no-tests=error*) exit 8 ;; esac; exit 0 ;; esac' "$bin/ctest"
  launch -- test
  expect_status 3
  expect err 'asan has no tests'
  expect_not out 'passed'
}

test_a_lost_script_fails() {
  new_project
  new_tests
  # No script is left at all, so that no result names the configuration.
  echo 'scripts adapters/gone 7' >>tests/expected_counts.txt
  launch -- test
  expect_status 1
  expect err 'scripts: adapters/gone lost tests: expected 7, ran 0'
  [[ $(tail -n 1 out) == '6 passed, 1 failed' ]] || fail 'last line'
}

test_a_lost_configuration_fails() {
  new_project
  new_tests
  # Its tests are there, and of none is there an expected program.
  sed -i 's/asan alpha/asan gamma/; s/asan beta/asan delta/' tests/expected_counts.txt
  launch -- test
  expect_status 1
  expect err 'asan: gamma lost tests: expected 2, ran 0'
  expect err 'asan: delta lost tests: expected 1, ran 0'
}

test_a_gained_test_fails() {
  new_project
  new_tests
  sed -i '/release beta/d' tests/expected_counts.txt
  launch -- test
  expect_status 1
  expect err 'release: beta gained tests: expected 0, ran 1'
}

test_a_failed_test_fails() {
  new_project
  new_tests
  outcome='***Failed    0.01 sec' write_ctest 'exit 8'
  launch -- test
  expect_status 1
  expect err 'what the test printed'
  expect_not err '#1: Same.Name'
  [[ $(tail -n 1 out) == '4 passed, 2 failed' ]] || fail 'last line'
}

test_a_skipped_test_did_not_run() {
  new_project
  new_tests
  outcome='***Skipped   0.01 sec' write_ctest
  launch -- test
  expect_status 1
  expect err 'release: alpha lost tests: expected 2, ran 1'
}

test_a_proof_without_its_tool_is_not_lost() {
  new_project
  new_tests
  outcome='***Skipped   0.01 sec' last_label=proof write_ctest
  printf '%s\n' 'asan alpha 1' 'asan beta 1' 'asan proof 1' 'release alpha 1' 'release beta 1' \
    'release proof 1' >tests/expected_counts.txt
  launch -- test
  expect_status 0
  [[ $(tail -n 1 out) == '4 passed, 0 failed' ]] || fail 'last line'
}

test_a_test_that_never_ended_failed() {
  new_project
  new_tests
  stub ctest 'case "$*" in
    *--show-only*) printf "Labels: alpha\n  Test #1: A\nLabels: alpha\n  Test #2: B\n" ;;
    *) printf "1/2 Test #1: A ....   Passed    0.01 sec\n" ;;
  esac'
  launch -- test
  expect_status 1
  [[ $(tail -n 1 out) == '2 passed, 4 failed' ]] || fail 'last line' # 2 tests, 2 lost programs
}

test_a_ctest_that_breaks_is_no_result() {
  new_project
  new_tests
  write_ctest 'exit 1'
  launch -- test
  expect_status 3
  expect_not out 'passed'
}

test_nothing_run_is_no_pass() {
  new_project
  stub ctest
  launch -- test
  expect_status 3
}

test_update_counts_keeps_what_did_not_run() {
  new_project
  new_tests
  sed -i 's/asan alpha 2/asan alpha 9/; /release/d' tests/expected_counts.txt
  launch -- test --update-counts
  expect_status 0
  grep -v '^#' tests/expected_counts.txt >actual
  printf '%s\n' 'asan alpha 2' 'asan beta 1' 'nightly other 5' 'release alpha 2' 'release beta 1' |
    cmp - actual || fail 'counts'
}

test_update_counts_drops_what_is_gone() {
  new_project
  new_tests
  echo 'scripts adapters/gone 7' >>tests/expected_counts.txt
  launch -- test --update-counts
  expect_status 0
  expect_not tests/expected_counts.txt 'scripts'
}

# new_script BODY: a test script of an adapter, expected to run two tests.
new_script() {
  mkdir -p adapters/stub
  printf 'name = "stub"\n' >adapters/stub/adapter.toml
  printf '#!/usr/bin/env bash\n%s\n' "$1" >adapters/stub/test.sh
  chmod +x adapters/stub/test.sh
  echo 'scripts adapters/stub 2' >>tests/expected_counts.txt
}

test_scripts_count() {
  new_project
  new_tests
  new_script 'echo "$GRIT_OUT"; echo "2 passed, 0 failed"'
  launch -- test
  expect_status 0
  expect build/logs/scripts-adapters-stub.log "$project/build/adapters/stub"
  [[ $(tail -n 1 out) == '8 passed, 0 failed' ]] || fail 'last line'
}

test_a_script_without_counts_fails() {
  new_project
  new_tests
  new_script 'echo "all is well"'
  launch -- test
  expect_status 1
  expect err 'all is well'
}

test_a_script_that_exits_badly_fails() {
  new_project
  new_tests
  new_script 'echo "2 passed, 0 failed"; exit 1'
  launch -- test
  expect_status 1
}

test_nightly_runs_more() {
  new_project
  new_tests
  stub python3
  launch -- test --nightly
  expect_status 1
  expect_calls 1 'cmake --fresh --preset debug'
  expect_calls 1 "cmake --fresh --preset release -B $project/build/release-clang"
  expect_calls 1 'cmake --fresh --preset s390x'
  # Only where the program is are there mutants for it.
  expect_calls 1 "ninja -C $project/build/s390x -j [0-9]* all\$"
  expect_calls 1 "ninja -C $project/build/debug -j [0-9]* all mutants\$"
  expect_calls 1 "ninja -C $project/build/ubsan -j [0-9]* grit_enumerate"
  expect_calls 1 'program certify --cases 200000'
  expect_calls 1 "python3 -B $project/tests/environment/machines_test.py $project/build/release/harness/cli/grit Native"
  # The stub of the program exits 7.
  expect out 'nightly        certify-200000'
  expect out 'nightly        oracles-100000'
  expect out 'nightly        enumerate'
  expect err 'nightly: other lost tests'
}

test_a_nightly_step_that_cannot_run_says_why() {
  new_project
  new_tests
  sed -i 's/nightly other 5/nightly environment-rust 1/' tests/expected_counts.txt
  stub python3 'case "$*" in *Rust) echo "building"; echo "no rustup here"; exit 77 ;; esac'
  launch -- test --nightly
  expect err 'not run: environment-rust: no rustup here'
  expect out 'environment-rust                         0 passed, 1 skipped'
  expect_not err 'environment-rust lost'
}

test_unknown_argument() {
  new_project
  launch -- test --nigthly
  expect_status 2
  expect_calls 0 cmake
}
