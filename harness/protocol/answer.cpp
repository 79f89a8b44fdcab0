#include "harness/protocol/answer.h"

#include <array>
#include <utility>

#include "harness/protocol/op.h"
#include "harness/reference/canonical_grade.h"
#include "harness/reference/check.h"
#include "harness/reference/decode.h"
#include "harness/reference/decode_view.h"
#include "harness/reference/descriptor.h"
#include "harness/reference/encode.h"
#include "harness/reference/explain.h"
#include "harness/reference/exponent.h"
#include "harness/reference/fingerprint.h"
#include "harness/reference/format.h"
#include "harness/reference/grade.h"
#include "harness/reference/refusal.h"
#include "harness/reference/registry.h"
#include "harness/reference/relayout.h"
#include "harness/reference/requantize.h"
#include "harness/reference/sizes.h"
#include "harness/reference/slice.h"
#include "harness/reference/transpose.h"

namespace grit::protocol {
namespace {

Reply answered(Bytes payload) { return {ReplyKind::kAnswered, std::move(payload)}; }
Reply refused() { return {ReplyKind::kRefused, {}}; }

Reply internal_error(std::string_view what) {
  const auto bytes = as_bytes(what);
  return {ReplyKind::kInternalError, {bytes.begin(), bytes.end()}};
}

Parsed<reference::CheckResult> checked(const CheckRequest& request,
                                       std::span<const reference::GradeFrame> grades) {
  if (const auto plane = request.misfit_plane()) {
    return std::unexpected("plane " + std::to_string(*plane) + " has " +
                           std::to_string((*request.planes)[*plane].size()) +
                           " bytes, its plane length says " +
                           std::to_string(request.plane_bytes[*plane]));
  }
  reference::CheckRequest input;
  input.descriptor = request.desc;
  input.shape = request.shape;
  input.level = request.level;
  input.grades = grades;
  if (!request.planes) return reference::check(input, request.plane_bytes);
  return reference::check(input, reference::borrow(*request.planes), request.digest);
}

// The reason's name is the payload: refusals of the operations on views.
Reply refused(reference::Refusal refusal) {
  const auto bytes = as_bytes(reference::refusal_name(refusal));
  return {ReplyKind::kRefused, {bytes.begin(), bytes.end()}};
}

// CHECK and CHECK_GRADE.
template <typename Request>
Reply answer_check(const Request& request) {
  const auto result = check(request);
  if (!result) return internal_error(result.error());
  CheckReply reply;
  reply.status = static_cast<std::uint8_t>(result->status);
  if (result->plane) reply.plane = static_cast<std::uint8_t>(*result->plane);
  return answered(reply.encode());
}

Reply answer_grade(const TextRequest& request) {
  const auto grade = reference::parse_grade(request.text);
  if (!grade) return refused();
  return answered(GradeReply{reference::canonical(*grade), reference::grade_id(*grade),
                             reference::projection(*grade)}
                      .encode());
}

Reply answer_descriptor(const DescriptorRequest& request) {
  const auto grade = reference::parse_grade(request.grade);
  if (!grade) return refused();
  const auto descriptor =
      reference::descriptor_from_grade(*grade, {.group_axis = request.axis,
                                                .note = request.note,
                                                .placement_data = request.placements[0],
                                                .placement_scale = request.placements[1],
                                                .placement_meta = request.placements[2]});
  if (!descriptor) return refused();
  const auto bytes = reference::to_bytes(*descriptor);
  return answered({bytes.begin(), bytes.end()});
}

Reply answer_sizes(const SizesRequest& request) {
  const auto sizes = reference::sizes(reference::parse_descriptor(request.desc), request.shape);
  if (!sizes) return refused();
  const auto values = reference::to_i64(*sizes);
  if (!values) return refused();
  return answered(SizesReply{*values}.encode());
}

Reply answer_gid(const GidRequest& request) {
  const auto gid = reference::gid(request.desc, request.canonical, request.shape);
  return answered(GidReply{gid, reference::format_gid(gid)}.encode());
}

Reply answer_gid_parse(const TextRequest& request) {
  const auto gid = reference::parse_gid(request.text);
  if (!gid) return refused();
  return answered(DigestReply{*gid}.encode());
}

Reply answer_digest(const PlanesMessage& request) {
  return answered(DigestReply{reference::digest(reference::borrow(request.planes))}.encode());
}

Reply answer_format_decode(const FormatRequest& request) {
  const reference::FormatWord word{request.format};
  if (!reference::decodable(word)) return refused();
  WordsReply reply;
  reply.words.reserve(request.words.size());
  for (const std::uint32_t code : request.words) {
    reply.words.push_back(*reference::decode_format(word, code));
  }
  return answered(reply.encode());
}

Reply answer_format_encode(const FormatRequest& request) {
  const reference::FormatWord word{request.format};
  if (reference::format_token(word).empty()) return refused();
  WordsReply reply;
  reply.words.reserve(request.words.size());
  for (const std::uint32_t value : request.words) {
    reply.words.push_back(reference::encode_format(word, value).value_or(kRefusedCode));
  }
  return answered(reply.encode());
}

Reply answer_exponent(const ExponentRequest& request) {
  const auto rule = reference::exponent_rule_from_code(request.rule);
  if (!rule) return internal_error("unreadable payload: unknown exponent rule");
  WordsReply reply;
  reply.words.reserve(request.words.size());
  for (const std::uint32_t amax : request.words) {
    const auto exponent = reference::shared_exponent(*rule, amax);
    if (!exponent) return refused();
    reply.words.push_back(static_cast<std::uint32_t>(*exponent));
  }
  return answered(reply.encode());
}

Reply answer_decode(const DecodeRequest& request) {
  const auto* entry = reference::find_by_name(request.grade);
  if (entry == nullptr) return refused();
  auto values = reference::decode(entry->grade, request.numel, reference::borrow(request.planes));
  if (!values) return refused();
  return answered(WordsReply{std::move(*values)}.encode());
}

Reply answer_encode(const EncodeRequest& request) {
  const auto* entry = reference::find_by_name(request.grade);
  if (entry == nullptr) return refused();
  auto planes = reference::encode(entry->grade, request.words);
  if (!planes) return refused();
  return answered(PlanesMessage{std::move(*planes)}.encode());
}

Reply answer_equivalent(const EquivalentRequest& request) {
  const auto scope = reference::scope_from_code(request.scope);
  if (!scope) return refused();
  const auto equivalent = reference::equivalent(request.a, request.b, *scope);
  if (!equivalent) return refused();
  return answered(EquivalentReply{static_cast<std::uint8_t>(*equivalent ? 1 : 0)}.encode());
}

Reply answer_explain(const ExplainRequest& request) {
  ExplainReply reply;
  for (const auto& difference : reference::explain(request.a, request.b)) {
    reply.fields.emplace_back(difference.field->name);
  }
  return answered(reply.encode());
}

// Borrows the request.
reference::View view_of(const ViewRequest& request) {
  return {reference::parse_descriptor(request.desc), request.canonical, request.shape,
          reference::borrow(request.planes)};
}

Reply answer_decode_view(const ViewRequest& request) {
  auto values = reference::decode_view(view_of(request));
  if (!values) return refused(values.error());
  return answered(WordsReply{std::move(*values)}.encode());
}

Reply answer_slice(const SliceRequest& request) {
  auto part = reference::slice(view_of(request.view), request.axis, request.begin, request.end);
  if (!part) return refused(part.error());
  return answered(SliceReply{std::move(part->shape), std::move(part->planes)}.encode());
}

// TRANSPOSE and REQUANTIZE.
template <auto operation>
Reply answer_transpose(const TransposeRequest& request) {
  const std::vector<std::size_t> perm(request.perm.begin(), request.perm.end());
  auto result = operation(view_of(request.view), perm, request.group_axis);
  if (!result) return refused(result.error());
  return answered(TransposeReply{reference::to_bytes(result->descriptor), std::move(result->shape),
                                 std::move(result->planes)}
                      .encode());
}

Reply answer_relayout(const RelayoutRequest& request) {
  const auto role = reference::role_from_code(request.role);
  if (!role) return internal_error("unreadable payload: unknown role");
  auto result = reference::relayout(view_of(request.view), *role, request.placement);
  if (!result) return refused(result.error());
  return answered(
      RelayoutReply{reference::to_bytes(result->descriptor), std::move(result->planes)}.encode());
}

// Reads the payload as Request and answers it.
template <typename Request>
Reply dispatch(std::span<const std::byte> payload, Reply (*answer_request)(const Request&)) {
  const Parsed<Request> request = Request::parse(payload);
  return request ? answer_request(*request) : internal_error(request.error());
}

Reply answer_of(Op op, std::span<const std::byte> payload) {
  switch (op) {
    case Op::kHello:
      return answered(reference_hello().encode());
    case Op::kCheck:
      return dispatch<CheckRequest>(payload, answer_check<CheckRequest>);
    case Op::kGrade:
      return dispatch<TextRequest>(payload, answer_grade);
    case Op::kDescriptor:
      return dispatch<DescriptorRequest>(payload, answer_descriptor);
    case Op::kSizes:
      return dispatch<SizesRequest>(payload, answer_sizes);
    case Op::kGid:
      return dispatch<GidRequest>(payload, answer_gid);
    case Op::kGidParse:
      return dispatch<TextRequest>(payload, answer_gid_parse);
    case Op::kDigest:
      return dispatch<PlanesMessage>(payload, answer_digest);
    case Op::kFormatDecode:
      return dispatch<FormatRequest>(payload, answer_format_decode);
    case Op::kFormatEncode:
      return dispatch<FormatRequest>(payload, answer_format_encode);
    case Op::kExponent:
      return dispatch<ExponentRequest>(payload, answer_exponent);
    case Op::kDecode:
      return dispatch<DecodeRequest>(payload, answer_decode);
    case Op::kEncode:
      return dispatch<EncodeRequest>(payload, answer_encode);
    case Op::kEquivalent:
      return dispatch<EquivalentRequest>(payload, answer_equivalent);
    case Op::kExplain:
      return dispatch<ExplainRequest>(payload, answer_explain);
    case Op::kCheckGrade:
      return dispatch<CheckGradeRequest>(payload, answer_check<CheckGradeRequest>);
    case Op::kDecodeView:
      return dispatch<ViewRequest>(payload, answer_decode_view);
    case Op::kSlice:
      return dispatch<SliceRequest>(payload, answer_slice);
    case Op::kTranspose:
      return dispatch<TransposeRequest>(payload, answer_transpose<reference::transpose>);
    case Op::kRequantize:
      return dispatch<TransposeRequest>(payload, answer_transpose<reference::requantize>);
    case Op::kRelayout:
      return dispatch<RelayoutRequest>(payload, answer_relayout);
  }
  return {ReplyKind::kUnsupported, {}};
}

}  // namespace

Parsed<reference::CheckResult> check(const CheckRequest& request) { return checked(request, {}); }

Parsed<reference::CheckResult> check(const CheckGradeRequest& request) {
  const std::array<std::string_view, 1> list{request.grade};
  return checked(request.check, reference::frames_of(list));
}

HelloReply reference_hello() {
  HelloReply hello;
  hello.name = "grit-reference";
  hello.version = GRIT_VERSION;
  hello.language = "C++23";
  for (const OpInfo& info : all_ops()) hello.ops.push_back(static_cast<std::uint8_t>(info.op));
#if defined(__clang__)
  hello.details.emplace_back("compiler", "\"clang " __clang_version__ "\"");
#elif defined(__GNUC__)
  hello.details.emplace_back("compiler", "\"g++ " __VERSION__ "\"");
#endif
  return hello;
}

Reply answer(std::uint8_t op, std::span<const std::byte> payload) {
  const auto info = find_op(op);
  if (!info) return {ReplyKind::kUnsupported, {}};
  Reply reply = answer_of(info->op, payload);
  if (reply.payload.size() > kMaxPayloadBytes) return internal_error("the reply exceeds 64 MiB");
  return reply;
}

}  // namespace grit::protocol
