// Requests and replies of every operation as values (PROTOCOL.md, "Operations").
//
// Each has `encode()`, which gives the payload, and `parse()`, which gives the value or a sentence
// that says what is unreadable and where. Parsing checks the layout only: whether the values mean
// anything is the specification's business.
#ifndef GRIT_PROTOCOL_MESSAGES_H_
#define GRIT_PROTOCOL_MESSAGES_H_

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/protocol/frame.h"
#include "harness/protocol/payload.h"

namespace grit::protocol {

inline constexpr std::uint32_t kProtocolVersion = 1;
inline constexpr std::uint8_t kNoPlane = 255;

using Digest = std::array<std::byte, 16>;  // also a gid; most significant byte first

template <typename T>
using Parsed = std::expected<T, std::string>;

// A reply without its frame: what the comparison looks at.
struct Reply {
  ReplyKind kind = ReplyKind::kAnswered;
  Bytes payload;
  bool operator==(const Reply&) const = default;
};

struct HelloRequest {
  Bytes encode() const;
};

// What an adapter says of itself. `details` keeps every further member as (name, JSON text).
struct HelloReply {
  std::uint32_t protocol = kProtocolVersion;
  std::string name;
  std::string version;
  std::string language;
  std::vector<std::uint8_t>
      ops;  // ascending, unique; numbers that this build does not know stay in
  std::vector<std::pair<std::string, std::string>> details;

  Bytes encode() const;
  static Parsed<HelloReply> parse(std::span<const std::byte> payload);
};

struct CheckRequest {
  std::uint8_t level = 1;
  Bytes desc;  // any length: "not 64 bytes" is a case of its own
  Shape shape;
  std::array<std::int64_t, 4> plane_bytes{};
  std::optional<Planes> planes;
  std::optional<Digest> digest;

  // The first plane that is not as long as its plane bytes say; nothing where planes are not given.
  std::optional<std::size_t> misfit_plane() const;

  Bytes encode() const;
  static Parsed<CheckRequest> parse(std::span<const std::byte> payload);
};

struct CheckReply {
  std::uint8_t status = 0;
  std::uint8_t plane = kNoPlane;

  Bytes encode() const;
  static Parsed<CheckReply> parse(std::span<const std::byte> payload);
};

// GRADE, GID_PARSE and other requests that are one text.
struct TextRequest {
  std::string text;

  Bytes encode() const;
  static Parsed<TextRequest> parse(std::span<const std::byte> payload);
};

struct GradeReply {
  std::string canonical;
  std::uint64_t grade_id = 0;
  std::string projection;

  Bytes encode() const;
  static Parsed<GradeReply> parse(std::span<const std::byte> payload);
};

struct DescriptorRequest {
  std::string grade;
  std::int16_t axis = 0;
  std::uint32_t note = 0;
  std::array<std::uint64_t, 3> placements{};  // data, scale, meta

  Bytes encode() const;
  static Parsed<DescriptorRequest> parse(std::span<const std::byte> payload);
};

// 64 descriptor bytes: the reply of DESCRIPTOR, and a piece of SIZES, GID and EXPLAIN.
using DescriptorBytes = std::array<std::byte, 64>;

struct SizesRequest {
  DescriptorBytes desc{};
  Shape shape;

  Bytes encode() const;
  static Parsed<SizesRequest> parse(std::span<const std::byte> payload);
};

// numel, nnz, groups0, groups1, then the four plane lengths in bytes.
struct SizesReply {
  std::array<std::int64_t, 8> values{};

  Bytes encode() const;
  static Parsed<SizesReply> parse(std::span<const std::byte> payload);
};

struct GidRequest {
  DescriptorBytes desc{};
  std::string canonical;  // hashed as it stands
  Shape shape;

  Bytes encode() const;
  static Parsed<GidRequest> parse(std::span<const std::byte> payload);
};

struct GidReply {
  Digest gid{};
  std::string printed;

  Bytes encode() const;
  static Parsed<GidReply> parse(std::span<const std::byte> payload);
};

// Replies of GID_PARSE and DIGEST.
struct DigestReply {
  Digest value{};

  Bytes encode() const;
  static Parsed<DigestReply> parse(std::span<const std::byte> payload);
};

// DIGEST's request and ENCODE's reply.
struct PlanesMessage {
  Planes planes;

