// Families of CHECK (spec §5, §6): every rule of every step broken alone, the traps in between, and
// random bytes.

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "harness/reference/fingerprint.h"
#include "harness/vectors/arrays.h"
#include "harness/vectors/descriptor_bytes.h"
#include "harness/vectors/family.h"

namespace grit::vectors {
namespace {

using protocol::CheckReply;
using protocol::CheckRequest;
using protocol::Op;
using reference::Descriptor;
using reference::FormatWord;
using reference::Placement;

constexpr std::uint8_t kOk = 0;
constexpr std::uint8_t kSizeMismatch = 1;
constexpr std::uint8_t kGradeUnknown = 2;
constexpr std::uint8_t kPlacementUnknown = 3;
constexpr std::uint8_t kDigestMismatch = 4;
constexpr std::uint8_t kNone = protocol::kNoPlane;
constexpr std::uint8_t kData = 0;
constexpr std::uint8_t kAux = 3;

constexpr std::int64_t kMaxInt64 = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMinInt64 = std::numeric_limits<std::int64_t>::min();

using Grades = std::vector<GradeName>;
const Grades& all_grades() {
  static const Grades kGrades(kAllGrades.begin(), kAllGrades.end());
  return kGrades;
}
Grades one_level() { return {GradeName::kMxfp4, GradeName::kMxfp4Rne, GradeName::kI8s24}; }
Grades without_aux() {
  return {GradeName::kMxfp4, GradeName::kMxfp4Rne, GradeName::kNvf4, GradeName::kNvf4Rtz};
}
Grades with_aux() { return {GradeName::kQ4ks, GradeName::kI8s24}; }

constexpr std::array<Placement, 8> kWellKnown = {reference::kRowMajor,      reference::kColMajor,
                                                 reference::kSwizzle128x4B, reference::kTile16x16,
                                                 reference::kBlockAos,      reference::kLinearMeta,
                                                 reference::kMetaM16N8K32,  reference::kPackK4_12B};

Draft draft(const CheckRequest& request, std::optional<CheckReply> expected) {
  Draft made{request.encode(), std::nullopt};
  if (expected) made.expected = answered(*expected);
  return made;
}

// A level at which steps 1 to 4 run.
std::uint8_t deciding_level(Random& random) {
  return random.pick(std::array<std::uint8_t, 5>{1, 1, 2, 3, 255});
}

// Asks about an array at a deciding level, without planes.
Draft ask(Draw& draw, const Array& array, std::optional<CheckReply> expected) {
  CheckRequest request = check_request(array);
  request.level = deciding_level(draw.random);
  return draft(request, expected);
}

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

// A value that differs from `right`: a boundary of the field's width, a neighbour, or anything.
std::uint64_t other_value(Random& random, std::uint64_t right, unsigned bits) {
  const std::uint64_t mask = bits == 64 ? UINT64_MAX : (std::uint64_t{1} << bits) - 1;
  for (;;) {
    std::uint64_t value = 0;
    switch (random.below(6)) {
      case 0:
        value = 0;
        break;
      case 1:
        value = random.chance(1, 2) ? right + 1 : right - 1;
        break;
      case 2:
        value = mask - random.below(2);
        break;
      case 3:
        value = std::uint64_t{1} << random.below(bits);
        break;
      case 4:
        value = right ^ std::uint64_t{1} << random.below(bits);
        break;
      default:
        value = random.next();
        break;
    }
    if ((value & mask) != (right & mask)) return value & mask;
  }
}

template <typename T>
void change(Random& random, T& field) {
  field = static_cast<T>(other_value(random, static_cast<std::uint64_t>(field), 8 * sizeof(T)));
}

void change(Random& random, FormatWord& word) { change(random, word.bits); }

// ---- Families that break one thing in a right array -------------------------------------------

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

void add_frame_families(std::vector<Family>& families) {
  const CheckReply unknown{kGradeUnknown, kNone};
  const auto add = [&](std::string name, std::string clause, Grades grades, Mutation mutate) {
    families.push_back(descriptor_family("frame-" + std::move(name), std::move(clause),
                                         std::move(grades), unknown, mutate));
  };
  families.push_back({Op::kCheck, "frame-length", "§5.1.1", [unknown](Draw& draw) {
                        const GradeName grade = draw.in_turn(kAllGrades);
                        CheckRequest request = check_request(random_array(draw.random, grade));
                        request.level = deciding_level(draw.random);
                        static constexpr std::array<std::size_t, 10> kLengths = {
                            0, 1, 4, 32, 60, 63, 65, 68, 128, 255};
                        const std::size_t length = draw.random.pick(kLengths);
                        const std::size_t kept = std::min(length, request.desc.size());
                        request.desc.resize(length);
                        draw.random.fill(std::span(request.desc).subspan(kept));
                        return draft(request, unknown);
                      }});
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

// ---- Step 3 -----------------------------------------------------------------------------------

Placement known_placement(Random& random) {
  switch (random.below(3)) {
    case 0:
      return random.pick(kWellKnown);
    case 1:
      return 0x8000000000000000 | random.next() >> 4;  // local hash
    default:
      return 0xF000000000000000 | random.next() >> 4;  // opaque
  }
}

Placement reserved_class(Random& random) {
  static constexpr std::array<std::uint64_t, 12> kClasses = {2, 3,  4,  5,  6,  7,
                                                             9, 10, 11, 12, 13, 14};
  const std::uint64_t placement_class = random.pick(kClasses);
  const std::uint64_t number = random.chance(1, 2) ? random.next() >> 4 : random.below(0x21);
  return placement_class << 60 | number;
}

Placement unknown_well_known(Random& random) {
  static constexpr std::array<std::uint64_t, 9> kNumbers = {
      0, 0x06, 0x07, 0x10, 0x13, 0x1F, 0x21, 0x0100000000000001, 0x0000000100000001};
  if (random.chance(2, 3)) return reference::kRowMajor - 1 + random.pick(kNumbers);
  return reference::kRowMajor - 1 + (0x22 + (random.next() >> 6));
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
  add("aux-missing", "§5.3.2", with_aux(), aux_rule,
      [](Random&, Descriptor& d) { d.placement_meta = 0; });
  add("without-aux", "§5.3.3", without_aux(), aux_rule,
      [](Random& random, Descriptor& d) { d.placement_meta = known_placement(random); });
  add("unknown-before-aux-rule", "§5.3.1", with_aux(), unknown, [](Random& random, Descriptor& d) {
    d.placement_meta = 0;
    (random.chance(1, 2) ? d.placement_data : d.placement_scale) = reserved_class(random);
  });
}

// ---- Step 4 -----------------------------------------------------------------------------------

// A family about shapes. Makers give the array; the answer is the same for all of them.
using ArrayMaker = Array (*)(Draw&, GradeName);

Family shape_family(std::string name, std::string clause, Grades grades, CheckReply expected,
                    ArrayMaker make, unsigned weight = 1) {
  return {Op::kCheck, std::move(name), std::move(clause),
          [grades = std::move(grades), expected, make](Draw& draw) {
            const Array array = make(draw, draw.in_turn(grades));
            return ask(draw, array, expected);
          },
          weight};
}

// A power of two of groups for the axis, so that every grade divides it.
std::int64_t huge_extent(Random& random) { return std::int64_t{1} << random.between(33, 62); }

void add_shape_families(std::vector<Family>& families) {
  const CheckReply ok{kOk, kNone};
  const CheckReply no_answer{kSizeMismatch, kNone};
  const auto add = [&](std::string name, std::string clause, Grades grades, CheckReply expected,
                       ArrayMaker make, unsigned weight = 1) {
    families.push_back(shape_family("shape-" + std::move(name), std::move(clause),
                                    std::move(grades), expected, make, weight));
  };
  add(
      "right", "§6.1", all_grades(), ok,
      [](Draw& draw, GradeName grade) { return random_array(draw.random, grade); }, 4);
  add("axis-outside", "§6.2.3", all_grades(), no_answer, [](Draw& draw, GradeName grade) {
    Array array = random_array(draw.random, grade);
    const auto rank = static_cast<std::int64_t>(array.shape.size());
    const std::array<std::int64_t, 7> axes = {-1, -rank, rank, rank + 1, 32767, -32768, 256};
    array.descriptor.group_axis = static_cast<std::int16_t>(draw.random.pick(axes));
    return array;
  });
  add("rank-zero", "§6.2.3", all_grades(), no_answer, [](Draw& draw, GradeName grade) {
    Array array = random_array(draw.random, grade);
    array.shape.clear();
    // One element would be the product of no extents: lengths that an answer might have.
    if (draw.random.chance(1, 2)) array.plane_bytes = {1, 1, 0, 0};
    array.descriptor.group_axis = static_cast<std::int16_t>(draw.random.between(-1, 1));
    return array;
  });
  add("high-rank", "§6.1.1", all_grades(), ok, [](Draw& draw, GradeName grade) {
    static constexpr std::array<std::size_t, 8> kRanks = {5, 8, 9, 16, 64, 127, 128, 255};
    const std::size_t rank = draw.random.pick(kRanks);
    protocol::Shape shape(rank, 1);
    const auto axis = static_cast<std::size_t>(draw.random.below(rank));
    shape[axis] = block(grade) * draw.random.between(1, 4);
    return make_array(grade, std::move(shape), axis);
  });
  add("negative-extent", "§6.2.1", all_grades(), no_answer, [](Draw& draw, GradeName grade) {
    Array array = random_array(draw.random, grade);
    const auto axis = static_cast<std::size_t>(draw.random.below(array.shape.size()));
    const std::array<std::int64_t, 5> extents = {-1, -array.shape[axis], -32, kMinInt64,
                                                 kMinInt64 + 1};
    array.shape[axis] = draw.random.pick(extents);
    return array;
  });
  add("two-negative-extents", "§6.2.1", all_grades(), no_answer, [](Draw& draw, GradeName grade) {
    // The product is positive and the lengths are those of the magnitudes.
    const std::int64_t extent = block(grade) * draw.random.between(1, 3);
    Array array = make_array(grade, {extent, 2, 3}, 0);
    array.shape = {-extent, -2, 3};
    return array;
  });
  add("negative-beside-zero", "§6.2.1", all_grades(), no_answer, [](Draw& draw, GradeName grade) {
    Array array = make_array(grade, {block(grade), 0, 1}, 0);
    array.shape[2] = draw.random.chance(1, 2) ? -1 : kMinInt64;
    if (draw.random.chance(1, 2)) std::swap(array.shape[1], array.shape[2]);
    return array;
  });
  add("zero-extent", "§6.1.1", all_grades(), ok, [](Draw& draw, GradeName grade) {
    protocol::Shape shape = random_array(draw.random, grade).shape;
    const auto axis = static_cast<std::size_t>(draw.random.below(shape.size()));
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (i == axis) shape[i] = block(grade) * draw.random.between(0, 2);
    }
    shape[static_cast<std::size_t>(draw.random.below(shape.size()))] = 0;
    return make_array(grade, std::move(shape), axis);
  });
  add("zero-scale-of-empty", "§6.1.11", {GradeName::kNvf4, GradeName::kNvf4Rtz}, {kSizeMismatch, 2},
      [](Draw& draw, GradeName grade) {
        Array array = make_array(grade, {block(grade) * draw.random.between(0, 3), 0}, 0);
        array.plane_bytes[2] = 0;  // an empty array still has its one outer scale
        return array;
      });
  // A product taken from the left passes 2^63 before it meets the zero.
  add("zero-after-huge", "§6.1.1", all_grades(), ok, [](Draw& draw, GradeName grade) {
    const std::int64_t first = huge_extent(draw.random);
    const std::int64_t second = std::int64_t{1} << draw.random.between(33, 62);
    protocol::Shape shape = {first, second, 0};
    const auto axis = static_cast<std::size_t>(draw.random.below(shape.size()));
    return make_array(grade, std::move(shape), axis);
  });
  add("zero-before-huge", "§6.1.1", all_grades(), ok, [](Draw& draw, GradeName grade) {
    const std::int64_t first = huge_extent(draw.random);
    const std::int64_t second = huge_extent(draw.random);
    protocol::Shape shape = {0, first, second};
    const auto axis = static_cast<std::size_t>(draw.random.below(shape.size()));
    return make_array(grade, std::move(shape), axis);
  });
  add("k0-remainder", "§6.2.4", all_grades(), no_answer, [](Draw& draw, GradeName grade) {
    // The other extent makes the count divisible, so only the axis decides.
    const std::int64_t unit = axis_unit(grade);
    const std::int64_t part = std::int64_t{1} << draw.random.between(0, 3);
    Array array = make_array(grade, {part, block(grade) * unit}, 1);
    array.descriptor.group_axis = 0;
    return array;
  });
  add("k1-remainder", "§6.2.7", {GradeName::kQ4ks}, no_answer, [](Draw& draw, GradeName grade) {
    std::int64_t groups = draw.random.between(1, 63);
    if (groups % 8 == 0) ++groups;
    Array array = make_array(grade, {32 * groups}, 0);
    if (draw.random.chance(1, 2)) array.plane_bytes[2] = (groups + 7) / 8 * 4;
    return array;
  });
  // N is 2^63 or more, but each plane's length still fits 63 bits.
  add("too-many-elements", "§6.2.2", all_grades(), no_answer, [](Draw& draw, GradeName grade) {
    const std::int64_t first = std::int64_t{1} << 32;
    const std::int64_t second = (std::int64_t{1} << 31) + 8 * draw.random.between(0, 1 << 20);
    const bool swapped = draw.random.chance(1, 2);
    protocol::Shape shape = {swapped ? second : first, swapped ? first : second};
    return make_array(grade, std::move(shape), swapped ? 1 : 0);
  });
  // N is 2^64 times something: the product modulo 2^64 is small, and so are the lengths given.
  add("wrapped-element-count", "§6.2.2", all_grades(), no_answer, [](Draw& draw, GradeName grade) {
    const std::int64_t first = std::int64_t{1} << draw.random.between(32, 62);
    const std::int64_t second = std::int64_t{1} << draw.random.between(33, 62);
    Array array = make_array(grade, {first, second}, 0);
    for (std::int64_t& length : array.plane_bytes) length = 0;
    if (layout(grade) == Layout::kNvf4) array.plane_bytes[2] = 4;
    return array;
  });
  // N · width passes 2^63 while N does not: exact arithmetic gives an answer, and it is given here.
  add("wide-product-exact", "§6.1.10", all_grades(), ok, [](Draw& draw, GradeName grade) {
    const std::int64_t extent =
        (std::int64_t{1} << 62) + block(grade) * draw.random.between(0, 1 << 20);
    return make_array(grade, {extent}, 0);
  });
  // The same arrays with the lengths that a product modulo 2^64 would give.
  add("wide-product-wrapped", "§6.1.10", all_grades(), {kSizeMismatch, kData},
      [](Draw& draw, GradeName grade) {
        const std::int64_t above = block(grade) * draw.random.between(0, 1 << 20);
        Array array = make_array(grade, {(std::int64_t{1} << 62) + above}, 0);
        // Every data plane has half a byte an element: 4 · 2^62 bits are 0 modulo 2^64. I8S24
        // multiplies by sp_n first, 2 · 2^62 of which is the sign bit of a signed product.
        array.plane_bytes[0] = above / 2;
        return array;
      });
  add("largest-count", "§6.2.2", all_grades(), ok, [](Draw& draw, GradeName grade) {
    // The largest multiples of the block below 2^63.
    const std::int64_t extent =
        kMaxInt64 / block(grade) * block(grade) - block(grade) * draw.random.between(0, 1 << 20);
    return make_array(grade, {extent}, 0);
  });
  families.push_back(
      {Op::kCheck, "shape-hostile", "§6.1.10", [](Draw& draw) {
         // Anything: the reference says what it means.
         static constexpr std::array<std::int64_t, 16> kExtents = {0,
                                                                   1,
                                                                   2,
                                                                   3,
                                                                   16,
                                                                   31,
                                                                   32,
                                                                   256,
                                                                   -1,
                                                                   std::int64_t{1} << 31,
                                                                   std::int64_t{1} << 32,
                                                                   std::int64_t{1} << 61,
                                                                   std::int64_t{1} << 62,
                                                                   kMaxInt64,
                                                                   kMinInt64,
                                                                   kMaxInt64 - 31};
         Array array = random_array(draw.random, draw.in_turn(kAllGrades));
         array.shape.resize(static_cast<std::size_t>(draw.random.between(0, 6)));
         for (std::int64_t& extent : array.shape) extent = draw.random.pick(kExtents);
         array.descriptor.group_axis = static_cast<std::int16_t>(draw.random.between(-1, 6));
         for (std::int64_t& length : array.plane_bytes) {
           if (draw.random.chance(1, 2)) length = draw.random.pick(kExtents);
         }
         return ask(draw, array, std::nullopt);
       }});
  families.back().weight = 3;
}

// Plane lengths. A grade has the planes for which plane_lengths is not zero.
Grades grades_with(std::size_t plane) {
  Grades grades;
  for (const GradeName grade : kAllGrades) {
    if (plane_lengths(grade, 256)[plane] != 0) grades.push_back(grade);
  }
  return grades;
}

void add_length_families(std::vector<Family>& families) {
  static constexpr std::array<const char*, 4> kPlaneNames = {"data", "scale0", "scale1", "aux"};
  for (std::uint8_t plane = 0; plane < kPlaneNames.size(); ++plane) {
    const CheckReply wrong{kSizeMismatch, plane};
    const std::string name = std::string("length-") + kPlaneNames[plane];
    const auto add = [&](const std::string& what, auto change_length) {
      families.push_back({Op::kCheck, name + '-' + what, "§5.4.2",
                          [plane, wrong, grades = grades_with(plane), change_length](Draw& draw) {
                            Array array = random_array(draw.random, draw.in_turn(grades));
                            std::int64_t& length = array.plane_bytes[plane];
                            length = change_length(draw.random, length);
                            return ask(draw, array, wrong);
                          }});
    };
    add("off", [](Random& random, std::int64_t right) {
      const std::array<std::int64_t, 7> lengths = {right - 1, right + 1, 0,        2 * right,
                                                   right / 2, 8 * right, kMaxInt64};
      return random.pick(lengths);
    });
    add("negative", [](Random& random, std::int64_t right) {
      const std::array<std::int64_t, 3> lengths = {-right, -1, kMinInt64};
      return random.pick(lengths);
    });
    // Right in the low bits: a narrower type would not see the difference.
    add("truncated", [](Random& random, std::int64_t right) {
      static constexpr std::array<int, 4> kWidths = {16, 31, 32, 62};
      return right + (std::int64_t{1} << random.pick(kWidths));
    });
  }
  families.push_back(
      {Op::kCheck, "length-where-absent", "§5.4.2", [](Draw& draw) {
         static constexpr std::array<std::pair<GradeName, std::uint8_t>, 7> kAbsent = {
             {{GradeName::kMxfp4, 2},
              {GradeName::kMxfp4, 3},
              {GradeName::kMxfp4Rne, 2},
              {GradeName::kMxfp4Rne, 3},
              {GradeName::kNvf4, 3},
              {GradeName::kNvf4Rtz, 3},
              {GradeName::kI8s24, 2}}};
         const auto& [grade, plane] = draw.in_turn(kAbsent);
         Array array = random_array(draw.random, grade);
         const std::array<std::int64_t, 4> lengths = {1, 4, -1, array.plane_bytes[0]};
         array.plane_bytes[plane] = draw.random.pick(lengths);
         return ask(draw, array, CheckReply{kSizeMismatch, plane});
       }});
  families.push_back({Op::kCheck, "length-first-wrong-named", "§5.4.2", [](Draw& draw) {
                        Array array = random_array(draw.random, draw.in_turn(kAllGrades));
                        const auto first = static_cast<std::uint8_t>(draw.random.below(3));
                        array.plane_bytes[first] += draw.random.between(1, 9);
                        for (std::size_t later = first + 1u; later < 4; ++later) {
                          array.plane_bytes[later] -= draw.random.between(1, 9);
                        }
                        return ask(draw, array, CheckReply{kSizeMismatch, first});
                      }});
  families.push_back({Op::kCheck, "length-planes-swapped", "§5.4.2", [](Draw& draw) {
                        Array array = random_array(draw.random, draw.in_turn(kAllGrades));
                        std::swap(array.plane_bytes[0], array.plane_bytes[1]);
                        return ask(draw, array, CheckReply{kSizeMismatch, kData});
                      }});
  families.push_back({Op::kCheck, "length-packed-scales", "§6.1.6", [](Draw& draw) {
                        // Sub-byte scales packed like elements, which they never are.
                        Array array = random_array(draw.random, GradeName::kQ4ks);
                        const std::int64_t packed = (array.plane_bytes[1] * 6 + 7) / 8;
                        const std::uint8_t plane = draw.random.chance(1, 2) ? 1 : 3;
                        array.plane_bytes[plane] = packed;
                        return ask(draw, array, CheckReply{kSizeMismatch, plane});
                      }});
}

// ---- Levels, step 5 ---------------------------------------------------------------------------

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
                        static constexpr std::array<std::uint8_t, 6> kLevels = {3,   4,   7,
                                                                                127, 128, 255};
                        Filled made = filled(draw.random, draw.in_turn(kAllGrades));
                        std::optional<protocol::Digest> digest;
                        break_step(draw.random, 5, made, digest);
                        CheckRequest request = made.request(draw.random.pick(kLevels));
                        request.digest = digest;
                        return draft(request, CheckReply{kDigestMismatch, kNone});
                      }});
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

