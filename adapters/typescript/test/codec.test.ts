// Expected values: by hand from spec §8 and §9.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, encode, type GradeName, type Planes } from "../src/index.js";
import { bits, fromHex, paddedBits, planes, registered, toHex, unwrap } from "./support.js";

function decoded(name: GradeName, count: number, given: Planes): string[] {
  const words = unwrap(decode(registered(name), count, given));
  return Array.from(words, (word) => word.toString(16).padStart(8, "0"));
}

function encoded(name: GradeName, values: Uint32Array): string[] {
  return unwrap(encode(registered(name), values)).map(toHex);
}

const NAN = "7fc00000";

test("MXFP4 decodes nibbles low first", () => {
  const codes = "1032547698badcfe".repeat(2);
  const words = decoded("GRADE_MXFP4", 32, planes(codes, "7f"));
  assert.deepEqual(words.slice(0, 16), [
    "00000000",
    "3f000000",
    "3f800000",
    "3fc00000",
    "40000000",
    "40400000",
    "40800000",
    "40c00000",
    "80000000",
    "bf000000",
    "bf800000",
    "bfc00000",
    "c0000000",
    "c0400000",
    "c0800000",
    "c0c00000",
  ]);
  assert.deepEqual(decoded("GRADE_MXFP4_RNE", 32, planes(codes, "7f")), words);
});

test("MXFP4 scales: subnormal, largest, NaN", () => {
  const data = "1032547698badcfe".repeat(2);
  const small = decoded("GRADE_MXFP4", 32, planes(data, "00"));
  assert.deepEqual(small.slice(0, 3), ["00000000", "00200000", "00400000"]);
  assert.equal(small[9], "80200000");
  const large = decoded("GRADE_MXFP4", 32, planes(data, "fe"));
  assert.deepEqual(large.slice(2, 5), ["7f000000", "7f400000", "7f800000"]);
  assert.equal(large[15], "ff800000");
  assert.deepEqual(new Set(decoded("GRADE_MXFP4", 32, planes(data, "ff"))), new Set([NAN]));
});

test("NVF4 multiplies the scales first", () => {
  // 2^-149 × 2^-1 (e4m3 0x30) ties to 0, so elements are zeros, though 2^-149 × 3 would not be.
  const data = "5d".repeat(8);
  const words = decoded("GRADE_NVF4", 16, planes(data, "30", "01000000"));
  assert.deepEqual(words.slice(0, 2), ["80000000", "00000000"]);
  assert.deepEqual(
    new Set(decoded("GRADE_NVF4", 16, planes(data, "7f", "0000803f"))),
    new Set([NAN]),
  );
  // Infinity × 0 is a NaN scale.
  assert.equal(decoded("GRADE_NVF4_RTZ", 16, planes(data, "00", "0000807f"))[0], NAN);
  assert.equal(decoded("GRADE_NVF4", 16, planes(data, "38", "0000c0ff"))[0], NAN);
});

test("Q4KS: S × q − Z, high bits of the level codes ignored", () => {
  // d = 1, dmin = 0.5; sc = 2, m = 3: S = 2, Z = 1.5. Codes 5 and 0.
  const data = "05".repeat(128);
  const words = decoded(
    "GRADE_Q4KS",
    256,
    planes(data, "c2".repeat(8), "003c0038", "43".repeat(8)),
  );
  assert.deepEqual(words.slice(0, 2), ["41080000", "bfc00000"]);
  // Infinity × 0 in Z poisons the group.
  const poisoned = planes(data, "02".repeat(8), "003c007c", "00".repeat(8));
  assert.deepEqual(new Set(decoded("GRADE_Q4KS", 256, poisoned)), new Set([NAN]));
});

test("I8S24: unnamed positions are +0 under any scale, one cursor for the plane", () => {
  // Quad 0 names 1 and 3, quad 1 names 2 twice and takes one value, quad 2 takes the next two.
  const aux = "ad" + "44" + "44" + "44";
  const data = "01" + "80" + "03" + "fc" + "05".repeat(12);
  const words = decoded("GRADE_I8S24", 32, planes(data, "003c", "", aux));
  assert.deepEqual(words.slice(0, 12), [
    "00000000",
    "3f800000",
    "00000000",
    "c3000000",
    "00000000",
    "00000000",
    "40400000",
    "00000000",
    "c0800000",
    "40a00000",
    "00000000",
    "00000000",
  ]);
  const poisoned = decoded("GRADE_I8S24", 32, planes(data, "007e", "", aux));
  assert.deepEqual(poisoned.slice(0, 4), ["00000000", NAN, "00000000", NAN]);
});

