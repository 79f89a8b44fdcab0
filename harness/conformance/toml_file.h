// Reading a TOML file; the only header that brings in the TOML library.
#ifndef GRIT_CONFORMANCE_TOML_FILE_H_
#define GRIT_CONFORMANCE_TOML_FILE_H_

#include <expected>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace grit::conformance {

// The table that a file holds, or one sentence: where, what, and `remedy`, which says what to do
// with a file of this kind.
std::expected<toml::table, std::string> read_toml(const std::filesystem::path& file,
                                                  std::string_view remedy);

// Takes the values of one table, key by key, and remembers the first thing that is wrong.
class TableReader {
 public:
  // `expanded` makes of each string what it stands for.
  explicit TableReader(
      const toml::table& table,
      std::function<std::string(std::string)> expanded = [](std::string text) { return text; })
      : table_(table), expanded_(std::move(expanded)) {}

  // Empty, or false, where the key is not there; that is a problem where it is required.
  std::string text(std::string_view key, bool required = false);
  std::vector<std::string> texts(std::string_view key, bool required = false);
  bool flag(std::string_view key);
  // The tables of [[key]].
  std::vector<toml::table> tables(std::string_view key);

  void problem(std::string text);
  // The first problem, a key that nobody asked for included. Last of all.
  std::optional<std::string> finish();

 protected:
  // The value of a key, which is from now on a known one.
  toml::node_view<const toml::node> take(std::string_view key);
  bool has(std::string_view key) const { return table_.contains(key); }
  std::optional<std::string> unknown_key() const;
  const std::optional<std::string>& first_problem() const { return problem_; }

 private:
  const toml::table& table_;
  const std::function<std::string(std::string)> expanded_;
  std::vector<std::string_view> known_;
  std::optional<std::string> problem_;
};

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_TOML_FILE_H_
