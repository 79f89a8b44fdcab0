// A directory of its own for a test, removed with everything in it.
#ifndef GRIT_VECTORS_TEST_DIRECTORY_H_
#define GRIT_VECTORS_TEST_DIRECTORY_H_

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace grit::vectors {

class TestDirectory {
 public:
  TestDirectory() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::path(testing::TempDir()) /
            ("grit_vectors_" + std::string(test->name()) + "_" + std::to_string(getpid()));
    std::filesystem::create_directories(path_);
  }
  ~TestDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TestDirectory(const TestDirectory&) = delete;
  TestDirectory& operator=(const TestDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

  std::filesystem::path write(const std::string& name, std::string_view text) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }

 private:
  std::filesystem::path path_;
};

// The text of a shipped vector file.
inline std::string shipped(const std::string& name) {
  std::ifstream stream(std::filesystem::path(GRIT_VECTORS_DIR) / name, std::ios::binary);
  EXPECT_TRUE(stream) << name;
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// `text` with the first `from` replaced; fails the test where there is none.
inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  if (place != std::string::npos) text.replace(place, from.size(), to);
  return text;
}

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_TEST_DIRECTORY_H_
