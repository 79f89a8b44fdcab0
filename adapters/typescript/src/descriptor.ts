/** The 64-byte descriptor (spec §2). */

export const DESCRIPTOR_BYTES = 64;

/** "GRT1" read as a big-endian word. */
export const MAGIC = 0x47525431;
export const VERSION = 1;

export const Flag = {
  HasZeroPoint: 0x01,
  ZeroPointMinus1: 0x02,
  Sparse: 0x04,
  MsbFirst: 0x08,
  Interleaved: 0x10,
  ZeroPointL1Scaled: 0x20,
  Reserved: 0xc0,
} as const;

/** Offset and size in bytes of every field, in descriptor order. All little-endian. */
export const FIELDS = [
  { name: "magic", offset: 0, size: 4 },
  { name: "hdr_bytes", offset: 4, size: 1 },
  { name: "version", offset: 5, size: 1 },
  { name: "n_levels", offset: 6, size: 1 },
  { name: "flags", offset: 7, size: 1 },
  { name: "elem", offset: 8, size: 2 },
  { name: "scale0", offset: 10, size: 2 },
  { name: "scale1", offset: 12, size: 2 },
  { name: "zp_fmt", offset: 14, size: 2 },
  { name: "group_axis", offset: 16, size: 2 },
  { name: "k0", offset: 18, size: 2 },
  { name: "k1", offset: 20, size: 2 },
  { name: "sp_n", offset: 22, size: 1 },
  { name: "sp_m", offset: 23, size: 1 },
  { name: "sp_meta_fmt", offset: 24, size: 1 },
  { name: "sp_order", offset: 25, size: 1 },
  { name: "container", offset: 26, size: 1 },
  { name: "frame_rsvd", offset: 27, size: 1 },
  { name: "note", offset: 28, size: 4 },
  { name: "placement_data", offset: 32, size: 8 },
  { name: "placement_scale", offset: 40, size: 8 },
  { name: "placement_meta", offset: 48, size: 8 },
  { name: "grade_id", offset: 56, size: 8 },
] as const;

export type FieldName = (typeof FIELDS)[number]["name"];

/** What has a placement word, in descriptor order: plane data, plane scale0, plane aux. */
export const ROLES = ["data", "scale", "meta"] as const;
export type Role = (typeof ROLES)[number];

/** What the caller chooses about an array; everything else follows from its grade. */
export interface Choices {
  /** i16 */
  readonly groupAxis: number;
  /** u32 */
  readonly note: number;
  /** u64 words for the data, scale and metadata planes. */
  readonly placements: readonly [data: bigint, scale: bigint, meta: bigint];
}

/** The fields that a grade demands, and its id. */
export interface Frame {
  readonly nLevels: number;
  readonly flags: number;
  readonly elem: number;
  readonly scale0: number;
  readonly scale1: number;
  readonly zpFmt: number;
  readonly k0: number;
  readonly k1: number;
  readonly spN: number;
  readonly spM: number;
  readonly spMetaFmt: number;
  readonly spOrder: number;
  readonly container: number;
  readonly gradeId: bigint;
}

/**
 * The fields of 64 bytes, read where they lie. Making one judges nothing: any 64 bytes are a
 * descriptor, and check decides. The bytes are borrowed; nothing here writes to them.
 */
export class Descriptor {
  readonly #view: DataView;

  private constructor(readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Undefined for any length but 64. */
  static over(bytes: Uint8Array): Descriptor | undefined {
    return bytes.length === DESCRIPTOR_BYTES ? new Descriptor(bytes) : undefined;
  }

  /** A new descriptor; group axis, note and placements are zero. */
  static ofFrame(frame: Frame): Descriptor {
    const descriptor = new Descriptor(new Uint8Array(DESCRIPTOR_BYTES));
    const view = descriptor.#view;
    view.setUint32(0, MAGIC, false);
    view.setUint8(4, DESCRIPTOR_BYTES);
    view.setUint8(5, VERSION);
    view.setUint8(6, frame.nLevels);
    view.setUint8(7, frame.flags);
    view.setUint16(8, frame.elem, true);
    view.setUint16(10, frame.scale0, true);
    view.setUint16(12, frame.scale1, true);
    view.setUint16(14, frame.zpFmt, true);
    view.setUint16(18, frame.k0, true);
    view.setUint16(20, frame.k1, true);
    view.setUint8(22, frame.spN);
    view.setUint8(23, frame.spM);
    view.setUint8(24, frame.spMetaFmt);
    view.setUint8(25, frame.spOrder);
    view.setUint8(26, frame.container);
    view.setBigUint64(56, frame.gradeId, true);
    return descriptor;
  }

  /** Not bytes.slice(): that of a Node Buffer would share its memory. */
  #copy(): Descriptor {
    return new Descriptor(new Uint8Array(this.bytes));
  }