// Cells of two equal or descending indices, as metadata nibbles (spec §8.5.1).
constexpr std::array<std::uint8_t, 4> kEqualCells = {0x0, 0x5, 0xA, 0xF};
constexpr std::array<std::uint8_t, 6> kDescendingCells = {0x1, 0x2, 0x3, 0x6, 0x7, 0xB};

void set_cell(protocol::Bytes& metadata, std::size_t cell, std::uint8_t nibble) {
  const unsigned shift = cell % 2 * 4;
  std::byte& byte = metadata[cell / 2];
  byte = (byte & ~(std::byte{0xF} << shift)) | std::byte{nibble} << shift;
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

// ---- Bytes without a plan ---------------------------------------------------------------------

void add_random_families(std::vector<Family>& families) {
  const auto fields = reference::descriptor_fields();
  families.push_back({Op::kCheck, "note", "§2.3.3", [](Draw& draw) {
                        static constexpr std::array<std::uint32_t, 7> kNotes = {
                            0, 1, 0xFE, 0xFF00, 0x8000, 0x80000000, 0xFFFFFFFF};
                        Array array = random_array(draw.random, draw.in_turn(kAllGrades));
                        array.descriptor.note =
                            draw.random.chance(1, 2)
                                ? draw.random.pick(kNotes)
                                : static_cast<std::uint32_t>(draw.random.next());
                        return ask(draw, array, CheckReply{kOk, kNone});
                      }});
  families.push_back({Op::kCheck, "single-bit", "§5", [](Draw& draw) {
                        // All 512 bits of all descriptors, in turn.
                        const GradeName grade = draw.in_turn(kAllGrades);
                        Array array = random_array(draw.random, grade);
                        CheckRequest request = check_request(array);
                        const auto bit =
                            static_cast<std::size_t>(draw.turn / kAllGrades.size() % 512);
                        request.desc[bit / 8] ^= static_cast<std::byte>(1u << bit % 8);
                        return draft(request, std::nullopt);
                      }});
  families.back().weight = 24;
  const auto add_fields = [&](std::string name, std::int64_t least, std::int64_t most,
                              unsigned weight) {
    families.push_back({Op::kCheck, std::move(name), "§5",
                        [=](Draw& draw) {
                          Array array = random_array(draw.random, draw.in_turn(kAllGrades));
                          protocol::DescriptorBytes bytes = reference::to_bytes(array.descriptor);
                          const std::int64_t count = draw.random.between(least, most);
                          for (std::int64_t i = 0; i < count; ++i) {
                            const reference::Field& field = draw.random.pick(fields);
                            const std::uint64_t right = reference::field_value(bytes, field);
                            const auto bits = static_cast<unsigned>(8 * field.size);
                            set_field(bytes, field.offset, field.size,
                                      other_value(draw.random, right, bits));
                          }
                          CheckRequest request = check_request(array);
                          request.level = deciding_level(draw.random);
                          request.desc.assign(bytes.begin(), bytes.end());
                          return draft(request, std::nullopt);
                        },
                        weight});
  };
  add_fields("two-fields", 2, 2, 8);
  add_fields("many-fields", 3, 8, 4);
  families.push_back({Op::kCheck, "spliced-descriptors", "§5", [](Draw& draw) {
                        // The head of one grade's descriptor, the tail of another's.
                        const Array head = random_array(draw.random, draw.random.pick(kAllGrades));
                        const Array tail = random_array(draw.random, draw.random.pick(kAllGrades));
                        CheckRequest request = check_request(head);
                        const CheckRequest other = check_request(tail);
                        const auto cut = static_cast<std::ptrdiff_t>(draw.random.below(65));
                        std::copy(other.desc.begin() + cut, other.desc.end(),
                                  request.desc.begin() + cut);
                        request.level = deciding_level(draw.random);
                        return draft(request, std::nullopt);
                      }});
  families.back().weight = 2;
  families.push_back({Op::kCheck, "random-bytes", "§5.0.2", [](Draw& draw) {
                        CheckRequest request =
                            check_request(random_array(draw.random, draw.in_turn(kAllGrades)));
                        request.level = static_cast<std::uint8_t>(draw.random.below(256));
                        static constexpr std::array<std::byte, 3> kFills = {
                            std::byte{0x00}, std::byte{0xFF}, std::byte{0x01}};
                        if (draw.turn < kFills.size()) {
                          std::ranges::fill(request.desc, draw.in_turn(kFills));
                        } else {
                          // Keeping a prefix lets more of the rest be looked at.
                          const auto kept = static_cast<std::size_t>(
                              draw.random.pick(std::array<std::uint8_t, 4>{0, 4, 7, 22}));
                          draw.random.fill(std::span(request.desc).subspan(kept));
                        }
                        return draft(request, std::nullopt);
                      }});
  families.back().weight = 2;
}

}  // namespace

std::vector<Family> check_families() {
  std::vector<Family> families;
  add_frame_families(families);
  add_grade_families(families);
  add_placement_families(families);
  add_shape_families(families);
  add_length_families(families);
  add_level_families(families);
  add_content_families(families);
  add_random_families(families);
  return families;
}

}  // namespace grit::vectors
