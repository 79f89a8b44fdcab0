// decode of the six registered grades with vector instructions (spec §8): the answers of
// harness/reference/decode.h, sooner.
#ifndef GRIT_REFERENCE_KERNELS_DECODE_H_
#define GRIT_REFERENCE_KERNELS_DECODE_H_

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>

#include "harness/reference/decode.h"
#include "harness/reference/kernels/isa.h"
#include "harness/reference/kernels/streaming.h"

namespace grit::reference::kernels {

struct DecodeOptions {
  // Requires supported(isa). kScalar is the reference itself, on one thread.
  Isa isa = process_isa();
  // At most so many threads, the calling one included, and fewer where there is little to do. All
  // have ended when decode_into returns.
  unsigned threads = 1;
  // Results of more bytes than this are written past the caches.
  std::size_t stream_above_bytes = streaming_threshold(last_level_cache_bytes());
};

// As reference::decode_into, bit for bit and error for error, in whatever floating-point
// environment the caller has set. On error `out` is untouched.
std::expected<void, DecodeError> decode_into(GradeName grade, std::int64_t numel,
                                             const Planes& planes, std::span<std::uint32_t> out,
                                             const DecodeOptions& options = {});

}  // namespace grit::reference::kernels

#endif  // GRIT_REFERENCE_KERNELS_DECODE_H_
