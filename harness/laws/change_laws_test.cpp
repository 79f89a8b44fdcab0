// slice, transpose, relayout and requantize. Inputs by hand from the clauses of docs/SPEC.md; each
// law is then shown to a faulty implementation.
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/laws/faulty_test.h"
#include "harness/laws/placement_laws.h"
#include "harness/laws/requantize_laws.h"
#include "harness/laws/sample.h"
#include "harness/laws/slice_laws.h"
#include "harness/laws/transpose_laws.h"
#include "harness/reference/relayout.h"
#include "harness/reference/requantize.h"
#include "harness/reference/slice.h"
#include "harness/reference/transpose.h"

namespace grit::laws {
namespace {

using reference::Refusal;
using reference::Role;
using reference::View;

constexpr std::string_view kPlain = "grit1(e=u8,k0=1,s0=u8,esr=ratiomaxabs)";
constexpr std::string_view kQ4ks =
    "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)";

// 0 … 5 as a matrix of two rows, group axis 1, all scales 1.
Sample matrix() {
  return sample_of(kPlain, {2, 3}, 1, PlaneDigits{"000102030405", "010101010101"});
}

// A Q4KS array of zeros: `groups` of level 0, an eighth as many of level 1.
Sample q4ks(std::vector<std::int64_t> shape, std::size_t groups) {
  return sample_of(
      kQ4ks, std::move(shape), 1,
      reference::PlaneBuffers{std::vector<std::byte>(16 * groups), std::vector<std::byte>(groups),
                              std::vector<std::byte>(groups / 2), std::vector<std::byte>(groups)});
}

Implementation faulty_slice(std::function<void(const View&, reference::Array&)> spoil) {
  return faulty([&](Implementation& all) {
    all.slice = [spoil](const View& view, std::size_t axis, std::int64_t begin, std::int64_t end) {
      auto result = reference::slice(view, axis, begin, end);
      if (result) spoil(view, *result);
      return result;
    };
  });
}

Implementation faulty_transpose(std::function<void(const View&, reference::Array&)> spoil) {
  return faulty([&](Implementation& all) {
    all.transpose = [spoil](const View& view, std::span<const std::size_t> perm,
                            std::size_t group_axis) {
      auto result = reference::transpose(view, perm, group_axis);
      if (result) spoil(view, *result);
      return result;
    };
  });
}

// The first bytes of each plane, whatever was asked for.
void take_the_first(const View& view, reference::Array& result) {
  for (std::size_t p = 0; p < reference::kPlaneCount; ++p) {
    std::copy_n(view.planes[p].begin(), result.planes[p].size(), result.planes[p].begin());
  }
}

// L3.
TEST(SliceHonesty, SecondRow) {
  const Sample sample = matrix();
  EXPECT_TRUE(applied(slice_honesty(sample.view(), {0, 1, 2})));
  // 3 is cut out of the values; the first row has 0.
  expect_lane(slice_honesty(sample.view(), {0, 1, 2}, faulty_slice(take_the_first)),
              Law::kSliceHonesty, {0, 0, 0x40400000});
}

TEST(SliceHonesty, DescriptorAndShape) {
  const Sample sample = matrix();
  const auto placed = faulty_slice([](const View&, reference::Array& result) {
    result.descriptor.placement_data = reference::kLinearMeta;
  });
  expect_broken(slice_honesty(sample.view(), {0, 1, 2}, placed), Law::kSliceHonesty,
                "the descriptor of the slice");
  const auto shaped =
      faulty_slice([](const View&, reference::Array& result) { result.shape = {3}; });
  expect_broken(slice_honesty(sample.view(), {0, 1, 2}, shaped), Law::kSliceHonesty, "the shape");
}

TEST(SliceHonesty, SaysNothingOfARefusal) {
  EXPECT_TRUE(is_vacuous(slice_honesty(matrix().view(), {2, 0, 1})));
}

// §12.6's table for GRADE_Q4KS.
TEST(SliceRefusals, TableOfTheClause) {
  const Sample wide = q4ks({2, 512}, 32);
  const Sample low = q4ks({4, 64}, 8);
  const Sample high = q4ks({8, 64}, 16);
  for (const Range& range : {Range{1, 256, 512}, Range{1, 32, 288}, Range{1, 16, 512}}) {
    EXPECT_TRUE(applied(slice_refusals(wide.view(), range)));
  }
  for (const Range& range : {Range{0, 0, 2}, Range{1, 32, 32}, Range{1, 33, 33}, Range{2, 0, 1},
                             Range{0, 3, 2}, Range{0, 0, 5}, Range{0, -1, 2}}) {
    EXPECT_TRUE(applied(slice_refusals(low.view(), range)));
  }
  EXPECT_TRUE(applied(slice_refusals(high.view(), {0, 4, 8})));

  // Answers all of it, by what an array without a second level would give.
  const auto generous = faulty([](Implementation& all) {
    all.slice = [](const View& view, std::size_t axis, std::int64_t begin,
                   std::int64_t end) -> std::expected<reference::Array, Refusal> {
      auto result = reference::slice(view, axis, begin, end);
      if (!result && result.error() == Refusal::kSliceSplitsGroup) return reference::Array{};
      return result;
    };
  });
  expect_broken(slice_refusals(wide.view(), {1, 32, 288}, generous), Law::kSliceRefusals,
                "an answer, must be SliceSplitsGroup");
  expect_broken(slice_refusals(low.view(), {1, 33, 33}, generous), Law::kSliceRefusals,
                "must be SliceSplitsGroup");
  const auto timid = faulty([](Implementation& all) {
    all.slice = [](const View&, std::size_t, std::int64_t,
                   std::int64_t) -> std::expected<reference::Array, Refusal> {
      return std::unexpected(Refusal::kSliceRange);
    };
  });
  expect_broken(slice_refusals(high.view(), {0, 4, 8}, timid), Law::kSliceRefusals,
                "SliceRange, must be an answer");
}

TEST(SliceRefusals, UnsoundCells) {
  // §11.6's example: neither cell names three positions.
  const Sample sample = sample_of("grit1(e=s8,k0=5,s0=u8,sp=3:5:u4:unord,esr=ratiomaxabs)", {10}, 0,
                                  PlaneDigits{"010203040506", "0203", "", "147420"});
  EXPECT_TRUE(applied(slice_refusals(sample.view(), {0, 0, 5})));
  const auto blind = faulty([](Implementation& all) {
    all.slice = [](const View&, std::size_t, std::int64_t,
                   std::int64_t) -> std::expected<reference::Array, Refusal> {
      return reference::Array{};
    };
  });
  expect_broken(slice_refusals(sample.view(), {0, 0, 5}, blind), Law::kSliceRefusals,
                "must be DigestMismatch");
}

TEST(SliceComposition, OfOneAxisAndOfTwo) {
  const Sample sample = matrix();
  EXPECT_TRUE(applied(slice_composition(sample.view(), {1, 1, 3}, {1, 1, 2})));
  EXPECT_TRUE(applied(slice_composition(sample.view(), {1, 1, 3}, {0, 1, 2})));
  EXPECT_TRUE(is_vacuous(slice_composition(sample.view(), {1, 1, 3}, {1, 2, 3})));  // SliceRange
  // Ends are counted from the whole array's beginning where it begins at 1 or later.
  const auto absolute = faulty([](Implementation& all) {
    all.slice = [](const View& view, std::size_t axis, std::int64_t begin, std::int64_t end) {
      auto result = reference::slice(view, axis, begin, end);
      if (result && view.shape[1] == 2) std::ranges::reverse(result->planes[0]);
      if (result && view.shape[1] == 2) result->planes[0][0] = std::byte{9};
      return result;
    };
  });
  expect_broken(slice_composition(sample.view(), {1, 1, 3}, {1, 1, 2}, absolute),
                Law::kSliceComposition, "between the sums has other bytes");
  expect_broken(slice_composition(sample.view(), {1, 1, 3}, {0, 1, 2}, absolute),
                Law::kSliceComposition, "in the other order");
}

// L4. §12.7: perm (1, 0, 2) makes lines 0, 3, 1, 4, 2, 5 of six.
Sample six_lines(std::string_view scales) {
  return sample_of(kPlain, {2, 3, 1}, 2, PlaneDigits{"000102030405", scales});
}

TEST(TransposeLines, LinesOfTheExample) {
  const Sample sample = six_lines("010101010101");
  const Turn turn{{1, 0, 2}, 2};
  EXPECT_TRUE(applied(transpose_lines(sample.view(), turn)));
  // Relabels where lines must move: element 1 must be 3, is 1.
  expect_lane(transpose_lines(sample.view(), turn, faulty_transpose(take_the_first)),
              Law::kTransposeLines, {1, 0x3F800000, 0x40400000});
}

TEST(TransposeLines, CodesOfEqualValues) {
  // Under scales of zero every value is 0, and only the codes tell that lines did not move.
  const Sample sample = six_lines("000000000000");
  const Turn turn{{1, 0, 2}, 2};
  EXPECT_TRUE(applied(transpose_lines(sample.view(), turn)));
  expect_broken(transpose_lines(sample.view(), turn, faulty_transpose(take_the_first)),
                Law::kTransposeLines, "line 1 has not the codes of line 3");
}

TEST(TransposeLines, DescriptorAndShape) {
  const Sample sample = six_lines("010101010101");
  const auto axis = faulty_transpose(
      [](const View&, reference::Array& result) { result.descriptor.group_axis = 0; });
  expect_broken(transpose_lines(sample.view(), {{1, 0, 2}, 2}, axis), Law::kTransposeLines,
                "the descriptor of the result");
  const auto shape = faulty_transpose([](const View& view, reference::Array& r) {
    r.shape.assign(view.shape.begin(), view.shape.end());
  });
  expect_broken(transpose_lines(sample.view(), {{1, 0, 2}, 2}, shape), Law::kTransposeLines,
                "the shape of the result");
}

// §12.7's examples.
TEST(TransposeRefusals, ExamplesOfTheClause) {
  const Sample sample = six_lines("010101010101");
  EXPECT_TRUE(applied(transpose_refusals(sample.view(), {{1, 0, 2}, 0})));  // GroupAxisMoved
  EXPECT_TRUE(applied(transpose_refusals(sample.view(), {{0, 0, 2}, 9})));  // BadPermutation
  const auto generous = faulty([](Implementation& all) {
    all.transpose = [](const View&, std::span<const std::size_t>,
                       std::size_t) -> std::expected<reference::Array, Refusal> {
      return reference::Array{};
    };
  });
  expect_broken(transpose_refusals(sample.view(), {{1, 0, 2}, 0}, generous),
                Law::kTransposeRefusals, "must be GroupAxisMoved");
  expect_broken(transpose_refusals(sample.view(), {{0, 0, 2}, 9}, generous),
                Law::kTransposeRefusals, "must be BadPermutation");

  // [2, 2, 64] is one level-1 group; [2, 2, 128] two, which the result would mix.
  const auto cube = [](std::int64_t extent, std::size_t groups) {
    Sample one = q4ks({2, 2, extent}, groups);
    one.descriptor().group_axis = 2;
    return one;
  };
  const Sample within = cube(64, 8);
  const Sample across = cube(128, 16);
  EXPECT_TRUE(applied(transpose_refusals(within.view(), {{1, 0, 2}, 2})));
  EXPECT_TRUE(applied(transpose_refusals(across.view(), {{1, 0, 2}, 2})));
  expect_broken(transpose_refusals(across.view(), {{1, 0, 2}, 2}, generous),
                Law::kTransposeRefusals, "must be SliceSplitsGroup");
  const auto timid = faulty([](Implementation& all) {
    all.transpose = [](const View&, std::span<const std::size_t>,
                       std::size_t) -> std::expected<reference::Array, Refusal> {
      return std::unexpected(Refusal::kSliceSplitsGroup);
    };
  });
  expect_broken(transpose_refusals(within.view(), {{1, 0, 2}, 2}, timid), Law::kTransposeRefusals,
                "must be an answer");
}

TEST(TransposeComposition, ThereAndBack) {
  const Sample sample = six_lines("010203040506");
  EXPECT_TRUE(applied(transpose_composition(sample.view(), {{1, 0, 2}, 2})));
  EXPECT_TRUE(applied(transpose_composition(sample.view(), {{0, 2, 1}, 1})));
  EXPECT_TRUE(is_vacuous(transpose_composition(sample.view(), {{0, 0, 2}, 2})));
  const auto loses = faulty_transpose(
      [](const View&, reference::Array& result) { result.planes[1][0] = std::byte{0}; });
  expect_broken(transpose_composition(sample.view(), {{1, 0, 2}, 2}, loses),
                Law::kTransposeComposition, "the codes that come back");
  const auto once = faulty([](Implementation& all) {
    all.transpose = [](const View& view, std::span<const std::size_t> perm,
                       std::size_t axis) -> std::expected<reference::Array, Refusal> {
      if (view.shape[0] == 3) return std::unexpected(Refusal::kGroupAxisMoved);
      return reference::transpose(view, perm, axis);
    };
  });
  expect_broken(transpose_composition(sample.view(), {{1, 0, 2}, 2}, once),
                Law::kTransposeComposition, "back is refused");
}

TEST(TransposeSlice, EitherOrder) {
  const Sample sample = six_lines("010203040506");
  const Turn turn{{1, 0, 2}, 2};
  EXPECT_TRUE(applied(transpose_slice(sample.view(), turn, {0, 1, 3})));
  EXPECT_TRUE(is_vacuous(transpose_slice(sample.view(), turn, {0, 1, 4})));
  expect_broken(transpose_slice(sample.view(), turn, {0, 1, 3}, faulty_slice(take_the_first)),
                Law::kTransposeSlice, "the two orders give other bytes");
}

// §12.2.1's example: u4, [2, 3], axis 1, codes 1 2 3 / 4 5 6.
Sample nibbles() {
  return sample_of("grit1(e=u4,k0=3,s0=u8,esr=ratiomaxabs)", {2, 3}, 1,
                   PlaneDigits{"214365", "0102"});
}

// Changes the word and moves no byte.
Implementation relabelling() {
  return faulty([](Implementation& all) {
    all.relayout = [](const View& view, Role role, reference::Placement placement) {
      auto result = reference::relayout(view, role, placement);
      if (result) {
        for (std::size_t p = 0; p < reference::kPlaneCount; ++p) {
          result->planes[p].assign(view.planes[p].begin(), view.planes[p].end());
        }
      }
      return result;
    };
  });
}

// L7.
TEST(PlacementInvariance, ColumnMajor) {
  const Sample sample = nibbles();
  const Layout columns{Role::kData, reference::kColMajor};
  EXPECT_TRUE(applied(placement_invariance(sample.view(), columns)));
  // Plane order 21 43 65 read as columns is 1 3 5 / 2 4 6: the second value is 3, must be 2.
  expect_lane(placement_invariance(sample.view(), columns, relabelling()),
              Law::kPlacementInvariance, {1, 0x40400000, 0x40000000});
}

TEST(PlacementInvariance, BlocksAndSwizzle) {
  // §12.3.2's example.
  const Sample mxfp4 = sample_of("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)", {32}, 0,
                                 PlaneDigits{"1032547698badcfeefcdab8967452301", "80"});
  EXPECT_TRUE(applied(placement_invariance(mxfp4.view(), {Role::kData, reference::kBlockAos})));
  const Layout swizzle{Role::kScale, reference::kSwizzle128x4B};
  EXPECT_TRUE(applied(placement_invariance(mxfp4.view(), swizzle)));
  expect_broken(placement_invariance(mxfp4.view(), swizzle, relabelling()),
                Law::kPlacementInvariance, "decode_view refuses what relayout gave");
  const auto renames = faulty([](Implementation& all) {
    all.relayout = [](const View& view, Role role, reference::Placement placement) {
      auto result = reference::relayout(view, role, placement);
      if (result) result->descriptor.grade_id = 0;
      return result;
    };
  });
  expect_broken(placement_invariance(mxfp4.view(), swizzle, renames), Law::kPlacementInvariance,
                "the descriptor after relayout");
  EXPECT_TRUE(is_vacuous(placement_invariance(mxfp4.view(), {Role::kData, reference::kColMajor})));
}

TEST(PlacementInvariance, SliceAndTransposeCommuteWithRelayout) {
  const Sample sample = nibbles();
  const Layout columns{Role::kData, reference::kColMajor};
  const Range row{0, 1, 2};
  const Turn turn{{1, 0}, 0};
  EXPECT_TRUE(applied(slice_commutes(sample.view(), columns, row)));
  EXPECT_TRUE(applied(transpose_commutes(sample.view(), columns, turn)));
  // Cuts the stored bytes as if they were in plane order.
  const auto naive_slice = faulty_slice([](const View& view, reference::Array& result) {
    if (view.descriptor.placement_data != reference::kColMajor) return;
    std::copy_n(view.planes[0].begin() + 1, result.planes[0].size(), result.planes[0].begin());
  });
  expect_broken(slice_commutes(sample.view(), columns, row, naive_slice), Law::kPlacementInvariance,
                "slice and relayout give other bytes");
  const auto refuses = faulty([](Implementation& all) {
    all.transpose = [](const View& view, std::span<const std::size_t> perm,
                       std::size_t axis) -> std::expected<reference::Array, Refusal> {
      if (view.descriptor.placement_data == reference::kColMajor) {
        return std::unexpected(Refusal::kRelayoutUnsupported);
      }
      return reference::transpose(view, perm, axis);
    };
  });
  expect_broken(transpose_commutes(sample.view(), columns, turn, refuses),
                Law::kPlacementInvariance, "after relayout not");
  EXPECT_TRUE(is_vacuous(slice_commutes(sample.view(), columns, {0, 1, 3})));
}

TEST(RelayoutRoundTrip, ThereAndBack) {
  const Sample sample = nibbles();
  const Layout columns{Role::kData, reference::kColMajor};
  EXPECT_TRUE(applied(relayout_round_trip(sample.view(), columns)));
  // One way only.
  const auto halfway = faulty([](Implementation& all) {
    all.relayout = [](const View& view, Role role, reference::Placement placement) {
      auto result = reference::relayout(view, role, placement);
      if (result && placement == reference::kRowMajor) {
        result->planes[0].assign(view.planes[0].begin(), view.planes[0].end());
      }
      return result;
    };
  });
  expect_broken(relayout_round_trip(sample.view(), columns, halfway), Law::kRelayoutRoundTrip,
                "the codes that come back");
}

TEST(RelayoutRoundTrip, IgnoredBits) {
  // §12.9's example: u4, [1, 3], data 21 f3. COL_MAJOR rebuilds, LINEAR_META keeps.
  const Sample sample =
      sample_of("grit1(e=u4,k0=3,s0=u8,esr=ratiomaxabs)", {1, 3}, 1, PlaneDigits{"21f3", "01"});
  EXPECT_TRUE(applied(relayout_round_trip(sample.view(), {Role::kData, reference::kColMajor})));
  const Layout linear{Role::kData, reference::kLinearMeta};
  EXPECT_TRUE(applied(relayout_round_trip(sample.view(), linear)));
  const auto rebuilds = faulty([](Implementation& all) {
    all.relayout = [](const View& view, Role role, reference::Placement placement) {
      auto result = reference::relayout(view, role, placement);
      if (result) result->planes[0][1] &= std::byte{0x0F};
      return result;
    };
  });
  expect_broken(relayout_round_trip(sample.view(), linear, rebuilds), Law::kRelayoutRoundTrip,
                "the bytes under the same placement");
  // Padding that is never the same.
  int count = 0;
  const auto restless = faulty([&](Implementation& all) {
    all.relayout = [&count](const View& view, Role role, reference::Placement placement) {
      auto result = reference::relayout(view, role, placement);
      if (result) result->planes[0][1] |= static_cast<std::byte>(++count << 4 & 0xF0);
      return result;
    };
  });
  expect_broken(relayout_round_trip(sample.view(), {Role::kData, reference::kColMajor}, restless),
                Law::kRelayoutRoundTrip, "the second time");
}

// §12.8's example: decode gives 1 everywhere, encode takes 2^−2 and code 6.
TEST(RequantizeLaw, ExampleOfTheClause) {
  const Sample sample = sample_of("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)", {32}, 0,
                                  PlaneDigits{"11111111111111111111111111111111", "80"});
  EXPECT_TRUE(applied(requantize_values(sample.view(), {{0}, 0})));
  // Keeps the bytes where nothing moves.
  const auto lazy = faulty([](Implementation& all) {
    all.requantize = [](const View& view, std::span<const std::size_t> perm, std::size_t axis) {
      auto result = reference::requantize(view, perm, axis);
      if (result) result->planes[0].assign(view.planes[0].begin(), view.planes[0].end());
      return result;
    };
  });
  expect_broken(requantize_values(sample.view(), {{0}, 0}, lazy), Law::kRequantize,
                "plane data is not what encode gives");
  EXPECT_TRUE(is_vacuous(requantize_values(matrix().view(), {{0, 1}, 1})));
}

}  // namespace
}  // namespace grit::laws
