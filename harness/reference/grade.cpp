#include "harness/reference/grade.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "harness/reference/bytes.h"
#include "harness/reference/fnv.h"
#include "harness/reference/grade_spellings.h"

namespace grit::reference {
namespace {

using namespace grade_spellings;

template <typename Value>
std::optional<Value> lookup(std::span<const Spelling<Value>> table, std::string_view text) {
  for (const Spelling<Value>& spelling : table) {
    if (spelling.text == text) return spelling.value;
  }
  return std::nullopt;
}

template <typename Value, std::size_t kCount>
std::string_view canonical_spelling(const Spelling<Value> (&table)[kCount], Value value) {
  for (const Spelling<Value>& spelling : table) {
    if (spelling.value == value) return spelling.text;
  }
  return {};
}

std::string without_hyphens(std::string_view text) {
  std::string result(text);
  std::erase(result, '-');
  return result;
}

// Digits only, at most 2^64 - 1, any number of leading zeros.
std::optional<std::uint64_t> parse_digits(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  return value;
}

// ---- Text to items
// -------------------------------------------------------------------------------

// The text without white space, in lower case, and where each byte stood.
struct Folded {
  std::string text;
  std::vector<std::size_t> offsets;  // of text[i] in the original; one more for its end
};

std::expected<Folded, GradeError> fold(std::string_view text) {
  Folded folded;
  folded.text.reserve(text.size());
  folded.offsets.reserve(text.size() + 1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ' || (c >= '\t' && c <= '\r')) continue;
    if (c < 0x21 || c > 0x7E) {
      return std::unexpected(
          GradeError{GradeErrorKind::kBadByte, i, hex(static_cast<unsigned char>(c), 2)});
    }
    folded.text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    folded.offsets.push_back(i);
  }
  folded.offsets.push_back(text.size());
  return folded;
}

struct Item {
  std::string_view value;  // into Folded::text
  std::size_t offset = 0;  // of the item in the original text
};
using Items = std::array<std::optional<Item>, kKeyCount>;

std::expected<Items, GradeError> split(const Folded& folded) {
  constexpr std::string_view kPrefix = "grit1(";
  const std::string_view text = folded.text;
  if (!text.starts_with(kPrefix)) {
    return std::unexpected(GradeError{GradeErrorKind::kBadPrefix, folded.offsets.front(),
                                      std::string(text.substr(0, kPrefix.size()))});
  }
  if (!text.ends_with(')')) {
    return std::unexpected(GradeError{GradeErrorKind::kBadSuffix, folded.offsets.back(), ""});
  }
  Items items;
  std::size_t begin = kPrefix.size();
  const std::size_t body_end = text.size() - 1;
  while (true) {
    const std::size_t end = std::min(text.find(',', begin), body_end);
    const std::string_view item = text.substr(begin, end - begin);
    const std::size_t offset = folded.offsets[begin];
    const auto refuse = [&](GradeErrorKind kind, std::string_view what) {
      return std::unexpected(GradeError{kind, offset, std::string(what)});
    };
    if (item.empty()) return refuse(GradeErrorKind::kEmptyItem, item);
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) return refuse(GradeErrorKind::kNoEqualsSign, item);
    const std::string_view name = item.substr(0, equals);
    const auto* key = std::ranges::find(kKeys, name, &KeyInfo::name);
    if (key == kKeys.end()) return refuse(GradeErrorKind::kUnknownKey, name);
    std::optional<Item>& slot = items[static_cast<std::size_t>(key - kKeys.begin())];
    if (slot) return refuse(GradeErrorKind::kDuplicateKey, name);
    slot = Item{item.substr(equals + 1), offset};
    if (end == body_end) return items;
    begin = end + 1;
  }
}

// ---- Items to values
// -----------------------------------------------------------------------------

// Reads items by key and remembers the first error; after one, what it returns is meaningless.
class Reader {
 public:
  explicit Reader(const Items& items) : items_(items) {}

  bool has(Key key) const { return item(key).has_value(); }
  const std::optional<GradeError>& error() const { return error_; }

  void fail(GradeErrorKind kind, Key key) {
    if (error_) return;
    const std::optional<Item>& where = item(key);
    std::string what(kKeys[static_cast<std::size_t>(key)].name);
    if (where) what.append("=").append(where->value);
    error_ = GradeError{kind, where ? where->offset : 0, std::move(what)};
  }

