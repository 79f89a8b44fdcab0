/** Plane order: lines along the group axis, numbered row-major over the others (spec §11.3). */
import type { Integer } from "./integer.js";

/** The lines of an array; both are 0 for an empty one, whatever its extents are. */
export interface Lines {
  readonly count: number;
  /** Elements of a line. */
  readonly extent: number;
}

/** The lines of a shape whose `numel` elements are in memory, so that every extent is small. */
export function linesOf(shape: readonly Integer[], groupAxis: number, numel: number): Lines {
  if (numel === 0) return { count: 0, extent: 0 };
  const extent = Number(shape[groupAxis]);
  return { count: numel / extent, extent };
}

/** Places base + Σ coordinate · stride, in row-major order of the extents. */
export interface Places {
  readonly base: number;
  readonly axes: readonly Axis[];
}

export interface Axis {
  readonly extent: number;
  readonly stride: number;
}

export const NO_PLACES: Places = { base: 0, axes: [{ extent: 0, stride: 0 }] };

/** Visits every place; without axes there is one. */
export function forEachPlace({ base, axes }: Places, visit: (place: number) => void): void {
  if (axes.some(({ extent }) => extent === 0)) return;
  const outer = axes.filter(({ extent }) => extent > 1);
  const inner = outer.pop() ?? { extent: 1, stride: 0 };
  const coordinates = outer.map(() => 0);
  let place = base;
  for (;;) {
    for (let i = 0; i < inner.extent; i++) visit(place + i * inner.stride);
    let axis = outer.length - 1;
    for (; axis >= 0; axis--) {
      const { extent = 1, stride = 0 } = outer[axis] ?? {};
      const coordinate = (coordinates[axis] ?? 0) + 1;
      place += stride;
      coordinates[axis] = coordinate;
      if (coordinate < extent) break;
      place -= coordinate * stride;
      coordinates[axis] = 0;
    }
    if (axis < 0) return;
  }
}

/** Every axis of an array that is not empty, with its step in line numbers; 0 for the group axis. */
export function lineAxes(shape: readonly Integer[], groupAxis: number): readonly Axis[] {
  const axes: Axis[] = [];
  let stride = 1;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    const extent = Number(shape[axis]);
    axes.push({ extent, stride: axis === groupAxis ? 0 : stride });
    if (axis !== groupAxis) stride *= extent;
  }
  return axes.reverse();
}

/** Every axis of an array that is not empty, with its step in elements of plane order. */
export function elementAxes(shape: readonly Integer[], groupAxis: number): readonly Axis[] {
  const line = Number(shape[groupAxis]);
  return lineAxes(shape, groupAxis).map(({ extent, stride }, axis) => ({
    extent,
    stride: axis === groupAxis ? 1 : stride * line,
  }));
}
