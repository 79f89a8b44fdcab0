#include "harness/vectors/grade_text.h"

#include <algorithm>

namespace grit::vectors {
namespace {

struct KeyInfo {
  std::string_view name;
  Domain domain;
  std::string_view default_value;  // empty: none
  bool in_projection;
};

constexpr std::array<KeyInfo, kKeyCount> kKeys = {{
    {"e", Domain::kFormat, "", true},
    {"k0", Domain::kNumber, "", true},
    {"s0", Domain::kFormat, "", true},
    {"k1", Domain::kNumber, "", true},
    {"s1", Domain::kFormat, "", true},
    {"zp", Domain::kFormat, "", true},
    {"zpc", Domain::kZpc, "asis", true},
    {"zps", Domain::kZps, "shared", true},
    {"sp", Domain::kSparsity, "", true},
    {"ct", Domain::kContainer, "dense", true},
    {"po", Domain::kBitOrder, "lsb", true},
    {"er", Domain::kRounding, "rne", false},
    {"es", Domain::kSaturation, "satfinite", false},
    {"esr", Domain::kScaleRule, "", false},
    {"esn", Domain::kSubnormals, "preserve", false},
    {"dr", Domain::kRounding, "rne", true},
    {"ds", Domain::kSaturation, "satfinite", true},
    {"dt", Domain::kFormat, "binary32", true},
    {"ao", Domain::kOrder, "unspec", false},
    {"ap", Domain::kFormat, "binary32", false},
    {"ab", Domain::kFormat, "binary32", false},
    {"ai", Domain::kFormat, "binary32", false},
    {"an", Domain::kSubnormals, "any", false},
}};

constexpr std::array<std::string_view, 11> kFormats = {
    "e2m1", "e4m3", "e8m0", "binary16", "binary32", "u2", "u4", "u6", "u8", "s4", "s8"};
constexpr std::array<std::string_view, 5> kRoundings = {"rne", "rna", "rtz", "rtp", "rtn"};
constexpr std::array<std::string_view, 3> kSaturations = {"satfinite", "satmax", "ovfinf"};
constexpr std::array<std::string_view, 5> kScaleRules = {
    "exp2floormaxabs", "exp2ceilmaxabs", "exp2rnemaxabs", "ratiomaxabs", "affineminmax"};
constexpr std::array<std::string_view, 3> kSubnormals = {"preserve", "ftz", "any"};
constexpr std::array<std::string_view, 3> kOrders = {"seq", "tree", "unspec"};
constexpr std::array<std::string_view, 2> kZpcs = {"asis", "minus1"};
constexpr std::array<std::string_view, 2> kZpss = {"shared", "l1"};
constexpr std::array<std::string_view, 2> kContainers = {"dense", "pad8"};
constexpr std::array<std::string_view, 2> kBitOrders = {"lsb", "msb"};
constexpr std::array<std::string_view, 2> kIndexOrders = {"asclsb", "unord"};

constexpr std::array<Alias, 34> kFormatAliases = {{
    {"fp4", "e2m1"},
    {"fp4e2m1", "e2m1"},
    {"float4_e2m1", "e2m1"},
    {"float4_e2m1fn", "e2m1"},
    {"e2m1fn", "e2m1"},
    {"mxfp4elem", "e2m1"},
    {"fp8e4m3", "e4m3"},
    {"e4m3fn", "e4m3"},
    {"float8_e4m3fn", "e4m3"},
    {"f8e4m3fn", "e4m3"},
    {"ue8m0", "e8m0"},
    {"e8m0fnu", "e8m0"},
    {"float8_e8m0fnu", "e8m0"},
    {"f16", "binary16"},
    {"fp16", "binary16"},
    {"half", "binary16"},
    {"float16", "binary16"},
    {"f32", "binary32"},
    {"fp32", "binary32"},
    {"float", "binary32"},
    {"float32", "binary32"},
    {"single", "binary32"},
    {"int4", "s4"},
    {"sint4", "s4"},
    {"i4", "s4"},
    {"int8", "s8"},
    {"sint8", "s8"},
    {"i8", "s8"},
    {"uint2", "u2"},
    {"uint4", "u4"},
    {"nibble", "u4"},
    {"uint6", "u6"},
    {"uint8", "u8"},
    {"byte", "u8"},
}};
constexpr std::array<Alias, 16> kRoundingAliases = {{
    {"rn", "rne"},
    {"nearesttiestoeven", "rne"},
    {"nearest_even", "rne"},
    {"roundtiestoeven", "rne"},
    {"even", "rne"},
    {"nearesttiestoaway", "rna"},
    {"away", "rna"},
    {"towardzero", "rtz"},
    {"trunc", "rtz"},
    {"truncate", "rtz"},
    {"towardpositive", "rtp"},
    {"ceil", "rtp"},
    {"up", "rtp"},
    {"towardnegative", "rtn"},
    {"floor", "rtn"},
    {"down", "rtn"},
}};
constexpr std::array<Alias, 8> kSaturationAliases = {{
    {"sat_finite", "satfinite"},
    {"satf", "satfinite"},
    {"finite", "satfinite"},
    {"clamp", "satfinite"},
    {"sat_max", "satmax"},
    {"ovf_inf", "ovfinf"},
    {"inf", "ovfinf"},
    {"overflowtoinf", "ovfinf"},
}};
constexpr std::array<Alias, 12> kScaleRuleAliases = {{
    {"exp2floor", "exp2floormaxabs"},
    {"floor", "exp2floormaxabs"},
    {"rtz_shared_exp", "exp2floormaxabs"},
    {"ocpmx", "exp2floormaxabs"},
    {"exp2ceil", "exp2ceilmaxabs"},
    {"rceil", "exp2ceilmaxabs"},
    {"exp2rne", "exp2rnemaxabs"},
    {"rne_shared_exp", "exp2rnemaxabs"},
    {"ratio", "ratiomaxabs"},
    {"amax_over_emax", "ratiomaxabs"},
    {"affine", "affineminmax"},
    {"minmax", "affineminmax"},
}};
constexpr std::array<Alias, 6> kSubnormalAliases = {{
    {"preserved", "preserve"},
    {"subnormalpreserved", "preserve"},
    {"denorm", "preserve"},
    {"flushtozero", "ftz"},
    {"subnormalftz", "ftz"},
    {"subnormalany", "any"},
}};
constexpr std::array<Alias, 6> kOrderAliases = {{
    {"sequential", "seq"},
    {"inorder", "seq"},
    {"treeany", "tree"},
    {"any_tree", "tree"},
    {"unspecified", "unspec"},
    {"any", "unspec"},
}};
constexpr std::array<Alias, 5> kZpcAliases = {{
    {"asstored", "asis"},
    {"stored", "asis"},
    {"storedminusone", "minus1"},
    {"stored_minus_one", "minus1"},
    {"gptq", "minus1"},
}};
constexpr std::array<Alias, 5> kZpsAliases = {{
    {"sharedscale", "shared"},
    {"symmetric", "shared"},
    {"ownscale", "l1"},
    {"level1", "l1"},
    {"l1scaled", "l1"},
}};
constexpr std::array<Alias, 3> kContainerAliases = {{
    {"packed", "dense"},
    {"padto8", "pad8"},
    {"padded", "pad8"},
}};
constexpr std::array<Alias, 3> kBitOrderAliases = {{
    {"lsbfirst", "lsb"},
    {"littlebit", "lsb"},
    {"msbfirst", "msb"},
}};
constexpr std::array<Alias, 5> kIndexOrderAliases = {{
    {"ascendinglsb", "asclsb"},
    {"ordered", "asclsb"},
    {"sorted", "asclsb"},
    {"unordered", "unord"},
    {"none", "unord"},
}};

constexpr Key key_at(std::size_t index) { return static_cast<Key>(index); }
const KeyInfo& info(Key key) { return kKeys[static_cast<std::size_t>(key)]; }

bool needs_zero_point(Key key) { return key == Key::kZpc || key == Key::kZps; }

std::string write(std::string_view prefix, std::span<const Item> written) {
  std::size_t length = prefix.size() + 1;
  for (const Item& item : written) length += item.key.size() + item.value.size() + 2;
  std::string text;
  text.reserve(length);
  text += prefix;
  for (const Item& item : written) {
    if (&item != written.data()) text += ',';
    text += item.key;
    text += '=';
    text += item.value;
  }
  text += ')';
  return text;
}

}  // namespace

std::string_view key_name(Key key) { return info(key).name; }

Domain domain(Key key) { return info(key).domain; }

bool is_enum(Key key) {
  const Domain of = domain(key);
  return of != Domain::kFormat && of != Domain::kNumber && of != Domain::kSparsity;
}

std::span<const std::string_view> values(Domain domain) {
  switch (domain) {
    case Domain::kFormat:
      return kFormats;
    case Domain::kRounding:
      return kRoundings;
    case Domain::kSaturation:
      return kSaturations;
    case Domain::kScaleRule:
      return kScaleRules;
    case Domain::kSubnormals:
      return kSubnormals;
    case Domain::kOrder:
      return kOrders;
    case Domain::kZpc:
      return kZpcs;
    case Domain::kZps:
      return kZpss;
    case Domain::kContainer:
      return kContainers;
    case Domain::kBitOrder:
      return kBitOrders;
    case Domain::kIndexOrder:
      return kIndexOrders;
    case Domain::kNumber:
    case Domain::kSparsity:
      return {};
  }
  return {};
}

std::span<const Alias> aliases(Domain domain) {
  switch (domain) {
    case Domain::kFormat:
      return kFormatAliases;
    case Domain::kRounding:
      return kRoundingAliases;
    case Domain::kSaturation:
      return kSaturationAliases;
    case Domain::kScaleRule:
      return kScaleRuleAliases;
    case Domain::kSubnormals:
      return kSubnormalAliases;
    case Domain::kOrder:
      return kOrderAliases;
    case Domain::kZpc:
      return kZpcAliases;
    case Domain::kZps:
      return kZpsAliases;
    case Domain::kContainer:
      return kContainerAliases;
    case Domain::kBitOrder:
      return kBitOrderAliases;
    case Domain::kIndexOrder:
      return kIndexOrderAliases;
    case Domain::kNumber:
    case Domain::kSparsity:
      return {};
  }
  return {};
}

bool is_spelling(Domain domain, std::string_view text) {
  const auto named = values(domain);
  const auto other = aliases(domain);
  return std::ranges::find(named, text) != named.end() ||
         std::ranges::find(other, text, &Alias::alias) != other.end();
}

std::string canonical_text(const GradeFields& fields) {
  std::vector<Item> written;
  written.reserve(kKeyCount);
  for (std::size_t i = 0; i < kKeyCount; ++i) {
    const Key key = key_at(i);
    if (!fields.has(key) || fields[key] == info(key).default_value) continue;
    written.push_back({std::string(key_name(key)), fields[key]});
  }
  return write("grit1(", written);
}

std::string projection_text(const GradeFields& fields) {
  std::vector<Item> written;
  written.reserve(kKeyCount);
  for (std::size_t i = 0; i < kKeyCount; ++i) {
    const Key key = key_at(i);
    if (!info(key).in_projection || (needs_zero_point(key) && !fields.has(Key::kZp))) continue;
    std::string value = fields.has(key) ? fields[key] : std::string(info(key).default_value);
    if (!value.empty()) written.push_back({std::string(key_name(key)), std::move(value)});
  }
  return write("gritdec1(", written);
}

protocol::GradeReply grade_reply(const GradeFields& fields) {
  std::string canonical = canonical_text(fields);
  const std::uint64_t id = fnv1a64(protocol::as_bytes(canonical));
  return {std::move(canonical), id, projection_text(fields)};
}

std::optional<GradeFields> fields_of_canonical(std::string_view text) {
  constexpr std::string_view kPrefix = "grit1(";
  if (!text.starts_with(kPrefix) || !text.ends_with(')')) return std::nullopt;
  GradeFields fields;
  std::string_view rest = text.substr(kPrefix.size(), text.size() - kPrefix.size() - 1);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string_view item = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const auto it = std::ranges::find(kKeys, item.substr(0, equals), &KeyInfo::name);
    if (it == kKeys.end()) return std::nullopt;
    fields.value[static_cast<std::size_t>(it - kKeys.begin())] = item.substr(equals + 1);
  }
  if (canonical_text(fields) != text) return std::nullopt;
  return fields;
}

