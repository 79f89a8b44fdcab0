#include "harness/cli/descriptor_table.h"

#include <fmt/format.h>

#include <span>

#include "harness/reference/explain.h"

namespace grit::cli {
namespace {

std::string digits_of(std::span<const std::byte> bytes) {
  std::string digits;
  for (const std::byte byte : bytes) {
    digits += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  }
  return digits;
}

}  // namespace

std::vector<FieldRow> field_rows(const DescriptorBytes& bytes) {
  std::vector<FieldRow> rows;
  for (const reference::Field& field : reference::descriptor_fields()) {
    rows.push_back({.offset = field.offset,
                    .size = field.size,
                    .field = field.name,
                    .bytes = digits_of(std::span(bytes).subspan(field.offset, field.size)),
                    .value = reference::render_field(field, reference::field_value(bytes, field)),
                    .meaning = field.meaning,
                    .clause = reference::field_clause(field)});
  }
  return rows;
}

std::string hex_digits(const DescriptorBytes& bytes) { return digits_of(bytes); }

}  // namespace grit::cli
