// The subjects that can be called by name: those of the tree, and those of a grit.toml.
#ifndef GRIT_CLI_SUBJECTS_H_
#define GRIT_CLI_SUBJECTS_H_

#include <expected>
#include <string>
#include <vector>

#include "harness/conformance/adapter_spec.h"

namespace grit::cli {

struct KnownSubjects {
  std::vector<conformance::AdapterSpec> all;
  // Who is certified where nobody is named: what grit.toml says, else all but the faulty
  // and the optional ones.
  std::vector<std::string> by_default;
};

// `config` names a grit.toml; where it is empty, one in the working directory is read if it is
// there. An error names the file and what is wrong with it.
std::expected<KnownSubjects, std::string> known_subjects(const std::string& config,
                                                         const conformance::Places& places);

// The names, for a message.
std::string names_of(const std::vector<conformance::AdapterSpec>& specs);

// The one with this name, or a sentence that says which there are.
std::expected<conformance::AdapterSpec, std::string> subject_named(
    const std::string& name, const std::vector<conformance::AdapterSpec>& all);

// Subjects as a command line names them.
struct SubjectChoice {
  std::vector<std::string> names;
  std::vector<std::string> commands;   // --adapter: "[NAME=]COMMAND"
  std::vector<std::string> libraries;  // --library: "[NAME=]PATH"
  std::vector<std::string> with;       // --with: what optional subjects need
  std::string config;                  // --config; empty: ./grit.toml where it is there
  bool or_default = false;             // those of KnownSubjects::by_default where nobody is named
};

// They, in this order; no two have one name.
std::expected<std::vector<conformance::AdapterSpec>, std::string> chosen_subjects(
    const SubjectChoice& choice, const conformance::Places& places);

}  // namespace grit::cli

#endif  // GRIT_CLI_SUBJECTS_H_
