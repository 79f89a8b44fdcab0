// Families of GRADE that are accepted (spec §3.2 to §3.6): their answer is known because the text
// was made from the canonical values.

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/vectors/family.h"
#include "harness/vectors/grade_draws.h"
#include "harness/vectors/grade_parts.h"
#include "harness/vectors/grade_text.h"

namespace grit::vectors::grade {
namespace {

using protocol::Op;

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

}  // namespace

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
      value.insert(random_place(draw.random, value), "-");
    }
    return accepted(join(written), fields);
  }));
  families.push_back(spelling_family("hyphens-sp-order", "§3.5.1", [](Draw& draw) {
    Sparsity sp = random_sparsity(draw.random);
    GradeFields fields = fields_with(draw.random, Key::kSp);
    fields[Key::kSp] = sp.text();
    sp.order.insert(random_place(draw.random, sp.order), "-");
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
  families.push_back(spelling_family("leading-zeros-long", "§3.4.1", [](Draw& draw) {
    // More digits than number parsers like to see.
    static constexpr std::array<std::size_t, 6> kCounts = {64, 400, 4299, 4300, 5000, 20000};
    const Key key = draw.random.chance(1, 2) ? Key::kK0 : Key::kK1;
    const GradeFields fields = fields_with(draw.random, key);
    std::vector<Item> written = items(fields);
    written[find(written, key).value_or(0)].value.insert(0, draw.in_turn(kCounts), '0');
    return accepted(join(written), fields);
  }));
  families.push_back(spelling_family("custom-long", "§3.5.2", [](Draw& draw) {
    static constexpr std::array<std::size_t, 8> kLengths = {127,  128,  255,   256,
                                                            4095, 4096, 65535, 65536};
    GradeFields fields = base_fields(draw.random);
    std::string name(draw.in_turn(kLengths), 'r');
    name.back() = static_cast<char>('a' + draw.random.below(26));
    fields[Key::kEsr] = "custom:" + name;
    return accepted(canonical_text(fields), fields);
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
              item.value.insert(random_place(draw.random, item.value), "-");
            }
          }
        }
        draw.random.shuffle(written);
        return accepted(with_blanks(draw.random, upper_case_some(draw.random, join(written))),
                        fields);
      },
      2));
}

}  // namespace grit::vectors::grade
