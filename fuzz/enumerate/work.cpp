#include "fuzz/enumerate/work.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "harness/reference/bytes.h"
#include "harness/reference/fnv.h"
#include "harness/vectors/random.h"

namespace grit::enumerate {
namespace {

// The law is asked about one descriptor in so many; of a sample, likewise. Odd, so that over two
// fields it meets every value of the second one.
constexpr std::uint64_t kLawEvery = 4099;

void put(const FieldValues& values, std::uint64_t at, DescriptorBytes& bytes) {
  const reference::Field& field = *values.field;
  reference::store_le(values.at(at), std::span(bytes).subspan(field.offset, field.size));
}

// A judge for each grade that is met.
class Judges {
 public:
  explicit Judges(const laws::Implementation& implementation) : implementation_(implementation) {}

  Judge& of(reference::GradeName grade) {
    std::unique_ptr<Judge>& judge = judges_[grade];
    if (!judge) judge = std::make_unique<Judge>(grade, implementation_);
    return *judge;
  }

 private:
  const laws::Implementation& implementation_;
  std::map<reference::GradeName, std::unique_ptr<Judge>> judges_;
};

std::expected<reference::Status, Broken> judge_one(Judge& judge, const DescriptorBytes& bytes,
                                                   std::uint64_t index) {
  std::expected<reference::Status, Broken> status = judge.judge(bytes);
  if (status && index % kLawEvery == 0) {
    if (auto law = judge.judge_law(bytes); !law) return std::unexpected(std::move(law.error()));
  }
  return status;
}

// The descriptors `begin` to `end` - 1 of one unit, up to the first violation.
std::optional<Violation> judge_range(std::size_t number, const Unit& unit, std::uint64_t begin,
                                     std::uint64_t end, Judge& judge, StatusCounts& counts,
                                     Watch watch) {
  DescriptorBytes bytes = descriptor_at(unit, begin);
  if (watch != nullptr) *watch = &bytes;
  std::optional<Violation> violation;
  const std::uint64_t inner = unit.second_size();
  std::uint64_t first = begin / inner;
  std::uint64_t second = begin % inner;
  for (std::uint64_t index = begin; index < end; ++index) {
    if (unit.second) put(*unit.second, second, bytes);
    const std::expected<reference::Status, Broken> status = judge_one(judge, bytes, index);
    if (!status) {
      violation = Violation{number, index, bytes, status.error()};
      break;
    }
    ++counts[static_cast<std::size_t>(*status)];
    if (++second == inner) {
      second = 0;
      if (++first < unit.first.size()) put(unit.first, first, bytes);
    }
  }
  if (watch != nullptr) *watch = nullptr;
  return violation;
}

std::uint64_t total(const StatusCounts& counts) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : counts) sum += count;
  return sum;
}

std::string text(const StatusCounts& counts) {
  std::string words;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (!words.empty()) words += ", ";
    words += std::string(reference::status_name(static_cast<reference::Status>(i))) + " " +
             std::to_string(counts[i]);
  }
  return words;
}

}  // namespace

void Tally::add(const Tally& other) {
  done += other.done;
  for (const auto& [unit, from] : other.counts) {
    StatusCounts& to = counts[unit];
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
  }
}

StatusCounts Tally::totals() const {
  StatusCounts sums{};
  for (const auto& [unit, from] : counts) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += from[i];
  }
  return sums;
}

Work::Work(std::span<const Unit> units, std::vector<std::size_t> chosen,
           std::optional<Sample> sample)
    : units_(units), chosen_(std::move(chosen)), sample_(sample) {
  for (const std::size_t unit : chosen_) {
    size_ += units_[unit].size();
    ends_.push_back(size_);
  }
  if (sample_) size_ = chosen_.empty() ? 0 : sample_->count;
}

std::uint64_t Work::fingerprint() const {
  reference::Fnv1a64 hash;
  const auto add_number = [&](std::uint64_t value) {
    std::array<std::byte, 8> bytes{};
    reference::store_le(value, bytes);
    hash.update(bytes);
  };
  const auto add_values = [&](const FieldValues& values) {
    add_number(values.list.size());
    for (const std::uint64_t value : values.list) add_number(value);
  };
  add_number(sample_ ? 1 : 0);
  if (sample_) {
    add_number(sample_->count);
    add_number(sample_->seed);
  }
  for (const std::size_t number : chosen_) {
    const Unit& unit = units_[number];
    add_number(number);
    hash.update(reference::bytes_of(unit.name));
    add_values(unit.first);
    if (unit.second) add_values(*unit.second);
  }
  return hash.value();
}

Work::Place Work::place_of_draw(std::uint64_t number) const {
  auto random = vectors::Random::stream(sample_->seed, number);
  const std::size_t unit = random.pick(chosen_);
  return {unit, random.below(units_[unit].size())};
}

std::optional<Violation> Work::judge(std::uint64_t begin, std::uint64_t end,
                                     const laws::Implementation& implementation, Tally& tally,
                                     Watch watch) const {
  Judges judges(implementation);
  const auto judge_run = [&](std::size_t number, std::uint64_t from, std::uint64_t to) {
    const Unit& unit = units_[number];
    StatusCounts counts{};
    std::optional<Violation> violation =
        judge_range(number, unit, from, to, judges.of(unit.grade), counts, watch);
    if (total(counts) > 0) tally.add({total(counts), {{number, counts}}});
    return violation;
  };
  if (sample_) {
    for (std::uint64_t number = begin; number < end; ++number) {
      const auto [unit, index] = place_of_draw(number);
      if (auto violation = judge_run(unit, index, index + 1)) return violation;
    }
    return std::nullopt;
  }
  auto at = static_cast<std::size_t>(std::ranges::upper_bound(ends_, begin) - ends_.begin());
  for (; begin < end; ++at) {
    const std::size_t unit = chosen_[at];
    const std::uint64_t unit_begin = ends_[at] - units_[unit].size();
    const std::uint64_t to = std::min(end, ends_[at]);
    if (auto violation = judge_run(unit, begin - unit_begin, to - unit_begin)) return violation;
    begin = to;
  }
  return std::nullopt;
}

std::optional<Violation> Work::judge_totals(const Tally& tally) const {
  if (sample_) return std::nullopt;
  for (const std::size_t number : chosen_) {
    const Unit& unit = units_[number];
    const StatusCounts expected = expected_counts(unit);
    const auto found = tally.counts.find(number);
    const StatusCounts counts = found == tally.counts.end() ? StatusCounts{} : found->second;
    if (counts != expected) {
      return Violation{
          number,
          std::nullopt,
          reference::to_bytes(reference::canonical_descriptor(unit.grade)),
          {Fault::kCounts, "answers " + text(counts) + "; expected " + text(expected)}};
    }
  }
  return std::nullopt;
}

}  // namespace grit::enumerate