  // A key that is not given leaves `value` alone: it holds the default.
  void read(Key key, FormatWord& value) {
    if (has(key)) read_format(key, item(key)->value, value);
  }

  void read(Key key, std::uint64_t& value) {
    if (!has(key)) return;
    const std::optional<std::uint64_t> number = parse_digits(item(key)->value);
    if (number) {
      value = *number;
    } else {
      fail(GradeErrorKind::kBadNumber, key);
    }
  }

  template <typename Value, std::size_t kCount>
  void read(Key key, const Spelling<Value> (&table)[kCount], Value& value) {
    if (!has(key)) return;
    const std::optional<Value> found =
        lookup(std::span<const Spelling<Value>>(table), without_hyphens(item(key)->value));
    if (found) {
      value = *found;
    } else {
      fail(GradeErrorKind::kUnknownValue, key);
    }
  }

  void read_scale_rule(Grade& grade) {
    const std::string text = has(Key::kEsr) ? without_hyphens(item(Key::kEsr)->value) : "";
    if (text.starts_with(kCustomPrefix)) {
      grade.esr = ScaleRule::kCustom;
      grade.custom_rule = text.substr(kCustomPrefix.size());
    } else {
      read(Key::kEsr, kScaleRules, grade.esr);
    }
  }

  void read_accumulation_order(Grade& grade) {
    std::string text = has(Key::kAo) ? without_hyphens(item(Key::kAo)->value) : "";
    if (text.starts_with(kPairwisePrefix)) {
      text.erase(0, kPairwisePrefix.size());
      text.erase(0, text.find_first_not_of('_'));
      const std::optional<std::uint64_t> number = parse_digits(text);
      if (!number || *number == 0) return fail(GradeErrorKind::kUnknownValue, Key::kAo);
      grade.ao = AccumulationOrder::kPairwise;
      grade.pairwise = *number;
    } else {
      read(Key::kAo, kOrders, grade.ao);
    }
  }

  void read_sparsity(Sparsity& sparsity) {
    std::string_view rest = item(Key::kSp)->value;
    std::array<std::string_view, 4> parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::size_t colon = i + 1 < parts.size() ? rest.find(':') : rest.size();
      if (colon == std::string_view::npos) return fail(GradeErrorKind::kBadSparsity, Key::kSp);
      parts[i] = rest.substr(0, colon);
      rest.remove_prefix(std::min(colon + 1, rest.size()));
    }
    // A plus sign is allowed here and nowhere else.
    for (std::size_t i = 0; i < 2; ++i) {
      if (parts[i].starts_with('+')) parts[i].remove_prefix(1);
    }
    const std::optional<std::uint64_t> n = parse_digits(parts[0]);
    const std::optional<std::uint64_t> m = parse_digits(parts[1]);
    const std::optional<IndexOrder> order =
        lookup(std::span<const Spelling<IndexOrder>>(kIndexOrders), without_hyphens(parts[3]));
    if (!n || !m || *n < 1 || *n >= *m || *m > 32 || !order) {
      return fail(GradeErrorKind::kBadSparsity, Key::kSp);
    }
    sparsity.n = static_cast<std::uint8_t>(*n);
    sparsity.m = static_cast<std::uint8_t>(*m);
    sparsity.order = *order;
    read_format(Key::kSp, parts[2], sparsity.meta);
  }

 private:
  const std::optional<Item>& item(Key key) const { return items_[static_cast<std::size_t>(key)]; }

  void read_format(Key key, std::string_view text, FormatWord& value) {
    std::optional<FormatWord> word = format_from_token(text);
    if (!word) word = lookup(std::span<const Spelling<FormatWord>>(kFormatAliases), text);
    if (word) {
      value = *word;
    } else {
      const bool refused = std::ranges::find(kRefusedFormats, text) != std::end(kRefusedFormats);
      fail(refused ? GradeErrorKind::kRefusedFormat : GradeErrorKind::kUnknownFormat, key);
    }
  }

  const Items& items_;
  std::optional<GradeError> error_;
};

// ---- Values to text
// ------------------------------------------------------------------------------

