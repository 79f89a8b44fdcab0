// Expected values: by hand from the tables and rules of spec §1.
import assert from "node:assert/strict";
import { test } from "node:test";
import { codeDecoder, codeEncoder, decodeCodes, FORMAT_WORDS } from "../src/index.js";
import { defined } from "./support.js";

function decodeOne(word: number, code: number): number {
  return defined(defined(decodeCodes(word, Uint32Array.of(code)))[0]);
}

function encodeOne(token: keyof typeof FORMAT_WORDS, value: number): number | undefined {
  return defined(codeEncoder(FORMAT_WORDS[token]))(value);
}

test("e2m1 decodes to its sixteen values", () => {
  const decoder = defined(codeDecoder(FORMAT_WORDS.e2m1));
  const values = Array.from({ length: 16 }, (_, code) => decoder(code));
  assert.deepEqual(values, [0, 0.5, 1, 1.5, 2, 3, 4, 6, -0, -0.5, -1, -1.5, -2, -3, -4, -6]);
});

test("named codes of e4m3 and e8m0", () => {
  const rows: readonly (readonly [number, number, number])[] = [
    [FORMAT_WORDS.e4m3, 0x01, 0x3b000000], // 2^-9
    [FORMAT_WORDS.e4m3, 0x38, 0x3f800000],
    [FORMAT_WORDS.e4m3, 0x7e, 0x43e00000], // 448
    [FORMAT_WORDS.e4m3, 0x7f, 0x7fc00000],
    [FORMAT_WORDS.e4m3, 0xff, 0x7fc00000],
    [FORMAT_WORDS.e4m3, 0x80, 0x80000000],
    [FORMAT_WORDS.e8m0, 0x7f, 0x3f800000],
    [FORMAT_WORDS.e8m0, 0x00, 0x00400000], // 2^-127
    [FORMAT_WORDS.e8m0, 0xfe, 0x7f000000],
    [FORMAT_WORDS.e8m0, 0xff, 0x7fc00000],
  ];
  for (const [word, code, expected] of rows) assert.equal(decodeOne(word, code), expected);
});

test("binary16 and binary32 are IEEE", () => {
  assert.equal(decodeOne(FORMAT_WORDS.binary16, 0x0001), 0x33800000); // 2^-24
  assert.equal(decodeOne(FORMAT_WORDS.binary16, 0x7bff), 0x477fe000); // 65504
  assert.equal(decodeOne(FORMAT_WORDS.binary16, 0xfc00), 0xff800000);
  assert.equal(decodeOne(FORMAT_WORDS.binary16, 0xfc01), 0x7fc00000);
  for (const pattern of [0, 1, 0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0xff800000]) {
    assert.equal(decodeOne(FORMAT_WORDS.binary32, pattern), pattern);
  }
  assert.equal(decodeOne(FORMAT_WORDS.binary32, 0xff800001), 0x7fc00000);
});

test("a code is masked to its width", () => {
  assert.equal(decodeOne(FORMAT_WORDS.u2, 0xffffffff), 0x40400000); // 3
  assert.equal(decodeOne(FORMAT_WORDS.s4, 0xfffffff8), 0xc1000000); // the asymmetric -8
  assert.equal(decodeOne(FORMAT_WORDS.e2m1, 0x17), 0x40c00000); // 6
});

test("words beyond the registered ones", () => {
  const integer = 31 << 5;
  assert.equal(decodeOne(31 | integer, 0x80000000), 0xcf000000); // s32: -2^31
  assert.equal(decodeOne(31 | integer | 0x4000, 0xffffffff), 0x4f800000); // u32, rounded to 2^32
  assert.equal(decodeOne(0 | integer, 1), 0xbf800000); // s1: two's complement
  assert.equal(decodeOne(31, 0xffffffff), 0x7f800000); // exponent only, 32 bits: beyond range
  assert.equal(decodeOne(31, 0), 0x00000000);
  assert.equal(decodeOne(31, 0x7fffffff), 0x3f800000); // 2^0
  assert.equal(decodeOne(0x4000, 1), 0x40000000); // one bit: 2^1
  assert.equal(decodeOne(0x0800, 1), 0x7fc00000); // one bit, all ones is NaN
  // p = 1 with infinity: every all-ones exponent is infinity, whatever nan_enc.
  assert.equal(decodeOne(3 | (1 << 5) | 0x0400 | 0x0800, 0x7), 0x7f800000);
  // e2m1 with nan_enc 2: only mantissa 1 under exponent 3 is NaN, mantissa 0 is 4.
  assert.equal(decodeOne(3 | (2 << 5) | 0x1000, 0x7), 0x7fc00000);
  assert.equal(decodeOne(3 | (2 << 5) | 0x1000, 0x6), 0x40800000);
  // bias_ovr does not keep a word from decoding, nor does a missing signed-zero bit lose the sign.
  assert.equal(decodeOne(3 | (2 << 5) | 0x8000, 0x8), 0x80000000);
});

