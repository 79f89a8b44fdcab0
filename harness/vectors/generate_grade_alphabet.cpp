// Families of GRADE that are refused for a byte outside the alphabet (spec §3.2.1).

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
#include "harness/vectors/unicode.h"

namespace grit::vectors::grade {
namespace {

using protocol::Op;

// The bytes of ASCII outside the alphabet, but for the four separators 1C to 1F.
std::vector<std::string> other_controls() {
  std::vector<std::string> controls;
  for (char byte = 0x00; byte < 0x1C; ++byte) {
    if (byte < 0x09 || byte > 0x0D) controls.emplace_back(1, byte);
  }
  controls.emplace_back(1, '\x7F');
  return controls;
}

}  // namespace

void add_alphabet_families(std::vector<Family>& families) {
  // Digits of other scripts, which Unicode-aware number parsers take.
  families.push_back({Op::kGrade, "foreign-digit", "§3.2.1", [](Draw& draw) {
                        const char32_t zero = draw.in_turn(kForeignZeros);
                        const std::string two = to_utf8(zero + 2);
                        const std::string four = to_utf8(zero + 4);
                        switch (draw.random.below(3)) {
                          case 0:
                            return rejected(text_with(draw.random, Key::kK0, two + four));
                          case 1: {
                            Sparsity sp;
                            if (draw.random.chance(1, 2)) {
                              sp.n = two;
                            } else {
                              sp.m = four;
                            }
                            return rejected(text_with(draw.random, Key::kSp, sp.text()));
                          }
                          default:
                            return rejected(text_with(draw.random, Key::kAo, "pairwise" + four));
                        }
                      }});
  // Any other character beyond ASCII, and the Latin-1 ones in turn, in the place of a letter.
  const auto add_replaced = [&](std::string name, char32_t (*character)(Draw&)) {
    families.push_back(
        {Op::kGrade, "foreign-" + std::move(name), "§3.2.1", [character](Draw& draw) {
           static constexpr std::array<Key, 4> kKeys = {Key::kS0, Key::kEs, Key::kEr, Key::kEsn};
           const Key key = draw.random.pick(kKeys);
           std::vector<Item> written = items(fields_with(draw.random, key));
           Item& item = written[find(written, key).value_or(0)];
           std::string& word = draw.random.chance(1, 2) ? item.key : item.value;
           const auto place = static_cast<std::size_t>(draw.random.below(word.size()));
           word.replace(place, 1, to_utf8(character(draw)));
           return rejected(join(written));
         }});
  };
  add_replaced("character", [](Draw& draw) { return plain_foreign(draw.random); });
  add_replaced("latin1", [](Draw& draw) {
    char32_t character = static_cast<char32_t>(0x80 + draw.turn % 0x80);
    while (!is_plain_foreign(character)) --character;
    return character;
  });
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
         static constexpr std::array<Key, 4> kKeys = {Key::kS0, Key::kEs, Key::kEr, Key::kEsn};
         const Key key = draw.random.pick(kKeys);
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
           text.insert(place, draw.in_turn(pieces));
           return rejected(text);
         }});
  };
  // White space to Unicode.
  std::vector<std::string> spaces;
  for (const char32_t space : kForeignSpaces) spaces.push_back(to_utf8(space));
  add_inserted("foreign-space", std::move(spaces));
  // Zero-width space, non-joiner, joiner, word joiner, byte order mark, soft hyphen: invisible, and
  // no white space to Unicode.
  add_inserted("foreign-invisible", {"\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8D", "\xE2\x81\xA0",
                                     "\xEF\xBB\xBF", "\xC2\xAD"});
  // Hyphens that are not the ASCII one.
  add_inserted("foreign-hyphen", {"\xE2\x80\x90", "\xE2\x80\x91", "\xE2\x80\x93", "\xE2\x88\x92"});
  // File, group, record and unit separator: white space to some libraries.
  add_inserted("control-separator", {"\x1C", "\x1D", "\x1E", "\x1F"});
  std::vector<std::string> controls = other_controls();
  add_inserted("control-byte", controls);
  families.push_back({Op::kGrade, "foreign-custom", "§3.2.1", [](Draw& draw) {
                        // custom: takes whatever follows, but not from outside the alphabet.
                        static constexpr std::array<std::string_view, 6> kNames = {
                            "caf\xC3\xA9",        "\xCE\xB1\xCE\xB2", "\xE6\x9C\x80\xE5\xA4\xA7",
                            "x\xF0\x9F\x98\x80y", "\xC3\x84max",      "a\xE2\x80\x8Bz"};
                        return rejected(text_with(draw.random, Key::kEsr,
                                                  "custom:" + std::string(draw.in_turn(kNames))));
                      }});
  families.push_back(
      {Op::kGrade, "control-custom", "§3.2.1", [controls = std::move(controls)](Draw& draw) {
         std::string name = "custom:rule";
         name.insert(static_cast<std::size_t>(draw.random.between(7, 11)), draw.in_turn(controls));
         return rejected(text_with(draw.random, Key::kEsr, name));
       }});
}

}  // namespace grit::vectors::grade
