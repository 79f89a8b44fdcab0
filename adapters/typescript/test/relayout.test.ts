// Stored forms and relayout. Expected values: the examples of spec §12.1 to §12.3 and §12.9.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  check,
  decodeView,
  Descriptor,
  PLACEMENTS,
  relayout,
  type Role,
  type View,
} from "../src/index.js";
import {
  defined,
  hexOf,
  I8S24,
  MXFP4,
  NVF4,
  planes,
  Q4KS,
  refusalOf,
  toHex,
  unwrap,
  viewOf,
} from "./support.js";

const { ROW_MAJOR, LINEAR_META, COL_MAJOR, SWIZZLE_128x4B, BLOCK_AOS, PACK_K4_12B } = PLACEMENTS;

function laidOut(view: View, role: Role, placement: bigint): View {
  return { ...view, ...unwrap(relayout(view, role, placement)) };
}

/** Laid out, and back to ROW_MAJOR. */
function thereAndBack(view: View, role: Role, placement: bigint): readonly [View, View] {
  const there = laidOut(view, role, placement);
  return [there, laidOut(there, role, ROW_MAJOR)];
}

function u4(shape: readonly number[], axis: number, data: string, scales: number): View {
  const grade = "grit1(e=u4,k0=1,s0=u8,esr=ratiomaxabs)";
  return viewOf(grade, shape, planes(data, "01".repeat(scales)), { axis });
}

test("§12.2.1: COL_MAJOR of the example, in three packings", () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ["e=u4,k0=1,s0=u8", "214365", "415263"],
    ["e=u6,k0=1,s0=u8", "8130108501", "0121148301"],
    ["e=u6,k0=1,s0=u8,po=msb", "0420c41460", "0440850c60"],
  ];
  for (const [grade, inOrder, columns] of rows) {
    const text = `grit1(${grade},esr=ratiomaxabs)`;
    const view = viewOf(text, [2, 3], planes(inOrder, "01".repeat(6)), { axis: 1 });
    const [there, back] = thereAndBack(view, "data", COL_MAJOR);
    assert.deepEqual(hexOf(there.planes), [columns, "01".repeat(6), "", ""]);
    assert.equal(there.descriptor.placementData, COL_MAJOR);
    assert.deepEqual(hexOf(back.planes), hexOf(view.planes));
    assert.deepEqual(unwrap(decodeView(there)), unwrap(decodeView(view)));
  }
  // Axis 0: R = 3 lines of C = 2, 1 2 / 3 4 / 5 6; by columns 1 3 5 2 4 6.
  assert.equal(hexOf(laidOut(u4([2, 3], 0, "214365", 6), "data", COL_MAJOR).planes)[0], "312564");
});

test("§12.2.1: a sparse string is turned as it is stored", () => {
  // Two lines of two cells of 1:2: stored 1 2 / 3 4, turned 1 3 2 4; the cells name 1 0 / 0 1.
  const grade = "grit1(e=s8,k0=4,s0=u8,sp=1:2:u2:asclsb,esr=ratiomaxabs)";
  const view = viewOf(grade, [2, 4], planes("01020304", "0101", "", "41"), { axis: 1 });
  const there = laidOut(view, "data", COL_MAJOR);
  assert.deepEqual(hexOf(there.planes), ["01030204", "0101", "", "41"]);
  assert.deepEqual(
    Array.from(new Float32Array(unwrap(decodeView(there)).buffer)),
    [0, 1, 2, 0, 3, 0, 0, 4],
  );
});

test("§12.2.2: SWIZZLE_128x4B of the example", () => {
  const scale0 = new Uint8Array(130 * 5);
  const rows = [
    [0, 0, 0],
    [33, 2, 22],
    [127, 3, 511],
    [0, 4, 512],
    [128, 0, 1024],
    [129, 4, 1552],
  ] as const;
  const swizzled = new Uint8Array(2048);
  rows.forEach(([line, group, place], i) => {
    scale0[line * 5 + group] = i + 1;
    swizzled[place] = i + 1;
  });
  const data = new Uint8Array((130 * 160) / 2);
  const none = new Uint8Array(0);
  const view = viewOf(MXFP4, [130, 160], [data, scale0, none, none], { axis: 1 });
  const [there, back] = thereAndBack(view, "scale", SWIZZLE_128x4B);
  assert.deepEqual(there.planes, [data, swizzled, none, none]);
  assert.deepEqual(back.planes, view.planes);
});

test("§12.2.3: padding is ignored when read and 0 when rebuilt, like ignored bits", () => {
  const grade = "grit1(e=u4,k0=2,s0=u6,esr=ratiomaxabs)";
  const view = viewOf(grade, [1, 4], planes("2143", "c5ff"), { axis: 1 });
  const there = laidOut(view, "scale", SWIZZLE_128x4B);
  assert.deepEqual(hexOf(there.planes), ["2143", `053f${"00".repeat(510)}`, "", ""]);
  const dirty = planes("2143", `c5ff${"ee".repeat(510)}`);
  const back = laidOut({ ...there, planes: dirty }, "scale", ROW_MAJOR);
  assert.deepEqual(hexOf(back.planes), ["2143", "053f", "", ""]);
});

