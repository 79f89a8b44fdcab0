// Families of the operations on descriptors and fingerprints: SIZES (spec §6), GID, GID_PARSE and
// DIGEST (§7), DESCRIPTOR (§3.8), EQUIVALENT (§3.10), EXPLAIN (§10.1).

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/vectors/arrays.h"
#include "harness/vectors/descriptor_bytes.h"
#include "harness/vectors/family.h"
#include "harness/vectors/gid_text.h"
#include "harness/vectors/grade_text.h"
#include "harness/vectors/shape_draws.h"
#include "harness/vectors/unicode.h"

namespace grit::vectors {
namespace {

using protocol::DescriptorBytes;
using protocol::Op;
using protocol::Shape;
using reference::Descriptor;
using reference::FormatWord;

constexpr std::int64_t kMaxInt64 = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMinInt64 = std::numeric_limits<std::int64_t>::min();

constexpr std::array<FormatWord, 11> kFormats = {
    reference::kE2m1,     reference::kE4m3, reference::kE8m0, reference::kBinary16,
    reference::kBinary32, reference::kU2,   reference::kU4,   reference::kU6,
    reference::kU8,       reference::kS4,   reference::kS8};

// ---- SIZES ------------------------------------------------------------------------------------

Draft sizes(const Descriptor& descriptor, Shape shape,
            std::optional<protocol::Reply> expected = std::nullopt) {
  protocol::SizesRequest request{reference::to_bytes(descriptor), std::move(shape)};
  return {request.encode(), std::move(expected)};
}

// A descriptor that §6 can answer, of any grade, and a shape that fits it.
struct Sized {
  Descriptor descriptor;
  Shape shape;
};

Sized random_sized(Random& random) {
  Descriptor d;
  d.elem = random.pick(kFormats);
  d.scale0 = random.pick(kFormats);
  d.k0 = static_cast<std::uint16_t>(random.between(1, 64));
  d.container = static_cast<std::uint8_t>(random.below(2));
  d.grade_id = random.next();
  std::int64_t unit = d.k0;
  if (random.chance(1, 2)) {
    d.n_levels = 2;
    d.scale1 = random.pick(kFormats);
    d.k1 = static_cast<std::uint16_t>(random.between(0, 4));
    if (d.k1 != 0) unit *= d.k1;
  }
  switch (random.below(3)) {
    case 0:
      d.flags |= reference::kFlagSparse;
      d.sp_m = static_cast<std::uint8_t>(random.between(1, 32));
      d.sp_n = static_cast<std::uint8_t>(random.between(0, 32));  // may exceed M here
      d.sp_meta_fmt = static_cast<std::uint8_t>(random.below(3));
      unit *= d.sp_m;
      break;
    case 1:
      d.flags |= reference::kFlagHasZp;
      d.zp_fmt = random.pick(kFormats);
      if (d.n_levels == 2 && random.chance(1, 2)) d.flags |= reference::kFlagZpL1Scaled;
      break;
    default:
      break;
  }
  Shape shape(static_cast<std::size_t>(random.between(1, 4)));
  for (std::int64_t& extent : shape) extent = random.between(1, 5);
  const auto axis = static_cast<std::size_t>(random.below(shape.size()));
  shape[axis] = unit * random.between(1, 4);
  d.group_axis = static_cast<std::int16_t>(axis);
  return {d, std::move(shape)};
}

void add_sizes_families(std::vector<Family>& families) {
  const auto add = [&](std::string name, std::string clause, Draft (*make)(Draw&)) {
    families.push_back({Op::kSizes, std::move(name), std::move(clause), make});
  };
  families.push_back({Op::kSizes, "registered", "§6.1",
                      [](Draw& draw) {
                        const GradeName grade = draw.in_turn(kAllGrades);
                        const Array array = random_array(draw.random, grade);
                        const auto numel = static_cast<std::int64_t>(element_count(array.shape));
                        protocol::SizesReply reply;
                        // Groups and stored elements of the registered grades, by hand (spec §6.1).
                        const std::int64_t groups = numel / axis_unit(grade);
                        const bool sparse = layout(grade) == Layout::kI8s24;
                        std::int64_t outer = 0;
                        if (layout(grade) == Layout::kNvf4) outer = 1;
                        if (layout(grade) == Layout::kQ4ks) outer = groups / 8;
                        reply.values = {numel, sparse ? numel / 2 : numel, groups, outer};
                        std::ranges::copy(array.plane_bytes, reply.values.begin() + 4);
                        return sizes(array.descriptor, array.shape, answered(reply));
                      },
                      2});
  families.push_back({Op::kSizes, "any-grade", "§6.1",
                      [](Draw& draw) {
                        Sized sized = random_sized(draw.random);
                        return sizes(sized.descriptor, std::move(sized.shape));
                      },
                      3});
  add("absent-word", "§6.1.9", [](Draw& draw) {
    Sized sized = random_sized(draw.random);
    Descriptor& d = sized.descriptor;
    const std::array<FormatWord*, 4> words = {&d.elem, &d.scale0, &d.scale1, &d.zp_fmt};
    *draw.in_turn(words) = reference::kAbsent;
    return sizes(d, std::move(sized.shape));
  });
  add("any-width", "§6.1", [](Draw& draw) {
    Sized sized = random_sized(draw.random);
    Descriptor& d = sized.descriptor;
    for (FormatWord* word : {&d.elem, &d.scale0, &d.scale1, &d.zp_fmt}) {
      word->bits = static_cast<std::uint16_t>(draw.random.next());
    }
    return sizes(d, std::move(sized.shape));
  });
  add("levels", "§6.1.3", [](Draw& draw) {
    Sized sized = random_sized(draw.random);
    static constexpr std::array<std::uint8_t, 5> kLevels = {0, 1, 3, 128, 255};
    sized.descriptor.n_levels = draw.in_turn(kLevels);
    return sizes(sized.descriptor, std::move(sized.shape));
  });
  add("metadata-format", "§6.2.8", [](Draw& draw) {
    Sized sized = random_sized(draw.random);
    Descriptor& d = sized.descriptor;
    d.flags = reference::kFlagSparse;
    d.sp_m = 1;
    d.sp_n = 1;
    d.sp_meta_fmt = draw.random.pick(std::array<std::uint8_t, 5>{3, 4, 7, 128, 255});
    return sizes(d, std::move(sized.shape), refused());
  });
  add("empty", "§6.1.11", [](Draw& draw) {
    Sized sized = random_sized(draw.random);
    sized.shape[static_cast<std::size_t>(draw.random.below(sized.shape.size()))] = 0;
    return sizes(sized.descriptor, std::move(sized.shape));
  });
  // The product passes 2^63 before it meets the zero.
  add("zero-after-huge", "§6.1.1", [](Draw& draw) {
    Array array = random_array(draw.random, draw.in_turn(kAllGrades));
    array.descriptor.group_axis = static_cast<std::int16_t>(draw.random.below(3));
    const std::int64_t first = std::int64_t{1} << draw.random.between(33, 62);
    const std::int64_t second = std::int64_t{1} << draw.random.between(33, 62);
    return sizes(array.descriptor, {first, second, 0});
  });
  add("remainder", "§6.2", [](Draw& draw) {
    Sized sized = random_sized(draw.random);
    Descriptor& d = sized.descriptor;
    if (d.k0 == 1) d.k0 = 2;
    auto& extent = sized.shape[static_cast<std::size_t>(d.group_axis)];
    extent = extent * 2 * d.k0 + 1;
    return sizes(d, std::move(sized.shape), refused());
  });
  add("zero-divisor", "§6.2", [](Draw& draw) {
    Sized sized = random_sized(draw.random);
    if (draw.random.chance(1, 2)) {
      sized.descriptor.k0 = 0;
    } else {
      sized.descriptor.flags |= reference::kFlagSparse;
      sized.descriptor.sp_m = 0;
    }
    return sizes(sized.descriptor, std::move(sized.shape), refused());
  });
  add("axis-outside", "§6.2.3", [](Draw& draw) {
    Sized sized = random_sized(draw.random);
    const auto rank = static_cast<std::int64_t>(sized.shape.size());
    const std::array<std::int64_t, 5> axes = {-1, -rank, rank, 32767, -32768};
    sized.descriptor.group_axis = static_cast<std::int16_t>(draw.random.pick(axes));
    return sizes(sized.descriptor, std::move(sized.shape), refused());
  });
  add("negative-extent", "§6.2.1", [](Draw& draw) {
    Sized sized = random_sized(draw.random);
    auto& extent = sized.shape[static_cast<std::size_t>(draw.random.below(sized.shape.size()))];
    extent = draw.random.chance(1, 2) ? -extent : kMinInt64;
    return sizes(sized.descriptor, std::move(sized.shape), refused());
  });
  add("too-many-elements", "§6.2.2", [](Draw& draw) {
    const Array array = random_array(draw.random, draw.in_turn(kAllGrades));
    Descriptor d = array.descriptor;
    d.group_axis = 0;
    const std::int64_t second = (std::int64_t{1} << 31) + draw.random.between(0, 1 << 30);
    return sizes(d, {std::int64_t{1} << 32, second}, refused());
  });
  // A product within an equation passes 2^63, every result fits.
  add("wide-product", "§6.1.10", [](Draw& draw) {
    const Array array = random_array(draw.random, draw.in_turn(kAllGrades));
    Descriptor d = array.descriptor;
    d.group_axis = 0;
    return sizes(d, {(std::int64_t{1} << 62) + 256 * draw.random.between(0, 1 << 20)});
  });
  families.push_back({Op::kSizes, "every-rank", "§6.1.1",
                      [](Draw& draw) {
                        const auto rank = static_cast<std::size_t>(1 + draw.turn % 255);
                        Sized sized = random_sized(draw.random);
                        const std::int64_t extent =
                            sized.shape[static_cast<std::size_t>(sized.descriptor.group_axis)];
                        const auto axis = static_cast<std::size_t>(draw.random.below(rank));
                        Shape shape(rank, 1);
                        shape[axis] = extent;
                        sized.descriptor.group_axis = static_cast<std::int16_t>(axis);
                        return sizes(sized.descriptor, std::move(shape));
                      },
                      3});
  families.push_back({Op::kSizes, "negative-in-every-order", "§6.2.1",
                      [](Draw& draw) {
                        static constexpr std::array<std::int64_t, 6> kExtents = {
                            -1, 0, 32, std::int64_t{1} << 31, std::int64_t{1} << 62, kMinInt64};
                        static const std::vector<Shape> kShapes =
                            shapes_in_every_order(kExtents, 3, Product::kNegative);
                        const Shape& shape = draw.in_turn(kShapes);
                        Descriptor d =
                            reference::canonical_descriptor(draw.random.pick(kAllGrades));
                        d.group_axis = static_cast<std::int16_t>(draw.random.below(shape.size()));
                        return sizes(d, shape, refused());
                      },
                      2});
  // N fits, a plane's length does not: 4 bytes an element.
  add("result-too-large", "§6", [](Draw& draw) {
    Descriptor d;
    d.elem = reference::kBinary32;
    d.scale0 = reference::kE8m0;
    d.k0 = 32;
    const std::int64_t extent =
        (std::int64_t{1} << draw.random.between(61, 62)) + 32 * draw.random.between(0, 1 << 20);
    return sizes(d, {extent}, refused());
  });
}

// ---- GID, DIGEST ------------------------------------------------------------------------------

Draft gid(const DescriptorBytes& descriptor, std::string canonical, Shape shape) {
  protocol::GidRequest request{descriptor, std::move(canonical), std::move(shape)};
  return {request.encode(), std::nullopt};
}

DescriptorBytes random_descriptor(Random& random) {
  DescriptorBytes bytes{};
  random.fill(bytes);
  return bytes;
}

void add_gid_families(std::vector<Family>& families) {
  const auto add = [&](std::string name, std::string clause, Draft (*make)(Draw&)) {
    families.push_back({Op::kGid, std::move(name), std::move(clause), make});
  };
  add("registered", "§7.2.1", [](Draw& draw) {
    const GradeName grade = draw.in_turn(kAllGrades);
    const Array array = random_array(draw.random, grade);
    return gid(reference::to_bytes(array.descriptor),
               std::string(reference::registry_entry(grade).canonical), array.shape);
  });
  add("any-descriptor", "§7.2.1", [](Draw& draw) {
    const DescriptorBytes bytes = random_descriptor(draw.random);
    const std::string text = canonical_text(random_fields(draw.random));
    return gid(bytes, text, {draw.random.between(0, 1 << 20)});
  });
  add("any-text", "§7.2.1", [](Draw& draw) {
    // The text is hashed as it stands, whatever it is.
    static constexpr std::array<std::string_view, 9> kTexts = {
        "",
        " ",
        "grit1()",
        "GRIT1(E=FP4,K0=32,S0=E8M0,ESR=FLOOR)",
        "not a grade",
        "\xC3\xA9\xE6\x9C\x80\xF0\x9F\x98\x80",
        "\n",
        "a\x01z",
        "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs) "};
    const Array array = random_array(draw.random, draw.random.pick(kAllGrades));
    return gid(reference::to_bytes(array.descriptor), std::string(draw.in_turn(kTexts)),
               array.shape);
  });
  add("text-with-zero-byte", "§7.2.1", [](Draw& draw) {
    std::string text = canonical_text(random_fields(draw.random));
    text.insert(static_cast<std::size_t>(draw.random.below(text.size() + 1)), 1, '\0');
    const Array array = random_array(draw.random, draw.random.pick(kAllGrades));
    return gid(reference::to_bytes(array.descriptor), std::move(text), array.shape);
  });
  add("rank", "§7.2.1", [](Draw& draw) {
    static constexpr std::array<std::size_t, 7> kRanks = {0, 1, 8, 9, 127, 128, 255};
    const GradeName grade = draw.random.pick(kAllGrades);
    Shape shape(draw.in_turn(kRanks));
    for (std::int64_t& extent : shape) extent = draw.random.between(0, 3);
    return gid(reference::to_bytes(reference::canonical_descriptor(grade)),
               std::string(reference::registry_entry(grade).canonical), std::move(shape));
  });
  add("extents", "§7.2.1", [](Draw& draw) {
    static constexpr std::array<std::int64_t, 9> kExtents = {0,
                                                             -1,
                                                             255,
                                                             256,
                                                             std::int64_t{1} << 31,
                                                             std::int64_t{1} << 32,
                                                             std::int64_t{1} << 53,
                                                             kMaxInt64,
                                                             kMinInt64};
    const GradeName grade = draw.random.pick(kAllGrades);
    Shape shape(static_cast<std::size_t>(draw.random.between(1, 4)));
    for (std::int64_t& extent : shape) extent = draw.random.pick(kExtents);
    return gid(reference::to_bytes(reference::canonical_descriptor(grade)),
               std::string(reference::registry_entry(grade).canonical), std::move(shape));
  });
}

void add_digest_families(std::vector<Family>& families) {
  const auto ask = [](protocol::Planes planes) {
    return Draft{protocol::PlanesMessage{std::move(planes)}.encode(), std::nullopt};
  };
  families.push_back({Op::kDigest, "any-planes", "§7.4.1",
                      [ask](Draw& draw) {
                        protocol::Planes planes;
                        for (protocol::Bytes& plane : planes) {
                          plane.resize(static_cast<std::size_t>(draw.random.below(80)));
                          draw.random.fill(plane);
                        }
                        return ask(std::move(planes));
                      },
                      2});
  families.push_back({Op::kDigest, "empty-planes", "§7.4.1", [ask](Draw& draw) {
                        // The same bytes in one plane after the other: a zero length stands for
                        // each absent plane.
                        protocol::Planes planes;
                        planes[static_cast<std::size_t>(draw.turn % 4)] = protocol::Bytes(
                            static_cast<std::size_t>(draw.turn / 4), std::byte{0x47});
                        return ask(std::move(planes));
                      }});
  families.push_back({Op::kDigest, "runs-of-zeros", "§7.4.1", [ask](Draw& draw) {
                        protocol::Planes planes;
                        for (protocol::Bytes& plane : planes) {
                          plane.resize(static_cast<std::size_t>(draw.random.below(600)));
                        }
                        return ask(std::move(planes));
                      }});
  families.push_back({Op::kDigest, "long-plane", "§7.4.1", [ask](Draw& draw) {
                        // Beyond any unrolling, with a tail.
                        protocol::Planes planes;
                        planes[0].resize(static_cast<std::size_t>(draw.random.between(2000, 6000)));
                        draw.random.fill(planes[0]);
                        return ask(std::move(planes));
                      }});
}

// ---- GID_PARSE --------------------------------------------------------------------------------

protocol::Digest random_gid(Random& random) {
  protocol::Digest value{};
  random.fill(value);
  return value;
}

Draft parsed(std::string text, const protocol::Digest& value) {
  return {protocol::TextRequest{std::move(text)}.encode(), answered(protocol::DigestReply{value})};
}

Draft unparsed(std::string text) {
  return {protocol::TextRequest{std::move(text)}.encode(), refused()};
}

void add_gid_parse_families(std::vector<Family>& families) {
  const auto add = [&](std::string name, std::string clause, Draft (*make)(Draw&)) {
    families.push_back({Op::kGidParse, std::move(name), std::move(clause), make});
  };
  add("printed", "§7.3.1", [](Draw& draw) {
    const protocol::Digest value = random_gid(draw.random);
    return parsed(printed_gid(value), value);
  });
  add("extremes", "§7.3.3", [](Draw& draw) {
    protocol::Digest value{};
    if (draw.turn % 2 == 0) value.fill(std::byte{0xFF});
    std::string text = printed_gid(value);
    if (draw.turn >= 2) text.insert(static_cast<std::size_t>(draw.random.below(27)), "-");
    return parsed(text, value);
  });
  add("every-symbol", "§7.3.1", [](Draw& draw) {
    // Each symbol in turn at a place of its own.
    protocol::Digest value = random_gid(draw.random);
    std::string text = printed_gid(value);
    const std::size_t place = 1 + static_cast<std::size_t>(draw.turn / 32 % 25);
    const auto symbol = static_cast<unsigned>(draw.turn % 32);
    text[place] = kGidSymbols[symbol];
    for (std::size_t i = 0; i < 5; ++i) {
      const std::size_t bit = 5 * place + i - 2;
      const auto mask = static_cast<std::byte>(0x80u >> bit % 8);
      value[bit / 8] &= ~mask;
      if ((symbol >> (4 - i) & 1u) != 0) value[bit / 8] |= mask;
    }
    return parsed(text, value);
  });
  add("lower-case", "§7.3.2", [](Draw& draw) {
    // All letters, or two in three.
    const protocol::Digest value = random_gid(draw.random);
    std::string text = printed_gid(value);
    for (char& c : text) {
      if (c < 'A') continue;
      if (draw.turn % 2 == 0 || draw.random.chance(2, 3)) c = static_cast<char>(c - 'A' + 'a');
    }
    return parsed(text, value);
  });
  add("aliases", "§7.3.2", [](Draw& draw) {
    static constexpr std::array<std::string_view, 2> kFor = {"Oo", "IiLl"};
    protocol::Digest value = random_gid(draw.random);
    // Zeros and ones to be spelled differently.
    for (std::size_t i = 4; i < 12; ++i) {
      value[i] = draw.random.chance(1, 2) ? std::byte{0x08} : std::byte{0x42};
    }
    std::string text = printed_gid(value);
    for (char& c : text) {
      if ((c == '0' || c == '1') && draw.random.chance(2, 3)) {
        c = draw.random.pick(kFor[c == '0' ? 0u : 1u]);
      }
    }
    return parsed(text, value);
  });
  add("hyphens", "§7.3.2", [](Draw& draw) {
    const protocol::Digest value = random_gid(draw.random);
    std::string text = printed_gid(value);
    const std::int64_t count = draw.random.between(1, 8);
    for (std::int64_t i = 0; i < count; ++i) {
      text.insert(static_cast<std::size_t>(draw.random.below(text.size() + 1)), "-");
    }
    return parsed(text, value);
  });
  add("letter-u", "§7.3.2", [](Draw& draw) {
    std::string text = printed_gid(random_gid(draw.random));
    text[static_cast<std::size_t>(draw.random.below(26))] = draw.turn % 2 == 0 ? 'U' : 'u';
    return unparsed(text);
  });
  add("length", "§7.3.3", [](Draw& draw) {
    // 0 to 60 symbols but 26.
    const auto length = static_cast<std::size_t>(draw.turn % 60);
    std::string text = printed_gid(random_gid(draw.random));
    text.resize(length < 26 ? length : length + 1, '0');
    return unparsed(text);
  });
  add("length-by-hyphen", "§7.3.3", [](Draw& draw) {
    // 26 characters, but a hyphen is no symbol.
    std::string text = printed_gid(random_gid(draw.random));
    text[static_cast<std::size_t>(draw.random.below(26))] = '-';
    return unparsed(text);
  });
  add("too-large", "§7.3.3", [](Draw& draw) {
    std::string text = printed_gid(random_gid(draw.random));
    text[0] = kGidSymbols[static_cast<std::size_t>(8 + draw.turn % 24)];
    return unparsed(text);
  });
  // Every byte of ASCII that is no symbol in either case, no alias, no hyphen, and not U.
  std::string others;
  for (int byte = 0; byte < 0x80; ++byte) {
    const char c = static_cast<char>(byte);
    const bool is_letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    if (!is_letter && !(c >= '0' && c <= '9') && c != '-') others += c;
  }
  families.push_back({Op::kGidParse, "other-byte", "§7.3.2", [others](Draw& draw) {
                        std::string text = printed_gid(random_gid(draw.random));
                        const auto place = static_cast<std::size_t>(draw.random.below(26));
                        text[place] = draw.in_turn(others);
                        return unparsed(text);
                      }});
  add("blank-around", "§7.3.2", [](Draw& draw) {
    static constexpr std::array<std::string_view, 5> kBlanks = {" ", "\n", "\t", "\r\n", "\f"};
    const std::string text = printed_gid(random_gid(draw.random));
    const std::string blank(draw.in_turn(kBlanks));
    return unparsed(draw.random.chance(1, 2) ? blank + text : text + blank);
  });
  add("hexadecimal", "§7.3.3", [](Draw& draw) {
    std::string text;
    for (int i = 0; i < 32; ++i) text += "0123456789abcdef"[draw.random.below(16)];
    return unparsed(text);
  });
  // Letters that fold to ASCII ones when a text is upper-cased: dotless i and long s one for one,
  // sharp s and ligatures one for two or three.
  add("foreign-case-one", "§7.3.2", [](Draw& draw) {
    static constexpr std::array<std::string_view, 2> kLetters = {"\xC4\xB1", "\xC5\xBF"};
    std::string text = printed_gid(random_gid(draw.random));
    text.replace(1 + static_cast<std::size_t>(draw.random.below(25)), 1, draw.in_turn(kLetters));
    return unparsed(text);
  });
  add("foreign-case-many", "§7.3.2", [](Draw& draw) {
    static constexpr std::array<std::pair<std::string_view, std::size_t>, 4> kLetters = {
        {{"\xC3\x9F", 2}, {"\xEF\xAC\x81", 2}, {"\xEF\xAC\x80", 2}, {"\xEF\xAC\x83", 3}}};
    std::string text = printed_gid(random_gid(draw.random));
    const auto& [letter, symbols] = draw.in_turn(kLetters);
    text.replace(1 + static_cast<std::size_t>(draw.random.below(23)), symbols, letter);
    return unparsed(text);
  });
  add("foreign-symbol", "§7.3.2", [](Draw& draw) {
    // Fullwidth digit and letter, Arabic digit, Kelvin sign, Cyrillic o, NBSP, en dash.
    static constexpr std::array<std::string_view, 7> kPieces = {
        "\xEF\xBC\x91", "\xEF\xBC\xA1", "\xD9\xA1",    "\xE2\x84\xAA",
        "\xD0\x9E",     "\xC2\xA0",     "\xE2\x80\x93"};
    std::string text = printed_gid(random_gid(draw.random));
    text.replace(static_cast<std::size_t>(draw.random.below(26)), 1, draw.in_turn(kPieces));
    return unparsed(text);
  });
  add("foreign-character", "§7.3.2", [](Draw& draw) {
    std::string text = printed_gid(random_gid(draw.random));
    const auto place = static_cast<std::size_t>(draw.random.below(26));
    text.replace(place, 1, to_utf8(plain_foreign(draw.random)));
    return unparsed(text);
  });
  add("foreign-digit", "§7.3.2", [](Draw& draw) {
    const char32_t zero = draw.in_turn(kForeignZeros);
    std::string text = printed_gid(random_gid(draw.random));
    const auto place = static_cast<std::size_t>(draw.random.below(26));
    const auto digit = static_cast<char32_t>(zero + draw.random.below(8));
    text.replace(place, 1, to_utf8(digit));
    return unparsed(text);
  });
}

// ---- DESCRIPTOR -------------------------------------------------------------------------------

protocol::DescriptorRequest descriptor_request(Random& random, std::string grade) {
  protocol::DescriptorRequest request{std::move(grade), 0, 0, {}};
  request.axis = static_cast<std::int16_t>(random.next() & 0xFFFF);
  request.note = static_cast<std::uint32_t>(random.next());
  for (std::uint64_t& placement : request.placements) {
    placement = random.chance(1, 2) ? reference::kRowMajor : random.next();
  }
  return request;
}

// A grade that has a descriptor: small numbers, metadata u2 or u4.
GradeFields described_fields(Random& random) {
  GradeFields fields = random_fields(random);
  if (fields.has(Key::kSp)) {
    const std::string_view meta = random.chance(1, 2) ? "u2" : "u4";
    fields[Key::kSp] = "2:4:" + std::string(meta) + (random.chance(1, 2) ? ":asclsb" : ":unord");
  }
  return fields;
}

void add_descriptor_families(std::vector<Family>& families) {
  const auto add = [&](std::string name, std::string clause, Draft (*make)(Draw&)) {
    families.push_back({Op::kDescriptor, std::move(name), std::move(clause), make});
  };
  add("registered", "§3.9.2", [](Draw& draw) {
    const GradeName grade = draw.in_turn(kAllGrades);
    const DescriptorBytes bytes = reference::to_bytes(reference::canonical_descriptor(grade));
    const std::string canonical(reference::registry_entry(grade).canonical);
    if (draw.turn < kAllGrades.size()) {
      return Draft{vectors::descriptor_request(bytes, canonical).encode(), std::nullopt};
    }
    return Draft{descriptor_request(draw.random, canonical).encode(), std::nullopt};
  });
  families.push_back({Op::kDescriptor, "any-grade", "§3.8.1",
                      [](Draw& draw) {
                        const std::string text = canonical_text(described_fields(draw.random));
                        return Draft{descriptor_request(draw.random, text).encode(), std::nullopt};
                      },
                      3});
  add("spelling", "§3.8.4", [](Draw& draw) {
    // Never canonical: written in another order, or in capitals.
    const GradeFields fields = described_fields(draw.random);
    std::vector<Item> written = items(fields);
    std::ranges::reverse(written);
    return Draft{descriptor_request(draw.random, join(written)).encode(), std::nullopt};
  });
  add("zero-point-beside-sparsity", "§3.8.6", [](Draw& draw) {
    GradeFields fields = described_fields(draw.random);
    fields[Key::kZp] = "u4";
    fields[Key::kSp] = "2:4:u2:asclsb";
    return Draft{descriptor_request(draw.random, canonical_text(fields)).encode(), std::nullopt};
  });
  add("number-bounds", "§3.8.5", [](Draw& draw) {
    static constexpr std::array<std::string_view, 4> kNumbers = {"0", "1", "65534", "65535"};
    GradeFields fields = described_fields(draw.random);
    fields[Key::kK0] = draw.in_turn(kNumbers);
    return Draft{descriptor_request(draw.random, canonical_text(fields)).encode(), std::nullopt};
  });
  add("number-too-large", "§3.8.5", [](Draw& draw) {
    static constexpr std::array<std::string_view, 5> kNumbers = {
        "65536", "65568", "4294967328", "9223372036854775808", "18446744073709551615"};
    GradeFields fields = described_fields(draw.random);
    if (draw.random.chance(1, 2)) {
      fields[Key::kK0] = draw.in_turn(kNumbers);
    } else {
      fields[Key::kK1] = draw.in_turn(kNumbers);
      fields[Key::kS1] = "binary32";
    }
    return Draft{descriptor_request(draw.random, canonical_text(fields)).encode(), refused()};
  });
  add("metadata-format", "§3.8.5", [](Draw& draw) {
    static constexpr std::array<std::string_view, 9> kTokens = {
        "e2m1", "e4m3", "e8m0", "binary16", "binary32", "u6", "u8", "s4", "s8"};
    GradeFields fields = described_fields(draw.random);
    fields[Key::kSp] = "2:4:" + std::string(draw.in_turn(kTokens)) + ":asclsb";
    return Draft{descriptor_request(draw.random, canonical_text(fields)).encode(), refused()};
  });
  add("no-grade", "§3.3.3", [](Draw& draw) {
    static constexpr std::array<std::string_view, 7> kTexts = {
        "",
        "GRADE_MXFP4",
        "grit1()",
        "grit1(e=e2m1,k0=32,s0=e8m0)",
        "grit1(e=e4m3fnuz,k0=32,s0=e8m0,esr=ratiomaxabs)",
        "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs",
        "grit1(e=e2m1,k0=32,s0=e8m0,k1=8,esr=ratiomaxabs)"};
    return Draft{descriptor_request(draw.random, std::string(draw.in_turn(kTexts))).encode(),
                 refused()};
  });
}

// ---- EQUIVALENT, EXPLAIN ----------------------------------------------------------------------

void add_equivalent_families(std::vector<Family>& families) {
  families.push_back({Op::kEquivalent, "pairs", "§3.10.2",
                      [](Draw& draw) {
                        // All 36 pairs in both scopes. Within decode, siblings stand for each
                        // other.
                        const GradeName a = kAllGrades[static_cast<std::size_t>(draw.turn % 6)];
                        const GradeName b = kAllGrades[static_cast<std::size_t>(draw.turn / 6 % 6)];
                        const auto scope = static_cast<std::uint8_t>(draw.turn / 36 % 2);
                        const bool equivalent = a == b || (scope == 0 && layout(a) == layout(b));
                        protocol::EquivalentRequest request{std::string(registry_name(a)),
                                                            std::string(registry_name(b)), scope};
                        return Draft{request.encode(),
                                     answered(protocol::EquivalentReply{
                                         static_cast<std::uint8_t>(equivalent ? 1 : 0)})};
                      },
                      3});
  static constexpr std::array<std::string_view, 8> kUnknown = {
      "",
      "MXFP4",
      "grade_mxfp4",
      "GRADE_MXFP4 ",
      "GRADE_Q4K",
      "GRADE_NVF4_RNE",
      "UNKNOWN",
      "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)"};
  families.push_back({Op::kEquivalent, "unknown-name", "§3.10.4", [](Draw& draw) {
                        std::string a(registry_name(draw.random.pick(kAllGrades)));
                        std::string b(draw.in_turn(kUnknown));
                        if (draw.random.chance(1, 2)) std::swap(a, b);
                        const auto scope = static_cast<std::uint8_t>(draw.random.below(2));
                        return Draft{protocol::EquivalentRequest{a, b, scope}.encode(), refused()};
                      }});
  families.push_back(
      {Op::kEquivalent, "unknown-name-twice", "§3.10.4", [](Draw& draw) {
         const std::string name(draw.in_turn(kUnknown));
         const auto scope = static_cast<std::uint8_t>(draw.turn / kUnknown.size() % 2);
         return Draft{protocol::EquivalentRequest{name, name, scope}.encode(), refused()};
       }});
  static constexpr std::array<std::uint8_t, 4> kScopes = {2, 3, 128, 255};
  families.push_back({Op::kEquivalent, "unknown-scope", "§3.10.4", [](Draw& draw) {
                        const auto first = static_cast<std::size_t>(draw.random.below(6));
                        const std::size_t second =
                            (first + static_cast<std::size_t>(draw.random.between(1, 5))) % 6;
                        protocol::EquivalentRequest request{
                            std::string(registry_name(kAllGrades[first])),
                            std::string(registry_name(kAllGrades[second])), draw.in_turn(kScopes)};
                        return Draft{request.encode(), refused()};
                      }});
  families.push_back({Op::kEquivalent, "unknown-scope-one-name", "§3.10.4", [](Draw& draw) {
                        const std::string name(registry_name(draw.random.pick(kAllGrades)));
                        return Draft{
                            protocol::EquivalentRequest{name, name, draw.in_turn(kScopes)}.encode(),
                            refused()};
                      }});
}

void add_explain_families(std::vector<Family>& families) {
  const auto fields = reference::descriptor_fields();
  families.push_back({Op::kExplain, "one-field", "§10.1.1",
                      [fields](Draw& draw) {
                        const reference::Field& field = draw.in_turn(fields);
                        const GradeName grade = draw.random.pick(kAllGrades);
                        const DescriptorBytes a =
                            reference::to_bytes(random_array(draw.random, grade).descriptor);
                        DescriptorBytes b = a;
                        b[field.offset + static_cast<std::size_t>(draw.random.below(field.size))] ^=
                            static_cast<std::byte>(1u << draw.random.below(8));
                        return Draft{protocol::ExplainRequest{a, b}.encode(),
                                     answered(protocol::ExplainReply{{std::string(field.name)}})};
                      },
                      2});
  families.push_back({Op::kExplain, "equal", "§10.1.2", [](Draw& draw) {
                        DescriptorBytes a = random_descriptor(draw.random);
                        if (draw.random.chance(1, 2)) {
                          const GradeName grade = draw.random.pick(kAllGrades);
                          a = reference::to_bytes(random_array(draw.random, grade).descriptor);
                        }
                        return Draft{protocol::ExplainRequest{a, a}.encode(),
                                     answered(protocol::ExplainReply{})};
                      }});
  families.push_back({Op::kExplain, "two-grades", "§10.1.1", [](Draw& draw) {
                        const GradeName first = draw.random.pick(kAllGrades);
                        const GradeName second = draw.random.pick(kAllGrades);
                        const DescriptorBytes a =
                            reference::to_bytes(random_array(draw.random, first).descriptor);
                        const DescriptorBytes b =
                            reference::to_bytes(random_array(draw.random, second).descriptor);
                        return Draft{protocol::ExplainRequest{a, b}.encode(), std::nullopt};
                      }});
  families.push_back({Op::kExplain, "random-bytes", "§10.1.1", [](Draw& draw) {
                        const DescriptorBytes a = random_descriptor(draw.random);
                        const DescriptorBytes b = random_descriptor(draw.random);
                        return Draft{protocol::ExplainRequest{a, b}.encode(), std::nullopt};
                      }});
}

}  // namespace

std::vector<Family> fingerprint_families() {
  std::vector<Family> families;
  add_sizes_families(families);
  add_gid_families(families);
  add_gid_parse_families(families);
  add_digest_families(families);
  add_descriptor_families(families);
  add_equivalent_families(families);
  add_explain_families(families);
  return families;
}

}  // namespace grit::vectors
