#!/usr/bin/env node
/** GCP 1 over stdin and stdout. stdout carries frames only. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Conversation } from "./adapter/conversation.js";

/** Of the package.json that lies beside the compiled sources. */
function packageVersion(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const parsed: unknown = JSON.parse(text);
  const isObject = typeof parsed === "object" && parsed !== null && "version" in parsed;
  return isObject && typeof parsed.version === "string" ? parsed.version : "unknown";
}

/** Waits where the pipe is full. */
async function write(bytes: Uint8Array): Promise<void> {
  if (!process.stdout.write(bytes)) await once(process.stdout, "drain");
}

/** What is wrong with the conversation, or undefined. */
async function converse(conversation: Conversation): Promise<string | undefined> {
  const input: AsyncIterable<Buffer> = process.stdin;
  for await (const chunk of input) {
    const replies = conversation.answer(chunk);
    let step = replies.next();
    for (; step.done !== true; step = replies.next()) await write(step.value);
    if (!step.value.ok) return step.value.error;
  }
  const end = conversation.end();
  return end.ok ? undefined : end.error;
}

// The runner has gone: nobody is left to answer.
process.stdout.on("error", (error: Error) => {
  process.stderr.write(`grit-ts-adapter: ${error.message}\n`);
  process.exit(1);
});

const problem = await converse(
  new Conversation({ version: packageVersion(), runtime: `node ${process.version}` }),
);
if (problem !== undefined) {
  process.stderr.write(`grit-ts-adapter: ${problem}\n`);
  process.exitCode = 2;
}
