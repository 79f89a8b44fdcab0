/** Grades: reading and writing grade strings, and what a grade demands (spec §3). */
import { Descriptor, Flag } from "./descriptor.js";
import { fnv64 } from "./fnv.js";
import { FORMAT_WORDS, type FormatToken } from "./format.js";
import { parseDecimal } from "./integer.js";
import { answer, refuse, type Result } from "./result.js";
import {
  type Container,
  CONTAINERS,
  FORMAT_NAMES,
  type NamedOrder,
  type NamedScaleRule,
  ORDERS,
  PACK_ORDERS,
  type PackOrder,
  type Rounding,
  ROUNDINGS,
  type Saturation,
  SATURATIONS,
  SCALE_RULES,
  type Subnormals,
  SUBNORMALS,
  SURVIVOR_ORDERS,
  type SurvivorOrder,
  type Vocabulary,
  ZERO_POINT_CODES,
  ZERO_POINT_SCALES,
  type ZeroPointCode,
  type ZeroPointScale,
} from "./vocabulary.js";

export type ScaleRule = NamedScaleRule | `custom:${string}`;
export type AccumulationOrder = NamedOrder | `pairwise${bigint}`;

/** The numeric contract of an array. */
export interface Grade {
  readonly element: FormatToken;
  readonly k0: bigint;
  readonly scale0: FormatToken;
  readonly level1: { readonly k1: bigint; readonly scale: FormatToken } | undefined;
  readonly zeroPoint:
    | {
        readonly format: FormatToken;
        readonly code: ZeroPointCode;
        readonly scale: ZeroPointScale;
      }
    | undefined;
  /** n of every m positions along the group axis are stored. */
  readonly sparsity:
    | {
        readonly n: number;
        readonly m: number;
        readonly index: FormatToken;
        readonly order: SurvivorOrder;
      }
    | undefined;
  readonly container: Container;
  readonly packOrder: PackOrder;
  readonly encode: {
    readonly rounding: Rounding;
    readonly saturation: Saturation;
    readonly scaleRule: ScaleRule;
    readonly subnormals: Subnormals;
  };
  readonly decode: {
    readonly rounding: Rounding;
    readonly saturation: Saturation;
    readonly target: FormatToken;
  };
  readonly accumulate: {
    readonly order: AccumulationOrder;
    readonly product: FormatToken;
    readonly block: FormatToken;
    readonly internal: FormatToken;
    readonly subnormals: Subnormals;
  };
}

const PREFIX = "grit1(";
const MAX_U64 = 2n ** 64n - 1n;
const MAX_U16 = 65535n;
const MAX_CELL = 32n;

/** Canonical order. */
const KEYS = [
  "e",
  "k0",
  "s0",
  "k1",
  "s1",
  "zp",
  "zpc",
  "zps",
  "sp",
  "ct",
  "po",
  "er",
  "es",
  "esr",
  "esn",
  "dr",
  "ds",
  "dt",
  "ao",
  "ap",
  "ab",
  "ai",
  "an",
] as const;
type Key = (typeof KEYS)[number];
const KEY_NAMES: ReadonlyMap<string, Key> = new Map(KEYS.map((key) => [key, key]));

/** Reads any spelling. Bytes are judged as bytes, a string by its code units. */
export function parseGrade(text: string | Uint8Array): Result<Grade> {
  const folded = fold(text);
  if (folded === undefined) return refuse("a byte outside the alphabet");
  const items = splitItems(folded);
  return items.ok ? new GradeReader(items.value).grade() : items;
}

/** Without white space and in lower case; undefined for a byte outside the alphabet. */
function fold(text: string | Uint8Array): string | undefined {
  if (typeof text !== "string") {
    if (!text.every((byte) => (byte >= 0x20 && byte <= 0x7e) || (byte >= 0x09 && byte <= 0x0d))) {
      return undefined;
    }
    return fold(new TextDecoder().decode(text));
  }
  // The alphabet first: what is left is ASCII, where toLowerCase has no surprises.
  if (/[^\t-\r -~]/.test(text)) return undefined;
  return text.replace(/[\t-\r ]+/g, "").toLowerCase();
}

function splitItems(folded: string): Result<ReadonlyMap<Key, string>> {
  if (!folded.startsWith(PREFIX)) return refuse("the text does not start with grit1(");
  if (!folded.endsWith(")")) return refuse("the last character is not )");
  const items = new Map<Key, string>();
  const end = folded.length - 1;
  // Item by item, so that millions of commas fail at the first and are never an array.
  for (let from = PREFIX.length; from <= end;) {
    const comma = folded.indexOf(",", from);
    const to = comma < 0 ? end : comma;
    const item = folded.slice(from, to);
    const equals = item.indexOf("=");
    if (equals < 0) return refuse("an item without =");
    const key = KEY_NAMES.get(item.slice(0, equals));
    if (key === undefined) return refuse("an unknown key");
    if (items.has(key)) return refuse(`${key} is given twice`);
    items.set(key, item.slice(equals + 1));
    from = to + 1;
  }
  return answer(items);
}

