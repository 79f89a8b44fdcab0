/**
 * Operations that return what they read, for the tests of gcp.ts: 100 echoes one of every piece, 101
 * refuses with a reason, 102 fails after it has written, 103 answers more than a frame can hold.
 */
import { Refused, type Operation, serve } from "./gcp.js";

const operations = new Map<number, Operation>([
  [
    100,
    (request, reply) => {
      const [u8, u16, u32, u64] = [request.u8(), request.u16(), request.u32(), request.u64()];
      const [i16, i64] = [request.i16(), request.i64()];
      const [blob, text, shape] = [request.blob(), request.text(), request.shape()];
      const [planes, words] = [request.planes(), request.words()];
      request.end();
      reply.u8(u8).u16(u16).u32(u32).u64(u64).i16(i16).i64(i64);
      reply.blob(blob).text(text).shape(shape).planes(planes).words(words);
    },
  ],
  [
    101,
    (_, reply) => {
      reply.u64(7n);
      throw new Refused("SliceRange");
    },
  ],
  [
    102,
    (_, reply) => {
      reply.text("half an answer");
      throw new RangeError("it broke");
    },
  ],
  [103, (_, reply) => void reply.bytes(Buffer.alloc((64 << 20) + 1))],
]);

await serve({ name: "echo", version: "1", language: "TypeScript", operations });
