#include "fuzz/driver/reached.h"

#include <algorithm>

#include "fuzz/driver/frames.h"
#include "fuzz/driver/request.h"
#include "harness/protocol/answer.h"
#include "harness/reference/sizes.h"

namespace grit::fuzz {
namespace {

using protocol::Op;

void count(Reached& reached, const protocol::Parsed<reference::CheckResult>& result) {
  if (!result) return;
  ++reached.statuses[static_cast<std::size_t>(result->status)];
  ++reached.rules[static_cast<std::size_t>(result->rule)];
}

void count_request(Reached& reached, Op op, std::span<const std::byte> payload) {
  if (op == Op::kCheck) {
    if (const auto request = protocol::CheckRequest::parse(payload)) {
      count(reached, protocol::check(*request));
    }
  } else if (op == Op::kCheckGrade) {
    if (const auto request = protocol::CheckGradeRequest::parse(payload)) {
      count(reached, protocol::check(*request));
    }
  }
}

}  // namespace

void Reached::add(Form form, std::span<const std::byte> input) {
  switch (form) {
    case Form::kRequest:
      if (const auto request = split_request(input)) {
        count_request(*this, request->first, request->second);
      }
      return;
    case Form::kFrames: {
      const FrameStream stream = frames_of(input);
      for (const auto& [header, payload] : stream.frames) {
        if (const auto info = protocol::find_op(header.op)) {
          count_request(*this, info->op, payload);
        }
      }
      return;
    }
    case Form::kDescriptor:
      if (input.size() >= reference::kDescriptorBytes) {
        // As the target check_bytes asks.
        protocol::CheckRequest request;
        request.desc.assign(input.begin(), input.begin() + reference::kDescriptorBytes);
        request.shape = {256};
        const auto sizes = reference::sizes(
            reference::parse_descriptor(input.first<reference::kDescriptorBytes>()), request.shape);
        if (const auto values = sizes ? reference::to_i64(*sizes) : std::nullopt) {
          std::copy(values->begin() + 4, values->end(), request.plane_bytes.begin());
        }
        count(*this, protocol::check(request));
      }
      return;
    default:
      return;
  }
}

}  // namespace grit::fuzz
