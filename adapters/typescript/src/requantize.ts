/** requantize: the axes in another order, the groups along any of them (spec §12.8). */
import { bitsAt, decodeInOrder } from "./decode-view.js";
import { encode } from "./encode.js";
import { isGroupAxis, isPermutation, permuted } from "./permutation.js";
import { elementAxes } from "./plane-order.js";
import type { Refusal } from "./refusal.js";
import { gradeWithText } from "./registry.js";
import { answer, refuse, type Result } from "./result.js";
import { sizesOf } from "./sizes.js";
import type { Permuted } from "./transpose.js";
import { admit, type AdmittedView, planesAsStored, type View } from "./view.js";

/**
 * Axis j of the result is axis perm[j] of the view; `groupAxis` is the result's. Registered grades
 * only. The values are decoded and encoded anew, also where nothing is permuted.
 */
export function requantize(
  view: View,
  perm: readonly number[],
  groupAxis: number,
): Result<Permuted, Refusal> {
  const admitted = admit(view, "requantize");
  if (!admitted.ok) return admitted;
  const registered = gradeWithText(view.grade);
  if (registered === undefined) return refuse("GradeUnsupported");
  const rank = view.shape.length;
  if (!isPermutation(perm, rank)) return refuse("BadPermutation");
  if (!isGroupAxis(groupAxis, rank)) return refuse("SizeMismatch");
  const descriptor = view.descriptor.withGroupAxis(groupAxis);
  const shape = permuted(view.shape, perm);
  const sizes = sizesOf(descriptor, shape);
  if (!sizes.ok) return refuse("SizeMismatch");

  const encoded = encode(registered, permutedBits(admitted.value, perm, groupAxis));
  // A shape that has sizes has whole blocks.
  if (!encoded.ok) return refuse("SizeMismatch");
  const { form } = admitted.value;
  const planes = planesAsStored(form, descriptor, shape, sizes.value, encoded.value);
  return answer({ descriptor, shape, planes });
}

/** The values in plane order of the result. */
function permutedBits(view: AdmittedView, perm: readonly number[], groupAxis: number): Uint32Array {
  const bits = decodeInOrder(view);
  if (bits.length === 0) return bits;
  // Plane order of the result is row-major over its other axes, and its group axis innermost.
  const axes = permuted(elementAxes(view.shape, view.descriptor.groupAxis), perm);
  const others = axes.filter((_, axis) => axis !== groupAxis);
  return bitsAt(bits, { base: 0, axes: [...others, ...axes.slice(groupAxis, groupAxis + 1)] });
}
