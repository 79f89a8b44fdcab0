/**
 * ggml's blocks (spec §12.3): a run of elements in plane order with all that belongs to it, in
 * plane data. The other planes are empty.
 */
import type { Descriptor } from "./descriptor.js";
import { frameOf, parseGrade } from "./grade.js";
import { PLACEMENTS } from "./placement.js";
import type { Planes } from "./planes.js";

export interface BlockLayout {
  readonly placement: bigint;
  /** What a descriptor must be like to be laid out so. */
  readonly frame: Descriptor;
  /** Elements of a block. */
  readonly elements: number;
  /** Bytes of a block. */
  readonly bytes: number;
  /** Fills block number i, all zeros, from planes in plane order. */
  readonly join: (planes: Planes, i: number, block: Uint8Array) => void;
  /** Fills the part of block number i in planes in plane order, all zeros. */
  readonly split: (block: Uint8Array, i: number, planes: Planes) => void;
}

function frameOfText(text: string): Descriptor {
  const grade = parseGrade(text);
  const frame = grade.ok ? frameOf(grade.value) : grade;
  if (!frame.ok) throw new Error(`${text}: ${frame.error}`);
  return frame.value;
}

function byte(plane: Uint8Array, i: number): number {
  return plane[i] ?? 0;
}

/**
 * Between 2·half nibbles in plane order, two neighbours a byte, and half bytes of a block, each
 * with element j in the low nibble and element j + half in the high one.
 */
function pairHalves(half: number, plane: Uint8Array, block: Uint8Array): void {
  const nibble = (i: number): number => (byte(plane, i >> 1) >> (4 * (i & 1))) & 0xf;
  for (let j = 0; j < half; j++) block[j] = nibble(j) | (nibble(j + half) << 4);
}

function unpairHalves(half: number, block: Uint8Array, plane: Uint8Array): void {
  const nibble = (i: number): number =>
    i < half ? byte(block, i) & 0xf : byte(block, i - half) >> 4;
  for (let j = 0; j < half; j++) plane[j] = nibble(2 * j) | (nibble(2 * j + 1) << 4);
}

const MXFP4: BlockLayout = {
  placement: PLACEMENTS.BLOCK_AOS,
  frame: frameOfText("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)"),
  elements: 32,
  bytes: 17,
  join([data, scale0], i, block) {
    block[0] = byte(scale0, i);
    pairHalves(16, data.subarray(16 * i, 16 * i + 16), block.subarray(1));
  },
  split(block, i, [data, scale0]) {
    scale0[i] = byte(block, 0);
    unpairHalves(16, block.subarray(1), data.subarray(16 * i, 16 * i + 16));
  },
};

const Q8_0: BlockLayout = {
  placement: PLACEMENTS.BLOCK_AOS,
  frame: frameOfText("grit1(e=s8,k0=32,s0=binary16,esr=ratiomaxabs)"),
  elements: 32,
  bytes: 34,
  join([data, scale0], i, block) {
    block.set(scale0.subarray(2 * i, 2 * i + 2));
    block.set(data.subarray(32 * i, 32 * i + 32), 2);
  },
  split(block, i, [data, scale0]) {
    scale0.set(block.subarray(0, 2), 2 * i);
    data.set(block.subarray(2, 34), 32 * i);
  },
};

/** Where the quarters of 64 elements of a Q4_K block begin. */
const QUARTERS = [0, 32, 64, 96] as const;

const Q4_K: BlockLayout = {
  placement: PLACEMENTS.PACK_K4_12B,
  frame: frameOfText("grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)"),
  elements: 256,
  bytes: 144,
  join([data, scale0, scale1, aux], i, block) {
    block.set(scale1.subarray(4 * i, 4 * i + 4));
    const q = block.subarray(4, 16);
    for (let j = 0; j < 4; j++) {
      // Group j, and group j + 4: its low four bits, and the high two above those of group j.
      const [scale, highScale] = [byte(scale0, 8 * i + j) & 63, byte(scale0, 8 * i + j + 4) & 63];
      const [zero, highZero] = [byte(aux, 8 * i + j) & 63, byte(aux, 8 * i + j + 4) & 63];
      q[j] = scale | ((highScale >> 4) << 6);
      q[j + 4] = zero | ((highZero >> 4) << 6);
      q[j + 8] = (highScale & 15) | ((highZero & 15) << 4);
    }
    for (const quarter of QUARTERS) {
      const plane = data.subarray(128 * i + quarter, 128 * i + quarter + 32);
      pairHalves(32, plane, block.subarray(16 + quarter, 48 + quarter));
    }
  },
  split(block, i, [data, scale0, scale1, aux]) {
    scale1.set(block.subarray(0, 4), 4 * i);
    const q = block.subarray(4, 16);
    for (let j = 0; j < 4; j++) {
      const [scale, zero, low] = [byte(q, j), byte(q, j + 4), byte(q, j + 8)];
      scale0[8 * i + j] = scale & 63;
      aux[8 * i + j] = zero & 63;
      scale0[8 * i + j + 4] = (low & 15) | ((scale >> 6) << 4);
      aux[8 * i + j + 4] = (low >> 4) | ((zero >> 6) << 4);
    }
    for (const quarter of QUARTERS) {
      const plane = data.subarray(128 * i + quarter, 128 * i + quarter + 32);
      unpairHalves(32, block.subarray(16 + quarter, 48 + quarter), plane);
    }
  },
};

const LAYOUTS: readonly BlockLayout[] = [MXFP4, Q8_0, Q4_K];

/** The layout that a placement of plane data means for a descriptor, if any. */
export function blockLayoutOf(placement: bigint, descriptor: Descriptor): BlockLayout | undefined {
  return LAYOUTS.find(
    (layout) => layout.placement === placement && descriptor.hasFrameOf(layout.frame),
  );
}
