// The implementations in other languages, for the table of implementations.h.
#ifndef GRIT_FUZZ_IMPLEMENTATIONS_ANSWERS_H_
#define GRIT_FUZZ_IMPLEMENTATIONS_ANSWERS_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/implementations/implementations.h"

namespace grit::fuzz {

void answer_c(Workspace& workspace, std::uint8_t op, std::span<const std::byte> payload,
              protocol::Reply& reply);

// Only where GRIT_HAVE_RUST.
void answer_rust(Workspace& workspace, std::uint8_t op, std::span<const std::byte> payload,
                 protocol::Reply& reply);

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_IMPLEMENTATIONS_ANSWERS_H_
