// The floating-point environment that kernels compute in: nearest even, gradual underflow, no
// traps.
#ifndef GRIT_REFERENCE_KERNELS_DEFAULT_FLOAT_ENVIRONMENT_H_
#define GRIT_REFERENCE_KERNELS_DEFAULT_FLOAT_ENVIRONMENT_H_

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace grit::reference::kernels {

// Sets the default environment of the vector unit and puts the caller's back when it goes,
// exception flags included. Of this thread.
//
// The compiler does not know that arithmetic depends on it, so what is computed inside must be
// behind a call that it can't see through.
class DefaultFloatEnvironment {
 public:
#if defined(__x86_64__)
  DefaultFloatEnvironment() : control_(_mm_getcsr()) { _mm_setcsr(kDefault); }
  ~DefaultFloatEnvironment() { _mm_setcsr(control_); }
#elif defined(__aarch64__)
  DefaultFloatEnvironment() {
    asm volatile("mrs %0, fpcr" : "=r"(control_));
    asm volatile("mrs %0, fpsr" : "=r"(status_));
    asm volatile("msr fpcr, %0" : : "r"(std::uint64_t{0}));
  }
  ~DefaultFloatEnvironment() {
    asm volatile("msr fpcr, %0" : : "r"(control_));
    asm volatile("msr fpsr, %0" : : "r"(status_));
  }
#else
  DefaultFloatEnvironment() = default;  // no kernels here
#endif
  DefaultFloatEnvironment(const DefaultFloatEnvironment&) = delete;
  DefaultFloatEnvironment& operator=(const DefaultFloatEnvironment&) = delete;

 private:
#if defined(__x86_64__)
  static constexpr unsigned kDefault = 0x1F80;  // all exceptions masked, nothing else
  unsigned control_;
#elif defined(__aarch64__)
  std::uint64_t control_;
  std::uint64_t status_;
#endif
};

}  // namespace grit::reference::kernels

#endif  // GRIT_REFERENCE_KERNELS_DEFAULT_FLOAT_ENVIRONMENT_H_
