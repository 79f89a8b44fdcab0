// explain: in which fields two descriptors differ, in words (spec §10).
#ifndef GRIT_REFERENCE_EXPLAIN_H_
#define GRIT_REFERENCE_EXPLAIN_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/reference/descriptor.h"

namespace grit::reference {

// A field's value for people: the number, and the format token, placement, grade, flag or code name
// where there is one, e.g. "0x2043 (e2m1)".
std::string render_field(const Field& field, std::uint64_t value);

struct FieldDifference {
  const Field* field;  // static storage; never null
  std::string a;       // render_field of either side
  std::string b;
};

// Every differing field in descriptor order, note included; empty for equal descriptors. Spec §10.
std::vector<FieldDifference> explain(std::span<const std::byte, kDescriptorBytes> a,
                                     std::span<const std::byte, kDescriptorBytes> b);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_EXPLAIN_H_
