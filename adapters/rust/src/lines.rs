//! Lines of an array: walking over them, and carrying some of them to another array
//! (spec §11.3, §12.6, §12.7).

use crate::codes::{CodeWriter, Codes, Coding};
use crate::descriptor::Demand;
use crate::layout::Lines;
use crate::planes::{PlaneBuffers, Planes};
use std::ops::Range;

/// An axis to walk along: how many steps, and how far apart they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    pub extent: usize,
    pub stride: usize,
}

/// Offsets of a walk over axes, the last one fastest.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    /// Axis, and how many steps have been made along it.
    axes: Vec<(Axis, usize)>,
    next: Option<usize>,
}

impl Walk {
    pub fn new(start: usize, axes: impl IntoIterator<Item = Axis>) -> Self {
        let axes: Vec<Axis> = axes.into_iter().collect();
        let next = axes.iter().all(|axis| axis.extent > 0).then_some(start);
        // An axis of one step is no axis, so that a step costs the same under any rank.
        let axes = axes.into_iter().filter(|axis| axis.extent > 1).map(|axis| (axis, 0)).collect();
        Self { axes, next }
    }

    /// A walk of no steps.
    pub const fn nowhere() -> Self {
        Self { axes: Vec::new(), next: None }
    }
}

impl Iterator for Walk {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let current = self.next?;
        let mut offset = current;
        for (axis, steps) in self.axes.iter_mut().rev() {
            if *steps + 1 < axis.extent {
                *steps += 1;
                self.next = Some(offset + axis.stride);
                return Some(current);
            }
            offset -= *steps * axis.stride;
            *steps = 0;
        }
        self.next = None;
        Some(current)
    }
}

/// The axes of a non-empty shape, each with the stride of its lines; 0 along the group axis.
pub(crate) fn line_axes(shape: &[i64], group_axis: usize) -> Vec<Axis> {
    let mut stride = 1;
    let mut axes: Vec<Axis> = shape
        .iter()
        .enumerate()
        .rev()
        .map(|(number, &extent)| {
            // All extents divide the number of elements, which is in memory.
            let extent = usize::try_from(extent).unwrap_or(0);
            if number == group_axis {
                return Axis { extent, stride: 0 };
            }
            let axis = Axis { extent, stride };
            stride *= extent;
            axis
        })
        .collect();
    axes.reverse();
    axes
}

/// The axes of a non-empty shape, each with its stride in plane order (spec §11.3.3).
pub(crate) fn element_axes(shape: &[i64], group_axis: usize) -> Vec<Axis> {
    let mut axes = line_axes(shape, group_axis);
    let length = axes.get(group_axis).map_or(0, |axis| axis.extent);
    for axis in &mut axes {
        axis.stride *= length;
    }
    if let Some(axis) = axes.get_mut(group_axis) {
        axis.stride = 1;
    }
    axes
}

/// Part of each of some lines, in the order in which they will lie.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    /// Lines of the source.
    pub lines: Walk,
    /// Coordinates along the group axis that are kept; no group and no cell is split.
    pub kept: Range<usize>,
}

