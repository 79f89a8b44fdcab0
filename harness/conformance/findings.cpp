#include "harness/conformance/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <tuple>
#include <utility>

#include "harness/conformance/op_view.h"
#include "harness/conformance/verdict.h"
#include "harness/protocol/answer.h"
#include "harness/vectors/pins.h"

namespace grit::conformance {
namespace {

using protocol::Reply;
using report::Finding;

constexpr std::size_t kShownAnswerBytes = 256;
constexpr std::size_t kShownRequestBytes = 1024;
constexpr std::string_view kReferenceName = "reference";

// Everybody who said the same about one case. The first group of a case is the expectation's.
struct Group {
  OutcomeKind kind = OutcomeKind::kNotRun;
  protocol::Bytes payload;
  std::string detail;
  std::string stderr_tail;
  std::vector<std::string> subjects;
  std::string label;
};

struct CaseDisagreement {
  std::vector<Group> groups;
  std::vector<report::SubjectStanding> standings;
  // By entry id: the reasons, one for each subject that has an entry of that id and needs it here.
  std::map<std::string, std::set<std::string>> deviations;
  std::string deviation_clause;  // of the first
  bool is_new = false;
  bool is_diagnostic = true;
  std::string field;
};

class Collector {
 public:
  Collector(const Plan& plan, const std::vector<SubjectPlan>& subjects,
            const std::vector<SubjectAnswers>& answers, const std::vector<Reply>& expectations)
      : plan_(plan), subjects_(subjects), answers_(answers), expectations_(expectations) {}

  void look_at(std::size_t index, bool reference_is_wrong) {
    auto disagreement = disagreement_at(index, reference_is_wrong);
    if (disagreement) add(index, std::move(*disagreement));
  }

  FindingSet finish() {
    std::vector<Entry*> order;
    for (auto& [key, entry] : entries_) order.push_back(&entry);
    std::ranges::sort(order, [&](const Entry* a, const Entry* b) {
      const auto rank = [&](const Entry* e) {
        return std::tuple(!e->disagreement.is_new, e->disagreement.is_diagnostic,
                          static_cast<int>(plan_.cases[e->index].op), e->key);
      };
      return rank(a) < rank(b);
    });
    FindingSet set;
    for (Entry* entry : order) describe(*entry, set);
    return set;
  }

 private:
  struct Entry {
    std::string key;
    std::uint64_t count = 0;
    std::size_t index = 0;  // of the smallest case
    CaseDisagreement disagreement;
    std::map<std::string, report::SubjectStanding> standings;  // over all cases
  };

  std::optional<CaseDisagreement> disagreement_at(std::size_t index,
                                                  bool reference_is_wrong) const {
    const vectors::Case& item = plan_.cases[index];
    const Reply& expectation = expectations_[index];
    CaseDisagreement result;
    Group expected;
    expected.kind = outcome_of(expectation.kind);
    expected.payload = expectation.payload;
    expected.label = outcome_label(item.op, expected.kind, expected.payload);
    result.groups.push_back(std::move(expected));
    bool any = false;
    for (std::size_t s = 0; s < subjects_.size(); ++s) {
      const StoredOutcome& outcome = answers_[s].outcome(index);
      if (outcome.kind == OutcomeKind::kNotOffered || outcome.kind == OutcomeKind::kNotRun) {
        continue;
      }
      const std::string& name = subjects_[s].adapter.name;
      const auto& payload = outcome.as_expected ? expectation.payload : outcome.payload;
      const Judgement judgement =
          judge(item, expectation, outcome.kind, payload, subjects_[s].deviations);
      const bool passed = judgement.standing == Standing::kPassed;
      if (outcome.as_expected || (passed && !judgement.diagnostic)) {
        result.groups.front().subjects.push_back(name);
      } else {
        join(result.groups, item.op, name, outcome);
      }
      if (passed && !judgement.diagnostic) continue;
      any = true;
      if (result.field.empty()) result.field = judgement.field;
      report::SubjectStanding standing{name, std::string(to_string(judgement.standing)), ""};
      if (judgement.diagnostic) {
        standing.standing = "diagnostic";
      } else {
        result.is_diagnostic = false;
      }
      if (judgement.deviation != nullptr) {
        standing.deviation = judgement.deviation->id;
        result.deviations[judgement.deviation->id].insert(judgement.deviation->reason);
        if (result.deviation_clause.empty()) result.deviation_clause = judgement.deviation->clause;
      }
      if (judgement.standing == Standing::kFailed || judgement.standing == Standing::kError) {
        result.is_new = true;
      }
      result.standings.push_back(std::move(standing));
    }
    if (reference_is_wrong) {
      const Reply reply = protocol::answer(static_cast<std::uint8_t>(item.op), item.request);
      StoredOutcome outcome;
      outcome.kind = outcome_of(reply.kind);
      outcome.payload = reply.payload;
      join(result.groups, item.op, std::string(kReferenceName), outcome);
      result.standings.push_back({std::string(kReferenceName), "failed", ""});
      result.is_new = true;
      result.is_diagnostic = false;
      if (result.field.empty()) {
        result.field =
            compare_replies(item.op, item.request, expectation, outcome.kind, outcome.payload)
                .field;
      }
      any = true;
    }
    if (!any) return std::nullopt;
    return result;
  }

