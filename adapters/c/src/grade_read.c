// Reading a grade string in any spelling, in place: nothing is copied or allocated.

#include "grade_names.h"
#include "grade_text.h"
#include "grit_c/format.h"
#include "grit_c/grade.h"

int grit_text_next(struct grit_text* text) {
  while (text->at != text->end) {
    const char c = *text->at++;
    if (c == ' ' || (c >= '\t' && c <= '\r')) {
      continue;
    }
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
  }
  return -1;
}

// Enum values drop their hyphens; keys, formats and numbers keep them, and so do not match.
enum hyphens { kKeepHyphens, kDropHyphens };

static int next_of(struct grit_text* text, enum hyphens hyphens) {
  int c = grit_text_next(text);
  while (c == '-' && hyphens == kDropHyphens) {
    c = grit_text_next(text);
  }
  return c;
}

// Takes `word` off the front of *text; where the text begins otherwise, false and *text unchanged.
static bool take_word(struct grit_text* text, const char* word, enum hyphens hyphens) {
  struct grit_text rest = *text;
  for (; *word != '\0'; ++word) {
    if (next_of(&rest, hyphens) != *word) {
      return false;
    }
  }
  *text = rest;
  return true;
}

static bool is_empty(struct grit_text text, enum hyphens hyphens) {
  return next_of(&text, hyphens) < 0;
}

static bool is_word(struct grit_text text, const char* word, enum hyphens hyphens) {
  return take_word(&text, word, hyphens) && is_empty(text, hyphens);
}

// The part of *text before the first separator; *text becomes what follows it. False, and the part
// is all of *text, where there is no separator.
static bool take_part(struct grit_text* text, char separator, struct grit_text* part) {
  *part = *text;
  for (const char* at = text->at; at != text->end; ++at) {
    if (*at == separator) {
      part->end = at;
      text->at = at + 1;
      return true;
    }
  }
  text->at = text->end;
  return false;
}

static bool in_alphabet(const char* text, size_t length) {
  for (size_t i = 0; i < length; ++i) {
    const char c = text[i];
    if (!(c >= ' ' && c <= '~') && !(c >= '\t' && c <= '\r')) {
      return false;
    }
  }
  return true;
}

// A decimal number of at most 64 bits, digits only.
static bool read_number(struct grit_text text, enum hyphens hyphens, uint64_t* number) {
  int c = next_of(&text, hyphens);
  if (c < 0) {
    return false;
  }
  uint64_t value = 0;
  for (; c >= 0; c = next_of(&text, hyphens)) {
    if (c < '0' || c > '9') {
      return false;
    }
    const unsigned digit = (unsigned)(c - '0');
    if (value > (UINT64_MAX - digit) / 10) {
      return false;
    }
    value = value * 10 + digit;
  }
  *number = value;
  return true;
}

static bool read_name(struct grit_text text, const struct grit_name* names, enum hyphens hyphens,
                      uint16_t* value) {
  for (; names->spelling != NULL; ++names) {
    if (is_word(text, names->spelling, hyphens)) {
      *value = names->value;
      return true;
    }
  }
  return false;
}

static bool read_format(struct grit_text text, uint16_t* word) {
  return read_name(text, grit_format_names, kKeepHyphens, word);
}

// N or M of sp: at most 32, with an optional plus sign.
static bool read_sparse_count(struct grit_text text, unsigned* count) {
  uint64_t number = 0;
  (void)take_word(&text, "+", kKeepHyphens);
  if (!read_number(text, kKeepHyphens, &number) || number > 32) {
    return false;
  }
  *count = (unsigned)number;
  return true;
}

