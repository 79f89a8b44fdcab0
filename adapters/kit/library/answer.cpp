#include "adapters/kit/library/answer.h"

#include <array>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "harness/protocol/op.h"

namespace grit::kit {
namespace {

using protocol::Op;
using protocol::Reply;
using protocol::ReplyKind;

// What the library is given -----------------------------------------------------------------------

// What pointers of empty things point to: grit_adapter.h promises that they are not null.
alignas(std::max_align_t) constexpr std::array<std::byte, 64> kNothing{};

template <typename T>
const T* never_null(const T* pointer) {
  return pointer != nullptr ? pointer : reinterpret_cast<const T*>(kNothing.data());
}

gcp_bytes borrow(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const std::uint8_t*>(never_null(bytes.data())), bytes.size()};
}
// A std::string ends in a zero byte, as a gcp_text must.
gcp_text borrow(const std::string& text) { return {text.c_str(), text.size()}; }
gcp_words borrow(const protocol::Words& words) { return {never_null(words.data()), words.size()}; }
gcp_shape borrow(const protocol::Shape& shape) { return {never_null(shape.data()), shape.size()}; }
gcp_planes borrow(const protocol::Planes& planes) {
  gcp_planes borrowed;
  for (std::size_t i = 0; i < planes.size(); ++i) borrowed.plane[i] = borrow(planes[i]);
  return borrowed;
}
const std::uint8_t* borrow(const protocol::DescriptorBytes& descriptor) {
  return reinterpret_cast<const std::uint8_t*>(descriptor.data());
}

// What the library gives --------------------------------------------------------------------------

// One call's limit, and what the library did that no reply can say.
class Call {
 public:
  // Whether a sink may take this much more.
  bool take(std::size_t count, std::size_t bytes_each) {
    if (count > left_ / bytes_each) {
      problem_ = "the reply is longer than 64 MiB";
      return false;
    }
    left_ -= count * bytes_each;
    return count > 0;
  }
  void problem(std::string text) { problem_ = std::move(text); }
  const std::string& problem() const { return problem_; }

 private:
  std::size_t left_ = protocol::kMaxPayloadBytes;
  std::string problem_;
};

// Each of the following is where one sink's results go; the sink points to it.
class TextResult {
 public:
  explicit TextResult(Call& call) : call_(call) {}
  TextResult(const TextResult&) = delete;
  TextResult& operator=(const TextResult&) = delete;

  std::string text;
  const gcp_text_sink sink{this, [](void* host, const char* data, std::size_t size) {
                             auto& self = *static_cast<TextResult*>(host);
                             if (self.call_.take(size, 1)) self.text.append(data, size);
                           }};

 private:
  Call& call_;
};

class WordsResult {
 public:
  explicit WordsResult(Call& call) : call_(call) {}
  WordsResult(const WordsResult&) = delete;
  WordsResult& operator=(const WordsResult&) = delete;

  protocol::Words words;
  const gcp_words_sink sink{this, [](void* host, const std::uint32_t* data, std::size_t count) {
                              auto& self = *static_cast<WordsResult*>(host);
                              if (self.call_.take(count, sizeof *data)) {
                                self.words.insert(self.words.end(), data, data + count);
                              }
                            }};

 private:
  Call& call_;
};

class PlanesResult {
 public:
  explicit PlanesResult(Call& call) : call_(call) {}
  PlanesResult(const PlanesResult&) = delete;
  PlanesResult& operator=(const PlanesResult&) = delete;

  protocol::Planes planes;
  const gcp_planes_sink sink{
      this, [](void* host, int plane, const std::uint8_t* data, std::size_t size) {
        auto& self = *static_cast<PlanesResult*>(host);
        if (plane < 0 || plane > 3) {
          self.call_.problem("the library filled plane " + std::to_string(plane));
        } else if (self.call_.take(size, 1)) {
          protocol::Bytes& bytes = self.planes[static_cast<std::size_t>(plane)];
          const auto* const first = reinterpret_cast<const std::byte*>(data);
          bytes.insert(bytes.end(), first, first + size);
        }
      }};

 private:
  Call& call_;
};

class NamesResult {
 public:
  explicit NamesResult(Call& call) : call_(call) {}
  NamesResult(const NamesResult&) = delete;
  NamesResult& operator=(const NamesResult&) = delete;

