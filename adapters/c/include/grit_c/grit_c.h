// The whole public interface of the C implementation of GRIT v1, core and general tier.
#ifndef GRIT_C_GRIT_C_H_
#define GRIT_C_GRIT_C_H_

#include "grit_c/check.h"        // IWYU pragma: export
#include "grit_c/codec.h"        // IWYU pragma: export
#include "grit_c/decode_view.h"  // IWYU pragma: export
#include "grit_c/descriptor.h"   // IWYU pragma: export
#include "grit_c/explain.h"      // IWYU pragma: export
#include "grit_c/fingerprint.h"  // IWYU pragma: export
#include "grit_c/format.h"       // IWYU pragma: export
#include "grit_c/grade.h"        // IWYU pragma: export
#include "grit_c/placement.h"    // IWYU pragma: export
#include "grit_c/plane.h"        // IWYU pragma: export
#include "grit_c/registry.h"     // IWYU pragma: export
#include "grit_c/relayout.h"     // IWYU pragma: export
#include "grit_c/requantize.h"   // IWYU pragma: export
#include "grit_c/sizes.h"        // IWYU pragma: export
#include "grit_c/slice.h"        // IWYU pragma: export
#include "grit_c/transpose.h"    // IWYU pragma: export
#include "grit_c/view.h"         // IWYU pragma: export

// The version of this library, not of the format.
#define GRIT_C_VERSION "0.1.0"

#endif  // GRIT_C_GRIT_C_H_
