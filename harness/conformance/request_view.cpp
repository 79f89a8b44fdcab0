#include "harness/conformance/request_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "harness/conformance/rendering.h"
#include "harness/protocol/answer.h"
#include "harness/protocol/messages.h"
#include "harness/reference/check.h"
#include "harness/reference/descriptor.h"
#include "harness/reference/explain.h"
#include "harness/reference/grade.h"
#include "harness/reference/placement.h"
#include "harness/reference/registry.h"
#include "harness/reference/sizes.h"
#include "harness/reference/view.h"

namespace grit::conformance {
namespace {

using protocol::Bytes;
using protocol::Op;
using Pieces = std::vector<std::pair<std::string, std::string>>;

// The descriptor that a request is about; empty where it has none of 64 bytes.
Bytes descriptor_of(Op op, std::span<const std::byte> request) {
  Bytes bytes;
  if (op == Op::kCheck) {
    if (const auto check = protocol::CheckRequest::parse(request)) bytes = check->desc;
  } else if (op == Op::kCheckGrade) {
    if (const auto r = protocol::CheckGradeRequest::parse(request)) bytes = r->check.desc;
  } else if (op == Op::kSizes || op == Op::kGid || op == Op::kExplain ||
             protocol::refuses_by_name(op)) {
    const auto desc = request.first(std::min<std::size_t>(request.size(), 64));
    bytes.assign(desc.begin(), desc.end());
  }
  if (bytes.size() != reference::kDescriptorBytes) bytes.clear();
  return bytes;
}

// The grade's name where the text is one, or is a spelling of a registered grade.
std::string named_or_spelt(const std::string& text) {
  if (reference::find_by_name(text) != nullptr) return text;
  const auto grade = reference::parse_grade(text);
  const auto* entry = grade ? reference::find_by_id(reference::grade_id(*grade)) : nullptr;
  return entry == nullptr ? "" : std::string(entry->name);
}

bool placements_fail(const reference::Descriptor& d) {
  const bool has_aux = (d.flags & (reference::kFlagSparse | reference::kFlagHasZp)) != 0;
  return !reference::known(d.placement_data) || !reference::known(d.placement_scale) ||
         !reference::known(d.placement_meta) || has_aux == (d.placement_meta == 0);
}

bool sizes_fail(const reference::Descriptor& d, const protocol::CheckRequest& request) {
  const auto sizes = reference::sizes(d, request.shape);
  if (!sizes) return true;
  const auto values = reference::to_i64(*sizes);
  return !values ||
         !std::equal(request.plane_bytes.begin(), request.plane_bytes.end(), values->begin() + 4);
}

// `result` is the reference's of the request: of the same check with or without one more grade.
std::string clause_broken_by_check(const protocol::CheckRequest& request,
                                   const protocol::Parsed<reference::CheckResult>& result,
                                   std::string_view got, std::string_view otherwise) {
  if (!result) return "§5.0.6";
  if (result->status == reference::Status::kOk) return std::string(otherwise);
  // Two steps fail and the later one was reported: it is their order that is broken.
  if (request.desc.size() == reference::kDescriptorBytes && got != "Ok") {
    const auto d = reference::parse_descriptor(
        std::span<const std::byte>(request.desc).first<reference::kDescriptorBytes>());
    const bool later_placement =
        got == "PlacementUnknown" && result->status == reference::Status::kGradeUnknown;
    const bool later_sizes =
        got == "SizeMismatch" && (result->status == reference::Status::kGradeUnknown ||
                                  result->status == reference::Status::kPlacementUnknown);
    if ((later_placement && placements_fail(d)) || (later_sizes && sizes_fail(d, request))) {
      return "§5.0.4";
    }
  }
  return std::string(reference::rule_number(result->rule));
}

Pieces check_pieces(const protocol::CheckRequest& request) {
  Pieces pieces{
      {"level", std::to_string(request.level)},
      {"descriptor", request.desc.size() == 64 ? hex(request.desc, 64) : hex(request.desc)},
      {"shape", shape_text(request.shape)},
      {"plane bytes", fmt::format("{} {} {} {}", request.plane_bytes[0], request.plane_bytes[1],
                                  request.plane_bytes[2], request.plane_bytes[3])}};
  if (request.planes) pieces.emplace_back("planes", planes_text(*request.planes));
  if (request.digest) pieces.emplace_back("digest", hex(*request.digest));
  return pieces;
}

Pieces view_pieces(const protocol::ViewRequest& view) {
  return {{"descriptor", hex(view.desc, 64)},
          {"canonical", quoted(view.canonical)},
          {"shape", shape_text(view.shape)},
          {"planes", planes_text(view.planes)}};
}

}  // namespace

Pieces request_pieces(Op op, std::span<const std::byte> request) {
  switch (op) {
    case Op::kHello:
      break;
    case Op::kCheck:
      if (const auto r = protocol::CheckRequest::parse(request)) return check_pieces(*r);
      break;
    case Op::kGrade:
    case Op::kGidParse:
      if (const auto r = protocol::TextRequest::parse(request)) {
        return {{"text", quoted(r->text)}};
      }
      break;
    case Op::kDescriptor:
      if (const auto r = protocol::DescriptorRequest::parse(request)) {
        return {{"grade", quoted(r->grade)},
                {"axis", std::to_string(r->axis)},
                {"note", fmt::format("0x{:08x}", r->note)},
                {"placements", fmt::format("{:016x} {:016x} {:016x}", r->placements[0],
                                           r->placements[1], r->placements[2])}};
      }
      break;
    case Op::kSizes:
      if (const auto r = protocol::SizesRequest::parse(request)) {
        return {{"descriptor", hex(r->desc, 64)}, {"shape", shape_text(r->shape)}};
      }
      break;
    case Op::kGid:
      if (const auto r = protocol::GidRequest::parse(request)) {
        return {{"descriptor", hex(r->desc, 64)},
                {"canonical", quoted(r->canonical)},
                {"shape", shape_text(r->shape)}};
      }
      break;
    case Op::kDigest:
      if (const auto r = protocol::PlanesMessage::parse(request)) {
        return {{"planes", planes_text(r->planes)}};
      }
      break;
    case Op::kFormatDecode:
    case Op::kFormatEncode:
      if (const auto r = protocol::FormatRequest::parse(request)) {
        return {{"format", format_text(r->format)},
                {op == Op::kFormatDecode ? "codes" : "binary32 bits", words_text(r->words)}};
      }
      break;
    case Op::kExponent:
      if (const auto r = protocol::ExponentRequest::parse(request)) {
        constexpr std::array<std::string_view, 3> kRules = {"floor", "ceil", "rne"};
        return {{"rule",
                 r->rule < kRules.size() ? std::string(kRules[r->rule]) : std::to_string(r->rule)},
                {"amax bits", words_text(r->words)}};
      }
      break;
    case Op::kDecode:
      if (const auto r = protocol::DecodeRequest::parse(request)) {
        return {{"grade", quoted(r->grade)},
                {"numel", std::to_string(r->numel)},
                {"planes", planes_text(r->planes)}};
      }
      break;
    case Op::kEncode:
      if (const auto r = protocol::EncodeRequest::parse(request)) {
        return {{"grade", quoted(r->grade)}, {"binary32 bits", words_text(r->words)}};
      }
      break;
    case Op::kEquivalent:
      if (const auto r = protocol::EquivalentRequest::parse(request)) {
        return {{"a", quoted(r->a)},
                {"b", quoted(r->b)},
                {"scope", r->scope == 0   ? "decode"
                          : r->scope == 1 ? "full"
                                          : std::to_string(r->scope)}};
      }
      break;
    case Op::kExplain:
      if (const auto r = protocol::ExplainRequest::parse(request)) {
        return {{"a", hex(r->a, 64)}, {"b", hex(r->b, 64)}};
      }
      break;
    case Op::kCheckGrade:
      if (const auto r = protocol::CheckGradeRequest::parse(request)) {
        Pieces pieces = check_pieces(r->check);
        pieces.emplace_back("grade", quoted(r->grade));
        return pieces;
      }
      break;
    case Op::kDecodeView:
      if (const auto r = protocol::ViewRequest::parse(request)) return view_pieces(*r);
      break;
    case Op::kSlice:
      if (const auto r = protocol::SliceRequest::parse(request)) {
        Pieces pieces = view_pieces(r->view);
        pieces.emplace_back("axis", std::to_string(r->axis));
        pieces.emplace_back("range", fmt::format("{} to {}", r->begin, r->end));
        return pieces;
      }
      break;
    case Op::kTranspose:
    case Op::kRequantize:
      if (const auto r = protocol::TransposeRequest::parse(request)) {
        Pieces pieces = view_pieces(r->view);
        const std::vector<std::int64_t> perm(r->perm.begin(), r->perm.end());
        pieces.emplace_back("permutation", shape_text(perm));
        pieces.emplace_back("group axis", std::to_string(r->group_axis));
        return pieces;
      }
      break;
    case Op::kRelayout:
      if (const auto r = protocol::RelayoutRequest::parse(request)) {
        Pieces pieces = view_pieces(r->view);
        const auto role = reference::role_from_code(r->role);
        pieces.emplace_back(
            "role", role ? std::string(reference::role_name(*role)) : std::to_string(r->role));
        pieces.emplace_back("placement", reference::placement_name(r->placement));
        return pieces;
      }
      break;
  }
  return {{"payload", hex(request)}};
}

DescriptorComparison compare_with_canonical(Op op, std::span<const std::byte> request) {
  const Bytes bytes = descriptor_of(op, request);
  DescriptorComparison best;
  if (bytes.empty()) return best;
  const auto descriptor = std::span<const std::byte>(bytes).first<reference::kDescriptorBytes>();
  const auto* named = reference::find_by_id(reference::parse_descriptor(descriptor).grade_id);
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const auto& entry : reference::registry()) {
    if (named != nullptr && named != &entry) continue;
    const auto canonical = reference::to_bytes(reference::canonical_descriptor(entry.grade));
    const auto differences = reference::explain(canonical, descriptor);
    if (differences.size() >= fewest) continue;
    fewest = differences.size();
    best.base = entry.name;
    best.differences.clear();
    for (const auto& difference : differences) {
      best.differences.push_back({std::to_string(difference.field->offset),
                                  std::string(difference.field->name), difference.a, difference.b,
                                  std::string(difference.field->meaning),
                                  std::string(reference::field_clause(*difference.field))});
    }
  }
  return best;
}

