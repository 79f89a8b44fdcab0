#include "harness/vectors/history.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "harness/vectors/file.h"
#include "harness/vectors/suite.h"

namespace grit::vectors {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxHistoryBytes = std::size_t{1} << 20;

using Version = std::array<std::uint32_t, 3>;

// "1.2.0"; no sign, no leading zero, nothing behind it.
std::optional<Version> parse_version(std::string_view text) {
  Version version{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < version.size(); ++i) {
    if (i > 0 && (at == end || *at++ != '.')) return std::nullopt;
    if (at == end || (*at == '0' && at + 1 != end && at[1] != '.')) return std::nullopt;
    const auto [stop, error] = std::from_chars(at, end, version[i]);
    if (error != std::errc() || stop == at) return std::nullopt;
    at = stop;
  }
  return at == end ? std::optional(version) : std::nullopt;
}

struct Line {
  std::string pins_sha256;
  std::string version;
  Version number{};
};

struct History {
  std::string text;
  std::vector<Line> lines;
};

std::expected<History, std::string> read_history(const fs::path& path) {
  History history;
  std::error_code error;
  if (!fs::exists(path, error)) return history;
  const auto bytes = read_file(path, kMaxHistoryBytes);
  if (!bytes) return std::unexpected(bytes.error() + std::string(kRestore));
  history.text = std::string(protocol::as_text(*bytes));
  std::string_view rest = history.text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view text = rest.substr(0, end);
    const bool ended = end < rest.size();
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const auto pin = parse_pin(text);
    const auto number = pin ? parse_version(pin->file) : std::nullopt;
    const auto where = path.string() + ':' + std::to_string(history.lines.size() + 1);
    if (!pin || !number || !ended) {
      return std::unexpected(where + ": is not the SHA-256 of a PINS, two blanks and a version" +
                             std::string(kRestore));
    }
    if (!history.lines.empty() && *number <= history.lines.back().number) {
      return std::unexpected(where + ": is no newer version than the line before it" +
                             std::string(kRestore));
    }
    history.lines.push_back({pin->hash, pin->file, *number});
  }
  return history;
}

std::expected<std::string, std::string> one_version(const fs::path& directory) {
  const auto versions = suite_versions(directory);
  for (const auto& [file, version] : versions) {
    if (!parse_version(version)) {
      return std::unexpected((directory / file).string() + ": \"suite_version\" is " +
                             (version.empty() ? "missing" : '"' + version + '"') +
                             ", not three numbers like 1.2.0" + std::string(kRestore));
    }
    if (version != versions.front().second) {
      return std::unexpected(versions.front().first + " is of suite version " +
                             versions.front().second + ", " + file + " of " + version +
                             "; `grit vectors generate` writes one version into all");
    }
  }
  if (versions.empty()) return std::unexpected(directory.string() + " has no vector file");
  return versions.front().second;
}

}  // namespace

std::expected<PinState, std::string> pin_state(const fs::path& directory) {
  PinState state;
  auto version = one_version(directory);
  if (!version) return std::unexpected(version.error());
  state.suite_version = std::move(*version);
  auto history = read_history(directory / "HISTORY");
  if (!history) return std::unexpected(history.error());
  for (const std::string& file : vector_files(directory)) {
    const auto bytes = read_file(directory / file);
    if (!bytes) return std::unexpected(bytes.error() + std::string(kRestore));
    state.pins += sha256_hex(*bytes) + "  " + file + '\n';
    ++state.files;
  }
  bool holds = false;
  std::error_code error;
  if (fs::exists(directory / "PINS", error)) {
    auto problems = check_pins(directory);
    if (!problems) return std::unexpected(problems.error());
    state.problems = std::move(*problems);
    const auto bytes = read_file(directory / "PINS");
    holds = bytes && protocol::as_text(*bytes) == state.pins;
  }
  const std::string hash = sha256_hex(protocol::as_bytes(state.pins));
  state.history = history->text;
  const auto same = std::ranges::find(history->lines, state.suite_version, &Line::version);
  if (!history->lines.empty()) state.latest_version = history->lines.back().version;
  if (same != history->lines.end() && same + 1 != history->lines.end()) {
    state.verdict = PinVerdict::kOlderVersion;
  } else if (same != history->lines.end()) {
    state.verdict = same->pins_sha256 != hash ? PinVerdict::kSameVersion
                    : holds                   ? PinVerdict::kPinned
                                              : PinVerdict::kRestorable;
  } else if (!history->lines.empty() &&
             parse_version(state.suite_version) < history->lines.back().number) {
    state.verdict = PinVerdict::kOlderVersion;
  } else {
    state.verdict = PinVerdict::kNewVersion;
    state.history += hash + "  " + state.suite_version + '\n';
  }
  return state;
}

std::string explain(const PinState& state) {
  switch (state.verdict) {
    case PinVerdict::kPinned:
      return {};
    case PinVerdict::kNewVersion:
      return "suite version " + state.suite_version +
             " is not pinned; `grit vectors pin` writes PINS and HISTORY";
    case PinVerdict::kRestorable:
      return "PINS is not that of suite version " + state.suite_version +
             ", but the files are; `grit vectors pin` writes it anew";
    case PinVerdict::kSameVersion:
      return "suite version " + state.suite_version +
             " is pinned with other bytes; restore the files, or raise SUITE_VERSION in "
             "vectors/generate/suite.py, run `grit vectors generate` and pin again";
    case PinVerdict::kOlderVersion:
      return "the files are of suite version " + state.suite_version +
             ", and vectors/HISTORY has " + state.latest_version +
             "; raise SUITE_VERSION in vectors/generate/suite.py above it and run `grit vectors "
             "generate`";
  }
  return {};
}

}  // namespace grit::vectors
