#include "harness/laws/implementation.h"

#include "harness/reference/decode_view.h"
#include "harness/reference/relayout.h"
#include "harness/reference/requantize.h"
#include "harness/reference/slice.h"
#include "harness/reference/transpose.h"

namespace grit::laws {
namespace {

Implementation make() {
  Implementation all;
  all.decode_view = reference::decode_view;
  all.slice = reference::slice;
  all.transpose = reference::transpose;
  all.requantize = reference::requantize;
  all.relayout = reference::relayout;
  all.decode = reference::decode;
  all.encode = reference::encode;
  all.check_lengths = [](const reference::CheckRequest& request, const auto& plane_bytes) {
    return reference::check(request, plane_bytes);
  };
  all.check_planes = [](const reference::CheckRequest& request, const reference::Planes& planes,
                        const std::optional<reference::Digest>& digest) {
    return reference::check(request, planes, digest);
  };
  all.sizes = reference::sizes;
  all.gid = reference::gid;
  all.digest = reference::digest;
  all.format_gid = reference::format_gid;
  all.parse_gid = reference::parse_gid;
  all.parse_grade = reference::parse_grade;
  all.canonical = reference::canonical;
  all.projection = reference::projection;
  all.grade_id = reference::grade_id;
  all.assume_placement = [](const reference::View& view, reference::Role role,
                            reference::Placement placement, std::string_view reason,
                            reference::AuditLedger& ledger,
                            const reference::AuditCeiling& ceiling) {
    return reference::assume_placement(view, role, placement, reason, ledger, ceiling);
  };
  all.verify_placement = reference::verify_placement;
  return all;
}

}  // namespace

const Implementation& reference_implementation() {
  static const Implementation kReference = make();
  return kReference;
}

}  // namespace grit::laws
