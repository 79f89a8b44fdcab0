#include "harness/cli/subjects.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "harness/conformance/configuration.h"

namespace grit::cli {

using conformance::AdapterSpec;

namespace {

// Whether --with brings the optional subjects of this word.
bool is_wanted(const SubjectChoice& choice, const std::string& optional) {
  return std::ranges::find(choice.with, optional) != choice.with.end();
}

// The optional subjects that --with brings, where they are not there yet. A sentence where a word
// brings none.
std::expected<void, std::string> add_optional(const SubjectChoice& choice,
                                              const std::vector<AdapterSpec>& all,
                                              std::vector<AdapterSpec>& chosen) {
  for (const std::string& word : choice.with) {
    if (word.empty() || std::ranges::find(all, word, &AdapterSpec::optional) == all.end()) {
      return std::unexpected("--with " + word +
                             ": no subject needs it; `grit adapters` shows what is optional");
    }
  }
  for (const AdapterSpec& spec : all) {
    if (!spec.optional.empty() && is_wanted(choice, spec.optional) &&
        std::ranges::find(chosen, spec.name, &AdapterSpec::name) == chosen.end()) {
      chosen.push_back(spec);
    }
  }
  return {};
}

}  // namespace

std::expected<KnownSubjects, std::string> known_subjects(const std::string& config,
                                                         const conformance::Places& places) {
  constexpr const char* kFile = "grit.toml";
  KnownSubjects known;
  auto all = conformance::discover_adapters(places);
  if (!all) return std::unexpected(all.error());
  known.all = std::move(*all);
  if (config.empty() && !std::filesystem::exists(kFile)) {
    for (const AdapterSpec& spec : known.all) {
      if (spec.kind != "faulty" && spec.optional.empty()) known.by_default.push_back(spec.name);
    }
    return known;
  }
  const std::string file = config.empty() ? kFile : config;
  auto configuration = conformance::read_configuration(file, places);
  if (!configuration) return std::unexpected(configuration.error());
  known.by_default = std::move(configuration->certified);
  const bool take_all = known.by_default.empty();
  for (AdapterSpec& spec : configuration->subjects) {
    if (subject_named(spec.name, known.all)) {
      return std::unexpected(file + ": the project has a subject " + spec.name +
                             " already; give yours another name");
    }
    if (take_all) known.by_default.push_back(spec.name);
    known.all.push_back(std::move(spec));
  }
  for (const std::string& name : known.by_default) {
    if (const auto found = subject_named(name, known.all); !found) {
      return std::unexpected(file + ": certify: " + found.error());
    }
  }
  return known;
}

std::string names_of(const std::vector<AdapterSpec>& specs) {
  std::string names;
  for (const AdapterSpec& spec : specs) names += (names.empty() ? "" : ", ") + spec.name;
  return names;
}

std::expected<AdapterSpec, std::string> subject_named(const std::string& name,
                                                      const std::vector<AdapterSpec>& all) {
  const auto found = std::ranges::find(all, name, &AdapterSpec::name);
  if (found != all.end()) return *found;
  return std::unexpected("there is no subject " + name + "; there are " + names_of(all));
}

std::expected<std::vector<AdapterSpec>, std::string> chosen_subjects(
    const SubjectChoice& choice, const conformance::Places& places) {
  const auto known = known_subjects(choice.config, places);
  if (!known) return std::unexpected(known.error());
  const bool nobody_named =
      choice.names.empty() && choice.commands.empty() && choice.libraries.empty();
  std::vector<AdapterSpec> chosen;
  for (const std::string& name :
       nobody_named&& choice.or_default ? known->by_default : choice.names) {
    auto spec = subject_named(name, known->all);
    if (!spec) return std::unexpected(spec.error());
    if (!spec->optional.empty() && !is_wanted(choice, spec->optional)) {
      return std::unexpected(name + " needs " + spec->optional +
                             ", which is optional; add --with " + spec->optional);
    }
    chosen.push_back(std::move(*spec));
  }
  if (auto added = add_optional(choice, known->all, chosen); !added) {
    return std::unexpected(added.error());
  }
  for (const std::string& argument : choice.commands) {
    auto spec = conformance::parse_adapter_argument(argument);
    if (!spec) return std::unexpected("--adapter " + argument + ": " + spec.error());
    chosen.push_back(std::move(*spec));
  }
  for (const std::string& argument : choice.libraries) {
    auto spec = conformance::parse_library_argument(argument, places);
    if (!spec) return std::unexpected("--library " + argument + ": " + spec.error());
    chosen.push_back(std::move(*spec));
  }
  for (std::size_t i = 1; i < chosen.size(); ++i) {
    const auto end = chosen.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::ranges::find(chosen.begin(), end, chosen[i].name, &AdapterSpec::name) != end) {
      return std::unexpected("two subjects are called " + chosen[i].name +
                             "; name one with NAME= before its command or path");
    }
  }
  return chosen;
}

}  // namespace grit::cli