std::uint64_t fnv1a64(std::span<const std::byte> bytes, std::uint64_t hash) {
  for (const std::byte byte : bytes) {
    hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3;
  }
  return hash;
}

GradeFields random_fields(Random& random) {
  GradeFields fields;
  const auto format = [&random] { return std::string(random.pick(kFormats)); };
  fields[Key::kE] = format();
  fields[Key::kK0] = std::to_string(random.chance(1, 2) ? std::uint64_t{1} << random.below(16)
                                                        : 1 + random.below(65535));
  fields[Key::kS0] = format();
  if (random.chance(1, 3)) {
    fields[Key::kK1] = std::to_string(random.chance(1, 3) ? 0 : random.between(1, 65535));
    fields[Key::kS1] = format();
  }
  if (random.chance(1, 3)) fields[Key::kZp] = format();
  if (random.chance(1, 3)) {
    const std::int64_t m = random.between(2, 32);
    const std::int64_t n = random.between(1, m - 1);
    const std::string meta = format();
    fields[Key::kSp] = std::to_string(n) + ':' + std::to_string(m) + ':' + meta + ':' +
                       std::string(random.pick(kIndexOrders));
  }
  fields[Key::kEsr] = random.chance(1, 6) ? "custom:rule" + std::to_string(random.below(100))
                                          : std::string(random.pick(kScaleRules));
  for (std::size_t i = 0; i < kKeyCount; ++i) {
    const Key key = key_at(i);
    if (info(key).default_value.empty() || !random.chance(1, 4)) continue;
    if (needs_zero_point(key) && !fields.has(Key::kZp)) continue;
    fields[key] = random.pick(values(domain(key)));
  }
  if (fields[Key::kZps] == "l1" && !fields.has(Key::kK1)) fields[Key::kZps] = "shared";
  if (fields.has(Key::kAo) && random.chance(1, 2)) {
    fields[Key::kAo] = "pairwise" + std::to_string(random.between(1, 1024));
  }
  return fields;
}

std::vector<Item> items(const GradeFields& fields) {
  std::vector<Item> given;
  given.reserve(kKeyCount);
  for (std::size_t i = 0; i < kKeyCount; ++i) {
    const Key key = key_at(i);
    if (fields.has(key)) given.push_back({std::string(key_name(key)), fields[key]});
  }
  return given;
}

std::string join(std::span<const Item> items) { return write("grit1(", items); }

std::optional<std::size_t> find(std::span<const Item> items, Key key) {
  const auto it = std::ranges::find(items, key_name(key), &Item::key);
  if (it == items.end()) return std::nullopt;
  return static_cast<std::size_t>(it - items.begin());
}

}  // namespace grit::vectors
