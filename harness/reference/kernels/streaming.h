// Stores past the caches: for results so large that a cache would only be emptied by them.
//
// An ordinary store reads its line first; from memory that is half of the traffic.
#ifndef GRIT_REFERENCE_KERNELS_STREAMING_H_
#define GRIT_REFERENCE_KERNELS_STREAMING_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace grit::reference::kernels {

// Bytes of the last cache before memory that a core of this machine reaches; 32 MiB where the
// machine does not say. Asked once.
std::size_t last_level_cache_bytes();

// From how many bytes of results on they are streamed, with a last-level cache of so many bytes:
// half of it, so that what is still there to be used stays there.
constexpr std::size_t streaming_threshold(std::size_t cache_bytes) { return cache_bytes / 2; }

// Copies to anywhere, past the caches where a whole line is written. `to` is as long as `from` and
// does not overlap it.
void stream_copy(std::span<const std::uint32_t> from, std::uint32_t* to);

// After the last streamed store and before anything that tells another thread.
void streaming_fence();

}  // namespace grit::reference::kernels

#endif  // GRIT_REFERENCE_KERNELS_STREAMING_H_
