// How the reference is put on the wire. What it answers is tested beside it; here the values are
// few, and all by hand from the specification.
#include "harness/protocol/answer.h"

#include <gtest/gtest.h>

#include <string>

#include "harness/protocol/op.h"

namespace grit::protocol {
namespace {

constexpr std::string_view kMxfp4 = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)";
// spec §3: the canonical descriptor of GRADE_MXFP4.
constexpr std::string_view kMxfp4Hex =
    "47525431400101004320074800000000"
    "00002000000000000000000000000000"
    "01000000000000100100000000000010"
    "000000000000000083a154e49eee7023";

Bytes from_hex(std::string_view hex) {
  Bytes bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

template <std::size_t kCount>
std::array<std::byte, kCount> array_from_hex(std::string_view hex) {
  const Bytes bytes = from_hex(hex);
  std::array<std::byte, kCount> result{};
  std::copy_n(bytes.begin(), kCount, result.begin());
  return result;
}

Reply ask(Op op, const Bytes& payload) { return answer(static_cast<std::uint8_t>(op), payload); }

Reply answered(Bytes payload) { return {ReplyKind::kAnswered, std::move(payload)}; }
const Reply kRefusal{ReplyKind::kRefused, {}};

CheckRequest mxfp4_check() {
  CheckRequest request;
  request.desc = from_hex(kMxfp4Hex);
  request.shape = {32};
  request.plane_bytes = {16, 1, 0, 0};
  return request;
}

TEST(Answer, Hello) {
  const auto reply = HelloReply::parse(ask(Op::kHello, HelloRequest{}.encode()).payload);
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->ops.size(), 15u);
}

TEST(Answer, Check) {
  EXPECT_EQ(ask(Op::kCheck, mxfp4_check().encode()), answered(CheckReply{0, kNoPlane}.encode()));
  CheckRequest wrong_size = mxfp4_check();
  wrong_size.plane_bytes[1] = 2;
  EXPECT_EQ(ask(Op::kCheck, wrong_size.encode()), answered(CheckReply{1, 1}.encode()));
  // spec §6: [2^62] needs 2^61 and 2^57 bytes, and nothing else is Ok.
  CheckRequest wrapped = mxfp4_check();
  wrapped.shape = {std::int64_t{1} << 62};
  wrapped.plane_bytes = {0, std::int64_t{1} << 57, 0, 0};
  EXPECT_EQ(ask(Op::kCheck, wrapped.encode()), answered(CheckReply{1, 0}.encode()));
}

TEST(Answer, CheckWithPlanesOfAnotherLengthIsTheCallersMistake) {
  CheckRequest request = mxfp4_check();
  request.planes = Planes{Bytes(16), Bytes(2), Bytes{}, Bytes{}};
  for (const int level : {0, 1, 2}) {
    request.level = static_cast<std::uint8_t>(level);
    EXPECT_EQ(ask(Op::kCheck, request.encode()).kind, ReplyKind::kInternalError);
  }
}

TEST(Answer, Grade) {
  const Reply reply =
      ask(Op::kGrade, TextRequest{" GRIT1( esr=floor, e=FP4,k0=032,s0=ue8m0 )"}.encode());
  ASSERT_EQ(reply.kind, ReplyKind::kAnswered);
  const auto grade = GradeReply::parse(reply.payload);
  EXPECT_EQ(grade->canonical, kMxfp4);
  EXPECT_EQ(grade->grade_id, 0x2370ee9ee454a183u);
  EXPECT_EQ(ask(Op::kGrade, TextRequest{"grit1(e=e2m1)"}.encode()), kRefusal);
}

TEST(Answer, Descriptor) {
  DescriptorRequest request;
  request.grade = kMxfp4;
  request.placements = {0x1000000000000001, 0x1000000000000001, 0};
  EXPECT_EQ(ask(Op::kDescriptor, request.encode()), answered(from_hex(kMxfp4Hex)));
  request.grade = "grit1(e=e2m1,k0=65536,s0=e8m0,esr=exp2floormaxabs)";
  EXPECT_EQ(ask(Op::kDescriptor, request.encode()), kRefusal);
}

TEST(Answer, Sizes) {
  const auto desc = array_from_hex<64>(kMxfp4Hex);
  EXPECT_EQ(ask(Op::kSizes, SizesRequest{desc, {2, 32}}.encode()).kind, ReplyKind::kRefused);
  EXPECT_EQ(ask(Op::kSizes, SizesRequest{desc, {64, 3}}.encode()),
            answered(SizesReply{{192, 192, 6, 0, 96, 6, 0, 0}}.encode()));
}

TEST(Answer, GidAndItsPrintedForm) {
  const auto gid = array_from_hex<16>("42d145a24c0f96ea7e336d82a2ac740d");
  GidRequest request{array_from_hex<64>(kMxfp4Hex), std::string(kMxfp4), {32}};
  EXPECT_EQ(ask(Op::kGid, request.encode()),
            answered(GidReply{gid, "22T52T4K0FJVN7WCVDGAHARX0D"}.encode()));
  EXPECT_EQ(ask(Op::kGidParse, TextRequest{"22t52t4k0fjvn7wcvdgaharx-od"}.encode()),
            answered(DigestReply{gid}.encode()));
  EXPECT_EQ(ask(Op::kGidParse, TextRequest{"U2T52T4K0FJVN7WCVDGAHARX0D"}.encode()), kRefusal);
}

TEST(Answer, Formats) {
  EXPECT_EQ(ask(Op::kFormatDecode, FormatRequest{0x2043, {7, 8, 0x17}}.encode()),
            answered(WordsReply{{0x40C00000, 0x80000000, 0x40C00000}}.encode()));
  EXPECT_EQ(ask(Op::kFormatDecode, FormatRequest{0, {7}}.encode()), kRefusal);
  EXPECT_EQ(ask(Op::kFormatEncode, FormatRequest{0x2043, {0x40C00000, 0x7FC00000}}.encode()),
            answered(WordsReply{{7, kRefusedCode}}.encode()));
  EXPECT_EQ(ask(Op::kFormatEncode, FormatRequest{0x2044, {0}}.encode()), kRefusal);
}

TEST(Answer, Exponent) {
  EXPECT_EQ(ask(Op::kExponent, ExponentRequest{0, {0x3F800000, 0x00000001}}.encode()),
            answered(WordsReply{{0, static_cast<std::uint32_t>(-149)}}.encode()));
  EXPECT_EQ(ask(Op::kExponent, ExponentRequest{0, {0x3F800000, 0}}.encode()), kRefusal);
  EXPECT_EQ(ask(Op::kExponent, ExponentRequest{3, {}}.encode()).kind, ReplyKind::kInternalError);
}

TEST(Answer, DecodeAndEncode) {
  DecodeRequest decode;
  decode.grade = "GRADE_MXFP4";
  decode.numel = 32;
  decode.planes = {Bytes(16, std::byte{0x17}), Bytes(1, std::byte{0x80}), Bytes{}, Bytes{}};
  Words expected;  // scale 2: codes 7 and 1 are 12 and 1
  for (int i = 0; i < 16; ++i) expected.insert(expected.end(), {0x41400000, 0x3F800000});
  EXPECT_EQ(ask(Op::kDecode, decode.encode()), answered(WordsReply{expected}.encode()));
  decode.grade = "GRADE_NONE";
  EXPECT_EQ(ask(Op::kDecode, decode.encode()), kRefusal);

  EXPECT_EQ(
      ask(Op::kEncode, EncodeRequest{"GRADE_MXFP4", Words(32, 0)}.encode()),
      answered(PlanesMessage{{Bytes(16), Bytes(1, std::byte{0x7F}), Bytes{}, Bytes{}}}.encode()));
  EXPECT_EQ(ask(Op::kEncode, EncodeRequest{"GRADE_MXFP4", Words(31, 0)}.encode()), kRefusal);
}

TEST(Answer, Equivalent) {
  const auto ask_scope = [](std::uint8_t scope) {
    return ask(Op::kEquivalent,
               EquivalentRequest{"GRADE_MXFP4_RNE", "GRADE_MXFP4", scope}.encode());
  };
  EXPECT_EQ(ask_scope(0), answered(EquivalentReply{1}.encode()));
  EXPECT_EQ(ask_scope(1), answered(EquivalentReply{0}.encode()));
  EXPECT_EQ(ask_scope(2), kRefusal);
}

TEST(Answer, Explain) {
  const auto a = array_from_hex<64>(kMxfp4Hex);
  auto b = a;
  b[18] = std::byte{0x20};  // k0
  b[28] = std::byte{1};     // note
  b[22] = std::byte{1};     // sp_n, between the two
  EXPECT_EQ(ask(Op::kExplain, ExplainRequest{a, b}.encode()).kind, ReplyKind::kAnswered);
  b[18] = std::byte{0x10};
  EXPECT_EQ(ask(Op::kExplain, ExplainRequest{a, b}.encode()),
            answered(ExplainReply{{"k0", "sp_n", "note"}}.encode()));
  EXPECT_EQ(ask(Op::kExplain, ExplainRequest{a, a}.encode()), answered(ExplainReply{}.encode()));
}

TEST(Answer, UnknownOpsAreUnsupported) {
  for (const int op : {15, 20, 32, 200, 255}) {
    EXPECT_EQ(answer(static_cast<std::uint8_t>(op), {}).kind, ReplyKind::kUnsupported) << op;
  }
}

// Every op but HELLO, whose payload says nothing yet, refuses to guess.
TEST(Answer, UnreadablePayloadsAreInternalErrors) {
  for (const OpInfo& info : all_ops()) {
    if (info.op == Op::kHello) continue;
    const Reply reply = ask(info.op, {});
    EXPECT_EQ(reply.kind, ReplyKind::kInternalError) << info.name;
    EXPECT_FALSE(reply.payload.empty()) << info.name;
  }
}

}  // namespace
}  // namespace grit::protocol
