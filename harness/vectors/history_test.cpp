#include "harness/vectors/history.h"

#include <gtest/gtest.h>

#include "harness/protocol/payload.h"
#include "harness/vectors/test_directory.h"

namespace grit::vectors {
namespace {

// Expected values: the rules of vectors/README.md, "Pins and versions", by hand.

class History : public testing::Test {
 protected:
  History() { write_files("1.1.0", 0); }

  void write_files(const std::string& version, int content) {
    directory_.write("a.json", R"({"suite_version": ")" + version + R"(", "content": )" +
                                   std::to_string(content) + "}");
    directory_.write("extended/b.json", R"({"suite_version": ")" + version + R"("})");
    directory_.write("c.bin", "words");
  }

  PinState state() {
    auto state = pin_state(directory_.path());
    EXPECT_TRUE(state) << state.error();
    return state.value_or(PinState());
  }
  std::string error() {
    const auto state = pin_state(directory_.path());
    return state ? "none" : state.error();
  }
  // Writes what the state allows.
  void pin() {
    const PinState now = state();
    ASSERT_TRUE(may_pin(now.verdict));
    directory_.write("PINS", now.pins);
    directory_.write("HISTORY", now.history);
  }

  TestDirectory directory_;
};

TEST_F(History, AFirstVersionMayBePinned) {
  const PinState before = state();
  EXPECT_EQ(before.verdict, PinVerdict::kNewVersion);
  EXPECT_EQ(before.suite_version, "1.1.0");
  EXPECT_EQ(before.files, 3u);
  pin();
  EXPECT_EQ(state().verdict, PinVerdict::kPinned);
  EXPECT_TRUE(explain(state()).empty());
  const auto problems = check_pins(directory_.path());
  ASSERT_TRUE(problems) << problems.error();
  EXPECT_TRUE(problems->empty());
}

TEST_F(History, HasTheHashOfPins) {
  pin();
  EXPECT_EQ(state().history, sha256_hex(protocol::as_bytes(state().pins)) + "  1.1.0\n");
}

TEST_F(History, OtherBytesNeedAnotherVersion) {
  pin();
  write_files("1.1.0", 1);
  const PinState changed = state();
  EXPECT_EQ(changed.verdict, PinVerdict::kSameVersion);
  EXPECT_FALSE(may_pin(changed.verdict));
  ASSERT_EQ(changed.problems.size(), 1u);
  EXPECT_EQ(changed.problems[0].file, "a.json");
  EXPECT_NE(explain(changed).find("raise SUITE_VERSION"), std::string::npos);
  write_files("1.2.0", 1);
  EXPECT_EQ(state().verdict, PinVerdict::kNewVersion);
  pin();
  EXPECT_EQ(state().verdict, PinVerdict::kPinned);
  EXPECT_EQ(state().latest_version, "1.2.0");
}

TEST_F(History, AFileMoreOrLessIsOtherBytes) {
  pin();
  directory_.write("d.bin", "");
  EXPECT_EQ(state().verdict, PinVerdict::kSameVersion);
}

TEST_F(History, WritingPinsByHandDoesNotHelp) {
  pin();
  write_files("1.1.0", 1);
  directory_.write("PINS", state().pins);
  EXPECT_EQ(state().verdict, PinVerdict::kSameVersion);
}

TEST_F(History, LostPinsCanBeRestored) {
  pin();
  const std::string whole = state().pins;
  directory_.write("PINS", "");
  EXPECT_EQ(state().verdict, PinVerdict::kRestorable);
  EXPECT_EQ(state().pins, whole);
  pin();
  EXPECT_EQ(state().verdict, PinVerdict::kPinned);
}

TEST_F(History, AnOlderVersionIsRefused) {
  write_files("1.10.0", 0);  // above 1.9.0: numbers, not texts
  pin();
  write_files("1.9.0", 0);
  EXPECT_EQ(state().verdict, PinVerdict::kOlderVersion);
  EXPECT_EQ(state().latest_version, "1.10.0");
  write_files("2.0.0", 0);
  pin();
  write_files("1.10.0", 0);  // its very bytes, but not the latest any more
  EXPECT_EQ(state().verdict, PinVerdict::kOlderVersion);
}

TEST_F(History, AllFilesAreOfOneVersion) {
  directory_.write("extended/b.json", R"({"suite_version": "1.2.0"})");
  EXPECT_NE(error().find("a.json is of suite version 1.1.0, extended/b.json of 1.2.0"),
            std::string::npos)
      << error();
  for (const std::string_view text :
       {"{}", R"({"suite_version": 2})", "[]", "no JSON", R"({"suite_version": "1.2"})",
        R"({"suite_version": "1.2."})", R"({"suite_version": "1.02.0"})"}) {
    directory_.write("extended/b.json", text);
    EXPECT_NE(error().find("b.json: \"suite_version\" is"), std::string::npos) << text;
  }
}

TEST_F(History, AMalformedLineIsNamed) {
  const std::string hash(64, 'a');
  for (const std::string& text :
       {hash + "  1.0\n", hash + " 1.0.0\n", hash + "  1.0.0", std::string("\n"),
        hash + "  1.0.0\n" + hash + "  1.0.0\n", hash + "  1.1.0\n" + hash + "  1.0.9\n"}) {
    directory_.write("HISTORY", text);
    EXPECT_NE(error().find("HISTORY:"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace grit::vectors
