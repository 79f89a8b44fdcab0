#!/usr/bin/env bash
# Called by the launcher; tools/launcher/benching.sh states the contract. The sources are those that
# adapters/published/ggml pins.
set -euo pipefail

ggml=$GRIT_BUILD_ROOT/adapters/ggml/vendor/llama-cpp-sys-2-0.1.161/llama.cpp/ggml
[[ -d $ggml ]] || {
  printf 'the C sources of ggml are not there: adapters/published/ggml fetches them\n' >&2
  exit 1
}
options=(-O3 -march=native -DNDEBUG -fPIC -ffunction-sections -fdata-sections
  -isystem "$ggml/include" -isystem "$ggml/src" -I "$GRIT_ROOT")
cc "${options[@]}" -c "$ggml/src/ggml-quants.c" -o "$GRIT_OUT/ggml-quants.o"
# One symbol is exported, so that what the decoders do not call, and the rest of ggml that it calls, is left out.
cc -std=c11 -Wall -Wextra -Wconversion -Wshadow -Werror "${options[@]}" -shared \
  ggml_peer.c "$GRIT_OUT/ggml-quants.o" \
  -Wl,--gc-sections,--version-script=exported.map -lm -o "$GRIT_OUT/peer.so"
