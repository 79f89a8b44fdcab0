// echo-adapter for node: as echo_adapter.c, so that what a runner reaches with it is bounded by what
// the engine can read and write.
import { readSync, writeSync } from "node:fs";

const kHeaderBytes = 16;
const kReplyBytes = kHeaderBytes + 2;
const kReadBytes = 1 << 18;
const kFlushBytes = 1 << 16;
const kHello = Buffer.from(
  '{"name":"echo","version":"1","language":"JavaScript","protocol":1,"spec":1,' +
    '"ops":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,20,21,22,23,24,25]}',
);

const replies = Buffer.alloc(kFlushBytes + 1024);
let size = 0;

function flush() {
  for (let at = 0; at < size; ) at += writeSync(1, replies, at, size - at);
  size = 0;
}

// Magic, op and id are echoed.
function reply(input, at) {
  const isHello = input[at + 4] === 0;
  input.copy(replies, size, at, at + kHeaderBytes);
  replies[size + 5] = 0;
  replies.writeUInt32LE(isHello ? kHello.length : 2, size + 12);
  if (isHello) {
    kHello.copy(replies, size + kHeaderBytes);
    size += kHeaderBytes + kHello.length;
  } else {
    replies[size + kHeaderBytes] = 0;
    replies[size + kHeaderBytes + 1] = 0xff;
    size += kReplyBytes;
  }
}

// A payload is skipped and never kept, so a read and a header are all that has to fit.
const input = Buffer.alloc(kReadBytes + kHeaderBytes);
let have = 0;
let skip = 0;
let flushAfterPayload = false;
for (;;) {
  const count = readSync(0, input, have, kReadBytes);
  if (count === 0) break;
  have += count;
  let at = 0;
  for (;;) {
    const skipped = Math.min(skip, have - at);
    at += skipped;
    skip -= skipped;
    if (skip !== 0) break;
    if (flushAfterPayload || size >= kFlushBytes) {
      flush();
      flushAfterPayload = false;
    }
    if (have - at < kHeaderBytes) break;
    if (input.toString("latin1", at, at + 4) !== "GCP1") {
      process.stderr.write("echo-adapter: not a request\n");
      process.exit(2);
    }
    reply(input, at);
    flushAfterPayload = (input[at + 5] & 1) !== 0;
    skip = input.readUInt32LE(at + 12);
    at += kHeaderBytes;
  }
  input.copy(input, 0, at, have);
  have -= at;
}
flush();
process.exitCode = skip === 0 && have === 0 ? 0 : 2;
