// Laws about digests (spec §7.4).
#ifndef GRIT_LAWS_DIGEST_LAWS_H_
#define GRIT_LAWS_DIGEST_LAWS_H_

#include "harness/laws/implementation.h"
#include "harness/laws/law.h"
#include "harness/reference/view.h"

namespace grit::laws {

// Each byte changes the digest, and so does a byte that moves over the boundary of two planes, and
// one more byte. Applies where there is a byte.
LawResult digest_sensitive(const reference::PlaneBuffers& planes,
                           const Implementation& implementation = reference_implementation());

}  // namespace grit::laws

#endif  // GRIT_LAWS_DIGEST_LAWS_H_
