#include "fuzz/mutator/descriptor_mutations.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "harness/reference/placement.h"
#include "harness/reference/registry.h"
#include "harness/reference/sizes.h"
#include "harness/vectors/field_draws.h"
#include "harness/vectors/placement_draws.h"
#include "harness/vectors/shape_draws.h"

namespace grit::fuzz {
namespace {

using reference::Field;
using reference::FieldKind;
using vectors::Random;

using DescriptorArray = std::array<std::byte, reference::kDescriptorBytes>;

DescriptorArray canonical_bytes(Random& random) {
  const auto& entry = random.pick(reference::registry());
  return reference::to_bytes(reference::canonical_descriptor(entry.grade));
}

void set_field(DescriptorSpan descriptor, const Field& field, std::uint64_t value) {
  for (std::size_t i = 0; i < field.size; ++i) {
    descriptor[field.offset + i] = static_cast<std::byte>(value >> 8 * i);
  }
}

void copy_field(const Field& field, ConstDescriptorSpan from, DescriptorSpan to) {
  std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(field.offset), field.size,
              to.begin() + static_cast<std::ptrdiff_t>(field.offset));
}

const Field& field_named(std::string_view name) {
  return *std::ranges::find(reference::descriptor_fields(), name, &Field::name);
}

// A value that the field's kind has a name for.
std::uint64_t named_value(Random& random, FieldKind kind) {
  switch (kind) {
    case FieldKind::kFormat: {
      const auto formats = reference::registered_formats();
      const std::uint64_t which = random.below(formats.size() + 1);
      return which == formats.size() ? 0 : formats[which].word.bits;
    }
    case FieldKind::kPlacement:
      switch (random.below(4)) {
        case 0:
          return reference::kUnspecified;
        case 1:
          return vectors::reserved_class(random);
        case 2:
          return vectors::unknown_well_known(random);
        default:
          return vectors::known_placement(random);
      }
    case FieldKind::kGradeId:
      return random.pick(reference::registry()).frame.grade_id;
    case FieldKind::kFlags:
      return random.below(0x40);
    default:
      return random.below(5);
  }
}

void set_some_value(Random& random, DescriptorSpan descriptor) {
  const Field& field = random.pick(reference::descriptor_fields());
  const std::uint64_t value =
      random.chance(1, 2) ? named_value(random, field.kind)
                          : vectors::other_value(random, reference::field_value(descriptor, field),
                                                 static_cast<unsigned>(8 * field.size));
  set_field(descriptor, field, value);
}

// Step 1 looks at these first: most descriptors that chance makes never get past them.
void put_right(Random& random, DescriptorSpan descriptor) {
  const DescriptorArray right = canonical_bytes(random);
  for (const std::string_view name : {"magic", "hdr_bytes", "version", "frame_rsvd"}) {
    copy_field(field_named(name), right, descriptor);
  }
  const Field& flags = field_named("flags");
  set_field(descriptor, flags, reference::field_value(descriptor, flags) & 0x3F);
  if (random.chance(1, 2)) copy_field(field_named("grade_id"), right, descriptor);
}

// Everything that a grade demands as another grade does; axis, note and placements stay.
void take_frame(Random& random, DescriptorSpan descriptor) {
  const DescriptorArray other = canonical_bytes(random);
  for (const Field& field : reference::descriptor_fields()) {
    const bool free = field.kind == FieldKind::kPlacement || field.kind == FieldKind::kNote ||
                      field.name == "group_axis";
    if (!free) copy_field(field, other, descriptor);
  }
}

}  // namespace

void set_canonical(Random& random, DescriptorSpan descriptor) {
  std::ranges::copy(canonical_bytes(random), descriptor.begin());
}

void mutate_descriptor(Random& random, DescriptorSpan descriptor) {
  switch (random.below(12)) {
    case 0:
      set_canonical(random, descriptor);
      return;
    case 1:
      take_frame(random, descriptor);
      return;
    case 2:
      put_right(random, descriptor);
      return;
    case 3: {
      const Field& note = field_named("note");
      set_field(descriptor, note,
                reference::field_value(descriptor, note) ^ std::uint64_t{1} << random.below(32));
      return;
    }
    case 4: {
      const std::uint64_t bit = random.below(8 * descriptor.size());
      descriptor[bit / 8] ^= static_cast<std::byte>(1u << bit % 8);
      return;
    }
    case 5:
    case 6:
      copy_field(random.pick(reference::descriptor_fields()), canonical_bytes(random), descriptor);
      return;
    default:
      set_some_value(random, descriptor);
      return;
  }
}

