#!/usr/bin/env bash
# Called by the launcher; tools/launcher/adapters.sh states the contract.
set -euo pipefail

export CARGO_TARGET_DIR=$GRIT_OUT/target
case $1 in
  fetch)
    # No dependencies.
    ;;
  build)
    cargo build --release --locked --offline
    ;;
esac
