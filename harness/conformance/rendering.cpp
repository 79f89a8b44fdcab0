#include "harness/conformance/rendering.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "harness/protocol/messages.h"
#include "harness/reference/check.h"
#include "harness/reference/format.h"
#include "harness/reference/view.h"

namespace grit::conformance {
namespace {

constexpr std::size_t kMaxShownWords = 12;
constexpr std::size_t kMaxShownText = 200;

}  // namespace

std::string hex(std::span<const std::byte> bytes, std::size_t limit) {
  std::string text = protocol::to_hex(bytes, limit);
  if (bytes.size() > limit) text += fmt::format("… ({} bytes)", bytes.size());
  return text;
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text.substr(0, kMaxShownText)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\') {
      result += c;
    } else {
      result += fmt::format("\\x{:02x}", byte);
    }
  }
  result += "\"";
  if (text.size() > kMaxShownText) result += fmt::format("… ({} bytes)", text.size());
  return result;
}

std::string shape_text(std::span<const std::int64_t> shape) {
  constexpr std::size_t kMaxShownExtents = 16;
  std::string text = "[";
  for (std::size_t i = 0; i < std::min(shape.size(), kMaxShownExtents); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", ", shape[i]);
  }
  if (shape.size() > kMaxShownExtents) text += fmt::format(", … rank {}", shape.size());
  return text + "]";
}

std::string planes_text(const protocol::Planes& planes) {
  std::string text;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "" : " · ",
                        reference::plane_name(static_cast<reference::Plane>(i)),
                        planes[i].empty() ? "empty" : hex(planes[i]));
  }
  return text;
}

std::string words_text(std::span<const std::uint32_t> words) {
  std::string text;
  for (std::size_t i = 0; i < std::min(words.size(), kMaxShownWords); ++i) {
    text += fmt::format("{}{:08x}", i == 0 ? "" : " ", words[i]);
  }
  if (words.size() > kMaxShownWords) text += fmt::format(" … ({} words)", words.size());
  return text.empty() ? "no words" : text;
}

std::string format_text(std::uint16_t word) {
  const auto token = reference::format_token(reference::FormatWord{word});
  return fmt::format("0x{:04x}{}", word, token.empty() ? "" : fmt::format(" ({})", token));
}

std::string plane_text(std::uint8_t plane) {
  if (plane == protocol::kNoPlane) return "none";
  if (plane < reference::kPlaneCount) {
    return std::string(reference::plane_name(static_cast<reference::Plane>(plane)));
  }
  return fmt::format("{} (no plane)", plane);
}

std::string status_text(std::uint8_t status) {
  if (status > 4) return fmt::format("{} (no status)", status);
  return std::string(reference::status_name(static_cast<reference::Status>(status)));
}

std::string binary32_text(std::uint32_t bits) {
  const float value = std::bit_cast<float>(bits);
  if (std::isnan(value)) return fmt::format("{:08x} (NaN)", bits);
  return fmt::format("{:08x} ({:.9g})", bits, value);
}

}  // namespace grit::conformance
