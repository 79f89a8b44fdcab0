// Views with operands: drawn from harness/vectors' draws, made simpler part by part.
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

#include "harness/laws/generators.h"
#include "harness/laws/long_hand.h"
#include "harness/reference/canonical_grade.h"
#include "harness/reference/plane_order.h"
#include "harness/reference/stored_form.h"
#include "harness/vectors/placement_draws.h"
#include "harness/vectors/view_draws.h"

namespace grit::laws {
namespace {

using reference::FormatWord;
using reference::Grade;
using reference::Placement;
using vectors::Random;

// Elements along the group axis, at least: views of a few hundred elements have several of all.
constexpr std::int64_t kMostUnit = 64;

Grade drawn_grade(Random& random, GradeKind kind) {
  static constexpr std::array kRegistered = {
      reference::GradeName::kMxfp4,    reference::GradeName::kQ4ks,
      reference::GradeName::kNvf4,     reference::GradeName::kI8s24,
      reference::GradeName::kMxfp4Rne, reference::GradeName::kNvf4Rtz};
  switch (kind) {
    case GradeKind::kRegistered:
      return vectors::registered_grade(random.pick(kRegistered));
    case GradeKind::kMxfp4:
      return vectors::registered_grade(reference::GradeName::kMxfp4);
    case GradeKind::kQ4ks:
      return vectors::registered_grade(reference::GradeName::kQ4ks);
    case GradeKind::kNvf4:
      return vectors::registered_grade(reference::GradeName::kNvf4);
    case GradeKind::kI8s24:
      return vectors::registered_grade(reference::GradeName::kI8s24);
    case GradeKind::kBlocks: {
      if (random.chance(1, 3)) {
        return vectors::one_level(reference::kS8, reference::kBinary16, 32);  // ggml's Q8_0
      }
      return vectors::registered_grade(random.pick(std::span(kRegistered).first(2)));
    }
    case GradeKind::kWide: {
      Grade grade = vectors::two_levels(reference::kU8, reference::kU8, reference::kBinary16,
                                        1 + random.below(4), random.below(3));
      grade.zero_point = reference::ZeroPoint{reference::kU8, reference::ZeroPointCode::kAsIs,
                                              reference::ZeroPointScale::kL1};
      if (random.chance(1, 2)) grade.zero_point->zpc = reference::ZeroPointCode::kMinus1;
      if (random.chance(1, 4)) grade.s0 = reference::kBinary16;
      if (random.chance(1, 4)) grade.e = reference::kS8;
      return grade;
    }
    default:
      break;
  }
  for (;;) {
    Grade grade = vectors::random_view_grade(random);
    if (vectors::group_axis_unit(grade) > kMostUnit) continue;
    const bool l1 = grade.zero_point && grade.zero_point->zps == reference::ZeroPointScale::kL1;
    switch (kind) {
      case GradeKind::kDense:
        if (grade.sparsity || grade.zero_point) continue;
        break;
      case GradeKind::kTwoLevels:
        if (!grade.level1) continue;
        break;
      case GradeKind::kSparse:
        if (!grade.sparsity) continue;
        break;
      case GradeKind::kZeroPoint:
        if (!grade.zero_point || l1) continue;
        break;
      case GradeKind::kL1ZeroPoint:
        if (!l1) continue;
        break;
      default:
        break;
    }
    return grade;
  }
}

// A NaN code of a format, or nothing.
std::optional<std::uint32_t> nan_code(FormatWord word) {
  if (word == reference::kE8m0) return 0xFF;
  if (word == reference::kE4m3) return 0x7F;
  if (word == reference::kBinary16) return 0x7E01;
  if (word == reference::kBinary32) return 0xFFC00001;
  return std::nullopt;
}

// Makes codes of whole bytes in a plane NaN, each with probability one half.
void sprinkle_nan(Random& random, FormatWord word, std::vector<std::byte>& plane) {
  const auto code = nan_code(word);
  if (!code) return;
  const std::size_t width = word.width() / 8;
  for (std::size_t at = 0; at + width <= plane.size(); at += width) {
    if (!random.chance(1, 2)) continue;
    for (std::size_t b = 0; b < width; ++b) {
      plane[at + b] = static_cast<std::byte>(*code >> (8 * b) & 0xFF);
    }
  }
}

// The words that some view of this kind may have, by role.
std::vector<Layout> forms_of(const Sample& sample) {
  using reference::Role;
  std::vector<Layout> all = {{Role::kData, reference::kRowMajor},
                             {Role::kData, reference::kLinearMeta},
                             {Role::kScale, reference::kRowMajor},
                             {Role::kScale, reference::kLinearMeta}};
  const auto& d = sample.array.descriptor;
  if (d.placement_meta != reference::kUnspecified) {
    all.push_back({Role::kMeta, reference::kRowMajor});
    all.push_back({Role::kMeta, reference::kLinearMeta});
  }
  // Twice: they are what a relayout is about.
  for (int i = 0; i < 2; ++i) {
    if (sample.array.shape.size() == 2) all.push_back({Role::kData, reference::kColMajor});
    if (d.scale0.width() <= 8) all.push_back({Role::kScale, reference::kSwizzle128x4B});
    for (const Placement word : {reference::kBlockAos, reference::kPackK4_12B}) {
      reference::Descriptor in_blocks = d;
      in_blocks.placement_data = word;
      in_blocks.placement_scale = reference::kRowMajor;
      if (reference::stored_form(in_blocks, sample.array.shape.size())) {
        all.push_back({Role::kData, word});
      }
    }
  }
  return all;
}

Layout drawn_layout(Random& random, const Sample& sample) {
  if (random.chance(9, 10)) return random.pick(forms_of(sample));
  return {static_cast<reference::Role>(random.below(3)),
          random.chance(1, 2) ? vectors::known_placement(random) : random.next()};
}

Range drawn_range(Random& random, const Sample& sample) {
  const auto& [descriptor, shape, planes] = sample.array;
  Range range;
  range.axis = static_cast<std::size_t>(random.below(shape.size()));
  if (random.chance(1, 10)) {
    range.begin = random.between(-2, shape[range.axis] + 2);
    range.end = random.between(-2, shape[range.axis] + 2);
    if (random.chance(1, 4)) range.axis = static_cast<std::size_t>(random.below(6));
    return range;
  }
  std::int64_t unit = 1;
  if (range.axis == static_cast<std::size_t>(descriptor.group_axis)) {
    unit = vectors::group_axis_unit(*reference::parse_grade(sample.grade));
  }
  const std::int64_t units = shape[range.axis] / unit;
  range.begin = unit * random.between(0, units);
  range.end = unit * random.between(range.begin / unit, units);
  return range;
}

Turn drawn_turn(Random& random, const Sample& sample) {
  Turn turn;
  const std::size_t rank = sample.array.shape.size();
  for (const std::uint8_t axis : vectors::random_permutation(random, rank)) {
    turn.perm.push_back(axis);
  }
  const auto axis = static_cast<std::size_t>(sample.array.descriptor.group_axis);
  turn.group_axis =
      static_cast<std::size_t>(std::ranges::find(turn.perm, axis) - turn.perm.begin());
  if (random.chance(1, 10)) {
    if (random.chance(1, 2)) {
      turn.group_axis = static_cast<std::size_t>(random.below(rank + 2));
    } else {
      turn.perm[static_cast<std::size_t>(random.below(rank))] =
          static_cast<std::size_t>(random.below(rank + 2));
    }
  }
  return turn;
}

// Another grade of the same projection: er, es, esr, esn, ao, ap, ab, ai and an are outside it.
std::string twin_of(Random& random, const Grade& grade) {
  Grade twin = grade;
  twin.er = static_cast<reference::RoundingMode>(random.below(5));
  twin.es = static_cast<reference::Saturation>(random.below(3));
  twin.esr = static_cast<reference::ScaleRule>(random.below(5));
  twin.esn = static_cast<reference::Subnormals>(random.below(3));
  twin.ao = static_cast<reference::AccumulationOrder>(random.below(3));
  twin.ap = vectors::random_format(random);
  twin.ab = vectors::random_format(random);
  twin.ai = vectors::random_format(random);
  twin.an = static_cast<reference::Subnormals>(random.below(3));
  return reference::canonical(twin);
}

ViewInput drawn_view(Random& random, int size, const ViewWish& wish) {
  const Grade grade = drawn_grade(random, wish.grade);
  vectors::ShapeWish shape;
  shape.rank = wish.rank > 0 ? wish.rank : static_cast<std::size_t>(random.between(1, 3));
  shape.units = 1 + size / 40;
  shape.other_extent = 1 + size / 30;
  const vectors::Codes codes =
      wish.random_bits ? vectors::Codes::kAnyBits : vectors::Codes::kOrdinary;
  vectors::GeneralView view = vectors::random_view(random, grade, codes, shape);
  if (random.chance(1, 20)) {  // empty
    auto extents = view.request.shape;
    extents[static_cast<std::size_t>(random.below(extents.size()))] = 0;
    view = vectors::view_of_shape(random, grade, codes, extents, view.descriptor().group_axis);
  }
  if (wish.sound_cells) vectors::make_metadata_proper(random, view);

  ViewInput input;
  input.sample.grade = view.request.canonical;
  auto& [descriptor, extents, planes] = input.sample.array;
  descriptor = view.descriptor();
  extents = view.request.shape;
  for (std::size_t p = 0; p < planes.size(); ++p) planes[p] = view.request.planes[p];
  if (wish.nan_scales) {
    sprinkle_nan(random, descriptor.scale0, planes[1]);
    sprinkle_nan(random, descriptor.scale1, planes[2]);
    if (grade.zero_point) sprinkle_nan(random, descriptor.zp_fmt, planes[3]);
  }
  if (wish.stored_forms && random.chance(1, 2)) {
    const Layout form = random.pick(forms_of(input.sample));
    Placement data = descriptor.placement_data;
    Placement scale = descriptor.placement_scale;
    if (form.role == reference::Role::kData) data = form.placement;
    if (form.role == reference::Role::kScale) scale = form.placement;
    if (vectors::store_as(random, view, data, scale)) {
      descriptor = view.descriptor();
      for (std::size_t p = 0; p < planes.size(); ++p) planes[p] = view.request.planes[p];
    }
  }
  input.range = drawn_range(random, input.sample);
  input.second = drawn_range(random, input.sample);
  input.turn = drawn_turn(random, input.sample);
  input.layout = drawn_layout(random, input.sample);
  input.note = static_cast<std::uint32_t>(random.next());
  input.number = random.next();
  input.text = twin_of(random, grade);
  return input;
}

// Which bytes a plane that gets shorter keeps.
enum class Keep : std::uint8_t { kFirst, kLast };

// The same array under this grade, shape and axis: planes keep the bytes that they have room for,
// zeros behind them. Nothing where no array has that form.
std::optional<Sample> rebuilt(const Sample& from, const Grade& grade,
                              std::vector<std::int64_t> shape, std::size_t axis,
                              Keep keep = Keep::kFirst) {
  const reference::Descriptor& old = from.array.descriptor;
  reference::DescriptorOptions options;
  options.group_axis = static_cast<std::int16_t>(axis);
  options.note = old.note;
  options.placement_data = old.placement_data;
  options.placement_scale = old.placement_scale;
  if (grade.sparsity || grade.zero_point) {
    options.placement_meta =
        old.placement_meta == reference::kUnspecified ? reference::kRowMajor : old.placement_meta;
  }
  const auto descriptor = reference::descriptor_from_grade(grade, options);
  if (!descriptor) return std::nullopt;
  const auto form = reference::stored_form(*descriptor, shape.size());
  const auto sizes = reference::sizes(*descriptor, shape);
  if (!form || !sizes) return std::nullopt;
  const auto lengths =
      reference::stored_bytes(*form, *sizes, reference::plane_order(*descriptor, shape));
  Sample sample = from;
  sample.grade = reference::canonical(grade);
  sample.array.descriptor = *descriptor;
  sample.array.shape = std::move(shape);
  for (std::size_t p = 0; p < lengths.size(); ++p) {
    if (lengths[p].high != 0 || lengths[p].low > 1'000'000) return std::nullopt;
    auto& plane = sample.array.planes[p];
    const auto length = static_cast<std::size_t>(lengths[p].low);
    if (keep == Keep::kLast && plane.size() > length) {
      plane.erase(plane.begin(), plane.end() - static_cast<std::ptrdiff_t>(length));
    }
    plane.resize(length);
  }
  return sample;
}

std::vector<Grade> simpler_grades(const Grade& grade) {
  std::vector<Grade> all;
  const auto add = [&](const auto& change) {
    Grade other = grade;
    change(other);
    if (!(other == grade)) all.push_back(std::move(other));
  };
  add([](Grade& g) {  // everything at once
    Grade plain = vectors::one_level(reference::kU8, reference::kU8, 1);
    g = plain;
  });
  add([](Grade& g) {
    g.level1.reset();
    if (g.zero_point) g.zero_point->zps = reference::ZeroPointScale::kShared;
  });
  add([](Grade& g) { g.zero_point.reset(); });
  add([](Grade& g) { g.sparsity.reset(); });
  add([](Grade& g) { g.ct = reference::Container::kDense; });
  add([](Grade& g) { g.po = reference::BitOrder::kLsb; });
  if (grade.zero_point) {
    add([](Grade& g) { g.zero_point->zpc = reference::ZeroPointCode::kAsIs; });
    add([](Grade& g) { g.zero_point->zps = reference::ZeroPointScale::kShared; });
    add([](Grade& g) { g.zero_point->zp = reference::kU8; });
  }
  if (grade.level1) {
    add([](Grade& g) { g.level1->k1 = 0; });
    add([](Grade& g) {
      if (g.level1->k1 > 1) g.level1->k1 = 1;
    });
    add([](Grade& g) { g.level1->s1 = reference::kU8; });
  }
  if (grade.sparsity) {
    add([](Grade& g) { g.sparsity->n = 1; });
    add([](Grade& g) {
      g.sparsity->m = 2;
      g.sparsity->n = 1;
    });
    add([](Grade& g) { g.sparsity->order = reference::IndexOrder::kUnordered; });
    add([](Grade& g) { g.sparsity->meta = reference::kU2; });
  }
  add([](Grade& g) { g.k0 = 1; });
  add([](Grade& g) {
    if (g.k0 > 1) g.k0 = g.k0 / 2;
  });
  add([](Grade& g) { g.e = reference::kU8; });
  add([](Grade& g) { g.s0 = reference::kU8; });
  add([](Grade& g) {
    const Grade plain = vectors::one_level(g.e, g.s0, g.k0);
    g.er = plain.er;
    g.es = plain.es;
    g.esr = plain.esr;
    g.esn = plain.esn;
    g.ao = plain.ao;
    g.ap = plain.ap;
    g.ab = plain.ab;
    g.ai = plain.ai;
    g.an = plain.an;
    g.custom_rule.clear();
    g.pairwise = 0;
  });
  return all;
}

// `twin` with everything that the projection holds taken from `grade`.
std::string twin_under(const std::string& twin, const Grade& grade) {
  auto parsed = reference::parse_grade(twin);
  if (!parsed) return twin;
  parsed->e = grade.e;
  parsed->k0 = grade.k0;
  parsed->s0 = grade.s0;
  parsed->level1 = grade.level1;
  parsed->zero_point = grade.zero_point;
  parsed->sparsity = grade.sparsity;
  parsed->ct = grade.ct;
  parsed->po = grade.po;
  return reference::canonical(*parsed);
}

// Extents that are smaller, in multiples of `unit`.
std::vector<std::int64_t> smaller_extents(std::int64_t extent, std::int64_t unit) {
  std::vector<std::int64_t> all;
  for (const std::int64_t e : {unit, extent / 2 / unit * unit, extent - unit}) {
    if (e > 0 && e < extent && std::ranges::find(all, e) == all.end()) all.push_back(e);
  }
  return all;
}

// Bytes that are less: all zero, one half zero, one byte zero, one byte with fewer bits.
std::vector<std::vector<std::byte>> simpler_bytes(const std::vector<std::byte>& bytes) {
  std::vector<std::vector<std::byte>> all;
  const auto zeroed = [&](std::size_t begin, std::size_t end) {
    std::vector<std::byte> other = bytes;
    std::fill(other.begin() + static_cast<std::ptrdiff_t>(begin),
              other.begin() + static_cast<std::ptrdiff_t>(end), std::byte{0});
    if (other != bytes) all.push_back(std::move(other));
  };
  const std::size_t size = bytes.size();
  for (std::size_t parts = 1; parts <= size && parts <= 64; parts *= 2) {
    for (std::size_t part = 0; part < parts; ++part) {
      zeroed(size * part / parts, size * (part + 1) / parts);
    }
  }
  std::size_t tried = 0;
  for (std::size_t at = 0; at < size && tried < 64; ++at) {
    if (bytes[at] == std::byte{0}) continue;
    ++tried;
    zeroed(at, at + 1);
    const auto value = std::to_integer<unsigned>(bytes[at]);
    for (const unsigned less : {1u, value & (value - 1), value >> 1}) {
      if (less == 0 || less >= value) continue;
      std::vector<std::byte> other = bytes;
      other[at] = static_cast<std::byte>(less);
      all.push_back(std::move(other));
    }
  }
  return all;
}

void clip(Range& range, const std::vector<std::int64_t>& shape) {
  if (range.axis >= shape.size()) return;
  range.end = std::min(range.end, shape[range.axis]);
  range.begin = std::min(range.begin, range.end);
}

// The operands without one axis that went away.
void drop_axis(ViewInput& input, std::size_t axis) {
  std::erase(input.turn.perm, axis);
  for (std::size_t& other : input.turn.perm) other -= other > axis ? 1 : 0;
  for (Range* range : {&input.range, &input.second}) {
    if (range->axis > axis || range->axis == input.sample.array.shape.size()) {
      range->axis -= range->axis > 0 ? 1 : 0;
    }
    clip(*range, input.sample.array.shape);
  }
  const auto group_axis = static_cast<std::size_t>(input.sample.array.descriptor.group_axis);
  input.turn.group_axis = static_cast<std::size_t>(std::ranges::find(input.turn.perm, group_axis) -
                                                   input.turn.perm.begin());
}

std::vector<ViewInput> simpler_views(const ViewInput& input) {
  std::vector<ViewInput> all;
  const auto& [descriptor, shape, planes] = input.sample.array;
  const auto axis = static_cast<std::size_t>(descriptor.group_axis);
  const auto parsed = reference::parse_grade(input.sample.grade);
  if (!parsed) return all;
  const auto add = [&](const auto& change) {
    ViewInput other = input;
    change(other);
    if (!(other == input)) all.push_back(std::move(other));
  };
  const auto put = [&](std::optional<Sample> sample) {
    if (!sample) return;
    add([&](ViewInput& other) {
      other.sample = std::move(*sample);
      if (const auto grade = reference::parse_grade(other.sample.grade)) {
        other.text = twin_under(other.text, *grade);
      }
      clip(other.range, other.sample.array.shape);
      clip(other.second, other.sample.array.shape);
    });
  };

  // The shape.
  for (std::size_t a = 0; a < shape.size(); ++a) {
    const std::int64_t unit = a == axis ? vectors::group_axis_unit(*parsed) : 1;
    for (const std::int64_t extent : smaller_extents(shape[a], unit)) {
      auto extents = shape;
      extents[a] = extent;
      put(rebuilt(input.sample, *parsed, extents, axis));
      put(rebuilt(input.sample, *parsed, extents, axis, Keep::kLast));
    }
    if (shape.size() > 1 && a != axis && shape[a] == 1) {
      auto extents = shape;
      extents.erase(extents.begin() + static_cast<std::ptrdiff_t>(a));
      if (auto sample = rebuilt(input.sample, *parsed, extents, axis - (a < axis ? 1 : 0))) {
        add([&](ViewInput& other) {
          other.sample = std::move(*sample);
          drop_axis(other, a);
        });
      }
    }
  }
  // The placements and the note.
  {
    Sample plain = input.sample;
    plain.descriptor().placement_data = reference::kRowMajor;
    plain.descriptor().placement_scale = reference::kRowMajor;
    if (descriptor.placement_meta != 0) plain.descriptor().placement_meta = reference::kRowMajor;
    plain.descriptor().note = 0;
    put(rebuilt(plain, *parsed, shape, axis));
    Sample quiet = input.sample;
    quiet.descriptor().note = 0;
    put(quiet);
  }
  // The grade.
  for (const Grade& grade : simpler_grades(*parsed)) {
    // The fewest whole groups, then the shape that there is.
    auto extents = shape;
    extents[axis] = extents[axis] == 0 ? 0 : vectors::group_axis_unit(grade);
    if (extents[axis] <= shape[axis]) put(rebuilt(input.sample, grade, extents, axis));
    if (extents != shape) put(rebuilt(input.sample, grade, shape, axis));
  }
  // The operands.
  add([](ViewInput& o) { o.note = o.note > 1 ? 1 : o.note; });
  add([](ViewInput& o) { o.note &= o.note - 1; });
  add([](ViewInput& o) { o.number = o.number > 2 ? 0 : o.number; });
  add([](ViewInput& o) { o.number /= 2; });
  add([](ViewInput& o) { o.layout = {reference::Role::kData, reference::kRowMajor}; });
  add([](ViewInput& o) {
    if (o.layout.role == reference::Role::kData) return;
    if (o.layout.placement == reference::kRowMajor) o.layout.role = reference::Role::kData;
  });
  for (Range ViewInput::* range : {&ViewInput::range, &ViewInput::second}) {
    const Range& old = input.*range;
    add([&](ViewInput& o) { (o.*range).begin = old.begin > 0 ? 0 : old.begin; });
    add([&](ViewInput& o) {
      if (old.axis == axis && old.end > old.begin) {
        (o.*range).end = std::min(old.end, old.begin + vectors::group_axis_unit(*parsed));
      } else if (old.end > old.begin) {
        (o.*range).end = old.begin + 1;
      }
    });
    add([&](ViewInput& o) {
      if (old.end > old.begin) (o.*range).end = old.end - 1;
    });
  }
  // The bytes.
  for (std::size_t p = 0; p < planes.size(); ++p) {
    for (auto& bytes : simpler_bytes(planes[p])) {
      add([&](ViewInput& o) { o.sample.array.planes[p] = std::move(bytes); });
    }
  }
  return all;
}

}  // namespace

Generator<ViewInput> views(const ViewWish& wish) {
  return {[wish](Random& random, int size) { return drawn_view(random, size, wish); },
          simpler_views};
}

}  // namespace grit::laws
