// The six registered grades, the edges between them, and interchange equivalence (spec §3).
#ifndef GRIT_REFERENCE_REGISTRY_H_
#define GRIT_REFERENCE_REGISTRY_H_

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string_view>

#include "harness/reference/descriptor.h"

namespace grit::reference {

enum class GradeName : std::uint8_t { kMxfp4, kQ4ks, kNvf4, kI8s24, kMxfp4Rne, kNvf4Rtz };

// One row of the registry. `frame` is constant data, so that check needs no parser and no heap.
struct RegistryEntry {
  GradeName grade;
  std::string_view name;       // GRADE_…
  std::string_view canonical;  // grit1(…)
  GradeFrame frame;            // with the grade_id
  Placement meta_placement;    // placement_meta of the canonical descriptor
  std::uint32_t block;         // elements; encode and decode take multiples of it (spec §9)
};

// The registry in the order of spec §3, which is also the order of GradeName.
std::span<const RegistryEntry> registry();
const RegistryEntry& registry_entry(GradeName grade);
const RegistryEntry* find_by_name(std::string_view name);  // nullptr where unknown
const RegistryEntry* find_by_id(std::uint64_t grade_id);   // nullptr where unknown

// The canonical descriptor of a registered grade: axis 0, note 0, placements as in spec §3.
Descriptor canonical_descriptor(GradeName grade);

// Protocol codes of op 13. kDecode < kFull.
enum class Scope : std::uint8_t { kDecode = 0, kFull = 1 };
std::optional<Scope> scope_from_code(std::uint8_t code);  // nothing above 1

// `from` supersedes `to` within `scope`; registry names.
struct SupersedesEdge {
  std::string_view from;
  std::string_view to;
  Scope scope;
};
std::span<const SupersedesEdge> supersedes_edges();

enum class EquivalenceError : std::uint8_t {
  kUnknownName,
  kEdgeProjection,  // an edge joins grades whose decode projections differ
};

// Whether b can stand for a within `scope`: the reflexive, symmetric, transitive closure of the
// edges of at least that scope. Every edge is validated, used or not. Spec §3.
std::expected<bool, EquivalenceError> equivalent(
    std::string_view a, std::string_view b, Scope scope,
    std::span<const SupersedesEdge> edges = supersedes_edges());

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_REGISTRY_H_
