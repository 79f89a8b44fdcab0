#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <memory>

#include "bench/contests.h"
#include "bench/inputs.h"
#include "harness/reference/kernels/check.h"

namespace grit::bench {
namespace {

using reference::Rule;
using reference::Status;
namespace kernels = reference::kernels;

grit_peer_bytes borrowed(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

Status ours(const Questions& questions, std::size_t i) {
  return kernels::check_status(questions.descriptors[i], questions.shapes[i], questions.lengths[i]);
}

std::uint32_t theirs(const grit_peer& peer, const Questions& questions, std::size_t i) {
  return peer.check(borrowed(questions.descriptors[i]), questions.shapes[i].data(),
                    questions.shapes[i].size(), questions.lengths[i].data());
}

Contender one_by_one(std::string name, std::shared_ptr<const Questions> questions) {
  return {.peer = std::move(name), .pass = [questions] {
            for (std::size_t i = 0; i < questions->size(); ++i) {
              benchmark::DoNotOptimize(ours(*questions, i));
            }
          }};
}

Contender batch(std::shared_ptr<const Questions> questions) {
  auto statuses = std::make_shared<std::vector<Status>>(questions->size());
  return {.peer = std::string(kProduct), .pass = [questions, statuses] {
            kernels::check_many({.descriptors = questions->descriptors,
                                 .shapes = questions->shapes,
                                 .plane_bytes = questions->lengths},
                                *statuses);
            benchmark::DoNotOptimize(statuses->data());
          }};
}

void add_crate(Contest& contest, const Peers& peers, std::shared_ptr<const Questions> questions) {
  if (peers.crate == nullptr) return;
  const grit_peer& peer = *peers.crate;
  contest.contenders.push_back({.peer = peer.name, .pass = [&peer, questions] {
                                  for (std::size_t i = 0; i < questions->size(); ++i) {
                                    benchmark::DoNotOptimize(theirs(peer, *questions, i));
                                  }
                                }});
  contest.disagreement = [&peer, questions]() -> std::optional<std::string> {
    for (std::size_t i = 0; i < questions->size(); ++i) {
      const auto status = static_cast<std::uint32_t>(ours(*questions, i));
      if (theirs(peer, *questions, i) == status) continue;
      return fmt::format("{} does not answer {} to question {}", peer.name, status, i);
    }
    return std::nullopt;
  };
}

PlannedContest batches(const Peers& peers, std::string inputs, std::size_t count,
                       Questions (*make)(std::size_t)) {
  const Subject subject{.op = "check-l1-batch", .grade = std::move(inputs), .size = count};
  return {.subject = subject, .quick = true, .prepare = [&peers, subject, make] {
            auto questions = std::make_shared<const Questions>(make(subject.size));
            Contest contest{.subject = subject,
                            .work = static_cast<double>(subject.size),
                            .contenders = {batch(questions)}};
            add_crate(contest, peers, questions);
            return contest;
          }};
}

}  // namespace

std::vector<PlannedContest> check_contests(const Peers& peers) {
  constexpr std::size_t kInCache = 1'024;
  std::vector<PlannedContest> contests;

  const Subject ok{.op = "check-l1-ok", .grade = "mixed", .size = kInCache};
  contests.push_back(
      {.subject = ok, .quick = true, .prepare = [&peers, ok] {
         auto questions = std::make_shared<const Questions>(right_questions(ok.size));
         Contest contest{.subject = ok,
                         .work = static_cast<double>(ok.size),
                         .contenders = {one_by_one(std::string(kProduct), questions)}};
         add_crate(contest, peers, questions);
         return contest;
       }});

  // The slowest verdict beside Ok.
  const Subject rejects{.op = "check-l1-reject", .grade = "mixed", .size = kInCache};
  contests.push_back(
      {.subject = rejects, .quick = true, .prepare = [rejects] {
         Contest contest{.subject = rejects, .work = static_cast<double>(rejects.size)};
         for (const Rule rule : {Rule::kMagic, Rule::kReservedFlags, Rule::kGradeId, Rule::kGradeK0,
                                 Rule::kPlacementData, Rule::kNegativeExtent,
                                 Rule::kK0DoesNotDivide, Rule::kDataBytes}) {
           contest.contenders.push_back(one_by_one(
               std::string(kProduct),
               std::make_shared<const Questions>(questions_against(rule, rejects.size))));
         }
         contest.contenders.push_back(
             one_by_one("Ok", std::make_shared<const Questions>(right_questions(rejects.size))));
         return contest;
       }});

  contests.push_back(batches(peers, "mixed", kInCache, right_questions));
  contests.push_back(batches(peers, "mutated", 65'536, mutated_questions));
  return contests;
}

}  // namespace grit::bench
