// The driver of properties itself: that a broken law is found, shrinks to the smallest view and is
// printed as a unit test that compiles, that a law that hardly ever applies fails, and that seeds
// mean what they say.
#include "harness/laws/property.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "harness/laws/check_laws.h"
#include "harness/laws/decode_laws.h"
#include "harness/laws/expect_property.h"
#include "harness/laws/generators.h"
#include "harness/laws/long_hand.h"

namespace grit::laws {
namespace {

// A law that is wrong on purpose: "no array has two elements".
LawResult no_two_elements(const reference::View& view) {
  if (product(view.shape) < 2) return holds();
  return broken(Law::kValues, "two elements");
}

// The same without the counter-example: what the printed test calls, so that it passes.
LawResult any_array(const reference::View&) { return holds(); }

// The printed test, as it is printed.
#include "harness/laws/counter_example_test.inc"

std::string printed_example() {
  std::ifstream file(GRIT_COUNTER_EXAMPLE);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Property, ABrokenLawShrinksToTheSmallestView) {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u, 5u}) {
    const PropertyOutcome outcome = run_property<ViewInput>(
        views({.stored_forms = true}),
        [](const ViewInput& input) { return no_two_elements(input.sample.view()); },
        [](const ViewInput& input) {
          return unit_test("NoTwoElements", input, "any_array(sample.view())");
        },
        {.seed = seed, .cases = 1000});
    EXPECT_FALSE(outcome.passed);
    EXPECT_NE(outcome.report.find("seed " + std::to_string(seed)), std::string::npos);
    EXPECT_NE(outcome.report.find("values (values, §11.5) is broken: two elements"),
              std::string::npos)
        << outcome.report;
    // The file holds it behind a comment.
    const std::string file = printed_example();
    const std::string expected = file.substr(file.find("TEST("));
    EXPECT_NE(outcome.report.find(expected), std::string::npos) << outcome.report << expected;
  }
}

TEST(Property, ABrokenImplementationShrinksToOneElement) {
  // −0 for every element whose code is odd.
  Implementation faulty = reference_implementation();
  faulty.decode_view = [](const reference::View& view) {
    auto values = reference_implementation().decode_view(view);
    if (values && !values->empty() && view.planes[0].size() > 0 &&
        (view.planes[0][0] & std::byte{1}) != std::byte{0}) {
      (*values)[0] = 0x80000000;
    }
    return values;
  };
  ViewInput smallest;
  const PropertyOutcome outcome = run_property<ViewInput>(
      views(), [&](const ViewInput& input) { return values(input.sample.view(), faulty); },
      [&](const ViewInput& input) {
        smallest = input;
        return std::string();
      });
  EXPECT_FALSE(outcome.passed);
  EXPECT_EQ(smallest.sample.array.shape.size(), 1u);
  EXPECT_EQ(product(smallest.sample.array.shape), 1u);
  EXPECT_EQ(smallest.sample.array.planes[0], from_hex("01"));
}

TEST(Property, ALawThatHardlyEverAppliesFails) {
  const PropertyOutcome outcome = run_property<ViewInput>(
      views(), [n = 0](const ViewInput&) mutable { return ++n % 40 == 0 ? holds() : vacuous(); },
      [](const ViewInput&) { return std::string(); });
  EXPECT_FALSE(outcome.passed);
  EXPECT_LT(outcome.cases, 1000);
  EXPECT_NE(outcome.report.find("the generator does not reach it"), std::string::npos)
      << outcome.report;
}

TEST(Property, CountsWhatApplied) {
  int calls = 0;
  const PropertyOutcome outcome = run_property<ViewInput>(
      views(), [&](const ViewInput&) { return ++calls % 2 == 0 ? holds() : vacuous(); },
      [](const ViewInput&) { return std::string(); }, {.seed = 7, .cases = 50});
  EXPECT_TRUE(outcome.passed) << outcome.report;
  EXPECT_EQ(outcome.cases, 50);
  EXPECT_EQ(calls, 100);
}

TEST(Property, OneSeedGivesTheSameInputs) {
  const auto inputs = [](std::uint64_t seed) {
    std::vector<std::string> all;
    run_property<ViewInput>(
        views({.stored_forms = true}),
        [&](const ViewInput& input) {
          all.push_back(source_of(input.sample));
          return holds();
        },
        [](const ViewInput&) { return std::string(); }, {.seed = seed, .cases = 20});
    return all;
  };
  EXPECT_EQ(inputs(1), inputs(1));
  EXPECT_NE(inputs(1), inputs(2));
}

TEST(Generators, SimplerViewsAreViewsAndLeadNowhereBack) {
  vectors::Random random(3);
  const auto generator = views({.stored_forms = true});
  for (int i = 0; i < 20; ++i) {
    const ViewInput input = generator.draw(random, 50);
    for (const ViewInput& simpler : generator.simpler(input)) {
      EXPECT_FALSE(simpler == input);
      EXPECT_TRUE(reference_implementation().decode_view(simpler.sample.view()).has_value())
          << source_of(simpler.sample);
    }
  }
}

TEST(Generators, ChecksReachEveryStatus) {
  vectors::Random random(4);
  const auto generator = check_inputs();
  std::map<reference::Status, int> count;
  for (int i = 0; i < 1000; ++i) {
    CheckInput input = generator.draw(random, i / 10);
    if (!input.planes) continue;
    std::vector<reference::GradeFrame> frames;
    const reference::CheckRequest request{
        .descriptor = input.descriptor, .shape = input.shape, .level = 2, .grades = frames};
    ++count[reference::check(request, reference::borrow(*input.planes), input.digest).status];
  }
  EXPECT_EQ(count.size(), 5u);
  for (const auto& [status, n] : count) EXPECT_GE(n, 5) << reference::status_name(status);
}

TEST(Generators, HostileNumbersAreWrittenAsCpp) {
  EXPECT_EQ(source_of(std::vector<std::int64_t>{INT64_MIN, -1}), "{INT64_MIN, -1}");
  EXPECT_EQ(string_literal("a\"\\\n\xFF"
                           "1"),
            "\"a\\\"\\\\\\012\\3771\"");
}

TEST(LawTable, EveryLawHasItsRow) {
  std::set<std::string_view> ids;
  for (const LawInfo& row : all_laws()) {
    EXPECT_EQ(&info(row.law), &row);
    EXPECT_TRUE(ids.insert(row.id).second) << row.id;
    EXPECT_TRUE(row.clause.starts_with("§")) << row.id;
    EXPECT_TRUE(row.sentence.ends_with(".")) << row.id;
    EXPECT_FALSE(row.function.empty()) << row.id;
  }
  for (int number = 1; number <= 10; ++number) {
    const LawInfo& row = all_laws()[static_cast<std::size_t>(number - 1)];
    EXPECT_EQ(row.id, "L" + std::to_string(number));
    EXPECT_EQ(row.clause, "§11.8." + std::to_string(number));
  }
  EXPECT_EQ(static_cast<std::size_t>(Law::kVerify) + 1, all_laws().size());
}

}  // namespace
}  // namespace grit::laws
