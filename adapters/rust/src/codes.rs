//! Strings of codes in bytes (spec §11.4).

use crate::descriptor::{Demand, Flags};

/// How codes lie in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    /// Bit b of the string is bit b mod 8 of byte ⌊b / 8⌋, least significant bit first.
    Lsb,
    /// Bit b of the string is bit 7 − (b mod 8) of byte ⌊b / 8⌋, most significant bit first.
    Msb,
    /// Each code in the low bits of a byte of its own.
    OwnByte,
}

/// Width of a code, 1 to 32 bits, and how codes lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Coding {
    pub width: u32,
    pub packing: Packing,
}

impl Coding {
    /// Scales of scale0 and zero points of aux (spec §11.4.6).
    const fn padded(width: u32) -> Self {
        let packing = if width <= 8 { Packing::OwnByte } else { Packing::Lsb };
        Self { width, packing }
    }

    const fn ones(self) -> u32 {
        u32::MAX >> (32 - self.width)
    }

    /// Bits from one code to the next.
    const fn stride(self) -> u64 {
        match self.packing {
            Packing::OwnByte => 8,
            _ => self.width as u64,
        }
    }
}

impl Demand {
    /// Of plane data (spec §11.4.1 to §11.4.5).
    pub(crate) const fn element_coding(&self) -> Coding {
        let width = self.elem.width();
        let packing = if self.container == Self::PAD8 && width <= 8 {
            Packing::OwnByte
        } else if self.flags.has(Flags::MSB_FIRST) {
            Packing::Msb
        } else {
            Packing::Lsb
        };
        Coding { width, packing }
    }

    /// Of plane scale0.
    pub(crate) const fn scale0_coding(&self) -> Coding {
        Coding::padded(self.scale0.width())
    }

    /// Of plane scale1 (spec §11.4.7).
    pub(crate) const fn scale1_coding(&self) -> Coding {
        Coding { width: self.scale1.width(), packing: Packing::Lsb }
    }

    /// Of zero points in plane aux.
    pub(crate) const fn zero_point_coding(&self) -> Coding {
        Coding::padded(self.zp_fmt.width())
    }

    /// Of metadata in plane aux (spec §11.4.8); none where the format has no indices.
    pub(crate) fn index_coding(&self) -> Option<Coding> {
        let width = self.index_width().filter(|&width| width > 0)?;
        Some(Coding { width, packing: Packing::Lsb })
    }
}

/// Codes that are read from a plane. Codes that lie beyond its end are 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Codes<'a> {
    bytes: &'a [u8],
    coding: Coding,
}

impl<'a> Codes<'a> {
    pub const fn new(bytes: &'a [u8], coding: Coding) -> Self {
        Self { bytes, coding }
    }

    pub fn get(&self, index: usize) -> u32 {
        let Some(bit) = (index as u64).checked_mul(self.coding.stride()) else {
            return 0;
        };
        let start = usize::try_from(bit / 8).unwrap_or(usize::MAX);
        let within = (bit % 8) as u32;
        // A code of 32 bits touches at most five bytes.
        let rest = self.bytes.get(start..).unwrap_or_default();
        let window = rest.first_chunk().copied().unwrap_or_else(|| {
            let mut window = [0u8; 8];
            window.iter_mut().zip(rest).for_each(|(to, &from)| *to = from);
            window
        });
        let value = match self.coding.packing {
            Packing::Lsb | Packing::OwnByte => u64::from_le_bytes(window) >> within,
            Packing::Msb => u64::from_be_bytes(window) << within >> (64 - self.coding.width),
        };
        value as u32 & self.coding.ones()
    }

    /// So many codes from an index on.
    pub fn range(self, from: usize, count: usize) -> impl Iterator<Item = u32> + 'a {
        (0..count).map(move |step| self.get(from.saturating_add(step)))
    }
}

/// Codes that are written to a plane; its ignored bits are 0.
#[derive(Debug)]
pub(crate) struct CodeWriter {
    bytes: Vec<u8>,
    coding: Coding,
    /// Bits that do not fill a byte yet, as they will lie in it from bit 0 (Lsb), or the last ones
    /// in the low bits (Msb).
    pending: u64,
    pending_bits: u32,
}

