// Steps of check that judging a view shares (spec §5, §11.2.3).
#ifndef GRIT_C_SRC_CHECK_STEPS_H_
#define GRIT_C_SRC_CHECK_STEPS_H_

#include <stdbool.h>

#include "grit_c/check.h"
#include "grit_c/descriptor.h"
#include "grit_c/grade.h"

// Step 1 but for the length: the frame makes sense by itself (spec §5.1).
bool grit_frame_is_sound(const struct grit_descriptor* d);

// The fields of spec §5.2.2 are those that `demanded` has.
bool grit_frame_is_of_grade(const struct grit_descriptor* d,
                            const struct grit_descriptor* demanded);

// The descriptor that a grade demands. False where the string is not canonical, byte for byte, or
// the grade has no descriptor (spec §11.1.2).
bool grit_grade_demands(struct grit_grade_string string, struct grit_descriptor* demanded);

// Step 3 (spec §5.3).
struct grit_check_result grit_check_placements(const struct grit_descriptor* d);

#endif  // GRIT_C_SRC_CHECK_STEPS_H_
