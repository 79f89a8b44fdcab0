/**
 * encode of the registered grades (spec §9): binary32 bits to planes. Every arithmetic step is one
 * binary32 operation in the order of the specification, so each stands in a Math.fround.
 */
import { powerOfTwo, roundHalfEven } from "./binary32.js";
import { type ExponentRule, exponentOf } from "./exponent.js";
import {
  codeDecoder,
  encodeBinary16,
  encodeE2m1,
  encodeE2m1TowardZero,
  encodeE4m3,
  encodeS8,
  FORMAT_WORDS,
  type FormatToken,
} from "./format.js";
import type { Planes } from "./planes.js";
import type { RegisteredGrade } from "./registry.js";
import { answer, refuse, type Result } from "./result.js";

function decoderOf(token: FormatToken): (code: number) => number {
  const decoder = codeDecoder(FORMAT_WORDS[token]);
  if (decoder === undefined) throw new Error(`${token} is not decodable`);
  return decoder;
}

const fromE4m3 = decoderOf("e4m3");
const fromBinary16 = decoderOf("binary16");

/** The planes of values given as bits. Refused where the count is no multiple of the block. */
export function encode(registered: RegisteredGrade, bits: Uint32Array): Result<Planes> {
  switch (registered.name) {
    case "GRADE_MXFP4":
      return inBlocks(bits, 32, (values) => encodeMxfp4(values, "floor"));
    case "GRADE_MXFP4_RNE":
      return inBlocks(bits, 32, (values) => encodeMxfp4(values, "rne"));
    case "GRADE_NVF4":
      return inBlocks(bits, 16, (values) => encodeNvf4(values, encodeE2m1));
    case "GRADE_NVF4_RTZ":
      return inBlocks(bits, 16, (values) => encodeNvf4(values, encodeE2m1TowardZero));
    case "GRADE_Q4KS":
      return inBlocks(bits, 256, encodeQ4ks);
    case "GRADE_I8S24":
      return inBlocks(bits, 32, encodeI8s24);
  }
}

function inBlocks(
  bits: Uint32Array,
  block: number,
  encoder: (values: Float32Array) => Planes,
): Result<Planes> {
  if (bits.length % block !== 0) return refuse(`the count is no multiple of ${block}`);
  return answer(encoder(new Float32Array(bits.buffer, bits.byteOffset, bits.length)));
}

const EMPTY = new Uint8Array(0);

/** Two codes a byte, low nibble first; the plane starts as zeros. */
function putNibble(plane: Uint8Array, i: number, code: number): void {
  plane[i >>> 1] = (plane[i >>> 1] ?? 0) | (i % 2 === 0 ? code : code << 4);
}

/** The largest magnitude, 0 for none; NaN where any value is not finite. */
function finiteMaxAbs(values: Float32Array): number {
  let max = 0;
  for (const value of values) {
    if (!Number.isFinite(value)) return NaN;
    if (Math.abs(value) > max) max = Math.abs(value);
  }
  return max;
}

function encodeMxfp4(values: Float32Array, rule: ExponentRule): Planes {
  const data = new Uint8Array(values.length / 2);
  const scale0 = new Uint8Array(values.length / 32).map((_, group) => {
    const first = 32 * group;
    const block = values.subarray(first, first + 32);
    const amax = finiteMaxAbs(block);
    if (Number.isNaN(amax)) return 0xff;
    const exponent = amax === 0 ? 0 : exponentOf(rule, amax) - 2;
    const x = Math.max(-127, Math.min(127, exponent));
    const scale = powerOfTwo(x);
    block.forEach((value, i) => {
      putNibble(data, first + i, encodeE2m1(Math.fround(value / scale)));
    });
    return x + 127;
  });
  return [data, scale0, EMPTY, EMPTY];
}

const LEAST_BINARY32 = 2 ** -149;

function encodeNvf4(values: Float32Array, toElement: (value: number) => number): Planes {
  const amax = finiteMaxAbs(values.filter(Number.isFinite));
  const quotient = Math.fround(Math.fround(amax / 6) / 448);
  const tensorScale = amax === 0 ? 1 : quotient === 0 ? LEAST_BINARY32 : quotient;

  const data = new Uint8Array(values.length / 2);
  const scale0 = new Uint8Array(values.length / 16).map((_, group) => {
    const first = 16 * group;
    const block = values.subarray(first, first + 16);
    const blockMax = finiteMaxAbs(block);
    if (Number.isNaN(blockMax)) return 0x7f;
    const code = encodeE4m3(
      blockMax === 0 ? 1 : Math.fround(Math.fround(blockMax / 6) / tensorScale),
    );
    const scale = Math.fround(tensorScale * fromE4m3(code));
    block.forEach((value, i) => {
      const scaled = scale === 0 ? withSignOf(value, 0) : Math.fround(value / scale);
      putNibble(data, first + i, toElement(scaled));
    });
    return code;
  });

  const scale1 = new Uint8Array(4);
  new DataView(scale1.buffer).setFloat32(0, tensorScale, true);
  return [data, scale0, scale1, EMPTY];
}

