// L8: no result depends on the floating-point environment or on threads (spec §11.8.8). Other
// instruction sets and machines are for whole runs of the suite, not for a function.
#ifndef GRIT_LAWS_ENVIRONMENT_LAWS_H_
#define GRIT_LAWS_ENVIRONMENT_LAWS_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/laws/implementation.h"
#include "harness/laws/law.h"
#include "harness/reference/view.h"

namespace grit::laws {

// decode_view under every choice of floating_environment.h gives the bits of the first, and the
// environment is after each call as it was before. Applies where decode_view gives values.
LawResult independence(const reference::View& view,
                       const Implementation& implementation = reference_implementation());

// The same of encode, and of decode of what it gives. Applies where encode answers.
LawResult encode_independence(reference::GradeName grade, std::span<const std::uint32_t> values,
                              const Implementation& implementation = reference_implementation());

// `threads` threads that decode the view at once get the same bits. Applies where decode_view gives
// values.
LawResult thread_independence(const reference::View& view, std::size_t threads,
                              const Implementation& implementation = reference_implementation());

}  // namespace grit::laws

#endif  // GRIT_LAWS_ENVIRONMENT_LAWS_H_
