// Where an expectation comes from: a closed set of sources, each with what it rests on.
#ifndef GRIT_VECTORS_PROVENANCE_H_
#define GRIT_VECTORS_PROVENANCE_H_

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace grit::vectors {

enum class ProvenanceKind : std::uint8_t {
  kByHand,  // somebody worked it out: "by hand from §12.2.1, §12.9.3" or "… from the specification"
  kAgreed,  // two published implementations or more say so: "agreed by A and B", "… A, B and C"
  kOracle,  // computed by a program that shares nothing with those judged:
            // "independent exact oracle (rational arithmetic from the specification)"
  kStated,  // the text itself has the value: "stated by the specification"
};
// "by hand", "agreed", "oracle", "stated".
std::string_view to_string(ProvenanceKind kind);

struct Provenance {
  ProvenanceKind kind = ProvenanceKind::kByHand;
  // What it rests on: the clauses or "the specification", the implementations, how the oracle
  // works.
  std::vector<std::string> sources;
  // What else stands behind it, as it is written: a further source, or a sentence with "also".
  std::vector<std::string> further;
};

// Reads "SOURCE" or "SOURCE; FURTHER; FURTHER". A sentence where the first part is none of the
// closed set, or a further one is neither of the set nor says "also".
std::expected<Provenance, std::string> parse_provenance(std::string_view text);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_PROVENANCE_H_
