#include "harness/protocol/serve.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <span>
#include <utility>

namespace grit::protocol {
namespace {

// The exit code and the output for an input that fits into a pipe.
std::pair<int, Bytes> served(std::span<const std::byte> input) {
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  EXPECT_EQ(pipe(in.data()), 0);
  EXPECT_EQ(pipe(out.data()), 0);
  EXPECT_EQ(write(in[1], input.data(), input.size()), static_cast<ssize_t>(input.size()));
  close(in[1]);
  const int code =
      serve(in[0], out[1], [](const FrameView&) { return Reply{ReplyKind::kUnsupported, {}}; });
  close(out[1]);
  Bytes output(4096);
  const ssize_t size = read(out[0], output.data(), output.size());
  output.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  close(in[0]);
  close(out[0]);
  return {code, output};
}

Bytes frame() {
  Bytes bytes;
  append_frame(bytes, {.op = 200, .detail = 0, .id = 7, .payload_bytes = 0}, {});
  return bytes;
}

// PROTOCOL.md, "Rules for an adapter", 5 and 6.
TEST(Serve, EndsWellBetweenFrames) {
  EXPECT_EQ(served({}).first, 0);
  const auto [code, output] = served(frame());
  EXPECT_EQ(code, 0);
  EXPECT_EQ(output.size(), kHeaderBytes);
}

TEST(Serve, InputThatEndsInsideAFrameIsAnError) {
  Bytes input = frame();
  for (std::size_t cut = 1; cut < kHeaderBytes; ++cut) {
    const auto [code, output] = served(std::span(input).first(cut));
    EXPECT_EQ(code, 2) << cut;
    EXPECT_TRUE(output.empty());
  }
  input.push_back(std::byte{0x47});
  const auto [code, output] = served(input);
  EXPECT_EQ(code, 2);
  EXPECT_EQ(output.size(), kHeaderBytes) << "the reply to the whole frame is written first";
}

TEST(Serve, WhatIsNoFrameIsAnError) {
  Bytes input = frame();
  input[0] = std::byte{0x48};
  EXPECT_EQ(served(input).first, 2);
}

}  // namespace
}  // namespace grit::protocol
