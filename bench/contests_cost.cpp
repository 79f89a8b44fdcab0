// What a check and a digest cost in each language: docs/REPRODUCING.md sets it beside the figures
// that GRIT's authors published.
#include <benchmark/benchmark.h>

#include <memory>

#include "bench/contests.h"
#include "bench/inputs.h"
#include "grit_c/check.h"
#include "grit_c/fingerprint.h"
#include "harness/reference/kernels/check.h"
#include "harness/reference/kernels/digest.h"

namespace grit::bench {
namespace {

using reference::Planes;
namespace kernels = reference::kernels;

const std::uint8_t* raw(std::span<const std::byte> bytes) {
  return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

void add_python(Contest& contest, PeerChild* python) {
  if (python != nullptr &&
      python->prepare(contest.subject.op, contest.subject.grade, contest.subject.size)) {
    contest.contenders.push_back(
        {.peer = "python", .pass = {}, .timed_pass = [python] { return python->pass(); }});
  }
}

Contest check(const Peers& peers, const Subject& subject, kernels::Isa isa) {
  const auto& grade = reference::registry_entry(reference::GradeName::kMxfp4);
  auto question = std::make_shared<const Questions>(right_questions_of(grade, 1));
  Contest contest{.subject = subject, .work = 1};
  contest.contenders.push_back(
      {.peer = std::string(kProduct), .pass = [question, isa] {
         benchmark::DoNotOptimize(kernels::check_status(
             question->descriptors[0], question->shapes[0], question->lengths[0], isa));
       }});
  contest.contenders.push_back(
      {.peer = "c", .pass = [question] {
         benchmark::DoNotOptimize(
             grit_check({raw(question->descriptors[0]), question->descriptors[0].size()},
                        {question->shapes[0].data(), question->shapes[0].size()},
                        question->lengths[0].data(), 1, nullptr, nullptr));
       }});
  if (const grit_peer* crate = peers.crate) {
    contest.contenders.push_back(
        {.peer = crate->name, .pass = [question, crate] {
           benchmark::DoNotOptimize(
               crate->check({raw(question->descriptors[0]), question->descriptors[0].size()},
                            question->shapes[0].data(), question->shapes[0].size(),
                            question->lengths[0].data()));
         }});
  }
  add_python(contest, peers.python);
  return contest;
}

Contest digest(const Peers& peers, const Subject& subject, kernels::Isa isa) {
  auto data = std::make_shared<const std::vector<std::byte>>(random_bytes(subject.size));
  Contest contest{.subject = subject,
                  .unit = Unit::kGigabytesPerSecond,
                  .work = static_cast<double>(subject.size)};
  contest.contenders.push_back({.peer = std::string(kProduct), .pass = [data, isa] {
                                  benchmark::DoNotOptimize(
                                      kernels::digest(Planes{*data, {}, {}, {}}, isa));
                                }});
  contest.contenders.push_back({.peer = "c", .pass = [data] {
                                  const grit_bytes planes[GRIT_PLANE_COUNT] = {
                                      {raw(*data), data->size()}};
                                  std::array<std::uint8_t, GRIT_FINGERPRINT_BYTES> hash;
                                  grit_digest(planes, hash.data());
                                  benchmark::DoNotOptimize(hash);
                                }});
  if (const grit_peer* crate = peers.crate) {
    contest.contenders.push_back({.peer = crate->name, .pass = [data, crate] {
                                    const grit_peer_bytes planes[4] = {{raw(*data), data->size()}};
                                    std::array<std::uint8_t, 16> hash;
                                    crate->digest(planes, hash.data());
                                    benchmark::DoNotOptimize(hash);
                                  }});
  }
  add_python(contest, peers.python);
  return contest;
}

}  // namespace

std::vector<PlannedContest> cost_contests(const Peers& peers, kernels::Isa isa) {
  const Subject one_check{.op = "cost-check-l1", .grade = "MXFP4", .size = 1};
  const Subject one_digest{.op = "cost-digest", .grade = "any", .size = 1U << 16};
  return {{.subject = one_check,
           .prepare = [&peers, one_check, isa] { return check(peers, one_check, isa); }},
          {.subject = one_digest,
           .prepare = [&peers, one_digest, isa] { return digest(peers, one_digest, isa); }}};
}

}  // namespace grit::bench
