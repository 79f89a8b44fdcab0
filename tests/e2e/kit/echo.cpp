// Operations that return what they read, for the tests of gcp.h: 100 echoes one of every piece, 101
// refuses with a reason, 102 fails, 103 answers more than a frame can hold.
#include <stdexcept>

#include "gcp.h"

namespace {

gcp::Reply echo(gcp::Request& request) {
  const auto u8 = request.integer<std::uint8_t>();
  const auto u16 = request.integer<std::uint16_t>();
  const auto u32 = request.integer<std::uint32_t>();
  const auto u64 = request.integer<std::uint64_t>();
  const auto i16 = request.integer<std::int16_t>();
  const auto i64 = request.integer<std::int64_t>();
  const auto blob = request.blob();
  const auto text = request.text();
  const auto shape = request.shape();
  const auto planes = request.planes();
  const auto words = request.words();
  if (!request.end()) return gcp::Reply::unreadable();
  gcp::Reply reply;
  reply.integer<std::uint8_t>(u8).integer<std::uint16_t>(u16).integer<std::uint32_t>(u32);
  reply.integer<std::uint64_t>(u64).integer<std::int16_t>(i16).integer<std::int64_t>(i64);
  reply.blob(blob).text(text).shape(shape).planes(planes).words(words);
  return reply;
}

gcp::Reply refuse(gcp::Request&) { return gcp::Reply::refused("SliceRange"); }
gcp::Reply fail(gcp::Request&) { throw std::runtime_error("it broke"); }
gcp::Reply flood(gcp::Request&) { return gcp::Reply().bytes(gcp::Bytes(gcp::kMaxPayload + 1)); }

constexpr gcp::Operation kOperations[] = {{100, echo}, {101, refuse}, {102, fail}, {103, flood}};

}  // namespace

int main() {
  return gcp::serve({.name = "echo", .version = "1", .language = "C++", .operations = kOperations});
}
