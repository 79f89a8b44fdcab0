// Loading a shared library that implements grit_adapter.h.
#ifndef GRIT_KIT_LIBRARY_LIBRARY_H_
#define GRIT_KIT_LIBRARY_LIBRARY_H_

#include <expected>
#include <string>

#include "adapters/kit/library/grit_adapter.h"

namespace grit::kit {

// Loads the library and asks for its table; operations that lie beyond the size that the library
// was compiled with are null. The library stays loaded as long as the process. Else a sentence that
// says what is wrong with which file and what helps. Loading runs the library's own code, which may
// do anything.
std::expected<gcp_adapter, std::string> load_library(const std::string& path);

}  // namespace grit::kit

#endif  // GRIT_KIT_LIBRARY_LIBRARY_H_
