#include "harness/vectors/suite.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>

#include "harness/vectors/core_suite.h"
#include "harness/vectors/extended_suite.h"
#include "harness/vectors/file.h"
#include "harness/vectors/format_tables.h"
#include "harness/vectors/generate.h"
#include "harness/vectors/matrix.h"
#include "harness/vectors/pins.h"

namespace grit::vectors {
namespace {

constexpr std::size_t kLeastDigits = 8;
constexpr std::size_t kLeastSearched = 4;
constexpr std::size_t kMostNamed = 4;  // of those that an ambiguous id could mean

std::string hex16(std::uint64_t value) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 0; i < text.size(); ++i) text[15 - i] = kDigits[(value >> (4 * i)) & 0xF];
  return text;
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

std::size_t telling_digits(const std::vector<Vector>& vectors) {
  std::vector<std::string_view> ids;
  for (const Vector& vector : vectors) ids.push_back(vector.id);
  std::ranges::sort(ids);
  std::size_t digits = kLeastDigits;
  for (std::size_t i = 1; i < ids.size(); ++i) {
    digits = std::max(digits, common_prefix(ids[i - 1], ids[i]) + 1);
  }
  return digits;
}

bool has_name(const Vector& vector, std::string_view name) {
  return vector.item.id == name ||
         std::ranges::find(vector.other_names, name) != vector.other_names.end();
}

}  // namespace

std::expected<std::vector<SuiteFile>, std::string> read_suite(
    const std::filesystem::path& directory) {
  std::vector<SuiteFile> files;
  std::string problem;
  const auto add = [&](std::string name, std::expected<std::vector<Case>, std::string> cases) {
    if (!problem.empty()) return;
    if (cases) {
      files.push_back({std::move(name), std::move(*cases)});
    } else {
      problem = cases.error();
    }
  };
  add("core.json", read_core_suite(directory / "core.json"));
  add("matrix.json", read_matrix(directory / "matrix.json"));
  for (const std::filesystem::path& file : extended_files(directory / "extended")) {
    add("extended/" + file.filename().string(), read_extended_suite(file));
  }
  add("format tables", read_format_tables(directory));
  if (!problem.empty()) return std::unexpected(problem);
  return files;
}

std::string suite_version(const std::filesystem::path& file) {
  const auto bytes = read_file(file);
  if (!bytes) return "";
  const auto json = nlohmann::json::parse(protocol::as_text(*bytes), nullptr, false);
  if (!json.is_object()) return "";
  const auto version = json.find("suite_version");
  return version != json.end() && version->is_string() ? version->get<std::string>() : "";
}

std::vector<std::pair<std::string, std::string>> suite_versions(
    const std::filesystem::path& directory) {
  std::vector<std::pair<std::string, std::string>> versions;
  for (std::string& name : vector_files(directory)) {
    if (!name.ends_with(".json")) continue;
    std::string version = suite_version(directory / name);
    versions.emplace_back(std::move(name), std::move(version));
  }
  return versions;
}

Suite suite_of(std::vector<SuiteFile> files) {
  Suite suite;
  std::unordered_map<std::uint64_t, std::size_t> by_hash;
  std::unordered_set<std::string> names;
  for (SuiteFile& file : files) {
    for (Case& item : file.cases) {
      if (!names.insert(item.id).second) {
        suite.problems.push_back("two vectors are called " + item.id);
        continue;
      }
      const std::uint64_t hash = content_hash(item.op, item.request);
      const auto [found, is_new] = by_hash.try_emplace(hash, suite.vectors.size());
      if (is_new) {
        suite.vectors.push_back({hash, hex16(hash), file.name, std::move(item), {}});
        continue;
      }
      Vector& first = suite.vectors[found->second];
      if (first.item.op != item.op || first.item.request != item.request) {
        suite.problems.push_back(first.item.id + " and " + item.id +
                                 " ask two questions that have one id, " + first.id);
      } else if (first.item.expected != item.expected) {
        suite.problems.push_back(first.item.id + " and " + item.id +
                                 " ask one question and expect two answers");
      } else {
        first.other_names.push_back(std::move(item.id));
      }
    }
  }
  suite.id_digits = telling_digits(suite.vectors);
  return suite;
}

std::expected<const Vector*, std::string> find_vector(const Suite& suite, std::string_view wanted) {
  const auto named = std::ranges::find_if(
      suite.vectors, [&](const Vector& vector) { return has_name(vector, wanted); });
  if (named != suite.vectors.end()) return &*named;
  const bool is_id = wanted.size() >= kLeastSearched &&
                     wanted.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  std::vector<const Vector*> found;
  for (const Vector& vector : suite.vectors) {
    if (is_id && vector.id.starts_with(wanted)) found.push_back(&vector);
  }
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    return std::unexpected("there is no vector " + std::string(wanted) +
                           "; `grit vectors list` shows ids and names");
  }
  std::string which;
  for (std::size_t i = 0; i < std::min(found.size(), kMostNamed); ++i) {
    which += (which.empty() ? "" : ", ") + found[i]->id + " " + found[i]->item.id;
  }
  if (found.size() > kMostNamed) which += ", …";
  return std::unexpected(std::to_string(found.size()) + " ids begin with " + std::string(wanted) +
                         ": " + which + "; give more digits");
}

}  // namespace grit::vectors
