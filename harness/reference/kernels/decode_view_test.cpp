#include "harness/reference/kernels/decode_view.h"

#include <gtest/gtest.h>

#include <array>
#include <cfenv>
#include <random>
#include <string>
#include <vector>

#include "harness/reference/grade.h"
#include "harness/reference/sizes.h"
#include "harness/reference/test_views.h"

namespace grit::reference::kernels {
namespace {

testing::AssertionResult agree(const View& view) {
  const auto expected = reference::decode_view(view);
  const auto values = kernels::decode_view(view);
  if (values == expected) return testing::AssertionSuccess();
  auto failure = testing::AssertionFailure() << view.grade << ", shape";
  for (const std::int64_t extent : view.shape) failure << ' ' << extent;
  if (values && expected) {
    for (std::size_t i = 0; i < expected->size() && i < values->size(); ++i) {
      if ((*values)[i] == (*expected)[i]) continue;
      return failure << ": element " << i << " is " << std::hex << (*values)[i] << ", not "
                     << (*expected)[i];
    }
  }
  return failure << ": refused by one of two";
}

// Two elements of every width, by hand: S = 2 (s0 = binary32 40000000).
TEST(DecodeViewKernel, ByHand) {
  const auto decoded = [](std::string_view e, std::string_view more, std::string_view data) {
    const std::string grade =
        "grit1(e=" + std::string(e) + ",k0=2,s0=binary32" + std::string(more) + ",esr=ratiomaxabs)";
    const GradedArray array = graded(grade, {2}, 0, PlaneText{.data = data, .scale0 = "00000040"});
    return kernels::decode_view(array.view()).value_or(std::vector<std::uint32_t>{});
  };
  using Bits = std::vector<std::uint32_t>;
  const Bits two_and_six{0x40000000, 0x40c00000};  // 2 * 1 and 2 * 3
  EXPECT_EQ(decoded("u2", "", "0d"), two_and_six);
  EXPECT_EQ(decoded("u2", ",po=msb", "70"), two_and_six);
  EXPECT_EQ(decoded("u4", "", "31"), two_and_six);
  EXPECT_EQ(decoded("u4", ",po=msb", "13"), two_and_six);
  EXPECT_EQ(decoded("u6", "", "c100"), two_and_six);
  EXPECT_EQ(decoded("u6", ",po=msb", "0430"), two_and_six);
  EXPECT_EQ(decoded("u6", ",ct=pad8", "c183"), two_and_six);
  EXPECT_EQ(decoded("u8", "", "0103"), two_and_six);
}

// Grades, shapes and planes without a pattern; NaN, infinity and subnormal scales among them.
TEST(DecodeViewKernel, AnyGradeIsAsTheReferenceSays) {
  std::mt19937_64 random(1);
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  std::array<int, 33> widths{};
  int zero_points = 0;
  int answered = 0;
  for (int round = 0; round < 6'000; ++round) {
    const auto format = [&] {
      return registered_formats()[below(registered_formats().size())].word;
    };
    Grade grade;
    grade.e = format();
    grade.s0 = format();
    constexpr std::array<std::uint64_t, 7> kGroups{1, 2, 3, 8, 32, 48, 1100};
    grade.k0 = kGroups[below(kGroups.size())];
    if (below(2) == 0) grade.level1 = Level1{.k1 = below(4), .s1 = format()};
    if (below(2) == 0) {
      grade.zero_point = ZeroPoint{
          .zp = format(),
          .zpc = below(2) == 0 ? ZeroPointCode::kAsIs : ZeroPointCode::kMinus1,
          .zps = grade.level1 && below(2) == 0 ? ZeroPointScale::kL1 : ZeroPointScale::kShared};
    } else if (below(8) == 0) {
      grade.sparsity = Sparsity{.n = 1, .m = 2, .meta = kU2, .order = IndexOrder::kAscLsb};
      grade.k0 = 32;
    }
    if (below(3) == 0) grade.ct = Container::kPad8;
    if (below(3) == 0) grade.po = BitOrder::kMsb;
    const std::string text = canonical(grade);
    const auto groups = static_cast<std::int64_t>(1 + below(3));
    std::vector<std::int64_t> shape{
        static_cast<std::int64_t>(grade.k0) * groups *
        (grade.level1 && grade.level1->k1 > 0 ? static_cast<std::int64_t>(grade.level1->k1) : 1)};
    int axis = 0;
    if (below(2) == 0) shape.push_back(static_cast<std::int64_t>(below(4)));
    if (below(2) == 0) {
      shape.insert(shape.begin(), 3);
      axis = 1;
    }
    GradedArray array = graded(text, shape, axis, PlaneBuffers{});
    const auto sized = sizes(array.descriptor(), array.array.shape);
    if (!sized) continue;
    for (std::size_t p = 0; p < kPlaneCount; ++p) {
      array.planes()[p].resize(static_cast<std::size_t>(sized->plane_bytes[p].low));
      for (std::byte& byte : array.planes()[p]) {
        byte = below(6) == 0 ? std::byte{0xFF} : static_cast<std::byte>(random() & 0xFF);
      }
    }
    ASSERT_TRUE(agree(array.view()));
    if (!kernels::decode_view(array.view())) continue;
    ++answered;
    ++widths[grade.e.width()];
    zero_points += grade.zero_point.has_value();
  }
  EXPECT_GT(answered, 4'000);
  EXPECT_GT(zero_points, 1'600);
  for (const unsigned width : {2U, 4U, 6U, 8U, 16U, 32U}) EXPECT_GT(widths[width], 200) << width;
}

TEST(DecodeViewKernel, TheCallersEnvironmentIsHis) {
  const GradedArray array =
      graded("grit1(e=s8,k0=32,s0=binary32,esr=ratiomaxabs)", {32}, 0,
             PlaneBuffers{std::vector<std::byte>(32, std::byte{3}),
                          {std::byte{1}, std::byte{0}, std::byte{0x80}, std::byte{0x3e}},
                          {},
                          {}});
  const auto expected = reference::decode_view(array.view());
  ASSERT_TRUE(expected);
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    ASSERT_EQ(std::fesetround(mode), 0);
    const auto values = kernels::decode_view(array.view());
    EXPECT_EQ(std::fegetround(), mode);
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(values, expected);
  }
}

}  // namespace
}  // namespace grit::reference::kernels
