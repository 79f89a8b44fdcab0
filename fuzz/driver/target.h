// A fuzz target: its name, what its inputs look like, and the function that judges one input.
//
// A target is one file of fuzz/targets/, which defines the two functions below. A program has one
// target: under an engine (engine_entry.cpp), or without one (replay_main.cpp), from the same
// object, so that no target can rot.
#ifndef GRIT_FUZZ_DRIVER_TARGET_H_
#define GRIT_FUZZ_DRIVER_TARGET_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "harness/protocol/op.h"

namespace grit::fuzz {

// What the bytes of an input are; the mutator, the reduction and the rendering go by it.
enum class Form : std::uint8_t {
  kBytes,       // anything
  kDescriptor,  // 64 bytes; of a longer input the first 64
  kGradeText,   // a grade string, not necessarily UTF-8
  kGidText,     // the printed form of a gid
  kRequest,     // the number of an operation, one byte, and the payload of a request
  kFrames,      // request frames of the protocol, one after the other
  kJson,        // a vector file
};

struct Target {
  std::string_view name;
  Form form = Form::kBytes;
  // kRequest and kFrames: the operations that the target is about; the mutator makes no others.
  std::span<const protocol::Op> ops;
};

// Constant.
const Target& target();

// Judges one input: returns, or says what is wrong and aborts (finding.h). False where the input
// says nothing to this target, so that no engine keeps it.
bool run(std::span<const std::byte> input);

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_DRIVER_TARGET_H_