test("§12.1.5: an empty array has no swizzle and no blocks, and keeps its outer scale", () => {
  for (const shape of [
    [2 ** 40, 0],
    [0, 32],
  ]) {
    const view = viewOf(MXFP4, shape, planes("", ""), { axis: 1 });
    assert.deepEqual(hexOf(laidOut(view, "scale", SWIZZLE_128x4B).planes), ["", "", "", ""]);
    assert.deepEqual(hexOf(laidOut(view, "data", BLOCK_AOS).planes), ["", "", "", ""]);
    assert.deepEqual(hexOf(laidOut(view, "data", COL_MAJOR).planes), ["", "", "", ""]);
  }
  const nvf4 = viewOf(NVF4, [0], planes("", "", "0000803f"));
  assert.deepEqual(hexOf(laidOut(nvf4, "scale", SWIZZLE_128x4B).planes), ["", "", "0000803f", ""]);
});

test("§12.3.2: an MXFP4 block", () => {
  const view = viewOf(MXFP4, [32], planes("1032547698badcfeefcdab8967452301", "80"));
  const [there, back] = thereAndBack(view, "data", BLOCK_AOS);
  assert.deepEqual(hexOf(there.planes), ["80f0e1d2c3b4a5968778695a4b3c2d1e0f", "", "", ""]);
  assert.deepEqual(hexOf(back.planes), hexOf(view.planes));
  assert.deepEqual(unwrap(decodeView(there)), unwrap(decodeView(view)));
});

test("§12.3.1: blocks run across lines, in plane order", () => {
  const data = "11".repeat(16) + "22".repeat(16) + "33".repeat(16) + "44".repeat(16);
  const view = viewOf(MXFP4, [2, 64], planes(data, "7f808182"), { axis: 1 });
  const blocks = ["7f" + "11".repeat(16), "80" + "22".repeat(16), "81" + "33".repeat(16)];
  assert.equal(
    hexOf(laidOut(view, "data", BLOCK_AOS).planes)[0],
    blocks.join("") + "82" + "44".repeat(16),
  );
});

test("§12.3.3: a Q8_0 block", () => {
  const grade = "grit1(e=s8,k0=32,s0=binary16,esr=ratiomaxabs)";
  const data = Buffer.from(Array.from({ length: 64 }, (_, i) => i + 1)).toString("hex");
  const view = viewOf(grade, [64], planes(data, "0c26003c"));
  const [there, back] = thereAndBack(view, "data", BLOCK_AOS);
  const [first, second] = [data.slice(0, 64), data.slice(64)];
  assert.deepEqual(hexOf(there.planes), [`0c26${first}003c${second}`, "", "", ""]);
  assert.deepEqual(hexOf(back.planes), hexOf(view.planes));
});

test("§12.3.4, §12.3.5: a Q4_K block; its u6 lose their ignored bits (§12.3.6)", () => {
  // Codes: element i of the block is i mod 16, but element 0 is 9 and element 32 is 3.
  const line = "1032547698badcfe".repeat(2);
  const data = `19${line.slice(2)}13${line.slice(2)}${line.repeat(6)}`;
  const scales = "01020304" + "21323f10"; // 1 2 3 4 33 50 63 16
  const minima = "05060708" + "0a1b2c3d"; // 5 6 7 8 10 27 44 61
  const dirtied = scales.replace("01", "c1");
  const view = viewOf(Q4KS, [256], planes(data, dirtied, "00340030", minima));
  const [there, back] = thereAndBack(view, "data", PACK_K4_12B);
  // Byte l of a quarter: element l low, element 32 + l high; both are l mod 16 but for the first.
  const pairs = "00112233445566778899aabbccddeeff".repeat(2);
  const q = "81c2c344054687c8a1b2cfd0";
  assert.deepEqual(hexOf(there.planes), [
    "00340030" + q + "39" + pairs.slice(2) + pairs.repeat(3),
    "",
    "",
    "",
  ]);
  assert.deepEqual(hexOf(back.planes), [data, scales, "00340030", minima]);
});

test("§12.3.7: e2m1 code 8 in a block is −0, a scale of 0xff NaN", () => {
  const block = (scale: string): View =>
    viewOf(MXFP4, [32], planes(scale + "88".repeat(16), ""), { data: BLOCK_AOS });
  assert.deepEqual(new Set(unwrap(decodeView(block("7f")))), new Set([0x80000000]));
  assert.deepEqual(new Set(unwrap(decodeView(block("ff")))), new Set([0x7fc00000]));
});

