// Properties: a law, a thousand drawn inputs to which it applies, and, where it is broken, the
// smallest input that was found, written as a unit test. RapidCheck draws, counts and searches;
// this header does not include it, for it takes longer to compile than everything else here.
//
// An input to which the law does not apply is discarded and another one drawn, at most ten for each
// that counts: a property that hardly ever applies fails.
#ifndef GRIT_LAWS_PROPERTY_H_
#define GRIT_LAWS_PROPERTY_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/laws/law.h"
#include "harness/vectors/random.h"

namespace grit::laws {

// How inputs are drawn and made smaller.
template <typename Input>
struct Generator {
  // `size` grows from 0 to 100 in the course of a property.
  std::function<Input(vectors::Random&, int size)> draw;
  // Inputs that are simpler in one respect, the simplest first; none of them again `input`, and no
  // way back to it, so that a search ends.
  std::function<std::vector<Input>(const Input&)> simpler;
};

struct PropertyOptions {
  std::uint64_t seed = 20'261'130;
  int cases = 1'000;
};

// The defaults, or what the environment variable RC_PARAMS says of seed and max_success.
PropertyOptions property_options();

struct PropertyOutcome {
  bool passed = false;
  int cases = 0;       // to which the law applied
  std::string report;  // where it did not pass: the law, the seed, and a unit test
};

namespace property_detail {

using Any = std::shared_ptr<const void>;

struct Erased {
  std::function<Any(vectors::Random&, int)> draw;
  std::function<std::vector<Any>(const Any&)> simpler;
  std::function<LawResult(const Any&)> law;
  std::function<std::string(const Any&)> unit_test;
};
PropertyOutcome run(const Erased& property, const PropertyOptions& options);

template <typename Input>
Any any(Input input) {
  return std::make_shared<const Input>(std::move(input));
}
template <typename Input>
const Input& as(const Any& value) {
  return *static_cast<const Input*>(value.get());
}

}  // namespace property_detail

// `unit_test` writes an input as C++ (generators.h).
template <typename Input>
PropertyOutcome run_property(const Generator<Input>& generator,
                             const std::function<LawResult(const Input&)>& law,
                             const std::function<std::string(const Input&)>& unit_test,
                             const PropertyOptions& options = property_options()) {
  using property_detail::Any;
  using property_detail::any;
  using property_detail::as;
  return property_detail::run(
      {[&](vectors::Random& random, int size) { return any<Input>(generator.draw(random, size)); },
       [&](const Any& value) {
         std::vector<Any> all;
         for (Input& input : generator.simpler(as<Input>(value))) {
           all.push_back(any<Input>(std::move(input)));
         }
         return all;
       },
       [&](const Any& value) { return law(as<Input>(value)); },
       [&](const Any& value) { return unit_test(as<Input>(value)); }},
      options);
}

}  // namespace grit::laws

#endif  // GRIT_LAWS_PROPERTY_H_