test("a value is rounded once to binary32, ties to even", () => {
  // Unsigned, p = 30, width 32: 29 mantissa bits, 3 exponent bits, bias 3.
  const word = 31 | (30 << 5) | 0x4000;
  const one = 3 * 2 ** 29;
  assert.equal(decodeOne(word, one), 0x3f800000);
  assert.equal(decodeOne(word, one + 32), 0x3f800000); // half an ulp: tie, even
  assert.equal(decodeOne(word, one + 33), 0x3f800001);
  assert.equal(decodeOne(word, one + 64 + 32), 0x3f800002); // tie, odd below
});

test("undecodable words", () => {
  assert.equal(codeDecoder(0), undefined);
  assert.equal(codeDecoder(FORMAT_WORDS.u8 | 0x1800), undefined); // nan_enc 3
  assert.equal(codeDecoder(3 | (4 << 5)), undefined); // sign + 3 mantissa bits of 4
  assert.notEqual(codeDecoder(3 | (4 << 5) | 0x4000), undefined); // unsigned: one exponent bit
});

test("encoding ties go to the even code", () => {
  const rows = [
    [0.25, 0],
    [0.75, 2],
    [1.25, 2],
    [1.75, 4],
    [2.5, 4],
    [3.5, 6],
    [5, 6],
    [5.0000005, 7],
    [-0.25, 8],
    [-0, 8],
    [100, 7],
    [-Infinity, 15],
  ] as const;
  for (const [value, code] of rows) assert.equal(encodeOne("e2m1", value), code, `${value}`);
  assert.equal(encodeOne("e4m3", 464), 0x7e); // nearer to 480, which is no number here
  assert.equal(encodeOne("e4m3", 2 ** -10), 0);
  assert.equal(encodeOne("e4m3", 3 * 2 ** -10), 2);
  assert.equal(encodeOne("e4m3", -Infinity), 0xfe);
  assert.equal(encodeOne("binary16", 65519), 0x7bff);
  assert.equal(encodeOne("binary16", 65520), 0x7bff);
  assert.equal(encodeOne("binary16", Infinity), 0x7c00);
  assert.equal(encodeOne("binary16", -(2 ** -25)), 0x8000);
  assert.equal(encodeOne("binary16", 3 * 2 ** -25), 2);
  assert.equal(encodeOne("binary32", -0), 0x80000000);
});

test("e8m0 drops the sign and has no zero", () => {
  assert.equal(encodeOne("e8m0", 0), 0);
  assert.equal(encodeOne("e8m0", 2 ** -149), 0);
  assert.equal(encodeOne("e8m0", -1), 0x7f);
  assert.equal(encodeOne("e8m0", 1.5), 0x80); // tie, 0x7f is odd
  assert.equal(encodeOne("e8m0", 3), 0x80); // tie, 0x80 is even
  assert.equal(encodeOne("e8m0", 1.5 * 2 ** -127), 0);
  assert.equal(encodeOne("e8m0", Math.fround(3.4e38)), 0xfe);
  assert.equal(encodeOne("e8m0", -Infinity), 0xfe);
});

test("integers round half to even and clamp symmetrically", () => {
  assert.equal(encodeOne("u4", 2.5), 2);
  assert.equal(encodeOne("u4", 3.5), 4);
  assert.equal(encodeOne("u4", -1), 0);
  assert.equal(encodeOne("u2", Infinity), 3);
  assert.equal(encodeOne("s4", -100), 0x9); // -7
  assert.equal(encodeOne("s8", -Infinity), 0x81); // -127
  assert.equal(encodeOne("s8", -0.5), 0);
  assert.equal(encodeOne("s8", -1.5), 0xfe);
});

test("NaN has a code or none", () => {
  assert.equal(encodeOne("e8m0", NaN), 0xff);
  assert.equal(encodeOne("e4m3", NaN), 0x7f);
  assert.equal(encodeOne("binary16", NaN), 0x7e00);
  assert.equal(encodeOne("binary32", NaN), 0x7fc00000);
  for (const token of ["e2m1", "u2", "u4", "u6", "u8", "s4", "s8"] as const) {
    assert.equal(encodeOne(token, NaN), undefined);
  }
  assert.equal(codeEncoder(FORMAT_WORDS.u8 | 0x2000), undefined);
});

test("decoding a code and encoding its value gives the code back", () => {
  for (const [token, codes] of [
    ["e2m1", 16],
    ["e4m3", 256],
    ["binary16", 65536],
  ] as const) {
    const decoder = defined(codeDecoder(FORMAT_WORDS[token]));
    for (let code = 0; code < codes; code++) {
      const value = decoder(code);
      if (!Number.isNaN(value)) assert.equal(encodeOne(token, value), code, `${token} ${code}`);
    }
  }
});
