// Batches of requests to the adapters that cannot be linked: our Python and TypeScript, and the
// published packages. Everybody answers as the reference does, but for the known deviations of a
// published package.
//
// Edges show nothing of what happens in other processes, so the outcomes of all of them together
// are the feedback: a new kind of disagreement, or of agreement, is an input worth keeping.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "fuzz/driver/adapter_group.h"
#include "fuzz/driver/disagreement.h"
#include "fuzz/driver/feedback.h"
#include "fuzz/driver/finding.h"
#include "fuzz/driver/frames.h"
#include "fuzz/driver/request_texts.h"
#include "fuzz/driver/target.h"
#include "fuzz/driver/utf8.h"
#include "fuzz/targets/ops.h"
#include "harness/conformance/deviations.h"
#include "harness/conformance/reply_view.h"
#include "harness/conformance/request_view.h"
#include "harness/protocol/answer.h"
#include "harness/vectors/generate.h"

namespace grit::fuzz {
namespace {

using conformance::Outcome;
using conformance::OutcomeKind;
using protocol::Op;

constexpr std::array<std::string_view, 4> kSubjects = {"python", "typescript", "published-python",
                                                       "published-rust"};
constexpr std::chrono::milliseconds kDeadline{8'000};
constexpr std::size_t kMostRequests = 64;

struct Subjects {
  std::vector<std::string> names;
  std::vector<conformance::DeviationList> deviations;
  AdapterGroup group;
};

[[noreturn]] void cannot_ask(const std::string& why) {
  report_finding(FindingKind::kInfrastructure, "adapters cannot be asked", why);
}

Subjects start() {
  const char* root = std::getenv("GRIT_ROOT");
  const char* build = std::getenv("GRIT_BUILD");
  if (root == nullptr || build == nullptr) {
    cannot_ask("GRIT_ROOT and GRIT_BUILD name the project and its build; ./grit fuzz sets them");
  }
  auto all = conformance::discover_adapters({root, build});
  if (!all) cannot_ask(all.error());
  std::vector<conformance::AdapterSpec> adapters;
  std::vector<std::string> names;
  std::vector<conformance::DeviationList> deviations;
  for (const std::string_view name : kSubjects) {
    const auto spec = std::ranges::find(*all, name, &conformance::AdapterSpec::name);
    if (spec == all->end()) cannot_ask("no adapter is called " + std::string(name));
    const auto available = conformance::availability(*spec);
    if (!available.built) {
      cannot_ask(std::string(name) + ": " + available.why_not + ' ' + available.hint);
    }
    deviations.emplace_back();
    if (!spec->deviations.empty()) {
      auto list = conformance::DeviationList::read(spec->deviations);
      if (!list) cannot_ask(list.error());
      deviations.back() = std::move(*list);
    }
    names.emplace_back(name);
    adapters.push_back(*spec);
  }
  auto group = AdapterGroup::start(std::move(adapters));
  if (!group) cannot_ask(group.error());
  return {std::move(names), std::move(deviations), std::move(*group)};
}

std::vector<Request> requests_of(std::span<const std::byte> input) {
  std::vector<Request> requests;
  FrameStream stream = frames_of(input);
  for (auto& [header, payload] : stream.frames) {
    const auto info = protocol::find_op(header.op);
    if (!info || info->op == Op::kHello) continue;
    if (requests.size() < kMostRequests) requests.emplace_back(info->op, std::move(payload));
  }
  return requests;
}

// What the protocol promises an adapter: requests that can be read, texts that are UTF-8.
bool may_be_asked(const Request& request, const protocol::Reply& reply) {
  return reply.kind != protocol::ReplyKind::kInternalError &&
         std::ranges::all_of(texts_of(request.first, request.second), is_utf8);
}

// Cases of a fuzzer belong to no family, so an entry covers what has its labels, its field and its
// format, whatever cases it names.
bool known(const conformance::DeviationList& list, Op op, std::span<const std::byte> request,
           const protocol::Reply& expected, const Outcome& got) {
  const auto expected_kind = conformance::outcome_of(expected.kind);
  const std::string expected_label =
      conformance::outcome_label(op, expected_kind, expected.payload);
  const std::string got_label = conformance::outcome_label(op, got.kind, got.payload);
  const std::string field =
      conformance::compare_replies(op, request, expected, got.kind, got.payload).field;
  const std::string format = conformance::format_of(op, request);
  return std::ranges::any_of(list.entries(), [&](const conformance::Deviation& entry) {
    return list.find({.op = op,
                      .case_id = {},
                      .expected = expected_label,
                      .got = got_label,
                      .field = field,
                      .format = format,
                      .example_of = &entry}) != nullptr;
  });
}

// CHECK is compared by its status: the plane is for people (PROTOCOL.md, "Comparison").
bool same_answer(Op op, const Outcome& a, const Outcome& b) {
  if (!protocol::is_check(op) || a.kind != OutcomeKind::kAnswered || b.kind != a.kind) {
    return same_outcome(a, b);
  }
  return !a.payload.empty() && !b.payload.empty() && a.payload[0] == b.payload[0];
}

}  // namespace

const Target& target() {
  static constexpr Target kTarget{"cross_process", Form::kFrames, kAllOps};
  return kTarget;
}

bool run(std::span<const std::byte> input) {
  // Alive from the first input to the last; no answer depends on an earlier request, or that is a
  // finding.
  static Subjects subjects = start();
  std::vector<Request> requests = requests_of(input);
  std::vector<protocol::Reply> expected;
  std::erase_if(requests, [&](const Request& request) {
    protocol::Reply reply =
        protocol::answer(static_cast<std::uint8_t>(request.first), request.second);
    if (!may_be_asked(request, reply)) return true;
    expected.push_back(std::move(reply));
    return false;
  });
  if (requests.empty()) return false;
  const auto outcomes = subjects.group.ask(requests, kDeadline);
  if (!outcomes) cannot_ask(outcomes.error());

  for (std::size_t i = 0; i < requests.size(); ++i) {
    const Op op = requests[i].first;
    const Outcome reference{conformance::outcome_of(expected[i].kind), expected[i].payload};
    std::vector<NamedOutcome> said = {{"reference", reference}};
    std::string tuple(protocol::op_name(op));
    for (std::size_t s = 0; s < subjects.names.size(); ++s) {
      const Outcome& outcome = (*outcomes)[s][i];
      tuple += ' ' + conformance::outcome_label(op, outcome.kind, outcome.payload);
      tuple += same_answer(op, reference, outcome) ? '=' : '!';
      if (outcome.kind == OutcomeKind::kNotOffered || outcome.kind == OutcomeKind::kNotRun)
        continue;
      if (same_answer(op, reference, outcome)) continue;
      if (known(subjects.deviations[s], op, requests[i].second, expected[i], outcome)) continue;
      said.push_back({subjects.names[s], outcome});
    }
    feedback(vectors::content_hash(op, protocol::as_bytes(tuple)));
    if (said.size() > 1) demand_agreement(op, requests[i].second, said);
  }
  return true;
}

}  // namespace grit::fuzz
