#include "harness/vectors/view_draws.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "harness/reference/plane_order.h"
#include "harness/reference/sizes.h"
#include "harness/reference/stored_form.h"
#include "harness/vectors/binary32_draws.h"
#include "harness/vectors/plane_draws.h"

namespace grit::vectors {
namespace {

using protocol::Bytes;
using reference::Descriptor;
using reference::FormatWord;
using reference::Grade;
using reference::Placement;

constexpr std::uint64_t kMostPlaneBytes = std::uint64_t{1} << 16;

constexpr std::array<Placement, 2> kPlaneOrderWords = {reference::kRowMajor,
                                                       reference::kLinearMeta};

// Little-endian bytes of one ordinary code of a format of 8, 16 or 32 bits.
void put_ordinary_code(Random& random, FormatWord word, std::span<std::byte> bytes) {
  std::uint32_t code = 0;
  if (word == reference::kBinary32) {
    code = random_binary32(random, -12, 12);
  } else if (word == reference::kBinary16) {
    code = finite_half(random, 24);
  } else if (word == reference::kE8m0) {
    code = static_cast<std::uint32_t>(random.between(118, 136));
  } else if (word == reference::kE4m3) {
    code = static_cast<std::uint32_t>(plain_e4m3(random));
  } else {
    code = static_cast<std::uint32_t>(random.below(256));
  }
  for (std::byte& byte : bytes) {
    byte = static_cast<std::byte>(code & 0xFF);
    code >>= 8;
  }
}

// Codes that begin at bytes. Of sub-byte formats without padding any bits are ordinary.
void fill_codes(Random& random, FormatWord word, bool padded, Codes codes, Bytes& plane) {
  const unsigned width = padded ? std::max(8u, word.width()) : word.width();
  random.fill(plane);
  if (codes == Codes::kAnyBits || width % 8 != 0) return;
  const std::size_t step = width / 8;
  for (std::size_t at = 0; at + step <= plane.size(); at += step) {
    put_ordinary_code(random, word, std::span(plane).subspan(at, step));
  }
}

void fill_planes(Random& random, const Descriptor& descriptor, Codes codes,
                 protocol::Planes& planes) {
  random.fill(planes[kDataPlane]);
  fill_codes(random, descriptor.scale0, true, codes, planes[kScale0Plane]);
  fill_codes(random, descriptor.scale1, false, codes, planes[kScale1Plane]);
  if ((descriptor.flags & reference::kFlagSparse) != 0) {
    random.fill(planes[kAuxPlane]);
  } else {
    fill_codes(random, descriptor.zp_fmt, true, codes, planes[kAuxPlane]);
  }
}

std::uint64_t group_size(Random& random) {
  static constexpr std::array<std::uint64_t, 8> kSizes = {1, 2, 3, 4, 5, 8, 16, 32};
  return random.pick(kSizes);
}

}  // namespace

const std::vector<FormatWord>& all_formats() {
  static const std::vector<FormatWord> kAll = [] {
    std::vector<FormatWord> words;
    for (const auto& format : reference::registered_formats()) words.push_back(format.word);
    return words;
  }();
  return kAll;
}

FormatWord random_format(Random& random) { return random.pick(all_formats()); }

Grade one_level(FormatWord elem, FormatWord scale0, std::uint64_t k0) {
  Grade grade;
  grade.e = elem;
  grade.s0 = scale0;
  grade.k0 = k0;
  grade.esr = reference::ScaleRule::kRatioMaxAbs;
  return grade;
}

Grade two_levels(FormatWord elem, FormatWord scale0, FormatWord scale1, std::uint64_t k0,
                 std::uint64_t k1) {
  Grade grade = one_level(elem, scale0, k0);
  grade.level1 = reference::Level1{k1, scale1};
  return grade;
}

Grade registered_grade(reference::GradeName name) {
  return *reference::parse_grade(reference::registry_entry(name).canonical);
}

std::int64_t group_axis_unit(const Grade& grade) {
  const auto k0 = static_cast<std::int64_t>(grade.k0);
  return grade.sparsity ? std::lcm(k0, std::int64_t{grade.sparsity->m}) : k0;
}

reference::Sparsity random_view_sparsity(Random& random) {
  reference::Sparsity sparsity;
  sparsity.m =
      static_cast<std::uint8_t>(random.chance(3, 4) ? random.between(2, 8) : random.between(9, 32));
  sparsity.n = static_cast<std::uint8_t>(random.between(1, sparsity.m - 1));
  sparsity.meta = random.chance(1, 2) ? reference::kU2 : reference::kU4;
  sparsity.order =
      random.chance(1, 2) ? reference::IndexOrder::kAscLsb : reference::IndexOrder::kUnordered;
  return sparsity;
}

Grade random_view_grade(Random& random) {
  const FormatWord elem = random_format(random);
  const FormatWord scale0 = random_format(random);
  const std::uint64_t k0 = group_size(random);
  Grade grade = one_level(elem, scale0, k0);
  if (random.chance(1, 2)) {
    const FormatWord scale1 = random_format(random);
    grade.level1 = reference::Level1{random.below(5), scale1};
  }
  switch (random.below(3)) {
    case 0: {
      reference::ZeroPoint zero_point;
      zero_point.zp = random_format(random);
      if (random.chance(1, 2)) zero_point.zpc = reference::ZeroPointCode::kMinus1;
      if (grade.level1 && random.chance(1, 2)) zero_point.zps = reference::ZeroPointScale::kL1;
      grade.zero_point = zero_point;
      break;
    }
    case 1:
      grade.sparsity = random_view_sparsity(random);
      break;
    default:
      break;
  }
  if (random.chance(1, 3)) grade.ct = reference::Container::kPad8;
  if (random.chance(1, 3)) grade.po = reference::BitOrder::kMsb;
  return grade;
}

Descriptor GeneralView::descriptor() const { return reference::parse_descriptor(request.desc); }

void GeneralView::set_descriptor(const Descriptor& descriptor) {
  request.desc = reference::to_bytes(descriptor);
}

GeneralView view_of_shape(Random& random, const Grade& grade, Codes codes, protocol::Shape shape,
                          std::int16_t group_axis) {
  GeneralView view;
  view.grade = grade;
  view.request.canonical = reference::canonical(grade);
  reference::DescriptorOptions options;
  options.group_axis = group_axis;
  if (random.chance(1, 4)) options.note = static_cast<std::uint32_t>(random.next());
  options.placement_data = random.pick(kPlaneOrderWords);
  options.placement_scale = random.pick(kPlaneOrderWords);
  if (grade.sparsity || grade.zero_point) options.placement_meta = random.pick(kPlaneOrderWords);
  const auto descriptor = reference::descriptor_from_grade(grade, options);
  view.set_descriptor(descriptor.value_or(Descriptor{}));
  view.request.shape = std::move(shape);
  if (!descriptor) return view;
  const auto sizes = reference::sizes(*descriptor, view.request.shape);
  if (!sizes) return view;
  const auto bytes = reference::to_i64(*sizes);
  if (!bytes) return view;
  for (std::size_t p = 0; p < 4; ++p) {
    const auto length = static_cast<std::uint64_t>((*bytes)[4 + p]);
    if (length <= kMostPlaneBytes) view.request.planes[p].resize(static_cast<std::size_t>(length));
  }
  fill_planes(random, *descriptor, codes, view.request.planes);
  return view;
}

GeneralView random_view(Random& random, const Grade& grade, Codes codes, const ShapeWish& wish) {
  const std::size_t rank =
      wish.rank > 0 ? wish.rank : static_cast<std::size_t>(random.between(1, 4));
  const auto axis = static_cast<std::size_t>(random.below(rank));
  const auto k0 = static_cast<std::int64_t>(grade.k0);
  protocol::Shape shape(rank);
  std::int64_t others = 1;
  for (std::int64_t& extent : shape) extent = random.between(1, wish.other_extent);
  for (std::size_t a = 0; a < rank; ++a) others *= a == axis ? 1 : shape[a];
  shape[axis] = group_axis_unit(grade) * random.between(1, wish.units);
  if (grade.level1 && grade.level1->k1 > 1) {
    const auto k1 = static_cast<std::int64_t>(grade.level1->k1);
    const std::int64_t groups = shape[axis] / k0 * others;
    shape[axis] *= k1 / std::gcd(groups, k1);
  }
  return view_of_shape(random, grade, codes, std::move(shape), static_cast<std::int16_t>(axis));
}

bool store_as(Random& random, GeneralView& view, Placement data, Placement scale) {
  Descriptor descriptor = view.descriptor();
  descriptor.placement_data = data;
  descriptor.placement_scale = scale;
  const auto& shape = view.request.shape;
  const auto form = reference::stored_form(descriptor, shape.size());
  const auto sizes = reference::sizes(descriptor, shape);
  if (!form || !sizes) return false;
  const auto lengths =
      reference::stored_bytes(*form, *sizes, reference::plane_order(descriptor, shape));
  for (std::size_t p = 0; p < 4; ++p) {
    Bytes& plane = view.request.planes[p];
    const reference::Uint128 length = lengths[p];
    if (length.high != 0 || length.low > kMostPlaneBytes) return false;
    if (plane.size() == length.low) continue;
    plane.resize(static_cast<std::size_t>(length.low));
    random.fill(plane);
  }
  view.set_descriptor(descriptor);
  return true;
}

void make_metadata_proper(Random& random, GeneralView& view) {
  if (!view.grade.sparsity) return;
  const reference::Sparsity& sparsity = *view.grade.sparsity;
  const unsigned bits = sparsity.meta == reference::kU2 ? 2 : 4;
  const unsigned nameable = std::min(1u << bits, static_cast<unsigned>(sparsity.m));
  Bytes& plane = view.request.planes[kAuxPlane];
  const std::size_t slots = plane.size() * 8 / bits;
  std::size_t slot = 0;
  while (slot + sparsity.n <= slots) {
    std::vector<unsigned> indices(nameable);
    std::iota(indices.begin(), indices.end(), 0u);
    random.shuffle(indices);
    indices.resize(std::min<std::size_t>(indices.size(), sparsity.n));
    std::ranges::sort(indices);
    // More survivors than the format can name: the last one again.
    indices.resize(sparsity.n, indices.back());
    for (const unsigned index : indices) {
      const std::size_t at = slot * bits;
      const unsigned shift = at % 8;
      const unsigned mask = ((1u << bits) - 1) << shift;
      const unsigned old = static_cast<unsigned>(plane[at / 8]);
      plane[at / 8] = static_cast<std::byte>((old & ~mask) | index << shift);
      ++slot;
    }
  }
}

std::vector<std::uint8_t> random_permutation(Random& random, std::size_t rank) {
  std::vector<std::uint8_t> perm(rank);
  std::iota(perm.begin(), perm.end(), std::uint8_t{0});
  random.shuffle(perm);
  return perm;
}

}  // namespace grit::vectors
