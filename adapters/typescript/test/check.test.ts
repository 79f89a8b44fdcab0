// Expected values: by hand from spec §4, §5, §6 and §11.1.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  check,
  type Contents,
  Descriptor,
  digest,
  isKnownPlacement,
  PLACEMENTS,
  type PlaneBytes,
  type Planes,
  sizesOf,
  Status,
  type Verdict,
} from "../src/index.js";
import {
  defined,
  fromHex,
  MXFP4 as MXFP4_TEXT,
  MXFP4_DESCRIPTOR,
  planes,
  registered,
  unwrap,
  viewOf,
} from "./support.js";

const MXFP4 = fromHex(MXFP4_DESCRIPTOR);
const I8S24 = registered("GRADE_I8S24").frame.withChoices({
  groupAxis: 0,
  note: 0,
  placements: [PLACEMENTS.ROW_MAJOR, PLACEMENTS.ROW_MAJOR, PLACEMENTS.LINEAR_META],
}).bytes;
const Q4KS = registered("GRADE_Q4KS").frame.withChoices({
  groupAxis: 1,
  note: 0,
  placements: [PLACEMENTS.ROW_MAJOR, PLACEMENTS.ROW_MAJOR, PLACEMENTS.ROW_MAJOR],
}).bytes;

function lengths(...bytes: PlaneBytes): Contents {
  return { kind: "lengths", bytes };
}

function patched(bytes: Uint8Array, ...changes: (readonly [number, number])[]): Uint8Array {
  const copy = bytes.slice();
  for (const [offset, value] of changes) copy[offset] = value;
  return copy;
}

function expectVerdict(verdict: Verdict, status: Status, plane?: number): void {
  assert.deepEqual(verdict, { status, plane });
}

const FITTING = lengths(16, 1, 0, 0);

test("a canonical array is Ok at every level", () => {
  for (const level of [0, 1, 2, 255]) expectVerdict(check(MXFP4, [32], FITTING, level), Status.Ok);
  expectVerdict(check(Q4KS, [3, 256], lengths(384, 24, 12, 24), 1), Status.Ok);
  expectVerdict(check(I8S24, [64], lengths(32, 4, 0, 8), 1), Status.Ok);
});

test("level 0 looks at nothing", () => {
  expectVerdict(check(new Uint8Array(3), [-1], lengths(-1, 0, 0, 0), 0), Status.Ok);
});

test("each frame rule", () => {
  const rows: readonly (readonly [number, number])[] = [
    [0, 0x46],
    [4, 63],
    [5, 2],
    [6, 0],
    [6, 3],
    [7, 0x40],
    [7, 0x80],
    [27, 1],
    [26, 2],
    [20, 1],
    [12, 1],
    [7, 0x20],
    [9, 0xa0],
    [9, 0x38],
    [11, 0x58],
  ];
  for (const [offset, value] of rows) {
    expectVerdict(check(patched(MXFP4, [offset, value]), [32], FITTING, 1), Status.GradeUnknown);
  }
  for (const length of [0, 63, 65]) {
    const bytes = new Uint8Array(length);
    bytes.set(MXFP4.subarray(0, length));
    expectVerdict(check(bytes, [32], FITTING, 1), Status.GradeUnknown);
  }
});

test("each field that a grade demands, and none beside", () => {
  for (const offset of [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 18, 19, 20, 21, 22, 23, 24, 25, 26]) {
    const flipped = patched(I8S24, [offset, (I8S24[offset] ?? 0) ^ 1]);
    expectVerdict(check(flipped, [64], lengths(32, 4, 0, 8), 1), Status.GradeUnknown);
  }
  for (const offset of [56, 63]) {
    const flipped = patched(MXFP4, [offset, (MXFP4[offset] ?? 0) ^ 1]);
    expectVerdict(check(flipped, [32], FITTING, 1), Status.GradeUnknown);
  }
  expectVerdict(check(patched(MXFP4, [28, 0xff], [31, 0xff]), [32], FITTING, 1), Status.Ok);
});

