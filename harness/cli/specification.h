// docs/SPEC.md by clause, for commands that quote it.
#ifndef GRIT_CLI_SPECIFICATION_H_
#define GRIT_CLI_SPECIFICATION_H_

#include <string>
#include <string_view>

namespace grit::cli {

// The project's docs/SPEC.md; empty where it cannot be read.
std::string specification_text();

// The text of a clause ("§5.1.6", "§5.1", "§5"), or empty where it is not there.
std::string clause_of_specification(std::string_view specification, std::string_view clause);

// The texts of all clauses of "§4, §5 step 3", one after the other.
std::string clauses_of_specification(std::string_view specification, std::string_view clauses);

}  // namespace grit::cli

#endif  // GRIT_CLI_SPECIFICATION_H_
