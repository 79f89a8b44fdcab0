#include "fuzz/enumerate/plan.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <system_error>

#include "harness/reference/bytes.h"
#include "harness/vectors/field_draws.h"

namespace grit::enumerate {
namespace {

using reference::Field;
using reference::FieldKind;

constexpr std::size_t kFullBytes = 2;  // fields up to this size take all of their values

FieldValues all_of(const Field& field) { return {&field, {}}; }

FieldValues listed(const Field& field, const DescriptorBytes& canonical, ListKind kind) {
  return {&field, listed_values(field, reference::field_value(canonical, field), kind)};
}

FieldValues widest(const Field& field, const DescriptorBytes& canonical, ListKind kind) {
  return field.size <= kFullBytes ? all_of(field) : listed(field, canonical, kind);
}

void add_units(reference::GradeName grade, std::vector<Unit>& units) {
  const DescriptorBytes canonical = reference::to_bytes(reference::canonical_descriptor(grade));
  const std::string prefix = std::string(short_name(grade)) + "/";
  const std::span<const Field> fields = reference::descriptor_fields();
  const auto add_pair = [&](FieldValues first, FieldValues second) {
    std::string name = prefix + std::string(first.field->name) + "+";
    name += second.field->name;
    units.push_back({grade, std::move(name), std::move(first), std::move(second)});
  };
  for (const Field& field : fields) {
    units.push_back({grade, prefix + std::string(field.name),
                     widest(field, canonical, ListKind::kAlone), std::nullopt});
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    for (std::size_t j = i + 1; j < fields.size(); ++j) {
      const Field& a = fields[i];
      const Field& b = fields[j];
      if (a.size == kFullBytes && b.size == kFullBytes) {
        add_pair(all_of(a), listed(b, canonical, ListKind::kInPair));
        add_pair(all_of(b), listed(a, canonical, ListKind::kInPair));
      } else {
        add_pair(widest(a, canonical, ListKind::kInPair), widest(b, canonical, ListKind::kInPair));
      }
    }
  }
}

// The number that a whole text is.
std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// "7" and "3-9".
std::optional<std::pair<std::uint64_t, std::uint64_t>> number_range(std::string_view word) {
  const std::size_t dash = word.find('-');
  const std::optional<std::uint64_t> first = number(word.substr(0, dash));
  if (dash == std::string_view::npos) {
    if (!first) return std::nullopt;
    return std::pair(*first, *first);
  }
  const std::optional<std::uint64_t> last = number(word.substr(dash + 1));
  if (!first || !last) return std::nullopt;
  return std::pair(*first, *last);
}

bool is_called(const Unit& unit, std::string_view word) {
  const std::string_view name = unit.name;
  const std::size_t slash = name.find('/');
  return word == name || word == name.substr(0, slash) || word == name.substr(slash + 1);
}

}  // namespace

std::string to_hex(const DescriptorBytes& bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes) {
    const auto value = std::to_integer<std::size_t>(byte);
    text += kDigits[value >> 4];
    text += kDigits[value & 0xF];
  }
  return text;
}

std::vector<std::uint64_t> listed_values(const Field& field, std::uint64_t right, ListKind kind) {
  const auto bits = static_cast<unsigned>(8 * field.size);
  std::vector<std::uint64_t> values = vectors::boundary_values(right, bits);
  values.push_back(right);
  if (field.kind == FieldKind::kPlacement) {
    for (std::uint64_t word_class = 0; word_class < 16; ++word_class) {
      // All numbers up to the last well-known one, 0x20, and some behind it.
      for (std::uint64_t low = 0; low < 0x30; ++low) {
        if (kind == ListKind::kAlone || word_class == 1 || low == 1) {
          values.push_back(word_class << 60 | low);
        }
      }
    }
  }
  if (field.kind == FieldKind::kGradeId) {
    for (const reference::RegistryEntry& entry : reference::registry()) {
      values.push_back(entry.frame.grade_id);
    }
  }
  if (kind == ListKind::kAlone) {
    for (unsigned bit = 0; bit < bits; ++bit) values.push_back(right ^ std::uint64_t{1} << bit);
    for (unsigned shift = 0; shift < bits; shift += 8) {
      for (std::uint64_t byte = 0; byte < 256; ++byte) {
        values.push_back((right & ~(std::uint64_t{0xFF} << shift)) | byte << shift);
      }
    }
  }
  std::ranges::sort(values);
  const auto doubles = std::ranges::unique(values);
  values.erase(doubles.begin(), doubles.end());
  return values;
}

std::string_view short_name(reference::GradeName grade) {
  constexpr std::string_view kPrefix = "GRADE_";
  return reference::registry_entry(grade).name.substr(kPrefix.size());
}

DescriptorBytes descriptor_at(const Unit& unit, std::uint64_t index) {
  DescriptorBytes bytes = reference::to_bytes(reference::canonical_descriptor(unit.grade));
  const auto put = [&](const FieldValues& values, std::uint64_t at) {
    const Field& field = *values.field;
    reference::store_le(values.at(at), std::span(bytes).subspan(field.offset, field.size));
  };
  put(unit.first, index / unit.second_size());
  if (unit.second) put(*unit.second, index % unit.second_size());
  return bytes;
}

std::vector<Unit> make_units(std::span<const reference::GradeName> grades) {
  std::vector<Unit> units;
  for (const reference::GradeName grade : grades) add_units(grade, units);
  return units;
}

std::vector<Unit> make_units() {
  std::vector<reference::GradeName> grades;
  for (const reference::RegistryEntry& entry : reference::registry()) {
    grades.push_back(entry.grade);
  }
  return make_units(grades);
}

std::expected<std::vector<std::size_t>, std::string> select_units(
    std::span<const Unit> units, std::span<const std::string> words) {
  std::vector<bool> wanted(units.size(), words.empty());
  for (const std::string& word : words) {
    if (const auto range = number_range(word)) {
      const auto [first, last] = *range;
      if (first < 1 || last < first || last > units.size()) {
        return std::unexpected("no units " + word + ": they are numbered from 1 to " +
                               std::to_string(units.size()) + "; --list shows them");
      }
      for (std::uint64_t n = first; n <= last; ++n) wanted[static_cast<std::size_t>(n - 1)] = true;
      continue;
    }
    bool found = false;
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (!is_called(units[i], word)) continue;
      wanted[i] = true;
      found = true;
    }
    if (!found) {
      return std::unexpected("no unit is called " + word +
                             ": name a number, a range, a unit, a grade, a field or a pair of "
                             "fields as --list shows them");
    }
  }
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (wanted[i]) chosen.push_back(i);
  }
  return chosen;
}

std::vector<std::size_t> shard_of(std::span<const std::size_t> chosen, std::uint64_t shard,
                                  std::uint64_t shards) {
  std::vector<std::size_t> mine;
  std::ranges::copy_if(chosen, std::back_inserter(mine),
                       [&](std::size_t unit) { return unit % shards == shard - 1; });
  return mine;
}

}  // namespace grit::enumerate
