#include "harness/vectors/pins.h"

#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <set>
#include <system_error>

#include "harness/vectors/file.h"

namespace grit::vectors {
namespace {

constexpr std::size_t kHexDigits = 2 * SHA256_DIGEST_LENGTH;
constexpr std::size_t kMaxPinsBytes = std::size_t{64} << 10;
constexpr std::size_t kShownBytes = 128;  // of a malformed line

}  // namespace

std::string_view to_string(PinProblemKind kind) {
  switch (kind) {
    case PinProblemKind::kMalformedLine:
      return "malformed line";
    case PinProblemKind::kMissing:
      return "missing";
    case PinProblemKind::kUnreadable:
      return "unreadable";
    case PinProblemKind::kChanged:
      return "changed";
    case PinProblemKind::kUnlisted:
      return "not listed";
  }
  return "unknown";
}

// sha256sum separates with two blanks, or a blank and an asterisk in binary mode.
std::optional<Pin> parse_pin(std::string_view line) {
  if (line.size() <= kHexDigits + 2) return std::nullopt;
  const std::string_view hash = line.substr(0, kHexDigits);
  const std::string_view separator = line.substr(kHexDigits, 2);
  if (separator != "  " && separator != " *") return std::nullopt;
  if (hash.find_first_not_of("0123456789abcdef") != std::string_view::npos) return std::nullopt;
  return Pin{std::string(hash), std::string(line.substr(kHexDigits + 2))};
}

std::vector<std::string> vector_files(const std::filesystem::path& directory) {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::recursive_directory_iterator it(
      directory, std::filesystem::directory_options::skip_permission_denied, error);
  for (; !error && it != std::filesystem::recursive_directory_iterator(); it.increment(error)) {
    const std::filesystem::path& path = it->path();
    std::error_code status_error;
    if (!it->is_regular_file(status_error)) continue;
    const std::filesystem::path suffix = path.extension();
    if (suffix != ".json" && suffix != ".bin" && suffix != ".txt") continue;
    names.push_back(path.lexically_relative(directory).generic_string());
  }
  std::ranges::sort(names);
  return names;
}

std::string sha256_hex(std::span<const std::byte> bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> hash{};
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), hash.data());
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(kHexDigits);
  for (const unsigned char byte : hash) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 0xF];
  }
  return text;
}

std::expected<std::vector<PinProblem>, std::string> check_pins(
    const std::filesystem::path& directory) {
  const auto pins = read_file(directory / "PINS", kMaxPinsBytes);
  if (!pins) return std::unexpected(pins.error() + std::string(kRestore));
  std::vector<PinProblem> problems;
  std::set<std::string> listed;
  std::string_view rest = protocol::as_text(*pins);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const auto pin = parse_pin(line);
    if (!pin || !listed.insert(pin->file).second) {
      problems.push_back(
          {PinProblemKind::kMalformedLine, std::string(line.substr(0, kShownBytes)), {}, {}});
      continue;
    }
    const std::filesystem::path path = directory / pin->file;
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
      problems.push_back({PinProblemKind::kMissing, pin->file, {}, {}});
      continue;
    }
    const auto bytes = read_file(path);
    if (!bytes) {
      problems.push_back({PinProblemKind::kUnreadable, pin->file, {}, {}});
      continue;
    }
    if (std::string actual = sha256_hex(*bytes); actual != pin->hash) {
      problems.push_back({PinProblemKind::kChanged, pin->file, pin->hash, std::move(actual)});
    }
  }
  for (std::string& name : vector_files(directory)) {
    if (!listed.contains(name)) {
      problems.push_back({PinProblemKind::kUnlisted, std::move(name), {}, {}});
    }
  }
  return problems;
}

}  // namespace grit::vectors
