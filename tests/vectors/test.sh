#!/usr/bin/env bash
# The vector files against their generator: the oracles' own tests, and one test that every file is
# byte for byte what the generator writes. The last line is `N passed, M failed`.
set -uo pipefail

generator=$GRIT_ROOT/vectors/generate
output=$(cd -- "$generator" && python3 -B -m unittest discover -p '*_test.py' 2>&1)
status=$?
printf '%s\n' "$output"
ran=$(sed -nE 's/^Ran ([0-9]+) tests? in .*/\1/p' <<<"$output")
[[ -n $ran && $ran -gt 0 ]] || exit 1
# `FAILED (failures=1, errors=2)`
failed=0
while read -r count; do
  failed=$((failed + count))
done < <(sed -nE 's/^FAILED \((.*)\)$/\1/p' <<<"$output" | grep -oE '[0-9]+')
((status == 0 || failed > 0)) || failed=1
passed=$((ran - failed))

if python3 -B "$generator/generate.py" --check; then
  passed=$((passed + 1))
else
  failed=$((failed + 1))
fi
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
