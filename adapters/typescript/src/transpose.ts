/** transpose: the axes in another order, the groups along the same one (spec §12.7). */
import type { Descriptor } from "./descriptor.js";
import type { Integer } from "./integer.js";
import { type LineSelection, selectLines, splitsLevel1 } from "./lines.js";
import { isGroupAxis, isPermutation, permuted } from "./permutation.js";
import { lineAxes, NO_PLACES } from "./plane-order.js";
import type { Planes } from "./planes.js";
import type { Refusal } from "./refusal.js";
import { answer, refuse, type Result } from "./result.js";
import { admit, type AdmittedView, type View } from "./view.js";

/** What a permutation changes of a view. */
export interface Permuted {
  readonly descriptor: Descriptor;
  readonly shape: readonly Integer[];
  readonly planes: Planes;
}

/**
 * Axis j of the result is axis perm[j] of the view; `groupAxis` is the result's. Where lines keep
 * their numbers, the planes of the answer are the view's own.
 */
export function transpose(
  view: View,
  perm: readonly number[],
  groupAxis: number,
): Result<Permuted, Refusal> {
  const admitted = admit(view, "transpose");
  if (!admitted.ok) return admitted;
  const rank = view.shape.length;
  if (!isPermutation(perm, rank)) return refuse("BadPermutation");
  if (!isGroupAxis(groupAxis, rank) || perm[groupAxis] !== view.descriptor.groupAxis) {
    return refuse("GroupAxisMoved");
  }

  const descriptor = view.descriptor.withGroupAxis(groupAxis);
  const shape = permuted(view.shape, perm);
  const others = perm.filter((_, axis) => axis !== groupAxis);
  if (others.every((axis, i) => i === 0 || axis > (others[i - 1] ?? axis))) {
    return answer({ descriptor, shape, planes: view.planes });
  }
  const selection = selectionOf(admitted.value, others);
  if (splitsLevel1(admitted.value, selection)) return refuse("SliceSplitsGroup");
  const { sizes } = admitted.value;
  const planes = selectLines(admitted.value, selection, descriptor, shape, sizes);
  return answer({ descriptor, shape, planes });
}

/** Whole lines, row-major over the source's axes in their new order. */
function selectionOf(
  { descriptor, shape, lines }: AdmittedView,
  others: readonly number[],
): LineSelection {
  if (lines.count === 0) return { lines: NO_PLACES, first: 0, extent: 0 };
  const axes = permuted(lineAxes(shape, descriptor.groupAxis), others);
  return { lines: { base: 0, axes }, first: 0, extent: lines.extent };
}
