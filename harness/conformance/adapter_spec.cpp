#include "harness/conformance/adapter_spec.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <tuple>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace grit::conformance {
namespace {

namespace fs = std::filesystem;

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

bool on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    if (is_program(fs::path(rest.substr(0, colon)) / program)) return true;
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return false;
}

// Names are part of file names and of case ids.
constexpr std::size_t kMaxNameBytes = 64;
bool is_name(std::string_view name) {
  constexpr std::array<std::string_view, 4> kReserved = {".", "..", "reference", "spec"};
  return !name.empty() && name.size() <= kMaxNameBytes &&
         std::ranges::find(kReserved, name) == kReserved.end() &&
         std::ranges::all_of(name, is_name_character);
}

class SpecReader {
 public:
  SpecReader(const fs::path& file, const Places& places) : file_(file), places_(places) {}

  std::expected<AdapterSpec, std::string> read() {
    const toml::parse_result parsed = toml::parse_file(file_.string());
    if (!parsed) {
      return std::unexpected(file_.string() + ":" +
                             std::to_string(parsed.error().source().begin.line) + ": " +
                             std::string(parsed.error().description()));
    }
    const toml::table& table = parsed.table();
    AdapterSpec spec;
    spec.directory = file_.parent_path();
    spec.name = text(table, "name", true);
    spec.kind = text(table, "kind", true);
    spec.language = text(table, "language", true);
    spec.command.argv = texts(table, "argv", true);
    spec.command.cwd = text(table, "cwd", false);
    if (spec.command.cwd.empty()) spec.command.cwd = places_.root.string();
    spec.required_programs = texts(table, "requires", false);
    spec.artifact = text(table, "artifact", false);
    spec.install = text(table, "install", false);
    known_.push_back("reference");
    if (table.contains("reference") && !table["reference"].is_boolean()) {
      problem("the key reference must be true or false");
    }
    spec.serves_reference = table["reference"].value_or(false);
    for (const auto& [key, value] : table) {
      if (std::ranges::find(known_, key.str()) == known_.end()) {
        problem("unknown key " + std::string(key.str()));
      }
    }
    if (spec.kind != "own" && spec.kind != "published" && spec.kind != "faulty") {
      problem("kind must be own, published or faulty");
    }
    if (!is_name(spec.name)) problem("name must be 1 to 64 letters, digits, dots, _ or -");
    if (problem_) return std::unexpected(file_.string() + ": " + *problem_);
    return spec;
  }

 private:
  void problem(std::string text) {
    if (!problem_) problem_ = std::move(text);
  }

  std::string expanded(std::string value) const {
    replace_all(value, "{root}", places_.root.string());
    replace_all(value, "{build}", places_.build.string());
    replace_all(value, "{dir}", file_.parent_path().string());
    return value;
  }

  std::string text(const toml::table& table, std::string_view key, bool required) {
    known_.push_back(key);
    const auto value = table[key].value<std::string>();
    if (!value && (required || table.contains(key))) {
      problem("the key " + std::string(key) + " must be a string");
    }
    return expanded(value.value_or(""));
  }

  std::vector<std::string> texts(const toml::table& table, std::string_view key, bool required) {
    known_.push_back(key);
    std::vector<std::string> values;
    const toml::array* array = table[key].as_array();
    if (array != nullptr) {
      for (const toml::node& node : *array) {
        if (const auto value = node.value<std::string>()) values.push_back(expanded(*value));
      }
    }
    if ((array == nullptr && table.contains(key)) || (required && values.empty()) ||
        (array != nullptr && values.size() != array->size())) {
      problem("the key " + std::string(key) + " must be a list of strings");
    }
    return values;
  }

  const fs::path& file_;
  const Places& places_;
  std::vector<std::string_view> known_;
  std::optional<std::string> problem_;
};

int kind_order(const std::string& kind) { return kind == "own" ? 0 : kind == "published" ? 1 : 2; }

}  // namespace

