#include "grit_c/check.h"

#include <stdbool.h>
#include <string.h>

#include "check_steps.h"
#include "grit_c/descriptor.h"
#include "grit_c/fingerprint.h"
#include "grit_c/format.h"
#include "grit_c/placement.h"
#include "grit_c/registry.h"
#include "grit_c/sizes.h"

static struct grit_check_result fails(enum grit_status status, enum grit_plane plane) {
  return (struct grit_check_result){status, plane};
}

static bool has_reserved_nan_encoding(uint16_t word) {
  return word != GRIT_FORMAT_ABSENT && (word >> 11 & 3) == 3;
}

bool grit_frame_is_sound(const struct grit_descriptor* d) {
  const unsigned kBiasOverride = 1u << 15;
  const unsigned flags = d->flags;
  const bool has_zp = (flags & GRIT_FLAG_HAS_ZP) != 0;
  const bool zp_l1scaled = (flags & GRIT_FLAG_ZP_L1SCALED) != 0;
  if (memcmp(d->magic, "GRT1", sizeof d->magic) != 0 || d->hdr_bytes != GRIT_DESCRIPTOR_BYTES ||
      d->version != 1 || d->n_levels < 1 || d->n_levels > 2) {
    return false;
  }
  if ((flags & GRIT_FLAG_RESERVED) != 0 || d->frame_rsvd != 0 || d->container > 1) {
    return false;
  }
  if (d->n_levels == 1 && (d->k1 != 0 || d->scale1 != GRIT_FORMAT_ABSENT || zp_l1scaled)) {
    return false;
  }
  if (((flags & GRIT_FLAG_SPARSE) != 0 && has_zp) || (zp_l1scaled && !has_zp)) {
    return false;
  }
  return (d->elem & kBiasOverride) == 0 && !has_reserved_nan_encoding(d->elem) &&
         !has_reserved_nan_encoding(d->scale0) && !has_reserved_nan_encoding(d->scale1) &&
         !has_reserved_nan_encoding(d->zp_fmt);
}

bool grit_frame_is_of_grade(const struct grit_descriptor* d,
                            const struct grit_descriptor* demanded) {
  return d->n_levels == demanded->n_levels && d->flags == demanded->flags &&
         d->elem == demanded->elem && d->scale0 == demanded->scale0 &&
         d->scale1 == demanded->scale1 && d->zp_fmt == demanded->zp_fmt && d->k0 == demanded->k0 &&
         d->k1 == demanded->k1 && d->sp_n == demanded->sp_n && d->sp_m == demanded->sp_m &&
         d->sp_meta_fmt == demanded->sp_meta_fmt && d->sp_order == demanded->sp_order &&
         d->container == demanded->container;
}

bool grit_grade_demands(struct grit_grade_string string, struct grit_descriptor* demanded) {
  struct grit_grade grade;
  return string.length != 0 && grit_grade_parse(string.text, string.length, &grade) &&
         grit_grade_is_canonical(&grade, string) && grit_descriptor_from_grade(&grade, demanded);
}

// Step 2: the grade is a known one, and the frame is what it demands.
static bool grade_is_known(const struct grit_descriptor* d, const struct grit_grade_string* grades,
                           size_t count) {
  for (unsigned i = 0; i < GRIT_GRADE_COUNT; ++i) {
    if (grit_registry[i].descriptor.grade_id == d->grade_id) {
      return grit_frame_is_of_grade(d, &grit_registry[i].descriptor);
    }
  }
  for (size_t i = 0; i < count; ++i) {
    struct grit_descriptor demanded;
    if (grit_grade_demands(grades[i], &demanded) && demanded.grade_id == d->grade_id) {
      return grit_frame_is_of_grade(d, &demanded);
    }
  }
  return false;
}

struct grit_check_result grit_check_placements(const struct grit_descriptor* d) {
  if (!grit_placement_known(d->placement_data) || !grit_placement_known(d->placement_scale) ||
      !grit_placement_known(d->placement_meta)) {
    return fails(GRIT_PLACEMENT_UNKNOWN, GRIT_PLANE_NONE);
  }
  const bool has_aux = (d->flags & (GRIT_FLAG_SPARSE | GRIT_FLAG_HAS_ZP)) != 0;
  const bool has_placement = d->placement_meta != GRIT_PLACEMENT_UNSPECIFIED;
  if (has_aux != has_placement) {
    return fails(GRIT_PLACEMENT_UNKNOWN, GRIT_PLANE_AUX);
  }
  return fails(GRIT_OK, GRIT_PLANE_NONE);
}

