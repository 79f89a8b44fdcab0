// Expected values: spec §7, and FNV's own published test vector for "a" in 64 bits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Descriptor, digest, gid, gradeId, parseGid, printGid } from "../src/index.js";
import { Fnv128 } from "../src/fnv.js";
import { defined, fromHex, MXFP4_DESCRIPTOR, registered, toHex } from "./support.js";

const CANONICAL = Buffer.from(registered("GRADE_MXFP4").canonical);
const MXFP4 = defined(Descriptor.over(fromHex(MXFP4_DESCRIPTOR)));

test("FNV-1a of a", () => {
  assert.equal(
    toHex(new Fnv128().update(Buffer.from("a")).bytes()),
    "d228cb696f1a8caf78912b704e4a8964",
  );
  assert.equal(toHex(new Fnv128().bytes()), "6c62272e07bb014262b821756295c58d");
  assert.equal(gradeId("a"), 0xaf63dc4c8601ec8cn);
});

test("limbs agree with the definition", () => {
  // The definition in BigInt, on bytes that reach every limb and carry.
  const bytes = Uint8Array.from({ length: 5000 }, (_, i) => (i * i * 7 + (i >> 3) * 13) & 0xff);
  let wide = 0x6c62272e07bb014262b821756295c58dn;
  let narrow = 0xcbf29ce484222325n;
  for (const byte of bytes) {
    wide = BigInt.asUintN(128, (wide ^ BigInt(byte)) * 0x0000000001000000000000000000013bn);
    narrow = BigInt.asUintN(64, (narrow ^ BigInt(byte)) * 0x100000001b3n);
  }
  assert.equal(toHex(new Fnv128().update(bytes).bytes()), wide.toString(16).padStart(32, "0"));
  assert.equal(gradeId(Buffer.from(bytes).toString("latin1")), narrow);
});

test("gids of the specification", () => {
  assert.equal(toHex(gid(CANONICAL, MXFP4, [32])), "42d145a24c0f96ea7e336d82a2ac740d");
  assert.equal(toHex(gid(CANONICAL, MXFP4, [2, 64])), "21ed8f5028f3693558d64db47f3acfbc");
  const noted = fromHex(MXFP4_DESCRIPTOR);
  noted.fill(0xff, 28, 32);
  assert.deepEqual(
    gid(CANONICAL, defined(Descriptor.over(noted)), [32n]),
    gid(CANONICAL, MXFP4, [32]),
  );
});

test("the printed form", () => {
  const printed = "22T52T4K0FJVN7WCVDGAHARX0D";
  const bytes = gid(CANONICAL, MXFP4, [32]);
  assert.equal(printGid(bytes), printed);
  assert.deepEqual(parseGid(printed), bytes);
  assert.deepEqual(parseGid("--22t5-2t4kofjvn7wcvdgaharxod-"), bytes);
  assert.deepEqual(parseGid("0000000000000000000000000I"), fromHex("00".repeat(15) + "01"));
  assert.deepEqual(parseGid("oooooooooooooooooooooooooL"), fromHex("00".repeat(15) + "01"));
  assert.deepEqual(parseGid("7ZZZZZZZZZZZZZZZZZZZZZZZZZ"), fromHex("ff".repeat(16)));
});

test("what is no printed form", () => {
  const zeros = "0".repeat(25);
  for (const text of [
    "",
    "-",
    zeros,
    `${zeros}00`,
    `8${zeros}`,
    `${zeros}U`,
    `${zeros}u`,
    `${zeros} `,
    ` ${zeros}0`,
    `${zeros}\u0131`,
    `${zeros}\u017f`,
    `${zeros}\uff11`,
    `${zeros}\u0661`,
    `${zeros}=`,
    `${zeros}\0`,
  ]) {
    assert.equal(parseGid(text), undefined, JSON.stringify(text));
  }
});

test("the digest is of lengths and bytes of all four planes", () => {
  const one = Uint8Array.of(1);
  const none = new Uint8Array(0);
  const expected = new Fnv128().update(fromHex("0000000000000000".repeat(4))).bytes();
  assert.deepEqual(digest([none, none, none, none]), expected);
  assert.notDeepEqual(digest([one, none, none, none]), digest([none, one, none, none]));
  const spelled = new Fnv128()
    .update(fromHex("0100000000000000 01 0000000000000000 0000000000000000 0000000000000000"))
    .bytes();
  assert.deepEqual(digest([one, none, none, none]), spelled);
});
