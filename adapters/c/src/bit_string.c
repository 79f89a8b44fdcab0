#include "bit_string.h"

// Where a code lies: at most five bytes, seen as one number in the string's own byte order.
struct window {
  uint64_t first;  // byte
  unsigned bytes;  // 1 to 5
  unsigned shift;  // of the code's lowest bit within the number
  uint64_t mask;   // of a code, at shift 0
};

static struct window window_of(uint64_t bit, unsigned width, bool msb_first) {
  const unsigned skipped = (unsigned)(bit % 8);
  const unsigned bytes = (skipped + width + 7) / 8;
  const unsigned shift = msb_first ? 8 * bytes - skipped - width : skipped;
  return (struct window){bit / 8, bytes, shift, (UINT64_C(1) << width) - 1};
}

// Place of byte i of a window within its number.
static unsigned byte_shift(const struct window* window, unsigned i, bool msb_first) {
  return 8 * (msb_first ? window->bytes - 1 - i : i);
}

uint32_t grit_bits_get(const uint8_t* bytes, uint64_t bit, unsigned width, bool msb_first) {
  const unsigned skipped = (unsigned)(bit % 8);
  if (skipped + width <= 8) {  // most codes: within one byte
    const unsigned shift = msb_first ? 8 - skipped - width : skipped;
    return (unsigned)bytes[bit / 8] >> shift & ((1u << width) - 1);
  }
  const struct window window = window_of(bit, width, msb_first);
  uint64_t number = 0;
  for (unsigned i = 0; i < window.bytes; ++i) {
    number |= (uint64_t)bytes[window.first + i] << byte_shift(&window, i, msb_first);
  }
  return (uint32_t)(number >> window.shift & window.mask);
}

void grit_bits_put(uint8_t* bytes, uint64_t bit, unsigned width, bool msb_first, uint32_t code) {
  const struct window window = window_of(bit, width, msb_first);
  const uint64_t number = (code & window.mask) << window.shift;
  for (unsigned i = 0; i < window.bytes; ++i) {
    const unsigned part = (unsigned)(number >> byte_shift(&window, i, msb_first) & 0xFF);
    bytes[window.first + i] = (uint8_t)(bytes[window.first + i] | part);
  }
}
