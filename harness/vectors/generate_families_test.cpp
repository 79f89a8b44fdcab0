// What the families promise beyond an expectation each: that the plan reaches every value of what
// they go through, and that there is a family for every kind of input.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/protocol/answer.h"
#include "harness/reference/descriptor.h"
#include "harness/reference/format.h"
#include "harness/vectors/arrays.h"
#include "harness/vectors/binary32_draws.h"
#include "harness/vectors/descriptor_bytes.h"
#include "harness/vectors/field_draws.h"
#include "harness/vectors/generate.h"
#include "harness/vectors/gid_text.h"
#include "harness/vectors/grade_draws.h"
#include "harness/vectors/shape_draws.h"
#include "harness/vectors/unicode.h"

namespace grit::vectors {
namespace {

using protocol::CheckRequest;
using Cases = std::vector<Case>;

// The default plan by family: "check/single-bit" and so on.
const std::map<std::string, Cases, std::less<>>& plan() {
  static const auto kPlan = [] {
    std::map<std::string, Cases, std::less<>> families;
    Generator generator(1);
    for (std::uint64_t i = 0; i < GenerateOptions{}.cases; ++i) {
      Case item = generator.next();
      const std::size_t start = std::string_view("generated/").size();
      families[item.id.substr(start, item.id.rfind('/') - start)].push_back(std::move(item));
    }
    return families;
  }();
  return kPlan;
}

// Empty, and a failure, where the plan has none of the family.
const Cases& family(std::string_view name) {
  static const Cases kNone;
  const auto it = plan().find(name);
  EXPECT_NE(it, plan().end()) << name;
  return it == plan().end() ? kNone : it->second;
}

std::vector<CheckRequest> checks(std::string_view name) {
  std::vector<CheckRequest> requests;
  for (const Case& item : family(name)) requests.push_back(*CheckRequest::parse(item.request));
  return requests;
}

std::vector<std::string> texts(std::string_view name) {
  std::vector<std::string> found;
  for (const Case& item : family(name)) {
    found.push_back(protocol::TextRequest::parse(item.request)->text);
  }
  return found;
}

// The statuses that the reference gives the family's cases.
std::set<int> statuses(std::string_view name) {
  std::set<int> found;
  for (const Case& item : family(name)) {
    const auto reply = protocol::answer(static_cast<std::uint8_t>(item.op), item.request);
    found.insert(protocol::CheckReply::parse(reply.payload)->status);
  }
  return found;
}

const std::set<int> kStatusesWithoutContent = {0, 1, 2, 3};  // spec §5.0.3

bool is_in_any(std::string_view piece, const std::vector<std::string>& texts) {
  return std::ranges::any_of(
      texts, [piece](const std::string& text) { return text.find(piece) != std::string::npos; });
}

// ---- CHECK ------------------------------------------------------------------------------------

TEST(Families, EveryBitOfEveryDescriptorIsFlipped) {
  std::set<std::pair<std::uint64_t, std::size_t>> flipped;  // grade, bit
  for (const CheckRequest& request : checks("check/single-bit")) {
    for (const GradeName grade : kAllGrades) {
      // The note and the axis are drawn: only bits of the others tell which one was flipped.
      auto right = reference::to_bytes(reference::canonical_descriptor(grade));
      std::copy_n(request.desc.begin() + 16, 2, right.begin() + 16);
      std::copy_n(request.desc.begin() + 28, 4, right.begin() + 28);
      std::size_t different = 0;
      std::size_t where = 0;
      for (std::size_t bit = 0; bit < 512; ++bit) {
        if (((request.desc[bit / 8] ^ right[bit / 8]) >> bit % 8 & std::byte{1}) == std::byte{1}) {
          ++different;
          where = bit;
        }
      }
      if (different == 1) flipped.emplace(static_cast<std::uint64_t>(grade), where);
    }
  }
  EXPECT_EQ(flipped.size(), kAllGrades.size() * (512 - 48));
}

TEST(Families, EveryFieldStandsAtEachOfItsBoundaries) {
  std::set<protocol::Bytes> seen;
  for (CheckRequest& request : checks("check/field-boundary")) seen.insert(request.desc);
  for (const GradeName grade : kAllGrades) {
    const auto right = reference::to_bytes(reference::canonical_descriptor(grade));
    for (const reference::Field& field : reference::descriptor_fields()) {
      const auto bits = static_cast<unsigned>(8 * field.size);
      for (const std::uint64_t value :
           boundary_values(reference::field_value(right, field), bits)) {
        auto changed = right;
        set_field(changed, field.offset, field.size, value);
        EXPECT_TRUE(seen.contains({changed.begin(), changed.end()}))
            << short_name(grade) << ' ' << field.name << ' ' << value;
      }
    }
  }
  EXPECT_EQ(statuses("check/field-boundary"), kStatusesWithoutContent);
}

TEST(Families, FieldsChangedTogetherReachEveryStatusOfTheirSteps) {
  EXPECT_EQ(statuses("check/two-fields"), kStatusesWithoutContent);
  EXPECT_TRUE(statuses("check/many-fields").contains(2));
  EXPECT_TRUE(statuses("check/spliced-descriptors").contains(0));
}

TEST(Families, DescriptorsHaveEveryOtherLength) {
  std::set<std::size_t> lengths;
  for (const CheckRequest& request : checks("check/frame-length")) {
    lengths.insert(request.desc.size());
  }
  EXPECT_EQ(lengths.size(), 191u);
  EXPECT_EQ(*lengths.begin(), 0u);
  EXPECT_EQ(*lengths.rbegin(), 191u);
  EXPECT_FALSE(lengths.contains(64));
  std::set<std::size_t> huge;
  for (const CheckRequest& request : checks("check/frame-length-huge")) {
    huge.insert(request.desc.size());
  }
  EXPECT_EQ(*huge.rbegin(), std::size_t{1} << 20);
  EXPECT_TRUE(huge.contains(320));    // 64 modulo 2^8
  EXPECT_TRUE(huge.contains(65600));  // 64 modulo 2^16
}

TEST(Families, EveryFlagByteEveryPlacementClassAndEveryLevelOccur) {
  std::set<std::byte> flags;
  for (const CheckRequest& request : checks("check/flags-every-value")) {
    flags.insert(request.desc[7]);
  }
  EXPECT_EQ(flags.size(), 256u);

  std::map<std::size_t, std::set<std::byte>> classes;  // by offset, the last byte of the word
  for (const CheckRequest& request : checks("check/placement-every-class")) {
    for (const std::size_t offset : {32u, 40u, 48u}) {
      classes[offset].insert(request.desc[offset + 7] >> 4);
    }
  }
  for (const auto& [offset, seen] : classes) EXPECT_EQ(seen.size(), 16u) << offset;
  EXPECT_EQ(statuses("check/placement-every-class"), (std::set<int>{0, 3}));

  std::set<int> levels;
  for (const CheckRequest& request : checks("check/level-high")) levels.insert(request.level);
  EXPECT_EQ(levels.size(), 254u);
}

TEST(Families, ShapesHaveEveryRank) {
  std::set<std::size_t> ranks;
  for (const CheckRequest& request : checks("check/shape-every-rank")) {
    ranks.insert(request.shape.size());
  }
  for (const CheckRequest& request : checks("check/shape-rank-zero")) {
    ranks.insert(request.shape.size());
  }
  EXPECT_EQ(ranks.size(), 256u);

  std::set<std::size_t> sizes;
  for (const Case& item : family("sizes/every-rank")) {
    sizes.insert(protocol::SizesRequest::parse(item.request)->shape.size());
  }
  EXPECT_EQ(sizes.size(), 255u);
}

TEST(Families, ProductsOfHostileExtentsComeInEveryOrder) {
  constexpr std::int64_t k31 = std::int64_t{1} << 31;
  constexpr std::int64_t k62 = std::int64_t{1} << 62;
  struct Expected {
    std::string_view family;
    protocol::Shape extents;  // ascending
  };
  const std::vector<Expected> all = {
      {"check/shape-order-zero", {0, 32, k31, k62}},
      {"check/shape-order-negative", {-1, k31, k62}},
      {"check/shape-order-negative", {-1, 0, k62}},
      {"check/shape-order-too-large", {1, 3, k31, k62}},
      {"check/shape-order-fits", {1, 3, 256, k31}},
      {"check/shape-wide-product-order", {1, k62}},
      {"check/shape-wide-product-order", {1, k31, k31}},
  };
  for (const auto& [name, extents] : all) {
    std::set<protocol::Shape> seen;
    for (CheckRequest& request : checks(name)) seen.insert(request.shape);
    protocol::Shape shape = extents;
    do {
      EXPECT_TRUE(seen.contains(shape)) << name;
    } while (std::ranges::next_permutation(shape).found);
  }
  std::set<protocol::Shape> sizes;
  for (const Case& item : family("sizes/negative-in-every-order")) {
    sizes.insert(protocol::SizesRequest::parse(item.request)->shape);
  }
  EXPECT_TRUE(sizes.contains({k62, -1, k31}));
  EXPECT_TRUE(sizes.contains({-1, k31, k62}));
}

TEST(Families, PlaneLengthsAreOffByOneNegativeAndWrapped) {
  for (const char* plane : {"data", "scale0", "scale1", "aux"}) {
    const std::string name = std::string("check/length-") + plane;
    for (const char* what : {"-off", "-negative", "-truncated"}) family(name + what);
  }
  // Modulo 2^32: the data length given is that of the count, or its own low half.
  for (const CheckRequest& request : checks("check/shape-wrapped-32-bit")) {
    ASSERT_EQ(request.shape.size(), 1u);
    EXPECT_GE(request.shape[0], std::int64_t{1} << 32);
    EXPECT_EQ(request.plane_bytes[0] % (std::int64_t{1} << 31),
              request.shape[0] / 2 % (std::int64_t{1} << 31));
    EXPECT_NE(request.plane_bytes[0], request.shape[0] / 2);
  }
}

TEST(Families, PlanesOfOtherLengthsThanSaidAreAnInternalErrorAtEveryLevel) {
  std::set<std::pair<int, std::size_t>> seen;  // level, plane
  for (const Case& item : family("check/planes-length-differs")) {
    const auto reply = protocol::answer(static_cast<std::uint8_t>(item.op), item.request);
    EXPECT_EQ(reply.kind, protocol::ReplyKind::kInternalError) << item.id;
    const auto request = CheckRequest::parse(item.request);
    for (std::size_t plane = 0; plane < 4; ++plane) {
      if (static_cast<std::int64_t>((*request->planes)[plane].size()) !=
          request->plane_bytes[plane]) {
        seen.emplace(request->level, plane);
      }
    }
  }
  EXPECT_EQ(seen.size(), 16u);  // levels 0, 1, 2 and 255
}

// ---- Texts ------------------------------------------------------------------------------------

TEST(Families, EveryByteOutsideTheAlphabetIsRefusedInAndOutsideOfNames) {
  const auto separators = texts("grade/control-separator");
  const auto controls = texts("grade/control-byte");
  const auto names = texts("grade/control-custom");
  for (int byte = 0; byte < 0x80; ++byte) {
    const char c = static_cast<char>(byte);
    if ((c >= 0x20 && c <= 0x7E) || (c >= 0x09 && c <= 0x0D)) continue;
    const bool separates = c >= 0x1C && c <= 0x1F;
    EXPECT_TRUE(is_in_any({&c, 1}, separates ? separators : controls)) << byte;
    if (!separates) {
      EXPECT_TRUE(is_in_any({&c, 1}, names)) << byte;
    }
  }
  const auto latin1 = texts("grade/foreign-latin1");
  for (char32_t c = 0x80; c < 0x100; ++c) {
    if (is_plain_foreign(c)) {
      EXPECT_TRUE(is_in_any(to_utf8(c), latin1)) << static_cast<unsigned>(c);
    }
  }
  const auto spaces = texts("grade/foreign-space");
  for (const char32_t c : kForeignSpaces) {
    EXPECT_TRUE(is_in_any(to_utf8(c), spaces)) << static_cast<unsigned>(c);
  }
}

TEST(Families, DigitsOfEveryScriptAreRefused) {
  const auto grades = texts("grade/foreign-digit");
  for (const char32_t zero : kForeignZeros) {
    EXPECT_TRUE(is_in_any(to_utf8(zero + 4), grades) || is_in_any(to_utf8(zero + 2), grades))
        << static_cast<unsigned>(zero);
  }
}

TEST(Families, EveryAliasIsSpelled) {
  for (std::size_t i = 0; i < kSpelledDomains.size(); ++i) {
    const auto spelled = texts("grade/spell-alias-" + std::string(kDomainNames[i]));
    const bool in_sparsity = kSpelledDomains[i] == Domain::kIndexOrder;
    for (const Alias& alias : aliases(kSpelledDomains[i])) {
      const std::string piece = (in_sparsity ? ":" : "=") + std::string(alias.alias);
      EXPECT_TRUE(is_in_any(piece + ',', spelled) || is_in_any(piece + ')', spelled))
          << alias.alias;
    }
  }
}

TEST(Families, EveryKeyHasAValueOfEveryOtherDomain) {
  const auto refused = texts("grade/refuse-every-wrong-domain");
  for (std::size_t i = 0; i < kKeyCount; ++i) {
    const Key key = static_cast<Key>(i);
    const std::string start = std::string(key_name(key)) + '=';
    const auto has = [&](const auto& accepts) {
      return std::ranges::any_of(refused, [&](const std::string& text) {
        for (const char* before : {"(", ","}) {
          const std::size_t place = text.find(before + start);
          if (place == std::string::npos) continue;
          const std::size_t value = place + 1 + start.size();
          return accepts(text.substr(value, text.find_first_of(",)", value) - value));
        }
        return false;
      });
    };
    for (const Domain other : kSpelledDomains) {
      if (other == domain(key)) continue;
      EXPECT_TRUE(has([other](const std::string& value) { return is_spelling(other, value); }))
          << key_name(key);
    }
    if (domain(key) != Domain::kNumber) {
      EXPECT_TRUE(has([](const std::string& value) {
        return value.find_first_not_of("0123456789") == std::string::npos;
      })) << key_name(key);
    }
    if (domain(key) != Domain::kSparsity) {
      EXPECT_TRUE(has([](const std::string& value) { return std::ranges::count(value, ':') == 3; }))
          << key_name(key);
    }
  }
}

TEST(Families, PrintedGidsHaveEverySymbolAndEveryByteThatIsNone) {
  const auto printed = texts("gid_parse/every-symbol");
  const auto lower = texts("gid_parse/lower-case");
  for (char symbol : kGidSymbols) {
    EXPECT_TRUE(is_in_any({&symbol, 1}, printed)) << symbol;
    if (symbol >= 'A') symbol = static_cast<char>(symbol - 'A' + 'a');
    EXPECT_TRUE(is_in_any({&symbol, 1}, lower)) << symbol;
  }
  const auto aliases = texts("gid_parse/aliases");
  for (const char alias : std::string_view("IiLlOo")) {
    EXPECT_TRUE(is_in_any({&alias, 1}, aliases)) << alias;
  }
  const auto others = texts("gid_parse/other-byte");
  for (int byte = 0; byte < 0x80; ++byte) {
    const char c = static_cast<char>(byte);
    const char upper = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    const bool is_legal = kGidSymbols.find(upper) != std::string_view::npos || upper == 'I' ||
                          upper == 'L' || upper == 'O' || upper == '-';
    if (is_legal || upper == 'U') continue;
    EXPECT_TRUE(is_in_any({&c, 1}, others)) << byte;
  }
  std::set<std::size_t> lengths;
  for (const std::string& text : texts("gid_parse/length")) lengths.insert(text.size());
  EXPECT_EQ(lengths.size(), 60u);
  EXPECT_FALSE(lengths.contains(26));
}

TEST(Families, EveryRuleThatIsNoneIsUnreadable) {
  std::set<int> rules;
  for (const Case& item : family("exponent/unknown-rule")) {
    rules.insert(protocol::ExponentRequest::parse(item.request)->rule);
    EXPECT_EQ(protocol::answer(static_cast<std::uint8_t>(item.op), item.request).kind,
              protocol::ReplyKind::kInternalError);
  }
  EXPECT_EQ(rules.size(), 253u);
}

// ---- DECODE, ENCODE ---------------------------------------------------------------------------

unsigned nibble(const protocol::Bytes& plane, std::size_t i) {
  return std::to_integer<unsigned>(plane[i / 2]) >> 4 * (i % 2) & 0xF;
}

unsigned half(const protocol::Bytes& plane, std::size_t i) {
  return std::to_integer<unsigned>(plane[2 * i]) | std::to_integer<unsigned>(plane[2 * i + 1]) << 8;
}

std::vector<protocol::DecodeRequest> decodes(std::string_view name) {
  std::vector<protocol::DecodeRequest> requests;
  for (const Case& item : family(name)) {
    requests.push_back(*protocol::DecodeRequest::parse(item.request));
  }
  return requests;
}

TEST(Families, EveryScaleCodeMeetsEveryElementCode) {
  std::set<std::pair<unsigned, unsigned>> mxfp4;
  for (const auto& request : decodes("decode/mxfp4-scale-sweep")) {
    for (std::size_t i = 0; i < 64; ++i) {
      mxfp4.emplace(std::to_integer<unsigned>(request.planes[1][i / 32]),
                    nibble(request.planes[0], i));
    }
  }
  EXPECT_EQ(mxfp4.size(), 256u * 16);

  std::set<std::pair<unsigned, unsigned>> nvf4;
  for (const auto& request : decodes("decode/nvf4-scale-sweep")) {
    for (std::size_t i = 0; i < 512; ++i) {
      nvf4.emplace(std::to_integer<unsigned>(request.planes[1][i / 16]),
                   nibble(request.planes[0], i));
    }
  }
  EXPECT_EQ(nvf4.size(), 256u * 16);
  std::set<unsigned> tensor;  // exponent fields
  for (const auto& request : decodes("decode/nvf4-tensor-scale-sweep")) {
    tensor.insert(half(request.planes[2], 1) >> 7 & 0xFF);
  }
  EXPECT_EQ(tensor.size(), 256u);

  std::set<std::pair<unsigned, unsigned>> scales;
  std::set<std::pair<unsigned, unsigned>> minimums;
  for (const auto& request : decodes("decode/q4ks-code-sweep")) {
    for (std::size_t i = 0; i < 256; ++i) {
      const unsigned code = nibble(request.planes[0], i);
      scales.emplace(std::to_integer<unsigned>(request.planes[1][i / 32]) & 63, code);
      minimums.emplace(std::to_integer<unsigned>(request.planes[3][i / 32]) & 63, code);
    }
  }
  EXPECT_EQ(scales.size(), 64u * 16);
  EXPECT_EQ(minimums.size(), 64u * 16);
  std::array<std::set<unsigned>, 2> halves;  // exponent fields of d and of dmin
  for (const auto& request : decodes("decode/q4ks-half-sweep")) {
    for (std::size_t i = 0; i < 2; ++i) {
      halves[i].insert(half(request.planes[2], i) >> 10 & 31);
    }
  }
  EXPECT_EQ(halves[0].size(), 32u);
  EXPECT_EQ(halves[1].size(), 32u);

  std::set<std::pair<unsigned, unsigned>> i8s24;  // exponent field, element
  for (const auto& request : decodes("decode/i8s24-scale-times-element-sweep")) {
    for (std::size_t i = 0; i < 256; ++i) {
      i8s24.emplace(half(request.planes[1], i / 16) >> 10 & 31,
                    std::to_integer<unsigned>(request.planes[0][i]));
    }
  }
  EXPECT_EQ(i8s24.size(), 32u * 256);
  std::set<unsigned> words;
  for (const auto& request : decodes("decode/i8s24-scale-sweep")) {
    for (std::size_t i = 0; i < 64; ++i) words.insert(half(request.planes[1], i));
  }
  EXPECT_EQ(words.size(), 65536u);
}

std::vector<protocol::Words> encodes(std::string_view name) {
  std::vector<protocol::Words> found;
  for (const Case& item : family(name)) {
    found.push_back(protocol::EncodeRequest::parse(item.request)->words);
  }
  return found;
}

TEST(Families, EncodeMeetsTheFloatsThatItSays) {
  for (const char* grade : {"mxfp4", "mxfp4_rne", "nvf4", "q4ks", "i8s24"}) {
    const std::string prefix = std::string("encode/") + grade;
    bool mixed = false;
    for (const protocol::Words& words : encodes(prefix + "-zeros-only")) {
      for (const std::uint32_t word : words) EXPECT_EQ(word & ~kSign, 0u);
      mixed |= std::ranges::count(words, 0u) > 0 && std::ranges::count(words, kSign) > 0;
    }
    EXPECT_TRUE(mixed) << grade;
    for (const protocol::Words& words : encodes(prefix + "-largest-negative")) {
      EXPECT_GT(std::ranges::count(words, kMaxFinite | kSign), 0) << grade;
    }
    for (const protocol::Words& words : encodes(prefix + "-subnormal")) {
      EXPECT_GT(std::ranges::count_if(words, [](auto word) { return (word & kInfinity) == 0; }), 0)
          << grade;
    }
    for (const protocol::Words& words : encodes(prefix + "-one-not-finite")) {
      EXPECT_EQ(
          std::ranges::count_if(words, [](auto word) { return (word & kInfinity) == kInfinity; }),
          1)
          << grade;
    }
  }
  // Spreads that overflow: the difference of the ends is beyond binary32.
  for (const char* name : {"encode/mxfp4-both-ends", "encode/nvf4-both-ends",
                           "encode/i8s24-both-ends", "encode/q4ks-difference-overflow"}) {
    bool overflows = false;
    for (const protocol::Words& words : encodes(name)) {
      const auto [least, most] = std::ranges::minmax(words);
      overflows |= (most & ~kSign) >= 0x7F000000 && (most & kSign) != 0 && least < kSign;
    }
    EXPECT_TRUE(overflows) << name;
  }
}

TEST(Families, TiesAreExact) {
  // I8S24: an odd number of halves of the scale 2^e, whose exponent is that of the first value, 127
  // times it: so e is seven less than its leading bit's, plus one.
  for (const protocol::Words& words : encodes("encode/i8s24-ties")) {
    const int e = static_cast<int>(words[0] >> 23 & 0xFF) - 127 - 6;
    for (std::size_t i = 1; i < words.size(); ++i) {
      // value · 2^(1 - e) is odd: its lowest set bit is worth 1.
      const std::uint32_t significand = (words[i] & 0x7FFFFF) | 0x800000;
      const int lowest =
          static_cast<int>(words[i] >> 23 & 0xFF) - 127 - 23 + std::countr_zero(significand);
      EXPECT_EQ(lowest, e - 1);
    }
  }
}

// By the values of the codes, which the exhaustive tables vouch for: the family makes its ties and
// answers from the fields of a format.
TEST(Families, FormatTiesLieHalfwayAndGoToTheEvenCode) {
  std::map<std::uint16_t, std::set<std::uint32_t>> ties;  // by format
  for (const std::string_view name : {"format_encode/ties", "format_encode/integer-ties"}) {
    for (const Case& item : family(name)) {
      const auto request = protocol::FormatRequest::parse(item.request);
      ASSERT_TRUE(request && item.expected);
      const auto codes = protocol::WordsReply::parse(item.expected->payload);
      ASSERT_TRUE(codes && codes->words.size() == request->words.size());
      const auto value_of = [&](std::uint32_t code) -> double {
        return std::bit_cast<float>(*reference::decode_format({request->format}, code));
      };
      for (std::size_t i = 0; i < codes->words.size(); ++i) {
        const std::uint32_t code = codes->words[i];
        const double other = 2.0 * std::bit_cast<float>(request->words[i]) - value_of(code);
        ties[request->format].insert(request->words[i]);
        EXPECT_EQ(code % 2, 0u) << item.id;
        // A code is masked to the width (spec §1.3.1): below the integer 0 comes -1.
        EXPECT_TRUE(value_of(code + 1) == other || value_of(code - 1) == other)
            << item.id << ' ' << request->words[i];
      }
    }
  }
  // All of the registered formats but binary32, which every value fits; and all ties of the narrow
  // ones: seven of e2m1 under either sign, one less than there are codes of the others (s4 has 15).
  EXPECT_EQ(ties.size(), 10u);
  EXPECT_EQ(ties[0x2043].size(), 14u);
  EXPECT_EQ(ties[0x43E1].size(), 3u);
  EXPECT_EQ(ties[0x43E3].size(), 15u);
  EXPECT_EQ(ties[0x43E5].size(), 63u);
  EXPECT_EQ(ties[0x03E3].size(), 14u);
}

// ---- The general tier -------------------------------------------------------------------------

// Which refusals each operation on views has is spec §11.2.3 and the operation's own section.
TEST(Families, EveryRefusalOfEveryOperationOnViewsIsReached) {
  using Names = std::set<std::string, std::less<>>;
  const Names shared = {"GradeUnknown", "PlacementUnknown", "RelayoutUnsupported", "SizeMismatch"};
  const auto with = [&](Names more) {
    more.insert(shared.begin(), shared.end());
    return more;
  };
  const std::map<protocol::Op, Names> expected = {
      {protocol::Op::kDecodeView, with({"GradeUnsupported"})},
      {protocol::Op::kSlice, with({"DigestMismatch", "SliceRange", "SliceSplitsGroup"})},
      {protocol::Op::kTranspose,
       with({"DigestMismatch", "BadPermutation", "GroupAxisMoved", "SliceSplitsGroup"})},
      {protocol::Op::kRequantize, with({"GradeUnsupported", "BadPermutation"})},
      {protocol::Op::kRelayout, with({})}};
  std::map<protocol::Op, Names> reached;
  std::map<protocol::Op, std::pair<std::size_t, std::size_t>> answered;  // of how many
  for (const Case& item : generate({.seed = 3, .cases = 96'000})) {
    if (!protocol::refuses_by_name(item.op)) continue;
    const auto reply = protocol::answer(static_cast<std::uint8_t>(item.op), item.request);
    ASSERT_NE(reply.kind, protocol::ReplyKind::kInternalError) << item.id;
    ++answered[item.op].second;
    if (reply.kind == protocol::ReplyKind::kRefused) {
      reached[item.op].insert(std::string(protocol::as_text(reply.payload)));
    } else {
      ++answered[item.op].first;
    }
  }
  EXPECT_EQ(reached, expected);
  for (const auto& [op, share] : answered) {
    EXPECT_GT(2 * share.first, share.second) << protocol::op_name(op) << " mostly refuses";
  }
}

// By hand from spec §11.1: an entry that is no grade's canonical form, or of another grade, or of
// one without a descriptor, leaves the descriptor unknown.
TEST(Families, AGradeIsKnownOnlyByItsOwnEntry) {
  const std::set<int> unknown = {2};
  EXPECT_EQ(statuses("check_grade/no-entry-for-it"), unknown);
  EXPECT_EQ(statuses("check_grade/no-descriptor"), unknown);
  EXPECT_EQ(statuses("check_grade/own-grade"), std::set<int>{0});
  EXPECT_EQ(statuses("check_grade/useless-entry-beside-the-registry"), std::set<int>{0});
  EXPECT_EQ(statuses("check_grade/spoilt"), kStatusesWithoutContent);
  EXPECT_EQ(statuses("check_grade/sparse-metadata"), (std::set<int>{0, 4}));
}

// ---- Completeness -----------------------------------------------------------------------------

// What the generator has to go through, and the families that do: one that is renamed or removed
// fails here, and not only by its absence.
TEST(Families, ThereIsOneForEveryKindOfInput) {
  struct Kind {
    std::string_view what;
    std::vector<std::string_view> families;
  };
  const std::vector<Kind> kinds = {
      {"one field of a canonical descriptor, boundary values of each",
       {"check/single-bit",
        "check/field-boundary",
        "check/frame-magic",
        "check/frame-hdr-bytes",
        "check/frame-version",
        "check/frame-n-levels",
        "check/frame-reserved-flags",
        "check/frame-reserved-byte",
        "check/frame-container",
        "check/frame-one-level-k1",
        "check/frame-one-level-scale1",
        "check/frame-sparse-zero-point",
        "check/frame-elem-bias",
        "check/frame-elem-nan-enc-3",
        "check/frame-scale0-nan-enc-3",
        "check/frame-scale1-nan-enc-3",
        "check/frame-zp-nan-enc-3",
        "check/grade-id-bit",
        "check/grade-elem",
        "check/grade-scale0",
        "check/grade-scale1",
        "check/grade-zp-fmt",
        "check/grade-k0",
        "check/grade-k1",
        "check/grade-sp-n",
        "check/grade-sp-m",
        "check/grade-sp-meta-fmt",
        "check/grade-sp-order",
        "check/grade-container",
        "check/flags-every-value",
        "check/placement-every-class",
        "check/note"}},
      {"several fields",
       {"check/two-fields", "check/many-fields", "check/spliced-descriptors",
        "check/order-of-steps"}},
      {"random 64 bytes", {"check/random-bytes", "explain/random-bytes", "gid/any-descriptor"}},
      {"other lengths",
       {"check/frame-length", "check/frame-length-huge", "check/level-zero-length"}},
      {"ranks",
       {"check/shape-every-rank", "check/shape-rank-zero", "sizes/every-rank", "gid/rank"}},
      {"zero extents",
       {"check/shape-zero-extent", "check/shape-order-zero", "check/shape-zero-after-huge",
        "check/shape-zero-before-huge", "sizes/empty", "sizes/zero-after-huge"}},
      {"negative extents",
       {"check/shape-negative-extent", "check/shape-two-negative-extents",
        "check/shape-negative-beside-zero", "check/shape-order-negative", "sizes/negative-extent",
        "sizes/negative-in-every-order"}},
      {"2^31, 2^62 and their products in every order",
       {"check/shape-order-fits", "check/shape-order-too-large", "check/shape-wide-product-order",
        "check/shape-wide-product-exact", "check/shape-hostile", "sizes/too-many-elements",
        "sizes/wide-product"}},
      {"right plane lengths", {"check/shape-right", "sizes/registered"}},
      {"plane lengths off by one, zero, doubled",
       {"check/length-data-off", "check/length-scale0-off", "check/length-scale1-off",
        "check/length-aux-off", "check/length-where-absent"}},
      {"negative plane lengths",
       {"check/length-data-negative", "check/length-scale0-negative",
        "check/length-scale1-negative", "check/length-aux-negative"}},
      {"wrapped plane lengths",
       {"check/length-data-truncated", "check/length-scale0-truncated",
        "check/length-scale1-truncated", "check/length-aux-truncated", "check/shape-wrapped-32-bit",
        "check/shape-wrapped-element-count", "check/shape-wide-product-wrapped"}},
      {"digests and planes",
       {"check/content-right", "check/content-empty-array", "check/digest-bit",
        "check/digest-byte-order", "check/digest-of-other-planes", "check/digest-without-planes",
        "check/digest-without-lengths", "check/digest-short-lengths",
        "check/digest-planes-reversed", "check/digest-half-right", "check/digest-constant",
        "check/digest-before-cells", "check/cells-equal", "check/cells-descending",
        "check/level-one-content", "check/planes-length-differs"}},
      {"spellings of grades",
       {"grade/spell-canonical", "grade/spell-defaults-written", "grade/spell-order",
        "grade/spell-case", "grade/spell-blanks", "grade/spell-hyphens",
        "grade/spell-hyphens-sp-order", "grade/spell-leading-zeros", "grade/spell-leading-zeros-sp",
        "grade/spell-leading-zeros-long", "grade/spell-plus-sp", "grade/spell-pairwise",
        "grade/spell-custom", "grade/spell-custom-empty", "grade/spell-custom-long",
        "grade/spell-k0-zero", "grade/spell-sp-bounds", "grade/spell-everything",
        "grade/refuse-near-spelling"}},
      {"aliases",
       {"grade/spell-alias-format", "grade/spell-alias-rounding", "grade/spell-alias-saturation",
        "grade/spell-alias-scale-rule", "grade/spell-alias-subnormals", "grade/spell-alias-order",
        "grade/spell-alias-zpc", "grade/spell-alias-zps", "grade/spell-alias-container",
        "grade/spell-alias-bit-order", "grade/spell-alias-index-order"}},
      {"alphabets outside the specification",
       {"grade/control-byte", "grade/control-separator", "grade/control-custom",
        "grade/foreign-latin1", "grade/foreign-character", "grade/foreign-space",
        "grade/foreign-invisible", "grade/foreign-hyphen", "grade/foreign-letter",
        "grade/foreign-kelvin", "grade/foreign-custom"}},
      {"digits that are not 0-9",
       {"grade/foreign-digit", "grade/foreign-superscript", "grade/foreign-numeral",
        "gid_parse/foreign-digit"}},
      {"huge numbers",
       {"grade/spell-large-number", "grade/refuse-number-huge", "grade/refuse-number-long",
        "grade/refuse-pairwise-huge", "grade/refuse-sp-range", "descriptor/number-too-large"}},
      {"signs, underscores and other forms of numbers",
       {"grade/refuse-number-sign", "grade/refuse-number-underscore", "grade/refuse-number-form",
        "grade/refuse-sp-sign", "grade/refuse-sp-number", "grade/refuse-sp-underscore",
        "grade/refuse-pairwise-number", "grade/refuse-pairwise-underscore"}},
      {"duplicates", {"grade/refuse-duplicate-key", "grade/refuse-duplicate-alias"}},
      {"every key with every wrong domain",
       {"grade/refuse-every-wrong-domain", "grade/refuse-wrong-domain",
        "grade/refuse-unknown-value", "grade/refuse-unknown-format"}},
      {"printed gids",
       {"gid_parse/printed", "gid_parse/every-symbol", "gid_parse/lower-case", "gid_parse/aliases",
        "gid_parse/hyphens", "gid_parse/other-byte", "gid_parse/letter-u", "gid_parse/length",
        "gid_parse/length-by-hyphen", "gid_parse/too-large", "gid_parse/foreign-character",
        "gid_parse/foreign-case-one", "gid_parse/foreign-case-many"}},
      {"decode of random planes",
       {"decode/mxfp4-random", "decode/mxfp4_rne-random", "decode/nvf4-random",
        "decode/nvf4_rtz-random", "decode/q4ks-random", "decode/i8s24-random"}},
      {"every scale code with every element code",
       {"decode/mxfp4-scale-sweep", "decode/nvf4-scale-sweep", "decode/nvf4-tensor-scale-sweep",
        "decode/q4ks-code-sweep", "decode/q4ks-half-sweep", "decode/i8s24-scale-sweep",
        "decode/i8s24-element-sweep", "decode/i8s24-scale-times-element-sweep"}},
      {"planes too short",
       {"decode/length-short", "decode/length-word-cut", "decode/length-word-missing",
        "decode/count-zero-scale-missing"}},
      {"planes too long",
       {"decode/length-surplus", "decode/length-word-begun", "decode/length-word-surplus",
        "decode/length-where-absent", "decode/count-zero-surplus"}},
      {"wrong counts",
       {"decode/count-below-planes", "decode/count-not-whole-blocks", "decode/count-negative",
        "decode/count-huge", "decode/count-zero", "encode/nvf4-partial-block", "encode/no-values"}},
      {"spreads that overflow",
       {"encode/mxfp4-both-ends", "encode/mxfp4_rne-both-ends", "encode/nvf4-both-ends",
        "encode/i8s24-both-ends", "encode/q4ks-difference-overflow", "encode/q4ks-half-overflow",
        "encode/i8s24-half-overflow", "encode/q4ks-largest", "encode/q4ks-largest-negative"}},
      {"signed zeros",
       {"encode/mxfp4-zeros-only", "encode/nvf4-zeros-only", "encode/q4ks-zeros-only",
        "encode/i8s24-zeros-only", "encode/mxfp4-signed-zeros", "encode/q4ks-negative-zero",
        "encode/q4ks-all-negative-zero", "encode/i8s24-quad-of-zeros"}},
      {"subnormals",
       {"encode/mxfp4-subnormal", "encode/mxfp4_rne-subnormal", "encode/nvf4-subnormal",
        "encode/q4ks-subnormal", "encode/i8s24-subnormal", "encode/mxfp4-smallest-scale",
        "encode/nvf4-tiny-tensor", "encode/nvf4-block-scale-subnormal",
        "encode/q4ks-half-underflow", "encode/i8s24-half-underflow"}},
      {"exact ties and their neighbours",
       {"encode/mxfp4-ties", "encode/mxfp4_rne-ties", "encode/nvf4-ties", "encode/nvf4_rtz-ties",
        "encode/nvf4-block-scale-ties", "encode/q4ks-ties", "encode/q4ks-scale-ties",
        "encode/q4ks-minimum-ties", "encode/i8s24-ties", "encode/i8s24-scale-ties",
        "encode/i8s24-quad-ties", "encode/mxfp4-around-ties", "encode/nvf4-around-ties",
        "encode/q4ks-around-ties", "encode/i8s24-around-ties"}},
      {"exact ties of single values", {"format_encode/ties", "format_encode/integer-ties"}},
      {"values that are not finite",
       {"encode/mxfp4-not-finite", "encode/mxfp4_rne-not-finite", "encode/nvf4-not-finite",
        "encode/q4ks-not-finite", "encode/i8s24-not-finite", "encode/mxfp4-one-not-finite",
        "encode/nvf4-one-not-finite", "encode/q4ks-one-not-finite", "encode/i8s24-one-not-finite",
        "encode/mxfp4-nothing-finite", "encode/i8s24-quad-not-finite", "encode/mxfp4-any-bits",
        "encode/nvf4-any-bits", "encode/i8s24-any-bits"}},
      {"grades of the caller's own, right and useless entries",
       {"check_grade/own-grade", "check_grade/own-grade-with-planes", "check_grade/sparse-metadata",
        "check_grade/no-entry-for-it", "check_grade/another-grades-entry",
        "check_grade/no-descriptor", "check_grade/useless-entry-beside-the-registry",
        "check_grade/frame-differs", "check_grade/lengths", "check_grade/hostile-shape",
        "check_grade/stored-form"}},
      {"values of any grade",
       {"decode_view/formats", "decode_view/two-levels", "decode_view/outermost-scale-first",
        "decode_view/zero-point-shared", "decode_view/zero-point-l1",
        "decode_view/no-fused-multiply-add", "decode_view/registered", "decode_view/any"}},
      {"any sparsity",
       {"decode_view/sparse-any-indices", "decode_view/sparse-proper-indices",
        "decode_view/sparse-under-nan-scales", "slice/sparse-any-indices",
        "transpose/sparse-any-indices"}},
      {"bits, axes and ranks",
       {"decode_view/bits", "decode_view/sub-byte-level-1-scales", "decode_view/ranks",
        "decode_view/empty", "decode_view/hostile-shape"}},
      {"stored forms, from each and into each",
       {"decode_view/stored-form", "slice/stored-form", "transpose/stored-form",
        "requantize/stored-form", "relayout/column-major", "relayout/swizzle",
        "relayout/into-blocks", "relayout/out-of-a-stored-form", "relayout/between-stored-forms",
        "relayout/any-word", "relayout/plane-order-words", "relayout/same-word"}},
      {"views with one fault or two",
       {"check_grade/spoilt", "decode_view/spoilt", "decode_view/unsupported", "slice/spoilt",
        "transpose/spoilt", "requantize/spoilt", "relayout/spoilt"}},
      {"cuts and turns, those that keep level-1 groups and those that split them",
       {"slice/along-groups", "slice/across-lines", "slice/level-1-groups", "slice/splits-a-group",
        "slice/out-of-range", "transpose/relabelling", "transpose/lines-move",
        "transpose/level-1-groups", "transpose/no-permutation", "transpose/group-axis-moved",
        "requantize/registered", "requantize/axis-that-is-not-divided", "requantize/no-permutation",
        "requantize/not-registered"}},
      {"requests that are unreadable", {"check/planes-length-differs", "exponent/unknown-rule"}},
  };
  for (const Kind& kind : kinds) {
    for (const std::string_view name : kind.families) {
      EXPECT_TRUE(plan().contains(name)) << kind.what << ": " << name;
    }
  }
}

}  // namespace
}  // namespace grit::vectors
