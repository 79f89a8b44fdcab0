#include "harness/conformance/reply_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "harness/conformance/rendering.h"
#include "harness/reference/check.h"
#include "harness/reference/descriptor.h"
#include "harness/reference/explain.h"
#include "harness/reference/plane_order.h"
#include "harness/reference/refusal.h"
#include "harness/reference/registry.h"
#include "harness/reference/sizes.h"

namespace grit::conformance {
namespace {

using protocol::Op;
using report::FieldDifference;

constexpr std::size_t kMaxDifferences = 16;

constexpr std::array<std::string_view, 8> kSizesNames = {
    "numel",      "nnz",          "groups0",      "groups1",
    "data bytes", "scale0 bytes", "scale1 bytes", "aux bytes"};

// A named part of a reply with its rendering. `field` is what signatures say: no index in it.
struct Part {
  std::string offset;
  std::string field;
  std::string value;
  std::string meaning;
  std::string clause;
  std::string uncut = {};  // what is compared, where the rendering may be cut

  const std::string& compared() const { return uncut.empty() ? value : uncut; }
};

std::vector<Part> descriptor_parts(std::span<const std::byte, 64> bytes) {
  std::vector<Part> parts;
  for (const auto& field : reference::descriptor_fields()) {
    parts.push_back({std::to_string(field.offset), std::string(field.name),
                     reference::render_field(field, reference::field_value(bytes, field)),
                     std::string(field.meaning), std::string(reference::field_clause(field))});
  }
  return parts;
}

void add_shape(std::vector<Part>& parts, const protocol::Shape& shape, const std::string& clause) {
  parts.push_back({"", "shape", shape_text(shape), "extents of the answer", clause,
                   hex(protocol::SliceReply{shape, {}}.encode(), std::string::npos)});
}

void add_planes(std::vector<Part>& parts, const protocol::Planes& planes,
                const std::string& clause) {
  for (std::size_t i = 0; i < planes.size(); ++i) {
    parts.push_back({"", std::string(reference::plane_name(static_cast<reference::Plane>(i))),
                     hex(planes[i]), "plane bytes", clause, hex(planes[i], planes[i].size())});
  }
}

// Replies other than `words`, taken apart; nullopt where the payload is not a reply of the op.
std::optional<std::vector<Part>> reply_parts(Op op, std::span<const std::byte> payload) {
  std::vector<Part> parts;
  switch (op) {
    case Op::kCheck:
    case Op::kCheckGrade: {
      const auto reply = protocol::CheckReply::parse(payload);
      if (!reply || reply->status > 4 ||
          (reply->plane >= reference::kPlaneCount && reply->plane != protocol::kNoPlane)) {
        return std::nullopt;
      }
      parts.push_back({"0", "status", status_text(reply->status), "the verdict on the view", "§5"});
      parts.push_back(
          {"1", "plane", plane_text(reply->plane), "the plane named as the culprit", "§5"});
      return parts;
    }
    case Op::kGrade: {
      const auto reply = protocol::GradeReply::parse(payload);
      if (!reply) return std::nullopt;
      parts.push_back({"", "canonical", quoted(reply->canonical), "the one spelling of the grade",
                       "§3", reply->canonical});
      parts.push_back({"", "grade_id", fmt::format("0x{:016x}", reply->grade_id),
                       "FNV-1a-64 of the canonical string", "§3"});
      parts.push_back({"", "projection", quoted(reply->projection), "what decoding depends on",
                       "§3", reply->projection});
      return parts;
    }
    case Op::kDescriptor: {
      if (payload.size() != 64) return std::nullopt;
      return descriptor_parts(payload.first<64>());
    }
    case Op::kSizes: {
      const auto reply = protocol::SizesReply::parse(payload);
      if (!reply) return std::nullopt;
      for (std::size_t i = 0; i < reply->values.size(); ++i) {
        parts.push_back({std::to_string(8 * i), std::string(kSizesNames[i]),
                         std::to_string(reply->values[i]), "size equation", "§6"});
      }
      return parts;
    }
    case Op::kGid: {
      const auto reply = protocol::GidReply::parse(payload);
      if (!reply) return std::nullopt;
      parts.push_back({"0", "gid", hex(reply->gid), "fingerprint of the contract", "§7"});
      parts.push_back({"16", "printed", quoted(reply->printed), "printed form of the gid", "§7"});
      return parts;
    }
    case Op::kGidParse:
    case Op::kDigest: {
      const auto reply = protocol::DigestReply::parse(payload);
      if (!reply) return std::nullopt;
      parts.push_back({"0", op == Op::kDigest ? "digest" : "gid", hex(reply->value),
                       op == Op::kDigest ? "fingerprint of the planes" : "the gid that was printed",
                       "§7"});
      return parts;
    }
    case Op::kEncode: {
      const auto reply = protocol::PlanesMessage::parse(payload);
      if (!reply) return std::nullopt;
      add_planes(parts, reply->planes, "§9");
      return parts;
    }
    case Op::kEquivalent: {
      const auto reply = protocol::EquivalentReply::parse(payload);
      if (!reply) return std::nullopt;
      parts.push_back({"0", "equivalent",
                       reply->equivalent == 1   ? "yes"
                       : reply->equivalent == 0 ? "no"
                                                : "neither 0 nor 1",
                       "interchangeable within the scope", "§3"});
      return parts;
    }
    case Op::kExplain: {
      const auto reply = protocol::ExplainReply::parse(payload);
      if (!reply) return std::nullopt;
      std::string names;
      for (const std::string& name : reply->fields) names += (names.empty() ? "" : " ") + name;
      parts.push_back(
          {"", "fields", names.empty() ? "none" : names, "the differing fields", "§10"});
      return parts;
    }
    case Op::kSlice: {
      const auto reply = protocol::SliceReply::parse(payload);
      if (!reply) return std::nullopt;
      add_shape(parts, reply->shape, "§12.6");
      add_planes(parts, reply->planes, "§12.6");
      return parts;
    }
    case Op::kTranspose:
    case Op::kRequantize: {
      const auto reply = protocol::TransposeReply::parse(payload);
      if (!reply) return std::nullopt;
      const std::string clause = op == Op::kTranspose ? "§12.7" : "§12.8";
      parts = descriptor_parts(reply->desc);
      add_shape(parts, reply->shape, clause);
      add_planes(parts, reply->planes, clause);
      return parts;
    }
    case Op::kRelayout: {
      const auto reply = protocol::RelayoutReply::parse(payload);
      if (!reply) return std::nullopt;
      parts = descriptor_parts(reply->desc);
      add_planes(parts, reply->planes, "§12.9");
      return parts;
    }
    case Op::kHello:
    case Op::kFormatDecode:
    case Op::kFormatEncode:
    case Op::kExponent:
    case Op::kDecode:
    case Op::kDecodeView:
      return std::nullopt;
  }
  return std::nullopt;
}

// Replies that are the values of an array's elements.
bool decodes(Op op) { return op == Op::kDecode || op == Op::kDecodeView; }

bool replies_with_words(Op op) {
  return op == Op::kFormatDecode || op == Op::kFormatEncode || op == Op::kExponent || decodes(op);
}

bool words_are_binary32(Op op) { return op == Op::kFormatDecode || decodes(op); }

bool is_nan(std::uint32_t bits) { return (bits & 0x7FFFFFFFu) > 0x7F800000u; }

// Binary32 patterns in the order of their values, so that neighbours differ by one.
std::int64_t ordered(std::uint32_t bits) {
  const auto magnitude = static_cast<std::int64_t>(bits & 0x7FFFFFFFu);
  return (bits >> 31) != 0 ? -magnitude : magnitude;
}

// What kind of difference two words show: one root cause rarely mixes them.
std::string word_difference(Op op, std::uint32_t expected, std::uint32_t actual) {
  if (op == Op::kFormatEncode) {
    if (expected == protocol::kRefusedCode) return "code where refused";
    if (actual == protocol::kRefusedCode) return "refusal where a code";
    return "code";
  }
  if (op == Op::kExponent) return "exponent";
  if (is_nan(expected) && is_nan(actual)) return "NaN bits";
  if (is_nan(expected)) return "value where NaN";
  if (is_nan(actual)) return "NaN where a value";
  if (((expected | actual) & 0x7FFFFFFFu) == 0) return "sign of zero";
  return "value";
}

// The level-0 group of word `index` of a reply to DECODE or DECODE_VIEW.
std::uint64_t level0_group(Op op, std::span<const std::byte> request, std::size_t index) {
  if (op == Op::kDecode) {
    const auto decode = protocol::DecodeRequest::parse(request);
    const auto* entry = decode ? reference::find_by_name(decode->grade) : nullptr;
    return entry == nullptr ? index : index / entry->frame.k0;
  }
  const auto view = protocol::ViewRequest::parse(request);
  if (!view) return index;
  const auto descriptor = reference::parse_descriptor(view->desc);
  if (!reference::sizes(descriptor, view->shape)) return index;
  return reference::level0_group_of(descriptor, view->shape, index);
}

void compare_words(Op op, std::span<const std::byte> request, const protocol::Words& expected,
                   const protocol::Words& actual, ReplyComparison& comparison) {
  const std::string clause = op == Op::kDecode       ? "§8"
                             : op == Op::kDecodeView ? "§11"
                             : op == Op::kExponent   ? "§9"
                                                     : "§1";
  if (expected.size() != actual.size()) {
    comparison.field = "count";
    comparison.differences.push_back({"0", "count", std::to_string(expected.size()),
                                      std::to_string(actual.size()), "number of words", clause});
    return;
  }
  report::DecodeDifference decode;
  decode.elements = expected.size();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] == actual[i]) continue;
    if (decode.differing == 0) {
      decode.first_index = i;
      comparison.field = word_difference(op, expected[i], actual[i]);
    }
    ++decode.differing;
    if (is_nan(expected[i]) || is_nan(actual[i])) {
      ++decode.nan_differing;
    } else {
      const std::int64_t distance = ordered(expected[i]) - ordered(actual[i]);
      decode.largest_ulp =
          std::max(decode.largest_ulp, static_cast<std::uint64_t>(std::abs(distance)));
    }
    if (comparison.differences.size() < kMaxDifferences) {
      const auto render = [&](std::uint32_t word) {
        if (words_are_binary32(op)) return binary32_text(word);
        if (op == Op::kExponent) return std::to_string(static_cast<std::int32_t>(word));
        return word == protocol::kRefusedCode ? std::string("refused")
                                              : fmt::format("0x{:x}", word);
      };
      comparison.differences.push_back({fmt::format("word {}", i), comparison.field,
                                        render(expected[i]), render(actual[i]),
                                        words_are_binary32(op) ? "binary32 bits" : "", clause});
    }
  }
  if (decodes(op) && decode.differing > 0) {
    decode.first_group = level0_group(op, request, decode.first_index);
    comparison.decode = decode;
  }
}

