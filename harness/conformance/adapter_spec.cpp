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
  if (!is_subject_name(spec.name)) {
    return std::unexpected("\"" + spec.name +
                           "\" cannot name a subject: 1 to 64 letters, digits, dots, _ or -; "
                           "give it one with " +
                           std::string(form));
  }
  return spec;
}

// In which order adapters of the tree are listed; nothing where there is no such kind.
std::optional<std::size_t> kind_order(std::string_view kind) {
  constexpr std::array<std::string_view, 4> kKinds = {"own", "published", "decoder", "faulty"};
  const auto found = std::ranges::find(kKinds, kind);
  if (found == kKinds.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kKinds.begin());
}

std::expected<AdapterSpec, std::string> read_adapter_file(const fs::path& file,
                                                          const Places& places) {
  const auto table = read_toml(file, kRemedy);
  if (!table) return std::unexpected(table.error());
  TableReader reader(*table, [&](std::string value) {
    replace_all(value, "{root}", places.root.string());
    replace_all(value, "{build}", places.build.string());
    replace_all(value, "{dir}", file.parent_path().string());
    return value;
  });
  AdapterSpec spec;
  spec.name = reader.text("name", true);
  spec.kind = reader.text("kind", true);
  spec.language = reader.text("language", true);
  spec.command.argv = reader.texts("argv", true);
  spec.command.cwd = reader.text("cwd");
  if (spec.command.cwd.empty()) spec.command.cwd = places.root.string();
  spec.required_programs = reader.texts("requires");
  spec.artifact = reader.text("artifact");
  spec.optional = reader.text("optional");
  spec.install = reader.text("install");
  spec.serves_reference = reader.flag("reference");
  spec.does = reader.text("does");
  spec.breaks = reader.texts("breaks");
  spec.law = reader.text("law");
  if (auto set = set_answers(spec, reader.texts("answers")); !set) reader.problem(set.error());
  spec.file = file;
  const fs::path deviations = file.parent_path() / "deviations.toml";
  if (fs::exists(deviations)) spec.deviations = deviations;
  if (!kind_order(spec.kind)) {
    reader.problem("kind must be own, published, decoder or faulty");
  }
  if (!is_subject_name(spec.name)) {
    reader.problem("name must be 1 to 64 letters, digits, dots, _ or -");
  }
  if (!std::ranges::all_of(spec.optional, is_name_character)) {
    reader.problem("optional must be letters, digits, dots, _ or -");
  }
  if (const auto problem = reader.finish()) {
    return std::unexpected(file.string() + ": " + *problem + "; " + std::string(kRemedy));
  }
  return spec;
}

// The launcher builds whatever is stale before it runs a command.
std::string how_to_build(const AdapterSpec& spec) {
  if (!spec.optional.empty()) return "./grit certify --with " + spec.optional;
  return spec.install.empty() ? "./grit adapters" : spec.install;
}

}  // namespace

bool is_subject_name(std::string_view name) {
  constexpr std::size_t kMaxBytes = 64;
  constexpr std::array<std::string_view, 4> kReserved = {".", "..", "reference", "spec"};
  return !name.empty() && name.size() <= kMaxBytes &&
         std::ranges::find(kReserved, name) == kReserved.end() &&
         std::ranges::all_of(name, is_name_character);
}

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
      auto spec = read_adapter_file(it->path(), places);
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
                             twin->file.string() + " and " + specs[i].file.string());
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

void use_library(AdapterSpec& spec, const fs::path& library, const Places& places) {
  const fs::path host = places.build / "adapters" / "kit" / "library" / "grit-library-host";
  spec.kind = kLibraryKind;
  spec.artifact = fs::absolute(library).lexically_normal().string();
  spec.command.argv = {host.string(), spec.artifact};
}

std::expected<void, std::string> set_answers(AdapterSpec& spec,
                                             const std::vector<std::string>& texts) {
  auto selections = parse_selections(texts);
  if (!selections) return std::unexpected("answers: " + selections.error());
  spec.answers = std::move(*selections);
  return {};
}

std::expected<AdapterSpec, std::string> parse_library_argument(std::string_view argument,
                                                               const Places& places) {
  AdapterSpec spec;
  const std::string_view path = take_name(argument, spec);
  if (path.empty()) return std::unexpected("the path is empty");
  use_library(spec, path, places);
  const fs::path library = spec.artifact;
  return with_name(std::move(spec), library, "NAME=PATH");
}

Availability availability(const AdapterSpec& spec) {
  const bool is_argument = spec.file.empty();
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
