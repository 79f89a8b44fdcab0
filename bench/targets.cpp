#include "bench/targets.h"

#include <algorithm>
#include <array>

namespace grit::bench {
namespace {

using reference::kernels::Isa;

constexpr std::uint64_t kMi = 1U << 20;

// Column for column: op, grade, size, peer, with AVX-512, with AVX2.
constexpr auto kTargets = std::to_array<Target>({
    {"check-l1-ok", "mixed", 0, "crate", 100, 100},
    // Each verdict within 1.5 times of Ok.
    {"check-l1-reject", "mixed", 0, "Ok", 1 / 1.5, 1 / 1.5},
    {"check-l1-batch", "mixed", 1'024, "crate", 200, 180},
    {"check-l1-batch", "mutated", 65'536, "crate", 100, 80},
    {"gid", "MXFP4", 0, "crate", 8, 8},
    {"gid", "MXFP4_RNE", 0, "crate", 8, 8},
    {"gid", "Q4KS", 0, "crate", 8, 8},
    {"gid", "NVF4", 0, "crate", 8, 8},
    {"gid", "NVF4_RTZ", 0, "crate", 8, 8},
    {"gid", "I8S24", 0, "crate", 8, 8},
    {"gid", "any-frame", 0, "crate", 3, 3},
    {"canonicalize", "MXFP4", 0, "crate", 8, 8},
    {"canonicalize", "MXFP4_RNE", 0, "crate", 8, 8},
    {"canonicalize", "Q4KS", 0, "crate", 8, 8},
    {"canonicalize", "NVF4", 0, "crate", 8, 8},
    {"canonicalize", "NVF4_RTZ", 0, "crate", 8, 8},
    {"canonicalize", "I8S24", 0, "crate", 8, 8},
    {"canonicalize", "respelled", 0, "crate", 8, 8},
    {"digest", "any", 4'096, "serial", 5, 1},
    {"digest", "any", 4'396, "serial", 4, {}},
    {"digest", "any", kMi, "crate", 6, 2},
    {"digest", "any", 64 * kMi, "crate", 6, {}},
    {"digest-scalar", "any", 0, "fnv64", 0.97, 0.97},
    {"decode-out", "MXFP4", 4'096, "memset", 0.70, 0.33},
    {"decode-out", "MXFP4", 65'536, "memset", 0.70, 0.33},
    {"decode-out", "NVF4", 4'096, "memset", 0.52, 0.25},
    {"decode-out", "NVF4", 65'536, "memset", 0.52, 0.25},
    {"decode-out", "Q4KS", 4'096, "memset", 0.52, 0.28},
    {"decode-out", "Q4KS", 65'536, "memset", 0.52, 0.28},
    {"decode-out", "I8S24", 4'096, "memset", 0.45, 0.30},
    {"decode-out", "I8S24", 65'536, "memset", 0.45, 0.30},
    {"decode-out", "MXFP4", 4'096, "ggml", 10, 5},
    {"decode-out", "MXFP4", 65'536, "ggml", 10, 5},
    {"decode-out", "NVF4", 4'096, "ggml", 9, 4.5},
    {"decode-out", "NVF4", 65'536, "ggml", 9, 4.5},
    {"decode-out", "Q4KS", 4'096, "ggml", 1.35, 0.75},
    {"decode-out", "Q4KS", 65'536, "ggml", 1.35, 0.75},
    {"decode-out", "I8S24", 4'096, "ggml", 0.85, {}},
    {"decode-out", "I8S24", 65'536, "ggml", 0.85, {}},
    {"decode-out", "MXFP4", 4'096, "crate", 70, 30},
    {"decode-out", "MXFP4", 65'536, "crate", 70, 30},
    {"decode-out", "I8S24", 4'096, "crate", 25, {}},
    {"decode-out", "MXFP4", 64 * kMi, "memset", 0.90, 0.90},
    {"decode-out", "NVF4", 64 * kMi, "memset", 0.90, 0.90},
    {"decode-out", "Q4KS", 64 * kMi, "memset", 0.90, 0.90},
    {"decode-out", "I8S24", 64 * kMi, "memset", 0.90, 0.90},
    {"decode-out", "MXFP4", 64 * kMi, "ggml", 3.8, 3.8},
    {"decode-out", "Q4KS", 64 * kMi, "ggml", 1.25, 1.25},
    {"decode-out-2-threads", "MXFP4", 0, "memset", 0.85, 0.85},
    {"decode-out-2-threads", "NVF4", 0, "memset", 0.85, 0.85},
    {"decode-out-2-threads", "Q4KS", 0, "memset", 0.85, 0.85},
    {"decode-out-2-threads", "I8S24", 0, "memset", 0.85, 0.85},
    {"decode-scale-byte", "MXFP4", 0, "byte 127", 0.9, 0.9},
    {"encode-in", "MXFP4", 0, "crate", 60, 30},
    {"encode-in", "NVF4", 0, "crate", 100, 50},
    {"encode-in", "Q4KS", 0, "crate", 7, 3.5},
    {"encode-in", "I8S24", 0, "crate", 14, 7},
});

}  // namespace

std::span<const Target> all_targets() { return kTargets; }

std::optional<double> target_ratio(const Subject& subject, std::string_view base, Isa isa) {
  const auto target = std::ranges::find_if(kTargets, [&](const Target& row) {
    return row.op == subject.op && row.grade == subject.grade && row.base == base &&
           (row.size == 0 || row.size == subject.size);
  });
  if (target == kTargets.end()) return std::nullopt;
  switch (isa) {
    case Isa::kAvx512:
    case Isa::kAvx512Dl:
      return target->with_avx512;
    case Isa::kAvx2:
      return target->with_avx2;
    default:
      return std::nullopt;
  }
}

}  // namespace grit::bench
