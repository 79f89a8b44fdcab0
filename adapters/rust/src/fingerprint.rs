//! gid, its printed form, and the digest of planes (spec §7.2 to §7.4).

use crate::descriptor::Descriptor;
use crate::fnv::{Fnv128, Hash};
use crate::planes::Planes;
use std::fmt;
use std::str::FromStr;

/// The identity of a contract: descriptor, grade and shape. It displays in its printed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gid(pub Hash);

/// Crockford's base 32 (spec §7.3.1).
const SYMBOLS: [u8; 32] = *b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PRINTED_SYMBOLS: u32 = 26;

/// The gid of a descriptor, a canonical grade string and a shape (spec §7.2.1). The string is
/// hashed as it is given.
#[must_use]
pub fn gid(descriptor: &Descriptor, grade: &[u8], shape: &[i64]) -> Gid {
    // A shape of 2^32 extents and more has no gid of its own; the count is taken modulo 2^32.
    let rank = shape.len() as u32;
    let head = Fnv128::default()
        .chain(grade)
        .chain(&[0])
        .chain(&descriptor.frame())
        .chain(&rank.to_le_bytes());
    Gid(shape.iter().fold(head, |state, extent| state.chain(&extent.to_le_bytes())).finish())
}

/// The digest of four planes as they lie (spec §7.4).
#[must_use]
pub fn digest(planes: Planes<'_>) -> Hash {
    let state = planes.each().iter().fold(Fnv128::default(), |state, plane| {
        state.chain(&(plane.len() as u64).to_le_bytes()).chain(plane)
    });
    state.finish()
}

impl fmt::Display for Gid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = u128::from_be_bytes(self.0 .0);
        (0..PRINTED_SYMBOLS).rev().try_for_each(|place| {
            let digit = (number >> (5 * place)) as usize & 31;
            let symbol = SYMBOLS.get(digit).copied().unwrap_or_default();
            write!(f, "{}", char::from(symbol))
        })
    }
}

/// Why a text is no printed gid (spec §7.3.2, §7.3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGid {
    /// A character that is no symbol.
    Symbol,
    /// Another number of symbols than 26, hyphens aside.
    Length,
    /// The first symbol is above 7.
    Overflow,
}

impl fmt::Display for NoGid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Symbol => "a character is no symbol of a printed gid",
            Self::Length => "a printed gid has 26 symbols",
            Self::Overflow => "the first symbol of a printed gid is 0 to 7",
        })
    }
}

impl std::error::Error for NoGid {}

impl FromStr for Gid {
    type Err = NoGid;

    fn from_str(text: &str) -> Result<Self, NoGid> {
        let mut number = 0u128;
        let mut symbols = 0u32;
        for byte in text.bytes().filter(|&byte| byte != b'-') {
            let symbol = match byte.to_ascii_uppercase() {
                b'I' | b'L' => b'1',
                b'O' => b'0',
                other => other,
            };
            let digit = SYMBOLS.iter().position(|&other| other == symbol).ok_or(NoGid::Symbol)?;
            if symbols == 0 && digit > 7 {
                return Err(NoGid::Overflow);
            }
            symbols = symbols.saturating_add(1);
            if symbols > PRINTED_SYMBOLS {
                return Err(NoGid::Length);
            }
            number = number << 5 | digit as u128;
        }
        if symbols == PRINTED_SYMBOLS {
            Ok(Self(Hash(number.to_be_bytes())))
        } else {
            Err(NoGid::Length)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registered;

    fn mxfp4(shape: &[i64]) -> Gid {
        let grade = Registered::Mxfp4;
        gid(&grade.canonical_descriptor(), grade.canonical().as_bytes(), shape)
    }

    #[test]
    fn spec_7_2_example() {
        assert_eq!(mxfp4(&[32]).0.to_string(), "42d145a24c0f96ea7e336d82a2ac740d");
        assert_eq!(mxfp4(&[2, 64]).0.to_string(), "21ed8f5028f3693558d64db47f3acfbc");
        assert_eq!(mxfp4(&[64, 2]).0.to_string(), "a923914a26f040e9c2fc84eabfaac77c");
    }

    #[test]
    fn spec_7_3_example() {
        assert_eq!(mxfp4(&[32]).to_string(), "22T52T4K0FJVN7WCVDGAHARX0D");
        assert_eq!("22t52t4k-0fjvn7wcv-dgaharxod".parse(), Ok(mxfp4(&[32])));
    }

    #[test]
    fn spec_7_3_2_and_3_refused() {
        let read = |text: &str| text.parse::<Gid>();
        assert_eq!(read("82T52T4K0FJVN7WCVDGAHARX0D"), Err(NoGid::Overflow));
        assert_eq!(read("22T52T4K0FJVN7WCVDGAHARX0"), Err(NoGid::Length));
        assert_eq!(read("22T52T4K0FJVN7WCVDGAHARX0D0"), Err(NoGid::Length));
        assert_eq!(read("2UT52T4K0FJVN7WCVDGAHARX0D"), Err(NoGid::Symbol));
        assert_eq!(read("2\u{131}T52T4K0FJVN7WCVDGAHARX0D"), Err(NoGid::Symbol));
        assert_eq!(read(""), Err(NoGid::Length));
        assert_eq!(read("7ZZZZZZZZZZZZZZZZZZZZZZZZZ"), Ok(Gid(Hash([0xff; 16]))));
        assert_eq!(read("iLoOOOOOOOOOOOOOOOOOOOOOOO").unwrap().to_string().get(..3), Some("110"));
    }

    #[test]
    fn spec_7_4_example() {
        let a: &[u8] = b"a";
        let text = |planes: Planes<'_>| digest(planes).to_string();
        assert_eq!(text(Planes::default()), "28ee198ca550ba36979ea053be3dc70d");
        let data = Planes { data: a, ..Planes::default() };
        assert_eq!(text(data), "9c903d96b46c345f6d232637b2febe7f");
        let scale0 = Planes { scale0: a, ..Planes::default() };
        assert_eq!(text(scale0), "93e45a797bee745425e980af26a0123f");
        let mut data = [0; 16];
        data[0] = 0xf7;
        let planes = Planes { data: &data, scale0: &[0x7f], ..Planes::default() };
        assert_eq!(text(planes), "7c20c3557caeea73da66219c6236b75c");
    }
}
