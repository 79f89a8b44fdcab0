//! binary32 numbers as bit patterns: what needs to be exact is done in integers.

/// The one NaN that leaves this crate (spec §0.7).
pub const NAN: u32 = 0x7fc0_0000;
/// Positive infinity.
pub const INFINITY: u32 = 0x7f80_0000;
/// The sign bit.
pub const SIGN: u32 = 0x8000_0000;

/// The magnitude of a finite value as significand · 2^exponent, exact.
#[must_use]
pub fn split(bits: u32) -> (u32, i32) {
    let fraction = bits & 0x007f_ffff;
    match (bits >> 23) & 0xff {
        0 => (fraction, -149),
        // At most 254 for a finite value, so the cast is exact.
        field => (fraction | 0x0080_0000, field as i32 - 150),
    }
}

/// ⌊log2⌋ of the magnitude, exact, subnormals included; none for 0, infinity and NaN.
#[must_use]
pub fn floor_log2(bits: u32) -> Option<i32> {
    if bits & !SIGN >= INFINITY {
        return None;
    }
    let (significand, exponent) = split(bits);
    Some(significand.checked_ilog2()? as i32 + exponent)
}

/// Bits of ±significand · 2^exponent, rounded once to nearest, ties to even; beyond the range
/// infinity (spec §1.3.2).
#[must_use]
pub fn round(negative: bool, significand: u64, exponent: i64) -> u32 {
    let sign = if negative { SIGN } else { 0 };
    let Some(log2) = significand.checked_ilog2() else {
        return sign;
    };
    let top = i64::from(log2).saturating_add(exponent);
    if top > 127 {
        return sign | INFINITY;
    }
    // In steps of the last place the value has at most 24 bits before rounding. Field and steps
    // add up to the pattern, a carry into the next binade (or into infinity) included.
    let binade = top.max(-126);
    let steps = match binade - 23 - exponent {
        up @ ..=0 => significand << up.unsigned_abs(),
        down => shift_right(significand, down.unsigned_abs(), Rounding::NearestEven),
    };
    sign | ((((binade + 126) as u32) << 23) + steps as u32)
}

/// What becomes of the bits that are shifted out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    NearestEven,
    TowardZero,
}

/// value / 2^shift as an integer.
pub(crate) fn shift_right(value: u64, shift: u64, rounding: Rounding) -> u64 {
    // With 65 and more even the largest value is below one half.
    let Ok(shift @ 0..=64) = u32::try_from(shift) else {
        return 0;
    };
    let wide = u128::from(value);
    let floor = (wide >> shift) as u64;
    let rest = (wide - (u128::from(floor) << shift)) << 1;
    let one = 1u128 << shift;
    let up = rounding == Rounding::NearestEven && (rest > one || (rest == one && floor & 1 == 1));
    floor + u64::from(up)
}

#[cfg(test)]
mod tests {
    use super::*;

    // The oracle is the language's own conversion from integers, which IEEE 754 defines alike.
    #[test]
    fn rounding_agrees_with_integer_conversion() {
        let mut value: u64 = 0x9e37_79b9_7f4a_7c15;
        for _ in 0..10_000 {
            value = value.rotate_left(7).wrapping_mul(0xd129_0d3b_3a5f_1cd5) ^ (value >> 11);
            let small = value >> (value & 63);
            assert_eq!(round(false, small, 0), (small as f32).to_bits(), "{small}");
        }
    }

    #[test]
    fn rounding_at_the_ends_of_the_range() {
        assert_eq!(round(false, 1, -149), 1);
        assert_eq!(round(false, 1, -150), 0, "half of the smallest: a tie, to even");
        assert_eq!(round(true, 3, -151), SIGN | 1, "three quarters of it");
        assert_eq!(round(false, 1, -1_000_000_000_000), 0);
        assert_eq!(round(true, 0, 77), SIGN);
        assert_eq!(round(false, 1, 127), 0x7f00_0000);
        assert_eq!(round(false, 1, 128), INFINITY);
        assert_eq!(round(false, 0x1ff_ffff, 103), INFINITY, "the tie above the largest");
        assert_eq!(round(false, 0x1ff_fffe, 103), 0x7f7f_ffff);
        assert_eq!(round(false, 0xff_ffff, -150), 0x0080_0000, "carries out of the subnormals");
    }

    #[test]
    fn exact_logarithm() {
        assert_eq!(floor_log2(1), Some(-149));
        assert_eq!(floor_log2(0x007f_ffff), Some(-127));
        assert_eq!(floor_log2(0x0080_0000), Some(-126));
        assert_eq!(floor_log2(12f32.to_bits() | SIGN), Some(3));
        assert_eq!(floor_log2(0x7f7f_ffff), Some(127));
        assert_eq!(floor_log2(SIGN), None);
        assert_eq!(floor_log2(INFINITY), None);
        assert_eq!(floor_log2(NAN), None);
    }
}
