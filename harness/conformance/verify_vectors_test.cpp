#include "harness/conformance/verify_vectors.h"

#include <gtest/gtest.h>

#include "harness/protocol/messages.h"

namespace grit::conformance {
namespace {

using protocol::Op;
using protocol::ReplyKind;

// Spec §3.1: texts without the prefix are no grades, and GRADE refuses them.
std::vector<vectors::Case> two_refusals(ReplyKind second = ReplyKind::kRefused) {
  const auto refusal = [](const char* name, const char* text, ReplyKind kind) {
    return vectors::Case{name,
                         Op::kGrade,
                         protocol::TextRequest{text}.encode(),
                         "§3.1",
                         protocol::Reply{kind, {}},
                         "by hand from §3.1"};
  };
  return {refusal("a", "x", ReplyKind::kRefused), refusal("b", "y", second)};
}

SubjectPlan subject(const char* program) {
  SubjectPlan plan;
  plan.adapter.name = "one";
  plan.adapter.command = {.argv = {program}, .cwd = {}};
  plan.availability.built = true;
  return plan;
}

TEST(VerifyVectors, TheReferenceIsFirst) {
  const VectorVerification result = verify_vectors(two_refusals(), {});
  ASSERT_EQ(result.subjects.size(), 1u);
  EXPECT_EQ(result.subjects[0].name, kReferenceName);
  EXPECT_EQ(result.subjects[0].counts.passed, 2u);
  EXPECT_TRUE(result.mismatches.empty());
  EXPECT_TRUE(result.complete);
}

TEST(VerifyVectors, AWrongExpectationIsNobodysAnswer) {
  const VectorVerification result =
      verify_vectors(two_refusals(ReplyKind::kAnswered), {subject(GRIT_C_ADAPTER)});
  ASSERT_EQ(result.mismatches.size(), 2u);
  EXPECT_EQ(result.mismatches[0].subject, kReferenceName);
  EXPECT_EQ(result.mismatches[1].subject, "one");
  for (const VectorMismatch& mismatch : result.mismatches) {
    EXPECT_EQ(mismatch.index, 1u);
    EXPECT_TRUE(mismatch.expected.starts_with("answered: "));
    EXPECT_EQ(mismatch.got, "refused");
  }
  EXPECT_EQ(result.subjects[1].counts.failed, 1u);
  EXPECT_EQ(result.subjects[1].counts.passed, 1u);
}

TEST(VerifyVectors, WhoDoesNotStartLeavesItIncomplete) {
  const VectorVerification result =
      verify_vectors(two_refusals(), {subject("no-such-program-here")});
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.subjects[1].counts.not_run, 2u);
  EXPECT_TRUE(result.mismatches.empty());
}

}  // namespace
}  // namespace grit::conformance
