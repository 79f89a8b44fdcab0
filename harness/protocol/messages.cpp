#include "harness/protocol/messages.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace grit::protocol {
namespace {

using Json = nlohmann::json;

constexpr int kMaxHelloDepth = 16;
constexpr std::uint8_t kHasPlanes = 0x01;
constexpr std::uint8_t kHasDigest = 0x02;

template <std::size_t kCount>
std::array<std::byte, kCount> fixed_bytes(PayloadReader& reader) {
  std::array<std::byte, kCount> value{};
  const auto piece = reader.bytes(kCount);
  std::copy(piece.begin(), piece.end(), value.begin());
  return value;
}

// The value, or what finish() found wrong with the payload it was read from.
template <typename T>
Parsed<T> finished(const PayloadReader& reader, T value) {
  if (auto problem = reader.finish()) return std::unexpected(std::move(*problem));
  return value;
}

Bytes json_bytes(const Json& json) {
  const std::string text = json.dump();
  const auto bytes = as_bytes(text);
  return {bytes.begin(), bytes.end()};
}

// A value of a HELLO reply for an error message; the reply may be megabytes long.
std::string shown(const Json& value) {
  constexpr std::size_t kShownBytes = 64;
  return value.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, kShownBytes);
}

void write_check(PayloadWriter& writer, const CheckRequest& request) {
  writer.u8(request.level);
  writer.blob(request.desc);
  writer.shape(request.shape);
  for (const std::int64_t length : request.plane_bytes) writer.i64(length);
  writer.u8(static_cast<std::uint8_t>((request.planes ? kHasPlanes : 0) |
                                      (request.digest ? kHasDigest : 0)));
  if (request.planes) writer.planes(*request.planes);
  if (request.digest) writer.bytes(*request.digest);
}

// An error only for bits that say nothing; whether all pieces were there, the reader knows.
Parsed<CheckRequest> read_check(PayloadReader& reader) {
  CheckRequest request;
  request.level = reader.u8();
  const auto desc = reader.blob();
  request.desc.assign(desc.begin(), desc.end());
  request.shape = reader.shape();
  for (std::int64_t& length : request.plane_bytes) length = reader.i64();
  const std::uint8_t present = reader.u8();
  if ((present & ~(kHasPlanes | kHasDigest)) != 0) {
    return std::unexpected("unreadable payload: unknown bits in the planes/digest byte");
  }
  if ((present & kHasPlanes) != 0) request.planes = reader.planes();
  if ((present & kHasDigest) != 0) request.digest = fixed_bytes<16>(reader);
  return request;
}

void write_view(PayloadWriter& writer, const ViewRequest& view) {
  writer.bytes(view.desc);
  writer.text(view.canonical);
  writer.shape(view.shape);
  writer.planes(view.planes);
}

ViewRequest read_view(PayloadReader& reader) {
  ViewRequest view;
  view.desc = fixed_bytes<64>(reader);
  view.canonical = reader.text();
  view.shape = reader.shape();
  view.planes = reader.planes();
  return view;
}

std::string string_member(const Json& json, const char* key) {
  const auto it = json.find(key);
  return it != json.end() && it->is_string() ? it->get<std::string>() : std::string();
}

}  // namespace

Bytes HelloRequest::encode() const {
  return json_bytes(Json{{"protocol", kProtocolVersion}, {"spec", 1}});
}

Bytes HelloReply::encode() const {
  Json json{{"protocol", protocol},
            {"name", name},
            {"version", version},
            {"language", language},
            {"ops", ops}};
  for (const auto& [key, value] : details) {
    Json parsed = Json::parse(value, nullptr, /*allow_exceptions=*/false);
    json[key] = parsed.is_discarded() ? Json(value) : std::move(parsed);
  }
  return json_bytes(json);
}

Parsed<HelloReply> HelloReply::parse(std::span<const std::byte> payload) {
  // What is nested deeper is dropped while parsing: writing it out again would recurse.
  const auto shallow = [](int depth, Json::parse_event_t, const Json&) {
    return depth <= kMaxHelloDepth;
  };
  const Json json = Json::parse(as_text(payload), shallow, /*allow_exceptions=*/false);
  if (!json.is_object()) return std::unexpected("the HELLO reply is not a JSON object");
  HelloReply reply;
  for (const char* key : {"protocol", "spec"}) {
    const auto version = json.find(key);
    if (version != json.end() &&
        (!version->is_number_integer() || version->get<std::int64_t>() != kProtocolVersion)) {
      return std::unexpected("the HELLO reply says another \"" + std::string(key) +
                             "\" than 1: " + shown(*version));
    }
  }
  reply.name = string_member(json, "name");
  reply.version = string_member(json, "version");
  reply.language = string_member(json, "language");
  if (reply.name.empty()) return std::unexpected("the HELLO reply has no \"name\"");
  const auto ops = json.find("ops");
  if (ops == json.end() || !ops->is_array()) {
    return std::unexpected("the HELLO reply has no array \"ops\"");
  }
  for (const Json& op : *ops) {
    if (!op.is_number_integer() || op.get<std::int64_t>() < 0 || op.get<std::int64_t>() > 255) {
      return std::unexpected("\"ops\" of the HELLO reply holds something that is no op number: " +
                             shown(op));
    }
    reply.ops.push_back(op.get<std::uint8_t>());
  }
  std::ranges::sort(reply.ops);
  reply.ops.erase(std::unique(reply.ops.begin(), reply.ops.end()), reply.ops.end());
  for (const auto& [key, value] : json.items()) {
    if (key != "protocol" && key != "spec" && key != "name" && key != "version" &&
        key != "language" && key != "ops") {
      reply.details.emplace_back(key, value.dump(-1, ' ', false, Json::error_handler_t::replace));
    }
  }
  return reply;
}

