/**
 * Format words: what a code of a word means, and the codes of values in the registered words
 * (spec §1).
 */
import { bitsOf, floorLog2, powerOfTwo, roundHalfEven } from "./binary32.js";

/** The registered words by token. Zero, the absent word, has no token. */
export const FORMAT_WORDS = {
  e2m1: 0x2043,
  e4m3: 0x2887,
  e8m0: 0x4807,
  binary16: 0x356f,
  binary32: 0x371f,
  u2: 0x43e1,
  u4: 0x43e3,
  u6: 0x43e5,
  u8: 0x43e7,
  s4: 0x03e3,
  s8: 0x03e7,
} as const;

export type FormatToken = keyof typeof FORMAT_WORDS;

const ABSENT = 0;
const INTEGER_PRECISION = 31;

/** Width in bits, 1 to 32; the absent word counts as 1. */
export function formatWidth(word: number): number {
  return (word & 31) + 1;
}

export function nanEncoding(word: number): number {
  return (word >> 11) & 3;
}

export function hasBiasOverride(word: number): boolean {
  return (word & 0x8000) !== 0;
}

/** One code (the bits above the width are ignored) to its binary32 value. */
export type CodeDecoder = (code: number) => number;

/**
 * The meaning of a word's codes, or undefined where the word is not decodable: absent, nan_enc 3,
 * or a float without room for an exponent bit.
 */
export function codeDecoder(word: number): CodeDecoder | undefined {
  if (word === ABSENT || nanEncoding(word) === 3) return undefined;
  const precision = (word >> 5) & 31;
  if (precision === INTEGER_PRECISION) return integerDecoder(word);
  if (precision === 0) return exponentDecoder(word);
  return floatDecoder(word, precision - 1);
}

function isUnsigned(word: number): boolean {
  return (word & 0x4000) !== 0;
}

/** A code as it stands in its width; 2^32 is no int32, so the mask is a remainder. */
function masked(code: number, codes: number): number {
  return (code >>> 0) % codes;
}

function integerDecoder(word: number): CodeDecoder {
  const codes = 2 ** formatWidth(word);
  const signBit = isUnsigned(word) ? codes : codes / 2;
  return (code) => {
    const low = masked(code, codes);
    return Math.fround(low >= signBit ? low - codes : low);
  };
}

function exponentDecoder(word: number): CodeDecoder {
  const codes = 2 ** formatWidth(word);
  const bias = codes / 2 - 1;
  const nanCode = nanEncoding(word) === 0 ? codes : codes - 1;
  return (code) => {
    const low = masked(code, codes);
    return low === nanCode ? NaN : roundedScale(1, low - bias);
  };
}

function floatDecoder(word: number, mantissaBits: number): CodeDecoder | undefined {
  const width = formatWidth(word);
  const signBits = isUnsigned(word) ? 0 : 1;
  const exponentBits = width - signBits - mantissaBits;
  if (exponentBits < 1) return undefined;

  const codes = 2 ** width;
  const magnitudes = 2 ** (exponentBits + mantissaBits);
  const mantissas = 2 ** mantissaBits;
  const bias = 2 ** (exponentBits - 1) - 1;
  const topExponent = 2 ** exponentBits - 1;
  const hasInfinity = (word & 0x0400) !== 0;
  const nans = nanEncoding(word);

  const magnitudeOf = (exponent: number, mantissa: number): number => {
    if (exponent === topExponent) {
      if (hasInfinity) return mantissa === 0 ? Infinity : NaN;
      if (nans === 1 && mantissa === mantissas - 1) return NaN;
      if (nans === 2 && mantissa !== 0) return NaN;
    }
    return exponent === 0
      ? roundedScale(mantissa, 1 - bias - mantissaBits)
      : roundedScale(mantissas + mantissa, exponent - bias - mantissaBits);
  };

  return (code) => {
    const low = masked(code, codes);
    const magnitude = low % magnitudes;
    const mantissa = magnitude % mantissas;
    const value = magnitudeOf((magnitude - mantissa) / mantissas, mantissa);
    return low === magnitude ? value : -value;
  };
}

/**
 * significand · 2^exponent rounded once to binary32. The significand has at most 31 bits, so
 * beyond ±300 the result is zero or infinity already and the product stays exact before it.
 */
function roundedScale(significand: number, exponent: number): number {
  return Math.fround(significand * powerOfTwo(Math.max(-300, Math.min(300, exponent))));
}

/** Decodes codes to binary32 bits; undefined where the word is not decodable. */
export function decodeCodes(word: number, codes: Uint32Array): Uint32Array | undefined {
  const decoder = codeDecoder(word);
  return decoder && codes.map((code) => bitsOf(decoder(code)));
}

/** One binary32 value to its code; undefined for a NaN in a format that has none. */
export type CodeEncoder = (value: number) => number | undefined;

