/** GCP 1 request frames out of a byte stream that is cut anywhere. */
import { answer, refuse, type Result } from "../result.js";

export const HEADER_BYTES = 16;
export const MAX_PAYLOAD = 64 * 1024 * 1024;
const MAGIC = 0x47435031;

export interface Request {
  readonly op: number;
  /** Replies up to and including this one's must leave now. */
  readonly flush: boolean;
  readonly id: number;
  readonly payload: Uint8Array;
}

interface Header {
  readonly op: number;
  readonly flush: boolean;
  readonly id: number;
  readonly payloadBytes: number;
}

/**
 * Push chunks, then take requests until there is none. A piece that lies whole in its chunk is
 * handed out where it lies; one that spans chunks is copied once, each byte into its place, so the
 * work is linear in the stream however it is cut.
 */
export class FrameReader {
  #chunk: Uint8Array = new Uint8Array(0);
  #at = 0;
  /** The piece being put together, and how much of it is there. */
  #partial: Uint8Array | undefined;
  #filled = 0;
  #header: Header | undefined;

  /** The previous chunk must have been used up: next() has answered undefined. */
  push(chunk: Uint8Array): void {
    this.#chunk = chunk;
    this.#at = 0;
  }

  /** The next request, undefined where more bytes are needed, or what is wrong with the stream. */
  next(): Result<Request | undefined> {
    if (this.#header === undefined) {
      const bytes = this.#take(HEADER_BYTES);
      if (bytes === undefined) return answer(undefined);
      const header = parseHeader(bytes);
      if (!header.ok) return header;
      this.#header = header.value;
    }
    const { op, flush, id, payloadBytes } = this.#header;
    const payload = this.#take(payloadBytes);
    if (payload === undefined) return answer(undefined);
    this.#header = undefined;
    return answer({ op, flush, id, payload });
  }

  /** Whether the stream stands inside a frame. */
  get midFrame(): boolean {
    return this.#header !== undefined || this.#partial !== undefined;
  }

  #take(count: number): Uint8Array | undefined {
    const available = this.#chunk.length - this.#at;
    if (this.#partial === undefined && available >= count) {
      this.#at += count;
      return this.#chunk.subarray(this.#at - count, this.#at);
    }
    if (available === 0) return undefined;
    this.#partial ??= new Uint8Array(count);
    const piece = Math.min(available, count - this.#filled);
    this.#partial.set(this.#chunk.subarray(this.#at, this.#at + piece), this.#filled);
    this.#at += piece;
    this.#filled += piece;
    if (this.#filled < count) return undefined;
    const whole = this.#partial;
    this.#partial = undefined;
    this.#filled = 0;
    return whole;
  }
}

function parseHeader(bytes: Uint8Array): Result<Header> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, false) !== MAGIC) return refuse("a frame does not start with GCP1");
  if (view.getUint16(6, true) !== 0) return refuse("bytes 6 and 7 of a header are not 0");
  const payloadBytes = view.getUint32(12, true);
  if (payloadBytes > MAX_PAYLOAD) return refuse(`a payload of ${payloadBytes} bytes`);
  return answer({
    op: view.getUint8(4),
    flush: (view.getUint8(5) & 1) !== 0,
    id: view.getUint32(8, true),
    payloadBytes,
  });
}
