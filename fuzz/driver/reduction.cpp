#include "fuzz/driver/reduction.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "fuzz/driver/frames.h"
#include "fuzz/driver/request.h"
#include "harness/conformance/request_reduction.h"
#include "harness/protocol/frame.h"
#include "harness/protocol/messages.h"

namespace grit::fuzz {
namespace {

using protocol::Bytes;
using protocol::Op;

// The input without one piece: halves, quarters, …, single bytes of short ones.
std::vector<Bytes> without_pieces(std::span<const std::byte> input) {
  std::vector<Bytes> list;
  for (std::size_t length = (input.size() + 1) / 2; length > 0 && list.size() < 512;
       length = length == 1 ? 0 : (length + 1) / 2) {
    for (std::size_t begin = 0; begin < input.size() && list.size() < 512; begin += length) {
      const std::size_t end = std::min(begin + length, input.size());
      Bytes rest(input.begin(), input.begin() + static_cast<std::ptrdiff_t>(begin));
      rest.insert(rest.end(), input.begin() + static_cast<std::ptrdiff_t>(end), input.end());
      list.push_back(std::move(rest));
    }
  }
  return list;
}

// Simpler descriptors are those of simpler requests that hold one.
std::vector<Bytes> simpler_descriptors(std::span<const std::byte> input) {
  protocol::SizesRequest request;
  if (input.size() < request.desc.size()) return {};
  std::copy_n(input.begin(), request.desc.size(), request.desc.begin());
  std::vector<Bytes> list;
  if (input.size() > request.desc.size()) {
    list.emplace_back(request.desc.begin(), request.desc.end());
  }
  for (const Bytes& simpler : conformance::simpler_requests(Op::kSizes, request.encode())) {
    const auto message = protocol::SizesRequest::parse(simpler);
    if (!message || message->desc == request.desc) continue;
    list.emplace_back(message->desc.begin(), message->desc.end());
  }
  return list;
}

std::vector<Bytes> simpler_texts(std::span<const std::byte> input) {
  const protocol::TextRequest request{std::string(protocol::as_text(input))};
  std::vector<Bytes> list;
  for (const Bytes& simpler : conformance::simpler_requests(Op::kGrade, request.encode())) {
    if (const auto message = protocol::TextRequest::parse(simpler)) {
      const auto bytes = protocol::as_bytes(message->text);
      list.emplace_back(bytes.begin(), bytes.end());
    }
  }
  return list;
}

std::vector<Bytes> simpler_requests(std::span<const std::byte> input) {
  std::vector<Bytes> list;
  const auto request = split_request(input);
  if (!request) return list;
  for (const Bytes& simpler : conformance::simpler_requests(request->first, request->second)) {
    Bytes whole = {input[0]};
    whole.insert(whole.end(), simpler.begin(), simpler.end());
    list.push_back(std::move(whole));
  }
  return list;
}

std::vector<Bytes> simpler_frames(std::span<const std::byte> input) {
  const auto [frames, whole] = frames_of(input);
  if (frames.empty() || !whole) return without_pieces(input);

  std::vector<Bytes> list;
  const auto add = [&](auto keep, std::optional<std::pair<std::size_t, Bytes>> change) {
    Bytes bytes;
    for (std::size_t i = 0; i < frames.size(); ++i) {
      if (!keep(i)) continue;
      const bool changed = change && change->first == i;
      append_frame(bytes, frames[i].header, changed ? change->second : frames[i].payload);
    }
    list.push_back(std::move(bytes));
  };
  if (frames.size() > 1) {
    for (std::size_t i = 0; i < frames.size(); ++i) {
      add([&](std::size_t k) { return k == i; }, std::nullopt);
    }
    for (std::size_t i = 0; i < frames.size(); ++i) {
      add([&](std::size_t k) { return k != i; }, std::nullopt);
    }
    return list;
  }
  const auto info = protocol::find_op(frames[0].header.op);
  if (!info) return without_pieces(input);
  for (Bytes& simpler : conformance::simpler_requests(info->op, frames[0].payload)) {
    add([](std::size_t) { return true; }, std::pair(std::size_t{0}, std::move(simpler)));
  }
  return list;
}

}  // namespace

std::vector<Bytes> simpler_inputs(Form form, std::span<const std::byte> input) {
  std::vector<Bytes> list;
  switch (form) {
    case Form::kDescriptor:
      list = simpler_descriptors(input);
      break;
    case Form::kGradeText:
    case Form::kGidText:
      list = simpler_texts(input);
      break;
    case Form::kRequest:
      list = simpler_requests(input);
      break;
    case Form::kFrames:
      list = simpler_frames(input);
      break;
    case Form::kBytes:
    case Form::kJson:
      list = without_pieces(input);
      break;
  }
  std::erase_if(list, [&](const Bytes& candidate) { return std::ranges::equal(candidate, input); });
  return list;
}

Reduction reduce(std::span<const std::byte> input, const Limits& limits,
                 std::chrono::seconds time) {
  const auto started = std::chrono::steady_clock::now();
  Reduction result{judge(input, limits), Bytes(input.begin(), input.end()), 0, 0};
  if (result.judgement.fate == Fate::kNone || result.judgement.fate == Fate::kInfrastructure) {
    return result;
  }
  std::set<Bytes> seen = {result.input};
  for (bool found = true; found;) {
    found = false;
    for (Bytes& candidate : simpler_inputs(target().form, result.input)) {
      if (result.tried >= kMostTries || std::chrono::steady_clock::now() - started > time) break;
      if (!seen.insert(candidate).second) continue;
      ++result.tried;
      if (!judge(candidate, limits).same_as(result.judgement)) continue;
      result.input = std::move(candidate);
      ++result.steps;
      found = true;
      break;
    }
  }
  return result;
}

}  // namespace grit::fuzz
