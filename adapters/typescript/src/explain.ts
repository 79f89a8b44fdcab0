/** explain (spec §10): the fields in which two descriptors differ, for people. */
import { type Descriptor, type FieldName, FIELDS, Flag } from "./descriptor.js";
import { FORMAT_WORDS } from "./format.js";
import { placementName } from "./placement.js";

export interface Difference {
  readonly field: FieldName;
  readonly a: string;
  readonly b: string;
}

/** Every differing field in descriptor order, note included; nothing for equal descriptors. */
export function explain(a: Descriptor, b: Descriptor): readonly Difference[] {
  return FIELDS.filter(({ offset, size }) => {
    for (let i = offset; i < offset + size; i++) if (a.bytes[i] !== b.bytes[i]) return true;
    return false;
  }).map(({ name }) => ({ field: name, a: render(a, name), b: render(b, name) }));
}

function render(d: Descriptor, field: FieldName): string {
  switch (field) {
    case "magic":
      return hex(d.magic, 8);
    case "hdr_bytes":
      return `${d.hdrBytes}`;
    case "version":
      return `${d.version}`;
    case "n_levels":
      return `${d.nLevels}`;
    case "flags":
      return flagNames(d.flags);
    case "elem":
      return formatName(d.elem);
    case "scale0":
      return formatName(d.scale0);
    case "scale1":
      return formatName(d.scale1);
    case "zp_fmt":
      return formatName(d.zpFmt);
    case "group_axis":
      return `${d.groupAxis}`;
    case "k0":
      return `${d.k0}`;
    case "k1":
      return `${d.k1}`;
    case "sp_n":
      return `${d.spN}`;
    case "sp_m":
      return `${d.spM}`;
    case "sp_meta_fmt":
      return ["none", "u2", "u4"][d.spMetaFmt] ?? `unknown ${d.spMetaFmt}`;
    case "sp_order":
      return ["unordered", "ASC_LSB"][d.spOrder] ?? `unknown ${d.spOrder}`;
    case "container":
      return ["dense", "pad8"][d.container] ?? `unknown ${d.container}`;
    case "frame_rsvd":
      return `${d.frameRsvd}`;
    case "note":
      return hex(d.note, 8);
    case "placement_data":
      return placementName(d.placementData);
    case "placement_scale":
      return placementName(d.placementScale);
    case "placement_meta":
      return placementName(d.placementMeta);
    case "grade_id":
      return hex(d.gradeId, 16);
  }
}

function hex(value: number | bigint, digits: number): string {
  return `0x${value.toString(16).padStart(digits, "0")}`;
}

function formatName(word: number): string {
  if (word === 0) return "absent";
  const known = Object.entries(FORMAT_WORDS).find(([, registered]) => registered === word);
  return known ? known[0] : hex(word, 4);
}

const FLAG_NAMES = [
  [Flag.HasZeroPoint, "HAS_ZP"],
  [Flag.ZeroPointMinus1, "ZP_MINUS1"],
  [Flag.Sparse, "SPARSE"],
  [Flag.MsbFirst, "MSB_FIRST"],
  [Flag.Interleaved, "INTERLEAVED"],
  [Flag.ZeroPointL1Scaled, "ZP_L1SCALED"],
  [Flag.Reserved & 0x40, "reserved 0x40"],
  [Flag.Reserved & 0x80, "reserved 0x80"],
] as const;

function flagNames(flags: number): string {
  const names = FLAG_NAMES.filter(([bit]) => (flags & bit) !== 0).map(([, name]) => name);
  return names.length === 0 ? "none" : names.join(" | ");
}
