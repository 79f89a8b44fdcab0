// The gid of a contract, sooner: the hash of harness/reference/fingerprint.h (spec §7).
#ifndef GRIT_REFERENCE_KERNELS_GID_H_
#define GRIT_REFERENCE_KERNELS_GID_H_

#include <cstddef>
#include <span>
#include <string_view>

#include "harness/reference/fingerprint.h"

namespace grit::reference::kernels {

// As reference::gid, bit for bit, for any bytes, any text and any shape. Allocation-free.
//
// The hash after a registered grade's string and its canonical frame is a constant, and a run of
// zero bytes is one multiplication (docs/DIGEST.md): what is left of such a gid are the bytes of
// the extents that are not zero.
Gid gid(std::span<const std::byte, kDescriptorBytes> descriptor, std::string_view canonical_grade,
        Shape shape);

}  // namespace grit::reference::kernels

#endif  // GRIT_REFERENCE_KERNELS_GID_H_
