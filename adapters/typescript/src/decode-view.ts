/**
 * decode of any grade in any stored form (spec §11.5 to §11.7). Every +, − and × is one binary32
 * operation in the order of the specification: a Math.fround of its own, or the rounding of a store to
 * a Float32Array.
 */
import { canonicalBits } from "./binary32.js";
import {
  elementsOf,
  indicesOf,
  outerScalesInGroup,
  outerScalesOf,
  scalesOf,
  zeroPointsOf,
} from "./code-string.js";
import { valuesOf } from "./code-values.js";
import { type Descriptor, Flag } from "./descriptor.js";
import { elementAxes, forEachPlace, type Places } from "./plane-order.js";
import { Plane, type Planes } from "./planes.js";
import type { Refusal } from "./refusal.js";
import { answer, type Result } from "./result.js";
import { admit, type AdmittedView, planesInOrder, type View } from "./view.js";

/** Positions that the widest metadata, of four bits, can name. */
const MAX_INDICES = 16;

/** The bits of all elements in logical row-major order of the shape, the last axis fastest. */
export function decodeView(view: View): Result<Uint32Array, Refusal> {
  const admitted = admit(view, "decode_view");
  return admitted.ok ? answer(decodeAdmitted(admitted.value)) : admitted;
}

/** decodeView of a view that was admitted to it. */
export function decodeAdmitted(view: AdmittedView): Uint32Array {
  const { descriptor, shape, lines } = view;
  const bits = decodeInOrder(view);
  const isLogical = descriptor.groupAxis === shape.length - 1 || lines.count <= 1;
  if (bits.length === 0 || isLogical) return bits;
  return bitsAt(bits, { base: 0, axes: elementAxes(shape, descriptor.groupAxis) });
}

/** The elements at some places, in the order in which these are visited. */
export function bitsAt(bits: Uint32Array, places: Places): Uint32Array {
  const chosen = new Uint32Array(bits.length);
  let count = 0;
  forEachPlace(places, (place) => {
    chosen[count++] = bits[place] ?? 0;
  });
  return chosen;
}

/** The bits of all elements in plane order. */
export function decodeInOrder(view: AdmittedView): Uint32Array {
  const values = new Float32Array(Number(view.sizes.numel));
  const planes = planesInOrder(view);
  if (view.descriptor.isSparse) decodeSparse(view.descriptor, planes, values);
  else decodeDense(view.descriptor, planes, values);
  return canonicalBits(values);
}

/** What a level-0 group brings to its elements. */
interface Group {
  /** S */
  readonly scale: number;
  /** z, where S is applied to the difference; else undefined. */
  readonly sharedZero: number | undefined;
  /** Z, where the zero point has a scale of its own; else undefined. */
  readonly ownZero: number | undefined;
}

/** The level-0 groups by number. */
function groupReader(d: Descriptor, [, scale0, scale1, aux]: Planes): (group: number) => Group {
  const scales = scalesOf(d, scale0);
  const outerScales = outerScalesOf(d, scale1);
  const zeroPoints = zeroPointsOf(d, aux);
  const scaleValue = valuesOf(d.scale0);
  const outerValue = valuesOf(d.scale1);
  const zeroValue = valuesOf(d.zpFmt);
  const outerCodes = outerScalesInGroup(d);
  const isMinus1 = (d.flags & Flag.ZeroPointMinus1) !== 0;
  const { k1, hasTwoLevels } = d;
  const hasZeroPoint = d.hasZeroPoint;

  return (group) => {
    const outer = k1 === 0 ? 0 : outerCodes * Math.floor(group / k1);
    const inner = scaleValue(scales.get(group));
    const scale = hasTwoLevels ? Math.fround(outerValue(outerScales.get(outer)) * inner) : inner;
    if (!hasZeroPoint) return { scale, sharedZero: undefined, ownZero: undefined };
    const stored = zeroValue(zeroPoints.get(group));
    const zero = isMinus1 ? Math.fround(stored + 1) : stored;
    return outerCodes === 1
      ? { scale, sharedZero: zero, ownZero: undefined }
      : {
          scale,
          sharedZero: undefined,
          ownZero: Math.fround(outerValue(outerScales.get(outer + 1)) * zero),
        };
  };
}

function decodeDense(d: Descriptor, planes: Planes, values: Float32Array): void {
  const elements = elementsOf(d, planes[Plane.Data]);
  const elementValue = valuesOf(d.elem);
  const groupAt = groupReader(d, planes);
  for (let first = 0; first < values.length; first += d.k0) {
    const { scale, sharedZero, ownZero } = groupAt(first / d.k0);
    for (let i = first; i < first + d.k0; i++) {
      const element = elementValue(elements.get(i));
      if (sharedZero !== undefined) values[i] = scale * Math.fround(element - sharedZero);
      else if (ownZero !== undefined) values[i] = Math.fround(scale * element) - ownZero;
      else values[i] = scale * element;
    }
  }
}

/** A position that no slot of its cell names keeps its +0, whatever the scale. */
function decodeSparse(d: Descriptor, planes: Planes, values: Float32Array): void {
  const elements = elementsOf(d, planes[Plane.Data]);
  const indices = indicesOf(d, planes[Plane.Aux]);
  const elementValue = valuesOf(d.elem);
  const groupAt = groupReader(d, planes);
  const { k0, spN, spM } = d;
  let group = -1;
  let scale = NaN;
  // One cursor for the whole array: a cell that names fewer positions shifts all that follow.
  let cursor = 0;
  for (let cell = 0; cell * spM < values.length; cell++) {
    let named = 0;
    for (let slot = 0; slot < spN; slot++) named |= 1 << indices.get(cell * spN + slot);
    for (let position = 0; position < Math.min(spM, MAX_INDICES); position++) {
      if ((named & (1 << position)) === 0) continue;
      const i = cell * spM + position;
      const itsGroup = Math.floor(i / k0);
      if (itsGroup !== group) scale = groupAt(itsGroup).scale;
      group = itsGroup;
      values[i] = scale * elementValue(elements.get(cursor++));
    }
  }
}
