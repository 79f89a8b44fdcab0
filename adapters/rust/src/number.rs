//! binary32 arithmetic in integers.
//!
//! Each operation is the one of spec §0.6: rounded once to nearest, ties to even, with gradual
//! underflow, whatever rounding mode or flush-to-zero the calling thread has set (spec §11.8.8), which
//! the machine's own operations follow.

use crate::binary32::{round, shift_right, split, Rounding, INFINITY, NAN, SIGN};
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A binary32 number. What an operation gives is never a NaN but [`NAN`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number(u32);

impl Number {
    pub(crate) const ZERO: Self = Self(0);
    pub(crate) const NEGATIVE_ZERO: Self = Self(SIGN);
    pub(crate) const ONE: Self = Self(0x3f80_0000);
    pub(crate) const INFINITY: Self = Self(INFINITY);
    pub(crate) const NAN: Self = Self(NAN);
    /// 2^−149.
    pub(crate) const SMALLEST: Self = Self(1);

    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// A whole number below 2^24, which binary32 has.
    pub(crate) fn from_integer(integer: u32) -> Self {
        Self(round(false, integer.into(), 0))
    }

    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    pub(crate) const fn is_nan(self) -> bool {
        self.0 & !SIGN > INFINITY
    }

    pub(crate) const fn is_finite(self) -> bool {
        self.0 & !SIGN < INFINITY
    }

    pub(crate) const fn is_zero(self) -> bool {
        self.0 & !SIGN == 0
    }

    pub(crate) const fn is_negative(self) -> bool {
        self.0 & SIGN != 0
    }

    pub(crate) const fn magnitude(self) -> Self {
        Self(self.0 & !SIGN)
    }

    /// 0 with the sign of this number.
    pub(crate) const fn signed_zero(self) -> Self {
        Self(self.0 & SIGN)
    }

    /// The magnitude as an integer, to the nearest, ties to even, at most `limit`; 0 for NaN.
    pub(crate) fn nearest_integer(self, limit: u32) -> u32 {
        if !self.is_finite() {
            return if self.is_nan() { 0 } else { limit };
        }
        let (significand, exponent) = split(self.0);
        let steps = match exponent {
            // 2^8 and more of a significand of at least 2^23: beyond every limit.
            8.. => u64::MAX,
            0..8 => u64::from(significand) << exponent.unsigned_abs(),
            _ => shift_right(
                significand.into(),
                exponent.unsigned_abs().into(),
                Rounding::NearestEven,
            ),
        };
        // At most `limit`, so the cast is exact.
        steps.min(limit.into()) as u32
    }

    /// A number with the sign, or its negative.
    const fn with_sign(magnitude: u32, negative: bool) -> Self {
        Self(if negative { magnitude | SIGN } else { magnitude })
    }
}

impl Neg for Number {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0 ^ SIGN)
    }
}

impl Add for Number {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        match (self.is_finite(), other.is_finite()) {
            _ if self.is_nan() || other.is_nan() => return Self::NAN,
            (false, false) if self.0 != other.0 => return Self::NAN,
            (false, _) => return self,
            (true, false) => return other,
            (true, true) => {}
        }
        let (larger, smaller) =
            if self.0 & !SIGN < other.0 & !SIGN { (other, self) } else { (self, other) };
        let (wide, narrow) = (split(larger.0), split(smaller.0));
        let distance = (wide.1 - narrow.1).unsigned_abs();
        // Below an eighth of the last place of the larger, whose neighbours are half a place away
        // or more: nothing that rounding to nearest would see.
        if distance > 26 {
            return larger;
        }
        let term = |number: Self, significand: i64| {
            if number.is_negative() {
                -significand
            } else {
                significand
            }
        };
        let sum = term(larger, i64::from(wide.0) << distance) + term(smaller, narrow.0.into());
        // x − x is +0; only two negative zeros give −0.
        let negative = sum < 0 || (sum == 0 && larger.is_negative() && smaller.is_negative());
        Self(round(negative, sum.unsigned_abs(), narrow.1.into()))
    }
}

impl Sub for Number {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Number {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let negative = self.is_negative() != other.is_negative();
        if self.is_finite() && other.is_finite() {
            let (one, another) = (split(self.0), split(other.0));
            let product = u64::from(one.0) * u64::from(another.0);
            return Self(round(negative, product, i64::from(one.1) + i64::from(another.1)));
        }
        if self.is_nan() || other.is_nan() || self.is_zero() || other.is_zero() {
            return Self::NAN;
        }
        Self::with_sign(INFINITY, negative)
    }
}

