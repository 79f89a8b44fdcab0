#include "harness/report/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report/text.h"
#include "harness/report/words.h"

namespace grit::report {
namespace {

// `printable_text` with XML's markup characters as entities; ">" too, for "]]>" must not stand in
// character data.
std::string entities(std::string_view printable_text) {
  std::string out;
  out.reserve(printable_text.size());
  for (const char c : printable_text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string attribute(std::string_view text) { return entities(printable(text)); }
std::string character_data(std::string_view text) { return entities(printable_lines(text)); }

enum class Result : std::uint8_t { kPassed, kFailure, kError, kSkipped };

struct TestCase {
  std::string name;
  Result result = Result::kPassed;
  std::string message;  // one line; of a result other than kPassed
  std::string body;     // lines
  std::string output;   // <system-out>; empty: none
};

struct TestSuite {
  std::string name;
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<TestCase> cases;
  double seconds = 0;
};

// What the findings say about one subject and operation, one line each.
struct SubjectFindings {
  std::string disagreements;
  std::string known;  // known deviations and diagnostics
};

SubjectFindings findings_of(const Report& report, const Subject& subject, std::string_view op) {
  SubjectFindings lines;
  for (const Finding& finding : report.findings) {
    if (finding.op != op) continue;
    for (const SubjectStanding& standing : finding.standings) {
      if (standing.subject != subject.name) continue;
      const bool known =
          standing.standing == "known deviation" || standing.standing == "diagnostic";
      (known ? lines.known : lines.disagreements) +=
          printable(fmt::format("{} {}: {} [{}], {}, smallest {}", finding.id,
                                standing_text(standing), finding.title, clause_text(finding.clause),
                                counted(finding.count, "case", "cases"), finding.case_id)) +
          "\n";
    }
  }
  return lines;
}

// "17 passed, 3 failed of 20 planned": every count that is not 0.
std::string counts_text(const Counts& counts) {
  std::vector<std::string> parts;
  for (const CountWord& word : kCountWords) {
    if (word.member == &Counts::planned || counts.*word.member == 0) continue;
    parts.push_back(fmt::format("{} {}", counts.*word.member, word.name));
  }
  return fmt::format("{} of {} planned", joined(parts, ", "), counts.planned);
}

TestCase op_case(const Report& report, const Subject& subject, const OpCounts& op) {
  const Counts& counts = op.counts;
  const SubjectFindings lines = findings_of(report, subject, op.op);
  TestCase test;
  test.name = op.op;
  test.output = lines.known;
  if (counts.errors != 0) {
    test.result = Result::kError;
  } else if (counts.failed != 0 || counts.unexpected_passes != 0) {
    test.result = Result::kFailure;
  } else if (counts.not_run != 0 || counts.not_offered != 0) {
    test.result = Result::kSkipped;
  }
  if (test.result == Result::kPassed) return test;
  test.message = counts_text(counts);
  test.body = lines.disagreements;
  return test;
}

std::string incident_text(const Incident& incident) {
  std::string text = fmt::format("{}: {}\n", incident.kind, incident.detail);
  if (!incident.hint.empty()) text += fmt::format("hint: {}\n", incident.hint);
  if (!incident.prefix_file.empty()) {
    text += fmt::format("requests sent before: {}\n", incident.prefix_file);
  }
  if (!incident.stderr_tail.empty()) text += fmt::format("stderr:\n{}\n", incident.stderr_tail);
  return text;
}

// Whether the subject's process did its part: an incomplete subject is an error of its own, for its
// operations may all be green as far as they went.
TestCase run_case(const Subject& subject) {
  TestCase test;
  test.name = "run";
  std::string incidents;
  for (const Incident& incident : subject.incidents) incidents += incident_text(incident);
  if (subject.verdict != SubjectVerdict::kIncomplete) {
    test.output = incidents;
    return test;
  }
  test.result = Result::kError;
  test.message = subject.not_run_reason.empty()
                     ? fmt::format("incomplete: {}", counts_text(subject.counts))
                     : fmt::format("not run: {}", subject.not_run_reason);
  test.body = incidents;
  if (!subject.install_command.empty()) {
    test.body += fmt::format("install: {}\n", subject.install_command);
  }
  return test;
}

TestSuite subject_suite(const Report& report, const Subject& subject) {
  TestSuite suite;
  suite.name = subject.name;
  suite.properties = {{"kind", subject.kind},
                      {"language", subject.language},
                      {"version", subject.version},
                      {"tier", subject.tier},
                      {"verdict", std::string(verdict_name(subject))}};
  for (const TierCoverage& tier : subject.tiers) {
    suite.properties.emplace_back(tier.name + "_tier",
                                  fmt::format("{} of {}", tier.offered, tier.operations));
  }
  for (const CountWord& word : kCountWords) {
    suite.properties.emplace_back(word.key, std::to_string(subject.counts.*word.member));
  }
  suite.cases.push_back(run_case(subject));
  for (const OpCounts& op : subject.ops) suite.cases.push_back(op_case(report, subject, op));
  for (const Timing::SubjectTiming& timing : report.timing.subjects) {
    if (timing.name == subject.name) suite.seconds = timing.seconds;
  }
  return suite;
}

TestSuite certification_suite(const Report& report) {
  TestSuite suite;
  suite.name = "certification";
  suite.properties = {{"family", report.family},
                      {"tool_version", report.tool_version},
                      {"suite_version", report.suite_version},
                      {"seed", std::to_string(report.seed)},
                      {"exit_code", std::to_string(report.exit_code)}};
  TestCase verdict;
  verdict.name = "verdict";
  if (report.exit_code != 0) {
    verdict.result = report.exit_code == 1 ? Result::kFailure : Result::kError;
    verdict.message = fmt::format("{} (exit code {})", report.verdict, report.exit_code);
  }
  if (!report.without.empty()) {
    verdict.output = fmt::format("left out by --without: {}\n", joined(report.without, ", "));
  }
  if (report.stopped_early) verdict.output += "stopped before all cases were put\n";
  suite.cases.push_back(std::move(verdict));
  for (const StaleEntry& entry : report.stale) {
    suite.cases.push_back({.name = fmt::format("{}: {}", entry.file, entry.entry),
                           .result = Result::kError,
                           .message = entry.problem,
                           .body = {},
                           .output = {}});
  }
  return suite;
}

struct Totals {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
};

void add(Totals& totals, const TestSuite& suite) {
  const auto with = [&](Result result) {
    return static_cast<std::size_t>(
        std::count_if(suite.cases.begin(), suite.cases.end(),
                      [result](const TestCase& test) { return test.result == result; }));
  };
  totals.tests += suite.cases.size();
  totals.failures += with(Result::kFailure);
  totals.errors += with(Result::kError);
  totals.skipped += with(Result::kSkipped);
}

std::string totals_attributes(const Totals& totals, double seconds) {
  return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.3f}")",
                     totals.tests, totals.failures, totals.errors, totals.skipped, seconds);
}

void write_element(std::string& out, std::string_view element, const TestCase& test) {
  out += fmt::format(R"(      <{} message="{}" type="{}">{}</{}>)", element,
                     attribute(test.message), element, character_data(test.body), element);
  out += '\n';
}

void write_case(std::string& out, const TestSuite& suite, const TestCase& test) {
  out += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", attribute(suite.name),
                     attribute(test.name));
  if (test.result == Result::kPassed && test.output.empty()) {
    out += "/>\n";
    return;
  }
  out += ">\n";
  switch (test.result) {
    case Result::kPassed:
      break;
    case Result::kFailure:
      write_element(out, "failure", test);
      break;
    case Result::kError:
      write_element(out, "error", test);
      break;
    case Result::kSkipped:  // a reader of <skipped> knows its message only
      out += fmt::format("      <skipped message=\"{}\"/>\n", attribute(test.message));
      break;
  }
  if (!test.output.empty()) {
    out += fmt::format("      <system-out>{}</system-out>\n", character_data(test.output));
  }
  out += "    </testcase>\n";
}

void write_suite(std::string& out, const TestSuite& suite) {
  Totals totals;
  add(totals, suite);
  out += fmt::format("  <testsuite name=\"{}\" {}>\n    <properties>\n", attribute(suite.name),
                     totals_attributes(totals, suite.seconds));
  for (const auto& [name, value] : suite.properties) {
    out += fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, attribute(value));
  }
  out += "    </properties>\n";
  for (const TestCase& test : suite.cases) write_case(out, suite, test);
  out += "  </testsuite>\n";
}

}  // namespace

std::string to_junit(const Report& report) {
  std::vector<TestSuite> suites;
  for (const Subject& subject : report.subjects) suites.push_back(subject_suite(report, subject));
  suites.push_back(certification_suite(report));

  Totals totals;
  for (const TestSuite& suite : suites) add(totals, suite);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += fmt::format("<testsuites name=\"{}\" {}>\n",
                     attribute(fmt::format("grit certify: {}", report.family)),
                     totals_attributes(totals, report.timing.seconds));
  for (const TestSuite& suite : suites) write_suite(out, suite);
  out += "</testsuites>\n";
  return out;
}

}  // namespace grit::report
