// What EVA, the abstract interpreter of Frama-C, is asked about check: the arguments of its calls
// are unknown, within what check.h lets a caller pass, and every memory that a call may read ends
// where the caller's ends, so that a read beyond it is seen. run.py has one run for each function
// prove_*. docs/TOTALITY.md says what follows.
//
// Where a pointer must end with a length, the length is one number a call: intervals alone cannot
// tie the two together. Everything else is unknown at once.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "__fc_builtin.h"
#include "check_steps.h"
#include "grit_c/check.h"
#include "grit_c/sizes.h"

#ifndef GRIT_PROOF_RANKS
#define GRIT_PROOF_RANKS 255
#endif
#ifndef GRIT_PROOF_BYTES
#define GRIT_PROOF_BYTES 128
#endif

// The numbers that a length takes, one a call: all of them with GRIT_PROOF_ALL, else 0 to 4, the
// powers of 2 after that, and the last.
#ifdef GRIT_PROOF_ALL
#define NEXT(n, last) ((n) + 1)
#else
#define NEXT(n, last) ((n) < 4 || (n) >= (last) ? (n) + 1 : 2 * (n) > (last) ? (last) : 2 * (n))
#endif

// The contract: check is total and its answers are the closed set of spec §5.
/*@ ensures status_in_range: 0 <= \result.status <= 4;
    ensures plane_in_range: 0 <= \result.plane <= 3 || \result.plane == 255; */
struct grit_check_result grit_check(struct grit_bytes descriptor, struct grit_shape shape,
                                    const int64_t plane_bytes[GRIT_PLANE_COUNT], unsigned level,
                                    const uint8_t* const* planes, const uint8_t* digest);

/*@ ensures status_in_range: 0 <= \result.status <= 4;
    ensures plane_in_range: 0 <= \result.plane <= 3 || \result.plane == 255; */
struct grit_check_result grit_check_grades(struct grit_bytes descriptor, struct grit_shape shape,
                                           const int64_t plane_bytes[GRIT_PLANE_COUNT],
                                           unsigned level, const uint8_t* const* planes,
                                           const uint8_t* digest,
                                           const struct grit_grade_string* grades, size_t count);

#ifdef GRIT_PROOF_OWN_GRADES
// With grades of the caller's own the frame may be any: the reading of their strings is not looked
// at (-eva-use-spec), but taken to demand whatever can be written into a descriptor.
/*@ assigns *demanded, \result \from string;
    ensures boolean: \result == 0 || \result == 1;
    ensures filled: \initialized(demanded); */
bool grit_grade_demands(struct grit_grade_string string, struct grit_descriptor* demanded);
#endif

static uint8_t descriptor[64];
static int64_t extents[GRIT_PROOF_RANKS];
static int64_t lengths[GRIT_PLANE_COUNT];
static uint8_t contents[GRIT_PLANE_COUNT][GRIT_PROOF_BYTES];
static uint8_t digest[16];

static void make_unknown(void) {
  Frama_C_make_unknown((char*)descriptor, sizeof descriptor);
  Frama_C_make_unknown((char*)extents, sizeof extents);
  Frama_C_make_unknown((char*)lengths, sizeof lengths);
  Frama_C_make_unknown((char*)contents, sizeof contents);
  Frama_C_make_unknown((char*)digest, sizeof digest);
}

// The marks say that the analysis got here, and with which answers: one that it proves, or that it
// calls dead, is an answer that it believes impossible. run.py knows which must stay possible.
static void check(struct grit_bytes bytes, struct grit_shape shape, const uint8_t* const* planes,
                  const uint8_t* expected) {
  const unsigned level = Frama_C_unsigned_int_interval(0, UINT32_MAX);
#ifdef GRIT_PROOF_OWN_GRADES
  static const struct grit_grade_string grades[2];
  const struct grit_check_result result =
      grit_check_grades(bytes, shape, lengths, level, planes, expected, grades, 2);
#else
  const struct grit_check_result result =
      grit_check(bytes, shape, lengths, level, planes, expected);
#endif
  //@ check mark_0: result.status != 0;
  //@ check mark_1: result.status != 1;
  //@ check mark_2: result.status != 2;
  //@ check mark_3: result.status != 3;
  //@ check mark_4: result.status != 4;
}

