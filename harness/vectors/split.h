// Text taken apart at a separator.
#ifndef GRIT_VECTORS_SPLIT_H_
#define GRIT_VECTORS_SPLIT_H_

#include <cstddef>
#include <string_view>
#include <vector>

namespace grit::vectors {

// The parts between the separators, empty ones included; at least one. They are views of `text`.
inline std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + separator.size());
  }
}

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_SPLIT_H_
