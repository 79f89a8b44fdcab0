// Counts calls of operator new in this room's test program.
#ifndef GRIT_REFERENCE_ALLOCATION_COUNTER_H_
#define GRIT_REFERENCE_ALLOCATION_COUNTER_H_

#include <cstdint>

namespace grit::reference {

// How often operator new has been called since the program began. Test program only.
std::uint64_t allocation_count();

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_ALLOCATION_COUNTER_H_
