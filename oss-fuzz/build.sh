#!/usr/bin/env bash
# Builds the fuzz targets with somebody else's engine: called with CC, CXX, CFLAGS, CXXFLAGS,
# LIB_FUZZING_ENGINE, SRC (holds grit/), OUT and WORK set, as OSS-Fuzz and ClusterFuzzLite do.
#
# cross_process is left out: it needs adapters and their packages, which the services' machines lack.
set -euo pipefail

: "${CC:?}" "${CXX:?}" "${LIB_FUZZING_ENGINE:?}" "${SRC:?}" "${OUT:?}" "${WORK:?}"
readonly root=$SRC/grit build=$WORK/grit
readonly targets=(check_bytes check_request grade_text gid_text decode decode_view encode view_change
  assume_verify frames vectors_json differential)

cmake --fresh -S "$root" -B "$build" -G Ninja \
  -DCMAKE_BUILD_TYPE=None -DGRIT_TESTS=OFF \
  -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX" \
  -DCMAKE_C_FLAGS="${CFLAGS:-}" -DCMAKE_CXX_FLAGS="${CXXFLAGS:-}" \
  -DGRIT_FUZZ_ENGINE=external -DGRIT_FUZZ_ENGINE_LIBRARY="$LIB_FUZZING_ENGINE"
ninja -C "$build" "${targets[@]/#/grit-fuzz-}"

for target in "${targets[@]}"; do
  cp "$build/fuzz/grit-fuzz-$target" "$OUT/$target"
  # Seeds travel as an archive beside the program; paths in it do not matter.
  (cd "$root/corpus/$target" && find . -type f -print0 | xargs -0 python3 -B -c '
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
    for path in sys.argv[2:]:
        archive.write(path)
' "$OUT/${target}_seed_corpus.zip")
done

dictionary() { cp "$root/fuzz/dictionaries/$1.dict" "$OUT/$2.dict"; }
dictionary descriptor check_bytes
dictionary grade grade_text
dictionary gid gid_text
dictionary frames frames
for target in check_request decode decode_view encode view_change assume_verify differential; do
  dictionary request "$target"
done