// N:M:format:order
static bool read_sparse(struct grit_text text, struct grit_grade* grade) {
  struct grit_text n;
  struct grit_text m;
  struct grit_text format;
  uint16_t order = 0;
  if (!take_part(&text, ':', &n) || !take_part(&text, ':', &m) || !take_part(&text, ':', &format) ||
      !read_sparse_count(n, &grade->sparse_n) || !read_sparse_count(m, &grade->sparse_m) ||
      !read_format(format, &grade->sparse_format) ||
      !read_name(text, grit_sparse_order_names, kDropHyphens, &order)) {
    return false;
  }
  grade->sparse_order = (enum grit_sparse_order)order;
  return grade->sparse_n >= 1 && grade->sparse_n < grade->sparse_m;
}

static bool read_scale_rule(struct grit_text text, struct grit_grade* grade) {
  uint16_t value = 0;
  if (take_word(&text, "custom:", kDropHyphens)) {
    grade->scale_rule = GRIT_CUSTOM_RULE;
    grade->custom_name = text.at;
    grade->custom_length = (size_t)(text.end - text.at);
    return true;
  }
  if (!read_name(text, grit_scale_rule_names, kDropHyphens, &value)) {
    return false;
  }
  grade->scale_rule = (enum grit_scale_rule)value;
  return true;
}

static bool read_order(struct grit_text text, struct grit_grade* grade) {
  uint16_t value = 0;
  if (take_word(&text, "pairwise", kDropHyphens)) {
    while (take_word(&text, "_", kDropHyphens)) {
    }
    grade->accumulate_order = GRIT_ORDER_PAIRWISE;
    return read_number(text, kDropHyphens, &grade->pairwise_n) && grade->pairwise_n >= 1;
  }
  if (!read_name(text, grit_order_names, kDropHyphens, &value)) {
    return false;
  }
  grade->accumulate_order = (enum grit_order)value;
  return true;
}

static bool read_value(enum grit_key key, struct grit_text text, struct grit_grade* grade) {
  uint16_t value = 0;
  switch (key) {
    case GRIT_KEY_E:
      return read_format(text, &grade->element);
    case GRIT_KEY_K0:
      return read_number(text, kKeepHyphens, &grade->k0);
    case GRIT_KEY_S0:
      return read_format(text, &grade->scale0);
    case GRIT_KEY_K1:
      return read_number(text, kKeepHyphens, &grade->k1);
    case GRIT_KEY_S1:
      return read_format(text, &grade->scale1);
    case GRIT_KEY_ZP:
      return read_format(text, &grade->zero_point);
    case GRIT_KEY_ZPC:
      if (!read_name(text, grit_zero_code_names, kDropHyphens, &value)) {
        return false;
      }
      grade->zero_code = (enum grit_zero_code)value;
      return true;
    case GRIT_KEY_ZPS:
      if (!read_name(text, grit_zero_scale_names, kDropHyphens, &value)) {
        return false;
      }
      grade->zero_scale = (enum grit_zero_scale)value;
      return true;
    case GRIT_KEY_SP:
      return read_sparse(text, grade);
    case GRIT_KEY_CT:
      if (!read_name(text, grit_container_names, kDropHyphens, &value)) {
        return false;
      }
      grade->container = (enum grit_container)value;
      return true;
    case GRIT_KEY_PO:
      if (!read_name(text, grit_bit_order_names, kDropHyphens, &value)) {
        return false;
      }
      grade->bit_order = (enum grit_bit_order)value;
      return true;
    case GRIT_KEY_ER:
      if (!read_name(text, grit_rounding_names, kDropHyphens, &value)) {
        return false;
      }
      grade->encode_rounding = (enum grit_rounding)value;
      return true;
    case GRIT_KEY_ES:
      if (!read_name(text, grit_saturation_names, kDropHyphens, &value)) {
        return false;
      }
      grade->encode_saturation = (enum grit_saturation)value;
      return true;
    case GRIT_KEY_ESR:
      return read_scale_rule(text, grade);
    case GRIT_KEY_ESN:
      if (!read_name(text, grit_encode_subnormals_names, kDropHyphens, &value)) {
        return false;
      }
      grade->encode_subnormals = (enum grit_encode_subnormals)value;
      return true;
    case GRIT_KEY_DR:
      if (!read_name(text, grit_rounding_names, kDropHyphens, &value)) {
        return false;
      }
      grade->decode_rounding = (enum grit_rounding)value;
      return true;
    case GRIT_KEY_DS:
      if (!read_name(text, grit_saturation_names, kDropHyphens, &value)) {
        return false;
      }
      grade->decode_saturation = (enum grit_saturation)value;
      return true;
    case GRIT_KEY_DT:
      return read_format(text, &grade->decode_type);
    case GRIT_KEY_AO:
      return read_order(text, grade);
    case GRIT_KEY_AP:
      return read_format(text, &grade->accumulate_product);
    case GRIT_KEY_AB:
      return read_format(text, &grade->accumulate_block);
    case GRIT_KEY_AI:
      return read_format(text, &grade->accumulate_inter);
    case GRIT_KEY_AN:
      if (!read_name(text, grit_accumulate_subnormals_names, kDropHyphens, &value)) {
        return false;
      }
      grade->accumulate_subnormals = (enum grit_accumulate_subnormals)value;
      return true;
    case GRIT_KEY_COUNT:
      break;
  }
  return false;
}

