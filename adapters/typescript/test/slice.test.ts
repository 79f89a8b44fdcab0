// Expected values: the table of spec §12.6 and bytes by hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Integer, PLACEMENTS, type Refusal, slice, type View } from "../src/index.js";
import { hexOf, MXFP4, NVF4, planes, Q4KS, refusalOf, toHex, unwrap, viewOf } from "./support.js";

/** Bytes first, first + 1, … */
function run(first: number, count: number): string {
  return toHex(Uint8Array.from({ length: count }, (_, i) => first + i));
}

function zeros(count: number): string {
  return "00".repeat(count);
}

function q4ks(lines: number, extent: number): View {
  const groups = (lines * extent) / 32;
  return viewOf(
    Q4KS,
    [lines, extent],
    planes(zeros(groups * 16), zeros(groups), zeros(groups / 2), zeros(groups)),
    { axis: 1 },
  );
}

test("§12.6: the table, answers", () => {
  // [2, 512]: each byte of data, and each scale and minimum, is the number of its group.
  const data = Array.from({ length: 32 }, (_, group) => run(group, 1).repeat(16));
  // Ignored bits of the u6 are set; they are 0 in the answer (§12.6.1).
  const dirty = Array.from({ length: 32 }, (_, group) => run(group + 0xc0, 1)).join("");
  const scale1 = ["a0a1a2a3", "b0b1b2b3", "c0c1c2c3", "d0d1d2d3"];
  const view = viewOf(Q4KS, [2, 512], planes(data.join(""), dirty, scale1.join(""), dirty), {
    axis: 1,
    note: 7,
  });
  const { shape, planes: kept } = unwrap(slice(view, 1, 256, 512));
  assert.deepEqual(shape, [2, 256]);
  assert.deepEqual(hexOf(kept), [
    [...data.slice(8, 16), ...data.slice(24)].join(""),
    run(8, 8) + run(24, 8),
    "b0b1b2b3" + "d0d1d2d3",
    run(8, 8) + run(24, 8),
  ]);

  // [8, 64]: the first half of the same groups.
  const halves = planes(
    data.slice(0, 16).join(""),
    dirty.slice(0, 32),
    scale1.slice(0, 2).join(""),
    dirty.slice(0, 32),
  );
  const half = unwrap(slice(viewOf(Q4KS, [8, 64], halves, { axis: 1 }), 0, 4, 8));
  assert.deepEqual(half.shape, [4, 64]);
  assert.deepEqual(hexOf(half.planes), [
    data.slice(8, 16).join(""),
    run(8, 8),
    "b0b1b2b3",
    run(8, 8),
  ]);

  const empty = unwrap(slice(q4ks(4, 64), 1, 32, 32));
  assert.deepEqual(empty.shape, [4, 0]);
  assert.deepEqual(hexOf(empty.planes), ["", "", "", ""]);
});

test("§12.6: the table, refusals", () => {
  const refusal = (view: View, axis: number, begin: Integer, end: Integer): Refusal | undefined =>
    refusalOf(slice(view, axis, begin, end));
  assert.equal(refusal(q4ks(2, 512), 1, 32, 288), "SliceSplitsGroup");
  assert.equal(refusal(q4ks(2, 512), 1, 16, 512), "SliceSplitsGroup");
  assert.equal(refusal(q4ks(4, 64), 0, 0, 2), "SliceSplitsGroup");
  assert.equal(refusal(q4ks(4, 64), 1, 33, 33), "SliceSplitsGroup");
  assert.equal(refusal(q4ks(4, 64), 2, 0, 0), "SliceRange");
  assert.equal(refusal(q4ks(4, 64), 0, 3, 2), "SliceRange");
  assert.equal(refusal(q4ks(4, 64), 0, 0, 5), "SliceRange");
  assert.equal(refusal(q4ks(4, 64), 0, -1, 2), "SliceRange");
  assert.equal(refusal(q4ks(4, 64), 0, 0, 2n ** 62n), "SliceRange");
  // §12.6.2 comes first.
  assert.equal(refusal(q4ks(4, 64), 1, 33, 65), "SliceRange");
  // Nothing but the whole, and nothing at all, of an array that is one level-1 group.
  assert.equal(refusal(q4ks(4, 64), 0, 0, 4), undefined);
  assert.equal(refusal(q4ks(4, 64), 0, 2, 2), undefined);
  assert.equal(refusal(q4ks(4, 64), 1, 0, 32), "SliceSplitsGroup");
});

test("§12.6.4: groups that come from two, though as many as k1", () => {
  // k1 = 2, two lines of three groups: the level-1 groups are 0 1, 2 3, 4 5. What is kept is
  // 1 2, 4 5, and 1 2 comes from two.
  const grade = "grit1(e=u8,k0=1,s0=u8,k1=2,s1=u8,esr=ratiomaxabs)";
  const view = viewOf(grade, [2, 3], planes(run(0, 6), run(0, 6), "0a0b0c"), { axis: 1 });
  assert.equal(refusalOf(slice(view, 1, 1, 3)), "SliceSplitsGroup");
  // A remainder of one group at the end.
  assert.equal(refusalOf(slice(view, 0, 0, 1)), "SliceSplitsGroup");
});

