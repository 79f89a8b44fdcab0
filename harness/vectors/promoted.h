// vectors/extended/promoted.json: vectors that were findings once. The only file of vectors/ that
// is a source and no output: the generator keeps its entries.
#ifndef GRIT_VECTORS_PROMOTED_H_
#define GRIT_VECTORS_PROMOTED_H_

#include <expected>
#include <string>
#include <string_view>

#include "harness/protocol/messages.h"
#include "harness/protocol/op.h"

namespace grit::vectors {

struct PromotedVector {
  std::string id;  // in the file; the case is called "extended/" and this
  protocol::Op op = protocol::Op::kCheck;
  std::string clause;
  std::string provenance;  // of the closed set (provenance.h)
  protocol::Bytes request;
  protocol::Reply expected;  // answered or refused
};

// The file's text with one more entry at its end; `file` is its present text, empty where it is not
// there yet. A sentence where `file` is none, or has an entry of that id. The layout is that of the
// generator (vectors/generate/jsonfile.py), so that it writes the same bytes.
std::expected<std::string, std::string> with_promoted(std::string_view file,
                                                      std::string_view suite_version,
                                                      const PromotedVector& vector);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_PROMOTED_H_
