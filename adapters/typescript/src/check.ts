/** check (spec §5): total over any bytes, shape and lengths; the first failing step decides. */
import { Descriptor, DESCRIPTOR_BYTES, Flag, MAGIC, VERSION } from "./descriptor.js";
import { digest as digestOf } from "./fingerprint.js";
import { hasBiasOverride, nanEncoding } from "./format.js";
import { equalIntegers, type Integer } from "./integer.js";
import { isKnownPlacement } from "./placement.js";
import { Plane, type Planes } from "./planes.js";
import { gradeSpelled, gradeWithId, type NamedGrade } from "./registry.js";
import { type PlaneBytes, type Sizes, sizesOf } from "./sizes.js";
import { cellsAre } from "./sparse-cells.js";

export const Status = {
  Ok: 0,
  SizeMismatch: 1,
  GradeUnknown: 2,
  PlacementUnknown: 3,
  DigestMismatch: 4,
} as const;
export type Status = (typeof Status)[keyof typeof Status];

export interface Verdict {
  readonly status: Status;
  /** The offending plane, where the rule names one. */
  readonly plane: Plane | undefined;
}

/**
 * What is there of the planes: their lengths in bytes, or the planes themselves, whose lengths
 * are the plane bytes. Only planes can be held against a 16-byte digest.
 */
export type Contents =
  | { readonly kind: "lengths"; readonly bytes: PlaneBytes }
  | { readonly kind: "planes"; readonly planes: Planes; readonly digest?: Uint8Array | undefined };

const OK: Verdict = { status: Status.Ok, plane: undefined };
const GRADE_UNKNOWN: Verdict = { status: Status.GradeUnknown, plane: undefined };
const PLACEMENT_UNKNOWN: Verdict = { status: Status.PlacementUnknown, plane: undefined };
const META_PLACEMENT: Verdict = { status: Status.PlacementUnknown, plane: Plane.Aux };
const NO_SIZES: Verdict = { status: Status.SizeMismatch, plane: undefined };
const DIGEST_MISMATCH: Verdict = { status: Status.DigestMismatch, plane: undefined };
const METADATA: Verdict = { status: Status.DigestMismatch, plane: Plane.Aux };

/**
 * Level 0 looks at nothing, level 1 stops before the contents, any higher level looks at them too.
 * `grades` are canonical strings of the caller's own, looked up behind the registry (spec §11.1).
 */
export function check(
  bytes: Uint8Array,
  shape: readonly Integer[],
  contents: Contents,
  level: number,
  grades: readonly string[] = [],
): Verdict {
  if (level === 0) return OK;
  const descriptor = Descriptor.over(bytes);
  if (descriptor === undefined || !hasSoundFrame(descriptor)) return GRADE_UNKNOWN;
  if (!isAsItsGradeDemands(descriptor, grades)) return GRADE_UNKNOWN;

  const placement = checkPlacements(descriptor);
  if (placement !== OK) return placement;

  const sizes = sizesOf(descriptor, shape);
  if (!sizes.ok) return NO_SIZES;
  const wrong = firstWrongPlane(sizes.value, lengthsOf(contents));
  if (wrong !== undefined) return { status: Status.SizeMismatch, plane: wrong };

  return level >= 2 && contents.kind === "planes"
    ? checkContents(descriptor, sizes.value, contents.planes, contents.digest)
    : OK;
}

/** Step 1. */
export function hasSoundFrame(d: Descriptor): boolean {
  const { nLevels, flags } = d;
  if (d.magic !== MAGIC || d.hdrBytes !== DESCRIPTOR_BYTES || d.version !== VERSION) return false;
  if (nLevels !== 1 && nLevels !== 2) return false;
  if ((flags & Flag.Reserved) !== 0 || d.frameRsvd !== 0 || d.container > 1) return false;
  if (nLevels === 1 && (d.k1 !== 0 || d.scale1 !== 0)) return false;
  if (d.isSparse && d.hasZeroPoint) return false;
  if ((flags & Flag.ZeroPointL1Scaled) !== 0 && (!d.hasZeroPoint || nLevels === 1)) return false;
  if (hasBiasOverride(d.elem)) return false;
  return ![d.elem, d.scale0, d.scale1, d.zpFmt].some((word) => nanEncoding(word) === 3);
}

/** Step 2. */
function isAsItsGradeDemands(descriptor: Descriptor, grades: readonly string[]): boolean {
  const named = gradeWithId(descriptor.gradeId) ?? callersGrade(descriptor.gradeId, grades);
  return named !== undefined && descriptor.hasFrameOf(named.frame);
}

/** The first of the caller's grades with an id; what is no canonical grade is as if not there. */
function callersGrade(id: bigint, grades: readonly string[]): NamedGrade | undefined {
  for (const text of grades) {
    const named = gradeSpelled(text);
    if (named?.frame.gradeId === id) return named;
  }
  return undefined;
}

/** Step 3: OK, or what is wrong. */
export function checkPlacements(d: Descriptor): Verdict {
  const { placementMeta } = d;
  if (
    !isKnownPlacement(d.placementData) ||
    !isKnownPlacement(d.placementScale) ||
    !isKnownPlacement(placementMeta)
  ) {
    return PLACEMENT_UNKNOWN;
  }
  return d.hasAux === (placementMeta !== 0n) ? OK : META_PLACEMENT;
}

function lengthsOf(contents: Contents): PlaneBytes {
  if (contents.kind === "lengths") return contents.bytes;
  const [data, scale0, scale1, aux] = contents.planes;
  return [data.length, scale0.length, scale1.length, aux.length];
}

/** Step 4. */
function firstWrongPlane(sizes: Sizes, given: PlaneBytes): Plane | undefined {
  for (const plane of [Plane.Data, Plane.Scale0, Plane.Scale1, Plane.Aux]) {
    if (!equalIntegers(sizes.planeBytes[plane], given[plane])) return plane;
  }
  return undefined;
}

/** Step 5. */
function checkContents(
  descriptor: Descriptor,
  sizes: Sizes,
  planes: Planes,
  digest: Uint8Array | undefined,
): Verdict {
  if (digest !== undefined && !equalBytes(digestOf(planes), digest)) return DIGEST_MISMATCH;
  const ordered = descriptor.isSparse && descriptor.spOrder === 1;
  // The plane has the right length, so its size in memory bounds the count.
  const slots = Number(sizes.nnz);
  return ordered && !cellsAre("ascending", descriptor, slots, planes[Plane.Aux]) ? METADATA : OK;
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
