#!/usr/bin/env bash
# The adapter's own tests; the last line is `N passed, M failed`.
set -uo pipefail

output=$(npm test 2>&1)
status=$?
printf '%s\n' "$output"
# Node's reporters write `# pass 12` or `ℹ pass 12`, depending on version and terminal.
count() { sed -nE "s/^(#|ℹ) $1 ([0-9]+)\$/\2/p" <<<"$output" | tail -n 1; }
passed=$(count pass) failed=$(count fail) cancelled=$(count cancelled)
[[ -n $passed && -n $failed ]] || exit 1
printf '%d passed, %d failed\n' "$passed" "$((failed + ${cancelled:-0}))"
exit "$status"
