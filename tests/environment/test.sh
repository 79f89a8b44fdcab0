#!/usr/bin/env bash
# The same bits in every floating-point environment of this machine (native_test.py). Other machines
# are nightly: foreign.sh. The last line is `N passed, M failed`.
set -uo pipefail

# shellcheck source=tests/unittest_counts.sh
source "$GRIT_ROOT/tests/unittest_counts.sh" || exit

output=$(python3 -B native_test.py "$GRIT_BUILD/harness/cli/grit" 2>&1)
status=$?
printf '%s\n' "$output"
read -r passed failed < <(unittest_counts "$status" <<<"$output") || exit 1
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
