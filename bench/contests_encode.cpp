#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>

#include "bench/contests.h"
#include "bench/inputs.h"
#include "harness/reference/encode.h"
#include "harness/reference/kernels/encode.h"

namespace grit::bench {
namespace {

using reference::kPlaneCount;
using reference::PlaneBuffers;
using reference::RegistryEntry;
using reference::kernels::Isa;

struct Task {
  std::vector<std::uint32_t> values;
  // Written by every pass.
  mutable PlaneBuffers planes;
};

std::shared_ptr<const Task> task_of(const RegistryEntry& grade, std::size_t elements) {
  auto task = std::make_shared<Task>();
  task->values = normal_values(elements);
  if (const auto lengths = reference::encoded_lengths(grade.grade, elements)) {
    for (std::size_t p = 0; p < kPlaneCount; ++p) task->planes[p].resize((*lengths)[p]);
  }
  return task;
}

void encode(const RegistryEntry& grade, const Task& task, Isa isa) {
  const reference::MutablePlanes planes{task.planes[0], task.planes[1], task.planes[2],
                                        task.planes[3]};
  const bool done =
      reference::kernels::encode_into(grade.grade, task.values, planes, {.isa = isa}).has_value();
  if (!done) std::abort();  // the lengths are encoded_lengths'
  benchmark::ClobberMemory();
}

bool theirs(const grit_peer& crate, const RegistryEntry& grade, const Task& task,
            std::uint8_t* const* out) {
  return crate.encode({reinterpret_cast<const std::uint8_t*>(grade.name.data()), grade.name.size()},
                      reinterpret_cast<const float*>(task.values.data()), task.values.size(),
                      out) != 0;
}

void add_crate(Contest& contest, const grit_peer& crate, const RegistryEntry& grade,
               std::shared_ptr<const Task> task, Isa isa) {
  contest.contenders.push_back({.peer = crate.name, .pass = [&crate, &grade, task] {
                                  theirs(crate, grade, *task, nullptr);
                                }});
  contest.disagreement = [&crate, &grade, task, isa]() -> std::optional<std::string> {
    PlaneBuffers other = task->planes;
    std::array<std::uint8_t*, kPlaneCount> out{};
    for (std::size_t p = 0; p < kPlaneCount; ++p) {
      out[p] = reinterpret_cast<std::uint8_t*>(other[p].data());
    }
    if (!theirs(crate, grade, *task, out.data())) {
      return fmt::format("{} refuses to encode", crate.name);
    }
    encode(grade, *task, isa);
    if (task->planes != other) return fmt::format("{} gives other planes", crate.name);
    return std::nullopt;
  };
}

}  // namespace

std::vector<PlannedContest> encode_contests(const Peers& peers, Isa isa) {
  using reference::GradeName;
  std::vector<PlannedContest> contests;
  for (const GradeName name :
       {GradeName::kMxfp4, GradeName::kNvf4, GradeName::kQ4ks, GradeName::kI8s24}) {
    const RegistryEntry& grade = reference::registry_entry(name);
    const Subject subject{.op = "encode-in", .grade = short_name(grade), .size = 4'096};
    contests.push_back(
        {.subject = subject, .quick = true, .prepare = [&peers, &grade, subject, isa] {
           const auto task = task_of(grade, subject.size);
           Contest contest{.subject = subject,
                           .unit = Unit::kGigabytesPerSecond,
                           .work = static_cast<double>(subject.size * sizeof(float))};
           contest.contenders.push_back(
               {.peer = std::string(kProduct),
                .pass = [&grade, task, isa] { encode(grade, *task, isa); }});
           if (peers.crate != nullptr) add_crate(contest, *peers.crate, grade, task, isa);
           return contest;
         }});
  }
  return contests;
}

}  // namespace grit::bench