// The canonical value of a key, or nothing where its structure is not there.
std::optional<std::string> value_text(const Grade& grade, Key key) {
  const auto format = [](FormatWord word) { return std::string(format_token(word)); };
  const auto token = []<typename Value, std::size_t kCount>(const Spelling<Value>(&table)[kCount],
                                                            Value value) {
    return std::string(canonical_spelling(table, value));
  };
  switch (key) {
    case Key::kE:
      return format(grade.e);
    case Key::kK0:
      return std::to_string(grade.k0);
    case Key::kS0:
      return format(grade.s0);
    case Key::kK1:
      if (!grade.level1) return std::nullopt;
      return std::to_string(grade.level1->k1);
    case Key::kS1:
      if (!grade.level1) return std::nullopt;
      return format(grade.level1->s1);
    case Key::kZp:
      if (!grade.zero_point) return std::nullopt;
      return format(grade.zero_point->zp);
    case Key::kZpc:
      if (!grade.zero_point) return std::nullopt;
      return token(kZeroPointCodes, grade.zero_point->zpc);
    case Key::kZps:
      if (!grade.zero_point) return std::nullopt;
      return token(kZeroPointScales, grade.zero_point->zps);
    case Key::kSp:
      if (!grade.sparsity) return std::nullopt;
      return std::to_string(grade.sparsity->n) + ":" + std::to_string(grade.sparsity->m) + ":" +
             format(grade.sparsity->meta) + ":" + token(kIndexOrders, grade.sparsity->order);
    case Key::kCt:
      return token(kContainers, grade.ct);
    case Key::kPo:
      return token(kBitOrders, grade.po);
    case Key::kEr:
      return token(kRoundings, grade.er);
    case Key::kEs:
      return token(kSaturations, grade.es);
    case Key::kEsr:
      if (grade.esr == ScaleRule::kCustom) return std::string(kCustomPrefix) + grade.custom_rule;
      return token(kScaleRules, grade.esr);
    case Key::kEsn:
      return token(kSubnormals, grade.esn);
    case Key::kDr:
      return token(kRoundings, grade.dr);
    case Key::kDs:
      return token(kSaturations, grade.ds);
    case Key::kDt:
      return format(grade.dt);
    case Key::kAo:
      if (grade.ao == AccumulationOrder::kPairwise) {
        return std::string(kPairwisePrefix) + std::to_string(grade.pairwise);
      }
      return token(kOrders, grade.ao);
    case Key::kAp:
      return format(grade.ap);
    case Key::kAb:
      return format(grade.ab);
    case Key::kAi:
      return format(grade.ai);
    case Key::kAn:
      return token(kSubnormals, grade.an);
  }
  return std::nullopt;
}

// The items of `grade` for which `wanted(key info, value)` holds, in canonical order.
template <typename Wanted>
std::string write(std::string_view prefix, const Grade& grade, Wanted wanted) {
  std::string text(prefix);
  text.reserve(256);  // longer than any registered grade
  char separator = '(';
  for (std::size_t i = 0; i < kKeyCount; ++i) {
    const std::optional<std::string> value = value_text(grade, static_cast<Key>(i));
    if (!value || !wanted(kKeys[i], *value)) continue;
    text += separator;
    text.append(kKeys[i].name).append("=").append(*value);
    separator = ',';
  }
  return text + ")";
}

std::string_view describe(GradeErrorKind kind) {
  switch (kind) {
    case GradeErrorKind::kBadByte:
      return "byte outside the alphabet";
    case GradeErrorKind::kBadPrefix:
      return "a grade begins with grit1(";
    case GradeErrorKind::kBadSuffix:
      return "a grade ends with )";
    case GradeErrorKind::kEmptyItem:
      return "empty item";
    case GradeErrorKind::kNoEqualsSign:
      return "item without =";
    case GradeErrorKind::kUnknownKey:
      return "unknown key";
    case GradeErrorKind::kDuplicateKey:
      return "key given twice";
    case GradeErrorKind::kMissingKey:
      return "required key missing";
    case GradeErrorKind::kUnknownFormat:
      return "unknown format";
    case GradeErrorKind::kRefusedFormat:
      return "format that is deliberately no alias";
    case GradeErrorKind::kBadNumber:
      return "not a decimal number of at most 2^64 - 1";
    case GradeErrorKind::kUnknownValue:
      return "value outside the domain of its key";
    case GradeErrorKind::kBadSparsity:
      return "sp is not N:M:format:order with 1 <= N < M <= 32";
    case GradeErrorKind::kHalfLevel1:
      return "k1 and s1 come together";
    case GradeErrorKind::kZeroPointMissing:
      return "zpc and zps need zp";
    case GradeErrorKind::kLevel1Missing:
      return "zps=l1 needs k1 and s1";
  }
  return {};
}

}  // namespace

