# What is read out of unittest's output. Its forms are those of CPython's unittest.runner.
# shellcheck shell=bash disable=SC2154  # SOURCE_ROOT is test.sh's
# shellcheck source=tests/unittest_counts.sh
source "$SOURCE_ROOT/tests/unittest_counts.sh"

# expect_counts COUNTS STATUS LINE…
expect_counts() {
  local expected=$1 status=$2 actual
  shift 2
  actual=$(printf '%s\n' "$@" | unittest_counts "$status") || actual=none
  if [[ $actual != "$expected" ]]; then
    printf '%s: counts %s, expected %s\n' "$*" "$actual" "$expected"
    exit 1
  fi
}

test_unittest_counts() {
  expect_counts '1 0' 0 'Ran 1 test in 0.000s' '' OK
  expect_counts '9 3' 1 'Ran 12 tests in 1.5s' '' 'FAILED (failures=1, errors=2)'
  expect_counts '3 1' 1 'Ran 4 tests in 0.1s' '' 'FAILED (unexpected successes=1)'
  expect_counts '4 0' 0 'Ran 4 tests in 0.1s' '' 'OK (expected failures=1)'
  # Two subtests of one test.
  expect_counts '0 2' 1 'Ran 1 test in 0.1s' '' 'FAILED (failures=2)'
  # It ended badly without saying why.
  expect_counts '3 1' 1 'Ran 4 tests in 0.1s' '' OK
}

test_unittest_skipped_tests_did_not_run() {
  expect_counts '2 0' 0 'Ran 4 tests in 0.1s' '' 'OK (skipped=2)'
  expect_counts '1 1' 1 'Ran 4 tests in 0.1s' '' 'FAILED (failures=1, skipped=2)'
  expect_counts none 0 'Ran 4 tests in 0.1s' '' 'OK (skipped=4)'
}

test_unittest_without_tests_has_no_counts() {
  expect_counts none 0 'Ran 0 tests in 0.000s' '' OK
  expect_counts none 5 'Ran 0 tests in 0.000s' '' 'NO TESTS RAN'
  expect_counts none 1 'Traceback (most recent call last):'
}
