// The operations that take a view: 21 to 25.
#ifndef GRIT_C_ADAPTER_VIEW_OPS_H_
#define GRIT_C_ADAPTER_VIEW_OPS_H_

#include <stdint.h>

#include "ops.h"

// As gcp_answer, for operations 21 to 25; any other one is unsupported.
enum gcp_outcome gcp_answer_view(uint8_t op, struct gcp_reader* request,
                                 struct gcp_scratch* scratch, struct gcp_writer* reply);

#endif  // GRIT_C_ADAPTER_VIEW_OPS_H_
