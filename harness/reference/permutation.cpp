#include "harness/reference/permutation.h"

namespace grit::reference {

bool is_permutation(std::span<const std::size_t> perm, std::size_t rank) {
  if (perm.size() != rank) return false;
  std::vector<bool> seen(rank);
  for (const std::size_t axis : perm) {
    if (axis >= rank || seen[axis]) return false;
    seen[axis] = true;
  }
  return true;
}

std::vector<std::int64_t> permuted(Shape shape, std::span<const std::size_t> perm) {
  std::vector<std::int64_t> result;
  for (const std::size_t axis : perm) result.push_back(shape[axis]);
  return result;
}

}  // namespace grit::reference
