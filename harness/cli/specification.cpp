#include "harness/cli/specification.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/cli/places.h"
#include "harness/report/words.h"
#include "harness/vectors/file.h"

namespace grit::cli {

std::string specification_text() {
  const auto places = find_places();
  if (!places) return {};
  const auto bytes = vectors::read_file(places->root / "docs" / "SPEC.md");
  return bytes ? std::string(protocol::as_text(*bytes)) : std::string();
}

std::string clause_of_specification(std::string_view specification, std::string_view clause) {
  if (clause.empty()) return {};
  const std::string marked = fmt::format("**{}**", clause);
  const std::string number(clause.starts_with("§") ? clause.substr(std::string_view("§").size())
                                                   : clause);
  std::string text;
  bool inside = false;
  bool is_item = false;
  while (!specification.empty()) {
    const std::size_t end = std::min(specification.find('\n'), specification.size());
    const std::string_view line = specification.substr(0, end);
    specification.remove_prefix(std::min(end + 1, specification.size()));
    if (inside) {
      if (text.empty() && line.starts_with("#")) continue;  // a section that begins with another
      const bool next_item = line.starts_with("- ") || line.starts_with("#");
      if ((line.empty() && !text.empty()) || (is_item && next_item)) break;
      if (!line.empty()) text += (text.empty() ? "" : "\n") + std::string(line);
      continue;
    }
    const std::size_t hashes = line.find_first_not_of('#');
    const bool heading = hashes != 0 && hashes != std::string_view::npos &&
                         (line.substr(hashes).starts_with(" " + number + " ") ||
                          line.substr(hashes).starts_with(" " + number + ". "));
    if (line.find(marked) != std::string_view::npos) {
      inside = true;
      is_item = line.starts_with("- ");
      text = line;
    } else if (heading) {
      inside = true;  // its first paragraph follows after an empty line
      is_item = false;
    }
  }
  return text;
}

std::string clauses_of_specification(std::string_view specification, std::string_view clauses) {
  std::string texts;
  for (const std::string_view clause : report::clause_numbers(clauses)) {
    const std::string text = clause_of_specification(specification, clause);
    if (!text.empty()) texts += (texts.empty() ? "" : "\n\n") + text;
  }
  return texts;
}

}  // namespace grit::cli
