#include "harness/reference/registry.h"

#include <array>

#include "harness/reference/grade.h"

namespace grit::reference {
namespace {

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

constexpr GradeFrame kQ4ksFrame{.grade_id = 0x1c600de02594fb55,
                                .n_levels = 2,
                                .flags = kFlagHasZp | kFlagZpL1Scaled,
                                .elem = kU4,
                                .scale0 = kU6,
                                .scale1 = kBinary16,
                                .zp_fmt = kU6,
                                .k0 = 32,
                                .k1 = 8};

constexpr GradeFrame kI8s24Frame{.grade_id = 0xbbbb283a2539ebe8,
                                 .flags = kFlagSparse,
                                 .elem = kS8,
                                 .scale0 = kBinary16,
                                 .k0 = 32,
                                 .sp_n = 2,
                                 .sp_m = 4,
                                 .sp_meta_fmt = 1,
                                 .sp_order = static_cast<std::uint8_t>(IndexOrder::kAscLsb)};

constexpr std::array<RegistryEntry, 6> kRegistry{{
    {GradeName::kMxfp4, "GRADE_MXFP4", "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)",
     mxfp4_frame(0x2370ee9ee454a183), kUnspecified, 32},
    {GradeName::kQ4ks, "GRADE_Q4KS",
     "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)", kQ4ksFrame,
     kRowMajor, 256},
    {GradeName::kNvf4, "GRADE_NVF4", "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,esr=ratiomaxabs)",
     nvf4_frame(0x00ff6f4c2870831e), kUnspecified, 16},
    {GradeName::kI8s24, "GRADE_I8S24",
     "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)", kI8s24Frame, kLinearMeta,
     32},
    {GradeName::kMxfp4Rne, "GRADE_MXFP4_RNE", "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)",
     mxfp4_frame(0x254285e10d6068c8), kUnspecified, 32},
    {GradeName::kNvf4Rtz, "GRADE_NVF4_RTZ",
     "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,er=rtz,esr=ratiomaxabs)",
     nvf4_frame(0x006c3850a3f42dea), kUnspecified, 16},
}};

constexpr std::array<SupersedesEdge, 2> kEdges{{
    {"GRADE_MXFP4_RNE", "GRADE_MXFP4", Scope::kDecode},
    {"GRADE_NVF4_RTZ", "GRADE_NVF4", Scope::kDecode},
}};

// The projection of a registered grade; empty for a name that is not one.
std::string projection_of(std::string_view name) {
  const RegistryEntry* entry = find_by_name(name);
  if (entry == nullptr) return {};
  const std::expected<Grade, GradeError> grade = parse_grade(entry->canonical);
  return grade ? projection(*grade) : std::string();
}

}  // namespace

std::span<const RegistryEntry> registry() { return kRegistry; }

const RegistryEntry& registry_entry(GradeName grade) {
  return kRegistry[static_cast<std::size_t>(grade)];
}

const RegistryEntry* find_by_name(std::string_view name) {
  for (const RegistryEntry& entry : kRegistry) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

const RegistryEntry* find_by_id(std::uint64_t grade_id) {
  for (const RegistryEntry& entry : kRegistry) {
    if (entry.frame.grade_id == grade_id) return &entry;
  }
  return nullptr;
}

Descriptor canonical_descriptor(GradeName grade) {
  const RegistryEntry& entry = registry_entry(grade);
  return descriptor_from_frame(entry.frame, {.placement_data = kRowMajor,
                                             .placement_scale = kRowMajor,
                                             .placement_meta = entry.meta_placement});
}

std::optional<Scope> scope_from_code(std::uint8_t code) {
  if (code > static_cast<std::uint8_t>(Scope::kFull)) return std::nullopt;
  return static_cast<Scope>(code);
}

std::span<const SupersedesEdge> supersedes_edges() { return kEdges; }

std::expected<bool, EquivalenceError> equivalent(std::string_view a, std::string_view b,
                                                 Scope scope,
                                                 std::span<const SupersedesEdge> edges) {
  const RegistryEntry* from = find_by_name(a);
  const RegistryEntry* to = find_by_name(b);
  if (from == nullptr || to == nullptr) return std::unexpected(EquivalenceError::kUnknownName);

  // Each grade starts in a class of its own; an edge of enough scope joins the classes of its ends.
  std::array<std::size_t, kRegistry.size()> class_of;
  for (std::size_t i = 0; i < class_of.size(); ++i) class_of[i] = i;
  for (const SupersedesEdge& edge : edges) {
    const RegistryEntry* upper = find_by_name(edge.from);
    const RegistryEntry* lower = find_by_name(edge.to);
    if (upper == nullptr || lower == nullptr) {
      return std::unexpected(EquivalenceError::kUnknownName);
    }
    if (projection_of(edge.from) != projection_of(edge.to)) {
      return std::unexpected(EquivalenceError::kEdgeProjection);
    }
    if (edge.scope < scope) continue;
    const std::size_t kept = class_of[static_cast<std::size_t>(lower->grade)];
    const std::size_t merged = class_of[static_cast<std::size_t>(upper->grade)];
    for (std::size_t& c : class_of) {
      if (c == merged) c = kept;
    }
  }
  return class_of[static_cast<std::size_t>(from->grade)] ==
         class_of[static_cast<std::size_t>(to->grade)];
}

}  // namespace grit::reference
