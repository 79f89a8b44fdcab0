// Whether the host of a shared library can load it (adapters/kit/library).
#ifndef GRIT_CONFORMANCE_LIBRARY_HOST_H_
#define GRIT_CONFORMANCE_LIBRARY_HOST_H_

#include <optional>
#include <string>

#include "harness/conformance/child_process.h"

namespace grit::conformance {

// Starts the host and says HELLO: the library's own code runs there, so loading may crash or hang.
// A sentence that says why the library cannot be served; nullopt where it can.
std::optional<std::string> loading_problem(const Command& host);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_LIBRARY_HOST_H_