impl Div for Number {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let negative = self.is_negative() != other.is_negative();
        let special = |magnitude| Self::with_sign(magnitude, negative);
        match (self.is_finite(), other.is_finite()) {
            _ if self.is_nan() || other.is_nan() => return Self::NAN,
            (false, false) => return Self::NAN,
            (false, true) => return special(INFINITY),
            (true, false) => return special(0),
            (true, true) => {}
        }
        match (self.is_zero(), other.is_zero()) {
            (true, true) => return Self::NAN,
            (true, false) => return special(0),
            (false, true) => return special(INFINITY),
            (false, false) => {}
        }
        let (above, below) = (split(self.0), split(other.0));
        let (dividend, divisor) = (u64::from(above.0), u64::from(below.0));
        // The quotient has 40 bits and more, of which rounding keeps 24: its last one may stand for
        // all that is behind it.
        let shift = dividend.leading_zeros();
        let shifted = dividend << shift;
        let rest = u64::from(shifted % divisor != 0);
        let exponent = i64::from(above.1) - i64::from(below.1) - i64::from(shift);
        Self(round(negative, (shifted / divisor) | rest, exponent))
    }
}

/// As numbers: −0 is 0, and a NaN is not even itself.
impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if self.is_nan() || other.is_nan() {
            return None;
        }
        let key = |number: &Self| {
            let magnitude = i64::from(number.0 & !SIGN);
            if number.is_negative() {
                -magnitude
            } else {
                magnitude
            }
        };
        Some(key(self).cmp(&key(other)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Patterns where operations have their borders, and others.
    fn patterns() -> Vec<u32> {
        const BORDERS: [u32; 20] = [
            0,
            1,
            2,
            3,
            0x003f_ffff,
            0x0040_0000,
            0x007f_ffff,
            0x0080_0000,
            0x0080_0001,
            0x0100_0000,
            0x3380_0000,
            0x3f7f_ffff,
            0x3f80_0000,
            0x3f80_0001,
            0x4b80_0000,
            0x7f00_0000,
            0x7f7f_fffe,
            0x7f7f_ffff,
            INFINITY,
            0x7f80_0001,
        ];
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = || {
            state = state.rotate_left(9).wrapping_mul(0xd129_0d3b_3a5f_1cd5) ^ (state >> 7);
            (state >> 32) as u32
        };
        let mut all: Vec<u32> = BORDERS.into_iter().flat_map(|bits| [bits, bits | SIGN]).collect();
        for _ in 0..200 {
            let bits = next();
            all.push(bits);
            // Exponents that are near each other, where sums and differences round and cancel.
            all.push(bits & 0x83ff_ffff | 0x3c00_0000);
            all.push(bits & 0x81ff_ffff);
        }
        all
    }

    // The oracle is the machine's own arithmetic, which IEEE 754 defines alike in the ordinary
    // environment, in which tests run.
    fn agrees(ours: fn(Number, Number) -> Number, machines: fn(f32, f32) -> f32) {
        for one in patterns() {
            for other in patterns() {
                let expected = machines(f32::from_bits(one), f32::from_bits(other));
                let expected = if expected.is_nan() { NAN } else { expected.to_bits() };
                let got = ours(Number(one), Number(other)).bits();
                assert_eq!(got, expected, "{one:#010x} {other:#010x}");
            }
        }
    }

    #[test]
    fn sums() {
        agrees(|a, b| a + b, |a, b| a + b);
    }

    #[test]
    fn differences() {
        agrees(|a, b| a - b, |a, b| a - b);
    }

    #[test]
    fn products() {
        agrees(|a, b| a * b, |a, b| a * b);
    }

    #[test]
    fn quotients() {
        agrees(|a, b| a / b, |a, b| a / b);
    }

    #[test]
    fn order() {
        for one in patterns() {
            for other in patterns() {
                let expected = f32::from_bits(one).partial_cmp(&f32::from_bits(other));
                assert_eq!(Number(one).partial_cmp(&Number(other)), expected);
            }
        }
    }

    #[test]
    fn nearest_integers() {
        for (value, expected) in [(0.5, 0), (1.5, 2), (2.5, 2), (-3.5, 4), (62.5, 62), (1e-40, 0)] {
            assert_eq!(Number(f32::to_bits(value)).nearest_integer(63), expected, "{value}");
        }
        for value in [63.5, 8_388_608.0, 1e10, f32::MAX, f32::INFINITY, -f32::INFINITY] {
            assert_eq!(Number(f32::to_bits(value)).nearest_integer(63), 63, "{value}");
        }
        assert_eq!(Number::NAN.nearest_integer(63), 0);
    }
}
