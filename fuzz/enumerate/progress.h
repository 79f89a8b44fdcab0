// How far a run is, in one line for a terminal.
#ifndef GRIT_FUZZ_ENUMERATE_PROGRESS_H_
#define GRIT_FUZZ_ENUMERATE_PROGRESS_H_

#include <cstdint>
#include <string>

namespace grit::enumerate {

std::string grouped(std::uint64_t number);  // 7064125440 as "7,064,125,440"

// `before` of the `done` descriptors were done by an earlier run, the others in `seconds`. E.g.
// "12.5 %  1,000 of 8,000  250 a second  28 s left"; without a rate where nothing was done yet.
std::string progress_line(std::uint64_t planned, std::uint64_t done, std::uint64_t before,
                          double seconds);

}  // namespace grit::enumerate

#endif  // GRIT_FUZZ_ENUMERATE_PROGRESS_H_
