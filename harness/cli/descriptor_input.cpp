#include "harness/cli/descriptor_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include "harness/report/text.h"

namespace grit::cli {
namespace {

// Hexadecimal text of a descriptor is far shorter, however generously it is spaced.
constexpr std::size_t kMaxFileBytes = 64 * 1024;

std::optional<unsigned> digit_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}

bool is_blank(char c) { return std::string_view(" \t\n\v\f\r").find(c) != std::string_view::npos; }

// At most one byte more than kMaxFileBytes; nothing where the file cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string content(kMaxFileBytes + 1, '\0');
  file.read(content.data(), static_cast<std::streamsize>(content.size()));
  if (file.bad()) return std::nullopt;
  content.resize(static_cast<std::size_t>(file.gcount()));
  return content;
}

std::expected<DescriptorBytes, std::string> descriptor_from_file(const std::string& name) {
  const std::string shown = report::printable(name);
  const std::optional<std::string> content = read_file(name);
  if (!content) return std::unexpected(fmt::format("cannot read {}", shown));
  if (content->size() == reference::kDescriptorBytes) {
    DescriptorBytes bytes{};
    std::transform(content->begin(), content->end(), bytes.begin(),
                   [](char c) { return static_cast<std::byte>(c); });
    return bytes;
  }
  if (content->size() > kMaxFileBytes) {
    return std::unexpected(
        fmt::format("{} has more than {} bytes; a descriptor has 64", shown, kMaxFileBytes));
  }
  std::expected<DescriptorBytes, std::string> bytes = parse_descriptor_hex(*content);
  if (!bytes) {
    return std::unexpected(fmt::format("{} has {} bytes, not 64, and is no hexadecimal text: {}",
                                       shown, content->size(), bytes.error()));
  }
  return bytes;
}

}  // namespace

std::expected<DescriptorBytes, std::string> parse_descriptor_hex(std::string_view text) {
  DescriptorBytes bytes{};
  std::size_t digits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_blank(text[i])) continue;
    const std::optional<unsigned> value = digit_value(text[i]);
    if (!value) {
      return std::unexpected(fmt::format("'{}' at position {} is no hexadecimal digit",
                                         report::printable(text.substr(i, 1)), i));
    }
    if (digits < 2 * bytes.size()) {
      std::byte& byte = bytes[digits / 2];
      byte = (byte << 4U) | static_cast<std::byte>(*value);
    }
    ++digits;
  }
  if (digits % 2 != 0) {
    return std::unexpected(fmt::format(
        "{} hexadecimal digits are no whole number of bytes; a descriptor has 64 bytes, 128 digits",
        digits));
  }
  if (digits != 2 * bytes.size()) {
    return std::unexpected(
        fmt::format("{} given; a descriptor has 64 bytes, 128 hexadecimal digits",
                    report::counted(digits / 2, "byte is", "bytes are")));
  }
  return bytes;
}

std::expected<DescriptorBytes, std::string> read_descriptor(const std::string& argument) {
  std::error_code error;  // a name that is too long for a file is no file
  const std::filesystem::file_status status = std::filesystem::status(argument, error);
  if (std::filesystem::is_directory(status)) {
    return std::unexpected(fmt::format("{} is a directory", report::printable(argument)));
  }
  if (std::filesystem::exists(status)) return descriptor_from_file(argument);
  std::expected<DescriptorBytes, std::string> bytes = parse_descriptor_hex(argument);
  if (!bytes) {
    return std::unexpected(fmt::format("{}; and there is no file of that name", bytes.error()));
  }
  return bytes;
}

}  // namespace grit::cli
