// Fingerprints: gid, its printed form, and the digest of planes (spec §7).
//
// They guard against drift and mislabelling, not against an adversary: FNV is not cryptographic.
#ifndef GRIT_C_FINGERPRINT_H_
#define GRIT_C_FINGERPRINT_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grit_c/descriptor.h"
#include "grit_c/plane.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GRIT_FINGERPRINT_BYTES 16
#define GRIT_GID_SYMBOLS 26

// The gid of an array. `text` is hashed as given; it identifies the array only if it is the
// canonical grade string. gid[0] is the most significant byte.
void grit_gid(const uint8_t descriptor[GRIT_DESCRIPTOR_BYTES], const char* text, size_t length,
              struct grit_shape shape, uint8_t gid[GRIT_FINGERPRINT_BYTES]);

// The printed form: 26 upper-case Crockford base32 symbols, no terminator.
void grit_gid_print(const uint8_t gid[GRIT_FINGERPRINT_BYTES], char symbols[GRIT_GID_SYMBOLS]);

// Reads a printed form: any case, hyphens skipped, I and L as 1, O as 0. False, and *gid
// unspecified, for anything else than 26 symbols whose first is 0 to 7.
bool grit_gid_parse(const char* text, size_t length, uint8_t gid[GRIT_FINGERPRINT_BYTES]);

// The digest of four planes; an absent plane has size 0.
void grit_digest(const struct grit_bytes planes[GRIT_PLANE_COUNT],
                 uint8_t digest[GRIT_FINGERPRINT_BYTES]);

#ifdef __cplusplus
}
#endif

#endif  // GRIT_C_FINGERPRINT_H_
