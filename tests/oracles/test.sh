#!/usr/bin/env bash
# Two slow oracles against the reference: the rational one of this folder, and our Python library.
# The last line is `N passed, M failed`.
#
#   test.sh          the oracle's own tests, and some thousand random views
#   test.sh VIEWS    so many random views and nothing else, with a report of what was asked
set -uo pipefail

export PYTHONPATH=$GRIT_ROOT/vectors/generate:$GRIT_ROOT/adapters/python/src
cd -- "$GRIT_ROOT/tests/oracles" || exit

if (($# > 0)); then
  exec python3 -B agreement.py --views "$1"
fi

# shellcheck source=tests/unittest_counts.sh
source "$GRIT_ROOT/tests/unittest_counts.sh" || exit

output=$(python3 -B -m unittest discover -p '*_test.py' 2>&1)
status=$?
printf '%s\n' "$output"
read -r passed failed < <(unittest_counts "$status" <<<"$output") || exit 1
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
