// Which cases of a plan are put: conditions on op, clause, grade and id, and a share by content.
#ifndef GRIT_CONFORMANCE_SELECTION_H_
#define GRIT_CONFORMANCE_SELECTION_H_

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "harness/vectors/case.h"

namespace grit::conformance {

// Conditions of one key are alternatives; all keys that are given must hold. Values are globs
// (* any run of characters, ? one).
class Selection {
 public:
  // "op=CHECK", "clause=§5.1*", "grade=GRADE_MXFP4", "id=generated/grade/*". The clause's § may be
  // left out, and a clause selects what is below it: 5.1 selects §5.1.6. Of a case that names
  // several clauses one is enough. A sentence where the text is none of these.
  std::expected<void, std::string> add(std::string_view condition);

  bool selects(const vectors::Case& item) const;
  bool is_everything() const { return conditions_.empty(); }
  const std::vector<std::string>& conditions() const { return conditions_; }

 private:
  std::vector<std::string> conditions_;  // as given
  std::vector<std::string> ops_;
  std::vector<std::string> clauses_;
  std::vector<std::string> grades_;
  std::vector<std::string> ids_;
};

// Share `number` of `of`, from 1. Which share a case is in depends on its question alone.
struct Shard {
  std::uint32_t number = 0;
  std::uint32_t of = 0;  // 0: everything

  bool selects(const vectors::Case& item) const;
};

// "2/8"; a sentence where it is no share.
std::expected<Shard, std::string> parse_shard(std::string_view text);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_SELECTION_H_
