// Vectors: "a" from spec §7, the rest from the authors' published test suite for FNV.
#include "harness/reference/fnv.h"

#include <gtest/gtest.h>

#include <string_view>

#include "harness/reference/bytes.h"
#include "harness/reference/test_bytes.h"

namespace grit::reference {
namespace {

std::uint64_t hash64(std::string_view text) {
  Fnv1a64 hash;
  hash.update(bytes_of(text));
  return hash.value();
}

std::string hash128(std::string_view text) {
  Fnv1a128 hash;
  hash.update(bytes_of(text));
  return to_hex(hash.value());
}

TEST(Fnv, KnownAnswers) {
  EXPECT_EQ(hash64(""), 0xcbf29ce484222325u);
  EXPECT_EQ(hash64("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(hash64("foobar"), 0x85944171f73967e8u);
  EXPECT_EQ(hash128(""), "6c62272e07bb014262b821756295c58d");
  EXPECT_EQ(hash128("a"), "d228cb696f1a8caf78912b704e4a8964");
  EXPECT_EQ(hash128("foobar"), "343e1662793c64bf6f0d3597ba446f18");
}

TEST(Fnv, PiecesHashLikeTheWhole) {
  Fnv1a128 pieces;
  pieces.update(bytes_of("foo"));
  pieces.update({});
  pieces.update(bytes_of("bar"));
  EXPECT_EQ(to_hex(pieces.value()), hash128("foobar"));
}

}  // namespace
}  // namespace grit::reference
