#include "harness/conformance/verdict.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace grit::conformance {
namespace {

using protocol::Bytes;
using protocol::Reply;
using protocol::ReplyKind;
using vectors::Case;

Case check_case() {
  Case item;
  item.id = "core/x/check";
  item.op = protocol::Op::kCheck;
  item.request = protocol::CheckRequest{}.encode();
  return item;
}

const Reply kOk{ReplyKind::kAnswered, protocol::CheckReply{0, protocol::kNoPlane}.encode()};
const Reply kSizeData{ReplyKind::kAnswered, protocol::CheckReply{1, 0}.encode()};
const Reply kRefusal{ReplyKind::kRefused, {}};

Judgement judged(const Reply& expectation, OutcomeKind kind, const Bytes& payload = {},
                 const DeviationList& deviations = {}) {
  return judge(check_case(), expectation, kind, payload, deviations);
}

TEST(Judge, EveryOutcomeHasItsColumn) {
  EXPECT_EQ(judged(kOk, OutcomeKind::kAnswered, kOk.payload).standing, Standing::kPassed);
  EXPECT_EQ(judged(kRefusal, OutcomeKind::kRefused).standing, Standing::kPassed);
  EXPECT_EQ(judged(kOk, OutcomeKind::kAnswered, kSizeData.payload).standing, Standing::kFailed);
  EXPECT_EQ(judged(kOk, OutcomeKind::kRefused).standing, Standing::kFailed);
  EXPECT_EQ(judged(kRefusal, OutcomeKind::kAnswered, kOk.payload).standing, Standing::kFailed);
  // Declared in HELLO and then unsupported: a failure, not an error and not "not offered".
  EXPECT_EQ(judged(kOk, OutcomeKind::kUnsupported).standing, Standing::kFailed);
  for (const OutcomeKind kind :
       {OutcomeKind::kInternalError, OutcomeKind::kCrash, OutcomeKind::kTimeout,
        OutcomeKind::kTruncatedFrame, OutcomeKind::kProtocolError, OutcomeKind::kOutOfMemory,
        OutcomeKind::kNondeterministic}) {
    EXPECT_EQ(judged(kOk, kind).standing, Standing::kError) << to_string(kind);
  }
  EXPECT_EQ(judged(kOk, OutcomeKind::kNotOffered).standing, Standing::kNotOffered);
  EXPECT_EQ(judged(kOk, OutcomeKind::kNotRun).standing, Standing::kNotRun);
}

TEST(Judge, AnotherPlaneIsADiagnosticOnly) {
  const Bytes other_plane = protocol::CheckReply{1, protocol::kNoPlane}.encode();
  const Judgement judgement = judged(kSizeData, OutcomeKind::kAnswered, other_plane);
  EXPECT_EQ(judgement.standing, Standing::kPassed);
  EXPECT_TRUE(judgement.diagnostic);
  EXPECT_EQ(judgement.field, "plane");
  const Bytes other_status = protocol::CheckReply{2, protocol::kNoPlane}.encode();
  EXPECT_EQ(judged(kSizeData, OutcomeKind::kAnswered, other_status).standing, Standing::kFailed);
}

TEST(Judge, AReplyOfAnotherLayoutFails) {
  const Bytes no_plane = protocol::CheckReply{0, 77}.encode();
  const Bytes no_status = protocol::CheckReply{5, protocol::kNoPlane}.encode();
  for (const Bytes& payload : {Bytes{}, Bytes(1), Bytes(3), no_plane, no_status}) {
    EXPECT_EQ(judged(kOk, OutcomeKind::kAnswered, payload).standing, Standing::kFailed);
  }
}

TEST(Agrees, WithAnInternalErrorWhateverItsTextAndWithAnswersByTheByte) {
  const Reply error{ReplyKind::kInternalError, Bytes(3)};
  EXPECT_TRUE(agrees(error, OutcomeKind::kInternalError, Bytes(5)));
  EXPECT_FALSE(agrees(error, OutcomeKind::kAnswered, Bytes(3)));
  const Reply answer{ReplyKind::kAnswered, Bytes(3)};
  EXPECT_TRUE(agrees(answer, OutcomeKind::kAnswered, Bytes(3)));
  EXPECT_FALSE(agrees(answer, OutcomeKind::kAnswered, Bytes(4)));
}

TEST(Judge, AnExpectedInternalErrorMayBeWordedFreely) {
  const Reply expectation{ReplyKind::kInternalError, Bytes(3)};
  EXPECT_EQ(judged(expectation, OutcomeKind::kInternalError, Bytes(5)).standing, Standing::kPassed);
  EXPECT_EQ(judged(expectation, OutcomeKind::kAnswered, kOk.payload).standing, Standing::kFailed);
}

DeviationList deviations(std::string_view conditions) {
  const auto path = std::filesystem::temp_directory_path() /
                    (std::string("verdict_test_") +
                     ::testing::UnitTest::GetInstance()->current_test_info()->name());
  std::ofstream(path) << "[[deviation]]\nid='d'\nclause='§5'\nreason='r'\nversion='1'\n"
                      << "[[deviation.select]]\nop='CHECK'\n"
                      << conditions << "\n[[deviation.example]]\nop='CHECK'\nrequest='00'\n";
  auto list = DeviationList::read(path);
  std::filesystem::remove(path);
  EXPECT_TRUE(list.has_value());
  return list.value_or(DeviationList());
}

TEST(Judge, AKnownDeviationExplainsFailuresAndErrors) {
  const DeviationList list = deviations("cases='core/*'");
  const Judgement failed = judged(kOk, OutcomeKind::kAnswered, kSizeData.payload, list);
  EXPECT_EQ(failed.standing, Standing::kExpectedFailure);
  ASSERT_NE(failed.deviation, nullptr);
  EXPECT_EQ(failed.deviation->id, "d");
  EXPECT_EQ(judged(kOk, OutcomeKind::kCrash, {}, list).standing, Standing::kExpectedFailure);
  EXPECT_EQ(judged(kOk, OutcomeKind::kAnswered, kOk.payload, list).standing, Standing::kPassed);
  EXPECT_EQ(
      judged(kOk, OutcomeKind::kCrash, {}, deviations("cases='core/*'\ngot='timeout'")).standing,
      Standing::kError);
}

// By its question: the case may come from another file, or from another subject's examples.
TEST(Judge, AnExampleThatPassesIsAnUnexpectedPass) {
  const DeviationList list = deviations("cases='nothing'");
  Case example = check_case();
  const auto standing = [&](const Bytes& payload) {
    return judge(example, kOk, OutcomeKind::kAnswered, payload, list).standing;
  };
  EXPECT_EQ(standing(kOk.payload), Standing::kPassed);
  EXPECT_EQ(standing(kSizeData.payload), Standing::kFailed);
  example.request = list.entries()[0].examples[0].request;
  EXPECT_EQ(standing(kOk.payload), Standing::kUnexpectedPass);
  EXPECT_EQ(standing(kSizeData.payload), Standing::kExpectedFailure);
  EXPECT_EQ(example_case_id("x", "d", 0), "deviation/x/d/1");
}

}  // namespace
}  // namespace grit::conformance
