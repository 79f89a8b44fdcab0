#include "grit_c/transpose.h"

#include <string.h>

#include "array.h"
#include "permutation.h"
#include "selection.h"

// A transposition that was judged.
struct transposition {
  struct grit_array source;
  struct grit_array result;
  bool is_relabelling;              // all planes keep their bytes
  struct grit_selection selection;  // of a result that is neither empty nor a relabelling
};

// Whether the lines keep their numbers: the entries other than the group axis ascend.
static bool lines_stay(const size_t* axes, size_t rank, size_t group_axis) {
  size_t least = 0;  // that may follow
  for (size_t i = 0; i < rank; ++i) {
    if (i != group_axis) {
      if (axes[i] < least) {
        return false;
      }
      least = axes[i] + 1;
    }
  }
  return true;
}

static struct grit_selection select_lines(const struct grit_array* source,
                                          const struct grit_permutation* permutation) {
  struct grit_selection selection;
  selection.first = 0;
  selection.line_groups = source->line_groups;
  selection.line_count = source->lines;
  grit_walk_start(&selection.lines, 0);
  for (size_t axis = source->shape.rank; axis-- > 0;) {
    const size_t source_axis = permutation->axes[axis];
    const uint64_t extent = (uint64_t)source->shape.extent[source_axis];
    if (axis != (size_t)permutation->group_axis && extent > 1) {
      grit_walk_add_axis(
          &selection.lines, extent,
          grit_line_stride(source->shape, (size_t)source->descriptor.group_axis, source_axis));
    }
  }
  return selection;
}

static enum grit_refusal judge(const struct grit_view* view, struct grit_permutation permutation,
                               struct grit_answer* answer, struct transposition* transposition) {
  struct grit_array* source = &transposition->source;
  const size_t rank = view->shape.rank;
  const enum grit_refusal refusal = grit_array_open(view, GRIT_ANY_GRADE, source);
  if (refusal != GRIT_ACCEPTED) {
    return refusal;
  }
  if (!grit_metadata_is_whole(source, view->planes)) {
    return GRIT_REFUSAL_DIGEST_MISMATCH;
  }
  if (!grit_is_permutation(permutation.axes, rank)) {
    return GRIT_REFUSAL_BAD_PERMUTATION;
  }
  if (permutation.group_axis < 0 || (size_t)permutation.group_axis >= rank ||
      permutation.axes[permutation.group_axis] != (size_t)source->descriptor.group_axis) {
    return GRIT_REFUSAL_GROUP_AXIS_MOVED;
  }
  transposition->is_relabelling =
      lines_stay(permutation.axes, rank, (size_t)permutation.group_axis);
  if (!transposition->is_relabelling && source->sizes.numel != 0) {
    transposition->selection = select_lines(source, &permutation);
    if (!grit_selection_keeps_groups(source, &transposition->selection)) {
      return GRIT_REFUSAL_SLICE_SPLITS_GROUP;
    }
  }
  const struct grit_shape shape =
      grit_permuted_shape(view->shape, permutation.axes, answer->extents);
  answer->descriptor = source->descriptor;
  answer->descriptor.group_axis = permutation.group_axis;
  if (!grit_array_measure(&answer->descriptor, shape, source->layout, &transposition->result)) {
    return GRIT_REFUSAL_SIZE_MISMATCH;  // not reached: the lines are those of the source
  }
  memcpy(answer->bytes, transposition->result.bytes, sizeof answer->bytes);
  return GRIT_ACCEPTED;
}

enum grit_refusal grit_transpose_accepts(const struct grit_view* view,
                                         struct grit_permutation permutation,
                                         struct grit_answer* answer) {
  struct transposition transposition;
  return judge(view, permutation, answer, &transposition);
}

bool grit_transpose(const struct grit_view* view, struct grit_permutation permutation,
                    struct grit_answer* answer, const struct grit_buffer planes[GRIT_PLANE_COUNT]) {
  struct transposition transposition;
  if (judge(view, permutation, answer, &transposition) != GRIT_ACCEPTED ||
      !grit_buffers_fit(planes, answer->bytes)) {
    return false;
  }
  if (transposition.is_relabelling) {
    for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
      if (planes[i].size != 0) {
        memcpy(planes[i].data, view->planes[i].data, planes[i].size);
      }
    }
  } else if (transposition.source.sizes.numel == 0) {
    grit_select_nothing(&transposition.source, view->planes, &transposition.result, planes);
  } else {
    grit_select(&transposition.source, view->planes, &transposition.selection,
                &transposition.result, planes);
  }
  return true;
}
