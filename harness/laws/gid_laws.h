// Laws about gids and their printed form (spec §7.2, §7.3).
#ifndef GRIT_LAWS_GID_LAWS_H_
#define GRIT_LAWS_GID_LAWS_H_

#include <cstddef>
#include <span>
#include <string_view>

#include "harness/laws/implementation.h"
#include "harness/laws/law.h"

namespace grit::laws {

// Spec §7.2, §10.4.1: each bit of the frame, the last character of the grade, the rank and each
// extent change the gid; no bit of the note does. Always applies. (A change of one byte cannot
// collide in FNV-1a; the others do with probability 2^-128.)
LawResult gid_sensitive(std::span<const std::byte, reference::kDescriptorBytes> descriptor,
                        std::string_view grade, reference::Shape shape,
                        const Implementation& implementation = reference_implementation());

// Spec §7.3: 26 symbols of the alphabet, the first at most 7; read back in upper case, in lower
// case, with hyphens anywhere, with I and L for 1 and O for 0. Always applies.
LawResult printed_gid(const reference::Gid& gid,
                      const Implementation& implementation = reference_implementation());

}  // namespace grit::laws

#endif  // GRIT_LAWS_GID_LAWS_H_
