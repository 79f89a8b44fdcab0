#include "harness/conformance/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "harness/conformance/conclusion.h"
#include "harness/protocol/op.h"
#include "harness/report/words.h"

namespace grit::conformance {
namespace {

using report::Report;

std::string joined(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, " "));
}

std::string differ(std::string_view what, const auto& left, const auto& right) {
  return fmt::format("{} {} and {}", what, left, right);
}

// Why two rows are not of one subject; empty where they are. A subject that never spoke has no
// version.
std::string foreign(const report::Subject& a, const report::Subject& b) {
  if (a.name != b.name) return differ("subject", a.name, b.name);
  if (!a.tier.empty() && !b.tier.empty() && a.version != b.version) {
    return differ(a.name + " of version", a.version, b.version);
  }
  const auto ids = [](const report::Subject& subject) {
    std::vector<std::string> entries;
    for (const report::DeviationUse& use : subject.deviations) entries.push_back(use.id);
    return entries;
  };
  return ids(a) == ids(b) ? "" : "other known deviations of " + a.name;
}

// Why `b` is not of the same plan as `a`; empty where it is.
std::string foreign(const Report& a, const Report& b) {
  if (a.shards != b.shards) return differ("number of shards", a.shards, b.shards);
  if (a.seed != b.seed) return differ("seed", a.seed, b.seed);
  if (a.selection != b.selection) {
    return differ("selection", joined(a.selection), joined(b.selection));
  }
  if (a.pins_sha256 != b.pins_sha256) return "other pinned vectors";
  if (a.tool_version != b.tool_version) return differ("tool", a.tool_version, b.tool_version);
  if (a.family != b.family) return differ("family", a.family, b.family);
  if (a.baseline != b.baseline) return differ("baseline", a.baseline, b.baseline);
  if (a.subjects.size() != b.subjects.size()) return "other subjects";
  for (std::size_t s = 0; s < a.subjects.size(); ++s) {
    if (std::string why = foreign(a.subjects[s], b.subjects[s]); !why.empty()) return why;
  }
  return {};
}

// Both ascending, without doubles.
void add(std::vector<std::string>& into, const std::vector<std::string>& more) {
  std::vector<std::string> both;
  std::ranges::set_union(into, more, std::back_inserter(both));
  into = std::move(both);
}

void add(report::Counts& into, const report::Counts& more) {
  for (const report::CountWord& word : report::kCountWords) {
    into.*word.member += more.*word.member;
  }
}

void add(report::Subject& into, const report::Subject& more) {
  // Whoever spoke in one part only is who that part says.
  const bool introduces = into.tier.empty() && !more.tier.empty();
  if (introduces) {
    into.version = more.version;
    into.language = more.language;
    into.build = more.build;
    into.tier = more.tier;
    into.tiers = more.tiers;
  }
  add(into.counts, more.counts);
  add(into.clauses, more.clauses);
  for (const report::OpCounts& op : more.ops) {
    const auto it = std::ranges::find(into.ops, op.op, &report::OpCounts::op);
    if (it == into.ops.end()) {
      into.ops.push_back(op);
    } else {
      add(it->counts, op.counts);
    }
  }
  std::ranges::sort(into.ops, {}, [](const report::OpCounts& op) {
    const auto info = protocol::find_op(op.op);
    return info ? static_cast<int>(info->op) : 256;
  });
  into.diagnostics += more.diagnostics;
  into.restarts += more.restarts;
  into.incidents.insert(into.incidents.end(), more.incidents.begin(), more.incidents.end());
  if (into.not_run_reason.empty()) into.not_run_reason = more.not_run_reason;
  for (const report::DeviationUse& use : more.deviations) {
    const auto it = std::ranges::find(into.deviations, use.id, &report::DeviationUse::id);
    if (it == into.deviations.end()) {
      into.deviations.push_back(use);
      continue;
    }
    it->expected_failures += use.expected_failures;
    it->unexpected_passes += use.unexpected_passes;
    // Whether a version has been reached is told only where the subject named its own.
    if (introduces || (it->expired.empty() && !more.tier.empty())) it->expired = use.expired;
  }
}

