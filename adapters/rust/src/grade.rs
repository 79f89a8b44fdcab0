//! Grade strings: reading, canonical form, id, projection, and what a grade demands of a
//! descriptor (spec §3).

use crate::descriptor::{Demand, Descriptor, Flags, Placements};
use crate::fnv::fnv1a_64;
use crate::format::{Format, FormatWord};
use crate::vocabulary::{
    Container, Key, NamedOrder, NamedScaleRule, PackingOrder, RoundingRule, Saturation, Subnormals,
    SurvivorOrder, Word, ZeroPointConvention, ZeroPointScale,
};
use std::fmt::{self, Write};

/// A grade: the numeric contract of an array. Its canonical form is what it displays as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    element: Format,
    k0: u64,
    scale: Format,
    outer: Option<Outer>,
    zero_point: Option<ZeroPoint>,
    sparsity: Option<Sparsity>,
    container: Container,
    packing: PackingOrder,
    encode_rounding: RoundingRule,
    encode_saturation: Saturation,
    scale_rule: ScaleRule,
    encode_subnormals: Subnormals,
    decode_rounding: RoundingRule,
    decode_saturation: Saturation,
    decoded: Format,
    accumulation: AccumulationOrder,
    products: Format,
    accumulator: Format,
    intermediates: Format,
    accumulation_subnormals: Subnormals,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Outer {
    k1: u64,
    scale: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ZeroPoint {
    format: Format,
    convention: ZeroPointConvention,
    scaled_by: ZeroPointScale,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sparsity {
    n: u8,
    m: u8,
    format: Format,
    order: SurvivorOrder,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum ScaleRule {
    Named(NamedScaleRule),
    Custom(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AccumulationOrder {
    Named(NamedOrder),
    Pairwise(u64),
}

/// Why a string is no grade. Offsets are bytes of the string as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GradeError {
    /// A byte outside the alphabet (spec §3.2.1).
    Alphabet {
        /// Where it stands.
        offset: usize,
    },
    /// It does not begin with `grit1(`.
    Prefix,
    /// It does not end with the closing bracket.
    Bracket,
    /// An item without `=`, an empty one included.
    NotAnItem(String),
    /// A key that does not exist.
    UnknownKey(String),
    /// A key given twice.
    Twice(Key),
    /// A required key that is missing.
    Missing(Key),
    /// A value outside its key's domain.
    Value(Key),
    /// A key that needs another one (spec §3.3.4).
    Without(Key, Key),
}

impl fmt::Display for GradeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Alphabet { offset } => write!(f, "byte {offset} is outside the alphabet"),
            Self::Prefix => f.write_str("a grade begins with grit1("),
            Self::Bracket => f.write_str("a grade ends with a closing bracket"),
            Self::NotAnItem(item) => write!(f, "{item:?} is not key=value"),
            Self::UnknownKey(key) => write!(f, "unknown key {key:?}"),
            Self::Twice(key) => write!(f, "{} is given twice", key.name()),
            Self::Missing(key) => write!(f, "{} is missing", key.name()),
            Self::Value(key) => write!(f, "the value of {} is outside its domain", key.name()),
            Self::Without(key, other) => {
                write!(f, "{} needs {}", key.name(), other.name())
            }
        }
    }
}

impl std::error::Error for GradeError {}

/// Why a grade has no descriptor (spec §3.8.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDescriptor {
    /// k0 or k1 exceeds 65535.
    GroupTooLarge,
    /// The metadata format of sp is neither u2 nor u4.
    MetadataFormat,
}

impl fmt::Display for NoDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GroupTooLarge => "a descriptor has room for groups of at most 65535",
            Self::MetadataFormat => "the metadata format of a descriptor is u2 or u4",
        })
    }
}

impl std::error::Error for NoDescriptor {}

/// The items of a string, by key.
struct Items<'a>([Option<&'a str>; Key::ALL.len()]);

