/** What slice and transpose have in common: an array made of lines of another (spec §12.5). */
import {
  type CodeString,
  elementsOf,
  indicesOf,
  outerScalesInGroup,
  outerScalesOf,
  scalesOf,
  zeroPointsOf,
} from "./code-string.js";
import type { Descriptor } from "./descriptor.js";
import type { Integer } from "./integer.js";
import { forEachPlace, type Places } from "./plane-order.js";
import { Plane, type Planes } from "./planes.js";
import type { Sizes } from "./sizes.js";
import { emptyPlanes } from "./stored-form.js";
import { type AdmittedView, planesAsStored, planesInOrder } from "./view.js";

/** The lines of a result, in its plane order, as parts of lines of the source. */
export interface LineSelection {
  /** Numbers of source lines. */
  readonly lines: Places;
  /** The part of each line that is kept; multiples of k0 and sp_m. */
  readonly first: number;
  readonly extent: number;
}

/**
 * Whether some level-1 group of the result is not made of level-0 groups of one level-1 group of
 * the source. It has k1 of them: a remainder leaves the result without sizes.
 */
export function splitsLevel1(view: AdmittedView, selection: LineSelection): boolean {
  const { k0, k1, hasTwoLevels } = view.descriptor;
  if (!hasTwoLevels || k1 === 0) return false;
  let count = 0;
  let origin = -1;
  let splits = false;
  forEachRun(selection, view.lines.extent, k0, (from, length) => {
    for (let group = from; group < from + length; group++, count++) {
      const itsOrigin = Math.floor(group / k1);
      if (count % k1 === 0) origin = itsOrigin;
      else if (itsOrigin !== origin) splits = true;
    }
  });
  return splits;
}

/**
 * Visits what a line keeps of a plane that has one unit for each `span` positions: the source
 * number of the first unit and how many follow each other, one run a line.
 */
function forEachRun(
  { lines, first, extent }: LineSelection,
  sourceExtent: number,
  span: number,
  visit: (from: number, length: number) => void,
): void {
  const [unitsOfLine, skipped, kept] = [sourceExtent / span, first / span, extent / span];
  forEachPlace(lines, (line) => visit(line * unitsOfLine + skipped, kept));
}

/** The planes of a result, rebuilt in the form of the view. No level-1 group may split. */
export function selectLines(
  view: AdmittedView,
  selection: LineSelection,
  descriptor: Descriptor,
  shape: readonly Integer[],
  sizes: Sizes,
): Planes {
  const source = planesInOrder(view);
  const target = emptyPlanes(sizes.planeBytes);
  const { k0, spN, spM } = descriptor;
  const sourceExtent = view.lines.extent;

  /** Copies the codes of a plane, so many for each `span` positions. */
  const copy = (codesOf: PlaneCodes, plane: Plane, span: number, codes: number): void => {
    const from = codesOf(descriptor, source[plane]);
    const to = codesOf(descriptor, target[plane]);
    let count = 0;
    forEachRun(selection, sourceExtent, span, (first, length) => {
      to.copy(count * codes, from, first * codes, length * codes);
      count += length;
    });
  };

  copy(scalesOf, Plane.Scale0, k0, 1);
  if (descriptor.isSparse) {
    copy(elementsOf, Plane.Data, spM, spN);
    copy(indicesOf, Plane.Aux, spM, spN);
  } else {
    copy(elementsOf, Plane.Data, 1, 1);
  }
  if (descriptor.hasZeroPoint) copy(zeroPointsOf, Plane.Aux, k0, 1);
  if (descriptor.hasTwoLevels) {
    const from = outerScalesOf(descriptor, source[Plane.Scale1]);
    const to = outerScalesOf(descriptor, target[Plane.Scale1]);
    copyOuterScales(descriptor, selection, sourceExtent, from, to);
  }
  return planesAsStored(view.form, descriptor, shape, sizes, target);
}

type PlaneCodes = (descriptor: Descriptor, plane: Uint8Array) => CodeString;

/** Each level-1 group has the scale, or pair, of the group that it is made of. */
function copyOuterScales(
  descriptor: Descriptor,
  selection: LineSelection,
  sourceExtent: number,
  from: CodeString,
  to: CodeString,
): void {
  const { k0, k1 } = descriptor;
  const codes = outerScalesInGroup(descriptor);
  if (k1 === 0) {
    to.copy(0, from, 0, codes);
    return;
  }
  let count = 0;
  forEachRun(selection, sourceExtent, k0, (first, length) => {
    for (let group = first; group < first + length; group++, count++) {
      if (count % k1 !== 0) continue;
      to.copy((count / k1) * codes, from, Math.floor(group / k1) * codes, codes);
    }
  });
}
