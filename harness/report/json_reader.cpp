#include "harness/report/json_reader.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/report/words.h"

namespace grit::report {
namespace {

using Json = nlohmann::ordered_json;

// `at` throws for what is missing, `get` for another type; from_json() catches both.
template <typename T>
void read(const Json& object, const char* key, T& value) {
  value = object.at(key).get<T>();
}

template <typename T, typename Function>
void read_list(const Json& object, const char* key, std::vector<T>& values, Function function) {
  for (const Json& element : object.at(key)) {
    T value;
    function(element, value);
    values.push_back(std::move(value));
  }
}

void read(const Json& object, Counts& counts) {
  for (const CountWord& word : kCountWords) {
    counts.*word.member = object.at(std::string(word.key)).get<std::uint64_t>();
  }
}

void read(const Json& object, Incident& incident) {
  read(object, "kind", incident.kind);
  read(object, "detail", incident.detail);
  read(object, "hint", incident.hint);
  read(object, "stderr_tail", incident.stderr_tail);
  read(object, "prefix_file", incident.prefix_file);
}

// An enumerator by the name that it is written with.
template <typename Enum, std::size_t n, typename Name>
Enum enumerator(const Json& object, const char* key, const std::array<Enum, n>& all, Name name) {
  const auto text = object.at(key).get<std::string>();
  for (const Enum value : all) {
    if (name(value) == text) return value;
  }
  throw Json::other_error::create(501, std::string(key) + " is " + text, &object);
}

void read(const Json& object, Subject& subject) {
  read(object, "name", subject.name);
  read(object, "kind", subject.kind);
  read(object, "language", subject.language);
  read(object, "version", subject.version);
  for (const auto& [name, value] : object.at("build").items()) {
    subject.build.emplace_back(name, value.dump());
  }
  read(object, "is_reference", subject.is_reference);
  read(object, "tier", subject.tier);
  // Reports of versions that knew one tier have none.
  if (object.contains("tiers")) {
    read_list(object, "tiers", subject.tiers, [](const Json& element, TierCoverage& tier) {
      read(element, "name", tier.name);
      read(element, "offered", tier.offered);
      read(element, "operations", tier.operations);
    });
  }
  // Reports that did not count clauses have none.
  if (object.contains("clauses")) read(object, "clauses", subject.clauses);
  subject.verdict =
      enumerator(object, "verdict",
                 std::array{SubjectVerdict::kConformant, SubjectVerdict::kKnownDeviations,
                            SubjectVerdict::kNotConformant, SubjectVerdict::kIncomplete,
                            SubjectVerdict::kNotAsked},
                 [](SubjectVerdict verdict) { return verdict_name(verdict); });
  read(object, "not_run_reason", subject.not_run_reason);
  read(object, "install_command", subject.install_command);
  read(object.at("counts"), subject.counts);
  read_list(object, "ops", subject.ops, [](const Json& element, OpCounts& op) {
    read(element, "op", op.op);
    read(element.at("counts"), op.counts);
  });
  read(object, "diagnostics", subject.diagnostics);
  read(object, "restarts", subject.restarts);
  read_list(object, "incidents", subject.incidents,
            [](const Json& element, Incident& incident) { read(element, incident); });
  read(object, "deviations_file", subject.deviations_file);
  read_list(object, "deviations", subject.deviations, [](const Json& element, DeviationUse& use) {
    read(element, "id", use.id);
    read(element, "clause", use.clause);
    read(element, "expected_failures", use.expected_failures);
    read(element, "unexpected_passes", use.unexpected_passes);
    read(element, "expired", use.expired);
  });
}

void read(const Json& object, FieldDifference& difference) {
  read(object, "offset", difference.offset);
  read(object, "field", difference.field);
  read(object, "expected", difference.expected);
  read(object, "actual", difference.actual);
  read(object, "meaning", difference.meaning);
  read(object, "clause", difference.clause);
}

void read(const Json& object, Answer& answer) {
  read(object, "subjects", answer.subjects);
  read(object, "outcome", answer.outcome);
  read(object, "rendered", answer.rendered);
  read(object, "raw_hex", answer.raw_hex);
  read(object, "stderr_tail", answer.stderr_tail);
  read(object, "is_expected", answer.is_expected);
  read_list(object, "differences", answer.differences,
            [](const Json& element, FieldDifference& difference) { read(element, difference); });
  if (const Json& decode = object.at("decode"); !decode.is_null()) {
    DecodeDifference difference;
    read(decode, "differing", difference.differing);
    read(decode, "elements", difference.elements);
    read(decode, "largest_ulp", difference.largest_ulp);
    read(decode, "nan_differing", difference.nan_differing);
    read(decode, "first_index", difference.first_index);
    read(decode, "first_group", difference.first_group);
    answer.decode = difference;
  }
}

void read(const Json& object, Finding& finding) {
  read(object, "id", finding.id);
  read(object, "signature", finding.signature);
  read(object, "op", finding.op);
  read(object, "clause", finding.clause);
  read(object, "title", finding.title);
  read(object, "is_new", finding.is_new);
  read(object, "is_diagnostic", finding.is_diagnostic);
  read(object, "in_baseline", finding.in_baseline);
  finding.evidence = enumerator(object, "evidence",
                                std::array{Evidence::kKnown, Evidence::kConfirmed,
                                           Evidence::kIncubating, Evidence::kUnchecked},
                                [](Evidence evidence) { return evidence_name(evidence); });
  read(object, "count", finding.count);
  if (object.contains("clauses")) {
    read_list(object, "clauses", finding.clauses,
              [](const Json& element, std::pair<std::string, std::uint64_t>& clause) {
                read(element, "clause", clause.first);
                read(element, "cases", clause.second);
              });
  }
  read_list(object, "families", finding.families,
            [](const Json& element, std::pair<std::string, std::uint64_t>& family) {
              read(element, "family", family.first);
              read(element, "cases", family.second);
            });
  read_list(object, "standings", finding.standings,
            [](const Json& element, SubjectStanding& standing) {
              read(element, "subject", standing.subject);
              read(element, "standing", standing.standing);
              read(element, "deviation", standing.deviation);
            });
  read(object, "case_id", finding.case_id);
  read(object, "reduced_from", finding.reduced_from);
  read(object, "expected_from", finding.expected_from);
  read_list(object, "request", finding.request,
            [](const Json& element, std::pair<std::string, std::string>& piece) {
              read(element, "piece", piece.first);
              read(element, "rendered", piece.second);
            });
  read_list(object, "descriptor", finding.descriptor,
            [](const Json& element, FieldDifference& difference) { read(element, difference); });
  read(object, "descriptor_base", finding.descriptor_base);
  read(object, "request_bytes", finding.request_bytes);
  read(object, "request_hex", finding.request_hex);
  read(object, "request_file", finding.request_file);
  read_list(object, "answers", finding.answers,
            [](const Json& element, Answer& answer) { read(element, answer); });
}

void read(const Json& object, Timing& timing) {
  read(object, "run_id", timing.run_id);
  read(object, "started", timing.started);
  read(object, "seconds", timing.seconds);
  read(object, "directory", timing.directory);
  read(object, "harness_cpu_seconds", timing.harness_cpu_seconds);
  read(object, "subjects_cpu_seconds", timing.subjects_cpu_seconds);
  read(object, "prepare_seconds", timing.prepare_seconds);
  read_list(object, "subjects", timing.subjects,
            [](const Json& element, Timing::SubjectTiming& subject) {
              read(element, "name", subject.name);
              read(element, "seconds", subject.seconds);
              read(element, "cases_per_second", subject.cases_per_second);
            });
}

void read(const Json& object, Report& report) {
  read(object, "version", report.version);
  read(object, "tool_version", report.tool_version);
  read(object, "family", report.family);
  read(object, "suite_version", report.suite_version);
  read(object, "seed", report.seed);
  read(object, "generated_cases", report.generated_cases);
  read(object, "selection", report.selection);
  read(object, "shard", report.shard);
  read(object, "shards", report.shards);
  read(object, "pins_sha256", report.pins_sha256);
  read(object, "cases", report.cases);
  read_list(object, "sources", report.sources,
            [](const Json& element, std::pair<std::string, std::uint64_t>& source) {
              read(element, "name", source.first);
              read(element, "cases", source.second);
            });
  if (object.contains("clauses")) read(object, "clauses", report.clauses);
  read_list(object, "subjects", report.subjects,
            [](const Json& element, Subject& subject) { read(element, subject); });
  read(object, "without", report.without);
  read_list(object, "agreements", report.agreements, [](const Json& element, Agreement& agreement) {
    read(element, "a", agreement.a);
    read(element, "b", agreement.b);
    read(element, "compared", agreement.compared);
    read(element, "equal", agreement.equal);
  });
  read(object, "partition", report.partition);
  if (object.contains("class_agreements")) {
    read_list(object, "class_agreements", report.class_agreements,
              [](const Json& element, ClassAgreement& agreement) {
                read(element, "a", agreement.a);
                read(element, "b", agreement.b);
                read(element, "compared", agreement.compared);
                read(element, "equal", agreement.equal);
              });
  }
  read_list(object, "findings", report.findings,
            [](const Json& element, Finding& finding) { read(element, finding); });
  read(object, "reference_mismatches", report.reference_mismatches);
  read(object, "baseline", report.baseline);
  read_list(object, "stale", report.stale, [](const Json& element, StaleEntry& entry) {
    read(element, "file", entry.file);
    read(element, "entry", entry.entry);
    read(element, "problem", entry.problem);
  });
  read(object, "stopped_early", report.stopped_early);
  read(object, "exit_code", report.exit_code);
  read(object, "verdict", report.verdict);
  read(object.at("timing"), report.timing);
}

}  // namespace

std::expected<Report, std::string> from_json(std::string_view text) {
  const Json document = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded()) return std::unexpected("it is not JSON, or cut off");
  if (!document.is_object() || document.value("schema", Json()) != "grit-report") {
    return std::unexpected("it is no report of grit certify (schema grit-report)");
  }
  if (document.value("version", Json()) != kReportVersion) {
    return std::unexpected("it is a report of another version than " +
                           std::to_string(kReportVersion));
  }
  Report report;
  try {
    read(document, report);
  } catch (const Json::exception& error) {
    return std::unexpected(std::string("it is no whole report: ") + error.what());
  }
  return report;
}

}  // namespace grit::report