std::optional<std::size_t> CheckRequest::misfit_plane() const {
  for (std::size_t i = 0; planes && i < planes->size(); ++i) {
    if (static_cast<std::int64_t>((*planes)[i].size()) != plane_bytes[i]) return i;
  }
  return std::nullopt;
}

Bytes CheckRequest::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  write_check(writer, *this);
  return out;
}

Parsed<CheckRequest> CheckRequest::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  Parsed<CheckRequest> request = read_check(reader);
  if (!request) return request;
  return finished(reader, std::move(*request));
}

Bytes CheckReply::encode() const { return {std::byte{status}, std::byte{plane}}; }

Parsed<CheckReply> CheckReply::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  CheckReply reply;
  reply.status = reader.u8();
  reply.plane = reader.u8();
  return finished(reader, reply);
}

Bytes TextRequest::encode() const {
  Bytes out;
  PayloadWriter(out).text(text);
  return out;
}

Parsed<TextRequest> TextRequest::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  TextRequest request{reader.text()};
  return finished(reader, std::move(request));
}

Bytes GradeReply::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  writer.text(canonical);
  writer.u64(grade_id);
  writer.text(projection);
  return out;
}

Parsed<GradeReply> GradeReply::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  GradeReply reply;
  reply.canonical = reader.text();
  reply.grade_id = reader.u64();
  reply.projection = reader.text();
  return finished(reader, std::move(reply));
}

Bytes DescriptorRequest::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  writer.text(grade);
  writer.i16(axis);
  writer.u32(note);
  for (const std::uint64_t placement : placements) writer.u64(placement);
  return out;
}

Parsed<DescriptorRequest> DescriptorRequest::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  DescriptorRequest request;
  request.grade = reader.text();
  request.axis = reader.i16();
  request.note = reader.u32();
  for (std::uint64_t& placement : request.placements) placement = reader.u64();
  return finished(reader, std::move(request));
}

Bytes SizesRequest::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  writer.bytes(desc);
  writer.shape(shape);
  return out;
}

Parsed<SizesRequest> SizesRequest::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  SizesRequest request;
  request.desc = fixed_bytes<64>(reader);
  request.shape = reader.shape();
  return finished(reader, std::move(request));
}

Bytes SizesReply::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  for (const std::int64_t value : values) writer.i64(value);
  return out;
}

Parsed<SizesReply> SizesReply::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  SizesReply reply;
  for (std::int64_t& value : reply.values) value = reader.i64();
  return finished(reader, reply);
}

Bytes GidRequest::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  writer.bytes(desc);
  writer.text(canonical);
  writer.shape(shape);
  return out;
}

Parsed<GidRequest> GidRequest::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  GidRequest request;
  request.desc = fixed_bytes<64>(reader);
  request.canonical = reader.text();
  request.shape = reader.shape();
  return finished(reader, std::move(request));
}

Bytes GidReply::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  writer.bytes(gid);
  writer.text(printed);
  return out;
}

Parsed<GidReply> GidReply::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  GidReply reply;
  reply.gid = fixed_bytes<16>(reader);
  reply.printed = reader.text();
  return finished(reader, std::move(reply));
}

Bytes DigestReply::encode() const { return {value.begin(), value.end()}; }

Parsed<DigestReply> DigestReply::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  DigestReply reply{fixed_bytes<16>(reader)};
  return finished(reader, reply);
}

Bytes PlanesMessage::encode() const {
  Bytes out;
  PayloadWriter(out).planes(planes);
  return out;
}

Parsed<PlanesMessage> PlanesMessage::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  PlanesMessage message{reader.planes()};
  return finished(reader, std::move(message));
}

Bytes FormatRequest::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  writer.u16(format);
  writer.words(words);
  return out;
}

Parsed<FormatRequest> FormatRequest::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  FormatRequest request;
  request.format = reader.u16();
  request.words = reader.words();
  return finished(reader, std::move(request));
}

Bytes WordsReply::encode() const {
  Bytes out;
  PayloadWriter(out).words(words);
  return out;
}

Parsed<WordsReply> WordsReply::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  WordsReply reply{reader.words()};
  return finished(reader, std::move(reply));
}

Bytes ExponentRequest::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  writer.u8(rule);
  writer.words(words);
  return out;
}

Parsed<ExponentRequest> ExponentRequest::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  ExponentRequest request;
  request.rule = reader.u8();
  request.words = reader.words();
  return finished(reader, std::move(request));
}