test("§12.6.3: along the group axis of a sparse array cells stay whole too", () => {
  // k0 = 2, M = 4, extent 8.
  const grade = "grit1(e=s8,k0=2,s0=u8,sp=2:4:u2:asclsb,esr=ratiomaxabs)";
  const view = viewOf(grade, [8], planes("01020304", "01020304", "", "4e"));
  assert.equal(refusalOf(slice(view, 0, 2, 8)), "SliceSplitsGroup");
  assert.equal(refusalOf(slice(view, 0, 0, 6)), "SliceSplitsGroup");
  // 0x4e: cell 0 names 2 and 3, cell 1 names 0 and 1.
  const kept = unwrap(slice(view, 0, 4, 8));
  assert.deepEqual(kept.shape, [4]);
  assert.deepEqual(hexOf(kept.planes), ["0304", "0304", "", "04"]);
});

test("§12.6.5: with k1 = 0 the outer scale stays, also with an empty result", () => {
  const view = viewOf(NVF4, [4, 64], planes(zeros(128), zeros(16), "0000803f"), { axis: 1 });
  const kept = unwrap(slice(view, 0, 1, 1));
  assert.deepEqual(kept.shape, [0, 64]);
  assert.deepEqual(hexOf(kept.planes), ["", "", "0000803f", ""]);
  assert.equal(unwrap(slice(view, 1, 16, 48)).planes[1].length, 8);
  // Ignored bits of a dense pair go (§12.6.1).
  const pair = "grit1(e=u4,k0=1,s0=u8,k1=0,s1=u6,zp=u8,zps=l1,esr=affineminmax)";
  const dirty = viewOf(pair, [1], planes("f1", "01", "45f2", "01"));
  assert.deepEqual(hexOf(unwrap(slice(dirty, 0, 0, 1)).planes), ["01", "01", "4502", "01"]);
});

test("§12.6.1: a slice of another axis, and all planes rebuilt in the form that they had", () => {
  // u4, axis 1, three lines of three codes: 1 2 3 / 4 5 6 / 7 8 9, and COL_MAJOR 1 4 7 2 5 8 3 6 9.
  const grade = "grit1(e=u4,k0=1,s0=u4,esr=ratiomaxabs)";
  const scales = "f1f2f3f4f5f6f7f8f9";
  const view = viewOf(grade, [3, 3], planes("21436587f9", scales), { axis: 1 });
  const lines = unwrap(slice(view, 0, 1, 3));
  assert.deepEqual(hexOf(lines.planes), ["547698", "040506070809", "", ""]);
  const columns = viewOf(grade, [3, 3], planes("41278563f9", scales), {
    axis: 1,
    data: PLACEMENTS.COL_MAJOR,
  });
  const cut = unwrap(slice(columns, 0, 1, 3));
  // 4 5 6 / 7 8 9 by columns: 4 7 5 8 6 9.
  assert.deepEqual(hexOf(cut.planes), ["748596", "040506070809", "", ""]);
  const inner = unwrap(slice(columns, 1, 1, 3));
  // 2 3 / 5 6 / 8 9 by columns: 2 5 8 3 6 9.
  assert.deepEqual(hexOf(inner.planes), ["523896", "020305060809", "", ""]);
});

test("§12.6, blocks: whole blocks are left", () => {
  const blocks = ["7f", "80", "81", "82"].map((scale) => scale + "11".repeat(16));
  const view = viewOf(MXFP4, [2, 64], planes(blocks.join(""), ""), {
    axis: 1,
    data: PLACEMENTS.BLOCK_AOS,
  });
  const kept = unwrap(slice(view, 1, 32, 64));
  assert.deepEqual(hexOf(kept.planes), [`${blocks[1]}${blocks[3]}`, "", "", ""]);
});

test("§12.6.1: the metadata's tail is rebuilt", () => {
  // Three indices of two bits: 1 0 1, and two ignored bits.
  const grade = "grit1(e=s8,k0=2,s0=u8,sp=1:2:u2:asclsb,esr=ratiomaxabs)";
  const view = viewOf(grade, [6], planes("010203", "010203", "", "d1"));
  assert.deepEqual(hexOf(unwrap(slice(view, 0, 0, 6)).planes), ["010203", "010203", "", "11"]);
});

test("§11.2.5: an empty view with extents that no number holds exactly", () => {
  const view = viewOf(MXFP4, [2n ** 62n, 0], planes("", ""), { axis: 1 });
  const { shape } = unwrap(slice(view, 0, 1, 2n ** 62n));
  assert.deepEqual(shape, [2n ** 62n - 1n, 0]);
  const lengthwise = viewOf(MXFP4, [0, 2n ** 62n], planes("", ""), { axis: 1 });
  assert.deepEqual(unwrap(slice(lengthwise, 1, 32, 2n ** 61n)).shape, [0, 2n ** 61n - 32n]);
  assert.equal(refusalOf(slice(lengthwise, 1, 0, 2n ** 61n + 1n)), "SliceSplitsGroup");
});
