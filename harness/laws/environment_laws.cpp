#include "harness/laws/environment_laws.h"

#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "harness/laws/floating_environment.h"

namespace grit::laws {
namespace {

constexpr Law kLaw = Law::kIndependence;

// Whether `compute` leaves the environment as `choice` made it.
template <typename Compute>
auto computed_under(const EnvironmentChoice& choice, const Compute& compute, bool& unchanged) {
  const EnvironmentGuard guard(choice);
  const FloatingControl before = floating_control();
  auto result = compute();
  unchanged = floating_control() == before;
  return result;
}

LawResult changed(const EnvironmentChoice& choice) {
  return broken(kLaw, "the floating-point environment (" + std::string(choice.name) +
                          ") does not come back as it was");
}

}  // namespace

LawResult independence(const reference::View& view, const Implementation& implementation) {
  Values expected;
  for (const EnvironmentChoice& choice : environment_choices()) {
    bool unchanged = false;
    auto decoded =
        computed_under(choice, [&] { return implementation.decode_view(view); }, unchanged);
    if (!unchanged) return changed(choice);
    const bool first = &choice == environment_choices().data();
    if (first) {
      if (!decoded || decoded->empty()) return vacuous();
      expected = std::move(*decoded);
      continue;
    }
    if (!decoded) return broken(kLaw, "decode_view refuses, rounding " + std::string(choice.name));
    const auto same =
        same_values(kLaw, "decode_view, rounding " + std::string(choice.name), *decoded, expected);
    if (!same) return same;
  }
  return holds();
}

LawResult encode_independence(reference::GradeName grade, std::span<const std::uint32_t> values,
                              const Implementation& implementation) {
  const auto count = static_cast<std::int64_t>(values.size());
  reference::PlaneBuffers expected;
  Values decoded;
  for (const EnvironmentChoice& choice : environment_choices()) {
    bool unchanged = false;
    auto planes =
        computed_under(choice, [&] { return implementation.encode(grade, values); }, unchanged);
    if (!unchanged) return changed(choice);
    const bool first = &choice == environment_choices().data();
    if (first && (!planes || values.empty())) return vacuous();
    if (!planes) return broken(kLaw, "encode refuses, rounding " + std::string(choice.name));
    if (!first && *planes != expected) {
      return broken(kLaw, "encode gives other bytes, rounding " + std::string(choice.name));
    }
    auto back = computed_under(
        choice, [&] { return implementation.decode(grade, count, reference::borrow(*planes)); },
        unchanged);
    if (!unchanged) return changed(choice);
    if (!back) return broken(kLaw, "decode refuses what encode gave");
    if (first) {
      expected = std::move(*planes);
      decoded = std::move(*back);
      continue;
    }
    const auto same =
        same_values(kLaw, "decode, rounding " + std::string(choice.name), *back, decoded);
    if (!same) return same;
  }
  return holds();
}

LawResult thread_independence(const reference::View& view, std::size_t threads,
                              const Implementation& implementation) {
  const auto expected = implementation.decode_view(view);
  if (!expected || expected->empty()) return vacuous();
  std::vector<Values> found(threads);
  std::vector<std::thread> running;
  for (std::size_t i = 0; i < threads; ++i) {
    running.emplace_back([&implementation, &view, &result = found[i]] {
      if (auto decoded = implementation.decode_view(view)) result = std::move(*decoded);
    });
  }
  for (std::thread& one : running) one.join();
  for (std::size_t i = 0; i < threads; ++i) {
    const auto same =
        same_values(kLaw, "thread " + std::to_string(i) + " of " + std::to_string(threads),
                    found[i], *expected);
    if (!same) return same;
  }
  return holds();
}

}  // namespace grit::laws
