// Expected values: the table of spec §11.4 and bits by hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { elementsOf, indicesOf, outerScalesOf, scalesOf } from "../src/code-string.js";
import { gradeSpelled } from "../src/index.js";
import { defined, fromHex, toHex } from "./support.js";

function frame(items: string) {
  return defined(gradeSpelled(`grit1(${items})`)).frame;
}

/** Codes of the elements, how they are stored, and the grade. */
const ELEMENTS: readonly (readonly [grade: string, codes: readonly number[], bytes: string])[] = [
  ["e=u6,k0=1,s0=u8,esr=ratiomaxabs", [1, 2, 3, 4], "813010"],
  ["e=u6,k0=1,s0=u8,po=msb,esr=ratiomaxabs", [1, 2, 3, 4], "0420c4"],
  ["e=u4,k0=1,s0=u8,esr=ratiomaxabs", [1, 2, 3], "2103"],
  ["e=u4,k0=1,s0=u8,po=msb,esr=ratiomaxabs", [1, 2, 3], "1230"],
  ["e=u6,k0=1,s0=u8,ct=pad8,esr=ratiomaxabs", [1, 2, 3, 4], "01020304"],
  ["e=u6,k0=1,s0=u8,ct=pad8,po=msb,esr=ratiomaxabs", [1, 2, 3, 4], "01020304"],
  ["e=binary16,k0=1,s0=u8,esr=ratiomaxabs", [0x3c00], "003c"],
  ["e=binary16,k0=1,s0=u8,po=msb,esr=ratiomaxabs", [0x3c00], "3c00"],
  // §11.4.5: wider than eight bits, pad8 is dense, the packing order included.
  ["e=binary16,k0=1,s0=u8,ct=pad8,po=msb,esr=ratiomaxabs", [0x3c00], "3c00"],
  ["e=binary32,k0=1,s0=u8,esr=ratiomaxabs", [0xc0490fdb, 1], "db0f49c001000000"],
  ["e=binary32,k0=1,s0=u8,po=msb,esr=ratiomaxabs", [0xc0490fdb, 1], "c0490fdb00000001"],
  // 11 10 01 00 read from either end.
  ["e=u2,k0=1,s0=u8,esr=ratiomaxabs", [3, 2, 1, 0], "1b"],
  ["e=u2,k0=1,s0=u8,po=msb,esr=ratiomaxabs", [3, 2, 1, 0], "e4"],
];

test("§11.4.2 to §11.4.5: elements, both ways", () => {
  for (const [grade, codes, bytes] of ELEMENTS) {
    const read = elementsOf(frame(grade), fromHex(bytes));
    assert.deepEqual(
      codes.map((_, i) => read.get(i)),
      codes,
      grade,
    );
    const written = new Uint8Array(bytes.length / 2);
    const write = elementsOf(frame(grade), written);
    codes.forEach((code, i) => write.set(i, code));
    assert.equal(toHex(written), bytes, grade);
  }
});

test("§11.4.6: scales have bytes of their own, whatever the packing order", () => {
  const narrow = scalesOf(frame("e=u4,k0=1,s0=u6,po=msb,esr=ratiomaxabs"), fromHex("c5ff"));
  assert.deepEqual([narrow.get(0), narrow.get(1)], [5, 63]);
  const wide = scalesOf(frame("e=u4,k0=1,s0=binary16,po=msb,esr=ratiomaxabs"), fromHex("0c26"));
  assert.equal(wide.get(0), 0x260c);
});

test("§11.4.7: scale1 is unpadded", () => {
  const d = frame("e=u4,k0=1,s0=u8,k1=0,s1=u6,zp=u8,zps=l1,esr=affineminmax");
  const scales = outerScalesOf(d, fromHex("4502"));
  assert.deepEqual([scales.get(0), scales.get(1)], [5, 9]);
});

test("§11.4.8: metadata is lsb first under either packing order", () => {
  const u2 = indicesOf(
    frame("e=s8,k0=4,s0=u8,sp=2:4:u2:asclsb,po=msb,esr=ratiomaxabs"),
    fromHex("49"),
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((slot) => u2.get(slot)),
    [1, 2, 0, 1],
  );
});

test("§11.4.10: runs of codes are copied alone, wherever they begin and end", () => {
  for (const grade of [
    "e=u2,k0=1,s0=u8,esr=ratiomaxabs",
    "e=u4,k0=1,s0=u8,po=msb,esr=ratiomaxabs",
    "e=u6,k0=1,s0=u8,esr=ratiomaxabs",
    "e=u6,k0=1,s0=u8,po=msb,esr=ratiomaxabs",
    "e=u6,k0=1,s0=u8,ct=pad8,esr=ratiomaxabs",
    "e=binary16,k0=1,s0=u8,po=msb,esr=ratiomaxabs",
  ]) {
    const ones = elementsOf(frame(grade), new Uint8Array(64).fill(0xff));
    for (const [to, from, count] of [
      [0, 0, 9],
      [4, 8, 6],
      [1, 4, 8],
      [8, 3, 5],
      [2, 2, 0],
    ] as const) {
      const codes = elementsOf(frame(grade), new Uint8Array(64));
      codes.copy(to, ones, from, count);
      for (let i = 0; i < 24; i++) {
        assert.equal(codes.get(i), i >= to && i < to + count ? ones.get(i) : 0, grade);
      }
    }
  }
});

test("codes far into a plane are found: bit numbers need more than 31 bits", () => {
  const bytes = new Uint8Array(2 ** 29);
  bytes.set([0x3c, 0x5a], 2 ** 29 - 2);
  const codes = elementsOf(frame("e=u4,k0=1,s0=u8,esr=ratiomaxabs"), bytes);
  assert.deepEqual(
    [1, 2, 3, 4].map((back) => codes.get(2 ** 30 - back)),
    [5, 10, 3, 12],
  );
});
