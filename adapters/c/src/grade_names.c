#include "grade_names.h"

#include <stddef.h>

#include "grit_c/format.h"
#include "grit_c/grade.h"

const char* const grit_key_names[GRIT_KEY_COUNT] = {
    "e",  "k0",  "s0",  "k1", "s1", "zp", "zpc", "zps", "sp", "ct", "po", "er",
    "es", "esr", "esn", "dr", "ds", "dt", "ao",  "ap",  "ab", "ai", "an"};

const struct grit_name grit_format_names[] = {{"e2m1", GRIT_FORMAT_E2M1},
                                              {"fp4", GRIT_FORMAT_E2M1},
                                              {"fp4e2m1", GRIT_FORMAT_E2M1},
                                              {"float4_e2m1", GRIT_FORMAT_E2M1},
                                              {"float4_e2m1fn", GRIT_FORMAT_E2M1},
                                              {"e2m1fn", GRIT_FORMAT_E2M1},
                                              {"mxfp4elem", GRIT_FORMAT_E2M1},
                                              {"e4m3", GRIT_FORMAT_E4M3},
                                              {"fp8e4m3", GRIT_FORMAT_E4M3},
                                              {"e4m3fn", GRIT_FORMAT_E4M3},
                                              {"float8_e4m3fn", GRIT_FORMAT_E4M3},
                                              {"f8e4m3fn", GRIT_FORMAT_E4M3},
                                              {"e8m0", GRIT_FORMAT_E8M0},
                                              {"ue8m0", GRIT_FORMAT_E8M0},
                                              {"e8m0fnu", GRIT_FORMAT_E8M0},
                                              {"float8_e8m0fnu", GRIT_FORMAT_E8M0},
                                              {"binary16", GRIT_FORMAT_BINARY16},
                                              {"f16", GRIT_FORMAT_BINARY16},
                                              {"fp16", GRIT_FORMAT_BINARY16},
                                              {"half", GRIT_FORMAT_BINARY16},
                                              {"float16", GRIT_FORMAT_BINARY16},
                                              {"binary32", GRIT_FORMAT_BINARY32},
                                              {"f32", GRIT_FORMAT_BINARY32},
                                              {"fp32", GRIT_FORMAT_BINARY32},
                                              {"float", GRIT_FORMAT_BINARY32},
                                              {"float32", GRIT_FORMAT_BINARY32},
                                              {"single", GRIT_FORMAT_BINARY32},
                                              {"s4", GRIT_FORMAT_S4},
                                              {"int4", GRIT_FORMAT_S4},
                                              {"sint4", GRIT_FORMAT_S4},
                                              {"i4", GRIT_FORMAT_S4},
                                              {"s8", GRIT_FORMAT_S8},
                                              {"int8", GRIT_FORMAT_S8},
                                              {"sint8", GRIT_FORMAT_S8},
                                              {"i8", GRIT_FORMAT_S8},
                                              {"u2", GRIT_FORMAT_U2},
                                              {"uint2", GRIT_FORMAT_U2},
                                              {"u4", GRIT_FORMAT_U4},
                                              {"uint4", GRIT_FORMAT_U4},
                                              {"nibble", GRIT_FORMAT_U4},
                                              {"u6", GRIT_FORMAT_U6},
                                              {"uint6", GRIT_FORMAT_U6},
                                              {"u8", GRIT_FORMAT_U8},
                                              {"uint8", GRIT_FORMAT_U8},
                                              {"byte", GRIT_FORMAT_U8},
                                              {NULL, 0}};

const struct grit_name grit_rounding_names[] = {{"rne", GRIT_RNE},
                                                {"rn", GRIT_RNE},
                                                {"nearesttiestoeven", GRIT_RNE},
                                                {"nearest_even", GRIT_RNE},
                                                {"roundtiestoeven", GRIT_RNE},
                                                {"even", GRIT_RNE},
                                                {"rna", GRIT_RNA},
                                                {"nearesttiestoaway", GRIT_RNA},
                                                {"away", GRIT_RNA},
                                                {"rtz", GRIT_RTZ},
                                                {"towardzero", GRIT_RTZ},
                                                {"trunc", GRIT_RTZ},
                                                {"truncate", GRIT_RTZ},
                                                {"rtp", GRIT_RTP},
                                                {"towardpositive", GRIT_RTP},
                                                {"ceil", GRIT_RTP},
                                                {"up", GRIT_RTP},
                                                {"rtn", GRIT_RTN},
                                                {"towardnegative", GRIT_RTN},
                                                {"floor", GRIT_RTN},
                                                {"down", GRIT_RTN},
                                                {NULL, 0}};

const struct grit_name grit_saturation_names[] = {
    {"satfinite", GRIT_SATFINITE}, {"sat_finite", GRIT_SATFINITE}, {"satf", GRIT_SATFINITE},
    {"finite", GRIT_SATFINITE},    {"clamp", GRIT_SATFINITE},      {"satmax", GRIT_SATMAX},
    {"sat_max", GRIT_SATMAX},      {"ovfinf", GRIT_OVFINF},        {"ovf_inf", GRIT_OVFINF},
    {"inf", GRIT_OVFINF},          {"overflowtoinf", GRIT_OVFINF}, {NULL, 0}};

