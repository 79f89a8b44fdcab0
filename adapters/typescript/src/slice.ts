/** slice: some coordinates of one axis (spec §12.6). */
import { difference, type Integer, isMultiple } from "./integer.js";
import { type LineSelection, selectLines, splitsLevel1 } from "./lines.js";
import { lineAxes, NO_PLACES } from "./plane-order.js";
import type { Planes } from "./planes.js";
import type { Refusal } from "./refusal.js";
import { answer, refuse, type Result } from "./result.js";
import { sizesOf } from "./sizes.js";
import { admit, type AdmittedView, type View } from "./view.js";

/** What a slice changes of a view; the descriptor stays. */
export interface Slice {
  readonly shape: readonly Integer[];
  readonly planes: Planes;
}

/** Coordinates begin to end − 1 of an axis; refused where that would cut a group. */
export function slice(
  view: View,
  axis: number,
  begin: Integer,
  end: Integer,
): Result<Slice, Refusal> {
  const admitted = admit(view, "slice");
  if (!admitted.ok) return admitted;
  const { descriptor, shape: source } = view;
  const extent = source[axis];
  if (extent === undefined || !isRange(begin, end, extent)) return refuse("SliceRange");

  if (axis === descriptor.groupAxis) {
    const factors = descriptor.isSparse ? [descriptor.k0, descriptor.spM] : [descriptor.k0];
    const isWhole = factors.every((k) => isMultiple(begin, k) && isMultiple(end, k));
    if (!isWhole) return refuse("SliceSplitsGroup");
  }

  const kept = difference(end, begin);
  const shape = source.map((other, i) => (i === axis ? kept : other));
  const sizes = sizesOf(descriptor, shape);
  // Extents are sound by now: only level-1 groups can be left without sizes.
  if (!sizes.ok) return refuse("SliceSplitsGroup");
  const selection =
    BigInt(sizes.value.numel) === 0n
      ? NOTHING
      : selectionOf(admitted.value, axis, Number(begin), Number(end));
  if (splitsLevel1(admitted.value, selection)) return refuse("SliceSplitsGroup");
  const planes = selectLines(admitted.value, selection, descriptor, shape, sizes.value);
  return answer({ shape, planes });
}

function isRange(begin: Integer, end: Integer, extent: Integer): boolean {
  const areIntegers = [begin, end].every(
    (value) => typeof value === "bigint" || Number.isSafeInteger(value),
  );
  return areIntegers && 0 <= begin && begin <= end && end <= extent;
}

const NOTHING: LineSelection = { lines: NO_PLACES, first: 0, extent: 0 };

/** Of a result that is not empty, so neither is the view. */
function selectionOf(
  { descriptor, shape, lines }: AdmittedView,
  axis: number,
  begin: number,
  end: number,
): LineSelection {
  const axes = lineAxes(shape, descriptor.groupAxis);
  const isGroupAxis = axis === descriptor.groupAxis;
  return {
    lines: {
      base: begin * (axes[axis]?.stride ?? 0),
      axes: axes
        .map(({ extent, stride }, i) => ({ extent: i === axis ? end - begin : extent, stride }))
        .filter((_, i) => i !== descriptor.groupAxis),
    },
    first: isGroupAxis ? begin : 0,
    extent: isGroupAxis ? end - begin : lines.extent,
  };
}
