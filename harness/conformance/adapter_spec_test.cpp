#include "harness/conformance/adapter_spec.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace grit::conformance {
namespace {

using Words = std::vector<std::string>;

Words words(std::string_view text) { return split_words(text).value_or(Words{"refused"}); }

// What sh would make of the same text (POSIX, "Quoting").
TEST(SplitWords, LikeAShellWithoutExpansion) {
  EXPECT_EQ(words("a b  c"), (Words{"a", "b", "c"}));
  EXPECT_EQ(words("  "), Words{});
  EXPECT_EQ(words("'a b' \"c d\""), (Words{"a b", "c d"}));
  EXPECT_EQ(words("a'b'\"c\"d"), (Words{"abcd"}));
  EXPECT_EQ(words("a\\ b '\\' \"\\\\ \\\" \\n\""), (Words{"a b", "\\", "\\ \" \\n"}));
  EXPECT_EQ(words("'' \"\""), (Words{"", ""}));
  EXPECT_EQ(words("$HOME *"), (Words{"$HOME", "*"}));
  EXPECT_EQ(words("a\tb\nc"), (Words{"a", "b", "c"}));
  EXPECT_FALSE(split_words("'a").has_value());
  EXPECT_FALSE(split_words("\"a").has_value());
  EXPECT_FALSE(split_words("a\\").has_value());
}

TEST(LibraryArgument, NameAndPath) {
  const Places places{"/project", "/project/build"};
  const auto named = parse_library_argument("mine=/lib/./liba.so", places);
  ASSERT_TRUE(named.has_value());
  EXPECT_EQ(named->name, "mine");
  EXPECT_EQ(named->kind, "library");
  EXPECT_EQ(named->artifact, "/lib/liba.so");
  EXPECT_EQ(named->command.argv,
            (Words{"/project/build/adapters/kit/library/grit-library-host", "/lib/liba.so"}));
  const auto unnamed = parse_library_argument("/lib/with blank/liba.so", places);
  ASSERT_TRUE(unnamed.has_value());
  EXPECT_EQ(unnamed->name, "liba.so");
  EXPECT_EQ(unnamed->command.argv.back(), "/lib/with blank/liba.so");
  // A path without a slash would be searched for by the dynamic loader.
  EXPECT_TRUE(parse_library_argument("liba.so", places)->artifact.starts_with('/'));
  for (const char* bad : {"", "mine=", "a b.so", "reference=/lib/a.so"}) {
    EXPECT_FALSE(parse_library_argument(bad, places).has_value()) << bad;
  }
}

TEST(AdapterArgument, NameAndCommand) {
  const auto named = parse_adapter_argument("mine=python3 'my adapter.py'");
  ASSERT_TRUE(named.has_value());
  EXPECT_EQ(named->name, "mine");
  EXPECT_EQ(named->command.argv, (Words{"python3", "my adapter.py"}));
  EXPECT_EQ(named->kind, "command line");
  const auto unnamed = parse_adapter_argument("/opt/x/adapter --flag=1");
  ASSERT_TRUE(unnamed.has_value());
  EXPECT_EQ(unnamed->name, "adapter");
  EXPECT_EQ(unnamed->command.argv, (Words{"/opt/x/adapter", "--flag=1"}));
  // An = behind a blank or a slash belongs to the command.
  EXPECT_EQ(parse_adapter_argument("env A=b prog")->name, "env");
  for (const char* text : {"", "x=", "  ", "x='a", "''"}) {
    EXPECT_FALSE(parse_adapter_argument(text).has_value()) << text;
  }
}

class Tree : public testing::Test {
 protected:
  void SetUp() override {
    root_ = std::filesystem::temp_directory_path() /
            (std::string("adapter_spec_test_") +
             ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_ / "adapters");
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  void write(const std::string& folder, std::string_view text) {
    std::filesystem::create_directories(root_ / "adapters" / folder);
    std::ofstream(root_ / "adapters" / folder / "adapter.toml") << text;
  }
  std::expected<std::vector<AdapterSpec>, std::string> discover() {
    return discover_adapters({root_, root_ / "build"});
  }
  std::filesystem::path root_;
};

constexpr std::string_view kGood = R"(name = "x"
kind = "own"
language = "C"
argv = ["{build}/x", "{root}", "{dir}/y"]
)";

TEST_F(Tree, PlaceholdersAndOrder) {
  write("x", kGood);
  write("published/p", "name='p'\nkind='published'\nlanguage='Rust'\nargv=['p']\n");
  write("decoder/b", "name='b'\nkind='decoder'\nlanguage='C'\nargv=['b']\n");
  write("faulty/a", "name='a'\nkind='faulty'\nlanguage='C'\nargv=['a']\n");
  write("node_modules/z", "nonsense");
  const auto specs = discover();
  ASSERT_TRUE(specs.has_value()) << specs.error();
  ASSERT_EQ(specs->size(), 4u);
  EXPECT_EQ((*specs)[0].command.argv, (Words{(root_ / "build/x").string(), root_.string(),
                                             (root_ / "adapters/x/y").string()}));
  EXPECT_EQ((*specs)[0].command.cwd, root_.string());
  EXPECT_EQ((*specs)[1].name, "p");
  EXPECT_EQ((*specs)[2].name, "b");
  EXPECT_EQ((*specs)[3].name, "a");
}

TEST_F(Tree, SaysWhatAnAdapterAnswers) {
  write("x", std::string(kGood) + "answers = ['op=DECODE grade=GRADE_MXFP4', 'op=CHECK']\n");
  write("y", "name='y'\nkind='own'\nlanguage='C'\nargv=['y']\n");
  const auto specs = discover();
  ASSERT_TRUE(specs.has_value()) << specs.error();
  ASSERT_EQ((*specs)[0].answers.size(), 2u);
  EXPECT_EQ((*specs)[0].answers[0].conditions(), (Words{"op=DECODE", "grade=GRADE_MXFP4"}));
  EXPECT_EQ((*specs)[0].answers[1].conditions(), (Words{"op=CHECK"}));
  EXPECT_TRUE((*specs)[1].answers.empty());
}

TEST_F(Tree, AnOptionalOneSaysHowToGetIt) {
  write("x", std::string(kGood) + "optional = 'torch'\nartifact = '{dir}/missing'\n" +
                 "install = 'apt-get install python3'\n");
  const auto specs = discover();
  ASSERT_TRUE(specs.has_value()) << specs.error();
  EXPECT_EQ(specs->front().optional, "torch");
  const Availability missing = availability(specs->front());
  EXPECT_FALSE(missing.built);
  EXPECT_EQ(missing.hint, "./grit certify --with torch");
}

TEST_F(Tree, RefusesWhatItDoesNotUnderstand) {
  for (const std::string& extra :
       {std::string("colour = 1\n"), std::string("cwd = 3\n"), std::string("requires = \"node\"\n"),
        std::string("reference = \"yes\"\n"), std::string("optional = \"a b\"\n"),
        std::string("optional = true\n"), std::string("answers = \"op=CHECK\"\n"),
        std::string("answers = [\"ops=CHECK\"]\n"), std::string("answers = [\"\"]\n")}) {
    write("x", std::string(kGood) + extra);
    EXPECT_FALSE(discover().has_value()) << extra;
  }
  for (const char* text : {"", "name = ", "name='x'\nkind='other'\nlanguage='C'\nargv=['a']\n",
                           "name='x'\nkind='own'\nlanguage='C'\nargv=[]\n",
                           "name='x'\nkind='own'\nlanguage='C'\nargv=['a', 1]\n"}) {
    write("x", text);
    EXPECT_FALSE(discover().has_value()) << text;
  }
}

TEST_F(Tree, RefusesTwoOfOneName) {
  write("x", kGood);
  write("y", kGood);
  EXPECT_FALSE(discover().has_value());
}

TEST_F(Tree, AvailabilitySaysWhatIsMissing) {
  AdapterSpec spec;
  spec.command.argv = {"sh"};
  EXPECT_TRUE(availability(spec).built);
  spec.artifact = (root_ / "missing").string();
  EXPECT_FALSE(availability(spec).built);
  spec.artifact.clear();
  spec.required_programs = {"no-such-program-here"};
  spec.install = "apt-get install it";
  const Availability missing = availability(spec);
  EXPECT_FALSE(missing.built);
  EXPECT_NE(missing.why_not.find("no-such-program-here"), std::string::npos);
  EXPECT_EQ(missing.hint, "apt-get install it");
}

}  // namespace
}  // namespace grit::conformance
