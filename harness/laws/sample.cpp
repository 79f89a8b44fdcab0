#include "harness/laws/sample.h"

#include <limits>
#include <utility>

#include "harness/reference/bytes.h"
#include "harness/reference/canonical_grade.h"

namespace grit::laws {
namespace {

template <typename Number>
std::string list(const std::vector<Number>& numbers) {
  std::string text = "{";
  for (const Number number : numbers) {
    if (text.size() > 1) text += ", ";
    // Its digits alone would be no signed number.
    text += number == std::numeric_limits<Number>::min() && number != 0 ? "INT64_MIN"
                                                                        : std::to_string(number);
  }
  return text + "}";
}

}  // namespace

std::vector<std::byte> from_hex(std::string_view digits) {
  std::vector<std::byte> bytes;
  int high = -1;
  for (const char c : digits) {
    if (c == ' ') continue;
    const int digit = c <= '9' ? c - '0' : c - 'a' + 10;
    if (high < 0) {
      high = digit;
    } else {
      bytes.push_back(static_cast<std::byte>(high * 16 + digit));
      high = -1;
    }
  }
  return bytes;
}

Sample sample_of(std::string_view grade, std::vector<std::int64_t> shape, int group_axis,
                 reference::PlaneBuffers planes) {
  const auto named = reference::canonical_grade(grade);
  const bool has_aux = named->grade.zero_point || named->grade.sparsity;
  reference::DescriptorOptions options;
  options.group_axis = static_cast<std::int16_t>(group_axis);
  options.placement_data = reference::kRowMajor;
  options.placement_scale = reference::kRowMajor;
  options.placement_meta = has_aux ? reference::kRowMajor : reference::kUnspecified;
  return {std::string(grade),
          {reference::descriptor_from_frame(named->frame, options), std::move(shape),
           std::move(planes)}};
}

Sample sample_of(std::string_view grade, std::vector<std::int64_t> shape, int group_axis,
                 const PlaneDigits& planes) {
  return sample_of(grade, std::move(shape), group_axis,
                   reference::PlaneBuffers{from_hex(planes.data), from_hex(planes.scale0),
                                           from_hex(planes.scale1), from_hex(planes.aux)});
}

std::string hex_literal(std::span<const std::byte> bytes) {
  std::string text = "\"";
  for (const std::byte byte : bytes)
    text += reference::hex(std::to_integer<unsigned>(byte), 2).substr(2);
  return text + "\"";
}

std::string source_of(const std::vector<std::int64_t>& shape) { return list(shape); }
std::string source_of(const std::vector<std::size_t>& numbers) { return list(numbers); }

std::string source_of(const Sample& sample) {
  const auto& [descriptor, shape, planes] = sample.array;
  std::string text = "  Sample sample = sample_of(\"" + sample.grade + "\", " + source_of(shape) +
                     ", " + std::to_string(descriptor.group_axis) + ",\n      PlaneDigits{";
  for (std::size_t plane = 0; plane < planes.size(); ++plane) {
    if (plane > 0) text += ", ";
    text += hex_literal(planes[plane]);
  }
  text += "});\n";
  const reference::Descriptor plain =
      sample_of(sample.grade, {}, 0, PlaneDigits{}).array.descriptor;
  const auto word = [&](std::string_view field, std::uint64_t value, std::uint64_t usual,
                        int digits) {
    if (value == usual) return;
    text += "  sample.descriptor()." + std::string(field) + " = " + reference::hex(value, digits) +
            ";\n";
  };
  word("note", descriptor.note, plain.note, 8);
  word("placement_data", descriptor.placement_data, plain.placement_data, 16);
  word("placement_scale", descriptor.placement_scale, plain.placement_scale, 16);
  word("placement_meta", descriptor.placement_meta, plain.placement_meta, 16);
  return text;
}

}  // namespace grit::laws
