// Families of CHECK's levels and of its step 5 (spec §5.0, §5.5): digests and survivor indices.

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/reference/fingerprint.h"
#include "harness/reference/fnv.h"
#include "harness/vectors/arrays.h"
#include "harness/vectors/check_parts.h"
#include "harness/vectors/family.h"
#include "harness/vectors/placement_draws.h"

namespace grit::vectors::check {
namespace {

// An array with its planes, which are the plane bytes.
struct Filled {
  Array array;
  protocol::Planes planes;

  CheckRequest request(std::uint8_t level) const {
    CheckRequest made = check_request(array);
    made.level = level;
    for (std::size_t plane = 0; plane < planes.size(); ++plane) {
      made.plane_bytes[plane] = static_cast<std::int64_t>(planes[plane].size());
    }
    made.planes = planes;
    return made;
  }
};

Filled filled(Random& random, GradeName grade) {
  // Small enough that a finding can be read: 1 to 3 blocks.
  const std::int64_t extent = block(grade) * random.between(1, 3);
  Array array = make_array(grade, {extent}, 0);
  protocol::Planes planes = random_planes(random, grade, static_cast<std::uint64_t>(extent));
  return {std::move(array), std::move(planes)};
}

protocol::Digest digest_of(const protocol::Planes& planes) {
  return reference::digest({planes[0], planes[1], planes[2], planes[3]});
}

template <std::size_t kCount>
void flip_bit(Random& random, std::array<std::byte, kCount>& bytes) {
  const auto bit = static_cast<unsigned>(random.below(kCount * 8));
  bytes[bit / 8] ^= static_cast<std::byte>(1u << bit % 8);
}

// Breaks the array so that exactly this step and none before it fails.
void break_step(Random& random, int step, Filled& filled, std::optional<protocol::Digest>& digest) {
  switch (step) {
    case 1:
      filled.array.descriptor.flags |= 0x40;
      break;
    case 2:
      filled.array.descriptor.grade_id ^= std::uint64_t{1} << random.below(64);
      break;
    case 3:
      filled.array.descriptor.placement_data = reserved_class(random);
      break;
    case 4:
      filled.planes[0].push_back(std::byte{0});
      break;
    default:
      digest = digest_of(filled.planes);
      flip_bit(random, *digest);
      break;
  }
}

// Cells of two equal or descending indices, as metadata nibbles (spec §8.5.1).
constexpr std::array<std::uint8_t, 4> kEqualCells = {0x0, 0x5, 0xA, 0xF};
constexpr std::array<std::uint8_t, 6> kDescendingCells = {0x1, 0x2, 0x3, 0x6, 0x7, 0xB};

void set_cell(protocol::Bytes& metadata, std::size_t cell, std::uint8_t nibble) {
  const unsigned shift = cell % 2 * 4;
  std::byte& byte = metadata[cell / 2];
  byte = (byte & ~(std::byte{0xF} << shift)) | std::byte{nibble} << shift;
}

}  // namespace

void add_level_families(std::vector<Family>& families) {
  const CheckReply ok{kOk, kNone};
  families.push_back({Op::kCheck, "level-zero", "§5.0.5", [ok](Draw& draw) {
                        // Every case fails at level 1.
                        Filled filled_array = filled(draw.random, draw.in_turn(kAllGrades));
                        std::optional<protocol::Digest> digest;
                        break_step(draw.random, 1 + static_cast<int>(draw.turn % 4), filled_array,
                                   digest);
                        CheckRequest request = filled_array.request(0);
                        if (draw.random.chance(1, 2)) request.planes.reset();
                        return draft(request, ok);
                      }});
  families.push_back({Op::kCheck, "level-zero-length", "§5.0.5", [ok](Draw& draw) {
                        CheckRequest request =
                            check_request(random_array(draw.random, draw.in_turn(kAllGrades)));
                        request.level = 0;
                        request.desc.resize(static_cast<std::size_t>(draw.random.below(64)));
                        return draft(request, ok);
                      }});
  families.push_back({Op::kCheck, "level-one-content", "§5.0.5", [ok](Draw& draw) {
                        // Wrong content, with planes and digest, at the level that does not look at
                        // it.
                        Filled made = filled(draw.random, draw.in_turn(kAllGrades));
                        std::optional<protocol::Digest> digest;
                        break_step(draw.random, 5, made, digest);
                        for (std::byte& byte : made.planes[3]) byte = std::byte{0};
                        CheckRequest request = made.request(1);
                        request.digest = digest;
                        return draft(request, ok);
                      }});
  families.push_back({Op::kCheck, "level-high", "§5.0.5", [](Draw& draw) {
                        // Every level from 2 to 255 runs step 5.
                        Filled made = filled(draw.random, draw.random.pick(kAllGrades));
                        std::optional<protocol::Digest> digest;
                        break_step(draw.random, 5, made, digest);
                        CheckRequest request =
                            made.request(static_cast<std::uint8_t>(2 + draw.turn % 254));
                        request.digest = digest;
                        return draft(request, CheckReply{kDigestMismatch, kNone});
                      }});
  families.push_back(
      {Op::kCheck, "planes-length-differs", "§5.0.6",
       [](Draw& draw) {
         // The caller's mistake, before any step and at every level: half of the descriptors are
         // wrong too.
         static constexpr std::array<std::uint8_t, 4> kLevels = {0, 1, 2, 255};
         Filled made = filled(draw.random, draw.random.pick(kAllGrades));
         std::optional<protocol::Digest> digest;
         if (draw.random.chance(1, 2)) {
           break_step(draw.random, static_cast<int>(draw.random.between(1, 3)), made, digest);
         }
         CheckRequest request = made.request(kLevels[static_cast<std::size_t>(draw.turn / 4 % 4)]);
         if (draw.random.chance(1, 2)) request.digest = digest_of(made.planes);
         std::int64_t& length = request.plane_bytes[static_cast<std::size_t>(draw.turn % 4)];
         const std::array<std::int64_t, 7> lengths = {length + 1,
                                                      length > 0 ? length - 1 : -1,
                                                      length > 0 ? 0 : 1,
                                                      length > 0 ? -length : kMinInt64,
                                                      length + (std::int64_t{1} << 32),
                                                      kMaxInt64,
                                                      kMinInt64};
         length = draw.random.pick(lengths);
         return Draft{request.encode(), protocol::Reply{protocol::ReplyKind::kInternalError, {}}};
       },
       2});
  families.push_back(
      {Op::kCheck, "order-of-steps", "§5.0.4", [](Draw& draw) {
         static constexpr std::array<std::uint8_t, 5> kStatuses = {
             kGradeUnknown, kGradeUnknown, kPlacementUnknown, kSizeMismatch, kDigestMismatch};
         Filled made = filled(draw.random, draw.random.pick(kAllGrades));
         std::optional<protocol::Digest> digest;
         const int first = 1 + static_cast<int>(draw.turn % 4);
         const int second = static_cast<int>(draw.random.between(first + 1, 5));
         break_step(draw.random, second, made, digest);
         break_step(draw.random, first, made, digest);
         CheckRequest request = made.request(2);
         request.digest = digest;
         const std::uint8_t plane = first == 4 ? kData : kNone;
         return draft(request, CheckReply{kStatuses[static_cast<std::size_t>(first - 1)], plane});
       }});
  families.back().weight = 2;
}

void add_content_families(std::vector<Family>& families) {
  const CheckReply ok{kOk, kNone};
  const CheckReply digest_wrong{kDigestMismatch, kNone};
  const CheckReply cells_wrong{kDigestMismatch, kAux};
  families.push_back({Op::kCheck, "content-right", "§5.5", [ok](Draw& draw) {
                        const Filled made = filled(draw.random, draw.in_turn(kAllGrades));
                        CheckRequest request =
                            made.request(static_cast<std::uint8_t>(draw.random.between(2, 3)));
                        if (draw.random.chance(3, 4)) request.digest = digest_of(made.planes);
                        return draft(request, ok);
                      }});
  families.back().weight = 3;
  families.push_back({Op::kCheck, "content-empty-array", "§5.5", [ok](Draw& draw) {
                        const GradeName grade = draw.in_turn(kAllGrades);
                        Filled made{
                            make_array(grade, {block(grade) * draw.random.between(0, 4), 0}, 0),
                            random_planes(draw.random, grade, 0)};
                        CheckRequest request = made.request(2);
                        if (draw.random.chance(1, 2)) request.digest = digest_of(made.planes);
                        return draft(request, ok);
                      }});
  families.push_back({Op::kCheck, "digest-bit", "§5.5.1", [digest_wrong](Draw& draw) {
                        const Filled made = filled(draw.random, draw.in_turn(kAllGrades));
                        CheckRequest request = made.request(2);
                        request.digest = digest_of(made.planes);
                        flip_bit(draw.random, *request.digest);
                        return draft(request, digest_wrong);
                      }});
  families.push_back({Op::kCheck, "digest-byte-order", "§7.1.2", [digest_wrong](Draw& draw) {
                        const Filled made = filled(draw.random, draw.in_turn(kAllGrades));
                        CheckRequest request = made.request(2);
                        request.digest = digest_of(made.planes);
                        std::ranges::reverse(*request.digest);
                        return draft(request, digest_wrong);
                      }});
  families.push_back({Op::kCheck, "digest-of-other-planes", "§7.4.1", [digest_wrong](Draw& draw) {
                        // The same bytes, cut into planes elsewhere: only the lengths tell them
                        // apart.
                        const Filled made = filled(draw.random, draw.in_turn(kAllGrades));
                        CheckRequest request = made.request(2);
                        protocol::Planes moved = made.planes;
                        moved[1].insert(moved[1].begin(), moved[0].back());
                        moved[0].pop_back();
                        request.digest = digest_of(moved);
                        return draft(request, digest_wrong);
                      }});
  // Digests that a mistaken implementation would compute, or take for the right one.
  const auto add_wrong_digest = [&](std::string name, std::string clause,
                                    protocol::Digest (*digest)(Draw&, const protocol::Planes&)) {
    families.push_back({Op::kCheck, "digest-" + std::move(name), std::move(clause),
                        [digest_wrong, digest](Draw& draw) {
                          const Filled made = filled(draw.random, draw.in_turn(kAllGrades));
                          CheckRequest request = made.request(2);
                          request.digest = digest(draw, made.planes);
                          return draft(request, digest_wrong);
                        }});
  };
  add_wrong_digest("without-lengths", "§7.4.1", [](Draw&, const protocol::Planes& planes) {
    reference::Fnv1a128 hash;
    for (const protocol::Bytes& plane : planes) hash.update(plane);
    return hash.value();
  });
  add_wrong_digest("short-lengths", "§7.4.1", [](Draw&, const protocol::Planes& planes) {
    // Lengths as u32 instead of u64.
    reference::Fnv1a128 hash;
    for (const protocol::Bytes& plane : planes) {
      protocol::Bytes length;
      protocol::PayloadWriter(length).u32(static_cast<std::uint32_t>(plane.size()));
      hash.update(length);
      hash.update(plane);
    }
    return hash.value();
  });
  add_wrong_digest("planes-reversed", "§7.4.1", [](Draw&, const protocol::Planes& planes) {
    return reference::digest({planes[3], planes[2], planes[1], planes[0]});
  });
  add_wrong_digest("half-right", "§5.5.1", [](Draw& draw, const protocol::Planes& planes) {
    // Right in one half, of which a 64-bit comparison would be content.
    protocol::Digest digest = digest_of(planes);
    const std::size_t first = draw.random.chance(1, 2) ? 0 : 8;
    digest[first + static_cast<std::size_t>(draw.random.below(8))] ^= std::byte{1};
    return digest;
  });
  add_wrong_digest("constant", "§5.5.1", [](Draw& draw, const protocol::Planes&) {
    // Zeros, ones, and the hash of nothing: none is a value that stands for "no digest".
    protocol::Digest digest{};
    if (draw.turn % 3 == 1) digest.fill(std::byte{0xFF});
    if (draw.turn % 3 == 2) digest = reference::Fnv1a128().value();
    return digest;
  });
  families.push_back({Op::kCheck, "digest-without-planes", "§5.0.7", [ok](Draw& draw) {
                        CheckRequest request =
                            check_request(random_array(draw.random, draw.in_turn(kAllGrades)));
                        request.level = 2;
                        request.digest.emplace();
                        draw.random.fill(*request.digest);
                        return draft(request, ok);
                      }});
  families.push_back({Op::kCheck, "digest-before-cells", "§5.5.1", [digest_wrong](Draw& draw) {
                        Filled made = filled(draw.random, GradeName::kI8s24);
                        set_cell(made.planes[3], 0, draw.random.pick(kEqualCells));
                        CheckRequest request = made.request(2);
                        request.digest = digest_of(made.planes);
                        flip_bit(draw.random, *request.digest);
                        return draft(request, digest_wrong);
                      }});
  const auto add_cells = [&](std::string name, auto nibbles) {
    families.push_back({Op::kCheck, std::move(name), "§5.5.2", [cells_wrong, nibbles](Draw& draw) {
                          Filled made = filled(draw.random, GradeName::kI8s24);
                          const std::size_t cells = made.planes[3].size() * 2;
                          // First and last cells are where loops go wrong.
                          const std::array<std::size_t, 3> places = {
                              0, cells - 1, static_cast<std::size_t>(draw.random.below(cells))};
                          const std::size_t cell = draw.random.pick(places);
                          set_cell(made.planes[3], cell, draw.in_turn(nibbles));
                          CheckRequest request = made.request(2);
                          if (draw.random.chance(1, 2)) request.digest = digest_of(made.planes);
                          return draft(request, cells_wrong);
                        }});
  };
  add_cells("cells-equal", kEqualCells);
  add_cells("cells-descending", kDescendingCells);
  families.push_back({Op::kCheck, "cells-whatever-placement", "§5.5.2", [=](Draw& draw) {
                        // Metadata is read in plane order, whatever the placement words say.
                        Filled made = filled(draw.random, GradeName::kI8s24);
                        made.array.descriptor.placement_meta = known_placement(draw.random);
                        const bool right = draw.random.chance(1, 2);
                        if (!right) set_cell(made.planes[3], 0, draw.random.pick(kDescendingCells));
                        return draft(made.request(2), right ? ok : cells_wrong);
                      }});
}

}  // namespace grit::vectors::check
