/** gid, its printed form, and digest (spec §7). */
import type { Descriptor } from "./descriptor.js";
import { Fnv128 } from "./fnv.js";
import type { Integer } from "./integer.js";
import type { Planes } from "./planes.js";

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const SYMBOLS = 26;

/**
 * The identity of an array's meaning: 16 bytes, most significant first. The canonical grade string
 * is hashed as given; extents are hashed as i64. The descriptor's note is not part of it.
 */
export function gid(
  canonical: Uint8Array,
  descriptor: Descriptor,
  shape: readonly Integer[],
): Uint8Array {
  const tail = new DataView(new ArrayBuffer(4 + 8 * shape.length));
  tail.setUint32(0, shape.length, true);
  shape.forEach((extent, i) => {
    tail.setBigInt64(4 + 8 * i, BigInt(extent), true);
  });
  return new Fnv128()
    .update(canonical)
    .update(Uint8Array.of(0))
    .update(descriptor.bytes.subarray(0, 28))
    .update(descriptor.bytes.subarray(32, 64))
    .update(new Uint8Array(tail.buffer))
    .bytes();
}

/** The identity of the stored bytes: 16 bytes, most significant first. */
export function digest(planes: Planes): Uint8Array {
  const hash = new Fnv128();
  const length = new DataView(new ArrayBuffer(8));
  for (const plane of planes) {
    length.setBigUint64(0, BigInt(plane.length), true);
    hash.update(new Uint8Array(length.buffer)).update(plane);
  }
  return hash.bytes();
}

/** 16 bytes as 26 Crockford base32 symbols, most significant first. */
export function printGid(bytes: Uint8Array): string {
  let value = bytes.reduce((high, byte) => (high << 8n) | BigInt(byte), 0n);
  let text = "";
  for (let i = 0; i < SYMBOLS; i++) {
    text = CROCKFORD.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return text;
}

/** The 16 bytes of a printed form, or undefined for anything that is none. */
export function parseGid(text: string): Uint8Array | undefined {
  let value = 0n;
  let symbols = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x2d) continue;
    const digit = symbolValue(code);
    if (digit === undefined || symbols === SYMBOLS || (symbols === 0 && digit > 7)) {
      return undefined;
    }
    value = (value << 5n) | BigInt(digit);
    symbols++;
  }
  if (symbols !== SYMBOLS) return undefined;
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, value >> 64n);
  view.setBigUint64(8, BigInt.asUintN(64, value));
  return bytes;
}

/** By code unit: String.prototype.toUpperCase would let ı and ſ in as I and S. */
function symbolValue(code: number): number | undefined {
  const upper = code >= 0x61 && code <= 0x7a ? code - 0x20 : code;
  const symbol = String.fromCharCode(upper);
  if (symbol === "I" || symbol === "L") return 1;
  if (symbol === "O") return 0;
  const digit = CROCKFORD.indexOf(symbol);
  return digit < 0 ? undefined : digit;
}
