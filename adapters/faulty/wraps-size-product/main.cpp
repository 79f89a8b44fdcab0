// Fault: the size equations are computed modulo 2^64, and no array is too large. Breaks spec
// §6.1.10 and §6.2.2. The reference's check is compiled over this function too, so that what wraps
// to the right lengths goes on to step 5.
#include <algorithm>
#include <expected>
#include <optional>

#include "adapters/faulty/faulty.h"
#include "harness/reference/sizes.h"

namespace grit::reference {

std::expected<Sizes, SizesError> faulty_sizes(const Descriptor& d, Shape shape) {
  std::uint64_t numel = 1;
  for (const std::int64_t extent : shape) {
    if (extent < 0) return std::unexpected(SizesError::kNegativeExtent);
    numel *= static_cast<std::uint64_t>(extent);
  }
  // The rules that no product has a part in are the reference's.
  const auto axis = static_cast<std::size_t>(d.group_axis);
  if (d.group_axis < 0 || axis >= shape.size()) return std::unexpected(SizesError::kGroupAxis);
  const auto extent = static_cast<std::uint64_t>(shape[axis]);
  if (d.k0 == 0) return std::unexpected(SizesError::kK0Zero);
  if (extent % d.k0 != 0) return std::unexpected(SizesError::kK0DoesNotDivide);
  const bool sparse = (d.flags & kFlagSparse) != 0;
  if (sparse && d.sp_m == 0) return std::unexpected(SizesError::kSpMZero);
  if (sparse && extent % d.sp_m != 0) return std::unexpected(SizesError::kSpMDoesNotDivide);
  if (sparse && d.sp_meta_fmt > 2) return std::unexpected(SizesError::kMetaFormat);
  const bool two_levels = d.n_levels == 2;
  const std::uint64_t groups0 = numel / d.k0;
  if (two_levels && d.k1 != 0 && groups0 % d.k1 != 0) {
    return std::unexpected(SizesError::kK1DoesNotDivide);
  }

  const std::uint64_t nnz = sparse ? numel / d.sp_m * d.sp_n : numel;
  const std::uint64_t groups1 = !two_levels ? 0 : d.k1 == 0 ? 1 : groups0 / d.k1;
  const auto padded = [](FormatWord word) { return std::max(word.width(), 8u); };
  const auto bytes = [](std::uint64_t codes, unsigned bits) {
    return Uint128{(codes * bits + 7) / 8};
  };
  const unsigned level_1_values = (d.flags & kFlagZpL1Scaled) != 0 ? 2 : 1;
  const bool has_zp = (d.flags & kFlagHasZp) != 0;
  return Sizes{
      numel,
      Uint128{nnz},
      groups0,
      groups1,
      {bytes(nnz, d.container == 1 ? padded(d.elem) : d.elem.width()),
       bytes(groups0, padded(d.scale0)), bytes(groups1, level_1_values * d.scale1.width()),
       sparse ? bytes(nnz, 2u * d.sp_meta_fmt) : bytes(has_zp ? groups0 : 0, padded(d.zp_fmt))}};
}

}  // namespace grit::reference

int main() {
  using namespace grit;
  return faulty::serve([](const protocol::FrameView& request, protocol::Reply& reply) {
    if (!faulty::asks(request, protocol::Op::kSizes)) return;
    const auto parsed = protocol::SizesRequest::parse(request.payload);
    if (!parsed) return;
    const auto sizes =
        reference::faulty_sizes(reference::parse_descriptor(parsed->desc), parsed->shape);
    const auto values = sizes ? reference::to_i64(*sizes) : std::nullopt;
    reply = {protocol::ReplyKind::kRefused, {}};
    if (values) reply = {protocol::ReplyKind::kAnswered, protocol::SizesReply{*values}.encode()};
  });
}
