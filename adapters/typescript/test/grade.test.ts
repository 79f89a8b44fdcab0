// Expected values: the registry and the rules of spec §3.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  canonicalText,
  decodeProjection,
  equivalent,
  frameOf,
  gradeId,
  type GradeName,
  gradeWithId,
  parseGrade,
  PLACEMENTS,
  REGISTRY,
} from "../src/index.js";
import { MXFP4_DESCRIPTOR, registered, toHex, unwrap } from "./support.js";

function canonical(text: string): string {
  return canonicalText(unwrap(parseGrade(text)));
}

/** A grade with one more item. */
function withItem(item: string): string {
  return `grit1(e=u4,k0=32,s0=u8,k1=8,s1=binary16,zp=u4,esr=affineminmax,${item})`;
}

function refused(text: string | Uint8Array): void {
  assert.equal(parseGrade(text).ok, false, String(text));
}

test("the registry is canonical and has the specified ids", () => {
  const ids: readonly (readonly [GradeName, bigint])[] = [
    ["GRADE_MXFP4", 0x2370ee9ee454a183n],
    ["GRADE_Q4KS", 0x1c600de02594fb55n],
    ["GRADE_NVF4", 0x00ff6f4c2870831en],
    ["GRADE_I8S24", 0xbbbb283a2539ebe8n],
    ["GRADE_MXFP4_RNE", 0x254285e10d6068c8n],
    ["GRADE_NVF4_RTZ", 0x006c3850a3f42dean],
  ];
  assert.equal(REGISTRY.length, ids.length);
  for (const [name, id] of ids) {
    const entry = registered(name);
    assert.equal(canonical(entry.canonical), entry.canonical);
    assert.equal(gradeId(entry.canonical), id);
    assert.equal(gradeWithId(id)?.name, name);
  }
});

test("spelling does not matter", () => {
  const expected = registered("GRADE_MXFP4").canonical;
  for (const text of [
    "GRIT1( S0 = UE8M0 , ESR=ocp-mx, e=FP4\t,\r\nk0=00032 )",
    "grit1(e=float4_e2m1fn,k0=32,s0=e8m0fnu,esr=-floor-)",
    "grit1(e=e2m1,k0=32,s0=e8m0,esr=rtz_shared_exp,dt=f32,ao=any,an=any,er=nearest_even)",
    "\v\fgrit1(e=e2m1,k0=3 2,s0=e8m0,esr=exp2floormaxabs,ct=packed,po=lsb-first,ds=clamp)",
  ]) {
    assert.equal(canonical(text), expected, text);
  }
  assert.equal(
    canonical("grit1(esr=minmax,zps=own-scale,zp=uint6,s1=half,k1=8,s0=u6,k0=32,e=nibble)"),
    registered("GRADE_Q4KS").canonical,
  );
  assert.equal(
    canonical("grit1(e=int8,k0=32,s0=fp16,sp=+02:+4:uint2:ascending-lsb,esr=ratio)"),
    registered("GRADE_I8S24").canonical,
  );
});

test("bytes and strings are read alike", () => {
  const { canonical: text } = registered("GRADE_MXFP4");
  assert.equal(canonicalText(unwrap(parseGrade(Buffer.from(text)))), text);
  refused(Buffer.from([...Buffer.from(text), 0x80]));
});

test("every optional key stands in canonical order", () => {
  const full =
    "grit1(e=s8,k0=64,s0=binary16,k1=4,s1=binary32,zp=u8,zpc=minus1,zps=l1,sp=1:32:u4:unord," +
    "ct=pad8,po=msb,er=rtp,es=ovfinf,esr=custom:a=b),esn=ftz,dr=rtn,ds=satmax,dt=binary16," +
    "ao=pairwise18446744073709551615,ap=binary16,ab=e4m3,ai=u2,an=preserve)";
  assert.equal(canonical(full), full);
  const items = full.slice("grit1(".length, -1).split(",");
  assert.equal(canonical(`grit1(${items.reverse().join(",")})`), full);
});

test("the decode projection writes defaults out", () => {
  assert.equal(
    decodeProjection(registered("GRADE_MXFP4").grade),
    "gritdec1(e=e2m1,k0=32,s0=e8m0,ct=dense,po=lsb,dr=rne,ds=satfinite,dt=binary32)",
  );
  assert.equal(
    decodeProjection(registered("GRADE_Q4KS").grade),
    "gritdec1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zpc=asis,zps=l1," +
      "ct=dense,po=lsb,dr=rne,ds=satfinite,dt=binary32)",
  );
});

