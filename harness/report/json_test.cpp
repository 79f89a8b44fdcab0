#include "harness/report/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "harness/report/report_test_data.h"
#include "harness/report/words.h"

namespace grit::report {
namespace {

using Json = nlohmann::ordered_json;

Json parsed(const Report& report) { return Json::parse(to_json(report)); }

TEST(ReportJson, NamesItsSchemaFirst) {
  EXPECT_EQ(to_json(Report{}).rfind("{\n  \"schema\": \"grit-report\",\n  \"version\": 1,\n", 0),
            0u);
}

TEST(ReportJson, EmptyReportHasEveryMember) {
  const Json json = parsed(Report{});
  for (const char* name :
       {"tool_version", "family", "suite_version", "seed", "generated_cases", "cases", "sources",
        "subjects", "without", "agreements", "partition", "class_agreements", "clauses", "findings",
        "stale", "stopped_early", "exit_code", "verdict", "timing"}) {
    EXPECT_TRUE(json.contains(name)) << name;
  }
  EXPECT_TRUE(json["subjects"].is_array());
  EXPECT_TRUE(json["partition"].is_array());
}

TEST(ReportJson, CarriesTheWholeReport) {
  const Json json = parsed(sample_report());
  EXPECT_EQ(json["seed"], 7);
  EXPECT_EQ(json["sources"][1], (Json{{"name", "generated"}, {"cases", 12}}));
  EXPECT_EQ(json["without"], Json::array({"cpp"}));
  EXPECT_EQ(json["partition"], Json::array({{"c"}, {"rust"}, {"python"}}));
  EXPECT_EQ(json["agreements"][0]["equal"], 9);
  EXPECT_EQ(json["class_agreements"][1]["b"], Json::array({"python"}));
  EXPECT_EQ(json["clauses"].size(), 3u);
  EXPECT_EQ(json["subjects"][1]["clauses"], Json::array({"§5.1.12"}));

  const Json& rust = json["subjects"][1];
  EXPECT_EQ(rust["verdict"], "not conformant");
  EXPECT_EQ(rust["counts"]["unexpected_passes"], 1);
  EXPECT_EQ(rust["ops"][1]["op"], "GRADE");
  EXPECT_EQ(rust["ops"][1]["counts"]["errors"], 2);
  EXPECT_EQ(rust["incidents"][0]["prefix_file"], "rust/prefix-1.bin");
  EXPECT_EQ(json["subjects"][0]["build"]["compiler"], "gcc 12");
  EXPECT_EQ(json["subjects"][0]["build"]["ops_extra"], Json::array({1, 2}));
  EXPECT_EQ(json["subjects"][2]["install_command"], "apt-get install nodejs npm");

  const Json& finding = json["findings"][0];
  EXPECT_EQ(finding["request"][1], (Json{{"piece", "shape"}, {"rendered", "[32]"}}));
  EXPECT_EQ(finding["answers"][1]["decode"]["largest_ulp"], 1234);
  EXPECT_TRUE(finding["answers"][0]["decode"].is_null());
  EXPECT_EQ(finding["answers"][1]["differences"][0]["field"], "k0");
  EXPECT_EQ(json["findings"][1]["standings"][0]["deviation"], "py-007");
  EXPECT_EQ(json["stale"][0]["entry"], "rs-9");
  EXPECT_EQ(json["timing"]["subjects"][0]["cases_per_second"], 80.0);
}

TEST(ReportJson, CountsAddUp) {
  for (const Json& subject : parsed(sample_report())["subjects"]) {
    std::uint64_t sum = 0;
    for (const auto& [name, count] : subject["counts"].items()) {
      if (name != "planned") sum += count.get<std::uint64_t>();
    }
    EXPECT_EQ(subject["counts"]["planned"], sum) << subject["name"];
    EXPECT_EQ(subject["counts"].size(), kCountWords.size());
  }
}

TEST(ReportJson, EscapesBytesThatAreNotUtf8AndKeepsTheRest) {
  using namespace std::string_literals;
  const Json json = parsed(sample_report());
  EXPECT_EQ(json["subjects"][1]["incidents"][0]["stderr_tail"],
            "\x1b[2J\0 \\xff ]]> <b>&\"' | ` * \xe2\x80\xae @me\nend"s);
}

TEST(ReportJson, TimingAloneDiffersBetweenRuns) {
  Report other = sample_report();
  other.timing = {};
  Json a = parsed(sample_report());
  Json b = parsed(other);
  EXPECT_NE(a, b);
  a.erase("timing");
  b.erase("timing");
  EXPECT_EQ(a.dump(), b.dump());
  EXPECT_EQ(to_json(sample_report()), to_json(sample_report()));
}

TEST(ReportJson, BuildMemberThatIsNoJsonOrTooDeepBecomesText) {
  Report report = sample_report();
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  report.subjects[0].build = {{"bad", "{"}, {"deep", deep}, {"flat", "[[1]]"}, {"b\xff", "1"}};
  const Json build = parsed(report)["subjects"][0]["build"];
  EXPECT_EQ(build["bad"], "{");
  EXPECT_EQ(build["deep"], deep);
  EXPECT_EQ(build["flat"][0][0], 1);
  EXPECT_EQ(build["b\\xff"], 1);
}

}  // namespace
}  // namespace grit::report
