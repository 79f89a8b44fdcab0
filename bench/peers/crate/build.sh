#!/usr/bin/env bash
# Called by the launcher; tools/launcher/benching.sh states the contract.
set -euo pipefail

# Compiled for the machine at hand: the strongest form of the peer.
RUSTFLAGS='-C target-cpu=native' CARGO_TARGET_DIR=$GRIT_OUT/target \
  cargo build --release --locked --quiet ${GRIT_OFFLINE:+--offline}
cp -- "$GRIT_OUT/target/release/libgrit_bench_crate.so" "$GRIT_OUT/peer.so"