bool is_refusal_name(std::string_view text) {
  return std::ranges::any_of(reference::refusals(), [&](reference::Refusal refusal) {
    return reference::refusal_name(refusal) == text;
  });
}

}  // namespace

std::string outcome_label(Op op, OutcomeKind kind, std::span<const std::byte> payload) {
  if (kind == OutcomeKind::kAnswered && protocol::is_check(op)) {
    if (const auto reply = protocol::CheckReply::parse(payload)) return status_text(reply->status);
  }
  if (kind == OutcomeKind::kRefused && protocol::refuses_by_name(op)) {
    const std::string_view name = protocol::as_text(payload);
    if (is_refusal_name(name)) return std::string(name);
  }
  return std::string(to_string(kind));
}

std::string render_reply(Op op, OutcomeKind kind, std::span<const std::byte> payload) {
  if (kind == OutcomeKind::kInternalError) return quoted(protocol::as_text(payload));
  if (kind == OutcomeKind::kRefused && !payload.empty()) {
    return fmt::format("{}: {}", to_string(kind), quoted(protocol::as_text(payload)));
  }
  if (kind != OutcomeKind::kAnswered) return std::string(to_string(kind));
  if (replies_with_words(op)) {
    const auto reply = protocol::WordsReply::parse(payload);
    return reply ? words_text(reply->words) : "no words: " + hex(payload);
  }
  if (op == Op::kDescriptor && payload.size() == 64) return hex(payload, 64);
  const auto parts = reply_parts(op, payload);
  if (!parts) return "not a reply of this op: " + hex(payload);
  std::string text;
  for (const Part& part : *parts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : " · ", part.field, part.value);
  }
  return text;
}

