// The laws of spec §11.8 over random arrays of many grades, shapes and stored forms: what slice,
// transpose, requantize and relayout answer with is compared with decode_view of what they were
// given.
#include <stdlib.h>
#include <string.h>

#include "view_fixture.h"

static const char* const kGrades[] = {
    "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)",
    "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)",
    "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,esr=ratiomaxabs)",
    "grit1(e=s8,k0=32,s0=binary16,esr=ratiomaxabs)",
    "grit1(e=u6,k0=2,s0=u6,k1=3,s1=u6,zp=u2,zpc=minus1,zps=l1,esr=affineminmax)",
    "grit1(e=u6,k0=3,s0=binary16,zp=e4m3,po=msb,esr=affineminmax)",
    "grit1(e=u2,k0=1,s0=u4,k1=2,s1=e4m3,ct=pad8,po=msb,esr=ratiomaxabs)",
    "grit1(e=binary16,k0=2,s0=e8m0,k1=0,s1=u2,zp=u8,zps=l1,po=msb,esr=affineminmax)",
    "grit1(e=s4,k0=3,s0=u6,sp=2:4:u2:asclsb,esr=ratiomaxabs)",
    "grit1(e=u6,k0=2,s0=binary32,sp=1:3:u4:unord,po=msb,esr=ratiomaxabs)",
};

enum { kGradeCount = sizeof kGrades / sizeof kGrades[0] };

// Metadata that names different positions in order, so that slice and transpose answer.
static void make_metadata_whole(struct fixture* f, uint64_t* state) {
  const struct grit_descriptor* d = &f->descriptor;
  if ((d->flags & GRIT_FLAG_SPARSE) == 0) {
    return;
  }
  const unsigned bits = d->sp_meta_fmt == 1 ? 2 : 4;
  memset(f->planes[GRIT_PLANE_AUX], 0, f->sizes[GRIT_PLANE_AUX]);
  const size_t slots = f->sizes[GRIT_PLANE_AUX] * 8 / bits / d->sp_n * d->sp_n;
  for (size_t slot = 0; slot < slots; ++slot) {
    // sp_n is 1 or 2: the first below the middle, the second above it.
    const uint64_t r = next_random(state);
    const uint64_t position = d->sp_n == 1 ? r % d->sp_m : slot % d->sp_n == 0 ? r % 2 : 2 + r % 2;
    f->planes[GRIT_PLANE_AUX][slot * bits / 8] |= (uint8_t)(position << slot * bits % 8);
  }
}

// A random number below `bound`, as wide as an index of this machine.
static size_t index_below(uint64_t* state, size_t bound) {
  return (size_t)(next_random(state) % bound);
}

// A random array in plane order whose lines hold whole groups and cells.
static struct fixture random_array(uint64_t* state) {
  const char* grade = kGrades[index_below(state, kGradeCount)];
  for (;;) {
    const size_t rank = 1 + index_below(state, 3);
    const size_t axis = index_below(state, rank);
    int64_t extents[3];
    for (size_t i = 0; i < rank; ++i) {
      extents[i] = (int64_t)(next_random(state) % 4 + (next_random(state) % 8 != 0));
    }
    extents[axis] =
        (int64_t)(next_random(state) % 4) * (grade[9] == '2' || grade[8] == 's' ? 32 : 12);
    extents[axis] *= next_random(state) % 4 == 0 ? 8 : 1;
    struct fixture f = fixture_of(grade, (struct grit_shape){extents, rank}, (int16_t)axis);
    struct grit_sizes sizes;
    if (grit_sizes_of(&f.descriptor, (struct grit_shape){extents, rank}, &sizes)) {
      fixture_randomise(&f, state);
      make_metadata_whole(&f, state);
      return f;
    }
    fixture_free(&f);
  }
}

