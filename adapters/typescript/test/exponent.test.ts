// Expected values: by hand from the rules of spec §9.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exponentOf } from "../src/index.js";

test("exact powers of two, subnormals included", () => {
  for (const exponent of [-149, -148, -127, -126, -1, 0, 1, 127]) {
    for (const rule of ["floor", "ceil", "rne"] as const) {
      assert.equal(exponentOf(rule, 2 ** exponent), exponent);
    }
  }
});

test("between powers", () => {
  const aboveOne = 1 + 2 ** -23;
  assert.equal(exponentOf("floor", aboveOne), 0);
  assert.equal(exponentOf("ceil", aboveOne), 1);
  assert.equal(exponentOf("rne", aboveOne), 0);
  const largest = (2 - 2 ** -23) * 2 ** 127;
  assert.equal(exponentOf("floor", largest), 127);
  assert.equal(exponentOf("ceil", largest), 128);
  assert.equal(exponentOf("rne", largest), 128);
  assert.equal(exponentOf("ceil", 3 * 2 ** -149), -147);
});

test("rne turns at the square root of two", () => {
  // The binary32 neighbours of √2: 0x3fb504f3 squared is below 2, 0x3fb504f4 squared above.
  assert.equal(exponentOf("rne", 0xb504f3 * 2 ** -23), 0);
  assert.equal(exponentOf("rne", 0xb504f4 * 2 ** -23), 1);
});
