#include "grit_c/relayout.h"

#include <string.h>

#include "array.h"
#include "codes.h"

// A relayout that was judged: two layouts of one array.
struct relayout {
  struct grit_array source;
  struct grit_array result;
  bool rebuilds[GRIT_PLANE_COUNT];  // a plane that is not rebuilt keeps its bytes
};

static void choose_planes(enum grit_role role, struct relayout* relayout) {
  const struct grit_layout from = relayout->source.layout;
  const struct grit_layout to = relayout->result.layout;
  const bool blocks =
      from.data != to.data && (grit_is_blocks(from.data) || grit_is_blocks(to.data));
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    relayout->rebuilds[i] = blocks;
  }
  // One plane-order word for another changes no form. Metadata has no other form.
  relayout->rebuilds[GRIT_PLANE_DATA] |= role == GRIT_ROLE_DATA && from.data != to.data;
  relayout->rebuilds[GRIT_PLANE_SCALE0] |= role == GRIT_ROLE_SCALE && from.scale != to.scale;
}

static enum grit_refusal judge(const struct grit_view* view, enum grit_role role,
                               uint64_t placement, struct grit_answer* answer,
                               struct relayout* relayout) {
  const enum grit_refusal refusal = grit_array_open(view, GRIT_ANY_GRADE, &relayout->source);
  if (refusal != GRIT_ACCEPTED) {
    return refusal;
  }
  struct grit_descriptor d = relayout->source.descriptor;
  switch (role) {
    case GRIT_ROLE_DATA:
      d.placement_data = placement;
      break;
    case GRIT_ROLE_SCALE:
      d.placement_scale = placement;
      break;
    case GRIT_ROLE_META:
      if (!grit_has_aux(&d)) {
        return GRIT_REFUSAL_RELAYOUT_UNSUPPORTED;
      }
      d.placement_meta = placement;
      break;
  }
  struct grit_layout layout;
  if (!grit_layout_of(&d, view->shape.rank, &layout)) {
    return GRIT_REFUSAL_RELAYOUT_UNSUPPORTED;
  }
  if (!grit_array_measure(&d, view->shape, layout, &relayout->result)) {
    return GRIT_REFUSAL_SIZE_MISMATCH;  // not reached: spec §6 knows no placement
  }
  choose_planes(role, relayout);
  answer->descriptor = d;
  memcpy(answer->bytes, relayout->result.bytes, sizeof answer->bytes);
  if (view->shape.rank != 0) {
    memcpy(answer->extents, view->shape.extent, view->shape.rank * sizeof *answer->extents);
  }
  return GRIT_ACCEPTED;
}

enum grit_refusal grit_relayout_accepts(const struct grit_view* view, enum grit_role role,
                                        uint64_t placement, struct grit_answer* answer) {
  struct relayout relayout;
  return judge(view, role, placement, answer, &relayout);
}

bool grit_relayout(const struct grit_view* view, enum grit_role role, uint64_t placement,
                   struct grit_answer* answer, const struct grit_buffer planes[GRIT_PLANE_COUNT]) {
  struct relayout relayout;
  if (judge(view, role, placement, answer, &relayout) != GRIT_ACCEPTED ||
      !grit_buffers_fit(planes, answer->bytes)) {
    return false;
  }
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    if (relayout.rebuilds[i]) {
      grit_plane_clear(&planes[i]);
    } else if (planes[i].size != 0) {
      memcpy(planes[i].data, view->planes[i].data, planes[i].size);
    }
  }
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    if (relayout.rebuilds[i]) {
      grit_codes_copy(&relayout.source, view->planes, &relayout.result, planes, (enum grit_plane)i);
    }
  }
  return true;
}