void splice_descriptors(Random& random, DescriptorSpan descriptor, ConstDescriptorSpan other) {
  for (const Field& field : reference::descriptor_fields()) {
    if (random.chance(1, 2)) copy_field(field, other, descriptor);
  }
}

void mutate_shape(Random& random, protocol::Shape& shape) {
  if (shape.empty() || random.chance(1, 8)) {
    shape = vectors::hostile_shape(random);
    return;
  }
  const auto at = static_cast<std::ptrdiff_t>(random.below(shape.size()));
  std::int64_t& extent = shape[static_cast<std::size_t>(at)];
  switch (random.below(6)) {
    case 0:
      extent = random.pick(vectors::kHostileExtents);
      return;
    case 1:
      extent = random.between(0, 64);
      return;
    case 2:
      extent = 16 * random.between(0, 16);
      return;
    case 3:
      // Wraps at the ends, which a signed sum must not.
      extent = static_cast<std::int64_t>(static_cast<std::uint64_t>(extent) +
                                         (random.chance(1, 2) ? 1 : UINT64_MAX));
      return;
    case 4:
      shape.erase(shape.begin() + at);
      return;
    default:
      if (shape.size() < 255) {
        const std::int64_t inserted = random.between(1, 4);
        shape.insert(shape.begin() + at, inserted);
      }
      return;
  }
}

bool set_right_lengths(ConstDescriptorSpan descriptor, const protocol::Shape& shape,
                       std::array<std::int64_t, 4>& lengths) {
  const auto sizes = reference::sizes(reference::parse_descriptor(descriptor), shape);
  if (!sizes) return false;
  const auto values = reference::to_i64(*sizes);
  if (!values) return false;
  std::copy(values->begin() + 4, values->end(), lengths.begin());
  return true;
}

void mutate_lengths(Random& random, std::array<std::int64_t, 4>& lengths) {
  std::int64_t& length = lengths[random.below(lengths.size())];
  const auto bits = static_cast<std::uint64_t>(length);
  switch (random.below(4)) {
    case 0:
      length = static_cast<std::int64_t>(bits + 1);
      return;
    case 1:
      length = static_cast<std::int64_t>(bits - 1);
      return;
    case 2:
      length = static_cast<std::int64_t>(~bits + 1);
      return;
    default:
      length = static_cast<std::int64_t>(vectors::other_value(random, bits, 64));
      return;
  }
}

bool resize_planes(Random& random, const std::array<std::int64_t, 4>& lengths, std::size_t most,
                   protocol::Planes& planes) {
  std::size_t left = most;
  for (const std::int64_t length : lengths) {
    if (length < 0 || static_cast<std::uint64_t>(length) > left) return false;
    left -= static_cast<std::size_t>(length);
  }
  for (std::size_t p = 0; p < planes.size(); ++p) {
    const std::size_t before = planes[p].size();
    planes[p].resize(static_cast<std::size_t>(lengths[p]));
    if (planes[p].size() > before) random.fill(std::span(planes[p]).subspan(before));
  }
  return true;
}

void mutate_planes(Random& random, protocol::Planes& planes) {
  protocol::Bytes& plane = planes[random.below(planes.size())];
  if (plane.empty() || random.chance(1, 8)) {
    if (plane.empty() || random.chance(1, 2)) {
      plane.push_back(static_cast<std::byte>(random.below(256)));
    } else {
      plane.pop_back();
    }
    return;
  }
  // NaN, infinity, zero and the largest of the registered scale formats, little-endian halves too.
  static constexpr std::array<std::uint8_t, 10> kExtremes = {0x00, 0x01, 0x7F, 0x80, 0xFE,
                                                             0xFF, 0x7C, 0x7E, 0xFC, 0x3C};
  const std::uint64_t runs = 1 + random.below(3);
  for (std::uint64_t i = 0; i < runs; ++i) {
    const std::size_t at = static_cast<std::size_t>(random.below(plane.size()));
    plane[at] = random.chance(1, 2) ? static_cast<std::byte>(random.pick(kExtremes))
                                    : static_cast<std::byte>(random.below(256));
  }
  if (random.chance(1, 8)) random.fill(plane);
}

}  // namespace grit::fuzz
