// Descriptors as people give them on a command line: hexadecimal digits, or the name of a file.
#ifndef GRIT_CLI_DESCRIPTOR_INPUT_H_
#define GRIT_CLI_DESCRIPTOR_INPUT_H_

#include <array>
#include <cstddef>
#include <expected>
#include <string>
#include <string_view>

#include "harness/reference/descriptor.h"

namespace grit::cli {

using DescriptorBytes = std::array<std::byte, reference::kDescriptorBytes>;

// 128 hexadecimal digits; blanks, tabs and line ends between them are skipped. The error says which
// character stands where, or how many bytes there are; one line without a full stop.
std::expected<DescriptorBytes, std::string> parse_descriptor_hex(std::string_view text);

// `argument` names a file that exists (64 bytes, or hexadecimal text), else is hexadecimal itself.
std::expected<DescriptorBytes, std::string> read_descriptor(const std::string& argument);

}  // namespace grit::cli

#endif  // GRIT_CLI_DESCRIPTOR_INPUT_H_
