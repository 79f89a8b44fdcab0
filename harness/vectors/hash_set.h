// A set of 64-bit hashes that only grows: what the generator remembers of each case it gave.
//
// A table with open addressing, at most half full: 16 to 32 bytes a value, no allocation but when
// it doubles. The values are taken to be hashes already, so their low bits are the place.
#ifndef GRIT_VECTORS_HASH_SET_H_
#define GRIT_VECTORS_HASH_SET_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace grit::vectors {

class HashSet {
 public:
  HashSet();

  // True where the value was not there; it is afterwards.
  bool insert(std::uint64_t value);

  std::size_t size() const { return size_; }

 private:
  void grow();

  std::vector<std::uint64_t> slots_;  // a power of two of them; 0 is an empty one
  std::size_t size_ = 0;
  bool has_zero_ = false;  // the value that no slot can hold
};

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_HASH_SET_H_