std::expected<std::vector<AdapterSpec>, std::string> discover_adapters(const Places& places) {
  std::vector<AdapterSpec> specs;
  const fs::path top = places.root / "adapters";
  std::error_code error;
  fs::recursive_directory_iterator it(top, error);
  if (error) return std::unexpected(top.string() + ": " + error.message());
  while (it != fs::recursive_directory_iterator()) {
    const std::string name = it->path().filename().string();
    // Packages installed for an adapter may hold anything, a million files included.
    if (it->is_directory(error) && (name == "node_modules" || name == "target")) {
      it.disable_recursion_pending();
    } else if (name == "adapter.toml") {
      auto spec = SpecReader(it->path(), places).read();
      if (!spec) return std::unexpected(spec.error());
      specs.push_back(std::move(*spec));
    }
    it.increment(error);
    if (error) return std::unexpected(top.string() + ": " + error.message());
  }
  std::ranges::sort(specs, [](const AdapterSpec& a, const AdapterSpec& b) {
    return std::tuple(kind_order(a.kind), a.name) < std::tuple(kind_order(b.kind), b.name);
  });
  for (std::size_t i = 1; i < specs.size(); ++i) {
    const auto twin = std::ranges::find(specs.begin(), specs.begin() + static_cast<long>(i),
                                        specs[i].name, &AdapterSpec::name);
    if (twin != specs.begin() + static_cast<long>(i)) {
      return std::unexpected("two adapters are named " + specs[i].name + ": " +
                             twin->directory.string() + " and " + specs[i].directory.string());
    }
  }
  return specs;
}

std::expected<std::vector<std::string>, std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\'') {
      if (c == '\'') {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '\\') {
      if (i + 1 == text.size()) return std::unexpected("the command ends in a backslash");
      // Inside double quotes a backslash escapes only what would be special there.
      const char next = text[++i];
      if (quote == '"' && next != '"' && next != '\\' && next != '$' && next != '`') word += c;
      word += next;
      in_word = true;
    } else if (quote == '"') {
      if (c == '"') {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != 0) {
    return std::unexpected(std::string("the command has an opening ") + quote +
                           " without a closing one");
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

std::expected<AdapterSpec, std::string> parse_adapter_argument(std::string_view argument) {
  AdapterSpec spec;
  spec.kind = "command line";
  std::string_view command = argument;
  // NAME= is a prefix of name characters; the = of "env A=b prog" or "./a=b" is not one.
  const std::size_t equals = argument.find('=');
  if (equals != std::string_view::npos && equals > 0 &&
      std::ranges::all_of(argument.substr(0, equals), is_name_character)) {
    spec.name = argument.substr(0, equals);
    command = argument.substr(equals + 1);
  }
  auto words = split_words(command);
  if (!words) return std::unexpected(words.error());
  if (words->empty() || words->front().empty()) return std::unexpected("the command is empty");
  spec.command.argv = std::move(*words);
  if (spec.name.empty()) {
    spec.name = std::filesystem::path(spec.command.argv.front()).filename().string();
  }
  if (!is_name(spec.name)) {
    return std::unexpected("\"" + spec.name +
                           "\" cannot name a subject: 1 to 64 letters, digits, dots, _ or -; "
                           "give it one with NAME=COMMAND");
  }
  return spec;
}

Availability availability(const AdapterSpec& spec) {
  for (const std::string& program : spec.required_programs) {
    if (!on_path(program)) return {false, program + " is not on PATH", spec.install};
  }
  if (!spec.artifact.empty() && !fs::exists(spec.artifact)) {
    return {false, "not built: " + spec.artifact + " is missing", spec.install};
  }
  const std::string& program = spec.command.argv.front();
  const bool is_path = program.find('/') != std::string::npos;  // relative to the child's cwd
  if (!(is_path ? is_program(fs::path(spec.command.cwd) / program) : on_path(program))) {
    return {false, "not built: " + program + " is missing", spec.install};
  }
  return {true, "", ""};
}

}  // namespace grit::conformance
