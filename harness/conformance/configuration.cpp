#include "harness/conformance/configuration.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/conformance/toml_file.h"

namespace grit::conformance {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRemedy =
    "correct it (docs/ADAPTERS.md, \"A project of your own\", lists the keys)";

// The subject of one [[subject]], or what is wrong with it.
std::expected<AdapterSpec, std::string> read_subject(const toml::table& table, const fs::path& file,
                                                     const Places& places) {
  TableReader reader(table);
  const fs::path home = fs::absolute(file).parent_path();
  AdapterSpec spec;
  spec.kind = "configured";
  spec.file = file;
  spec.name = reader.text("name", true);
  spec.language = reader.text("language");
  spec.command.argv = reader.texts("command");
  const std::string library = reader.text("library");
  spec.command.cwd = (home / reader.text("cwd")).lexically_normal().string();
  const std::string deviations = reader.text("deviations");
  if (auto set = set_answers(spec, reader.texts("answers")); !set) reader.problem(set.error());
  if (!is_subject_name(spec.name)) {
    reader.problem("name must be 1 to 64 letters, digits, dots, _ or -");
  }
  if (spec.command.argv.empty() == library.empty()) {
    reader.problem("give either command, a list of words, or library, a path");
  }
  if (!library.empty()) use_library(spec, home / library, places);
  if (!deviations.empty()) {
    spec.deviations = home / deviations;
    if (!fs::exists(spec.deviations)) {
      reader.problem("deviations: there is no " + spec.deviations.string());
    }
  }
  if (const auto problem = reader.finish()) {
    return std::unexpected((spec.name.empty() ? "" : spec.name + ": ") + *problem);
  }
  return spec;
}

}  // namespace

std::expected<Configuration, std::string> read_configuration(const fs::path& file,
                                                             const Places& places) {
  const auto table = read_toml(file, kRemedy);
  if (!table) return std::unexpected(table.error());
  Configuration configuration;
  TableReader reader(*table);
  for (const toml::table& row : reader.tables("subject")) {
    auto spec = read_subject(row, file, places);
    if (!spec) {
      reader.problem("subject " + spec.error());
      continue;
    }
    if (std::ranges::find(configuration.subjects, spec->name, &AdapterSpec::name) !=
        configuration.subjects.end()) {
      reader.problem("two subjects are called " + spec->name);
    }
    configuration.subjects.push_back(std::move(*spec));
  }
  configuration.certified = reader.texts("certify");
  if (configuration.subjects.empty() && configuration.certified.empty()) {
    reader.problem("it names no subject");
  }
  if (const auto problem = reader.finish()) {
    return std::unexpected(file.string() + ": " + *problem + "; " + std::string(kRemedy));
  }
  return configuration;
}

}  // namespace grit::conformance
