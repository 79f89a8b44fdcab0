// Families of CHECK's step 4 (spec §5.4, §6): shapes and plane lengths.

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "harness/vectors/arrays.h"
#include "harness/vectors/check_parts.h"
#include "harness/vectors/family.h"
#include "harness/vectors/shape_draws.h"

namespace grit::vectors::check {
namespace {

// A family about shapes. Makers give the array; the answer is the same for all of them.
using ArrayMaker = Array (*)(Draw&, GradeName);

Family shape_family(std::string name, std::string clause, Grades grades, CheckReply expected,
                    ArrayMaker make, unsigned weight = 1) {
  return {Op::kCheck, std::move(name), std::move(clause),
          [grades = std::move(grades), expected, make](Draw& draw) {
            const Array array = make(draw, draw.in_turn(grades));
            return ask(draw, array, expected);
          },
          weight};
}

// Products of hostile extents in every order, each shape in turn. Where the array has sizes, the
// axis is one whose extent every grade divides.
Family order_family(std::string name, std::string clause, std::vector<protocol::Shape> shapes,
                    CheckReply expected) {
  return {Op::kCheck, "shape-" + std::move(name), std::move(clause),
          [shapes = std::move(shapes), expected](Draw& draw) {
            const GradeName grade = draw.random.pick(kAllGrades);
            const protocol::Shape& shape = draw.in_turn(shapes);
            std::vector<std::size_t> axes;
            for (std::size_t axis = 0; axis < shape.size(); ++axis) {
              if (expected.status != kOk || shape[axis] % 256 == 0) axes.push_back(axis);
            }
            return ask(draw, make_array(grade, shape, draw.random.pick(axes)), expected);
          },
          2};
}

void add_order_families(std::vector<Family>& families) {
  constexpr std::int64_t k31 = std::int64_t{1} << 31;
  constexpr std::int64_t k62 = std::int64_t{1} << 62;
  const CheckReply ok{kOk, kNone};
  const CheckReply no_answer{kSizeMismatch, kNone};
  static constexpr std::array<std::int64_t, 5> kPositive = {1, 3, 256, k31, k62};
  static constexpr std::array<std::int64_t, 5> kWithZero = {0, 1, 32, k31, k62};
  static constexpr std::array<std::int64_t, 6> kWithNegative = {-1, 0, 32, k31, k62, kMinInt64};
  // 2^59 elements have products of less than 2^63 throughout; above, an intermediate may wrap.
  const auto fits = [](bool wide) {
    auto shapes = shapes_in_every_order(kPositive, 4, Product::kFits);
    std::erase_if(shapes, [wide](const protocol::Shape& shape) {
      const bool divisible = std::ranges::any_of(shape, [](auto extent) { return extent >= 256; });
      return !divisible || wide != (element_count(shape) >= std::uint64_t{1} << 59);
    });
    return shapes;
  };
  families.push_back(order_family("order-fits", "§6.1.1", fits(false), ok));
  families.push_back(order_family("wide-product-order", "§6.1.10", fits(true), ok));
  families.push_back(order_family("order-zero", "§6.1.1",
                                  shapes_in_every_order(kWithZero, 4, Product::kZero), ok));
  families.push_back(order_family("order-negative", "§6.2.1",
                                  shapes_in_every_order(kWithNegative, 3, Product::kNegative),
                                  no_answer));
  families.push_back(order_family("order-too-large", "§6.2.2",
                                  shapes_in_every_order(kPositive, 4, Product::kTooLarge),
                                  no_answer));
}

// A power of two of groups for the axis, so that every grade divides it.
std::int64_t huge_extent(Random& random) { return std::int64_t{1} << random.between(33, 62); }

// Plane lengths. A grade has the planes for which plane_lengths is not zero.
Grades grades_with(std::size_t plane) {
  Grades grades;
  for (const GradeName grade : kAllGrades) {
    if (plane_lengths(grade, 256)[plane] != 0) grades.push_back(grade);
  }
  return grades;
}

}  // namespace

void add_shape_families(std::vector<Family>& families) {
  const CheckReply ok{kOk, kNone};
  const CheckReply no_answer{kSizeMismatch, kNone};
  const auto add = [&](std::string name, std::string clause, Grades grades, CheckReply expected,
                       ArrayMaker make, unsigned weight = 1) {
    families.push_back(shape_family("shape-" + std::move(name), std::move(clause),
                                    std::move(grades), expected, make, weight));
  };
  add(
      "right", "§6.1", all_grades(), ok,
      [](Draw& draw, GradeName grade) { return random_array(draw.random, grade); }, 4);
  add("axis-outside", "§6.2.3", all_grades(), no_answer, [](Draw& draw, GradeName grade) {
    Array array = random_array(draw.random, grade);
    const auto rank = static_cast<std::int64_t>(array.shape.size());
    const std::array<std::int64_t, 7> axes = {-1, -rank, rank, rank + 1, 32767, -32768, 256};
    array.descriptor.group_axis = static_cast<std::int16_t>(draw.random.pick(axes));
    return array;
  });
  add("rank-zero", "§6.2.3", all_grades(), no_answer, [](Draw& draw, GradeName grade) {
    Array array = random_array(draw.random, grade);
    array.shape.clear();
    // One element would be the product of no extents: lengths that an answer might have.
    if (draw.random.chance(1, 2)) array.plane_bytes = {1, 1, 0, 0};
    array.descriptor.group_axis = static_cast<std::int16_t>(draw.random.between(-1, 1));
    return array;
  });
  add("every-rank", "§6.1.1", all_grades(), ok, [](Draw& draw, GradeName grade) {
    const auto rank = static_cast<std::size_t>(1 + draw.turn % 255);
    protocol::Shape shape(rank, 1);
    const auto axis = static_cast<std::size_t>(draw.random.below(rank));
    shape[axis] = block(grade) * draw.random.between(1, 4);
    return make_array(grade, std::move(shape), axis);
  });
  add("negative-extent", "§6.2.1", all_grades(), no_answer, [](Draw& draw, GradeName grade) {
    Array array = random_array(draw.random, grade);
    const auto axis = static_cast<std::size_t>(draw.random.below(array.shape.size()));
    const std::array<std::int64_t, 5> extents = {-1, -array.shape[axis], -32, kMinInt64,
                                                 kMinInt64 + 1};
    array.shape[axis] = draw.random.pick(extents);
    return array;
  });
  add("two-negative-extents", "§6.2.1", all_grades(), no_answer, [](Draw& draw, GradeName grade) {
    // The product is positive and the lengths are those of the magnitudes.
    const std::int64_t extent = block(grade) * draw.random.between(1, 3);
    Array array = make_array(grade, {extent, 2, 3}, 0);
    array.shape = {-extent, -2, 3};
    return array;
  });
  add("negative-beside-zero", "§6.2.1", all_grades(), no_answer, [](Draw& draw, GradeName grade) {
    Array array = make_array(grade, {block(grade), 0, 1}, 0);
    array.shape[2] = draw.random.chance(1, 2) ? -1 : kMinInt64;
    if (draw.random.chance(1, 2)) std::swap(array.shape[1], array.shape[2]);
    return array;
  });
  add("zero-extent", "§6.1.1", all_grades(), ok, [](Draw& draw, GradeName grade) {
    protocol::Shape shape = random_array(draw.random, grade).shape;
    const auto axis = static_cast<std::size_t>(draw.random.below(shape.size()));
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (i == axis) shape[i] = block(grade) * draw.random.between(0, 2);
    }
    shape[static_cast<std::size_t>(draw.random.below(shape.size()))] = 0;
    return make_array(grade, std::move(shape), axis);
  });
  add("zero-scale-of-empty", "§6.1.11", {GradeName::kNvf4, GradeName::kNvf4Rtz}, {kSizeMismatch, 2},
      [](Draw& draw, GradeName grade) {
        Array array = make_array(grade, {block(grade) * draw.random.between(0, 3), 0}, 0);
        array.plane_bytes[2] = 0;  // an empty array still has its one outer scale
        return array;
      });
  // A product taken from the left passes 2^63 before it meets the zero.
  add("zero-after-huge", "§6.1.1", all_grades(), ok, [](Draw& draw, GradeName grade) {
    const std::int64_t first = huge_extent(draw.random);
    const std::int64_t second = std::int64_t{1} << draw.random.between(33, 62);
    protocol::Shape shape = {first, second, 0};
    const auto axis = static_cast<std::size_t>(draw.random.below(shape.size()));
    return make_array(grade, std::move(shape), axis);
  });
  add("zero-before-huge", "§6.1.1", all_grades(), ok, [](Draw& draw, GradeName grade) {
    const std::int64_t first = huge_extent(draw.random);
    const std::int64_t second = huge_extent(draw.random);
    protocol::Shape shape = {0, first, second};
    const auto axis = static_cast<std::size_t>(draw.random.below(shape.size()));
    return make_array(grade, std::move(shape), axis);
  });
  add("k0-remainder", "§6.2.4", all_grades(), no_answer, [](Draw& draw, GradeName grade) {
    // The other extent makes the count divisible, so only the axis decides.
    const std::int64_t unit = axis_unit(grade);
    const std::int64_t part = std::int64_t{1} << draw.random.between(0, 3);
    Array array = make_array(grade, {part, block(grade) * unit}, 1);
    array.descriptor.group_axis = 0;
    return array;
  });
  add("k1-remainder", "§6.2.7", {GradeName::kQ4ks}, no_answer, [](Draw& draw, GradeName grade) {
    std::int64_t groups = draw.random.between(1, 63);
    if (groups % 8 == 0) ++groups;
    Array array = make_array(grade, {32 * groups}, 0);
    if (draw.random.chance(1, 2)) array.plane_bytes[2] = (groups + 7) / 8 * 4;
    return array;
  });
  // N is 2^63 or more, but each plane's length still fits 63 bits.
  add("too-many-elements", "§6.2.2", all_grades(), no_answer, [](Draw& draw, GradeName grade) {
    const std::int64_t first = std::int64_t{1} << 32;
    const std::int64_t second = (std::int64_t{1} << 31) + 8 * draw.random.between(0, 1 << 20);
    const bool swapped = draw.random.chance(1, 2);
    protocol::Shape shape = {swapped ? second : first, swapped ? first : second};
    return make_array(grade, std::move(shape), swapped ? 1 : 0);
  });
  // N is 2^64 times something: the product modulo 2^64 is small, and so are the lengths given.
  add("wrapped-element-count", "§6.2.2", all_grades(), no_answer, [](Draw& draw, GradeName grade) {
    const std::int64_t first = std::int64_t{1} << draw.random.between(32, 62);
    const std::int64_t second = std::int64_t{1} << draw.random.between(33, 62);
    Array array = make_array(grade, {first, second}, 0);
    for (std::int64_t& length : array.plane_bytes) length = 0;
    if (layout(grade) == Layout::kNvf4) array.plane_bytes[2] = 4;
    return array;
  });
  // N · width passes 2^63 while N does not: exact arithmetic gives an answer, and it is given here.
  add("wide-product-exact", "§6.1.10", all_grades(), ok, [](Draw& draw, GradeName grade) {
    const std::int64_t extent =
        (std::int64_t{1} << 62) + block(grade) * draw.random.between(0, 1 << 20);
    return make_array(grade, {extent}, 0);
  });
  // The same arrays with the lengths that a product modulo 2^64 would give.
  add("wide-product-wrapped", "§6.1.10", all_grades(), {kSizeMismatch, kData},
      [](Draw& draw, GradeName grade) {
        const std::int64_t above = block(grade) * draw.random.between(0, 1 << 20);
        Array array = make_array(grade, {(std::int64_t{1} << 62) + above}, 0);
        // Every data plane has half a byte an element: 4 · 2^62 bits are 0 modulo 2^64. I8S24
        // multiplies by sp_n first, 2 · 2^62 of which is the sign bit of a signed product.
        array.plane_bytes[0] = above / 2;
        return array;
      });
  add("largest-count", "§6.2.2", all_grades(), ok, [](Draw& draw, GradeName grade) {
    // The largest multiples of the block below 2^63.
    const std::int64_t extent =
        kMaxInt64 / block(grade) * block(grade) - block(grade) * draw.random.between(0, 1 << 20);
    return make_array(grade, {extent}, 0);
  });
  // Lengths of the count, or of the lengths, modulo 2^32.
  add("wrapped-32-bit", "§6.1.10", all_grades(), {kSizeMismatch, kData},
      [](Draw& draw, GradeName grade) {
        constexpr std::int64_t kWrap = std::int64_t{1} << 32;
        const std::int64_t small = block(grade) * draw.random.between(0, 1 << 10);
        Array array = make_array(grade, {kWrap * draw.random.between(1, 1 << 20) + small}, 0);
        if (draw.random.chance(1, 2)) {
          array.plane_bytes = make_array(grade, {small}, 0).plane_bytes;
        } else {
          // Half a byte an element: an odd multiple of 2^31 would stay above the 32 bits.
          array.shape[0] += kWrap * (array.shape[0] / kWrap % 2);
          array = make_array(grade, std::move(array.shape), 0);
          for (std::int64_t& length : array.plane_bytes) length %= kWrap;
        }
        return array;
      });
  add_order_families(families);
  families.push_back({Op::kCheck, "shape-hostile", "§6.1.10", [](Draw& draw) {
                        // Anything: the reference says what it means.
                        Array array = random_array(draw.random, draw.in_turn(kAllGrades));
                        array.shape = hostile_shape(draw.random);
                        const auto rank = static_cast<std::int64_t>(array.shape.size());
                        array.descriptor.group_axis =
                            static_cast<std::int16_t>(draw.random.between(-1, rank));
                        for (std::int64_t& length : array.plane_bytes) {
                          if (draw.random.chance(1, 2)) length = draw.random.pick(kHostileExtents);
                        }
                        return ask(draw, array, std::nullopt);
                      }});
  families.back().weight = 3;
}

