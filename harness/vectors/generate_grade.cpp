// Families of GRADE (spec §3): accepted spellings, whose answer is known because the text was made
// from the canonical values, and everything that is refused.

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/vectors/arrays.h"
#include "harness/vectors/family.h"
#include "harness/vectors/grade_text.h"

namespace grit::vectors {
namespace {

using protocol::Op;

constexpr std::array<Domain, 11> kSpelledDomains = {
    Domain::kFormat,     Domain::kRounding, Domain::kSaturation, Domain::kScaleRule,
    Domain::kSubnormals, Domain::kOrder,    Domain::kZpc,        Domain::kZps,
    Domain::kContainer,  Domain::kBitOrder, Domain::kIndexOrder};
constexpr std::array<std::string_view, 11> kDomainNames = {
    "format", "rounding", "saturation", "scale-rule", "subnormals", "order",
    "zpc",    "zps",      "container",  "bit-order",  "index-order"};

// One byte each that reading drops (spec §3.2.2).
constexpr std::string_view kBlanks = " \t\n\v\f\r";

Draft accepted(std::string text, const GradeFields& fields) {
  return {protocol::TextRequest{std::move(text)}.encode(), answered(grade_reply(fields))};
}

Draft rejected(std::string text) {
  return {protocol::TextRequest{std::move(text)}.encode(), refused()};
}

// Two in three random, one of the registered ones otherwise.
GradeFields base_fields(Random& random) {
  if (random.chance(2, 3)) return random_fields(random);
  const GradeName grade = random.pick(kAllGrades);
  const auto fields = fields_of_canonical(reference::registry_entry(grade).canonical);
  return fields ? *fields : random_fields(random);
}

// Fields that have this key, structure and all.
GradeFields fields_with(Random& random, Key key) {
  GradeFields fields = base_fields(random);
  switch (key) {
    case Key::kK1:
    case Key::kS1:
      if (!fields.has(Key::kK1)) {
        fields[Key::kK1] = std::to_string(random.between(0, 64));
        fields[Key::kS1] = "binary32";
      }
      break;
    case Key::kZp:
    case Key::kZpc:
    case Key::kZps:
      if (!fields.has(Key::kZp)) fields[Key::kZp] = "u4";
      break;
    default:
      break;
  }
  if (fields.has(key)) return fields;
  switch (domain(key)) {
    case Domain::kNumber:
      fields[key] = std::to_string(random.between(1, 65535));
      break;
    case Domain::kSparsity:
      fields[key] = "2:4:u2:asclsb";
      break;
    case Domain::kZps:
      fields[key] = "shared";
      break;  // l1 would need a level-1 scale
    default:
      fields[key] = random.pick(values(domain(key)));
      break;
  }
  return fields;
}

// The parts of sp.
struct Sparsity {
  std::string n = "2";
  std::string m = "4";
  std::string meta = "u2";
  std::string order = "asclsb";
  std::string text() const { return n + ':' + m + ':' + meta + ':' + order; }
};

Sparsity random_sparsity(Random& random) {
  const std::int64_t m = random.between(2, 32);
  const std::int64_t n = random.between(1, m - 1);
  Sparsity sp{std::to_string(n), std::to_string(m), "", ""};
  sp.meta = random.pick(values(Domain::kFormat));
  sp.order = random.pick(values(Domain::kIndexOrder));
  return sp;
}

void set(std::vector<Item>& written, Key key, std::string value) {
  if (const auto place = find(written, key)) {
    written[*place].value = std::move(value);
  } else {
    written.push_back({std::string(key_name(key)), std::move(value)});
  }
}

void erase(std::vector<Item>& written, Key key) {
  std::erase_if(written, [key](const Item& item) { return item.key == key_name(key); });
}

// A text in which `key` stands with `value`, whatever that is, among otherwise right items.
std::string text_with(Random& random, Key key, std::string value) {
  std::vector<Item> written = items(fields_with(random, key));
  set(written, key, std::move(value));
  return join(written);
}

void insert_at(std::string& text, std::size_t place, std::string_view piece) {
  text.insert(place, piece);
}

std::size_t random_place(Random& random, const std::string& text) {
  return static_cast<std::size_t>(random.below(text.size() + 1));
}

std::string upper_case_some(Random& random, std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z' && random.chance(1, 2)) c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

std::string with_blanks(Random& random, std::string text) {
  const std::int64_t count = random.between(1, 12);
  for (std::int64_t i = 0; i < count; ++i) {
    const char blank = random.pick(kBlanks);
    insert_at(text, random_place(random, text), std::string_view(&blank, 1));
  }
  return text;
}

// Every key of the domain; the index order belongs to sp.
std::vector<Key> keys_of(Domain wanted) {
  std::vector<Key> keys;
  for (std::size_t i = 0; i < kKeyCount; ++i) {
    const Key key = static_cast<Key>(i);
    if (domain(key) == wanted) keys.push_back(key);
  }
  return keys;
}

const std::vector<Key>& enum_keys() {
  static const std::vector<Key> kKeys = [] {
    std::vector<Key> keys;
    for (std::size_t i = 0; i < kKeyCount; ++i) {
      if (is_enum(static_cast<Key>(i))) keys.push_back(static_cast<Key>(i));
    }
    return keys;
  }();
  return kKeys;
}

// Keys whose values are words: all but k0, k1 and sp.
std::vector<Key> keys_with_values() {
  std::vector<Key> keys = enum_keys();
  std::ranges::copy(keys_of(Domain::kFormat), std::back_inserter(keys));
  return keys;
}

// ---- Accepted spellings -----------------------------------------------------------------------

Family spelling_family(std::string name, std::string clause, Draft (*make)(Draw&),
                       unsigned weight = 1) {
  return {Op::kGrade, "spell-" + std::move(name), std::move(clause), make, weight};
}

// Fields with one value of the domain, and the items in which it is spelled `alias`.
Draft spell_alias(Draw& draw, Domain of, const Alias& alias) {
  Random& random = draw.random;
  if (of == Domain::kIndexOrder) {
    Sparsity sp = random_sparsity(random);
    GradeFields fields = fields_with(random, Key::kSp);
    sp.order = alias.value;
    fields[Key::kSp] = sp.text();
    std::vector<Item> written = items(fields);
    sp.order = alias.alias;
    set(written, Key::kSp, sp.text());
    return accepted(join(written), fields);
  }
  const Key key = random.pick(keys_of(of));
  GradeFields fields = fields_with(random, key);
  if (key == Key::kZps && alias.value == "l1" && !fields.has(Key::kK1)) {
    fields[Key::kK1] = "8";
    fields[Key::kS1] = "binary16";
  }
  fields[key] = alias.value;
  std::vector<Item> written = items(fields);
  set(written, key, std::string(alias.alias));
  return accepted(join(written), fields);
}

void add_spelling_families(std::vector<Family>& families) {
  families.push_back(spelling_family(
      "canonical", "§3.7.2",
      [](Draw& draw) {
        const GradeFields fields = base_fields(draw.random);
        return accepted(canonical_text(fields), fields);
      },
      2));
  families.push_back(spelling_family("defaults-written", "§3.3.5", [](Draw& draw) {
    const GradeFields fields = random_fields(draw.random);
    return accepted(join(items(fields)), fields);
  }));
  families.push_back(spelling_family("order", "§3.3.2", [](Draw& draw) {
    const GradeFields fields = base_fields(draw.random);
    std::vector<Item> written = items(fields);
    draw.random.shuffle(written);
    return accepted(join(written), fields);
  }));
  families.push_back(spelling_family("case", "§3.2.3", [](Draw& draw) {
    const GradeFields fields = base_fields(draw.random);
    return accepted(upper_case_some(draw.random, join(items(fields))), fields);
  }));
  families.push_back(spelling_family("blanks", "§3.2.2", [](Draw& draw) {
    const GradeFields fields = base_fields(draw.random);
    return accepted(with_blanks(draw.random, join(items(fields))), fields);
  }));
  for (std::size_t i = 0; i < kSpelledDomains.size(); ++i) {
    const Domain of = kSpelledDomains[i];
    const std::string name = "alias-" + std::string(kDomainNames[i]);
    const unsigned weight = of == Domain::kFormat ? 2 : 1;
    families.push_back(
        {Op::kGrade, "spell-" + name, "§3.6",
         [of](Draw& draw) { return spell_alias(draw, of, draw.in_turn(aliases(of))); }, weight});
  }
  families.push_back(spelling_family("hyphens", "§3.5.1", [](Draw& draw) {
    const Key key = draw.in_turn(enum_keys());
    const GradeFields fields = fields_with(draw.random, key);
    std::vector<Item> written = items(fields);
    std::string& value = written[find(written, key).value_or(0)].value;
    const std::int64_t count = draw.random.between(1, 4);
    for (std::int64_t n = 0; n < count; ++n) {
      insert_at(value, random_place(draw.random, value), "-");
    }
    return accepted(join(written), fields);
  }));
  families.push_back(spelling_family("hyphens-sp-order", "§3.5.1", [](Draw& draw) {
    Sparsity sp = random_sparsity(draw.random);
    GradeFields fields = fields_with(draw.random, Key::kSp);
    fields[Key::kSp] = sp.text();
    insert_at(sp.order, random_place(draw.random, sp.order), "-");
    std::vector<Item> written = items(fields);
    set(written, Key::kSp, sp.text());
    return accepted(join(written), fields);
  }));
  families.push_back(spelling_family("leading-zeros", "§3.4.1", [](Draw& draw) {
    static constexpr std::array<Key, 2> kNumbers = {Key::kK0, Key::kK1};
    const Key key = draw.in_turn(kNumbers);
    const GradeFields fields = fields_with(draw.random, key);
    std::vector<Item> written = items(fields);
    const auto count = static_cast<std::size_t>(draw.random.between(1, 40));
    written[find(written, key).value_or(0)].value.insert(0, count, '0');
    return accepted(join(written), fields);
  }));
  families.push_back(spelling_family("leading-zeros-sp", "§3.4.1", [](Draw& draw) {
    Sparsity sp = random_sparsity(draw.random);
    GradeFields fields = fields_with(draw.random, Key::kSp);
    fields[Key::kSp] = sp.text();
    sp.n.insert(0, static_cast<std::size_t>(draw.random.between(0, 30)), '0');
    sp.m.insert(0, static_cast<std::size_t>(draw.random.between(1, 30)), '0');
    std::vector<Item> written = items(fields);
    set(written, Key::kSp, sp.text());
    return accepted(join(written), fields);
  }));
  families.push_back(spelling_family("plus-sp", "§3.4.2", [](Draw& draw) {
    Sparsity sp = random_sparsity(draw.random);
    GradeFields fields = fields_with(draw.random, Key::kSp);
    fields[Key::kSp] = sp.text();
    const std::int64_t which = draw.random.between(1, 3);
    if ((which & 1) != 0) sp.n.insert(0, "+");
    if ((which & 2) != 0) sp.m.insert(0, "+0");
    std::vector<Item> written = items(fields);
    set(written, Key::kSp, sp.text());
    return accepted(join(written), fields);
  }));
  families.push_back(spelling_family("pairwise", "§3.5.3", [](Draw& draw) {
    static constexpr std::array<std::string_view, 6> kBetween = {"",    "_", "__",
                                                                 "_-_", "0", "___00"};
    static constexpr std::array<std::uint64_t, 5> kNumbers = {1, 10, UINT32_MAX,
                                                              std::uint64_t{1} << 63, UINT64_MAX};
    GradeFields fields = base_fields(draw.random);
    const std::uint64_t number =
        draw.random.chance(1, 2) ? draw.random.pick(kNumbers) : 1 + draw.random.below(1u << 20);
    fields[Key::kAo] = "pairwise" + std::to_string(number);
    std::vector<Item> written = items(fields);
    set(written, Key::kAo,
        "pairwise" + std::string(draw.in_turn(kBetween)) + std::to_string(number));
    return accepted(join(written), fields);
  }));
  families.push_back(spelling_family("custom", "§3.5.2", [](Draw& draw) {
    // Any printable byte but the comma; hyphens and blanks go, capitals are lowered.
    GradeFields fields = base_fields(draw.random);
    std::string name;
    std::string written_name;
    const std::int64_t length = draw.random.between(0, 12);
    for (std::int64_t i = 0; i < length; ++i) {
      const auto c = static_cast<char>(draw.random.between(0x20, 0x7E));
      if (c == ',') continue;
      written_name += c;
      if (c == '-' || c == ' ') continue;
      name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    fields[Key::kEsr] = "custom:" + name;
    std::vector<Item> written = items(fields);
    set(written, Key::kEsr, "custom:" + written_name);
    return accepted(join(written), fields);
  }));
  families.push_back(spelling_family("custom-empty", "§3.5.2", [](Draw& draw) {
    static constexpr std::array<std::string_view, 4> kSpellings = {"custom:", "custom:-",
                                                                   "cus-tom:--", "CUSTOM: "};
    GradeFields fields = base_fields(draw.random);
    fields[Key::kEsr] = "custom:";
    std::vector<Item> written = items(fields);
    set(written, Key::kEsr, std::string(draw.in_turn(kSpellings)));
    return accepted(join(written), fields);
  }));
  families.push_back(spelling_family("large-number", "§3.4.4", [](Draw& draw) {
    static constexpr std::array<std::uint64_t, 9> kNumbers = {65535,
                                                              65536,
                                                              std::uint64_t{1} << 31,
                                                              std::uint64_t{1} << 32,
                                                              std::uint64_t{1} << 53,
                                                              (std::uint64_t{1} << 53) + 1,
                                                              std::uint64_t{1} << 63,
                                                              UINT64_MAX - 1,
                                                              UINT64_MAX};
    const Key key = draw.random.chance(1, 2) ? Key::kK0 : Key::kK1;
    GradeFields fields = fields_with(draw.random, key);
    fields[key] = std::to_string(draw.in_turn(kNumbers));
    return accepted(join(items(fields)), fields);
  }));
  families.push_back(spelling_family("k0-zero", "§3.3.6", [](Draw& draw) {
    static constexpr std::array<std::string_view, 3> kZeros = {"0", "00", "0000000"};
    GradeFields fields = base_fields(draw.random);
    fields[Key::kK0] = "0";
    std::vector<Item> written = items(fields);
    set(written, Key::kK0, std::string(draw.in_turn(kZeros)));
    return accepted(join(written), fields);
  }));
  families.push_back(spelling_family("zero-point-beside-sparsity", "§3.3.6", [](Draw& draw) {
    GradeFields fields = fields_with(draw.random, Key::kZp);
    fields[Key::kSp] = random_sparsity(draw.random).text();
    return accepted(join(items(fields)), fields);
  }));
  families.push_back(spelling_family("sp-bounds", "§3.1", [](Draw& draw) {
    static constexpr std::array<std::pair<const char*, const char*>, 4> kBounds = {
        {{"1", "2"}, {"1", "32"}, {"31", "32"}, {"2", "4"}}};
    GradeFields fields = fields_with(draw.random, Key::kSp);
    Sparsity sp = random_sparsity(draw.random);
    sp.n = draw.in_turn(kBounds).first;
    sp.m = draw.in_turn(kBounds).second;
    fields[Key::kSp] = sp.text();
    return accepted(join(items(fields)), fields);
  }));
  families.push_back(spelling_family(
      "everything", "§3",
      [](Draw& draw) {
        const GradeFields fields = random_fields(draw.random);
        std::vector<Item> written = items(fields);
        for (Item& item : written) {
          for (std::size_t i = 0; i < kKeyCount; ++i) {
            const Key key = static_cast<Key>(i);
            if (item.key != key_name(key) || !draw.random.chance(1, 2)) continue;
            std::vector<std::string_view> spellings;
            for (const Alias& alias : aliases(domain(key))) {
              if (alias.value == item.value) spellings.push_back(alias.alias);
            }
            if (!spellings.empty()) item.value = draw.random.pick(spellings);
            if (is_enum(key)) {
              insert_at(item.value, random_place(draw.random, item.value), "-");
            }
          }
        }
        draw.random.shuffle(written);
        return accepted(with_blanks(draw.random, upper_case_some(draw.random, join(written))),
                        fields);
      },
      2));
}

// ---- Refusals: structure ----------------------------------------------------------------------

Family refusal_family(std::string name, std::string clause, std::string (*make)(Draw&)) {
  return {Op::kGrade, "refuse-" + std::move(name), std::move(clause),
          [make](Draw& draw) { return rejected(make(draw)); }};
}

// One of the keys gets the value in turn, which is none of its values.
Family bad_value_family(std::string name, std::string clause, std::vector<Key> keys,
                        std::vector<std::string> bad_values) {
  return {Op::kGrade, std::move(name), std::move(clause),
          [keys = std::move(keys), bad = std::move(bad_values)](Draw& draw) {
            const Key key = draw.random.pick(keys);
            return rejected(text_with(draw.random, key, draw.in_turn(bad)));
          }};
}

void add_structure_refusals(std::vector<Family>& families) {
  const auto add = [&](std::string name, std::string clause, std::string (*make)(Draw&)) {
    families.push_back(refusal_family(std::move(name), std::move(clause), make));
  };
  add("prefix", "§3.3.3", [](Draw& draw) {
    static constexpr std::array<std::string_view, 12> kPrefixes = {
        "grit(", "grit2(", "grit1",   "grit1[",  "grit1=(",        "gritdec1(",
        "",      "(",      "xgrit1(", "grit01(", "gri\xC4\xB1t1(", "gr1t1("};
    const std::string text = join(items(base_fields(draw.random)));
    return std::string(draw.in_turn(kPrefixes)) + text.substr(std::string_view("grit1(").size());
  });
  add("suffix", "§3.3.3", [](Draw& draw) {
    static constexpr std::array<std::string_view, 8> kSuffixes = {"",   "]",  "}",  ");",
                                                                  ")x", "),", ")=", ") grit"};
    std::string text = join(items(base_fields(draw.random)));
    text.pop_back();
    return text + std::string(draw.in_turn(kSuffixes));
  });
  add("no-items", "§3.3.3", [](Draw& draw) {
    static constexpr std::array<std::string_view, 8> kTexts = {
        "grit1()", "grit1( )", "", ")", "grit1(", "grit1", "grit1)", "(grit1)"};
    return std::string(draw.in_turn(kTexts));
  });
  add("empty-item", "§3.3.3", [](Draw& draw) {
    std::string text = join(items(base_fields(draw.random)));
    switch (draw.turn % 3) {
      case 0:
        insert_at(text, text.find('(') + 1, ",");
        break;
      case 1:
        insert_at(text, text.size() - 1, ",");
        break;
      default:
        insert_at(text, text.find(','), ",");
        break;
    }
    if (draw.random.chance(1, 2)) insert_at(text, text.find(",") + 1, " ");
    return text;
  });
  add("item-without-equals", "§3.3.3", [](Draw& draw) {
    static constexpr std::array<std::string_view, 6> kItems = {"ct",    "esr",    "dense",
                                                               "k0:32", "er-rne", "0"};
    std::vector<Item> written = items(base_fields(draw.random));
    const auto place = static_cast<std::size_t>(draw.random.below(written.size() + 1));
    std::string text = "grit1(";
    for (std::size_t i = 0; i <= written.size(); ++i) {
      if (i > 0) text += ',';
      if (i == place) text += draw.in_turn(kItems);
      if (i == place && i < written.size()) text += ',';
      if (i < written.size()) text += written[i].key + '=' + written[i].value;
    }
    if (text.ends_with(',')) text.pop_back();
    return text + ')';
  });
  add("unknown-key", "§3.3.3", [](Draw& draw) {
    static constexpr std::array<std::string_view, 14> kNames = {
        "k2",       "s2",  "k",  "s",  "z",   "zpx", "esx",
        "rounding", "dtt", "e1", "-e", "k-0", "",    "swizzled"};
    std::vector<Item> written = items(base_fields(draw.random));
    written.push_back({std::string(draw.in_turn(kNames)), "1"});
    draw.random.shuffle(written);
    return join(written);
  });
  add("key-with-hyphen", "§3.5.1", [](Draw& draw) {
    // Hyphens go from enum values, never from keys.
    const Key key = draw.in_turn(enum_keys());
    std::vector<Item> written = items(fields_with(draw.random, key));
    std::string& name = written[find(written, key).value_or(0)].key;
    insert_at(name, random_place(draw.random, name), "-");
    return join(written);
  });
  add("duplicate-key", "§3.3.3", [](Draw& draw) {
    std::vector<Item> written = items(base_fields(draw.random));
    Item again = draw.random.pick(written);
    // Another spelling of the same key and value is still the same key.
    if (draw.random.chance(1, 2)) again.key = upper_case_some(draw.random, again.key);
    if (draw.random.chance(1, 4)) again.key += ' ';
    written.insert(written.begin() + static_cast<std::ptrdiff_t>(draw.random.below(written.size())),
                   std::move(again));
    return join(written);
  });
  static constexpr std::array<Key, 4> kRequired = {Key::kE, Key::kK0, Key::kS0, Key::kEsr};
  for (const Key key : kRequired) {
    families.push_back(
        {Op::kGrade, "refuse-missing-" + std::string(key_name(key)), "§3.3.3", [key](Draw& draw) {
           std::vector<Item> written = items(base_fields(draw.random));
           erase(written, key);
           return rejected(join(written));
         }});
  }
  add("half-level1", "§3.3.4", [](Draw& draw) {
    std::vector<Item> written = items(fields_with(draw.random, Key::kK1));
    // Without zps, so that the missing level 1 is the only reason.
    erase(written, Key::kZps);
    erase(written, draw.turn % 2 == 0 ? Key::kK1 : Key::kS1);
    return join(written);
  });
  add("zpc-zps-without-zp", "§3.3.4", [](Draw& draw) {
    static constexpr std::array<std::pair<Key, const char*>, 4> kItems = {
        {{Key::kZpc, "asis"}, {Key::kZpc, "minus1"}, {Key::kZps, "shared"}, {Key::kZps, "l1"}}};
    // With a level-1 scale, so that zps=l1 lacks only zp.
    std::vector<Item> written = items(fields_with(draw.random, Key::kK1));
    for (const Key key : {Key::kZp, Key::kZpc, Key::kZps}) erase(written, key);
    const auto& [key, value] = draw.in_turn(kItems);
    set(written, key, value);
    return join(written);
  });
  add("l1-without-level1", "§3.3.4", [](Draw& draw) {
    static constexpr std::array<std::string_view, 4> kSpellings = {"l1", "ownscale", "level1",
                                                                   "L-1"};
    std::vector<Item> written = items(fields_with(draw.random, Key::kZps));
    erase(written, Key::kK1);
    erase(written, Key::kS1);
    set(written, Key::kZps, std::string(draw.in_turn(kSpellings)));
    return join(written);
  });
  add("two-texts", "§3.3.3", [](Draw& draw) {
    // A second bracket ends inside a value, or a second grade follows the first. Not inside a
    // custom name, which may hold brackets.
    GradeFields fields = base_fields(draw.random);
    fields[Key::kEsr] = "ratiomaxabs";
    const std::string text = join(items(fields));
    switch (draw.turn % 3) {
      case 0:
        return text + text;
      case 1:
        return "grit1(" + text + ")";
      default:
        return text + ")";
    }
  });
}

// ---- Refusals: values -------------------------------------------------------------------------

void add_value_refusals(std::vector<Family>& families) {
  const std::vector<Key> formats = keys_of(Domain::kFormat);
  const std::vector<Key> numbers = keys_of(Domain::kNumber);
  std::vector<Key> all(kKeyCount);
  for (std::size_t i = 0; i < kKeyCount; ++i) all[i] = static_cast<Key>(i);

  families.push_back(bad_value_family("refuse-empty-value", "§3.3.3", all, {"", " ", "\t\r"}));
  families.push_back(
      bad_value_family("refuse-unknown-format", "§3.6", formats,
                       {"e5m2", "bf16",   "e3m2",  "e2m3",  "fp6",    "fp8",   "u1",       "u3",
                        "u16",  "s2",     "s16",   "s1",    "nf4",    "mxfp4", "binary64", "binary",
                        "int",  "0x2043", "e2m1x", "xe2m1", "float8", "e8m",   "absent"}));
  families.push_back(
      bad_value_family("refuse-format-by-name", "§3.6.2", formats, {"e4m3fnuz", "b16", "u4b"}));
  families.push_back(
      bad_value_family("refuse-int2", "§3.6.3", formats, {"int2", "INT2", " i n t 2"}));
  families.push_back({Op::kGrade, "refuse-int2-metadata", "§3.6.3", [](Draw& draw) {
                        Sparsity sp = random_sparsity(draw.random);
                        sp.meta = "int2";
                        return rejected(text_with(draw.random, Key::kSp, sp.text()));
                      }});
  families.push_back(bad_value_family("refuse-format-hyphen", "§3.5.1", formats,
                                      {"e2-m1", "-e2m1", "u-8", "binary-32", "fp-4", "s8-"}));
  families.push_back({Op::kGrade, "refuse-wrong-domain", "§3.3.3", [](Draw& draw) {
                        static const std::vector<Key> kKeys = keys_with_values();
                        const Key key = draw.in_turn(kKeys);
                        const Domain of = domain(key);
                        for (;;) {
                          const Domain other = draw.random.pick(kSpelledDomains);
                          const bool alias = draw.random.chance(1, 2);
                          const std::string value(alias ? draw.random.pick(aliases(other)).alias
                                                        : draw.random.pick(values(other)));
                          if (!is_spelling(of, value))
                            return rejected(text_with(draw.random, key, value));
                        }
                      }});
  families.back().weight = 2;
  families.push_back({Op::kGrade, "refuse-unknown-value", "§3.3.3", [](Draw& draw) {
                        static constexpr std::array<std::string_view, 14> kValues = {
                            "default",  "none0",    "1",     "true",    "rne2",
                            "nearest",  "saturate", "exp2",  "maxabs",  "custom",
                            "customx:", "l2",       "pad16", "pairwis8"};
                        return rejected(text_with(draw.random, draw.random.pick(enum_keys()),
                                                  std::string(draw.in_turn(kValues))));
                      }});
  families.push_back({Op::kGrade, "refuse-alias-underscore", "§3.6.4", [](Draw& draw) {
                        // Underscores are part of an alias or not there at all.
                        static constexpr std::array<std::pair<Key, const char*>, 8> kValues = {
                            {{Key::kEr, "nearest_even_"},
                             {Key::kEr, "to_ward_zero"},
                             {Key::kEs, "_satfinite"},
                             {Key::kEsr, "exp2_floor"},
                             {Key::kEsr, "rtzsharedexp"},
                             {Key::kZpc, "storedminus_one"},
                             {Key::kAo, "tree_any"},
                             {Key::kCt, "pad_8"}}};
                        const auto& [key, value] = draw.in_turn(kValues);
                        return rejected(text_with(draw.random, key, value));
                      }});
  families.push_back({Op::kGrade, "refuse-custom-elsewhere", "§3.5.2", [](Draw& draw) {
                        Key key = Key::kEsr;
                        while (key == Key::kEsr) key = draw.random.pick(enum_keys());
                        return rejected(text_with(draw.random, key, "custom:x"));
                      }});

  families.push_back(bad_value_family("refuse-number-sign", "§3.4.2", numbers,
                                      {"+32", "-32", "+0", "-0", "+", "-", "3-2", "32-", "32+"}));
  families.push_back(bad_value_family("refuse-number-underscore", "§3.4.3", numbers,
                                      {"3_2", "_32", "32_", "1_000"}));
  families.push_back(bad_value_family(
      "refuse-number-form", "§3.4.1", numbers,
      {"0x20", "32.0", "3.2e1", "1e3", "032u", "0b100", "0o40", "20h", "inf", "nan", "32:", "''"}));
  families.push_back(bad_value_family(
      "refuse-number-huge", "§3.4.4", numbers,
      {"18446744073709551616", "18446744073709551617", "18446744073709551648",
       "36893488147419103232", "99999999999999999999", "100000000000000000000000000000032",
       "000018446744073709551616", "340282366920938463463374607431768211456"}));

  families.push_back({Op::kGrade, "refuse-pairwise-number", "§3.5.3", [](Draw& draw) {
                        static constexpr std::array<std::string_view, 12> kValues = {
                            "pairwise",    "pairwise_",  "pairwise0",    "pairwise_000",
                            "pairwise+4",  "pairwise4x", "pairwise4_",   "pairwise0x4",
                            "pairwise4.0", "pairwise:4", "pairwisefour", "pairwise4pairwise4"};
                        return rejected(
                            text_with(draw.random, Key::kAo, std::string(draw.in_turn(kValues))));
                      }});
  families.push_back({Op::kGrade, "refuse-pairwise-underscore", "§3.4.3", [](Draw& draw) {
                        static constexpr std::array<std::string_view, 4> kValues = {
                            "pairwise1_0", "pairwise_1_6", "pairwise1__0", "pairwise0_1"};
                        return rejected(
                            text_with(draw.random, Key::kAo, std::string(draw.in_turn(kValues))));
                      }});
  families.push_back({Op::kGrade, "refuse-pairwise-huge", "§3.4.4", [](Draw& draw) {
                        static constexpr std::array<std::string_view, 5> kValues = {
                            "pairwise18446744073709551616", "pairwise_18446744073709551617",
                            "pairwise00018446744073709551616", "pairwise99999999999999999999",
                            "pairwise340282366920938463463374607431768211457"};
                        return rejected(
                            text_with(draw.random, Key::kAo, std::string(draw.in_turn(kValues))));
                      }});
}

void add_sparsity_refusals(std::vector<Family>& families) {
  const auto add = [&](std::string name, std::string clause, Sparsity (*make)(Draw&)) {
    families.push_back(
        {Op::kGrade, "refuse-sp-" + std::move(name), std::move(clause), [make](Draw& draw) {
           const Sparsity sp = make(draw);
           return rejected(text_with(draw.random, Key::kSp, sp.text()));
         }});
  };
  add("range", "§3.1", [](Draw& draw) {
    static constexpr std::array<std::pair<const char*, const char*>, 10> kBad = {
        {{"0", "4"},
         {"4", "4"},
         {"5", "4"},
         {"2", "33"},
         {"32", "33"},
         {"1", "1"},
         {"0", "0"},
         {"1", "0"},
         {"2", "4294967300"},
         {"18446744073709551618", "4"}}};
    Sparsity sp = random_sparsity(draw.random);
    sp.n = draw.in_turn(kBad).first;
    sp.m = draw.in_turn(kBad).second;
    return sp;
  });
  add("sign", "§3.4.2", [](Draw& draw) {
    static constexpr std::array<std::pair<const char*, const char*>, 6> kBad = {
        {{"-2", "4"}, {"2", "-4"}, {"++2", "4"}, {"+-2", "4"}, {"2+", "4"}, {"2", "+ +4"}}};
    Sparsity sp = random_sparsity(draw.random);
    sp.n = draw.in_turn(kBad).first;
    sp.m = draw.in_turn(kBad).second;
    return sp;
  });
  add("number", "§3.4.1", [](Draw& draw) {
    static constexpr std::array<std::pair<const char*, const char*>, 8> kBad = {{{"", "4"},
                                                                                 {"2", ""},
                                                                                 {"two", "4"},
                                                                                 {"2.0", "4"},
                                                                                 {"0x2", "4"},
                                                                                 {"2", "4x"},
                                                                                 {"+", "4"},
                                                                                 {"1e0", "4"}}};
    Sparsity sp = random_sparsity(draw.random);
    sp.n = draw.in_turn(kBad).first;
    sp.m = draw.in_turn(kBad).second;
    return sp;
  });
  add("underscore", "§3.4.3", [](Draw& draw) {
    // Without the underscore each would be in range.
    static constexpr std::array<std::pair<const char*, const char*>, 6> kBad = {
        {{"1_0", "16"}, {"2", "1_6"}, {"0_2", "4"}, {"1_0", "3_2"}, {"2", "0_4"}, {"1_1", "12"}}};
    Sparsity sp = random_sparsity(draw.random);
    sp.n = draw.in_turn(kBad).first;
    sp.m = draw.in_turn(kBad).second;
    return sp;
  });
  add("meta", "§3.6", [](Draw& draw) {
    static constexpr std::array<std::string_view, 7> kBad = {"",  "u3",  "s2", "asclsb",
                                                             "2", "u-2", "b16"};
    Sparsity sp = random_sparsity(draw.random);
    sp.meta = draw.in_turn(kBad);
    return sp;
  });
  add("order", "§3.6.4", [](Draw& draw) {
    static constexpr std::array<std::string_view, 7> kBad = {"",    "asc", "desc",   "lsb",
                                                             "any", "-",   "asclsb:"};
    Sparsity sp = random_sparsity(draw.random);
    sp.order = draw.in_turn(kBad);
    return sp;
  });
  families.push_back(
      {Op::kGrade, "refuse-sp-parts", "§3.1", [](Draw& draw) {
         static constexpr std::array<std::string_view, 9> kBad = {"2:4",
                                                                  "2:4:u2",
                                                                  "2",
                                                                  ":::",
                                                                  "2:4:u2:asclsb:",
                                                                  "2:4:u2:asclsb:unord",
                                                                  ":2:4:u2:asclsb",
                                                                  "2:4:asclsb:u2",
                                                                  "2/4/u2/asclsb"};
         return rejected(text_with(draw.random, Key::kSp, std::string(draw.in_turn(kBad))));
       }});
}

// ---- Refusals: the alphabet -------------------------------------------------------------------

void add_alphabet_refusals(std::vector<Family>& families) {
  // Digits of other scripts, which Unicode-aware number parsers take: fullwidth, Arabic-Indic,
  // Devanagari, mathematical bold, each from its zero.
  families.push_back(
      {Op::kGrade, "foreign-digit", "§3.2.1", [](Draw& draw) {
         static constexpr std::array<std::array<std::string_view, 2>, 4> kDigits = {
             {{"\xEF\xBC\x92", "\xEF\xBC\x94"},
              {"\xD9\xA2", "\xD9\xA4"},
              {"\xE0\xA5\xA8", "\xE0\xA5\xAA"},
              {"\xF0\x9D\x9F\x90", "\xF0\x9D\x9F\x92"}}};
         const auto& [two, four] = draw.in_turn(kDigits);
         switch (draw.random.below(3)) {
           case 0:
             return rejected(
                 text_with(draw.random, Key::kK0, std::string(two) + std::string(four)));
           case 1: {
             Sparsity sp;
             (draw.random.chance(1, 2) ? sp.n : sp.m) = "";
             if (sp.n.empty()) sp.n = two;
             if (sp.m.empty()) sp.m = four;
             return rejected(text_with(draw.random, Key::kSp, sp.text()));
           }
           default:
             return rejected(text_with(draw.random, Key::kAo, "pairwise" + std::string(four)));
         }
       }});
  // Superscripts and circled digits count as digits for some tests and not for the conversion.
  families.push_back(bad_value_family("foreign-superscript", "§3.2.1", {Key::kK0, Key::kK1},
                                      {"\xC2\xB2", "3\xC2\xB2", "\xE2\x81\xB4", "\xE2\x91\xA0"}));
  // A half, Roman and Chinese four: numbers without being digits.
  families.push_back(bad_value_family("foreign-numeral", "§3.2.1", {Key::kK0, Key::kK1},
                                      {"\xC2\xBD", "\xE2\x85\xA3", "\xE5\x9B\x9B", "3\xC2\xBC"}));
  families.push_back({Op::kGrade, "foreign-kelvin", "§3.2.1", [](Draw& draw) {
                        // U+212A lower-cases to k.
                        static constexpr std::string_view kKelvin = "\xE2\x84\xAA";
                        const Key key =
                            draw.in_turn(std::array<Key, 3>{Key::kK0, Key::kK1, Key::kCt});
                        std::vector<Item> written = items(fields_with(draw.random, key));
                        Item& item = written[find(written, key).value_or(0)];
                        if (key == Key::kCt) {
                          item.value = "pac" + std::string(kKelvin) + "ed";
                        } else {
                          item.key = std::string(kKelvin) + item.key.substr(1);
                        }
                        return rejected(join(written));
                      }});
  families.push_back(
      {Op::kGrade, "foreign-letter", "§3.2.1", [](Draw& draw) {
         // Letters that look like, or fold to, the ASCII ones: long s, dotted and dotless i,
         // fullwidth s, Cyrillic es, sharp s.
         static constexpr std::array<std::string_view, 6> kLetters = {
             "\xC5\xBF", "\xC4\xB0", "\xC4\xB1", "\xEF\xBD\x93", "\xD1\x81", "\xC3\x9F"};
         const Key key =
             draw.random.pick(std::array<Key, 4>{Key::kS0, Key::kEs, Key::kEr, Key::kEsn});
         std::vector<Item> written = items(fields_with(draw.random, key));
         Item& item = written[find(written, key).value_or(0)];
         std::string& place = draw.random.chance(1, 2) ? item.key : item.value;
         place.replace(static_cast<std::size_t>(draw.random.below(place.size())), 1,
                       draw.in_turn(kLetters));
         return rejected(join(written));
       }});
  // A character at a random place outside custom names, where a spelling rule might drop it.
  const auto add_inserted = [&](std::string name, std::vector<std::string> pieces) {
    families.push_back(
        {Op::kGrade, std::move(name), "§3.2.1", [pieces = std::move(pieces)](Draw& draw) {
           GradeFields fields = base_fields(draw.random);
           if (fields[Key::kEsr].starts_with("custom:")) {
             fields[Key::kEsr] = "ratiomaxabs";
           }
           std::string text = join(items(fields));
           // Before the last byte: what follows the bracket is another rule.
           const auto place = static_cast<std::size_t>(draw.random.below(text.size() - 1));
           insert_at(text, place, draw.in_turn(pieces));
           return rejected(text);
         }});
  };
  // NEL, NBSP, ogham, em quad, thin, line and paragraph separator, narrow NBSP, ideographic: white
  // space to Unicode.
  add_inserted("foreign-space",
               {"\xC2\x85", "\xC2\xA0", "\xE1\x9A\x80", "\xE2\x80\x81", "\xE2\x80\x89",
                "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE3\x80\x80"});
  // Zero-width space, non-joiner, joiner, word joiner, byte order mark, soft hyphen: invisible, and
  // no white space to Unicode.
  add_inserted("foreign-invisible", {"\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8D", "\xE2\x81\xA0",
                                     "\xEF\xBB\xBF", "\xC2\xAD"});
  // Hyphens that are not the ASCII one.
  add_inserted("foreign-hyphen", {"\xE2\x80\x90", "\xE2\x80\x91", "\xE2\x80\x93", "\xE2\x88\x92"});
  // File, group, record and unit separator: white space to some libraries.
  add_inserted("control-separator", {"\x1C", "\x1D", "\x1E", "\x1F"});
  add_inserted("control-byte",
               {std::string(1, '\0'), "\x01", "\x08", "\x0E", "\x1A", "\x1B", "\x7F"});
  families.push_back({Op::kGrade, "foreign-custom", "§3.2.1", [](Draw& draw) {
                        // custom: takes whatever follows, but not from outside the alphabet.
                        static constexpr std::array<std::string_view, 6> kNames = {
                            "caf\xC3\xA9",        "\xCE\xB1\xCE\xB2", "\xE6\x9C\x80\xE5\xA4\xA7",
                            "x\xF0\x9F\x98\x80y", "\xC3\x84max",      "a\xE2\x80\x8Bz"};
                        return rejected(text_with(draw.random, Key::kEsr,
                                                  "custom:" + std::string(draw.in_turn(kNames))));
                      }});
  families.push_back({Op::kGrade, "control-custom", "§3.2.1", [](Draw& draw) {
                        static constexpr std::array<char, 9> kBytes = {
                            '\0', '\x01', '\x07', '\x08', '\x0E', '\x1A', '\x1B', '\x1F', '\x7F'};
                        std::string name = "custom:rule";
                        name.insert(static_cast<std::size_t>(draw.random.between(7, 11)), 1,
                                    draw.in_turn(kBytes));
                        return rejected(text_with(draw.random, Key::kEsr, name));
                      }});
}

void add_mutation_family(std::vector<Family>& families) {
  families.push_back(
      {Op::kGrade, "mutated-text", "§3", [](Draw& draw) {
         // Small edits with the bytes that grade texts are made of; the reference says what
         // remains. Without underscore and plus: families of their own have those.
         static constexpr std::string_view kAlphabet = "abcdefgiklmnoprstuwxz0123456789=,:()- \t";
         std::string text = join(items(base_fields(draw.random)));
         const std::int64_t edits = draw.random.between(1, 3);
         for (std::int64_t i = 0; i < edits && !text.empty(); ++i) {
           const auto place = static_cast<std::size_t>(draw.random.below(text.size()));
           switch (draw.random.below(4)) {
             case 0:
               text.erase(place, 1);
               break;
             case 1:
               text[place] = draw.random.pick(kAlphabet);
               break;
             case 2:
               text.insert(place, 1, draw.random.pick(kAlphabet));
               break;
             default: {
               const auto other = static_cast<std::size_t>(draw.random.below(text.size()));
               std::swap(text[place], text[other]);
               break;
             }
           }
         }
         return Draft{protocol::TextRequest{std::move(text)}.encode(), std::nullopt};
       }});
  families.back().weight = 6;
}

}  // namespace

std::vector<Family> grade_families() {
  std::vector<Family> families;
  add_spelling_families(families);
  add_structure_refusals(families);
  add_value_refusals(families);
  add_sparsity_refusals(families);
  add_alphabet_refusals(families);
  add_mutation_family(families);
  return families;
}

}  // namespace grit::vectors