impl Cut {
    /// Level-0 groups of the source, in plane order of the result.
    fn groups<'a>(&'a self, demand: &Demand, source: Lines) -> impl Iterator<Item = usize> + 'a {
        self.units(source, 1, demand.k0.into()).flatten()
    }

    /// For each line the numbers of what comes `codes` for every `positions`.
    fn units(
        &self,
        source: Lines,
        codes: usize,
        positions: usize,
    ) -> impl Iterator<Item = Range<usize>> + '_ {
        let count = move |length: usize| length.checked_div(positions).unwrap_or(0) * codes;
        self.lines.clone().map(move |line| {
            let first = line * count(source.length);
            first + count(self.kept.start)..first + count(self.kept.end)
        })
    }

    /// Whether some level-1 group of the result is not made of exactly the level-0 groups of one
    /// level-1 group of the source (spec §12.6.4, §12.7.4).
    pub fn splits_group(&self, demand: &Demand, source: Lines) -> bool {
        let k1 = usize::from(demand.k1);
        if !demand.two_levels() || k1 == 0 {
            return false;
        }
        let mut filled = 0;
        let mut level1 = 0;
        for group in self.groups(demand, source) {
            if filled == 0 {
                level1 = group / k1;
            } else if group / k1 != level1 {
                return true;
            }
            filled = (filled + 1) % k1;
        }
        // No group of the source comes twice, so k1 of them are all of one level-1 group.
        filled != 0
    }

    /// The planes of the result, all rebuilt. Source and result are in plane order.
    pub fn carry(&self, demand: &Demand, source: Lines, planes: Planes<'_>) -> PlaneBuffers {
        let (n, m) = match demand.sparse() {
            true => (demand.sp_n.into(), demand.sp_m.into()),
            false => (1, 1),
        };
        let k0 = demand.k0.into();
        let rebuild = |plane: &[u8], coding: Coding, codes: usize, positions: usize| {
            let read = Codes::new(plane, coding);
            let mut writer = CodeWriter::with_capacity(coding, 0);
            for numbers in self.units(source, codes, positions) {
                writer.extend(numbers.map(|number| read.get(number)));
            }
            writer.finish()
        };
        let aux = if demand.has_zero_points() {
            rebuild(planes.aux, demand.zero_point_coding(), 1, k0)
        } else {
            let coding = demand.index_coding();
            coding.map_or_else(Vec::new, |coding| rebuild(planes.aux, coding, n, m))
        };
        PlaneBuffers {
            data: rebuild(planes.data, demand.element_coding(), n, m),
            scale0: rebuild(planes.scale0, demand.scale0_coding(), 1, k0),
            scale1: self.carry_outer(demand, source, planes.scale1),
            aux,
        }
    }

    /// Plane scale1: each level-1 group of the result has the scale, or the pair, of the one that
    /// it is made of; with k1 = 0 the one scale, or pair, stays.
    fn carry_outer(&self, demand: &Demand, source: Lines, scale1: &[u8]) -> Vec<u8> {
        if !demand.two_levels() {
            return Vec::new();
        }
        let coding = demand.scale1_coding();
        let codes = Codes::new(scale1, coding);
        let each = demand.outer_codes() as usize;
        let mut writer = CodeWriter::with_capacity(coding, 0);
        match usize::from(demand.k1) {
            0 => writer.extend(codes.range(0, each)),
            k1 => {
                for group in self.groups(demand, source).step_by(k1) {
                    writer.extend(codes.range(group / k1 * each, each));
                }
            }
        }
        writer.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spec_11_3_example_lines_and_plane_order() {
        // Shape [2, 3, 4], group axis 1: line 4·a0 + a2, three elements each.
        let axes = element_axes(&[2, 3, 4], 1);
        let index = |at: [usize; 3]| -> usize {
            axes.iter().zip(at).map(|(axis, step)| axis.stride * step).sum()
        };
        assert_eq!(index([1, 2, 3]), 23);
        assert_eq!(index([0, 1, 2]), 7);
        // Shape [2, 3], group axis 0: the plane holds (0,0) (1,0) (0,1) (1,1) (0,2) (1,2).
        let row_major: Vec<usize> = Walk::new(0, element_axes(&[2, 3], 0)).collect();
        assert_eq!(row_major, [0, 2, 4, 1, 3, 5]);
    }

    #[test]
    fn walks() {
        let walk = |start, axes: &[(usize, usize)]| -> Vec<usize> {
            let axes = axes.iter().map(|&(extent, stride)| Axis { extent, stride });
            Walk::new(start, axes).collect()
        };
        assert_eq!(walk(5, &[]), [5]);
        assert_eq!(walk(5, &[(2, 10), (1, 99), (3, 1)]), [5, 6, 7, 15, 16, 17]);
        assert_eq!(walk(0, &[(2, 1), (0, 1)]), Vec::<usize>::new());
        assert_eq!(Walk::nowhere().next(), None);
    }
}
