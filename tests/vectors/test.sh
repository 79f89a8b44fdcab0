#!/usr/bin/env bash
# The vector files against their generator and their pins: the oracles' own tests, one test that every
# file is byte for byte what the generator writes, and one that the pins are those of its version. The
# last line is `N passed, M failed`.
set -uo pipefail

# shellcheck source=tests/unittest_counts.sh
source "$GRIT_ROOT/tests/unittest_counts.sh" || exit

generator=$GRIT_ROOT/vectors/generate
output=$(cd -- "$generator" && python3 -B -m unittest discover -p '*_test.py' 2>&1)
status=$?
printf '%s\n' "$output"
read -r passed failed < <(unittest_counts "$status" <<<"$output") || exit 1

grit=$GRIT_BUILD/harness/cli/grit
for command in 'generate --check' 'pin --check'; do
  # shellcheck disable=SC2086  # two words
  if "$grit" vectors $command; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
done
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
