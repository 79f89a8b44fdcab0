// Families of ENCODE (spec §9): ordinary values, exact ties, zeros, subnormals, values that are not
// finite, and the corners of each grade's scale rule.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/vectors/arrays.h"
#include "harness/vectors/binary32_draws.h"
#include "harness/vectors/family.h"

namespace grit::vectors {
namespace {

using protocol::Op;
using protocol::Words;

// NVF4_RTZ has families of its own: its element rounding is a rule of its own (spec §9.3.5), and
// what it shares with NVF4 is asked of NVF4.
constexpr std::array<GradeName, 5> kNearestGrades = {
    GradeName::kMxfp4, GradeName::kMxfp4Rne, GradeName::kNvf4, GradeName::kQ4ks, GradeName::kI8s24};
constexpr std::array<GradeName, 4> kSymmetricGrades = {GradeName::kMxfp4, GradeName::kMxfp4Rne,
                                                       GradeName::kNvf4, GradeName::kI8s24};
constexpr std::array<GradeName, 2> kMxfp4Grades = {GradeName::kMxfp4, GradeName::kMxfp4Rne};

Draft ask(GradeName grade, Words words, std::optional<protocol::Reply> expected = std::nullopt) {
  protocol::EncodeRequest request{std::string(registry_name(grade)), std::move(words)};
  return {request.encode(), std::move(expected)};
}

std::string named(GradeName grade, std::string_view what) {
  return std::string(short_name(grade)) + '-' + std::string(what);
}

std::size_t some_blocks(Random& random, GradeName grade) {
  const std::int64_t most = layout(grade) == Layout::kQ4ks ? 1 : 3;
  return static_cast<std::size_t>(block(grade) * random.between(1, most));
}

std::size_t some_index(Random& random, const Words& words) {
  return static_cast<std::size_t>(random.below(words.size()));
}

using Values = Words (*)(Random&, GradeName);

void add_for_grades(std::vector<Family>& families, std::string_view name, std::string clause,
                    std::span<const GradeName> grades, Values make, unsigned weight = 1) {
  for (const GradeName grade : grades) {
    families.push_back({Op::kEncode, named(grade, name), clause,
                        [grade, make](Draw& draw) { return ask(grade, make(draw.random, grade)); },
                        weight});
  }
}

void add_common_families(std::vector<Family>& families) {
  add_for_grades(
      families, "ordinary", "§9", kNearestGrades,
      [](Random& random, GradeName grade) {
        return ordinary_values(random, some_blocks(random, grade));
      },
      3);
  add_for_grades(families, "spread", "§9", kNearestGrades, [](Random& random, GradeName grade) {
    // Magnitudes far apart: the small ones round to zero, the scale follows the large ones.
    return values_between(random, some_blocks(random, grade), -40, 20);
  });
  add_for_grades(families, "whole-range", "§9", kNearestGrades,
                 [](Random& random, GradeName grade) {
                   // Not to 2^127: differences of such values overflow, which is a family of its
                   // own.
                   return values_between(random, some_blocks(random, grade), -149, 125);
                 });
  add_for_grades(families, "subnormal", "§0.6", kNearestGrades,
                 [](Random& random, GradeName grade) {
                   return values_between(random, some_blocks(random, grade), -149, -124);
                 });
  add_for_grades(families, "largest", "§9", kNearestGrades, [](Random& random, GradeName grade) {
    // One sign, so that differences stay finite.
    Words words = values_between(random, some_blocks(random, grade), 120, 127);
    for (std::uint32_t& word : words) word &= ~kSign;
    words[some_index(random, words)] = kMaxFinite;
    return words;
  });
  add_for_grades(families, "one-value", "§9", kNearestGrades, [](Random& random, GradeName grade) {
    // A single value among zeros of one sign.
    Words words(some_blocks(random, grade), 0);
    const std::size_t place = some_index(random, words);
    words[place] = random_binary32(random, -140, 120) & ~kSign;
    return words;
  });
  add_for_grades(families, "zeros", "§9", kNearestGrades, [](Random& random, GradeName grade) {
    // +0 only: one block of nothing, the other ordinary.
    const auto length = static_cast<std::size_t>(block(grade));
    Words words = ordinary_values(random, 2 * length);
    const std::size_t first = some_index(random, words) / length * length;
    for (std::size_t i = 0; i < length; ++i) words[first + i] = 0;
    return words;
  });
  add_for_grades(families, "signed-zeros", "§9", kNearestGrades,
                 [](Random& random, GradeName grade) {
                   // Zeros of both signs between ordinary values, some of them negative.
                   Words words = ordinary_values(random, some_blocks(random, grade));
                   for (std::size_t i = 0; i < words.size(); i += 2) words[i] = random_zero(random);
                   for (std::size_t i = 1; i < words.size(); i += 32) words[i] |= kSign;
                   return words;
                 });
  add_for_grades(
      families, "not-finite", "§9", kNearestGrades,
      [](Random& random, GradeName grade) {
        Words words = ordinary_values(random, some_blocks(random, grade));
        const std::int64_t count = random.between(1, 4);
        for (std::int64_t i = 0; i < count; ++i) {
          const std::size_t place = some_index(random, words);
          words[place] = not_finite(random);
        }
        return words;
      },
      2);
  add_for_grades(families, "nothing-finite", "§9", kNearestGrades,
                 [](Random& random, GradeName grade) {
                   Words words(static_cast<std::size_t>(block(grade)));
                   for (std::uint32_t& word : words) word = not_finite(random);
                   return words;
                 });
  add_for_grades(families, "zeros-only", "§9", kNearestGrades, [](Random& random, GradeName grade) {
    // Zeros of both signs and nothing else; sometimes -0 only.
    Words words(some_blocks(random, grade), kSign);
    if (random.chance(3, 4)) {
      for (std::uint32_t& word : words) word = random_zero(random);
    }
    return words;
  });
  add_for_grades(families, "largest-negative", "§9", kNearestGrades,
                 [](Random& random, GradeName grade) {
                   Words words = values_between(random, some_blocks(random, grade), 120, 127);
                   for (std::uint32_t& word : words) word |= kSign;
                   words[some_index(random, words)] = kMaxFinite | kSign;
                   return words;
                 });
  // Both ends of the range at once, between subnormals and zeros: sums, differences and quotients
  // overflow and underflow. Q4KS has its own, for the rule that decides there is one of its own.
  add_for_grades(families, "both-ends", "§9", kSymmetricGrades,
                 [](Random& random, GradeName grade) {
                   Words words(some_blocks(random, grade));
                   for (std::uint32_t& word : words) {
                     switch (random.below(4)) {
                       case 0:
                         word = kMaxFinite | random_zero(random);
                         break;
                       case 1:
                         word = random_binary32(random, 126, 127);
                         break;
                       case 2:
                         word = random_binary32(random, -149, -127);
                         break;
                       default:
                         word = random_zero(random);
                         break;
                     }
                   }
                   return words;
                 });
  add_for_grades(families, "any-bits", "§9", kSymmetricGrades, [](Random& random, GradeName grade) {
    // Any bit patterns; in half of the cases those that are finite.
    const bool finite = random.chance(1, 2);
    Words words(some_blocks(random, grade));
    for (std::uint32_t& word : words) {
      word = static_cast<std::uint32_t>(random.next());
      if (finite && (word & kInfinity) == kInfinity) word ^= 1u << 30;
    }
    return words;
  });
  for (const GradeName grade : kNearestGrades) {
    families.push_back({Op::kEncode, named(grade, "one-not-finite"), "§9", [grade](Draw& draw) {
                          // One value in ordinary ones, at every place of a block in turn.
                          Words words =
                              ordinary_values(draw.random, some_blocks(draw.random, grade));
                          const auto place = static_cast<std::size_t>(
                              draw.turn % static_cast<std::uint64_t>(block(grade)));
                          words[place] = not_finite(draw.random);
                          return ask(grade, std::move(words));
                        }});
  }
}

void add_mxfp4_families(std::vector<Family>& families) {
  add_for_grades(families, "ties", "§9.2.3", kMxfp4Grades, [](Random& random, GradeName) {
    // Halves between neighbouring codes, scaled by the power of two that the largest value, 6 or 4
    // times it, gives both rules.
    static constexpr std::array<std::int64_t, 7> kQuarters = {1, 3, 5, 7, 10, 14, 20};
    const auto e = static_cast<int>(random.between(-120, 120));
    Words words(32);
    for (std::uint32_t& word : words) {
      word = binary32(random.pick(kQuarters), e - 2);
      if (random.chance(1, 2)) word |= kSign;
    }
    const std::size_t place = some_index(random, words);
    words[place] = binary32(4, e);  // 4: floor and nearest exponent agree
    return words;
  });
  add_for_grades(families, "around-ties", "§9.2.3", kMxfp4Grades, [](Random& random, GradeName) {
    static constexpr std::array<std::int64_t, 7> kQuarters = {1, 3, 5, 7, 10, 14, 20};
    const auto e = static_cast<int>(random.between(-100, 100));
    Words words(32);
    for (std::uint32_t& word : words) {
      word = binary32(random.pick(kQuarters), e - 2);
      word += random.chance(1, 2) ? 1u : ~0u;  // one step up or down in magnitude
    }
    const std::size_t place = some_index(random, words);
    words[place] = binary32(4, e);
    return words;
  });
  add_for_grades(families, "saturation", "§9.2.3", kMxfp4Grades, [](Random& random, GradeName) {
    // amax between 6 and 8 times a power of two: floor leaves it above the largest code.
    const auto e = static_cast<int>(random.between(-100, 100));
    Words words(32);
    for (std::uint32_t& word : words) {
      word = binary32((std::int64_t{6} << 20) + random.between(0, (1 << 21) - 1), e - 20);
      if (random.chance(1, 2)) word |= kSign;
    }
    return words;
  });
  add_for_grades(
      families, "exponent-boundary", "§9.1.3", kMxfp4Grades,
      [](Random& random, GradeName) {
        // amax next to a power of two, or to sqrt(2) times one: where rules step.
        static constexpr std::array<std::uint32_t, 2> kFractions = {0, 0x3504F3};
        const auto exponent = static_cast<std::uint32_t>(random.between(1, 254));
        const std::uint32_t fraction = random.pick(kFractions);
        const std::uint32_t amax =
            (exponent << 23 | fraction) + static_cast<std::uint32_t>(random.between(-2, 2));
        Words words(32);
        for (std::uint32_t& word : words) {
          const auto below = static_cast<std::uint32_t>(random.below(3) << 23);
          word = amax > below ? amax - below : amax;
          if (random.chance(1, 2)) word |= kSign;
        }
        words[0] = amax;
        return words;
      },
      2);
  add_for_grades(families, "smallest-scale", "§9.2.3", kMxfp4Grades, [](Random& random, GradeName) {
    // The exponent is clamped at -127: codes of values below 2^-125.
    return values_between(random, 32, -149, -125);
  });
}

void add_nvf4_families(std::vector<Family>& families) {
  static constexpr std::array<GradeName, 1> kGrade = {GradeName::kNvf4};
  const auto add = [&](std::string_view name, std::string clause, Values make) {
    add_for_grades(families, name, std::move(clause), kGrade, make);
  };
  add("ties", "§9.3.4", [](Random& random, GradeName) {
    // amax = 6 · 448 · 2^e makes the tensor scale 2^e; a block's largest value 6 · 2^k · 2^e makes
    // its scale 2^k. Every quotient is then exact.
    static constexpr std::array<std::int64_t, 7> kQuarters = {1, 3, 5, 7, 10, 14, 20};
    const auto e = static_cast<int>(random.between(-60, 60));
    Words words(48);
    for (std::size_t first = 0; first < words.size(); first += 16) {
      const auto k = static_cast<int>(random.between(-4, 6));
      for (std::size_t i = 0; i < 16; ++i) {
        words[first + i] = binary32(random.pick(kQuarters), e + k - 2);
        if (random.chance(1, 2)) words[first + i] |= kSign;
      }
      words[first] = binary32(6, e + k);
    }
    words[0] = binary32(6 * 448, e);
    return words;
  });
  add("around-ties", "§9.3.4", [](Random& random, GradeName) {
    static constexpr std::array<std::int64_t, 7> kQuarters = {1, 3, 5, 7, 10, 14, 20};
    const auto e = static_cast<int>(random.between(-60, 60));
    Words words(32);
    for (std::uint32_t& word : words) {
      word = binary32(random.pick(kQuarters), e - 2) + (random.chance(1, 2) ? 1u : ~0u);
      if (random.chance(1, 2)) word |= kSign;
    }
    words[0] = binary32(6, e);         // block scale 1
    words[16] = binary32(6 * 448, e);  // tensor scale 2^e
    return words;
  });
  add("block-scale-ties", "§9.3.3", [](Random& random, GradeName) {
    // Block scales halfway between neighbouring e4m3 codes: an odd multiple of 2^-4 in [1, 2).
    const auto e = static_cast<int>(random.between(-60, 60));
    Words words(48);
    for (std::size_t first = 0; first < words.size(); first += 16) {
      const std::int64_t sixteenths = 16 + 2 * random.between(0, 7) + 1;
      const auto k = static_cast<int>(random.between(-3, 6));
      for (std::size_t i = 0; i < 16; ++i) {
        words[first + i] = binary32(random.between(-96, 96), e + k - 4);
      }
      words[first] = binary32(6 * sixteenths, e + k - 4);
    }
    words[0] = binary32(6 * 448, e);
    return words;
  });
  add("block-scale-underflow", "§9.3.4", [](Random& random, GradeName) {
    // A block so small beside the tensor that its scale becomes 0: codes ±0 by sign.
    Words words = values_between(random, 32, 0, 3);
    for (std::size_t i = 16; i < 32; ++i) words[i] = random_binary32(random, -60, -22);
    return words;
  });
  add("block-scale-subnormal", "§9.3.3", [](Random& random, GradeName) {
    Words words = values_between(random, 48, 0, 0);
    for (std::size_t i = 16; i < 48; ++i) words[i] = random_binary32(random, -18, -12);
    return words;
  });
  add("tiny-tensor", "§9.3.1", [](Random& random, GradeName) {
    // amax / 6 / 448 is 0 or subnormal.
    return values_between(random, 32, -149, -136);
  });
}

void add_nvf4_rtz_families(std::vector<Family>& families) {
  constexpr GradeName kGrade = GradeName::kNvf4Rtz;
  const auto add = [&](std::string_view name, Draft (*make)(Draw&)) {
    families.push_back({Op::kEncode, named(kGrade, name), "§9.3.5", make, 2});
  };
  add("rounding", [](Draw& draw) {
    // Random values, and in each block one of 0.9 times its largest: that is 5.08 to 5.76 scales,
    // 6 to nearest and 4 toward zero.
    const std::size_t count = some_blocks(draw.random, kGrade);
    Words words = values_between(draw.random, count, 0, 7);
    for (std::size_t first = 0; first < words.size(); first += 16) {
      const auto e = static_cast<int>(draw.random.between(-11, -9));  // at least 488
      const std::int64_t tenths = draw.random.between(100000, 199999);
      words[first] = binary32(10 * tenths, e);
      words[first + 1] = binary32(9 * tenths, e);
    }
    return ask(kGrade, std::move(words));
  });
  add("ties", [](Draw& draw) {
    // Exact halves, which rounding toward zero takes to the smaller magnitude: half of them differ
    // from ties to even.
    static constexpr std::array<std::int64_t, 7> kQuarters = {1, 3, 5, 7, 10, 14, 20};
    const auto e = static_cast<int>(draw.random.between(-60, 60));
    Words words(16);
    for (std::uint32_t& word : words) {
      word = binary32(draw.random.pick(kQuarters), e - 2);
      if (draw.random.chance(1, 2)) word |= kSign;
    }
    words[0] = binary32(6, e);      // block scale 1
    words[1] = binary32(3, e - 2);  // 0.75: 1 to even, 0.5 toward zero
    words.resize(32, 0);
    words[16] = binary32(6 * 448, e);  // tensor scale 2^e
    return ask(kGrade, std::move(words));
  });
  add("exact", [](Draw& draw) {
    // Values that are codes already, zeros and blocks that are not finite: nothing to round.
    static constexpr std::array<std::int64_t, 8> kHalves = {0, 1, 2, 3, 4, 6, 8, 12};
    const auto e = static_cast<int>(draw.random.between(-60, 60));
    Words words(32);
    for (std::uint32_t& word : words) {
      word = binary32(draw.random.pick(kHalves), e - 1);
      if (draw.random.chance(1, 2)) word |= kSign;
    }
    words[0] = binary32(6 * 448, e);
    for (std::size_t i = 1; i < 16; ++i) words[i] = random_zero(draw.random);
    words[16] = binary32(6, e);
    if (draw.random.chance(1, 3)) words[20] = not_finite(draw.random);
    return ask(kGrade, std::move(words));
  });
}

void add_q4ks_families(std::vector<Family>& families) {
  static constexpr std::array<GradeName, 1> kGrade = {GradeName::kQ4ks};
  const auto add = [&](std::string_view name, std::string clause, Values make,
                       unsigned weight = 1) {
    add_for_grades(families, name, std::move(clause), kGrade, make, weight);
  };
  add("ties", "§9.4.6", [](Random& random, GradeName) {
    // The first sub-block spans 945 · 2^e, so d = 2^e; a sub-block that spans 15 · s · 2^e has
    // sc = s. Values are odd halves of its step.
    const auto e = static_cast<int>(random.between(-12, 8));
    Words words(256);
    for (std::size_t first = 0; first < 256; first += 32) {
      const std::int64_t s = first == 0 ? 63 : random.between(1, 63);
      for (std::size_t i = 0; i < 32; ++i) {
        words[first + i] = binary32(s * (2 * random.between(0, 14) + 1), e - 1);
      }
      words[first] = 0;
      words[first + 1] = binary32(15 * s, e);
    }
    return words;
  });
  add("around-ties", "§9.4.6", [](Random& random, GradeName) {
    // One step of 2^-12 of a value beside the ties.
    const auto e = static_cast<int>(random.between(-12, 8));
    Words words(256);
    for (std::size_t first = 0; first < 256; first += 32) {
      const std::int64_t s = first == 0 ? 63 : random.between(1, 63);
      for (std::size_t i = 0; i < 32; ++i) {
        const std::int64_t tie = s * (2 * random.between(0, 14) + 1);
        words[first + i] = binary32(tie * 4096 + random.between(-1, 1), e - 13);
      }
      words[first] = 0;
      words[first + 1] = binary32(15 * s, e);
    }
    return words;
  });
  add("minimum-ties", "§9.4.5", [](Random& random, GradeName) {
    // off / dmin is an odd half: the first sub-block's least value is 63 · 2^e below zero.
    const auto e = static_cast<int>(random.between(-10, 8));
    Words words(256);
    for (std::size_t first = 0; first < 256; first += 32) {
      const std::int64_t halves = first == 0 ? 126 : 2 * random.between(0, 62) + 1;
      for (std::size_t i = 0; i < 32; ++i) {
        words[first + i] = binary32(random.between(-halves, halves), e - 1);
      }
      words[first + static_cast<std::size_t>(random.below(32))] = binary32(-halves, e - 1);
    }
    return words;
  });
  add("mixed-signs", "§9.4.3", [](Random& random, GradeName) {
    // Sub-blocks of one sign, of the other, of both, and of zeros, side by side.
    Words words = ordinary_values(random, 256);
    for (std::size_t first = 0; first < 256; first += 32) {
      const std::uint64_t kind = random.below(4);
      for (std::size_t i = first; i < first + 32; ++i) {
        if (kind == 0) words[i] &= ~kSign;
        if (kind == 1) words[i] |= kSign;
        if (kind == 2) words[i] = random_zero(random);
      }
    }
    return words;
  });
  add("scale-ties", "§9.4.5", [](Random& random, GradeName) {
    // step / d is an odd half.
    const auto e = static_cast<int>(random.between(-12, 8));
    Words words(256);
    for (std::size_t first = 0; first < 256; first += 32) {
      const std::int64_t halves = first == 0 ? 126 : 2 * random.between(0, 62) + 1;
      for (std::size_t i = 0; i < 32; ++i) {
        words[first + i] = binary32(random.between(0, 15 * halves), e - 1);
      }
      words[first] = 0;
      words[first + 1] = binary32(15 * halves, e - 1);
    }
    return words;
  });
  add("negative", "§9.4.3", [](Random& random, GradeName) {
    Words words = ordinary_values(random, 256);
    for (std::uint32_t& word : words) word |= kSign;
    return words;
  });
  add("positive", "§9.4.3", [](Random& random, GradeName) {
    // Nothing negative and no zero: off is -0 everywhere, dmin 0x8000.
    Words words = ordinary_values(random, 256);
    for (std::uint32_t& word : words) word &= ~kSign;
    return words;
  });
  add("negative-zero", "§9.4.2", [](Random& random, GradeName) {
    // Nothing is negative, but there are zeros with a sign: still lo = +0 and off = -0.
    Words words = ordinary_values(random, 256);
    for (std::uint32_t& word : words) {
      word &= ~kSign;
      if (random.chance(1, 3)) word = kSign;
    }
    words[0] = kSign;
    return words;
  });
  add("all-negative-zero", "§9.4.2", [](Random& random, GradeName) {
    Words words(256, kSign);
    const std::int64_t positive = random.between(0, 3);
    for (std::int64_t i = 0; i < positive; ++i) words[some_index(random, words)] = 0;
    return words;
  });
  add("half-overflow", "§9.4.4", [](Random& random, GradeName) {
    // step / 63 is finite and beyond 65504: d is clamped.
    Words words = values_between(random, 256, 10, 30);
    words[some_index(random, words)] = random_binary32(random, 27, 100);
    return words;
  });
  add("difference-overflow", "§9.4.4", [](Random& random, GradeName) {
    // hi - lo is infinite although both are finite: the quotient is, and is clamped.
    Words words = values_between(random, 256, 100, 127);
    words[0] = random_binary32(random, 127, 127) & ~kSign;
    words[1] = random_binary32(random, 127, 127) | kSign;
    return words;
  });
  add("half-underflow", "§9.4.5", [](Random& random, GradeName) {
    // d or dmin, or both, round to zero or to a subnormal binary16.
    return values_between(random, 256, -40, -14);
  });
  add("one-sub-block", "§9.4", [](Random& random, GradeName) {
    // Seven sub-blocks of zeros, one with values.
    Words words(256, 0);
    const auto first = static_cast<std::size_t>(32 * random.below(8));
    const Words values = ordinary_values(random, 32);
    for (std::size_t i = 0; i < 32; ++i) words[first + i] = values[i];
    return words;
  });
}

void add_i8s24_families(std::vector<Family>& families) {
  static constexpr std::array<GradeName, 1> kGrade = {GradeName::kI8s24};
  const auto add = [&](std::string_view name, std::string clause, Values make) {
    add_for_grades(families, name, std::move(clause), kGrade, make);
  };
  add("ties", "§9.5.4", [](Random& random, GradeName) {
    // amax = 127 · 2^e makes the scale 2^e; the others are odd halves of it.
    const auto e = static_cast<int>(random.between(-20, 14));
    Words words(32);
    for (std::uint32_t& word : words) {
      word = binary32(2 * random.between(-127, 126) + 1, e - 1);
    }
    words[0] = binary32(127, e);
    return words;
  });
  add("around-ties", "§9.5.4", [](Random& random, GradeName) {
    const auto e = static_cast<int>(random.between(-20, 14));
    Words words(32);
    for (std::uint32_t& word : words) {
      word = binary32(2 * random.between(-126, 125) + 1, e - 1);
      word += random.chance(1, 2) ? 1u : ~0u;  // one step up or down in magnitude
    }
    words[0] = binary32(127, e);
    return words;
  });
  add("scale-ties", "§9.5.3", [](Random& random, GradeName) {
    // amax / 127 is halfway between two binary16 numbers: 2^11 + an odd number of halves.
    const auto e = static_cast<int>(random.between(-22, 3));
    const std::int64_t halves = 2 * random.between(1024, 2047) + 1;
    Words words(32);
    for (std::uint32_t& word : words) word = binary32(random.between(-halves * 60, halves * 60), e);
    words[some_index(random, words)] = binary32(127 * halves, e);
    return words;
  });
  add("quad-ties", "§9.5.1", [](Random& random, GradeName) {
    // Equal magnitudes within a quad, of either sign: the lower position survives.
    Words words(64);
    for (std::size_t first = 0; first < words.size(); first += 4) {
      const std::uint32_t large = random_binary32(random, 0, 3) & ~kSign;
      const std::uint32_t small = random_binary32(random, -3, -1) & ~kSign;
      for (std::size_t i = 0; i < 4; ++i) {
        words[first + i] = random.chance(2, 3) ? large : small;
        if (random.chance(1, 2)) words[first + i] |= kSign;
      }
    }
    return words;
  });
  add("quad-of-zeros", "§9.5.1", [](Random& random, GradeName) {
    Words words = ordinary_values(random, 64);
    for (std::size_t first = 0; first < words.size(); first += 8) {
      for (std::size_t i = 0; i < 4; ++i) words[first + i] = random_zero(random);
    }
    return words;
  });
  add("quad-not-finite", "§9.5.1", [](Random& random, GradeName) {
    // Three or four of a quad are infinite or NaN: two survive, the lower positions.
    Words words = ordinary_values(random, 64);
    const std::size_t first = some_index(random, words) / 4 * 4;
    for (std::size_t i = 0; i < 4; ++i) {
      if (i < 3 || random.chance(1, 2)) words[first + i] = not_finite(random);
    }
    return words;
  });
  add("half-overflow", "§9.5.3", [](Random& random, GradeName) {
    // amax / 127 is beyond 65504: the scale is clamped, and so are codes.
    return values_between(random, 32, 18, 60);
  });
  add("half-underflow", "§9.5.3", [](Random& random, GradeName) {
    // The scale would be 0 and is 0x0001 instead, or is a subnormal binary16.
    return values_between(random, 32, -50, -14);
  });
}

void add_refusals(std::vector<Family>& families) {
  for (const GradeName grade : kAllGrades) {
    families.push_back({Op::kEncode, named(grade, "partial-block"), "§9.1.1", [grade](Draw& draw) {
                          const auto blocks = draw.random.between(0, 1);
                          const auto more = draw.random.between(1, block(grade) - 1);
                          const auto count = static_cast<std::size_t>(block(grade) * blocks + more);
                          return ask(grade, ordinary_values(draw.random, count), refused());
                        }});
  }
  families.push_back({Op::kEncode, "no-values", "§9.1.1", [](Draw& draw) {
                        // Nothing in, nothing out; what NVF4's outer scale then is, the reference
                        // says.
                        return ask(draw.in_turn(kAllGrades), {});
                      }});
  families.push_back({Op::kEncode, "unknown-grade", "§3.9.1", [](Draw& draw) {
                        static constexpr std::array<std::string_view, 8> kNames = {
                            "",
                            "NVF4",
                            "grade_nvf4",
                            "GRADE_NVF4 ",
                            "GRADE_NVF4_RNE",
                            "GRADE_MXFP4_CEIL",
                            "GRADE_Q4K",
                            "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)"};
                        protocol::EncodeRequest request{std::string(draw.in_turn(kNames)),
                                                        ordinary_values(draw.random, 256)};
                        return Draft{request.encode(), refused()};
                      }});
}

}  // namespace

std::vector<Family> encode_families() {
  std::vector<Family> families;
  add_common_families(families);
  add_mxfp4_families(families);
  add_nvf4_families(families);
  add_nvf4_rtz_families(families);
  add_q4ks_families(families);
  add_i8s24_families(families);
  add_refusals(families);
  return families;
}

}  // namespace grit::vectors
