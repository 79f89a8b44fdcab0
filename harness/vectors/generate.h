// The seeded generator: cases without end for every core operation.
//
// A plan is a function of the seed alone: its first n cases are the plan of n cases, so a longer
// run repeats a shorter one first, and a run may stop wherever it likes. Nothing in it depends on
// compiler, platform or library.
//
// Each case belongs to a family, which targets one rule or one trap. Its id is
// "generated/<op>/<family>/<16 hex digits>", op in lower case, the digits its content hash.
// Families are the unit in which known deviations are listed: they are cut so that an
// implementation gets all of a family wrong for one reason, or none of it.
//
// A case has an expectation only where its family knows the answer from the specification by
// construction; elsewhere the reference decides.
#ifndef GRIT_VECTORS_GENERATE_H_
#define GRIT_VECTORS_GENERATE_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "harness/protocol/op.h"
#include "harness/vectors/case.h"

namespace grit::vectors {

// FNV-1a-64 (spec §7.1) of the op's number, one byte, and the request: the same for a question
// wherever it comes from.
std::uint64_t content_hash(protocol::Op op, std::span<const std::byte> request);

// The plan of a seed, case after case, without end. Movable.
//
// No question comes twice, whatever families could ask it: it remembers the content hash of every
// case it gave, 16 to 32 bytes each. Where two hashes collide, the second case is drawn anew. It
// never ends: a family that has nothing new leaves its turn to the next one.
class Generator {
 public:
  explicit Generator(std::uint64_t seed);
  Generator(Generator&&) noexcept;
  Generator& operator=(Generator&&) noexcept;
  ~Generator();

  // The next case of the plan. Its index is the number of calls before this one.
  Case next();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct GenerateOptions {
  std::uint64_t seed = 1;
  // Of 48 in a row 24 are CHECK, 6 GRADE, 4 DECODE, 3 ENCODE, 3 the other core operations in turn
  // and 8 the general tier: of the default 96,000, 24,000, 16,000, 12,000, 12,000 and 32,000.
  std::uint64_t cases = 192'000;
};

// The first cases of the seed's plan, all at once.
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
