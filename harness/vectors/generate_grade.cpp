// Families of GRADE (spec §3). This file has the texts that are refused for their structure or for
// a value, and small edits of right ones.

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/vectors/arrays.h"
#include "harness/vectors/family.h"
#include "harness/vectors/grade_draws.h"
#include "harness/vectors/grade_parts.h"
#include "harness/vectors/grade_text.h"

namespace grit::vectors {
namespace grade {
namespace {

using protocol::Op;

// ---- Refusals: structure ----------------------------------------------------------------------

Family refusal_family(std::string name, std::string clause, std::string (*make)(Draw&)) {
  return {Op::kGrade, "refuse-" + std::move(name), std::move(clause),
          [make](Draw& draw) { return rejected(make(draw)); }};
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
        text.insert(text.find('(') + 1, ",");
        break;
      case 1:
        text.insert(text.size() - 1, ",");
        break;
      default:
        text.insert(text.find(','), ",");
        break;
    }
    if (draw.random.chance(1, 2)) text.insert(text.find(",") + 1, " ");
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
    name.insert(random_place(draw.random, name), "-");
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
  add("duplicate-alias", "§3.3.3", [](Draw& draw) {
    // One key twice, the second time in a spelling of the same value or of another one.
    static const std::vector<Key> kKeys = keys_with_values();
    const Key key = draw.in_turn(kKeys);
    std::vector<Item> written = items(fields_with(draw.random, key));
    const std::string alias(draw.random.pick(aliases(domain(key))).alias);
    const auto place = static_cast<std::ptrdiff_t>(draw.random.below(written.size() + 1));
    written.insert(written.begin() + place, {std::string(key_name(key)), alias});
    return join(written);
  });
  add("custom-with-comma", "§3.5.2", [](Draw& draw) {
    // The comma ends the name, and what follows it is an item without "=".
    static constexpr std::array<std::string_view, 5> kNames = {
        "custom:a,b", "custom:,", "custom:max,abs", "custom:x,,y", "custom:rule(1,2)"};
    return text_with(draw.random, Key::kEsr, std::string(draw.in_turn(kNames)));
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

// A value of the domain, in any of its spellings.
std::string spelling_of(Random& random, Domain of) {
  if (of == Domain::kNumber) return std::to_string(random.below(65536));
  if (of == Domain::kSparsity) return random_sparsity(random).text();
  if (random.chance(1, 2)) return std::string(random.pick(aliases(of)).alias);
  return std::string(random.pick(values(of)));
}

// One letter missing, doubled, added, or exchanged with its neighbour.
std::string misspelled(Random& random, std::string_view text) {
  std::string value(text);
  const auto place = static_cast<std::size_t>(random.below(value.size()));
  switch (random.below(4)) {
    case 0:
      value.erase(place, 1);
      break;
    case 1:
      value.insert(place, 1, value[place]);
      break;
    case 2:
      value.insert(place, 1, static_cast<char>('a' + random.below(26)));
      break;
    default:
      std::swap(value[place], value[(place + 1) % value.size()]);
      break;
  }
  return value;
}

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
  // Every key with a value of every other domain, numbers and sparsity included.
  struct Mismatch {
    Key key;
    Domain other;
  };
  std::vector<Mismatch> mismatches;
  for (const Key key : all) {
    for (const Domain other : kSpelledDomains) mismatches.push_back({key, other});
    for (const Domain other : {Domain::kNumber, Domain::kSparsity}) {
      mismatches.push_back({key, other});
    }
  }
  std::erase_if(mismatches, [](const Mismatch& pair) { return domain(pair.key) == pair.other; });
  families.push_back({Op::kGrade, "refuse-every-wrong-domain", "§3.3.3",
                      [mismatches = std::move(mismatches)](Draw& draw) {
                        const auto& [key, other] = draw.in_turn(mismatches);
                        std::string value;
                        do {
                          value = spelling_of(draw.random, other);
                        } while (is_spelling(domain(key), value));
                        return rejected(text_with(draw.random, key, value));
                      },
                      2});
  // Every spelling with a letter missing, doubled, added or out of place.
  struct Spelling {
    Domain domain;
    std::string_view text;
  };
  std::vector<Spelling> spellings;
  for (const Domain of : kSpelledDomains) {
    for (const std::string_view value : values(of)) spellings.push_back({of, value});
    for (const Alias& alias : aliases(of)) spellings.push_back({of, alias.alias});
  }
  families.push_back({Op::kGrade, "refuse-near-spelling", "§3.6",
                      [spellings = std::move(spellings)](Draw& draw) {
                        const auto& [of, text] = draw.in_turn(spellings);
                        std::string value;
                        do {
                          value = misspelled(draw.random, text);
                        } while (is_spelling(of, value) || value == "int2");
                        if (of != Domain::kIndexOrder) {
                          const std::vector<Key> keys = keys_of(of);
                          return rejected(text_with(draw.random, draw.random.pick(keys), value));
                        }
                        Sparsity sp = random_sparsity(draw.random);
                        sp.order = value;
                        return rejected(text_with(draw.random, Key::kSp, sp.text()));
                      },
                      2});
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

  families.push_back({Op::kGrade, "refuse-number-long", "§3.4.4", [](Draw& draw) {
                        // Beyond what a library converts at all.
                        static constexpr std::array<std::size_t, 6> kDigits = {40,   400,  4299,
                                                                               4300, 4301, 20000};
                        std::string number(draw.in_turn(kDigits), '0');
                        for (char& digit : number) {
                          digit = static_cast<char>('1' + draw.random.below(9));
                        }
                        const Key key = draw.random.chance(1, 2) ? Key::kK0 : Key::kK1;
                        return rejected(text_with(draw.random, key, std::move(number)));
                      }});
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

// One of the keys gets the value in turn, which is none of its values.
Family bad_value_family(std::string name, std::string clause, std::vector<Key> keys,
                        std::vector<std::string> bad_values) {
  return {Op::kGrade, std::move(name), std::move(clause),
          [keys = std::move(keys), bad = std::move(bad_values)](Draw& draw) {
            const Key key = draw.random.pick(keys);
            return rejected(text_with(draw.random, key, draw.in_turn(bad)));
          }};
}

void add_refusal_families(std::vector<Family>& families) {
  add_structure_refusals(families);
  add_value_refusals(families);
  add_sparsity_refusals(families);
}

}  // namespace grade

std::vector<Family> grade_families() {
  std::vector<Family> families;
  grade::add_spelling_families(families);
  grade::add_refusal_families(families);
  grade::add_alphabet_families(families);
  grade::add_mutation_family(families);
  return families;
}

}  // namespace grit::vectors
