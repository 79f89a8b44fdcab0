#include "bench/inputs.h"

#include <gtest/gtest.h>

#include "harness/reference/decode.h"
#include "harness/reference/grade.h"

namespace grit::bench {
namespace {

using reference::CheckResult;
using reference::Rule;
using reference::Status;

CheckResult answer(const Questions& questions, std::size_t i) {
  return reference::check(
      {.descriptor = questions.descriptors[i], .shape = questions.shapes[i], .grades = {}},
      questions.lengths[i]);
}

TEST(Inputs, RightQuestionsAreOkAndOfEveryGradeAndRank) {
  const Questions questions = right_questions(96);
  std::array<int, 4> ranks{};
  for (std::size_t i = 0; i < questions.size(); ++i) {
    EXPECT_EQ(answer(questions, i).status, Status::kOk) << i;
    ++ranks.at(questions.shapes[i].size());
  }
  for (std::size_t rank = 1; rank <= 3; ++rank) EXPECT_GT(ranks[rank], 0);
  for (const reference::RegistryEntry& grade : reference::registry()) {
    EXPECT_EQ(answer(right_questions_of(grade, 1), 0).status, Status::kOk) << grade.name;
  }
}

TEST(Inputs, EachKindOfRejectIsDecidedByItsRule) {
  for (const Rule rule :
       {Rule::kMagic, Rule::kReservedFlags, Rule::kGradeId, Rule::kGradeK0, Rule::kPlacementData,
        Rule::kNegativeExtent, Rule::kK0DoesNotDivide, Rule::kDataBytes}) {
    const Questions questions = questions_against(rule, 60);
    for (std::size_t i = 0; i < questions.size(); ++i) {
      EXPECT_EQ(answer(questions, i).rule, rule) << reference::rule_name(rule) << ' ' << i;
    }
  }
}

TEST(Inputs, MostMutatedQuestionsAreRejectedForManyReasons) {
  const Questions questions = mutated_questions(4'096);
  std::array<int, 5> statuses{};
  for (std::size_t i = 0; i < questions.size(); ++i) {
    ++statuses.at(static_cast<std::size_t>(answer(questions, i).status));
  }
  EXPECT_GT(statuses[0], 512);  // an eighth is right, and what a note or an axis of 1 forgives
  EXPECT_LT(statuses[0], 2'048);
  for (std::size_t status = 1; status <= 3; ++status) EXPECT_GT(statuses[status], 100) << status;
}

TEST(Inputs, OtherSpellingsAreOfTheSixGradesAndNotCanonical) {
  const std::vector<std::string> spellings = other_spellings();
  ASSERT_EQ(spellings.size(), reference::registry().size());
  for (std::size_t i = 0; i < spellings.size(); ++i) {
    const std::string_view canonical = reference::registry()[i].canonical;
    EXPECT_EQ(reference::canonicalize(spellings[i]).value(), canonical);
    EXPECT_NE(spellings[i], canonical);
  }
}

TEST(Inputs, PlanesRepeatAndDecode) {
  for (const reference::RegistryEntry& grade : reference::registry()) {
    const std::size_t elements = 131'072;
    const reference::PlaneBuffers planes = planes_of_normal_values(grade.grade, elements);
    std::vector<std::uint32_t> values(elements);
    ASSERT_TRUE(reference::decode_into(grade.grade, static_cast<std::int64_t>(elements),
                                       reference::borrow(planes), values))
        << grade.name;
    EXPECT_EQ(values[0], values[65'536]);
    EXPECT_NE(values[0], values[32]);
  }
}

}  // namespace
}  // namespace grit::bench
