// Every fault that a judge can find is planted here, and found.
#include "fuzz/enumerate/judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "fuzz/enumerate/violation_text.h"
#include "fuzz/enumerate/work.h"
#include "harness/reference/bytes.h"

namespace grit::enumerate {
namespace {

using laws::Implementation;
using reference::CheckRequest;
using reference::CheckResult;
using reference::GradeName;
using reference::Plane;
using reference::Planes;
using reference::Status;

using Change = std::function<void(const CheckRequest&, CheckResult&)>;

// The reference, whose answers `change` may change: all of them.
Implementation changed(const Change& change) {
  Implementation implementation = laws::reference_implementation();
  implementation.check_lengths = [change](const CheckRequest& request, const auto& plane_bytes) {
    CheckResult result = reference::check(request, plane_bytes);
    change(request, result);
    return result;
  };
  implementation.check_planes = [change](const CheckRequest& request, const Planes& planes,
                                         const std::optional<reference::Digest>& digest) {
    CheckResult result = reference::check(request, planes, digest);
    change(request, result);
    return result;
  };
  return implementation;
}

std::uint64_t word(const CheckRequest& request, std::size_t offset, std::size_t size) {
  return reference::load_le(request.descriptor.subspan(offset, size));
}

// What judging a whole unit finds first.
std::optional<Violation> violation_in(std::string_view name, const Implementation& implementation) {
  static const std::vector<Unit> kUnits = make_units();
  const auto unit =
      static_cast<std::size_t>(std::ranges::find(kUnits, name, &Unit::name) - kUnits.begin());
  const Work work(kUnits, {unit});
  Tally tally;
  std::optional<Violation> violation = work.judge(0, work.size(), implementation, tally);
  return violation ? violation : work.judge_totals(tally);
}

constexpr std::string_view kMxfp4 =
    "4752543140010100432007480000000000002000000000000000000000000000"
    "01000000000000100100000000000010000000000000000083a154e49eee7023";

TEST(Judge, TheReferenceIsRightInWholeUnits) {
  for (const char* name : {"MXFP4/magic", "Q4KS/flags", "I8S24/group_axis", "NVF4/note",
                           "Q4KS/placement_meta", "MXFP4_RNE/grade_id", "I8S24/flags+sp_order",
                           "MXFP4/version+placement_data", "I8S24/note+placement_meta"}) {
    const auto violation = violation_in(name, laws::reference_implementation());
    EXPECT_FALSE(violation) << name << ": " << violation->broken.detail;
  }
}

TEST(Judge, TheReferenceIsRightAboutOneDescriptor) {
  EXPECT_EQ(complaint(GradeName::kMxfp4, kMxfp4), "");
  EXPECT_EQ(complaint(GradeName::kMxfp4, kMxfp4.substr(1)), "not 128 hexadecimal digits");
}

TEST(Judge, AStatusOutsideTheSetForOneValueOfOnePair) {
  const Implementation faulty = changed([](const CheckRequest& request, CheckResult& result) {
    if (word(request, 5, 1) == 7 && word(request, 8, 2) == 0x0234 && request.level == 1) {
      result.status = static_cast<Status>(5);
    }
  });
  const auto violation = violation_in("MXFP4/version+elem", faulty);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->broken.fault, Fault::kStatus);
  EXPECT_EQ(violation->index, 7U * 65536 + 0x0234);
  EXPECT_EQ(violation->broken.detail, "answers status 5, plane none");
  const auto digits = to_hex(violation->bytes);
  EXPECT_EQ(digits.substr(8, 16), "4007010034020748");
}

TEST(Judge, APlaneThatMayNotBeNamed) {
  const auto violation =
      violation_in("MXFP4/version", changed([](const CheckRequest& request, CheckResult& result) {
                     if (word(request, 5, 1) == 9) result.plane = Plane::kData;
                   }));
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->broken.fault, Fault::kPlane);
  EXPECT_EQ(violation->index, 9U);
}

TEST(Judge, APlaneThatDoesNotExist) {
  const auto violation = violation_in("MXFP4/group_axis",
                                      changed([](const CheckRequest& request, CheckResult& result) {
                                        if (word(request, 16, 2) == 77)
                                          result.plane = static_cast<Plane>(4);
                                      }));
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->broken.fault, Fault::kPlane);
  EXPECT_EQ(violation->broken.detail, "answers SizeMismatch, plane 4");
}

// Every fifth time it is asked. Four questions of level 1 are about the first descriptor, two of
// them the law's, so the fifth is the first one about the second descriptor.
TEST(Judge, AnAnswerThatIsNotTheSameTwice) {
  const auto calls = std::make_shared<int>(0);
  const auto violation =
      violation_in("MXFP4/note", changed([calls](const CheckRequest& request, CheckResult& result) {
                     if (request.level == 1 && ++*calls % 5 == 0)
                       result.status = Status::kGradeUnknown;
                   }));
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->broken.fault, Fault::kRepeat);
  EXPECT_EQ(violation->index, 1U);
  EXPECT_EQ(violation->broken.detail, "answers GradeUnknown, plane none, then Ok, plane none");
}

TEST(Judge, ADependenceOnTheNote) {
  const Implementation faulty = changed([](const CheckRequest& request, CheckResult& result) {
    if ((word(request, 28, 4) & 1) != 0 && result.status == Status::kPlacementUnknown) {
      result = {};
    }
  });
  const auto violation = violation_in("MXFP4/placement_scale", faulty);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->broken.fault, Fault::kNote);
  EXPECT_EQ(violation->index, 1U);  // 0 is known, 1 is not
}

