#include "grit_c/fingerprint.h"

#include "bytes.h"
#include "fnv.h"

static struct grit_fnv128 hash_u64(struct grit_fnv128 hash, uint64_t value) {
  uint8_t bytes[8];
  grit_store64(bytes, value);
  return grit_fnv128_bytes(hash, bytes, sizeof bytes);
}

void grit_gid(const uint8_t descriptor[GRIT_DESCRIPTOR_BYTES], const char* text, size_t length,
              struct grit_shape shape, uint8_t gid[GRIT_FINGERPRINT_BYTES]) {
  enum { kNoteAt = 28, kAfterNote = 32 };
  static const uint8_t zero = 0;
  uint8_t rank[4];
  grit_store32(rank, (uint32_t)(shape.rank & UINT32_MAX));
  struct grit_fnv128 hash = GRIT_FNV128_BASIS;
  hash = grit_fnv128_bytes(hash, (const uint8_t*)text, length);
  hash = grit_fnv128_bytes(hash, &zero, 1);
  hash = grit_fnv128_bytes(hash, descriptor, kNoteAt);
  hash = grit_fnv128_bytes(hash, descriptor + kAfterNote, GRIT_DESCRIPTOR_BYTES - kAfterNote);
  hash = grit_fnv128_bytes(hash, rank, sizeof rank);
  for (size_t i = 0; i < shape.rank; ++i) {
    hash = hash_u64(hash, (uint64_t)shape.extent[i]);
  }
  grit_fnv128_store(hash, gid);
}

void grit_digest(const struct grit_bytes planes[GRIT_PLANE_COUNT],
                 uint8_t digest[GRIT_FINGERPRINT_BYTES]) {
  struct grit_fnv128 hash = GRIT_FNV128_BASIS;
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    hash = hash_u64(hash, planes[i].size);
    hash = grit_fnv128_bytes(hash, planes[i].data, planes[i].size);
  }
  grit_fnv128_store(hash, digest);
}

static const char kSymbols[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

void grit_gid_print(const uint8_t gid[GRIT_FINGERPRINT_BYTES], char symbols[GRIT_GID_SYMBOLS]) {
  // 26 symbols have 130 bits: two zero bits stand before the first byte.
  unsigned pending = 0;
  unsigned pending_bits = 2;
  unsigned written = 0;
  for (unsigned i = 0; i < GRIT_FINGERPRINT_BYTES; ++i) {
    pending = (pending << 8 | gid[i]) & 0xFFF;
    pending_bits += 8;
    while (pending_bits >= 5) {
      pending_bits -= 5;
      symbols[written++] = kSymbols[pending >> pending_bits & 31];
    }
  }
}

// The value of a symbol as it may be written; -1 where it is none.
static int symbol_value(char c) {
  const char upper = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
  if (upper == 'I' || upper == 'L') {
    return 1;
  }
  if (upper == 'O') {
    return 0;
  }
  for (int value = 0; value < 32; ++value) {
    if (kSymbols[value] == upper) {
      return value;
    }
  }
  return -1;
}

bool grit_gid_parse(const char* text, size_t length, uint8_t gid[GRIT_FINGERPRINT_BYTES]) {
  unsigned pending = 0;
  unsigned pending_bits = 0;
  unsigned read = 0;
  unsigned written = 0;
  for (size_t i = 0; i < length; ++i) {
    if (text[i] == '-') {
      continue;
    }
    const int value = symbol_value(text[i]);
    if (value < 0 || read == GRIT_GID_SYMBOLS || (read == 0 && value > 7)) {
      return false;
    }
    pending = (pending << 5 | (unsigned)value) & 0xFFF;
    pending_bits += read == 0 ? 3 : 5;  // the first symbol has only three bits
    ++read;
    if (pending_bits >= 8) {
      pending_bits -= 8;
      gid[written++] = (uint8_t)(pending >> pending_bits & 0xFF);
    }
  }
  return read == GRIT_GID_SYMBOLS;
}
