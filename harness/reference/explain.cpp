#include "harness/reference/explain.h"

#include <array>
#include <string_view>

#include "harness/reference/bytes.h"
#include "harness/reference/registry.h"

namespace grit::reference {
namespace {

constexpr std::array<std::string_view, 8> kFlagNames{"HAS_ZP",     "ZP_MINUS1",   "SPARSE",
                                                     "MSB_FIRST",  "INTERLEAVED", "ZP_L1SCALED",
                                                     "RESERVED_6", "RESERVED_7"};

std::string flag_names(std::uint64_t value) {
  std::string names;
  for (std::size_t bit = 0; bit < kFlagNames.size(); ++bit) {
    if ((value >> bit & 1) == 0) continue;
    if (!names.empty()) names += "|";
    names += kFlagNames[bit];
  }
  return names.empty() ? "none" : names;
}

std::string format_name(FormatWord word) {
  if (word.is_absent()) return "absent";
  const std::string_view token = format_token(word);
  return token.empty() ? "unregistered" : std::string(token);
}

std::string grade_name(std::uint64_t grade_id) {
  const RegistryEntry* entry = find_by_id(grade_id);
  return entry == nullptr ? "unregistered" : std::string(entry->name);
}

std::string note_text(std::uint64_t note) {
  std::string text = (note & kNoteAssumed) != 0 ? "ASSUMED, " : "";
  return text + "producer " + std::to_string(note >> 8 & 0xFF);
}

// The name of a small code: names[value], or "unknown".
template <std::size_t kCount>
std::string code_name(const std::array<std::string_view, kCount>& names, std::uint64_t value) {
  return std::string(value < kCount ? names[static_cast<std::size_t>(value)] : "unknown");
}

constexpr std::array<std::string_view, 3> kMetaFormats{"none", "u2", "u4"};
constexpr std::array<std::string_view, 2> kIndexOrders{"unordered", "ASC_LSB"};
constexpr std::array<std::string_view, 2> kContainers{"dense", "pad8"};

}  // namespace

std::string render_field(const Field& field, std::uint64_t value) {
  const std::string number = std::to_string(value);
  const std::string word = hex(value, static_cast<int>(2 * field.size));
  const auto with_name = [](const std::string& text, const std::string& name) {
    return text + " (" + name + ")";
  };
  switch (field.kind) {
    case FieldKind::kNumber:
      return number;
    case FieldKind::kSigned:
      return std::to_string(static_cast<std::int16_t>(value));
    case FieldKind::kHex:
      return word;
    case FieldKind::kFormat:
      return with_name(word, format_name({static_cast<std::uint16_t>(value)}));
    case FieldKind::kFlags:
      return with_name(word, flag_names(value));
    case FieldKind::kMetaFormat:
      return with_name(number, code_name(kMetaFormats, value));
    case FieldKind::kIndexOrder:
      return with_name(number, code_name(kIndexOrders, value));
    case FieldKind::kContainer:
      return with_name(number, code_name(kContainers, value));
    case FieldKind::kNote:
      return with_name(word, note_text(value));
    case FieldKind::kPlacement:
      return with_name(word, placement_name(value));
    case FieldKind::kGradeId:
      return with_name(word, grade_name(value));
  }
  return word;
}

std::vector<FieldDifference> explain(std::span<const std::byte, kDescriptorBytes> a,
                                     std::span<const std::byte, kDescriptorBytes> b) {
  std::vector<FieldDifference> differences;
  for (const Field& field : descriptor_fields()) {
    const std::uint64_t in_a = field_value(a, field);
    const std::uint64_t in_b = field_value(b, field);
    if (in_a == in_b) continue;
    differences.push_back({&field, render_field(field, in_a), render_field(field, in_b)});
  }
  return differences;
}

}  // namespace grit::reference