// Lays the array out in another form where it has one.
static struct fixture random_form(struct test* test, struct fixture* f, uint64_t* state) {
  static const struct {
    enum grit_role role;
    uint64_t placement;
  } forms[] = {{GRIT_ROLE_DATA, GRIT_PLACEMENT_COL_MAJOR},
               {GRIT_ROLE_DATA, GRIT_PLACEMENT_BLOCK_AOS},
               {GRIT_ROLE_DATA, GRIT_PLACEMENT_PACK_K4_12B},
               {GRIT_ROLE_SCALE, GRIT_PLACEMENT_SWIZZLE_128X4B},
               {GRIT_ROLE_DATA, GRIT_PLACEMENT_LINEAR_META}};
  const size_t start = index_below(state, 5);
  for (size_t i = 0;; ++i) {
    const size_t form = (start + i) % 5;
    struct result result = relayout_of(test, f, forms[form].role, forms[form].placement);
    if (result.refusal == GRIT_ACCEPTED) {
      return result.array;
    }
  }
}

static size_t logical_index(const struct fixture* f, const size_t* at) {
  size_t index = 0;
  for (size_t i = 0; i < f->rank; ++i) {
    index = index * (size_t)f->extents[i] + at[i];
  }
  return index;
}

// The values of `part` are those of `whole` at axis axes[j] of the whole for axis j of the part,
// moved on by `begin` along `cut_axis`.
static void expect_part(struct test* test, struct fixture* whole, struct fixture* part,
                        const size_t* axes, size_t cut_axis, size_t begin) {
  uint64_t whole_count = 0;
  uint64_t count = 0;
  uint32_t* expected = values_of(test, whole, &whole_count);
  uint32_t* actual = values_of(test, part, &count);
  size_t at[FIXTURE_RANK] = {0};
  bool equal = true;
  for (uint64_t i = 0; i < count; ++i) {
    size_t source[FIXTURE_RANK] = {0};
    size_t rest = (size_t)i;
    for (size_t j = part->rank; j-- > 0;) {
      at[j] = rest % (size_t)part->extents[j];
      rest /= (size_t)part->extents[j];
      source[axes[j]] = at[j] + (axes[j] == cut_axis ? begin : 0);
    }
    equal = equal && actual[i] == expected[logical_index(whole, source)];
  }
  EXPECT(test, equal);
  free(expected);
  free(actual);
}

static void random_axes(size_t rank, size_t* axes, uint64_t* state) {
  for (size_t i = 0; i < rank; ++i) {
    const size_t other = index_below(state, i + 1);
    axes[i] = axes[other];
    axes[other] = i;
  }
}

// L7, first half: in every form the same values.
static void placement_invariance(struct test* test, struct fixture* f, struct fixture* laid_out) {
  static const size_t same[] = {0, 1, 2};
  EXPECT(test, f->rank == laid_out->rank);
  expect_part(test, f, laid_out, same, 0, 0);
}

// L3, and L7: slice commutes with relayout. Returns whether it was answered.
static bool slice_honesty(struct test* test, struct fixture* f, struct fixture* laid_out,
                          uint64_t* state) {
  static const size_t same[] = {0, 1, 2};
  const size_t axis = index_below(state, f->rank);
  const uint64_t steps = axis == (size_t)f->descriptor.group_axis ? f->descriptor.k0 : 1;
  const uint64_t most = (uint64_t)f->extents[axis] / steps + 1;
  const uint64_t a = next_random(state) % most * steps;
  const uint64_t b = next_random(state) % most * steps;
  const int64_t begin = (int64_t)(a < b ? a : b);
  const int64_t end = (int64_t)(a < b ? b : a);
  struct result plain = slice_of(test, f, axis, begin, end);
  struct result other = slice_of(test, laid_out, axis, begin, end);
  EXPECT_EQ(test, plain.refusal, other.refusal);
  if (plain.refusal != GRIT_ACCEPTED) {
    EXPECT_EQ(test, plain.refusal, GRIT_REFUSAL_SLICE_SPLITS_GROUP);
    return false;
  }
  expect_part(test, f, &plain.array, same, axis, (size_t)begin);
  expect_part(test, f, &other.array, same, axis, (size_t)begin);
  fixture_free(&plain.array);
  fixture_free(&other.array);
  return true;
}

