#!/usr/bin/env bash
# Tests of ./grit fuzz, against programs that only behave like fuzzers, and a few against real ones.
# The last line is `N passed, M failed`. With arguments, runs those tests (campaign_test.Class.test).
set -uo pipefail

cd -- "$GRIT_ROOT/tests/fuzzing" || exit
export PYTHONPATH=$GRIT_ROOT/tools/fuzzing

if (($# > 0)); then
  exec python3 -B -m unittest "$@"
fi

# shellcheck source=tests/unittest_counts.sh
source "$GRIT_ROOT/tests/unittest_counts.sh" || exit

work=$(mktemp -d) || exit
trap 'rm -rf -- "$work"' EXIT

# Fuzzers run by the clock, so that most of the time is waited for: all files at once.
declare -A running=()
for file in *_test.py; do
  python3 -B -m unittest "${file%.py}" >"$work/$file" 2>&1 &
  running[$file]=$!
done
passed=0 failed=0
for file in "${!running[@]}"; do
  status=0
  wait "${running[$file]}" || status=$?
  printf '%s\n' "$file"
  cat -- "$work/$file"
  if counts=$(unittest_counts "$status" <"$work/$file"); then
    passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))
  else
    failed=$((failed + 1))
  fi
done
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
