// Checks that hold for the cases of every source.
#ifndef GRIT_VECTORS_CASE_CHECKS_H_
#define GRIT_VECTORS_CASE_CHECKS_H_

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <unordered_set>

#include "harness/protocol/answer.h"
#include "harness/vectors/case.h"

namespace grit::vectors {

inline void expect_unique_ids(std::span<const Case> cases) {
  std::unordered_set<std::string> ids;
  for (const Case& item : cases) EXPECT_TRUE(ids.insert(item.id).second) << item.id;
}

// Every case cites a clause, and says who established its expectation exactly where it has one.
inline void expect_complete(std::span<const Case> cases) {
  for (const Case& item : cases) {
    EXPECT_TRUE(item.clause.starts_with("§")) << item.id;
    EXPECT_EQ(item.expected.has_value(), !item.provenance.empty()) << item.id;
    EXPECT_LE(item.request.size(), protocol::kMaxPayloadBytes) << item.id;
  }
}

// Two independent sources: the expectations, which do not come from the reference, and the
// reference. A difference is a bug in one of them. The text of an internal error is free; one
// without being expected is a bug.
inline void expect_agreement_with_reference(std::span<const Case> cases) {
  for (const Case& item : cases) {
    const protocol::Reply reply =
        protocol::answer(static_cast<std::uint8_t>(item.op), item.request);
    if (item.expected && item.expected->kind == protocol::ReplyKind::kInternalError) {
      EXPECT_EQ(reply.kind, protocol::ReplyKind::kInternalError) << item.id;
      continue;
    }
    EXPECT_NE(reply.kind, protocol::ReplyKind::kInternalError) << item.id;
    EXPECT_NE(reply.kind, protocol::ReplyKind::kUnsupported) << item.id;
    if (item.expected) {
      EXPECT_TRUE(reply == *item.expected) << item.id;
    }
  }
}

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_CASE_CHECKS_H_
