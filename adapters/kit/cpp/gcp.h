// The adapter protocol GCP 1 in one file: frames, the pieces of payloads, and the loop. C++20.
//
// An adapter reads request frames on stdin and answers each on stdout. It hands gcp::serve a table
// of operations; everything else is here.
#ifndef GCP_H_
#define GCP_H_

#include <unistd.h>

#include <array>
#include <cerrno>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace gcp {

using Bytes = std::vector<std::uint8_t>;
using BytesView = std::span<const std::uint8_t>;
using Planes = std::array<BytesView, 4>;  // data, scale0, scale1, aux

inline constexpr std::size_t kMaxPayload = std::size_t{64} << 20;
inline constexpr std::size_t kHeaderBytes = 16;
inline constexpr std::uint8_t kFlagFlush = 1;

enum class Outcome : std::uint8_t {
  kAnswered = 0,
  kRefused = 1,      // the specification says that this input has no answer
  kUnsupported = 2,  // the operation is not known
  kInternalError = 3
};

template <std::integral T>
T load(const std::uint8_t* from) {
  std::make_unsigned_t<T> value = 0;
  for (std::size_t i = sizeof(T); i-- > 0;) {
    value = static_cast<std::make_unsigned_t<T>>(std::uint64_t{value} << 8 | from[i]);
  }
  return static_cast<T>(value);
}

template <std::integral T>
void append(Bytes& to, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    to.push_back(static_cast<std::uint8_t>(static_cast<std::make_unsigned_t<T>>(value) >> 8 * i));
  }
}

// Takes pieces off the front of a payload; views point into it and are valid until the operation
// returns. From the first piece that is not there, every further one reads as 0 or empty: read all
// pieces, then ask end() once.
class Request {
 public:
  explicit Request(BytesView payload) : rest_(payload) {}

  BytesView bytes(std::size_t count) {
    if (failed_ || rest_.size() < count) {
      failed_ = true;
      return {};
    }
    const BytesView piece = rest_.first(count);
    rest_ = rest_.subspan(count);
    return piece;
  }

  // Little-endian, e.g. integer<std::int64_t>().
  template <std::integral T>
  T integer() {
    const BytesView piece = bytes(sizeof(T));
    return piece.empty() ? T{0} : load<T>(piece.data());
  }

  BytesView blob() { return bytes(integer<std::uint32_t>()); }

  std::string_view text() {
    const BytesView piece = blob();
    return {reinterpret_cast<const char*>(piece.data()), piece.size()};
  }

  std::vector<std::int64_t> shape() {
    std::vector<std::int64_t> extents(integer<std::uint8_t>());
    for (std::int64_t& extent : extents) extent = integer<std::int64_t>();
    return extents;
  }

  Planes planes() {
    Planes planes;
    for (BytesView& plane : planes) plane = blob();
    return planes;
  }

  std::vector<std::uint32_t> words() {
    const std::size_t count = integer<std::uint32_t>();
    const BytesView piece = bytes(std::size_t{4} * count);
    std::vector<std::uint32_t> words;
    words.reserve(piece.size() / 4);
    for (std::size_t at = 0; at < piece.size(); at += 4) {
      words.push_back(load<std::uint32_t>(piece.data() + at));
    }
    return words;
  }

  // Whether every piece was there and nothing is left over.
  [[nodiscard]] bool end() const { return !failed_ && rest_.empty(); }

 private:
  BytesView rest_;
  bool failed_ = false;
};

// What becomes of a request: an outcome and the payload of its reply.
class Reply {
 public:
  // An answer without pieces yet; add them with the functions below.
  Reply() = default;
  // `reason` is empty but for operations that name one.
  static Reply refused(std::string_view reason = {}) { return {Outcome::kRefused, reason}; }
  static Reply unsupported() { return {Outcome::kUnsupported, {}}; }
  static Reply internal_error(std::string_view text) { return {Outcome::kInternalError, text}; }
  static Reply unreadable() { return internal_error("the payload does not read as its pieces"); }

  Reply& bytes(BytesView value) {
    payload_.insert(payload_.end(), value.begin(), value.end());
    return *this;
  }
  // The type decides the size, so it has to be named: integer<std::uint8_t>(status).
  template <std::integral T>
  Reply& integer(std::type_identity_t<T> value) {
    append<T>(payload_, value);
    return *this;
  }
  Reply& blob(BytesView value) {
    return integer<std::uint32_t>(static_cast<std::uint32_t>(value.size())).bytes(value);
  }
  Reply& text(std::string_view value) {
    return blob({reinterpret_cast<const std::uint8_t*>(value.data()), value.size()});
  }
  Reply& shape(std::span<const std::int64_t> extents) {
    integer<std::uint8_t>(static_cast<std::uint8_t>(extents.size()));
    for (const std::int64_t extent : extents) integer<std::int64_t>(extent);
    return *this;
  }
  Reply& planes(const Planes& value) {
    for (const BytesView plane : value) blob(plane);
    return *this;
  }
  Reply& words(std::span<const std::uint32_t> value) {
    integer<std::uint32_t>(static_cast<std::uint32_t>(value.size()));
    for (const std::uint32_t word : value) integer<std::uint32_t>(word);
    return *this;
  }

