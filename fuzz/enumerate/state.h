// The state of a run in a file, so that a stopped or killed run goes on where it was.
#ifndef GRIT_FUZZ_ENUMERATE_STATE_H_
#define GRIT_FUZZ_ENUMERATE_STATE_H_

#include <expected>
#include <filesystem>
#include <string>

#include "fuzz/enumerate/work.h"

namespace grit::enumerate {

// Which program judges, e.g. a hash of it: answers of another one are not this one's.
using BuildId = std::string;

// The hash of the running program's own file. The error is a sentence.
std::expected<BuildId, std::string> build_id_of_this_program();

// Replaces the file whole or not at all. The error is a sentence.
std::expected<void, std::string> write_state(const std::filesystem::path& file, const Work& work,
                                             const BuildId& build, const Tally& tally);

// What write_state wrote for the same work and build; an empty tally where there is no such file.
// The error is a sentence: a file that is none of ours, is damaged, or is of another work or build.
std::expected<Tally, std::string> read_state(const std::filesystem::path& file, const Work& work,
                                             const BuildId& build);

}  // namespace grit::enumerate

#endif  // GRIT_FUZZ_ENUMERATE_STATE_H_