test("pairwise, custom and large numbers", () => {
  const base = "e=u8,k0=32,s0=u8,esr=ratio";
  assert.match(canonical(`grit1(${base},ao=pair-wise___-007)`), /,ao=pairwise7\)$/);
  refused(`grit1(${base},ao=pairwise0)`);
  refused(`grit1(${base},ao=pairwise)`);
  refused(`grit1(${base},ao=pairwise18446744073709551616)`);
  refused(`grit1(${base},ao=pairwise1_)`);
  assert.match(canonical("grit1(e=u8,k0=1,s0=u8,esr=Custom:)"), /esr=custom:\)$/);
  assert.match(canonical("grit1(e=u8,k0=1,s0=u8,esr=cus-tom:My-Rule:1)"), /esr=custom:myrule:1\)$/);
  assert.match(canonical("grit1(e=u8,k0=18446744073709551615,s0=u8,esr=ratio)"), /k0=1844/);
  refused("grit1(e=u8,k0=18446744073709551616,s0=u8,esr=ratio)");
  assert.match(canonical("grit1(e=u8,k0=0,s0=u8,esr=ratio)"), /k0=0,/);
});

test("letters that only Unicode folds to ASCII are outside the alphabet", () => {
  for (const letter of ["\u212a", "\u017f", "\u0130", "\u0131", "\u00a0", "\ufeff", "\u0660"]) {
    const text = `grit1(e=u8,${letter}0=1,s0=u8,esr=ratio)`;
    refused(text);
    refused(Buffer.from(text));
  }
  for (const code of [0, 0x08, 0x0e, 0x1f, 0x7f]) {
    refused(`grit1(e=u8,k0=1,s0=u8,esr=custom:a${String.fromCharCode(code)})`);
  }
});

test("refusals", () => {
  for (const text of [
    "",
    "grit1",
    "grit1(",
    "grit1)",
    "grit1()",
    "grit2(e=u8,k0=1,s0=u8,esr=ratio)",
    "grit1(e=u8,k0=1,s0=u8,esr=ratio",
    "grit1(e=u8,k0=1,s0=u8,esr=ratio)x",
    "grit1(e=u8,k0=1,s0=u8,esr=ratio,)",
    "grit1(,e=u8,k0=1,s0=u8,esr=ratio)",
    "grit1(e=u8,k0=1,,s0=u8,esr=ratio)",
    "grit1(e=u8,k0=1,s0=u8)",
    "grit1(e=u8,k0=1,s0=u8,esr=)",
    "grit1(e=u8,k0=,s0=u8,esr=ratio)",
    "grit1(e=u8,k0=+1,s0=u8,esr=ratio)",
    "grit1(e=u8,k0=-1,s0=u8,esr=ratio)",
    "grit1(e=u8,k0=1_0,s0=u8,esr=ratio)",
    "grit1(e=u8,e=u8,k0=1,s0=u8,esr=ratio)",
    "grit1(e=u8,k-0=1,s0=u8,esr=ratio)",
    "grit1(e=u-8,k0=1,s0=u8,esr=ratio)",
    "grit1(e=e4m3fnuz,k0=1,s0=u8,esr=ratio)",
    "grit1(e=b16,k0=1,s0=u8,esr=ratio)",
    "grit1(e=u4b,k0=1,s0=u8,esr=ratio)",
    "grit1(e=int2,k0=1,s0=u8,esr=ratio)",
    "grit1(e=s2,k0=1,s0=u8,esr=ratio)",
    "grit1(e=u8,k0=1,s0=u8,k1=1,esr=ratio)",
    "grit1(e=u8,k0=1,s0=u8,s1=u8,esr=ratio)",
    "grit1(e=u8,k0=1,s0=u8,zpc=asis,esr=ratio)",
    "grit1(e=u8,k0=1,s0=u8,zps=shared,esr=ratio)",
    "grit1(e=u8,k0=1,s0=u8,zp=u8,zps=l1,esr=ratio)",
    "grit1(e=u8,k0=1,s0=u8,esr=nearest_even)",
    "grit1(e=u8,k0=1,s0=u8,esr=ratio,constructor=1)",
    "grit1(e=__proto__,k0=1,s0=u8,esr=ratio)",
  ]) {
    refused(text);
  }
  for (const sp of [
    "2:4:u2",
    "2:4:u2:asclsb:",
    "0:4:u2:asclsb",
    "4:4:u2:asclsb",
    "2:33:u2:asclsb",
    "++2:4:u2:asclsb",
    "+:4:u2:asclsb",
    "-2:4:u2:asclsb",
    "2:4:u-2:asclsb",
    "2:4:u2:",
    ":4:u2:unord",
  ]) {
    refused(withItem(`sp=${sp}`));
  }
  assert.ok(parseGrade(withItem("sp=31:32:binary32:none")).ok);
});

