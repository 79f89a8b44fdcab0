// The vocabulary of grade strings (spec §3): keys, values and their aliases.
#ifndef GRIT_C_SRC_GRADE_NAMES_H_
#define GRIT_C_SRC_GRADE_NAMES_H_

#include <stdint.h>

// The keys in canonical order.
enum grit_key {
  GRIT_KEY_E,
  GRIT_KEY_K0,
  GRIT_KEY_S0,
  GRIT_KEY_K1,
  GRIT_KEY_S1,
  GRIT_KEY_ZP,
  GRIT_KEY_ZPC,
  GRIT_KEY_ZPS,
  GRIT_KEY_SP,
  GRIT_KEY_CT,
  GRIT_KEY_PO,
  GRIT_KEY_ER,
  GRIT_KEY_ES,
  GRIT_KEY_ESR,
  GRIT_KEY_ESN,
  GRIT_KEY_DR,
  GRIT_KEY_DS,
  GRIT_KEY_DT,
  GRIT_KEY_AO,
  GRIT_KEY_AP,
  GRIT_KEY_AB,
  GRIT_KEY_AI,
  GRIT_KEY_AN,
  GRIT_KEY_COUNT
};

extern const char* const grit_key_names[GRIT_KEY_COUNT];

// A spelling of a value. Of all spellings of one value the canonical one comes first; a table ends
// with a null spelling. Values are those of the enumerations in grade.h, or format words.
struct grit_name {
  const char* spelling;
  uint16_t value;
};

extern const struct grit_name grit_format_names[];
extern const struct grit_name grit_rounding_names[];
extern const struct grit_name grit_saturation_names[];
extern const struct grit_name grit_scale_rule_names[];  // all but custom
extern const struct grit_name grit_encode_subnormals_names[];
extern const struct grit_name grit_accumulate_subnormals_names[];
extern const struct grit_name grit_order_names[];  // all but pairwise
extern const struct grit_name grit_zero_code_names[];
extern const struct grit_name grit_zero_scale_names[];
extern const struct grit_name grit_sparse_order_names[];
extern const struct grit_name grit_container_names[];
extern const struct grit_name grit_bit_order_names[];

#endif  // GRIT_C_SRC_GRADE_NAMES_H_
