//! What the bits of planes in plane order are worth (spec §8, §11.5, §11.6).
//!
//! One path for every grade: §8 is what §11.5 says of the registered ones (spec §11.3.8).

use crate::codes::{Codes, Coding};
use crate::descriptor::{Demand, Flags};
use crate::format::{Decoder, FormatWord, NotDecodable};
use crate::metadata::Metadata;
use crate::number::Number;
use crate::planes::Planes;

/// How the elements of one level-0 group become values. Every operation is one of binary32.
#[derive(Clone, Copy, Debug)]
enum Term {
    /// A NaN scale or zero point: its elements are NaN whatever their codes are.
    Poison,
    /// S × e.
    Plain { scale: Number },
    /// S × (e − z).
    Shared { scale: Number, zero: Number },
    /// (S × e) − Z.
    Own { scale: Number, zero: Number },
}

impl Term {
    fn apply(self, element: Number) -> u32 {
        let value = match self {
            Self::Poison => Number::NAN,
            Self::Plain { scale } => scale * element,
            Self::Shared { scale, zero } => scale * (element - zero),
            Self::Own { scale, zero } => (scale * element) - zero,
        };
        value.bits()
    }
}

/// The scales and zero points of an array.
struct Terms<'a> {
    scale0: Values<'a>,
    outer: Option<Values<'a>>,
    outer_codes: usize,
    k1: usize,
    zero_points: Option<Values<'a>>,
    minus1: bool,
    own: bool,
}

/// Codes with what they are worth.
#[derive(Clone, Copy)]
struct Values<'a> {
    codes: Codes<'a>,
    decoder: Decoder,
}

impl<'a> Values<'a> {
    fn new(plane: &'a [u8], word: FormatWord, coding: Coding) -> Result<Self, NotDecodable> {
        Ok(Self { codes: Codes::new(plane, coding), decoder: word.decoder()? })
    }

    fn get(&self, index: usize) -> Number {
        Number::from_bits(self.decoder.bits(self.codes.get(index)))
    }
}

impl<'a> Terms<'a> {
    fn new(demand: &Demand, planes: Planes<'a>) -> Result<Self, NotDecodable> {
        let outer = demand
            .two_levels()
            .then(|| Values::new(planes.scale1, demand.scale1, demand.scale1_coding()));
        let zero_points = demand
            .has_zero_points()
            .then(|| Values::new(planes.aux, demand.zp_fmt, demand.zero_point_coding()));
        Ok(Self {
            scale0: Values::new(planes.scale0, demand.scale0, demand.scale0_coding())?,
            outer: outer.transpose()?,
            outer_codes: demand.outer_codes() as usize,
            k1: demand.k1.into(),
            zero_points: zero_points.transpose()?,
            minus1: demand.flags.has(Flags::ZP_MINUS1),
            own: demand.flags.has(Flags::ZP_L1SCALED),
        })
    }

    fn of_group(&self, group: usize) -> Term {
        // k1 = 0: one level-1 group (spec §11.3.6).
        let level1 = group.checked_div(self.k1).unwrap_or(0) * self.outer_codes;
        let scale0 = self.scale0.get(group);
        let scale = match &self.outer {
            Some(outer) => outer.get(level1) * scale0,
            None => scale0,
        };
        let Some(zero_points) = &self.zero_points else {
            return if scale.is_nan() { Term::Poison } else { Term::Plain { scale } };
        };
        let stored = zero_points.get(group);
        let zero = if self.minus1 { stored + Number::ONE } else { stored };
        let term = match (&self.outer, self.own) {
            (Some(outer), true) => Term::Own { scale, zero: outer.get(level1 + 1) * zero },
            _ => Term::Shared { scale, zero },
        };
        match term {
            Term::Own { scale, zero } | Term::Shared { scale, zero }
                if scale.is_nan() || zero.is_nan() =>
            {
                Term::Poison
            }
            term => term,
        }
    }
}

