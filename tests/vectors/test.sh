#!/usr/bin/env bash
# The vector files against their generator: the oracles' own tests, and one test that every file is
# byte for byte what the generator writes. The last line is `N passed, M failed`.
set -uo pipefail

# shellcheck source=tests/unittest_counts.sh
source "$GRIT_ROOT/tests/unittest_counts.sh" || exit

generator=$GRIT_ROOT/vectors/generate
output=$(cd -- "$generator" && python3 -B -m unittest discover -p '*_test.py' 2>&1)
status=$?
printf '%s\n' "$output"
read -r passed failed < <(unittest_counts "$status" <<<"$output") || exit 1

if python3 -B "$generator/generate.py" --check; then
  passed=$((passed + 1))
else
  failed=$((failed + 1))
fi
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
