// Our Rust implementation behind C functions: the static library of this folder.
#ifndef GRIT_FUZZ_RUST_GRIT_RUST_H_
#define GRIT_FUZZ_RUST_GRIT_RUST_H_

#ifdef __cplusplus
#include <cstddef>
#include <cstdint>
extern "C" {
#else
#include <stddef.h>
#include <stdint.h>
#endif

// Takes the payload of a reply, which is Rust's and valid during the call only: nothing is
// allocated on one side and freed on the other. Must not throw.
typedef void (*grit_rust_take)(void* context, const uint8_t* payload, size_t size);

// The reply to one request of the protocol, as the adapter gives it: returns its outcome, calls
// `take` once with `context` and the payload of the reply. `payload` may be null where size is 0.
// Total: a panic is caught and is outcome 3, its text behind "panic: ". Keeps nothing between
// calls, and any thread may call it.
uint8_t grit_rust_answer(uint8_t op, const uint8_t* payload, size_t size, grit_rust_take take,
                         void* context);

// The reply to a request on which the implementation panics. No such request is known, so that a
// test of the border has to ask for it.
uint8_t grit_rust_answer_with_panic(grit_rust_take take, void* context);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // GRIT_FUZZ_RUST_GRIT_RUST_H_
