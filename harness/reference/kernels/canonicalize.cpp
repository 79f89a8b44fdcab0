#include "harness/reference/kernels/canonicalize.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include "harness/reference/bytes.h"
#include "harness/reference/grade_spellings.h"
#include "harness/reference/registry.h"

namespace grit::reference::kernels {
namespace {

using namespace grade_spellings;

// ---- Characters
// ------------------------------------------------------------------------------------

constexpr char kDropped = 0;
constexpr char kRefused = 1;

// What becomes of a byte (spec §3.2): itself in lower case, kDropped or kRefused.
constexpr std::array<char, 256> kFolded = [] {
  std::array<char, 256> folded;
  folded.fill(kRefused);
  for (std::size_t c = 0x21; c <= 0x7E; ++c) {
    folded[c] = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  for (const char c : std::string_view(" \t\n\v\f\r"))
    folded[static_cast<std::size_t>(c)] = kDropped;
  return folded;
}();

// ---- Words
// -----------------------------------------------------------------------------------------

// The domain of a key's value.
enum class Domain : std::uint8_t {
  kFormat,
  kNumber,
  kZeroPointCode,
  kZeroPointScale,
  kSparsity,
  kContainer,
  kBitOrder,
  kRounding,
  kSaturation,
  kScaleRule,
  kSubnormals,
  kAccumulationOrder,
  kIndexOrder,  // of the last part of sp
};

constexpr std::array<Domain, kKeyCount> kDomains{
    Domain::kFormat,             // e
    Domain::kNumber,             // k0
    Domain::kFormat,             // s0
    Domain::kNumber,             // k1
    Domain::kFormat,             // s1
    Domain::kFormat,             // zp
    Domain::kZeroPointCode,      // zpc
    Domain::kZeroPointScale,     // zps
    Domain::kSparsity,           // sp
    Domain::kContainer,          // ct
    Domain::kBitOrder,           // po
    Domain::kRounding,           // er
    Domain::kSaturation,         // es
    Domain::kScaleRule,          // esr
    Domain::kSubnormals,         // esn
    Domain::kRounding,           // dr
    Domain::kSaturation,         // ds
    Domain::kFormat,             // dt
    Domain::kAccumulationOrder,  // ao
    Domain::kFormat,             // ap
    Domain::kFormat,             // ab
    Domain::kFormat,             // ai
    Domain::kSubnormals,         // an
};

// Up to 24 bytes, in the order of memory, with zeros behind them.
using Packed = std::array<std::uint64_t, 3>;
constexpr std::size_t kLongestWord = sizeof(Packed);

// A spelling, and the canonical one of its value.
struct Word {
  Packed spelling{};
  std::array<char, 16> canonical{};
  std::uint8_t canonical_size = 0;  // 0: the slot is free
  Domain domain{};
};

// Open addressing; at most a third full.
constexpr std::size_t kSlots = 512;
constexpr std::size_t slot_of(Domain domain, const Packed& spelling) {
  const std::uint64_t hash = (spelling[0] * 0x9E3779B97F4A7C15) ^
                             (spelling[1] * 0xC2B2AE3D27D4EB4F) ^ spelling[2] ^
                             static_cast<std::uint64_t>(domain);
  return static_cast<std::size_t>((hash * 0xD6E8FEB86659FD93) >> 55);
}

constexpr void enter(std::array<Word, kSlots>& words, Domain domain, std::string_view spelling,
                     std::string_view canonical) {
  std::array<std::byte, kLongestWord> bytes{};
  for (std::size_t i = 0; i < spelling.size(); ++i) bytes[i] = static_cast<std::byte>(spelling[i]);
  Word word{.domain = domain};
  for (std::size_t i = 0; i < word.spelling.size(); ++i) {
    word.spelling[i] = load_le(std::span<const std::byte>(bytes).subspan(8 * i, 8));
  }
  std::ranges::copy(canonical, word.canonical.begin());
  word.canonical_size = static_cast<std::uint8_t>(canonical.size());
  std::size_t slot = slot_of(domain, word.spelling);
  while (words[slot].canonical_size != 0) slot = (slot + 1) % kSlots;
  words[slot] = word;
}

template <typename Value, std::size_t kCount>
constexpr void enter_all(std::array<Word, kSlots>& words, Domain domain,
                         const Spelling<Value> (&table)[kCount]) {
  for (const Spelling<Value>& spelling : table) {
    const auto* canonical = std::ranges::find(table, spelling.value, &Spelling<Value>::value);
    enter(words, domain, spelling.text, canonical->text);
  }
}

constexpr std::array<Word, kSlots> kWords = [] {
  std::array<Word, kSlots> words;
  for (const RegisteredFormat& format : kRegisteredFormats) {
    enter(words, Domain::kFormat, format.token, format.token);
  }
  for (const Spelling<FormatWord>& alias : kFormatAliases) {
    const auto* format =
        std::ranges::find(kRegisteredFormats, alias.value, &RegisteredFormat::word);
    enter(words, Domain::kFormat, alias.text, format->token);
  }
  enter_all(words, Domain::kZeroPointCode, kZeroPointCodes);
  enter_all(words, Domain::kZeroPointScale, kZeroPointScales);
  enter_all(words, Domain::kContainer, kContainers);
  enter_all(words, Domain::kBitOrder, kBitOrders);
  enter_all(words, Domain::kRounding, kRoundings);
  enter_all(words, Domain::kSaturation, kSaturations);
  enter_all(words, Domain::kScaleRule, kScaleRules);
  enter_all(words, Domain::kSubnormals, kSubnormals);
  enter_all(words, Domain::kAccumulationOrder, kOrders);
  enter_all(words, Domain::kIndexOrder, kIndexOrders);
  return words;
}();

// How many bytes behind a folded text may be read, and are zero.
constexpr std::size_t kPadding = 32;

// Some bytes of a folded text, behind which kPadding more may be read.
using Value = std::span<char>;
std::string_view text_of(Value value) { return {value.data(), value.size()}; }

Packed packed_word(Value value) {
  Packed words;
  std::array<std::byte, kLongestWord> bytes;
  std::memcpy(bytes.data(), value.data(), bytes.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] = load_le_as<std::uint64_t>(
        std::span<const std::byte, kLongestWord>(bytes).subspan(8 * i).first<8>());
    // The bytes of the word that belong to the value.
    const std::size_t inside = value.size() > 8 * i ? value.size() - 8 * i : 0;
    if (inside < 8) words[i] &= (std::uint64_t{1} << 8 * inside) - 1;
  }
  return words;
}

// The word with that spelling; nullptr where the domain has none.
const Word* find_word(Domain domain, Value value) {
  if (value.empty() || value.size() > kLongestWord) return nullptr;
  const Packed spelling = packed_word(value);
  for (std::size_t slot = slot_of(domain, spelling);; slot = (slot + 1) % kSlots) {
    const Word& word = kWords[slot];
    if (word.canonical_size == 0) return nullptr;
    if (word.domain == domain && word.spelling == spelling) return &word;
  }
}

// ---- Keys
// ------------------------------------------------------------------------------------------

// A key of up to three bytes as a number, the first byte highest.
constexpr std::uint32_t packed_key(std::string_view name) {
  std::uint32_t value = 0;
  for (const char c : name) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

struct PackedKey {
  std::uint32_t name = 0;  // 0: nobody's slot
  std::uint8_t key = 0;
};

// No two keys share a slot.
constexpr std::size_t kKeySlots = 64;
constexpr std::size_t key_slot(std::uint32_t name) { return (name * 0x1E2FEB89) >> 26; }
constexpr std::array<PackedKey, kKeySlots> kPackedKeys = [] {
  std::array<PackedKey, kKeySlots> keys{};
  for (std::size_t i = 0; i < kKeyCount; ++i) {
    const std::uint32_t name = packed_key(kKeys[i].name);
    PackedKey& slot = keys[key_slot(name)];
    if (slot.name != 0) throw "two keys share a slot";  // while it is compiled
    slot = {name, static_cast<std::uint8_t>(i)};
  }
  return keys;
}();

// ---- Values
// ----------------------------------------------------------------------------------------

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The digits without leading zeros; empty where that is no number of at most 2^64 - 1.
std::string_view canonical_number(std::string_view text) {
  constexpr std::string_view kMost = "18446744073709551615";
  if (text.empty() || !std::ranges::all_of(text, is_digit)) return {};
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size() - 1));
  if (text.size() > kMost.size() || (text.size() == kMost.size() && text > kMost)) return {};
  return text;
}

// Moves the hyphens out of a word (spec §3.5.1). In place, and with zeros behind it where there
// were any: what follows has been read.
Value without_hyphens(Value word) {
  const auto rest = std::ranges::remove(word, '-');
  return word.first(word.size() - rest.size());
}

// `out` has room for kSlack bytes more than what is written: short texts are copied as a whole
// vector.
class Writer {
 public:
  static constexpr std::size_t kSlack = 16;