/// The bits of all values in plane order. The planes are in plane order and as long as spec §6
/// says; `elements` is N.
pub(crate) fn decode(
    demand: &Demand,
    elements: usize,
    planes: Planes<'_>,
) -> Result<Vec<u32>, NotDecodable> {
    let terms = Terms::new(demand, planes)?;
    let stored = Values::new(planes.data, demand.elem, demand.element_coding())?;
    let k0 = usize::from(demand.k0);
    let groups = elements.checked_div(k0).unwrap_or(0);
    let mut bits = Vec::with_capacity(elements);

    let Some(metadata) = Metadata::new(demand, planes.aux) else {
        for group in 0..groups {
            let term = terms.of_group(group);
            let first = group * k0;
            bits.extend((first..first + k0).map(|index| term.apply(stored.get(index))));
        }
        return Ok(bits);
    };

    let cell_size = usize::from(demand.sp_m);
    let mut cursor = 0;
    let mut named = metadata.named(0);
    let (mut cell, mut position) = (0, 0);
    for group in 0..groups {
        let term = terms.of_group(group);
        for _ in 0..k0 {
            if position == cell_size {
                cell += 1;
                position = 0;
                named = metadata.named(cell);
            }
            // A position that is not named is +0 under a NaN scale too (spec §11.6.2).
            bits.push(if named.has(position) {
                let value = term.apply(stored.get(cursor));
                cursor += 1;
                value
            } else {
                0
            });
            position += 1;
        }
    }
    Ok(bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::Grade;

    fn values(grade: &str, elements: usize, planes: [&[u8]; 4]) -> Vec<f32> {
        let demand = Grade::from_canonical(grade.as_bytes()).unwrap().demand().unwrap();
        let [data, scale0, scale1, aux] = planes;
        let bits = decode(&demand, elements, Planes { data, scale0, scale1, aux }).unwrap();
        bits.into_iter().map(f32::from_bits).collect()
    }

    #[test]
    fn spec_11_5_example_minus1() {
        let grade = "grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)";
        let with = |aux: u8| values(grade, 4, [&[0x80, 0x7f], &[0x00, 0x38], &[], &[aux]]);
        assert_eq!(with(0xf7), [-4.0, 0.0, 3.5, -0.5]);
        assert_eq!(with(0x0f), [-8.0, -4.0, -0.5, -4.5]);
    }

    #[test]
    fn spec_11_8_example_l6() {
        let grade = "grit1(e=u8,k0=1,s0=u8,k1=1,s1=binary16,zp=u8,zps=l1,esr=affineminmax)";
        let planes: [&[u8]; 4] = [&[0x79], &[0x7f], &[0xbf, 0x41, 0x77, 0x3e], &[0x1a]];
        assert_eq!(values(grade, 1, planes)[0].to_bits(), 0x472c_4c16);
    }

    #[test]
    fn spec_11_6_example_short_cells() {
        let grade = "grit1(e=s8,k0=5,s0=u8,sp=3:5:u4:unord,esr=ratiomaxabs)";
        let planes: [&[u8]; 4] = [&[1, 2, 3, 4, 5, 6], &[2, 3], &[], &[0x14, 0x74, 0x20]];
        assert_eq!(values(grade, 10, planes), [0., 2., 0., 0., 4., 9., 0., 12., 0., 0.]);
    }

    #[test]
    fn spec_11_5_7_a_nan_zero_point_poisons() {
        // e4m3 0x7f is NaN; S × (0 − z) alone would be NaN too, S = 0 and l1 not.
        let grade = "grit1(e=u4,k0=1,s0=u8,zp=e4m3,esr=affineminmax)";
        let bits = values(grade, 2, [&[0x10], &[0, 1], &[], &[0x7f, 0x38]]);
        assert!(bits[0].is_nan());
        assert_eq!(bits[1], 0.0);
    }

    #[test]
    fn spec_11_3_7_scales_ignore_cells() {
        // k0 2 and cells of 3: position 2 of cell 0 is in group 1.
        let grade = "grit1(e=s8,k0=2,s0=u8,sp=1:3:u2:unord,esr=ratiomaxabs)";
        let bits = values(grade, 6, [&[5, 7], &[1, 10, 100], &[], &[0b0110]]);
        assert_eq!(bits, [0., 0., 50., 0., 700., 0.]);
    }
}
