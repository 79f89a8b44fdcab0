// Expected values: the examples of spec §8 and §11, and arithmetic by hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeView, PLACEMENTS, type View } from "../src/index.js";
import { I8S24, MXFP4, NVF4, planes, Q4KS, unwrap, valuesOf, viewOf } from "./support.js";

const NAN = 0x7fc00000;

function decoded(view: View): readonly number[] {
  return valuesOf(unwrap(decodeView(view)));
}

function decodedBits(view: View): readonly number[] {
  return Array.from(unwrap(decodeView(view)));
}

test("§8: the examples of the registered grades", () => {
  const mxfp4 = viewOf(MXFP4, [32], planes("f70122446608" + "00".repeat(10), "80"));
  assert.deepEqual(decoded(mxfp4).slice(0, 12), [12, -12, 1, 0, 2, 2, 4, 4, 8, 8, -0, 0]);
  const nvf4 = viewOf(NVF4, [16], planes("f726" + "00".repeat(6), "7e", "2549923a"));
  assert.deepEqual(decoded(nvf4).slice(0, 4), [3, -3, 2, 0.5]);
  const q4ks = viewOf(
    Q4KS,
    [256],
    planes("700f" + "00".repeat(126), "45" + "00".repeat(7), "00340030", "8c" + "00".repeat(7)),
  );
  assert.deepEqual(decoded(q4ks).slice(0, 4), [-1.5, 7.25, 17.25, -1.5]);
  const i8s24 = viewOf(I8S24, [32], planes("81552a2a" + "00".repeat(12), "0c26", "", "49444444"));
  assert.deepEqual(
    decoded(i8s24).slice(0, 8),
    [0, -2.99981689453125, 2.00775146484375, 0, 0.9920654296875, 0.9920654296875, 0, 0],
  );
});

test("§11.3, §11.7: plane order to logical order", () => {
  // Elements are worth their number in plane order; scale 1.
  const numbers = (count: number): string =>
    Buffer.from(Array.from({ length: count }, (_, i) => i)).toString("hex");
  const grade = "grit1(e=u8,k0=1,s0=u8,esr=ratiomaxabs)";
  const at = (shape: readonly number[], axis: number): readonly number[] => {
    const count = shape.reduce((product, extent) => product * extent, 1);
    return decoded(viewOf(grade, shape, planes(numbers(count), "01".repeat(count)), { axis }));
  };
  // a, c, e, b, d, f.
  assert.deepEqual(at([2, 3], 0), [0, 2, 4, 1, 3, 5]);
  assert.deepEqual(at([2, 3], 1), [0, 1, 2, 3, 4, 5]);
  const cube = at([2, 3, 4], 1);
  assert.equal(cube[12 + 2 * 4 + 3], 23); // (1, 2, 3)
  assert.equal(cube[4 + 2], 7); // (0, 1, 2)
  // Line 4·a0 + a2, coordinate a1.
  for (const [a0, a1, a2] of [
    [0, 0, 0],
    [0, 2, 1],
    [1, 0, 0],
    [1, 1, 3],
  ] as const) {
    assert.equal(cube[12 * a0 + 4 * a1 + a2], 3 * (4 * a0 + a2) + a1);
  }
  // Extents of 1 change nothing.
  assert.deepEqual(at([1, 2, 1, 3, 1], 1), [0, 2, 4, 1, 3, 5]);
});

test("§11.5: a shared zero point, stored minus one", () => {
  const grade = "grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)";
  assert.deepEqual(
    decoded(viewOf(grade, [4], planes("807f", "0038", "", "f7"))),
    [-4, 0, 3.5, -0.5],
  );
  assert.deepEqual(
    decoded(viewOf(grade, [4], planes("807f", "0038", "", "0f"))),
    [-8, -4, -0.5, -4.5],
  );
});

