#include "harness/conformance/findings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "harness/protocol/answer.h"

namespace grit::conformance {
namespace {

using protocol::Bytes;
using protocol::Op;
using protocol::Reply;
using protocol::ReplyKind;
using vectors::Case;

// A run of which the outcomes are given, without processes.
class Answered {
 public:
  // Names of subjects.
  explicit Answered(const std::vector<std::string>& subjects) {
    for (const std::string& name : subjects) {
      SubjectPlan subject;
      subject.adapter.name = name;
      subjects_.push_back(std::move(subject));
    }
  }

  // `answers`: the payload of each subject.
  void put(Case item, Reply expectation, const std::vector<Bytes>& answers) {
    plan_.cases.push_back(std::move(item));
    expectations_.push_back(std::move(expectation));
    payloads_.push_back(answers);
  }

  void finish() {
    for (std::size_t s = 0; s < subjects_.size(); ++s) {
      answers_.emplace_back(plan_.cases.size());
      for (std::size_t i = 0; i < plan_.cases.size(); ++i) {
        answers_[s].record(i, plan_.cases[i].op, {OutcomeKind::kAnswered, payloads_[i][s]},
                           expectations_[i]);
      }
    }
  }

  std::vector<Found> findings() const {
    return collect_findings(plan_, subjects_, answers_, expectations_, {});
  }
  bool same(std::size_t a, std::size_t b, std::size_t index) const {
    return same_answer(plan_.cases[index].op, answers_[a], answers_[b], index);
  }

 private:
  Plan plan_;
  std::vector<SubjectPlan> subjects_;
  std::vector<Reply> expectations_;
  std::vector<std::vector<Bytes>> payloads_;
  std::vector<SubjectAnswers> answers_;
};

Case digest_case() {
  Case item;
  item.id = "generated/digest/x/0000000000000000";
  item.op = Op::kDigest;
  item.request = protocol::PlanesMessage{}.encode();
  item.clause = "§7.4.1";
  return item;
}

// Longer than what is kept of one answer, which is 1 MiB; and of longer ones the first 4 KiB.
Bytes giant(std::byte last) {
  Bytes payload(std::size_t{2} << 20, std::byte{0x5A});
  payload.back() = last;
  return payload;
}

TEST(Findings, GiantAnswersThatBeginAlikeAreTwoAnswers) {
  Answered run({"a", "b", "c"});
  run.put(digest_case(), {ReplyKind::kAnswered, Bytes(16)},
          {giant(std::byte{1}), giant(std::byte{2}), giant(std::byte{1})});
  run.finish();
  EXPECT_FALSE(run.same(0, 1, 0));
  EXPECT_TRUE(run.same(0, 2, 0));

  const std::vector<Found> findings = run.findings();
  ASSERT_EQ(findings.size(), 1u);
  const report::Finding& finding = findings[0].finding;
  EXPECT_EQ(finding.signature.substr(0, finding.signature.find(" | ans")),
            "DIGEST | spec ≠ a c ≠ b");
  ASSERT_EQ(finding.answers.size(), 3u);
  EXPECT_EQ(finding.answers[1].subjects, (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(finding.answers[2].subjects, std::vector<std::string>{"b"});
  // What is shown of them tells them apart too.
  EXPECT_EQ(finding.answers[1].raw_hex, finding.answers[2].raw_hex);
  EXPECT_NE(finding.answers[1].rendered, finding.answers[2].rendered);
  EXPECT_NE(finding.answers[1].rendered.find("4096 of 2097152 bytes"), std::string::npos)
      << finding.answers[1].rendered;
}

TEST(Findings, OneOfTheLengthThatIsKeptIsShownWithoutARemark) {
  Answered run({"a"});
  run.put(digest_case(), {ReplyKind::kAnswered, Bytes(16)}, {Bytes(std::size_t{1} << 20)});
  run.finish();
  const std::vector<Found> findings = run.findings();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].finding.answers[1].rendered.find("FNV"), std::string::npos);
}

// A table's cases cite the clause that decides their rows.
TEST(Findings, CasesOfAFileAreOneFindingAClauseIfTheyCiteOne) {
  const auto encode_case = [](std::string id, std::string clause) {
    Case item;
    item.id = std::move(id);
    item.op = Op::kFormatEncode;
    item.request = protocol::FormatRequest{0x2043, {static_cast<std::uint32_t>(0)}}.encode();
    item.clause = std::move(clause);
    return item;
  };
  const Reply expectation{ReplyKind::kAnswered, protocol::WordsReply{{0}}.encode()};
  const std::vector<Bytes> wrong = {protocol::WordsReply{{1}}.encode()};
  Answered run({"a"});
  run.put(encode_case("tables/format_encode/x/000000", "§1.4.2"), expectation, wrong);
  run.put(encode_case("tables/format_encode/x/000001", "§1.4.3"), expectation, wrong);
  run.put(encode_case("tables/format_encode/y/000000", "§1.4.2"), expectation, wrong);
  // Nothing is told apart by lists, nor generated cases by more than their family.
  run.put(encode_case("core/x/a/encode", "§1, §9"), expectation, wrong);
  run.put(encode_case("core/x/b/encode", "§1, §8"), expectation, wrong);
  run.put(encode_case("generated/format_encode/z/0000000000000001", "§1.4.2"), expectation, wrong);
  run.put(encode_case("generated/format_encode/z/0000000000000002", "§1.4.5"), expectation, wrong);
  run.finish();
  std::vector<std::pair<std::string, std::uint64_t>> clauses;
  for (const Found& found : run.findings()) {
    clauses.emplace_back(found.finding.clause, found.finding.count);
  }
  std::ranges::sort(clauses);
  EXPECT_EQ(clauses, (std::vector<std::pair<std::string, std::uint64_t>>{
                         {"§1, §9", 2}, {"§1.4.2", 2}, {"§1.4.2", 2}, {"§1.4.3", 1}}));
}

}  // namespace
}  // namespace grit::conformance
