// Grade texts from the writing side: canonical values to canonical form, projection and id, and
// every accepted spelling of a value (spec §3).
//
// The reference reads texts; this writes them, from tables of its own. So the generator knows the
// answer to what it writes without asking the code that is judged.
#ifndef GRIT_VECTORS_GRADE_TEXT_H_
#define GRIT_VECTORS_GRADE_TEXT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/protocol/messages.h"
#include "harness/vectors/random.h"

namespace grit::vectors {

// The 23 keys in canonical order (spec §3.1.2).
enum class Key : std::uint8_t {
  kE,
  kK0,
  kS0,
  kK1,
  kS1,
  kZp,
  kZpc,
  kZps,
  kSp,
  kCt,
  kPo,
  kEr,
  kEs,
  kEsr,
  kEsn,
  kDr,
  kDs,
  kDt,
  kAo,
  kAp,
  kAb,
  kAi,
  kAn,
};
inline constexpr std::size_t kKeyCount = 23;
std::string_view key_name(Key key);

// What the values of a key are (spec §3.1); kOrder is that of ao, kIndexOrder that of sp.
enum class Domain : std::uint8_t {
  kFormat,
  kNumber,
  kSparsity,
  kRounding,
  kSaturation,
  kScaleRule,
  kSubnormals,
  kOrder,
  kZpc,
  kZps,
  kContainer,
  kBitOrder,
  kIndexOrder,
};
Domain domain(Key key);

// Keys whose values lose their hyphens when read (spec §3.5.1); sp is not among them, only its
// order is.
bool is_enum(Key key);

// The canonical values of a domain without numbers, sparsity, pairwiseN and custom:NAME.
std::span<const std::string_view> values(Domain domain);

struct Alias {
  std::string_view alias;
  std::string_view value;
};

// The aliases of a domain beside the canonical values themselves (spec §3.6).
std::span<const Alias> aliases(Domain domain);

// Whether a lower-case text without hyphens is a value or an alias of the domain.
bool is_spelling(Domain domain, std::string_view text);

// Canonical values by key; an empty one is not given. custom: with an empty name is "custom:".
struct GradeFields {
  std::array<std::string, kKeyCount> value;

  std::string& operator[](Key key) { return value[static_cast<std::size_t>(key)]; }
  const std::string& operator[](Key key) const { return value[static_cast<std::size_t>(key)]; }
  bool has(Key key) const { return !(*this)[key].empty(); }
};

std::string canonical_text(const GradeFields& fields);   // grit1(…), spec §3.7.1
std::string projection_text(const GradeFields& fields);  // gritdec1(…), spec §3.7.4
protocol::GradeReply grade_reply(const GradeFields& fields);

// The fields of a text that is already canonical; nothing where canonical_text of them is another.
std::optional<GradeFields> fields_of_canonical(std::string_view text);

// FNV-1a-64 (spec §7.1), from the basis or from the hash of what goes before.
inline constexpr std::uint64_t kFnvBasis = 0xcbf29ce484222325;
std::uint64_t fnv1a64(std::span<const std::byte> bytes, std::uint64_t hash = kFnvBasis);

// A grade that parses: any formats, k0 at least 1, each structure and each optional key with some
// probability, defaults among the values.
GradeFields random_fields(Random& random);

// One item of a text, as it will be written.
struct Item {
  std::string key;
  std::string value;
};
std::vector<Item> items(const GradeFields& fields);  // every given field, canonical order
std::string join(std::span<const Item> items);       // grit1(key=value,…)

// Where an item with this key stands; nothing where there is none.
std::optional<std::size_t> find(std::span<const Item> items, Key key);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_GRADE_TEXT_H_