  explicit Writer(std::span<char> out) : begin_(out.data()), end_(out.data()) {}
  void append(const std::array<char, 16>& padded, std::size_t size) {
    std::memcpy(end_, padded.data(), padded.size());
    end_ += size;
  }
  void append(const Word& word) { append(word.canonical, word.canonical_size); }
  void append(std::string_view text) { end_ = std::ranges::copy(text, end_).out; }
  void append(char c) { *end_++ = c; }
  std::string_view text() const { return {begin_, static_cast<std::size_t>(end_ - begin_)}; }

 private:
  char* begin_;
  char* end_;
};

// A value between 1 and 32; 0 for everything else. One plus sign is allowed.
unsigned sparsity_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::string_view digits = canonical_number(text);
  if (digits.empty() || digits.size() > 2) return 0;
  unsigned value = 0;
  for (const char c : digits) value = value * 10 + static_cast<unsigned>(c - '0');
  return value <= 32 ? value : 0;
}

// N:M:format:order; false where it is something else.
bool write_sparsity(Value value, Writer& writer) {
  std::array<Value, 4> parts;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto colon = i < 3 ? std::ranges::find(value, ':') : value.end();
    if (i < 3 && colon == value.end()) return false;
    const auto length = static_cast<std::size_t>(colon - value.begin());
    parts[i] = value.first(length);
    value = value.subspan(std::min(length + 1, value.size()));
  }
  const unsigned n = sparsity_number(text_of(parts[0]));
  const unsigned m = sparsity_number(text_of(parts[1]));
  const Word* format = find_word(Domain::kFormat, parts[2]);
  const Word* order = find_word(Domain::kIndexOrder, without_hyphens(parts[3]));
  if (n < 1 || n >= m || format == nullptr || order == nullptr) return false;
  for (const unsigned number : {n, m}) {
    if (number >= 10) writer.append(static_cast<char>('0' + number / 10));
    writer.append(static_cast<char>('0' + number % 10));
    writer.append(':');
  }
  writer.append(*format);
  writer.append(':');
  writer.append(*order);
  return true;
}

