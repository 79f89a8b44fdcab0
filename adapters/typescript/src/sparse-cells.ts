/** Metadata of sparse arrays: what the slots of a cell name (spec §5.5, §11.6). */
import { indicesOf } from "./code-string.js";
import type { Descriptor } from "./descriptor.js";

/** Indices that ascend strictly, or merely differ; below M in both cases. */
export type CellRule = "ascending" | "distinct";

/**
 * Whether all cells keep a rule; the sp_n slots of a cell follow each other in plane order. `aux`
 * holds at least so many slots.
 */
export function cellsAre(
  rule: CellRule,
  descriptor: Descriptor,
  slots: number,
  aux: Uint8Array,
): boolean {
  const { spN, spM } = descriptor;
  const indices = indicesOf(descriptor, aux);
  let previous = -1;
  let named = 0;
  for (let slot = 0; slot < slots; slot++) {
    if (slot % spN === 0) {
      previous = -1;
      named = 0;
    }
    const index = indices.get(slot);
    if (index >= spM) return false;
    if (rule === "ascending" ? index <= previous : (named & (1 << index)) !== 0) return false;
    named |= 1 << index;
    previous = index;
  }
  return true;
}
