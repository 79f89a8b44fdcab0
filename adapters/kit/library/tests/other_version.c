// As if compiled with a later grit_adapter.h: what follows the version may be laid out in any way.
#include "adapters/kit/library/grit_adapter.h"

const struct gcp_adapter* gcp_adapter_get(void) {
  static const struct gcp_adapter adapter = {.abi = GCP_ABI + 1};
  return &adapter;
}
