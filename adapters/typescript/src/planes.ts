/** The four plane buffers of an array, in descriptor order (spec, words). */
export const PLANE_NAMES = ["data", "scale0", "scale1", "aux"] as const;

/** An absent plane is an empty one. */
export type Planes = readonly [
  data: Uint8Array,
  scale0: Uint8Array,
  scale1: Uint8Array,
  aux: Uint8Array,
];

/** Index into a Planes tuple. */
export const Plane = { Data: 0, Scale0: 1, Scale1: 2, Aux: 3 } as const;
export type Plane = (typeof Plane)[keyof typeof Plane];
