/**
 * decode of the registered grades (spec §8): planes in plane order to binary32 bits. Every × and −
 * is one binary32 operation, so each stands in a Math.fround of its own.
 */
import { canonicalBits } from "./binary32.js";
import { at, BINARY16, E2M1, E4M3, E8M0 } from "./code-values.js";
import { equalIntegers, type Integer } from "./integer.js";
import type { Planes } from "./planes.js";
import type { RegisteredGrade } from "./registry.js";
import { answer, refuse, type Result } from "./result.js";
import { sizesOf } from "./sizes.js";

/**
 * The bits of `count` elements. Refused before anything is allocated where a plane is not exactly
 * as long as the sizes of `count` elements demand, or count is no multiple of the grade's block.
 */
export function decode(
  registered: RegisteredGrade,
  count: Integer,
  planes: Planes,
): Result<Uint32Array> {
  const sizes = sizesOf(registered.frame, [count]);
  if (!sizes.ok) return sizes;
  const { numel, planeBytes } = sizes.value;
  const fits = planes.every((plane, i) => equalIntegers(plane.length, planeBytes[i] ?? -1));
  if (!fits) return refuse("a plane has another length");

  // The planes are that long, so the count is a small number.
  const values = new Float32Array(Number(numel));
  switch (registered.name) {
    case "GRADE_MXFP4":
    case "GRADE_MXFP4_RNE":
      decodeMxfp4(planes, values);
      break;
    case "GRADE_NVF4":
    case "GRADE_NVF4_RTZ":
      decodeNvf4(planes, values);
      break;
    case "GRADE_Q4KS":
      decodeQ4ks(planes, values);
      break;
    case "GRADE_I8S24":
      decodeI8s24(planes, values);
      break;
  }
  return answer(canonicalBits(values));
}

/** Element i of a plane of nibbles, low nibble first. */
function nibble(plane: Uint8Array, i: number): number {
  const byte = plane[i >>> 1] ?? 0;
  return i % 2 === 0 ? byte & 0xf : byte >> 4;
}

function decodeMxfp4([data, scale0]: Planes, values: Float32Array): void {
  scale0.forEach((code, group) => {
    const scale = at(E8M0, code);
    for (let i = 32 * group; i < 32 * (group + 1); i++) {
      values[i] = Math.fround(scale * at(E2M1, nibble(data, i)));
    }
  });
}

function decodeNvf4([data, scale0, scale1]: Planes, values: Float32Array): void {
  const tensorScale = viewOf(scale1).getFloat32(0, true);
  scale0.forEach((code, group) => {
    const scale = Math.fround(tensorScale * at(E4M3, code));
    for (let i = 16 * group; i < 16 * (group + 1); i++) {
      values[i] = Math.fround(scale * at(E2M1, nibble(data, i)));
    }
  });
}

function decodeQ4ks([data, scale0, scale1, aux]: Planes, values: Float32Array): void {
  const pairs = viewOf(scale1);
  scale0.forEach((code, group) => {
    const pair = 4 * (group >>> 3);
    const d = at(BINARY16, pairs.getUint16(pair, true));
    const dmin = at(BINARY16, pairs.getUint16(pair + 2, true));
    const scale = Math.fround(d * (code & 63));
    const zero = Math.fround(dmin * ((aux[group] ?? 0) & 63));
    for (let i = 32 * group; i < 32 * (group + 1); i++) {
      values[i] = Math.fround(Math.fround(scale * nibble(data, i)) - zero);
    }
  });
}

function decodeI8s24([data, scale0, , aux]: Planes, values: Float32Array): void {
  const scales = viewOf(scale0);
  // One cursor for the whole plane: a quad that names one position twice takes one value.
  let cursor = 0;
  for (let quad = 0; 4 * quad < values.length; quad++) {
    const scale = at(BINARY16, scales.getUint16(2 * (quad >>> 3), true));
    const indices = nibble(aux, quad);
    const named = (1 << (indices & 3)) | (1 << (indices >> 2));
    for (let position = 0; position < 4; position++) {
      // An unnamed position keeps its +0, whatever the scale.
      if ((named & (1 << position)) === 0) continue;
      const stored = ((data[cursor++] ?? 0) << 24) >> 24;
      values[4 * quad + position] = Math.fround(scale * stored);
    }
  }
}

function viewOf(plane: Uint8Array): DataView {
  return new DataView(plane.buffer, plane.byteOffset, plane.byteLength);
}
