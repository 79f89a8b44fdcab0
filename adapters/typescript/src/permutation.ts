/** Permutations of axes: axis j of the result is axis perm[j] of the source (spec §12.7). */

/** The widest group axis that a descriptor can name. */
const MAX_GROUP_AXIS = 0x7fff;

/** Whether every axis of the source is named exactly once. */
export function isPermutation(perm: readonly number[], rank: number): boolean {
  return (
    perm.length === rank &&
    new Set(perm).size === rank &&
    perm.every((axis) => Number.isInteger(axis) && axis >= 0 && axis < rank)
  );
}

export function permuted<T>(values: readonly T[], perm: readonly number[]): readonly T[] {
  return perm.flatMap((axis) => values.slice(axis, axis + 1));
}

/** Whether an axis of a result can be its group axis. */
export function isGroupAxis(axis: number, rank: number): boolean {
  return Number.isInteger(axis) && axis >= 0 && axis < rank && axis <= MAX_GROUP_AXIS;
}
