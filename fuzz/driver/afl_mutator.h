// The custom mutator as AFL++ takes it: afl-fuzz mutates in its own process, so it loads a shared
// library with these functions (AFL_CUSTOM_MUTATOR_LIBRARY; docs/custom_mutators.md of AFL++).
#ifndef GRIT_FUZZ_DRIVER_AFL_MUTATOR_H_
#define GRIT_FUZZ_DRIVER_AFL_MUTATOR_H_

#include <cstddef>
#include <cstdint>

extern "C" {

// What the other two are given; the state of afl-fuzz itself is not used.
void* afl_custom_init(void* afl, unsigned seed);

// Sets `out` to a mutation of buf[0, buf_size) and gives its size, at most max_size and never 0:
// afl-fuzz runs nothing for 0. It stays until the next call. Precondition: max_size > 0. One call
// of four crosses the input over with add_buf[0, add_buf_size), another one of the corpus, which
// may be null.
std::size_t afl_custom_fuzz(void* state, std::uint8_t* buf, std::size_t buf_size,
                            std::uint8_t** out, std::uint8_t* add_buf, std::size_t add_buf_size,
                            std::size_t max_size);

void afl_custom_deinit(void* state);

}  // extern "C"

#endif  // GRIT_FUZZ_DRIVER_AFL_MUTATOR_H_
