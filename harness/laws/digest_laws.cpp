#include "harness/laws/digest_laws.h"

#include <string>

namespace grit::laws {

LawResult digest_sensitive(const reference::PlaneBuffers& planes,
                           const Implementation& implementation) {
  constexpr Law kLaw = Law::kDigestSensitive;
  const auto digest = [&](const reference::PlaneBuffers& of) {
    return implementation.digest(reference::borrow(of));
  };
  const reference::Digest base = digest(planes);
  bool any = false;
  reference::PlaneBuffers changed = planes;
  for (std::size_t p = 0; p < planes.size(); ++p) {
    const std::string name(reference::plane_name(static_cast<reference::Plane>(p)));
    for (std::size_t at = 0; at < planes[p].size(); ++at) {
      any = true;
      const std::byte mask = std::byte{1} << (at % 8);
      changed[p][at] ^= mask;
      const bool same = digest(changed) == base;
      changed[p][at] ^= mask;
      if (same) {
        return broken(kLaw, "byte " + std::to_string(at) + " of " + name + " leaves the digest");
      }
    }
    changed[p].push_back(std::byte{0});
    const bool longer = digest(changed) == base;
    changed[p].pop_back();
    if (longer) return broken(kLaw, "one more zero byte of " + name + " leaves the digest");
    // The last byte becomes the first of the next plane: the same bytes in the same order.
    if (p + 1 < planes.size() && !planes[p].empty()) {
      changed[p].pop_back();
      changed[p + 1].insert(changed[p + 1].begin(), planes[p].back());
      const bool same = digest(changed) == base;
      changed = planes;
      if (same) return broken(kLaw, "the end of " + name + " may move: the digest stays");
    }
  }
  return any ? holds() : vacuous();
}

}  // namespace grit::laws
