/**
 * The adapter protocol GCP 1 in one file: frames, the pieces of payloads, and the loop.
 *
 * An adapter reads request frames on stdin and answers each on stdout. It hands `serve` a function
 * for each operation that it has; everything else is here. No dependencies; Node 18 or later.
 */

const MAGIC = Buffer.from("GCP1");
const HEADER_BYTES = 16;
const MAX_PAYLOAD = 64 << 20;
const FLUSH = 1;

enum Outcome {
  Answered = 0,
  Refused = 1,
  Unsupported = 2,
  InternalError = 3,
}

/**
 * To be thrown where the specification says that this input has no answer; the message is the
 * reason's name, where the operation has such.
 */
export class Refused extends Error {}

export type Planes = [data: Uint8Array, scale0: Uint8Array, scale1: Uint8Array, aux: Uint8Array];

/** Takes pieces off the front of a payload; throws where one is not there. */
export class Request {
  private at = 0;
  private readonly payload: Buffer;

  constructor(payload: Buffer) {
    this.payload = payload;
  }

  /** A view, valid until the operation returns. */
  bytes(count: number): Buffer {
    if (count > this.payload.length - this.at) throw new Error("the payload ends early");
    this.at += count;
    return this.payload.subarray(this.at - count, this.at);
  }

  u8(): number {
    return this.bytes(1).readUInt8();
  }

  u16(): number {
    return this.bytes(2).readUInt16LE();
  }

  u32(): number {
    return this.bytes(4).readUInt32LE();
  }

  u64(): bigint {
    return this.bytes(8).readBigUInt64LE();
  }

  i16(): number {
    return this.bytes(2).readInt16LE();
  }

  /** A bigint: a number loses values above 2^53. */
  i64(): bigint {
    return this.bytes(8).readBigInt64LE();
  }

  blob(): Buffer {
    return this.bytes(this.u32());
  }

  text(): string {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(this.blob());
  }

  shape(): bigint[] {
    return Array.from({ length: this.u8() }, () => this.i64());
  }

  planes(): Planes {
    return [this.blob(), this.blob(), this.blob(), this.blob()];
  }

  words(): Uint32Array {
    const bytes = this.bytes(4 * this.u32());
    return Uint32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readUInt32LE(4 * i));
  }

  /** To be called after the last piece, before anything is made of them. */
  end(): void {
    if (this.at !== this.payload.length) {
      throw new Error("the payload goes on behind its last piece");
    }
  }
}

/** Collects the pieces of a reply. */
export class Reply {
  private readonly pieces: Uint8Array[] = [];

  payload(): Buffer {
    return Buffer.concat(this.pieces);
  }

  /** Not copied: not to be changed before the operation has returned. */
  bytes(value: Uint8Array): this {
    this.pieces.push(value);
    return this;
  }

  u8(value: number): this {
    return this.bytes(Uint8Array.of(value));
  }

  u16(value: number): this {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16LE(value);
    return this.bytes(bytes);
  }

  u32(value: number): this {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return this.bytes(bytes);
  }

  u64(value: bigint): this {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(value);
    return this.bytes(bytes);
  }

  i16(value: number): this {
    return this.u16(value & 0xffff);
  }

  i64(value: bigint): this {
    return this.u64(BigInt.asUintN(64, value));
  }

  blob(value: Uint8Array): this {
    return this.u32(value.length).bytes(value);
  }

  text(value: string): this {
    return this.blob(Buffer.from(value, "utf-8"));
  }

  shape(extents: readonly bigint[]): this {
    this.u8(extents.length);
    for (const extent of extents) this.i64(extent);
    return this;
  }

  planes(planes: Planes): this {
    for (const plane of planes) this.blob(plane);
    return this;
  }

  /** Unsigned 32-bit values; a negative i32 is given as `value >>> 0`. */
  words(words: ArrayLike<number>): this {
    const bytes = Buffer.alloc(4 + 4 * words.length);
    bytes.writeUInt32LE(words.length);
    for (let i = 0; i < words.length; ++i) bytes.writeUInt32LE(words[i] ?? 0, 4 + 4 * i);
    return this.bytes(bytes);
  }
}

