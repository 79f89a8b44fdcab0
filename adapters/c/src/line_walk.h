// Going through the lines of one array while keeping a position in another (spec §11.3).
#ifndef GRIT_C_SRC_LINE_WALK_H_
#define GRIT_C_SRC_LINE_WALK_H_

#include <stddef.h>
#include <stdint.h>

// The axes whose extent is not 1: an array of at most 2^63 − 1 elements has no more of them.
enum { GRIT_WALK_AXES = 62 };

struct grit_walk_axis {
  uint64_t extent;  // 2 or more
  uint64_t stride;  // what one step along the axis adds to the position
  uint64_t at;
};

// Lines in their order; `position` is that of the line that the walk has reached.
struct grit_line_walk {
  uint64_t position;
  size_t count;
  struct grit_walk_axis axes[GRIT_WALK_AXES];  // the fastest first
};

// At line 0, with no axes yet.
void grit_walk_start(struct grit_line_walk* walk, uint64_t position);

// The next slower axis of an array that is not empty. An extent of 1 changes nothing.
void grit_walk_add_axis(struct grit_line_walk* walk, uint64_t extent, uint64_t stride);

// To the next line; from the last one to line 0.
void grit_walk_next(struct grit_line_walk* walk);

#endif  // GRIT_C_SRC_LINE_WALK_H_
