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

std::string TableReader::text(std::string_view key, bool required) {
  known_.push_back(key);
  const auto value = table_[key].value<std::string>();
  if (!value && (required || table_.contains(key))) {
    problem("the key " + std::string(key) + " must be a string");
  }
  return expanded_(value.value_or(""));
}

std::vector<std::string> TableReader::texts(std::string_view key, bool required) {
  known_.push_back(key);
  std::vector<std::string> values;
  const toml::array* array = table_[key].as_array();
  if (array != nullptr) {
    for (const toml::node& node : *array) {
      if (const auto value = node.value<std::string>()) values.push_back(expanded_(*value));
    }
  }
  if ((array == nullptr && table_.contains(key)) || (required && values.empty()) ||
      (array != nullptr && values.size() != array->size())) {
    problem("the key " + std::string(key) + " must be a list of strings");
  }
  return values;
}

bool TableReader::flag(std::string_view key) {
  known_.push_back(key);
  if (table_.contains(key) && !table_[key].is_boolean()) {
    problem("the key " + std::string(key) + " must be true or false");
  }
  return table_[key].value_or(false);
}

std::vector<toml::table> TableReader::tables(std::string_view key) {
  known_.push_back(key);
  std::vector<toml::table> tables;
  const toml::array* array = table_[key].as_array();
  if (array != nullptr) {
    for (const toml::node& node : *array) {
      if (const toml::table* table = node.as_table()) tables.push_back(*table);
    }
  }
  if (table_.contains(key) && (array == nullptr || tables.size() != array->size())) {
    problem("the key " + std::string(key) + " must be tables: [[" + std::string(key) + "]]");
  }
  return tables;
}

std::optional<std::string> TableReader::finish() {
  for (const auto& [key, value] : table_) {
    if (std::ranges::find(known_, key.str()) == known_.end()) {
      problem("unknown key " + std::string(key.str()));
    }
  }
  return problem_;
}

}  // namespace grit::conformance
