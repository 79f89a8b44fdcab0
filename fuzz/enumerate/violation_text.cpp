#include "fuzz/enumerate/violation_text.h"

#include <array>
#include <string_view>

#include "harness/reference/explain.h"

namespace grit::enumerate {
namespace {

// Enumerators of reference::GradeName, in their order.
constexpr std::array<std::string_view, 6> kEnumerators{"kMxfp4", "kQ4ks",     "kNvf4",
                                                       "kI8s24", "kMxfp4Rne", "kNvf4Rtz"};

// A unit's name as a GoogleTest name: "Mxfp4FlagsK0".
std::string test_name(const Unit& unit) {
  std::string name;
  bool starts = true;
  for (const char c : unit.name) {
    if (c == '/' || c == '+' || c == '_') {
      starts = true;
      continue;
    }
    const bool upper = c >= 'A' && c <= 'Z';
    const bool lower = c >= 'a' && c <= 'z';
    if (starts && lower) {
      name += static_cast<char>(c - 'a' + 'A');
    } else if (!starts && upper) {
      name += static_cast<char>(c - 'A' + 'a');
    } else {
      name += c;
    }
    starts = false;
  }
  return name;
}

}  // namespace

std::vector<ChangedField> changed_fields(const Unit& unit, const Violation& violation) {
  std::vector<ChangedField> fields;
  if (!violation.index) return fields;
  const DescriptorBytes canonical =
      reference::to_bytes(reference::canonical_descriptor(unit.grade));
  const auto add = [&](const FieldValues& values) {
    const reference::Field& field = *values.field;
    const auto rendered = [&](const DescriptorBytes& bytes) {
      return reference::render_field(field, reference::field_value(bytes, field));
    };
    fields.push_back({std::string(field.name), rendered(violation.bytes), rendered(canonical)});
  };
  add(unit.first);
  if (unit.second) add(*unit.second);
  return fields;
}

std::string unit_test(const Unit& unit, const Violation& violation) {
  if (!violation.index) return {};
  return "TEST(Enumeration, " + test_name(unit) + "Index" + std::to_string(*violation.index) +
         ") {\n"
         "  // " +
         std::string(fault_clause(violation.broken.fault)) +
         "\n"
         "  EXPECT_EQ(complaint(reference::GradeName::" +
         std::string(kEnumerators[static_cast<std::size_t>(unit.grade)]) +
         ",\n"
         "                      \"" +
         to_hex(violation.bytes).substr(0, 64) +
         "\"\n"
         "                      \"" +
         to_hex(violation.bytes).substr(64) +
         "\"),\n"
         "            \"\");\n"
         "}\n";
}

std::string describe(std::span<const Unit> units, const Violation& violation) {
  const Unit& unit = units[violation.unit];
  std::string text = "violation: " + std::string(fault_name(violation.broken.fault)) + " (" +
                     std::string(fault_clause(violation.broken.fault)) + ")\n";
  text += "  check " + violation.broken.detail + "\n";
  text += "  unit " + std::to_string(violation.unit + 1) + ", " + unit.name;
  if (!violation.index) {
    return text + ", as a whole\n";
  }
  text += ", index " + std::to_string(*violation.index) + "\n";
  for (const ChangedField& field : changed_fields(unit, violation)) {
    text += "  " + field.name + " " + field.value + ", canonical " + field.canonical + "\n";
  }
  text += "  descriptor " + to_hex(violation.bytes) + "\n";
  text += "  shape [32, 3, 64], plane bytes";
  for (const std::int64_t bytes : plane_bytes_of(unit.grade)) text += " " + std::to_string(bytes);
  return text + "\n\n" + unit_test(unit, violation);
}

}  // namespace grit::enumerate