  std::vector<std::string> names;
  const gcp_names_sink sink{this, [](void* host, const char* data, std::size_t size) {
                              auto& self = *static_cast<NamesResult*>(host);
                              constexpr std::size_t kLength = 4;  // a name takes room even if empty
                              if (!self.call_.take(kLength, 1)) return;
                              self.names.emplace_back();
                              if (self.call_.take(size, 1)) self.names.back().assign(data, size);
                            }};

 private:
  Call& call_;
};

// Replies -----------------------------------------------------------------------------------------

Reply internal_error(std::string_view what) {
  const auto bytes = protocol::as_bytes(what);
  return {ReplyKind::kInternalError, {bytes.begin(), bytes.end()}};
}

// What the outcome makes of a call; `result` is the reply's payload where it is an answer.
template <typename Result>
Reply reply_of(gcp_outcome outcome, const Call& call, const TextResult& error,
               const Result& result) {
  if (!call.problem().empty()) return internal_error(call.problem());
  switch (outcome) {
    case GCP_ANSWERED:
      return {ReplyKind::kAnswered, result.encode()};
    case GCP_REFUSED:
      return {ReplyKind::kRefused, {}};
    case GCP_UNSUPPORTED:
      return {ReplyKind::kUnsupported, {}};
    case GCP_INTERNAL_ERROR:
      return internal_error(error.text.empty() ? "the library gave no reason" : error.text);
    default:
      return internal_error("the library returned " + std::to_string(outcome) +
                            ", which is no outcome");
  }
}

Reply answer_check(const gcp_adapter& adapter, const protocol::CheckRequest& request) {
  gcp_planes planes{};
  if (const auto plane = request.misfit_plane()) {
    return internal_error("plane " + std::to_string(*plane) + " is not as long as its length says");
  }
  if (request.planes) planes = borrow(*request.planes);
  Call call;
  TextResult error(call);
  const gcp_bytes descriptor = borrow(request.desc);
  const gcp_shape shape = borrow(request.shape);
  const auto* const digest =
      request.digest ? reinterpret_cast<const std::uint8_t*>(request.digest->data()) : nullptr;
  protocol::CheckReply reply{.status = 0, .plane = 0};
  const gcp_outcome outcome = adapter.check(
      request.level, &descriptor, &shape, request.plane_bytes.data(),
      request.planes ? &planes : nullptr, digest, &reply.status, &reply.plane, &error.sink);
  return reply_of(outcome, call, error, reply);
}

Reply answer_grade(const gcp_adapter& adapter, const protocol::TextRequest& request) {
  Call call;
  TextResult error(call);
  TextResult canonical(call);
  TextResult projection(call);
  const gcp_text text = borrow(request.text);
  std::uint64_t id = 0;
  const gcp_outcome outcome =
      adapter.grade(&text, &canonical.sink, &id, &projection.sink, &error.sink);
  return reply_of(outcome, call, error, protocol::GradeReply{canonical.text, id, projection.text});
}

// A reply of bytes without a length; they are its payload.
template <std::size_t kSize>
struct FixedBytes {
  std::array<std::uint8_t, kSize> bytes{};

