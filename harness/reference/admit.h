// What every operation on views asks first: is this a view at all, of a grade that the operation
// can work on, in a form that it can read? (spec §11.2.3)
#ifndef GRIT_REFERENCE_ADMIT_H_
#define GRIT_REFERENCE_ADMIT_H_

#include <expected>

#include "harness/reference/plane_order.h"
#include "harness/reference/refusal.h"
#include "harness/reference/stored_form.h"
#include "harness/reference/view.h"

namespace grit::reference {

// What an operation demands beyond what all of them do.
struct Demands {
  bool decodable = false;    // dr, ds and dt have their defaults
  bool registered = false;   // the grade is one of the six
  bool sound_cells = false;  // a sparse array names sp_n positions in every cell
};

// What is known of a view that was let in.
struct Admitted {
  StoredForm form;
  PlaneOrder order;
};

// The first of refusals 1 to 6 that applies, or what the operation goes on with. Reads metadata and
// nothing else of the planes; allocates nothing that grows with the array. Spec §11.2.3.
std::expected<Admitted, Refusal> admit(const View& view, const Demands& demands);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_ADMIT_H_
