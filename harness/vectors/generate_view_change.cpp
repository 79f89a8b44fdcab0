// Families of SLICE, TRANSPOSE, REQUANTIZE and RELAYOUT (spec §12).

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "harness/vectors/arrays.h"
#include "harness/vectors/placement_draws.h"
#include "harness/vectors/view_parts.h"

namespace grit::vectors::view {
namespace {

using protocol::Op;
using reference::Grade;
using reference::Placement;

void add_family(std::vector<Family>& families, Op op, std::string name, std::string clause,
                std::function<Draft(Draw&)> make, unsigned weight = 1) {
  families.push_back({op, std::move(name), std::move(clause), std::move(make), weight});
}

GeneralView proper_view(Random& random, const Grade& grade, const ShapeWish& wish = {}) {
  GeneralView view = random_view(random, grade, Codes::kAnyBits, wish);
  make_metadata_proper(random, view);
  return view;
}

Grade grade_without_l1_groups(Random& random) {
  Grade grade = random_view_grade(random);
  if (grade.level1) grade.level1->k1 = 0;
  return grade;
}

Grade grade_with_l1_groups(Random& random) {
  const auto elem = random_format(random);
  const auto scale0 = random_format(random);
  const auto scale1 = random_format(random);
  const std::uint64_t k0 = random.pick(std::array<std::uint64_t, 3>{1, 2, 4});
  const std::uint64_t k1 = 1 + random.below(4);
  Grade grade = two_levels(elem, scale0, scale1, k0, k1);
  if (random.chance(1, 3)) {
    grade.zero_point = reference::ZeroPoint{random_format(random), reference::ZeroPointCode::kAsIs,
                                            reference::ZeroPointScale::kL1};
  }
  return grade;
}

std::size_t group_axis_of(const GeneralView& view) {
  return static_cast<std::size_t>(view.descriptor().group_axis);
}

// ---- SLICE ------------------------------------------------------------------------------------

Draft slice_of(GeneralView view, std::size_t axis, std::int64_t begin, std::int64_t end) {
  const protocol::SliceRequest request{std::move(view.request), static_cast<std::uint8_t>(axis),
                                       begin, end};
  return {request.encode(), std::nullopt};
}

// A range of whole units of the axis, empty ones included.
Draft slice_somewhere(Random& random, GeneralView view, std::size_t axis) {
  const bool groups = axis == group_axis_of(view);
  const std::int64_t unit = groups ? group_axis_unit(view.grade) : 1;
  const std::int64_t units = view.request.shape[axis] / unit;
  const std::int64_t begin = random.between(0, units);
  const std::int64_t end = random.between(begin, units);
  return slice_of(std::move(view), axis, begin * unit, end * unit);
}

std::size_t another_axis(Random& random, const GeneralView& view) {
  const std::size_t rank = view.request.shape.size();
  const std::size_t own = group_axis_of(view);
  const auto step = static_cast<std::size_t>(1 + random.below(rank - 1));
  return (own + step) % rank;
}

}  // namespace

void add_slice_families(std::vector<Family>& families) {
  add_family(
      families, Op::kSlice, "along-groups", "§12.6.5",
      [](Draw& draw) {
        const Grade grade = grade_without_l1_groups(draw.random);
        GeneralView view = proper_view(draw.random, grade, {0, 6, 3});
        const std::size_t axis = group_axis_of(view);
        return slice_somewhere(draw.random, std::move(view), axis);
      },
      3);
  add_family(
      families, Op::kSlice, "across-lines", "§12.6.5",
      [](Draw& draw) {
        const Grade grade = grade_without_l1_groups(draw.random);
        const auto rank = static_cast<std::size_t>(draw.random.between(2, 4));
        GeneralView view = proper_view(draw.random, grade, {rank, 2, 4});
        const std::size_t axis = another_axis(draw.random, view);
        return slice_somewhere(draw.random, std::move(view), axis);
      },
      3);
  add_family(
      families, Op::kSlice, "level-1-groups", "§12.6.4",
      [](Draw& draw) {
        GeneralView view = proper_view(draw.random, grade_with_l1_groups(draw.random), {0, 6, 4});
        const auto axis = static_cast<std::size_t>(draw.random.below(view.request.shape.size()));
        return slice_somewhere(draw.random, std::move(view), axis);
      },
      4);
  add_family(families, Op::kSlice, "splits-a-group", "§12.6.3", [](Draw& draw) {
    Grade grade = random_view_grade(draw.random);
    grade.k0 += grade.k0 == 1 ? 1 : 0;
    GeneralView view = proper_view(draw.random, grade, {0, 4, 3});
    const std::size_t axis = group_axis_of(view);
    const std::int64_t extent = view.request.shape[axis];
    const std::int64_t begin = draw.random.between(0, extent);
    const std::int64_t end = draw.random.chance(1, 4) ? begin : draw.random.between(begin, extent);
    return slice_of(std::move(view), axis, begin, end);
  });
  add_family(families, Op::kSlice, "out-of-range", "§12.6.2", [](Draw& draw) {
    GeneralView view = proper_view(draw.random, random_view_grade(draw.random));
    static constexpr std::array<std::int64_t, 8> kBounds = {
        -1, 0, 1, std::int64_t{1} << 32, -(std::int64_t{1} << 62), INT64_MIN, INT64_MAX, 3};
    const auto axis = static_cast<std::size_t>(
        draw.random.chance(1, 3)
            ? draw.random.between(0, 255)
            : static_cast<std::int64_t>(draw.random.below(view.request.shape.size())));
    const std::int64_t begin = draw.random.pick(kBounds);
    const std::int64_t end = draw.random.pick(kBounds);
    return slice_of(std::move(view), axis, begin, end);
  });
  add_family(
      families, Op::kSlice, "sparse-any-indices", "§11.2.3",
      [](Draw& draw) {
        Grade grade = grade_without_l1_groups(draw.random);
        grade.zero_point.reset();
        grade.sparsity = random_view_sparsity(draw.random);
        GeneralView view = draw.random.chance(1, 2)
                               ? random_view(draw.random, grade, Codes::kAnyBits)
                               : proper_view(draw.random, grade);
        const auto axis = static_cast<std::size_t>(draw.random.below(view.request.shape.size()));
        return slice_somewhere(draw.random, std::move(view), axis);
      },
      2);
  add_family(
      families, Op::kSlice, "stored-form", "§12.5.1",
      [](Draw& draw) {
        GeneralView view = stored_view(draw, Codes::kAnyBits);
        const auto axis = static_cast<std::size_t>(draw.random.below(view.request.shape.size()));
        return slice_somewhere(draw.random, std::move(view), axis);
      },
      4);
  add_family(
      families, Op::kSlice, "spoilt", "§11.2.3",
      [](Draw& draw) {
        GeneralView view = spoilt_view(draw, random_view_grade(draw.random));
        const auto axis = static_cast<std::size_t>(draw.random.below(3));
        return slice_of(std::move(view), axis, 0, draw.random.between(0, 4));
      },
      3);
}

// ---- TRANSPOSE and REQUANTIZE -----------------------------------------------------------------

namespace {

Draft turned(GeneralView view, std::vector<std::uint8_t> perm, std::size_t group_axis) {
  const protocol::TransposeRequest request{std::move(view.request), std::move(perm),
                                           static_cast<std::uint8_t>(group_axis)};
  return {request.encode(), std::nullopt};
}

// The group axis stays the one it is.
Draft turned_somehow(Random& random, GeneralView view) {
  std::vector<std::uint8_t> perm = random_permutation(random, view.request.shape.size());
  const auto own = static_cast<std::uint8_t>(group_axis_of(view));
  const auto axis = static_cast<std::size_t>(std::ranges::find(perm, own) - perm.begin());
  return turned(std::move(view), std::move(perm), axis);
}

// No permutation of the view's axes, or almost none.
Draft turned_wrongly(Random& random, GeneralView view) {
  std::vector<std::uint8_t> perm = random_permutation(random, view.request.shape.size());
  if (!perm.empty()) {
    perm[static_cast<std::size_t>(random.below(perm.size()))] =
        static_cast<std::uint8_t>(random.chance(1, 2) ? random.below(perm.size()) : 255);
  }
  return turned(std::move(view), std::move(perm), static_cast<std::size_t>(random.below(4)));
}

ShapeWish some_ranks(Random& random) {
  return {static_cast<std::size_t>(random.between(2, 5)), 3, 3};
}

Grade registered(Draw& draw) { return registered_grade(draw.in_turn(kAllGrades)); }

}  // namespace

void add_transpose_families(std::vector<Family>& families) {
  // The group axis goes to another place among the others, which keep their order.
  add_family(
      families, Op::kTranspose, "relabelling", "§12.7.5",
      [](Draw& draw) {
        const Grade grade = random_view_grade(draw.random);
        const ShapeWish wish = some_ranks(draw.random);
        GeneralView view = proper_view(draw.random, grade, wish);
        const std::size_t own = group_axis_of(view);
        std::vector<std::uint8_t> perm;
        for (std::size_t axis = 0; axis < view.request.shape.size(); ++axis) {
          if (axis != own) perm.push_back(static_cast<std::uint8_t>(axis));
        }
        const auto place = static_cast<std::size_t>(draw.random.below(perm.size() + 1));
        perm.insert(perm.begin() + static_cast<std::ptrdiff_t>(place),
                    static_cast<std::uint8_t>(own));
        return turned(std::move(view), std::move(perm), place);
      },
      2);
  add_family(
      families, Op::kTranspose, "lines-move", "§12.7.6",
      [](Draw& draw) {
        const Grade grade = grade_without_l1_groups(draw.random);
        const ShapeWish wish = some_ranks(draw.random);
        return turned_somehow(draw.random, proper_view(draw.random, grade, wish));
      },
      4);
  add_family(
      families, Op::kTranspose, "level-1-groups", "§12.7.4",
      [](Draw& draw) {
        const Grade grade = grade_with_l1_groups(draw.random);
        const ShapeWish wish = some_ranks(draw.random);
        return turned_somehow(draw.random, proper_view(draw.random, grade, wish));
      },
      4);
  add_family(families, Op::kTranspose, "no-permutation", "§12.7.2", [](Draw& draw) {
    return turned_wrongly(draw.random, proper_view(draw.random, random_view_grade(draw.random)));
  });
  add_family(families, Op::kTranspose, "group-axis-moved", "§12.7.3", [](Draw& draw) {
    const Grade grade = random_view_grade(draw.random);
    const ShapeWish wish = some_ranks(draw.random);
    GeneralView view = proper_view(draw.random, grade, wish);
    std::vector<std::uint8_t> perm = random_permutation(draw.random, view.request.shape.size());
    const auto axis = static_cast<std::size_t>(
        draw.random.chance(1, 4) ? 255 : draw.random.below(view.request.shape.size() + 1));
    return turned(std::move(view), std::move(perm), axis);
  });
  add_family(families, Op::kTranspose, "sparse-any-indices", "§11.2.3", [](Draw& draw) {
    Grade grade = grade_without_l1_groups(draw.random);
    grade.zero_point.reset();
    grade.sparsity = random_view_sparsity(draw.random);
    const ShapeWish wish = some_ranks(draw.random);
    return turned_somehow(draw.random, random_view(draw.random, grade, Codes::kAnyBits, wish));
  });
  add_family(
      families, Op::kTranspose, "stored-form", "§12.5.1",
      [](Draw& draw) { return turned_somehow(draw.random, stored_view(draw, Codes::kAnyBits)); },
      4);
  add_family(
      families, Op::kTranspose, "spoilt", "§11.2.3",
      [](Draw& draw) {
        GeneralView view = spoilt_view(draw, random_view_grade(draw.random));
        std::vector<std::uint8_t> perm = random_permutation(draw.random, view.request.shape.size());
        return turned(std::move(view), std::move(perm),
                      static_cast<std::size_t>(draw.random.below(4)));
      },
      3);
}

void add_requantize_families(std::vector<Family>& families) {
  // Extents that are multiples of the block now and then, so that any axis may carry groups.
  add_family(
      families, Op::kRequantize, "registered", "§12.8.1",
      [](Draw& draw) {
        const Grade grade = registered(draw);
        const auto rank = static_cast<std::size_t>(draw.random.between(1, 3));
        protocol::Shape shape(rank);
        for (std::int64_t& extent : shape) {
          extent = draw.random.chance(1, 2) ? 32 : draw.random.between(1, 3);
        }
        const auto axis = static_cast<std::size_t>(draw.random.below(rank));
        shape[axis] = grade.zero_point ? 256 : 32;
        const Codes codes = draw.random.chance(2, 3) ? Codes::kOrdinary : Codes::kAnyBits;
        GeneralView view = view_of_shape(draw.random, grade, codes, std::move(shape),
                                         static_cast<std::int16_t>(axis));
        if (draw.random.chance(1, 2)) make_metadata_proper(draw.random, view);
        std::vector<std::uint8_t> perm = random_permutation(draw.random, rank);
        return turned(std::move(view), std::move(perm),
                      static_cast<std::size_t>(draw.random.below(rank)));
      },
      10);
  add_family(families, Op::kRequantize, "axis-that-is-not-divided", "§12.8.2", [](Draw& draw) {
    const Grade grade = registered(draw);
    GeneralView view = random_view(draw.random, grade, Codes::kOrdinary, {2, 2, 40});
    std::vector<std::uint8_t> perm = random_permutation(draw.random, 2);
    return turned(std::move(view), std::move(perm), static_cast<std::size_t>(draw.turn % 3));
  });
  add_family(families, Op::kRequantize, "no-permutation", "§12.8.2", [](Draw& draw) {
    return turned_wrongly(draw.random,
                          random_view(draw.random, registered(draw), Codes::kOrdinary));
  });
  add_family(families, Op::kRequantize, "not-registered", "§11.2.3", [](Draw& draw) {
    return turned_somehow(draw.random, proper_view(draw.random, random_view_grade(draw.random)));
  });
  add_family(
      families, Op::kRequantize, "stored-form", "§12.5.1",
      [](Draw& draw) { return turned_somehow(draw.random, stored_view(draw, Codes::kOrdinary)); },
      2);
  add_family(
      families, Op::kRequantize, "spoilt", "§11.2.3",
      [](Draw& draw) {
        GeneralView view = spoilt_view(draw, registered(draw));
        std::vector<std::uint8_t> perm = random_permutation(draw.random, view.request.shape.size());
        return turned(std::move(view), std::move(perm),
                      static_cast<std::size_t>(draw.random.below(4)));
      },
      2);
}

// ---- RELAYOUT ---------------------------------------------------------------------------------

namespace {

Draft laid_out(GeneralView view, std::uint64_t role, Placement placement) {
  const protocol::RelayoutRequest request{std::move(view.request), static_cast<std::uint8_t>(role),
                                          placement};
  return {request.encode(), std::nullopt};
}

// What a view of the grade can be brought to more often than not.
Placement likely_placement(Random& random) {
  static constexpr std::array<Placement, 6> kLikely = {
      reference::kRowMajor,      reference::kLinearMeta, reference::kColMajor,
      reference::kSwizzle128x4B, reference::kBlockAos,   reference::kPackK4_12B};
  return random.pick(kLikely);
}

}  // namespace

void add_relayout_families(std::vector<Family>& families) {
  add_family(
      families, Op::kRelayout, "column-major", "§12.2.1",
      [](Draw& draw) {
        const Grade grade = random_view_grade(draw.random);
        return laid_out(proper_view(draw.random, grade, {2, 4, 6}), 0, reference::kColMajor);
      },
      3);
  add_family(
      families, Op::kRelayout, "swizzle", "§12.2.2",
      [](Draw& draw) {
        Grade grade = random_view_grade(draw.random);
        if (draw.random.chance(3, 4)) {
          while (grade.s0.width() > 8) grade.s0 = random_format(draw.random);
        }
        const bool many = draw.random.chance(1, 3);
        const ShapeWish wish{0, many ? 2 : 9, many ? 140 : 4};
        return laid_out(proper_view(draw.random, grade, wish), 1, reference::kSwizzle128x4B);
      },
      3);
  add_family(
      families, Op::kRelayout, "into-blocks", "§12.3",
      [](Draw& draw) {
        Grade grade = one_level(reference::kS8, reference::kBinary16, 32);
        Placement placement = reference::kBlockAos;
        if (draw.turn % 3 == 1) {
          grade = registered_grade(GradeName::kMxfp4);
        } else if (draw.turn % 3 == 2) {
          grade = registered_grade(GradeName::kQ4ks);
          placement = reference::kPackK4_12B;
        }
        return laid_out(proper_view(draw.random, grade), 0, placement);
      },
      3);
  add_family(
      families, Op::kRelayout, "out-of-a-stored-form", "§12.1.2",
      [](Draw& draw) {
        GeneralView view = stored_view(draw, Codes::kAnyBits);
        const std::uint64_t role = draw.turn % 5 == 1 ? 1 : 0;
        return laid_out(std::move(view), role, reference::kRowMajor);
      },
      5);
  add_family(
      families, Op::kRelayout, "between-stored-forms", "§12.9.2",
      [](Draw& draw) {
        GeneralView view = stored_view(draw, Codes::kAnyBits);
        const std::uint64_t role = draw.random.below(3);
        return laid_out(std::move(view), role, likely_placement(draw.random));
      },
      4);
  add_family(families, Op::kRelayout, "any-word", "§12.9.2", [](Draw& draw) {
    GeneralView view = proper_view(draw.random, random_view_grade(draw.random));
    const std::uint64_t role = draw.random.below(3);
    Placement placement = 0;
    switch (draw.random.below(4)) {
      case 0:
        placement = known_placement(draw.random);
        break;
      case 1:
        placement = unknown_well_known(draw.random);
        break;
      case 2:
        placement = reserved_class(draw.random);
        break;
      default:
        break;
    }
    return laid_out(std::move(view), role, placement);
  });
  add_family(families, Op::kRelayout, "plane-order-words", "§12.9.3", [](Draw& draw) {
    GeneralView view = proper_view(draw.random, random_view_grade(draw.random));
    const std::uint64_t role = draw.turn % 3;
    return laid_out(std::move(view), role,
                    draw.random.chance(1, 2) ? reference::kRowMajor : reference::kLinearMeta);
  });
  add_family(families, Op::kRelayout, "same-word", "§12.9.3", [](Draw& draw) {
    GeneralView view = stored_view(draw, Codes::kAnyBits);
    const std::uint64_t role = draw.random.below(2);
    const reference::Descriptor descriptor = view.descriptor();
    return laid_out(std::move(view), role,
                    role == 0 ? descriptor.placement_data : descriptor.placement_scale);
  });
  add_family(
      families, Op::kRelayout, "spoilt", "§11.2.3",
      [](Draw& draw) {
        GeneralView view = spoilt_view(draw, random_view_grade(draw.random));
        const std::uint64_t role = draw.random.below(3);
        return laid_out(std::move(view), role, likely_placement(draw.random));
      },
      3);
}

}  // namespace grit::vectors::view
