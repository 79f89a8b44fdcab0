/** Helpers of the tests: hex, bits, and unwrapping answers that a test takes for granted. */
import assert from "node:assert/strict";
import {
  gradeNamed,
  type GradeName,
  gradeSpelled,
  type Integer,
  PLACEMENTS,
  type Planes,
  type Refusal,
  type RegisteredGrade,
  type View,
} from "../src/index.js";
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

export const MXFP4 = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)";
export const Q4KS = "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)";
export const NVF4 = "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,esr=ratiomaxabs)";
export const I8S24 = "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)";

interface Choices {
  readonly axis?: number;
  readonly note?: number;
  readonly data?: bigint;
  readonly scale?: bigint;
  readonly meta?: bigint;
}

/** A view of any grade; all planes in plane order but where it is said otherwise. */
export function viewOf(
  grade: string,
  shape: readonly Integer[],
  stored: Planes,
  choices: Choices = {},
): View {
  const { frame } = defined(gradeSpelled(grade));
  const { ROW_MAJOR, UNSPECIFIED } = PLACEMENTS;
  const descriptor = frame.withChoices({
    groupAxis: choices.axis ?? 0,
    note: choices.note ?? 0,
    placements: [
      choices.data ?? ROW_MAJOR,
      choices.scale ?? ROW_MAJOR,
      choices.meta ?? (frame.hasAux ? ROW_MAJOR : UNSPECIFIED),
    ],
  });
  return { descriptor, grade, shape, planes: stored };
}

export function hexOf(stored: Planes): readonly string[] {
  return stored.map(toHex);
}

export function refusalOf(result: Result<unknown, Refusal>): Refusal | undefined {
  return result.ok ? undefined : result.error;
}

/** Values of bits; −0 stays apart from +0 in deepEqual of strict assertions. */
export function valuesOf(patterns: Uint32Array): readonly number[] {
  return Array.from(new Float32Array(patterns.slice().buffer));
}