  static void join(std::vector<Group>& groups, protocol::Op op, const std::string& name,
                   const StoredOutcome& outcome) {
    // What an adapter writes into an internal error is its own affair: the kind is the answer.
    const bool by_kind = !is_answer(outcome.kind);
    for (std::size_t g = 1; g < groups.size(); ++g) {
      if (groups[g].kind == outcome.kind && (by_kind || groups[g].payload == outcome.payload)) {
        groups[g].subjects.push_back(name);
        return;
      }
    }
    groups.push_back({outcome.kind,
                      outcome.payload,
                      outcome.detail,
                      outcome.stderr_tail,
                      {name},
                      outcome_label(op, outcome.kind, outcome.payload)});
  }

  // op | partition | status tuple | first differing field
  static std::string signature(protocol::Op op, const CaseDisagreement& disagreement) {
    std::vector<std::string> parts;
    std::vector<std::string> labels;
    for (std::size_t g = 0; g < disagreement.groups.size(); ++g) {
      const Group& group = disagreement.groups[g];
      std::string members = g == 0 ? "spec" : "";
      for (const std::string& subject : group.subjects) {
        members += (members.empty() ? "" : " ") + subject;
      }
      parts.push_back(std::move(members));
      labels.push_back(group.label);
    }
    return fmt::format("{} | {} | {} | {}", protocol::op_name(op), fmt::join(parts, " ≠ "),
                       fmt::join(labels, ", "), disagreement.field);
  }

  std::string key_of(std::size_t index, const CaseDisagreement& disagreement) const {
    if (!disagreement.is_new && !disagreement.deviations.empty()) {
      return fmt::format("known deviation {}",
                         fmt::join(std::views::keys(disagreement.deviations), " "));
    }
    return fmt::format("{} | {}", signature(plan_.cases[index].op, disagreement),
                       case_family(plan_.cases[index].id));
  }

  void add(std::size_t index, CaseDisagreement disagreement) {
    const std::string key = key_of(index, disagreement);
    const auto [it, inserted] = entries_.try_emplace(key);
    Entry& entry = it->second;
    ++entry.count;
    for (const report::SubjectStanding& standing : disagreement.standings) {
      entry.standings.try_emplace(standing.subject + "\n" + standing.standing, standing);
    }
    if (inserted || smaller(index, entry.index)) {
      entry.key = key;
      entry.index = index;
      entry.disagreement = std::move(disagreement);
    }
  }

  bool smaller(std::size_t a, std::size_t b) const {
    const auto rank = [&](std::size_t i) {
      return std::tuple(plan_.cases[i].request.size(), std::string_view(plan_.cases[i].id));
    };
    return rank(a) < rank(b);
  }

