// Families of DECODE (spec §8): sweeps over every scale and element code, poison, zeros,
// infinities, sparsity, and planes of the wrong length.

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/vectors/arrays.h"
#include "harness/vectors/binary32_draws.h"
#include "harness/vectors/family.h"
#include "harness/vectors/plane_draws.h"

namespace grit::vectors {
namespace {

using protocol::Bytes;
using protocol::Op;
using protocol::Planes;

constexpr std::array<GradeName, 2> kMxfp4Grades = {GradeName::kMxfp4, GradeName::kMxfp4Rne};
constexpr std::array<GradeName, 2> kNvf4Grades = {GradeName::kNvf4, GradeName::kNvf4Rtz};

std::int64_t some_blocks(Random& random, GradeName grade, std::int64_t most) {
  return block(grade) * random.between(1, most);
}

Draft ask(GradeName grade, std::int64_t numel, Planes planes,
          std::optional<protocol::Reply> expected = std::nullopt) {
  protocol::DecodeRequest request{std::string(registry_name(grade)), numel, std::move(planes)};
  return {request.encode(), std::move(expected)};
}

// Two codes of four bits a byte, 0 to 15 again and again.
void put_all_codes(Bytes& plane) {
  for (std::size_t i = 0; i < plane.size(); ++i) {
    const std::size_t low = 2 * i % 16;
    plane[i] = static_cast<std::byte>(low | (low + 1) << 4);
  }
}

// Every element NaN (spec §0.7).
protocol::Reply all_nan(std::int64_t numel) {
  return answered(protocol::WordsReply{protocol::Words(static_cast<std::size_t>(numel), kNan)});
}

// The word of a positive number with `exponent` and `mantissa` bits at this turn: all exponent
// fields, each with the significands 0, 1, an alternating one and all ones; 2^(2 + exponent) words,
// then again.
std::uint32_t sweep_word(std::uint64_t turn, unsigned exponent, unsigned mantissa) {
  const std::uint32_t ones = (std::uint32_t{1} << mantissa) - 1;
  const std::array<std::uint32_t, 4> significands = {0, 1, ones / 3, ones};
  const auto field = static_cast<std::uint32_t>(turn / 4 % (std::uint64_t{1} << exponent));
  return field << mantissa | significands[static_cast<std::size_t>(turn % 4)];
}

// The same in binary16, of either sign.
std::uint16_t sweep_half(Random& random, std::uint64_t turn) {
  const unsigned sign = random.chance(1, 2) ? 0x8000u : 0u;
  return static_cast<std::uint16_t>(sweep_word(turn, 5, 10) | sign);
}

std::string named(GradeName grade, std::string_view what) {
  return std::string(short_name(grade)) + '-' + std::string(what);
}

// ---- Values -----------------------------------------------------------------------------------

void add_plain_families(std::vector<Family>& families) {
  for (const GradeName grade : kAllGrades) {
    families.push_back({Op::kDecode, named(grade, "plain"), "§8",
                        [grade](Draw& draw) {
                          const std::int64_t numel = some_blocks(draw.random, grade, 4);
                          return ask(grade, numel, plain_planes(draw.random, grade, numel));
                        },
                        2});
  }
}

// Any bytes in every plane, survivor indices included.
void add_random_families(std::vector<Family>& families) {
  for (const GradeName grade : kAllGrades) {
    families.push_back({Op::kDecode, named(grade, "random"), "§8", [grade](Draw& draw) {
                          const std::int64_t numel = some_blocks(draw.random, grade, 2);
                          Planes planes =
                              random_planes(draw.random, grade, static_cast<std::uint64_t>(numel));
                          if (layout(grade) == Layout::kI8s24) draw.random.fill(planes[kAuxPlane]);
                          return ask(grade, numel, std::move(planes));
                        }});
  }
}

void add_mxfp4_families(std::vector<Family>& families) {
  // All 256 scales with all 16 codes: 128 turns of two blocks.
  families.push_back({Op::kDecode, "mxfp4-scale-sweep", "§8.2.1",
                      [](Draw& draw) {
                        const GradeName grade = draw.random.pick(kMxfp4Grades);
                        Planes planes = random_planes(draw.random, grade, 64);
                        put_all_codes(planes[kDataPlane]);
                        const std::uint64_t pair = draw.turn % 128;
                        planes[kScale0Plane] = {static_cast<std::byte>(2 * pair),
                                                static_cast<std::byte>(2 * pair + 1)};
                        return ask(grade, 64, std::move(planes));
                      },
                      8});
  families.push_back({Op::kDecode, "mxfp4-nan-scale", "§8.1.5", [](Draw& draw) {
                        const GradeName grade = draw.random.pick(kMxfp4Grades);
                        Planes planes = random_planes(draw.random, grade, 32);
                        planes[kScale0Plane][0] = std::byte{0xFF};
                        return ask(grade, 32, std::move(planes), all_nan(32));
                      }});
  families.push_back({Op::kDecode, "mxfp4-poisoned-neighbour", "§8.1.5", [](Draw& draw) {
                        const GradeName grade = draw.random.pick(kMxfp4Grades);
                        Planes planes = plain_planes(draw.random, grade, 96);
                        planes[kScale0Plane][static_cast<std::size_t>(draw.random.below(3))] =
                            std::byte{0xFF};
                        return ask(grade, 96, std::move(planes));
                      }});
}

void add_nvf4_families(std::vector<Family>& families) {
  families.push_back({Op::kDecode, "nvf4-scale-sweep", "§8.3.1",
                      [](Draw& draw) {
                        // All 256 block scales, each with all 16 codes; 32 a turn.
                        const GradeName grade = draw.random.pick(kNvf4Grades);
                        Planes planes = random_planes(draw.random, grade, 512);
                        put_all_codes(planes[kDataPlane]);
                        for (std::size_t i = 0; i < 32; ++i) {
                          planes[kScale0Plane][i] =
                              static_cast<std::byte>(32 * (draw.turn % 8) + i);
                        }
                        put32(planes[kScale1Plane], 0, random_binary32(draw.random, -60, 60));
                        return ask(grade, 512, std::move(planes));
                      },
                      2});
  families.push_back({Op::kDecode, "nvf4-tensor-scale-sweep", "§8.3.1",
                      [](Draw& draw) {
                        // All 256 exponent fields with four significands, times all 16 codes and
                        // three block scales: 1, any, and the largest.
                        const GradeName grade = draw.random.pick(kNvf4Grades);
                        Planes planes = random_planes(draw.random, grade, 48);
                        put_all_codes(planes[kDataPlane]);
                        planes[kScale0Plane] = {std::byte{0x38}, plain_e4m3(draw.random),
                                                std::byte{0x7E}};
                        const std::uint32_t sign = random_zero(draw.random);
                        put32(planes[kScale1Plane], 0, sweep_word(draw.turn, 8, 23) | sign);
                        return ask(grade, 48, std::move(planes));
                      },
                      7});
  families.push_back({Op::kDecode, "nvf4-nan-block-scale", "§8.1.5", [](Draw& draw) {
                        const GradeName grade = draw.random.pick(kNvf4Grades);
                        Planes planes = plain_planes(draw.random, grade, 16);
                        planes[kScale0Plane][0] =
                            draw.random.chance(1, 2) ? std::byte{0x7F} : std::byte{0xFF};
                        return ask(grade, 16, std::move(planes), all_nan(16));
                      }});
  families.push_back({Op::kDecode, "nvf4-nan-tensor-scale", "§8.1.5", [](Draw& draw) {
                        const GradeName grade = draw.random.pick(kNvf4Grades);
                        Planes planes = plain_planes(draw.random, grade, 32);
                        put32(planes[kScale1Plane], 0, random_nan(draw.random));
                        return ask(grade, 32, std::move(planes), all_nan(32));
                      }});
  // Infinity times zero in the scale: S is NaN before any code is looked at.
  families.push_back({Op::kDecode, "nvf4-infinity-times-zero-scale", "§8.1.7", [](Draw& draw) {
                        const GradeName grade = draw.random.pick(kNvf4Grades);
                        Planes planes = plain_planes(draw.random, grade, 16);
                        planes[kScale0Plane][0] =
                            draw.random.chance(1, 2) ? std::byte{0x00} : std::byte{0x80};
                        put32(planes[kScale1Plane], 0, kInfinity | random_zero(draw.random));
                        return ask(grade, 16, std::move(planes), all_nan(16));
                      }});
  // Infinity times a zero element, the scale itself being a number.
  families.push_back({Op::kDecode, "nvf4-infinite-scale", "§8.1.7", [](Draw& draw) {
                        const GradeName grade = draw.random.pick(kNvf4Grades);
                        Planes planes = plain_planes(draw.random, grade, 32);
                        planes[kDataPlane][3] = std::byte{0x80};  // +0 and -0
                        put32(planes[kScale1Plane], 0, kInfinity | random_zero(draw.random));
                        return ask(grade, 32, std::move(planes));
                      }});
  families.push_back({Op::kDecode, "nvf4-scale-overflow", "§8.1.6", [](Draw& draw) {
                        // S overflows to infinity although both scales are finite; a zero element
                        // follows.
                        const GradeName grade = draw.random.pick(kNvf4Grades);
                        Planes planes = plain_planes(draw.random, grade, 16);
                        planes[kDataPlane][1] = std::byte{0x80};
                        planes[kScale0Plane][0] = std::byte{0x7E};  // 448
                        put32(planes[kScale1Plane], 0, random_binary32(draw.random, 120, 127));
                        return ask(grade, 16, std::move(planes));
                      }});
  families.push_back({Op::kDecode, "nvf4-element-overflow", "§8.1.6", [](Draw& draw) {
                        // S is finite and 4 or 6 times it is not; other elements stay finite.
                        const GradeName grade = draw.random.pick(kNvf4Grades);
                        Planes planes = plain_planes(draw.random, grade, 16);
                        planes[kScale0Plane][0] = std::byte{0x38};  // 1
                        put32(planes[kScale1Plane], 0, random_binary32(draw.random, 126, 127));
                        return ask(grade, 16, std::move(planes));
                      }});
  families.push_back({Op::kDecode, "nvf4-zero-scale", "§8.3.1", [](Draw& draw) {
                        const GradeName grade = draw.random.pick(kNvf4Grades);
                        Planes planes = plain_planes(draw.random, grade, 32);
                        if (draw.random.chance(1, 2)) planes[kScale0Plane][0] = std::byte{0x80};
                        if (draw.random.chance(1, 2)) planes[kScale0Plane][1] = std::byte{0x00};
                        if (draw.random.chance(1, 2))
                          put32(planes[kScale1Plane], 0, random_zero(draw.random));
                        return ask(grade, 32, std::move(planes));
                      }});
  families.push_back({Op::kDecode, "nvf4-subnormal", "§0.6", [](Draw& draw) {
                        const GradeName grade = draw.random.pick(kNvf4Grades);
                        Planes planes = plain_planes(draw.random, grade, 32);
                        put32(planes[kScale1Plane], 0, random_binary32(draw.random, -149, -118));
                        return ask(grade, 32, std::move(planes));
                      }});
}

void add_q4ks_families(std::vector<Family>& families) {
  constexpr GradeName kGrade = GradeName::kQ4ks;
  const auto add = [&](std::string_view name, std::string clause, Draft (*make)(Draw&),
                       unsigned weight = 1) {
    families.push_back({Op::kDecode, named(kGrade, name), std::move(clause), make, weight});
  };
  add(
      "code-sweep", "§8.4.1",
      [](Draw& draw) {
        // All 64 scales and minimums in turn, with all 16 codes.
        Planes planes = plain_planes(draw.random, kGrade, 256);
        put_all_codes(planes[kDataPlane]);
        for (std::size_t i = 0; i < 8; ++i) {
          planes[kScale0Plane][i] = static_cast<std::byte>((8 * draw.turn + i) % 64);
          planes[kAuxPlane][i] = static_cast<std::byte>((8 * draw.turn + 7 * i) % 64);
        }
        return ask(kGrade, 256, std::move(planes));
      },
      3);
  add(
      "half-sweep", "§8.4.1",
      [](Draw& draw) {
        // All exponents of d, then of dmin, with all 16 codes.
        Planes planes = plain_planes(draw.random, kGrade, 256);
        put_all_codes(planes[kDataPlane]);
        put16(planes[kScale1Plane], static_cast<std::size_t>(draw.turn / 128 % 2),
              sweep_half(draw.random, draw.turn));
        return ask(kGrade, 256, std::move(planes));
      },
      2);
  add("ignored-bits", "§8.4.2", [](Draw& draw) {
    Planes planes = plain_planes(draw.random, kGrade, 256);
    for (const std::size_t plane : {kScale0Plane, kAuxPlane}) {
      for (std::byte& code : planes[plane]) {
        code |= static_cast<std::byte>(64 * draw.random.between(1, 3));
      }
    }
    return ask(kGrade, 256, std::move(planes));
  });
  add("nan-scale", "§8.1.5", [](Draw& draw) {
    Planes planes = plain_planes(draw.random, kGrade, 256);
    put16(planes[kScale1Plane], 0, nan_half(draw.random));
    return ask(kGrade, 256, std::move(planes), all_nan(256));
  });
  add("nan-minimum", "§8.4.3", [](Draw& draw) {
    Planes planes = plain_planes(draw.random, kGrade, 256);
    put16(planes[kScale1Plane], 1, nan_half(draw.random));
    return ask(kGrade, 256, std::move(planes), all_nan(256));
  });
  add("infinity-times-zero-scale", "§8.1.7", [](Draw& draw) {
    // d or dmin infinite, sc or m zero: S or Z is NaN.
    Planes planes = plain_planes(draw.random, kGrade, 256);
    const bool minimum = draw.random.chance(1, 2);
    put16(planes[kScale1Plane], minimum ? 1 : 0, infinite_half(draw.random));
    for (std::byte& code : planes[minimum ? kAuxPlane : kScale0Plane]) code = std::byte{0};
    return ask(kGrade, 256, std::move(planes), all_nan(256));
  });
  add("infinite-scale", "§8.1.7", [](Draw& draw) {
    // S is infinite and some codes are zero.
    Planes planes = plain_planes(draw.random, kGrade, 256);
    put16(planes[kScale1Plane], 0, infinite_half(draw.random));
    for (std::byte& code : planes[kScale0Plane]) code |= std::byte{1};
    planes[kDataPlane][5] = std::byte{0x30};
    return ask(kGrade, 256, std::move(planes));
  });
  add("infinity-minus-infinity", "§8.1.7", [](Draw& draw) {
    // S and Z infinite with one sign, codes not zero: every element is NaN.
    Planes planes = plain_planes(draw.random, kGrade, 256);
    const std::uint16_t infinity = infinite_half(draw.random);
    put16(planes[kScale1Plane], 0, infinity);
    put16(planes[kScale1Plane], 1, infinity);
    for (std::byte& code : planes[kScale0Plane]) code |= std::byte{1};
    for (std::byte& code : planes[kAuxPlane]) code |= std::byte{1};
    for (std::byte& codes : planes[kDataPlane]) codes |= std::byte{0x11};
    return ask(kGrade, 256, std::move(planes), all_nan(256));
  });
  add("infinite-minimum", "§8.4.1", [](Draw& draw) {
    // Z infinite, S not: every element is infinite, none is NaN.
    Planes planes = plain_planes(draw.random, kGrade, 256);
    put16(planes[kScale1Plane], 1, infinite_half(draw.random));
    for (std::byte& code : planes[kAuxPlane]) code |= std::byte{1};
    return ask(kGrade, 256, std::move(planes));
  });
  add("zeros", "§8.4.1", [](Draw& draw) {
    // Signed zeros in d, dmin, sc, m and q: which sign (S × q) − Z has.
    Planes planes = plain_planes(draw.random, kGrade, 256);
    for (const std::size_t half : {0u, 1u}) {
      if (draw.random.chance(2, 3)) {
        put16(planes[kScale1Plane], half, draw.random.chance(1, 2) ? 0x8000 : 0x0000);
      }
    }
    for (const std::size_t plane : {kScale0Plane, kAuxPlane, kDataPlane}) {
      for (std::byte& code : planes[plane]) {
        if (draw.random.chance(1, 2)) code = std::byte{0};
      }
    }
    return ask(kGrade, 256, std::move(planes));
  });
  add("subnormal-half", "§1.2.5", [](Draw& draw) {
    Planes planes = plain_planes(draw.random, kGrade, 256);
    for (const std::size_t half : {0u, 1u}) {
      const auto fraction = static_cast<unsigned>(1 + draw.random.below(1023));
      const unsigned sign = draw.random.chance(1, 2) ? 0x8000u : 0u;
      put16(planes[kScale1Plane], half, static_cast<std::uint16_t>(sign | fraction));
    }
    return ask(kGrade, 256, std::move(planes));
  });
}

void add_i8s24_families(std::vector<Family>& families) {
  constexpr GradeName kGrade = GradeName::kI8s24;
  const auto add = [&](std::string_view name, std::string clause, Draft (*make)(Draw&),
                       unsigned weight = 1) {
    families.push_back({Op::kDecode, named(kGrade, name), std::move(clause), make, weight});
  };
  add(
      "element-sweep", "§8.5.3",
      [](Draw& draw) {
        // All 256 codes, -128 included, 16 a turn.
        Planes planes = plain_planes(draw.random, kGrade, 32);
        for (std::size_t i = 0; i < 16; ++i) {
          planes[kDataPlane][i] = static_cast<std::byte>(16 * (draw.turn % 16) + i);
        }
        return ask(kGrade, 32, std::move(planes));
      },
      2);
  add("scale-times-element-sweep", "§8.5.3", [](Draw& draw) {
    // All exponents of the scale, each with all 256 codes.
    Planes planes = random_planes(draw.random, kGrade, 512);
    for (std::size_t i = 0; i < 256; ++i) planes[kDataPlane][i] = static_cast<std::byte>(i);
    const std::uint16_t scale = sweep_half(draw.random, draw.turn);
    for (std::size_t group = 0; group < 16; ++group) put16(planes[kScale0Plane], group, scale);
    return ask(kGrade, 512, std::move(planes));
  });
  add(
      "scale-sweep", "§8.5.3",
      [](Draw& draw) {
        // All 65,536 scales, 64 a turn, with random codes.
        Planes planes = random_planes(draw.random, kGrade, 64 * 32);
        for (std::size_t group = 0; group < 64; ++group) {
          put16(planes[kScale0Plane], group,
                static_cast<std::uint16_t>(64 * (draw.turn % 1024) + group));
        }
        return ask(kGrade, 64 * 32, std::move(planes));
      },
      7);
  add("nan-scale", "§8.5.2", [](Draw& draw) {
    // Named positions are NaN, the others +0: sparsity wins over poison.
    Planes planes = plain_planes(draw.random, kGrade, 64);
    const auto group = static_cast<std::size_t>(draw.random.below(2));
    put16(planes[kScale0Plane], group, nan_half(draw.random));
    return ask(kGrade, 64, std::move(planes));
  });
  add("infinite-scale", "§8.1.7", [](Draw& draw) {
    Planes planes = plain_planes(draw.random, kGrade, 32);
    put16(planes[kScale0Plane], 0, infinite_half(draw.random));
    planes[kDataPlane][static_cast<std::size_t>(draw.random.below(16))] = std::byte{0};
    return ask(kGrade, 32, std::move(planes));
  });
  add("zeros", "§8.5.3", [](Draw& draw) {
    Planes planes = plain_planes(draw.random, kGrade, 64);
    if (draw.random.chance(1, 2)) put16(planes[kScale0Plane], 0, 0x8000);
    if (draw.random.chance(1, 2)) put16(planes[kScale0Plane], 1, 0x0000);
    for (std::byte& code : planes[kDataPlane]) {
      if (draw.random.chance(1, 2)) code = std::byte{0};
    }
    return ask(kGrade, 64, std::move(planes));
  });
  add("subnormal-half", "§1.2.5", [](Draw& draw) {
    Planes planes = plain_planes(draw.random, kGrade, 32);
    put16(planes[kScale0Plane], 0, static_cast<std::uint16_t>(1 + draw.random.below(1023)));
    return ask(kGrade, 32, std::move(planes));
  });
  add("descending-indices", "§8.5.3", [](Draw& draw) {
    // Indices are a set: values go to ascending positions whatever the order of the slots.
    static constexpr std::array<unsigned, 6> kCells = {0x1, 0x2, 0x3, 0x6, 0x7, 0xB};
    Planes planes = plain_planes(draw.random, kGrade, 64);
    for (std::byte& byte : planes[kAuxPlane]) {
      const unsigned low = draw.random.pick(kCells);
      const unsigned high = draw.random.pick(kCells);
      byte = static_cast<std::byte>(low | high << 4);
    }
    return ask(kGrade, 64, std::move(planes));
  });
  add("equal-indices", "§8.5.4", [](Draw& draw) {
    // A cell that names one position twice takes one value; all later values move up.
    static constexpr std::array<unsigned, 4> kCells = {0x0, 0x5, 0xA, 0xF};
    Planes planes = plain_planes(draw.random, kGrade, 64);
    const std::int64_t count = draw.random.between(1, 4);
    for (std::int64_t i = 0; i < count; ++i) {
      const auto cell = static_cast<std::size_t>(draw.random.below(16));
      const unsigned shift = cell % 2 * 4;
      std::byte& byte = planes[kAuxPlane][cell / 2];
      byte = (byte & ~(std::byte{0xF} << shift)) | static_cast<std::byte>(draw.random.pick(kCells))
                                                       << shift;
    }
    return ask(kGrade, 64, std::move(planes));
  });
  add("random-indices", "§8.5", [](Draw& draw) {
    Planes planes = plain_planes(draw.random, kGrade, 128);
    draw.random.fill(planes[kAuxPlane]);
    return ask(kGrade, 128, std::move(planes));
  });
}

// ---- Refusals ---------------------------------------------------------------------------------

// Where a plane of a grade is made of u16 or u32 words.
std::size_t word_bytes(GradeName grade, std::size_t plane) {
  if (layout(grade) == Layout::kNvf4 && plane == kScale1Plane) return 4;
  if (layout(grade) == Layout::kQ4ks && plane == kScale1Plane) return 2;
  if (layout(grade) == Layout::kI8s24 && plane == kScale0Plane) return 2;
  return 1;
}

struct PlaneOf {
  GradeName grade;
  std::size_t plane;
};

// The (grade, plane) pairs for which `wanted` holds.
template <typename Predicate>
std::vector<PlaneOf> planes_where(const Predicate& wanted) {
  std::vector<PlaneOf> found;
  for (const GradeName grade : kAllGrades) {
    for (std::size_t plane = 0; plane < 4; ++plane) {
      if (wanted(grade, plane)) found.push_back({grade, plane});
    }
  }
  return found;
}

bool is_present(GradeName grade, std::size_t plane) {
  return plane_lengths(grade, 256)[plane] != 0;
}

void add_length_family(std::vector<Family>& families, std::string name, std::vector<PlaneOf> of,
                       void (*change)(Random&, Bytes&)) {
  families.push_back({Op::kDecode, std::move(name), "§8.1.1",
                      [of = std::move(of), change](Draw& draw) {
                        const auto& [grade, plane] = draw.in_turn(of);
                        const std::int64_t numel = some_blocks(draw.random, grade, 2);
                        Planes planes = plain_planes(draw.random, grade, numel);
                        change(draw.random, planes[plane]);
                        return ask(grade, numel, std::move(planes), refused());
                      },
                      2});
}

void add_length_refusals(std::vector<Family>& families) {
  const auto bytes_only = planes_where([](GradeName grade, std::size_t plane) {
    return is_present(grade, plane) && word_bytes(grade, plane) == 1;
  });
  const auto words = planes_where([](GradeName grade, std::size_t plane) {
    return is_present(grade, plane) && word_bytes(grade, plane) > 1;
  });
  const auto absent =
      planes_where([](GradeName grade, std::size_t plane) { return !is_present(grade, plane); });
  add_length_family(families, "length-short", bytes_only, [](Random& random, Bytes& plane) {
    const auto less =
        static_cast<std::size_t>(random.between(1, static_cast<std::int64_t>(plane.size())));
    plane.resize(random.chance(1, 2) ? plane.size() - 1 : plane.size() - less);
  });
  add_length_family(families, "length-surplus", bytes_only, [](Random& random, Bytes& plane) {
    plane.resize(plane.size() + static_cast<std::size_t>(random.between(1, 16)));
  });
  // Planes of wider words: an incomplete word, a missing one, one too many.
  add_length_family(families, "length-word-cut", words,
                    [](Random&, Bytes& plane) { plane.pop_back(); });
  add_length_family(families, "length-word-missing", words,
                    [](Random&, Bytes& plane) { plane.clear(); });
  add_length_family(families, "length-word-begun", words,
                    [](Random&, Bytes& plane) { plane.push_back(std::byte{0}); });
  add_length_family(families, "length-word-surplus", words,
                    [](Random&, Bytes& plane) { plane.resize(plane.size() + 4); });
  add_length_family(families, "length-where-absent", absent, [](Random& random, Bytes& plane) {
    plane.resize(static_cast<std::size_t>(random.between(1, 8)));
  });
}

void add_count_refusals(std::vector<Family>& families) {
  families.push_back({Op::kDecode, "count-zero", "§8.1.1", [](Draw& draw) {
                        const GradeName grade = draw.in_turn(kAllGrades);
                        // Nothing comes out; NVF4 still has its outer scale.
                        return ask(grade, 0, random_planes(draw.random, grade, 0),
                                   answered(protocol::WordsReply{}));
                      }});
  families.push_back({Op::kDecode, "count-zero-scale-missing", "§6.1.11", [](Draw& draw) {
                        return ask(draw.in_turn(kNvf4Grades), 0, Planes{}, refused());
                      }});
  families.push_back({Op::kDecode, "count-zero-surplus", "§8.1.1", [](Draw& draw) {
                        const GradeName grade = draw.in_turn(kAllGrades);
                        return ask(grade, 0, plain_planes(draw.random, grade, block(grade)),
                                   refused());
                      }});
  families.push_back({Op::kDecode, "count-below-planes", "§8.1.1", [](Draw& draw) {
                        // Fewer whole blocks than the planes hold.
                        const GradeName grade = draw.in_turn(kAllGrades);
                        const std::int64_t blocks = draw.random.between(2, 4);
                        return ask(grade, block(grade) * (blocks - 1),
                                   plain_planes(draw.random, grade, block(grade) * blocks),
                                   refused());
                      }});
  families.push_back({Op::kDecode, "count-not-whole-blocks", "§8.1.1", [](Draw& draw) {
                        // The planes of the blocks that the count begins, so an unguarded loop has
                        // all it reads.
                        const GradeName grade = draw.in_turn(kAllGrades);
                        const std::int64_t blocks = draw.random.between(1, 2);
                        const std::int64_t less = draw.random.between(1, block(grade) - 1);
                        return ask(grade, block(grade) * blocks - less,
                                   plain_planes(draw.random, grade, block(grade) * blocks),
                                   refused());
                      }});
  families.push_back({Op::kDecode, "count-negative", "§8.1.1", [](Draw& draw) {
                        const GradeName grade = draw.in_turn(kAllGrades);
                        const std::array<std::int64_t, 4> counts = {
                            -1, -block(grade), -256 * draw.random.between(1, 64),
                            std::numeric_limits<std::int64_t>::min()};
                        const std::int64_t count = draw.random.pick(counts);
                        return ask(grade, count, random_planes(draw.random, grade, 0), refused());
                      }});
  families.push_back({Op::kDecode, "count-huge", "§8.1.1", [](Draw& draw) {
                        // The lengths decide before anything is allocated. Counts whose output
                        // could not be addressed: what smaller ones do to an unguarded
                        // implementation depends on the machine's memory.
                        const GradeName grade = draw.in_turn(kAllGrades);
                        const std::int64_t count =
                            (std::int64_t{1} << 62) + 256 * draw.random.between(0, 1 << 20);
                        return ask(grade, count, random_planes(draw.random, grade, 0), refused());
                      }});
  families.push_back({Op::kDecode, "unknown-grade", "§3.9.1", [](Draw& draw) {
                        static constexpr std::array<std::string_view, 12> kNames = {
                            "",
                            "MXFP4",
                            "grade_mxfp4",
                            "GRADE_MXFP4 ",
                            " GRADE_MXFP4",
                            "GRADE_MXFP8",
                            "GRADE_Q4K",
                            "GRADE_NVF4_RNE",
                            "GRADE_MXFP4_RTZ",
                            "GRADE_I8",
                            "GRADE_MXFP4\n",
                            "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)"};
                        Planes planes = plain_planes(draw.random, GradeName::kMxfp4, 32);
                        protocol::DecodeRequest request{std::string(draw.in_turn(kNames)), 32,
                                                        std::move(planes)};
                        return Draft{request.encode(), refused()};
                      }});
}

}  // namespace

std::vector<Family> decode_families() {
  std::vector<Family> families;
  add_plain_families(families);
  add_random_families(families);
  add_mxfp4_families(families);
  add_nvf4_families(families);
  add_q4ks_families(families);
  add_i8s24_families(families);
  add_length_refusals(families);
  add_count_refusals(families);
  return families;
}

}  // namespace grit::vectors
