#include "selection.h"

#include "codes.h"

bool grit_selection_keeps_groups(const struct grit_array* source,
                                 const struct grit_selection* selection) {
  const uint64_t k1 = source->descriptor.k1;
  if (!grit_has_level1_groups(&source->descriptor)) {
    return true;
  }
  // Lines of a result are different lines of the source, so k1 groups of it that come from one
  // level-1 group are all that it has.
  struct grit_line_walk lines = selection->lines;
  const uint64_t first_group = selection->first / source->descriptor.k0;
  uint64_t level1 = 0;  // of the source
  uint64_t taken = 0;   // groups of the present level-1 group of the result
  for (uint64_t line = 0; line < selection->line_count; ++line) {
    for (uint64_t i = 0; i < selection->line_groups; ++i) {
      const uint64_t group = lines.position * source->line_groups + first_group + i;
      if (taken == 0) {
        level1 = group / k1;
      } else if (group / k1 != level1) {
        return false;
      }
      taken = taken + 1 == k1 ? 0 : taken + 1;
    }
    grit_walk_next(&lines);
  }
  return taken == 0;
}

static void copy_run(const struct grit_array* source,
                     const struct grit_bytes from[GRIT_PLANE_COUNT], uint64_t source_index,
                     const struct grit_array* result, const struct grit_buffer to[GRIT_PLANE_COUNT],
                     uint64_t result_index, enum grit_plane kind, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) {
    grit_code_put(result, to, kind, result_index + i,
                  grit_code_get(source, from, kind, source_index + i));
  }
}

static void clear_all(const struct grit_buffer planes[GRIT_PLANE_COUNT]) {
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    grit_plane_clear(&planes[i]);
  }
}

// The scales, or pairs, of the result's level-1 groups that begin in a line: each is the source's.
static void copy_level1(const struct grit_array* source,
                        const struct grit_bytes from[GRIT_PLANE_COUNT], uint64_t source_group,
                        const struct grit_array* result,
                        const struct grit_buffer to[GRIT_PLANE_COUNT], uint64_t result_group) {
  const uint64_t k1 = source->descriptor.k1;
  const unsigned codes = grit_level1_codes(&source->descriptor);
  for (uint64_t i = 0; i < result->line_groups; ++i) {
    if ((result_group + i) % k1 == 0) {
      copy_run(source, from, (source_group + i) / k1 * codes, result, to,
               (result_group + i) / k1 * codes, GRIT_PLANE_SCALE1, codes);
    }
  }
}

void grit_select(const struct grit_array* source, const struct grit_bytes from[GRIT_PLANE_COUNT],
                 const struct grit_selection* selection, const struct grit_array* result,
                 const struct grit_buffer to[GRIT_PLANE_COUNT]) {
  const struct grit_descriptor* d = &source->descriptor;
  const bool sparse = grit_is_sparse(d);
  const uint64_t first_group = selection->first / d->k0;
  const uint64_t first_code = sparse ? selection->first / d->sp_m * d->sp_n : selection->first;
  struct grit_line_walk lines = selection->lines;
  clear_all(to);
  for (uint64_t line = 0; line < result->lines; ++line) {
    const uint64_t source_code = lines.position * source->line_codes + first_code;
    const uint64_t source_group = lines.position * source->line_groups + first_group;
    const uint64_t result_code = line * result->line_codes;
    const uint64_t result_group = line * result->line_groups;
    copy_run(source, from, source_code, result, to, result_code, GRIT_PLANE_DATA,
             result->line_codes);
    copy_run(source, from, source_group, result, to, result_group, GRIT_PLANE_SCALE0,
             result->line_groups);
    if (sparse) {
      copy_run(source, from, source_code, result, to, result_code, GRIT_PLANE_AUX,
               result->line_codes);
    } else if (grit_has_aux(d)) {
      copy_run(source, from, source_group, result, to, result_group, GRIT_PLANE_AUX,
               result->line_groups);
    }
    if (grit_has_level1_groups(d)) {
      copy_level1(source, from, source_group, result, to, result_group);
    }
    grit_walk_next(&lines);
  }
  if (d->n_levels == 2 && d->k1 == 0) {
    grit_codes_copy(source, from, result, to, GRIT_PLANE_SCALE1);
  }
}

void grit_select_nothing(const struct grit_array* source,
                         const struct grit_bytes from[GRIT_PLANE_COUNT],
                         const struct grit_array* result,
                         const struct grit_buffer to[GRIT_PLANE_COUNT]) {
  clear_all(to);
  if (source->descriptor.n_levels == 2 && source->descriptor.k1 == 0) {
    grit_codes_copy(source, from, result, to, GRIT_PLANE_SCALE1);
  }
}