test("placement words", () => {
  for (const word of Object.values(PLACEMENTS)) assert.ok(isKnownPlacement(word));
  assert.ok(isKnownPlacement(0x8000000000000000n));
  assert.ok(isKnownPlacement(0xffffffffffffffffn));
  for (const word of [
    1n,
    0x1000000000000000n,
    0x1000000000000006n,
    0x1100000000000001n,
    0x2000000000000000n,
    0x7fffffffffffffffn,
    0x9000000000000000n,
    0xefffffffffffffffn,
  ]) {
    assert.ok(!isKnownPlacement(word), word.toString(16));
  }
});

test("placement rules and the plane they name", () => {
  expectVerdict(check(patched(MXFP4, [32, 6]), [32], FITTING, 1), Status.PlacementUnknown);
  expectVerdict(check(patched(MXFP4, [47, 0x20]), [32], FITTING, 1), Status.PlacementUnknown);
  expectVerdict(check(patched(MXFP4, [55, 0x90]), [32], FITTING, 1), Status.PlacementUnknown);
  expectVerdict(check(patched(MXFP4, [55, 0x80]), [32], FITTING, 1), Status.PlacementUnknown, 3);
  const bare = patched(I8S24, [48, 0], [55, 0]);
  expectVerdict(check(bare, [64], lengths(32, 4, 0, 8), 1), Status.PlacementUnknown, 3);
  const unspecified = patched(MXFP4, [32, 0], [39, 0], [40, 0], [47, 0]);
  expectVerdict(check(unspecified, [32], FITTING, 1), Status.Ok);
});

test("the first failing step decides", () => {
  const both = patched(MXFP4, [32, 6], [5, 2]);
  expectVerdict(check(both, [31], FITTING, 1), Status.GradeUnknown);
  expectVerdict(check(patched(MXFP4, [32, 6]), [31], FITTING, 1), Status.PlacementUnknown);
});

test("the first wrong plane is named, none without sizes", () => {
  expectVerdict(check(MXFP4, [32], lengths(15, 0, 1, 1), 1), Status.SizeMismatch, 0);
  expectVerdict(check(MXFP4, [32], lengths(16, 0, 1, 1), 1), Status.SizeMismatch, 1);
  expectVerdict(check(MXFP4, [32], lengths(16, 1, 1, 1), 1), Status.SizeMismatch, 2);
  expectVerdict(check(MXFP4, [32], lengths(16, 1, 0, -1), 1), Status.SizeMismatch, 3);
  for (const shape of [[], [31], [-32], [32, -1], [NaN], [0.5], [2n ** 63n]]) {
    expectVerdict(check(MXFP4, shape, FITTING, 1), Status.SizeMismatch);
  }
  for (const axis of [0xff, 0x01]) {
    const moved = patched(MXFP4, [16, axis], [17, axis === 0xff ? 0xff : 0]);
    expectVerdict(check(moved, [32], FITTING, 1), Status.SizeMismatch);
  }
});

test("nothing wraps", () => {
  const exact = lengths(2n ** 61n, 2n ** 57n, 0, 0);
  expectVerdict(check(MXFP4, [2n ** 62n], exact, 1), Status.Ok);
  expectVerdict(check(MXFP4, [2n ** 62n], lengths(0, 0, 0, 0), 1), Status.SizeMismatch, 0);
  expectVerdict(check(MXFP4, [2 ** 32, 2 ** 32], lengths(0, 0, 0, 0), 1), Status.SizeMismatch);
  expectVerdict(check(MXFP4, [2n ** 63n - 32n], lengths(0, 0, 0, 0), 1), Status.SizeMismatch, 0);
  expectVerdict(check(MXFP4, [32, 2n ** 62n, 2n ** 62n, 0], lengths(0, 0, 0, 0), 1), Status.Ok);
  expectVerdict(check(MXFP4, [0, 2n ** 63n - 1n], lengths(0, 0, 0, 0), 1), Status.Ok);
});

