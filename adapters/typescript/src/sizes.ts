/** The size equations (spec §6): exact for any operands, no intermediate wraps. */
import { type Descriptor, Flag } from "./descriptor.js";
import { formatWidth } from "./format.js";
import { type Integer, toInteger } from "./integer.js";
import { answer, refuse, type Result } from "./result.js";

/** Counts of elements and groups, and the bytes of the four planes in descriptor order. */
export interface Sizes {
  readonly numel: Integer;
  readonly nnz: Integer;
  readonly groups0: Integer;
  readonly groups1: Integer;
  readonly planeBytes: PlaneBytes;
}

export type PlaneBytes = readonly [data: Integer, scale0: Integer, scale1: Integer, aux: Integer];

/** Why the equations have no answer. */
export type NoSizes =
  | "an extent is not an integer"
  | "an extent is negative"
  | "more than 2^63 - 1 elements"
  | "the group axis is not an axis"
  | "k0 is 0"
  | "k0 does not divide the group axis"
  | "sp_m is 0"
  | "sp_m does not divide the group axis"
  | "k1 does not divide the groups"
  | "the metadata format is unknown";

const MAX_NUMEL = 2n ** 63n - 1n;

/**
 * Below this many elements every product of the equations fits a number exactly: the largest
 * factors are sp_n (at most 255) and a width (at most 64 with a pair of scales), 2^14 in all, and
 * the 7 of a rounded division by 8 is small.
 */
const NARROW_NUMEL = 2 ** 38;

/** What the equations take from a frame; bits for each item of a plane. */
interface Factors {
  readonly k0: number;
  /** undefined: one level. 0: one scale for the whole array. */
  readonly k1: number | undefined;
  /** undefined: not sparse. */
  readonly cell: { readonly n: number; readonly m: number; readonly indexBits: number } | undefined;
  readonly elementBits: number;
  readonly scale0Bits: number;
  readonly scale1Bits: number;
  /** Zero points, one for each group; 0 without them or where metadata takes the plane. */
  readonly zeroPointBits: number;
}

export function sizesOf(descriptor: Descriptor, shape: readonly Integer[]): Result<Sizes, NoSizes> {
  const numel = countElements(shape);
  if (typeof numel === "string") return refuse(numel);
  const groupExtent = shape[descriptor.groupAxis];
  if (groupExtent === undefined) return refuse("the group axis is not an axis");
  const factors = factorsOf(descriptor);
  if (typeof factors === "string") return refuse(factors);
  return typeof numel === "number" && numel < NARROW_NUMEL && typeof groupExtent === "number"
    ? narrowSizes(factors, numel, groupExtent)
    : wideSizes(factors, BigInt(numel), BigInt(groupExtent));
}

function countElements(shape: readonly Integer[]): Integer | NoSizes {
  let product = 1;
  let zero = false;
  for (const extent of shape) {
    if (extent < 0) return "an extent is negative";
    if (typeof extent === "number") {
      if (!Number.isSafeInteger(extent)) return "an extent is not an integer";
      product *= extent;
    } else {
      product *= Number(extent);
    }
    zero ||= extent == 0;
  }
  // Zeros first: an overflowing prefix means nothing where a later extent is zero.
  if (zero) return 0;
  // Factors of at least 1 never bring a rounded product back into the exact range.
  if (product <= Number.MAX_SAFE_INTEGER) return product;
  let exact = 1n;
  for (const extent of shape) {
    exact *= BigInt(extent);
    if (exact > MAX_NUMEL) return "more than 2^63 - 1 elements";
  }
  return toInteger(exact);
}

function factorsOf(descriptor: Descriptor): Factors | NoSizes {
  if (descriptor.k0 === 0) return "k0 is 0";
  const indexBits = indexBitsOf(descriptor.spMetaFmt);
  if (descriptor.isSparse) {
    if (descriptor.spM === 0) return "sp_m is 0";
    if (indexBits === undefined) return "the metadata format is unknown";
  }
  const width = formatWidth(descriptor.elem);
  const pairs = descriptor.flags & Flag.ZeroPointL1Scaled ? 2 : 1;
  return {
    k0: descriptor.k0,
    k1: descriptor.hasTwoLevels ? descriptor.k1 : undefined,
    cell: descriptor.isSparse
      ? { n: descriptor.spN, m: descriptor.spM, indexBits: indexBits ?? 0 }
      : undefined,
    elementBits: descriptor.container === 1 ? padded(width) : width,
    scale0Bits: padded(formatWidth(descriptor.scale0)),
    scale1Bits: pairs * formatWidth(descriptor.scale1),
    zeroPointBits: descriptor.hasZeroPoint ? padded(formatWidth(descriptor.zpFmt)) : 0,
  };
}

/** Bits of a survivor index under a sp_meta_fmt value; undefined for an unknown one. */
export function indexBitsOf(spMetaFmt: number): number | undefined {
  return [0, 2, 4][spMetaFmt];
}

/** A sub-byte code that stands in a byte of its own. */
function padded(width: number): number {
  return width <= 8 ? 8 : width;
}

function narrowSizes(factors: Factors, numel: number, groupExtent: number): Result<Sizes, NoSizes> {
  const { k0, k1, cell } = factors;
  if (groupExtent % k0 !== 0) return refuse("k0 does not divide the group axis");
  if (cell && groupExtent % cell.m !== 0) return refuse("sp_m does not divide the group axis");
  const groups0 = numel / k0;
  if (k1 && groups0 % k1 !== 0) return refuse("k1 does not divide the groups");
  const groups1 = k1 === undefined ? 0 : k1 === 0 ? 1 : groups0 / k1;
  const nnz = cell ? (numel / cell.m) * cell.n : numel;
  return answer({
    numel,
    nnz,
    groups0,
    groups1,
    planeBytes: [
      Math.ceil((nnz * factors.elementBits) / 8),
      Math.ceil((groups0 * factors.scale0Bits) / 8),
      Math.ceil((groups1 * factors.scale1Bits) / 8),
      Math.ceil((cell ? nnz * cell.indexBits : groups0 * factors.zeroPointBits) / 8),
    ],
  });
}

/** The same equations in BigInt. */
function wideSizes(factors: Factors, numel: bigint, groupExtent: bigint): Result<Sizes, NoSizes> {
  const { cell } = factors;
  const k0 = BigInt(factors.k0);
  const k1 = BigInt(factors.k1 ?? 0);
  if (groupExtent % k0 !== 0n) return refuse("k0 does not divide the group axis");
  if (cell && groupExtent % BigInt(cell.m) !== 0n) {
    return refuse("sp_m does not divide the group axis");
  }
  const groups0 = numel / k0;
  if (k1 !== 0n && groups0 % k1 !== 0n) return refuse("k1 does not divide the groups");
  const groups1 = factors.k1 === undefined ? 0n : k1 === 0n ? 1n : groups0 / k1;
  const nnz = cell ? (numel / BigInt(cell.m)) * BigInt(cell.n) : numel;
  const bytes = (count: bigint, bits: number): Integer =>
    toInteger((count * BigInt(bits) + 7n) / 8n);
  return answer({
    numel: toInteger(numel),
    nnz: toInteger(nnz),
    groups0: toInteger(groups0),
    groups1: toInteger(groups1),
    planeBytes: [
      bytes(nnz, factors.elementBits),
      bytes(groups0, factors.scale0Bits),
      bytes(groups1, factors.scale1Bits),
      cell ? bytes(nnz, cell.indexBits) : bytes(groups0, factors.zeroPointBits),
    ],
  });
}
