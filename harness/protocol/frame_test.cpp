#include "harness/protocol/frame.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "harness/protocol/payload.h"

namespace grit::protocol {
namespace {

Bytes frame(std::uint8_t op, std::uint32_t id, std::string_view payload) {
  Bytes bytes;
  append_frame(bytes, {.op = op, .detail = kFlagFlush, .id = id}, as_bytes(payload));
  return bytes;
}

// The layout by hand from PROTOCOL.md: GCP1, op, flags, two zero bytes, id, length, payload.
TEST(Frame, LayoutIsTheDocumentedOne) {
  const Bytes bytes = frame(6, 0x01020304, "ab");
  const std::string expected(
      "GCP1\x06\x01\x00\x00\x04\x03\x02\x01\x02\x00\x00\x00"
      "ab",
      18);
  EXPECT_EQ(as_text(bytes), expected);
}

TEST(Frame, HeaderIsReadBack) {
  const Bytes bytes = frame(200, 0xFFFFFFFF, "xyz");
  const auto header = parse_header(std::span<const std::byte>(bytes).first<kHeaderBytes>());
  ASSERT_TRUE(header.has_value());
  EXPECT_EQ(header->op, 200);
  EXPECT_EQ(header->detail, kFlagFlush);
  EXPECT_EQ(header->id, 0xFFFFFFFFu);
  EXPECT_EQ(header->payload_bytes, 3u);
}

TEST(Frame, HeaderRefusesWhatIsNone) {
  const auto error_after = [](std::size_t offset, std::uint8_t value) {
    Bytes bytes = frame(1, 1, "");
    bytes[offset] = std::byte{value};
    const auto header = parse_header(std::span<const std::byte>(bytes).first<kHeaderBytes>());
    return header ? std::string_view("accepted") : to_string(header.error());
  };
  EXPECT_EQ(error_after(0, 'g'), to_string(FrameError::kBadMagic));
  EXPECT_EQ(error_after(3, '2'), to_string(FrameError::kBadMagic));
  EXPECT_EQ(error_after(6, 1), to_string(FrameError::kReservedNotZero));
  EXPECT_EQ(error_after(7, 1), to_string(FrameError::kReservedNotZero));
  EXPECT_EQ(error_after(15, 5), to_string(FrameError::kPayloadTooLong));
}

TEST(Frame, LargestPayloadIsSixtyFourMebibytes) {
  Bytes bytes = frame(1, 1, "");
  bytes[15] = std::byte{4};  // 4 << 24 = 64 MiB
  EXPECT_TRUE(parse_header(std::span<const std::byte>(bytes).first<kHeaderBytes>()).has_value());
  bytes[12] = std::byte{1};
  EXPECT_FALSE(parse_header(std::span<const std::byte>(bytes).first<kHeaderBytes>()).has_value());
}

// Whatever pieces the bytes come in, the frames are the same.
TEST(FrameReader, ReadsFramesHoweverTheyAreCut) {
  Bytes stream = frame(1, 1, "first");
  for (const Bytes& next : {frame(2, 2, ""), frame(3, 3, std::string(1000, 'x'))}) {
    stream.insert(stream.end(), next.begin(), next.end());
  }
  for (std::size_t piece = 1; piece <= stream.size(); ++piece) {
    FrameReader reader;
    std::vector<std::pair<std::uint32_t, std::size_t>> seen;  // id, payload bytes
    for (std::size_t at = 0; at < stream.size(); at += piece) {
      const std::size_t count = std::min(piece, stream.size() - at);
      reader.feed(std::span<const std::byte>(stream).subspan(at, count));
      while (true) {
        const auto next = reader.next();
        ASSERT_TRUE(next.has_value());
        if (!*next) break;
        seen.emplace_back((*next)->header.id, (*next)->payload.size());
      }
    }
    const std::vector<std::pair<std::uint32_t, std::size_t>> expected = {{1, 5}, {2, 0}, {3, 1000}};
    EXPECT_EQ(seen, expected) << "in pieces of " << piece;
    EXPECT_TRUE(reader.unread().empty());
  }
}

TEST(FrameReader, KeepsTheStartOfACutFrame) {
  const Bytes whole = frame(1, 1, "payload");
  FrameReader reader;
  reader.feed(std::span<const std::byte>(whole).first(20));
  const auto next = reader.next();
  ASSERT_TRUE(next.has_value());
  EXPECT_FALSE(next->has_value());
  EXPECT_EQ(reader.unread().size(), 20u);
}

TEST(FrameReader, KnowsPrintedTextFromItsFirstByte) {
  FrameReader reader;
  reader.feed(as_bytes("h"));
  const auto next = reader.next();
  ASSERT_FALSE(next.has_value());
  EXPECT_EQ(next.error(), FrameError::kBadMagic);
  reader.feed(as_bytes("ello"));
  EXPECT_FALSE(reader.next().has_value());
  EXPECT_EQ(as_text(reader.unread()), "hello");
}

TEST(FrameReader, StopsAtTextBetweenFrames) {
  Bytes stream = frame(1, 1, "ok");
  const auto text = as_bytes("debug\n");
  stream.insert(stream.end(), text.begin(), text.end());
  FrameReader reader;
  reader.feed(stream);
  ASSERT_TRUE(reader.next().has_value());
  EXPECT_FALSE(reader.next().has_value());
  EXPECT_EQ(as_text(reader.unread()), "debug\n");
}

}  // namespace
}  // namespace grit::protocol
