// Which cases of a plan are put: conditions on op, clause, grade, format, placement and id,
// and a share by content; and which of them an adapter answers.
#ifndef GRIT_CONFORMANCE_SELECTION_H_
#define GRIT_CONFORMANCE_SELECTION_H_

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/vectors/case.h"

namespace grit::conformance {

// Conditions of one key are alternatives; all keys that are given must hold. Values are globs
// (* any run of characters, ? one).
class Selection {
 public:
  // "op=CHECK", "clause=§5.1*", "grade=GRADE_MXFP4", "format=e2m1", "placement=BLOCK_AOS",
  // "id=generated/grade/*". The clause's § may be left out, and a clause selects what is below
  // it: 5.1 selects §5.1.6. Of a case that names several clauses one is enough. A sentence where
  // the text is none of these.
  std::expected<void, std::string> add(std::string_view condition);

  bool selects(const vectors::Case& item) const;
  bool is_everything() const { return conditions_.empty(); }
  const std::vector<std::string>& conditions() const { return conditions_; }

 private:
  std::vector<std::string> conditions_;  // as given
  std::vector<std::string> ops_;
  std::vector<std::string> clauses_;
  std::vector<std::string> grades_;
  std::vector<std::string> formats_;
  std::vector<std::string> placements_;
  std::vector<std::string> ids_;
};

// All these conditions; a sentence that names the first that is none.
std::expected<Selection, std::string> selection_of(std::span<const std::string> conditions);

// Of an adapter that answers an operation for some inputs only: one selection a text, whose
// conditions stand between blanks: "op=DECODE grade=GRADE_MXFP4". A sentence where a text is none.
std::expected<std::vector<Selection>, std::string> parse_selections(
    std::span<const std::string> texts);

// Whether one of them selects the case, or there are none.
bool one_selects(std::span<const Selection> selections, const vectors::Case& item);

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
