#include "grit_c/explain.h"

#include <stdbool.h>
#include <string.h>

#include "grit_c/format.h"
#include "grit_c/placement.h"

enum rendering { kHexBytes, kUnsigned, kSigned, kHex, kFlags, kFormat, kPlacement };

static const struct field {
  const char* name;
  uint8_t offset;
  uint8_t size;
  enum rendering rendering;
} kFields[GRIT_FIELD_COUNT] = {
    {"magic", 0, 4, kHexBytes},
    {"hdr_bytes", 4, 1, kUnsigned},
    {"version", 5, 1, kUnsigned},
    {"n_levels", 6, 1, kUnsigned},
    {"flags", 7, 1, kFlags},
    {"elem", 8, 2, kFormat},
    {"scale0", 10, 2, kFormat},
    {"scale1", 12, 2, kFormat},
    {"zp_fmt", 14, 2, kFormat},
    {"group_axis", 16, 2, kSigned},
    {"k0", 18, 2, kUnsigned},
    {"k1", 20, 2, kUnsigned},
    {"sp_n", 22, 1, kUnsigned},
    {"sp_m", 23, 1, kUnsigned},
    {"sp_meta_fmt", 24, 1, kUnsigned},
    {"sp_order", 25, 1, kUnsigned},
    {"container", 26, 1, kUnsigned},
    {"frame_rsvd", 27, 1, kUnsigned},
    {"note", 28, 4, kHex},
    {"placement_data", 32, 8, kPlacement},
    {"placement_scale", 40, 8, kPlacement},
    {"placement_meta", 48, 8, kPlacement},
    {"grade_id", 56, 8, kHex},
};

// Text that is always terminated and never overruns.
struct text {
  char* buffer;
  size_t length;
};

static void put(struct text* out, const char* part) {
  for (; *part != '\0' && out->length + 1 < GRIT_RENDERED_MAX; ++part) {
    out->buffer[out->length++] = *part;
  }
  out->buffer[out->length] = '\0';
}

static void put_digits(struct text* out, uint64_t value, unsigned base, unsigned least) {
  char digits[21];
  unsigned at = sizeof digits - 1;
  digits[at] = '\0';
  while (value != 0 || sizeof digits - 1 - at < least) {
    digits[--at] = "0123456789abcdef"[value % base];
    value /= base;
  }
  put(out, digits + at);
}

static void put_hex(struct text* out, uint64_t value, unsigned bytes) {
  put(out, "0x");
  put_digits(out, value, 16, 2 * bytes);
}

static void put_flags(struct text* out, uint64_t value) {
  static const struct {
    unsigned flag;
    const char* name;
  } names[] = {{GRIT_FLAG_HAS_ZP, "HAS_ZP"},           {GRIT_FLAG_ZP_MINUS1, "ZP_MINUS1"},
               {GRIT_FLAG_SPARSE, "SPARSE"},           {GRIT_FLAG_MSB_FIRST, "MSB_FIRST"},
               {GRIT_FLAG_INTERLEAVED, "INTERLEAVED"}, {GRIT_FLAG_ZP_L1SCALED, "ZP_L1SCALED"}};
  const char* separator = "";
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if ((value & names[i].flag) != 0) {
      put(out, separator);
      put(out, names[i].name);
      separator = "|";
    }
  }
  if ((value & GRIT_FLAG_RESERVED) != 0) {
    put(out, separator);
    put_hex(out, value & GRIT_FLAG_RESERVED, 1);
  } else if (value == 0) {
    put(out, "none");
  }
}

static void put_name_or_hex(struct text* out, const char* name, uint64_t value, unsigned bytes) {
  if (name != NULL) {
    put(out, name);
  } else {
    put_hex(out, value, bytes);
  }
}

static void render(const struct field* field, const uint8_t* bytes, char* buffer) {
  struct text out = {buffer, 0};
  uint64_t value = 0;
  for (unsigned i = 0; i < field->size; ++i) {
    value |= (uint64_t)bytes[field->offset + i] << (8 * i);
  }
  buffer[0] = '\0';
  switch (field->rendering) {
    case kHexBytes:
      for (unsigned i = 0; i < field->size; ++i) {
        put_digits(&out, bytes[field->offset + i], 16, 2);
      }
      break;
    case kUnsigned:
      put_digits(&out, value, 10, 1);
      break;
    case kSigned:
      put(&out, value >= 0x8000 ? "-" : "");
      put_digits(&out, value >= 0x8000 ? 0x10000 - value : value, 10, 1);
      break;
    case kHex:
      put_hex(&out, value, field->size);
      break;
    case kFlags:
      put_flags(&out, value);
      break;
    case kFormat:
      put_name_or_hex(&out,
                      value == GRIT_FORMAT_ABSENT ? "absent" : grit_format_token((uint16_t)value),
                      value, field->size);
      break;
    case kPlacement:
      put_name_or_hex(&out, grit_placement_name(value), value, field->size);
      break;
  }
}

size_t grit_explain(const uint8_t a[GRIT_DESCRIPTOR_BYTES], const uint8_t b[GRIT_DESCRIPTOR_BYTES],
                    struct grit_difference differences[GRIT_FIELD_COUNT]) {
  size_t count = 0;
  for (size_t i = 0; i < GRIT_FIELD_COUNT; ++i) {
    const struct field* field = &kFields[i];
    if (memcmp(a + field->offset, b + field->offset, field->size) != 0) {
      struct grit_difference* difference = &differences[count++];
      difference->field = field->name;
      render(field, a, difference->a);
      render(field, b, difference->b);
    }
  }
  return count;
}
