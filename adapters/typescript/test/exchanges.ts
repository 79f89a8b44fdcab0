/**
 * The requests of vectors/requests.txt and what must be answered to them: decode, encode and the
 * general tier, agreed by the published packages or worked out by hand, as vectors/README.md says of
 * their sources. As a worker: puts all of them and posts how many replies were other ones.
 */
import { readFileSync } from "node:fs";
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { answerOp } from "../src/adapter/ops.js";
import { PayloadReader, PayloadWriter } from "../src/adapter/payload.js";
import { defined, fromHex } from "./support.js";

export interface Exchange {
  readonly op: number;
  readonly outcome: "answered" | "refused";
  readonly request: Uint8Array;
  readonly reply: Uint8Array;
}

/** What a worker is given and posts. */
export interface Task {
  readonly requests: string;
  readonly start: SharedArrayBuffer;
  readonly threads: number;
}
export interface Count {
  readonly answers: number;
  readonly different: number;
}

const payload = (word: string): Uint8Array => fromHex(word === "-" ? "" : word);

export function readExchanges(file: string): Exchange[] {
  return readFileSync(file, "latin1")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [op, outcome, request, reply] = line.split(" ").map((word) => defined(word));
      return {
        op: Number(op),
        outcome: outcome === "0" ? "answered" : "refused",
        request: payload(defined(request)),
        reply: payload(defined(reply)),
      };
    });
}

export function putAll(exchanges: readonly Exchange[]): Count {
  let different = 0;
  for (const { op, outcome, request, reply } of exchanges) {
    const written = new PayloadWriter();
    const answer = answerOp(op, new PayloadReader(request), written, { version: "0", runtime: "" });
    const bytes =
      answer.kind === "refused" ? Buffer.from(answer.reason ?? "", "latin1") : written.take();
    if (answer.kind !== outcome || Buffer.compare(bytes, reply) !== 0) ++different;
  }
  return { answers: exchanges.length, different };
}

if (!isMainThread && parentPort !== null) {
  const { requests, start, threads } = workerData as Task;
  const exchanges = readExchanges(requests);
  // All begin when the last one has read its requests.
  const arrived = new Int32Array(start);
  if (Atomics.add(arrived, 0, 1) + 1 === threads) {
    Atomics.notify(arrived, 0);
  } else {
    for (let now = Atomics.load(arrived, 0); now < threads; now = Atomics.load(arrived, 0)) {
      Atomics.wait(arrived, 0, now, 100);
    }
  }
  parentPort.postMessage(putAll(exchanges));
}