test("§11.5.4: + 1 is one binary32 addition for a float; l1 has it too", () => {
  // zp = 2^24 as binary32: 2^24 + 1 is a tie and stays 2^24. e = 0.
  const shared = "grit1(e=u8,k0=1,s0=u8,zp=binary32,zpc=minus1,esr=affineminmax)";
  assert.deepEqual(decoded(viewOf(shared, [1], planes("00", "01", "", "0000804b"))), [-(2 ** 24)]);
  // s1 = 2, z1 = 3, s0 = 1, e = 5, z = 6 + 1: 10 − 21.
  const own = "grit1(e=u8,k0=1,s0=u8,k1=0,s1=u8,zp=u8,zpc=minus1,zps=l1,esr=affineminmax)";
  assert.deepEqual(decoded(viewOf(own, [1], planes("05", "01", "0203", "06"))), [-11]);
});

test("§11.5.5: a shared zero point under two levels", () => {
  // s1 = 2, s0 = 3, e − z = 5 − 7.
  const grade = "grit1(e=u8,k0=1,s0=u8,k1=1,s1=u8,zp=u8,esr=affineminmax)";
  assert.deepEqual(decoded(viewOf(grade, [1], planes("05", "03", "02", "07"))), [-12]);
});

test("§11.8.6, L6: the example, rounded twice", () => {
  const grade = "grit1(e=u8,k0=1,s0=u8,k1=1,s1=binary16,zp=u8,zps=l1,esr=affineminmax)";
  const view = viewOf(grade, [1], planes("79", "7f", "bf41773e", "1a"));
  assert.equal(view.descriptor.gradeId, 0x8b855ee77b06c9ecn);
  assert.deepEqual(decodedBits(view), [0x472c4c16]);
});

test("§11.8.5, L5: the outermost scale first", () => {
  // s1 = 2^127, s0 = 2, e = 0.5: S is infinite, though s1 × (s0 × e) is 2^127.
  const view = viewOf(NVF4, [16], planes("11".repeat(8), "40", "0000007f"));
  assert.deepEqual(decodedBits(view), new Array(16).fill(0x7f800000));
});

test("§11.5.7, §11.8.1: a NaN scale or zero point makes all of its elements NaN", () => {
  assert.deepEqual(
    decodedBits(viewOf(MXFP4, [32], planes("00".repeat(16), "ff"))),
    new Array(32).fill(NAN),
  );
  const shared = "grit1(e=u4,k0=2,s0=u8,zp=binary16,esr=affineminmax)";
  const view = viewOf(shared, [4], planes("0000", "0101", "", "01fe0000"));
  assert.deepEqual(decodedBits(view), [NAN, NAN, 0, 0]);
  // z1 is NaN, S × e is 0: Z decides.
  const own = "grit1(e=u4,k0=1,s0=u8,k1=0,s1=binary16,zp=u8,zps=l1,esr=affineminmax)";
  assert.deepEqual(decodedBits(viewOf(own, [1], planes("00", "01", "003c007e", "00"))), [NAN]);
  // Infinity × 0 (§0.7).
  const inf = "grit1(e=s8,k0=1,s0=binary16,esr=ratiomaxabs)";
  assert.deepEqual(decodedBits(viewOf(inf, [2], planes("00ff", "007c007c"))), [NAN, 0xff800000]);
});

test("§11.5.1: formats in unusual roles, subnormals and −0 included", () => {
  // e = e8m0 0x00 = 2^−127 and NaN, s0 = e2m1 0.5 and −0 in the low nibble.
  const grade = "grit1(e=e8m0,k0=1,s0=e2m1,esr=ratiomaxabs)";
  const view = viewOf(grade, [3], planes("00ff7f", "f1f1f8"));
  assert.deepEqual(decodedBits(view), [0x00200000, NAN, 0x80000000]);
  // binary32 elements, a signalling NaN among them; 2^−149 × 2^−1 is a tie and rounds to +0.
  const wide = "grit1(e=binary32,k0=3,s0=binary16,po=msb,esr=ratiomaxabs)";
  const bits = viewOf(wide, [3], planes("7f800001" + "00000001" + "3f800000", "0038"));
  assert.deepEqual(decodedBits(bits), [NAN, 0, 0x3f000000]);
  const signed = "grit1(e=s4,k0=4,s0=s4,esr=ratiomaxabs)";
  assert.deepEqual(decoded(viewOf(signed, [4], planes("8710", "0f"))), [-7, 8, -0, -1]);
});