/** Reads typed values; the first problem sticks and later ones do not matter. */
class GradeReader {
  #problem: string | undefined;

  constructor(private readonly items: ReadonlyMap<Key, string>) {}

  grade(): Result<Grade> {
    for (const key of ["e", "k0", "s0", "esr"] as const) {
      if (!this.items.has(key)) return refuse(`${key} is missing`);
    }
    const grade: Grade = {
      element: this.format("e"),
      k0: this.number("k0"),
      scale0: this.format("s0"),
      level1: this.level1(),
      zeroPoint: this.zeroPoint(),
      sparsity: this.sparsity(),
      container: this.word("ct", CONTAINERS, "dense"),
      packOrder: this.word("po", PACK_ORDERS, "lsb"),
      encode: {
        rounding: this.word("er", ROUNDINGS, "rne"),
        saturation: this.word("es", SATURATIONS, "satfinite"),
        scaleRule: this.scaleRule(),
        subnormals: this.word("esn", SUBNORMALS, "preserve"),
      },
      decode: {
        rounding: this.word("dr", ROUNDINGS, "rne"),
        saturation: this.word("ds", SATURATIONS, "satfinite"),
        target: this.format("dt"),
      },
      accumulate: {
        order: this.order(),
        product: this.format("ap"),
        block: this.format("ab"),
        internal: this.format("ai"),
        subnormals: this.word("an", SUBNORMALS, "any"),
      },
    };
    return this.#problem === undefined ? answer(grade) : refuse(this.#problem);
  }

  private fail(key: Key): void {
    this.#problem ??= `${key} has an unknown value`;
  }

  private look<T extends string>(key: Key, text: string, words: Vocabulary<T>, fallback: T): T {
    const word = words.get(text);
    if (word === undefined) this.fail(key);
    return word ?? fallback;
  }

  private format(key: Key): FormatToken {
    return this.look(key, this.items.get(key) ?? "binary32", FORMAT_NAMES, "binary32");
  }

  private number(key: Key): bigint {
    const value = parseDecimal(this.items.get(key) ?? "", MAX_U64);
    if (value === undefined) this.fail(key);
    return value ?? 0n;
  }

  /** An enum value; hyphens inside are dropped. */
  private word<T extends string>(key: Key, words: Vocabulary<T>, fallback: T): T {
    const text = this.items.get(key);
    return text === undefined ? fallback : this.look(key, withoutHyphens(text), words, fallback);
  }

  private level1(): Grade["level1"] {
    if (this.items.has("k1") !== this.items.has("s1")) this.fail("k1");
    if (!this.items.has("k1")) return undefined;
    return { k1: this.number("k1"), scale: this.format("s1") };
  }

  private zeroPoint(): Grade["zeroPoint"] {
    if (!this.items.has("zp")) {
      if (this.items.has("zpc")) this.fail("zpc");
      if (this.items.has("zps")) this.fail("zps");
      return undefined;
    }
    const scale = this.word("zps", ZERO_POINT_SCALES, "shared");
    if (scale === "l1" && !this.items.has("s1")) this.fail("zps");
    return { format: this.format("zp"), code: this.word("zpc", ZERO_POINT_CODES, "asis"), scale };
  }

  private sparsity(): Grade["sparsity"] {
    const text = this.items.get("sp");
    if (text === undefined) return undefined;
    const [n, m, index, order, ...rest] = text.split(":", 5);
    const kept = parseDecimal(withoutPlus(n ?? ""), MAX_CELL);
    const cell = parseDecimal(withoutPlus(m ?? ""), MAX_CELL);
    if (kept === undefined || cell === undefined || kept < 1n || kept >= cell || rest.length > 0) {
      this.fail("sp");
      return undefined;
    }
    return {
      n: Number(kept),
      m: Number(cell),
      index: this.look("sp", index ?? "", FORMAT_NAMES, "u2"),
      order: this.look("sp", withoutHyphens(order ?? ""), SURVIVOR_ORDERS, "asclsb"),
    };
  }

  private scaleRule(): ScaleRule {
    const text = withoutHyphens(this.items.get("esr") ?? "");
    const custom = "custom:";
    return text.startsWith(custom)
      ? `custom:${text.slice(custom.length)}`
      : this.look("esr", text, SCALE_RULES, "ratiomaxabs");
  }

  private order(): AccumulationOrder {
    const text = withoutHyphens(this.items.get("ao") ?? "unspec");
    const pairwise = "pairwise";
    if (!text.startsWith(pairwise)) return this.look("ao", text, ORDERS, "unspec");
    let digits = pairwise.length;
    while (text.charAt(digits) === "_") digits++;
    const width = parseDecimal(text.slice(digits), MAX_U64);
    if (width === undefined || width === 0n) this.fail("ao");
    return `pairwise${width ?? 0n}`;
  }
}

