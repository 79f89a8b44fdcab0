//! Placement words: how a plane's codes lie in memory (spec §4).

use std::fmt;

/// A 64-bit placement word. Every value is some word; not every word is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Placement(pub u64);

/// The well-known words by number, with their names (spec §4.2).
const WELL_KNOWN: [(Placement, &str); 8] = [
    (Placement::ROW_MAJOR, "ROW_MAJOR"),
    (Placement::COL_MAJOR, "COL_MAJOR"),
    (Placement::SWIZZLE_128X4B, "SWIZZLE_128x4B"),
    (Placement::TILE_16X16, "TILE_16x16"),
    (Placement::BLOCK_AOS, "BLOCK_AOS"),
    (Placement::LINEAR_META, "LINEAR_META"),
    (Placement::META_M16N8K32, "META_M16N8K32"),
    (Placement::PACK_K4_12B, "PACK_K4_12B"),
];

impl Placement {
    /// Nothing is asserted (spec §4.1).
    pub const UNSPECIFIED: Self = Self(0);
    /// Plane order.
    pub const ROW_MAJOR: Self = Self::well_known(0x01);
    /// The stored elements of a matrix, column by column.
    pub const COL_MAJOR: Self = Self::well_known(0x02);
    /// Scales in tiles of 128 lines by 4 bytes.
    pub const SWIZZLE_128X4B: Self = Self::well_known(0x03);
    /// Tiles of 16 by 16; in no stored form.
    pub const TILE_16X16: Self = Self::well_known(0x04);
    /// Blocks that hold all that belongs to 32 elements.
    pub const BLOCK_AOS: Self = Self::well_known(0x05);
    /// Plane order, as metadata calls it.
    pub const LINEAR_META: Self = Self::well_known(0x11);
    /// Metadata in the order of a matrix instruction; in no stored form.
    pub const META_M16N8K32: Self = Self::well_known(0x12);
    /// Blocks that hold all that belongs to 256 elements, their scales packed in 12 bytes.
    pub const PACK_K4_12B: Self = Self::well_known(0x20);

    const fn well_known(number: u64) -> Self {
        Self(0x1000_0000_0000_0000 | number)
    }

    /// Whether the word is known (spec §4).
    #[must_use]
    pub fn is_known(self) -> bool {
        match self.0 >> 60 {
            0x0 => self == Self::UNSPECIFIED,
            0x1 => self.name().is_some(),
            0x8 | 0xf => true,
            _ => false,
        }
    }

    /// The name of a well-known word.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        WELL_KNOWN.iter().find(|&&(word, _)| word == self).map(|&(_, name)| name)
    }

    /// Whether the word means plane order (spec §12.1.2).
    #[must_use]
    pub const fn is_plane_order(self) -> bool {
        matches!(self, Self::ROW_MAJOR | Self::LINEAR_META)
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None if *self == Self::UNSPECIFIED => f.write_str("unspecified"),
            None => write!(f, "{:#018x}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spec_4_known_words() {
        for known in [0, 0x1000_0000_0000_0001, 0x1000_0000_0000_0020, 0x8 << 60, u64::MAX] {
            assert!(Placement(known).is_known(), "{known:#x}");
        }
        for unknown in [1, 0x1000_0000_0000_0000, 0x1000_0000_0000_0006, 0x2 << 60, 0xe << 60] {
            assert!(!Placement(unknown).is_known(), "{unknown:#x}");
        }
    }

    #[test]
    fn names() {
        assert_eq!(Placement(0x1000_0000_0000_0012).to_string(), "META_M16N8K32");
        assert_eq!(Placement(0).to_string(), "unspecified");
        assert_eq!(Placement(0xf000_0000_0000_0001).to_string(), "0xf000000000000001");
    }
}