TEST(Judge, AWrongValueThatIsTakenForRight) {
  const Implementation faulty = changed([](const CheckRequest& request, CheckResult& result) {
    if (word(request, 5, 1) == 2) result = {};
  });
  const auto violation = violation_in("Q4KS/version", faulty);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->broken.fault, Fault::kExpectation);
  EXPECT_EQ(violation->index, 2U);
  EXPECT_EQ(violation->broken.detail, "answers Ok, plane none; expected GradeUnknown, plane none");
}

TEST(Judge, ALaterStepBeforeAnEarlierOne) {
  const Implementation faulty = changed([](const CheckRequest& request, CheckResult& result) {
    if (request.level > 0 && word(request, 32, 8) >> 60 == 2) {
      result = {Status::kPlacementUnknown, std::nullopt, {}};
    }
  });
  const auto violation = violation_in("MXFP4/version+placement_data", faulty);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->broken.fault, Fault::kExpectation);
}

TEST(Judge, LevelZeroThatLooks) {
  const Implementation faulty = changed([](const CheckRequest& request, CheckResult& result) {
    if (request.level == 0 && word(request, 0, 4) == 0) result.status = Status::kGradeUnknown;
  });
  const auto violation = violation_in("NVF4/magic", faulty);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->broken.fault, Fault::kLevel0);
  EXPECT_EQ(violation->index, 0U);
}

TEST(Judge, LevelTwoThatForgetsAStep) {
  const Implementation faulty = changed([](const CheckRequest& request, CheckResult& result) {
    if (request.level == 2 && result.status == Status::kPlacementUnknown) result = {};
  });
  const auto violation = violation_in("MXFP4/placement_meta", faulty);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->broken.fault, Fault::kLevel2);
}

TEST(Judge, ADigestThatIsNotCompared) {
  Implementation faulty = laws::reference_implementation();
  faulty.check_planes = [](const CheckRequest& request, const Planes& planes, const auto&) {
    return reference::check(request, planes);
  };
  const auto violation = violation_in("MXFP4/version", faulty);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->broken.fault, Fault::kContent);
  EXPECT_EQ(violation->index, 1U);
}

// An order of indices that is not looked at, whatever their digest: only a sparse grade shows it.
TEST(Judge, IndicesThatAreNotLookedAt) {
  const Implementation faulty = changed([](const CheckRequest&, CheckResult& result) {
    if (result.status == Status::kDigestMismatch && result.plane) result = {};
  });
  EXPECT_FALSE(violation_in("Q4KS/version", faulty));
  const auto violation = violation_in("I8S24/version", faulty);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->broken.fault, Fault::kContent);
}

// Levels above 2 are the law's, which is asked about a sample.
TEST(Judge, ABrokenLaw) {
  const Implementation faulty = changed([](const CheckRequest& request, CheckResult& result) {
    if (request.level == 7) result = {};
  });
  const auto violation = violation_in("MXFP4/version", faulty);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->broken.fault, Fault::kLaw);
  EXPECT_EQ(violation->index, 0U);
  EXPECT_NE(complaint(GradeName::kMxfp4, to_hex(violation->bytes), faulty).find("law: "),
            std::string::npos);
}

TEST(Judge, TotalsThatAreWrong) {
  const std::vector<Unit> units = make_units();
  const Work work(units, {2});  // MXFP4/version
  Tally tally{256, {{2, {1, 0, 255, 0, 0}}}};
  EXPECT_FALSE(work.judge_totals(tally));
  tally.counts[2] = {2, 0, 254, 0, 0};
  const auto violation = work.judge_totals(tally);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->broken.fault, Fault::kCounts);
  EXPECT_FALSE(violation->index);
  EXPECT_NE(describe(units, *violation).find("unit 3, MXFP4/version, as a whole"),
            std::string::npos);
}

// The unit test of a violation is what the test below this one holds.
TEST(Judge, AViolationIsToldWithAUnitTest) {
  const std::vector<Unit> units = make_units();
  const auto unit = static_cast<std::size_t>(
      std::ranges::find(units, "MXFP4/version+elem", &Unit::name) - units.begin());
  const std::uint64_t index = 7 * 65536 + 0x0234;
  const Violation violation{unit,
                            index,
                            descriptor_at(units[unit], index),
                            {Fault::kStatus, "answers status 5, plane none"}};
  EXPECT_EQ(unit_test(units[unit], violation),
            R"(TEST(Enumeration, Mxfp4VersionElemIndex459316) {
  // spec §5.0.3: there are five statuses
  EXPECT_EQ(complaint(reference::GradeName::kMxfp4,
                      "4752543140070100340207480000000000002000000000000000000000000000"
                      "01000000000000100100000000000010000000000000000083a154e49eee7023"),
            "");
}
)");
  const std::string text = describe(units, violation);
  EXPECT_NE(text.find("violation: status-outside-the-set"), std::string::npos);
  EXPECT_NE(text.find("check answers status 5, plane none"), std::string::npos);
  EXPECT_NE(text.find("  version 7, canonical 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  descriptor 47525431400701003402"), std::string::npos);
}

TEST(Enumeration, Mxfp4VersionElemIndex459316) {
  // spec §5.0.3: there are five statuses
  EXPECT_EQ(complaint(reference::GradeName::kMxfp4,
                      "4752543140070100340207480000000000002000000000000000000000000000"
                      "01000000000000100100000000000010000000000000000083a154e49eee7023"),
            "");
}

}  // namespace
}  // namespace grit::enumerate
