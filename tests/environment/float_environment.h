// Floating-point environments of this machine, to be set and read back, in C and C++. Shared by
// what tests spec §11.8.8: hostile_environment.c and the tests of the C and the C++ implementation.
//
// A translation unit that includes this is compiled with -frounding-math.
#ifndef GRIT_TESTS_ENVIRONMENT_FLOAT_ENVIRONMENT_H_
#define GRIT_TESTS_ENVIRONMENT_FLOAT_ENVIRONMENT_H_

#include <fenv.h>
#include <stdbool.h>
#include <stdint.h>

#if defined(__x86_64__) || defined(__i386__)
#define FLOAT_ENVIRONMENT_X86 1
#else
#define FLOAT_ENVIRONMENT_X86 0
#endif
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

struct float_environment {
  int rounding;     // of fesetround; on x86 that is of SSE and of x87
  bool ftz;         // subnormal results become zero: SSE, AArch64
  bool daz;         // subnormal operands count as zero: SSE
  bool x87_single;  // x87 rounds significands to 24 bits
};

// What this machine can be set to. The rounding modes come first, the ordinary one at their head.
static const struct float_environment kFloatEnvironments[] = {
    {FE_TONEAREST, false, false, false}, {FE_UPWARD, false, false, false},
    {FE_DOWNWARD, false, false, false},  {FE_TOWARDZERO, false, false, false},
#if defined(__SSE__)
    {FE_TONEAREST, true, false, false},  {FE_TONEAREST, false, true, false},
    {FE_UPWARD, true, true, false},
#elif defined(__aarch64__)
    {FE_TONEAREST, true, false, false},  {FE_UPWARD, true, false, false},
#endif
#if FLOAT_ENVIRONMENT_X86
    {FE_TONEAREST, false, false, true},
#endif
};
enum { kFloatEnvironmentCount = sizeof kFloatEnvironments / sizeof kFloatEnvironments[0] };

// Sets all of the environment for the calling thread, with no exception raised. False where this
// machine does not have it.
static inline bool float_environment_set(struct float_environment wish) {
  if (fesetenv(FE_DFL_ENV) != 0 || fesetround(wish.rounding) != 0) {
    return false;
  }
#if defined(__SSE__)
  const unsigned flushes = (wish.ftz ? 1u << 15 : 0u) | (wish.daz ? 1u << 6 : 0u);
  _mm_setcsr((_mm_getcsr() & ~(1u << 15 | 1u << 6)) | flushes);
#elif defined(__aarch64__)
  uint64_t fpcr;
  __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
  fpcr = (fpcr & ~(UINT64_C(1) << 24)) | (wish.ftz ? UINT64_C(1) << 24 : 0);
  __asm__ volatile("msr fpcr, %0" : : "r"(fpcr));
  if (wish.daz) {
    return false;
  }
#else
  if (wish.ftz || wish.daz) {
    return false;
  }
#endif
#if FLOAT_ENVIRONMENT_X86
  if (wish.x87_single) {
    uint16_t control;
    __asm__ volatile("fnstcw %0" : "=m"(control));
    control = (uint16_t)(control & ~0x300u);
    __asm__ volatile("fldcw %0" : : "m"(control));
  }
  return true;
#else
  return !wish.x87_single;
#endif
}

// The calling thread's environment as a number: modes, and the exceptions that were raised.
static inline uint64_t float_environment_state(void) {
  uint64_t state = (uint64_t)fegetround() | (uint64_t)fetestexcept(FE_ALL_EXCEPT) << 32;
#if defined(__SSE__)
  state = state * 31 + _mm_getcsr();
#elif defined(__aarch64__)
  uint64_t fpcr;
  __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
  state = state * 31 + fpcr;
#endif
#if FLOAT_ENVIRONMENT_X86
  uint16_t control;
  __asm__ volatile("fnstcw %0" : "=m"(control));
  state = state * 31 + control;
#endif
  return state;
}

#endif  // GRIT_TESTS_ENVIRONMENT_FLOAT_ENVIRONMENT_H_
