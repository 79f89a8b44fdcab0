#include "harness/cli/descriptor_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "harness/reference/explain.h"
#include "harness/reference/placement.h"
#include "harness/reference/registry.h"
#include "harness/report/text.h"

namespace grit::cli {
namespace {

using reference::Descriptor;
using reference::Rule;
using reference::Status;

bool has(const Descriptor& d, std::uint8_t flag) { return (d.flags & flag) != 0; }
bool one_level(const Descriptor& d) { return d.n_levels == 1; }
bool has_aux(const Descriptor& d) { return has(d, reference::kFlagSparse | reference::kFlagHasZp); }
bool reserved_nan(reference::FormatWord word) { return word.nan_encoding() == 3; }

struct Predicate {
  Rule rule;
  bool (*broken)(const Descriptor&);
  std::array<std::string_view, 2> fields;
};

// spec §5, step 1.
constexpr std::array<Predicate, 17> kFrameRules{{
    {Rule::kMagic,
     [](const Descriptor& d) { return d.magic != reference::kDescriptorMagic; },
     {"magic"}},
    {Rule::kHdrBytes, [](const Descriptor& d) { return d.hdr_bytes != 64; }, {"hdr_bytes"}},
    {Rule::kVersion, [](const Descriptor& d) { return d.version != 1; }, {"version"}},
    {Rule::kLevels,
     [](const Descriptor& d) { return d.n_levels != 1 && d.n_levels != 2; },
     {"n_levels"}},
    {Rule::kReservedFlags,
     [](const Descriptor& d) { return has(d, reference::kFlagsReserved); },
     {"flags"}},
    {Rule::kFrameReserved, [](const Descriptor& d) { return d.frame_rsvd != 0; }, {"frame_rsvd"}},
    {Rule::kContainer, [](const Descriptor& d) { return d.container > 1; }, {"container"}},
    {Rule::kOneLevelK1,
     [](const Descriptor& d) { return one_level(d) && d.k1 != 0; },
     {"n_levels", "k1"}},
    {Rule::kOneLevelScale1,
     [](const Descriptor& d) { return one_level(d) && !d.scale1.is_absent(); },
     {"n_levels", "scale1"}},
    {Rule::kSparseZeroPoint,
     [](const Descriptor& d) {
       return has(d, reference::kFlagSparse) && has(d, reference::kFlagHasZp);
     },
     {"flags"}},
    {Rule::kL1ScaledWithoutZeroPoint,
     [](const Descriptor& d) {
       return has(d, reference::kFlagZpL1Scaled) && !has(d, reference::kFlagHasZp);
     },
     {"flags"}},
    {Rule::kL1ScaledOneLevel,
     [](const Descriptor& d) { return has(d, reference::kFlagZpL1Scaled) && one_level(d); },
     {"n_levels", "flags"}},
    {Rule::kElemBias, [](const Descriptor& d) { return d.elem.overrides_bias(); }, {"elem"}},
    {Rule::kElemNan, [](const Descriptor& d) { return reserved_nan(d.elem); }, {"elem"}},
    {Rule::kScale0Nan, [](const Descriptor& d) { return reserved_nan(d.scale0); }, {"scale0"}},
    {Rule::kScale1Nan, [](const Descriptor& d) { return reserved_nan(d.scale1); }, {"scale1"}},
    {Rule::kZeroPointNan, [](const Descriptor& d) { return reserved_nan(d.zp_fmt); }, {"zp_fmt"}},
}};

struct DemandedField {
  Rule rule;
  std::string_view field;
};

// spec §5, step 2.
constexpr std::array<DemandedField, 13> kGradeRules{{
    {Rule::kGradeLevels, "n_levels"},
    {Rule::kGradeFlags, "flags"},
    {Rule::kGradeElem, "elem"},
    {Rule::kGradeScale0, "scale0"},
    {Rule::kGradeScale1, "scale1"},
    {Rule::kGradeZeroPoint, "zp_fmt"},
    {Rule::kGradeK0, "k0"},
    {Rule::kGradeK1, "k1"},
    {Rule::kGradeSpN, "sp_n"},
    {Rule::kGradeSpM, "sp_m"},
    {Rule::kGradeMetaFormat, "sp_meta_fmt"},
    {Rule::kGradeIndexOrder, "sp_order"},
    {Rule::kGradeContainer, "container"},
}};

// spec §5, step 3.
constexpr std::array<Predicate, 5> kPlacementRules{{
    {Rule::kPlacementData,
     [](const Descriptor& d) { return !reference::known(d.placement_data); },
     {"placement_data"}},
    {Rule::kPlacementScale,
     [](const Descriptor& d) { return !reference::known(d.placement_scale); },
     {"placement_scale"}},
    {Rule::kPlacementMeta,
     [](const Descriptor& d) { return !reference::known(d.placement_meta); },
     {"placement_meta"}},
    {Rule::kAuxWithoutPlacement,
     [](const Descriptor& d) { return has_aux(d) && d.placement_meta == reference::kUnspecified; },
     {"flags", "placement_meta"}},
    {Rule::kPlacementWithoutAux,
     [](const Descriptor& d) { return !has_aux(d) && d.placement_meta != reference::kUnspecified; },
     {"flags", "placement_meta"}},
}};

// `name` must be a field of spec §2.
const reference::Field& field_named(std::string_view name) {
  const std::span<const reference::Field> fields = reference::descriptor_fields();
  return *std::find_if(fields.begin(), fields.end(),
                       [name](const reference::Field& field) { return field.name == name; });
}

std::string rendered(const DescriptorBytes& bytes, std::string_view name) {
  const reference::Field& field = field_named(name);
  return reference::render_field(field, reference::field_value(bytes, field));
}

void append_broken(std::span<const Predicate> rules, Status status, const DescriptorBytes& bytes,
                   std::vector<BrokenRule>& broken) {
  const Descriptor descriptor = reference::parse_descriptor(bytes);
  for (const Predicate& predicate : rules) {
    if (!predicate.broken(descriptor)) continue;
    BrokenRule entry{predicate.rule, status, {}, {}};
    std::vector<std::string> values;
    for (const std::string_view field : predicate.fields) {
      if (field.empty()) continue;
      entry.fields.push_back(field);
      values.push_back(fmt::format("{} is {}", field, rendered(bytes, field)));
    }
    entry.found = report::joined(values, ", ");
    broken.push_back(std::move(entry));
  }
}

void append_grade_differences(const DescriptorBytes& bytes, std::vector<BrokenRule>& broken) {
  const std::uint64_t grade_id = reference::parse_descriptor(bytes).grade_id;
  const reference::RegistryEntry* grade = reference::find_by_id(grade_id);
  if (grade == nullptr) {
    broken.push_back({Rule::kGradeId,
                      Status::kGradeUnknown,
                      {"grade_id"},
                      fmt::format("grade_id is {}", rendered(bytes, "grade_id"))});
    return;
  }
  const DescriptorBytes demanded =
      reference::to_bytes(reference::descriptor_from_frame(grade->frame, {}));
  for (const DemandedField& rule : kGradeRules) {
    const reference::Field& field = field_named(rule.field);
    const std::uint64_t found = reference::field_value(bytes, field);
    const std::uint64_t wanted = reference::field_value(demanded, field);
    if (found == wanted) continue;
    broken.push_back(
        {rule.rule,
         Status::kGradeUnknown,
         {rule.field},
         fmt::format("{} is {}, {} demands {}", rule.field, reference::render_field(field, found),
                     grade->name, reference::render_field(field, wanted))});
  }
}

}  // namespace

std::vector<BrokenRule> broken_rules(const DescriptorBytes& bytes) {
  std::vector<BrokenRule> broken;
  append_broken(kFrameRules, Status::kGradeUnknown, bytes, broken);
  append_grade_differences(bytes, broken);
  append_broken(kPlacementRules, Status::kPlacementUnknown, bytes, broken);
  return broken;
}

}  // namespace grit::cli
