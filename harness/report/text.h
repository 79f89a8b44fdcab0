// Text for readers: control characters made visible, columns, truncation. Report strings come from
// the implementations under test, so they may hold any bytes; what these functions return is valid
// UTF-8 and cannot steer a terminal.
#ifndef GRIT_REPORT_TEXT_H_
#define GRIT_REPORT_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grit::report {

// One line: control characters (C0, DEL, C1), line and paragraph separators, bidirectional controls
// and non-characters become escapes such as \n, \x1b or \u{202e}, and so does each byte that is not
// UTF-8 (\xff). Backslashes stay as they are: the result is for reading, not for parsing back.
// Every code point of the result is legal in XML 1.0.
std::string printable(std::string_view text);

// As printable(), but line feeds are kept.
std::string printable_lines(std::string_view text);

// Replaces only the bytes that are not UTF-8, each by its escape (\xff); the rest is unchanged.
std::string valid_utf8(std::string_view text);

// The number of code points, which is the number of columns for the scripts that reports use.
std::size_t display_width(std::string_view text);

// At most `width` columns; a longer text ends in "…". A width of 0 gives an empty text.
std::string truncated(std::string_view text, std::size_t width);

// Lines of at most `width` columns, broken at blanks; a longer word has a line of its own.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

// Splits at line feeds; a trailing line feed opens no line, an empty text has none.
std::vector<std::string_view> lines_of(std::string_view text);

// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

// "1 case", "2 cases", with grouped digits.
std::string counted(std::uint64_t number, std::string_view singular, std::string_view plural);

std::string joined(const std::vector<std::string>& parts, std::string_view separator);

enum class Style : std::uint8_t { kPlain, kStrong, kFaint, kGood, kBad, kWarning };

// `text` between the escapes of `style`; unchanged where `colour` is false or the style is plain.
std::string painted(std::string_view text, Style style, bool colour);

// Cells in aligned columns, two spaces apart, without trailing blanks. Texts must be printable()
// already. Rows may be shorter than the widest.
class Table {
 public:
  enum class Align : std::uint8_t { kLeft, kRight };
  struct Cell {
    std::string text;
    Style style = Style::kPlain;
  };

  // `align` applies by column; further columns are left-aligned.
  explicit Table(std::vector<Align> align) : align_(std::move(align)) {}

  void add_row(std::vector<Cell> row) { rows_.push_back(std::move(row)); }

  // One line a row, each after `indent` blanks and closed by a line feed.
  std::string render(std::size_t indent, bool colour) const;

 private:
  std::vector<Align> align_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace grit::report

#endif  // GRIT_REPORT_TEXT_H_
