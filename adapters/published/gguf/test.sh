#!/usr/bin/env bash
# The adapter's own tests: what it hands to the package. The last line is `N passed, M failed`.
set -uo pipefail

# shellcheck source=tests/unittest_counts.sh
source "$GRIT_ROOT/tests/unittest_counts.sh" || exit

output=$("$GRIT_OUT/venv/bin/python" -B -m unittest test_adapter 2>&1)
status=$?
printf '%s\n' "$output"
read -r passed failed < <(unittest_counts "$status" <<<"$output") || exit 1
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