test("size equations of every structure", () => {
  const q4ks = unwrap(sizesOf(defined(Descriptor.over(Q4KS)), [3, 256]));
  assert.deepEqual(q4ks, {
    numel: 768,
    nnz: 768,
    groups0: 24,
    groups1: 3,
    planeBytes: [384, 24, 12, 24],
  });
  const nvf4 = registered("GRADE_NVF4").frame;
  assert.deepEqual(unwrap(sizesOf(nvf4, [0])).planeBytes, [0, 0, 4, 0]);
  assert.deepEqual(unwrap(sizesOf(nvf4, [48])).planeBytes, [24, 3, 4, 0]);
  assert.equal(sizesOf(registered("GRADE_Q4KS").frame, [32]).ok, false);

  // SPARSE with 3 of 5 positions of 4-bit codes in bytes and u4 indices; no scale0 word.
  const odd = patched(
    I8S24,
    [8, 0xe3],
    [9, 0x43],
    [10, 0],
    [11, 0],
    [18, 5],
    [22, 3],
    [23, 5],
    [24, 2],
    [26, 1],
  );
  assert.deepEqual(unwrap(sizesOf(defined(Descriptor.over(odd)), [5, 7])), {
    numel: 35,
    nnz: 21,
    groups0: 7,
    groups1: 0,
    planeBytes: [21, 7, 0, 11],
  });
  for (const change of [
    [18, 0],
    [23, 0],
    [23, 3],
    [24, 3],
  ] as const) {
    const descriptor = defined(Descriptor.over(patched(odd, change)));
    assert.equal(sizesOf(descriptor, [5, 7]).ok, false, `${change}`);
  }
});

test("numbers and bigints give the same sizes", () => {
  // The same arrays, once small enough for number arithmetic, once with an axis of 2^40 more.
  const factor = 2n ** 40n;
  for (const bytes of [MXFP4, I8S24, Q4KS, registered("GRADE_NVF4").frame.bytes]) {
    const descriptor = defined(Descriptor.over(patched(bytes, [16, 1])));
    const narrow = unwrap(sizesOf(descriptor, [1, 512]));
    const wide = unwrap(sizesOf(descriptor, [factor, 512n]));
    assert.equal(BigInt(wide.numel), BigInt(narrow.numel) * factor);
    assert.equal(BigInt(wide.nnz), BigInt(narrow.nnz) * factor);
    assert.equal(BigInt(wide.groups0), BigInt(narrow.groups0) * factor);
    const perTensor = descriptor.hasTwoLevels && descriptor.k1 === 0;
    assert.equal(BigInt(wide.groups1), BigInt(narrow.groups1) * (perTensor ? 1n : factor));
    for (const plane of [0, 1, 3] as const) {
      assert.equal(BigInt(wide.planeBytes[plane]), BigInt(narrow.planeBytes[plane]) * factor);
    }
  }
});

function withPlanes(planes: Planes, expected?: Uint8Array): Contents {
  return { kind: "planes", planes, digest: expected };
}

test("contents are looked at from level 2 on", () => {
  const empty = new Uint8Array(0);
  const planes: Planes = [new Uint8Array(16), Uint8Array.of(0x7f), empty, empty];
  const right = digest(planes);
  const wrong = patched(right, [15, (right[15] ?? 0) ^ 1]);
  expectVerdict(check(MXFP4, [32], withPlanes(planes, right), 2), Status.Ok);
  expectVerdict(check(MXFP4, [32], withPlanes(planes, wrong), 1), Status.Ok);
  expectVerdict(check(MXFP4, [32], withPlanes(planes, wrong), 2), Status.DigestMismatch);
  expectVerdict(check(MXFP4, [32], withPlanes(planes, wrong), 255), Status.DigestMismatch);
  expectVerdict(check(MXFP4, [32], withPlanes(planes), 2), Status.Ok);
});

test("survivor indices ascend strictly", () => {
  const sparse = (aux: number): Contents =>
    withPlanes([
      new Uint8Array(16),
      new Uint8Array(2),
      new Uint8Array(0),
      Uint8Array.of(0x44, 0x44, 0x44, aux),
    ]);
  // Each nibble is one quad: first index in the low two bits. 0x4 names 0 and 1.
  for (const aux of [0x44, 0x84, 0xc4, 0x94, 0xd4, 0xe4]) {
    expectVerdict(check(I8S24, [32], sparse(aux), 2), Status.Ok);
  }
  for (const aux of [0x04, 0x54, 0xa4, 0xf4, 0x14, 0xb4, 0x41]) {
    expectVerdict(check(I8S24, [32], sparse(aux), 2), Status.DigestMismatch, 3);
    expectVerdict(check(I8S24, [32], sparse(aux), 1), Status.Ok);
  }
});