test("decode demands the exact lengths", () => {
  const mxfp4 = registered("GRADE_MXFP4");
  const sixteen = "00".repeat(16);
  assert.ok(decode(mxfp4, 0, planes("", "")).ok);
  for (const given of [
    planes(sixteen + "00", "7f"),
    planes("00".repeat(15), "7f"),
    planes(sixteen, ""),
    planes(sixteen, "7f", "00"),
    planes(sixteen, "7f", "", "00"),
  ]) {
    assert.equal(decode(mxfp4, 32, given).ok, false);
  }
  for (const count of [31, 33, -32, 2n ** 62n]) {
    assert.equal(decode(mxfp4, count, planes(sixteen, "7f")).ok, false);
  }
  // A whole group, but not a whole superblock.
  assert.equal(decode(registered("GRADE_Q4KS"), 32, planes(sixteen, "00", "", "00")).ok, false);
  assert.ok(decode(registered("GRADE_NVF4"), 0, planes("", "", "0000803f")).ok);
});

test("encode refuses partial blocks", () => {
  const blocks = [
    ["GRADE_MXFP4", 32],
    ["GRADE_Q4KS", 256],
    ["GRADE_NVF4", 16],
    ["GRADE_I8S24", 32],
  ] as const;
  for (const [name, block] of blocks) {
    assert.ok(encode(registered(name), new Uint32Array(0)).ok);
    assert.ok(encode(registered(name), new Uint32Array(2 * block)).ok);
    for (const count of [1, block / 2, block - 1, block + 1, block + block / 2]) {
      assert.equal(encode(registered(name), new Uint32Array(count)).ok, false);
    }
  }
});

test("MXFP4 encodes ties to even codes", () => {
  const values = paddedBits([6, 2.5, 5, 0.25, -0.25, -0, -6, 0.75], 32);
  const data = "47" + "06" + "88" + "2f" + "00".repeat(12);
  assert.deepEqual(encoded("GRADE_MXFP4", values), [data, "7f", "", ""]);
});

test("MXFP4 zero, signed zero and non-finite blocks", () => {
  assert.deepEqual(encoded("GRADE_MXFP4", paddedBits([0, -0], 32)), [
    "80" + "00".repeat(15),
    "7f",
    "",
    "",
  ]);
  for (const value of [Infinity, -Infinity, NaN]) {
    const values = paddedBits([1, value, -1], 32);
    assert.deepEqual(encoded("GRADE_MXFP4", values), ["00".repeat(16), "ff", "", ""]);
  }
});

test("MXFP4 rules and their limits", () => {
  // amax 1.5: floor gives 0 - 2, rne gives 1 - 2.
  assert.equal(encoded("GRADE_MXFP4", paddedBits([1.5], 32))[1], "7d");
  assert.equal(encoded("GRADE_MXFP4_RNE", paddedBits([1.5], 32))[1], "7e");
  // 2^-149: the exponent is clamped at -127 and the value rounds to zero.
  assert.deepEqual(encoded("GRADE_MXFP4", paddedBits([-(2 ** -149)], 32)), [
    "08" + "00".repeat(15),
    "00",
    "",
    "",
  ]);
  // 2^-128 / 2^-127 = 0.5.
  assert.deepEqual(encoded("GRADE_MXFP4", paddedBits([2 ** -128], 32)), [
    "01" + "00".repeat(15),
    "00",
    "",
    "",
  ]);
});

test("NVF4 scales", () => {
  // amax 2688 = 6 · 448: sT = 1. Second block: 6 / 6 / 1 = 1.
  const values = new Uint32Array(32);
  values.set(bits([2688, -448]), 0);
  values.set(bits([6, -3]), 16);
  assert.deepEqual(encoded("GRADE_NVF4", values), [
    "a7" + "00".repeat(7) + "d7" + "00".repeat(7),
    "7e38",
    "0000803f",
    "",
  ]);
  assert.deepEqual(encoded("GRADE_NVF4", paddedBits([-0], 16)), [
    "08" + "00".repeat(7),
    "38",
    "0000803f",
    "",
  ]);
  assert.deepEqual(encoded("GRADE_NVF4", new Uint32Array(0)), ["", "", "0000803f", ""]);
  assert.deepEqual(encoded("GRADE_NVF4", paddedBits([NaN, 1], 16)).slice(0, 2), [
    "00".repeat(8),
    "7f",
  ]);
});

