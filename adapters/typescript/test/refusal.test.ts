// Who is refused, under which name, and in which order. Expected values: spec §11.2.3 and §12.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decodeView,
  Descriptor,
  PLACEMENTS,
  type Planes,
  type Refusal,
  REFUSALS,
  relayout,
  requantize,
  slice,
  transpose,
  type View,
} from "../src/index.js";
import { defined, I8S24, MXFP4, planes, Q4KS, refusalOf, viewOf } from "./support.js";

const FIT = planes("11".repeat(64), "7f".repeat(4));
const SHORT = planes("11".repeat(63), "7f".repeat(4));
const RTZ = MXFP4.replace(")", ",dr=rtz)");

function patched(view: View, offset: number, value: number): View {
  const bytes = view.descriptor.bytes.slice();
  bytes[offset] = value;
  return { ...view, descriptor: defined(Descriptor.over(bytes)) };
}

function decodeRefusal(view: View): Refusal | undefined {
  return refusalOf(decodeView(view));
}

type ViewChoices = Parameters<typeof viewOf>[3];

function mxfp4(stored: Planes = FIT, choices: ViewChoices = {}): View {
  return viewOf(MXFP4, [2, 64], stored, { axis: 1, ...choices });
}

const UNKNOWN = 0x2000000000000000n;

test("the table of §11.2", () => {
  assert.equal(decodeRefusal(mxfp4()), undefined);
  const other = MXFP4.replace("k0=32", "k0=032");
  assert.equal(decodeRefusal({ ...mxfp4(), grade: other }), "GradeUnknown");
  const rne = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)";
  assert.equal(decodeRefusal({ ...mxfp4(), grade: rne }), "GradeUnknown");
  assert.equal(decodeRefusal(mxfp4(SHORT, { scale: UNKNOWN })), "PlacementUnknown");
  assert.equal(decodeRefusal(viewOf(RTZ, [2, 64], FIT, { axis: 1, data: 0n })), "GradeUnsupported");
  for (const data of [0n, PLACEMENTS.TILE_16x16, 0x8000000000000001n]) {
    assert.equal(decodeRefusal(mxfp4(SHORT, { data })), "RelayoutUnsupported");
  }
  assert.equal(
    decodeRefusal(viewOf(MXFP4, [2, 1, 64], FIT, { axis: 2, data: PLACEMENTS.COL_MAJOR })),
    "RelayoutUnsupported",
  );
  assert.equal(decodeRefusal(mxfp4(SHORT)), "SizeMismatch");
  assert.equal(decodeRefusal(mxfp4(FIT, { scale: PLACEMENTS.SWIZZLE_128x4B })), "SizeMismatch");
});

test("§11.2.3, 1: step 1 of check, the string, its id and the frame", () => {
  for (const [offset, value] of [
    [0, 0x46],
    [7, 0x40],
    [9, 0xa0],
    [18, 16],
    [56, 0x84],
  ] as const) {
    assert.equal(decodeRefusal(patched(mxfp4(), offset, value)), "GradeUnknown");
  }
  for (const grade of ["", "no grade", MXFP4.replace("k0=32", "k0=65536"), `${MXFP4}\u00e9`]) {
    assert.equal(decodeRefusal({ ...mxfp4(), grade }), "GradeUnknown");
  }
  // zp beside sp has a descriptor, and step 1 refuses it (§5.1.10).
  const both = "grit1(e=u4,k0=4,s0=u8,zp=u4,sp=2:4:u2:asclsb,esr=affineminmax)";
  assert.equal(decodeRefusal(viewOf(both, [4], planes("11", "01", "", "44"))), "GradeUnknown");
});

test("§11.2.3, 2: step 3 of check", () => {
  assert.equal(decodeRefusal(mxfp4(FIT, { meta: PLACEMENTS.ROW_MAJOR })), "PlacementUnknown");
  assert.equal(
    decodeRefusal(viewOf(Q4KS, [256], planes("", "", "", ""), { meta: 0n })),
    "PlacementUnknown",
  );
});

