#include "harness/conformance/toml_file.h"

#include <utility>

#include "harness/vectors/file.h"

namespace grit::conformance {
namespace {

constexpr std::size_t kMaxTomlBytes = std::size_t{4} << 20;

}  // namespace

std::expected<toml::table, std::string> read_toml(const std::filesystem::path& file,
                                                  std::string_view remedy) {
  const auto bytes = vectors::read_file(file, kMaxTomlBytes);
  if (!bytes) return std::unexpected(bytes.error() + "; " + std::string(remedy));
  toml::parse_result parsed = toml::parse(protocol::as_text(*bytes), file.string());
  if (!parsed) {
    return std::unexpected(file.string() + ":" +
                           std::to_string(parsed.error().source().begin.line) + ": " +
                           std::string(parsed.error().description()) + "; " + std::string(remedy));
  }
  return std::move(parsed).table();
}

}  // namespace grit::conformance
