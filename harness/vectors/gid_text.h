// The printed form of a gid (spec §7.3), written independently of the reference, so that an
// expectation about it is one.
#ifndef GRIT_VECTORS_GID_TEXT_H_
#define GRIT_VECTORS_GID_TEXT_H_

#include <string>
#include <string_view>

#include "harness/protocol/messages.h"

namespace grit::vectors {

inline constexpr std::string_view kGidSymbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

// 26 symbols of five bits each, most significant first; the first holds the top three bits.
std::string printed_gid(const protocol::Digest& gid);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_GID_TEXT_H_
