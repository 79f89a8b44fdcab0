#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <memory>

#include "bench/contests.h"
#include "bench/inputs.h"
#include "harness/reference/fingerprint.h"
#include "harness/reference/fnv.h"
#include "harness/reference/kernels/digest.h"

namespace grit::bench {
namespace {

using reference::Digest;
using reference::Planes;
using reference::kernels::Isa;

Digest theirs(const grit_peer& peer, const Planes& planes) {
  std::array<grit_peer_bytes, reference::kPlaneCount> bytes{};
  for (std::size_t p = 0; p < bytes.size(); ++p) {
    bytes[p] = {reinterpret_cast<const std::uint8_t*>(planes[p].data()), planes[p].size()};
  }
  Digest digest;
  peer.digest(bytes.data(), reinterpret_cast<std::uint8_t*>(digest.data()));
  return digest;
}

Contender product(std::shared_ptr<const std::vector<std::byte>> data, Isa isa) {
  return {.peer = std::string(kProduct), .pass = [data, isa] {
            benchmark::DoNotOptimize(reference::kernels::digest(Planes{*data, {}, {}, {}}, isa));
          }};
}

// One plane; the crate copies all planes together first, so it is asked where that is not all.
PlannedContest digest(const Peers& peers, Isa isa, std::size_t bytes, bool quick) {
  const Subject subject{.op = "digest", .grade = "any", .size = bytes};
  return {.subject = subject, .quick = quick, .prepare = [&peers, isa, subject] {
            auto data = std::make_shared<const std::vector<std::byte>>(random_bytes(subject.size));
            Contest contest{.subject = subject,
                            .unit = Unit::kGigabytesPerSecond,
                            .work = static_cast<double>(subject.size),
                            .contenders = {product(data, isa)}};
            Contender serial = product(data, Isa::kScalar);
            serial.peer = "serial";
            contest.contenders.push_back(std::move(serial));
            const grit_peer* crate = peers.crate;
            if (crate != nullptr) {
              contest.contenders.push_back({.peer = crate->name, .pass = [data, crate] {
                                              benchmark::DoNotOptimize(
                                                  theirs(*crate, Planes{*data, {}, {}, {}}));
                                            }});
            }
            contest.disagreement = [data, crate, isa]() -> std::optional<std::string> {
              const Planes planes{*data, {}, {}, {}};
              const Digest expected = reference::digest(planes);
              if (reference::kernels::digest(planes, isa) != expected) {
                return "the kernel gives another digest";
              }
              if (crate != nullptr && theirs(*crate, planes) != expected) {
                return fmt::format("{} gives another digest", crate->name);
              }
              return std::nullopt;
            };
            return contest;
          }};
}

// The form without vectors beside FNV-1a with 64 bits, whose chain is as long: who turns the
// constant multiplication into a chain of shifts and additions is far below it.
PlannedContest digest_without_vectors() {
  const Subject subject{.op = "digest-scalar", .grade = "any", .size = 1U << 20};
  return {.subject = subject, .quick = true, .prepare = [subject] {
            auto data = std::make_shared<const std::vector<std::byte>>(random_bytes(subject.size));
            Contest contest{.subject = subject,
                            .unit = Unit::kGigabytesPerSecond,
                            .work = static_cast<double>(subject.size),
                            .contenders = {product(data, Isa::kScalar)}};
            contest.contenders.push_back({.peer = "fnv64", .pass = [data] {
                                            reference::Fnv1a64 hash;
                                            hash.update(*data);
                                            benchmark::DoNotOptimize(hash.value());
                                          }});
            return contest;
          }};
}

}  // namespace

std::vector<PlannedContest> digest_contests(const Peers& peers, Isa isa) {
  return {digest(peers, isa, 4'096, true), digest(peers, isa, 4'396, true),
          digest(peers, isa, 1U << 20, true), digest(peers, isa, 1U << 26, false),
          digest_without_vectors()};
}

}  // namespace grit::bench
