// Writing a grade: the canonical string, its id, and the decode projection.
#include "fnv.h"
#include "grade_names.h"
#include "grade_text.h"
#include "grit_c/format.h"
#include "grit_c/grade.h"

// Stores what fits, and counts, hashes and compares everything.
struct sink {
  char* buffer;
  size_t capacity;
  size_t length;
  uint64_t hash;
  bool first_item;
  struct grit_grade_string expected;
  bool as_expected;  // so far; a text that ends early is told by its length
};

static struct sink open_sink(char* buffer, size_t capacity) {
  return (struct sink){buffer, capacity, 0, GRIT_FNV64_BASIS, true, {NULL, 0}, false};
}

static void put_char(struct sink* out, char c) {
  if (out->length < out->capacity) {
    out->buffer[out->length] = c;
  }
  out->as_expected = out->as_expected && out->length < out->expected.length &&
                     out->expected.text[out->length] == c;
  ++out->length;
  out->hash = grit_fnv64(out->hash, (uint8_t)c);
}

static void put_text(struct sink* out, const char* text) {
  for (; *text != '\0'; ++text) {
    put_char(out, *text);
  }
}

static void put_number(struct sink* out, uint64_t number) {
  char digits[20];  // 2^64 - 1 has 20
  int count = 0;
  do {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number != 0);
  while (count > 0) {
    put_char(out, digits[--count]);
  }
}

static void put_key(struct sink* out, enum grit_key key) {
  if (!out->first_item) {
    put_char(out, ',');
  }
  out->first_item = false;
  put_text(out, grit_key_names[key]);
  put_char(out, '=');
}

static void put_name(struct sink* out, const struct grit_name* names, unsigned value) {
  for (; names->spelling != NULL; ++names) {
    if (names->value == value) {
      put_text(out, names->spelling);
      return;
    }
  }
}

static void put_name_item(struct sink* out, enum grit_key key, const struct grit_name* names,
                          unsigned value) {
  put_key(out, key);
  put_name(out, names, value);
}

static void put_format_item(struct sink* out, enum grit_key key, uint16_t word) {
  put_name_item(out, key, grit_format_names, word);
}

static void put_number_item(struct sink* out, enum grit_key key, uint64_t number) {
  put_key(out, key);
  put_number(out, number);
}

// What both texts begin with: element, levels, zero point, sparsity, container, bit order.
static void put_structure(struct sink* out, const struct grit_grade* grade, bool write_defaults) {
  put_format_item(out, GRIT_KEY_E, grade->element);
  put_number_item(out, GRIT_KEY_K0, grade->k0);
  put_format_item(out, GRIT_KEY_S0, grade->scale0);
  if (grade->scale1 != GRIT_FORMAT_ABSENT) {
    put_number_item(out, GRIT_KEY_K1, grade->k1);
    put_format_item(out, GRIT_KEY_S1, grade->scale1);
  }
  if (grade->zero_point != GRIT_FORMAT_ABSENT) {
    put_format_item(out, GRIT_KEY_ZP, grade->zero_point);
    if (write_defaults || grade->zero_code != GRIT_ZERO_AS_IS) {
      put_name_item(out, GRIT_KEY_ZPC, grit_zero_code_names, grade->zero_code);
    }
    if (write_defaults || grade->zero_scale != GRIT_ZERO_SHARED) {
      put_name_item(out, GRIT_KEY_ZPS, grit_zero_scale_names, grade->zero_scale);
    }
  }
  if (grade->sparse_n != 0) {
    put_number_item(out, GRIT_KEY_SP, grade->sparse_n);
    put_char(out, ':');
    put_number(out, grade->sparse_m);
    put_char(out, ':');
    put_name(out, grit_format_names, grade->sparse_format);
    put_char(out, ':');
    put_name(out, grit_sparse_order_names, grade->sparse_order);
  }
  if (write_defaults || grade->container != GRIT_DENSE) {
    put_name_item(out, GRIT_KEY_CT, grit_container_names, grade->container);
  }
  if (write_defaults || grade->bit_order != GRIT_LSB_FIRST) {
    put_name_item(out, GRIT_KEY_PO, grit_bit_order_names, grade->bit_order);
  }
}