const struct grit_name grit_scale_rule_names[] = {{"exp2floormaxabs", GRIT_EXP2_FLOOR_MAXABS},
                                                  {"exp2floor", GRIT_EXP2_FLOOR_MAXABS},
                                                  {"floor", GRIT_EXP2_FLOOR_MAXABS},
                                                  {"rtz_shared_exp", GRIT_EXP2_FLOOR_MAXABS},
                                                  {"ocpmx", GRIT_EXP2_FLOOR_MAXABS},
                                                  {"exp2ceilmaxabs", GRIT_EXP2_CEIL_MAXABS},
                                                  {"exp2ceil", GRIT_EXP2_CEIL_MAXABS},
                                                  {"rceil", GRIT_EXP2_CEIL_MAXABS},
                                                  {"exp2rnemaxabs", GRIT_EXP2_RNE_MAXABS},
                                                  {"exp2rne", GRIT_EXP2_RNE_MAXABS},
                                                  {"rne_shared_exp", GRIT_EXP2_RNE_MAXABS},
                                                  {"ratiomaxabs", GRIT_RATIO_MAXABS},
                                                  {"ratio", GRIT_RATIO_MAXABS},
                                                  {"amax_over_emax", GRIT_RATIO_MAXABS},
                                                  {"affineminmax", GRIT_AFFINE_MINMAX},
                                                  {"affine", GRIT_AFFINE_MINMAX},
                                                  {"minmax", GRIT_AFFINE_MINMAX},
                                                  {NULL, 0}};

const struct grit_name grit_encode_subnormals_names[] = {
    {"preserve", GRIT_ENCODE_PRESERVE},
    {"preserved", GRIT_ENCODE_PRESERVE},
    {"subnormalpreserved", GRIT_ENCODE_PRESERVE},
    {"denorm", GRIT_ENCODE_PRESERVE},
    {"ftz", GRIT_ENCODE_FTZ},
    {"flushtozero", GRIT_ENCODE_FTZ},
    {"subnormalftz", GRIT_ENCODE_FTZ},
    {"any", GRIT_ENCODE_ANY},
    {"subnormalany", GRIT_ENCODE_ANY},
    {NULL, 0}};

const struct grit_name grit_accumulate_subnormals_names[] = {
    {"any", GRIT_ACCUMULATE_ANY},
    {"subnormalany", GRIT_ACCUMULATE_ANY},
    {"preserve", GRIT_ACCUMULATE_PRESERVE},
    {"preserved", GRIT_ACCUMULATE_PRESERVE},
    {"subnormalpreserved", GRIT_ACCUMULATE_PRESERVE},
    {"denorm", GRIT_ACCUMULATE_PRESERVE},
    {"ftz", GRIT_ACCUMULATE_FTZ},
    {"flushtozero", GRIT_ACCUMULATE_FTZ},
    {"subnormalftz", GRIT_ACCUMULATE_FTZ},
    {NULL, 0}};

const struct grit_name grit_order_names[] = {
    {"unspec", GRIT_ORDER_UNSPEC},  {"unspecified", GRIT_ORDER_UNSPEC},
    {"any", GRIT_ORDER_UNSPEC},     {"seq", GRIT_ORDER_SEQ},
    {"sequential", GRIT_ORDER_SEQ}, {"inorder", GRIT_ORDER_SEQ},
    {"tree", GRIT_ORDER_TREE},      {"treeany", GRIT_ORDER_TREE},
    {"any_tree", GRIT_ORDER_TREE},  {NULL, 0}};

const struct grit_name grit_zero_code_names[] = {{"asis", GRIT_ZERO_AS_IS},
                                                 {"asstored", GRIT_ZERO_AS_IS},
                                                 {"stored", GRIT_ZERO_AS_IS},
                                                 {"minus1", GRIT_ZERO_MINUS1},
                                                 {"storedminusone", GRIT_ZERO_MINUS1},
                                                 {"stored_minus_one", GRIT_ZERO_MINUS1},
                                                 {"gptq", GRIT_ZERO_MINUS1},
                                                 {NULL, 0}};

const struct grit_name grit_zero_scale_names[] = {
    {"shared", GRIT_ZERO_SHARED},    {"sharedscale", GRIT_ZERO_SHARED},
    {"symmetric", GRIT_ZERO_SHARED}, {"l1", GRIT_ZERO_L1},
    {"ownscale", GRIT_ZERO_L1},      {"level1", GRIT_ZERO_L1},
    {"l1scaled", GRIT_ZERO_L1},      {NULL, 0}};

const struct grit_name grit_sparse_order_names[] = {
    {"asclsb", GRIT_SPARSE_ASC_LSB},  {"ascendinglsb", GRIT_SPARSE_ASC_LSB},
    {"ordered", GRIT_SPARSE_ASC_LSB}, {"sorted", GRIT_SPARSE_ASC_LSB},
    {"unord", GRIT_SPARSE_UNORDERED}, {"unordered", GRIT_SPARSE_UNORDERED},
    {"none", GRIT_SPARSE_UNORDERED},  {NULL, 0}};

const struct grit_name grit_container_names[] = {{"dense", GRIT_DENSE}, {"packed", GRIT_DENSE},
                                                 {"pad8", GRIT_PAD8},   {"padto8", GRIT_PAD8},
                                                 {"padded", GRIT_PAD8}, {NULL, 0}};

const struct grit_name grit_bit_order_names[] = {
    {"lsb", GRIT_LSB_FIRST}, {"lsbfirst", GRIT_LSB_FIRST}, {"littlebit", GRIT_LSB_FIRST},
    {"msb", GRIT_MSB_FIRST}, {"msbfirst", GRIT_MSB_FIRST}, {NULL, 0}};
