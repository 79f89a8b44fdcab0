/** The power-of-two scale rules (spec §9). */
import { floorLog2, powerOfTwo } from "./binary32.js";

export const EXPONENT_RULES = ["floor", "ceil", "rne"] as const;
export type ExponentRule = (typeof EXPONENT_RULES)[number];

/**
 * The exponent that a rule gives a finite positive binary32 value, without a floating-point
 * logarithm. "rne" rounds log2 amax to nearest: f > √2 is f·f > 2, and 24 bits squared are exact.
 */
export function exponentOf(rule: ExponentRule, amax: number): number {
  const exponent = floorLog2(amax);
  const fraction = amax / powerOfTwo(exponent);
  switch (rule) {
    case "floor":
      return exponent;
    case "ceil":
      return fraction > 1 ? exponent + 1 : exponent;
    case "rne":
      return fraction * fraction > 2 ? exponent + 1 : exponent;
  }
}