  /** A new descriptor with the frame and grade_id of another and the caller's own choices. */
  withChoices(choices: Choices): Descriptor {
    const copy = this.#copy();
    const view = copy.#view;
    view.setInt16(16, choices.groupAxis, true);
    view.setUint32(28, choices.note, true);
    choices.placements.forEach((word, i) => {
      view.setBigUint64(32 + 8 * i, word, true);
    });
    return copy;
  }

  /** A new descriptor with another group axis. */
  withGroupAxis(groupAxis: number): Descriptor {
    const copy = this.#copy();
    copy.#view.setInt16(16, groupAxis, true);
    return copy;
  }

  /** A new descriptor with another placement word for one role. */
  withPlacement(role: Role, word: bigint): Descriptor {
    const copy = this.#copy();
    copy.#view.setBigUint64(32 + 8 * ROLES.indexOf(role), word, true);
    return copy;
  }

  placementOf(role: Role): bigint {
    return this.#view.getBigUint64(32 + 8 * ROLES.indexOf(role), true);
  }

  /** Whether all that a grade demands of a descriptor but its id is the same here and there. */
  hasFrameOf(other: Descriptor): boolean {
    // The bytes from n_levels to zp_fmt and from k0 to container.
    for (let i = 6; i < 16; i++) if (this.bytes[i] !== other.bytes[i]) return false;
    for (let i = 18; i < 27; i++) if (this.bytes[i] !== other.bytes[i]) return false;
    return true;
  }

  /** To be compared with MAGIC. */
  get magic(): number {
    return this.#view.getUint32(0, false);
  }
  get hdrBytes(): number {
    return this.#view.getUint8(4);
  }
  get version(): number {
    return this.#view.getUint8(5);
  }
  get nLevels(): number {
    return this.#view.getUint8(6);
  }
  get flags(): number {
    return this.#view.getUint8(7);
  }
  get elem(): number {
    return this.#view.getUint16(8, true);
  }
  get scale0(): number {
    return this.#view.getUint16(10, true);
  }
  get scale1(): number {
    return this.#view.getUint16(12, true);
  }
  get zpFmt(): number {
    return this.#view.getUint16(14, true);
  }
  get groupAxis(): number {
    return this.#view.getInt16(16, true);
  }
  get k0(): number {
    return this.#view.getUint16(18, true);
  }
  get k1(): number {
    return this.#view.getUint16(20, true);
  }
  get spN(): number {
    return this.#view.getUint8(22);
  }
  get spM(): number {
    return this.#view.getUint8(23);
  }
  get spMetaFmt(): number {
    return this.#view.getUint8(24);
  }
  get spOrder(): number {
    return this.#view.getUint8(25);
  }
  get container(): number {
    return this.#view.getUint8(26);
  }
  get frameRsvd(): number {
    return this.#view.getUint8(27);
  }
  get note(): number {
    return this.#view.getUint32(28, true);
  }
  get placementData(): bigint {
    return this.#view.getBigUint64(32, true);
  }
  get placementScale(): bigint {
    return this.#view.getBigUint64(40, true);
  }
  get placementMeta(): bigint {
    return this.#view.getBigUint64(48, true);
  }
  get gradeId(): bigint {
    return this.#view.getBigUint64(56, true);
  }

  get isSparse(): boolean {
    return (this.flags & Flag.Sparse) !== 0;
  }
  get hasZeroPoint(): boolean {
    return (this.flags & Flag.HasZeroPoint) !== 0;
  }
  /** An array has the planes data and scale0 always, scale1 with two levels. */
  get hasAux(): boolean {
    return this.isSparse || this.hasZeroPoint;
  }
  get hasTwoLevels(): boolean {
    return this.nLevels === 2;
  }
}
