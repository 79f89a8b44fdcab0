#include "harness/cli/descriptor_input.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace grit::cli {
namespace {

// Bytes 00 01 … 3f as digits.
std::string counting_digits() {
  std::string digits;
  for (int i = 0; i < 64; ++i) {
    digits += "0123456789abcdef"[i / 16];
    digits += "0123456789ABCDEF"[i % 16];
  }
  return digits;
}

DescriptorBytes counting_bytes() {
  DescriptorBytes bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i);
  return bytes;
}

std::string error_of(std::string_view text) {
  const auto bytes = parse_descriptor_hex(text);
  return bytes ? "no error" : bytes.error();
}

TEST(ParseDescriptorHex, ReadsEitherCaseAndSkipsBlanks) {
  EXPECT_EQ(parse_descriptor_hex(counting_digits()), counting_bytes());
  std::string spaced;
  for (const char c : counting_digits()) spaced += std::string(1, c) + " \t\n\v\f\r";
  EXPECT_EQ(parse_descriptor_hex(spaced), counting_bytes());
}

TEST(ParseDescriptorHex, NamesTheCharacterAndItsPosition) {
  EXPECT_EQ(error_of("12 3g"), "'g' at position 4 is no hexadecimal digit");
  EXPECT_EQ(error_of("0x12"), "'x' at position 1 is no hexadecimal digit");
  EXPECT_EQ(error_of("\x1b"), "'\\x1b' at position 0 is no hexadecimal digit");
}

TEST(ParseDescriptorHex, SaysHowManyBytesThereAre) {
  EXPECT_EQ(error_of(""), "0 bytes are given; a descriptor has 64 bytes, 128 hexadecimal digits");
  EXPECT_EQ(error_of("00"), "1 byte is given; a descriptor has 64 bytes, 128 hexadecimal digits");
  EXPECT_EQ(error_of(counting_digits() + "00"),
            "65 bytes are given; a descriptor has 64 bytes, 128 hexadecimal digits");
  EXPECT_EQ(error_of("123"),
            "3 hexadecimal digits are no whole number of bytes; a descriptor has 64 bytes, 128 "
            "digits");
}

class ReadDescriptor : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "grit-input-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& content) {
    const std::filesystem::path path = folder_ / "desc";
    std::ofstream(path, std::ios::binary) << content;
    return path.string();
  }

  std::filesystem::path folder_;
};

TEST_F(ReadDescriptor, TakesBytesFromAFile) {
  std::string content;
  for (int i = 0; i < 64; ++i) content += static_cast<char>(i);
  EXPECT_EQ(read_descriptor(file(content)), counting_bytes());
}

TEST_F(ReadDescriptor, TakesHexadecimalTextFromAFile) {
  EXPECT_EQ(read_descriptor(file(counting_digits() + "\n")), counting_bytes());
}

TEST_F(ReadDescriptor, TakesHexadecimalArguments) {
  EXPECT_EQ(read_descriptor(counting_digits()), counting_bytes());
}

TEST_F(ReadDescriptor, SaysWhatIsWrongWithAFile) {
  const std::string name = file("GRT1\x80");
  const auto short_file = read_descriptor(name);
  ASSERT_FALSE(short_file);
  EXPECT_EQ(short_file.error(), name +
                                    " has 5 bytes, not 64, and is no hexadecimal text: 'G' at "
                                    "position 0 is no hexadecimal digit");
  const auto directory = read_descriptor(folder_.string());
  ASSERT_FALSE(directory);
  EXPECT_EQ(directory.error(), folder_.string() + " is a directory");
  const auto huge = read_descriptor(file(std::string(1 << 20, '0')));
  ASSERT_FALSE(huge);
  EXPECT_EQ(huge.error(), name + " has more than 65536 bytes; a descriptor has 64");
}

TEST_F(ReadDescriptor, SaysThatThereIsNoSuchFile) {
  const auto missing = read_descriptor((folder_ / "nothing").string());
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().find("there is no file of that name"), std::string::npos);
  // Longer than any file name may be.
  EXPECT_FALSE(read_descriptor(std::string(100'000, 'z')));
}

}  // namespace
}  // namespace grit::cli
