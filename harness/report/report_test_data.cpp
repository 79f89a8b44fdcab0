#include "harness/report/report_test_data.h"

#include <string>

namespace grit::report {

std::string hostile_text() {
  using namespace std::string_literals;
  return "\x1b[2J\0 \xff ]]> <b>&\"' | ` * \xe2\x80\xae @me\nend"s;
}

namespace {

Subject c_subject() {
  Subject c;
  c.name = "c";
  c.kind = "own";
  c.language = "C11";
  c.version = "0.1.0";
  c.build = {{"compiler", "\"gcc 12\""}, {"ops_extra", "[1,2]"}};
  c.tier = "core; general 2 of 6";
  c.tiers = {{"core", 14, 14}, {"general", 2, 6}};
  c.clauses = {"§1.3.5", "§5.1.12", "§7.2.1"};
  c.verdict = SubjectVerdict::kConformant;
  c.counts = {.planned = 20, .passed = 20};
  c.ops = {{"CHECK", {.planned = 15, .passed = 15}}, {"GRADE", {.planned = 5, .passed = 5}}};
  c.diagnostics = 2;
  return c;
}

Subject rust_subject() {
  Subject rust;
  rust.name = "rust";
  rust.kind = "published";
  rust.language = "Rust";
  rust.version = "1.1.0";
  rust.tier = "core 9 of 14";
  rust.tiers = {{"core", 9, 14}, {"general", 0, 6}};
  rust.clauses = {"§5.1.12"};
  rust.verdict = SubjectVerdict::kNotConformant;
  rust.counts = {.planned = 20,
                 .passed = 8,
                 .failed = 3,
                 .expected_failures = 1,
                 .unexpected_passes = 1,
                 .not_offered = 5,
                 .errors = 2};
  rust.ops = {{"CHECK", {.planned = 11, .passed = 7, .failed = 3, .expected_failures = 1}},
              {"GRADE", {.planned = 4, .passed = 1, .unexpected_passes = 1, .errors = 2}},
              {"EXPLAIN", {.planned = 5, .not_offered = 5}}};
  rust.restarts = 2;
  rust.incidents = {{"death not reproduced", "signal 11 after 3 requests", "rerun with --seed 7",
                     hostile_text(), "rust/prefix-1.bin"}};
  return rust;
}

Subject node_subject() {
  Subject node;
  node.name = "node";
  node.kind = "own";
  node.language = "TypeScript";
  node.verdict = SubjectVerdict::kIncomplete;
  node.not_run_reason = "node is not on PATH";
  node.install_command = "apt-get install nodejs npm";
  node.counts = {.planned = 20, .not_run = 20};
  node.ops = {{"CHECK", {.planned = 20, .not_run = 20}}};
  return node;
}

Subject python_subject() {
  Subject python;
  python.name = "python";
  python.kind = "published";
  python.language = "Python";
  python.version = "1.1.0";
  python.tier = "core 12 of 14";
  python.tiers = {{"core", 12, 14}, {"general", 0, 6}};
  python.verdict = SubjectVerdict::kConformant;
  python.counts = {.planned = 20, .passed = 18, .expected_failures = 2};
  python.ops = {{"CHECK", {.planned = 20, .passed = 18, .expected_failures = 2}}};
  return python;
}

Finding new_finding() {
  Finding finding;
  finding.id = "3fa91c20d4b7";
  finding.signature = "CHECK | c python / rust | 0 2 | k0";
  finding.op = "CHECK";
  finding.clause = "§5.1";
  finding.title = "elem.bias_ovr is accepted " + hostile_text();
  finding.count = 3;
  finding.standings = {{"rust", "failed", ""}};
  finding.case_id = "core/negative/bias/check";
  finding.expected_from = "specification by hand";
  finding.request = {{"level", "1"}, {"shape", "[32]"}, {"note", hostile_text()}};
  finding.request_bytes = 113;
  finding.descriptor_base = "GRADE_MXFP4";
  finding.descriptor = {{"7", "flags", "0x00 (none)", "0x40", "flag bits", "§2"}};
  finding.request_hex = "4743";
  finding.request_file = "findings/3fa91c20d4b7.bin";
  Answer expected;
  expected.subjects = {"c", "python"};
  expected.outcome = "answered";
  expected.rendered = "GradeUnknown";
  expected.is_expected = true;
  Answer other;
  other.subjects = {"rust"};
  other.outcome = "answered";
  other.rendered = "Ok\n" + hostile_text();
  other.raw_hex = "00ff";
  other.differences = {{"20", "k0", "0x0020 (32)", "0x2000 (8192)", "elements in a group", "§2"}};
  other.decode = DecodeDifference{.differing = 12,
                                  .elements = 32,
                                  .largest_ulp = 1234,
                                  .nan_differing = 2,
                                  .first_index = 4,
                                  .first_group = 1};
  finding.answers = {expected, other};
  return finding;
}

Finding known_finding() {
  Finding finding;
  finding.id = "0123456789ab";
  finding.signature = "CHECK | c / python rust | 2 0 | status";
  finding.op = "CHECK";
  finding.clause = "§5.3";
  finding.title = "an opaque placement is refused";
  finding.is_new = false;
  finding.count = 2;
  finding.standings = {{"python", "known deviation", "py-007"},
                       {"rust", "known deviation", "rs-3"}};
  finding.case_id = "core/placement/opaque/check";
  return finding;
}

Finding diagnostic_finding() {
  Finding finding;
  finding.id = "aaaabbbbcccc";
  finding.op = "CHECK";
  finding.clause = "§5";
  finding.title = "another plane is named";
  finding.is_new = false;
  finding.is_diagnostic = true;
  finding.count = 2;
  finding.standings = {{"c", "diagnostic", ""}};
  finding.case_id = "generated/check/1";
  return finding;
}

}  // namespace

Report sample_report() {
  Report report;
  report.tool_version = "0.1.0";
  report.family = "GRIT v1";
  report.suite_version = "1";
  report.seed = 7;
  report.generated_cases = 12;
  report.cases = 20;
  report.sources = {{"core.json", 8}, {"generated", 12}};
  report.clauses = {"§1.3.5", "§5.1.12", "§7.2.1"};
  report.subjects = {c_subject(), rust_subject(), node_subject(), python_subject()};
  report.without = {"cpp"};
  report.agreements = {{"c", "rust", 15, 9}, {"c", "python", 20, 18}, {"rust", "python", 15, 10}};
  report.partition = {{"c"}, {"rust"}, {"python"}};
  report.class_agreements = {
      {{"c"}, {"rust"}, 15, 9}, {{"c"}, {"python"}, 20, 18}, {{"rust"}, {"python"}, 15, 10}};
  report.findings = {new_finding(), known_finding(), diagnostic_finding()};
  report.stale = {{"deviations.toml", "rs-9", "matches no case"}};
  report.exit_code = 4;
  report.verdict = "Stale: one known deviation matches nothing.";
  report.timing.run_id = "20200101T000000Z-7";
  report.timing.started = "2020-01-01T00:00:00Z";
  report.timing.seconds = 1.5;
  report.timing.directory = "reports/20200101T000000Z-7";
  report.timing.subjects = {{"c", 0.25, 80.0}};
  return report;
}

Report empty_report() {
  Report report;
  report.exit_code = 5;
  report.verdict = "Nothing selected.";
  return report;
}

}  // namespace grit::report
