/** The six registered grades, what supersedes what (spec §3), and grades by canonical string. */
import type { Descriptor } from "./descriptor.js";
import { canonicalText, decodeProjection, frameOf, type Grade, parseGrade } from "./grade.js";
import { answer, refuse, type Result } from "./result.js";

const CANONICAL = {
  GRADE_MXFP4: "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)",
  GRADE_Q4KS: "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)",
  GRADE_NVF4: "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,esr=ratiomaxabs)",
  GRADE_I8S24: "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)",
  GRADE_MXFP4_RNE: "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)",
  GRADE_NVF4_RTZ: "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,er=rtz,esr=ratiomaxabs)",
} as const;

export type GradeName = keyof typeof CANONICAL;

/** A grade that has a descriptor. */
export interface NamedGrade {
  readonly canonical: string;
  readonly grade: Grade;
  /** What the grade demands of a descriptor, grade_id included; axis, note and placements zero. */
  readonly frame: Descriptor;
}

export interface RegisteredGrade extends NamedGrade {
  readonly name: GradeName;
}

function register(name: GradeName): RegisteredGrade {
  const canonical = CANONICAL[name];
  const grade = parseGrade(canonical);
  if (!grade.ok) throw new Error(`${name}: ${grade.error}`);
  const frame = frameOf(grade.value);
  if (!frame.ok) throw new Error(`${name}: ${frame.error}`);
  return { name, canonical, grade: grade.value, frame: frame.value };
}

export const REGISTRY: readonly RegisteredGrade[] = [
  register("GRADE_MXFP4"),
  register("GRADE_Q4KS"),
  register("GRADE_NVF4"),
  register("GRADE_I8S24"),
  register("GRADE_MXFP4_RNE"),
  register("GRADE_NVF4_RTZ"),
];

const BY_NAME: ReadonlyMap<string, RegisteredGrade> = new Map(
  REGISTRY.map((entry) => [entry.name, entry]),
);

const BY_ID: ReadonlyMap<bigint, RegisteredGrade> = new Map(
  REGISTRY.map((entry) => [entry.frame.gradeId, entry]),
);

/** By its exact registry name. */
export function gradeNamed(name: string): RegisteredGrade | undefined {
  return BY_NAME.get(name);
}

export function gradeWithId(id: bigint): RegisteredGrade | undefined {
  return BY_ID.get(id);
}

const BY_TEXT: ReadonlyMap<string, RegisteredGrade> = new Map(
  REGISTRY.map((entry) => [entry.canonical, entry]),
);

/** By its exact canonical string. */
export function gradeWithText(text: string): RegisteredGrade | undefined {
  return BY_TEXT.get(text);
}

/**
 * Any grade by its canonical string, registered or not (spec §11.1). Undefined for another
 * spelling, for no grade, and for a grade that has no descriptor.
 */
export function gradeSpelled(text: string): NamedGrade | undefined {
  const known = gradeWithText(text);
  if (known !== undefined) return known;
  const grade = parseGrade(text);
  if (!grade.ok || canonicalText(grade.value) !== text) return undefined;
  const frame = frameOf(grade.value);
  return frame.ok ? { canonical: text, grade: grade.value, frame: frame.value } : undefined;
}

/** How far an edge reaches: "full" says more than "decode". */
export const SCOPES = ["decode", "full"] as const;
export type Scope = (typeof SCOPES)[number];

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly scope: Scope;
}

export const SUPERSEDES: readonly Edge[] = [
  { from: "GRADE_MXFP4_RNE", to: "GRADE_MXFP4", scope: "decode" },
  { from: "GRADE_NVF4_RTZ", to: "GRADE_NVF4", scope: "decode" },
];

/**
 * The reflexive, symmetric, transitive closure of the edges of at least a scope, over registry
 * names. Refused for an unknown name, and for an edge between grades that decode differently.
 */
export function equivalent(
  a: string,
  b: string,
  scope: Scope,
  edges: readonly Edge[] = SUPERSEDES,
): Result<boolean> {
  for (const { from, to } of edges) {
    const [left, right] = [gradeNamed(from), gradeNamed(to)];
    if (!left || !right) return refuse(`an edge ${from} to ${to} of unknown grades`);
    if (decodeProjection(left.grade) !== decodeProjection(right.grade)) {
      return refuse(`the edge ${from} to ${to} changes decode`);
    }
  }
  if (!gradeNamed(a) || !gradeNamed(b)) return refuse("an unknown grade name");

  const rank = SCOPES.indexOf(scope);
  const strong = edges.filter((edge) => SCOPES.indexOf(edge.scope) >= rank);
  const reached = new Set([a]);
  // A set iterates over what is added on the way.
  for (const name of reached) {
    for (const { from, to } of strong) {
      if (from === name) reached.add(to);
      if (to === name) reached.add(from);
    }
  }
  return answer(reached.has(b));
}
