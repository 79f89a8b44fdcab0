// What libFuzzer, and AFL++ through its driver, call.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/driver/target.h"
#include "fuzz/mutator/mutator.h"

namespace {

std::span<const std::byte> bytes_of(const std::uint8_t* data, std::size_t size) {
  return std::as_bytes(std::span(data, size));
}

}  // namespace

// Findings are judged by grit-replay-TARGET, whose reports say where memory was taken; here a stack
// for each allocation would take a tenth of the time. An input frees some kilobytes, so that a
// mebibyte of them is not used again while one runs; the 256 that are usual never stay in a cache
// and take a fifth of the time.
extern "C" const char* __asan_default_options() {
  return "malloc_context_size=0:quarantine_size_mb=1:thread_local_quarantine_size_kb=64";
}

// libFuzzer's own mutations; absent under other engines.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size)
    __attribute__((weak));

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return grit::fuzz::run(bytes_of(data, size)) ? 0 : -1;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  return grit::fuzz::mutate(grit::fuzz::target(), std::as_writable_bytes(std::span(data, max_size)),
                            size, seed, LLVMFuzzerMutate);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size,
                                                 const std::uint8_t* second,
                                                 std::size_t second_size, std::uint8_t* out,
                                                 std::size_t max_size, unsigned seed) {
  return grit::fuzz::cross_over(grit::fuzz::target(), bytes_of(first, first_size),
                                bytes_of(second, second_size),
                                std::as_writable_bytes(std::span(out, max_size)), seed);
}
