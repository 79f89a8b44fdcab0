#!/usr/bin/env bash
# The part of the adapter that needs no torch. The last line is `N passed, M failed`.
set -uo pipefail

# shellcheck source=tests/unittest_counts.sh
source "$GRIT_ROOT/tests/unittest_counts.sh" || exit

output=$(python3 -B -m unittest test_layout 2>&1)
status=$?
printf '%s\n' "$output"
read -r passed failed < <(unittest_counts "$status" <<<"$output") || exit 1
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