impl<'a> Items<'a> {
    fn read(body: &'a str) -> Result<Self, GradeError> {
        let mut items = Self([None; Key::ALL.len()]);
        for item in body.split(',') {
            let (name, value) =
                item.split_once('=').ok_or_else(|| GradeError::NotAnItem(item.to_owned()))?;
            let key =
                Key::from_name(name).ok_or_else(|| GradeError::UnknownKey(name.to_owned()))?;
            if let Some(slot) = items.0.get_mut(key as usize) {
                if slot.replace(value).is_some() {
                    return Err(GradeError::Twice(key));
                }
            }
        }
        Ok(items)
    }

    fn get(&self, key: Key) -> Option<&'a str> {
        self.0.get(key as usize).copied().flatten()
    }

    /// The value of a key as the reader understands it; none where the key is absent.
    fn optional<T>(&self, key: Key, read: fn(&str) -> Option<T>) -> Result<Option<T>, GradeError> {
        self.get(key).map(|value| read(value).ok_or(GradeError::Value(key))).transpose()
    }

    fn required<T>(&self, key: Key, read: fn(&str) -> Option<T>) -> Result<T, GradeError> {
        self.optional(key, read)?.ok_or(GradeError::Missing(key))
    }

    /// A word, or its default.
    fn word<T: Word>(&self, key: Key, default: T) -> Result<T, GradeError> {
        Ok(self.optional(key, read_enum)?.unwrap_or(default))
    }

    fn format(&self, key: Key) -> Result<Format, GradeError> {
        Ok(self.optional(key, Format::read)?.unwrap_or(Format::Binary32))
    }

    /// Refuses a key that is given though the one that it needs is not.
    fn refuse(&self, key: Key, without: Key) -> Result<(), GradeError> {
        match self.get(key) {
            Some(_) => Err(GradeError::Without(key, without)),
            None => Ok(()),
        }
    }
}

