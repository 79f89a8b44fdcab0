// Families of FORMAT_DECODE, FORMAT_ENCODE (spec §1) and EXPONENT (§9.1.3): format words that no
// table lists, codes beyond the width, and values next to where roundings step.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/reference/format.h"
#include "harness/vectors/binary32_draws.h"
#include "harness/vectors/family.h"

namespace grit::vectors {
namespace {

using protocol::Op;
using protocol::Words;

constexpr std::size_t kWords = 16;  // a case

// The fields of a format word (spec §1.1.1).
struct Fields {
  unsigned width = 1;  // 1 to 32
  unsigned p = 0;
  bool has_infinity = false;
  unsigned nan_encoding = 0;
  bool signed_zero = false;
  bool is_unsigned = false;
  bool overrides_bias = false;

  std::uint16_t word() const {
    return static_cast<std::uint16_t>((width - 1) | p << 5 | (has_infinity ? 1u << 10 : 0u) |
                                      nan_encoding << 11 | (signed_zero ? 1u << 13 : 0u) |
                                      (is_unsigned ? 1u << 14 : 0u) |
                                      (overrides_bias ? 1u << 15 : 0u));
  }
};

unsigned some(Random& random, std::int64_t low, std::int64_t high) {
  return static_cast<unsigned>(random.between(low, high));
}

// Random flags; nan_enc 3 only where a family asks for it.
Fields random_flags(Random& random) {
  Fields fields;
  fields.has_infinity = random.chance(1, 2);
  fields.nan_encoding = some(random, 0, 2);
  fields.signed_zero = random.chance(1, 2);
  fields.is_unsigned = random.chance(1, 2);
  return fields;
}

// A float with `e` exponent bits and room for the rest in 32 bits.
Fields random_float(Random& random, unsigned least_e, unsigned most_e) {
  Fields fields = random_flags(random);
  const unsigned e = some(random, least_e, most_e);
  const unsigned sign = fields.is_unsigned ? 0 : 1;
  const unsigned most_mantissa = std::min(29u, 32 - sign - e);
  const unsigned mantissa = some(random, 0, most_mantissa);
  fields.p = mantissa + 1;
  fields.width = sign + e + mantissa;
  return fields;
}

// Values that every format has something to say about.
Words ordinary(Random& random) {
  Words words(kWords);
  for (std::uint32_t& word : words) word = random_binary32(random, -4, 4);
  return words;
}

// Codes of a word: the ends, both sides of the sign bit, and anything else.
Words codes(Random& random, unsigned width) {
  const std::uint64_t end = std::uint64_t{1} << width;
  Words words = {0, static_cast<std::uint32_t>(end - 1), static_cast<std::uint32_t>(end / 2),
                 static_cast<std::uint32_t>(end / 2 - 1)};
  while (words.size() < kWords) words.push_back(static_cast<std::uint32_t>(random.below(end)));
  return words;
}

// A request of either op: they have one shape.
Draft ask(std::uint16_t word, Words words, std::optional<protocol::Reply> expected = std::nullopt) {
  return {protocol::FormatRequest{word, std::move(words)}.encode(), std::move(expected)};
}

Draft decode(Random& random, const Fields& fields,
             std::optional<protocol::Reply> expected = std::nullopt) {
  return ask(fields.word(), codes(random, fields.width), std::move(expected));
}

void add_decode_families(std::vector<Family>& families) {
  const auto add = [&](std::string name, std::string clause, Draft (*make)(Draw&)) {
    families.push_back({Op::kFormatDecode, std::move(name), std::move(clause), make});
  };
  add("beyond-width", "§1.3.1", [](Draw& draw) {
    const auto word = draw.in_turn(reference::registered_formats()).word;
    Words words(kWords);
    for (std::uint32_t& code : words) code = static_cast<std::uint32_t>(draw.random.next());
    if (word == reference::kBinary32) {
      for (std::uint32_t& code : words) code = random_binary32(draw.random, -149, 127);
    }
    return ask(word.bits, std::move(words));
  });
  add("binary32-nan", "§0.7", [](Draw& draw) {
    Words words(kWords);
    for (std::uint32_t& code : words) code = random_nan(draw.random);
    return ask(reference::kBinary32.bits, std::move(words),
               answered(protocol::WordsReply{Words(kWords, kNan)}));
  });
  add("integer", "§1.1.3", [](Draw& draw) {
    Fields fields = random_flags(draw.random);
    fields.p = 31;
    fields.width = some(draw.random, 1, 24);
    return decode(draw.random, fields);
  });
  add("integer-wide", "§1.3.2", [](Draw& draw) {
    // More bits than binary32 has: one rounding.
    Fields fields = random_flags(draw.random);
    fields.p = 31;
    fields.width = some(draw.random, 25, 32);
    return decode(draw.random, fields);
  });
  add("exponent-only", "§1.1.4", [](Draw& draw) {
    Fields fields = random_flags(draw.random);
    fields.width = some(draw.random, 2, 10);
    return decode(draw.random, fields);
  });
  add("exponent-only-wide", "§1.3.2", [](Draw& draw) {
    // Exponents beyond binary64, and beyond 32-bit arithmetic: infinity or zero.
    Fields fields = random_flags(draw.random);
    fields.width = some(draw.random, 12, 32);
    return decode(draw.random, fields);
  });
  add("exponent-only-one-bit", "§1.1.4", [](Draw& draw) {
    // Width 1 with some flag, so that it is not the absent word.
    Fields fields = random_flags(draw.random);
    fields.signed_zero = true;
    return ask(fields.word(), {0, 1, 2, 3});
  });
  add("float", "§1.1.5",
      [](Draw& draw) { return decode(draw.random, random_float(draw.random, 2, 8)); });
  add("float-one-exponent-bit", "§1.1.5",
      [](Draw& draw) { return decode(draw.random, random_float(draw.random, 1, 1)); });
  add("float-no-mantissa", "§1.1.6", [](Draw& draw) {
    Fields fields = random_flags(draw.random);
    fields.p = 1;
    fields.width = (fields.is_unsigned ? 0 : 1) + some(draw.random, 1, 8);
    return decode(draw.random, fields);
  });
  // 11 exponent bits are left out: which of their codes binary64 holds depends on the NaN rule.
  add("float-wide-exponent", "§1.3.2",
      [](Draw& draw) { return decode(draw.random, random_float(draw.random, 9, 10)); });
  add("float-exponent-beyond-binary64", "§1.3.2", [](Draw& draw) {
    const Fields fields = random_float(draw.random, 12, 31);
    Words words = codes(draw.random, fields.width);
    // The largest exponent that is neither infinity nor NaN.
    const unsigned mantissa = fields.p - 1;
    const unsigned e = fields.width - (fields.is_unsigned ? 0 : 1) - mantissa;
    words.push_back(((std::uint32_t{1} << e) - 2) << mantissa);
    return ask(fields.word(), std::move(words));
  });
  add("float-32-exponent-bits", "§1.3.2", [](Draw& draw) {
    Fields fields = random_flags(draw.random);
    fields.is_unsigned = true;
    fields.p = 1;
    fields.width = 32;
    return decode(draw.random, fields);
  });
  add("float-wide-mantissa", "§1.3.2", [](Draw& draw) {
    // More significant bits than binary32 has: one rounding, subnormal results included.
    Fields fields = random_flags(draw.random);
    const unsigned mantissa = some(draw.random, 24, 28);
    fields.p = mantissa + 1;
    const unsigned sign = fields.is_unsigned ? 0 : 1;
    fields.width = sign + mantissa + some(draw.random, 1, 32 - sign - mantissa);
    return decode(draw.random, fields);
  });
  add("bias-override", "§1.3.4", [](Draw& draw) {
    Fields fields = random_float(draw.random, 2, 8);
    fields.overrides_bias = true;
    return decode(draw.random, fields);
  });
  add("near-registered", "§1.1", [](Draw& draw) {
    // A registered word with one of its flags flipped; nan_enc 3 is another family.
    static constexpr std::array<unsigned, 6> kFlags = {10, 11, 12, 13, 14, 15};
    const auto word = draw.in_turn(reference::registered_formats()).word;
    reference::FormatWord near;
    do {
      near.bits = static_cast<std::uint16_t>(word.bits ^ 1u << draw.random.pick(kFlags));
    } while (near.nan_encoding() == 3);
    return ask(near.bits, codes(draw.random, word.width()));
  });
  add("absent", "§1.3.3", [](Draw& draw) {
    Words words(static_cast<std::size_t>(1 + draw.turn % 8));
    for (std::uint32_t& code : words) code = static_cast<std::uint32_t>(draw.random.below(3));
    return ask(0, std::move(words), refused());
  });
  add("nan-enc-3", "§1.3.3", [](Draw& draw) {
    Fields fields = random_float(draw.random, 1, 8);
    if (draw.random.chance(1, 3)) {
      fields.p = draw.random.chance(1, 2) ? 0 : 31;
      fields.width = some(draw.random, 1, 10);
    }
    fields.nan_encoding = 3;
    return decode(draw.random, fields, refused());
  });
  add("no-exponent-room", "§1.3.3", [](Draw& draw) {
    Fields fields = random_flags(draw.random);
    fields.p = some(draw.random, 2, 30);
    const unsigned sign = fields.is_unsigned ? 0 : 1;
    // Sign and mantissa fill the width, or more than it.
    fields.width = some(draw.random, 1, sign + fields.p - 1);
    return decode(draw.random, fields, refused());
  });
}

// A float as spec §1.1.5 describes it.
struct FloatTies {
  std::uint16_t word;
  unsigned mantissa;  // stored bits
  int bias;
  unsigned largest;    // the code of the largest finite magnitude
  std::uint32_t sign;  // the code of negative zero
};

// Halfway between two neighbouring codes, and the even one of them (spec §1.4.2). The lower one is
// worth a whole number of gaps to the next: its significand.
Draft float_ties(Random& random, const FloatTies& format) {
  Words values(kWords);
  Words codes(kWords);
  for (std::size_t i = 0; i < kWords; ++i) {
    const auto lower = static_cast<unsigned>(random.below(format.largest));
    const unsigned field = lower >> format.mantissa;
    const unsigned fraction = lower & ((1u << format.mantissa) - 1);
    const unsigned significand = field == 0 ? fraction : fraction | 1u << format.mantissa;
    const int gap =
        static_cast<int>(std::max(field, 1u)) - format.bias - static_cast<int>(format.mantissa);
    const bool negative = random.chance(1, 2);
    values[i] =
        binary32(2 * static_cast<std::int64_t>(significand) + 1, gap - 1) | (negative ? kSign : 0);
    codes[i] = (lower % 2 == 0 ? lower : lower + 1) | (negative ? format.sign : 0);
  }
  return ask(format.word, std::move(values), answered(protocol::WordsReply{std::move(codes)}));
}

// The same of e8m0: code k is 2^(k - 127) (spec §1.2.3). Positive ones: §1.4.8 is about the sign.
Draft exponent_ties(Random& random) {
  Words values(kWords);
  Words codes(kWords);
  for (std::size_t i = 0; i < kWords; ++i) {
    const auto lower = static_cast<std::uint32_t>(random.below(0xFE));
    values[i] = binary32(3, static_cast<int>(lower) - 128);
    codes[i] = lower % 2 == 0 ? lower : lower + 1;
  }
  return ask(reference::kE8m0.bits, std::move(values),
             answered(protocol::WordsReply{std::move(codes)}));
}

// Halfway between two whole numbers that are not clamped, and the even one of them (spec §1.4.5).
Draft integer_ties(Random& random, reference::FormatWord word) {
  const std::int64_t end = std::int64_t{1} << (word.width() - (word.is_unsigned() ? 0 : 1));
  Words values(kWords);
  Words codes(kWords);
  for (std::size_t i = 0; i < kWords; ++i) {
    const std::int64_t lower = random.between(word.is_unsigned() ? 0 : -(end - 1), end - 2);
    values[i] = binary32(2 * lower + 1, -1);
    const std::int64_t even = lower % 2 == 0 ? lower : lower + 1;
    codes[i] = static_cast<std::uint32_t>(even) & ((1u << word.width()) - 1);
  }
  return ask(word.bits, std::move(values), answered(protocol::WordsReply{std::move(codes)}));
}

void add_encode_families(std::vector<Family>& families) {
  const auto add = [&](std::string name, std::string clause, Draft (*make)(Draw&)) {
    families.push_back({Op::kFormatEncode, std::move(name), std::move(clause), make});
  };
  add("any-value", "§1.4", [](Draw& draw) {
    const auto word = draw.in_turn(reference::registered_formats()).word;
    Words words(kWords);
    for (std::uint32_t& value : words) value = random_binary32(draw.random, -149, 127);
    return ask(word.bits, std::move(words));
  });
  add("in-range", "§1.4.2", [](Draw& draw) {
    const auto word = draw.in_turn(reference::registered_formats()).word;
    Words words(kWords);
    for (std::uint32_t& value : words) value = random_binary32(draw.random, -10, 9);
    return ask(word.bits, std::move(words));
  });
  add("ties", "§1.4.2", [](Draw& draw) {
    // e2m1 up to 6, e4m3 up to 448, binary16 up to 65504 (spec §1.2); every fourth turn is e8m0's.
    static constexpr std::array<FloatTies, 3> kFloats = {{
        {reference::kE2m1.bits, 1, 1, 0x7, 0x8},
        {reference::kE4m3.bits, 3, 7, 0x7E, 0x80},
        {reference::kBinary16.bits, 10, 15, 0x7BFF, 0x8000},
    }};
    const auto format = static_cast<std::size_t>(draw.turn % (kFloats.size() + 1));
    return format < kFloats.size() ? float_ties(draw.random, kFloats[format])
                                   : exponent_ties(draw.random);
  });
  add("integer-ties", "§1.4.5", [](Draw& draw) {
    static constexpr std::array<reference::FormatWord, 6> kIntegers = {
        reference::kU2, reference::kU4, reference::kU6,
        reference::kU8, reference::kS4, reference::kS8};
    return integer_ties(draw.random, draw.in_turn(kIntegers));
  });
  add("special-values", "§1.4", [](Draw& draw) {
    const auto word = draw.in_turn(reference::registered_formats()).word;
    Words words = {0, kSign, kInfinity, kInfinity | kSign, kMaxFinite, kMaxFinite | kSign};
    while (words.size() < kWords) {
      words.push_back(draw.random.chance(1, 2) ? random_nan(draw.random)
                                               : random_binary32(draw.random, -149, -126));
    }
    return ask(word.bits, std::move(words));
  });
  add("unregistered-word", "§1.4.1", [](Draw& draw) {
    // Floats of at most 8 bits, e5m2 and e3m2 first: easily mistaken for encodable.
    static constexpr std::array<std::uint16_t, 3> kKnown = {0x3467, 0x2065, 0x2085};
    std::uint16_t word = draw.in_turn(kKnown);
    if (draw.turn >= kKnown.size()) {
      do {
        word = random_float(draw.random, 2, 5).word();
      } while ((word & 0x1F) > 7 || !reference::format_token({word}).empty());
    }
    return ask(word, ordinary(draw.random), refused());
  });
  add("unregistered-integer", "§1.4.1", [](Draw& draw) {
    Fields fields = random_flags(draw.random);
    fields.p = 31;
    do {
      fields.width = some(draw.random, 1, 32);
    } while (!reference::format_token({fields.word()}).empty());
    return ask(fields.word(), ordinary(draw.random), refused());
  });
  add("unregistered-wide-word", "§1.4.1", [](Draw& draw) {
    std::uint16_t word = 0;
    do {
      word = random_float(draw.random, 5, 11).word();
    } while ((word & 0x1F) < 8 || !reference::format_token({word}).empty());
    return ask(word, ordinary(draw.random), refused());
  });
  add("near-registered", "§1.4.1", [](Draw& draw) {
    // The narrow ones with bias_ovr.
    static constexpr std::array<std::uint16_t, 9> kNear = {0xA043, 0xA887, 0xC807, 0xC3E1, 0xC3E3,
                                                           0xC3E5, 0xC3E7, 0x83E3, 0x83E7};
    return ask(draw.in_turn(kNear), ordinary(draw.random), refused());
  });
  add("absent-word", "§1.4.1", [](Draw& draw) { return ask(0, ordinary(draw.random), refused()); });
  add("nan-enc-3", "§1.4.1", [](Draw& draw) {
    static constexpr std::array<std::uint16_t, 3> kBad = {0x3887, 0x5807, 0x1843};
    return ask(draw.in_turn(kBad), ordinary(draw.random), refused());
  });
}

// ---- EXPONENT ---------------------------------------------------------------------------------

Draft exponent(Draw& draw, Words words, std::optional<protocol::Reply> expected = std::nullopt) {
  const auto rule = static_cast<std::uint8_t>(draw.turn % 3);
  return {protocol::ExponentRequest{rule, std::move(words)}.encode(), std::move(expected)};
}

Words magnitudes(Random& random, int low, int high) {
  Words words(kWords);
  for (std::uint32_t& word : words) word = random_binary32(random, low, high) & ~kSign;
  return words;
}

void add_exponent_families(std::vector<Family>& families) {
  const auto add = [&](std::string name, Draft (*make)(Draw&)) {
    families.push_back({Op::kExponent, std::move(name), "§9.1.3", make});
  };
  add("any-magnitude",
      [](Draw& draw) { return exponent(draw, magnitudes(draw.random, -149, 127)); });
  add("subnormal", [](Draw& draw) { return exponent(draw, magnitudes(draw.random, -149, -127)); });
  add("boundary", [](Draw& draw) {
    // Around powers of two and sqrt(2) times them.
    Words words(kWords);
    for (std::uint32_t& word : words) {
      const auto field = static_cast<std::uint32_t>(draw.random.between(1, 254)) << 23;
      const std::uint32_t fraction = draw.random.chance(1, 2) ? 0x3504F3 : 0;
      word = (field | fraction) + static_cast<std::uint32_t>(draw.random.between(-1, 1));
    }
    return exponent(draw, std::move(words));
  });
  families.push_back({Op::kExponent, "unknown-rule", "§9.1.3",
                      [](Draw& draw) {
                        // No rule has a number above 2: the request is unreadable.
                        const auto rule = static_cast<std::uint8_t>(3 + draw.turn % 253);
                        Words words = magnitudes(draw.random, -149, 127);
                        words.resize(static_cast<std::size_t>(draw.random.between(0, 4)));
                        return Draft{protocol::ExponentRequest{rule, std::move(words)}.encode(),
                                     protocol::Reply{protocol::ReplyKind::kInternalError, {}}};
                      },
                      3});
  const auto add_refused = [&](std::string name, std::uint32_t (*bad)(Random&)) {
    families.push_back({Op::kExponent, "refuse-" + std::move(name), "§9.1.3", [bad](Draw& draw) {
                          // One such value among right ones refuses the whole.
                          Words words = magnitudes(draw.random, -149, 127);
                          words.resize(static_cast<std::size_t>(draw.random.between(1, 4)));
                          const auto place =
                              static_cast<std::size_t>(draw.random.below(words.size()));
                          words[place] = bad(draw.random);
                          return exponent(draw, std::move(words), refused());
                        }});
  };
  add_refused("zero", [](Random& random) { return random_zero(random); });
  add_refused("negative",
              [](Random& random) { return random_binary32(random, -149, 127) | kSign; });
  add_refused("infinite", [](Random& random) { return kInfinity | random_zero(random); });
  add_refused("nan", [](Random& random) { return random_nan(random); });
}

}  // namespace

std::vector<Family> format_families() {
  std::vector<Family> families;
  add_decode_families(families);
  add_encode_families(families);
  add_exponent_families(families);
  return families;
}

}  // namespace grit::vectors
