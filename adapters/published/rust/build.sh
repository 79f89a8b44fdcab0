#!/usr/bin/env bash
# Called by the launcher; tools/launcher/adapters.sh states the contract.
set -euo pipefail

export CARGO_TARGET_DIR=$GRIT_OUT/target
case $1 in
  fetch)
    cargo fetch --locked ${GRIT_OFFLINE:+--offline}
    ;;
  build)
    cargo build --release --locked ${GRIT_OFFLINE:+--offline}
    ;;
esac