function withoutHyphens(text: string): string {
  return text.replaceAll("-", "");
}

function withoutPlus(text: string): string {
  return text.startsWith("+") ? text.slice(1) : text;
}

/** An item of the text: undefined where the structure is absent. */
type Item = readonly [key: Key, text: string | undefined, byDefault?: string];

/** What decode depends on, in canonical order of keys. */
function decodeItems(grade: Grade): readonly Item[] {
  const { level1, zeroPoint, sparsity: sp, decode } = grade;
  return [
    ["e", grade.element],
    ["k0", grade.k0.toString()],
    ["s0", grade.scale0],
    ["k1", level1?.k1.toString()],
    ["s1", level1?.scale],
    ["zp", zeroPoint?.format],
    ["zpc", zeroPoint?.code, "asis"],
    ["zps", zeroPoint?.scale, "shared"],
    ["sp", sp && `${sp.n}:${sp.m}:${sp.index}:${sp.order}`],
    ["ct", grade.container, "dense"],
    ["po", grade.packOrder, "lsb"],
    ["dr", decode.rounding, "rne"],
    ["ds", decode.saturation, "satfinite"],
    ["dt", decode.target, "binary32"],
  ];
}

function otherItems({ encode, accumulate }: Grade): readonly Item[] {
  return [
    ["er", encode.rounding, "rne"],
    ["es", encode.saturation, "satfinite"],
    ["esr", encode.scaleRule],
    ["esn", encode.subnormals, "preserve"],
    ["ao", accumulate.order, "unspec"],
    ["ap", accumulate.product, "binary32"],
    ["ab", accumulate.block, "binary32"],
    ["ai", accumulate.internal, "binary32"],
    ["an", accumulate.subnormals, "any"],
  ];
}

function write(prefix: string, items: readonly Item[], withDefaults: boolean): string {
  const written = items
    .filter(([, text, byDefault]) => text !== undefined && (withDefaults || text !== byDefault))
    .map(([key, text]) => `${key}=${text}`);
  return `${prefix}(${written.join(",")})`;
}

/** The one canonical spelling. */
export function canonicalText(grade: Grade): string {
  const items = [...decodeItems(grade), ...otherItems(grade)];
  items.sort(([a], [b]) => KEYS.indexOf(a) - KEYS.indexOf(b));
  return write("grit1", items, false);
}

/** Two grades decode alike exactly where these texts are equal. */
export function decodeProjection(grade: Grade): string {
  return write("gritdec1", decodeItems(grade), true);
}

/** FNV-1a-64 of the canonical string. */
export function gradeId(canonical: string): bigint {
  return fnv64(canonical);
}

/**
 * The frame a grade demands, with its id; group axis, note and placements are zero and the
 * caller's to choose. Refused where a descriptor has no field for what the grade says.
 */
export function frameOf(grade: Grade): Result<Descriptor> {
  const { level1, zeroPoint, sparsity } = grade;
  const k1 = level1?.k1 ?? 0n;
  if (grade.k0 > MAX_U16) return refuse("k0 is above 65535");
  if (k1 > MAX_U16) return refuse("k1 is above 65535");
  const metaFormat = sparsity === undefined ? 0 : metaFormatOf(sparsity.index);
  if (metaFormat === undefined) return refuse("metadata is neither u2 nor u4");

  let flags = 0;
  if (zeroPoint) flags |= Flag.HasZeroPoint;
  if (zeroPoint?.code === "minus1") flags |= Flag.ZeroPointMinus1;
  if (zeroPoint?.scale === "l1") flags |= Flag.ZeroPointL1Scaled;
  if (sparsity) flags |= Flag.Sparse;
  if (grade.packOrder === "msb") flags |= Flag.MsbFirst;

  return answer(
    Descriptor.ofFrame({
      nLevels: level1 ? 2 : 1,
      flags,
      elem: FORMAT_WORDS[grade.element],
      scale0: FORMAT_WORDS[grade.scale0],
      scale1: level1 ? FORMAT_WORDS[level1.scale] : 0,
      zpFmt: zeroPoint ? FORMAT_WORDS[zeroPoint.format] : 0,
      k0: Number(grade.k0),
      k1: Number(k1),
      spN: sparsity?.n ?? 0,
      spM: sparsity?.m ?? 0,
      spMetaFmt: metaFormat,
      spOrder: sparsity?.order === "asclsb" ? 1 : 0,
      container: grade.container === "pad8" ? 1 : 0,
      gradeId: gradeId(canonicalText(grade)),
    }),
  );
}

function metaFormatOf(index: FormatToken): number | undefined {
  if (index === "u2") return 1;
  if (index === "u4") return 2;
  return undefined;
}
