#include "harness/laws/floating_environment.h"

#include <array>
#include <cfenv>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace grit::laws {
namespace {

#if defined(__SSE__)
constexpr std::uint64_t kFlushBits = 0x8040;       // FTZ, DAZ
constexpr std::uint64_t kExceptionFlags = 0x003F;  // sticky, set by every inexact result
std::uint64_t vector_unit() { return _mm_getcsr(); }
void set_vector_unit(std::uint64_t bits) { _mm_setcsr(static_cast<unsigned>(bits)); }
#elif defined(__aarch64__)
constexpr std::uint64_t kFlushBits = std::uint64_t{1} << 24;  // FZ
constexpr std::uint64_t kExceptionFlags = 0;                  // they are in FPSR
std::uint64_t vector_unit() {
  std::uint64_t bits = 0;
  asm volatile("mrs %0, fpcr" : "=r"(bits));
  return bits;
}
void set_vector_unit(std::uint64_t bits) { asm volatile("msr fpcr, %0" : : "r"(bits)); }
#else
constexpr std::uint64_t kFlushBits = 0;
constexpr std::uint64_t kExceptionFlags = 0;
std::uint64_t vector_unit() { return 0; }
void set_vector_unit(std::uint64_t) {}
#endif

constexpr std::array kChoices = {
    EnvironmentChoice{"to nearest", FE_TONEAREST, false},
    EnvironmentChoice{"toward zero", FE_TOWARDZERO, false},
    EnvironmentChoice{"upward", FE_UPWARD, false},
    EnvironmentChoice{"downward", FE_DOWNWARD, false},
    EnvironmentChoice{"to nearest, flush-to-zero", FE_TONEAREST, true},
    EnvironmentChoice{"toward zero, flush-to-zero", FE_TOWARDZERO, true},
    EnvironmentChoice{"upward, flush-to-zero", FE_UPWARD, true},
    EnvironmentChoice{"downward, flush-to-zero", FE_DOWNWARD, true},
};

}  // namespace

FloatingControl floating_control() { return {std::fegetround(), vector_unit() & ~kExceptionFlags}; }

std::span<const EnvironmentChoice> environment_choices() { return kChoices; }

bool has_flush_to_zero() { return kFlushBits != 0; }

EnvironmentGuard::EnvironmentGuard(const EnvironmentChoice& choice) : before_(floating_control()) {
  std::fesetround(choice.rounding);
  if (choice.flush_to_zero) set_vector_unit(vector_unit() | kFlushBits);
}

EnvironmentGuard::~EnvironmentGuard() {
  std::fesetround(before_.rounding);
  set_vector_unit(before_.vector_unit);
}

}  // namespace grit::laws
