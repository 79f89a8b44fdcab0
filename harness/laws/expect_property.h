// Properties in this room's test program.
#ifndef GRIT_LAWS_EXPECT_PROPERTY_H_
#define GRIT_LAWS_EXPECT_PROPERTY_H_

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "harness/laws/generators.h"
#include "harness/laws/property.h"

namespace grit::laws {

// The running test passes where the property does.
template <typename Input>
void expect_property(const Generator<Input>& generator,
                     const std::function<LawResult(const Input&)>& law,
                     const std::function<std::string(const Input&)>& unit_test) {
  const PropertyOutcome outcome = run_property<Input>(generator, law, unit_test);
  EXPECT_TRUE(outcome.passed) << outcome.report;
}

// The name of the running test, under which a counter-example is printed.
inline std::string test_name() {
  return testing::UnitTest::GetInstance()->current_test_info()->name();
}

// Of a view. `call` writes the call of the law for this input.
inline void expect_of_views(const ViewWish& wish,
                            const std::function<LawResult(const ViewInput&)>& law,
                            const std::function<std::string(const ViewInput&)>& call) {
  expect_property<ViewInput>(views(wish), law, [&](const ViewInput& input) {
    return unit_test(test_name(), input, call(input));
  });
}

// Of a law that takes nothing but a view.
inline void expect_of_views(const ViewWish& wish,
                            LawResult (*law)(const reference::View&, const Implementation&),
                            const std::string& law_name) {
  expect_of_views(
      wish,
      [&](const ViewInput& input) { return law(input.sample.view(), reference_implementation()); },
      [&](const ViewInput&) { return law_name + "(sample.view())"; });
}

}  // namespace grit::laws

#endif  // GRIT_LAWS_EXPECT_PROPERTY_H_
