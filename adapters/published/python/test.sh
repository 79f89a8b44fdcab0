#!/usr/bin/env bash
# vectors/core.json against the package's own test file, unchanged, as its sdist ships it: the suite
# has the shape that the file reads, and every entry holds for the package. The other test file of
# the sdist needs a module that is not published. The last line is `N passed, M failed`.
set -uo pipefail

# shellcheck source=tests/unittest_counts.sh
source "$GRIT_ROOT/tests/unittest_counts.sh" || exit
# So many has the test file: one that finds less in our file has not read what it means to.
readonly TESTS=111

work=$GRIT_OUT/own-tests
rm -rf -- "$work"
mkdir -p -- "$work/spec/conformance"
tar -xzf "$GRIT_OUT"/sdist/grit_datatype-1.1.0.tar.gz -C "$work" || exit 1
cp -- "$GRIT_ROOT/vectors/core.json" "$work/spec/conformance/vectors.json"
output=$(cd -- "$work/grit_datatype-1.1.0" &&
  "$GRIT_OUT/venv/bin/python" -B -m unittest tests.test_vectors 2>&1)
status=$?
printf '%s\n' "$output"
read -r passed failed < <(unittest_counts "$status" <<<"$output") || exit 1
if ((passed + failed != TESTS)); then
  printf 'the test file has %d tests, ran %d\n' "$TESTS" "$((passed + failed))"
  failed=$((failed + 1))
fi
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