  protocol::Bytes encode() const {
    const auto view = std::as_bytes(std::span(bytes));
    return {view.begin(), view.end()};
  }
};

Reply answer_descriptor(const gcp_adapter& adapter, const protocol::DescriptorRequest& request) {
  Call call;
  TextResult error(call);
  const gcp_text text = borrow(request.grade);
  FixedBytes<64> descriptor;
  const gcp_outcome outcome =
      adapter.descriptor(&text, request.axis, request.note, request.placements.data(),
                         descriptor.bytes.data(), &error.sink);
  return reply_of(outcome, call, error, descriptor);
}

Reply answer_sizes(const gcp_adapter& adapter, const protocol::SizesRequest& request) {
  Call call;
  TextResult error(call);
  const gcp_shape shape = borrow(request.shape);
  protocol::SizesReply sizes;
  const gcp_outcome outcome =
      adapter.sizes(borrow(request.desc), &shape, sizes.values.data(), &error.sink);
  return reply_of(outcome, call, error, sizes);
}

Reply answer_gid(const gcp_adapter& adapter, const protocol::GidRequest& request) {
  Call call;
  TextResult error(call);
  TextResult printed(call);
  const gcp_text canonical = borrow(request.canonical);
  const gcp_shape shape = borrow(request.shape);
  protocol::GidReply reply;
  const gcp_outcome outcome =
      adapter.gid(borrow(request.desc), &canonical, &shape,
                  reinterpret_cast<std::uint8_t*>(reply.gid.data()), &printed.sink, &error.sink);
  reply.printed = std::move(printed.text);
  return reply_of(outcome, call, error, reply);
}

Reply answer_gid_parse(const gcp_adapter& adapter, const protocol::TextRequest& request) {
  Call call;
  TextResult error(call);
  const gcp_text text = borrow(request.text);
  FixedBytes<16> hash;
  const gcp_outcome outcome = adapter.gid_parse(&text, hash.bytes.data(), &error.sink);
  return reply_of(outcome, call, error, hash);
}

Reply answer_digest(const gcp_adapter& adapter, const protocol::PlanesMessage& request) {
  Call call;
  TextResult error(call);
  const gcp_planes planes = borrow(request.planes);
  FixedBytes<16> hash;
  const gcp_outcome outcome = adapter.digest(&planes, hash.bytes.data(), &error.sink);
  return reply_of(outcome, call, error, hash);
}

// FORMAT_DECODE, FORMAT_ENCODE and EXPONENT: as many results as words. One word more is reserved,
// so that there is something to point to without any.
template <typename Function>
Reply answer_words(const protocol::Words& words, const Function& function) {
  Call call;
  TextResult error(call);
  const gcp_words input = borrow(words);
  protocol::Words results(words.size() + 1);
  const gcp_outcome outcome = function(&input, results.data(), &error.sink);
  results.pop_back();
  return reply_of(outcome, call, error, protocol::WordsReply{std::move(results)});
}

Reply answer_format_decode(const gcp_adapter& adapter, const protocol::FormatRequest& request) {
  return answer_words(request.words, [&](auto* codes, auto* results, auto* error) {
    return adapter.format_decode(request.format, codes, results, error);
  });
}

Reply answer_format_encode(const gcp_adapter& adapter, const protocol::FormatRequest& request) {
  return answer_words(request.words, [&](auto* values, auto* results, auto* error) {
    return adapter.format_encode(request.format, values, results, error);
  });
}

Reply answer_exponent(const gcp_adapter& adapter, const protocol::ExponentRequest& request) {
  constexpr std::uint8_t kLastRule = 2;
  if (request.rule > kLastRule) return internal_error("there is no such rule of EXPONENT");
  return answer_words(request.words, [&](auto* values, auto* results, auto* error) {
    // The signed and the unsigned type of one size may name the same object.
    return adapter.exponent(request.rule, values, reinterpret_cast<std::int32_t*>(results), error);
  });
}

Reply answer_decode(const gcp_adapter& adapter, const protocol::DecodeRequest& request) {
  Call call;
  TextResult error(call);
  WordsResult results(call);
  const gcp_text grade = borrow(request.grade);
  const gcp_planes planes = borrow(request.planes);
  const gcp_outcome outcome =
      adapter.decode(&grade, request.numel, &planes, &results.sink, &error.sink);
  return reply_of(outcome, call, error, protocol::WordsReply{std::move(results.words)});
}

Reply answer_encode(const gcp_adapter& adapter, const protocol::EncodeRequest& request) {
  Call call;
  TextResult error(call);
  PlanesResult planes(call);
  const gcp_text grade = borrow(request.grade);
  const gcp_words values = borrow(request.words);
  const gcp_outcome outcome = adapter.encode(&grade, &values, &planes.sink, &error.sink);
  return reply_of(outcome, call, error, protocol::PlanesMessage{std::move(planes.planes)});
}

Reply answer_equivalent(const gcp_adapter& adapter, const protocol::EquivalentRequest& request) {
  Call call;
  TextResult error(call);
  const gcp_text a = borrow(request.a);
  const gcp_text b = borrow(request.b);
  protocol::EquivalentReply reply;
  const gcp_outcome outcome =
      adapter.equivalent(&a, &b, request.scope, &reply.equivalent, &error.sink);
  return reply_of(outcome, call, error, reply);
}

Reply answer_explain(const gcp_adapter& adapter, const protocol::ExplainRequest& request) {
  Call call;
  TextResult error(call);
  NamesResult names(call);
  const gcp_outcome outcome =
      adapter.explain(borrow(request.a), borrow(request.b), &names.sink, &error.sink);
  return reply_of(outcome, call, error, protocol::ExplainReply{std::move(names.names)});
}

bool offers(const gcp_adapter& adapter, Op op) {
  switch (op) {
    case Op::kHello:
      return true;
    case Op::kCheck:
      return adapter.check != nullptr;
    case Op::kGrade:
      return adapter.grade != nullptr;
    case Op::kDescriptor:
      return adapter.descriptor != nullptr;
    case Op::kSizes:
      return adapter.sizes != nullptr;
    case Op::kGid:
      return adapter.gid != nullptr;
    case Op::kGidParse:
      return adapter.gid_parse != nullptr;
    case Op::kDigest:
      return adapter.digest != nullptr;
    case Op::kFormatDecode:
      return adapter.format_decode != nullptr;
    case Op::kFormatEncode:
      return adapter.format_encode != nullptr;
    case Op::kExponent:
      return adapter.exponent != nullptr;
    case Op::kDecode:
      return adapter.decode != nullptr;
    case Op::kEncode:
      return adapter.encode != nullptr;
    case Op::kEquivalent:
      return adapter.equivalent != nullptr;
    case Op::kExplain:
      return adapter.explain != nullptr;
    case Op::kCheckGrade:
    case Op::kDecodeView:
    case Op::kSlice:
    case Op::kTranspose:
    case Op::kRequantize:
    case Op::kRelayout:
      return false;  // the C interface is of the core tier
  }
  return false;
}

// Reads the payload as Request and answers it.
template <typename Request>
Reply dispatch(const gcp_adapter& adapter, std::span<const std::byte> payload,
               Reply (*answer_request)(const gcp_adapter&, const Request&)) {
  const protocol::Parsed<Request> request = Request::parse(payload);
  if (!request) return internal_error(request.error());
  Reply reply = answer_request(adapter, *request);
  if (reply.payload.size() > protocol::kMaxPayloadBytes) {
    return internal_error("the reply is longer than 64 MiB");
  }
  return reply;
}

}  // namespace

