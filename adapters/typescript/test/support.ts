/** Helpers of the tests: hex, bits, and unwrapping answers that a test takes for granted. */
import assert from "node:assert/strict";
import { gradeNamed, type GradeName, type Planes, type RegisteredGrade } from "../src/index.js";
import type { Result } from "../src/result.js";

export function unwrap<T, E>(result: Result<T, E>): T {
  assert.ok(result.ok, result.ok ? undefined : `refused: ${String(result.error)}`);
  return result.value;
}

export function defined<T>(value: T | undefined): T {
  assert.ok(value !== undefined);
  return value;
}

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.replaceAll(" ", ""), "hex"));
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

export function registered(name: GradeName): RegisteredGrade {
  return defined(gradeNamed(name));
}

export function planes(data: string, scale0: string, scale1 = "", aux = ""): Planes {
  return [fromHex(data), fromHex(scale0), fromHex(scale1), fromHex(aux)];
}

/** Bits of binary32 values as the engine stores them; no NaN. */
export function bits(values: readonly number[]): Uint32Array {
  return new Uint32Array(Float32Array.from(values).buffer);
}

/** `values` followed by zeros. */
export function paddedBits(values: readonly number[], count: number): Uint32Array {
  const all = new Uint32Array(count);
  all.set(bits(values));
  return all;
}

/** The MXFP4 descriptor printed in spec §3. */
export const MXFP4_DESCRIPTOR =
  "47525431400101004320074800000000" +
  "00002000000000000000000000000000" +
  "01000000000000100100000000000010" +
  "000000000000000083a154e49eee7023";
