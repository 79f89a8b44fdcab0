// How the reference is put on the wire. What it answers is tested beside it; here the values are
// few, and all by hand from the specification.
#include "harness/protocol/answer.h"

#include <gtest/gtest.h>

#include <string>

#include "harness/protocol/op.h"
#include "harness/reference/descriptor.h"
#include "harness/reference/grade.h"
#include "harness/reference/placement.h"

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
  EXPECT_EQ(reply->ops.size(), 21u);
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

constexpr std::string_view kU4Grade = "grit1(e=u4,k0=1,s0=u8,esr=ratiomaxabs)";

// u4 [2, 3], axis 1, ROW_MAJOR, codes 1 … 6, scales 1.
ViewRequest u4_view() {
  const auto grade = reference::parse_grade(kU4Grade);
  ViewRequest view;
  view.desc = reference::to_bytes(
      *reference::descriptor_from_grade(*grade, {.group_axis = 1,
                                                 .note = 0x1200,
                                                 .placement_data = reference::kRowMajor,
                                                 .placement_scale = reference::kRowMajor,
                                                 .placement_meta = reference::kUnspecified}));
  view.canonical = kU4Grade;
  view.shape = {2, 3};
  view.planes = {from_hex("214365"), from_hex("010101010101"), Bytes{}, Bytes{}};
  return view;
}

Reply refused_as(std::string_view name) {
  const auto bytes = as_bytes(name);
  return {ReplyKind::kRefused, {bytes.begin(), bytes.end()}};
}

TEST(Answer, CheckGrade) {
  CheckGradeRequest request;
  const ViewRequest view = u4_view();
  request.check.desc.assign(view.desc.begin(), view.desc.end());
  request.check.shape = {2, 3};
  request.check.plane_bytes = {3, 6, 0, 0};
  request.grade = kU4Grade;
  EXPECT_EQ(ask(Op::kCheckGrade, request.encode()), answered(CheckReply{0, kNoPlane}.encode()));
  // Without the grade, and with one that is not canonical: GradeUnknown, never a refusal.
  EXPECT_EQ(ask(Op::kCheck, request.check.encode()), answered(CheckReply{2, kNoPlane}.encode()));
  for (const char* grade : {"", "GRADE_MXFP4", "grit1(e=u4,k0=01,s0=u8,esr=ratiomaxabs)"}) {
    request.grade = grade;
    EXPECT_EQ(ask(Op::kCheckGrade, request.encode()), answered(CheckReply{2, kNoPlane}.encode()));
  }
  EXPECT_EQ(ask(Op::kCheckGrade, CheckGradeRequest{mxfp4_check(), ""}.encode()),
            answered(CheckReply{0, kNoPlane}.encode()));
  request.check.planes = Planes{};
  EXPECT_EQ(ask(Op::kCheckGrade, request.encode()).kind, ReplyKind::kInternalError);
}

TEST(Answer, DecodeView) {
  EXPECT_EQ(
      ask(Op::kDecodeView, u4_view().encode()),
      answered(WordsReply{{0x3F800000, 0x40000000, 0x40400000, 0x40800000, 0x40A00000, 0x40C00000}}
                   .encode()));
  ViewRequest view = u4_view();
  view.canonical = "grit1(e=u4,k0=01,s0=u8,esr=ratiomaxabs)";
  EXPECT_EQ(ask(Op::kDecodeView, view.encode()), refused_as("GradeUnknown"));
  view = u4_view();
  view.planes[1].clear();
  EXPECT_EQ(ask(Op::kDecodeView, view.encode()), refused_as("SizeMismatch"));
}

TEST(Answer, Slice) {
  EXPECT_EQ(
      ask(Op::kSlice, SliceRequest{u4_view(), 1, 1, 3}.encode()),
      answered(SliceReply{{2, 2}, {from_hex("3265"), from_hex("01010101"), {}, {}}}.encode()));
  EXPECT_EQ(ask(Op::kSlice, SliceRequest{u4_view(), 2, 0, 0}.encode()), refused_as("SliceRange"));
}

TEST(Answer, Transpose) {
  auto desc = u4_view().desc;
  desc[16] = std::byte{0};  // group_axis
  // The other axis alone ascends: a relabelling.
  EXPECT_EQ(ask(Op::kTranspose, TransposeRequest{u4_view(), {1, 0}, 0}.encode()),
            answered(TransposeReply{desc, {3, 2}, u4_view().planes}.encode()));
  EXPECT_EQ(ask(Op::kTranspose, TransposeRequest{u4_view(), {1, 0}, 1}.encode()),
            refused_as("GroupAxisMoved"));
  EXPECT_EQ(ask(Op::kTranspose, TransposeRequest{u4_view(), {1, 1}, 0}.encode()),
            refused_as("BadPermutation"));
}

TEST(Answer, Requantize) {
  ViewRequest view;
  view.desc = array_from_hex<64>(kMxfp4Hex);
  view.canonical = kMxfp4;
  view.shape = {32};
  view.planes = {Bytes(16, std::byte{0x11}), Bytes(1, std::byte{0x80}), Bytes{}, Bytes{}};
  // 2 * 0.5 = 1 is 4 * 2^-2 (spec §12.8).
  EXPECT_EQ(ask(Op::kRequantize, TransposeRequest{view, {0}, 0}.encode()),
            answered(TransposeReply{
                view.desc, {32}, {Bytes(16, std::byte{0x66}), Bytes(1, std::byte{0x7D}), {}, {}}}
                         .encode()));
  EXPECT_EQ(ask(Op::kRequantize, TransposeRequest{u4_view(), {0, 1}, 0}.encode()),
            refused_as("GradeUnsupported"));
}

TEST(Answer, Relayout) {
  auto desc = u4_view().desc;
  desc[32] = std::byte{2};  // placement_data
  EXPECT_EQ(
      ask(Op::kRelayout, RelayoutRequest{u4_view(), 0, reference::kColMajor}.encode()),
      answered(RelayoutReply{desc, {from_hex("415263"), u4_view().planes[1], {}, {}}}.encode()));
  EXPECT_EQ(ask(Op::kRelayout, RelayoutRequest{u4_view(), 2, reference::kRowMajor}.encode()),
            refused_as("RelayoutUnsupported"));
  EXPECT_EQ(ask(Op::kRelayout, RelayoutRequest{u4_view(), 3, reference::kRowMajor}.encode()).kind,
            ReplyKind::kInternalError);
}

// 8 MiB of nibbles are 16 Mi words and their count: four bytes more than a frame holds.
TEST(Answer, AnAnswerThatNoFrameHoldsIsAnInternalError) {
  DecodeRequest request;
  request.grade = "GRADE_MXFP4";
  request.numel = std::int64_t{1} << 24;
  request.planes = {Bytes(std::size_t{1} << 23), Bytes(std::size_t{1} << 19), Bytes{}, Bytes{}};
  EXPECT_EQ(ask(Op::kDecode, request.encode()).kind, ReplyKind::kInternalError);
}

TEST(Answer, UnknownOpsAreUnsupported) {
  for (const int op : {15, 19, 26, 32, 200, 255}) {
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
