// What every form of fnv1a128_parallel.hpp must do, whoever compiles it: the programs that test the
// machine's own forms and the emulated ones share this.
#ifndef GRIT_REFERENCE_KERNELS_FNV1A128_FORMS_TEST_H_
#define GRIT_REFERENCE_KERNELS_FNV1A128_FORMS_TEST_H_

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "harness/reference/fnv.h"
#include "harness/reference/kernels/fnv1a128_parallel.hpp"

namespace grit::reference::kernels {

using FnvForm = fnv1a128::State (*)(fnv1a128::State, std::span<const std::byte>);

// Lengths around the forms' blocks and rests, every length below 700 among them.
inline std::vector<std::size_t> lengths_to_try() {
  std::vector<std::size_t> lengths;
  for (std::size_t length = 0; length < 700; ++length) lengths.push_back(length);
  for (const std::size_t middle :
       {1024u, 1344u, 1536u, 2048u, 2560u, 3392u, 4096u, 6144u, 20000u}) {
    for (std::size_t length = middle - 3; length <= middle + 3; ++length) {
      lengths.push_back(length);
    }
  }
  return lengths;
}

// Against the reference's hash, which knows nothing of parallel forms: many lengths, alignments and
// states, over bytes that are random, all zero, all ones, and mostly zero.
inline void expect_serial(FnvForm form) {
  std::mt19937_64 random(1);
  constexpr std::size_t kPrefix = 64;
  std::vector<std::byte> bytes(kPrefix + 64 + 20010);
  for (const int content : {0, 1, 2, 3}) {
    for (std::byte& byte : bytes) {
      const auto drawn = static_cast<std::uint8_t>(random() >> 8);
      const bool rare = random() % 8 == 0;
      byte = static_cast<std::byte>(content == 0   ? drawn
                                    : content == 1 ? 0
                                    : content == 2 ? 0xFF
                                                   : (rare ? drawn : 0));
    }
    // A state that the bytes before have made.
    for (std::size_t i = 0; i < kPrefix; ++i) bytes[i] = static_cast<std::byte>(random() & 0xFF);
    for (const std::size_t length : lengths_to_try()) {
      const std::size_t before = kPrefix + static_cast<std::size_t>(random() % 64);
      const std::span<const std::byte> all(bytes.data(), before + length);
      Fnv1a128 serial;
      serial.update(all);
      const fnv1a128::State state = fnv1a128::update_scalar({}, all.first(before));
      const fnv1a128::State result = form(state, all.subspan(before));
      ASSERT_EQ(hash_bytes({result.high, result.low}), serial.value())
          << length << " bytes behind " << before << ", content " << content;
    }
  }
}

}  // namespace grit::reference::kernels

#endif  // GRIT_REFERENCE_KERNELS_FNV1A128_FORMS_TEST_H_
