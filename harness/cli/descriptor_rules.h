// Which rules of check a descriptor breaks: all of them, where check itself stops at the first.
#ifndef GRIT_CLI_DESCRIPTOR_RULES_H_
#define GRIT_CLI_DESCRIPTOR_RULES_H_

#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/descriptor_input.h"
#include "harness/reference/check.h"

namespace grit::cli {

struct BrokenRule {
  reference::Rule rule;
  reference::Status status;              // what check answers where this rule decides
  std::vector<std::string_view> fields;  // the descriptor fields that the rule is about
  std::string found;                     // their values, e.g. "k0 is 16, the grade demands 32"
};

// The broken rules of the steps frame, grade and placement (spec §5, steps 1 to 3) in the order in
// which check looks at them: the first decides. Step 2 knows the registry only; with an unknown
// grade_id there is nothing to compare the frame with, so that is its only entry then.
std::vector<BrokenRule> broken_rules(const DescriptorBytes& bytes);

}  // namespace grit::cli

#endif  // GRIT_CLI_DESCRIPTOR_RULES_H_
