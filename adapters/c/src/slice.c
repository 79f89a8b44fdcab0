#include "grit_c/slice.h"

#include "array.h"
#include "selection.h"

// A slice that was judged.
struct slice {
  struct grit_array source;
  struct grit_array result;
  struct grit_selection selection;  // of a result that is not empty
};

static bool is_in_range(struct grit_shape shape, struct grit_cut cut) {
  return cut.axis < shape.rank && 0 <= cut.begin && cut.begin <= cut.end &&
         cut.end <= shape.extent[cut.axis];
}

// Whether a cut along the group axis is between groups and between cells (spec §12.6.3).
static bool is_between_groups(const struct grit_descriptor* d, struct grit_cut cut) {
  if (cut.begin % d->k0 != 0 || cut.end % d->k0 != 0) {
    return false;
  }
  return !grit_is_sparse(d) || (cut.begin % d->sp_m == 0 && cut.end % d->sp_m == 0);
}

static bool is_empty(struct grit_shape shape) {
  for (size_t i = 0; i < shape.rank; ++i) {
    if (shape.extent[i] == 0) {
      return true;
    }
  }
  return false;
}

static struct grit_selection select_lines(const struct grit_array* source, struct grit_shape result,
                                          struct grit_cut cut) {
  const size_t group_axis = (size_t)source->descriptor.group_axis;
  const bool along_groups = cut.axis == group_axis;
  const uint64_t begin = (uint64_t)cut.begin;
  struct grit_selection selection;
  selection.first = along_groups ? begin : 0;
  selection.line_groups = (uint64_t)result.extent[group_axis] / source->descriptor.k0;
  selection.line_count = 1;
  grit_walk_start(&selection.lines,
                  along_groups ? 0 : begin * grit_line_stride(source->shape, group_axis, cut.axis));
  for (size_t axis = result.rank; axis-- > 0;) {
    if (axis != group_axis) {
      const uint64_t extent = (uint64_t)result.extent[axis];
      selection.line_count *= extent;
      if (extent > 1) {
        grit_walk_add_axis(&selection.lines, extent,
                           grit_line_stride(source->shape, group_axis, axis));
      }
    }
  }
  return selection;
}

static enum grit_refusal judge(const struct grit_view* view, struct grit_cut cut,
                               struct grit_answer* answer, struct slice* slice) {
  const enum grit_refusal refusal = grit_array_open(view, GRIT_ANY_GRADE, &slice->source);
  if (refusal != GRIT_ACCEPTED) {
    return refusal;
  }
  const struct grit_descriptor* d = &slice->source.descriptor;
  if (!grit_metadata_is_whole(&slice->source, view->planes)) {
    return GRIT_REFUSAL_DIGEST_MISMATCH;
  }
  if (!is_in_range(view->shape, cut)) {
    return GRIT_REFUSAL_SLICE_RANGE;
  }
  if (cut.axis == (size_t)d->group_axis && !is_between_groups(d, cut)) {
    return GRIT_REFUSAL_SLICE_SPLITS_GROUP;
  }
  for (size_t i = 0; i < view->shape.rank; ++i) {
    answer->extents[i] = i == cut.axis ? cut.end - cut.begin : view->shape.extent[i];
  }
  const struct grit_shape shape = {answer->extents, view->shape.rank};
  if (!is_empty(shape)) {
    slice->selection = select_lines(&slice->source, shape, cut);
    if (!grit_selection_keeps_groups(&slice->source, &slice->selection)) {
      return GRIT_REFUSAL_SLICE_SPLITS_GROUP;
    }
  }
  if (!grit_array_measure(d, shape, slice->source.layout, &slice->result)) {
    return GRIT_REFUSAL_SLICE_SPLITS_GROUP;  // not reached: groups and cells are whole
  }
  answer->descriptor = *d;
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    answer->bytes[i] = slice->result.bytes[i];
  }
  return GRIT_ACCEPTED;
}

enum grit_refusal grit_slice_accepts(const struct grit_view* view, struct grit_cut cut,
                                     struct grit_answer* answer) {
  struct slice slice;
  return judge(view, cut, answer, &slice);
}

bool grit_slice(const struct grit_view* view, struct grit_cut cut, struct grit_answer* answer,
                const struct grit_buffer planes[GRIT_PLANE_COUNT]) {
  struct slice slice;
  if (judge(view, cut, answer, &slice) != GRIT_ACCEPTED ||
      !grit_buffers_fit(planes, answer->bytes)) {
    return false;
  }
  if (slice.result.sizes.numel == 0) {
    grit_select_nothing(&slice.source, view->planes, &slice.result, planes);
  } else {
    grit_select(&slice.source, view->planes, &slice.selection, &slice.result, planes);
  }
  return true;
}
