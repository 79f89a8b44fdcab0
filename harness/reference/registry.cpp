#include "harness/reference/registry.h"

#include <array>

#include "harness/reference/grade.h"

namespace grit::reference {
namespace {

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
