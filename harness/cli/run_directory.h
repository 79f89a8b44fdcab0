// reports/<run>/: the files that one certification leaves.
#ifndef GRIT_CLI_RUN_DIRECTORY_H_
#define GRIT_CLI_RUN_DIRECTORY_H_

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/conformance/certify.h"

namespace grit::cli {

// Makes a new directory below `parent`, named after the time and the process, with subjects.json
// (how each subject is started). The error names the directory that could not be made.
std::expected<std::filesystem::path, std::string> make_run_directory(
    const std::filesystem::path& parent, const std::vector<conformance::AdapterSpec>& adapters);

// Writes report.json, junit.xml, summary.md, findings/<id>/ (the request's payload, and as frames
// to pipe into an adapter; each answer's payload), incubating/<id>/ likewise for what did not show
// again, and incidents/ (frames). Fills in the report's file members, run_id and directory. The
// error names the file that could not be written.
std::expected<void, std::string> write_run(const std::filesystem::path& directory,
                                           conformance::Certification& certification);

// Keeps a part of a run that is under way, below `directory`, whole or not at all; its report names
// the files in it.
std::expected<void, std::string> write_part(const std::filesystem::path& directory,
                                            std::uint64_t generated_before,
                                            conformance::Certification& part);

// The parts that write_part kept, in order, of a run that did not come to its end with these
// subjects. An error says what is missing or wrong.
std::expected<std::vector<conformance::Certification>, std::string> read_parts(
    const std::filesystem::path& directory, const std::vector<conformance::AdapterSpec>& adapters);

// What read_parts would read is not needed any more.
void remove_parts(const std::filesystem::path& directory);

// A report.json; an error names the file and what is wrong with it.
std::expected<report::Report, std::string> read_report(const std::filesystem::path& file);

// A finding of the run's report with the bytes behind it.
std::expected<conformance::Found, std::string> read_found(const std::filesystem::path& directory,
                                                          const report::Finding& finding);

// What write_run wrote, read back: the report, the findings' and the incidents' bytes. An
// error names the file and what is wrong with it.
std::expected<conformance::Certification, std::string> read_run_directory(
    const std::filesystem::path& directory);

// subjects.json of a run directory: names and commands.
std::expected<std::vector<conformance::AdapterSpec>, std::string> read_subjects(
    const std::filesystem::path& directory);

// Writes one file whole; a sentence that names it where that fails.
std::expected<void, std::string> write_file(const std::filesystem::path& path,
                                            std::span<const std::byte> bytes);

}  // namespace grit::cli

#endif  // GRIT_CLI_RUN_DIRECTORY_H_