impl CodeWriter {
    /// A writer with room for so many codes.
    pub fn with_capacity(coding: Coding, codes: usize) -> Self {
        let bits = (codes as u128) * u128::from(coding.stride());
        let bytes = usize::try_from(bits.div_ceil(8)).unwrap_or(0);
        Self { bytes: Vec::with_capacity(bytes), coding, pending: 0, pending_bits: 0 }
    }

    pub fn push(&mut self, code: u32) {
        let code = code & self.coding.ones();
        match self.coding.packing {
            Packing::OwnByte => self.bytes.push(code as u8),
            Packing::Lsb => {
                self.pending |= u64::from(code) << self.pending_bits;
                self.pending_bits += self.coding.width;
                while self.pending_bits >= 8 {
                    self.bytes.push(self.pending as u8);
                    self.pending >>= 8;
                    self.pending_bits -= 8;
                }
            }
            Packing::Msb => {
                self.pending = self.pending << self.coding.width | u64::from(code);
                self.pending_bits += self.coding.width;
                while self.pending_bits >= 8 {
                    self.pending_bits -= 8;
                    self.bytes.push((self.pending >> self.pending_bits) as u8);
                }
                self.pending &= (1 << self.pending_bits) - 1;
            }
        }
    }

    /// The plane, its last byte filled up with zeros.
    pub fn finish(mut self) -> Vec<u8> {
        if self.pending_bits > 0 {
            self.bytes.push(match self.coding.packing {
                Packing::Msb => (self.pending << (8 - self.pending_bits)) as u8,
                _ => self.pending as u8,
            });
        }
        self.bytes
    }
}

impl Extend<u32> for CodeWriter {
    fn extend<T: IntoIterator<Item = u32>>(&mut self, codes: T) {
        codes.into_iter().for_each(|code| self.push(code));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(width: u32, packing: Packing, codes: &[u32], bytes: &[u8]) {
        let coding = Coding { width, packing };
        let mut writer = CodeWriter::with_capacity(coding, codes.len());
        writer.extend(codes.iter().copied());
        assert_eq!(writer.finish(), bytes, "{coding:?}");
        let read: Vec<u32> = Codes::new(bytes, coding).range(0, codes.len()).collect();
        assert_eq!(read, codes, "{coding:?}");
    }

    #[test]
    fn spec_11_4_example() {
        holds(6, Packing::Lsb, &[1, 2, 3, 4], &[0x81, 0x30, 0x10]);
        holds(6, Packing::Msb, &[1, 2, 3, 4], &[0x04, 0x20, 0xc4]);
        holds(4, Packing::Lsb, &[1, 2, 3], &[0x21, 0x03]);
        holds(4, Packing::Msb, &[1, 2, 3], &[0x12, 0x30]);
        holds(6, Packing::OwnByte, &[1, 2, 3, 4], &[1, 2, 3, 4]);
        holds(16, Packing::Lsb, &[0x3c00], &[0x00, 0x3c]);
        holds(16, Packing::Msb, &[0x3c00], &[0x3c, 0x00]);
        holds(6, Packing::Lsb, &[5, 9], &[0x45, 0x02]);
    }

    #[test]
    fn spec_11_4_4_wide_codes() {
        holds(32, Packing::Lsb, &[0x0102_0304, 5], &[4, 3, 2, 1, 5, 0, 0, 0]);
        holds(32, Packing::Msb, &[0x0102_0304, 5], &[1, 2, 3, 4, 0, 0, 0, 5]);
    }

    #[test]
    fn spec_11_4_9_high_bits_are_ignored() {
        let coding = Coding { width: 6, packing: Packing::OwnByte };
        assert_eq!(Codes::new(&[0xc5], coding).get(0), 5);
    }

    #[test]
    fn beyond_the_end_is_zero() {
        let coding = Coding { width: 6, packing: Packing::Msb };
        let codes = Codes::new(&[0xff], coding);
        assert_eq!([codes.get(0), codes.get(1), codes.get(usize::MAX)], [63, 48, 0]);
    }
}
