// The adapter side of the protocol over two file descriptors: reads requests, writes replies.
#ifndef GRIT_PROTOCOL_SERVE_H_
#define GRIT_PROTOCOL_SERVE_H_

#include <cstdio>
#include <functional>

#include "harness/protocol/frame.h"
#include "harness/protocol/messages.h"

namespace grit::protocol {

using Handler = std::function<Reply(const FrameView& request)>;

// Answers every request on `in` with the handler's reply on `out`, in order, buffering replies
// until a request asks for a flush or the buffer has grown large. Returns the process's exit code:
// 0 at the end of input; 2 with a sentence on `complaints` when the input is no frames, ends inside
// one or cannot be read, and 2 when the output is closed. The replies to whole frames are written
// first. Where `complaints` is null nothing is said.
int serve(int in, int out, const Handler& handler, std::FILE* complaints = stderr);

}  // namespace grit::protocol

#endif  // GRIT_PROTOCOL_SERVE_H_
