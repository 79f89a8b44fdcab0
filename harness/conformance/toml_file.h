// Reading a TOML file; the only header that brings in the TOML library.
#ifndef GRIT_CONFORMANCE_TOML_FILE_H_
#define GRIT_CONFORMANCE_TOML_FILE_H_

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace grit::conformance {

// The table that a file holds, or one sentence: where, what, and `remedy`, which says what to do
// with a file of this kind.
std::expected<toml::table, std::string> read_toml(const std::filesystem::path& file,
                                                  std::string_view remedy);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_TOML_FILE_H_
