// The laws of spec §11.8 over drawn views: relations between answers, no expected values.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decodeView,
  PLACEMENTS,
  type Planes,
  relayout,
  type Role,
  sizesOf,
  slice,
  transpose,
  type View,
} from "../src/index.js";
import { cellsAre } from "../src/sparse-cells.js";
import { I8S24, MXFP4, NVF4, planes, Q4KS, unwrap, viewOf } from "./support.js";

/** Numerical Recipes' linear congruential generator, its high bits. */
function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const GRADES = [
  MXFP4,
  Q4KS,
  NVF4,
  I8S24,
  "grit1(e=s8,k0=32,s0=binary16,esr=ratiomaxabs)",
  "grit1(e=u6,k0=3,s0=u6,po=msb,esr=ratiomaxabs)",
  "grit1(e=u6,k0=2,s0=e4m3,k1=0,s1=u6,zp=s4,zpc=minus1,zps=l1,esr=affineminmax)",
  "grit1(e=u2,k0=1,s0=u4,k1=2,s1=e2m1,zp=binary16,ct=pad8,esr=affineminmax)",
  "grit1(e=e4m3,k0=4,s0=e8m0,sp=2:4:u4:asclsb,po=msb,esr=ratiomaxabs)",
  "grit1(e=binary16,k0=3,s0=u8,k1=2,s1=binary32,sp=1:2:u2:unord,esr=ratiomaxabs)",
  "grit1(e=binary32,k0=2,s0=e2m1,po=msb,esr=ratiomaxabs)",
] as const;

/** A view with sizes, drawn; survivors are sound. */
function draw(random: (below: number) => number, grade: string): View {
  for (;;) {
    const rank = 1 + random(4);
    const axis = random(rank);
    const empty = planes("", "");
    const { k0, k1, isSparse, spM, spN, spMetaFmt } = viewOf(grade, [], empty).descriptor;
    const unit = isSparse && k0 % spM !== 0 ? k0 * spM : k0;
    const shape = Array.from({ length: rank }, (_, i) =>
      i === axis ? unit * (1 + random(3)) : 1 + random(k1 > 4 ? 8 : 4),
    );
    const sizes = sizesOf(viewOf(grade, shape, empty, { axis }).descriptor, shape);
    if (!sizes.ok) continue;
    const [data, scale0, scale1, aux] = sizes.value.planeBytes.map((bytes) =>
      Uint8Array.from({ length: Number(bytes) }, () => random(256)),
    );
    if (!data || !scale0 || !scale1 || !aux) continue;
    if (isSparse) {
      aux.fill(0);
      const bits = 2 * spMetaFmt;
      for (let slot = 0; slot < Number(sizes.value.nnz); slot++) {
        const within = slot % spN;
        // Ascending: the first spN positions, or the last.
        const index = slot % 3 === 0 && spN === 1 ? spM - 1 : within;
        const bit = slot * bits;
        aux[bit >> 3] = (aux[bit >> 3] ?? 0) | (index << (bit & 7));
      }
      const { descriptor } = viewOf(grade, shape, empty, { axis });
      assert.ok(cellsAre("ascending", descriptor, Number(sizes.value.nnz), aux));
    }
    return viewOf(grade, shape, [data, scale0, scale1, aux], { axis });
  }
}

function numbersOf(shape: readonly (number | bigint)[]): readonly number[] {
  return shape.map(Number);
}

/** Row-major number of coordinates. */
function rowMajor(shape: readonly number[], at: readonly number[]): number {
  return shape.reduce((number, extent, axis) => number * extent + (at[axis] ?? 0), 0);
}

/** Every coordinate tuple of a shape, row-major. */
function coordinates(shape: readonly number[]): number[][] {
  return shape.reduce<number[][]>(
    (tuples, extent) =>
      tuples.flatMap((tuple) => Array.from({ length: extent }, (_, i) => [...tuple, i])),
    [[]],
  );
}

const TARGETS: readonly (readonly [Role, bigint])[] = [
  ["data", PLACEMENTS.COL_MAJOR],
  ["scale", PLACEMENTS.SWIZZLE_128x4B],
  ["data", PLACEMENTS.BLOCK_AOS],
  ["data", PLACEMENTS.PACK_K4_12B],
];