std::string render_outcome(Op op, OutcomeKind kind, std::span<const std::byte> payload) {
  std::string text = render_reply(op, kind, payload);
  return kind == OutcomeKind::kAnswered ? "answered: " + text : text;
}

ReplyComparison compare_replies(Op op, std::span<const std::byte> request,
                                const protocol::Reply& expected, OutcomeKind kind,
                                std::span<const std::byte> payload) {
  ReplyComparison comparison;
  const OutcomeKind expected_kind = outcome_of(expected.kind);
  if (kind != expected_kind) {
    comparison.field = "outcome";
    comparison.differences.push_back({"", "outcome",
                                      outcome_label(op, expected_kind, expected.payload),
                                      outcome_label(op, kind, payload), "", ""});
    return comparison;
  }
  if (std::ranges::equal(expected.payload, payload)) return comparison;
  if (kind == OutcomeKind::kRefused && protocol::refuses_by_name(op)) {
    comparison.field = "refusal";
    comparison.differences.push_back(
        {"", comparison.field, quoted(protocol::as_text(expected.payload)),
         quoted(protocol::as_text(payload)), "the first reason that applies", "§11.2"});
    return comparison;
  }
  if (replies_with_words(op)) {
    const auto a = protocol::WordsReply::parse(expected.payload);
    const auto b = protocol::WordsReply::parse(payload);
    if (a && b) {
      compare_words(op, request, a->words, b->words, comparison);
      return comparison;
    }
  }
  const auto a = reply_parts(op, expected.payload);
  const auto b = reply_parts(op, payload);
  if (!a || !b) {
    comparison.field = "layout of the reply";
    comparison.differences.push_back({"", comparison.field, hex(expected.payload), hex(payload),
                                      "the payload is no reply of this op", ""});
    return comparison;
  }
  for (std::size_t i = 0; i < a->size() && i < b->size(); ++i) {
    const Part& left = (*a)[i];
    const Part& right = (*b)[i];
    if (left.compared() == right.compared()) continue;
    if (comparison.field.empty()) comparison.field = left.field;
    if (comparison.differences.size() < kMaxDifferences) {
      comparison.differences.push_back(
          {left.offset, left.field, left.value, right.value, left.meaning, left.clause});
    }
  }
  // E.g. EXPLAIN's names split differently: the rendering agrees, the bytes do not.
  if (comparison.field.empty()) comparison.field = "bytes";
  comparison.only_diagnostic = protocol::is_check(op) && comparison.field == "plane";
  return comparison;
}

}  // namespace grit::conformance
