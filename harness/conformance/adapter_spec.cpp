#include "harness/conformance/adapter_spec.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <tuple>

#include "harness/conformance/library_host.h"
#include "harness/conformance/toml_file.h"

namespace grit::conformance {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRemedy =
    "correct it (docs/ADAPTERS.md, \"Give it a name\", lists the keys)";

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

constexpr std::string_view kLibraryKind = "library";

// Names are part of file names and of case ids.
constexpr std::size_t kMaxNameBytes = 64;
bool is_name(std::string_view name) {
  constexpr std::array<std::string_view, 4> kReserved = {".", "..", "reference", "spec"};
  return !name.empty() && name.size() <= kMaxNameBytes &&
         std::ranges::find(kReserved, name) == kReserved.end() &&
         std::ranges::all_of(name, is_name_character);
}

// Takes NAME= off the front of an argument. It is a prefix of name characters; the = of
// "env A=b prog" or "./a=b" is not one.
std::string_view take_name(std::string_view argument, AdapterSpec& spec) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string_view::npos || equals == 0 ||
      !std::ranges::all_of(argument.substr(0, equals), is_name_character)) {
    return argument;
  }
  spec.name = argument.substr(0, equals);
  return argument.substr(equals + 1);
}

// The spec, named after the file where the argument gave no name.
std::expected<AdapterSpec, std::string> with_name(AdapterSpec spec, const fs::path& file,
                                                  std::string_view form) {
  if (spec.name.empty()) spec.name = file.filename().string();
  if (!is_name(spec.name)) {
    return std::unexpected("\"" + spec.name +
                           "\" cannot name a subject: 1 to 64 letters, digits, dots, _ or -; "
                           "give it one with " +
                           std::string(form));
  }
  return spec;
}

class SpecReader {
 public:
  SpecReader(const fs::path& file, const Places& places) : file_(file), places_(places) {}

  std::expected<AdapterSpec, std::string> read() {
    const auto read = read_toml(file_, kRemedy);
    if (!read) return std::unexpected(read.error());
    const toml::table& table = *read;
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
    if (problem_) {
      return std::unexpected(file_.string() + ": " + *problem_ + "; " + std::string(kRemedy));
    }
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

// The launcher builds whatever is stale before it runs a command.
std::string how_to_build(const AdapterSpec& spec) {
  return spec.install.empty() ? "./grit adapters" : spec.install;
}

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
    // Packages installed for an adapter may hold anything, a million files included; the kit holds
    // templates of adapters, which are none themselves.
    const bool is_kit = it->path() == top / "kit";
    if (it->is_directory(error) && (name == "node_modules" || name == "target" || is_kit)) {
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
  const std::string_view command = take_name(argument, spec);
  auto words = split_words(command);
  if (!words) return std::unexpected(words.error());
  if (words->empty() || words->front().empty()) return std::unexpected("the command is empty");
  const fs::path program = words->front();
  spec.command.argv = std::move(*words);
  return with_name(std::move(spec), program, "NAME=COMMAND");
}

std::expected<AdapterSpec, std::string> parse_library_argument(std::string_view argument,
                                                               const Places& places) {
  AdapterSpec spec;
  spec.kind = kLibraryKind;
  const std::string_view path = take_name(argument, spec);
  if (path.empty()) return std::unexpected("the path is empty");
  const fs::path host = places.build / "adapters" / "kit" / "library" / "grit-library-host";
  const fs::path library = fs::absolute(path).lexically_normal();
  spec.artifact = library.string();
  spec.command.argv = {host.string(), spec.artifact};
  return with_name(std::move(spec), library, "NAME=PATH");
}

Availability availability(const AdapterSpec& spec) {
  const bool is_argument = spec.directory.empty();
  for (const std::string& program : spec.required_programs) {
    if (!on_path(program)) return {false, program + " is not on PATH", spec.install};
  }
  if (spec.kind == kLibraryKind && !fs::exists(spec.artifact)) {
    return {false, spec.artifact + " is missing; build the library, or correct the path", ""};
  }
  if (!spec.artifact.empty() && !fs::exists(spec.artifact)) {
    return {false, "not built: " + spec.artifact + " is missing", how_to_build(spec)};
  }
  const std::string& program = spec.command.argv.front();
  if (program.find('/') == std::string::npos) {
    if (on_path(program)) return {true, "", ""};
    return {false, program + " is not on PATH" + (is_argument ? "; correct the command" : ""),
            spec.install};
  }
  const fs::path path = fs::path(spec.command.cwd) / program;  // relative to the child's cwd
  if (is_program(path)) {
    if (spec.kind == kLibraryKind) {
      if (const auto problem = loading_problem(spec.command)) return {false, *problem, ""};
    }
    return {true, "", ""};
  }
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    return {false, program + " is a directory; name the program in it", ""};
  }
  if (fs::exists(path, ignored)) {
    return {false, program + " is not executable; chmod +x it, or put its interpreter in front",
            ""};
  }
  if (is_argument) return {false, "there is no " + program + "; correct the path", ""};
  return {false, "not built: " + program + " is missing", how_to_build(spec)};
}

}  // namespace grit::conformance
