//! FNV-1a in 64 and 128 bits (spec §7.1).

use std::fmt;

/// FNV-1a-64 of some bytes.
#[must_use]
pub fn fnv1a_64(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |state, &byte| {
        (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// A 128-bit result, most significant byte first (spec §7.1.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(pub [u8; 16]);

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hash({self})")
    }
}

/// FNV-1a-128 of bytes that come piece by piece.
#[derive(Clone, Copy, Debug)]
pub struct Fnv128(u128);

impl Default for Fnv128 {
    fn default() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Fnv128 {
    /// The state after some more bytes.
    #[must_use]
    pub fn chain(self, bytes: &[u8]) -> Self {
        Self(bytes.iter().fold(self.0, |state, &byte| {
            (state ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
        }))
    }

    /// The hash of all bytes so far.
    #[must_use]
    pub const fn finish(self) -> Hash {
        Hash(self.0.to_be_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spec_7_1_example() {
        assert_eq!(fnv1a_64(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a_64(b""), 0xcbf2_9ce4_8422_2325);
        let hash = Fnv128::default().chain(b"a").finish();
        assert_eq!(hash.to_string(), "d228cb696f1a8caf78912b704e4a8964");
        let basis = Fnv128::default().finish();
        assert_eq!(basis.to_string(), "6c62272e07bb014262b821756295c58d");
    }
}
