// The AVX-512 form on machines that lack it: SIMDe computes what its instructions do. A program of
// its own, because the header's functions are not the same ones here.
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>
#include <simde/x86/clmul.h>
#include <simde/x86/gfni.h>

#include <cstdint>
#include <cstring>

// What this SIMDe has not: by the instruction's description, each lane of 128 bits is chosen by two
// bits, the lower two lanes from a and the upper two from b.
using __mmask8 = simde__mmask8;
inline simde__m512i _mm512_shuffle_i64x2(simde__m512i a, simde__m512i b, int choice) {
  std::uint64_t from[2][8];
  std::memcpy(from[0], &a, sizeof(a));
  std::memcpy(from[1], &b, sizeof(b));
  std::uint64_t to[8];
  for (int lane = 0; lane < 4; ++lane) {
    const int chosen = choice >> (2 * lane) & 3;
    std::memcpy(to + 2 * lane, from[lane / 2] + 2 * chosen, 2 * sizeof(std::uint64_t));
  }
  simde__m512i result;
  std::memcpy(&result, to, sizeof(result));
  return result;
}

#define FNV1A128_EMULATED
#include "harness/reference/kernels/fnv1a128_forms_test.h"

namespace grit::reference::kernels {
namespace {

TEST(Fnv1a128Emulated, Avx2) { expect_serial(fnv1a128::avx2::update); }
TEST(Fnv1a128Emulated, Avx512) { expect_serial(fnv1a128::avx512::update); }

}  // namespace
}  // namespace grit::reference::kernels
