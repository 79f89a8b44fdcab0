#include "harness/vectors/hash_set.h"

#include <utility>

namespace grit::vectors {
namespace {

constexpr std::size_t kFirstSlots = 1024;

// The value's slot, or the empty one where it belongs. Precondition: some slot is empty.
std::uint64_t& slot_of(std::vector<std::uint64_t>& slots, std::uint64_t value) {
  const std::size_t mask = slots.size() - 1;
  std::size_t place = static_cast<std::size_t>(value) & mask;
  while (slots[place] != 0 && slots[place] != value) place = (place + 1) & mask;
  return slots[place];
}

}  // namespace

HashSet::HashSet() : slots_(kFirstSlots) {}

bool HashSet::insert(std::uint64_t value) {
  if (value == 0) {
    if (has_zero_) return false;
    has_zero_ = true;
    ++size_;
    return true;
  }
  std::uint64_t& slot = slot_of(slots_, value);
  if (slot == value) return false;
  slot = value;
  ++size_;
  if (2 * size_ > slots_.size()) grow();
  return true;
}

void HashSet::grow() {
  std::vector<std::uint64_t> larger(2 * slots_.size());
  for (const std::uint64_t value : slots_) {
    if (value != 0) slot_of(larger, value) = value;
  }
  slots_ = std::move(larger);
}

}  // namespace grit::vectors
