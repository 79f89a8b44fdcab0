// The custom mutator: it knows the forms of inputs, so that most of what it makes is one step away
// from something right instead of noise.
//
// A mutation is a function of the input and the seed. The only state is the caller's.
#ifndef GRIT_FUZZ_MUTATOR_MUTATOR_H_
#define GRIT_FUZZ_MUTATOR_MUTATOR_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/driver/target.h"

namespace grit::fuzz {

// An engine's own mutations of bytes: data, size, most; gives the new size. May be null.
using ByteMutator = std::size_t (*)(std::uint8_t* data, std::size_t size, std::size_t max_size);

// Changes the first `size` bytes of `buffer` in place and gives the new size, at most
// buffer.size(). What cannot be read as the target's form is replaced by something that can, in one
// call of two, and else changed byte by byte.
std::size_t mutate(const Target& target, std::span<std::byte> buffer, std::size_t size,
                   std::uint64_t seed, ByteMutator byte_mutator);

// Writes a child of two inputs to `out` and gives its size: the first with pieces of the second
// (fields of a descriptor, items of a grade, frames), where both have them.
std::size_t cross_over(const Target& target, std::span<const std::byte> first,
                       std::span<const std::byte> second, std::span<std::byte> out,
                       std::uint64_t seed);

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_MUTATOR_MUTATOR_H_
