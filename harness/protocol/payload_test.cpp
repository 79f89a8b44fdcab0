#include "harness/protocol/payload.h"

#include <gtest/gtest.h>

namespace grit::protocol {
namespace {

// By hand from PROTOCOL.md, "Pieces".
TEST(PayloadWriter, WritesThePiecesLittleEndian) {
  Bytes out;
  PayloadWriter writer(out);
  writer.u16(0x0102);
  writer.i64(-2);
  writer.text("ab");
  const std::int64_t shape[] = {3};
  writer.shape(shape);
  const std::uint32_t words[] = {0x7FC00000};
  writer.words(words);
  const std::string expected(
      "\x02\x01"
      "\xfe\xff\xff\xff\xff\xff\xff\xff"
      "\x02\x00\x00\x00"
      "ab"
      "\x01\x03\x00\x00\x00\x00\x00\x00\x00"
      "\x01\x00\x00\x00\x00\x00\xc0\x7f",
      33);
  EXPECT_EQ(as_text(out), expected);
}

TEST(PayloadReader, ReadsWhatTheWriterWrote) {
  Bytes out;
  PayloadWriter writer(out);
  const Shape shape = {1, -5, std::int64_t{1} << 62};
  const Words words = {1, 2, 0xFFFFFFFF};
  const Planes planes = {Bytes{std::byte{1}}, Bytes{}, Bytes(3), Bytes{}};
  writer.u8(9);
  writer.u32(70000);
  writer.u64(0xFFFFFFFFFFFFFFFF);
  writer.i16(-3);
  writer.shape(shape);
  writer.planes(planes);
  writer.words(words);
  writer.text(std::string_view("a\0b", 3));
  PayloadReader reader(out);
  EXPECT_EQ(reader.u8(), 9);
  EXPECT_EQ(reader.u32(), 70000u);
  EXPECT_EQ(reader.u64(), 0xFFFFFFFFFFFFFFFFu);
  EXPECT_EQ(reader.i16(), -3);
  EXPECT_EQ(reader.shape(), shape);
  EXPECT_EQ(reader.planes(), planes);
  EXPECT_EQ(reader.words(), words);
  EXPECT_EQ(reader.text(), std::string("a\0b", 3));
  EXPECT_EQ(reader.finish(), std::nullopt);
}

TEST(PayloadReader, FailsOnceAndStaysFailed) {
  Bytes out;
  PayloadWriter(out).u16(7);
  PayloadReader reader(out);
  EXPECT_EQ(reader.u32(), 0u);
  EXPECT_TRUE(reader.failed());
  EXPECT_EQ(reader.u8(), 0);  // although a byte would be there
  ASSERT_TRUE(reader.finish().has_value());
  EXPECT_NE(reader.finish()->find("at byte 0"), std::string::npos);
}

TEST(PayloadReader, NamesSurplusBytes) {
  const Bytes out(5);
  PayloadReader reader(out);
  reader.u16();
  ASSERT_TRUE(reader.finish().has_value());
  EXPECT_NE(reader.finish()->find("3 surplus bytes from byte 2"), std::string::npos);
}

// Counts that the payload cannot hold must cost nothing.
TEST(PayloadReader, DoesNotBelieveCounts) {
  Bytes out;
  PayloadWriter(out).u32(0xFFFFFFFF);
  EXPECT_TRUE(PayloadReader(out).words().empty());
  EXPECT_TRUE(PayloadReader(out).blob().empty());
  Bytes shape(1, std::byte{255});
  PayloadReader reader(shape);
  EXPECT_TRUE(reader.shape().empty());
  EXPECT_TRUE(reader.failed());
}

}  // namespace
}  // namespace grit::protocol
