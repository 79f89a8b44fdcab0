/** The words of grade strings and their aliases (spec §3). */
import type { FormatToken } from "./format.js";

export type Rounding = "rne" | "rna" | "rtz" | "rtp" | "rtn";
export type Saturation = "satfinite" | "satmax" | "ovfinf";
export type Subnormals = "preserve" | "ftz" | "any";
export type NamedScaleRule =
  "exp2floormaxabs" | "exp2ceilmaxabs" | "exp2rnemaxabs" | "ratiomaxabs" | "affineminmax";
export type NamedOrder = "seq" | "tree" | "unspec";
export type ZeroPointCode = "asis" | "minus1";
export type ZeroPointScale = "shared" | "l1";
export type Container = "dense" | "pad8";
export type PackOrder = "lsb" | "msb";
export type SurvivorOrder = "asclsb" | "unord";

/** Every accepted spelling of a domain's words, in lower case, to the canonical word. */
export type Vocabulary<T extends string> = ReadonlyMap<string, T>;

/** From rows of a canonical word followed by its aliases. */
function vocabulary<T extends string>(
  ...rows: readonly (readonly [T, ...(readonly string[])])[]
): Vocabulary<T> {
  return new Map(rows.flatMap(([word, ...aliases]) => [word, ...aliases].map((s) => [s, word])));
}

export const FORMAT_NAMES = vocabulary<FormatToken>(
  ["e2m1", "fp4", "fp4e2m1", "float4_e2m1", "float4_e2m1fn", "e2m1fn", "mxfp4elem"],
  ["e4m3", "fp8e4m3", "e4m3fn", "float8_e4m3fn", "f8e4m3fn"],
  ["e8m0", "ue8m0", "e8m0fnu", "float8_e8m0fnu"],
  ["binary16", "f16", "fp16", "half", "float16"],
  ["binary32", "f32", "fp32", "float", "float32", "single"],
  ["u2", "uint2"],
  ["u4", "uint4", "nibble"],
  ["u6", "uint6"],
  ["u8", "uint8", "byte"],
  ["s4", "int4", "sint4", "i4"],
  ["s8", "int8", "sint8", "i8"],
);

export const ROUNDINGS = vocabulary<Rounding>(
  ["rne", "rn", "nearesttiestoeven", "nearest_even", "roundtiestoeven", "even"],
  ["rna", "nearesttiestoaway", "away"],
  ["rtz", "towardzero", "trunc", "truncate"],
  ["rtp", "towardpositive", "ceil", "up"],
  ["rtn", "towardnegative", "floor", "down"],
);

export const SATURATIONS = vocabulary<Saturation>(
  ["satfinite", "sat_finite", "satf", "finite", "clamp"],
  ["satmax", "sat_max"],
  ["ovfinf", "ovf_inf", "inf", "overflowtoinf"],
);

export const SUBNORMALS = vocabulary<Subnormals>(
  ["preserve", "preserved", "subnormalpreserved", "denorm"],
  ["ftz", "flushtozero", "subnormalftz"],
  ["any", "subnormalany"],
);

/** Beside these, custom:NAME. */
export const SCALE_RULES = vocabulary<NamedScaleRule>(
  ["exp2floormaxabs", "exp2floor", "floor", "rtz_shared_exp", "ocpmx"],
  ["exp2ceilmaxabs", "exp2ceil", "rceil"],
  ["exp2rnemaxabs", "exp2rne", "rne_shared_exp"],
  ["ratiomaxabs", "ratio", "amax_over_emax"],
  ["affineminmax", "affine", "minmax"],
);

/** Beside these, pairwiseN. */
export const ORDERS = vocabulary<NamedOrder>(
  ["seq", "sequential", "inorder"],
  ["tree", "treeany", "any_tree"],
  ["unspec", "unspecified", "any"],
);

export const ZERO_POINT_CODES = vocabulary<ZeroPointCode>(
  ["asis", "asstored", "stored"],
  ["minus1", "storedminusone", "stored_minus_one", "gptq"],
);

export const ZERO_POINT_SCALES = vocabulary<ZeroPointScale>(
  ["shared", "sharedscale", "symmetric"],
  ["l1", "ownscale", "level1", "l1scaled"],
);

export const CONTAINERS = vocabulary<Container>(["dense", "packed"], ["pad8", "padto8", "padded"]);

export const PACK_ORDERS = vocabulary<PackOrder>(
  ["lsb", "lsbfirst", "littlebit"],
  ["msb", "msbfirst"],
);

export const SURVIVOR_ORDERS = vocabulary<SurvivorOrder>(
  ["asclsb", "ascendinglsb", "ordered", "sorted"],
  ["unord", "unordered", "none"],
);
