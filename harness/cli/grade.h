// grit grade: what a grade string means, or why it is refused and what to do.
#ifndef GRIT_CLI_GRADE_H_
#define GRIT_CLI_GRADE_H_

#include <string>
#include <string_view>

#include "harness/cli/command_result.h"

namespace grit::cli {

// `text` is any spelling of a grade (spec §3), any bytes. Exit code 0 where it is a grade, with or
// without a descriptor; 1 where it is refused: then the error stream says what, where and what to
// do.
CommandResult describe_grade(std::string_view text, const Presentation& presentation);

// The same for a command-line argument, where "-" stands for all of standard input. Exit code 2
// where that cannot be read or is too long.
CommandResult grade(const std::string& argument, const Presentation& presentation);

}  // namespace grit::cli

#endif  // GRIT_CLI_GRADE_H_
