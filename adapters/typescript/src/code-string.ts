/** Codes of equal width in the bytes of a plane (spec §11.4). */
import { type Descriptor, Flag } from "./descriptor.js";
import { formatWidth } from "./format.js";
import { indexBitsOf } from "./sizes.js";

/** How codes follow each other in a plane. */
interface Packing {
  /** Bits of a code, 1 to 32. */
  readonly width: number;
  /** Bits from one code to the next: the width, or 8 for a code in the low bits of its own byte. */
  readonly stride: number;
  readonly msbFirst: boolean;
}

/**
 * The codes of a plane, read and written where they lie. Ignored bits are never handed out, and
 * never written: a code is set once, in a plane of zeros.
 */
export class CodeString {
  readonly #bytes: Uint8Array;
  readonly #packing: Packing;
  readonly #mask: number;

  constructor(bytes: Uint8Array, packing: Packing) {
    this.#bytes = bytes;
    this.#packing = packing;
    this.#mask = 2 ** packing.width - 1;
  }

  /** Code number i, without the bits above its width. */
  get(i: number): number {
    const bytes = this.#bytes;
    const { width, stride, msbFirst } = this.#packing;
    // A string may have more bits than an int32 counts.
    const bit = i * stride;
    const skipped = bit % 8;
    const first = (bit - skipped) / 8;
    if (skipped + width <= 8) {
      const byte = bytes[first] ?? 0;
      return (byte >> (msbFirst ? 8 - skipped - width : skipped)) & this.#mask;
    }
    // Only u6 stands askew, and 32 bits never do: a window has at most four bytes.
    const count = Math.ceil((skipped + width) / 8);
    let window = 0;
    for (let j = 0; j < count; j++) {
      const byte = bytes[first + j] ?? 0;
      window |= byte << (8 * (msbFirst ? count - 1 - j : j));
    }
    return ((window >>> (msbFirst ? 8 * count - skipped - width : skipped)) & this.#mask) >>> 0;
  }

  set(i: number, code: number): void {
    const bytes = this.#bytes;
    const { width, stride, msbFirst } = this.#packing;
    const bit = i * stride;
    const skipped = bit % 8;
    const first = (bit - skipped) / 8;
    const count = Math.ceil((skipped + width) / 8);
    const window = code << (msbFirst ? 8 * count - skipped - width : skipped);
    for (let j = 0; j < count; j++) {
      const byte = window >>> (8 * (msbFirst ? count - 1 - j : j));
      bytes[first + j] = (bytes[first + j] ?? 0) | (byte & 0xff);
    }
  }

  /** Sets code `to` and the following ones to as many codes of another string of this packing. */
  copy(to: number, source: CodeString, from: number, count: number): void {
    const { width, stride } = this.#packing;
    let done = 0;
    if (stride === width && (to * stride) % 8 === 0 && (from * stride) % 8 === 0) {
      // Whole bytes of whole codes, without an ignored bit among them: four u6 are three bytes.
      done = count - (count % 4);
      const first = (from * stride) / 8;
      const bytes = source.#bytes.subarray(first, first + (done * stride) / 8);
      this.#bytes.set(bytes, (to * stride) / 8);
    }
    for (let i = done; i < count; i++) this.set(to + i, source.get(from + i));
  }
}

/** Scales and zero points below eight bits have a byte each, wider ones are little-endian. */
function inOwnBytes(word: number, bytes: Uint8Array): CodeString {
  const width = formatWidth(word);
  return new CodeString(bytes, { width, stride: Math.max(8, width), msbFirst: false });
}

/** The stored elements; the container and the packing order are the descriptor's. */
export function elementsOf(descriptor: Descriptor, bytes: Uint8Array): CodeString {
  const width = formatWidth(descriptor.elem);
  // In pad8 a code of at most eight bits has a byte of its own, whatever the packing order.
  return descriptor.container === 1 && width <= 8
    ? inOwnBytes(descriptor.elem, bytes)
    : new CodeString(bytes, {
        width,
        stride: width,
        msbFirst: (descriptor.flags & Flag.MsbFirst) !== 0,
      });
}

/** The scale of each level-0 group. */
export function scalesOf(descriptor: Descriptor, scale0: Uint8Array): CodeString {
  return inOwnBytes(descriptor.scale0, scale0);
}

/** The scale of each level-1 group; where outerScalesInGroup says two, s1 and z1 alternate. */
export function outerScalesOf(descriptor: Descriptor, scale1: Uint8Array): CodeString {
  const width = formatWidth(descriptor.scale1);
  return new CodeString(scale1, { width, stride: width, msbFirst: false });
}

/** How many codes of scale1 a level-1 group has. */
export function outerScalesInGroup(descriptor: Descriptor): 1 | 2 {
  return descriptor.flags & Flag.ZeroPointL1Scaled ? 2 : 1;
}

/** The zero point of each level-0 group. */
export function zeroPointsOf(descriptor: Descriptor, aux: Uint8Array): CodeString {
  return inOwnBytes(descriptor.zpFmt, aux);
}

/** The survivor indices of a sparse array, sp_n for each cell. */
export function indicesOf(descriptor: Descriptor, aux: Uint8Array): CodeString {
  const width = indexBitsOf(descriptor.spMetaFmt) ?? 0;
  return new CodeString(aux, { width, stride: width, msbFirst: false });
}