function withSignOf(value: number, magnitude: number): number {
  return value < 0 || Object.is(value, -0) ? -magnitude : magnitude;
}

const GROUPS_PER_SUPERBLOCK = 8;

function encodeQ4ks(values: Float32Array): Planes {
  const groups = values.length / 32;
  const data = new Uint8Array(values.length / 2);
  const scale0 = new Uint8Array(groups);
  const scale1 = new Uint8Array(groups / 2);
  const aux = new Uint8Array(groups);
  const pairs = new DataView(scale1.buffer);

  for (let first = 0; first < groups; first += GROUPS_PER_SUPERBLOCK) {
    const pair = first / 2;
    const superblock = values.subarray(32 * first, 32 * (first + GROUPS_PER_SUPERBLOCK));
    if (!superblock.every(Number.isFinite)) {
      pairs.setUint16(pair, 0x7e00, true);
      continue;
    }
    const spans = Array.from({ length: GROUPS_PER_SUPERBLOCK }, (_, g) =>
      spanOf(superblock.subarray(32 * g, 32 * (g + 1))),
    );
    // Offsets are positive or −0, never +0: the largest keeps a −0 where nothing is negative.
    const dCode = quotientCode(Math.max(...spans.map(({ step }) => step)));
    const dminCode = quotientCode(Math.max(...spans.map(({ offset }) => offset)));
    pairs.setUint16(pair, dCode, true);
    pairs.setUint16(pair + 2, dminCode, true);
    const d = fromBinary16(dCode);
    const dmin = fromBinary16(dminCode);

    spans.forEach(({ step, offset }, g) => {
      const sc = levelCode(step, d);
      const m = levelCode(offset, dmin);
      scale0[first + g] = sc;
      aux[first + g] = m;
      const scale = Math.fround(d * sc);
      const zero = Math.fround(dmin * m);
      for (let i = 32 * (first + g); i < 32 * (first + g + 1); i++) {
        const shifted = Math.fround((values[i] ?? 0) + zero);
        const code = scale === 0 ? 0 : clampedRound(Math.fround(shifted / scale), 15);
        putNibble(data, i, code);
      }
    });
  }
  return [data, scale0, scale1, aux];
}

/** Step and offset of a group; its lowest and highest value count from +0. */
function spanOf(group: Float32Array): { readonly step: number; readonly offset: number } {
  let low = 0;
  let high = 0;
  for (const value of group) {
    // Comparisons, not Math.min: a −0 must not displace the +0.
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { step: Math.fround(Math.fround(high - low) / 15), offset: -low };
}

/** binary16(largest / 63), infinity clamped to the largest finite value (es=satfinite). */
function quotientCode(largest: number): number {
  const code = encodeBinary16(Math.fround(largest / 63));
  return code === 0x7c00 ? 0x7bff : code;
}

function levelCode(value: number, unit: number): number {
  return unit === 0 ? 0 : clampedRound(Math.fround(value / unit), 63);
}

function clampedRound(value: number, highest: number): number {
  return roundHalfEven(Math.max(0, Math.min(highest, value)));
}

function encodeI8s24(values: Float32Array): Planes {
  const data = new Uint8Array(values.length / 2);
  const scale0 = new Uint8Array(values.length / 16);
  const aux = new Uint8Array(values.length / 8);
  const scales = new DataView(scale0.buffer);

  for (let group = 0; group < values.length / 32; group++) {
    const survivors = new Float32Array(16);
    for (let q = 0; q < 8; q++) {
      const quad = 8 * group + q;
      const [low, high] = largestTwo(values.subarray(4 * quad, 4 * quad + 4));
      putNibble(aux, quad, low | (high << 2));
      survivors[2 * q] = values[4 * quad + low] ?? 0;
      survivors[2 * q + 1] = values[4 * quad + high] ?? 0;
    }
    const amax = finiteMaxAbs(survivors);
    if (Number.isNaN(amax)) {
      scales.setUint16(2 * group, 0x7e00, true);
      continue;
    }
    const code = encodeBinary16(amax === 0 ? 1 : Math.fround(amax / 127)) || 0x0001;
    const scale = fromBinary16(code);
    scales.setUint16(2 * group, code, true);
    survivors.forEach((value, i) => {
      data[16 * group + i] = encodeS8(Math.fround(value / scale));
    });
  }
  return [data, scale0, EMPTY, aux];
}

/** Positions of the two largest magnitudes of a quad, ascending; ties go to the lower position. */
function largestTwo(quad: Float32Array): readonly [number, number] {
  const magnitudes = Array.from(quad, (value) =>
    Number.isNaN(value) ? Infinity : Math.abs(value),
  );
  const largestBut = (taken: number): number =>
    magnitudes.reduce(
      (best, magnitude, i) =>
        i !== taken && (best < 0 || magnitude > (magnitudes[best] ?? 0)) ? i : best,
      -1,
    );
  const first = largestBut(-1);
  const second = largestBut(first);
  return first < second ? [first, second] : [second, first];
}