test("§11.2.3, 3: dr, ds and dt bar decode_view and requantize; slice and the others work", () => {
  for (const key of ["dr=rtz", "ds=ovfinf", "dt=binary16"]) {
    const view = viewOf(MXFP4.replace(")", `,${key})`), [2, 64], FIT, { axis: 1 });
    assert.equal(decodeRefusal(view), "GradeUnsupported", key);
    assert.equal(refusalOf(requantize(view, [0, 1], 1)), "GradeUnsupported", key);
    assert.equal(refusalOf(slice(view, 0, 0, 1)), undefined, key);
    assert.equal(refusalOf(transpose(view, [0, 1], 1)), undefined, key);
    assert.equal(refusalOf(relayout(view, "data", PLACEMENTS.COL_MAJOR)), undefined, key);
  }
  // A grade with the frame of a registered one, and not registered.
  const own = MXFP4.replace("esr=exp2floormaxabs", "esr=exp2ceilmaxabs");
  const view = viewOf(own, [2, 64], FIT, { axis: 1 });
  assert.equal(refusalOf(requantize(view, [0, 1], 1)), "GradeUnsupported");
  assert.equal(decodeRefusal(view), undefined);
});

test("§11.2.3, 4: the placement of every plane that the array has, empty or not", () => {
  const { LINEAR_META, META_M16N8K32, SWIZZLE_128x4B, BLOCK_AOS, PACK_K4_12B } = PLACEMENTS;
  const empty = planes("", "");
  const refusal = (grade: string, choices: ViewChoices): Refusal | undefined =>
    decodeRefusal(viewOf(grade, [0], empty, choices));
  assert.equal(refusal(MXFP4, { data: LINEAR_META, scale: LINEAR_META }), undefined);
  assert.equal(refusal(MXFP4, { data: BLOCK_AOS }), undefined);
  assert.equal(refusal(MXFP4, { scale: SWIZZLE_128x4B }), undefined);
  for (const choices of [
    { scale: 0n },
    { data: SWIZZLE_128x4B },
    { data: PACK_K4_12B },
    { scale: BLOCK_AOS },
    { scale: PLACEMENTS.COL_MAJOR },
    { scale: 0xf000000000000000n },
    { data: BLOCK_AOS, scale: SWIZZLE_128x4B },
  ]) {
    assert.equal(refusal(MXFP4, choices), "RelayoutUnsupported");
  }
  // Two-byte scales have no swizzle.
  assert.equal(refusal(I8S24, { scale: SWIZZLE_128x4B }), "RelayoutUnsupported");
  assert.equal(refusal(I8S24, { meta: META_M16N8K32 }), "RelayoutUnsupported");
  assert.equal(refusal(Q4KS, { data: PACK_K4_12B }), undefined);
  assert.equal(refusal(Q4KS, { data: BLOCK_AOS }), "RelayoutUnsupported");
  assert.equal(refusal(Q4KS, { data: PACK_K4_12B, scale: 0n }), "RelayoutUnsupported");
  assert.equal(refusal(Q4KS, { data: PACK_K4_12B, meta: SWIZZLE_128x4B }), "RelayoutUnsupported");
});

test("§12.1.1: a grade that differs without a trace in the frame has the same blocks", () => {
  const block = planes(`80${"11".repeat(16)}`, "");
  const choices = { data: PLACEMENTS.BLOCK_AOS };
  const rne = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)";
  assert.equal(decodeRefusal(viewOf(rne, [32], block, choices)), undefined);
  const msb = MXFP4.replace("esr", "po=msb,esr");
  assert.equal(decodeRefusal(viewOf(msb, [32], block, choices)), "RelayoutUnsupported");
});

test("§11.2.3, 5: sizes without an answer, rank 0 among them, and every plane", () => {
  assert.equal(decodeRefusal(viewOf(MXFP4, [], planes("", ""))), "SizeMismatch");
  assert.equal(decodeRefusal(viewOf(MXFP4, [31], planes("", ""))), "SizeMismatch");
  assert.equal(decodeRefusal(viewOf(MXFP4, [-32], planes("", ""))), "SizeMismatch");
  assert.equal(decodeRefusal(viewOf(MXFP4, [2n ** 63n], planes("", ""))), "SizeMismatch");
  assert.equal(decodeRefusal(viewOf(MXFP4, [2n ** 62n], planes("", ""))), "SizeMismatch");
  const k00 = "grit1(e=u4,k0=0,s0=u8,esr=ratiomaxabs)";
  assert.equal(decodeRefusal(viewOf(k00, [0], planes("", ""))), "SizeMismatch");
  const whole = ["11".repeat(128), "01".repeat(8), "003c0000", "00".repeat(8)] as const;
  assert.equal(decodeRefusal(viewOf(Q4KS, [256], planes(...whole))), undefined);
  for (const i of [0, 1, 2, 3]) {
    const [data, scale0, scale1, aux] = whole.map((hex, j) => (i === j ? `${hex}00` : hex));
    const stored = planes(data ?? "", scale0 ?? "", scale1, aux);
    assert.equal(decodeRefusal(viewOf(Q4KS, [256], stored)), "SizeMismatch");
  }
  // Swizzles and blocks of shapes that no memory holds.
  const huge = [2n ** 57n, 32] as const;
  const swizzle = { axis: 1, scale: PLACEMENTS.SWIZZLE_128x4B };
  assert.equal(decodeRefusal(viewOf(MXFP4, huge, planes("", ""), swizzle)), "SizeMismatch");
  const blocks = { axis: 1, data: PLACEMENTS.BLOCK_AOS };
  assert.equal(decodeRefusal(viewOf(MXFP4, huge, planes("", ""), blocks)), "SizeMismatch");
});

