// reports/<run>/: the files that one certification leaves.
#ifndef GRIT_CLI_RUN_DIRECTORY_H_
#define GRIT_CLI_RUN_DIRECTORY_H_

#include <expected>
#include <filesystem>
#include <string>

#include "harness/conformance/certify.h"

namespace grit::cli {

// Makes a new directory below `parent`, named after the time and the process, and writes
// report.json, junit.xml, summary.md, findings/<id>/ (the request's payload, each answer's) and
// incidents/ (frames to pipe into the adapter). Fills in the report's file members and timing. The
// error names the file that could not be written.
std::expected<std::filesystem::path, std::string> write_run_directory(
    const std::filesystem::path& parent, conformance::Certification& certification);

// Writes one file whole; a sentence that names it where that fails.
std::expected<void, std::string> write_file(const std::filesystem::path& path,
                                            std::span<const std::byte> bytes);

}  // namespace grit::cli

#endif  // GRIT_CLI_RUN_DIRECTORY_H_
