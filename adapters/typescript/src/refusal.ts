/** Why the operations on views have no answer (spec §11.2), in the order in which they are asked. */
export const REFUSALS = [
  "GradeUnknown",
  "PlacementUnknown",
  "GradeUnsupported",
  "RelayoutUnsupported",
  "SizeMismatch",
  "DigestMismatch",
  "SliceRange",
  "BadPermutation",
  "GroupAxisMoved",
  "SliceSplitsGroup",
] as const;
export type Refusal = (typeof REFUSALS)[number];