test("hostile sizes are refused quickly", () => {
  const million = 1_000_000;
  refused(`grit1(${",".repeat(million)})`);
  refused(`grit1(e=u8,k0=${"9".repeat(million)},s0=u8,esr=ratio)`);
  refused(`grit1(e=u8,k0=${"0".repeat(million)}x,s0=u8,esr=ratio)`);
  refused(withItem(`sp=${":".repeat(million)}`));
  assert.match(canonical(`grit1(e=u8,k0=${"0".repeat(million)}7,s0=u8,esr=ratio)`), /k0=7/);
});

test("the MXFP4 descriptor of spec §3", () => {
  const frame = registered("GRADE_MXFP4").frame;
  const descriptor = frame.withChoices({
    groupAxis: 0,
    note: 0,
    placements: [PLACEMENTS.ROW_MAJOR, PLACEMENTS.ROW_MAJOR, 0n],
  });
  assert.equal(toHex(descriptor.bytes), MXFP4_DESCRIPTOR);
});

test("frames carry every structure", () => {
  const text =
    "grit1(e=u4,k0=65535,s0=u8,k1=65535,s1=binary16,zp=u4,zpc=minus1,zps=l1,sp=3:5:u4:unord," +
    "ct=pad8,po=msb,esr=ratiomaxabs)";
  const frame = unwrap(frameOf(unwrap(parseGrade(text))));
  assert.equal(frame.nLevels, 2);
  assert.equal(frame.flags, 0x01 | 0x02 | 0x04 | 0x08 | 0x20);
  assert.equal(frame.elem, 0x43e3);
  assert.equal(frame.scale0, 0x43e7);
  assert.equal(frame.scale1, 0x356f);
  assert.equal(frame.zpFmt, 0x43e3);
  assert.deepEqual([frame.k0, frame.k1], [65535, 65535]);
  assert.deepEqual([frame.spN, frame.spM, frame.spMetaFmt, frame.spOrder], [3, 5, 2, 0]);
  assert.equal(frame.container, 1);
  assert.equal(frame.gradeId, gradeId(text));
});

test("a grade may have no descriptor", () => {
  for (const text of [
    "grit1(e=u8,k0=65536,s0=u8,esr=ratio)",
    "grit1(e=u8,k0=1,s0=u8,k1=65536,s1=u8,esr=ratio)",
    "grit1(e=u8,k0=32,s0=u8,sp=2:4:u6:asclsb,esr=ratio)",
  ]) {
    assert.equal(frameOf(unwrap(parseGrade(text))).ok, false);
  }
});

test("equivalence is the closure of the edges of at least a scope", () => {
  const names = REGISTRY.map(({ name }) => name);
  const family = (name: string): string => name.replace(/_RNE$|_RTZ$/, "");
  for (const a of names) {
    for (const b of names) {
      assert.equal(unwrap(equivalent(a, b, "decode")), family(a) === family(b));
      assert.equal(unwrap(equivalent(a, b, "full")), a === b);
    }
  }
  assert.equal(equivalent("GRADE_MXFP4", "grade_mxfp4", "decode").ok, false);
  assert.equal(equivalent("x", "x", "decode").ok, false);
});

test("an edge between grades that decode differently is an error", () => {
  const edge = { from: "GRADE_MXFP4", to: "GRADE_NVF4", scope: "full" } as const;
  assert.equal(equivalent("GRADE_Q4KS", "GRADE_Q4KS", "decode", [edge]).ok, false);
});
