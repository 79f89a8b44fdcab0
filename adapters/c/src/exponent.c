#include "binary32.h"
#include "grit_c/codec.h"

bool grit_exponent(enum grit_exponent_rule rule, uint32_t amax, int32_t* exponent) {
  if ((amax & GRIT_BINARY32_SIGN) != 0 || grit_binary32_is_zero(amax) ||
      !grit_binary32_is_finite(amax)) {
    return false;
  }
  // amax = f × 2^e with 1 <= f < 2, and f = significand / 2^top, so comparisons stay integers.
  const struct grit_magnitude value = grit_binary32_split(amax);
  const int top = grit_top_bit(value.significand);
  const int floor_exponent = top + value.exponent;
  const uint64_t significand = value.significand;
  bool up = false;
  switch (rule) {
    case GRIT_EXPONENT_FLOOR:
      break;
    case GRIT_EXPONENT_CEIL:  // f > 1
      up = significand > UINT64_C(1) << top;
      break;
    case GRIT_EXPONENT_RNE:  // f × f > 2
      up = significand * significand > UINT64_C(2) << (2 * top);
      break;
  }
  *exponent = floor_exponent + (up ? 1 : 0);
  return true;
}
