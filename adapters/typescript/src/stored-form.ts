/** The forms in which planes lie, and the way to plane order and back (spec §12.1, §12.2). */
import { type BlockLayout, blockLayoutOf } from "./blocks.js";
import { elementsOf, scalesOf } from "./code-string.js";
import type { Descriptor } from "./descriptor.js";
import { formatWidth } from "./format.js";
import { type Integer, toInteger } from "./integer.js";
import { PLACEMENTS } from "./placement.js";
import type { Planes } from "./planes.js";
import type { Lines } from "./plane-order.js";
import type { PlaneBytes, Sizes } from "./sizes.js";

export interface StoredForm {
  readonly data: "plane order" | "columns" | BlockLayout;
  readonly scale: "plane order" | "swizzle";
}

/** All planes in plane order. */
export const PLANE_ORDER: StoredForm = { data: "plane order", scale: "plane order" };

/** ROW_MAJOR and LINEAR_META say the same, in every role. */
export function isPlaneOrder(placement: bigint): boolean {
  return placement === PLACEMENTS.ROW_MAJOR || placement === PLACEMENTS.LINEAR_META;
}

/** The form of all planes that an array has, or undefined where one of them is in none. */
export function storedFormOf(descriptor: Descriptor, rank: number): StoredForm | undefined {
  const { placementData, placementScale } = descriptor;
  if (descriptor.hasAux && !isPlaneOrder(descriptor.placementMeta)) return undefined;
  const scale = scaleFormOf(descriptor);
  if (scale === undefined) return undefined;
  if (isPlaneOrder(placementData)) return { data: "plane order", scale };
  if (placementData === PLACEMENTS.COL_MAJOR) {
    return rank === 2 ? { data: "columns", scale } : undefined;
  }
  const layout = blockLayoutOf(placementData, descriptor);
  // Nothing is laid out beside blocks.
  return layout && isPlaneOrder(placementScale) ? { data: layout, scale } : undefined;
}

function scaleFormOf(descriptor: Descriptor): StoredForm["scale"] | undefined {
  if (isPlaneOrder(descriptor.placementScale)) return "plane order";
  const isSwizzle = descriptor.placementScale === PLACEMENTS.SWIZZLE_128x4B;
  return isSwizzle && formatWidth(descriptor.scale0) <= 8 ? "swizzle" : undefined;
}

function isBlocks(data: StoredForm["data"]): data is BlockLayout {
  return typeof data !== "string";
}

/** Bytes of the four planes as they are stored; `sizes` are those of plane order. */
export function storedBytes(
  form: StoredForm,
  descriptor: Descriptor,
  shape: readonly Integer[],
  sizes: Sizes,
): PlaneBytes {
  const [data, scale0, scale1, aux] = sizes.planeBytes;
  if (isBlocks(form.data)) {
    const blocks = BigInt(sizes.numel) / BigInt(form.data.elements);
    return [toInteger(blocks * BigInt(form.data.bytes)), 0, 0, 0];
  }
  return form.scale === "swizzle"
    ? [data, swizzledBytes(descriptor, shape, sizes.numel), scale1, aux]
    : [data, scale0, scale1, aux];
}

const TILE_LINES = 128;
const TILE_GROUPS = 4;
const TILE_BYTES = TILE_LINES * TILE_GROUPS;

/** Exact: the shape may be anything that has sizes. */
function swizzledBytes(descriptor: Descriptor, shape: readonly Integer[], numel: Integer): Integer {
  // An empty array has no lines, or lines without groups.
  if (BigInt(numel) === 0n) return 0;
  const extent = BigInt(shape[descriptor.groupAxis] ?? 0);
  const up = (value: bigint, step: number): bigint =>
    ((value + BigInt(step - 1)) / BigInt(step)) * BigInt(step);
  const lines = up(BigInt(numel) / extent, TILE_LINES);
  return toInteger(lines * up(extent / BigInt(descriptor.k0), TILE_GROUPS));
}