static void put_decode(struct sink* out, const struct grit_grade* grade, bool write_defaults) {
  if (write_defaults || grade->decode_rounding != GRIT_RNE) {
    put_name_item(out, GRIT_KEY_DR, grit_rounding_names, grade->decode_rounding);
  }
  if (write_defaults || grade->decode_saturation != GRIT_SATFINITE) {
    put_name_item(out, GRIT_KEY_DS, grit_saturation_names, grade->decode_saturation);
  }
  if (write_defaults || grade->decode_type != GRIT_FORMAT_BINARY32) {
    put_format_item(out, GRIT_KEY_DT, grade->decode_type);
  }
}

static void put_scale_rule(struct sink* out, const struct grit_grade* grade) {
  if (grade->scale_rule != GRIT_CUSTOM_RULE) {
    put_name_item(out, GRIT_KEY_ESR, grit_scale_rule_names, grade->scale_rule);
    return;
  }
  put_key(out, GRIT_KEY_ESR);
  put_text(out, "custom:");
  struct grit_text name = {grade->custom_name, grade->custom_name + grade->custom_length};
  for (int c = grit_text_next(&name); c >= 0; c = grit_text_next(&name)) {
    if (c != '-') {
      put_char(out, (char)c);
    }
  }
}

static void put_encode(struct sink* out, const struct grit_grade* grade) {
  if (grade->encode_rounding != GRIT_RNE) {
    put_name_item(out, GRIT_KEY_ER, grit_rounding_names, grade->encode_rounding);
  }
  if (grade->encode_saturation != GRIT_SATFINITE) {
    put_name_item(out, GRIT_KEY_ES, grit_saturation_names, grade->encode_saturation);
  }
  put_scale_rule(out, grade);
  if (grade->encode_subnormals != GRIT_ENCODE_PRESERVE) {
    put_name_item(out, GRIT_KEY_ESN, grit_encode_subnormals_names, grade->encode_subnormals);
  }
}

static void put_accumulate(struct sink* out, const struct grit_grade* grade) {
  if (grade->accumulate_order == GRIT_ORDER_PAIRWISE) {
    put_key(out, GRIT_KEY_AO);
    put_text(out, "pairwise");
    put_number(out, grade->pairwise_n);
  } else if (grade->accumulate_order != GRIT_ORDER_UNSPEC) {
    put_name_item(out, GRIT_KEY_AO, grit_order_names, grade->accumulate_order);
  }
  if (grade->accumulate_product != GRIT_FORMAT_BINARY32) {
    put_format_item(out, GRIT_KEY_AP, grade->accumulate_product);
  }
  if (grade->accumulate_block != GRIT_FORMAT_BINARY32) {
    put_format_item(out, GRIT_KEY_AB, grade->accumulate_block);
  }
  if (grade->accumulate_inter != GRIT_FORMAT_BINARY32) {
    put_format_item(out, GRIT_KEY_AI, grade->accumulate_inter);
  }
  if (grade->accumulate_subnormals != GRIT_ACCUMULATE_ANY) {
    put_name_item(out, GRIT_KEY_AN, grit_accumulate_subnormals_names, grade->accumulate_subnormals);
  }
}

static void put_canonical(struct sink* out, const struct grit_grade* grade) {
  put_text(out, "grit1(");
  put_structure(out, grade, false);
  put_encode(out, grade);
  put_decode(out, grade, false);
  put_accumulate(out, grade);
  put_char(out, ')');
}

size_t grit_grade_canonical(const struct grit_grade* grade, char* buffer, size_t capacity) {
  struct sink out = open_sink(buffer, capacity);
  put_canonical(&out, grade);
  return out.length;
}

size_t grit_grade_projection(const struct grit_grade* grade, char* buffer, size_t capacity) {
  struct sink out = open_sink(buffer, capacity);
  put_text(&out, "gritdec1(");
  put_structure(&out, grade, true);
  put_decode(&out, grade, true);
  put_char(&out, ')');
  return out.length;
}

uint64_t grit_grade_id(const struct grit_grade* grade) {
  struct sink out = open_sink(NULL, 0);
  put_canonical(&out, grade);
  return out.hash;
}

bool grit_grade_is_canonical(const struct grit_grade* grade, struct grit_grade_string string) {
  struct sink out = open_sink(NULL, 0);
  out.expected = string;
  out.as_expected = true;
  put_canonical(&out, grade);
  return out.as_expected && out.length == string.length;
}
