// grit isa: which instruction sets there are kernels for, which of them this machine has, and which
// one the program uses.
#ifndef GRIT_CLI_ISA_H_
#define GRIT_CLI_ISA_H_

#include <string_view>

#include "harness/cli/command_result.h"
#include "harness/reference/kernels/isa.h"

namespace grit::cli {

// Exit code 2 and the reason why the variable can't be obeyed.
CommandResult isa_refusal(std::string_view command, const reference::kernels::IsaError& error);

// `requested` is a name, or empty for the widest set that this machine has. Exit code 2 where it
// can't be obeyed; the error says why, and which names can.
CommandResult describe_isa(std::string_view requested, const Presentation& presentation);

}  // namespace grit::cli

#endif  // GRIT_CLI_ISA_H_
