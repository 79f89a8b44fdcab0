// Instruction sets that the kernels are compiled for, and which of them a process uses.
//
// Every instruction set gives the same bits; the choice is about time alone.
#ifndef GRIT_REFERENCE_KERNELS_ISA_H_
#define GRIT_REFERENCE_KERNELS_ISA_H_

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace grit::reference::kernels {

// From the narrowest to the widest; each x86 set includes those before it.
enum class Isa : std::uint8_t {
  kScalar,    // the reference itself; every machine has it
  kNeon,      // AArch64: 128 bits
  kSse4,      // x86: SSE4.2 with PCLMULQDQ; 128 bits
  kAvx2,      // with FMA (never used in decode), BMI2 and F16C; 256 bits
  kAvx512,    // F, BW, CD, DQ and VL; 512 bits
  kAvx512Dl,  // with GFNI, VAES, VBMI, VBMI2, VNNI, BITALG, VPOPCNTDQ and VPCLMULQDQ: Ice Lake, Zen
              // 4
};
std::string_view isa_name(Isa isa);  // scalar, neon, sse4, avx2, avx512, avx512dl
std::optional<Isa> isa_from_name(std::string_view name);

// All names of the enumeration, in its order.
std::span<const Isa> all_isas();

// Whether this build has kernels for `isa`, and whether this machine runs them as well.
bool compiled_in(Isa isa);
bool supported(Isa isa);

// The widest that is supported; what a process uses unless told otherwise.
Isa widest_isa();

// Why a name can't be obeyed; one line.
struct IsaError {
  std::string message;
};

// The instruction set that `requested` names; empty: the widest. Fails on a name that is unknown,
// or whose kernels this build or this machine has not.
std::expected<Isa, IsaError> choose_isa(std::string_view requested);

// The environment variable that names the set to use, and its value here; empty where it is not
// set.
inline constexpr const char* kIsaVariable = "GRIT_ISA";
std::string_view requested_isa();

// What this process uses: GRIT_ISA where that can be obeyed, else the widest. Read once, at the
// first call. A program reports a GRIT_ISA that can't be obeyed with choose_isa before it calls
// kernels.
Isa process_isa();

}  // namespace grit::reference::kernels

#endif  // GRIT_REFERENCE_KERNELS_ISA_H_