/** The view in every other form that one relayout, or two, gives. */
function otherForms(view: View): readonly View[] {
  const once = (from: View): View[] =>
    TARGETS.flatMap(([role, placement]) => {
      const result = relayout(from, role, placement);
      return result.ok ? [{ ...from, ...result.value }] : [];
    });
  return once(view).flatMap((form) => [form, ...once(form)]);
}

const ROUNDS = 20;

test("L3: a slice decodes to the same cut", () => {
  const random = generator(3);
  let answered = 0;
  for (const grade of GRADES) {
    for (let round = 0; round < 4 * ROUNDS; round++) {
      const view = draw(random, grade);
      const shape = numbersOf(view.shape);
      const axis = random(shape.length);
      const { groupAxis, k0, isSparse, spM } = view.descriptor;
      const step = axis === groupAxis ? (isSparse && k0 % spM !== 0 ? k0 * spM : k0) : 1;
      const steps = (shape[axis] ?? 0) / step;
      const begin = random(steps + 1);
      const end = begin + random(steps + 1 - begin);
      const result = slice(view, axis, begin * step, end * step);
      if (!result.ok) {
        assert.equal(result.error, "SliceSplitsGroup");
        continue;
      }
      answered++;
      const whole = unwrap(decodeView(view));
      const part = unwrap(decodeView({ ...view, ...result.value }));
      const expected = coordinates(numbersOf(result.value.shape)).map((at) => {
        const from = at.map((coordinate, i) => coordinate + (i === axis ? begin * step : 0));
        return whole[rowMajor(shape, from)];
      });
      assert.deepEqual(Array.from(part), expected, grade);
    }
  }
  assert.ok(answered > 400);
});

function drawPermutation(random: (below: number) => number, rank: number): number[] {
  const perm: number[] = [];
  for (let axis = 0; axis < rank; axis++) perm.splice(random(axis + 1), 0, axis);
  return perm;
}

test("L4: a transposition decodes to the permuted values", () => {
  const random = generator(4);
  let answered = 0;
  for (const grade of GRADES) {
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const view = draw(random, grade);
      const perm = drawPermutation(random, view.shape.length);
      const result = transpose(view, perm, perm.indexOf(view.descriptor.groupAxis));
      if (!result.ok) {
        assert.equal(result.error, "SliceSplitsGroup");
        continue;
      }
      answered++;
      const whole = unwrap(decodeView(view));
      const turned = unwrap(decodeView({ ...view, ...result.value }));
      const expected = coordinates(numbersOf(result.value.shape)).map((at) => {
        const from = at.map((_, axis) => at[perm.indexOf(axis)] ?? 0);
        return whole[rowMajor(numbersOf(view.shape), from)];
      });
      assert.deepEqual(Array.from(turned), expected, grade);
    }
  }
  assert.ok(answered > 300);
});

test("L7: a relayout changes no value, and slice and transpose commute with it", () => {
  const random = generator(7);
  const inOrder = (view: View): Planes =>
    (["data", "scale"] as const).reduce<View>(
      (from, role) => ({ ...from, ...unwrap(relayout(from, role, PLACEMENTS.ROW_MAJOR)) }),
      view,
    ).planes;
  let forms = 0;
  for (const grade of GRADES) {
    for (let round = 0; round < ROUNDS; round++) {
      const view = draw(random, grade);
      const last = view.shape.length - 1;
      const perm = drawPermutation(random, last + 1);
      const groupAxis = perm.indexOf(view.descriptor.groupAxis);
      for (const form of otherForms(view)) {
        forms++;
        assert.deepEqual(unwrap(decodeView(form)), unwrap(decodeView(view)), grade);
        for (const operation of [
          (of: View) => slice(of, last, 0, of.shape[last] ?? 0),
          (of: View) => slice(of, 0, 0, of.descriptor.groupAxis === 0 ? of.descriptor.k0 : 1),
          (of: View) => transpose(of, perm, groupAxis),
        ]) {
          const [plain, other] = [operation(view), operation(form)];
          assert.equal(plain.ok, other.ok);
          if (!plain.ok || !other.ok) continue;
          // Rebuilt once more, so that ignored bits of a pure relabelling are 0 in both.
          const whole = (of: View): View => ({
            ...of,
            ...unwrap(slice(of, 0, 0, of.shape[0] ?? 0)),
          });
          assert.deepEqual(
            inOrder(whole({ ...form, ...other.value })),
            inOrder(whole({ ...view, ...plain.value })),
            grade,
          );
        }
      }
    }
  }
  assert.ok(forms > 300);
});