static bool read_key(struct grit_text text, enum grit_key* key) {
  for (unsigned i = 0; i < GRIT_KEY_COUNT; ++i) {
    if (is_word(text, grit_key_names[i], kKeepHyphens)) {
      *key = (enum grit_key)i;
      return true;
    }
  }
  return false;
}

// Which keys a set of seen ones lacks or has too much.
static bool keys_agree(uint32_t seen, const struct grit_grade* grade) {
  const uint32_t required =
      1u << GRIT_KEY_E | 1u << GRIT_KEY_K0 | 1u << GRIT_KEY_S0 | 1u << GRIT_KEY_ESR;
  const bool has_k1 = (seen >> GRIT_KEY_K1 & 1) != 0;
  const bool has_s1 = (seen >> GRIT_KEY_S1 & 1) != 0;
  const bool has_zp = (seen >> GRIT_KEY_ZP & 1) != 0;
  const bool has_zp_detail = (seen & (1u << GRIT_KEY_ZPC | 1u << GRIT_KEY_ZPS)) != 0;
  return (seen & required) == required && has_k1 == has_s1 && (has_zp || !has_zp_detail) &&
         (has_s1 || grade->zero_scale != GRIT_ZERO_L1);
}

bool grit_grade_parse(const char* text, size_t length, struct grit_grade* grade) {
  if (!in_alphabet(text, length)) {
    return false;
  }
  struct grit_text rest = {text, text + length};
  if (!take_word(&rest, "grit1(", kKeepHyphens)) {
    return false;
  }
  // The last byte that is not dropped must close the bracket; a custom name may hold others.
  const char* close = NULL;
  for (const char* at = rest.at; at != rest.end; ++at) {
    struct grit_text one = {at, at + 1};
    if (grit_text_next(&one) >= 0) {
      close = at;
    }
  }
  if (close == NULL || *close != ')') {
    return false;
  }
  rest.end = close;

  *grade = (struct grit_grade){.decode_type = GRIT_FORMAT_BINARY32,
                               .accumulate_product = GRIT_FORMAT_BINARY32,
                               .accumulate_block = GRIT_FORMAT_BINARY32,
                               .accumulate_inter = GRIT_FORMAT_BINARY32};
  uint32_t seen = 0;
  bool more = true;
  while (more) {
    struct grit_text value;
    struct grit_text name;
    enum grit_key key = GRIT_KEY_COUNT;
    more = take_part(&rest, ',', &value);
    if (!take_part(&value, '=', &name) || !read_key(name, &key) || (seen >> key & 1) != 0 ||
        !read_value(key, value, grade)) {
      return false;
    }
    seen |= 1u << key;
  }
  return keys_agree(seen, grade);
}
