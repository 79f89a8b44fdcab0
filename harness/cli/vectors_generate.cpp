#include "harness/cli/vectors_generate.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/cli/places.h"
#include "harness/cli/run_directory.h"
#include "harness/cli/subjects.h"
#include "harness/cli/vectors_suite.h"
#include "harness/conformance/program_run.h"
#include "harness/report/text.h"
#include "harness/vectors/file.h"
#include "harness/vectors/pins.h"

namespace grit::cli {
namespace {

namespace fs = std::filesystem;
using conformance::AdapterSpec;

constexpr std::string_view kCommand = "vectors generate";

// A new directory that goes with everything in it.
class Scratch {
 public:
  Scratch() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "grit-vectors-XXXXXX").string();
    if (!error && ::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const fs::path& path() const { return path_; }  // empty where it could not be made

 private:
  fs::path path_;
};

// As a shell, and Python's shlex, would read it back.
std::string shell_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += text.empty() ? "'" : " '";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += "'";
  }
  return text;
}

// The adapter of a published package, or a sentence that says what is missing.
std::expected<AdapterSpec, std::string> published_adapter(const std::string& name,
                                                          const conformance::Places& places) {
  const auto all = conformance::discover_adapters(places);
  if (!all) return std::unexpected(all.error());
  auto spec = subject_named(name, *all);
  if (!spec) return std::unexpected(spec.error());
  const conformance::Availability availability = conformance::availability(*spec);
  if (availability.built) return spec;
  return std::unexpected(fmt::format(
      "the generator asks both published packages, and the adapter {} is not there: {}; {}", name,
      availability.why_not,
      availability.hint.empty() ? "`./grit vectors generate` builds it" : availability.hint));
}

std::string_view last_line(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text.substr(text.rfind('\n') + 1);  // npos + 1 is 0
}

struct Difference {
  std::string file;
  std::string what;  // "differs", "is missing", "is not the generator's"
};

std::expected<std::vector<Difference>, std::string> compare(const fs::path& generated,
                                                            const fs::path& stored) {
  const std::vector<std::string> ours = vectors::vector_files(generated);
  const std::vector<std::string> theirs = vectors::vector_files(stored);
  std::vector<Difference> differences;
  for (const std::string& file : ours) {
    const auto bytes = vectors::read_file(generated / file);
    if (!bytes) return std::unexpected(bytes.error());
    if (!std::ranges::binary_search(theirs, file)) {
      differences.push_back({file, "is missing"});
      continue;
    }
    const auto now = vectors::read_file(stored / file);
    if (!now || *now != *bytes) differences.push_back({file, "differs"});
  }
  for (const std::string& file : theirs) {
    if (!std::ranges::binary_search(ours, file)) {
      differences.push_back({file, "is not written by the generator"});
    }
  }
  return differences;
}

bool is_ours(const Difference& difference) {
  return difference.what.find("not written") == std::string::npos;
}

// Copies what the generator wrote over what is there; a sentence where that fails.
std::optional<std::string> replace(const std::vector<Difference>& differences,
                                   const fs::path& generated, const fs::path& stored) {
  for (const Difference& difference : differences) {
    if (!is_ours(difference)) continue;
    const auto bytes = vectors::read_file(generated / difference.file);
    if (!bytes) return bytes.error();
    std::error_code error;
    fs::create_directories((stored / difference.file).parent_path(), error);
    if (const auto written = write_file(stored / difference.file, *bytes); !written) {
      return written.error();
    }
  }
  return std::nullopt;
}

}  // namespace

CommandResult vectors_generate(const VectorsGenerateArguments& arguments,
                               const Presentation& presentation) {
  const auto places = find_places();
  if (!places) return usage_error(kCommand, places.error());
  const fs::path stored = places->root / "vectors";
  const auto failed = [](std::string_view message) {
    return failure(kCommand, kExitInfrastructure, message);
  };
  const auto python = published_adapter("published-python", *places);
  if (!python) return failed(python.error());
  const auto rust = published_adapter("published-rust", *places);
  if (!rust) return failed(rust.error());
  const Scratch scratch;
  if (scratch.path().empty()) return failed("cannot make a directory for temporary files");

  const auto run = conformance::run_program(
      {.argv = {"python3", "-B", (stored / "generate" / "generate.py").string(), "--out",
                scratch.path().string(), "--python-adapter", shell_words(python->command.argv),
                "--rust-adapter", shell_words(rust->command.argv)},
       .cwd = places->root.string()});
  if (!run) return failed(run.error());
  if (!run->succeeded()) {
    return failed(fmt::format("the generator stopped with {}, and nothing was written: {}",
                              run->exit.describe(), last_line(run->stderr_tail)));
  }
  const auto differences = compare(scratch.path(), stored);
  if (!differences) return failed(differences.error());
  if (!arguments.check) {
    if (const auto problem = replace(*differences, scratch.path(), stored)) return failed(*problem);
  }
  const bool foreign = !std::ranges::all_of(*differences, is_ours);
  const std::size_t files = vectors::vector_files(scratch.path()).size();
  CommandResult result;
  result.exit_code =
      foreign || (arguments.check && !differences->empty()) ? kExitDifferent : kExitClean;
  if (presentation.json) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Difference& difference : *differences) {
      rows.push_back({{"file", difference.file}, {"problem", difference.what}});
    }
    result.out = json_text({{"schema", "grit-vectors-generate"},
                            {"version", 1},
                            {"check", arguments.check},
                            {"files", files},
                            {"differences", std::move(rows)},
                            {"exit_code", result.exit_code}});
    return result;
  }
  for (const Difference& difference : *differences) {
    const bool written = !arguments.check && is_ours(difference);
    result.out += fmt::format("{} {}\n", report::printable(difference.file),
                              written ? "was written anew" : difference.what);
  }
  if (differences->empty()) {
    result.out +=
        fmt::format("{} are what the generator writes\n", report::counted(files, "file", "files"));
  } else if (!arguments.check) {
    result.out += "`grit vectors pin` pins them, as a new version of the suite\n";
  }
  return result;
}

}  // namespace grit::cli
