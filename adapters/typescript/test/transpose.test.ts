// Expected values: the examples of spec §12.7 and bytes by hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PLACEMENTS, type Refusal, transpose, type View } from "../src/index.js";
import { hexOf, MXFP4, planes, Q4KS, refusalOf, unwrap, viewOf } from "./support.js";

const LINES = ["00", "11", "22", "33", "44", "55"];

/** GRADE_MXFP4, [2, 3, 32], each line's data and scale say its number. */
function cube(): View {
  const data = LINES.map((line) => line.repeat(16)).join("");
  return viewOf(MXFP4, [2, 3, 32], planes(data, "000102030405"), { axis: 2, note: 9 });
}

test("§12.7.5: a pure relabelling keeps every byte", () => {
  const view = cube();
  const { descriptor, shape, planes: kept } = unwrap(transpose(view, [0, 2, 1], 1));
  assert.deepEqual(shape, [2, 32, 3]);
  assert.deepEqual(hexOf(kept), hexOf(view.planes));
  // §12.7.1: only the group axis changes.
  const expected = view.descriptor.bytes.slice();
  expected[16] = 1;
  assert.deepEqual(descriptor.bytes, expected);

  // In any stored form, ignored bits and padding included: u4 by columns, a padded swizzle.
  const grade = "grit1(e=u4,k0=1,s0=u4,esr=ratiomaxabs)";
  const dirty = viewOf(grade, [3, 1], planes("21f3", "ee".repeat(512)), {
    axis: 1,
    data: PLACEMENTS.COL_MAJOR,
    scale: PLACEMENTS.SWIZZLE_128x4B,
  });
  const turned = unwrap(transpose(dirty, [1, 0], 0));
  assert.deepEqual(turned.shape, [1, 3]);
  assert.deepEqual(hexOf(turned.planes), hexOf(dirty.planes));
});

test("§12.7.6: whole lines move", () => {
  const { descriptor, shape, planes: moved } = unwrap(transpose(cube(), [1, 0, 2], 2));
  assert.deepEqual(shape, [3, 2, 32]);
  const order = [0, 3, 1, 4, 2, 5];
  const data = order.map((line) => `${line}${line}`.repeat(16)).join("");
  assert.deepEqual(hexOf(moved), [data, "000301040205", "", ""]);
  assert.equal(descriptor.groupAxis, 2);
  assert.equal(descriptor.note, 9);
  // The same lines, the group axis first.
  const first = unwrap(transpose(cube(), [2, 1, 0], 0));
  assert.deepEqual(first.shape, [32, 3, 2]);
  assert.deepEqual(hexOf(first.planes), hexOf(moved));
});

test("§12.7.6: rebuilt also where extents of 1 leave every line where it was", () => {
  const grade = "grit1(e=u4,k0=1,s0=u4,esr=ratiomaxabs)";
  const view = viewOf(grade, [1, 1, 3], planes("21f3", "f1f2f3"), { axis: 2 });
  assert.deepEqual(hexOf(unwrap(transpose(view, [1, 0, 2], 2)).planes), ["2103", "010203", "", ""]);
  assert.deepEqual(hexOf(unwrap(transpose(view, [0, 1, 2], 2)).planes), hexOf(view.planes));
});

