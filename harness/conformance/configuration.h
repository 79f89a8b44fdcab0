// grit.toml: the subjects of somebody's own project, and which are certified when nobody is named.
#ifndef GRIT_CONFORMANCE_CONFIGURATION_H_
#define GRIT_CONFORMANCE_CONFIGURATION_H_

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/conformance/adapter_spec.h"

namespace grit::conformance {

struct Configuration {
  std::vector<AdapterSpec> subjects;  // of [[subject]], in the file's order
  // Names that `grit certify` takes where none is given; empty: all of `subjects`.
  std::vector<std::string> certified;
};

// Paths in the file are relative to it. An error names the file, the subject and the key.
std::expected<Configuration, std::string> read_configuration(const std::filesystem::path& file,
                                                             const Places& places);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_CONFIGURATION_H_