Bytes DecodeRequest::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  writer.text(grade);
  writer.i64(numel);
  writer.planes(planes);
  return out;
}

Parsed<DecodeRequest> DecodeRequest::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  DecodeRequest request;
  request.grade = reader.text();
  request.numel = reader.i64();
  request.planes = reader.planes();
  return finished(reader, std::move(request));
}

Bytes EncodeRequest::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  writer.text(grade);
  writer.words(words);
  return out;
}

Parsed<EncodeRequest> EncodeRequest::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  EncodeRequest request;
  request.grade = reader.text();
  request.words = reader.words();
  return finished(reader, std::move(request));
}

Bytes EquivalentRequest::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  writer.text(a);
  writer.text(b);
  writer.u8(scope);
  return out;
}

Parsed<EquivalentRequest> EquivalentRequest::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  EquivalentRequest request;
  request.a = reader.text();
  request.b = reader.text();
  request.scope = reader.u8();
  return finished(reader, std::move(request));
}

Bytes EquivalentReply::encode() const { return {std::byte{equivalent}}; }

Parsed<EquivalentReply> EquivalentReply::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  EquivalentReply reply{reader.u8()};
  return finished(reader, reply);
}

Bytes ExplainRequest::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  writer.bytes(a);
  writer.bytes(b);
  return out;
}

Parsed<ExplainRequest> ExplainRequest::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  ExplainRequest request;
  request.a = fixed_bytes<64>(reader);
  request.b = fixed_bytes<64>(reader);
  return finished(reader, request);
}

Bytes ExplainReply::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  writer.u32(static_cast<std::uint32_t>(fields.size()));
  for (const std::string& field : fields) writer.text(field);
  return out;
}

Parsed<ExplainReply> ExplainReply::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  const std::uint32_t count = reader.u32();
  ExplainReply reply;
  for (std::uint32_t i = 0; i < count && !reader.failed(); ++i) {
    reply.fields.push_back(reader.text());
  }
  return finished(reader, std::move(reply));
}

Bytes CheckGradeRequest::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  write_check(writer, check);
  writer.text(grade);
  return out;
}

Parsed<CheckGradeRequest> CheckGradeRequest::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  Parsed<CheckRequest> check = read_check(reader);
  if (!check) return std::unexpected(std::move(check.error()));
  CheckGradeRequest request{std::move(*check), reader.text()};
  return finished(reader, std::move(request));
}

Bytes ViewRequest::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  write_view(writer, *this);
  return out;
}

Parsed<ViewRequest> ViewRequest::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  ViewRequest request = read_view(reader);
  return finished(reader, std::move(request));
}

Bytes SliceRequest::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  write_view(writer, view);
  writer.u8(axis);
  writer.i64(begin);
  writer.i64(end);
  return out;
}

Parsed<SliceRequest> SliceRequest::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  SliceRequest request;
  request.view = read_view(reader);
  request.axis = reader.u8();
  request.begin = reader.i64();
  request.end = reader.i64();
  return finished(reader, std::move(request));
}

Bytes SliceReply::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  writer.shape(shape);
  writer.planes(planes);
  return out;
}

Parsed<SliceReply> SliceReply::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  SliceReply reply;
  reply.shape = reader.shape();
  reply.planes = reader.planes();
  return finished(reader, std::move(reply));
}

Bytes TransposeRequest::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  write_view(writer, view);
  for (const std::uint8_t axis : perm) writer.u8(axis);
  writer.u8(group_axis);
  return out;
}

Parsed<TransposeRequest> TransposeRequest::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  TransposeRequest request;
  request.view = read_view(reader);
  for (std::size_t axis = 0; axis < request.view.shape.size(); ++axis) {
    request.perm.push_back(reader.u8());
  }
  request.group_axis = reader.u8();
  return finished(reader, std::move(request));
}

Bytes TransposeReply::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  writer.bytes(desc);
  writer.shape(shape);
  writer.planes(planes);
  return out;
}

Parsed<TransposeReply> TransposeReply::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  TransposeReply reply;
  reply.desc = fixed_bytes<64>(reader);
  reply.shape = reader.shape();
  reply.planes = reader.planes();
  return finished(reader, std::move(reply));
}

Bytes RelayoutRequest::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  write_view(writer, view);
  writer.u8(role);
  writer.u64(placement);
  return out;
}

Parsed<RelayoutRequest> RelayoutRequest::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  RelayoutRequest request;
  request.view = read_view(reader);
  request.role = reader.u8();
  request.placement = reader.u64();
  return finished(reader, std::move(request));
}

Bytes RelayoutReply::encode() const {
  Bytes out;
  PayloadWriter writer(out);
  writer.bytes(desc);
  writer.planes(planes);
  return out;
}

Parsed<RelayoutReply> RelayoutReply::parse(std::span<const std::byte> payload) {
  PayloadReader reader(payload);
  RelayoutReply reply;
  reply.desc = fixed_bytes<64>(reader);
  reply.planes = reader.planes();
  return finished(reader, std::move(reply));
}

}  // namespace grit::protocol
