#include "harness/vectors/pins.h"

#include <gtest/gtest.h>

#include "harness/protocol/payload.h"
#include "harness/vectors/test_directory.h"

namespace grit::vectors {
namespace {

// NIST's examples for SHA-256: the empty message and "abc".
constexpr std::string_view kHashOfNothing =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
constexpr std::string_view kHashOfAbc =
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

class Pins : public testing::Test {
 protected:
  Pins() {
    directory_.write("a.json", "abc");
    directory_.write("extended/b.bin", "");
    write_pins();
  }

  void write_pins(std::string_view more = "") {
    directory_.write("PINS", std::string(kHashOfAbc) + "  a.json\n" + std::string(kHashOfNothing) +
                                 "  extended/b.bin\n" + std::string(more));
  }

  std::vector<PinProblem> problems() {
    const auto result = check_pins(directory_.path());
    EXPECT_TRUE(result) << result.error();
    return result.value_or(std::vector<PinProblem>());
  }

  TestDirectory directory_;
};

TEST(Sha256, OfTheStandardsExamples) {
  EXPECT_EQ(sha256_hex({}), kHashOfNothing);
  EXPECT_EQ(sha256_hex(protocol::as_bytes("abc")), kHashOfAbc);
}

TEST_F(Pins, HoldForUnchangedFiles) { EXPECT_TRUE(problems().empty()); }

TEST_F(Pins, OtherFilesAreNobodysBusiness) {
  directory_.write("generate/tool.py", "print()");
  directory_.write("README.md", "text");
  EXPECT_TRUE(problems().empty());
}

TEST_F(Pins, AMutatedByteIsSeen) {
  directory_.write("a.json", "abb");
  const auto found = problems();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, PinProblemKind::kChanged);
  EXPECT_EQ(found[0].file, "a.json");
  EXPECT_EQ(found[0].expected, kHashOfAbc);
  EXPECT_EQ(found[0].actual, sha256_hex(protocol::as_bytes("abb")));
}

TEST_F(Pins, AMissingFileIsSeen) {
  std::filesystem::remove(directory_.path() / "extended/b.bin");
  const std::vector<PinProblem> expected = {{PinProblemKind::kMissing, "extended/b.bin", "", ""}};
  EXPECT_EQ(problems(), expected);
}

TEST_F(Pins, UnlistedFilesAreSeenAtAnyDepthInOrder) {
  directory_.write("z.json", "");
  directory_.write("extended/c.json", "");
  const std::vector<PinProblem> expected = {{PinProblemKind::kUnlisted, "extended/c.json", "", ""},
                                            {PinProblemKind::kUnlisted, "z.json", "", ""}};
  EXPECT_EQ(problems(), expected);
}

TEST_F(Pins, WhatIsNoFileIsUnreadable) {
  std::filesystem::create_directory(directory_.path() / "d.json");
  write_pins(std::string(kHashOfAbc) + "  d.json\n");
  const std::vector<PinProblem> expected = {{PinProblemKind::kUnreadable, "d.json", "", ""}};
  EXPECT_EQ(problems(), expected);
}

TEST_F(Pins, LinesThatAreNoPinsAreSeen) {
  const std::string again = std::string(kHashOfAbc) + "  a.json";
  write_pins("not a pin\n" + again + "\n\n" + std::string(kHashOfAbc) + " a.json");
  const std::vector<PinProblem> expected = {
      {PinProblemKind::kMalformedLine, "not a pin", "", ""},
      {PinProblemKind::kMalformedLine, again, "", ""},
      {PinProblemKind::kMalformedLine, "", "", ""},
      {PinProblemKind::kMalformedLine, std::string(kHashOfAbc) + " a.json", "", ""}};
  EXPECT_EQ(problems(), expected);
}

TEST_F(Pins, WithoutPinsThereIsAnError) {
  std::filesystem::remove(directory_.path() / "PINS");
  const auto result = check_pins(directory_.path());
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().find("PINS"), std::string::npos);
}

TEST(ShippedPins, Hold) {
  const auto result = check_pins(GRIT_VECTORS_DIR);
  ASSERT_TRUE(result) << result.error();
  for (const PinProblem& problem : *result) {
    ADD_FAILURE() << to_string(problem.kind) << ' ' << problem.file;
  }
}

}  // namespace
}  // namespace grit::vectors