test("check is total over random bytes", () => {
  let state = 1;
  const random = (): number => (state = Math.imul(state, 1103515245) + 12345) >>> 16;
  for (let round = 0; round < 20_000; round++) {
    const bytes = patched(
      MXFP4,
      [random() % 64, random() & 0xff],
      [random() % 64, random() & 0xff],
    );
    const shape = Array.from({ length: random() % 4 }, () => (random() % 200) - 20);
    const { status } = check(
      bytes,
      shape,
      lengths(random() % 40, random() % 4, 0, 0),
      random() % 4,
    );
    assert.ok(status >= 0 && status <= 4);
  }
});

const OWN = "grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)";
const OWN_VIEW = viewOf(OWN, [4], planes("807f", "0038", "", "f7"));

function checkOwn(...grades: string[]): Status {
  const { descriptor, shape } = OWN_VIEW;
  return check(descriptor.bytes, shape, lengths(2, 2, 0, 1), 1, grades).status;
}

test("§11.1: the caller's grades are looked up by their canonical strings only", () => {
  assert.equal(OWN_VIEW.descriptor.gradeId, 0xe9318c03270f8433n);
  assert.equal(checkOwn(), Status.GradeUnknown);
  assert.equal(checkOwn(OWN), Status.Ok);
  assert.equal(checkOwn(OWN.replace("k0=4", "k0=04")), Status.GradeUnknown);
  assert.equal(checkOwn(OWN.toUpperCase()), Status.GradeUnknown);
  assert.equal(checkOwn(MXFP4_TEXT), Status.GradeUnknown);
});

test("§11.1.2: what names no grade is as if it were not in the list", () => {
  const wide = OWN.replace("k0=4", "k0=65536");
  assert.equal(checkOwn("", "no grade", wide, OWN, "\u00e9"), Status.Ok);
  expectVerdict(check(MXFP4, [32], FITTING, 1, ["no grade"]), Status.Ok);
});

test("§11.1.4: nothing else of check changes with an own grade", () => {
  const { descriptor, shape, planes: stored } = OWN_VIEW;
  const ask = (bytes: Uint8Array, contents: Contents, level = 2): Verdict =>
    check(bytes, shape, contents, level, [OWN]);
  // container: not what the grade demands (§5.2.2).
  expectVerdict(ask(patched(descriptor.bytes, [26, 1]), lengths(2, 2, 0, 1)), Status.GradeUnknown);
  expectVerdict(
    ask(patched(descriptor.bytes, [48, 0], [55, 0]), lengths(2, 2, 0, 1)),
    Status.PlacementUnknown,
    3,
  );
  expectVerdict(ask(descriptor.bytes, lengths(2, 2, 0, 2)), Status.SizeMismatch, 3);
  const digested = { kind: "planes", planes: stored, digest: new Uint8Array(16) } as const;
  expectVerdict(ask(descriptor.bytes, digested), Status.DigestMismatch);
});

test("§5.5.2 with an own grade: u4 indices ascend strictly and stay below M", () => {
  const sparse = "grit1(e=s8,k0=5,s0=u8,sp=3:5:u4:asclsb,esr=ratiomaxabs)";
  const ask = (aux: string): Verdict => {
    const {
      descriptor,
      shape,
      planes: stored,
    } = viewOf(sparse, [10], planes("010203040506", "0203", "", aux));
    return check(descriptor.bytes, shape, { kind: "planes", planes: stored }, 2, [sparse]);
  };
  expectVerdict(ask("100243"), Status.Ok); // 0 1 2 and 0 3 4
  expectVerdict(ask("103234"), Status.DigestMismatch, 3); // 0 1 2 and 3 4 3
  expectVerdict(ask("100253"), Status.DigestMismatch, 3); // 0 1 2 and 0 3 5
});
