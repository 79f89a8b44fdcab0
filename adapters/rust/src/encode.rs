//! Encode of the six registered grades (spec §9). Every step is one binary32 operation.

use crate::binary32::Rounding;
use crate::codes::{CodeWriter, Coding};
use crate::exponent::{exponent, ExponentRule};
use crate::format::{encode_binary16, encode_e2m1, Decoder, Format};
use crate::number::Number;
use crate::planes::PlaneBuffers;
use crate::registry::Registered;
use std::fmt;

/// The count of values is not a multiple of the grade's block (spec §9.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotWholeBlocks {
    /// Elements in a block.
    pub block: usize,
}

impl fmt::Display for NotWholeBlocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the count of values is not a multiple of {}", self.block)
    }
}

impl std::error::Error for NotWholeBlocks {}

/// The planes of values, given as binary32 bits, in plane order.
///
/// # Errors
/// Where the values are no whole number of blocks.
pub fn encode(grade: Registered, bits: &[u32]) -> Result<PlaneBuffers, NotWholeBlocks> {
    let block = grade.block();
    if bits.len() % block != 0 {
        return Err(NotWholeBlocks { block });
    }
    let values: Vec<Number> = bits.iter().copied().map(Number::from_bits).collect();
    Ok(match grade {
        Registered::Mxfp4 => mxfp4(&values, ExponentRule::Floor),
        Registered::Mxfp4Rne => mxfp4(&values, ExponentRule::Rne),
        Registered::Nvf4 => nvf4(&values, Rounding::NearestEven),
        Registered::Nvf4Rtz => nvf4(&values, Rounding::TowardZero),
        Registered::Q4ks => q4ks(&values),
        Registered::I8s24 => i8s24(&values),
    })
}

fn writer(grade: Registered, values: usize) -> CodeWriter {
    CodeWriter::with_capacity(grade.demand().element_coding(), values)
}

/// Value of a code of a registered format, all of which are decodable.
fn decoded(decoder: Option<Decoder>, code: u32) -> Number {
    decoder.map_or(Number::NAN, |decoder| Number::from_bits(decoder.bits(code)))
}

fn all_finite(values: &[Number]) -> bool {
    values.iter().all(|value| value.is_finite())
}

/// The largest magnitude among finite values, 0 where there is none.
fn largest(values: &[Number]) -> Number {
    values.iter().filter(|value| value.is_finite()).fold(Number::ZERO, |amax, value| {
        let magnitude = value.magnitude();
        if magnitude > amax {
            magnitude
        } else {
            amax
        }
    })
}

/// To the nearest integer, ties to even, and into a range that begins at 0.
fn to_integer(value: Number, largest: u32) -> u32 {
    if value.is_negative() {
        0
    } else {
        value.nearest_integer(largest)
    }
}

fn e2m1(value: Number, rounding: Rounding) -> u32 {
    encode_e2m1(value.bits(), rounding)
}

/// 2^x for x from −127 to 127.
fn power_of_two(x: i32) -> Number {
    Number::from_bits(crate::binary32::round(false, 1, x.into()))
}

fn mxfp4(values: &[Number], rule: ExponentRule) -> PlaneBuffers {
    let mut data = writer(Registered::Mxfp4, values.len());
    let mut scale0 = Vec::with_capacity(values.len() / 32);
    for block in values.chunks_exact(32) {
        if !all_finite(block) {
            scale0.push(0xff);
            data.extend([0; 32]);
            continue;
        }
        // A block of zeros keeps their signs under the scale 1.
        let x = exponent(rule, largest(block).bits()).map_or(0, |x| (x - 2).clamp(-127, 127));
        // From 0 to 254.
        scale0.push((x + 127) as u8);
        let scale = power_of_two(x);
        data.extend(block.iter().map(|&value| e2m1(value / scale, Rounding::NearestEven)));
    }
    PlaneBuffers { data: data.finish(), scale0, ..PlaneBuffers::default() }
}

