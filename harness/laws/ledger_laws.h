// Laws about assumptions, their ledger and their proof (spec §10.2, §10.3).
#ifndef GRIT_LAWS_LEDGER_LAWS_H_
#define GRIT_LAWS_LEDGER_LAWS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/laws/implementation.h"
#include "harness/laws/law.h"
#include "harness/laws/placement_laws.h"
#include "harness/reference/view.h"

namespace grit::laws {

// Spec §10.2: a blank reason, an unknown placement and a ceiling that the assumption would exceed
// are refused and leave no entry; everything else changes one placement word and the mark, no plane
// and nothing else, and leaves one entry that says so. `checks` crossings come before it. Always
// applies.
LawResult assume_records(const reference::View& view, const Layout& layout, std::string_view reason,
                         std::uint64_t checks,
                         const Implementation& implementation = reference_implementation());

// Spec §10.3: the view, laid out anew and marked ASSUMED, loses the mark against the view; not
// where a bit of the plane is another (`bit`, counted through the bytes of the planes and taken
// modulo their number), and not against a proof that is marked itself. Applies where relayout
// answers and there is a byte.
LawResult verify_demands_proof(const reference::View& view, const Layout& layout, std::uint64_t bit,
                               const Implementation& implementation = reference_implementation());

}  // namespace grit::laws

#endif  // GRIT_LAWS_LEDGER_LAWS_H_
