#include "harness/report/junit.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/report/report_test_data.h"

namespace grit::report {
namespace {

using Json = nlohmann::json;

// An XML parser that is not ours, and counting by elements as readers do: prints JSON
// [attributes of testsuites, [[attributes of testsuite, [[name, result, message, body, output]]]]].
constexpr const char* kReader = R"(
import json, sys
import xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
assert root.tag == 'testsuites'
def case(e):
    results = [c for c in e if c.tag in ('error', 'failure', 'skipped')]
    assert len(results) <= 1 and e.get('classname')
    r = results[0] if results else None
    return [e.get('name'), r.tag if results else 'passed', r.get('message') if results else '',
            (r.text or '') if results else '', e.findtext('system-out') or '']
print(json.dumps([root.attrib, [[s.attrib, [case(c) for c in s.iter('testcase')]] for s in root]]))
)";

std::string run(const std::string& command) {
  std::string output;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return output;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output += static_cast<char>(c);
  return pclose(pipe) == 0 ? output : std::string();
}

class Junit : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "grit-junit-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // What the reader understood; null where the XML is not well-formed.
  Json read(const Report& report) {
    std::ofstream(folder_ / "junit.xml", std::ios::binary) << to_junit(report);
    std::ofstream(folder_ / "reader.py") << kReader;
    return Json::parse(run("python3 '" + (folder_ / "reader.py").string() + "' '" +
                           (folder_ / "junit.xml").string() + "'"),
                       nullptr, /*allow_exceptions=*/false);
  }

 private:
  std::filesystem::path folder_;
};

std::size_t number(const Json& attributes, const char* name) {
  return std::stoul(attributes.at(name).get<std::string>());
}

// The attributes against the elements, suite by suite and in total.
void expect_counts_right(const Json& document) {
  ASSERT_TRUE(document.is_array());
  std::size_t all[4] = {};
  const char* const names[4] = {"tests", "failures", "errors", "skipped"};
  for (const Json& suite : document[1]) {
    std::size_t counts[4] = {suite[1].size()};
    for (const Json& test : suite[1]) {
      counts[1] += test[1] == "failure";
      counts[2] += test[1] == "error";
      counts[3] += test[1] == "skipped";
    }
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(number(suite[0], names[i]), counts[i]) << suite[0] << names[i];
      all[i] += counts[i];
    }
  }
  for (int i = 0; i < 4; ++i) EXPECT_EQ(number(document[0], names[i]), all[i]) << names[i];
}

TEST_F(Junit, IsReadBackWithRightCounts) {
  const Json document = read(sample_report());
  expect_counts_right(document);
  EXPECT_EQ(document[1].size(), 5u);  // four subjects and the certification
  EXPECT_EQ(document[1][0][0]["name"], "c");
  EXPECT_EQ(document[1][0][0]["time"], "0.250");
}

TEST_F(Junit, ResultOfEachTestcase) {
  const Json document = read(sample_report());
  ASSERT_TRUE(document.is_array());
  const Json& rust = document[1][1][1];
  EXPECT_EQ(rust[0][0], "run");
  EXPECT_EQ(rust[0][1], "passed");
  EXPECT_EQ(rust[1][0], "CHECK");
  EXPECT_EQ(rust[1][1], "failure");
  EXPECT_EQ(rust[1][2], "7 passed, 3 failed, 1 expected of 11 planned");
  EXPECT_EQ(rust[1][4],
            "0123456789ab known deviation rs-3: an opaque placement is refused [spec §5.3], "
            "2 cases, smallest core/placement/opaque/check\n");
  EXPECT_EQ(rust[2][1], "error");  // GRADE: errors and an unexpected pass
  EXPECT_EQ(rust[3][1], "skipped");
  EXPECT_EQ(rust[3][2], "5 not offered of 5 planned");

  const Json& node = document[1][2][1];
  EXPECT_EQ(node[0][1], "error");
  EXPECT_EQ(node[0][2], "not run: node is not on PATH");
  EXPECT_EQ(node[0][3], "install: apt-get install nodejs npm\n");
  EXPECT_EQ(node[1][1], "skipped");

  EXPECT_EQ(document[1][3][1][1][1], "passed");  // python: known deviations only

  const Json& certification = document[1][4][1];
  EXPECT_EQ(certification[0][1], "error");
  EXPECT_EQ(certification[0][2], "Stale: one known deviation matches nothing. (exit code 4)");
  EXPECT_EQ(certification[1][0], "deviations.toml: rs-9");
  EXPECT_EQ(certification[1][2], "matches no case");
}

TEST_F(Junit, HostileTextIsVisible) {
  const Json document = read(sample_report());
  ASSERT_TRUE(document.is_array());
  EXPECT_EQ(document[1][1][1][1][3],
            "3fa91c20d4b7 failed: elem.bias_ovr is accepted \\x1b[2J\\x00 \\xff ]]> <b>&\"' | ` * "
            "\\u{202e} @me\\nend [spec §5.1], 3 cases, smallest core/negative/bias/check\n");
  EXPECT_NE(document[1][1][1][0][4].get<std::string>().find("\\x1b[2J\\x00 \\xff"),
            std::string::npos);
}

// Every byte, alone and in an attribute, in the body and in the output.
TEST_F(Junit, AnyByteIsWellFormed) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  bytes += "\xef\xbf\xbe\xef\xbf\xbf\xed\xa0\x80]]>";
  Report report = sample_report();
  report.family = bytes;
  report.verdict = bytes;
  for (Subject& subject : report.subjects) {
    subject.name = bytes;
    subject.version = bytes;
    subject.not_run_reason = bytes;
    subject.incidents = {{bytes, bytes, bytes, bytes, bytes}};
    for (OpCounts& op : subject.ops) op.op = bytes;
  }
  for (Finding& finding : report.findings) {
    finding.op = finding.title = finding.id = bytes;
    for (SubjectStanding& standing : finding.standings) standing.subject = bytes;
  }
  expect_counts_right(read(report));
}

TEST_F(Junit, IsRedExactlyWhenTheExitCodeIsNotZero) {
  for (const int exit_code : {0, 1, 2, 3, 4, 5}) {
    Report report;
    report.exit_code = exit_code;
    report.verdict = "Sentence.";
    const Json document = read(report);
    expect_counts_right(document);
    EXPECT_EQ(number(document[0], "failures") + number(document[0], "errors"),
              exit_code == 0 ? 0u : 1u);
    EXPECT_EQ(number(document[0], "tests"), 1u);
  }
}

}  // namespace
}  // namespace grit::report
