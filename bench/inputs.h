// What is measured upon: the same bytes on every machine.
#ifndef GRIT_BENCH_INPUTS_H_
#define GRIT_BENCH_INPUTS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/reference/check.h"
#include "harness/reference/kernels/check.h"
#include "harness/reference/registry.h"
#include "harness/reference/view.h"

namespace grit::bench {

// Descriptors with shapes and lengths: what check is asked, and what a gid is of.
struct Questions {
  std::vector<std::array<std::byte, reference::kDescriptorBytes>> descriptors;
  std::vector<std::vector<std::int64_t>> extents;
  std::vector<reference::Shape> shapes;  // of `extents`
  std::vector<reference::kernels::PlaneLengths> lengths;
  std::vector<const reference::RegistryEntry*> grades;  // what each descriptor began as

  std::size_t size() const { return descriptors.size(); }
};

// Of the six grades in turn, with ranks 1 to 3, every one Ok.
Questions right_questions(std::size_t count);
// Of one grade, shape 4096 x 4096, every one Ok.
Questions right_questions_of(const reference::RegistryEntry& grade, std::size_t count);
// The right ones, seven of eight with a byte, a length or an extent changed.
Questions mutated_questions(std::size_t count);
// The right ones, with the one thing changed that makes check answer by `rule`: kMagic,
// kReservedFlags, kGradeId, kGradeK0, kPlacementData, kNegativeExtent, kK0DoesNotDivide,
// kDataBytes.
Questions questions_against(reference::Rule rule, std::size_t count);
// Frames that are of no registered grade, for gids.
Questions questions_of_any_frame(std::size_t count);

// Normal values with deviation 1, as binary32 bit patterns.
std::vector<std::uint32_t> normal_values(std::size_t count);

// The planes of so many normal values; from 65,536 elements on they repeat.
reference::PlaneBuffers planes_of_normal_values(reference::GradeName grade, std::size_t elements);

// The six grades' canonical strings in other spellings: items turned round, upper case, blanks.
std::vector<std::string> other_spellings();

// Bytes without a pattern.
std::vector<std::byte> random_bytes(std::size_t count);

// A registered grade's name without GRADE_.
std::string short_name(const reference::RegistryEntry& grade);

}  // namespace grit::bench

#endif  // GRIT_BENCH_INPUTS_H_
