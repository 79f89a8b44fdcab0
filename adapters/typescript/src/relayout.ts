/** relayout: one plane laid out in another stored form (spec §12.9). */
import type { Descriptor, Role } from "./descriptor.js";
import type { Planes } from "./planes.js";
import type { Refusal } from "./refusal.js";
import { answer, refuse, type Result } from "./result.js";
import type { PlaneBytes } from "./sizes.js";
import {
  fromPlaneOrder,
  isPlaneOrder,
  PLANE_ORDER,
  storedBytes,
  type StoredForm,
  storedFormOf,
  toPlaneOrder,
} from "./stored-form.js";
import { admit, type AdmittedView, type View } from "./view.js";

/** What a relayout changes of a view; the shape stays. */
export interface Relayout {
  readonly descriptor: Descriptor;
  readonly planes: Planes;
}

/** A relayout that is not refused and not yet done. */
export interface RelayoutPlan {
  readonly descriptor: Descriptor;
  /** Bytes of the planes that it will give. */
  readonly planeBytes: PlaneBytes;
  readonly from: StoredForm;
  readonly to: StoredForm;
}

/**
 * Gives the plane of a role another placement word. Planes that keep their bytes are the view's
 * own.
 */
export function relayout(view: View, role: Role, placement: bigint): Result<Relayout, Refusal> {
  const admitted = admit(view, "relayout");
  if (!admitted.ok) return admitted;
  const plan = planRelayout(admitted.value, role, placement);
  return plan.ok ? answer(layOut(admitted.value, plan.value)) : plan;
}

/** An answer may be 128 times as long as the view, so its length can be had before it is made. */
export function planRelayout(
  view: AdmittedView,
  role: Role,
  placement: bigint,
): Result<RelayoutPlan, Refusal> {
  if (role === "meta" && !view.descriptor.hasAux) return refuse("RelayoutUnsupported");
  const descriptor = view.descriptor.withPlacement(role, placement);
  const form = storedFormOf(descriptor, view.shape.length);
  if (form === undefined) return refuse("RelayoutUnsupported");

  const before = view.descriptor.placementOf(role);
  const isSame = placement === before || (isPlaneOrder(placement) && isPlaneOrder(before));
  return answer({
    descriptor,
    planeBytes: storedBytes(form, descriptor, view.shape, view.sizes),
    from: isSame ? PLANE_ORDER : onlyOf(role, view.form),
    to: isSame ? PLANE_ORDER : onlyOf(role, form),
  });
}

/** What a form says about one role. As if in plane order, the other planes are passed on. */
function onlyOf(role: Role, form: StoredForm): StoredForm {
  return {
    data: role === "data" ? form.data : PLANE_ORDER.data,
    scale: role === "scale" ? form.scale : PLANE_ORDER.scale,
  };
}

export function layOut(view: AdmittedView, plan: RelayoutPlan): Relayout {
  const { descriptor, from, to, planeBytes } = plan;
  const planes = toPlaneOrder(from, descriptor, view.lines, view.sizes, view.planes);
  return {
    descriptor,
    planes: fromPlaneOrder(to, descriptor, view.lines, planeBytes, planes),
  };
}
