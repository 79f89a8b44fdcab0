// Expected values: field names and offsets of spec §2, order of spec §10.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Descriptor, explain, FIELDS } from "../src/index.js";
import { defined, fromHex, MXFP4_DESCRIPTOR } from "./support.js";

const MXFP4 = defined(Descriptor.over(fromHex(MXFP4_DESCRIPTOR)));

function changed(...offsets: number[]): Descriptor {
  const bytes = MXFP4.bytes.slice();
  for (const offset of offsets) bytes[offset] = (bytes[offset] ?? 0) ^ 0x40;
  return defined(Descriptor.over(bytes));
}

test("equal descriptors have no differences", () => {
  assert.deepEqual(explain(MXFP4, MXFP4), []);
});

test("every byte belongs to exactly one field", () => {
  for (let offset = 0; offset < 64; offset++) {
    const [difference, ...more] = explain(MXFP4, changed(offset));
    assert.equal(more.length, 0);
    const field = defined(FIELDS.find(({ name }) => name === difference?.field));
    assert.ok(field.offset <= offset && offset < field.offset + field.size);
  }
});

test("differences come in descriptor order with both values", () => {
  assert.deepEqual(explain(MXFP4, changed(63, 28, 8, 7, 39)), [
    { field: "flags", a: "none", b: "reserved 0x40" },
    { field: "elem", a: "e2m1", b: "0x2003" },
    { field: "note", a: "0x00000000", b: "0x00000040" },
    { field: "placement_data", a: "ROW_MAJOR", b: "unknown 0x5000000000000001" },
    { field: "grade_id", a: "0x2370ee9ee454a183", b: "0x6370ee9ee454a183" },
  ]);
});
