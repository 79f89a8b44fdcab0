// The floating-point environment that kernels compute in: nearest even, no traps, and gradual
// underflow unless a kernel can do without.
#ifndef GRIT_REFERENCE_KERNELS_KERNEL_FLOAT_ENVIRONMENT_H_
#define GRIT_REFERENCE_KERNELS_KERNEL_FLOAT_ENVIRONMENT_H_

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace grit::reference::kernels {

// What of subnormal numbers a kernel needs. Each costs x86 processors a detour through microcode of
// up to 150 cycles; where they may become zeros, they do. On AArch64 they are kept, and cost
// little.
enum class Subnormals : std::uint8_t {
  kNeeded,      // as operands and as results
  kAsOperands,  // results that are subnormal may become zero
  kNotNeeded,   // operands may be taken for zeros too
};

// Sets the environment for this thread and puts the caller's back when it goes, exception flags
// included.
//
// The compiler does not know that arithmetic depends on it, so what is computed inside must be
// behind a call that it can't see through.
class KernelFloatEnvironment {
 public:
#if defined(__x86_64__)
  explicit KernelFloatEnvironment(Subnormals subnormals) : control_(_mm_getcsr()) {
    constexpr unsigned kAllMasked = 0x1F80;
    constexpr unsigned kFlushToZero = 0x8000;
    constexpr unsigned kDenormalsAreZero = 0x0040;
    const unsigned wanted = kAllMasked | (subnormals == Subnormals::kNeeded ? 0 : kFlushToZero) |
                            (subnormals == Subnormals::kNotNeeded ? kDenormalsAreZero : 0);
    // To write the register takes up to 200 cycles, to read it a few, and the ordinary environment
    // is the wanted one but for the flags of exceptions, which nothing here looks at.
    constexpr unsigned kFlags = 0x003F;
    if ((control_ & ~kFlags) != wanted) _mm_setcsr(wanted);
  }
  ~KernelFloatEnvironment() {
    if (_mm_getcsr() != control_) _mm_setcsr(control_);
  }
#elif defined(__aarch64__)
  explicit KernelFloatEnvironment(Subnormals) {
    asm volatile("mrs %0, fpcr" : "=r"(control_));
    asm volatile("mrs %0, fpsr" : "=r"(status_));
    asm volatile("msr fpcr, %0" : : "r"(std::uint64_t{0}));
  }
  ~KernelFloatEnvironment() {
    asm volatile("msr fpcr, %0" : : "r"(control_));
    asm volatile("msr fpsr, %0" : : "r"(status_));
  }
#else
  explicit KernelFloatEnvironment(Subnormals) {}  // no kernels here
#endif
  KernelFloatEnvironment(const KernelFloatEnvironment&) = delete;
  KernelFloatEnvironment& operator=(const KernelFloatEnvironment&) = delete;

 private:
#if defined(__x86_64__)
  unsigned control_;
#elif defined(__aarch64__)
  std::uint64_t control_ = 0;
  std::uint64_t status_ = 0;
#endif
};

}  // namespace grit::reference::kernels

#endif  // GRIT_REFERENCE_KERNELS_KERNEL_FLOAT_ENVIRONMENT_H_
