#include "grit_c/registry.h"

#include <string.h>

#include "grit_c/format.h"
#include "grit_c/placement.h"

// Written out rather than derived, so that check needs no grade parser; the tests derive them.
const struct grit_registration grit_registry[GRIT_GRADE_COUNT] = {
    [GRIT_GRADE_MXFP4] = {"GRADE_MXFP4",
                          "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)",
                          {.magic = {0x47, 0x52, 0x54, 0x31},
                           .hdr_bytes = 64,
                           .version = 1,
                           .n_levels = 1,
                           .elem = GRIT_FORMAT_E2M1,
                           .scale0 = GRIT_FORMAT_E8M0,
                           .k0 = 32,
                           .placement_data = GRIT_PLACEMENT_ROW_MAJOR,
                           .placement_scale = GRIT_PLACEMENT_ROW_MAJOR,
                           .grade_id = UINT64_C(0x2370EE9EE454A183)}},
    [GRIT_GRADE_Q4KS] = {"GRADE_Q4KS",
                         "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)",
                         {.magic = {0x47, 0x52, 0x54, 0x31},
                          .hdr_bytes = 64,
                          .version = 1,
                          .n_levels = 2,
                          .flags = GRIT_FLAG_HAS_ZP | GRIT_FLAG_ZP_L1SCALED,
                          .elem = GRIT_FORMAT_U4,
                          .scale0 = GRIT_FORMAT_U6,
                          .scale1 = GRIT_FORMAT_BINARY16,
                          .zp_fmt = GRIT_FORMAT_U6,
                          .k0 = 32,
                          .k1 = 8,
                          .placement_data = GRIT_PLACEMENT_ROW_MAJOR,
                          .placement_scale = GRIT_PLACEMENT_ROW_MAJOR,
                          .placement_meta = GRIT_PLACEMENT_ROW_MAJOR,
                          .grade_id = UINT64_C(0x1C600DE02594FB55)}},
    [GRIT_GRADE_NVF4] = {"GRADE_NVF4",
                         "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,esr=ratiomaxabs)",
                         {.magic = {0x47, 0x52, 0x54, 0x31},
                          .hdr_bytes = 64,
                          .version = 1,
                          .n_levels = 2,
                          .elem = GRIT_FORMAT_E2M1,
                          .scale0 = GRIT_FORMAT_E4M3,
                          .scale1 = GRIT_FORMAT_BINARY32,
                          .k0 = 16,
                          .placement_data = GRIT_PLACEMENT_ROW_MAJOR,
                          .placement_scale = GRIT_PLACEMENT_ROW_MAJOR,
                          .grade_id = UINT64_C(0x00FF6F4C2870831E)}},
    [GRIT_GRADE_I8S24] = {"GRADE_I8S24",
                          "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)",
                          {.magic = {0x47, 0x52, 0x54, 0x31},
                           .hdr_bytes = 64,
                           .version = 1,
                           .n_levels = 1,
                           .flags = GRIT_FLAG_SPARSE,
                           .elem = GRIT_FORMAT_S8,
                           .scale0 = GRIT_FORMAT_BINARY16,
                           .k0 = 32,
                           .sp_n = 2,
                           .sp_m = 4,
                           .sp_meta_fmt = 1,
                           .sp_order = 1,
                           .placement_data = GRIT_PLACEMENT_ROW_MAJOR,
                           .placement_scale = GRIT_PLACEMENT_ROW_MAJOR,
                           .placement_meta = GRIT_PLACEMENT_LINEAR_META,
                           .grade_id = UINT64_C(0xBBBB283A2539EBE8)}},
    [GRIT_GRADE_MXFP4_RNE] = {"GRADE_MXFP4_RNE",
                              "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)",
                              {.magic = {0x47, 0x52, 0x54, 0x31},
                               .hdr_bytes = 64,
                               .version = 1,
                               .n_levels = 1,
                               .elem = GRIT_FORMAT_E2M1,
                               .scale0 = GRIT_FORMAT_E8M0,
                               .k0 = 32,
                               .placement_data = GRIT_PLACEMENT_ROW_MAJOR,
                               .placement_scale = GRIT_PLACEMENT_ROW_MAJOR,
                               .grade_id = UINT64_C(0x254285E10D6068C8)}},
    [GRIT_GRADE_NVF4_RTZ] = {"GRADE_NVF4_RTZ",
                             "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,er=rtz,esr=ratiomaxabs)",
                             {.magic = {0x47, 0x52, 0x54, 0x31},
                              .hdr_bytes = 64,
                              .version = 1,
                              .n_levels = 2,
                              .elem = GRIT_FORMAT_E2M1,
                              .scale0 = GRIT_FORMAT_E4M3,
                              .scale1 = GRIT_FORMAT_BINARY32,
                              .k0 = 16,
                              .placement_data = GRIT_PLACEMENT_ROW_MAJOR,
                              .placement_scale = GRIT_PLACEMENT_ROW_MAJOR,
                              .grade_id = UINT64_C(0x006C3850A3F42DEA)}},
};

// a supersedes b, or b supersedes a: equivalence does not ask which.
static const struct {
  enum grit_registered_grade a;
  enum grit_registered_grade b;
  enum grit_scope scope;
} kEdges[] = {
    {GRIT_GRADE_MXFP4_RNE, GRIT_GRADE_MXFP4, GRIT_SCOPE_DECODE},
    {GRIT_GRADE_NVF4_RTZ, GRIT_GRADE_NVF4, GRIT_SCOPE_DECODE},
};

bool grit_registry_find(const char* name, size_t length, enum grit_registered_grade* grade) {
  for (unsigned i = 0; i < GRIT_GRADE_COUNT; ++i) {
    if (strlen(grit_registry[i].name) == length &&
        memcmp(grit_registry[i].name, name, length) == 0) {
      *grade = (enum grit_registered_grade)i;
      return true;
    }
  }
  return false;
}

bool grit_equivalent(enum grit_registered_grade a, enum grit_registered_grade b,
                     enum grit_scope scope) {
  unsigned reached = 1u << a;
  for (unsigned before = 0; before != reached;) {
    before = reached;
    for (size_t i = 0; i < sizeof kEdges / sizeof kEdges[0]; ++i) {
      const unsigned ends = 1u << kEdges[i].a | 1u << kEdges[i].b;
      if (kEdges[i].scope >= scope && (reached & ends) != 0) {
        reached |= ends;
      }
    }
  }
  return (reached >> b & 1) != 0;
}
