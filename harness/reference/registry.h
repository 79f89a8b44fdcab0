// The six registered grades, the edges between them, and interchange equivalence (spec §3).
#ifndef GRIT_REFERENCE_REGISTRY_H_
#define GRIT_REFERENCE_REGISTRY_H_

#include <array>
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

namespace registry_rows {

constexpr GradeFrame mxfp4_frame(std::uint64_t grade_id) {
  return {.grade_id = grade_id, .elem = kE2m1, .scale0 = kE8m0, .k0 = 32};
}

constexpr GradeFrame nvf4_frame(std::uint64_t grade_id) {
  return {.grade_id = grade_id,
          .n_levels = 2,
          .elem = kE2m1,
          .scale0 = kE4m3,
          .scale1 = kBinary32,
          .k0 = 16};
}

inline constexpr GradeFrame kQ4ksFrame{.grade_id = 0x1c600de02594fb55,
                                       .n_levels = 2,
                                       .flags = kFlagHasZp | kFlagZpL1Scaled,
                                       .elem = kU4,
                                       .scale0 = kU6,
                                       .scale1 = kBinary16,
                                       .zp_fmt = kU6,
                                       .k0 = 32,
                                       .k1 = 8};

inline constexpr GradeFrame kI8s24Frame{.grade_id = 0xbbbb283a2539ebe8,
                                        .flags = kFlagSparse,
                                        .elem = kS8,
                                        .scale0 = kBinary16,
                                        .k0 = 32,
                                        .sp_n = 2,
                                        .sp_m = 4,
                                        .sp_meta_fmt = 1,
                                        .sp_order = static_cast<std::uint8_t>(IndexOrder::kAscLsb)};

}  // namespace registry_rows

// The registry in the order of spec §3, which is also the order of GradeName.
inline constexpr std::array<RegistryEntry, 6> kRegistry{{
    {GradeName::kMxfp4, "GRADE_MXFP4", "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)",
     registry_rows::mxfp4_frame(0x2370ee9ee454a183), kUnspecified, 32},
    {GradeName::kQ4ks, "GRADE_Q4KS",
     "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)",
     registry_rows::kQ4ksFrame, kRowMajor, 256},
    {GradeName::kNvf4, "GRADE_NVF4", "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,esr=ratiomaxabs)",
     registry_rows::nvf4_frame(0x00ff6f4c2870831e), kUnspecified, 16},
    {GradeName::kI8s24, "GRADE_I8S24",
     "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)", registry_rows::kI8s24Frame,
     kLinearMeta, 32},
    {GradeName::kMxfp4Rne, "GRADE_MXFP4_RNE", "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)",
     registry_rows::mxfp4_frame(0x254285e10d6068c8), kUnspecified, 32},
    {GradeName::kNvf4Rtz, "GRADE_NVF4_RTZ",
     "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,er=rtz,esr=ratiomaxabs)",
     registry_rows::nvf4_frame(0x006c3850a3f42dea), kUnspecified, 16},
}};
constexpr std::span<const RegistryEntry> registry() { return kRegistry; }
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