static struct grit_shape any_shape(void) {
  return (struct grit_shape){extents, Frama_C_size_t_interval(0, GRIT_PROOF_RANKS)};
}

// A descriptor of another size is not read at all.
void prove_other_sizes(void) {
  make_unknown();
  check((struct grit_bytes){NULL, Frama_C_size_t_interval(0, 63)}, any_shape(), NULL, digest);
  check((struct grit_bytes){NULL, Frama_C_size_t_interval(65, SIZE_MAX)}, any_shape(), NULL,
        digest);
}

// Lengths only: any descriptor, any extents, any lengths.
void prove_lengths(void) {
  //@ loop unroll 260;
  for (size_t rank = 0; rank <= GRIT_PROOF_RANKS; rank = NEXT(rank, GRIT_PROOF_RANKS)) {
    make_unknown();
    const struct grit_shape shape = {extents + (GRIT_PROOF_RANKS - rank), rank};
    check((struct grit_bytes){descriptor, sizeof descriptor}, shape, NULL,
          Frama_C_nondet(0, 1) ? digest : NULL);
  }
}

// The size equations by themselves, also for fields that no grade has.
void prove_sizes(void) {
  //@ loop unroll 260;
  for (size_t rank = 0; rank <= GRIT_PROOF_RANKS; rank = NEXT(rank, GRIT_PROOF_RANKS)) {
    make_unknown();
    struct grit_descriptor any;
    Frama_C_make_unknown((char*)&any, sizeof any);
    const struct grit_shape shape = {extents + (GRIT_PROOF_RANKS - rank), rank};
    struct grit_sizes sizes;
    const unsigned answer = grit_sizes_of(&any, shape, &sizes) ? 1 : 0;
    //@ check mark_0: answer != 0;
    //@ check mark_1: answer != 1;
  }
}

// With planes: `plane` ends with its length, the others are as long as can be. The first read
// beyond a plane is one beyond some plane, so all of them together show that there is none.
static void check_plane(unsigned plane, const uint8_t* expected) {
  //@ loop unroll 132;
  for (int64_t n = -1; n <= GRIT_PROOF_BYTES; n = NEXT(n, GRIT_PROOF_BYTES)) {
    make_unknown();
    const uint8_t* planes[GRIT_PLANE_COUNT];
    for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
      lengths[i] = Frama_C_long_long_interval(INT64_MIN, GRIT_PROOF_BYTES);
      planes[i] = contents[i];
    }
    lengths[plane] = n < 0 ? Frama_C_long_long_interval(INT64_MIN, -1) : n;
    planes[plane] = n <= 0 ? NULL : contents[plane] + (GRIT_PROOF_BYTES - n);
    check((struct grit_bytes){descriptor, sizeof descriptor}, any_shape(), planes, expected);
  }
}

void prove_data(void) { check_plane(GRIT_PLANE_DATA, Frama_C_nondet(0, 1) ? digest : NULL); }
void prove_scale0(void) { check_plane(GRIT_PLANE_SCALE0, Frama_C_nondet(0, 1) ? digest : NULL); }
void prove_scale1(void) { check_plane(GRIT_PLANE_SCALE1, Frama_C_nondet(0, 1) ? digest : NULL); }
void prove_aux(void) { check_plane(GRIT_PLANE_AUX, Frama_C_nondet(0, 1) ? digest : NULL); }

// The survivor indices again, where nothing is hashed and so nothing may wrap.
void prove_survivors(void) { check_plane(GRIT_PLANE_AUX, NULL); }
