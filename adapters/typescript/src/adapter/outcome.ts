/** How requests end, and what answers them. */
import type { Refusal } from "../refusal.js";
import type { PayloadReader, PayloadWriter } from "./payload.js";

/** On "answered" the handler has written the reply's payload. */
export type Outcome =
  | { readonly kind: "answered" }
  | { readonly kind: "refused"; readonly reason?: Refusal }
  | { readonly kind: "unsupported" }
  | { readonly kind: "internal error"; readonly text: string };

export const ANSWERED: Outcome = { kind: "answered" };
export const REFUSED: Outcome = { kind: "refused" };
export const UNSUPPORTED: Outcome = { kind: "unsupported" };
export const UNREADABLE: Outcome = { kind: "internal error", text: "unreadable payload" };

export function tooLong(bytes: number): Outcome {
  return { kind: "internal error", text: `the reply would have ${bytes} bytes` };
}

/** What HELLO tells about this build. */
export interface Build {
  readonly version: string;
  readonly runtime: string;
}

export type Handler = (request: PayloadReader, reply: PayloadWriter, build: Build) => Outcome;