// ---- The whole string
// ------------------------------------------------------------------------------

struct Items {
  std::array<Value, kKeyCount> values;
  std::uint32_t given = 0;  // a bit a key

  bool has(Key key) const { return (given >> static_cast<unsigned>(key) & 1) != 0; }
};

// The items of a folded string; nothing where it has another form than spec §3.3 says.
std::optional<Items> split(std::span<char> folded) {
  constexpr std::string_view kPrefix = "grit1(";
  if (folded.size() < kPrefix.size() + 1 || folded.back() != ')' ||
      std::memcmp(folded.data(), kPrefix.data(), kPrefix.size()) != 0) {
    return std::nullopt;
  }
  Items items;
  std::span<char> rest = folded.subspan(kPrefix.size(), folded.size() - kPrefix.size() - 1);
  while (true) {
    const char* const bytes = rest.data();
    std::uint32_t name = 0;
    std::size_t equals = 0;
    while (equals < rest.size() && equals < 4 && bytes[equals] != '=') {
      name = name << 8 | static_cast<unsigned char>(bytes[equals++]);
    }
    if (equals == rest.size() || equals == 0 || bytes[equals] != '=') return std::nullopt;
    const PackedKey& key = kPackedKeys[key_slot(name)];
    if (key.name != name || (items.given >> key.key & 1) != 0) return std::nullopt;
    std::size_t end = equals + 1;
    while (end < rest.size() && bytes[end] != ',') ++end;
    items.given |= std::uint32_t{1} << key.key;
    items.values[key.key] = rest.subspan(equals + 1, end - equals - 1);
    if (end == rest.size()) return items;
    rest = rest.subspan(end + 1);
  }
}

// Whether the structure of spec §3.3.3 and §3.3.4 is whole, but for zps=l1.
bool whole(const Items& items) {
  constexpr std::uint32_t kRequired =
      1U << static_cast<unsigned>(Key::kE) | 1U << static_cast<unsigned>(Key::kK0) |
      1U << static_cast<unsigned>(Key::kS0) | 1U << static_cast<unsigned>(Key::kEsr);
  return (items.given & kRequired) == kRequired && items.has(Key::kK1) == items.has(Key::kS1) &&
         (items.has(Key::kZp) || !(items.has(Key::kZpc) || items.has(Key::kZps)));
}

