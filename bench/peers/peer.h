/* What a peer's library offers to the measurements: one function an operation, called as often as
   the measurement asks. The library exports `grit_peer_entry`; a function that it lacks is null. Planes
   are those of spec §6, four always; `out` may be null: the answer is computed and thrown away, so
   that nobody pays for a copy that his callers would not make. */
#ifndef GRIT_BENCH_PEERS_PEER_H_
#define GRIT_BENCH_PEERS_PEER_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct grit_peer_bytes {
  const uint8_t* data;
  size_t size;
};

struct grit_peer {
  const char* name;
  const char* version;
  /* The status at level 1. Spec §5. */
  uint32_t (*check)(struct grit_peer_bytes descriptor, const int64_t* shape, size_t rank,
                    const int64_t plane_bytes[4]);
  /* Spec §7. */
  void (*gid)(const uint8_t descriptor[64], struct grit_peer_bytes canonical_grade,
              const int64_t* shape, size_t rank, uint8_t out[16]);
  /* The length of the canonical form, of which at most `capacity` bytes go to `out`; SIZE_MAX where
     the text is no grade. Spec §3. */
  size_t (*canonicalize)(struct grit_peer_bytes text, char* out, size_t capacity);
  /* Spec §7. */
  void (*digest)(const struct grit_peer_bytes planes[4], uint8_t out[16]);
  /* Whether it decodes the registered grade of that name; binary32 bit patterns. Spec §8. */
  uint32_t (*decode)(struct grit_peer_bytes grade, size_t elements,
                     const struct grit_peer_bytes planes[4], uint32_t* out);
  /* Whether it encodes the registered grade of that name. Spec §9. */
  uint32_t (*encode)(struct grit_peer_bytes grade, const float* values, size_t elements,
                     uint8_t* const out[4]);
  /* `blocks` blocks of the peer's own format that is nearest to the grade, as they lie in its
     files, to `out`; see block_bytes. Not the same bits as the grade's planes: for timing alone. */
  uint32_t (*decode_blocks)(struct grit_peer_bytes grade, size_t blocks, const uint8_t* data,
                            float* out);
  /* How many bytes such a block has, and how many elements; 0 where there is none. */
  size_t (*block_bytes)(struct grit_peer_bytes grade, size_t* elements);
};

const struct grit_peer* grit_peer_entry(void);

#ifdef __cplusplus
}
#endif

#endif /* GRIT_BENCH_PEERS_PEER_H_ */
