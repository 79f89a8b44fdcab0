// A shared object for LD_PRELOAD: whatever program it is loaded into runs in the floating-point
// environment that GRIT_ENVIRONMENT names, without having been built for it.
//
// GRIT_ENVIRONMENT is a list, joined by +, of
//
//   nearest upward downward towardzero   the rounding mode (x86: of SSE and of x87)
//   ftz                                  results that are subnormal become zero (x86 SSE, AArch64)
//   daz                                  operands that are subnormal count as zero (x86 SSE)
//   x87-single                           x87 rounds significands to 24 bits (x86)
//
// set before main. A name that is unknown, or that this machine has not, ends the process with
// status 125 and one line: a test must not pass because nothing was set. So does an environment
// that does not compute as it should, or that is another at exit than before main.
//
// Where GRIT_ENVIRONMENT_LEDGER names a file, a process that ran in the environment from its start
// to its exit appends one line: its program's name and the value of GRIT_ENVIRONMENT.
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/environment/float_environment.h"

enum { kRefused = 125, kX86 = FLOAT_ENVIRONMENT_X86 };

// What was asked for.
static struct float_environment wish;

_Noreturn static void refuse(const char* what, const char* name) {
  fprintf(stderr, "hostile_environment: %s: %s\n", what, name);
  _exit(kRefused);
}

static void parse(const char* text) {
  wish = (struct float_environment){FE_TONEAREST, false, false, false};
  char copy[128];
  if (strlen(text) >= sizeof copy) {
    refuse("GRIT_ENVIRONMENT is too long", text);
  }
  strcpy(copy, text);
  char* rest = copy;
  for (const char* name = strtok_r(copy, "+", &rest); name != NULL;
       name = strtok_r(NULL, "+", &rest)) {
    if (strcmp(name, "nearest") == 0) {
      wish.rounding = FE_TONEAREST;
    } else if (strcmp(name, "upward") == 0) {
      wish.rounding = FE_UPWARD;
    } else if (strcmp(name, "downward") == 0) {
      wish.rounding = FE_DOWNWARD;
    } else if (strcmp(name, "towardzero") == 0) {
      wish.rounding = FE_TOWARDZERO;
    } else if (strcmp(name, "ftz") == 0) {
      wish.ftz = true;
    } else if (kX86 && strcmp(name, "daz") == 0) {
      wish.daz = true;
    } else if (kX86 && strcmp(name, "x87-single") == 0) {
      wish.x87_single = true;
    } else {
      refuse("GRIT_ENVIRONMENT has a name that is unknown on this machine", name);
    }
  }
}

// Whether arithmetic comes out as the wish says. Worked out by hand: half a unit of the last place
// of 1 is 2^-24, so 2^-30 is lost to nearest and 3 × 2^-25 is not.
static bool in_force(void) {
  const bool upward = wish.rounding == FE_UPWARD;
  const bool downward = wish.rounding == FE_DOWNWARD;
  const bool nearest = wish.rounding == FE_TONEAREST;
  volatile float one = 1.0f;
  volatile float little = 0x1p-30f;
  volatile float most = 0x3p-25f;
  volatile float sum = one + little;
  if ((sum > 1.0f) != upward) return false;
  sum = -one - little;
  if ((sum < -1.0f) != downward) return false;
  sum = one + most;
  if ((sum > 1.0f) != (upward || nearest)) return false;

  volatile float smallest_normal = 0x1p-126f;
  volatile float half = 0.5f;
  volatile float subnormal = smallest_normal * half;
  const volatile unsigned char* bytes = (const volatile unsigned char*)&subnormal;
  bool zero = true;  // read as bytes: to compare is to compute, and DAZ computes with zeros
  for (size_t i = 0; i < sizeof subnormal; ++i) {
    zero = zero && bytes[i] == 0;
  }
  if (zero != wish.ftz) return false;
#if FLOAT_ENVIRONMENT_X86
  static const unsigned kSmallest = 1;  // the bits of 2^-149
  float smallest;
  memcpy(&smallest, &kSmallest, sizeof smallest);
  volatile float operand = smallest;
  volatile float large = 0x1p60f;
  volatile float product = operand * large;
  if ((product == 0.0f) != wish.daz) return false;
  // The same of x87, whose unit is 2^-63, or 2^-23 where it is told so.
  volatile long double x87_one = 1.0L;
  volatile long double x87_little = 0x1p-70L;
  volatile long double x87_sum = x87_one + x87_little;
  if ((x87_sum > 1.0L) != upward) return false;
  x87_sum = -x87_one - x87_little;
  if ((x87_sum < -1.0L) != downward) return false;
  volatile long double x87_middle = 0x1p-40L;
  x87_sum = x87_one + x87_middle;
  const bool kept = x87_sum == 1.0L + 0x1p-40L;
  if (kept == wish.x87_single) return false;
#endif
  return true;
}

__attribute__((constructor)) static void begin(void) {
  const char* name = getenv("GRIT_ENVIRONMENT");
  if (name == NULL) {
    refuse("GRIT_ENVIRONMENT is not set", "name an environment, e.g. upward or ftz+daz");
  }
  parse(name);
  if (!float_environment_set(wish)) {
    refuse("GRIT_ENVIRONMENT has what this machine has not", name);
  }
  if (!in_force()) {
    refuse("could not be brought into force", name);
  }
}

__attribute__((destructor)) static void end(void) {
  const char* name = getenv("GRIT_ENVIRONMENT");
  if (fegetround() != wish.rounding || !in_force()) {
    refuse("the program changed the environment", name);
  }
  const char* ledger = getenv("GRIT_ENVIRONMENT_LEDGER");
  if (ledger == NULL) {
    return;
  }
  char line[512];
  const int size = snprintf(line, sizeof line, "%s %s\n", program_invocation_short_name, name);
  const int file = open(ledger, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  // One write: lines of processes that end together do not mix.
  if (file < 0 || size >= (int)sizeof line || write(file, line, (size_t)size) != size) {
    refuse("cannot write GRIT_ENVIRONMENT_LEDGER", ledger);
  }
  close(file);
}
