//! The exponent of a magnitude, exact (spec §9.1.3).

use crate::binary32;

/// How a magnitude becomes a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExponentRule {
    /// ⌊log2⌋.
    Floor = 0,
    /// ⌈log2⌉.
    Ceil = 1,
    /// log2 to the nearest; the border is √2, which no binary32 number is.
    Rne = 2,
}

/// The exponent of a magnitude, given as the bits of a finite value above 0; none for any other.
#[must_use]
pub fn exponent(rule: ExponentRule, amax: u32) -> Option<i32> {
    if amax & binary32::SIGN != 0 {
        return None;
    }
    let floor = binary32::floor_log2(amax)?;
    let (significand, scale) = binary32::split(amax);
    // f = significand / one, at least 1 and below 2.
    let one = 1u64 << (floor - scale);
    let f = u64::from(significand);
    let up = match rule {
        ExponentRule::Floor => false,
        ExponentRule::Ceil => f > one,
        // 48 bits at most.
        ExponentRule::Rne => f * f > 2 * one * one,
    };
    Some(floor + i32::from(up))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ExponentRule::{Ceil, Floor, Rne};

    fn all(amax: u32) -> [Option<i32>; 3] {
        [Floor, Ceil, Rne].map(|rule| exponent(rule, amax))
    }

    #[test]
    fn spec_9_1_example() {
        assert_eq!(all(12f32.to_bits()), [Some(3), Some(4), Some(4)]);
        assert_eq!(all(1), [Some(-149); 3]);
    }

    #[test]
    fn spec_9_1_3_around_the_borders() {
        // The binary32 neighbours of √2 are 0x3fb504f3 (below) and 0x3fb504f4.
        assert_eq!(all(0x3fb5_04f3), [Some(0), Some(1), Some(0)]);
        assert_eq!(all(0x3fb5_04f4), [Some(0), Some(1), Some(1)]);
        assert_eq!(all(0x0000_0003), [Some(-148), Some(-147), Some(-147)]);
        assert_eq!(all(0x7f7f_ffff), [Some(127), Some(128), Some(128)]);
    }

    #[test]
    fn refused_unless_finite_and_positive() {
        for bits in [0, 0x8000_0000, 0xbf80_0000, 0x7f80_0000, 0x7fc0_0000] {
            assert_eq!(all(bits), [None; 3]);
        }
    }
}
