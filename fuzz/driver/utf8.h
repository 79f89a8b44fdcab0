// Texts as the protocol has them (PROTOCOL.md, "Refused, unreadable, unsupported").
#ifndef GRIT_FUZZ_DRIVER_UTF8_H_
#define GRIT_FUZZ_DRIVER_UTF8_H_

#include <string_view>

#include "harness/report/text.h"

namespace grit::fuzz {

// Whether the bytes are UTF-8 as RFC 3629 has it: no overlong form, no surrogate, nothing above
// U+10FFFF.
inline bool is_utf8(std::string_view text) { return report::valid_utf8(text) == text; }

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_DRIVER_UTF8_H_
