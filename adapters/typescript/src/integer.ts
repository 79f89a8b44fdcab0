/**
 * An exact integer: a safe-integer `number`, or a `bigint` for anything wider. The number form
 * keeps check free of BigInt arithmetic for arrays of ordinary size.
 */
export type Integer = number | bigint;

/** The number form where it is exact, else the bigint. */
export function toInteger(value: bigint): Integer {
  const narrow = Number(value);
  return Number.isSafeInteger(narrow) ? narrow : value;
}

export function equalIntegers(a: Integer, b: Integer): boolean {
  if (typeof a === typeof b) return a === b;
  // One number and one bigint: the comparison is mathematical, and false for NaN.
  return a >= b && a <= b;
}

/** Decimal digits 0–9 only, at most `max`; undefined for anything else, an empty text included. */
export function parseDecimal(text: string, max: bigint): bigint | undefined {
  if (text.length === 0) return undefined;
  let first = 0;
  while (first < text.length && text.charCodeAt(first) === 0x30) first++;
  // Cut by length first: BigInt of millions of digits would take for ever.
  if (text.length - first > max.toString().length) return undefined;
  for (let i = first; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x30 || code > 0x39) return undefined;
  }
  const value = BigInt(text.slice(first) || "0");
  return value <= max ? value : undefined;
}

export function isMultiple(value: Integer, factor: number): boolean {
  return BigInt(value) % BigInt(factor) === 0n;
}

/** a − b, exact. */
export function difference(a: Integer, b: Integer): Integer {
  return toInteger(BigInt(a) - BigInt(b));
}
