// What laws about refusals have in common.
#ifndef GRIT_LAWS_REFUSALS_H_
#define GRIT_LAWS_REFUSALS_H_

#include <expected>
#include <optional>
#include <string_view>

#include "harness/laws/law.h"
#include "harness/reference/refusal.h"
#include "harness/reference/view.h"

namespace grit::laws {

// Holds where `operation` refused for the reason that it must, or answered where there is none.
LawResult refuses_as(Law law, std::string_view operation,
                     const std::expected<reference::Array, reference::Refusal>& result,
                     std::optional<reference::Refusal> expected);

}  // namespace grit::laws

#endif  // GRIT_LAWS_REFUSALS_H_
