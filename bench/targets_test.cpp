#include "bench/targets.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <set>
#include <tuple>

#include "bench/contests.h"

namespace grit::bench {
namespace {

using reference::kernels::Isa;

TEST(Targets, EachIsOfSomethingThatIsMeasured) {
  const Peers nobody;
  const auto contests = all_contests(nobody, Isa::kScalar);
  for (const Target& target : all_targets()) {
    EXPECT_TRUE(std::ranges::any_of(
        contests,
        [&](const PlannedContest& contest) {
          return contest.subject.op == target.op && contest.subject.grade == target.grade &&
                 (target.size == 0 || contest.subject.size == target.size);
        }))
        << target.op << ' ' << target.grade << ' ' << target.size;
  }
}

TEST(Targets, NoneIsThereTwice) {
  std::set<std::tuple<std::string_view, std::string_view, std::uint64_t, std::string_view>> seen;
  for (const Target& target : all_targets()) {
    EXPECT_TRUE(seen.emplace(target.op, target.grade, target.size, target.base).second)
        << target.op << ' ' << target.grade;
  }
}

TEST(Targets, TheInstructionSetChoosesTheColumn) {
  const Subject mxfp4{.op = "decode-out", .grade = "MXFP4", .size = 4096};
  EXPECT_EQ(target_ratio(mxfp4, "memset", Isa::kAvx512Dl), 0.70);
  EXPECT_EQ(target_ratio(mxfp4, "memset", Isa::kAvx512), 0.70);
  EXPECT_EQ(target_ratio(mxfp4, "memset", Isa::kAvx2), 0.33);
  EXPECT_EQ(target_ratio(mxfp4, "memset", Isa::kSse4), std::nullopt);
  EXPECT_EQ(target_ratio(mxfp4, "nobody", Isa::kAvx2), std::nullopt);
}

TEST(Targets, ASizeIsTheTargetsOwnUnlessAnyIs) {
  EXPECT_EQ(target_ratio({.op = "decode-out", .grade = "MXFP4", .size = 32}, "memset", Isa::kAvx2),
            std::nullopt);
  EXPECT_EQ(target_ratio({.op = "gid", .grade = "MXFP4", .size = 32}, "crate", Isa::kAvx2), 8);
}

}  // namespace
}  // namespace grit::bench