/** Where the scale of a group of a line lies; a line has `tiles` tiles. */
function swizzledPlace(line: number, group: number, tiles: number): number {
  const inTile = line % TILE_LINES;
  const tile = ((line - inTile) / TILE_LINES) * tiles + Math.floor(group / TILE_GROUPS);
  return tile * TILE_BYTES + (inTile % 32) * 16 + Math.floor(inTile / 32) * 4 + (group % 4);
}

/**
 * Planes that are as long as their form asks to planes in plane order. What lies in plane order
 * already is handed out as it is; every other plane is new, its ignored bits 0.
 */
export function toPlaneOrder(
  form: StoredForm,
  descriptor: Descriptor,
  lines: Lines,
  sizes: Sizes,
  planes: Planes,
): Planes {
  const [data, scale0, scale1, aux] = planes;
  if (isBlocks(form.data)) {
    const { bytes, split } = form.data;
    const separate = emptyPlanes(sizes.planeBytes);
    for (let i = 0; i * bytes < data.length; i++) {
      split(data.subarray(i * bytes, (i + 1) * bytes), i, separate);
    }
    return separate;
  }
  const codes = codesOfLine(descriptor, lines);
  return [
    form.data === "columns" ? turned(descriptor, data, codes, lines.count) : data,
    form.scale === "swizzle"
      ? rearranged(descriptor, lines, scale0, Number(sizes.planeBytes[1]), "to plane order")
      : scale0,
    scale1,
    aux,
  ];
}

/** The other way; `stored` are the bytes of the planes in their form. */
export function fromPlaneOrder(
  form: StoredForm,
  descriptor: Descriptor,
  lines: Lines,
  stored: PlaneBytes,
  planes: Planes,
): Planes {
  const [data, scale0, scale1, aux] = planes;
  if (isBlocks(form.data)) {
    const { bytes, join } = form.data;
    const together = emptyPlanes(stored);
    for (let i = 0; i * bytes < together[0].length; i++) {
      join(planes, i, together[0].subarray(i * bytes, (i + 1) * bytes));
    }
    return together;
  }
  const codes = codesOfLine(descriptor, lines);
  return [
    form.data === "columns" ? turned(descriptor, data, lines.count, codes) : data,
    form.scale === "swizzle"
      ? rearranged(descriptor, lines, scale0, Number(stored[1]), "to swizzle")
      : scale0,
    scale1,
    aux,
  ];
}

/** Planes of zeros. */
export function emptyPlanes(bytes: PlaneBytes): Planes {
  const [data, scale0, scale1, aux] = bytes;
  return [
    new Uint8Array(Number(data)),
    new Uint8Array(Number(scale0)),
    new Uint8Array(Number(scale1)),
    new Uint8Array(Number(aux)),
  ];
}

/** Stored elements of a line. */
function codesOfLine(descriptor: Descriptor, { extent }: Lines): number {
  return descriptor.isSparse ? (extent / descriptor.spM) * descriptor.spN : extent;
}

/** A matrix of codes that lies row by row, laid column by column. */
function turned(
  descriptor: Descriptor,
  bytes: Uint8Array,
  rows: number,
  columns: number,
): Uint8Array {
  const turnedBytes = new Uint8Array(bytes.length);
  const source = elementsOf(descriptor, bytes);
  const target = elementsOf(descriptor, turnedBytes);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      target.set(column * rows + row, source.get(row * columns + column));
    }
  }
  return turnedBytes;
}

function rearranged(
  descriptor: Descriptor,
  { count, extent }: Lines,
  bytes: Uint8Array,
  length: number,
  direction: "to plane order" | "to swizzle",
): Uint8Array {
  const target = new Uint8Array(length);
  const groups = extent / descriptor.k0;
  const tiles = Math.ceil(groups / TILE_GROUPS);
  const codes = scalesOf(descriptor, bytes);
  for (let line = 0; line < count; line++) {
    for (let group = 0; group < groups; group++) {
      const place = swizzledPlace(line, group, tiles);
      const number = line * groups + group;
      if (direction === "to swizzle") target[place] = codes.get(number);
      else target[number] = codes.get(place);
    }
  }
  return target;
}
