// L9: the note changes nothing but its own copy (spec §2.3.3, §10.4.1, §11.8.9).
#ifndef GRIT_LAWS_NOTE_LAWS_H_
#define GRIT_LAWS_NOTE_LAWS_H_

#include <cstdint>

#include "harness/laws/implementation.h"
#include "harness/laws/law.h"
#include "harness/reference/view.h"

namespace grit::laws {

// Every operation on the view and on the view with this note: check at level 2, sizes, gid,
// decode_view, slice of everything along axis 0, transpose that moves nothing, relayout of data to
// its own placement, requantize that moves nothing. Applies where the note is another.
LawResult note_blindness(const reference::View& view, std::uint32_t note,
                         const Implementation& implementation = reference_implementation());

}  // namespace grit::laws

#endif  // GRIT_LAWS_NOTE_LAWS_H_