test("§11.2.3, 6: metadata bars slice and transpose only", () => {
  const refusals = (grade: string, aux: string): readonly (Refusal | undefined)[] => {
    const view = viewOf(grade, [10], planes("010203040506", "0203", "", aux));
    return [
      refusalOf(slice(view, 0, 0, 10)),
      refusalOf(transpose(view, [0], 0)),
      decodeRefusal(view),
      refusalOf(relayout(view, "data", PLACEMENTS.LINEAR_META)),
    ];
  };
  const unordered = "grit1(e=s8,k0=5,s0=u8,sp=3:5:u4:unord,esr=ratiomaxabs)";
  const ordered = unordered.replace("unord", "asclsb");
  const barred = ["DigestMismatch", "DigestMismatch", undefined, undefined];
  const free = [undefined, undefined, undefined, undefined];
  assert.deepEqual(refusals(unordered, "147420"), barred); // 4 1 4, 7 0 2 (§11.6)
  assert.deepEqual(refusals(unordered, "120324"), free); // 2 1 3, 0 4 2
  assert.deepEqual(refusals(ordered, "120324"), barred);
  assert.deepEqual(refusals(ordered, "210243"), barred); // 1 2 2
  assert.deepEqual(refusals(ordered, "100243"), free); // 0 1 2, 0 3 4
  assert.deepEqual(refusals(unordered, "100253"), barred); // 5 is not below M
});

test("each name once, the first reason decides", () => {
  // One view with every fault that it can have; they are taken away in the order of the refusals.
  const grade = "grit1(e=s8,k0=4,s0=u8,k1=2,s1=u8,sp=2:4:u4:asclsb,esr=ratiomaxabs,dr=rtz)";
  const wrongSize = planes("00", "00", "00", "00");
  // 4 lines of one group each; a cell that names 1 twice.
  const twice = planes("0102030405060708", "01010101", "0102", "11101010");
  const sound = planes("0102030405060708", "01010101", "0102", "10101010");
  const at = (stored: Planes, choices: ViewChoices, text = grade): View =>
    viewOf(text, [4, 4], stored, { axis: 1, ...choices });

  const badGrade = { ...at(wrongSize, { scale: UNKNOWN }), grade: "" };
  const unknownPlacement = at(wrongSize, { data: 0n, scale: UNKNOWN });
  const unsupported = at(wrongSize, { data: 0n });
  const decoded = grade.replace(",dr=rtz", "");
  const seen: (Refusal | undefined)[] = [
    decodeRefusal(badGrade),
    decodeRefusal(unknownPlacement),
    decodeRefusal(unsupported),
    decodeRefusal(at(wrongSize, { data: 0n }, decoded)),
    decodeRefusal(at(wrongSize, {}, decoded)),
    refusalOf(slice(at(twice, {}), 2, 0, 1)),
    refusalOf(slice(at(sound, {}), 2, 0, 1)),
    refusalOf(transpose(at(sound, {}), [0, 0], 0)),
    refusalOf(transpose(at(sound, {}), [1, 0], 1)),
    refusalOf(slice(at(sound, {}), 0, 0, 1)),
  ];
  assert.deepEqual(seen, REFUSALS);

  const operations: readonly ((view: View) => Refusal | undefined)[] = [
    (view) => refusalOf(slice(view, 9, 3, 1)),
    (view) => refusalOf(transpose(view, [9], 9)),
    (view) => refusalOf(relayout(view, "meta", UNKNOWN)),
  ];
  for (const refusal of operations) {
    assert.equal(refusal(badGrade), "GradeUnknown");
    assert.equal(refusal(unknownPlacement), "PlacementUnknown");
    assert.equal(refusal(unsupported), "RelayoutUnsupported");
    assert.equal(refusal(at(wrongSize, {})), "SizeMismatch");
  }
  assert.equal(refusalOf(transpose(at(twice, {}), [9], 9)), "DigestMismatch");
});