/** Reads the pieces, calls request.end(), and writes the reply. */
export type Operation = (request: Request, reply: Reply) => void;

/** What HELLO says; it declares exactly the operations of the table. */
export interface Adapter {
  readonly name: string;
  readonly version: string;
  readonly language: string;
  readonly operations: ReadonlyMap<number, Operation>;
}

function hello(adapter: Adapter): Buffer {
  const { name, version, language, operations } = adapter;
  const ops = [...operations.keys()].sort((a, b) => a - b);
  return Buffer.from(JSON.stringify({ protocol: 1, spec: 1, name, version, language, ops }));
}

/** Whatever is thrown is this request's, not the process's. */
function answer(adapter: Adapter, op: number, payload: Buffer): [Outcome, Buffer] {
  if (op === 0) return [Outcome.Answered, hello(adapter)];
  const operation = adapter.operations.get(op);
  if (operation === undefined) return [Outcome.Unsupported, Buffer.alloc(0)];
  try {
    const reply = new Reply();
    operation(new Request(payload), reply);
    const bytes = reply.payload();
    return bytes.length > MAX_PAYLOAD
      ? [Outcome.InternalError, Buffer.from("the reply is longer than 64 MiB")]
      : [Outcome.Answered, bytes];
  } catch (error) {
    return error instanceof Refused
      ? [Outcome.Refused, Buffer.from(error.message)]
      : [Outcome.InternalError, Buffer.from(String(error))];
  }
}

function replyFrame(request: Buffer, outcome: Outcome, payload: Buffer): Buffer {
  const header = Buffer.from(request.subarray(0, HEADER_BYTES)); // magic, op, 0 and id are echoed
  header.writeUInt8(outcome, 5);
  header.writeUInt32LE(payload.length, 12);
  return Buffer.concat([header, payload]);
}

/** What has arrived and is no whole frame yet; chunks are joined only when one is complete. */
class Input {
  private chunks: Buffer[] = [];
  size = 0;

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
  }

  /** The first `count` bytes, which stay in. Precondition: they are there. */
  peek(count: number): Buffer {
    const first = this.chunks[0];
    if (first !== undefined && first.length >= count) return first.subarray(0, count);
    const joined = Buffer.concat(this.chunks);
    this.chunks = [joined];
    return joined.subarray(0, count);
  }

  take(count: number): Buffer {
    const bytes = this.peek(count);
    const first = this.chunks.shift();
    if (first !== undefined && first.length > count) this.chunks.unshift(first.subarray(count));
    this.size -= count;
    return bytes;
  }
}

/** Serves stdin and stdout until the input ends. */
export async function serve(adapter: Adapter): Promise<void> {
  const input = new Input();
  let replies: Buffer[] = [];
  const flush = (): void => {
    if (replies.length > 0) process.stdout.write(Buffer.concat(replies));
    replies = [];
  };
  const giveUp = (why: string): void => {
    flush();
    console.error(`${adapter.name}: ${why}`);
    process.exitCode = 2; // process.exit would drop what stdout still holds
  };
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    input.add(chunk);
    while (input.size >= HEADER_BYTES) {
      const header = input.peek(HEADER_BYTES);
      const length = header.readUInt32LE(12);
      if (
        !header.subarray(0, 4).equals(MAGIC) ||
        header.readUInt16LE(6) !== 0 ||
        length > MAX_PAYLOAD
      ) {
        return giveUp(`what came is no request: ${header.toString("hex")}`);
      }
      if (input.size < HEADER_BYTES + length) break;
      const frame = input.take(HEADER_BYTES + length);
      const [outcome, payload] = answer(adapter, frame.readUInt8(4), frame.subarray(HEADER_BYTES));
      replies.push(replyFrame(frame, outcome, payload));
      if ((frame.readUInt8(5) & FLUSH) !== 0) flush();
    }
  }
  if (input.size > 0) return giveUp("the input ends inside a frame");
  flush();
}
