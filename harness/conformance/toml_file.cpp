#include "harness/conformance/toml_file.h"

#include <algorithm>
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

void TableReader::problem(std::string text) {
  if (!problem_) problem_ = std::move(text);
}

toml::node_view<const toml::node> TableReader::take(std::string_view key) {
  known_.push_back(key);
  return table_[key];
}

std::string TableReader::text(std::string_view key, bool required) {
  const auto value = take(key).value<std::string>();
  if (!value && (required || has(key))) {
    problem("the key " + std::string(key) + " must be a string");
  }
  return expanded_(value.value_or(""));
}

std::vector<std::string> TableReader::texts(std::string_view key, bool required) {
  std::vector<std::string> values;
  const toml::array* array = take(key).as_array();
  if (array != nullptr) {
    for (const toml::node& node : *array) {
      if (const auto value = node.value<std::string>()) values.push_back(expanded_(*value));
    }
  }
  if ((array == nullptr && has(key)) || (required && values.empty()) ||
      (array != nullptr && values.size() != array->size())) {
    problem("the key " + std::string(key) + " must be a list of strings");
  }
  return values;
}

bool TableReader::flag(std::string_view key) {
  const auto value = take(key);
  if (has(key) && !value.is_boolean()) {
    problem("the key " + std::string(key) + " must be true or false");
  }
  return value.value_or(false);
}

std::vector<toml::table> TableReader::tables(std::string_view key) {
  std::vector<toml::table> tables;
  const toml::array* array = take(key).as_array();
  if (array != nullptr) {
    for (const toml::node& node : *array) {
      if (const toml::table* table = node.as_table()) tables.push_back(*table);
    }
  }
  if (has(key) && (array == nullptr || tables.size() != array->size())) {
    problem("the key " + std::string(key) + " must be tables: [[" + std::string(key) + "]]");
  }
  return tables;
}

std::optional<std::string> TableReader::unknown_key() const {
  for (const auto& [key, value] : table_) {
    if (std::ranges::find(known_, key.str()) == known_.end()) return std::string(key.str());
  }
  return std::nullopt;
}

std::optional<std::string> TableReader::finish() {
  if (const auto key = unknown_key()) problem("unknown key " + *key);
  return problem_;
}

}  // namespace grit::conformance
