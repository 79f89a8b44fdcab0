//! Decode of the six registered grades (spec §8).

use crate::descriptor::Descriptor;
use crate::planes::Planes;
use crate::registry::Registered;
use crate::sizes::Sizes;
use crate::values;
use std::fmt;

/// Why planes are not decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The count is negative or not a multiple of the block (spec §8.1.1).
    Count,
    /// The planes do not have exactly the lengths of a one-dimensional array of the count.
    Lengths {
        /// The lengths that they should have.
        due: [u128; 4],
    },
    /// The values would not fit the caller's limit.
    TooLarge {
        /// How many values there are.
        values: u64,
    },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count => f.write_str("the count is not a multiple of the grade's block"),
            Self::Lengths { due: [data, scale0, scale1, aux] } => {
                write!(f, "the planes must have {data}, {scale0}, {scale1} and {aux} bytes")
            }
            Self::TooLarge { values } => write!(f, "{values} values are more than allowed"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// The binary32 bits of `count` elements in plane order, at most `limit` of them.
///
/// # Errors
/// Says why the planes are not decoded. Nothing is allocated before that.
pub fn decode(
    grade: Registered,
    count: i64,
    planes: Planes<'_>,
    limit: usize,
) -> Result<Vec<u32>, DecodeError> {
    let descriptor = Descriptor { group_axis: 0, ..grade.canonical_descriptor() };
    let sizes = Sizes::of(&descriptor, &[count]).map_err(|_| DecodeError::Count)?;
    if !planes.have_lengths(sizes.bytes) {
        return Err(DecodeError::Lengths { due: sizes.bytes });
    }
    let too_large = DecodeError::TooLarge { values: sizes.elements };
    let elements = usize::try_from(sizes.elements).ok().filter(|&elements| elements <= limit);
    let elements = elements.ok_or(too_large)?;
    // Every registered grade has decodable formats.
    values::decode(&descriptor.demand, elements, planes).map_err(|_| DecodeError::Count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary32::NAN;

    fn padded(head: &[u8], length: usize) -> Vec<u8> {
        let mut plane = head.to_vec();
        plane.resize(length, 0);
        plane
    }

    fn bits(grade: Registered, count: i64, planes: Planes<'_>) -> Vec<u32> {
        decode(grade, count, planes, usize::MAX).unwrap()
    }

    fn floats(grade: Registered, count: i64, planes: Planes<'_>) -> Vec<f32> {
        bits(grade, count, planes).into_iter().map(f32::from_bits).collect()
    }

    #[test]
    fn spec_8_2_example_mxfp4() {
        let data = padded(&[0xf7, 0x01, 0x22, 0x44, 0x66, 0x08], 16);
        let planes = Planes { data: &data, scale0: &[0x80], ..Planes::default() };
        let expected = [
            0x4140_0000,
            0xc140_0000,
            0x3f80_0000,
            0,
            0x4000_0000,
            0x4000_0000,
            0x4080_0000,
            0x4080_0000,
            0x4100_0000,
            0x4100_0000,
            0x8000_0000,
            0,
        ];
        assert_eq!(bits(Registered::Mxfp4, 32, planes)[..12], expected);
        assert_eq!(bits(Registered::Mxfp4Rne, 32, planes)[..12], expected);
        let poisoned = Planes { scale0: &[0xff], ..planes };
        assert_eq!(bits(Registered::Mxfp4, 32, poisoned), [NAN; 32]);
    }

    #[test]
    fn spec_8_3_example_nvf4() {
        let data = padded(&[0xf7, 0x26], 8);
        let scale1 = [0x25, 0x49, 0x92, 0x3a];
        let planes = Planes { data: &data, scale0: &[0x7e], scale1: &scale1, aux: &[] };
        assert_eq!(floats(Registered::Nvf4, 16, planes)[..4], [3.0, -3.0, 2.0, 0.5]);
    }

    #[test]
    fn spec_8_4_example_q4ks() {
        let data = padded(&[0x70, 0x0f], 128);
        let scale0 = padded(&[0x45], 8);
        let aux = padded(&[0x8c], 8);
        let scale1 = [0x00, 0x34, 0x00, 0x30];
        let planes = Planes { data: &data, scale0: &scale0, scale1: &scale1, aux: &aux };
        let expected = [0xbfc0_0000, 0x40e8_0000, 0x418a_0000, 0xbfc0_0000];
        assert_eq!(bits(Registered::Q4ks, 256, planes)[..4], expected);
    }

    #[test]
    fn spec_8_4_3_a_nan_zero_poisons() {
        let data = [0; 128];
        let (scale0, aux) = ([0; 8], [0; 8]);
        let scale1 = [0x00, 0x34, 0x00, 0x7e];
        let planes = Planes { data: &data, scale0: &scale0, scale1: &scale1, aux: &aux };
        assert_eq!(bits(Registered::Q4ks, 256, planes), [NAN; 256]);
        let infinite = [0x00, 0x34, 0x00, 0x7c];
        let planes = Planes { scale1: &infinite, ..planes };
        assert_eq!(bits(Registered::Q4ks, 256, planes)[0], NAN, "spec §8.1.7: infinity × 0");
    }

    // The values stand here as the specification writes them, digit for digit.
    #[allow(clippy::excessive_precision)]
    #[test]
    fn spec_8_5_example_i8s24() {
        let data = padded(&[0x81, 85, 42, 42], 16);
        let aux = padded(&[0x49], 4);
        let planes = Planes { data: &data, scale0: &[0x0c, 0x26], scale1: &[], aux: &aux };
        let expected =
            [0., -2.99981689453125, 2.00775146484375, 0., 0.9920654296875, 0.9920654296875, 0., 0.];
        assert_eq!(floats(Registered::I8s24, 32, planes)[..8], expected);
    }

    #[test]
    fn spec_8_5_4_one_cursor() {
        let data = padded(&[0x0a, 0x14, 0x1e, 0x28], 16);
        let aux = padded(&[0x85], 4);
        let planes = Planes { data: &data, scale0: &[0x00, 0x3c], scale1: &[], aux: &aux };
        let values = floats(Registered::I8s24, 32, planes);
        assert_eq!(values[..9], [0., 10., 0., 0., 20., 0., 30., 0., 40.]);
    }

    #[test]
    fn spec_8_5_2_sparsity_wins_over_nan() {
        let planes = Planes { data: &[1; 16], scale0: &[0x00, 0x7e], scale1: &[], aux: &[0x44; 4] };
        assert_eq!(bits(Registered::I8s24, 32, planes)[..4], [NAN, NAN, 0, 0]);
    }

    #[test]
    fn spec_8_1_1_lengths_and_counts() {
        let planes = Planes { data: &[0; 16], scale0: &[0x7f], ..Planes::default() };
        let refused = |count, planes| decode(Registered::Mxfp4, count, planes, usize::MAX);
        assert_eq!(refused(-32, planes), Err(DecodeError::Count));
        assert_eq!(refused(16, planes), Err(DecodeError::Count));
        let surplus = Planes { aux: &[0], ..planes };
        assert_eq!(refused(32, surplus), Err(DecodeError::Lengths { due: [16, 1, 0, 0] }));
        let lie = Err(DecodeError::Lengths { due: [1 << 61, 1 << 57, 0, 0] });
        assert_eq!(refused(1 << 62, planes), lie);
        assert_eq!(refused(0, Planes::default()), Ok(vec![]));
        let limited = decode(Registered::Mxfp4, 32, planes, 31);
        assert_eq!(limited, Err(DecodeError::TooLarge { values: 32 }));
    }
}
