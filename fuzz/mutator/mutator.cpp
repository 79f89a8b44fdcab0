#include "fuzz/mutator/mutator.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/mutator/descriptor_mutations.h"
#include "fuzz/mutator/frame_mutations.h"
#include "fuzz/mutator/request_mutations.h"
#include "fuzz/mutator/text_mutations.h"
#include "harness/protocol/payload.h"

namespace grit::fuzz {
namespace {

using protocol::Bytes;
using protocol::Op;
using vectors::Random;

constexpr std::size_t kMostTextBytes = 4096;

// Copies as much as there is room for.
std::size_t put(std::span<const std::byte> bytes, std::span<std::byte> buffer) {
  const std::size_t size = std::min(bytes.size(), buffer.size());
  std::copy_n(bytes.begin(), size, buffer.begin());
  return size;
}

// An engine's mutations, or a few of our own where it has none.
std::size_t mutate_bytes(Random& random, std::span<std::byte> buffer, std::size_t size,
                         ByteMutator byte_mutator) {
  if (buffer.empty()) return 0;
  if (byte_mutator != nullptr) {
    return byte_mutator(reinterpret_cast<std::uint8_t*>(buffer.data()), size, buffer.size());
  }
  if (size == 0 || (size < buffer.size() && random.chance(1, 4))) {
    const std::size_t at = static_cast<std::size_t>(random.below(size + 1));
    std::copy_backward(buffer.begin() + static_cast<std::ptrdiff_t>(at),
                       buffer.begin() + static_cast<std::ptrdiff_t>(size),
                       buffer.begin() + static_cast<std::ptrdiff_t>(size + 1));
    buffer[at] = static_cast<std::byte>(random.below(256));
    return size + 1;
  }
  const std::size_t at = static_cast<std::size_t>(random.below(size));
  switch (random.below(4)) {
    case 0:
      buffer[at] ^= static_cast<std::byte>(1u << random.below(8));
      return size;
    case 1:
      std::copy(buffer.begin() + static_cast<std::ptrdiff_t>(at + 1),
                buffer.begin() + static_cast<std::ptrdiff_t>(size),
                buffer.begin() + static_cast<std::ptrdiff_t>(at));
      return size - 1;
    default:
      buffer[at] = static_cast<std::byte>(random.below(256));
      return size;
  }
}

std::size_t mutate_text(Random& random, std::span<std::byte> buffer, std::size_t size,
                        void (*mutate_one)(Random&, std::string&)) {
  std::string text(protocol::as_text(buffer.first(std::min(size, kMostTextBytes))));
  mutate_one(random, text);
  return put(protocol::as_bytes(text), buffer);
}

std::size_t mutate_request(Random& random, std::span<const Op> ops, std::span<std::byte> buffer,
                           std::size_t size) {
  const auto op = [&]() -> std::optional<Op> {
    if (size == 0) return std::nullopt;
    const auto info = protocol::find_op(static_cast<std::uint8_t>(buffer[0]));
    if (!info || std::ranges::find(ops, info->op) == ops.end()) return std::nullopt;
    return info->op;
  }();
  std::optional<Bytes> request;
  Op chosen = op.value_or(Op::kHello);
  // check has more rules than everything else together, and each is a step from a right request.
  if (std::ranges::find(ops, Op::kCheck) != ops.end() && random.chance(1, 4)) {
    chosen = Op::kCheck;
    request = mutated_request(random, chosen, plain_request(random, chosen));
  } else if (op && !random.chance(1, 32)) {
    request = mutated_request(random, *op, std::span<const std::byte>(buffer.subspan(1, size - 1)));
  }
  if (!request) {
    chosen = random.pick(ops);
    request = plain_request(random, chosen);
  }
  // What was cut off would be unreadable; the input stays as it was.
  if (request->size() + 1 > buffer.size()) return size;
  buffer[0] = static_cast<std::byte>(chosen);
  return 1 + put(*request, buffer.subspan(1));
}

std::size_t mutate_descriptor_form(Random& random, std::span<std::byte> buffer, std::size_t size) {
  if (buffer.size() < reference::kDescriptorBytes) return size;
  const DescriptorSpan descriptor = buffer.first<reference::kDescriptorBytes>();
  if (size < reference::kDescriptorBytes) {
    set_canonical(random, descriptor);
  } else {
    const std::uint64_t steps = random.chance(1, 4) ? 1 + random.below(4) : 1;
    for (std::uint64_t i = 0; i < steps; ++i) mutate_descriptor(random, descriptor);
  }
  return reference::kDescriptorBytes;
}

}  // namespace

std::size_t mutate(const Target& target, std::span<std::byte> buffer, std::size_t size,
                   std::uint64_t seed, ByteMutator byte_mutator) {
  Random random(seed);
  const bool as_bytes = random.chance(1, 16);
  switch (as_bytes ? Form::kBytes : target.form) {
    case Form::kDescriptor:
      return mutate_descriptor_form(random, buffer, size);
    case Form::kGradeText:
      return mutate_text(random, buffer, size, mutate_grade_text);
    case Form::kGidText:
      return mutate_text(random, buffer, size, mutate_gid_text);
    case Form::kRequest:
      return mutate_request(random, target.ops, buffer, size);
    case Form::kFrames: {
      const auto frames = mutated_frames(random, target.ops, buffer.first(size), buffer.size());
      return frames ? put(*frames, buffer) : mutate_bytes(random, buffer, size, byte_mutator);
    }
    case Form::kBytes:
    case Form::kJson:
      break;
  }
  return mutate_bytes(random, buffer, size, byte_mutator);
}

std::size_t cross_over(const Target& target, std::span<const std::byte> first,
                       std::span<const std::byte> second, std::span<std::byte> out,
                       std::uint64_t seed) {
  Random random(seed);
  switch (target.form) {
    case Form::kDescriptor:
      if (std::min({first.size(), second.size(), out.size()}) >= reference::kDescriptorBytes) {
        put(first.first<reference::kDescriptorBytes>(), out);
        splice_descriptors(random, out.first<reference::kDescriptorBytes>(),
                           second.first<reference::kDescriptorBytes>());
        return reference::kDescriptorBytes;
      }
      break;
    case Form::kGradeText: {
      const std::string text = splice_grade_texts(
          random, protocol::as_text(first.first(std::min(first.size(), kMostTextBytes))),
          protocol::as_text(second.first(std::min(second.size(), kMostTextBytes))));
      return put(protocol::as_bytes(text), out);
    }
    case Form::kRequest: {
      if (first.empty() || second.empty() || first[0] != second[0]) break;
      const auto info = protocol::find_op(static_cast<std::uint8_t>(first[0]));
      if (!info) break;
      const auto child = spliced_request(random, info->op, first.subspan(1), second.subspan(1));
      if (!child || child->size() + 1 > out.size()) break;
      out[0] = first[0];
      return 1 + put(*child, out.subspan(1));
    }
    case Form::kFrames:
    case Form::kGidText:
    case Form::kBytes:
    case Form::kJson:
      // The beginning of one and the end of the other.
      {
        const std::size_t head =
            put(first.first(static_cast<std::size_t>(random.below(first.size() + 1))), out);
        return head + put(second.subspan(static_cast<std::size_t>(random.below(second.size() + 1))),
                          out.subspan(head));
      }
  }
  return put(first, out);
}

}  // namespace grit::fuzz
