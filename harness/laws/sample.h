// A view that owns everything: what unit tests write down, generators draw and failures print.
#ifndef GRIT_LAWS_SAMPLE_H_
#define GRIT_LAWS_SAMPLE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/reference/view.h"

namespace grit::laws {

// Hexadecimal digits of the four planes; blanks are skipped.
struct PlaneDigits {
  std::string_view data = {};
  std::string_view scale0 = {};
  std::string_view scale1 = {};
  std::string_view aux = {};
};

struct Sample {
  std::string grade;  // canonical
  reference::Array array;

  reference::View view() const { return reference::view_of(array, grade); }
  reference::Descriptor& descriptor() { return array.descriptor; }

  friend bool operator==(const Sample&, const Sample&) = default;
};

// An array of this grade in plane order (ROW_MAJOR; aux too where there is one). Requires a grade
// that has a descriptor.
Sample sample_of(std::string_view grade, std::vector<std::int64_t> shape, int group_axis,
                 reference::PlaneBuffers planes);
Sample sample_of(std::string_view grade, std::vector<std::int64_t> shape, int group_axis,
                 const PlaneDigits& planes);

std::vector<std::byte> from_hex(std::string_view digits);

// C++ that builds `sample` again, under the name `sample`: the first lines of a unit test. Indented
// by two blanks, each line ended.
std::string source_of(const Sample& sample);

// "{1, 2}", and a plane's digits as a string literal.
std::string source_of(const std::vector<std::int64_t>& shape);
std::string source_of(const std::vector<std::size_t>& numbers);
std::string hex_literal(std::span<const std::byte> bytes);

}  // namespace grit::laws

#endif  // GRIT_LAWS_SAMPLE_H_
