// Families of CHECK_GRADE and DECODE_VIEW (spec §11): any grade that has a descriptor.

#include <array>
#include <string>
#include <utility>

#include "harness/reference/registry.h"
#include "harness/vectors/arrays.h"
#include "harness/vectors/binary32_draws.h"
#include "harness/vectors/check_parts.h"
#include "harness/vectors/grade_draws.h"
#include "harness/vectors/plane_draws.h"
#include "harness/vectors/shape_draws.h"
#include "harness/vectors/view_parts.h"

namespace grit::vectors {
namespace view {
namespace {

using protocol::CheckGradeRequest;
using protocol::CheckReply;
using protocol::Op;
using reference::Grade;

// ---- CHECK_GRADE ------------------------------------------------------------------------------

Draft ask(const CheckGradeRequest& request, std::optional<CheckReply> expected = std::nullopt) {
  Draft draft{request.encode(), std::nullopt};
  if (expected) draft.expected = answered(*expected);
  return draft;
}

// The question about a view whether it is one, with its own grade as the one more.
CheckGradeRequest question(Random& random, const GeneralView& view) {
  CheckGradeRequest request;
  request.check.level = check::deciding_level(random);
  request.check.desc.assign(view.request.desc.begin(), view.request.desc.end());
  request.check.shape = view.request.shape;
  for (std::size_t p = 0; p < 4; ++p) {
    request.check.plane_bytes[p] = static_cast<std::int64_t>(view.request.planes[p].size());
  }
  request.grade = view.request.canonical;
  return request;
}

CheckReply reply(std::uint8_t status) { return {status, check::kNone}; }

GeneralView any_view(Random& random) {
  return random_view(random, random_view_grade(random), Codes::kAnyBits);
}

// A grade that has a frame but differs from all registered ones.
bool is_registered(const GeneralView& view) {
  return reference::find_by_id(view.descriptor().grade_id) != nullptr;
}

void add_check_family(std::vector<Family>& families, std::string name, std::string clause,
                      std::function<Draft(Draw&)> make, unsigned weight = 1) {
  families.push_back(
      {Op::kCheckGrade, std::move(name), std::move(clause), std::move(make), weight});
}

// A text that names no grade, whatever the descriptor says.
std::string useless_entry(Random& random, const GeneralView& view) {
  const std::string& canonical = view.request.canonical;
  switch (random.below(5)) {
    case 0:
      return random.chance(1, 2) ? canonical + " " : "\n" + canonical;
    case 1:
      return canonical.substr(0, canonical.size() - 1);
    case 2:
      return canonical.substr(0, canonical.size() - 1) + ",er=rne)";
    case 3:
      return "";
    default:
      return "grit1()";
  }
}

}  // namespace

void add_check_grade_families(std::vector<Family>& families) {
  add_check_family(
      families, "own-grade", "§11.1.1",
      [](Draw& draw) { return ask(question(draw.random, any_view(draw.random))); }, 4);
  add_check_family(
      families, "own-grade-with-planes", "§5.5.2",
      [](Draw& draw) {
        GeneralView view = any_view(draw.random);
        if (draw.random.chance(1, 2)) make_metadata_proper(draw.random, view);
        CheckGradeRequest request = question(draw.random, view);
        request.check.planes = view.request.planes;
        request.check.level = static_cast<std::uint8_t>(draw.random.between(1, 3));
        return ask(request);
      },
      2);
  add_check_family(
      families, "sparse-metadata", "§5.5.2",
      [](Draw& draw) {
        Grade grade = one_level(reference::kS8, reference::kBinary16, 1);
        grade.sparsity = random_view_sparsity(draw.random);
        grade.sparsity->order = reference::IndexOrder::kAscLsb;
        GeneralView view = random_view(draw.random, grade, Codes::kAnyBits);
        make_metadata_proper(draw.random, view);
        CheckGradeRequest request = question(draw.random, view);
        auto& aux = view.request.planes[kAuxPlane];
        if (draw.random.chance(1, 2) && !aux.empty()) {
          aux[static_cast<std::size_t>(draw.random.below(aux.size()))] ^=
              static_cast<std::byte>(1u << draw.random.below(8));
        }
        request.check.planes = view.request.planes;
        request.check.level = 2;
        return ask(request);
      },
      2);
  add_check_family(families, "no-entry-for-it", "§11.1.2", [](Draw& draw) {
    GeneralView view = any_view(draw.random);
    while (is_registered(view)) view = any_view(draw.random);
    CheckGradeRequest request = question(draw.random, view);
    request.grade = useless_entry(draw.random, view);
    return ask(request, reply(check::kGradeUnknown));
  });
  add_check_family(families, "another-grades-entry", "§5.2.1", [](Draw& draw) {
    GeneralView view = any_view(draw.random);
    while (is_registered(view)) view = any_view(draw.random);
    CheckGradeRequest request = question(draw.random, view);
    request.grade = any_view(draw.random).request.canonical;
    if (request.grade == view.request.canonical) return ask(request);
    return ask(request, reply(check::kGradeUnknown));
  });
  add_check_family(families, "no-descriptor", "§11.1.2", [](Draw& draw) {
    GeneralView view = any_view(draw.random);
    reference::Descriptor descriptor = view.descriptor();
    Grade grade = view.grade;
    grade.k0 += 65536;  // the descriptor holds the low half
    descriptor.grade_id = reference::grade_id(grade);
    view.set_descriptor(descriptor);
    CheckGradeRequest request = question(draw.random, view);
    request.grade = reference::canonical(grade);
    return ask(request, reply(check::kGradeUnknown));
  });
  add_check_family(families, "useless-entry-beside-the-registry", "§11.1.2", [](Draw& draw) {
    const GradeName name = draw.random.pick(kAllGrades);
    CheckGradeRequest request;
    request.check = check_request(random_array(draw.random, name));
    request.grade = useless_entry(draw.random, any_view(draw.random));
    return ask(request, reply(check::kOk));
  });
  add_check_family(
      families, "frame-differs", "§5.2.2",
      [](Draw& draw) {
        GeneralView view = any_view(draw.random);
        spoil(draw.random, view, Fault::kOtherFrame);
        return ask(question(draw.random, view));
      },
      2);
  add_check_family(
      families, "spoilt", "§5",
      [](Draw& draw) {
        return ask(question(draw.random, spoilt_view(draw, random_view_grade(draw.random))));
      },
      4);
  add_check_family(families, "stored-form", "§12.4.1", [](Draw& draw) {
    return ask(question(draw.random, stored_view(draw, Codes::kAnyBits)));
  });
  add_check_family(
      families, "lengths", "§6.1",
      [](Draw& draw) {
        CheckGradeRequest request = question(draw.random, any_view(draw.random));
        std::int64_t& length = request.check.plane_bytes[static_cast<std::size_t>(draw.turn % 4)];
        static constexpr std::array<std::int64_t, 4> kSteps = {1, -1, 7, -8};
        length += draw.random.pick(kSteps);
        return ask(request);
      },
      2);
  add_check_family(
      families, "hostile-shape", "§6.2",
      [](Draw& draw) {
        const Grade grade = random_view_grade(draw.random);
        protocol::Shape shape = hostile_shape(draw.random);
        const auto axis = static_cast<std::int16_t>(draw.random.below(4));
        return ask(question(draw.random, view_of_shape(draw.random, grade, Codes::kAnyBits,
                                                       std::move(shape), axis)));
      },
      2);
}

// ---- DECODE_VIEW ------------------------------------------------------------------------------

namespace {

Draft ask(const GeneralView& view, std::optional<protocol::Reply> expected = std::nullopt) {
  return {view.request.encode(), std::move(expected)};
}

void add_family(std::vector<Family>& families, std::string name, std::string clause,
                std::function<Draft(Draw&)> make, unsigned weight = 1) {
  families.push_back(
      {Op::kDecodeView, std::move(name), std::move(clause), std::move(make), weight});
}

Codes some_codes(Random& random) {
  return random.chance(2, 3) ? Codes::kOrdinary : Codes::kAnyBits;
}

// Containers and bit orders in turn; their four combinations.
void set_bits(Grade& grade, std::uint64_t turn) {
  if (turn % 2 != 0) grade.po = reference::BitOrder::kMsb;
  if (turn / 2 % 2 != 0) grade.ct = reference::Container::kPad8;
}

Grade with_zero_point(Random& random, Grade grade, reference::ZeroPointScale scale) {
  reference::ZeroPoint zero_point;
  zero_point.zp = random_format(random);
  zero_point.zps = scale;
  if (random.chance(1, 2)) zero_point.zpc = reference::ZeroPointCode::kMinus1;
  grade.zero_point = zero_point;
  return grade;
}

Grade any_two_levels(Random& random) {
  const auto elem = random_format(random);
  const auto scale0 = random_format(random);
  const auto scale1 = random_format(random);
  const std::uint64_t k0 = random.pick(std::array<std::uint64_t, 4>{1, 2, 4, 8});
  const std::uint64_t k1 = random.below(5);
  return two_levels(elem, scale0, scale1, k0, k1);
}

void add_value_families(std::vector<Family>& families) {
  add_family(
      families, "formats", "§11.5.1",
      [](Draw& draw) {
        const auto& formats = all_formats();
        const std::size_t pair =
            static_cast<std::size_t>(draw.turn % (formats.size() * formats.size()));
        Grade grade = one_level(formats[pair / formats.size()], formats[pair % formats.size()], 4);
        set_bits(grade, draw.turn / (formats.size() * formats.size()));
        const Codes codes = some_codes(draw.random);
        return ask(random_view(draw.random, grade, codes));
      },
      8);
  add_family(
      families, "two-levels", "§11.5.3",
      [](Draw& draw) {
        const Grade grade = any_two_levels(draw.random);
        const Codes codes = some_codes(draw.random);
        return ask(random_view(draw.random, grade, codes));
      },
      4);
  // Products that overflow or vanish in one order and not in the other.
  add_family(
      families, "outermost-scale-first", "§11.5.3",
      [](Draw& draw) {
        const auto elem = draw.random.chance(1, 2) ? reference::kE2m1 : reference::kBinary16;
        const std::uint64_t k1 = draw.random.below(3);
        const Grade grade = two_levels(elem, reference::kBinary32, reference::kBinary32, 2, k1);
        GeneralView view = random_view(draw.random, grade, Codes::kOrdinary);
        const bool large = draw.random.chance(1, 2);
        for (const std::size_t plane : {kScale0Plane, kScale1Plane}) {
          auto& bytes = view.request.planes[plane];
          for (std::size_t i = 0; 4 * i + 4 <= bytes.size(); ++i) {
            put32(bytes, i,
                  large ? random_binary32(draw.random, 60, 66)
                        : random_binary32(draw.random, -80, -66));
          }
        }
        return ask(view);
      },
      2);
  add_family(
      families, "zero-point-shared", "§11.5.5",
      [](Draw& draw) {
        Grade grade = draw.random.chance(1, 2)
                          ? any_two_levels(draw.random)
                          : one_level(random_format(draw.random), reference::kBinary16, 4);
        grade = with_zero_point(draw.random, grade, reference::ZeroPointScale::kShared);
        const Codes codes = some_codes(draw.random);
        return ask(random_view(draw.random, grade, codes));
      },
      4);
  add_family(
      families, "zero-point-l1", "§11.5.6",
      [](Draw& draw) {
        const Grade grade = with_zero_point(draw.random, any_two_levels(draw.random),
                                            reference::ZeroPointScale::kL1);
        const Codes codes = some_codes(draw.random);
        return ask(random_view(draw.random, grade, codes));
      },
      4);
  // The grade that shows a fused multiply-add (spec §11.8.6).
  add_family(
      families, "no-fused-multiply-add", "§11.8.6",
      [](Draw& draw) {
        Grade grade = two_levels(reference::kU8, reference::kU8, reference::kBinary16, 1, 1);
        grade.zero_point = reference::ZeroPoint{reference::kU8, reference::ZeroPointCode::kAsIs,
                                                reference::ZeroPointScale::kL1};
        grade.esr = reference::ScaleRule::kAffineMinMax;
        return ask(random_view(draw.random, grade, Codes::kOrdinary, {1, 64, 1}));
      },
      2);
  add_family(
      families, "registered", "§11.3.8",
      [](Draw& draw) {
        const Grade grade = registered_grade(draw.in_turn(kAllGrades));
        const Codes codes = some_codes(draw.random);
        GeneralView view = random_view(draw.random, grade, codes);
        if (draw.random.chance(1, 2)) make_metadata_proper(draw.random, view);
        return ask(view);
      },
      2);
  add_family(
      families, "any", "§11.5",
      [](Draw& draw) {
        const Grade grade = random_view_grade(draw.random);
        const Codes codes = some_codes(draw.random);
        GeneralView view = random_view(draw.random, grade, codes);
        if (draw.random.chance(1, 2)) make_metadata_proper(draw.random, view);
        return ask(view);
      },
      8);
}

void add_sparse_families(std::vector<Family>& families) {
  // Any indices: repetitions, and some that name nothing.
  add_family(
      families, "sparse-any-indices", "§11.6.3",
      [](Draw& draw) {
        Grade grade = random_view_grade(draw.random);
        grade.zero_point.reset();
        grade.sparsity = random_view_sparsity(draw.random);
        const Codes codes = some_codes(draw.random);
        return ask(random_view(draw.random, grade, codes));
      },
      3);
  add_family(
      families, "sparse-proper-indices", "§11.6.1",
      [](Draw& draw) {
        Grade grade = random_view_grade(draw.random);
        grade.zero_point.reset();
        grade.sparsity = random_view_sparsity(draw.random);
        const Codes codes = some_codes(draw.random);
        GeneralView view = random_view(draw.random, grade, codes);
        make_metadata_proper(draw.random, view);
        return ask(view);
      },
      2);
  // Every scale a NaN: what is named is NaN, what is not is +0.
  add_family(families, "sparse-under-nan-scales", "§11.6.2", [](Draw& draw) {
    Grade grade = one_level(random_format(draw.random), reference::kE8m0, 4);
    grade.sparsity = random_view_sparsity(draw.random);
    GeneralView view = random_view(draw.random, grade, Codes::kAnyBits);
    for (std::byte& scale : view.request.planes[kScale0Plane]) {
      if (draw.random.chance(2, 3)) scale = std::byte{0xFF};
    }
    return ask(view);
  });
}

void add_bit_families(std::vector<Family>& families) {
  add_family(
      families, "bits", "§11.4",
      [](Draw& draw) {
        const auto& formats = all_formats();
        Grade grade =
            one_level(formats[static_cast<std::size_t>(draw.turn / 4 % 11)], reference::kU8, 1);
        set_bits(grade, draw.turn);
        if (draw.random.chance(1, 3)) grade.sparsity = random_view_sparsity(draw.random);
        return ask(random_view(draw.random, grade, Codes::kOrdinary, {2, 11, 3}));
      },
      4);
  add_family(families, "sub-byte-level-1-scales", "§11.4.7", [](Draw& draw) {
    static constexpr std::array<reference::FormatWord, 5> kSmall = {
        reference::kU2, reference::kU4, reference::kU6, reference::kS4, reference::kE2m1};
    const auto scale1 = draw.in_turn(kSmall);
    const auto elem = random_format(draw.random);
    Grade grade = two_levels(elem, reference::kBinary16, scale1, 2, draw.random.below(4));
    if (draw.random.chance(1, 2)) {
      grade = with_zero_point(draw.random, grade, reference::ZeroPointScale::kL1);
    }
    return ask(random_view(draw.random, grade, Codes::kOrdinary));
  });
}

void add_order_families(std::vector<Family>& families) {
  add_family(
      families, "ranks", "§11.3.1",
      [](Draw& draw) {
        const Grade grade = random_view_grade(draw.random);
        const std::size_t rank = 1 + static_cast<std::size_t>(draw.turn % 8);
        return ask(random_view(draw.random, grade, Codes::kOrdinary, {rank, 2, 2}));
      },
      2);
  add_family(
      families, "empty", "§11.2.5",
      [](Draw& draw) {
        const Grade grade = random_view_grade(draw.random);
        const auto rank = static_cast<std::size_t>(draw.random.between(1, 5));
        protocol::Shape shape(rank);
        for (std::int64_t& extent : shape) {
          extent = draw.random.chance(1, 2) ? std::int64_t{1} << draw.random.between(30, 62)
                                            : draw.random.between(0, 3);
        }
        const auto axis = static_cast<std::int16_t>(draw.random.below(rank));
        shape[static_cast<std::size_t>(draw.random.below(rank))] = 0;
        return ask(view_of_shape(draw.random, grade, Codes::kAnyBits, std::move(shape), axis));
      },
      2);
  add_family(families, "hostile-shape", "§6.2", [](Draw& draw) {
    const Grade grade = random_view_grade(draw.random);
    protocol::Shape shape = hostile_shape(draw.random);
    const auto axis = static_cast<std::int16_t>(draw.random.below(4));
    return ask(view_of_shape(draw.random, grade, Codes::kAnyBits, std::move(shape), axis));
  });
  add_family(
      families, "stored-form", "§12.1.2",
      [](Draw& draw) {
        const Codes codes = some_codes(draw.random);
        return ask(stored_view(draw, codes));
      },
      6);
  add_family(
      families, "spoilt", "§11.2.3",
      [](Draw& draw) { return ask(spoilt_view(draw, random_view_grade(draw.random))); }, 6);
  // dr, ds and dt decide about decoding, and only their defaults are decoded.
  add_family(families, "unsupported", "§11.2.3", [](Draw& draw) {
    Grade grade = random_view_grade(draw.random);
    switch (draw.turn % 3) {
      case 0:
        grade.dr = reference::RoundingMode::kRtz;
        break;
      case 1:
        grade.ds = reference::Saturation::kOvfInf;
        break;
      default:
        grade.dt = reference::kBinary16;
        break;
    }
    GeneralView view = random_view(draw.random, grade, Codes::kOrdinary);
    if (draw.random.chance(1, 2)) {
      const Fault fault = draw.random.pick(kFaults);
      spoil(draw.random, view, fault);
    }
    return ask(view);
  });
}

}  // namespace

void add_decode_view_families(std::vector<Family>& families) {
  add_value_families(families);
  add_sparse_families(families);
  add_bit_families(families);
  add_order_families(families);
}

}  // namespace view

std::vector<Family> view_families() {
  std::vector<Family> families;
  view::add_check_grade_families(families);
  view::add_decode_view_families(families);
  view::add_slice_families(families);
  view::add_transpose_families(families);
  view::add_requantize_families(families);
  view::add_relayout_families(families);
  return families;
}

}  // namespace grit::vectors
