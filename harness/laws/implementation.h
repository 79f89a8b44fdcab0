// The operations that the laws are about, as a table: the reference's unless a caller puts others
// in. So every law can be shown to fail.
#ifndef GRIT_LAWS_IMPLEMENTATION_H_
#define GRIT_LAWS_IMPLEMENTATION_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/reference/assume.h"
#include "harness/reference/check.h"
#include "harness/reference/decode.h"
#include "harness/reference/encode.h"
#include "harness/reference/fingerprint.h"
#include "harness/reference/grade.h"
#include "harness/reference/refusal.h"
#include "harness/reference/registry.h"
#include "harness/reference/sizes.h"
#include "harness/reference/verify.h"
#include "harness/reference/view.h"

namespace grit::laws {

using Values = std::vector<std::uint32_t>;  // binary32 bit patterns

// Each member has the contract of the function of the same name in harness/reference.
struct Implementation {
  template <typename T>
  using Answer = std::expected<T, reference::Refusal>;

  std::function<Answer<Values>(const reference::View&)> decode_view;
  std::function<Answer<reference::Array>(const reference::View&, std::size_t axis,
                                         std::int64_t begin, std::int64_t end)>
      slice;
  std::function<Answer<reference::Array>(const reference::View&, std::span<const std::size_t> perm,
                                         std::size_t group_axis)>
      transpose;
  std::function<Answer<reference::Array>(const reference::View&, std::span<const std::size_t> perm,
                                         std::size_t group_axis)>
      requantize;
  std::function<Answer<reference::Array>(const reference::View&, reference::Role,
                                         reference::Placement)>
      relayout;

  std::function<std::expected<Values, reference::DecodeError>(reference::GradeName, std::int64_t,
                                                              const reference::Planes&)>
      decode;
  std::function<std::expected<reference::PlaneBuffers, reference::EncodeError>(
      reference::GradeName, std::span<const std::uint32_t>)>
      encode;

  std::function<reference::CheckResult(const reference::CheckRequest&,
                                       const std::array<std::int64_t, reference::kPlaneCount>&)>
      check_lengths;
  std::function<reference::CheckResult(const reference::CheckRequest&, const reference::Planes&,
                                       const std::optional<reference::Digest>&)>
      check_planes;
  std::function<std::expected<reference::Sizes, reference::SizesError>(const reference::Descriptor&,
                                                                       reference::Shape)>
      sizes;

  std::function<reference::Gid(std::span<const std::byte, reference::kDescriptorBytes>,
                               std::string_view canonical_grade, reference::Shape)>
      gid;
  std::function<reference::Digest(const reference::Planes&)> digest;
  std::function<std::string(const reference::Gid&)> format_gid;
  std::function<std::expected<reference::Gid, reference::GidParseError>(std::string_view)>
      parse_gid;

  std::function<std::expected<reference::Grade, reference::GradeError>(std::string_view)>
      parse_grade;
  std::function<std::string(const reference::Grade&)> canonical;
  std::function<std::string(const reference::Grade&)> projection;
  std::function<std::uint64_t(const reference::Grade&)> grade_id;

  std::function<std::expected<reference::View, reference::AssumeError>(
      const reference::View&, reference::Role, reference::Placement, std::string_view reason,
      reference::AuditLedger&, const reference::AuditCeiling&)>
      assume_placement;
  std::function<std::expected<reference::View, reference::VerifyError>(const reference::View&,
                                                                       const reference::View&)>
      verify_placement;
};

// The functions of harness/reference. Constant.
const Implementation& reference_implementation();

}  // namespace grit::laws

#endif  // GRIT_LAWS_IMPLEMENTATION_H_
