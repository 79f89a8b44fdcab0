// spec §11.8.8: no result depends on the number of threads. Where the expected replies come from is
// said in exchanges.ts.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { type Count, readExchanges, type Task } from "./exchanges.js";

/** vectors/requests.txt of the project, in whichever folder the tests were built. */
function requestsFile(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, "vectors", "requests.txt");
    if (existsSync(file)) return file;
    assert.notEqual(folder, dirname(folder), "vectors/requests.txt is in no folder above");
  }
}

function inThread(task: Task): Promise<Count> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./exchanges.js", import.meta.url), { workerData: task });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

test("one to eight threads give the same bits", async () => {
  const requests = requestsFile();
  const answers = readExchanges(requests).length;
  assert.ok(answers > 100);
  for (let threads = 1; threads <= 8; ++threads) {
    const task = { requests, threads, start: new SharedArrayBuffer(4) };
    const counts = await Promise.all(Array.from({ length: threads }, () => inThread(task)));
    assert.deepEqual(
      counts,
      counts.map(() => ({ answers, different: 0 })),
    );
  }
});
