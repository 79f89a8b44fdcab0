/* grit_adapter.h: a shared library that can be certified without writing a process.
 *
 * A library exports one function, gcp_adapter_get, that returns a table: who the library is, and a
 * function for each operation that it offers. A host process loads the library and puts the
 * requests of the adapter protocol (GCP 1, docs/PROTOCOL.md) to these functions:
 *
 *     grit smoke --library mine=./libmine.so
 *     grit certify --library mine=./libmine.so
 *
 * Requires C11 or C++11; includes nothing but stdint.h and stddef.h. What the operations mean is
 * docs/SPEC.md; this page only says how they are called. A complete library:
 *
 *     static gcp_outcome parse(const struct gcp_text* text, uint8_t hash[16],
 *                              const struct gcp_text_sink* error) {
 *       (void)error;
 *       return my_parse(text->data, text->size, hash) ? GCP_ANSWERED : GCP_REFUSED;
 *     }
 *
 *     GCP_EXPORT const struct gcp_adapter* gcp_adapter_get(void) {
 *       static const struct gcp_adapter adapter = {
 *           .abi = GCP_ABI, .size = sizeof(struct gcp_adapter),
 *           .name = "mine", .version = "1.0.0", .language = "C",
 *           .gid_parse = parse};
 *       return &adapter;
 *     }
 *
 * Ownership    What a function is given belongs to the host and is valid until the function
 *              returns. What a function hands to a sink is copied before the sink returns.
 *              Nothing is freed by the other side.
 * Pointers     None that a function is given is null, not even where its size or count is 0. A
 *              function reads no byte behind the size it is told.
 * Threads      The host calls one function at a time, always from the same thread, the one that
 *              called gcp_adapter_get. A function may use threads of its own; sinks are called only
 *              from the thread that the function was called on, and only until it returns.
 * State        The same input gets the same answer, in any order and in any process.
 * Errors       The outcome that a function returns. No exception leaves a function: it ends the
 *              process, which is reported as a crash of that request, as any signal is.
 * Standard     stdin is empty, and what is written to stdout appears on stderr: the host talks
 * streams      to the runner through descriptors of its own. stderr is kept for the report.
 */
#ifndef GRIT_ADAPTER_H_
#define GRIT_ADAPTER_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface: the layout of the table and of everything it refers to. A host
 * loads libraries of its own version only. */
#define GCP_ABI 1

/* Before the definition of gcp_adapter_get. */
#if defined(__GNUC__)
#define GCP_EXPORT __attribute__((visibility("default")))
#else
#define GCP_EXPORT
#endif

/* What became of a request; the values are those of the protocol. Any other value is reported as an
 * internal error. */
typedef int32_t gcp_outcome;
enum {
  /* The results are what the function wrote. */
  GCP_ANSWERED = 0,
  /* The specification says that this input has no answer. Results are ignored. */
  GCP_REFUSED = 1,
  /* The operation is not there after all; counted as a failure. NULL in the table says so
   * beforehand. Results are ignored. */
  GCP_UNSUPPORTED = 2,
  /* Something went wrong that is no answer. Results are ignored; the text is in `error`. */
  GCP_INTERNAL_ERROR = 3
};

/* Inputs ----------------------------------------------------------------------------------------*/

/* Bytes, of any alignment. */
struct gcp_bytes {
  const uint8_t* data;
  size_t size;
};

/* UTF-8. data[size] is readable and 0, but zero bytes may occur before it. */
struct gcp_text {
  const char* data;
  size_t size;
};

/* 32-bit words in the machine's own byte order: binary32 bit patterns, or codes. */
struct gcp_words {
  const uint32_t* data;
  size_t count;
};

/* Extents, outermost first, rank 0 to 255. Any value is legal input, negative ones included. */
struct gcp_shape {
  const int64_t* extents;
  size_t rank;
};

/* The four planes: data, scale0, scale1, aux. */
struct gcp_planes {
  struct gcp_bytes plane[4];
};

/* Outputs whose size only the library knows -----------------------------------------------------*/

/* A sink is called as append(sink->host, …), any number of times; what comes is appended. It always
 * succeeds; a reply that grows beyond the protocol's 64 MiB is reported as an internal error. */

struct gcp_text_sink {
  void* host;
  void (*append)(void* host, const char* data, size_t size);
};

/* Machine byte order; i32 results are given as their bits. */
struct gcp_words_sink {
  void* host;
  void (*append)(void* host, const uint32_t* words, size_t count);
};

/* plane: 0 data, 1 scale0, 2 scale1, 3 aux; others are reported as an internal error. Planes may be
 * filled in any order; one that is never filled is empty. */
struct gcp_planes_sink {
  void* host;
  void (*append)(void* host, int plane, const uint8_t* data, size_t size);
};

/* Each call is one name, complete. */
struct gcp_names_sink {
  void* host;
  void (*append)(void* host, const char* data, size_t size);
};

