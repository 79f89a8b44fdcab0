#include "harness/cli/vectors_minimize.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "harness/cli/run_directory.h"
#include "harness/cli/subjects.h"
#include "harness/cli/vectors_suite.h"
#include "harness/conformance/certify.h"
#include "harness/report/text.h"

namespace grit::cli {
namespace {

using conformance::Certification;
using conformance::SubjectPlan;
using Json = nlohmann::ordered_json;

constexpr std::string_view kCommand = "vectors minimize";

std::string as_json(const vectors::Vector& vector, const std::string& subject,
                    const report::Finding* finding, const std::string& directory, int exit_code) {
  Json pieces = Json::array();
  Json answers = Json::array();
  if (finding != nullptr) {
    for (const auto& [piece, value] : finding->request) {
      pieces.push_back({{"piece", piece}, {"value", report::valid_utf8(value)}});
    }
    for (const report::Answer& answer : finding->answers) {
      answers.push_back({{"is_expected", answer.is_expected},
                         {"outcome", answer.outcome},
                         {"rendered", report::valid_utf8(answer.rendered)}});
    }
  }
  return json_text(
      {{"schema", "grit-vectors-minimize"},
       {"version", 1},
       {"id", vector.id},
       {"name", vector.item.id},
       {"against", subject},
       {"differs", finding != nullptr},
       {"finding", finding != nullptr ? finding->id : ""},
       {"bytes_before", vector.item.request.size()},
       {"bytes_after", finding != nullptr ? finding->request_bytes : vector.item.request.size()},
       {"request", std::move(pieces)},
       {"answers", std::move(answers)},
       {"directory", directory},
       {"exit_code", exit_code}});
}

// What is no answer is rendered with its own name.
std::string answer_text(const report::Answer& answer) {
  return report::printable(answer.rendered.starts_with(answer.outcome)
                               ? answer.rendered
                               : answer.outcome + ": " + answer.rendered);
}

std::string as_text(const OpenSuite& open, const vectors::Vector& vector,
                    const std::string& subject, const report::Finding& finding,
                    const std::string& directory) {
  std::string text = fmt::format("{} against {}: {} of {} are left\n", vector_text(open, vector),
                                 subject, report::counted(finding.request_bytes, "byte", "bytes"),
                                 report::grouped(vector.item.request.size()));
  for (const auto& [piece, value] : finding.request) {
    text += fmt::format("  {:<12} {}\n", piece, report::printable(value));
  }
  for (const report::FieldDifference& difference : finding.descriptor) {
    text += fmt::format("  {} is {} where {} has {}: {}\n", difference.field, difference.actual,
                        finding.descriptor_base, difference.expected, difference.meaning);
  }
  for (const report::Answer& answer : finding.answers) {
    text += fmt::format("  {:<12} {}\n", answer.is_expected ? "expected" : subject,
                        answer_text(answer));
  }
  text += fmt::format(
      "finding {} in {}: `grit replay`, `grit explain-finding` and `grit vectors "
      "promote` take it\n",
      finding.id, report::printable(directory));
  return text;
}

}  // namespace

CommandResult vectors_minimize(const VectorsMinimizeArguments& arguments,
                               const Presentation& presentation) {
  const auto open = open_pinned_suite(kCommand);
  if (!open) return open.error();
  const auto wanted = vectors::find_vector(open->suite, arguments.vector);
  if (!wanted) return usage_error(kCommand, wanted.error());
  const vectors::Vector& vector = **wanted;
  SubjectChoice choice;
  if (!arguments.against.empty()) choice.names.push_back(arguments.against);
  if (!arguments.adapter.empty()) choice.commands.push_back(arguments.adapter);
  choice.config = arguments.config;
  const auto chosen = chosen_subjects(choice, open->places);
  if (!chosen) return usage_error(kCommand, chosen.error());
  if (chosen->size() != 1) {
    return usage_error(kCommand, "give one subject: --against SUBJECT or --adapter COMMAND");
  }
  const conformance::AdapterSpec& adapter = chosen->front();
  const conformance::Availability availability = conformance::availability(adapter);
  if (!availability.built) {
    return failure(kCommand, kExitInfrastructure,
                   fmt::format("{} cannot be asked: {}{}", adapter.name, availability.why_not,
                               availability.hint.empty() ? "" : "; " + availability.hint));
  }

  // A certification of this one case. What is known of the subject does not matter: that it is
  // wrong is what is asked about.
  conformance::Plan plan;
  plan.cases.push_back(vector.item);
  plan.suite_version = open->version;
  plan.sources.emplace_back(vector.file, 1);
  conformance::CertifyOptions options;
  options.reduce = conformance::ReduceWhat::kAll;
  options.tool_version = GRIT_VERSION;
  options.family = "GRIT v1";
  const std::vector<SubjectPlan> subjects = {{adapter, availability, {}}};
  Certification certification = conformance::certify(plan, subjects, options, [](const auto&) {});
  const report::Counts& counts = certification.report.subjects.front().counts;
  if (counts.not_offered + counts.not_run > 0) {
    return failure(
        kCommand, kExitInfrastructure,
        counts.not_offered > 0
            ? fmt::format("{} does not offer {}", adapter.name, protocol::op_name(vector.item.op))
            : fmt::format("{} could not be asked; `grit smoke {}` says more", adapter.name,
                          adapter.name));
  }
  if (counts.failed + counts.errors == 0) {
    const std::string text =
        presentation.json
            ? as_json(vector, adapter.name, nullptr, "", kExitClean)
            : fmt::format("{} answers {} as expected\n", adapter.name, vector_text(*open, vector));
    return {.exit_code = kExitClean, .out = text, .err = {}};
  }
  const std::filesystem::path parent = arguments.reports.empty()
                                           ? open->places.root / "reports"
                                           : std::filesystem::path(arguments.reports);
  const auto directory = make_run_directory(parent, *chosen);
  if (!directory) return failure(kCommand, kExitInfrastructure, directory.error());
  if (const auto written = write_run(*directory, certification); !written) {
    return failure(kCommand, kExitInfrastructure, written.error());
  }
  const report::Finding& finding = certification.report.findings.front();
  return {.exit_code = kExitDifferent,
          .out = presentation.json
                     ? as_json(vector, adapter.name, &finding, directory->string(), kExitDifferent)
                     : as_text(*open, vector, adapter.name, finding, directory->string()),
          .err = {}};
}

}  // namespace grit::cli
