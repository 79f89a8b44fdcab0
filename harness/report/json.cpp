#include "harness/report/json.h"

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report/text.h"
#include "harness/report/words.h"

namespace grit::report {
namespace {

using Json = nlohmann::ordered_json;

// Every string of the report passes here: the serializer refuses what is not UTF-8.
Json string(std::string_view text) { return valid_utf8(text); }

// A list with one element for each of `values`.
template <typename Range, typename Function>
Json list(const Range& values, Function function) {
  Json array = Json::array();
  for (const auto& value : values) array.push_back(function(value));
  return array;
}

Json strings(const std::vector<std::string>& values) {
  return list(values, [](const std::string& value) { return string(value); });
}

Json counts(const Counts& counts) {
  Json object = Json::object();
  for (const CountWord& word : kCountWords) object[std::string(word.key)] = counts.*word.member;
  return object;
}

// A member of HELLO as the value it was. Text that is no JSON, or is nested so deeply that writing
// it might exhaust the stack, is kept as a string.
Json build_value(const std::string& text) {
  constexpr int kMaxDepth = 32;
  bool too_deep = false;
  const auto observe = [&](int depth, Json::parse_event_t, Json&) {
    too_deep = too_deep || depth > kMaxDepth;
    return !too_deep;
  };
  Json value = Json::parse(text, observe, /*allow_exceptions=*/false);
  return value.is_discarded() || too_deep ? string(text) : value;
}

Json build(const std::vector<std::pair<std::string, std::string>>& members) {
  Json object = Json::object();
  for (const auto& [name, text] : members) object[valid_utf8(name)] = build_value(text);
  return object;
}

Json incident(const Incident& incident) {
  return {{"kind", string(incident.kind)},
          {"detail", string(incident.detail)},
          {"hint", string(incident.hint)},
          {"stderr_tail", string(incident.stderr_tail)},
          {"prefix_file", string(incident.prefix_file)}};
}

Json subject(const Subject& subject) {
  return {{"name", string(subject.name)},
          {"kind", string(subject.kind)},
          {"language", string(subject.language)},
          {"version", string(subject.version)},
          {"build", build(subject.build)},
          {"is_reference", subject.is_reference},
          {"tier", string(subject.tier)},
          {"tiers", list(subject.tiers,
                         [](const TierCoverage& tier) {
                           return Json{{"name", string(tier.name)},
                                       {"offered", tier.offered},
                                       {"operations", tier.operations}};
                         })},
          {"clauses", strings(subject.clauses)},
          {"verdict", std::string(verdict_name(subject.verdict))},
          {"not_run_reason", string(subject.not_run_reason)},
          {"install_command", string(subject.install_command)},
          {"counts", counts(subject.counts)},
          {"ops", list(subject.ops,
                       [](const OpCounts& op) {
                         return Json{{"op", string(op.op)}, {"counts", counts(op.counts)}};
                       })},
          {"diagnostics", subject.diagnostics},
          {"restarts", subject.restarts},
          {"incidents", list(subject.incidents, incident)},
          {"deviations_file", string(subject.deviations_file)},
          {"deviations", list(subject.deviations, [](const DeviationUse& use) {
             return Json{{"id", string(use.id)},
                         {"clause", string(use.clause)},
                         {"expected_failures", use.expected_failures},
                         {"unexpected_passes", use.unexpected_passes},
                         {"expired", string(use.expired)}};
           })}};
}

Json agreement(const Agreement& agreement) {
  return {{"a", string(agreement.a)},
          {"b", string(agreement.b)},
          {"compared", agreement.compared},
          {"equal", agreement.equal}};
}

Json class_agreement(const ClassAgreement& agreement) {
  return {{"a", strings(agreement.a)},
          {"b", strings(agreement.b)},
          {"compared", agreement.compared},
          {"equal", agreement.equal}};
}

Json field_difference(const FieldDifference& difference) {
  return {{"offset", string(difference.offset)},     {"field", string(difference.field)},
          {"expected", string(difference.expected)}, {"actual", string(difference.actual)},
          {"meaning", string(difference.meaning)},   {"clause", string(difference.clause)}};
}

Json decode_difference(const std::optional<DecodeDifference>& difference) {
  if (!difference) return nullptr;
  return {{"differing", difference->differing},     {"elements", difference->elements},
          {"largest_ulp", difference->largest_ulp}, {"nan_differing", difference->nan_differing},
          {"first_index", difference->first_index}, {"first_group", difference->first_group}};
}

Json answer(const Answer& answer) {
  return {{"subjects", strings(answer.subjects)},
          {"outcome", string(answer.outcome)},
          {"rendered", string(answer.rendered)},
          {"raw_hex", string(answer.raw_hex)},
          {"stderr_tail", string(answer.stderr_tail)},
          {"is_expected", answer.is_expected},
          {"differences", list(answer.differences, field_difference)},
          {"decode", decode_difference(answer.decode)}};
}

Json standing(const SubjectStanding& standing) {
  return {{"subject", string(standing.subject)},
          {"standing", string(standing.standing)},
          {"deviation", string(standing.deviation)}};
}

Json request_piece(const std::pair<std::string, std::string>& piece) {
  return {{"piece", string(piece.first)}, {"rendered", string(piece.second)}};
}

Json finding(const Finding& finding) {
  return {
      {"id", string(finding.id)},
      {"signature", string(finding.signature)},
      {"op", string(finding.op)},
      {"clause", string(finding.clause)},
      {"title", string(finding.title)},
      {"is_new", finding.is_new},
      {"is_diagnostic", finding.is_diagnostic},
      {"in_baseline", finding.in_baseline},
      {"evidence", std::string(evidence_name(finding.evidence))},
      {"count", finding.count},
      {"clauses", list(finding.clauses,
                       [](const std::pair<std::string, std::uint64_t>& clause) {
                         return Json{{"clause", string(clause.first)}, {"cases", clause.second}};
                       })},
      {"families", list(finding.families,
                        [](const std::pair<std::string, std::uint64_t>& family) {
                          return Json{{"family", string(family.first)}, {"cases", family.second}};
                        })},
      {"standings", list(finding.standings, standing)},
      {"case_id", string(finding.case_id)},
      {"reduced_from", finding.reduced_from},
      {"expected_from", string(finding.expected_from)},
      {"request", list(finding.request, request_piece)},
      {"descriptor", list(finding.descriptor, field_difference)},
      {"descriptor_base", string(finding.descriptor_base)},
      {"request_bytes", finding.request_bytes},
      {"request_hex", string(finding.request_hex)},
      {"request_file", string(finding.request_file)},
      {"answers", list(finding.answers, answer)}};
}

Json stale_entry(const StaleEntry& entry) {
  return {{"file", string(entry.file)},
          {"entry", string(entry.entry)},
          {"problem", string(entry.problem)}};
}

Json timing(const Timing& timing) {
  return {{"run_id", string(timing.run_id)},
          {"started", string(timing.started)},
          {"seconds", timing.seconds},
          {"directory", string(timing.directory)},
          {"harness_cpu_seconds", timing.harness_cpu_seconds},
          {"subjects_cpu_seconds", timing.subjects_cpu_seconds},
          {"prepare_seconds", timing.prepare_seconds},
          {"subjects", list(timing.subjects, [](const Timing::SubjectTiming& subject_timing) {
             return Json{{"name", string(subject_timing.name)},
                         {"seconds", subject_timing.seconds},
                         {"cases_per_second", subject_timing.cases_per_second}};
           })}};
}

}  // namespace

std::string to_json(const Report& report) {
  const Json document = {
      {"schema", "grit-report"},
      {"version", report.version},
      {"tool_version", string(report.tool_version)},
      {"family", string(report.family)},
      {"suite_version", string(report.suite_version)},
      {"seed", report.seed},
      {"generated_cases", report.generated_cases},
      {"selection", strings(report.selection)},
      {"shard", report.shard},
      {"shards", report.shards},
      {"pins_sha256", string(report.pins_sha256)},
      {"cases", report.cases},
      {"sources", list(report.sources,
                       [](const std::pair<std::string, std::uint64_t>& source) {
                         return Json{{"name", string(source.first)}, {"cases", source.second}};
                       })},
      {"clauses", strings(report.clauses)},
      {"subjects", list(report.subjects, subject)},
      {"without", strings(report.without)},
      {"agreements", list(report.agreements, agreement)},
      {"partition", list(report.partition, strings)},
      {"class_agreements", list(report.class_agreements, class_agreement)},
      {"findings", list(report.findings, finding)},
      {"reference_mismatches", report.reference_mismatches},
      {"baseline", string(report.baseline)},
      {"stale", list(report.stale, stale_entry)},
      {"stopped_early", report.stopped_early},
      {"exit_code", report.exit_code},
      {"verdict", string(report.verdict)},
      {"timing", timing(report.timing)},
  };
  return document.dump(/*indent=*/2, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) +
         "\n";
}

}  // namespace grit::report
