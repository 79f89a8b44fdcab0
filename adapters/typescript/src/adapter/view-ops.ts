/** DECODE_VIEW to RELAYOUT: the operations on views, whose refusals have names. */
import { decodeAdmitted } from "../decode-view.js";
import { Descriptor, DESCRIPTOR_BYTES, ROLES } from "../descriptor.js";
import type { Refusal } from "../refusal.js";
import { layOut, planRelayout } from "../relayout.js";
import { requantize } from "../requantize.js";
import type { Result } from "../result.js";
import { slice } from "../slice.js";
import { type Permuted, transpose } from "../transpose.js";
import { admit, type View } from "../view.js";
import { MAX_PAYLOAD } from "./frames.js";
import { ANSWERED, type Handler, type Outcome, tooLong, UNREADABLE } from "./outcome.js";
import type { PayloadReader, PayloadWriter } from "./payload.js";

/** Undefined only in a payload that is not complete either. */
function readView(request: PayloadReader): View | undefined {
  const descriptor = Descriptor.over(request.bytes(DESCRIPTOR_BYTES));
  const grade = request.text();
  const shape = request.shape();
  const planes = request.planes();
  return descriptor && { descriptor, grade, shape, planes };
}

function refused(reason: Refusal): Outcome {
  return { kind: "refused", reason };
}

function decodeViewOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  const view = readView(request);
  if (!request.complete || !view) return UNREADABLE;
  const admitted = admit(view, "decode_view");
  if (!admitted.ok) return refused(admitted.error);
  // A sparse view has more elements than bytes: asked before they are decoded.
  const bytes = 4 + 4 * Number(admitted.value.sizes.numel);
  if (bytes > MAX_PAYLOAD) return tooLong(bytes);
  reply.words(decodeAdmitted(admitted.value));
  return ANSWERED;
}

function sliceOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  const view = readView(request);
  const axis = request.u8();
  const begin = request.i64();
  const end = request.i64();
  if (!request.complete || !view) return UNREADABLE;
  const result = slice(view, axis, begin, end);
  if (!result.ok) return refused(result.error);
  reply.shape(result.value.shape);
  reply.planes(result.value.planes);
  return ANSWERED;
}

function permutingOp(
  permute: (view: View, perm: readonly number[], groupAxis: number) => Result<Permuted, Refusal>,
): Handler {
  return (request, reply) => {
    const view = readView(request);
    const perm = Array.from(request.bytes(view?.shape.length ?? 0));
    const groupAxis = request.u8();
    if (!request.complete || !view) return UNREADABLE;
    const result = permute(view, perm, groupAxis);
    if (!result.ok) return refused(result.error);
    reply.bytes(result.value.descriptor.bytes);
    reply.shape(result.value.shape);
    reply.planes(result.value.planes);
    return ANSWERED;
  };
}

/** Descriptor and four lengths before the planes of a RELAYOUT's reply. */
const RELAYOUT_FIXED_BYTES = DESCRIPTOR_BYTES + 4 * 4;

function relayoutOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  const view = readView(request);
  const role = ROLES[request.u8()];
  const placement = request.u64();
  if (!request.complete || !view || role === undefined) return UNREADABLE;
  const admitted = admit(view, "relayout");
  if (!admitted.ok) return refused(admitted.error);
  const plan = planRelayout(admitted.value, role, placement);
  if (!plan.ok) return refused(plan.error);
  const bytes = plan.value.planeBytes.reduce<number>(
    (sum, plane) => sum + Number(plane),
    RELAYOUT_FIXED_BYTES,
  );
  if (bytes > MAX_PAYLOAD) return tooLong(bytes);
  const { descriptor, planes } = layOut(admitted.value, plan.value);
  reply.bytes(descriptor.bytes);
  reply.planes(planes);
  return ANSWERED;
}

export const VIEW_HANDLERS: readonly (readonly [op: number, handler: Handler])[] = [
  [21, decodeViewOp],
  [22, sliceOp],
  [23, permutingOp(transpose)],
  [24, permutingOp(requantize)],
  [25, relayoutOp],
];