fn nvf4(values: &[Number], rounding: Rounding) -> PlaneBuffers {
    let amax = largest(values);
    let six = Number::from_integer(6);
    let tensor = match (amax / six) / Number::from_integer(448) {
        _ if amax.is_zero() => Number::ONE,
        scale if scale.is_zero() => Number::SMALLEST,
        scale => scale,
    };
    let decoder = Format::E4m3.word().decoder().ok();
    let mut data = writer(Registered::Nvf4, values.len());
    let mut scale0 = Vec::with_capacity(values.len() / 16);
    for block in values.chunks_exact(16) {
        if !all_finite(block) {
            scale0.push(0x7f);
            data.extend([0; 16]);
            continue;
        }
        let bamax = largest(block);
        let wanted = if bamax.is_zero() { Number::ONE } else { (bamax / six) / tensor };
        // e4m3 has a code for every value.
        let code = Format::E4m3.encode(wanted.bits()).unwrap_or(0x7f);
        scale0.push(code as u8);
        let scale = tensor * decoded(decoder, code);
        data.extend(block.iter().map(|&value| {
            // Of a scale of 0 only the sign is left.
            let scaled = if scale.is_zero() { value.signed_zero() } else { value / scale };
            e2m1(scaled, rounding)
        }));
    }
    let scale1 = tensor.bits().to_le_bytes().to_vec();
    PlaneBuffers { data: data.finish(), scale0, scale1, aux: Vec::new() }
}

/// binary16 of a finite or infinite quotient, infinity saturated (spec §9.4.4).
fn saturated_binary16(value: Number) -> u16 {
    if value == Number::INFINITY {
        0x7bff
    } else {
        encode_binary16(value.bits())
    }
}

fn binary16_value(code: u16) -> Number {
    decoded(Format::Binary16.word().decoder().ok(), code.into())
}

fn q4ks(values: &[Number]) -> PlaneBuffers {
    let groups = values.len() / 32;
    let mut data = writer(Registered::Q4ks, values.len());
    let mut scale0 = Vec::with_capacity(groups);
    let mut scale1 = Vec::with_capacity(groups / 2);
    let mut aux = Vec::with_capacity(groups);
    for block in values.chunks_exact(256) {
        if !all_finite(block) {
            scale1.extend([0x00, 0x7e, 0x00, 0x00]);
            scale0.extend([0; 8]);
            aux.extend([0; 8]);
            data.extend([0; 256]);
            continue;
        }
        let mut spans = [(Number::ZERO, Number::ZERO); 8];
        for (span, group) in spans.iter_mut().zip(block.chunks_exact(32)) {
            // From +0: a zero of either sign counts as +0.
            let lo = group.iter().fold(Number::ZERO, |lo, &x| if x < lo { x } else { lo });
            let hi = group.iter().fold(Number::ZERO, |hi, &x| if x > hi { x } else { hi });
            *span = ((hi - lo) / Number::from_integer(15), -lo);
        }
        let max_step =
            spans.iter().fold(Number::ZERO, |max, &(step, _)| if step > max { step } else { max });
        // From −0, what −lo is where no value is negative.
        let max_off = spans
            .iter()
            .fold(Number::NEGATIVE_ZERO, |max, &(_, off)| if off > max { off } else { max });
        let most = Number::from_integer(63);
        let d_code = saturated_binary16(max_step / most);
        let dmin_code = saturated_binary16(max_off / most);
        scale1.extend(d_code.to_le_bytes());
        scale1.extend(dmin_code.to_le_bytes());
        let (d, dmin) = (binary16_value(d_code), binary16_value(dmin_code));
        for (&(step, off), group) in spans.iter().zip(block.chunks_exact(32)) {
            let sc = if d.is_zero() { 0 } else { to_integer(step / d, 63) };
            let m = if dmin.is_zero() { 0 } else { to_integer(off / dmin, 63) };
            scale0.push(sc as u8);
            aux.push(m as u8);
            let (scale, zero) = (d * Number::from_integer(sc), dmin * Number::from_integer(m));
            data.extend(group.iter().map(|&value| {
                if scale.is_zero() {
                    0
                } else {
                    to_integer((value + zero) / scale, 15)
                }
            }));
        }
    }
    PlaneBuffers { data: data.finish(), scale0, scale1, aux }
}

