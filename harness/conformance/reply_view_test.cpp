#include "harness/conformance/reply_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "harness/conformance/request_view.h"
#include "harness/protocol/answer.h"
#include "harness/reference/descriptor.h"
#include "harness/reference/grade.h"

namespace grit::conformance {
namespace {

using protocol::Op;
using protocol::Reply;
using protocol::ReplyKind;

Reply words(protocol::Words values) {
  return {ReplyKind::kAnswered, protocol::WordsReply{std::move(values)}.encode()};
}

ReplyComparison compare_words(Op op, protocol::Words expected, protocol::Words actual) {
  protocol::DecodeRequest request;
  request.grade = "GRADE_MXFP4";
  return compare_replies(op, request.encode(), words(std::move(expected)), OutcomeKind::kAnswered,
                         words(std::move(actual)).payload);
}

TEST(CompareReplies, DecodesAreMeasured) {
  protocol::Words expected(64, 0x3F800000);  // 1.0
  protocol::Words actual = expected;
  EXPECT_EQ(compare_words(Op::kDecode, expected, actual).field, "");
  actual[40] = 0x3F800003;
  actual[50] = 0x3F7FFFFF;
  actual[60] = 0x7FC00000;
  const ReplyComparison comparison = compare_words(Op::kDecode, expected, actual);
  EXPECT_EQ(comparison.field, "value");
  ASSERT_TRUE(comparison.decode.has_value());
  EXPECT_EQ(comparison.decode->differing, 3u);
  EXPECT_EQ(comparison.decode->elements, 64u);
  EXPECT_EQ(comparison.decode->nan_differing, 1u);
  EXPECT_EQ(comparison.decode->largest_ulp, 3u);
  EXPECT_EQ(comparison.decode->first_index, 40u);
  EXPECT_EQ(comparison.decode->first_group, 1u);  // groups of 32
  EXPECT_EQ(comparison.differences.size(), 3u);
}

TEST(CompareReplies, UlpCountsAcrossZero) {
  // From the smallest negative subnormal over -0 = +0 to the smallest positive one.
  const ReplyComparison comparison = compare_words(Op::kDecode, {0x80000001}, {0x00000001});
  EXPECT_EQ(comparison.decode->largest_ulp, 2u);
}

TEST(CompareReplies, KindsOfWordDifferences) {
  const auto field = [](Op op, std::uint32_t expected, std::uint32_t actual) {
    return compare_words(op, {expected}, {actual}).field;
  };
  EXPECT_EQ(field(Op::kDecode, 0x7FC00000, 0xFFC00000), "NaN bits");
  EXPECT_EQ(field(Op::kDecode, 0x7FC00000, 0), "value where NaN");
  EXPECT_EQ(field(Op::kDecode, 0, 0x7FC00000), "NaN where a value");
  EXPECT_EQ(field(Op::kDecode, 0, 0x80000000), "sign of zero");
  EXPECT_EQ(field(Op::kDecode, 0x7F800000, 0xFF800000), "value");
  EXPECT_EQ(field(Op::kFormatEncode, 1, protocol::kRefusedCode), "refusal where a code");
  EXPECT_EQ(field(Op::kFormatEncode, protocol::kRefusedCode, 1), "code where refused");
  EXPECT_EQ(compare_words(Op::kDecode, {1}, {1, 2}).field, "count");
}

TEST(CompareReplies, DescriptorsFieldByField) {
  protocol::DescriptorRequest request;
  request.grade = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)";
  const protocol::Bytes payload = request.encode();
  const Reply expected = protocol::answer(static_cast<std::uint8_t>(Op::kDescriptor), payload);
  protocol::Bytes actual = expected.payload;
  std::swap(actual[18], actual[19]);  // spec §2: k0 at offset 18
  const ReplyComparison comparison =
      compare_replies(Op::kDescriptor, payload, expected, OutcomeKind::kAnswered, actual);
  EXPECT_EQ(comparison.field, "k0");
  ASSERT_EQ(comparison.differences.size(), 1u);
  EXPECT_EQ(comparison.differences[0].offset, "18");
  EXPECT_NE(comparison.differences[0].expected.find("32"), std::string::npos);
  EXPECT_NE(comparison.differences[0].actual.find("8192"), std::string::npos);
}

TEST(CompareReplies, PlanesThatDifferBehindTheRenderedPart) {
  protocol::Planes planes = {protocol::Bytes(4096), {}, {}, {}};
  const Reply expected{ReplyKind::kAnswered, protocol::PlanesMessage{planes}.encode()};
  planes[0].back() = std::byte{1};
  EXPECT_EQ(compare_replies(Op::kEncode, {}, expected, OutcomeKind::kAnswered,
                            protocol::PlanesMessage{planes}.encode())
                .field,
            "data");
}

TEST(CompareReplies, NoReplyOfTheOp) {
  EXPECT_EQ(compare_replies(Op::kGrade, {}, {ReplyKind::kAnswered, protocol::GradeReply{}.encode()},
                            OutcomeKind::kAnswered, protocol::Bytes(3))
                .field,
            "layout of the reply");
}

Reply refusal(std::string_view name) {
  const auto bytes = protocol::as_bytes(name);
  return {ReplyKind::kRefused, {bytes.begin(), bytes.end()}};
}

TEST(CompareReplies, RefusalsByName) {
  const Reply expected = refusal("SliceRange");
  const Reply actual = refusal("SizeMismatch");
  EXPECT_EQ(
      compare_replies(Op::kSlice, {}, expected, OutcomeKind::kRefused, expected.payload).field, "");
  const ReplyComparison comparison =
      compare_replies(Op::kSlice, {}, expected, OutcomeKind::kRefused, actual.payload);
  EXPECT_EQ(comparison.field, "refusal");
  EXPECT_FALSE(comparison.only_diagnostic);
  EXPECT_EQ(outcome_label(Op::kSlice, OutcomeKind::kRefused, actual.payload), "SizeMismatch");
  EXPECT_EQ(render_reply(Op::kSlice, OutcomeKind::kRefused, actual.payload),
            "refused: \"SizeMismatch\"");
  // Other text is no name, and other operations have none.
  EXPECT_EQ(outcome_label(Op::kSlice, OutcomeKind::kRefused, refusal("Nope").payload), "refused");
  EXPECT_EQ(outcome_label(Op::kDecode, OutcomeKind::kRefused, actual.payload), "refused");
}

TEST(CompareReplies, CheckGradeIsACheck) {
  const protocol::Bytes ok = protocol::CheckReply{0, protocol::kNoPlane}.encode();
  const protocol::Bytes plane = protocol::CheckReply{0, 3}.encode();
  EXPECT_TRUE(compare_replies(Op::kCheckGrade, {}, {ReplyKind::kAnswered, ok},
                              OutcomeKind::kAnswered, plane)
                  .only_diagnostic);
  EXPECT_EQ(outcome_label(Op::kCheckGrade, OutcomeKind::kAnswered, ok), "Ok");
}

TEST(CompareReplies, ViewsPartByPart) {
  protocol::TransposeReply expected;
  expected.shape = {2, 3};
  expected.planes[1] = protocol::Bytes(4);
  protocol::TransposeReply actual = expected;
  actual.desc[16] = std::byte{1};
  actual.planes[1].pop_back();
  const ReplyComparison comparison =
      compare_replies(Op::kTranspose, {}, {ReplyKind::kAnswered, expected.encode()},
                      OutcomeKind::kAnswered, actual.encode());
  EXPECT_EQ(comparison.field, "group_axis");
  ASSERT_EQ(comparison.differences.size(), 2u);
  EXPECT_EQ(comparison.differences[1].field, "scale0");
  actual = expected;
  actual.shape = {3, 2};
  EXPECT_EQ(compare_replies(Op::kRequantize, {}, {ReplyKind::kAnswered, expected.encode()},
                            OutcomeKind::kAnswered, actual.encode())
                .field,
            "shape");
}

// MXFP4 [64, 2], axis 0: element (33, 1) is word 67, in line 1 and its second group, number 3.
TEST(CompareReplies, DecodeViewFindsTheGroupInPlaneOrder) {
  const auto grade = reference::parse_grade("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)");
  protocol::ViewRequest request;
  request.desc = reference::to_bytes(*reference::descriptor_from_grade(*grade, {}));
  request.shape = {64, 2};
  protocol::Words expected(128, 0x3F800000);
  protocol::Words actual = expected;
  actual[67] = 0x3F800001;
  const ReplyComparison comparison =
      compare_replies(Op::kDecodeView, request.encode(), words(expected), OutcomeKind::kAnswered,
                      words(actual).payload);
  ASSERT_TRUE(comparison.decode.has_value());
  EXPECT_EQ(comparison.decode->first_index, 67u);
  EXPECT_EQ(comparison.decode->first_group, 3u);
}

// Every op, whatever bytes it gets: nothing throws, and something is shown.
TEST(Views, IsTotal) {
  for (const protocol::OpInfo& info : protocol::all_ops()) {
    for (const std::size_t length : {0u, 1u, 7u, 64u, 200u}) {
      for (const unsigned fill : {0x00u, 0xFFu}) {
        const protocol::Bytes bytes(length, static_cast<std::byte>(fill));
        EXPECT_FALSE(request_pieces(info.op, bytes).empty()) << info.name << length;
        EXPECT_FALSE(render_reply(info.op, OutcomeKind::kAnswered, bytes).empty())
            << info.name << length;
        EXPECT_FALSE(outcome_label(info.op, OutcomeKind::kAnswered, bytes).empty());
        compare_with_canonical(info.op, bytes);
      }
    }
  }
}

TEST(Views, NearestCanonicalDescriptor) {
  protocol::CheckRequest request;
  const auto hex =
      "47525431400101004320074800000000000020000000000000000000000000000100000000000010"
      "0100000000000010000000000000000083a154e49eee7023";
  for (const char* at = hex; *at != 0; at += 2) {
    request.desc.push_back(static_cast<std::byte>(std::stoi(std::string(at, 2), nullptr, 16)));
  }
  EXPECT_TRUE(compare_with_canonical(Op::kCheck, request.encode()).differences.empty());
  request.desc[18] = std::byte{16};
  const DescriptorComparison comparison = compare_with_canonical(Op::kCheck, request.encode());
  EXPECT_EQ(comparison.base, "GRADE_MXFP4");
  ASSERT_EQ(comparison.differences.size(), 1u);
  EXPECT_EQ(comparison.differences[0].field, "k0");
  request.desc.pop_back();
  EXPECT_EQ(compare_with_canonical(Op::kCheck, request.encode()).base, "");
}

}  // namespace
}  // namespace grit::conformance
