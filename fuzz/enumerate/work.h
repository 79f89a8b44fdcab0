// The work of one run: descriptors in a fixed order, numbered from 0, of chosen units in full or as
// a seeded sample.
#ifndef GRIT_FUZZ_ENUMERATE_WORK_H_
#define GRIT_FUZZ_ENUMERATE_WORK_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fuzz/enumerate/expectation.h"
#include "fuzz/enumerate/judge.h"
#include "fuzz/enumerate/plan.h"

namespace grit::enumerate {

// How many of a sample, or nothing: all of them.
struct Sample {
  std::uint64_t count = 0;
  std::uint64_t seed = 0;
};

// What was judged well, and how check answered, by index into the units.
struct Tally {
  std::uint64_t done = 0;
  std::map<std::size_t, StatusCounts> counts;

  void add(const Tally& other);
  StatusCounts totals() const;

  friend bool operator==(const Tally&, const Tally&) = default;
};

struct Violation {
  std::size_t unit = 0;                // index into the units
  std::optional<std::uint64_t> index;  // in the unit; nothing where it is about the whole unit
  DescriptorBytes bytes{};             // the canonical descriptor for a whole unit
  Broken broken{};
};

// Where a thread is, for whoever reports that it did not come back. May be null.
using Watch = const DescriptorBytes**;

class Work {
 public:
  // Borrows the units; `chosen` are indices into them, ascending. A sample takes each chosen unit
  // equally often, whatever its size, so that small ones are not lost among large ones.
  Work(std::span<const Unit> units, std::vector<std::size_t> chosen,
       std::optional<Sample> sample = std::nullopt);

  std::uint64_t size() const { return size_; }
  std::span<const Unit> units() const { return units_; }
  std::span<const std::size_t> chosen() const { return chosen_; }
  const std::optional<Sample>& sample() const { return sample_; }

  // A hash of everything that says which descriptor has which number.
  std::uint64_t fingerprint() const;

  // Judges the descriptors `begin` to `end` - 1 in order, and stops at the first violation. `tally`
  // gets those before it.
  std::optional<Violation> judge(std::uint64_t begin, std::uint64_t end,
                                 const laws::Implementation& implementation, Tally& tally,
                                 Watch watch = nullptr) const;

  // The first chosen unit whose totals are wrong, of a tally of the whole work. A sample has none.
  std::optional<Violation> judge_totals(const Tally& tally) const;

 private:
  struct Place {
    std::size_t unit;
    std::uint64_t index;
  };
  Place place_of_draw(std::uint64_t number) const;

  std::span<const Unit> units_;
  std::vector<std::size_t> chosen_;
  std::vector<std::uint64_t> ends_;  // of each chosen unit, in numbers of this work
  std::optional<Sample> sample_;
  std::uint64_t size_ = 0;
};

}  // namespace grit::enumerate

#endif  // GRIT_FUZZ_ENUMERATE_WORK_H_
