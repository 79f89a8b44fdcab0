// Pieces of messages as text for people, cut at bounded lengths; what is cut says so.
#ifndef GRIT_CONFORMANCE_RENDERING_H_
#define GRIT_CONFORMANCE_RENDERING_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "harness/protocol/payload.h"

namespace grit::conformance {

inline constexpr std::size_t kMaxShownBytes = 48;

std::string hex(std::span<const std::byte> bytes, std::size_t limit = kMaxShownBytes);

// Text in quotes; control characters, quotes and non-ASCII bytes as \xNN, so that what looks alike
// can be told apart.
std::string quoted(std::string_view text);

std::string shape_text(std::span<const std::int64_t> shape);
std::string planes_text(const protocol::Planes& planes);
std::string words_text(std::span<const std::uint32_t> words);

// The bits and what they are worth.
std::string binary32_text(std::uint32_t bits);

// A format word with its token, if it has one.
std::string format_text(std::uint16_t word);

// CHECK's bytes; a value without meaning says so.
std::string status_text(std::uint8_t status);
std::string plane_text(std::uint8_t plane);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_RENDERING_H_