  Bytes encode() const;
  static Parsed<PlanesMessage> parse(std::span<const std::byte> payload);
};

// FORMAT_DECODE (words are codes) and FORMAT_ENCODE (words are binary32 bits).
struct FormatRequest {
  std::uint16_t format = 0;
  Words words;

  Bytes encode() const;
  static Parsed<FormatRequest> parse(std::span<const std::byte> payload);
};

inline constexpr std::uint32_t kRefusedCode = 0xFFFFFFFF;  // one refused value of FORMAT_ENCODE

// Replies that are `words`: FORMAT_DECODE, FORMAT_ENCODE, EXPONENT (i32), DECODE.
struct WordsReply {
  Words words;

  Bytes encode() const;
  static Parsed<WordsReply> parse(std::span<const std::byte> payload);
};

struct ExponentRequest {
  std::uint8_t rule = 0;  // 0 floor, 1 ceil, 2 rne
  Words words;            // binary32 bits of positive finite amax

  Bytes encode() const;
  static Parsed<ExponentRequest> parse(std::span<const std::byte> payload);
};

struct DecodeRequest {
  std::string grade;  // registry name, e.g. GRADE_MXFP4
  std::int64_t numel = 0;
  Planes planes;

  Bytes encode() const;
  static Parsed<DecodeRequest> parse(std::span<const std::byte> payload);
};

struct EncodeRequest {
  std::string grade;
  Words words;  // binary32 bits

  Bytes encode() const;
  static Parsed<EncodeRequest> parse(std::span<const std::byte> payload);
};

struct EquivalentRequest {
  std::string a;
  std::string b;
  std::uint8_t scope = 0;  // 0 decode, 1 full

  Bytes encode() const;
  static Parsed<EquivalentRequest> parse(std::span<const std::byte> payload);
};

struct EquivalentReply {
  std::uint8_t equivalent = 0;

  Bytes encode() const;
  static Parsed<EquivalentReply> parse(std::span<const std::byte> payload);
};

struct ExplainRequest {
  DescriptorBytes a{};
  DescriptorBytes b{};

  Bytes encode() const;
  static Parsed<ExplainRequest> parse(std::span<const std::byte> payload);
};

struct ExplainReply {
  std::vector<std::string> fields;

  Bytes encode() const;
  static Parsed<ExplainReply> parse(std::span<const std::byte> payload);
};

// CHECK_GRADE: a check with one more grade beside the registry. Its reply is a CheckReply.
struct CheckGradeRequest {
  CheckRequest check;
  std::string grade;  // canonical; one that is not names no grade

  Bytes encode() const;
  static Parsed<CheckGradeRequest> parse(std::span<const std::byte> payload);
};

// DECODE_VIEW, and what the operations after it begin with. Its reply is a WordsReply.
struct ViewRequest {
  DescriptorBytes desc{};
  std::string canonical;
  Shape shape;
  Planes planes;

  Bytes encode() const;
  static Parsed<ViewRequest> parse(std::span<const std::byte> payload);
};

struct SliceRequest {
  ViewRequest view;
  std::uint8_t axis = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;

  Bytes encode() const;
  static Parsed<SliceRequest> parse(std::span<const std::byte> payload);
};

struct SliceReply {
  Shape shape;
  Planes planes;

  Bytes encode() const;
  static Parsed<SliceReply> parse(std::span<const std::byte> payload);
};

// TRANSPOSE and REQUANTIZE.
struct TransposeRequest {
  ViewRequest view;
  std::vector<std::uint8_t> perm;  // as long as the shape: its length is not written
  std::uint8_t group_axis = 0;

  Bytes encode() const;
  static Parsed<TransposeRequest> parse(std::span<const std::byte> payload);
};

struct TransposeReply {
  DescriptorBytes desc{};
  Shape shape;
  Planes planes;

  Bytes encode() const;
  static Parsed<TransposeReply> parse(std::span<const std::byte> payload);
};

struct RelayoutRequest {
  ViewRequest view;
  std::uint8_t role = 0;  // 0 data, 1 scale, 2 meta
  std::uint64_t placement = 0;

  Bytes encode() const;
  static Parsed<RelayoutRequest> parse(std::span<const std::byte> payload);
};

struct RelayoutReply {
  DescriptorBytes desc{};
  Planes planes;

  Bytes encode() const;
  static Parsed<RelayoutReply> parse(std::span<const std::byte> payload);
};

}  // namespace grit::protocol

#endif  // GRIT_PROTOCOL_MESSAGES_H_
