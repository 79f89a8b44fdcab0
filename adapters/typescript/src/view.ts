/** Views, and what every operation on one asks before it does anything (spec §11.2). */
import { checkPlacements, hasSoundFrame, Status } from "./check.js";
import type { Descriptor } from "./descriptor.js";
import { equalIntegers, type Integer } from "./integer.js";
import { type Lines, linesOf } from "./plane-order.js";
import { Plane, type Planes } from "./planes.js";
import type { Refusal } from "./refusal.js";
import { gradeSpelled, gradeWithText, type NamedGrade } from "./registry.js";
import { answer, refuse, type Result } from "./result.js";
import { type Sizes, sizesOf } from "./sizes.js";
import { cellsAre } from "./sparse-cells.js";
import {
  fromPlaneOrder,
  storedBytes,
  type StoredForm,
  storedFormOf,
  toPlaneOrder,
} from "./stored-form.js";

/** An array as it is stored. The planes are borrowed; no operation writes to them. */
export interface View {
  readonly descriptor: Descriptor;
  /** The canonical string of the grade. */
  readonly grade: string;
  readonly shape: readonly Integer[];
  readonly planes: Planes;
}

export type Operation = "decode_view" | "slice" | "transpose" | "requantize" | "relayout";

/** A view that an operation can work on: its planes are as long as its form asks. */
export interface AdmittedView extends View {
  readonly form: StoredForm;
  /** Of plane order, whatever the form is. */
  readonly sizes: Sizes;
  readonly lines: Lines;
}

/** Refusals 1 to 6, in their order; the operation's own come after. */
export function admit(view: View, operation: Operation): Result<AdmittedView, Refusal> {
  const { descriptor, shape, planes } = view;
  const named = hasSoundFrame(descriptor) ? gradeSpelled(view.grade) : undefined;
  if (named?.frame.gradeId !== descriptor.gradeId || !descriptor.hasFrameOf(named.frame)) {
    return refuse("GradeUnknown");
  }
  if (checkPlacements(descriptor).status !== Status.Ok) return refuse("PlacementUnknown");
  if (!supports(operation, named)) return refuse("GradeUnsupported");
  const form = storedFormOf(descriptor, shape.length);
  if (form === undefined) return refuse("RelayoutUnsupported");

  const sizes = sizesOf(descriptor, shape);
  if (!sizes.ok) return refuse("SizeMismatch");
  const bytes = storedBytes(form, descriptor, shape, sizes.value);
  const fits = planes.every((plane, i) => equalIntegers(plane.length, bytes[i] ?? -1));
  if (!fits) return refuse("SizeMismatch");

  // The planes are that long, so the counts are small numbers.
  if (movesCells(operation) && descriptor.isSparse) {
    const slots = Number(sizes.value.nnz);
    const rule = descriptor.spOrder === 1 ? "ascending" : "distinct";
    if (!cellsAre(rule, descriptor, slots, planes[Plane.Aux])) return refuse("DigestMismatch");
  }
  const lines = linesOf(shape, descriptor.groupAxis, Number(sizes.value.numel));
  return answer({ ...view, form, sizes: sizes.value, lines });
}

function supports(operation: Operation, { canonical, grade: { decode } }: NamedGrade): boolean {
  if (operation !== "decode_view" && operation !== "requantize") return true;
  const decodes =
    decode.rounding === "rne" && decode.saturation === "satfinite" && decode.target === "binary32";
  return decodes && (operation === "decode_view" || gradeWithText(canonical) !== undefined);
}

/** Cells are moved whole, so each must have all its elements. */
function movesCells(operation: Operation): boolean {
  return operation === "slice" || operation === "transpose";
}

/** The planes of an admitted view in plane order. */
export function planesInOrder({ form, descriptor, lines, sizes, planes }: AdmittedView): Planes {
  return toPlaneOrder(form, descriptor, lines, sizes, planes);
}

/** Planes in plane order, laid out in a form; what is in plane order there is passed on. */
export function planesAsStored(
  form: StoredForm,
  descriptor: Descriptor,
  shape: readonly Integer[],
  sizes: Sizes,
  planes: Planes,
): Planes {
  const lines = linesOf(shape, descriptor.groupAxis, Number(sizes.numel));
  return fromPlaneOrder(
    form,
    descriptor,
    lines,
    storedBytes(form, descriptor, shape, sizes),
    planes,
  );
}
