// Expected values: the example of spec §12.8 and values that survive exactly, by hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PLACEMENTS, type Planes, type Refusal, requantize } from "../src/index.js";
import { hexOf, I8S24, MXFP4, NVF4, planes, Q4KS, refusalOf, unwrap, viewOf } from "./support.js";

test("§12.8: the example changes bytes and no value", () => {
  const view = viewOf(MXFP4, [32], planes("11".repeat(16), "80"), { note: 5 });
  const { descriptor, shape, planes: anew } = unwrap(requantize(view, [0], 0));
  assert.deepEqual(shape, [32]);
  assert.deepEqual(hexOf(anew), ["66".repeat(16), "7d", "", ""]);
  assert.deepEqual(descriptor.bytes, view.descriptor.bytes);
});

/** A 32 × 32 matrix of e2m1 codes, row by row. */
function matrix(code: (row: number, column: number) => number): string {
  let hex = "";
  for (let row = 0; row < 32; row++) {
    for (let column = 0; column < 32; column += 2) {
      hex += code(row, column + 1).toString(16) + code(row, column).toString(16);
    }
  }
  return hex;
}

/** A 6 in every row and column: with scale 1 each block keeps its codes, −0 among them (§9.2.3). */
function code(row: number, column: number): number {
  return row === column ? 7 : (3 * row + column) % 16;
}

test("§12.8.1: groups along another axis, and the axes turned", () => {
  const rows = matrix(code);
  const columns = matrix((row, column) => code(column, row));
  const ones = "7f".repeat(32);
  const view = viewOf(MXFP4, [32, 32], planes(rows, ones), { axis: 1 });
  const along = unwrap(requantize(view, [0, 1], 0));
  assert.deepEqual(hexOf(along.planes), [columns, ones, "", ""]);
  assert.equal(along.descriptor.groupAxis, 0);
  // Turned, the lines along axis 0 are the rows again.
  assert.deepEqual(hexOf(unwrap(requantize(view, [1, 0], 0)).planes), [rows, ones, "", ""]);
  assert.deepEqual(hexOf(unwrap(requantize(view, [1, 0], 1)).planes), [columns, ones, "", ""]);
});

test("§12.5.1: the answer has the placements of its input", () => {
  const columns = matrix((row, column) => code(column, row));
  const swizzle = (lines: number): string => {
    // R = 32 lines of one group each: line r at 16 · r.
    const bytes = new Array<string>(512).fill("00");
    for (let line = 0; line < lines; line++) bytes[16 * line] = "7f";
    return bytes.join("");
  };
  const view = viewOf(MXFP4, [32, 32], planes(columns, swizzle(32)), {
    axis: 1,
    data: PLACEMENTS.COL_MAJOR,
    scale: PLACEMENTS.SWIZZLE_128x4B,
  });
  // COL_MAJOR of the rows is `columns`; along axis 0 the lines are columns, by columns the rows.
  const { planes: anew } = unwrap(requantize(view, [0, 1], 0));
  assert.deepEqual(hexOf(anew), [matrix(code), swizzle(32), "", ""]);
});

test("§12.8.3: NaN is encoded as §9 says", () => {
  const view = viewOf(MXFP4, [32], planes("11".repeat(16), "ff"));
  assert.deepEqual(hexOf(unwrap(requantize(view, [0], 0)).planes), ["00".repeat(16), "ff", "", ""]);
});

test("§12.8.3: metadata that names a position twice is no reason to refuse", () => {
  // Every quad names 0 twice, so takes one value, 127 × 1; survivors are 0 and 1 of each quad.
  const view = viewOf(I8S24, [32], planes("7f".repeat(16), "003c", "", "00".repeat(4)));
  assert.deepEqual(hexOf(unwrap(requantize(view, [0], 0)).planes), [
    "7f00".repeat(8),
    "003c",
    "",
    "44".repeat(4),
  ]);
});

test("§12.8: empty arrays; NVF4's one outer scale is that of no values, 1 (§9.3.1)", () => {
  const view = viewOf(NVF4, [0, 16], planes("", "", "0000803e"), { axis: 1 });
  const anew = unwrap(requantize(view, [1, 0], 0));
  assert.deepEqual(anew.shape, [16, 0]);
  assert.deepEqual(hexOf(anew.planes), ["", "", "0000803f", ""]);
  const huge = viewOf(MXFP4, [2n ** 62n, 0], planes("", ""), { axis: 1 });
  assert.deepEqual(unwrap(requantize(huge, [1, 0], 0)).shape, [0, 2n ** 62n]);
});

test("§12.8.2: BadPermutation, then sizes without an answer", () => {
  const stored: Planes = planes("11".repeat(64), "7f".repeat(4));
  const view = viewOf(MXFP4, [2, 64], stored, { axis: 1 });
  const refusal = (perm: readonly number[], axis: number): Refusal | undefined =>
    refusalOf(requantize(view, perm, axis));
  assert.equal(refusal([0, 0], 9), "BadPermutation");
  assert.equal(refusal([0], 0), "BadPermutation");
  assert.equal(refusal([0, 1], 0), "SizeMismatch");
  assert.equal(refusal([0, 1], 2), "SizeMismatch");
  assert.equal(refusal([0, 1], 255), "SizeMismatch");
  assert.equal(refusal([0, 1], 1), undefined);
  assert.equal(refusal([1, 0], 0), undefined);
  // §6.2.7 cannot arise: the number of groups stays.
  const groups = "00".repeat(8);
  const q4ks = viewOf(Q4KS, [4, 64], planes("00".repeat(128), groups, "00".repeat(4), groups), {
    axis: 1,
  });
  assert.equal(refusalOf(requantize(q4ks, [1, 0], 1)), "SizeMismatch");
  assert.equal(refusalOf(requantize(q4ks, [1, 0], 0)), undefined);
});