  Outcome outcome() const { return outcome_; }
  const Bytes& payload() const { return payload_; }

 private:
  Reply(Outcome outcome, std::string_view text)
      : outcome_(outcome), payload_(text.begin(), text.end()) {}

  Outcome outcome_ = Outcome::kAnswered;
  Bytes payload_;
};

struct Operation {
  std::uint8_t number;
  Reply (*answer)(Request& request);  // null: not offered
};

// What HELLO says; the texts are ASCII without quotes and backslashes.
struct Adapter {
  std::string_view name;
  std::string_view version;
  std::string_view language;
  std::span<const Operation> operations;
};

namespace internal {

inline Reply hello(const Adapter& adapter) {
  std::string json = R"({"protocol":1,"spec":1,"name":")";
  json.append(adapter.name).append(R"(","version":")").append(adapter.version);
  json.append(R"(","language":")").append(adapter.language).append(R"(","ops":[)");
  std::string_view separator;
  for (const Operation& operation : adapter.operations) {
    if (operation.answer == nullptr) continue;
    json.append(separator).append(std::to_string(operation.number));
    separator = ",";
  }
  json += "]}";
  Reply reply;
  reply.bytes({reinterpret_cast<const std::uint8_t*>(json.data()), json.size()});
  return reply;
}

// Whatever the implementation throws is this request's, not the process's.
inline Reply answer(const Adapter& adapter, std::uint8_t op, BytesView payload) {
  try {
    if (op == 0) return hello(adapter);
    for (const Operation& operation : adapter.operations) {
      if (operation.number != op || operation.answer == nullptr) continue;
      Request request(payload);
      Reply reply = operation.answer(request);
      if (reply.payload().size() > kMaxPayload) {
        return Reply::internal_error("the reply is longer than 64 MiB");
      }
      return reply;
    }
    return Reply::unsupported();
  } catch (const std::exception& error) {
    return Reply::internal_error(error.what());
  } catch (...) {
    return Reply::internal_error("an exception of a type of its own");
  }
}

// How many bytes came: fewer than `to` holds only at the end of input or where it cannot be read.
inline std::size_t read_up_to(std::span<std::uint8_t> to) {
  std::size_t filled = 0;
  while (filled < to.size()) {
    const ssize_t count = ::read(STDIN_FILENO, to.data() + filled, to.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    filled += static_cast<std::size_t>(count);
  }
  return filled;
}

inline bool flush(Bytes& replies) {
  BytesView rest = replies;
  while (!rest.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    rest = rest.subspan(static_cast<std::size_t>(count));
  }
  replies.clear();
  return true;
}

// Answers one request after the other. Nullopt at the end of input, else what went wrong.
inline std::optional<std::string_view> loop(const Adapter& adapter, Bytes& replies) {
  constexpr std::size_t kFlushAbove = std::size_t{1} << 18;
  constexpr std::string_view kMagic = "GCP1";
  std::array<std::uint8_t, kHeaderBytes> header;
  Bytes payload;
  while (true) {
    const std::size_t got = read_up_to(header);
    if (got == 0) return std::nullopt;
    if (got < header.size()) return "the input ends inside a header";
    const std::size_t size = load<std::uint32_t>(&header[12]);
    if (std::memcmp(header.data(), kMagic.data(), kMagic.size()) != 0 ||
        load<std::uint16_t>(&header[6]) != 0 || size > kMaxPayload) {
      return "what came is no request";
    }
    payload.resize(size);
    if (read_up_to(payload) < size) return "the input ends inside a payload";
    const Reply reply = answer(adapter, header[4], payload);
    replies.insert(replies.end(), kMagic.begin(), kMagic.end());
    append<std::uint8_t>(replies, header[4]);
    append<std::uint8_t>(replies, static_cast<std::uint8_t>(reply.outcome()));
    append<std::uint16_t>(replies, 0);
    append<std::uint32_t>(replies, load<std::uint32_t>(&header[8]));
    append<std::uint32_t>(replies, static_cast<std::uint32_t>(reply.payload().size()));
    replies.insert(replies.end(), reply.payload().begin(), reply.payload().end());
    const bool asked = (header[5] & kFlagFlush) != 0;
    if ((asked || replies.size() >= kFlushAbove) && !flush(replies)) {
      return "the output cannot be written";
    }
  }
}

}  // namespace internal

// Serves stdin and stdout until the input ends; returns main's exit code.
inline int serve(const Adapter& adapter) {
  Bytes replies;
  const std::optional<std::string_view> problem = internal::loop(adapter, replies);
  const bool written = internal::flush(replies);
  if (problem) {
    std::fprintf(stderr, "%.*s: %.*s\n", static_cast<int>(adapter.name.size()), adapter.name.data(),
                 static_cast<int>(problem->size()), problem->data());
  }
  return !problem && written ? 0 : 2;
}

}  // namespace gcp

#endif  // GCP_H_
