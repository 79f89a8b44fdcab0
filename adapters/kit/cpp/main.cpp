// my-adapter: answers the adapter protocol with your implementation.
//
// DIGEST is written out as an example. For every other operation that your implementation has:
// write a function like `digest` that reads the pieces of the request, calls your implementation
// and returns the pieces of the reply, and put it into the table in place of nullptr. HELLO
// declares exactly the operations that have a function. An adapter translates; it adds nothing of
// its own.
#include "gcp.h"

namespace {

// DIGEST (spec §7.1, §7.4): FNV-1a-128 over the four planes, each behind its length as a u64
// -------

class Fnv1a128 {
 public:
  // The prime is 2^88 + 0x13b.
  void add(std::uint8_t byte) {
    const std::uint64_t low = low_ ^ byte;
    const std::uint64_t product0 = (low & 0xffffffff) * 0x13b;
    const std::uint64_t product1 = (low >> 32) * 0x13b + (product0 >> 32);
    high_ = high_ * 0x13b + (product1 >> 32) + (low << 24);
    low_ = product1 << 32 | (product0 & 0xffffffff);
  }

  // Most significant byte first.
  std::array<std::uint8_t, 16> value() const {
    std::array<std::uint8_t, 16> bytes;
    for (std::size_t i = 0; i < 8; ++i) {
      bytes[i] = static_cast<std::uint8_t>(high_ >> 8 * (7 - i));
      bytes[8 + i] = static_cast<std::uint8_t>(low_ >> 8 * (7 - i));
    }
    return bytes;
  }

 private:
  std::uint64_t high_ = 0x6c62272e07bb0142;
  std::uint64_t low_ = 0x62b821756295c58d;
};

gcp::Reply digest(gcp::Request& request) {
  const gcp::Planes planes = request.planes();
  if (!request.end()) return gcp::Reply::unreadable();
  Fnv1a128 hash;
  for (const gcp::BytesView plane : planes) {
    const std::uint64_t size = plane.size();
    for (int shift = 0; shift < 64; shift += 8) hash.add(static_cast<std::uint8_t>(size >> shift));
    for (const std::uint8_t byte : plane) hash.add(byte);
  }
  return gcp::Reply().bytes(hash.value());
}

// What is offered ---------------------------------------------------------------------------------

constexpr gcp::Operation kOperations[] = {
    // CHECK: u8 level, blob descriptor, shape, i64 x 4 plane bytes, u8 (bit 0 planes, bit 1
    // digest), [planes], [16 bytes] -> u8 status, u8 plane (255: none)
    {1, nullptr},
    // GRADE: text -> text canonical, u64 id, text projection
    {2, nullptr},
    // DESCRIPTOR: text, i16 axis, u32 note, u64 x 3 placements -> 64 bytes
    {3, nullptr},
    // SIZES: 64 bytes, shape -> i64 x 8
    {4, nullptr},
    // GID: 64 bytes, text canonical, shape -> 16 bytes, text printed form
    {5, nullptr},
    // GID_PARSE: text -> 16 bytes
    {6, nullptr},
    // DIGEST: planes -> 16 bytes
    {7, digest},
    // FORMAT_DECODE: u16 word, words (codes) -> words (binary32 bits)
    {8, nullptr},
    // FORMAT_ENCODE: u16 word, words (binary32 bits) -> words (codes; 0xffffffff where refused)
    {9, nullptr},
    // EXPONENT: u8 rule, words (binary32 bits) -> words (i32)
    {10, nullptr},
    // DECODE: text grade, i64 count, planes -> words (binary32 bits)
    {11, nullptr},
    // ENCODE: text grade, words (binary32 bits) -> planes
    {12, nullptr},
    // EQUIVALENT: text, text, u8 scope -> u8
    {13, nullptr},
    // EXPLAIN: 64 bytes, 64 bytes -> u32 count, texts
    {14, nullptr},
};

}  // namespace

int main() {
  return gcp::serve(
      {.name = "my-adapter", .version = "0.1.0", .language = "C++", .operations = kOperations});
}
