/** The pieces of GCP 1 payloads. */
import { type Integer, toInteger } from "../integer.js";
import type { Planes } from "../planes.js";

/**
 * Reads a payload piece by piece. A piece that is not there yields an empty value and marks the
 * payload unreadable for good, so that a handler reads all pieces first and asks once. Byte pieces
 * are views into the payload.
 */
export class PayloadReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #short = false;

  constructor(payload: Uint8Array) {
    this.#bytes = payload;
    this.#view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  }

  /** Whether every piece was there and nothing is left over. */
  get complete(): boolean {
    return !this.#short && this.#at === this.#bytes.length;
  }

  u8(): number {
    return this.#has(1) ? this.#view.getUint8(this.#skip(1)) : 0;
  }

  u16(): number {
    return this.#has(2) ? this.#view.getUint16(this.#skip(2), true) : 0;
  }

  i16(): number {
    return this.#has(2) ? this.#view.getInt16(this.#skip(2), true) : 0;
  }

  u32(): number {
    return this.#has(4) ? this.#view.getUint32(this.#skip(4), true) : 0;
  }

  u64(): bigint {
    return this.#has(8) ? this.#view.getBigUint64(this.#skip(8), true) : 0n;
  }

  i64(): Integer {
    if (!this.#has(8)) return 0;
    const at = this.#skip(8);
    const high = this.#view.getInt32(at + 4, true);
    // Most are small: no bigint for them.
    return high >= -0x100000 && high < 0x100000
      ? high * 2 ** 32 + this.#view.getUint32(at, true)
      : toInteger(this.#view.getBigInt64(at, true));
  }

  bytes(count: number): Uint8Array {
    if (!this.#has(count)) return new Uint8Array(0);
    const at = this.#skip(count);
    return this.#bytes.subarray(at, at + count);
  }

  blob(): Uint8Array {
    return this.bytes(this.u32());
  }

  /** A text as one code unit a byte: every text that GRIT accepts is ASCII. */
  text(): string {
    const bytes = this.blob();
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  }

  shape(): readonly Integer[] {
    const rank = this.u8();
    const shape: Integer[] = [];
    if (!this.#has(8 * rank)) return shape;
    for (let axis = 0; axis < rank; axis++) shape.push(this.i64());
    return shape;
  }

  planes(): Planes {
    return [this.blob(), this.blob(), this.blob(), this.blob()];
  }

  words(): Uint32Array {
    const count = this.u32();
    if (!this.#has(4 * count)) return new Uint32Array(0);
    const at = this.#skip(4 * count);
    const words = new Uint32Array(count);
    for (let i = 0; i < count; i++) words[i] = this.#view.getUint32(at + 4 * i, true);
    return words;
  }

  #has(count: number): boolean {
    if (this.#bytes.length - this.#at < count) this.#short = true;
    return !this.#short;
  }

  #skip(count: number): number {
    this.#at += count;
    return this.#at - count;
  }
}

const FIRST_CAPACITY = 64 * 1024;

/** Collects pieces at the end of one growing buffer. */
export class PayloadWriter {
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  // #grow first, in a statement of its own: it may put another buffer in the place of this one.
  u8(value: number): void {
    const at = this.#grow(1);
    this.#view.setUint8(at, value);
  }

  u16(value: number): void {
    const at = this.#grow(2);
    this.#view.setUint16(at, value, true);
  }

  u32(value: number): void {
    const at = this.#grow(4);
    this.#view.setUint32(at, value, true);
  }

  u64(value: bigint): void {
    const at = this.#grow(8);
    this.#view.setBigUint64(at, value, true);
  }

  i64(value: Integer): void {
    const at = this.#grow(8);
    this.#view.setBigInt64(at, BigInt(value), true);
  }

  bytes(value: Uint8Array): void {
    const at = this.#grow(value.length);
    this.#bytes.set(value, at);
  }

  blob(value: Uint8Array): void {
    this.u32(value.length);
    this.bytes(value);
  }

  text(value: string): void {
    this.blob(Buffer.from(value, "utf8"));
  }

  shape(shape: readonly Integer[]): void {
    this.u8(shape.length);
    for (const extent of shape) this.i64(extent);
  }

  planes(planes: Planes): void {
    for (const plane of planes) this.blob(plane);
  }

  words(words: Uint32Array | Int32Array): void {
    this.u32(words.length);
    const at = this.#grow(4 * words.length);
    for (let i = 0; i < words.length; i++) this.#view.setUint32(at + 4 * i, words[i] ?? 0, true);
  }

  /** Overwrites a u32 that was written before. */
  patchU32(at: number, value: number): void {
    this.#view.setUint32(at, value, true);
  }

  patchU8(at: number, value: number): void {
    this.#view.setUint8(at, value);
  }

  /** Drops everything behind the first `length` bytes. */
  truncate(length: number): void {
    this.#length = length;
  }

  /** What was written, as bytes of their own; the writer is empty again. */
  take(): Uint8Array {
    const written = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return written;
  }

  /** Makes room for `count` bytes and answers where they begin. */
  #grow(count: number): number {
    const at = this.#length;
    const needed = at + count;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, at));
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    this.#length = needed;
    return at;
  }
}
