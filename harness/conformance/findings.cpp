#include "harness/conformance/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <tuple>

#include "harness/conformance/reply_view.h"
#include "harness/conformance/request_view.h"
#include "harness/vectors/pins.h"

namespace grit::conformance {
namespace {

using protocol::Reply;
using report::Finding;

constexpr std::string_view kGenerated = "generated/";
constexpr std::size_t kShownAnswerBytes = 256;
constexpr std::size_t kShownRequestBytes = 1024;

// Standings by subject, each once.
struct StandingOrder {
  bool operator()(const report::SubjectStanding& a, const report::SubjectStanding& b) const {
    return std::tie(a.subject, a.standing, a.deviation) <
           std::tie(b.subject, b.standing, b.deviation);
  }
};
using StandingSet = std::set<report::SubjectStanding, StandingOrder>;

void add(StandingSet& set, const std::vector<report::SubjectStanding>& standings) {
  set.insert(standings.begin(), standings.end());
}

bool is_known(const CaseDisagreement& disagreement) {
  return !disagreement.is_new && !disagreement.deviations.empty();
}

// One clause, e.g. §5.1.6; not a section, and no list of them.
bool is_precise(const std::string& clause) {
  return std::ranges::count(clause, '.') == 2 && clause.find(',') == std::string::npos;
}

std::string key_of(const vectors::Case& item, const CaseDisagreement& disagreement) {
  if (is_known(disagreement)) {
    return fmt::format("known deviation {}",
                       fmt::join(std::views::keys(disagreement.deviations), " "));
  }
  const std::string_view family = case_family(item.id);
  // The cases of a file aim at as many rules as they cite.
  const bool aims = !item.id.starts_with(kGenerated) && is_precise(item.clause);
  return fmt::format("{} | {}{}{}", signature(item.op, disagreement), family, aims ? " " : "",
                     aims ? item.clause : "");
}

std::string title(const CaseDisagreement& disagreement) {
  if (is_known(disagreement)) {
    std::vector<std::string> entries;
    for (const auto& [id, reasons] : disagreement.deviations) {
      entries.push_back(fmt::format("{}: {}", id, fmt::join(reasons, " ")));
    }
    return fmt::format("{}", fmt::join(entries, " "));
  }
  std::vector<std::string> clauses;
  const AnswerGroup& expected = disagreement.groups.front();
  for (std::size_t g = 1; g < disagreement.groups.size(); ++g) {
    const AnswerGroup& group = disagreement.groups[g];
    if (!group.counts) continue;
    clauses.push_back(
        group.label == expected.label
            ? fmt::format("{}: another {}", fmt::join(group.subjects, ", "), disagreement.field)
            : fmt::format("{}: {} instead of {}", fmt::join(group.subjects, ", "), group.label,
                          expected.label));
  }
  if (clauses.empty()) clauses.emplace_back("agrees, although a known deviation says otherwise");
  return fmt::format("{}", fmt::join(clauses, "; "));
}

// By the size before reduction, so that shards that are joined show the case that the whole run
// shows.
bool is_smaller(const Finding& a, const Finding& b) {
  const auto key = [](const Finding& finding) {
    return std::tuple(finding.reduced_from > 0 ? finding.reduced_from : finding.request_bytes,
                      std::string_view(finding.case_id));
  };
  return key(a) < key(b);
}

}  // namespace

std::string clause_of(const vectors::Case& item, const CaseDisagreement& disagreement) {
  if (is_known(disagreement)) {
    return disagreement.deviations.size() == 1 ? disagreement.deviation_clause : item.clause;
  }
  for (std::size_t g = 1; g < disagreement.groups.size(); ++g) {
    const AnswerGroup& group = disagreement.groups[g];
    if (group.counts && is_answer(group.kind)) {
      return broken_clause(item.op, item.request, group.label, item.clause);
    }
  }
  return item.clause;
}

std::string answer_name(const report::Answer& answer) {
  return answer.is_expected ? "expected" : "answer-" + answer.subjects.front();
}

std::string finding_id(std::string_view key) {
  return vectors::sha256_hex(protocol::as_bytes(key)).substr(0, 12);
}

std::string_view case_family(std::string_view case_id) {
  // source/op-or-file/family/…: generated ids end in a hash, the others in an entry's name.
  if (case_id.starts_with(kGenerated)) return case_id.substr(0, case_id.rfind('/'));
  return case_id.substr(0, case_id.find('/'));
}

Found describe(const vectors::Case& item, const Reply& expectation,
               const CaseDisagreement& disagreement) {
  Found found;
  found.op = item.op;
  found.request = item.request;
  Finding& finding = found.finding;
  finding.id = finding_id(key_of(item, disagreement));
  finding.signature = signature(item.op, disagreement);
  finding.op = protocol::op_name(item.op);
  finding.clause = clause_of(item, disagreement);
  finding.title = title(disagreement);
  finding.is_new = disagreement.is_new;
  finding.is_diagnostic = disagreement.is_diagnostic;
  finding.evidence = report::Evidence::kUnchecked;
  finding.count = 1;
  finding.families = {{std::string(case_family(item.id)), 1}};
  finding.standings = disagreement.standings;
  finding.case_id = item.id;
  finding.expected_from =
      item.expected ? (item.provenance.empty() ? "pinned vector" : item.provenance) : "reference";
  finding.request = request_pieces(item.op, item.request);
  auto descriptor = compare_with_canonical(item.op, item.request);
  finding.descriptor = std::move(descriptor.differences);
  finding.descriptor_base = std::move(descriptor.base);
  finding.request_bytes = item.request.size();
  finding.request_hex = protocol::to_hex(item.request, kShownRequestBytes);
  for (std::size_t g = 0; g < disagreement.groups.size(); ++g) {
    const AnswerGroup& group = disagreement.groups[g];
    report::Answer answer;
    answer.subjects = group.subjects;
    answer.outcome = to_string(group.kind);
    answer.rendered = render_reply(item.op, group.kind, group.payload);
    if (!group.detail.empty() && group.kind != OutcomeKind::kInternalError) {
      answer.rendered += ": " + group.detail;
    }
    if (is_answer(group.kind) && group.payload.size() < group.identity.bytes) {
      // Two such answers may look the same.
      answer.rendered +=
          fmt::format(" (the first {} of {} bytes, whose FNV-1a-64 is {:016x})",
                      group.payload.size(), group.identity.bytes, group.identity.hash);
    }
    answer.raw_hex = protocol::to_hex(group.payload, kShownAnswerBytes);
    answer.stderr_tail = group.stderr_tail;
    answer.is_expected = g == 0;
    if (g > 0) {
      ReplyComparison comparison =
          compare_replies(item.op, item.request, expectation, group.kind, group.payload);
      answer.differences = std::move(comparison.differences);
      answer.decode = comparison.decode;
    }
    found.answers.emplace_back(answer_name(answer), group.payload);
    finding.answers.push_back(std::move(answer));
  }
  return found;
}

void absorb_cases(Found& into, Found more) {
  const std::uint64_t count = into.finding.count + more.finding.count;
  std::map<std::string, std::uint64_t> families;
  StandingSet standings;
  for (const Finding* finding : {&into.finding, &more.finding}) {
    for (const auto& [family, cases] : finding->families) families[family] += cases;
    add(standings, finding->standings);
  }
  if (is_smaller(more.finding, into.finding)) std::swap(into, more);
  into.finding.count = count;
  into.finding.families.assign(families.begin(), families.end());
  into.finding.standings.assign(standings.begin(), standings.end());
}

void absorb(Found& into, Found more) {
  std::map<std::string, std::uint64_t> clauses;
  for (const Finding* finding : {&into.finding, &more.finding}) {
    for (const auto& [clause, cases] : finding->clauses) clauses[clause] += cases;
  }
  absorb_cases(into, std::move(more));
  into.finding.clauses.assign(clauses.begin(), clauses.end());
  // The most frequent; a list of clauses gives way to a precise one.
  const auto weight = [](const std::pair<std::string, std::uint64_t>& vote) {
    return std::tuple(is_precise(vote.first), vote.second);
  };
  into.finding.clause = std::ranges::max_element(into.finding.clauses, {}, weight)->first;
}

void order_findings(std::vector<Found>& findings) {
  std::map<std::string, Found> by_id;
  for (Found& found : findings) {
    std::string id = found.finding.id;
    if (found.finding.clauses.empty()) {
      found.finding.clauses = {{found.finding.clause, found.finding.count}};
    }
    const auto it = by_id.find(id);
    if (it == by_id.end()) {
      by_id.emplace(std::move(id), std::move(found));
    } else {
      absorb(it->second, std::move(found));
    }
  }
  findings.clear();
  for (auto& [id, found] : by_id) findings.push_back(std::move(found));
  std::ranges::sort(findings, {}, [](const Found& found) {
    const Finding& finding = found.finding;
    return std::tuple(!finding.is_new, finding.is_diagnostic, !is_precise(finding.clause),
                      static_cast<int>(found.op), ~finding.count, finding.signature, finding.id);
  });
}

std::vector<Found> collect_findings(const Plan& plan, const std::vector<SubjectPlan>& subjects,
                                    const std::vector<SubjectAnswers>& answers,
                                    const std::vector<Reply>& expectations,
                                    const std::vector<std::size_t>& reference_mismatches) {
  // Only the smallest case of a finding is described; what the others add is counted.
  struct Entry {
    std::size_t index = 0;
    CaseDisagreement disagreement;
    std::uint64_t count = 0;
    std::map<std::string, std::uint64_t> families;
    StandingSet standings;
  };
  std::map<std::string, Entry> entries;
  const auto is_smaller_case = [&](std::size_t a, std::size_t b) {
    return std::tuple(plan.cases[a].request.size(), std::string_view(plan.cases[a].id)) <
           std::tuple(plan.cases[b].request.size(), std::string_view(plan.cases[b].id));
  };
  for (std::size_t i = 0; i < plan.cases.size(); ++i) {
    auto disagreement = disagreement_at(plan, subjects, answers, expectations, i,
                                        std::ranges::binary_search(reference_mismatches, i));
    if (!disagreement) continue;
    const auto [it, inserted] = entries.try_emplace(key_of(plan.cases[i], *disagreement));
    Entry& entry = it->second;
    ++entry.count;
    ++entry.families[std::string(case_family(plan.cases[i].id))];
    add(entry.standings, disagreement->standings);
    if (inserted || is_smaller_case(i, entry.index)) {
      entry.index = i;
      entry.disagreement = std::move(*disagreement);
    }
  }
  std::vector<Found> findings;
  for (auto& [key, entry] : entries) {
    Found found = describe(plan.cases[entry.index], expectations[entry.index], entry.disagreement);
    found.finding.count = entry.count;
    found.finding.families.assign(entry.families.begin(), entry.families.end());
    found.finding.standings.assign(entry.standings.begin(), entry.standings.end());
    findings.push_back(std::move(found));
  }
  order_findings(findings);
  return findings;
}

}  // namespace grit::conformance