test("§12.7.6: cells, zero points and blocks move with their lines", () => {
  // Lines (a0, a1) of one cell each: 0 1 2 3 become 0 2 1 3. The cells name 01, 23, 02, 13.
  const sparse = "grit1(e=s8,k0=4,s0=u8,sp=2:4:u2:asclsb,esr=ratiomaxabs)";
  const cells = viewOf(sparse, [2, 2, 4], planes("0102030405060708", "0a0b0c0d", "", "e4d8"), {
    axis: 2,
  });
  // 4 = 01 00, e = 11 10, 8 = 10 00, d = 11 01.
  assert.deepEqual(hexOf(unwrap(transpose(cells, [1, 0, 2], 2)).planes), [
    "0102050603040708",
    "0a0c0b0d",
    "",
    "84de",
  ]);
  const zeros = "grit1(e=u8,k0=1,s0=u8,zp=binary16,esr=affineminmax)";
  const points = viewOf(zeros, [2, 2, 1], planes("01020304", "05060708", "", "1112212231324142"), {
    axis: 2,
  });
  assert.deepEqual(hexOf(unwrap(transpose(points, [1, 0, 2], 2)).planes), [
    "01030204",
    "05070608",
    "",
    "1112313221224142",
  ]);
  const blocks = ["7f", "80", "81", "82"].map((scale) => scale + "11".repeat(16));
  const stored = viewOf(MXFP4, [2, 2, 32], planes(blocks.join(""), ""), {
    axis: 2,
    data: PLACEMENTS.BLOCK_AOS,
  });
  assert.deepEqual(hexOf(unwrap(transpose(stored, [1, 0, 2], 2)).planes), [
    [blocks[0], blocks[2], blocks[1], blocks[3]].join(""),
    "",
    "",
    "",
  ]);
});

function q4ks(shape: readonly number[], scale1: string): View {
  const groups = scale1.length;
  const byte = (count: number): string => "00".repeat(count);
  return viewOf(Q4KS, shape, planes(byte(16 * groups), byte(groups), scale1, byte(groups)), {
    axis: 2,
  });
}

test("§12.7.4: level-1 groups, whole in whatever order, or split", () => {
  const one = unwrap(transpose(q4ks([2, 2, 64], "a0a1a2a3"), [1, 0, 2], 2));
  assert.equal(hexOf(one.planes)[2], "a0a1a2a3");
  const two = q4ks([2, 2, 128], "a0a1a2a3b0b1b2b3");
  assert.equal(refusalOf(transpose(two, [1, 0, 2], 2)), "SliceSplitsGroup");
  // Each line a group of its own: its pair goes with it.
  const four = unwrap(
    transpose(q4ks([2, 2, 256], "a0a1a2a3b0b1b2b3c0c1c2c3d0d1d2d3"), [1, 0, 2], 2),
  );
  assert.equal(hexOf(four.planes)[2], "a0a1a2a3c0c1c2c3b0b1b2b3d0d1d2d3");
  // A pure relabelling splits nothing.
  assert.equal(refusalOf(transpose(two, [2, 0, 1], 0)), undefined);
});

test("§12.7.2, §12.7.3: no permutation, and another group axis", () => {
  const refusal = (perm: readonly number[], axis: number): Refusal | undefined =>
    refusalOf(transpose(cube(), perm, axis));
  for (const perm of [[0, 0, 2], [0, 1], [0, 1, 2, 3], [0, 1, 3], [0, 1, 255], [], [0, 1, -1]]) {
    assert.equal(refusal(perm, 9), "BadPermutation");
  }
  assert.equal(refusal([1, 0, 2], 0), "GroupAxisMoved");
  assert.equal(refusal([1, 0, 2], 1), "GroupAxisMoved");
  assert.equal(refusal([1, 0, 2], 3), "GroupAxisMoved");
  assert.equal(refusal([1, 0, 2], 255), "GroupAxisMoved");
  assert.equal(refusal([1, 2, 0], 2), "GroupAxisMoved");
  assert.equal(refusal([1, 2, 0], 1), undefined);
});

test("§11.2.5: an empty array of any extents", () => {
  const shape = [2n ** 62n, 2 ** 40, 0];
  const view = viewOf(MXFP4, shape, planes("", ""), { axis: 2 });
  const { shape: turned, planes: none } = unwrap(transpose(view, [1, 0, 2], 2));
  assert.deepEqual(turned, [2 ** 40, 2n ** 62n, 0]);
  assert.deepEqual(hexOf(none), ["", "", "", ""]);
});