  std::string title(const Entry& entry) const {
    const CaseDisagreement& disagreement = entry.disagreement;
    if (!disagreement.is_new && !disagreement.deviations.empty()) {
      std::vector<std::string> entries;
      for (const auto& [id, reasons] : disagreement.deviations) {
        entries.push_back(fmt::format("{}: {}", id, fmt::join(reasons, " ")));
      }
      return fmt::format("{}", fmt::join(entries, " "));
    }
    std::vector<std::string> clauses;
    const Group& expected = disagreement.groups.front();
    for (std::size_t g = 1; g < disagreement.groups.size(); ++g) {
      const Group& group = disagreement.groups[g];
      clauses.push_back(
          group.label == expected.label
              ? fmt::format("{}: another {}", fmt::join(group.subjects, ", "), disagreement.field)
              : fmt::format("{}: {} instead of {}", fmt::join(group.subjects, ", "), group.label,
                            expected.label));
    }
    if (clauses.empty()) clauses.push_back("agrees, although a known deviation says otherwise");
    return fmt::format("{}", fmt::join(clauses, "; "));
  }

  void describe(const Entry& entry, FindingSet& set) const {
    const vectors::Case& item = plan_.cases[entry.index];
    const CaseDisagreement& disagreement = entry.disagreement;
    Finding finding;
    finding.id = vectors::sha256_hex(protocol::as_bytes(entry.key)).substr(0, 12);
    finding.signature = signature(item.op, disagreement);
    finding.op = protocol::op_name(item.op);
    finding.clause = item.clause;
    if (!disagreement.is_new && disagreement.deviations.size() == 1) {
      finding.clause = disagreement.deviation_clause;
    }
    finding.title = title(entry);
    finding.is_new = disagreement.is_new;
    finding.is_diagnostic = disagreement.is_diagnostic;
    finding.count = entry.count;
    for (const auto& [name, standing] : entry.standings) finding.standings.push_back(standing);
    finding.case_id = item.id;
    finding.expected_from =
        item.expected ? (item.provenance.empty() ? "pinned vector" : item.provenance) : "reference";
    finding.request = request_pieces(item.op, item.request);
    auto descriptor = compare_with_canonical(item.op, item.request);
    finding.descriptor = std::move(descriptor.differences);
    finding.descriptor_base = std::move(descriptor.base);
    finding.request_bytes = item.request.size();
    finding.request_hex = protocol::to_hex(item.request, kShownRequestBytes);

    FindingBytes bytes{finding.id, item.op, item.request, {}};
    for (std::size_t g = 0; g < disagreement.groups.size(); ++g) {
      const Group& group = disagreement.groups[g];
      report::Answer answer;
      answer.subjects = group.subjects;
      answer.outcome = to_string(group.kind);
      answer.rendered = render_reply(item.op, group.kind, group.payload);
      if (!group.detail.empty() && group.kind != OutcomeKind::kInternalError) {
        answer.rendered += ": " + group.detail;
      }
      answer.raw_hex = protocol::to_hex(group.payload, kShownAnswerBytes);
      answer.stderr_tail = group.stderr_tail;
      answer.is_expected = g == 0;
      if (g > 0) {
        ReplyComparison comparison = compare_replies(
            item.op, item.request, expectations_[entry.index], group.kind, group.payload);
        answer.differences = std::move(comparison.differences);
        answer.decode = comparison.decode;
      }
      finding.answers.push_back(std::move(answer));
      bytes.answers.emplace_back(g == 0 ? "expected" : "answer-" + group.subjects.front(),
                                 group.payload);
    }
    set.findings.push_back(std::move(finding));
    set.bytes.push_back(std::move(bytes));
  }

  const Plan& plan_;
  const std::vector<SubjectPlan>& subjects_;
  const std::vector<SubjectAnswers>& answers_;
  const std::vector<Reply>& expectations_;
  std::map<std::string, Entry> entries_;
};

}  // namespace

std::string_view case_family(std::string_view case_id) {
  // source/op-or-file/family/…: generated ids end in a hash, the others in an entry's name.
  if (case_id.starts_with("generated/")) return case_id.substr(0, case_id.rfind('/'));
  return case_id.substr(0, case_id.find('/'));
}

FindingSet collect_findings(const Plan& plan, const std::vector<SubjectPlan>& subjects,
                            const std::vector<SubjectAnswers>& answers,
                            const std::vector<Reply>& expectations,
                            const std::vector<std::size_t>& reference_mismatches) {
  Collector collector(plan, subjects, answers, expectations);
  for (std::size_t i = 0; i < plan.cases.size(); ++i) {
    collector.look_at(i, std::ranges::binary_search(reference_mismatches, i));
  }
  return collector.finish();
}

}  // namespace grit::conformance