/** The encoder of a registered word; undefined for every other word. */
export function codeEncoder(word: number): CodeEncoder | undefined {
  return ENCODERS.get(word);
}

/** The finite magnitudes of a registered float format. Its sign is the bit above them. */
interface FloatGrid {
  readonly mantissaBits: number;
  readonly minExponent: number;
  readonly maxCode: number;
  readonly signBit: number;
}

const E2M1: FloatGrid = { mantissaBits: 1, minExponent: 0, maxCode: 0x7, signBit: 0x8 };
const E4M3: FloatGrid = { mantissaBits: 3, minExponent: -6, maxCode: 0x7e, signBit: 0x80 };
const BINARY16: FloatGrid = {
  mantissaBits: 10,
  minExponent: -14,
  maxCode: 0x7bff,
  signBit: 0x8000,
};

/** A value that is no NaN to the grid; beyond its largest magnitude, infinity included, that. */
function encodeToGrid(grid: FloatGrid, value: number, round: (value: number) => number): number {
  const sign = value < 0 || Object.is(value, -0) ? grid.signBit : 0;
  const magnitude = Math.abs(value);
  if (magnitude === 0) return sign;
  if (magnitude === Infinity) return sign | grid.maxCode;
  const exponent = Math.max(floorLog2(magnitude), grid.minExponent);
  // Codes count quanta from zero; a carry out of the mantissa walks into the exponent by itself.
  const quanta = round(magnitude / powerOfTwo(exponent - grid.mantissaBits));
  const code = quanta + (exponent - grid.minExponent) * 2 ** grid.mantissaBits;
  return sign | Math.min(code, grid.maxCode);
}

/** e2m1 codes, 0 to 15; the value is no NaN. */
export function encodeE2m1(value: number): number {
  return encodeToGrid(E2M1, value, roundHalfEven);
}

/** e2m1 codes rounded toward zero, as er=rtz asks; the value is no NaN. */
export function encodeE2m1TowardZero(value: number): number {
  return encodeToGrid(E2M1, value, Math.floor);
}

export function encodeE4m3(value: number): number {
  return Number.isNaN(value) ? 0x7f : encodeToGrid(E4M3, value, roundHalfEven);
}

/** Infinity stays infinity; a finite value beyond 65504 becomes ±65504. */
export function encodeBinary16(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  if (value === Infinity) return 0x7c00;
  if (value === -Infinity) return 0xfc00;
  return encodeToGrid(BINARY16, value, roundHalfEven);
}

/** The nearest power of two, ties to the even code; the sign is dropped. */
export function encodeE8m0(value: number): number {
  if (Number.isNaN(value)) return 0xff;
  const magnitude = Math.abs(value);
  if (magnitude === 0) return 0;
  if (magnitude === Infinity) return 0xfe;
  const exponent = floorLog2(magnitude);
  if (exponent < -127) return 0;
  const fraction = magnitude / powerOfTwo(exponent);
  const code = exponent + 127;
  const up = fraction > 1.5 || (fraction === 1.5 && code % 2 === 1);
  return Math.min(up ? code + 1 : code, 0xfe);
}

/** Nearest integer within bounds, ties to even, in two's complement; the value is no NaN. */
function clampToInteger(value: number, lowest: number, highest: number, mask: number): number {
  return roundHalfEven(Math.max(lowest, Math.min(highest, value))) & mask;
}

/** s8 codes as bytes; the value is no NaN. −128 is never produced. */
export function encodeS8(value: number): number {
  return clampToInteger(value, -127, 127, 0xff);
}

function integerEncoder(lowest: number, highest: number, mask: number): CodeEncoder {
  return (value) =>
    Number.isNaN(value) ? undefined : clampToInteger(value, lowest, highest, mask);
}

const ENCODERS: ReadonlyMap<number, CodeEncoder> = new Map<number, CodeEncoder>([
  [FORMAT_WORDS.e2m1, (value) => (Number.isNaN(value) ? undefined : encodeE2m1(value))],
  [FORMAT_WORDS.e4m3, encodeE4m3],
  [FORMAT_WORDS.e8m0, encodeE8m0],
  [FORMAT_WORDS.binary16, encodeBinary16],
  [FORMAT_WORDS.binary32, bitsOf],
  [FORMAT_WORDS.u2, integerEncoder(0, 3, 0x3)],
  [FORMAT_WORDS.u4, integerEncoder(0, 15, 0xf)],
  [FORMAT_WORDS.u6, integerEncoder(0, 63, 0x3f)],
  [FORMAT_WORDS.u8, integerEncoder(0, 255, 0xff)],
  [FORMAT_WORDS.s4, integerEncoder(-7, 7, 0xf)],
  [FORMAT_WORDS.s8, integerEncoder(-127, 127, 0xff)],
]);
