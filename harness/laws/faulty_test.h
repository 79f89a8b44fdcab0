// Implementations that are wrong on purpose, for the tests that see a law fail.
#ifndef GRIT_LAWS_FAULTY_TEST_H_
#define GRIT_LAWS_FAULTY_TEST_H_

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>

#include "harness/laws/implementation.h"
#include "harness/laws/law.h"
#include "harness/reference/decode_view.h"

namespace grit::laws {

// The reference with one operation replaced: `change` assigns to a member.
inline Implementation faulty(const std::function<void(Implementation&)>& change) {
  Implementation implementation = reference_implementation();
  change(implementation);
  return implementation;
}

// The reference, but its values go through `spoil`.
inline Implementation faulty_values(
    const std::function<void(const reference::View&, Values&)>& spoil) {
  return faulty([&](Implementation& all) {
    all.decode_view = [spoil](const reference::View& view) {
      auto values = reference::decode_view(view);
      if (values) spoil(view, *values);
      return values;
    };
  });
}

// The law is broken, as itself, and says where.
inline void expect_broken(const LawResult& result, Law law, const std::string& where) {
  ASSERT_FALSE(result.has_value()) << "not found to be broken";
  EXPECT_EQ(result.error().law, law);
  EXPECT_NE(describe(result.error()).find(where), std::string::npos) << describe(result.error());
}

inline void expect_lane(const LawResult& result, Law law, const Lane& lane) {
  ASSERT_FALSE(result.has_value()) << "not found to be broken";
  EXPECT_EQ(result.error().law, law);
  ASSERT_TRUE(result.error().lane.has_value()) << describe(result.error());
  EXPECT_EQ(*result.error().lane, lane) << describe(result.error());
}

inline bool is_vacuous(const LawResult& result) {
  return result && *result == Application::kVacuous;
}

}  // namespace grit::laws

#endif  // GRIT_LAWS_FAULTY_TEST_H_
