// What the commands about vectors share: the suite with its place, and one vector as a row.
#ifndef GRIT_CLI_VECTORS_SUITE_H_
#define GRIT_CLI_VECTORS_SUITE_H_

#include <expected>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/command_result.h"
#include "harness/conformance/adapter_spec.h"
#include "harness/vectors/suite.h"

namespace grit::cli {

struct OpenSuite {
  conformance::Places places;
  std::filesystem::path directory;  // vectors/
  std::string version;              // of core.json; empty where it has none
  vectors::Suite suite;
};

// Reads all files; whether they are the pinned ones is another question. The error names file and
// entry.
std::expected<OpenSuite, std::string> open_suite();

// The same, where the files are those of PINS; else the result that says what is stale, with exit
// code 4. `command`: "vectors export".
std::expected<OpenSuite, CommandResult> open_pinned_suite(std::string_view command);

// The vectors that all conditions of --select choose, of every name that they have.
std::expected<std::vector<const vectors::Vector*>, std::string> selected_vectors(
    const OpenSuite& open, const std::vector<std::string>& conditions);

// "core" or "general".
std::string_view tier_of(protocol::Op op);

// As many digits of the id as tell it from all others.
std::string short_id(const OpenSuite& open, const vectors::Vector& vector);

// id, name, other_names, file, op, tier, clause, source, provenance.
nlohmann::ordered_json vector_json(const vectors::Vector& vector);

// "extended/slice/empty (1f2e3d4c)".
std::string vector_text(const OpenSuite& open, const vectors::Vector& vector);

// A document as a command prints it.
std::string json_text(const nlohmann::ordered_json& document);

// An error with another exit code than usage_error's.
CommandResult failure(std::string_view command, int exit_code, std::string_view message);

}  // namespace grit::cli

#endif  // GRIT_CLI_VECTORS_SUITE_H_