// Step 4. On success every length is exact, hence not negative.
static struct grit_check_result check_sizes(const struct grit_descriptor* d,
                                            struct grit_shape shape,
                                            const int64_t plane_bytes[GRIT_PLANE_COUNT],
                                            struct grit_sizes* sizes) {
  if (!grit_sizes_of(d, shape, sizes)) {
    return fails(GRIT_SIZE_MISMATCH, GRIT_PLANE_NONE);
  }
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    if (plane_bytes[i] < 0 || (uint64_t)plane_bytes[i] != sizes->plane[i]) {
      return fails(GRIT_SIZE_MISMATCH, (enum grit_plane)i);
    }
  }
  return fails(GRIT_OK, GRIT_PLANE_NONE);
}

// Whether the indices of every cell ascend strictly and stay below M. Indices are 2 or 4 bits wide,
// the first one in the lowest bits of the first byte. `aux` has exactly the bytes that `stored` of
// them take; walking its bytes rather than the cells, nothing beyond it can be read.
static bool survivors_ascend(const struct grit_descriptor* d, uint64_t stored,
                             struct grit_bytes aux) {
  const unsigned index_bits = d->sp_meta_fmt == 1 ? 2 : 4;
  const unsigned per_byte = 8 / index_bits;
  const unsigned mask = (1u << index_bits) - 1;
  unsigned slot = 0;    // of the cell
  unsigned lowest = 0;  // the smallest index that may follow
  for (size_t i = 0; i < aux.size; ++i) {
    const unsigned byte = aux.data[i];
    for (unsigned at = 0; at < per_byte && stored != 0; ++at, --stored) {
      const unsigned index = byte >> (at * index_bits) & mask;
      if (index < lowest || index >= d->sp_m) {
        return false;
      }
      lowest = index + 1;
      ++slot;
      if (slot >= d->sp_n) {  // the next cell begins
        slot = 0;
        lowest = 0;
      }
    }
  }
  return true;
}

// Step 5.
static struct grit_check_result check_content(const struct grit_descriptor* d,
                                              const struct grit_sizes* sizes,
                                              const uint8_t* const* planes, const uint8_t* digest) {
  struct grit_bytes contents[GRIT_PLANE_COUNT];
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    contents[i] = (struct grit_bytes){planes[i], (size_t)sizes->plane[i]};
  }
  if (digest != NULL) {
    uint8_t actual[GRIT_FINGERPRINT_BYTES];
    grit_digest(contents, actual);
    if (memcmp(actual, digest, sizeof actual) != 0) {
      return fails(GRIT_DIGEST_MISMATCH, GRIT_PLANE_NONE);
    }
  }
  const bool ascending = (d->flags & GRIT_FLAG_SPARSE) != 0 && d->sp_order == 1;
  if (ascending && !survivors_ascend(d, sizes->nnz, contents[GRIT_PLANE_AUX])) {
    return fails(GRIT_DIGEST_MISMATCH, GRIT_PLANE_AUX);
  }
  return fails(GRIT_OK, GRIT_PLANE_NONE);
}

struct grit_check_result grit_check(struct grit_bytes descriptor, struct grit_shape shape,
                                    const int64_t plane_bytes[GRIT_PLANE_COUNT], unsigned level,
                                    const uint8_t* const* planes, const uint8_t* digest) {
  return grit_check_grades(descriptor, shape, plane_bytes, level, planes, digest, NULL, 0);
}

struct grit_check_result grit_check_grades(struct grit_bytes descriptor, struct grit_shape shape,
                                           const int64_t plane_bytes[GRIT_PLANE_COUNT],
                                           unsigned level, const uint8_t* const* planes,
                                           const uint8_t* digest,
                                           const struct grit_grade_string* grades, size_t count) {
  struct grit_check_result result = {GRIT_OK, GRIT_PLANE_NONE};
  if (level == 0) {
    return result;
  }
  struct grit_descriptor d;
  if (descriptor.size != GRIT_DESCRIPTOR_BYTES) {
    return fails(GRIT_GRADE_UNKNOWN, GRIT_PLANE_NONE);
  }
  grit_descriptor_read(descriptor.data, &d);
  if (!grit_frame_is_sound(&d) || !grade_is_known(&d, grades, count)) {
    return fails(GRIT_GRADE_UNKNOWN, GRIT_PLANE_NONE);
  }
  result = grit_check_placements(&d);
  if (result.status != GRIT_OK) {
    return result;
  }
  struct grit_sizes sizes;
  result = check_sizes(&d, shape, plane_bytes, &sizes);
  if (result.status != GRIT_OK || level == 1 || planes == NULL) {
    return result;
  }
  return check_content(&d, &sizes, planes, digest);
}
