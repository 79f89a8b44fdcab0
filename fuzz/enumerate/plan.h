// What is enumerated: work units over the fields of a descriptor, each addressable by a number.
//
// A unit starts from the canonical descriptor of one registered grade (spec §3.9.2) and puts every
// combination of two fields' values, or every value of one field, into it. Fields of 8 and 16 bits
// take all of their values, but in a pair of two 16-bit fields only one does; it is two units, one
// for each. Wider fields take a list (listed_values).
#ifndef GRIT_FUZZ_ENUMERATE_PLAN_H_
#define GRIT_FUZZ_ENUMERATE_PLAN_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/reference/descriptor.h"
#include "harness/reference/registry.h"

namespace grit::enumerate {

using DescriptorBytes = std::array<std::byte, reference::kDescriptorBytes>;

std::string to_hex(const DescriptorBytes& bytes);  // 128 lower-case digits

// Nothing where the text is no 128 hexadecimal digits.
constexpr std::optional<DescriptorBytes> bytes_from_hex(std::string_view digits) {
  DescriptorBytes bytes{};
  if (digits.size() != 2 * bytes.size()) return std::nullopt;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const char c = digits[i];
    unsigned value = 0;
    if (c >= '0' && c <= '9') {
      value = static_cast<unsigned>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      value = static_cast<unsigned>(c - 'a') + 10;
    } else if (c >= 'A' && c <= 'F') {
      value = static_cast<unsigned>(c - 'A') + 10;
    } else {
      return std::nullopt;
    }
    bytes[i / 2] = bytes[i / 2] << 4 | static_cast<std::byte>(value);
  }
  return bytes;
}

// How much of a field is listed where not all of its values are taken.
enum class ListKind : std::uint8_t {
  kAlone,   // for a unit of this field alone: also every bit flipped and every byte over its range
  kInPair,  // the boundaries, and what the specification tells apart by name
};

// The values of `field` that stand for all of them, ascending, without doubles, with `right`, the
// one of the canonical descriptor: vectors::boundary_values; for a placement word every well-known
// one and one of each class (spec §4), for grade_id every registered id (spec §3.9.1).
std::vector<std::uint64_t> listed_values(const reference::Field& field, std::uint64_t right,
                                         ListKind kind);

// The values that one field takes in a unit.
struct FieldValues {
  const reference::Field* field = nullptr;  // static storage
  std::vector<std::uint64_t> list;          // empty: all values of the field, 8 or 16 bits

  bool full() const { return list.empty(); }
  std::uint64_t size() const {
    return full() ? std::uint64_t{1} << (8 * field->size) : list.size();
  }
  std::uint64_t at(std::uint64_t index) const {
    return full() ? index : list[static_cast<std::size_t>(index)];
  }
};

// Its descriptors are numbered: index i has value i / |second| of the first field and value
// i mod |second| of the second one.
struct Unit {
  reference::GradeName grade{};
  std::string name;  // e.g. "MXFP4/flags", "MXFP4/flags+k0"
  FieldValues first;
  std::optional<FieldValues> second;

  std::uint64_t second_size() const { return second ? second->size() : 1; }
  std::uint64_t size() const { return first.size() * second_size(); }
};

// Without the prefix of the registry's names, e.g. "MXFP4".
std::string_view short_name(reference::GradeName grade);

// Descriptor number `index` of a unit. Precondition: index < unit.size().
DescriptorBytes descriptor_at(const Unit& unit, std::uint64_t index);

// Every unit of these grades, grade by grade; of each, single fields first, then pairs. Unit number
// n of the whole plan is element n - 1.
std::vector<Unit> make_units(std::span<const reference::GradeName> grades);
std::vector<Unit> make_units();  // of the six registered grades

// The indices into `units` that the words ask for, ascending, without doubles; all of them for no
// words. A word is a number or a range of numbers ("7", "3-9", from 1), a unit's name, a grade
// ("MXFP4"), or a field or pair in every grade ("flags", "flags+k0"). The error is a sentence.
std::expected<std::vector<std::size_t>, std::string> select_units(
    std::span<const Unit> units, std::span<const std::string> words);

// Shard `shard` (from 1) of `shards`: those of `chosen` that leave the remainder `shard` - 1, so
// that each gets a part of every grade. All shards together are `chosen`, and no two have one in
// common.
std::vector<std::size_t> shard_of(std::span<const std::size_t> chosen, std::uint64_t shard,
                                  std::uint64_t shards);

}  // namespace grit::enumerate

#endif  // GRIT_FUZZ_ENUMERATE_PLAN_H_
