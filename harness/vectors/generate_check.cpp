// Families of CHECK (spec §5, §6): every rule of every step broken alone, the traps in between, and
// random bytes. This file has steps 1 to 3: what the descriptor alone decides.

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/vectors/arrays.h"
#include "harness/vectors/check_parts.h"
#include "harness/vectors/family.h"
#include "harness/vectors/field_draws.h"
#include "harness/vectors/placement_draws.h"

namespace grit::vectors {
namespace check {
namespace {

using reference::Descriptor;
using reference::FormatWord;
using reference::Placement;

Grades one_level() { return {GradeName::kMxfp4, GradeName::kMxfp4Rne, GradeName::kI8s24}; }
Grades without_aux() {
  return {GradeName::kMxfp4, GradeName::kMxfp4Rne, GradeName::kNvf4, GradeName::kNvf4Rtz};
}
Grades with_aux() { return {GradeName::kQ4ks, GradeName::kI8s24}; }

template <typename T>
void change(Random& random, T& field) {
  field = static_cast<T>(other_value(random, static_cast<std::uint64_t>(field), 8 * sizeof(T)));
}

void change(Random& random, FormatWord& word) { change(random, word.bits); }

using Mutation = void (*)(Random&, Descriptor&);

// One rule about the descriptor broken, in any of the grades.
Family descriptor_family(std::string name, std::string clause, Grades grades, CheckReply expected,
                         Mutation mutate) {
  return {Op::kCheck, std::move(name), std::move(clause),
          [grades = std::move(grades), expected, mutate](Draw& draw) {
            Array array = random_array(draw.random, draw.in_turn(grades));
            mutate(draw.random, array.descriptor);
            return ask(draw, array, expected);
          }};
}

}  // namespace

Draft draft(const CheckRequest& request, std::optional<CheckReply> expected) {
  Draft made{request.encode(), std::nullopt};
  if (expected) made.expected = answered(*expected);
  return made;
}

std::uint8_t deciding_level(Random& random) {
  return random.pick(std::array<std::uint8_t, 5>{1, 1, 2, 3, 255});
}

Draft ask(Draw& draw, const Array& array, std::optional<CheckReply> expected) {
  CheckRequest request = check_request(array);
  request.level = deciding_level(draw.random);
  return draft(request, expected);
}

void add_frame_families(std::vector<Family>& families) {
  const CheckReply unknown{kGradeUnknown, kNone};
  const auto add = [&](std::string name, std::string clause, Grades grades, Mutation mutate) {
    families.push_back(descriptor_family("frame-" + std::move(name), std::move(clause),
                                         std::move(grades), unknown, mutate));
  };
  // Every length from 0 to 191 but 64, then those that an 8-bit or 16-bit length takes for 64.
  const auto add_length = [&](std::string name, std::size_t (*length_at)(std::uint64_t turn)) {
    families.push_back(
        {Op::kCheck, "frame-" + std::move(name), "§5.1.1", [unknown, length_at](Draw& draw) {
           const GradeName grade = draw.random.pick(kAllGrades);
           CheckRequest request = check_request(random_array(draw.random, grade));
           request.level = deciding_level(draw.random);
           const std::size_t length = length_at(draw.turn);
           const std::size_t kept = std::min(length, request.desc.size());
           request.desc.resize(length);
           draw.random.fill(std::span(request.desc).subspan(kept));
           return draft(request, unknown);
         }});
  };
  add_length("length", [](std::uint64_t turn) {
    const auto length = static_cast<std::size_t>(turn % 191);
    return length < 64 ? length : length + 1;
  });
  add_length("length-huge", [](std::uint64_t turn) {
    static constexpr std::array<std::size_t, 4> kFirst = {std::size_t{1} << 20, 65536, 65600,
                                                          131136};
    if (turn < kFirst.size()) return kFirst[static_cast<std::size_t>(turn)];
    return static_cast<std::size_t>(64 + 256 * (1 + turn % 15));
  });
  add("magic", "§5.1.2", all_grades(), [](Random& random, Descriptor& d) {
    static constexpr std::array<std::uint32_t, 4> kNear = {0, 0x47525431, 0x31544952, 0x32545247};
    if (random.chance(1, 2)) {
      d.magic = random.pick(kNear);
    } else {
      d.magic ^= std::uint32_t{1} << random.below(32);
    }
  });
  add("hdr-bytes", "§5.1.3", all_grades(),
      [](Random& random, Descriptor& d) { change(random, d.hdr_bytes); });
  add("version", "§5.1.4", all_grades(),
      [](Random& random, Descriptor& d) { change(random, d.version); });
  add("n-levels", "§5.1.5", all_grades(), [](Random& random, Descriptor& d) {
    d.n_levels = random.pick(std::array<std::uint8_t, 8>{0, 3, 4, 5, 127, 128, 254, 255});
  });
  add("reserved-flags", "§5.1.6", all_grades(), [](Random& random, Descriptor& d) {
    d.flags |= random.pick(std::array<std::uint8_t, 3>{0x40, 0x80, 0xC0});
  });
  add("reserved-byte", "§5.1.7", all_grades(),
      [](Random& random, Descriptor& d) { change(random, d.frame_rsvd); });
  add("container", "§5.1.8", all_grades(), [](Random& random, Descriptor& d) {
    d.container = random.pick(std::array<std::uint8_t, 6>{2, 3, 4, 127, 128, 255});
  });
  add("one-level-k1", "§5.1.9", one_level(),
      [](Random& random, Descriptor& d) { change(random, d.k1); });
  add("one-level-scale1", "§5.1.9", one_level(),
      [](Random& random, Descriptor& d) { change(random, d.scale1); });
  add("sparse-zero-point", "§5.1.10", with_aux(),
      [](Random&, Descriptor& d) { d.flags |= reference::kFlagSparse | reference::kFlagHasZp; });
  add("l1scaled-without-zero-point", "§5.1.11", {GradeName::kQ4ks, GradeName::kNvf4},
      [](Random&, Descriptor& d) {
        d.flags = static_cast<std::uint8_t>((d.flags & ~reference::kFlagHasZp) |
                                            reference::kFlagZpL1Scaled);
      });
  add("l1scaled-one-level", "§5.1.12", {GradeName::kQ4ks}, [](Random&, Descriptor& d) {
    d.n_levels = 1;
    d.k1 = 0;
    d.scale1 = reference::kAbsent;
  });
  add("elem-bias", "§5.1.13", all_grades(), [](Random&, Descriptor& d) { d.elem.bits |= 0x8000; });
  add("elem-nan-enc-3", "§5.1.14", all_grades(),
      [](Random&, Descriptor& d) { d.elem.bits |= 0x1800; });
  add("scale0-nan-enc-3", "§5.1.14", all_grades(),
      [](Random&, Descriptor& d) { d.scale0.bits |= 0x1800; });
  add("scale1-nan-enc-3", "§5.1.14", {GradeName::kQ4ks, GradeName::kNvf4, GradeName::kNvf4Rtz},
      [](Random&, Descriptor& d) { d.scale1.bits |= 0x1800; });
  add("zp-nan-enc-3", "§5.1.14", all_grades(),
      [](Random&, Descriptor& d) { d.zp_fmt.bits |= 0x1800; });
}

void add_grade_families(std::vector<Family>& families) {
  const CheckReply unknown{kGradeUnknown, kNone};
  const auto add = [&](std::string name, std::string clause, Mutation mutate) {
    families.push_back(descriptor_family("grade-" + std::move(name), std::move(clause),
                                         all_grades(), unknown, mutate));
  };
  add("id-bit", "§5.2.1",
      [](Random& random, Descriptor& d) { d.grade_id ^= std::uint64_t{1} << random.below(64); });
  add("id-byte-order", "§5.2.1", [](Random&, Descriptor& d) {
    std::uint64_t swapped = 0;
    for (unsigned byte = 0; byte < 8; ++byte) {
      swapped = swapped << 8 | (d.grade_id >> 8 * byte & 0xFF);
    }
    d.grade_id = swapped;
  });
  // Ids of grades that parse but are not registered: an open registry would accept them.
  add("id-unregistered", "§5.2.1", [](Random& random, Descriptor& d) {
    static constexpr std::array<std::uint64_t, 4> kIds = {0, UINT64_MAX, 0x614437e1948ea67d,
                                                          0x30b17a13a172204c};
    d.grade_id = random.pick(kIds);
  });
  families.push_back({Op::kCheck, "grade-id-foreign", "§5.2.2", [unknown](Draw& draw) {
                        // The id of a grade with another layout, so that the frame contradicts it.
                        const GradeName grade = draw.in_turn(kAllGrades);
                        Array array = random_array(draw.random, grade);
                        GradeName other = grade;
                        while (layout(other) == layout(grade)) other = draw.random.pick(kAllGrades);
                        array.descriptor.grade_id = reference::canonical_descriptor(other).grade_id;
                        return ask(draw, array, unknown);
                      }});
  families.push_back({Op::kCheck, "grade-id-sibling", "§5.2.2", [](Draw& draw) {
                        // Siblings differ in encoding only, so each one's frame is the other's.
                        static constexpr std::array<std::pair<GradeName, GradeName>, 4> kPairs = {
                            {{GradeName::kMxfp4, GradeName::kMxfp4Rne},
                             {GradeName::kMxfp4Rne, GradeName::kMxfp4},
                             {GradeName::kNvf4, GradeName::kNvf4Rtz},
                             {GradeName::kNvf4Rtz, GradeName::kNvf4}}};
                        const auto& [grade, sibling] = draw.in_turn(kPairs);
                        Array array = random_array(draw.random, grade);
                        array.descriptor.grade_id =
                            reference::canonical_descriptor(sibling).grade_id;
                        return ask(draw, array, CheckReply{kOk, kNone});
                      }});
  add("n-levels", "§5.2.2", [](Random&, Descriptor& d) {
    // The other number of levels, made believable for step 1.
    if (d.n_levels == 2) {
      d.n_levels = 1;
      d.k1 = 0;
      d.scale1 = reference::kAbsent;
      d.flags = static_cast<std::uint8_t>(d.flags & ~reference::kFlagZpL1Scaled);
    } else {
      d.n_levels = 2;
    }
  });
  struct Flag {
    const char* name;
    Mutation flip;
  };
  static constexpr std::array<Flag, 6> kFlags = {{
      {"has-zp", [](Random&, Descriptor& d) { d.flags ^= reference::kFlagHasZp; }},
      {"zp-minus1", [](Random&, Descriptor& d) { d.flags ^= reference::kFlagZpMinus1; }},
      {"sparse", [](Random&, Descriptor& d) { d.flags ^= reference::kFlagSparse; }},
      {"msb-first", [](Random&, Descriptor& d) { d.flags ^= reference::kFlagMsbFirst; }},
      {"interleaved", [](Random&, Descriptor& d) { d.flags ^= reference::kFlagInterleaved; }},
      {"zp-l1scaled", [](Random&, Descriptor& d) { d.flags ^= reference::kFlagZpL1Scaled; }},
  }};
  for (const Flag& flag : kFlags) add(std::string("flag-") + flag.name, "§5.2.2", flag.flip);
  families.push_back({Op::kCheck, "flags-every-value", "§5",
                      [](Draw& draw) {
                        Array array = random_array(draw.random, draw.in_turn(kAllGrades));
                        array.descriptor.flags =
                            static_cast<std::uint8_t>(draw.turn / kAllGrades.size() % 256);
                        return ask(draw, array, std::nullopt);
                      },
                      3});
  add("elem", "§5.2.2", [](Random& random, Descriptor& d) { change(random, d.elem); });
  add("scale0", "§5.2.2", [](Random& random, Descriptor& d) { change(random, d.scale0); });
  add("scale1", "§5.2.2", [](Random& random, Descriptor& d) { change(random, d.scale1); });
  add("zp-fmt", "§5.2.2", [](Random& random, Descriptor& d) { change(random, d.zp_fmt); });
  add("k0", "§5.2.2", [](Random& random, Descriptor& d) { change(random, d.k0); });
  add("k0-divisor", "§5.2.2", [](Random& random, Descriptor& d) {
    // Divides everything the right k0 divides, so that no later step would notice.
    d.k0 = static_cast<std::uint16_t>(d.k0 >> random.between(1, 4));
  });
  add("k1", "§5.2.2", [](Random& random, Descriptor& d) { change(random, d.k1); });
  add("sp-n", "§5.2.2", [](Random& random, Descriptor& d) { change(random, d.sp_n); });
  add("sp-m", "§5.2.2", [](Random& random, Descriptor& d) { change(random, d.sp_m); });
  add("sp-meta-fmt", "§5.2.2",
      [](Random& random, Descriptor& d) { change(random, d.sp_meta_fmt); });
  add("sp-order", "§5.2.2", [](Random& random, Descriptor& d) { change(random, d.sp_order); });
  add("container", "§5.2.2", [](Random&, Descriptor& d) { d.container ^= 1; });
}

void add_placement_families(std::vector<Family>& families) {
  const CheckReply ok{kOk, kNone};
  const CheckReply unknown{kPlacementUnknown, kNone};
  const CheckReply aux_rule{kPlacementUnknown, kAux};
  const auto add = [&](std::string name, std::string clause, Grades grades, CheckReply expected,
                       Mutation mutate) {
    families.push_back(descriptor_family("placement-" + std::move(name), std::move(clause),
                                         std::move(grades), expected, mutate));
  };
  add("known", "§4.2", all_grades(), ok, [](Random& random, Descriptor& d) {
    d.placement_data = known_placement(random);
    d.placement_scale = known_placement(random);
    if (d.placement_meta != 0) d.placement_meta = known_placement(random);
  });
  add("unspecified", "§4.1", all_grades(), ok, [](Random& random, Descriptor& d) {
    const std::int64_t which = random.between(1, 3);
    if ((which & 1) != 0) d.placement_data = 0;
    if ((which & 2) != 0) d.placement_scale = 0;
  });
  add("reserved-class-data", "§5.3.1", all_grades(), unknown,
      [](Random& random, Descriptor& d) { d.placement_data = reserved_class(random); });
  add("reserved-class-scale", "§5.3.1", all_grades(), unknown,
      [](Random& random, Descriptor& d) { d.placement_scale = reserved_class(random); });
  // In grades without an aux plane too: the unknown word comes before the rule about the plane.
  add("reserved-class-meta", "§5.3.1", all_grades(), unknown,
      [](Random& random, Descriptor& d) { d.placement_meta = reserved_class(random); });
  add("unknown-well-known", "§4.2", all_grades(), unknown, [](Random& random, Descriptor& d) {
    switch (random.below(3)) {
      case 0:
        d.placement_data = unknown_well_known(random);
        break;
      case 1:
        d.placement_scale = unknown_well_known(random);
        break;
      default:
        d.placement_meta = unknown_well_known(random);
        break;
    }
  });
  add("class-zero", "§4.5", all_grades(), unknown, [](Random& random, Descriptor& d) {
    const Placement word = random.chance(1, 2) ? 1 + random.below(0x20) : (random.next() >> 4) | 1;
    (random.chance(1, 2) ? d.placement_data : d.placement_scale) = word;
  });
  families.push_back({Op::kCheck, "placement-every-class", "§4",
                      [](Draw& draw) {
                        // All 16 classes with the numbers 0 to 0x21, in each of the three words.
                        Array array = random_array(draw.random, draw.random.pick(kAllGrades));
                        const Placement word = draw.turn % 16 << 60 | draw.turn / 16 % 0x22;
                        switch (draw.turn / (16 * 0x22) % 3) {
                          case 0:
                            array.descriptor.placement_data = word;
                            break;
                          case 1:
                            array.descriptor.placement_scale = word;
                            break;
                          default:
                            array.descriptor.placement_meta = word;
                            break;
                        }
                        return ask(draw, array, std::nullopt);
                      },
                      3});
  add("aux-missing", "§5.3.2", with_aux(), aux_rule,
      [](Random&, Descriptor& d) { d.placement_meta = 0; });
  add("without-aux", "§5.3.3", without_aux(), aux_rule,
      [](Random& random, Descriptor& d) { d.placement_meta = known_placement(random); });
  add("unknown-before-aux-rule", "§5.3.1", with_aux(), unknown, [](Random& random, Descriptor& d) {
    d.placement_meta = 0;
    (random.chance(1, 2) ? d.placement_data : d.placement_scale) = reserved_class(random);
  });
}

}  // namespace check

std::vector<Family> check_families() {
  std::vector<Family> families;
  check::add_frame_families(families);
  check::add_grade_families(families);
  check::add_placement_families(families);
  check::add_shape_families(families);
  check::add_length_families(families);
  check::add_level_families(families);
  check::add_content_families(families);
  check::add_byte_families(families);
  return families;
}

}  // namespace grit::vectors
