// Where this program's tree and build are.
#ifndef GRIT_CLI_PLACES_H_
#define GRIT_CLI_PLACES_H_

#include <expected>
#include <string>

#include "harness/conformance/adapter_spec.h"

namespace grit::cli {

// GRIT_ROOT and GRIT_BUILD where they are set (the launcher sets them); else found from where the
// executable lies: the build is the directory that holds harness/cli/, the root the nearest
// directory above it with adapters/ and vectors/. A sentence where neither leads anywhere.
std::expected<conformance::Places, std::string> find_places();

}  // namespace grit::cli

#endif  // GRIT_CLI_PLACES_H_
