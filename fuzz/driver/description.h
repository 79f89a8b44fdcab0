// An input for people: its pieces, what in it is not canonical, a unit test and a command line.
#ifndef GRIT_FUZZ_DRIVER_DESCRIPTION_H_
#define GRIT_FUZZ_DRIVER_DESCRIPTION_H_

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/driver/target.h"
#include "harness/protocol/op.h"
#include "harness/report/model.h"

namespace grit::fuzz {

struct Description {
  std::optional<protocol::Op> op;                           // of kRequest
  std::vector<std::pair<std::string, std::string>> pieces;  // name, rendering
  std::vector<report::FieldDifference> differences;         // expected: the canonical value
  std::string hex;                                          // of the whole input
  std::string unit_test;                                    // C++, for GoogleTest
  std::string command;  // pipes the input into an adapter; empty where no adapter takes it
};

// Never runs the input.
Description describe(const Target& target, std::span<const std::byte> input);

std::string_view to_string(Form form);  // "descriptor", "request", …

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_DRIVER_DESCRIPTION_H_
