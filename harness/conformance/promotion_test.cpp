#include "harness/conformance/promotion.h"

#include <gtest/gtest.h>

#include "harness/protocol/messages.h"

namespace grit::conformance {
namespace {

using protocol::Op;
using protocol::ReplyKind;

AdapterSpec subject(const char* name, const char* program) {
  AdapterSpec spec;
  spec.name = name;
  spec.kind = "published";
  spec.command = {.argv = {program}, .cwd = {}};
  return spec;
}

// A finding about a request, with the answer that it calls right.
Found found(Op op, protocol::Bytes request, ReplyKind kind, protocol::Bytes payload) {
  Found result;
  result.op = op;
  result.request = std::move(request);
  report::Answer answer;
  answer.outcome = kind == ReplyKind::kRefused ? "refused" : "answered";
  answer.is_expected = true;
  result.finding.answers.push_back(answer);
  result.answers.emplace_back("expected", std::move(payload));
  return result;
}

// Spec §3.1: a text without the prefix is no grade, and GRADE refuses it.
Found no_grade() {
  return found(Op::kGrade, protocol::TextRequest{"x"}.encode(), ReplyKind::kRefused, {});
}

std::expected<PublishedAgreement, std::string> ask(const Found& finding,
                                                   std::vector<AdapterSpec> published) {
  return ask_published(finding, published);
}

TEST(Promotion, TheExpectedReplyIsTheFindingsFirst) {
  const protocol::Reply reply =
      expected_reply(found(Op::kGrade, {}, ReplyKind::kAnswered, {std::byte{7}}));
  EXPECT_EQ(reply, (protocol::Reply{ReplyKind::kAnswered, {std::byte{7}}}));
  EXPECT_EQ(expected_reply(no_grade()).kind, ReplyKind::kRefused);
}

TEST(Promotion, TwoWhoAgreeSettleIt) {
  const auto agreement =
      ask(no_grade(), {subject("one", GRIT_C_ADAPTER), subject("two", GRIT_BYTE_SWAPPED)});
  ASSERT_TRUE(agreement) << agreement.error();
  EXPECT_TRUE(agreement->agreed) << agreement->text;
  EXPECT_TRUE(agreement->text.starts_with("agreed by ")) << agreement->text;
  EXPECT_NE(agreement->text.find(" and "), std::string::npos);
  EXPECT_EQ(agreement->reply, (protocol::Reply{ReplyKind::kRefused, {}}));
}

TEST(Promotion, OneIsNoAgreement) {
  const auto alone = ask(no_grade(), {subject("one", GRIT_C_ADAPTER)});
  ASSERT_TRUE(alone) << alone.error();
  EXPECT_FALSE(alone->agreed);
  EXPECT_EQ(alone->text, "1 of 1 published implementations answers it");
  EXPECT_EQ(ask(no_grade(), {})->text, "0 of 0 published implementations answer it");
}

TEST(Promotion, AnotherAnswerThanTheFindingsIsNoSupport) {
  Found wrong = no_grade();
  wrong.finding.answers.front().outcome = "answered";
  const auto agreement =
      ask(wrong, {subject("one", GRIT_C_ADAPTER), subject("two", GRIT_BYTE_SWAPPED)});
  ASSERT_TRUE(agreement) << agreement.error();
  EXPECT_FALSE(agreement->agreed);
  EXPECT_NE(agreement->text.find("agree, but on another answer"), std::string::npos);
}

TEST(Promotion, ADifferenceBetweenThemIsShown) {
  // GRADE_MXFP4's descriptor, in which the faulty one writes k0 big-endian.
  const auto request =
      protocol::DescriptorRequest{.grade = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)",
                                  .axis = 0,
                                  .note = 0,
                                  .placements = {0x1000000000000001, 0x1000000000000001, 0}}
          .encode();
  const auto agreement = ask(found(Op::kDescriptor, request, ReplyKind::kAnswered, {}),
                             {subject("one", GRIT_C_ADAPTER), subject("two", GRIT_BYTE_SWAPPED)});
  ASSERT_TRUE(agreement) << agreement.error();
  EXPECT_FALSE(agreement->agreed);
  EXPECT_TRUE(agreement->text.starts_with("the published implementations differ"));
}

TEST(Promotion, WhoCannotBeAskedIsAnError) {
  const auto agreement =
      ask(no_grade(), {subject("one", GRIT_C_ADAPTER), subject("gone", "no-such-program-here")});
  ASSERT_FALSE(agreement);
  EXPECT_TRUE(agreement.error().starts_with("gone: "));
}

}  // namespace
}  // namespace grit::conformance
