// Inputs of the form kFrames: a stream cut into whole frames.
#ifndef GRIT_FUZZ_DRIVER_FRAMES_H_
#define GRIT_FUZZ_DRIVER_FRAMES_H_

#include <cstddef>
#include <span>
#include <vector>

#include "harness/protocol/frame.h"
#include "harness/protocol/payload.h"

namespace grit::fuzz {

struct Frame {
  protocol::Header header;
  protocol::Bytes payload;
};

struct FrameStream {
  std::vector<Frame> frames;  // up to what is none
  bool whole = true;          // the stream is these frames and nothing else
};

inline FrameStream frames_of(std::span<const std::byte> bytes) {
  FrameStream stream;
  protocol::FrameReader reader;
  reader.feed(bytes);
  for (;;) {
    const auto frame = reader.next();
    if (!frame || !*frame) {
      stream.whole = frame.has_value() && reader.unread().empty();
      return stream;
    }
    const auto payload = (*frame)->payload;
    stream.frames.push_back({(*frame)->header, protocol::Bytes(payload.begin(), payload.end())});
  }
}

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_DRIVER_FRAMES_H_
