#include "harness/report/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace grit::report {
namespace {

struct CodePoint {
  char32_t value = 0;
  std::size_t length = 1;  // bytes consumed; 1 for a byte that is not UTF-8
  bool valid = false;
};

bool is_continuation(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

// The code point at `position`, which must lie inside the text. Overlong forms, surrogates and
// values above U+10FFFF are not UTF-8.
CodePoint code_point_at(std::string_view text, std::size_t position) {
  const auto byte_at = [&](std::size_t i) {
    return static_cast<unsigned char>(text[position + i]);
  };
  const unsigned char lead = byte_at(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() - position < length) return {};
  char32_t value = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(byte_at(i))) return {};
    value = (value << 6U) | (byte_at(i) & 0x3FU);
  }
  const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (overlong || surrogate || value > 0x10FFFF) return {};
  return {value, length, true};
}

bool is_invisible(char32_t value) {
  const bool control = value < 0x20 || (value >= 0x7F && value <= 0x9F);
  const bool separator = value == 0x2028 || value == 0x2029;
  const bool bidirectional = value == 0x200E || value == 0x200F || value == 0x061C ||
                             (value >= 0x202A && value <= 0x202E) ||
                             (value >= 0x2066 && value <= 0x2069);
  const bool non_character = (value & 0xFFFE) == 0xFFFE || (value >= 0xFDD0 && value <= 0xFDEF);
  return control || separator || bidirectional || non_character || value == 0xFEFF;
}

std::string escape_of(char32_t value) {
  switch (value) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return value < 0x80 ? fmt::format("\\x{:02x}", static_cast<std::uint32_t>(value))
                          : fmt::format("\\u{{{:04x}}}", static_cast<std::uint32_t>(value));
  }
}

// Copies `text`; bytes that are not UTF-8 become escapes, and so do the code points for which
// `escapes` holds.
template <typename Predicate>
std::string rewritten(std::string_view text, Predicate escapes) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t position = 0; position < text.size();) {
    const CodePoint point = code_point_at(text, position);
    if (!point.valid) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[position]));
    } else if (escapes(point.value)) {
      out += escape_of(point.value);
    } else {
      out += text.substr(position, point.length);
    }
    position += point.length;
  }
  return out;
}

std::string_view escape_sequence(Style style) {
  switch (style) {
    case Style::kPlain:
      return "";
    case Style::kStrong:
      return "\x1b[1m";
    case Style::kFaint:
      return "\x1b[2m";
    case Style::kGood:
      return "\x1b[32m";
    case Style::kBad:
      return "\x1b[31m";
    case Style::kWarning:
      return "\x1b[33m";
  }
  return "";
}

}  // namespace

std::string printable(std::string_view text) { return rewritten(text, is_invisible); }

std::string printable_lines(std::string_view text) {
  return rewritten(text, [](char32_t value) { return value != '\n' && is_invisible(value); });
}

std::string valid_utf8(std::string_view text) {
  return rewritten(text, [](char32_t) { return false; });
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return !is_continuation(static_cast<unsigned char>(c));
  }));
}

std::string truncated(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  if (width == 0) return {};
  std::size_t position = 0;
  for (std::size_t column = 0; column + 1 < width; ++column) {
    position += code_point_at(text, position).length;
  }
  return std::string(text.substr(0, position)) + "…";
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, blank);
    if (!word.empty()) {
      if (lines.empty() || display_width(lines.back()) + 1 + display_width(word) > width) {
        lines.emplace_back(word);
      } else {
        lines.back().append(" ").append(word);
      }
    }
    text.remove_prefix(std::min(blank + 1, text.size()));
  }
  return lines;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::string grouped(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) out += ',';
    out += digits[i];
  }
  return out;
}

std::string counted(std::uint64_t number, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", grouped(number), number == 1 ? singular : plural);
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

std::string painted(std::string_view text, Style style, bool colour) {
  if (!colour || style == Style::kPlain) return std::string(text);
  return fmt::format("{}{}\x1b[0m", escape_sequence(style), text);
}

std::string Table::render(std::size_t indent, bool colour) const {
  std::vector<std::size_t> widths;
  for (const std::vector<Cell>& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i].text));
    }
  }
  std::string out;
  for (const std::vector<Cell>& row : rows_) {
    // Blanks are owed, and paid only when a later cell has text: no line ends in one.
    std::size_t owed = indent;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::size_t gap = widths[i] - display_width(row[i].text);
      const bool right = i < align_.size() && align_[i] == Align::kRight;
      if (right) owed += gap;
      if (!row[i].text.empty()) {
        out.append(owed, ' ');
        out += painted(row[i].text, row[i].style, colour);
        owed = 0;
      }
      owed += (right ? 0 : gap) + 2;
    }
    out += '\n';
  }
  return out;
}

}  // namespace grit::report