std::expected<Grade, GradeError> parse_grade(std::string_view text) {
  const std::expected<Folded, GradeError> folded = fold(text);
  if (!folded) return std::unexpected(folded.error());
  const std::expected<Items, GradeError> items = split(*folded);
  if (!items) return std::unexpected(items.error());

  Reader reader(*items);
  for (const Key key : {Key::kE, Key::kK0, Key::kS0, Key::kEsr}) {
    if (!reader.has(key)) reader.fail(GradeErrorKind::kMissingKey, key);
  }
  if (reader.has(Key::kK1) != reader.has(Key::kS1)) {
    reader.fail(GradeErrorKind::kHalfLevel1, reader.has(Key::kK1) ? Key::kK1 : Key::kS1);
  }
  for (const Key key : {Key::kZpc, Key::kZps}) {
    if (reader.has(key) && !reader.has(Key::kZp)) {
      reader.fail(GradeErrorKind::kZeroPointMissing, key);
    }
  }
  if (reader.error()) return std::unexpected(*reader.error());

  Grade grade;
  reader.read(Key::kE, grade.e);
  reader.read(Key::kK0, grade.k0);
  reader.read(Key::kS0, grade.s0);
  if (reader.has(Key::kK1)) {
    Level1& level1 = grade.level1.emplace();
    reader.read(Key::kK1, level1.k1);
    reader.read(Key::kS1, level1.s1);
  }
  if (reader.has(Key::kZp)) {
    ZeroPoint& zero_point = grade.zero_point.emplace();
    reader.read(Key::kZp, zero_point.zp);
    reader.read(Key::kZpc, kZeroPointCodes, zero_point.zpc);
    reader.read(Key::kZps, kZeroPointScales, zero_point.zps);
    if (zero_point.zps == ZeroPointScale::kL1 && !grade.level1) {
      reader.fail(GradeErrorKind::kLevel1Missing, Key::kZps);
    }
  }
  if (reader.has(Key::kSp)) reader.read_sparsity(grade.sparsity.emplace());
  reader.read(Key::kCt, kContainers, grade.ct);
  reader.read(Key::kPo, kBitOrders, grade.po);
  reader.read(Key::kEr, kRoundings, grade.er);
  reader.read(Key::kEs, kSaturations, grade.es);
  reader.read_scale_rule(grade);
  reader.read(Key::kEsn, kSubnormals, grade.esn);
  reader.read(Key::kDr, kRoundings, grade.dr);
  reader.read(Key::kDs, kSaturations, grade.ds);
  reader.read(Key::kDt, grade.dt);
  reader.read_accumulation_order(grade);
  reader.read(Key::kAp, grade.ap);
  reader.read(Key::kAb, grade.ab);
  reader.read(Key::kAi, grade.ai);
  reader.read(Key::kAn, kSubnormals, grade.an);
  if (reader.error()) return std::unexpected(*reader.error());
  return grade;
}

std::string describe(const GradeError& error) {
  std::string text(describe(error.kind));
  if (!error.item.empty()) text += ": " + error.item;
  return text + " (at byte " + std::to_string(error.offset) + ")";
}

std::string canonical(const Grade& grade) {
  return write("grit1", grade, [](const KeyInfo& key, std::string_view value) {
    return key.default_value.empty() || value != key.default_value;
  });
}

std::string projection(const Grade& grade) {
  return write("gritdec1", grade,
               [](const KeyInfo& key, std::string_view) { return key.in_projection; });
}

std::uint64_t grade_id_of_text(std::string_view canonical_text) {
  Fnv1a64 hash;
  hash.update(bytes_of(canonical_text));
  return hash.value();
}

std::uint64_t grade_id(const Grade& grade) { return grade_id_of_text(canonical(grade)); }

std::expected<std::string, GradeError> canonicalize(std::string_view text) {
  const std::expected<Grade, GradeError> grade = parse_grade(text);
  if (!grade) return std::unexpected(grade.error());
  return canonical(*grade);
}

}  // namespace grit::reference