std::string grade_of(Op op, std::span<const std::byte> request) {
  if (const Bytes bytes = descriptor_of(op, request); !bytes.empty()) {
    const auto descriptor = std::span<const std::byte>(bytes).first<reference::kDescriptorBytes>();
    const auto* entry = reference::find_by_id(reference::parse_descriptor(descriptor).grade_id);
    return entry == nullptr ? "" : std::string(entry->name);
  }
  if (op == Op::kGrade) {
    if (const auto r = protocol::TextRequest::parse(request)) return named_or_spelt(r->text);
  } else if (op == Op::kDescriptor) {
    if (const auto r = protocol::DescriptorRequest::parse(request)) return named_or_spelt(r->grade);
  } else if (op == Op::kDecode) {
    if (const auto r = protocol::DecodeRequest::parse(request)) return named_or_spelt(r->grade);
  } else if (op == Op::kEncode) {
    if (const auto r = protocol::EncodeRequest::parse(request)) return named_or_spelt(r->grade);
  }
  return {};
}

std::string format_of(Op op, std::span<const std::byte> request) {
  if (op != Op::kFormatDecode && op != Op::kFormatEncode) return {};
  const auto r = protocol::FormatRequest::parse(request);
  return r ? std::string(reference::format_token({r->format})) : std::string();
}

std::string placement_of(Op op, std::span<const std::byte> request) {
  const Bytes bytes = descriptor_of(op, request);
  if (bytes.empty()) return {};
  const auto descriptor = std::span<const std::byte>(bytes).first<reference::kDescriptorBytes>();
  return reference::placement_name(reference::parse_descriptor(descriptor).placement_data);
}

std::string broken_clause(Op op, std::span<const std::byte> request, std::string_view got,
                          std::string_view otherwise) {
  if (op == Op::kCheck) {
    if (const auto check = protocol::CheckRequest::parse(request)) {
      return clause_broken_by_check(*check, protocol::check(*check), got, otherwise);
    }
  } else if (op == Op::kCheckGrade) {
    if (const auto r = protocol::CheckGradeRequest::parse(request)) {
      return clause_broken_by_check(r->check, protocol::check(*r), got, otherwise);
    }
  }
  return std::string(otherwise);
}

}  // namespace grit::conformance
