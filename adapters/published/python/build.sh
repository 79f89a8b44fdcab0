#!/usr/bin/env bash
# Called by the launcher; tools/launcher/adapters.sh states the contract.
set -euo pipefail

venv=$GRIT_OUT/venv
case $1 in
  fetch)
    rm -rf -- "$venv"
    # A half-made environment would pass for a built adapter.
    trap 'rm -rf -- "$venv"' ERR
    "${GRIT_PYTHON:-python3}" -m venv "$venv"
    "$venv/bin/python" -m pip install --disable-pip-version-check --no-input --require-hashes \
      ${GRIT_OFFLINE:+--no-index} -r requirements.txt
    # Its source distribution too: the wheel has no tests, and test.sh runs them on our vectors.
    "$venv/bin/python" -m pip download --disable-pip-version-check --no-input --require-hashes \
      --no-deps --no-binary :all: ${GRIT_OFFLINE:+--no-index} -d "$GRIT_OUT/sdist" \
      -r requirements.txt
    ;;
  build)
    "$venv/bin/python" -c 'import grit'
    ;;
esac
