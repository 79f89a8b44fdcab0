# Sourced by test.sh scripts that run Python's unittest.
# shellcheck shell=bash

# unittest_counts STATUS: prints `passed failed` for the output of unittest on stdin and its exit
# status; fails where the output says of no test that it ran. A skipped test did not run.
unittest_counts() {
  local status=$1 output ran name count failed=0 skipped=0
  output=$(cat)
  ran=$(sed -nE 's/^Ran ([0-9]+) tests? in .*/\1/p' <<<"$output")
  [[ $ran =~ ^[0-9]+$ ]] || return 1
  # `OK (skipped=1, expected failures=1)`, `FAILED (failures=1, errors=2, unexpected successes=1)`
  while IFS='=' read -r name count; do
    case $name in
      failures | errors | 'unexpected successes') failed=$((failed + count)) ;;
      skipped) skipped=$count ;;
    esac
  done < <(sed -nE 's/^(OK|FAILED) \((.*)\)$/\2/p' <<<"$output" | sed 's/, /\n/g')
  ((status == 0 || failed > 0)) || failed=1
  ran=$((ran - skipped))
  ((ran > 0)) || return 1
  # One test may fail several times: in its subtests, or beside it in the set-up of its class.
  printf '%d %d\n' "$((failed < ran ? ran - failed : 0))" "$failed"
}