void add(Report& into, const Report& more) {
  into.cases += more.cases;
  add(into.clauses, more.clauses);
  for (const auto& [name, cases] : more.sources) {
    const auto it =
        std::ranges::find(into.sources, name, &std::pair<std::string, std::uint64_t>::first);
    if (it == into.sources.end()) {
      into.sources.emplace_back(name, cases);
    } else {
      it->second += cases;
    }
  }
  for (std::size_t s = 0; s < into.subjects.size(); ++s) add(into.subjects[s], more.subjects[s]);
  for (const report::Agreement& row : more.agreements) {
    const auto it = std::ranges::find_if(into.agreements, [&](const report::Agreement& own) {
      return own.a == row.a && own.b == row.b;
    });
    if (it == into.agreements.end()) {
      into.agreements.push_back(row);
    } else {
      it->compared += row.compared;
      it->equal += row.equal;
    }
  }
  into.stopped_early = into.stopped_early || more.stopped_early;
  into.reference_mismatches += more.reference_mismatches;
  into.timing.seconds += more.timing.seconds;
  into.timing.harness_cpu_seconds += more.timing.harness_cpu_seconds;
  into.timing.subjects_cpu_seconds += more.timing.subjects_cpu_seconds;
  into.timing.prepare_seconds += more.timing.prepare_seconds;
  for (const auto& row : more.timing.subjects) {
    const auto it =
        std::ranges::find(into.timing.subjects, row.name, &report::Timing::SubjectTiming::name);
    if (it == into.timing.subjects.end()) {
      into.timing.subjects.push_back(row);
      continue;
    }
    const double cases = it->seconds * it->cases_per_second + row.seconds * row.cases_per_second;
    it->seconds += row.seconds;
    it->cases_per_second = it->seconds > 0 ? cases / it->seconds : 0.0;
  }
}

// Everything but the findings.
void add(Certification& into, Certification& more) {
  // Incidents are numbered within their subject.
  for (IncidentBytes& bytes : more.incidents) {
    const auto row = std::ranges::find(into.report.subjects, bytes.subject, &report::Subject::name);
    if (row != into.report.subjects.end()) bytes.incident += row->incidents.size();
    into.incidents.push_back(std::move(bytes));
  }
  add(into.report, more.report);
}

}  // namespace

std::expected<Certification, std::string> merge(std::vector<Certification> shards) {
  if (shards.empty()) return std::unexpected("there is nothing to join");
  const std::uint32_t of = shards.front().report.shards;
  if (of == 0) return std::unexpected("the first report is of a whole run, not of a shard");
  std::vector<bool> seen(of, false);
  for (const Certification& shard : shards) {
    const Report& report = shard.report;
    std::string why = foreign(shards.front().report, report);
    if (why.empty() && report.generated_cases != shards.front().report.generated_cases) {
      why =
          differ("generated cases", shards.front().report.generated_cases, report.generated_cases);
    }
    if (!why.empty()) return std::unexpected("the shards are not of one run: " + why);
    if (report.shard < 1 || report.shard > of) {
      return std::unexpected(fmt::format("there is no shard {}/{}", report.shard, of));
    }
    if (seen[report.shard - 1]) {
      return std::unexpected(fmt::format("shard {}/{} is there twice", report.shard, of));
    }
    seen[report.shard - 1] = true;
  }
  std::vector<std::string> missing;
  for (std::uint32_t i = 0; i < of; ++i) {
    if (!seen[i]) missing.push_back(fmt::format("{}/{}", i + 1, of));
  }
  if (!missing.empty()) {
    return std::unexpected(fmt::format("missing: shard {}", fmt::join(missing, ", ")));
  }
  std::ranges::sort(shards, {}, [](const Certification& shard) { return shard.report.shard; });
  Certification whole = std::move(shards.front());
  for (std::size_t i = 1; i < shards.size(); ++i) {
    add(whole, shards[i]);
    std::ranges::move(shards[i].findings, std::back_inserter(whole.findings));
  }
  order_findings(whole.findings);
  show_findings(whole);
  whole.report.shard = 0;
  whole.report.shards = 0;
  conclude(whole.report);
  return whole;
}

std::expected<void, std::string> join(Certification& whole, Certification part) {
  std::string why = foreign(whole.report, part.report);
  if (why.empty() && whole.report.shard != part.report.shard) {
    why = differ("shard", whole.report.shard, part.report.shard);
  }
  if (!why.empty()) return std::unexpected("not of one run: " + why);
  add(whole, part);
  whole.report.generated_cases += part.report.generated_cases;
  for (Found& found : part.findings) {
    const auto own = std::ranges::find_if(whole.findings, [&](const Found& candidate) {
      return candidate.finding.id == found.finding.id;
    });
    if (own == whole.findings.end()) {
      whole.findings.push_back(std::move(found));
    } else {
      absorb_cases(*own, std::move(found));
    }
  }
  order_findings(whole.findings);
  show_findings(whole);
  return {};
}

}  // namespace grit::conformance
