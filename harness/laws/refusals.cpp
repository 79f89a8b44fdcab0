#include "harness/laws/refusals.h"

#include <string>

namespace grit::laws {

LawResult refuses_as(Law law, std::string_view operation,
                     const std::expected<reference::Array, reference::Refusal>& result,
                     std::optional<reference::Refusal> expected) {
  using Reason = std::optional<reference::Refusal>;
  const Reason found = result ? std::nullopt : Reason(result.error());
  if (found == expected) return holds();
  const auto name = [](const Reason& refusal) {
    return refusal ? std::string(reference::refusal_name(*refusal)) : std::string("an answer");
  };
  return broken(law,
                std::string(operation) + " gives " + name(found) + ", must be " + name(expected));
}

}  // namespace grit::laws