/// The positions of the two values of largest magnitude, ascending. NaN counts as infinity, ties
/// go to the lower position (spec §9.5.1).
fn survivors(quad: &[Number]) -> [usize; 2] {
    let magnitude =
        |value: Number| if value.is_nan() { Number::INFINITY } else { value.magnitude() };
    // Position and magnitude of the two largest so far, the larger first.
    let mut best = [(0, -Number::ONE); 2];
    for (position, &value) in quad.iter().enumerate() {
        let candidate = (position, magnitude(value));
        if candidate.1 > best[0].1 {
            best = [candidate, best[0]];
        } else if candidate.1 > best[1].1 {
            best[1] = candidate;
        }
    }
    let [(one, _), (other, _)] = best;
    [one.min(other), one.max(other)]
}

fn i8s24(values: &[Number]) -> PlaneBuffers {
    let mut data = writer(Registered::I8s24, values.len() / 2);
    let mut scale0 = Vec::with_capacity(values.len() / 16);
    let indices = Coding { width: 2, packing: crate::codes::Packing::Lsb };
    let mut aux = CodeWriter::with_capacity(indices, values.len() / 2);
    for group in values.chunks_exact(32) {
        let mut kept = Vec::with_capacity(16);
        for quad in group.chunks_exact(4) {
            for position in survivors(quad) {
                // 0 to 3.
                aux.push(position as u32);
                kept.extend(quad.get(position));
            }
        }
        if !all_finite(&kept) {
            scale0.extend([0x00, 0x7e]);
            data.extend([0; 16]);
            continue;
        }
        let amax = largest(&kept);
        let code = match encode_binary16((amax / Number::from_integer(127)).bits()) {
            _ if amax.is_zero() => 0x3c00,
            0 => 0x0001,
            code => code,
        };
        scale0.extend(code.to_le_bytes());
        let scale = binary16_value(code);
        // The quotient of finite values is no NaN, for the scale is not 0.
        data.extend(
            kept.iter().map(|&value| Format::S8.encode((value / scale).bits()).unwrap_or(0)),
        );
    }
    PlaneBuffers { data: data.finish(), scale0, scale1: Vec::new(), aux: aux.finish() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planes(grade: Registered, head: &[f32], count: usize) -> PlaneBuffers {
        let mut bits: Vec<u32> = head.iter().map(|value| value.to_bits()).collect();
        bits.resize(count, 0);
        encode(grade, &bits).unwrap()
    }

    #[test]
    fn spec_9_2_example_ties() {
        let values = [12., -12., 1., 0.5, 1.5, 2.5, 3.5, 5., 7., 10., -0., 0.3];
        let got = planes(Registered::Mxfp4, &values, 32);
        assert_eq!(got.scale0, [0x80]);
        assert_eq!(got.data[..6], [0xf7, 0x01, 0x22, 0x44, 0x66, 0x08]);
        assert_eq!(got.data[6..], [0; 10]);
    }

    #[test]
    fn spec_9_2_example_two_rules() {
        let values = [7.5, -1.0, 0.4];
        let floor = planes(Registered::Mxfp4, &values, 32);
        assert_eq!((floor.scale0[0], &floor.data[..2]), (0x7f, &[0xa7, 0x01][..]));
        let rne = planes(Registered::Mxfp4Rne, &values, 32);
        assert_eq!((rne.scale0[0], &rne.data[..2]), (0x80, &[0x96, 0x00][..]));
    }

    #[test]
    fn spec_9_2_1_and_2_not_finite_and_zero() {
        let nan = planes(Registered::Mxfp4, &[1.0, -f32::NAN, -1.0], 32);
        assert_eq!((nan.scale0, nan.data), (vec![0xff], vec![0; 16]));
        let zero = planes(Registered::Mxfp4, &[-0.0], 32);
        assert_eq!((zero.scale0[0], zero.data[0]), (0x7f, 0x08));
        let tiny = planes(Registered::Mxfp4, &[f32::from_bits(1)], 32);
        assert_eq!((tiny.scale0[0], tiny.data[0]), (0x00, 0x00), "spec §9.2.3: clamped to −127");
    }

    #[test]
    fn spec_9_3_example() {
        let values = [3.0, -2.9, 2.5, 0.4];
        let near = planes(Registered::Nvf4, &values, 16);
        assert_eq!(near.scale1, 0x3a92_4925u32.to_le_bytes());
        assert_eq!((near.scale0[0], &near.data[..2]), (0x7e, &[0xf7, 0x26][..]));
        let zero = planes(Registered::Nvf4Rtz, &values, 16);
        assert_eq!((zero.scale0[0], &zero.data[..2]), (0x7e, &[0xe7, 0x16][..]));
    }

    #[test]
    fn spec_9_3_1_to_9_3_4() {
        let empty = encode(Registered::Nvf4, &[]).unwrap();
        assert_eq!(empty.scale1, 1f32.to_le_bytes(), "spec §6.1.11");
        let infinite = planes(Registered::Nvf4, &[f32::INFINITY, 1.0], 32);
        assert_eq!(infinite.scale0, [0x7f, 0x38]);
        let sixth = (1f32 / 6.0) / 448.0;
        assert_eq!(infinite.scale1, sixth.to_le_bytes(), "amax is that of the finite values");
    }

    #[test]
    fn spec_9_4_example() {
        let mut values = vec![-2.0, 5.5, 0.0, 0.25, 0.75, -1.0];
        values.resize(32, 1.0);
        let got = planes(Registered::Q4ks, &values, 256);
        assert_eq!(got.scale1, [0x10, 0x20, 0x10, 0x28]);
        assert_eq!(got.scale0, [0x3f, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(got.aux, [0x3f, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(got.data[..3], [0xf0, 0x54, 0x26]);
        assert_eq!(got.data[3..16], [0x66; 13]);
        assert_eq!(got.data[16..], [0; 112]);
    }

    #[test]
    fn spec_9_4_ones_and_not_finite() {
        let ones = planes(Registered::Q4ks, &[1.0; 256], 256);
        assert_eq!(ones.scale1, [0x56, 0x14, 0x00, 0x80]);
        let nan = planes(Registered::Q4ks, &[f32::NAN, -1.0], 256);
        assert_eq!(nan.scale1, [0x00, 0x7e, 0x00, 0x00]);
        assert_eq!((nan.data, nan.scale0, nan.aux), (vec![0; 128], vec![0; 8], vec![0; 8]));
        let wide = planes(Registered::Q4ks, &[f32::MAX, f32::MIN], 256);
        assert_eq!(wide.scale1, [0xff, 0x7b, 0xff, 0x7b], "spec §9.4.4: infinity saturates");
    }

    #[test]
    fn spec_9_5_example() {
        let values = [0.5, -3.0, 2.0, 0.5, 1.0, 1.0, 1.0, -1.0];
        let got = planes(Registered::I8s24, &values, 32);
        assert_eq!(got.aux, [0x49, 0x44, 0x44, 0x44]);
        assert_eq!(got.data[..4], [0x81, 0x55, 0x2a, 0x2a]);
        assert_eq!(got.data[4..], [0; 12]);
        assert_eq!(got.scale0, [0x0c, 0x26]);
    }

    #[test]
    fn spec_9_5_2_and_9_5_3() {
        let nan = planes(Registered::I8s24, &[1.0, 2.0, f32::NAN, f32::INFINITY], 32);
        assert_eq!(nan.scale0, [0x00, 0x7e]);
        assert_eq!((nan.aux[0] & 0xf, nan.data), (0xe, vec![0; 16]));
        let zero = planes(Registered::I8s24, &[], 32);
        assert_eq!(zero.scale0, [0x00, 0x3c]);
        let tiny = planes(Registered::I8s24, &[f32::from_bits(1)], 32);
        assert_eq!(tiny.scale0, [0x01, 0x00]);
    }

    #[test]
    fn spec_9_1_1_blocks() {
        for (grade, block) in [(Registered::Q4ks, 256), (Registered::Nvf4Rtz, 16)] {
            assert_eq!(encode(grade, &vec![0; block + 1]), Err(NotWholeBlocks { block }));
            assert_eq!(encode(grade, &vec![0; block / 2]), Err(NotWholeBlocks { block }));
        }
    }
}
