/** The ops of GCP 1, and the handlers of its core tier, each one over the library. */
import { valueOf } from "../binary32.js";
import { decode } from "../decode.js";
import { Descriptor, DESCRIPTOR_BYTES } from "../descriptor.js";
import { encode } from "../encode.js";
import { explain } from "../explain.js";
import { EXPONENT_RULES, exponentOf } from "../exponent.js";
import { digest, gid, parseGid, printGid } from "../fingerprint.js";
import { codeEncoder, decodeCodes } from "../format.js";
import { canonicalText, decodeProjection, frameOf, gradeId, parseGrade } from "../grade.js";
import type { Integer } from "../integer.js";
import { equivalent, gradeNamed, SCOPES } from "../registry.js";
import { sizesOf } from "../sizes.js";
import { checkGradeOp, checkOp } from "./check-ops.js";
import {
  ANSWERED,
  type Build,
  type Handler,
  type Outcome,
  REFUSED,
  UNREADABLE,
  UNSUPPORTED,
} from "./outcome.js";
import type { PayloadReader, PayloadWriter } from "./payload.js";
import { VIEW_HANDLERS } from "./view-ops.js";

const MAX_I64 = 2n ** 63n - 1n;
const REFUSED_CODE = 0xffffffff;

/** Answers one request. What was written for a request not answered is the caller's to drop. */
export function answerOp(
  op: number,
  request: PayloadReader,
  reply: PayloadWriter,
  build: Build,
): Outcome {
  const handler = HANDLERS.get(op);
  return handler ? handler(request, reply, build) : UNSUPPORTED;
}

function hello(_request: PayloadReader, reply: PayloadWriter, build: Build): Outcome {
  const text = JSON.stringify({
    name: "typescript",
    version: build.version,
    language: "TypeScript",
    ops: [...HANDLERS.keys()],
    runtime: build.runtime,
  });
  reply.bytes(Buffer.from(text, "utf8"));
  return ANSWERED;
}

function gradeOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  const text = request.blob();
  if (!request.complete) return UNREADABLE;
  const grade = parseGrade(text);
  if (!grade.ok) return REFUSED;
  const canonical = canonicalText(grade.value);
  reply.text(canonical);
  reply.u64(gradeId(canonical));
  reply.text(decodeProjection(grade.value));
  return ANSWERED;
}

function descriptorOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  const text = request.blob();
  const groupAxis = request.i16();
  const note = request.u32();
  const placements = [request.u64(), request.u64(), request.u64()] as const;
  if (!request.complete) return UNREADABLE;
  const grade = parseGrade(text);
  if (!grade.ok) return REFUSED;
  const frame = frameOf(grade.value);
  if (!frame.ok) return REFUSED;
  reply.bytes(frame.value.withChoices({ groupAxis, note, placements }).bytes);
  return ANSWERED;
}

function sizesOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  const descriptor = Descriptor.over(request.bytes(DESCRIPTOR_BYTES));
  const shape = request.shape();
  if (!request.complete || !descriptor) return UNREADABLE;
  const sizes = sizesOf(descriptor, shape);
  if (!sizes.ok) return REFUSED;
  const { numel, nnz, groups0, groups1, planeBytes } = sizes.value;
  const all: readonly Integer[] = [numel, nnz, groups0, groups1, ...planeBytes];
  if (all.some((value) => value > MAX_I64)) return REFUSED;
  for (const value of all) reply.i64(value);
  return ANSWERED;
}

function gidOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  const descriptor = Descriptor.over(request.bytes(DESCRIPTOR_BYTES));
  const canonical = request.blob();
  const shape = request.shape();
  if (!request.complete || !descriptor) return UNREADABLE;
  const bytes = gid(canonical, descriptor, shape);
  reply.bytes(bytes);
  reply.text(printGid(bytes));
  return ANSWERED;
}

function gidParseOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  const text = request.text();
  if (!request.complete) return UNREADABLE;
  const bytes = parseGid(text);
  if (bytes === undefined) return REFUSED;
  reply.bytes(bytes);
  return ANSWERED;
}

function digestOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  const planes = request.planes();
  if (!request.complete) return UNREADABLE;
  reply.bytes(digest(planes));
  return ANSWERED;
}

function formatDecodeOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  const word = request.u16();
  const codes = request.words();
  if (!request.complete) return UNREADABLE;
  const bits = decodeCodes(word, codes);
  if (bits === undefined) return REFUSED;
  reply.words(bits);
  return ANSWERED;
}

function formatEncodeOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  const word = request.u16();
  const bits = request.words();
  if (!request.complete) return UNREADABLE;
  const encoder = codeEncoder(word);
  if (encoder === undefined) return REFUSED;
  reply.words(bits.map((pattern) => encoder(valueOf(pattern)) ?? REFUSED_CODE));
  return ANSWERED;
}

function exponentOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  const rule = EXPONENT_RULES[request.u8()];
  const bits = request.words();
  if (!request.complete || rule === undefined) return UNREADABLE;
  // Exactly the finite positive patterns.
  if (!bits.every((pattern) => pattern > 0 && pattern < 0x7f800000)) return REFUSED;
  reply.words(Int32Array.from(bits, (pattern) => exponentOf(rule, valueOf(pattern))));
  return ANSWERED;
}

function decodeOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  const name = request.text();
  const count = request.i64();
  const planes = request.planes();
  if (!request.complete) return UNREADABLE;
  const registered = gradeNamed(name);
  if (registered === undefined) return REFUSED;
  const bits = decode(registered, count, planes);
  if (!bits.ok) return REFUSED;
  reply.words(bits.value);
  return ANSWERED;
}

function encodeOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  const name = request.text();
  const bits = request.words();
  if (!request.complete) return UNREADABLE;
  const registered = gradeNamed(name);
  if (registered === undefined) return REFUSED;
  const planes = encode(registered, bits);
  if (!planes.ok) return REFUSED;
  reply.planes(planes.value);
  return ANSWERED;
}

function equivalentOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  const a = request.text();
  const b = request.text();
  const scope = SCOPES[request.u8()];
  if (!request.complete) return UNREADABLE;
  if (scope === undefined) return REFUSED;
  const same = equivalent(a, b, scope);
  if (!same.ok) return REFUSED;
  reply.u8(same.value ? 1 : 0);
  return ANSWERED;
}

function explainOp(request: PayloadReader, reply: PayloadWriter): Outcome {
  const a = Descriptor.over(request.bytes(DESCRIPTOR_BYTES));
  const b = Descriptor.over(request.bytes(DESCRIPTOR_BYTES));
  if (!request.complete || !a || !b) return UNREADABLE;
  const differences = explain(a, b);
  reply.u32(differences.length);
  for (const { field } of differences) reply.text(field);
  return ANSWERED;
}

const HANDLERS: ReadonlyMap<number, Handler> = new Map<number, Handler>([
  [0, hello],
  [1, checkOp],
  [2, gradeOp],
  [3, descriptorOp],
  [4, sizesOp],
  [5, gidOp],
  [6, gidParseOp],
  [7, digestOp],
  [8, formatDecodeOp],
  [9, formatEncodeOp],
  [10, exponentOp],
  [11, decodeOp],
  [12, encodeOp],
  [13, equivalentOp],
  [14, explainOp],
  [20, checkGradeOp],
  ...VIEW_HANDLERS,
]);
