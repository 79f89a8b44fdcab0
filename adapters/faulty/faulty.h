// What the faulty adapters share: the reference's answers, with one place to spoil them.
#ifndef GRIT_FAULTY_FAULTY_H_
#define GRIT_FAULTY_FAULTY_H_

#include <unistd.h>

#include <cstdint>
#include <functional>
#include <string_view>

#include "harness/protocol/answer.h"
#include "harness/protocol/op.h"
#include "harness/protocol/serve.h"

namespace grit::faulty {

// Sees a request and the right reply to it, and may do anything.
using Fault = std::function<void(const protocol::FrameView& request, protocol::Reply& reply)>;

inline bool asks(const protocol::FrameView& request, protocol::Op op) {
  return request.header.op == static_cast<std::uint8_t>(op);
}

inline int serve(const Fault& fault) {
  return protocol::serve(STDIN_FILENO, STDOUT_FILENO, [&](const protocol::FrameView& request) {
    protocol::Reply reply = protocol::answer(request.header.op, request.payload);
    if (!asks(request, protocol::Op::kHello)) fault(request, reply);
    return reply;
  });
}

// The one case that the faults "on one case" wait for: GRADE of the canonical Q4KS grade.
inline bool is_the_case(const protocol::FrameView& request) {
  if (!asks(request, protocol::Op::kGrade)) return false;
  const auto grade = protocol::TextRequest::parse(request.payload);
  return grade &&
         grade->text == "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)";
}

}  // namespace grit::faulty

#endif  // GRIT_FAULTY_FAULTY_H_