test("NVF4 of the least value, and of a block below every scale", () => {
  // 2^-149 / 6 rounds to 0, so sT = 2^-149 and the block's scale code is 0: codes ±0.
  assert.deepEqual(encoded("GRADE_NVF4", paddedBits([-(2 ** -149)], 16)), [
    "08" + "00".repeat(7),
    "00",
    "01000000",
    "",
  ]);
});

test("NVF4_RTZ truncates element codes only", () => {
  const values = paddedBits([2688, 448 * 5.99, -448 * 1.99], 16);
  assert.deepEqual(encoded("GRADE_NVF4", values).slice(0, 2), ["770c" + "00".repeat(6), "7e"]);
  assert.deepEqual(encoded("GRADE_NVF4_RTZ", values).slice(0, 2), ["670b" + "00".repeat(6), "7e"]);
});

test("Q4KS without negative values has a negative zero minimum", () => {
  // hi = 945 = 15 · 63: step 63, d = 1, sc = 63, S = 63; 945 / 63 = 15.
  const out = encoded("GRADE_Q4KS", paddedBits([945, 63, 94.5], 256));
  assert.equal(out[0], "1f02" + "00".repeat(126)); // 94.5 / 63 = 1.5 ties to 2
  assert.equal(out[1], "3f" + "00".repeat(7));
  assert.equal(out[2], "003c" + "0080");
  assert.equal(out[3], "00".repeat(8));
});

test("Q4KS with an offset", () => {
  // lo = -63, hi = 882: step 63, off 63: d = 1, dmin = 1, sc = m = 63; (-63 + 63) / 63 = 0.
  const out = encoded("GRADE_Q4KS", paddedBits([-63, 882, 0], 256));
  assert.equal(out[0], "f0" + "11".repeat(15) + "00".repeat(112));
  assert.deepEqual(out.slice(1), ["3f" + "00".repeat(7), "003c003c", "3f" + "00".repeat(7)]);
});

test("Q4KS keeps finite blocks finite and marks the others", () => {
  const largest = Math.fround(3.4028234663852886e38);
  const out = encoded("GRADE_Q4KS", paddedBits([largest, -largest], 256));
  assert.equal(out[2], "ff7bff7b");
  assert.deepEqual(encoded("GRADE_Q4KS", paddedBits([1, NaN], 256)), [
    "00".repeat(128),
    "00".repeat(8),
    "007e0000",
    "00".repeat(8),
  ]);
});

test("I8S24 keeps the two largest, ties to the lower position", () => {
  // amax 127 in the survivors: scale 1.
  const values = paddedBits([1, -127, 3, 3, 5, 5, 5, 5, 0, 0, 0, -1], 32);
  const out = encoded("GRADE_I8S24", values);
  assert.equal(out[0], "8103" + "0505" + "00ff" + "00".repeat(10));
  assert.equal(out[1], "003c");
  // Quads name (1, 2), (0, 1), (0, 3), then (0, 1).
  assert.equal(out[3], "49" + "4c" + "44" + "44");
});

test("I8S24 zero, tiny and non-finite groups", () => {
  assert.deepEqual(encoded("GRADE_I8S24", new Uint32Array(32)), [
    "00".repeat(16),
    "003c",
    "",
    "44".repeat(4),
  ]);
  // 2^-30 / 127 is zero in binary16: the scale becomes 2^-24, the code rounds to 0.
  assert.deepEqual(encoded("GRADE_I8S24", paddedBits([2 ** -30], 32)).slice(0, 2), [
    "00".repeat(16),
    "0100",
  ]);
  // NaN counts as infinity; metadata is written all the same.
  const out = encoded("GRADE_I8S24", paddedBits([1, 2, 3, NaN], 32));
  assert.deepEqual(out, ["00".repeat(16), "007e", "", "4e" + "44".repeat(3)]);
});

test("words of a larger buffer are encoded in place", () => {
  const whole = new Uint32Array(64);
  whole.set(bits([6]), 32);
  const out = unwrap(encode(registered("GRADE_MXFP4"), whole.subarray(32)));
  assert.deepEqual(out[0], fromHex("07" + "00".repeat(15)));
});
