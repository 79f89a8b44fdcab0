#!/usr/bin/env bash
# Tests of the launcher, against stubs of everything that it calls. Run by ./grit test; the last
# line is `N passed, M failed`. With arguments, runs the tests whose names match one of them.
set -euo pipefail

SOURCE_ROOT=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.." && pwd)
WORK=$SOURCE_ROOT/build/test/launcher
readonly SOURCE_ROOT WORK
rm -rf -- "$WORK"
mkdir -p -- "$WORK"
for file in lib install_test build_test adapters_test test_command_test fuzzing_test \
  unittest_counts_test; do
  # shellcheck source=/dev/null
  source "$SOURCE_ROOT/tests/launcher/$file.sh"
done

passed=0 failed=0
for test in $(compgen -A function test_); do
  (($# == 0)) || [[ $test =~ $1 ]] || continue
  # Not inside a condition: that would switch errexit off in the test.
  set +e
  (set -e; "$test") >"$WORK/$test.log" 2>&1
  status=$?
  set -e
  if ((status == 0)); then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s\n' "$test"
    cat -- "$WORK/$test.log"
  fi
done
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
