/**
 * binary32 values and their bit patterns. A binary32 value is held in a `number` that is exactly
 * representable in binary32; one IEEE operation on two of them is `Math.fround(a op b)`, because
 * rounding +, −, × and ÷ to binary64 first never changes the binary32 result.
 */

/** The only NaN that leaves this library (spec, words). */
export const CANONICAL_NAN = 0x7fc00000;

// Written and read within one call, so no caller can observe it.
const scratch = new DataView(new ArrayBuffer(8));

/** Bits of a number rounded to binary32; every NaN gives CANONICAL_NAN. */
export function bitsOf(value: number): number {
  if (Number.isNaN(value)) return CANONICAL_NAN;
  scratch.setFloat32(0, value);
  return scratch.getUint32(0);
}

/** The same buffer as bits; whatever NaNs the engine made become the canonical one. */
export function canonicalBits(values: Float32Array): Uint32Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) bits[i] = CANONICAL_NAN;
  }
  return bits;
}

export function valueOf(bits: number): number {
  scratch.setUint32(0, bits);
  return scratch.getFloat32(0);
}

/**
 * 2^exponent as binary64, exact for −1022 ≤ exponent ≤ 1023. Math.pow makes no promise of
 * exactness, so the value is put together from its bits.
 */
export function powerOfTwo(exponent: number): number {
  scratch.setUint32(0, (exponent + 1023) * 0x100000);
  scratch.setUint32(4, 0);
  return scratch.getFloat64(0);
}

/** The exact floor(log2 value) of a finite positive binary32 value, subnormals included. */
export function floorLog2(value: number): number {
  const bits = bitsOf(value);
  const exponent = bits >>> 23;
  return exponent === 0 ? 31 - Math.clz32(bits) - 149 : exponent - 127;
}

/** Nearest integer, ties to even. Exact for every binary64 value. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest < 0.5) return floor;
  if (rest > 0.5) return floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}
