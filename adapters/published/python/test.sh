#!/usr/bin/env bash
# vectors/core.json against the package's own test file, unchanged, as its sdist ships it: the suite
# has the shape that the file reads, and every entry holds for the package. The other test file of
# the sdist needs a module that is not published. The last line is `N passed, M failed`.
set -uo pipefail

work=$GRIT_OUT/own-tests
rm -rf -- "$work"
mkdir -p -- "$work/spec/conformance"
tar -xzf "$GRIT_OUT"/sdist/grit_datatype-1.1.0.tar.gz -C "$work" || exit 1
cp -- "$GRIT_ROOT/vectors/core.json" "$work/spec/conformance/vectors.json"
output=$(cd -- "$work/grit_datatype-1.1.0" &&
  "$GRIT_OUT/venv/bin/python" -B -m unittest tests.test_vectors 2>&1)
status=$?
printf '%s\n' "$output"
ran=$(sed -nE 's/^Ran ([0-9]+) tests? in .*/\1/p' <<<"$output")
[[ -n $ran && $ran -gt 0 ]] || exit 1
failed=0
while read -r count; do
  failed=$((failed + count))
done < <(sed -nE 's/^FAILED \((.*)\)$/\1/p' <<<"$output" | grep -oE '[0-9]+')
((status == 0 || failed > 0)) || failed=1
printf '%d passed, %d failed\n' "$((ran - failed))" "$failed"
exit "$status"
