// What a family of generated cases is made of. Internal to the generator.
#ifndef GRIT_VECTORS_FAMILY_H_
#define GRIT_VECTORS_FAMILY_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/protocol/messages.h"
#include "harness/protocol/op.h"
#include "harness/vectors/random.h"

namespace grit::vectors {

// What a maker may use. `turn` counts the cases of the family from 0, so that a family can go
// through a list in order and draw only what is beside it.
//
// Draws must be sequenced: two in one expression are evaluated in an order that compilers choose.
struct Draw {
  Random& random;
  std::uint64_t turn;

  // The list's element at this turn; the list starts again after its end.
  template <typename Range>
  const auto& in_turn(const Range& range) const {
    return range[static_cast<std::size_t>(turn % std::size(range))];
  }
};

// A case before it has an id.
struct Draft {
  protocol::Bytes request;
  std::optional<protocol::Reply> expected;
};

inline protocol::Reply refused() { return {protocol::ReplyKind::kRefused, {}}; }

template <typename Message>
protocol::Reply answered(const Message& message) {
  return {protocol::ReplyKind::kAnswered, message.encode()};
}

struct Family {
  protocol::Op op;
  std::string name;
  std::string clause;
  // Pure but for the draws; the same family may be asked again with the same turn.
  std::function<Draft(Draw&)> make;
  unsigned weight = 1;  // turns it takes in each round of its share
};

// One function a file of families.
std::vector<Family> check_families();
std::vector<Family> grade_families();
std::vector<Family> decode_families();
std::vector<Family> encode_families();
std::vector<Family> fingerprint_families();  // sizes, gid, gid_parse, descriptor, digest,
                                             // equivalent, explain
std::vector<Family> format_families();       // format_decode, format_encode, exponent
std::vector<Family> view_families();         // check_grade, and the operations on views

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_FAMILY_H_
