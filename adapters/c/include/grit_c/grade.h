// Grades: the numeric contract of an array as one canonical string (spec §3).
//
// Reading accepts every spelling and allocates nothing. Writing follows snprintf: each writer
// returns the length of the whole text, without a terminator, and stores as much of it as fits.
#ifndef GRIT_C_GRADE_H_
#define GRIT_C_GRADE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// No canonical text or projection is longer than this plus the length of its custom name.
#define GRIT_GRADE_TEXT_MAX 512

// In every enumeration the spec's default is 0, except for the scale rule, which has none.
enum grit_rounding { GRIT_RNE, GRIT_RNA, GRIT_RTZ, GRIT_RTP, GRIT_RTN };
enum grit_saturation { GRIT_SATFINITE, GRIT_SATMAX, GRIT_OVFINF };
enum grit_scale_rule {
  GRIT_EXP2_FLOOR_MAXABS,
  GRIT_EXP2_CEIL_MAXABS,
  GRIT_EXP2_RNE_MAXABS,
  GRIT_RATIO_MAXABS,
  GRIT_AFFINE_MINMAX,
  GRIT_CUSTOM_RULE
};
enum grit_encode_subnormals { GRIT_ENCODE_PRESERVE, GRIT_ENCODE_FTZ, GRIT_ENCODE_ANY };
enum grit_accumulate_subnormals {
  GRIT_ACCUMULATE_ANY,
  GRIT_ACCUMULATE_PRESERVE,
  GRIT_ACCUMULATE_FTZ
};
enum grit_order { GRIT_ORDER_UNSPEC, GRIT_ORDER_SEQ, GRIT_ORDER_TREE, GRIT_ORDER_PAIRWISE };
enum grit_zero_code { GRIT_ZERO_AS_IS, GRIT_ZERO_MINUS1 };
enum grit_zero_scale { GRIT_ZERO_SHARED, GRIT_ZERO_L1 };
enum grit_sparse_order { GRIT_SPARSE_UNORDERED, GRIT_SPARSE_ASC_LSB };
enum grit_container { GRIT_DENSE, GRIT_PAD8 };
enum grit_bit_order { GRIT_LSB_FIRST, GRIT_MSB_FIRST };

// A parsed grade. The comment names the key of each member. Format members hold format words; an
// optional format that the grade lacks is GRIT_FORMAT_ABSENT.
struct grit_grade {
  uint16_t element;                               // e
  uint64_t k0;                                    // k0
  uint16_t scale0;                                // s0
  uint64_t k1;                                    // k1, meaningful with scale1
  uint16_t scale1;                                // s1
  uint16_t zero_point;                            // zp
  enum grit_zero_code zero_code;                  // zpc
  enum grit_zero_scale zero_scale;                // zps
  unsigned sparse_n;                              // sp, N; 0 where the grade is dense
  unsigned sparse_m;                              // sp, M
  uint16_t sparse_format;                         // sp, metadata format
  enum grit_sparse_order sparse_order;            // sp, order
  enum grit_container container;                  // ct
  enum grit_bit_order bit_order;                  // po
  enum grit_rounding encode_rounding;             // er
  enum grit_saturation encode_saturation;         // es
  enum grit_scale_rule scale_rule;                // esr
  const char* custom_name;                        // esr=custom:, as spelled in the text read
  size_t custom_length;                           // bytes of custom_name
  enum grit_encode_subnormals encode_subnormals;  // esn
  enum grit_rounding decode_rounding;             // dr
  enum grit_saturation decode_saturation;         // ds
  uint16_t decode_type;                           // dt
  enum grit_order accumulate_order;               // ao
  uint64_t pairwise_n;                            // ao=pairwiseN
  uint16_t accumulate_product;                    // ap
  uint16_t accumulate_block;                      // ab
  uint16_t accumulate_inter;                      // ai
  enum grit_accumulate_subnormals accumulate_subnormals;  // an
};

// A grade as a text without a terminator. `text` may be null where `length` is 0.
struct grit_grade_string {
  const char* text;
  size_t length;
};

// Reads any spelling of a grade; the text may hold any bytes, zeros included. False where the
// specification refuses it; *grade is then unspecified. *grade borrows custom_name from `text`.
bool grit_grade_parse(const char* text, size_t length, struct grit_grade* grade);

// The canonical string, and the decode projection. At most `capacity` bytes are stored; the result
// is the full length. `buffer` may be null where `capacity` is 0.
size_t grit_grade_canonical(const struct grit_grade* grade, char* buffer, size_t capacity);
size_t grit_grade_projection(const struct grit_grade* grade, char* buffer, size_t capacity);

// FNV-1a-64 of the canonical string; needs no buffer.
uint64_t grit_grade_id(const struct grit_grade* grade);

// Whether `string` is byte for byte the canonical string of *grade; needs no buffer.
bool grit_grade_is_canonical(const struct grit_grade* grade, struct grit_grade_string string);

#ifdef __cplusplus
}
#endif

#endif  // GRIT_C_GRADE_H_
