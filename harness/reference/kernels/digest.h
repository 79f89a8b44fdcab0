// The digest of planes with the machine's vector instructions: the hash of
// harness/reference/fingerprint.h, sooner (spec §7; docs/DIGEST.md says how).
#ifndef GRIT_REFERENCE_KERNELS_DIGEST_H_
#define GRIT_REFERENCE_KERNELS_DIGEST_H_

#include "harness/reference/fingerprint.h"
#include "harness/reference/kernels/isa.h"
#include "harness/reference/view.h"

namespace grit::reference::kernels {

// As reference::digest, bit for bit, for planes of any length and alignment. supported(isa) is
// required; sets without a form of their own take the serial one. Allocation-free.
Digest digest(const Planes& planes, Isa isa = process_isa());

}  // namespace grit::reference::kernels

#endif  // GRIT_REFERENCE_KERNELS_DIGEST_H_