/* The table -------------------------------------------------------------------------------------*/

/* Every function's last parameter is where the text of an internal error may be put; with any other
 * outcome it is ignored. Results through plain pointers are preset to zeros. */
struct gcp_adapter {
  /* GCP_ABI, as the library was compiled with. First in every version. */
  uint32_t abi;
  /* sizeof(struct gcp_adapter), as the library was compiled with. Functions may be added at the end
   * without a new version: what lies beyond `size` is not offered. */
  uint32_t size;

  /* What is certified: printable ASCII, terminated, not NULL, valid as long as the process. */
  const char* name;
  const char* version;
  const char* language;

  /* The operations, by the names and in the order of the protocol. NULL: not offered. */

  /* CHECK. descriptor: of any size, since "not 64 bytes" is one of the cases. plane_bytes: what the
   * lengths are said to be, any value. planes: the contents, each exactly as long as plane_bytes
   * says, or NULL where there are none; digest: 16 bytes, or NULL. These two are the exception to
   * "no pointer is null". *plane: 255 where no plane is named. */
  gcp_outcome (*check)(uint8_t level, const struct gcp_bytes* descriptor,
                       const struct gcp_shape* shape, const int64_t plane_bytes[4],
                       const struct gcp_planes* planes, const uint8_t* digest, uint8_t* status,
                       uint8_t* plane, const struct gcp_text_sink* error);

  /* GRADE. */
  gcp_outcome (*grade)(const struct gcp_text* text, const struct gcp_text_sink* canonical,
                       uint64_t* grade_id, const struct gcp_text_sink* projection,
                       const struct gcp_text_sink* error);

  /* DESCRIPTOR. placements: data, scale, meta. */
  gcp_outcome (*descriptor)(const struct gcp_text* text, int16_t axis, uint32_t note,
                            const uint64_t placements[3], uint8_t descriptor[64],
                            const struct gcp_text_sink* error);

  /* SIZES. sizes: the eight numbers in the protocol's order. */
  gcp_outcome (*sizes)(const uint8_t descriptor[64], const struct gcp_shape* shape,
                       int64_t sizes[8], const struct gcp_text_sink* error);

  /* GID. hash: most significant byte first. */
  gcp_outcome (*gid)(const uint8_t descriptor[64], const struct gcp_text* canonical,
                     const struct gcp_shape* shape, uint8_t hash[16],
                     const struct gcp_text_sink* printed, const struct gcp_text_sink* error);

  /* GID_PARSE. */
  gcp_outcome (*gid_parse)(const struct gcp_text* text, uint8_t hash[16],
                           const struct gcp_text_sink* error);

  /* DIGEST. */
  gcp_outcome (*digest)(const struct gcp_planes* planes, uint8_t hash[16],
                        const struct gcp_text_sink* error);

  /* FORMAT_DECODE: codes to binary32 bits. results: codes->count words, as below. */
  gcp_outcome (*format_decode)(uint16_t word, const struct gcp_words* codes, uint32_t* results,
                               const struct gcp_text_sink* error);

  /* FORMAT_ENCODE: binary32 bits to codes, 0xffffffff where a single value is refused. */
  gcp_outcome (*format_encode)(uint16_t word, const struct gcp_words* values, uint32_t* results,
                               const struct gcp_text_sink* error);

  /* EXPONENT. rule: 0 floor, 1 ceil, 2 rne; no other is put. */
  gcp_outcome (*exponent)(uint8_t rule, const struct gcp_words* values, int32_t* results,
                          const struct gcp_text_sink* error);

  /* DECODE: planes to binary32 bits. count: any value, so the results go to a sink. */
  gcp_outcome (*decode)(const struct gcp_text* grade, int64_t count,
                        const struct gcp_planes* planes, const struct gcp_words_sink* results,
                        const struct gcp_text_sink* error);

  /* ENCODE: binary32 bits to planes. */
  gcp_outcome (*encode)(const struct gcp_text* grade, const struct gcp_words* values,
                        const struct gcp_planes_sink* planes, const struct gcp_text_sink* error);

  /* EQUIVALENT. scope: 0 decode, 1 full, any other value is to be refused. *equivalent: 0 or 1. */
  gcp_outcome (*equivalent)(const struct gcp_text* a, const struct gcp_text* b, uint8_t scope,
                            uint8_t* equivalent, const struct gcp_text_sink* error);

  /* EXPLAIN. */
  gcp_outcome (*explain)(const uint8_t a[64], const uint8_t b[64],
                         const struct gcp_names_sink* names, const struct gcp_text_sink* error);
};

/* The one symbol that a library exports. The table is constant and valid as long as the process. */
GCP_EXPORT const struct gcp_adapter* gcp_adapter_get(void);

#ifdef __cplusplus
}
#endif

#endif /* GRIT_ADAPTER_H_ */
