// A descriptor field by field, for people: what every command that shows one shares.
#ifndef GRIT_CLI_DESCRIPTOR_TABLE_H_
#define GRIT_CLI_DESCRIPTOR_TABLE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/descriptor_input.h"
#include "harness/reference/descriptor.h"

namespace grit::cli {

// One field of one descriptor.
struct FieldRow {
  std::size_t offset;  // in bytes, as is size
  std::size_t size;
  std::string_view field;
  std::string bytes;  // hexadecimal, in the order in which they lie
  std::string value;  // with its name where it has one, e.g. "0x2043 (e2m1)"
  std::string_view meaning;
  std::string_view clause;  // of the specification, e.g. "§2"
};

// All fields in descriptor order.
std::vector<FieldRow> field_rows(const DescriptorBytes& bytes);

// Two lower-case digits a byte, without blanks.
std::string hex_digits(const DescriptorBytes& bytes);

}  // namespace grit::cli

#endif  // GRIT_CLI_DESCRIPTOR_TABLE_H_
