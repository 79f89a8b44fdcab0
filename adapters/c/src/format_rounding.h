// Encoding to a format with another rounding than the ordinary one.
#ifndef GRIT_C_SRC_FORMAT_ROUNDING_H_
#define GRIT_C_SRC_FORMAT_ROUNDING_H_

#include <stdbool.h>
#include <stdint.h>

// As grit_format_encode to e2m1, but rounding toward zero: the element codes of NVF4_RTZ.
bool grit_e2m1_encode_toward_zero(uint32_t bits, uint32_t* code);

#endif  // GRIT_C_SRC_FORMAT_ROUNDING_H_