void add_length_families(std::vector<Family>& families) {
  static constexpr std::array<const char*, 4> kPlaneNames = {"data", "scale0", "scale1", "aux"};
  for (std::uint8_t plane = 0; plane < kPlaneNames.size(); ++plane) {
    const CheckReply wrong{kSizeMismatch, plane};
    const std::string name = std::string("length-") + kPlaneNames[plane];
    const auto add = [&](const std::string& what, auto change_length) {
      families.push_back({Op::kCheck, name + '-' + what, "§5.4.2",
                          [plane, wrong, grades = grades_with(plane), change_length](Draw& draw) {
                            Array array = random_array(draw.random, draw.in_turn(grades));
                            std::int64_t& length = array.plane_bytes[plane];
                            length = change_length(draw.random, length);
                            return ask(draw, array, wrong);
                          }});
    };
    add("off", [](Random& random, std::int64_t right) {
      const std::array<std::int64_t, 8> lengths = {right - 1, right + 1, right + 8, 0,
                                                   2 * right, right / 2, 8 * right, kMaxInt64};
      return random.pick(lengths);
    });
    add("negative", [](Random& random, std::int64_t right) {
      const std::array<std::int64_t, 3> lengths = {-right, -1, kMinInt64};
      return random.pick(lengths);
    });
    // Right in the low bits: a narrower type would not see the difference.
    add("truncated", [](Random& random, std::int64_t right) {
      static constexpr std::array<int, 4> kWidths = {16, 31, 32, 62};
      return right + (std::int64_t{1} << random.pick(kWidths));
    });
  }
  families.push_back(
      {Op::kCheck, "length-where-absent", "§5.4.2", [](Draw& draw) {
         static constexpr std::array<std::pair<GradeName, std::uint8_t>, 7> kAbsent = {
             {{GradeName::kMxfp4, 2},
              {GradeName::kMxfp4, 3},
              {GradeName::kMxfp4Rne, 2},
              {GradeName::kMxfp4Rne, 3},
              {GradeName::kNvf4, 3},
              {GradeName::kNvf4Rtz, 3},
              {GradeName::kI8s24, 2}}};
         const auto& [grade, plane] = draw.in_turn(kAbsent);
         Array array = random_array(draw.random, grade);
         const std::array<std::int64_t, 4> lengths = {1, 4, -1, array.plane_bytes[0]};
         array.plane_bytes[plane] = draw.random.pick(lengths);
         return ask(draw, array, CheckReply{kSizeMismatch, plane});
       }});
  families.push_back({Op::kCheck, "length-first-wrong-named", "§5.4.2", [](Draw& draw) {
                        Array array = random_array(draw.random, draw.in_turn(kAllGrades));
                        const auto first = static_cast<std::uint8_t>(draw.random.below(3));
                        array.plane_bytes[first] += draw.random.between(1, 9);
                        for (std::size_t later = first + 1u; later < 4; ++later) {
                          array.plane_bytes[later] -= draw.random.between(1, 9);
                        }
                        return ask(draw, array, CheckReply{kSizeMismatch, first});
                      }});
  families.push_back({Op::kCheck, "length-planes-swapped", "§5.4.2", [](Draw& draw) {
                        Array array = random_array(draw.random, draw.in_turn(kAllGrades));
                        std::swap(array.plane_bytes[0], array.plane_bytes[1]);
                        return ask(draw, array, CheckReply{kSizeMismatch, kData});
                      }});
  families.push_back({Op::kCheck, "length-packed-scales", "§6.1.6", [](Draw& draw) {
                        // Sub-byte scales packed like elements, which they never are.
                        Array array = random_array(draw.random, GradeName::kQ4ks);
                        const std::int64_t packed = (array.plane_bytes[1] * 6 + 7) / 8;
                        const std::uint8_t plane = draw.random.chance(1, 2) ? 1 : 3;
                        array.plane_bytes[plane] = packed;
                        return ask(draw, array, CheckReply{kSizeMismatch, plane});
                      }});
}

}  // namespace grit::vectors::check
