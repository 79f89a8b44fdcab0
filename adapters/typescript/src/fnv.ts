/**
 * FNV-1a in 64 and 128 bits (spec §7), without a BigInt for each byte.
 *
 * Both primes are 2^s + c with a small c, so a step is h·c + (h << s) modulo the width. The state
 * is kept in limbs of L bits with s a multiple of L: the shift then moves whole limbs, and a limb
 * times c plus what is carried and shifted in stays below 2^31, where Math.imul is exact.
 */

const BASIS_64 = 0xcbf29ce484222325n;
const BASIS_128 = 0x6c62272e07bb014262b821756295c58dn;

function limbsOf(value: bigint, bits: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) =>
    Number(BigInt.asUintN(bits, value >> BigInt(bits * i))),
  );
}

/** FNV-1a-64 of ASCII text. Prime 2^40 + 0x1b3, limbs of 20, 20, 20 and 4 bits. */
export function fnv64(text: string): bigint {
  let [l0 = 0, l1 = 0, l2 = 0, l3 = 0] = limbsOf(BASIS_64, 20, 4);
  for (let i = 0; i < text.length; i++) {
    const x = l0 ^ text.charCodeAt(i);
    const t0 = Math.imul(x, 0x1b3);
    const t1 = Math.imul(l1, 0x1b3) + (t0 >>> 20);
    const t2 = Math.imul(l2, 0x1b3) + (t1 >>> 20) + x;
    l3 = (Math.imul(l3, 0x1b3) + (t2 >>> 20) + l1) & 0xf;
    l0 = t0 & 0xfffff;
    l1 = t1 & 0xfffff;
    l2 = t2 & 0xfffff;
  }
  return [l0, l1, l2, l3].reduceRight((high, limb) => (high << 20n) | BigInt(limb), 0n);
}

const MASK_22 = 0x3fffff;

/** FNV-1a-128, fed piece by piece. Prime 2^88 + 0x13b, five limbs of 22 bits and one of 18. */
export class Fnv128 {
  #limbs = limbsOf(BASIS_128, 22, 6);

  update(bytes: Uint8Array): this {
    let [l0 = 0, l1 = 0, l2 = 0, l3 = 0, l4 = 0, l5 = 0] = this.#limbs;
    for (let i = 0; i < bytes.length; i++) {
      const x = l0 ^ (bytes[i] ?? 0);
      const t0 = Math.imul(x, 0x13b);
      const t1 = Math.imul(l1, 0x13b) + (t0 >>> 22);
      const t2 = Math.imul(l2, 0x13b) + (t1 >>> 22);
      const t3 = Math.imul(l3, 0x13b) + (t2 >>> 22);
      const t4 = Math.imul(l4, 0x13b) + (t3 >>> 22) + x;
      l5 = (Math.imul(l5, 0x13b) + (t4 >>> 22) + l1) & 0x3ffff;
      l0 = t0 & MASK_22;
      l1 = t1 & MASK_22;
      l2 = t2 & MASK_22;
      l3 = t3 & MASK_22;
      l4 = t4 & MASK_22;
    }
    this.#limbs = [l0, l1, l2, l3, l4, l5];
    return this;
  }

  /** The 16 bytes, most significant first. */
  bytes(): Uint8Array {
    const value = this.#limbs.reduceRight((high, limb) => (high << 22n) | BigInt(limb), 0n);
    const out = new Uint8Array(16);
    const view = new DataView(out.buffer);
    view.setBigUint64(0, value >> 64n);
    view.setBigUint64(8, BigInt.asUintN(64, value));
    return out;
  }
}
