// One request to one reply: every operation as a call of the library.
#ifndef GRIT_C_ADAPTER_OPS_H_
#define GRIT_C_ADAPTER_OPS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pieces.h"

enum gcp_op {
  GCP_HELLO = 0,
  GCP_CHECK = 1,
  GCP_GRADE = 2,
  GCP_DESCRIPTOR = 3,
  GCP_SIZES = 4,
  GCP_GID = 5,
  GCP_GID_PARSE = 6,
  GCP_DIGEST = 7,
  GCP_FORMAT_DECODE = 8,
  GCP_FORMAT_ENCODE = 9,
  GCP_EXPONENT = 10,
  GCP_DECODE = 11,
  GCP_ENCODE = 12,
  GCP_EQUIVALENT = 13,
  GCP_EXPLAIN = 14,
  GCP_CHECK_GRADE = 20,
  GCP_DECODE_VIEW = 21,
  GCP_SLICE = 22,
  GCP_TRANSPOSE = 23,
  GCP_REQUANTIZE = 24,
  GCP_RELAYOUT = 25
};

enum gcp_outcome { GCP_ANSWERED = 0, GCP_REFUSED = 1, GCP_UNSUPPORTED = 2, GCP_INTERNAL_ERROR = 3 };

// Words in host order, between the payload and the library. Grows and never shrinks.
struct gcp_scratch {
  uint32_t* words;
  size_t capacity;
};

// Room for `count` words in *scratch. False where there is no memory.
bool gcp_reserve_words(struct gcp_scratch* scratch, uint64_t count);

// A request that was read to its end, but whose pieces contradict the protocol.
enum gcp_outcome gcp_unreadable(struct gcp_reader* request, const char* why);

// Appends the reply's payload to *reply. On any outcome but GCP_ANSWERED the caller drops what was
// appended; on GCP_INTERNAL_ERROR, request->error or reply->error says why, on GCP_REFUSED
// reply->reason may.
enum gcp_outcome gcp_answer(uint8_t op, struct gcp_reader* request, struct gcp_scratch* scratch,
                            struct gcp_writer* reply);

// Appends what goes out: the answer, the name of a refusal, or why there is neither. An answer too
// long for a frame is an internal error. reply->error is set only where there is no memory for an
// error's text.
enum gcp_outcome gcp_reply(uint8_t op, struct grit_bytes payload, struct gcp_scratch* scratch,
                           struct gcp_writer* reply);

#endif  // GRIT_C_ADAPTER_OPS_H_
