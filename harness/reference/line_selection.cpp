#include "harness/reference/line_selection.h"

#include <cstddef>
#include <vector>

#include "harness/reference/bit_string.h"

namespace grit::reference {
namespace {

// The level-0 group of the source that group `group` of the result is. Requires a result that is
// not empty.
std::uint64_t source_group(const Descriptor& descriptor, const PlaneOrder& source,
                           const PlaneOrder& result, const LineSelection& selection,
                           std::uint64_t group) {
  const std::uint64_t line =
      selection.first_line + selection.lines.offset(group / result.line_groups);
  return line * source.line_groups + selection.first_element / descriptor.k0 +
         group % result.line_groups;
}

// Codes that stand in lines, as many in each: those of one plane.
struct LineCodes {
  Plane plane;
  std::uint64_t source_per_line;
  std::uint64_t result_per_line;
  std::uint64_t first;  // in a line of the source
};

std::vector<std::byte> gathered_lines(const Descriptor& descriptor, const Planes& planes,
                                      std::uint64_t lines, const LineSelection& selection,
                                      const LineCodes& codes) {
  const CodeLayout layout = code_layout(descriptor, codes.plane);
  const auto& from = planes[static_cast<std::size_t>(codes.plane)];
  std::vector<std::byte> to(code_bytes(layout, lines * codes.result_per_line));
  std::uint64_t written = 0;
  for (std::uint64_t line = 0; line < lines; ++line) {
    const std::uint64_t source_line = selection.first_line + selection.lines.offset(line);
    const std::uint64_t first = source_line * codes.source_per_line + codes.first;
    for (std::uint64_t at = 0; at < codes.result_per_line; ++at) {
      put_code(to, layout, written++, code_at(from, layout, first + at));
    }
  }
  return to;
}

std::vector<std::byte> gathered_level1(const Descriptor& descriptor, const PlaneOrder& source,
                                       const Planes& planes, const PlaneOrder& result,
                                       const LineSelection& selection) {
  const CodeLayout layout = code_layout(descriptor, Plane::kScale1);
  const auto& from = planes[static_cast<std::size_t>(Plane::kScale1)];
  const std::uint64_t count = code_count(descriptor, result, Plane::kScale1);
  const std::uint64_t each = result.level1_groups == 0 ? 0 : count / result.level1_groups;
  std::vector<std::byte> to(code_bytes(layout, count));
  for (std::uint64_t group = 0; group < result.level1_groups; ++group) {
    // With k1 = 0 there is one, of an empty result too.
    std::uint64_t taken = 0;
    if (descriptor.k1 != 0) {
      taken = level1_group(
          descriptor, source_group(descriptor, source, result, selection, group * descriptor.k1));
    }
    for (std::uint64_t at = 0; at < each; ++at) {
      put_code(to, layout, group * each + at, code_at(from, layout, taken * each + at));
    }
  }
  return to;
}

}  // namespace

bool keeps_level1_groups(const Descriptor& descriptor, const PlaneOrder& source,
                         const PlaneOrder& result, const LineSelection& selection) {
  if (descriptor.n_levels != 2 || descriptor.k1 == 0) return true;
  const std::uint64_t groups = result.groups();
  if (groups % descriptor.k1 != 0) return false;
  // Groups of the result are different groups of the source, so k1 of one are all of it.
  std::uint64_t taken = 0;
  for (std::uint64_t group = 0; group < groups; ++group) {
    const std::uint64_t of_source =
        level1_group(descriptor, source_group(descriptor, source, result, selection, group));
    if (group % descriptor.k1 == 0) taken = of_source;
    if (of_source != taken) return false;
  }
  return true;
}

PlaneBuffers gather(const Descriptor& descriptor, const PlaneOrder& source, const Planes& planes,
                    const PlaneOrder& result, const LineSelection& selection) {
  const bool sparse = (descriptor.flags & kFlagSparse) != 0;
  // A cell of sp_m positions has sp_n stored elements and as many survivor indices.
  const std::uint64_t first_code = sparse
                                       ? selection.first_element / descriptor.sp_m * descriptor.sp_n
                                       : selection.first_element;
  const LineCodes data{Plane::kData, source.line_codes, result.line_codes, first_code};
  const LineCodes scales{Plane::kScale0, source.line_groups, result.line_groups,
                         selection.first_element / descriptor.k0};
  const auto gathered = [&](const LineCodes& codes) {
    return gathered_lines(descriptor, planes, result.lines, selection, codes);
  };

  PlaneBuffers buffers;
  buffers[static_cast<std::size_t>(Plane::kData)] = gathered(data);
  buffers[static_cast<std::size_t>(Plane::kScale0)] = gathered(scales);
  if (descriptor.n_levels == 2) {
    buffers[static_cast<std::size_t>(Plane::kScale1)] =
        gathered_level1(descriptor, source, planes, result, selection);
  }
  if (sparse || (descriptor.flags & kFlagHasZp) != 0) {
    LineCodes aux = sparse ? data : scales;
    aux.plane = Plane::kAux;
    buffers[static_cast<std::size_t>(Plane::kAux)] = gathered(aux);
  }
  return buffers;
}

}  // namespace grit::reference