// `name=` of each key, with a comma in front.
struct ItemBegin {
  std::array<char, 16> text{};
  std::size_t size = 0;
};
constexpr std::array<ItemBegin, kKeyCount> kItemBegins = [] {
  std::array<ItemBegin, kKeyCount> begins{};
  for (std::size_t i = 0; i < kKeyCount; ++i) {
    ItemBegin& begin = begins[i];
    begin.text[begin.size++] = ',';
    for (const char c : kKeys[i].name) begin.text[begin.size++] = c;
    begin.text[begin.size++] = '=';
  }
  return begins;
}();

bool is_default(Key key, const Word& word) {
  const std::string_view value = kKeys[static_cast<std::size_t>(key)].default_value;
  return word.canonical_size == value.size() &&
         std::memcmp(word.canonical.data(), value.data(), value.size()) == 0;
}

// Appends the item of a key that is given, unless it says the default; false where the value is not
// of its domain.
bool write_item(Key key, const Items& items, bool hyphens, Writer& writer) {
  const auto index = static_cast<std::size_t>(key);
  const Domain domain = kDomains[index];
  const auto begin = [&] { writer.append(kItemBegins[index].text, kItemBegins[index].size); };
  Value value = items.values[index];
  if (domain == Domain::kSparsity) {
    begin();
    return write_sparsity(value, writer);
  }
  if (domain == Domain::kNumber) {
    const std::string_view number = canonical_number(text_of(value));
    begin();
    writer.append(number);
    return !number.empty();
  }
  if (hyphens && domain != Domain::kFormat) value = without_hyphens(value);
  if (domain == Domain::kScaleRule && text_of(value).starts_with(kCustomPrefix)) {
    begin();
    writer.append(text_of(value));
    return true;
  }
  if (domain == Domain::kAccumulationOrder && text_of(value).starts_with(kPairwisePrefix)) {
    std::string_view rest = text_of(value).substr(kPairwisePrefix.size());
    rest.remove_prefix(std::min(rest.find_first_not_of('_'), rest.size()));
    const std::string_view number = canonical_number(rest);
    begin();
    writer.append(kPairwisePrefix);
    writer.append(number);
    return !number.empty() && number != "0";
  }
  const Word* word = find_word(domain, value);
  if (word == nullptr) return false;
  if (is_default(key, *word)) return true;
  begin();
  writer.append(*word);
  // zps=l1 needs a level-1 scale (spec §3.3.4); its other value is the default.
  return key != Key::kZps || items.has(Key::kK1);
}

// The canonical form in `out`; nothing where the text is no grade.
std::optional<std::string_view> canonical_in_place(std::span<char> folded, bool hyphens,
                                                   std::span<char> out) {
  const std::optional<Items> items = split(folded);
  if (!items || !whole(*items)) return std::nullopt;
  Writer writer(out);
  writer.append(std::string_view("grit1"));
  for (std::uint32_t left = items->given; left != 0; left &= left - 1) {
    const auto key = static_cast<Key>(__builtin_ctz(left));
    if (!write_item(key, *items, hyphens, writer)) return std::nullopt;
  }
  writer.append(')');
  out[std::string_view("grit1").size()] = '(';  // in place of the first item's comma
  return writer.text();
}

}  // namespace

std::expected<std::string_view, GradeError> canonicalize_into(std::string_view text,
                                                              std::span<char> out) {
  static_assert(kCanonicalGrowth >= 70 + Writer::kSlack);
  for (const RegistryEntry& entry : kRegistry) {
    if (text == entry.canonical) {
      std::memcpy(out.data(), text.data(), text.size());
      return std::string_view(out.data(), text.size());
    }
  }
  std::array<char, kLongestInPlace + kPadding> folded;
  std::size_t size = 0;
  bool refused = false;
  bool hyphens = false;
  for (std::size_t i = 0; i < text.size() && size < kLongestInPlace; ++i) {
    const char c = kFolded[static_cast<unsigned char>(text[i])];
    folded[size] = c;
    size += c != kDropped;
    refused |= c == kRefused;
    hyphens |= c == '-';
  }
  if (!refused && size < kLongestInPlace) {
    std::memset(folded.data() + size, 0, kPadding);
    const auto form = canonical_in_place(std::span(folded).first(size), hyphens, out);
    if (form) return *form;
  }
  const std::expected<std::string, GradeError> form = canonicalize(text);
  if (!form) return std::unexpected(form.error());
  std::ranges::copy(*form, out.begin());
  return std::string_view(out.data(), form->size());
}

}  // namespace grit::reference::kernels
