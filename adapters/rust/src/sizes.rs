//! The size equations, exact whatever the operands (spec §6).

use crate::descriptor::{Demand, Descriptor};
use crate::format::FormatWord;
use std::fmt;

/// What a descriptor and a shape amount to (spec §6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// N: elements, at most 2^63 − 1.
    pub elements: u64,
    /// nnz: stored elements.
    pub stored: u128,
    /// groups0: level-0 groups.
    pub groups0: u64,
    /// groups1: level-1 groups.
    pub groups1: u64,
    /// Bytes of each plane in plane order.
    pub bytes: [u128; 4],
}

/// Why the equations have no answer (spec §6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSizes {
    /// An extent is negative.
    NegativeExtent,
    /// N exceeds 2^63 − 1.
    TooManyElements,
    /// group_axis is no axis of the shape.
    NoSuchAxis,
    /// k0 is 0, or does not divide the extent of the group axis.
    SplitGroup,
    /// sp_m is 0, or does not divide the extent of the group axis.
    SplitCell,
    /// k1 does not divide the level-0 groups.
    SplitLevel1Group,
    /// There is no such metadata format.
    MetadataFormat,
}

impl fmt::Display for NoSizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NegativeExtent => "an extent is negative",
            Self::TooManyElements => "more than 2^63 − 1 elements",
            Self::NoSuchAxis => "group_axis is no axis of the shape",
            Self::SplitGroup => "k0 does not divide the extent of the group axis",
            Self::SplitCell => "sp_m does not divide the extent of the group axis",
            Self::SplitLevel1Group => "k1 does not divide the number of level-0 groups",
            Self::MetadataFormat => "sp_meta_fmt is greater than 2",
        })
    }
}

impl std::error::Error for NoSizes {}

/// The product of the extents; a zero makes it 0, wherever it stands (spec §6.1.1).
fn product(shape: &[i64]) -> Result<u64, NoSizes> {
    if shape.iter().any(|&extent| extent < 0) {
        return Err(NoSizes::NegativeExtent);
    }
    if shape.contains(&0) {
        return Ok(0);
    }
    shape
        .iter()
        .try_fold(1i64, |product, &extent| product.checked_mul(extent))
        .map(i64::unsigned_abs)
        .ok_or(NoSizes::TooManyElements)
}

/// The axis that group_axis names, where it names one.
pub(crate) fn group_axis(axis: i16, shape: &[i64]) -> Option<usize> {
    usize::try_from(axis).ok().filter(|&axis| axis < shape.len())
}

impl Demand {
    /// Bits of an element's code as it lies in plane data (spec §6.1.5).
    #[must_use]
    pub const fn code_width(&self) -> u32 {
        if self.container == Self::PAD8 {
            self.elem.padded_width()
        } else {
            self.elem.width()
        }
    }

    /// Bits of a metadata index; 0 without a format, none for a format that does not exist.
    #[must_use]
    pub const fn index_width(&self) -> Option<u32> {
        match self.sp_meta_fmt {
            0 => Some(0),
            1 => Some(2),
            2 => Some(4),
            _ => None,
        }
    }
}

impl Sizes {
    /// The sizes of a shape under a descriptor. Only the fields of the equations are looked at.
    ///
    /// # Errors
    /// Says why there is no answer.
    pub fn of(descriptor: &Descriptor, shape: &[i64]) -> Result<Self, NoSizes> {
        let demand = &descriptor.demand;
        let elements = product(shape)?;
        let axis = group_axis(descriptor.group_axis, shape).ok_or(NoSizes::NoSuchAxis)?;
        let extent = shape.get(axis).map_or(0, |extent| extent.unsigned_abs());

        let k0 = u64::from(demand.k0);
        if extent.checked_rem(k0) != Some(0) {
            return Err(NoSizes::SplitGroup);
        }
        let groups0 = elements / k0;
        let groups1 = match (demand.two_levels(), u64::from(demand.k1)) {
            (false, _) => 0,
            (true, 0) => 1,
            (true, k1) if groups0 % k1 != 0 => return Err(NoSizes::SplitLevel1Group),
            (true, k1) => groups0 / k1,
        };

        let mut stored = u128::from(elements);
        let mut aux_bits = 0;
        if demand.sparse() {
            let cell = u64::from(demand.sp_m);
            if extent.checked_rem(cell) != Some(0) {
                return Err(NoSizes::SplitCell);
            }
            let index = demand.index_width().ok_or(NoSizes::MetadataFormat)?;
            // The cell divides an extent, and so N.
            stored = u128::from(elements / cell) * u128::from(demand.sp_n);
            aux_bits = stored * u128::from(index);
        } else if demand.has_zero_points() {
            aux_bits = bits(groups0, demand.zp_fmt);
        }
        let scale1_bits = if demand.two_levels() {
            u128::from(groups1) * u128::from(demand.outer_codes() * demand.scale1.width())
        } else {
            0
        };
        let bits = [
            stored * u128::from(demand.code_width()),
            bits(groups0, demand.scale0),
            scale1_bits,
            aux_bits,
        ];
        Ok(Self { elements, stored, groups0, groups1, bytes: bits.map(|bits| bits.div_ceil(8)) })
    }
}

