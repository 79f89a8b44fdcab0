#include "harness/conformance/request_reduction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/protocol/answer.h"
#include "harness/protocol/messages.h"
#include "harness/reference/descriptor.h"
#include "harness/reference/grade.h"
#include "harness/reference/registry.h"
#include "harness/vectors/generate.h"

namespace grit::conformance {
namespace {

using protocol::Bytes;
using protocol::Op;

// An adapter answers an unreadable payload with an internal error (PROTOCOL.md); the reference's
// adapter function is what decides here which payloads are readable.
bool is_readable(Op op, const Bytes& request) {
  return protocol::answer(static_cast<std::uint8_t>(op), request).kind !=
         protocol::ReplyKind::kInternalError;
}

std::vector<vectors::Case> some_cases() { return vectors::generate({.seed = 11, .cases = 2400}); }

TEST(SimplerRequests, AreFewDistinctReadableAndNeverTheRequestItself) {
  std::set<Op> with_candidates;
  for (const vectors::Case& item : some_cases()) {
    const std::vector<Bytes> simpler = simpler_requests(item.op, item.request);
    ASSERT_LE(simpler.size(), kMaxSimplerRequests) << item.id;
    const std::set<Bytes> distinct(simpler.begin(), simpler.end());
    EXPECT_EQ(distinct.size(), simpler.size()) << item.id;
    EXPECT_FALSE(distinct.contains(item.request)) << item.id;
    if (simpler.empty()) continue;
    with_candidates.insert(item.op);
    // A request that is unreadable on purpose may have simpler ones of its kind.
    if (!is_readable(item.op, item.request)) continue;
    // All of a few thousand lists would take minutes; both ends and the middle stand for a list.
    for (const std::size_t index : {std::size_t{0}, simpler.size() / 2, simpler.size() - 1}) {
      EXPECT_TRUE(is_readable(item.op, simpler[index])) << item.id << ", candidate " << index;
    }
  }
  for (const Op op : {Op::kCheck, Op::kGrade, Op::kDescriptor, Op::kSizes, Op::kGid, Op::kGidParse,
                      Op::kDigest, Op::kFormatDecode, Op::kFormatEncode, Op::kExponent, Op::kDecode,
                      Op::kEncode, Op::kEquivalent, Op::kExplain}) {
    EXPECT_TRUE(with_candidates.contains(op)) << protocol::op_name(op);
  }
}

// Steps until `choose` finds no candidate any more; stops at `limit`.
template <typename Choose>
std::size_t steps(Op op, Bytes request, std::size_t limit, const Choose& choose) {
  for (std::size_t count = 0; count < limit; ++count) {
    std::vector<Bytes> simpler = simpler_requests(op, request);
    if (simpler.empty()) return count;
    request = std::move(choose(simpler));
  }
  return limit;
}

// Long descents only come from long requests: one piece less or simpler a step.
std::size_t step_limit(const Bytes& request) { return 64 + 16 * request.size(); }

TEST(SimplerRequests, FollowingTheFirstEnds) {
  for (const vectors::Case& item : some_cases()) {
    const std::size_t limit = step_limit(item.request);
    ASSERT_LT(steps(item.op, item.request, limit,
                    [](std::vector<Bytes>& list) -> Bytes& { return list.front(); }),
              limit)
        << item.id;
  }
}

TEST(SimplerRequests, FollowingTheLastEnds) {
  for (const vectors::Case& item : vectors::generate({.seed = 12, .cases = 240})) {
    if (item.request.size() > 512) continue;  // the slowest way down
    const std::size_t limit = step_limit(item.request);
    ASSERT_LT(steps(item.op, item.request, limit,
                    [](std::vector<Bytes>& list) -> Bytes& { return list.back(); }),
              limit)
        << item.id;
  }
}

TEST(SimplerRequests, AnUnreadableRequestHasNone) {
  for (const Op op : {Op::kCheck, Op::kGrade, Op::kDecode, Op::kEncode, Op::kExplain}) {
    EXPECT_TRUE(simpler_requests(op, Bytes(3, std::byte{0xFF})).empty()) << protocol::op_name(op);
  }
}

TEST(SimplerRequests, ATextLosesWhatAFailureDoesNotNeed) {
  // The failure needs an "x"; a greedy descent must leave nothing else.
  Bytes request = protocol::TextRequest{"grit1(e=e2m1,k0=32,x=9,s0=e8m0)"}.encode();
  const auto fails = [](const Bytes& candidate) {
    const auto parsed = protocol::TextRequest::parse(candidate);
    return parsed && parsed->text.find('x') != std::string::npos;
  };
  for (bool moving = true; moving;) {
    const std::vector<Bytes> simpler = simpler_requests(Op::kGrade, request);
    const auto next = std::ranges::find_if(simpler, fails);
    moving = next != simpler.end();
    if (moving) request = *next;
  }
  EXPECT_EQ(protocol::TextRequest::parse(request)->text, "x");
}

// u8 [4, 4], axis 1: a view that the reference decodes.
protocol::ViewRequest small_view() {
  protocol::ViewRequest view;
  view.canonical = "grit1(e=u8,k0=2,s0=u8,esr=ratiomaxabs)";
  const auto grade = reference::parse_grade(view.canonical);
  view.desc = reference::to_bytes(
      *reference::descriptor_from_grade(*grade, {.group_axis = 1,
                                                 .note = 7,
                                                 .placement_data = reference::kRowMajor,
                                                 .placement_scale = reference::kRowMajor,
                                                 .placement_meta = reference::kUnspecified}));
  view.shape = {4, 4};
  view.planes = {Bytes(16, std::byte{3}), Bytes(8, std::byte{1}), Bytes{}, Bytes{}};
  return view;
}

TEST(SimplerRequests, AViewLosesCoordinatesBitsAndItsNote) {
  bool has_smaller = false;
  bool has_no_note = false;
  for (const Bytes& simpler : simpler_requests(Op::kDecodeView, small_view().encode())) {
    const auto view = protocol::ViewRequest::parse(simpler);
    ASSERT_TRUE(view.has_value());
    EXPECT_EQ(protocol::answer(21, simpler).kind, protocol::ReplyKind::kAnswered);
    has_smaller |= view->shape == protocol::Shape{1, 4} || view->shape == protocol::Shape{4, 2};
    has_no_note |= view->desc[28] == std::byte{0};
  }
  EXPECT_TRUE(has_smaller);
  EXPECT_TRUE(has_no_note);
}

TEST(SimplerRequests, OperandsStay) {
  const protocol::SliceRequest request{small_view(), 0, 1, 2};
  const auto list = simpler_requests(Op::kSlice, request.encode());
  EXPECT_FALSE(list.empty());
  for (const Bytes& simpler : list) {
    const auto slice = protocol::SliceRequest::parse(simpler);
    ASSERT_TRUE(slice.has_value());
    EXPECT_EQ(slice->begin, 1);
    EXPECT_EQ(slice->end, 2);
  }
  EXPECT_FALSE(
      simpler_requests(Op::kTranspose, protocol::TransposeRequest{small_view(), {1, 0}, 0}.encode())
          .empty());
  EXPECT_FALSE(
      simpler_requests(Op::kRelayout, protocol::RelayoutRequest{small_view(), 0, 1}.encode())
          .empty());
}

TEST(SimplerRequests, ACheckWithAGradeKeepsIt) {
  protocol::CheckGradeRequest request;
  const auto view = small_view();
  request.check.desc.assign(view.desc.begin(), view.desc.end());
  request.check.shape = {4, 4};
  request.check.level = 2;
  request.grade = view.canonical;
  const auto list = simpler_requests(Op::kCheckGrade, request.encode());
  EXPECT_FALSE(list.empty());
  for (const Bytes& simpler : list) {
    EXPECT_EQ(protocol::CheckGradeRequest::parse(simpler)->grade, view.canonical);
  }
}

TEST(RemainingPieces, NamesTheFieldsThatAreNotCanonical) {
  protocol::SizesRequest request;
  auto descriptor =
      reference::to_bytes(reference::canonical_descriptor(reference::registry().front().grade));
  descriptor[18] = std::byte{0x40};  // the low byte of k0 (spec §2)
  std::ranges::copy(descriptor, request.desc.begin());
  request.shape = {64};
  const std::string pieces = remaining_pieces(Op::kSizes, request.encode());
  EXPECT_NE(pieces.find("k0"), std::string::npos) << pieces;
  EXPECT_EQ(pieces.find("flags"), std::string::npos) << pieces;
  EXPECT_EQ(remaining_pieces(Op::kGrade, protocol::TextRequest{"x"}.encode()), "");
}

}  // namespace
}  // namespace grit::conformance