protocol::HelloReply hello(const gcp_adapter& adapter) {
  protocol::HelloReply hello;
  hello.name = adapter.name;
  hello.version = adapter.version;
  hello.language = adapter.language;
  for (const protocol::OpInfo& info : protocol::all_ops()) {
    if (offers(adapter, info.op)) hello.ops.push_back(static_cast<std::uint8_t>(info.op));
  }
  hello.details.emplace_back("library_abi", std::to_string(GCP_ABI));
  return hello;
}

Reply answer(const gcp_adapter& adapter, std::uint8_t op, std::span<const std::byte> payload) {
  const auto info = protocol::find_op(op);
  if (!info || !offers(adapter, info->op)) return {ReplyKind::kUnsupported, {}};
  switch (info->op) {
    case Op::kHello:
      return {ReplyKind::kAnswered, hello(adapter).encode()};
    case Op::kCheck:
      return dispatch(adapter, payload, answer_check);
    case Op::kGrade:
      return dispatch(adapter, payload, answer_grade);
    case Op::kDescriptor:
      return dispatch(adapter, payload, answer_descriptor);
    case Op::kSizes:
      return dispatch(adapter, payload, answer_sizes);
    case Op::kGid:
      return dispatch(adapter, payload, answer_gid);
    case Op::kGidParse:
      return dispatch(adapter, payload, answer_gid_parse);
    case Op::kDigest:
      return dispatch(adapter, payload, answer_digest);
    case Op::kFormatDecode:
      return dispatch(adapter, payload, answer_format_decode);
    case Op::kFormatEncode:
      return dispatch(adapter, payload, answer_format_encode);
    case Op::kExponent:
      return dispatch(adapter, payload, answer_exponent);
    case Op::kDecode:
      return dispatch(adapter, payload, answer_decode);
    case Op::kEncode:
      return dispatch(adapter, payload, answer_encode);
    case Op::kEquivalent:
      return dispatch(adapter, payload, answer_equivalent);
    case Op::kExplain:
      return dispatch(adapter, payload, answer_explain);
    case Op::kCheckGrade:
    case Op::kDecodeView:
    case Op::kSlice:
    case Op::kTranspose:
    case Op::kRequantize:
    case Op::kRelayout:
      break;
  }
  return {ReplyKind::kUnsupported, {}};
}

}  // namespace grit::kit
