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
      --only-binary :all: ${GRIT_OFFLINE:+--no-index} -r requirements.txt
    ;;
  build)
    "$venv/bin/python" -c 'import compressed_tensors'
    ;;
esac
