#!/usr/bin/env bash
# Called by the launcher; tools/launcher/adapters.sh states the contract.
set -euo pipefail

case $1 in
  fetch)
    npm ci --no-audit --no-fund ${GRIT_OFFLINE:+--offline}
    ;;
  build)
    # From scratch: tsc leaves the output of deleted sources behind, and a deleted test would go on
    # being run.
    rm -rf -- "$GRIT_OUT/dist"
    npm run build
    ;;
esac
