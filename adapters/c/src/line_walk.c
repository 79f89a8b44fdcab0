#include "line_walk.h"

void grit_walk_start(struct grit_line_walk* walk, uint64_t position) {
  walk->position = position;
  walk->count = 0;
}

void grit_walk_add_axis(struct grit_line_walk* walk, uint64_t extent, uint64_t stride) {
  if (extent > 1 && walk->count < GRIT_WALK_AXES) {
    walk->axes[walk->count++] = (struct grit_walk_axis){extent, stride, 0};
  }
}

void grit_walk_next(struct grit_line_walk* walk) {
  for (size_t i = 0; i < walk->count; ++i) {
    struct grit_walk_axis* axis = &walk->axes[i];
    if (++axis->at < axis->extent) {
      walk->position += axis->stride;
      return;
    }
    walk->position -= axis->stride * (axis->extent - 1);
    axis->at = 0;
  }
}
