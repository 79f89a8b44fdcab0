/** Placement words (spec §4). */

const WELL_KNOWN_CLASS = 0x1000000000000000n;

export const PLACEMENTS = {
  UNSPECIFIED: 0n,
  ROW_MAJOR: WELL_KNOWN_CLASS + 0x01n,
  COL_MAJOR: WELL_KNOWN_CLASS + 0x02n,
  SWIZZLE_128x4B: WELL_KNOWN_CLASS + 0x03n,
  TILE_16x16: WELL_KNOWN_CLASS + 0x04n,
  BLOCK_AOS: WELL_KNOWN_CLASS + 0x05n,
  LINEAR_META: WELL_KNOWN_CLASS + 0x11n,
  META_M16N8K32: WELL_KNOWN_CLASS + 0x12n,
  PACK_K4_12B: WELL_KNOWN_CLASS + 0x20n,
} as const;

const NAMES: ReadonlyMap<bigint, string> = new Map(
  Object.entries(PLACEMENTS).map(([name, word]) => [word, name]),
);

/** True for a word that names a placement, "unspecified" (0) included. */
export function isKnownPlacement(word: bigint): boolean {
  switch (word >> 60n) {
    case 0x8n:
    case 0xfn:
      return true;
    default:
      return NAMES.has(word);
  }
}

/** A word for people: its name, or its class and digits. */
export function placementName(word: bigint): string {
  const name = NAMES.get(word);
  if (name !== undefined) return name;
  const digits = `0x${word.toString(16).padStart(16, "0")}`;
  switch (word >> 60n) {
    case 0x8n:
      return `local hash ${digits}`;
    case 0xfn:
      return `opaque ${digits}`;
    default:
      return `unknown ${digits}`;
  }
}
