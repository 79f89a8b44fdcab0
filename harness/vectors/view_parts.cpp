#include "harness/vectors/view_parts.h"

#include <algorithm>

#include "harness/vectors/arrays.h"
#include "harness/vectors/placement_draws.h"
#include "harness/vectors/plane_draws.h"

namespace grit::vectors::view {
namespace {

using reference::Descriptor;
using reference::Grade;

void spoil_descriptor(Random& random, Descriptor& descriptor, Fault fault) {
  switch (fault) {
    case Fault::kReservedFlag:
      descriptor.flags =
          static_cast<std::uint8_t>(descriptor.flags | (random.chance(1, 2) ? 0x40u : 0x80u));
      return;
    case Fault::kOtherFrame:
      switch (random.below(4)) {
        case 0:
          descriptor.k0 = static_cast<std::uint16_t>(descriptor.k0 + 1);
          return;
        case 1:
          descriptor.flags ^= reference::kFlagMsbFirst;
          return;
        case 2:
          descriptor.container ^= 1u;
          return;
        default:
          descriptor.flags ^= reference::kFlagInterleaved;
          return;
      }
    case Fault::kUnknownPlacement:
      (random.chance(1, 2) ? descriptor.placement_data : descriptor.placement_scale) =
          random.chance(1, 2) ? reserved_class(random) : unknown_well_known(random);
      return;
    case Fault::kNoMetaPlacement:
      descriptor.placement_meta = descriptor.placement_meta == 0 ? reference::kRowMajor : 0;
      return;
    case Fault::kUnspecifiedPlacement:
      (random.chance(1, 2) ? descriptor.placement_data : descriptor.placement_scale) = 0;
      return;
    case Fault::kForeignPlacement:
      (random.chance(1, 2) ? descriptor.placement_data : descriptor.placement_scale) =
          known_placement(random);
      return;
    case Fault::kNoAxis:
      descriptor.group_axis = random.chance(1, 2) ? std::int16_t{-1} : std::int16_t{250};
      return;
    default:
      return;
  }
}

void spoil_plane(Random& random, protocol::Planes& planes, bool shorter) {
  protocol::Bytes& plane = planes[static_cast<std::size_t>(random.below(4))];
  if (!shorter) {
    plane.push_back(std::byte{0});
  } else if (!plane.empty()) {
    plane.pop_back();
  }
}

}  // namespace

void spoil(Random& random, GeneralView& view, Fault fault) {
  protocol::ViewRequest& request = view.request;
  Descriptor descriptor = view.descriptor();
  const bool has_axis = descriptor.group_axis >= 0 &&
                        static_cast<std::size_t>(descriptor.group_axis) < request.shape.size();
  switch (fault) {
    case Fault::kOtherSpelling:
      request.canonical.insert(request.canonical.size() - 1, random.chance(1, 2) ? " " : ",er=rne");
      return;
    case Fault::kOtherGrade:
      request.canonical = reference::canonical(random_view_grade(random));
      return;
    case Fault::kExtentNotDivided:
      if (has_axis) ++request.shape[static_cast<std::size_t>(descriptor.group_axis)];
      return;
    case Fault::kNegativeExtent:
      if (!request.shape.empty()) request.shape.front() = -request.shape.front();
      return;
    case Fault::kShortPlane:
    case Fault::kLongPlane:
      spoil_plane(random, request.planes, fault == Fault::kShortPlane);
      return;
    case Fault::kBadMetadata:
      if (view.grade.sparsity) random.fill(request.planes[kAuxPlane]);
      return;
    default:
      spoil_descriptor(random, descriptor, fault);
      view.set_descriptor(descriptor);
      return;
  }
}

GeneralView spoilt_view(Draw& draw, const Grade& grade) {
  GeneralView view = random_view(draw.random, grade, Codes::kOrdinary);
  make_metadata_proper(draw.random, view);
  const Fault first = draw.in_turn(kFaults);
  spoil(draw.random, view, first);
  if (draw.random.chance(2, 3)) {
    const Fault second = draw.random.pick(kFaults);
    spoil(draw.random, view, second);
  }
  return view;
}

GeneralView stored_view(Draw& draw, Codes codes) {
  Random& random = draw.random;
  switch (draw.turn % 5) {
    case 0: {
      Grade grade = random_view_grade(random);
      GeneralView view = random_view(random, grade, codes, {2, 4, 5});
      make_metadata_proper(random, view);
      store_as(random, view, reference::kColMajor, view.descriptor().placement_scale);
      return view;
    }
    case 1: {
      Grade grade = random_view_grade(random);
      while (grade.s0.width() > 8) grade.s0 = random_format(random);
      // More than 128 lines now and then, and group counts of every remainder by 4.
      const bool many = random.chance(1, 3);
      GeneralView view = random_view(random, grade, codes, {2, many ? 3 : 9, many ? 300 : 5});
      make_metadata_proper(random, view);
      const auto data =
          random.chance(1, 4) ? reference::kColMajor : view.descriptor().placement_data;
      store_as(random, view, data, reference::kSwizzle128x4B);
      return view;
    }
    case 2: {
      const auto grade = registered_grade(GradeName::kMxfp4);
      GeneralView view = random_view(random, grade, codes);
      store_as(random, view, reference::kBlockAos, view.descriptor().placement_scale);
      return view;
    }
    case 3: {
      Grade grade = one_level(reference::kS8, reference::kBinary16, 32);
      GeneralView view = random_view(random, grade, codes);
      store_as(random, view, reference::kBlockAos, view.descriptor().placement_scale);
      return view;
    }
    default: {
      const auto grade = registered_grade(GradeName::kQ4ks);
      GeneralView view = random_view(random, grade, codes);
      store_as(random, view, reference::kPackK4_12B, view.descriptor().placement_scale);
      return view;
    }
  }
}

}  // namespace grit::vectors::view