/// Bits of so many scales or zero points (spec §6.1.6).
fn bits(count: u64, format: FormatWord) -> u128 {
    u128::from(count) * u128::from(format.padded_width())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::descriptor::Placements;
    use crate::grade::Grade;
    use crate::registry::Registered::{self, I8s24, Mxfp4, Nvf4, Q4ks};

    type Row = (u64, u128, u64, u64, [u128; 4]);

    fn sizes(grade: Registered, shape: &[i64], axis: i16) -> Result<Row, NoSizes> {
        let descriptor = Descriptor { group_axis: axis, ..grade.canonical_descriptor() };
        let sizes = Sizes::of(&descriptor, shape)?;
        Ok((sizes.elements, sizes.stored, sizes.groups0, sizes.groups1, sizes.bytes))
    }

    #[test]
    fn spec_6_2_example() {
        assert_eq!(sizes(Mxfp4, &[32], 0), Ok((32, 32, 1, 0, [16, 1, 0, 0])));
        assert_eq!(sizes(Mxfp4, &[2, 64], 1), Ok((128, 128, 4, 0, [64, 4, 0, 0])));
        assert_eq!(sizes(Mxfp4, &[2, 64], 0), Err(NoSizes::SplitGroup));
        assert_eq!(sizes(Mxfp4, &[0, 5], 0), Ok((0, 0, 0, 0, [0; 4])));
        assert_eq!(sizes(Mxfp4, &[0, 5], 1), Err(NoSizes::SplitGroup));
        let big = (1 << 62, 1 << 62, 1 << 57, 0, [1 << 61, 1 << 57, 0, 0]);
        assert_eq!(sizes(Mxfp4, &[1 << 62], 0), Ok(big));
        assert_eq!(sizes(Mxfp4, &[], 0), Err(NoSizes::NoSuchAxis));
        assert_eq!(sizes(Q4ks, &[256], 0), Ok((256, 256, 8, 1, [128, 8, 4, 8])));
        assert_eq!(sizes(Q4ks, &[4, 512], 1), Ok((2048, 2048, 64, 8, [1024, 64, 32, 64])));
        assert_eq!(sizes(Q4ks, &[96], 0), Err(NoSizes::SplitLevel1Group));
        assert_eq!(sizes(Nvf4, &[4, 48], 1), Ok((192, 192, 12, 1, [96, 12, 4, 0])));
        assert_eq!(sizes(Nvf4, &[0], 0), Ok((0, 0, 0, 1, [0, 0, 4, 0])));
        assert_eq!(sizes(I8s24, &[64], 0), Ok((64, 32, 2, 0, [32, 4, 0, 8])));
        assert_eq!(sizes(I8s24, &[3, 32], 1), Ok((96, 48, 3, 0, [48, 6, 0, 12])));
    }

    #[test]
    fn spec_6_2_example_dense_and_pad8() {
        for (container, data) in [("", 4), (",ct=pad8", 5)] {
            let grade = Grade::parse(format!("grit1(e=u6,k0=1,s0=u4,esr=ratio{container})"));
            let descriptor = grade.unwrap().descriptor(0, Placements::default()).unwrap();
            assert_eq!(Sizes::of(&descriptor, &[5]).unwrap().bytes, [data, 5, 0, 0]);
        }
    }

    #[test]
    fn spec_6_1_1_zero_wins_wherever_it_stands() {
        let huge = i64::MAX;
        for shape in [[0, huge, huge], [huge, 0, huge], [huge, huge, 0]] {
            let axis = shape.iter().position(|&extent| extent == 0).unwrap() as i16;
            assert_eq!(sizes(Mxfp4, &shape, axis), Ok((0, 0, 0, 0, [0; 4])));
        }
        assert_eq!(sizes(Mxfp4, &[-1, 0], 1), Err(NoSizes::NegativeExtent));
    }

    #[test]
    fn spec_6_2_2_to_6_2_5() {
        assert_eq!(sizes(Mxfp4, &[1 << 32, 1 << 31], 0), Err(NoSizes::TooManyElements));
        assert_eq!(sizes(Mxfp4, &[32], -1), Err(NoSizes::NoSuchAxis));
        assert_eq!(sizes(Mxfp4, &[32], 1), Err(NoSizes::NoSuchAxis));
        let mut descriptor = Mxfp4.canonical_descriptor();
        descriptor.demand.k0 = 0;
        assert_eq!(Sizes::of(&descriptor, &[0]), Err(NoSizes::SplitGroup));
    }

    #[test]
    fn spec_6_2_6_and_6_2_8() {
        let mut descriptor = I8s24.canonical_descriptor();
        descriptor.demand.k0 = 1;
        assert_eq!(Sizes::of(&descriptor, &[6]), Err(NoSizes::SplitCell));
        descriptor.demand.sp_m = 0;
        assert_eq!(Sizes::of(&descriptor, &[4]), Err(NoSizes::SplitCell));
        descriptor.demand.sp_m = 4;
        descriptor.demand.sp_meta_fmt = 3;
        assert_eq!(Sizes::of(&descriptor, &[4]), Err(NoSizes::MetadataFormat));
        descriptor.demand.sp_meta_fmt = 0;
        assert_eq!(Sizes::of(&descriptor, &[4]).unwrap().bytes, [2, 8, 0, 0], "§6.1.8");
    }

    #[test]
    fn spec_6_1_10_no_size_wraps() {
        let mut descriptor = I8s24.canonical_descriptor();
        descriptor.demand.sp_n = 255;
        descriptor.demand.sp_m = 1;
        descriptor.demand.k0 = 1;
        descriptor.demand.elem = Format::Binary32.word();
        let sizes = Sizes::of(&descriptor, &[i64::MAX]).unwrap();
        assert_eq!(sizes.bytes[0], ((1u128 << 63) - 1) * 255 * 4);
    }

    use crate::format::Format;
}
