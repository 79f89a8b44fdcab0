/** One conversation: requests in, reply frames out, whatever the transport. */
import { type Result, refuse } from "../result.js";
import { FrameReader, HEADER_BYTES, MAX_PAYLOAD, type Request } from "./frames.js";
import { answerOp } from "./ops.js";
import { type Build, type Outcome, tooLong } from "./outcome.js";
import { PayloadReader, PayloadWriter } from "./payload.js";

const OUTCOME_CODES = {
  answered: 0,
  refused: 1,
  unsupported: 2,
  "internal error": 3,
} as const satisfies Record<Outcome["kind"], number>;

/** Replies wait in memory at most up to about this many bytes. */
const BUFFERED = 1024 * 1024;

export class Conversation {
  readonly #requests = new FrameReader();
  readonly #replies = new PayloadWriter();

  constructor(private readonly build: Build) {}

  /**
   * Answers every whole request of a chunk and hands out replies as they are due: after a flush,
   * when many have gathered, and when the chunk is used up. A refusal ends the conversation.
   */
  *answer(chunk: Uint8Array): Generator<Uint8Array, Result<undefined>, undefined> {
    this.#requests.push(chunk);
    for (;;) {
      const request = this.#requests.next();
      const isLast = !request.ok || request.value === undefined;
      if (!isLast) this.#reply(request.value);
      const isDue = isLast || request.value.flush || this.#replies.length >= BUFFERED;
      if (isDue && this.#replies.length > 0) yield this.#replies.take();
      if (!request.ok) return request;
      if (request.value === undefined) return { ok: true, value: undefined };
    }
  }

  /** Whether the input may end here. */
  end(): Result<undefined> {
    return this.#requests.midFrame
      ? refuse("the input ends inside a frame")
      : { ok: true, value: undefined };
  }

  #reply(request: Request): void {
    const replies = this.#replies;
    const start = replies.length;
    replies.u32(0x31504347);
    replies.u8(request.op);
    replies.u8(0);
    replies.u16(0);
    replies.u32(request.id);
    replies.u32(0);
    const outcome = this.#outcome(request, start + HEADER_BYTES);
    if (outcome.kind === "internal error") replies.bytes(Buffer.from(outcome.text, "utf8"));
    if (outcome.kind === "refused") replies.bytes(Buffer.from(outcome.reason ?? "", "latin1"));
    replies.patchU8(start + 5, OUTCOME_CODES[outcome.kind]);
    replies.patchU32(start + 12, replies.length - start - HEADER_BYTES);
  }

  /** Leaves a payload at `start` only where the request is answered. */
  #outcome(request: Request, start: number): Outcome {
    let outcome: Outcome;
    try {
      outcome = answerOp(request.op, new PayloadReader(request.payload), this.#replies, this.build);
    } catch (error) {
      // Memory, or a fault of our own: this request's finding, not the end of the conversation.
      outcome = { kind: "internal error", text: String(error) };
    }
    if (outcome.kind === "answered") {
      const bytes = this.#replies.length - start;
      if (bytes <= MAX_PAYLOAD) return outcome;
      outcome = tooLong(bytes);
    }
    this.#replies.truncate(start);
    return outcome;
  }
}