test("§12.4.1: check knows no stored form", () => {
  const view = viewOf(MXFP4, [32], planes("11".repeat(16), "7f"));
  const verdict = (role: Role, placement: bigint) => {
    const { descriptor, planes: stored } = unwrap(relayout(view, role, placement));
    return check(descriptor.bytes, [32], { kind: "planes", planes: stored }, 2);
  };
  assert.deepEqual(verdict("data", BLOCK_AOS), { status: 1, plane: 0 });
  assert.deepEqual(verdict("scale", SWIZZLE_128x4B), { status: 1, plane: 1 });
  assert.deepEqual(verdict("data", LINEAR_META), { status: 0, plane: undefined });
});

test("§12.9: what is rebuilt loses its ignored bits, what is passed on keeps them", () => {
  const view = u4([1, 3], 1, "21f3", 3);
  const [there, back] = thereAndBack(view, "data", COL_MAJOR);
  assert.equal(hexOf(there.planes)[0], "2103");
  assert.equal(hexOf(back.planes)[0], "2103");
  assert.equal(hexOf(laidOut(view, "data", LINEAR_META).planes)[0], "21f3");
  assert.equal(hexOf(laidOut(view, "data", ROW_MAJOR).planes)[0], "21f3");
  // §12.9.3: the same word again, padding and all.
  const swizzled = viewOf(MXFP4, [32], planes("11".repeat(16), "7f".repeat(512)), {
    scale: SWIZZLE_128x4B,
  });
  const again = laidOut(swizzled, "scale", SWIZZLE_128x4B);
  assert.deepEqual(hexOf(again.planes), hexOf(swizzled.planes));
  // §12.9.4: another role's padding is passed on.
  const matrix = viewOf(MXFP4, [32, 1], planes("11".repeat(16), "7f".repeat(512)), {
    scale: SWIZZLE_128x4B,
  });
  assert.deepEqual(hexOf(laidOut(matrix, "data", COL_MAJOR).planes), hexOf(matrix.planes));
});

test("§12.9.4: from blocks, scale and meta words change without a byte", () => {
  const stored = planes("80" + "11".repeat(16), "");
  const view = viewOf(MXFP4, [32], stored, { data: BLOCK_AOS });
  const { descriptor, planes: kept } = unwrap(relayout(view, "scale", LINEAR_META));
  assert.equal(descriptor.placementScale, LINEAR_META);
  assert.equal(descriptor.placementData, BLOCK_AOS);
  assert.deepEqual(hexOf(kept), hexOf(stored));
  // COL_MAJOR to blocks goes through plane order.
  const matrix = viewOf(MXFP4, [2, 32], planes("11".repeat(32), "7f80"), {
    axis: 1,
    data: COL_MAJOR,
  });
  const blocks = "7f" + "11".repeat(16) + "80" + "11".repeat(16);
  assert.equal(hexOf(laidOut(matrix, "data", BLOCK_AOS).planes)[0], blocks);
});

test("§12.9.2: what is in no stored form, as a target", () => {
  const refusal = (view: View, role: Role, placement: bigint) =>
    refusalOf(relayout(view, role, placement));
  const plain = viewOf(MXFP4, [32], planes("11".repeat(16), "7f"));
  const unsupported = "RelayoutUnsupported";
  for (const word of [0n, 1n, 0x2000000000000000n, 0x8000000000000001n, 0xf000000000000001n]) {
    assert.equal(refusal(plain, "data", word), unsupported);
    assert.equal(refusal(plain, "scale", word), unsupported);
  }
  assert.equal(refusal(plain, "meta", ROW_MAJOR), unsupported);
  assert.equal(refusal(plain, "meta", 0n), unsupported);
  assert.equal(refusal(plain, "data", COL_MAJOR), unsupported);
  assert.equal(refusal(plain, "data", PACK_K4_12B), unsupported);
  assert.equal(refusal(plain, "data", SWIZZLE_128x4B), unsupported);
  const blocks = laidOut(plain, "data", BLOCK_AOS);
  assert.equal(refusal(blocks, "scale", SWIZZLE_128x4B), unsupported);
  const swizzled = laidOut(plain, "scale", SWIZZLE_128x4B);
  assert.equal(refusal(swizzled, "data", BLOCK_AOS), unsupported);
  const sparse = viewOf(I8S24, [32], planes("01".repeat(16), "003c", "", "44444444"));
  assert.equal(refusal(sparse, "scale", SWIZZLE_128x4B), unsupported);
  assert.equal(refusal(sparse, "meta", PLACEMENTS.META_M16N8K32), unsupported);
  assert.equal(refusal(sparse, "meta", LINEAR_META), undefined);
});

test("§11.8.9: the note is kept, the id too, and the input is not written to", () => {
  const made = viewOf(MXFP4, [32], planes("11".repeat(16), "7f"), { note: 0x1234501 });
  const before = made.descriptor.bytes;
  // A Buffer, whose own slice would share its memory.
  const view = { ...made, descriptor: defined(Descriptor.over(Buffer.from(before))) };
  const { descriptor } = unwrap(relayout(view, "data", BLOCK_AOS));
  assert.equal(descriptor.note, 0x1234501);
  assert.equal(descriptor.gradeId, view.descriptor.gradeId);
  assert.equal(toHex(view.descriptor.bytes), toHex(before));
});
