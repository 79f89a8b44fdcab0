/** CHECK and CHECK_GRADE. */
import { check, type Contents } from "../check.js";
import { equalIntegers } from "../integer.js";
import type { PlaneBytes } from "../sizes.js";
import { ANSWERED, type Outcome, UNREADABLE } from "./outcome.js";
import type { PayloadReader, PayloadWriter } from "./payload.js";

const HAS_PLANES = 1;
const HAS_DIGEST = 2;

export function checkOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  return answerCheck(request, reply, () => []);
}

export function checkGradeOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  return answerCheck(request, reply, () => [request.text()]);
}

/** `readGrades` reads what stands behind the pieces of CHECK. */
function answerCheck(
  request: PayloadReader,
  reply: PayloadWriter,
  readGrades: () => readonly string[],
): Outcome {
  const level = request.u8();
  const descriptor = request.blob();
  const shape = request.shape();
  const bytes: PlaneBytes = [request.i64(), request.i64(), request.i64(), request.i64()];
  const parts = request.u8();
  const planes = parts & HAS_PLANES ? request.planes() : undefined;
  const expected = parts & HAS_DIGEST ? request.bytes(16) : undefined;
  const grades = readGrades();
  if (!request.complete || parts > (HAS_PLANES | HAS_DIGEST)) return UNREADABLE;
  if (planes?.some((plane, i) => !equalIntegers(plane.length, bytes[i] ?? -1))) {
    return { kind: "internal error", text: "a plane is not as long as its plane bytes say" };
  }
  const contents: Contents = planes
    ? { kind: "planes", planes, digest: expected }
    : { kind: "lengths", bytes };
  const verdict = check(descriptor, shape, contents, level, grades);
  reply.u8(verdict.status);
  reply.u8(verdict.plane ?? 255);
  return ANSWERED;
}
