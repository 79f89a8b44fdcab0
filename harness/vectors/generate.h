// The seeded generator: cases without end for every core operation.
//
// A plan is a function of the seed alone: its first n cases are the plan of n cases, so a shard is
// a range of it and a longer run repeats a shorter one first. Nothing in it depends on compiler,
// platform or library.
//
// Each case belongs to a family, which targets one rule or one trap. Its id is
// "generated/<op>/<family>/<16 hex digits>", op in lower case, the digits FNV-1a-64 of the op's
// number and the request. Families are the unit in which known deviations are listed: they are cut
// so that an implementation gets all of a family wrong for one reason, or none of it.
//
// A case has an expectation only where its family knows the answer from the specification by
// construction; elsewhere the reference decides.
#ifndef GRIT_VECTORS_GENERATE_H_
#define GRIT_VECTORS_GENERATE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "harness/protocol/op.h"
#include "harness/vectors/case.h"

namespace grit::vectors {

struct GenerateOptions {
  std::uint64_t seed = 1;
  // Three in five are CHECK, then GRADE, DECODE, ENCODE, and the other operations in turn: of the
  // default 20,000, 12,000, 3,000, 2,000, 1,500 and 1,500.
  std::uint64_t cases = 20000;
};

// The plan. Ids are unique.
std::vector<Case> generate(const GenerateOptions& options);

struct FamilyInfo {
  protocol::Op op;
  std::string name;    // unique within its op
  std::string clause;  // what its cases are about
};

// All families, by op in the order of the plan's shares, then as they are taken in turn.
std::vector<FamilyInfo> families();

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_GENERATE_H_
