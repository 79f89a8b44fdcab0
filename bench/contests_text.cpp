#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <array>
#include <memory>

#include "bench/contests.h"
#include "bench/inputs.h"
#include "harness/reference/kernels/canonicalize.h"
#include "harness/reference/kernels/gid.h"

namespace grit::bench {
namespace {

using reference::Gid;
using reference::RegistryEntry;
namespace kernels = reference::kernels;

grit_peer_bytes borrowed(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

Gid ours(const Questions& questions, std::size_t i) {
  return kernels::gid(questions.descriptors[i], questions.grades[i]->canonical,
                      questions.shapes[i]);
}

Gid theirs(const grit_peer& peer, const Questions& questions, std::size_t i) {
  Gid gid;
  peer.gid(reinterpret_cast<const std::uint8_t*>(questions.descriptors[i].data()),
           borrowed(questions.grades[i]->canonical), questions.shapes[i].data(),
           questions.shapes[i].size(), reinterpret_cast<std::uint8_t*>(gid.data()));
  return gid;
}

Contest gid_contest(const Peers& peers, const Subject& subject, Questions made) {
  auto questions = std::make_shared<const Questions>(std::move(made));
  Contest contest{.subject = subject, .work = static_cast<double>(questions->size())};
  contest.contenders.push_back({.peer = std::string(kProduct), .pass = [questions] {
                                  for (std::size_t i = 0; i < questions->size(); ++i) {
                                    benchmark::DoNotOptimize(ours(*questions, i));
                                  }
                                }});
  if (peers.crate == nullptr) return contest;
  const grit_peer& peer = *peers.crate;
  contest.contenders.push_back({.peer = peer.name, .pass = [&peer, questions] {
                                  for (std::size_t i = 0; i < questions->size(); ++i) {
                                    benchmark::DoNotOptimize(theirs(peer, *questions, i));
                                  }
                                }});
  contest.disagreement = [&peer, questions]() -> std::optional<std::string> {
    for (std::size_t i = 0; i < questions->size(); ++i) {
      if (ours(*questions, i) != theirs(peer, *questions, i)) {
        return fmt::format("{} gives another gid to question {}", peer.name, i);
      }
    }
    return std::nullopt;
  };
  return contest;
}

// Long enough for the canonical form of anything that is measured.
using Buffer = std::array<char, 1'024>;

std::string_view ours(std::string_view text, Buffer& buffer) {
  return kernels::canonicalize_into(text, buffer).value_or(std::string_view());
}

std::string_view theirs(const grit_peer& peer, std::string_view text, Buffer& buffer) {
  const std::size_t length = peer.canonicalize(borrowed(text), buffer.data(), buffer.size());
  return length > buffer.size() ? std::string_view() : std::string_view(buffer.data(), length);
}

Contest canonicalize_contest(const Peers& peers, const Subject& subject,
                             std::vector<std::string> spellings) {
  auto texts = std::make_shared<const std::vector<std::string>>(std::move(spellings));
  Contest contest{.subject = subject, .work = static_cast<double>(texts->size())};
  contest.contenders.push_back({.peer = std::string(kProduct), .pass = [texts] {
                                  Buffer buffer;
                                  for (const std::string& text : *texts) {
                                    benchmark::DoNotOptimize(ours(text, buffer));
                                  }
                                }});
  if (peers.crate == nullptr) return contest;
  const grit_peer& peer = *peers.crate;
  contest.contenders.push_back({.peer = peer.name, .pass = [&peer, texts] {
                                  Buffer buffer;
                                  for (const std::string& text : *texts) {
                                    benchmark::DoNotOptimize(theirs(peer, text, buffer));
                                  }
                                }});
  contest.disagreement = [&peer, texts]() -> std::optional<std::string> {
    Buffer first;
    Buffer second;
    for (const std::string& text : *texts) {
      const std::string_view form = ours(text, first);
      if (form.empty() || form != theirs(peer, text, second)) {
        return fmt::format("{} does not read {} as we do", peer.name, text);
      }
    }
    return std::nullopt;
  };
  return contest;
}

}  // namespace

std::vector<PlannedContest> text_contests(const Peers& peers) {
  constexpr std::size_t kInCache = 1'024;
  std::vector<PlannedContest> contests;
  for (const RegistryEntry& entry : reference::registry()) {
    const Subject subject{.op = "gid", .grade = short_name(entry), .size = kInCache};
    contests.push_back({.subject = subject, .quick = true, .prepare = [&peers, subject, &entry] {
                          return gid_contest(peers, subject,
                                             right_questions_of(entry, subject.size));
                        }});
  }
  const Subject any{.op = "gid", .grade = "any-frame", .size = kInCache};
  contests.push_back({.subject = any, .quick = true, .prepare = [&peers, any] {
                        return gid_contest(peers, any, questions_of_any_frame(any.size));
                      }});
  for (const RegistryEntry& entry : reference::registry()) {
    const Subject subject{.op = "canonicalize", .grade = short_name(entry), .size = 1};
    contests.push_back({.subject = subject, .quick = true, .prepare = [&peers, subject, &entry] {
                          return canonicalize_contest(peers, subject,
                                                      {std::string(entry.canonical)});
                        }});
  }
  const Subject respelled{.op = "canonicalize", .grade = "respelled", .size = 6};
  contests.push_back({.subject = respelled, .quick = true, .prepare = [&peers, respelled] {
                        return canonicalize_contest(peers, respelled, other_spellings());
                      }});
  return contests;
}

}  // namespace grit::bench
