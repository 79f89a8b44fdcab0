// Bytes by hand from spec §11.4.
#include "harness/reference/bit_string.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harness/reference/test_bytes.h"

namespace grit::reference {
namespace {

using Codes = std::vector<std::uint32_t>;

std::string written(const CodeLayout& layout, const Codes& codes) {
  std::vector<std::byte> bytes(code_bytes(layout, codes.size()));
  for (std::size_t i = 0; i < codes.size(); ++i) put_code(bytes, layout, i, codes[i]);
  for (std::size_t i = 0; i < codes.size(); ++i) EXPECT_EQ(code_at(bytes, layout, i), codes[i]);
  return to_hex(bytes);
}

CodeLayout elements(FormatWord word, Container container, BitOrder order) {
  Descriptor d;
  d.elem = word;
  d.container = static_cast<std::uint8_t>(container);
  d.flags = order == BitOrder::kMsb ? kFlagMsbFirst : 0;
  return code_layout(d, Plane::kData);
}

TEST(BitString, CodesCrossBytesInEitherOrder) {
  // 1 + 2*2^6 + 3*2^12 + 4*2^18 = 0x103081; 000001 00|0010 0000|11 000100.
  EXPECT_EQ(written(elements(kU6, Container::kDense, BitOrder::kLsb), {1, 2, 3, 4}), "813010");
  EXPECT_EQ(written(elements(kU6, Container::kDense, BitOrder::kMsb), {1, 2, 3, 4}), "0420c4");
}

TEST(BitString, TailBitsAreZeroAndIgnored) {
  const CodeLayout lsb = elements(kU4, Container::kDense, BitOrder::kLsb);
  const CodeLayout msb = elements(kU4, Container::kDense, BitOrder::kMsb);
  EXPECT_EQ(written(lsb, {1, 2, 3}), "2103");
  EXPECT_EQ(written(msb, {1, 2, 3}), "1230");
  EXPECT_EQ(code_at(from_hex("21f3"), lsb, 2), 3u);
  EXPECT_EQ(code_at(from_hex("123f"), msb, 2), 3u);
}

TEST(BitString, WideCodesAreLittleOrBigEndian) {
  EXPECT_EQ(written(elements(kBinary16, Container::kDense, BitOrder::kLsb), {0x3C01}), "013c");
  EXPECT_EQ(written(elements(kBinary16, Container::kDense, BitOrder::kMsb), {0x3C01}), "3c01");
  EXPECT_EQ(written(elements(kBinary32, Container::kDense, BitOrder::kMsb), {0x3F800001}),
            "3f800001");
  // pad8 pads codes of at most 8 bits; po stays for the others.
  EXPECT_EQ(written(elements(kBinary16, Container::kPad8, BitOrder::kMsb), {0x3C01}), "3c01");
}

TEST(BitString, Pad8IgnoresBitOrderAndHighBits) {
  for (const BitOrder order : {BitOrder::kLsb, BitOrder::kMsb}) {
    const CodeLayout layout = elements(kU6, Container::kPad8, order);
    EXPECT_EQ(written(layout, {1, 2, 3, 4}), "01020304");
    EXPECT_EQ(code_at(from_hex("c1"), layout, 0), 1u);
    EXPECT_EQ(written(elements(kU8, Container::kPad8, order), {0x80}), "80");
  }
}

TEST(BitString, OnlyElementsFollowBitOrderAndContainer) {
  Descriptor d;
  d.flags = kFlagMsbFirst | kFlagHasZp;
  d.container = static_cast<std::uint8_t>(Container::kDense);
  d.scale0 = kU6;
  d.zp_fmt = kBinary16;
  d.scale1 = kU6;
  EXPECT_EQ(written(code_layout(d, Plane::kScale0), {1, 63}), "013f");  // a byte each
  EXPECT_EQ(written(code_layout(d, Plane::kAux), {0x3C01}), "013c");    // little-endian
  EXPECT_EQ(written(code_layout(d, Plane::kScale1), {5, 9}), "4502");   // 5 + 9*2^6, unpadded
  d.flags = kFlagMsbFirst | kFlagSparse;
  d.sp_meta_fmt = 1;
  EXPECT_EQ(written(code_layout(d, Plane::kAux), {1, 2, 0, 3, 1}), "c901");
  d.sp_meta_fmt = 2;
  EXPECT_EQ(written(code_layout(d, Plane::kAux), {4, 1, 4}), "1404");
}

}  // namespace
}  // namespace grit::reference