// L4, and L7: transpose commutes with relayout. Returns whether it was answered.
static bool transposes_keep_to_the_lines(struct test* test, struct fixture* f,
                                         struct fixture* laid_out, uint64_t* state) {
  size_t axes[FIXTURE_RANK] = {0};
  random_axes(f->rank, axes, state);
  int16_t group_axis = 0;
  while (axes[group_axis] != (size_t)f->descriptor.group_axis) {
    ++group_axis;
  }
  struct result plain = transpose_of(test, f, axes, group_axis);
  struct result other = transpose_of(test, laid_out, axes, group_axis);
  EXPECT_EQ(test, plain.refusal, other.refusal);
  if (plain.refusal != GRIT_ACCEPTED) {
    EXPECT_EQ(test, plain.refusal, GRIT_REFUSAL_SLICE_SPLITS_GROUP);
    return false;
  }
  expect_part(test, f, &plain.array, axes, FIXTURE_RANK, 0);
  expect_part(test, f, &other.array, axes, FIXTURE_RANK, 0);
  fixture_free(&plain.array);
  fixture_free(&other.array);
  return true;
}

// §12.8.1: along the same axis in the same order, decode_view and grit_encode as they stand.
static void requantizes_as_encode(struct test* test, struct fixture* f) {
  static const size_t same[] = {0, 1, 2};
  struct result result = requantize_of(test, f, same, f->descriptor.group_axis);
  if (result.refusal != GRIT_ACCEPTED || f->rank != 1) {
    if (result.refusal == GRIT_ACCEPTED) {
      fixture_free(&result.array);
    }
    return;
  }
  for (unsigned i = 0; i < GRIT_GRADE_COUNT; ++i) {
    if (strcmp(grit_registry[i].canonical, f->grade) == 0) {
      uint64_t count = 0;
      uint32_t* bits = values_of(test, f, &count);
      struct fixture expected =
          fixture_of(f->grade, (struct grit_shape){f->extents, f->rank}, f->descriptor.group_axis);
      struct grit_buffer planes[GRIT_PLANE_COUNT];
      for (unsigned plane = 0; plane < GRIT_PLANE_COUNT; ++plane) {
        planes[plane] = (struct grit_buffer){expected.planes[plane], expected.sizes[plane]};
      }
      EXPECT(test, grit_encode((enum grit_registered_grade)i, bits, (int64_t)count, planes));
      EXPECT_SAME_PLANES(test, &result.array, &expected);
      fixture_free(&expected);
      free(bits);
    }
  }
  fixture_free(&result.array);
}

// Registered grades decode as the codec of the core tier does, in one dimension (§11.3.8).
static void decodes_as_the_codec(struct test* test, struct fixture* f) {
  for (unsigned i = 0; i < GRIT_GRADE_COUNT && f->rank == 1; ++i) {
    if (strcmp(grit_registry[i].canonical, f->grade) == 0) {
      uint64_t count = 0;
      uint32_t* bits = values_of(test, f, &count);
      uint32_t* expected = malloc((size_t)count * sizeof *expected + 1);
      struct grit_bytes planes[GRIT_PLANE_COUNT];
      for (unsigned plane = 0; plane < GRIT_PLANE_COUNT; ++plane) {
        planes[plane] = (struct grit_bytes){f->planes[plane], f->sizes[plane]};
      }
      EXPECT(test, grit_decode((enum grit_registered_grade)i, (int64_t)count, planes, expected));
      EXPECT(test, count == 0 || memcmp(bits, expected, (size_t)count * sizeof *bits) == 0);
      free(expected);
      free(bits);
    }
  }
}

void test_laws(struct test* test) {
  enum { kRounds = 2000 };
  uint64_t state = 11;
  unsigned slices = 0;
  unsigned transposes = 0;
  for (unsigned i = 0; i < kRounds; ++i) {
    struct fixture f = random_array(&state);
    struct fixture laid_out = random_form(test, &f, &state);
    placement_invariance(test, &f, &laid_out);
    slices += slice_honesty(test, &f, &laid_out, &state) ? 1 : 0;
    transposes += transposes_keep_to_the_lines(test, &f, &laid_out, &state) ? 1 : 0;
    requantizes_as_encode(test, &f);
    decodes_as_the_codec(test, &f);
    fixture_free(&f);
    fixture_free(&laid_out);
  }
  // The draws are worth something only where enough of them are answered.
  EXPECT(test, slices > kRounds / 3);
  EXPECT(test, transposes > kRounds / 3);
}
