#include "harness/reference/kernels/streaming.h"

#include <algorithm>
#include <cstring>
#include <optional>

#if defined(__x86_64__)
#include <cpuid.h>
#include <emmintrin.h>
#endif
#if defined(__unix__)
#include <unistd.h>
#endif

namespace grit::reference::kernels {
namespace {

constexpr std::size_t kUnknownCacheBytes = std::size_t{32} << 20;
constexpr std::size_t kLineBytes = 64;

#if defined(__x86_64__)

// The highest level that a leaf of deterministic cache parameters lists, in bytes.
std::optional<std::size_t> highest_cache(unsigned leaf) {
  std::optional<std::size_t> bytes;
  unsigned highest = 0;
  for (unsigned index = 0; index < 16; ++index) {
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    if (__get_cpuid_count(leaf, index, &eax, &ebx, &ecx, &edx) == 0) break;
    constexpr unsigned kInstructions = 2;
    const unsigned type = eax & 0x1F;
    const unsigned level = eax >> 5 & 7;
    if (type == 0) break;
    if (type == kInstructions || level < highest) continue;
    highest = level;
    const std::size_t ways = (ebx >> 22) + 1;
    const std::size_t partitions = (ebx >> 12 & 0x3FF) + 1;
    const std::size_t line = (ebx & 0xFFF) + 1;
    bytes = ways * partitions * line * (std::size_t{ecx} + 1);
  }
  return bytes;
}

// Not sysconf: the C library's answer for AMD is all caches of the package together, of which a
// core reaches one.
std::optional<std::size_t> reported_cache_bytes() {
  constexpr unsigned kIntelLeaf = 4;
  constexpr unsigned kAmdLeaf = 0x8000001D;
  const std::optional<std::size_t> bytes = highest_cache(kIntelLeaf);
  return bytes ? bytes : highest_cache(kAmdLeaf);
}

#elif defined(_SC_LEVEL3_CACHE_SIZE)

std::optional<std::size_t> reported_cache_bytes() {
  const long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
  if (bytes <= 0) return std::nullopt;
  return static_cast<std::size_t>(bytes);
}

#else

std::optional<std::size_t> reported_cache_bytes() { return std::nullopt; }

#endif

}  // namespace

std::size_t last_level_cache_bytes() {
  static const std::size_t bytes = [] {
    // Emulators report caches of nothing.
    constexpr std::size_t kLeast = std::size_t{256} << 10;
    const std::size_t reported = reported_cache_bytes().value_or(kUnknownCacheBytes);
    return reported < kLeast ? kUnknownCacheBytes : reported;
  }();
  return bytes;
}

void stream_copy(std::span<const std::uint32_t> from, std::uint32_t* to) {
  if (from.empty()) return;
  const std::uint32_t* source = from.data();
  std::size_t left = from.size_bytes();
  const auto copy = [&](std::size_t bytes) {
    std::memcpy(to, source, bytes);
    source += bytes / sizeof(std::uint32_t);
    to += bytes / sizeof(std::uint32_t);
    left -= bytes;
  };
#if defined(__x86_64__)
  const std::size_t into_line = reinterpret_cast<std::uintptr_t>(to) % kLineBytes;
  copy(std::min(left, (kLineBytes - into_line) % kLineBytes));
  for (; left >= kLineBytes; left -= kLineBytes) {
    for (std::size_t part = 0; part < kLineBytes / sizeof(__m128i); ++part) {
      _mm_stream_si128(reinterpret_cast<__m128i*>(to),
                       _mm_loadu_si128(reinterpret_cast<const __m128i*>(source)));
      source += 4;
      to += 4;
    }
  }
#endif
  copy(left);
}

void streaming_fence() {
#if defined(__x86_64__)
  _mm_sfence();
#endif
}

}  // namespace grit::reference::kernels