test("§11.6: the example; a set of names, one cursor", () => {
  const grade = "grit1(e=s8,k0=5,s0=u8,sp=3:5:u4:unord,esr=ratiomaxabs)";
  const view = viewOf(grade, [10], planes("010203040506", "0203", "", "147420"));
  assert.deepEqual(decoded(view), [0, 2, 0, 0, 4, 9, 0, 12, 0, 0]);
});

test("§11.6.3: the cursor runs on across lines, in plane order", () => {
  // Two lines of one cell; line 0 names position 1 twice, so line 1 begins with element 1.
  const grade = "grit1(e=s8,k0=4,s0=u8,sp=2:4:u2:unord,esr=ratiomaxabs)";
  const view = viewOf(grade, [4, 2], planes("0a141e28", "0102", "", "85"), { axis: 0 });
  // Line 0: 0 10 0 0; line 1: positions 0 and 2 take 20 and 30, twice each.
  assert.deepEqual(decoded(view), [0, 40, 10, 0, 0, 60, 0, 0]);
});

test("§11.6.2, §11.8.2: sparse wins over poison; §11.3.7: k0 and sp_m need not divide", () => {
  // k0 = 3, M = 2, extent 6: group 0 is NaN, group 1 is 1. Cells name 1, 0, 0.
  const grade = "grit1(e=s8,k0=3,s0=binary16,sp=1:2:u2:asclsb,esr=ratiomaxabs)";
  const view = viewOf(grade, [6], planes("070809", "007e003c", "", "01"));
  assert.deepEqual(decodedBits(view), [0, NAN, NAN, 0, 0x41100000, 0]);
});

test("§11.6.1: a position beyond the metadata format is never named", () => {
  const grade = "grit1(e=s8,k0=32,s0=u8,sp=1:32:u4:unord,esr=ratiomaxabs)";
  const view = viewOf(grade, [32], planes("05", "01", "", "ff"));
  assert.deepEqual(decoded(view), [...new Array(15).fill(0), 5, ...new Array(16).fill(0)]);
});

test("§11.2.5, §11.7.2: empty arrays have no values, whatever their extents", () => {
  const { SWIZZLE_128x4B, COL_MAJOR, BLOCK_AOS } = PLACEMENTS;
  const empty = planes("", "");
  assert.deepEqual(decoded(viewOf(MXFP4, [2 ** 40, 0], empty, { axis: 1 })), []);
  assert.deepEqual(decoded(viewOf(MXFP4, [2n ** 62n, 2n ** 62n, 0], empty, { axis: 2 })), []);
  const choices = { axis: 1, data: COL_MAJOR, scale: SWIZZLE_128x4B };
  assert.deepEqual(decoded(viewOf(MXFP4, [2 ** 40, 0], empty, choices)), []);
  assert.deepEqual(decoded(viewOf(MXFP4, [0, 32], empty, choices)), []);
  assert.deepEqual(decoded(viewOf(MXFP4, [0], empty, { data: BLOCK_AOS })), []);
  // §12.1.5: the one outer scale of k1 = 0 stays.
  assert.deepEqual(decoded(viewOf(NVF4, [0], planes("", "", "0000803f"))), []);
});

test("§11.8.9: the note changes nothing", () => {
  const stored = planes("11".repeat(16), "7f");
  assert.deepEqual(
    decoded(viewOf(MXFP4, [32], stored, { note: 0xffffffff })),
    decoded(viewOf(MXFP4, [32], stored)),
  );
});
