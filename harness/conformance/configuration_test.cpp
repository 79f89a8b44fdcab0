#include "harness/conformance/configuration.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace grit::conformance {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class ReadConfiguration : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("configuration-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::expected<Configuration, std::string> read(std::string_view text) const {
    std::ofstream(folder_ / "grit.toml") << text;
    return read_configuration(folder_ / "grit.toml", {"/project", "/project/build"});
  }

  fs::path folder_;
};

TEST_F(ReadConfiguration, SubjectsWithPathsRelativeToTheFile) {
  std::ofstream(folder_ / "known.toml") << "\n";
  const auto read_back = read(R"(
certify = ["mine", "c"]

[[subject]]
name = "mine"
command = ["python3", "adapter.py", "a b"]
language = "Python"
deviations = "known.toml"
answers = ["op=CHECK"]

[[subject]]
name = "shared"
library = "lib/liba.so"
cwd = "sub"
)");
  ASSERT_TRUE(read_back) << read_back.error();
  EXPECT_EQ(read_back->certified, (Words{"mine", "c"}));
  ASSERT_EQ(read_back->subjects.size(), 2u);
  const AdapterSpec& mine = read_back->subjects[0];
  EXPECT_EQ(mine.name, "mine");
  EXPECT_EQ(mine.kind, "configured");
  EXPECT_EQ(mine.language, "Python");
  EXPECT_EQ(mine.command.argv, (Words{"python3", "adapter.py", "a b"}));
  EXPECT_EQ(fs::path(mine.command.cwd), folder_ / "");
  EXPECT_EQ(mine.deviations, folder_ / "known.toml");
  ASSERT_EQ(mine.answers.size(), 1u);
  EXPECT_EQ(mine.answers[0].conditions(), (Words{"op=CHECK"}));
  const AdapterSpec& shared = read_back->subjects[1];
  EXPECT_EQ(shared.kind, "library");
  EXPECT_EQ(shared.artifact, (folder_ / "lib/liba.so").string());
  EXPECT_EQ(shared.command.argv.back(), shared.artifact);
  EXPECT_EQ(fs::path(shared.command.cwd), folder_ / "sub");
  EXPECT_TRUE(shared.deviations.empty());
}

TEST_F(ReadConfiguration, RefusesWhatItDoesNotUnderstand) {
  const auto problem = [&](std::string_view text) {
    const auto result = read(text);
    if (result) return std::string("none");
    EXPECT_TRUE(result.error().starts_with((folder_ / "grit.toml").string())) << result.error();
    EXPECT_NE(result.error().find("correct it"), std::string::npos) << result.error();
    return result.error();
  };
  const auto expect = [&](std::string_view text, std::string_view part) {
    EXPECT_NE(problem(text).find(part), std::string::npos) << problem(text);
  };
  expect("", "it names no subject");
  expect("certify = 1\n", "the key certify must be a list of strings");
  expect("subject = 1\n", "the key subject must be tables: [[subject]]");
  expect("[subject]\nname = 'a'\n", "the key subject must be tables");
  expect("subjects = []\ncertify = ['c']\n", "unknown key subjects");
  expect("[[subject]]\ncommand = ['a']\n", "subject the key name must be a string");
  expect("[[subject]]\nname = '../a'\ncommand = ['a']\n", "name must be 1 to 64");
  expect("[[subject]]\nname = 'a'\n", "subject a: give either command");
  expect("[[subject]]\nname = 'a'\ncommand = ['a']\nlibrary = 'b'\n", "give either command");
  expect("[[subject]]\nname = 'a'\ncommand = 'a b'\n", "command must be a list of strings");
  expect("[[subject]]\nname = 'a'\ncommand = ['a']\ndeviations = 'no.toml'\n", "there is no");
  expect("[[subject]]\nname = 'a'\ncommand = ['a']\n[[subject]]\nname = 'a'\ncommand = ['b']\n",
         "two subjects are called a");
  expect("[[subject]]\nname = 'a'\ncommand = ['a']\nseed = 1\n", "subject a: unknown key seed");
  expect("[[subject]]\nname = 'a'\ncommand = ['a']\nanswers = ['opp=CHECK']\n",
         "subject a: answers: there is no key opp");
  expect("[[subject]\n", ":1:");
}

}  // namespace
}  // namespace grit::conformance
