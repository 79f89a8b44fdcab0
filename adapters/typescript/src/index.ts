/** GRIT v1: the public interface. */
export { CANONICAL_NAN } from "./binary32.js";
export { check, type Contents, Status, type Verdict } from "./check.js";
export { decode } from "./decode.js";
export { decodeView } from "./decode-view.js";
export {
  type Choices,
  Descriptor,
  DESCRIPTOR_BYTES,
  type FieldName,
  FIELDS,
  Flag,
  type Frame,
  type Role,
  ROLES,
} from "./descriptor.js";
export { encode } from "./encode.js";
export { type Difference, explain } from "./explain.js";
export { EXPONENT_RULES, type ExponentRule, exponentOf } from "./exponent.js";
export { digest, gid, parseGid, printGid } from "./fingerprint.js";
export { codeDecoder, codeEncoder, decodeCodes, FORMAT_WORDS, type FormatToken } from "./format.js";
export {
  canonicalText,
  decodeProjection,
  frameOf,
  type Grade,
  gradeId,
  parseGrade,
} from "./grade.js";
export type { Integer } from "./integer.js";
export { isKnownPlacement, PLACEMENTS, placementName } from "./placement.js";
export { Plane, PLANE_NAMES, type Planes } from "./planes.js";
export { type Refusal, REFUSALS } from "./refusal.js";
export {
  type Edge,
  equivalent,
  gradeNamed,
  type GradeName,
  gradeSpelled,
  gradeWithId,
  gradeWithText,
  type NamedGrade,
  type RegisteredGrade,
  REGISTRY,
  type Scope,
  SUPERSEDES,
} from "./registry.js";
export { type Relayout, relayout } from "./relayout.js";
export { requantize } from "./requantize.js";
export type { Result } from "./result.js";
export { type NoSizes, type PlaneBytes, type Sizes, sizesOf } from "./sizes.js";
export { type Slice, slice } from "./slice.js";
export { type Permuted, transpose } from "./transpose.js";
export type { View } from "./view.js";