/// One or more digits, at most 2^64 − 1; leading zeros are dropped (spec §3.4).
fn read_number(text: &str) -> Option<u64> {
    // `parse` alone would take a sign.
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Hyphens inside an enum value are dropped (spec §3.5.1).
fn read_enum<T: Word>(text: &str) -> Option<T> {
    T::read(&text.replace('-', ""))
}

fn read_scale_rule(text: &str) -> Option<ScaleRule> {
    let text = text.replace('-', "");
    match text.strip_prefix("custom:") {
        Some(name) => Some(ScaleRule::Custom(name.to_owned())),
        None => Word::read(&text).map(ScaleRule::Named),
    }
}

fn read_accumulation(text: &str) -> Option<AccumulationOrder> {
    let text = text.replace('-', "");
    match text.strip_prefix("pairwise") {
        Some(rest) => read_number(rest.trim_start_matches('_'))
            .filter(|&n| n > 0)
            .map(AccumulationOrder::Pairwise),
        None => Word::read(&text).map(AccumulationOrder::Named),
    }
}

fn read_sparsity(text: &str) -> Option<Sparsity> {
    let count = |text: &str| {
        let number = read_number(text.strip_prefix('+').unwrap_or(text))?;
        u8::try_from(number).ok()
    };
    let mut parts = text.split(':');
    let sparsity = Sparsity {
        n: count(parts.next()?)?,
        m: count(parts.next()?)?,
        format: Format::read(parts.next()?)?,
        order: read_enum(parts.next()?)?,
    };
    let whole = parts.next().is_none();
    let in_domain = 1 <= sparsity.n && sparsity.n < sparsity.m && sparsity.m <= 32;
    (whole && in_domain).then_some(sparsity)
}

/// Checks the alphabet, drops blanks, lowers letters (spec §3.2).
fn fold(text: &[u8]) -> Result<String, GradeError> {
    let mut folded = String::with_capacity(text.len());
    for (offset, &byte) in text.iter().enumerate() {
        match byte {
            b' ' | 0x09..=0x0d => {}
            b'!'..=b'~' => folded.push(char::from(byte.to_ascii_lowercase())),
            _ => return Err(GradeError::Alphabet { offset }),
        }
    }
    Ok(folded)
}

impl Grade {
    /// Reads any spelling of a grade (spec §3.2 to §3.6).
    ///
    /// # Errors
    /// Says why the string is refused.
    pub fn parse(text: impl AsRef<[u8]>) -> Result<Self, GradeError> {
        let folded = fold(text.as_ref())?;
        let body = folded.strip_prefix("grit1(").ok_or(GradeError::Prefix)?;
        let body = body.strip_suffix(')').ok_or(GradeError::Bracket)?;
        let items = Items::read(body)?;

        let outer =
            match (items.optional(Key::K1, read_number)?, items.optional(Key::S1, Format::read)?) {
                (Some(k1), Some(scale)) => Some(Outer { k1, scale }),
                (None, None) => None,
                (Some(_), None) => return Err(GradeError::Without(Key::K1, Key::S1)),
                (None, Some(_)) => return Err(GradeError::Without(Key::S1, Key::K1)),
            };
        let zero_point = match items.optional(Key::Zp, Format::read)? {
            Some(format) => Some(ZeroPoint {
                format,
                convention: items.word(Key::Zpc, ZeroPointConvention::AsIs)?,
                scaled_by: items.word(Key::Zps, ZeroPointScale::Shared)?,
            }),
            None => {
                items.refuse(Key::Zpc, Key::Zp)?;
                items.refuse(Key::Zps, Key::Zp)?;
                None
            }
        };
        let own_scale = zero_point.is_some_and(|zero| zero.scaled_by == ZeroPointScale::L1);
        if own_scale && outer.is_none() {
            return Err(GradeError::Without(Key::Zps, Key::S1));
        }
        Ok(Self {
            element: items.required(Key::E, Format::read)?,
            k0: items.required(Key::K0, read_number)?,
            scale: items.required(Key::S0, Format::read)?,
            outer,
            zero_point,
            sparsity: items.optional(Key::Sp, read_sparsity)?,
            container: items.word(Key::Ct, Container::Dense)?,
            packing: items.word(Key::Po, PackingOrder::Lsb)?,
            encode_rounding: items.word(Key::Er, RoundingRule::Rne)?,
            encode_saturation: items.word(Key::Es, Saturation::SatFinite)?,
            scale_rule: items.required(Key::Esr, read_scale_rule)?,
            encode_subnormals: items.word(Key::Esn, Subnormals::Preserve)?,
            decode_rounding: items.word(Key::Dr, RoundingRule::Rne)?,
            decode_saturation: items.word(Key::Ds, Saturation::SatFinite)?,
            decoded: items.format(Key::Dt)?,
            accumulation: items
                .optional(Key::Ao, read_accumulation)?
                .unwrap_or(AccumulationOrder::Named(NamedOrder::Unspec)),
            products: items.format(Key::Ap)?,
            accumulator: items.format(Key::Ab)?,
            intermediates: items.format(Key::Ai)?,
            accumulation_subnormals: items.word(Key::An, Subnormals::Any)?,
        })
    }

    /// Reads a string that is a grade's canonical form, byte for byte; none for any other.
    #[must_use]
    pub fn from_canonical(text: &[u8]) -> Option<Self> {
        Self::parse(text).ok().filter(|grade| grade.canonical().as_bytes() == text)
    }

    /// The canonical form (spec §3.7.1).
    #[must_use]
    pub fn canonical(&self) -> String {
        self.to_string()
    }

    /// FNV-1a-64 of the canonical form (spec §3.7.3).
    #[must_use]
    pub fn id(&self) -> u64 {
        fnv1a_64(self.canonical().as_bytes())
    }

    /// What decoding depends on, `gritdec1(…)` (spec §3.7.4).
    #[must_use]
    pub fn projection(&self) -> String {
        let mut text = String::from("gritdec1(");
        self.write_structure(&mut text, |zero| {
            format!(",zpc={},zps={}", zero.convention.word(), zero.scaled_by.word())
        })
        .and_then(|()| {
            write!(
                text,
                ",ct={},po={},dr={},ds={},dt={})",
                self.container.word(),
                self.packing.word(),
                self.decode_rounding.word(),
                self.decode_saturation.word(),
                self.decoded.token()
            )
        })
        // Writing to a string does not fail.
        .unwrap_or_default();
        text
    }

    /// Writes e to sp, the two keys about the zero point as the caller wants them.
    fn write_structure(
        &self,
        f: &mut impl Write,
        zero_point: impl Fn(&ZeroPoint) -> String,
    ) -> fmt::Result {
        write!(f, "e={},k0={},s0={}", self.element.token(), self.k0, self.scale.token())?;
        if let Some(Outer { k1, scale }) = self.outer {
            write!(f, ",k1={k1},s1={}", scale.token())?;
        }
        if let Some(zero) = &self.zero_point {
            write!(f, ",zp={}{}", zero.format.token(), zero_point(zero))?;
        }
        if let Some(Sparsity { n, m, format, order }) = self.sparsity {
            write!(f, ",sp={n}:{m}:{}:{}", format.token(), order.word())?;
        }
        Ok(())
    }

    /// The fields that this grade demands of a descriptor (spec §3.8.1, §3.8.2).
    ///
    /// # Errors
    /// Says why the grade has no descriptor.
    pub fn demand(&self) -> Result<Demand, NoDescriptor> {
        let count = |k: u64| u16::try_from(k).map_err(|_| NoDescriptor::GroupTooLarge);
        let sp_meta_fmt = match self.sparsity.map(|sparsity| sparsity.format) {
            None => 0,
            Some(Format::U2) => 1,
            Some(Format::U4) => 2,
            Some(_) => return Err(NoDescriptor::MetadataFormat),
        };
        let zero = self.zero_point;
        let flags = Flags::default()
            .with(Flags::HAS_ZP, zero.is_some())
            .with(
                Flags::ZP_MINUS1,
                zero.is_some_and(|zero| zero.convention == ZeroPointConvention::Minus1),
            )
            .with(Flags::ZP_L1SCALED, zero.is_some_and(|zero| zero.scaled_by == ZeroPointScale::L1))
            .with(Flags::SPARSE, self.sparsity.is_some())
            .with(Flags::MSB_FIRST, self.packing == PackingOrder::Msb);
        let ascending = |sparsity: Sparsity| sparsity.order == SurvivorOrder::AscLsb;
        Ok(Demand {
            n_levels: if self.outer.is_some() { 2 } else { 1 },
            flags,
            elem: self.element.word(),
            scale0: self.scale.word(),
            scale1: self.outer.map_or(FormatWord::ABSENT, |outer| outer.scale.word()),
            zp_fmt: zero.map_or(FormatWord::ABSENT, |zero| zero.format.word()),
            k0: count(self.k0)?,
            k1: count(self.outer.map_or(0, |outer| outer.k1))?,
            sp_n: self.sparsity.map_or(0, |sparsity| sparsity.n),
            sp_m: self.sparsity.map_or(0, |sparsity| sparsity.m),
            sp_meta_fmt,
            sp_order: if self.sparsity.is_some_and(ascending) { Demand::ASC_LSB } else { 0 },
            container: if self.container == Container::Pad8 { Demand::PAD8 } else { 0 },
        })
    }

    /// A descriptor of this grade, with note 0 (spec §3.8).
    ///
    /// # Errors
    /// Says why the grade has no descriptor.
    pub fn descriptor(
        &self,
        group_axis: i16,
        placements: Placements,
    ) -> Result<Descriptor, NoDescriptor> {
        Ok(Descriptor::new(self.demand()?, self.id(), group_axis, placements))
    }

    /// Whether dr, ds and dt have their defaults: no other grade is decoded (spec §11.2.3).
    #[must_use]
    pub fn decodes_by_default(&self) -> bool {
        self.decode_rounding == RoundingRule::Rne
            && self.decode_saturation == Saturation::SatFinite
            && self.decoded == Format::Binary32
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("grit1(")?;
        let unless = |key: Key, value: &'static str, default: bool| match default {
            true => String::new(),
            false => format!(",{}={value}", key.name()),
        };
        self.write_structure(f, |zero| {
            unless(Key::Zpc, zero.convention.word(), zero.convention == ZeroPointConvention::AsIs)
                + &unless(Key::Zps, zero.scaled_by.word(), zero.scaled_by == ZeroPointScale::Shared)
        })?;
        let word = |f: &mut fmt::Formatter<'_>, key, value, default| {
            f.write_str(&unless(key, value, default))
        };
        word(f, Key::Ct, self.container.word(), self.container == Container::Dense)?;
        word(f, Key::Po, self.packing.word(), self.packing == PackingOrder::Lsb)?;
        let nearest = RoundingRule::Rne;
        word(f, Key::Er, self.encode_rounding.word(), self.encode_rounding == nearest)?;
        let finite = Saturation::SatFinite;
        word(f, Key::Es, self.encode_saturation.word(), self.encode_saturation == finite)?;
        match &self.scale_rule {
            ScaleRule::Named(rule) => write!(f, ",esr={}", rule.word())?,
            ScaleRule::Custom(name) => write!(f, ",esr=custom:{name}")?,
        }
        let preserve = Subnormals::Preserve;
        word(f, Key::Esn, self.encode_subnormals.word(), self.encode_subnormals == preserve)?;
        word(f, Key::Dr, self.decode_rounding.word(), self.decode_rounding == nearest)?;
        word(f, Key::Ds, self.decode_saturation.word(), self.decode_saturation == finite)?;
        let single = Format::Binary32;
        word(f, Key::Dt, self.decoded.token(), self.decoded == single)?;
        match self.accumulation {
            AccumulationOrder::Named(NamedOrder::Unspec) => {}
            AccumulationOrder::Named(order) => write!(f, ",ao={}", order.word())?,
            AccumulationOrder::Pairwise(n) => write!(f, ",ao=pairwise{n}")?,
        }
        word(f, Key::Ap, self.products.token(), self.products == single)?;
        word(f, Key::Ab, self.accumulator.token(), self.accumulator == single)?;
        word(f, Key::Ai, self.intermediates.token(), self.intermediates == single)?;
        let any = Subnormals::Any;
        word(f, Key::An, self.accumulation_subnormals.word(), self.accumulation_subnormals == any)?;
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REST: &str = "k0=1,s0=u8,esr=ratio";

    fn canonical(text: &str) -> String {
        Grade::parse(text).map(|grade| grade.canonical()).unwrap()
    }

    fn error(text: &str) -> GradeError {
        Grade::parse(text).unwrap_err()
    }

    #[test]
    fn spec_3_7_example_first() {
        let text = " GRIT1( esr = Ratio, s0=FP16, e=Int8,\n k0=0032, sp=+2:04:UINT2:Sorted )";
        let grade = Grade::parse(text).unwrap();
        let expected = "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)";
        assert_eq!(grade.canonical(), expected);
        assert_eq!(grade.id(), 0xbbbb_283a_2539_ebe8);
        let projection = "gritdec1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,ct=dense,po=lsb,dr=rne,\
                          ds=satfinite,dt=binary32)";
        assert_eq!(grade.projection(), projection);
    }

    #[test]
    fn spec_3_7_example_second() {
        let text = "grit1(e=nibble,k0=32,s0=u6,k1=08,s1=half,zp=uint6,zps=own-scale,\
                    zpc=as-stored,\n ao=pairwise__016,er=nearest_even,esr=min-max,ct=pad-to-8)";
        let grade = Grade::parse(text).unwrap();
        let expected = "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,ct=pad8,\
                        esr=affineminmax,ao=pairwise16)";
        assert_eq!(grade.canonical(), expected);
        assert_eq!(grade.id(), 0x5af5_af63_caff_8a4c);
    }

    #[test]
    fn spec_3_7_4_projection_of_every_structure() {
        let text = format!("grit1(e=u4,{REST},k1=0,s1=f16,zp=u4,po=msb,dr=rtz,er=rtz)");
        let expected = "gritdec1(e=u4,k0=1,s0=u8,k1=0,s1=binary16,zp=u4,zpc=asis,zps=shared,\
                        ct=dense,po=msb,dr=rtz,ds=satfinite,dt=binary32)";
        assert_eq!(Grade::parse(text).unwrap().projection(), expected);
    }

    #[test]
    fn spec_3_2_alphabet() {
        assert_eq!(error("grit1(e=u4\u{a0},k0=1)"), GradeError::Alphabet { offset: 10 });
        assert_eq!(Grade::parse(b"\xff"), Err(GradeError::Alphabet { offset: 0 }));
        assert_eq!(Grade::parse(b"grit1()\x00"), Err(GradeError::Alphabet { offset: 7 }));
        assert_eq!(
            canonical(&format!("gr\x0bit1\x0c(e=u\t4,{REST})\r")),
            canonical(&format!("grit1(e=u4,{REST})"))
        );
    }

    #[test]
    fn spec_3_3_structure() {
        let item = |text: &str| GradeError::NotAnItem(text.to_owned());
        assert_eq!(error("grit2(e=u4)"), GradeError::Prefix);
        assert_eq!(error("grit1("), GradeError::Bracket);
        assert_eq!(error(&format!("grit1(e=u4,{REST}),")), GradeError::Bracket);
        assert_eq!(error("grit1()"), item(""));
        assert_eq!(error(&format!("grit1(e=u4,{REST},)")), item(""));
        assert_eq!(error(&format!("grit1(e=u4,{REST},ct)")), item("ct"));
        assert_eq!(error(&format!("grit1(e=u4,{REST},q=1)")), GradeError::UnknownKey("q".into()));
        assert_eq!(error(&format!("grit1(e=u4,{REST},e=u4)")), GradeError::Twice(Key::E));
        assert_eq!(error(&format!("grit1({REST})")), GradeError::Missing(Key::E));
        assert_eq!(error("grit1(e=u4,k0=1,s0=u8)"), GradeError::Missing(Key::Esr));
        assert_eq!(error("grit1(e=u4,k0=,s0=u8,esr=ratio)"), GradeError::Value(Key::K0));
    }

    #[test]
    fn spec_3_3_4_keys_that_need_others() {
        let without = |items: &str| error(&format!("grit1(e=u4,{REST},{items})"));
        assert_eq!(without("k1=1"), GradeError::Without(Key::K1, Key::S1));
        assert_eq!(without("s1=u8"), GradeError::Without(Key::S1, Key::K1));
        assert_eq!(without("zpc=asis"), GradeError::Without(Key::Zpc, Key::Zp));
        assert_eq!(without("zps=shared"), GradeError::Without(Key::Zps, Key::Zp));
        assert_eq!(without("zp=u4,zps=l1"), GradeError::Without(Key::Zps, Key::S1));
    }

    #[test]
    fn spec_3_3_5_defaults_leave_no_trace() {
        let text = format!(
            "grit1(e=u4,{REST},zp=u4,zpc=asis,zps=shared,ct=dense,po=lsb,er=rne,es=satfinite,\
             esn=preserve,dr=rne,ds=satfinite,dt=binary32,ao=unspec,ap=binary32,ab=f32,\
             ai=fp32,an=any)"
        );
        assert_eq!(canonical(&text), "grit1(e=u4,k0=1,s0=u8,zp=u4,esr=ratiomaxabs)");
    }

    #[test]
    fn spec_3_1_2_canonical_order_of_every_key() {
        let expected = "grit1(e=u4,k0=1,s0=u8,k1=0,s1=binary16,zp=u4,zpc=minus1,zps=l1,\
                        sp=1:2:u2:unord,ct=pad8,po=msb,er=rna,es=satmax,esr=custom:x,esn=ftz,\
                        dr=rtz,ds=ovfinf,dt=binary16,ao=seq,ap=e4m3,ab=e2m1,ai=s8,an=preserve)";
        let mut items: Vec<&str> = expected[6..expected.len() - 1].split(',').collect();
        items.reverse();
        assert_eq!(canonical(&format!("grit1({})", items.join(","))), expected);
    }

    #[test]
    fn spec_3_4_numbers() {
        let with_k0 = |k0: &str| Grade::parse(format!("grit1(e=u4,k0={k0},s0=u8,esr=ratio)"));
        assert_eq!(with_k0("000").unwrap().k0, 0);
        assert_eq!(with_k0("0000000000000000000000018446744073709551615").unwrap().k0, u64::MAX);
        for bad in ["18446744073709551616", "+1", "-1", "1_0", "1-0", "0x10", "1.0"] {
            assert_eq!(with_k0(bad), Err(GradeError::Value(Key::K0)), "{bad}");
        }
        assert_eq!(
            canonical("grit1(e=u4,k0=1 0,s0=u8,esr=ratio)"),
            "grit1(e=u4,k0=10,s0=u8,esr=ratiomaxabs)"
        );
    }

    #[test]
    fn spec_3_1_sparsity_domain() {
        let with_sp = |sp: &str| Grade::parse(format!("grit1(e=u4,{REST},sp={sp})"));
        assert!(with_sp("31:32:u8:none").is_ok());
        assert!(with_sp("+001:+2:u4:as-c-lsb").is_ok());
        for bad in [
            "0:4:u2:unord",
            "4:4:u2:unord",
            "2:33:u2:unord",
            "++1:2:u2:unord",
            "1:2:u2",
            "1:2:u2:unord:",
            "1:2:u-2:unord",
            "1:-2:u2:unord",
            "1::u2:unord",
            "1:2:u2:",
        ] {
            assert_eq!(with_sp(bad), Err(GradeError::Value(Key::Sp)), "{bad}");
        }
    }

    #[test]
    fn spec_3_5_custom_and_pairwise() {
        let esr = |value: &str| canonical(&format!("grit1(e=u4,k0=1,s0=u8,esr={value})"));
        assert_eq!(esr("Cus-tom: My-Rule=(1)"), "grit1(e=u4,k0=1,s0=u8,esr=custom:myrule=(1))");
        assert_eq!(esr("custom:"), "grit1(e=u4,k0=1,s0=u8,esr=custom:)");
        let ao = |value: &str| Grade::parse(format!("grit1(e=u4,{REST},ao={value})"));
        assert!(ao("pairwise_1").unwrap().canonical().ends_with(",ao=pairwise1)"));
        assert!(ao("pair-wise18446744073709551615").is_ok());
        for bad in
            ["pairwise", "pairwise0", "pairwise_", "pairwise1_6", "pairwise18446744073709551616"]
        {
            assert_eq!(ao(bad), Err(GradeError::Value(Key::Ao)), "{bad}");
        }
    }

    #[test]
    fn spec_3_6_aliases() {
        for refused in ["e4m3fnuz", "b16", "u4b", "int2", "s2", "f-16", ""] {
            let text = format!("grit1(e={refused},{REST})");
            assert_eq!(error(&text), GradeError::Value(Key::E), "{refused}");
        }
        assert!(canonical(&format!("grit1(e=float8_e8m0fnu,{REST})")).starts_with("grit1(e=e8m0,"));
        assert!(Grade::parse(format!("grit1(e=u4,{REST},an=denorm,esn=subnormal-any)")).is_ok());
    }

    #[test]
    fn spec_3_8_5_grades_without_a_descriptor() {
        let demand = |text: &str| Grade::parse(text).unwrap().demand();
        assert_eq!(
            demand("grit1(e=u4,k0=65536,s0=u8,esr=ratio)"),
            Err(NoDescriptor::GroupTooLarge)
        );
        assert_eq!(
            demand("grit1(e=u4,k0=1,s0=u8,k1=65536,s1=u8,esr=ratio)"),
            Err(NoDescriptor::GroupTooLarge)
        );
        assert_eq!(
            demand("grit1(e=u4,k0=4,s0=u8,sp=2:4:u8:none,esr=ratio)"),
            Err(NoDescriptor::MetadataFormat)
        );
        assert!(demand("grit1(e=u4,k0=0,s0=u8,zp=u4,sp=2:4:u2:none,esr=ratio)").is_ok(), "§3.8.6");
    }
}
