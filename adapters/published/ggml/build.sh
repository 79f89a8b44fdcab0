#!/usr/bin/env bash
# Called by the launcher; tools/launcher/adapters.sh states the contract.
set -euo pipefail

vendor=$GRIT_OUT/vendor
case $1 in
  fetch)
    rm -rf -- "$vendor"
    trap 'rm -rf -- "$vendor"' ERR  # half a tree would pass for a fetched one
    cargo vendor --locked --versioned-dirs ${GRIT_OFFLINE:+--offline} "$vendor" >/dev/null
    ;;
  build)
    ggml=$vendor/llama-cpp-sys-2-0.1.161/llama.cpp/ggml
    # As ggml's own release build compiles it for a plain machine of this architecture; no option of
    # ours touches its arithmetic. What the decoders do not call needs the rest of ggml: left out.
    options=(-O3 -DNDEBUG -ffunction-sections -fdata-sections
      -isystem "$ggml/include" -isystem "$ggml/src" -I "$GRIT_ROOT/adapters/kit/c")
    cc "${options[@]}" -c "$ggml/src/ggml-quants.c" -o "$GRIT_OUT/ggml-quants.o"
    cc -std=c11 -Wall -Wextra -Wconversion -Wshadow -Werror "${options[@]}" \
      main.c "$GRIT_OUT/ggml-quants.o" -Wl,--gc-sections -lm -o "$GRIT_OUT/grit-ggml-adapter"
    ;;
esac
