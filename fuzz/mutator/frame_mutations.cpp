#include "fuzz/mutator/frame_mutations.h"

#include <utility>
#include <vector>

#include "fuzz/driver/frames.h"
#include "fuzz/mutator/request_mutations.h"
#include "harness/protocol/frame.h"

namespace grit::fuzz {
namespace {

using protocol::Bytes;
using protocol::Op;
using vectors::Random;

Frame plain_frame(Random& random, std::span<const Op> ops) {
  const Op op = random.pick(ops);
  protocol::Header header;
  header.op = static_cast<std::uint8_t>(op);
  header.detail = static_cast<std::uint8_t>(random.below(2));
  header.id = static_cast<std::uint32_t>(random.below(1000));
  return {header, plain_request(random, op)};
}

void mutate_frame(Random& random, Frame& frame) {
  const auto info = protocol::find_op(frame.header.op);
  if (!info || random.chance(1, 16)) {
    frame.header.detail ^= static_cast<std::uint8_t>(1u << random.below(8));
    frame.header.op ^= static_cast<std::uint8_t>(random.chance(1, 4) ? 1u << random.below(8) : 0);
    return;
  }
  auto request = mutated_request(random, info->op, frame.payload);
  frame.payload = request ? std::move(*request) : plain_request(random, info->op);
}

}  // namespace

std::optional<Bytes> mutated_frames(Random& random, std::span<const Op> ops,
                                    std::span<const std::byte> bytes, std::size_t most) {
  FrameStream stream = frames_of(bytes);
  if (!stream.whole) return std::nullopt;
  std::vector<Frame>& frames = stream.frames;
  const std::uint64_t at = frames.empty() ? 0 : random.below(frames.size());
  switch (frames.empty() ? 0 : random.below(8)) {
    case 0:
      if (frames.size() < kMostFrames) frames.push_back(plain_frame(random, ops));
      break;
    case 1:
      frames.erase(frames.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 2:
      if (frames.size() < kMostFrames) frames.push_back(Frame(frames[at]));
      break;
    default:
      mutate_frame(random, frames[at]);
      break;
  }
  Bytes result;
  for (const Frame& frame : frames) append_frame(result, frame.header, frame.payload);
  if (result.size() > most) return std::nullopt;
  return result;
}

}  // namespace grit::fuzz
