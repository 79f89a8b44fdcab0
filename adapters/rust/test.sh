#!/usr/bin/env bash
# The crate's own tests; the last line is `N passed, M failed`.
set -uo pipefail

export CARGO_TARGET_DIR=$GRIT_OUT/target CARGO_TERM_COLOR=never
output=$(cargo test --locked --offline --no-fail-fast 2>&1)
status=$?
printf '%s\n' "$output"
# One line for each program: `test result: ok. 12 passed; 0 failed; …`. None: nothing was built.
awk '/^test result: / { programs++; passed += $4; failed += $6 }
  END { if (!programs) exit 1; printf "%d passed, %d failed\n", passed, failed }' \
  <<<"$output" || exit 1
exit "$status"
