//! The words of grade strings: keys, and the values of each with their aliases (spec §3.1, §3.6).

use crate::format::Format;

/// The keys of a grade string, in canonical order (spec §3.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // Each is its name; spec §3.1.5 says what it means.
pub enum Key {
    E,
    K0,
    S0,
    K1,
    S1,
    Zp,
    Zpc,
    Zps,
    Sp,
    Ct,
    Po,
    Er,
    Es,
    Esr,
    Esn,
    Dr,
    Ds,
    Dt,
    Ao,
    Ap,
    Ab,
    Ai,
    An,
}

impl Key {
    /// All keys in canonical order, with their names.
    pub(crate) const ALL: [(Self, &'static str); 23] = [
        (Self::E, "e"),
        (Self::K0, "k0"),
        (Self::S0, "s0"),
        (Self::K1, "k1"),
        (Self::S1, "s1"),
        (Self::Zp, "zp"),
        (Self::Zpc, "zpc"),
        (Self::Zps, "zps"),
        (Self::Sp, "sp"),
        (Self::Ct, "ct"),
        (Self::Po, "po"),
        (Self::Er, "er"),
        (Self::Es, "es"),
        (Self::Esr, "esr"),
        (Self::Esn, "esn"),
        (Self::Dr, "dr"),
        (Self::Ds, "ds"),
        (Self::Dt, "dt"),
        (Self::Ao, "ao"),
        (Self::Ap, "ap"),
        (Self::Ab, "ab"),
        (Self::Ai, "ai"),
        (Self::An, "an"),
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|&&(key, _)| key == self).map_or("", |&(_, name)| name)
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|&&(_, other)| other == name).map(|&(key, _)| key)
    }
}

/// A value that is one of a few words.
pub(crate) trait Word: Copy + PartialEq + 'static {
    /// Value, canonical word, aliases.
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])];

    /// Reads a word as it is written, canonically or by an alias.
    fn read(text: &str) -> Option<Self> {
        Self::WORDS
            .iter()
            .find(|(_, word, aliases)| *word == text || aliases.contains(&text))
            .map(|&(value, ..)| value)
    }

    /// The canonical word.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|&&(value, ..)| value == self).map_or("", |&(_, word, _)| word)
    }
}

impl Word for Format {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (
            Self::E2m1,
            "e2m1",
            &["fp4", "fp4e2m1", "float4_e2m1", "float4_e2m1fn", "e2m1fn", "mxfp4elem"],
        ),
        (Self::E4m3, "e4m3", &["fp8e4m3", "e4m3fn", "float8_e4m3fn", "f8e4m3fn"]),
        (Self::E8m0, "e8m0", &["ue8m0", "e8m0fnu", "float8_e8m0fnu"]),
        (Self::Binary16, "binary16", &["f16", "fp16", "half", "float16"]),
        (Self::Binary32, "binary32", &["f32", "fp32", "float", "float32", "single"]),
        (Self::U2, "u2", &["uint2"]),
        (Self::U4, "u4", &["uint4", "nibble"]),
        (Self::U6, "u6", &["uint6"]),
        (Self::U8, "u8", &["uint8", "byte"]),
        (Self::S4, "s4", &["int4", "sint4", "i4"]),
        (Self::S8, "s8", &["int8", "sint8", "i8"]),
    ];
}

impl Format {
    /// Its token (spec §1.2.1).
    #[must_use]
    pub fn token(self) -> &'static str {
        // Not the format word, which is `Format::word`.
        <Self as Word>::word(self)
    }
}

/// Rounding (keys er and dr).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum RoundingRule {
    #[default]
    Rne,
    Rna,
    Rtz,
    Rtp,
    Rtn,
}

impl Word for RoundingRule {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (Self::Rne, "rne", &["rn", "nearesttiestoeven", "nearest_even", "roundtiestoeven", "even"]),
        (Self::Rna, "rna", &["nearesttiestoaway", "away"]),
        (Self::Rtz, "rtz", &["towardzero", "trunc", "truncate"]),
        (Self::Rtp, "rtp", &["towardpositive", "ceil", "up"]),
        (Self::Rtn, "rtn", &["towardnegative", "floor", "down"]),
    ];
}

/// Saturation (keys es and ds).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Saturation {
    #[default]
    SatFinite,
    SatMax,
    OvfInf,
}

impl Word for Saturation {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (Self::SatFinite, "satfinite", &["sat_finite", "satf", "finite", "clamp"]),
        (Self::SatMax, "satmax", &["sat_max"]),
        (Self::OvfInf, "ovfinf", &["ovf_inf", "inf", "overflowtoinf"]),
    ];
}

/// Scale rules with a name of their own (key esr).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedScaleRule {
    Exp2FloorMaxAbs,
    Exp2CeilMaxAbs,
    Exp2RneMaxAbs,
    RatioMaxAbs,
    AffineMinMax,
}

impl Word for NamedScaleRule {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (
            Self::Exp2FloorMaxAbs,
            "exp2floormaxabs",
            &["exp2floor", "floor", "rtz_shared_exp", "ocpmx"],
        ),
        (Self::Exp2CeilMaxAbs, "exp2ceilmaxabs", &["exp2ceil", "rceil"]),
        (Self::Exp2RneMaxAbs, "exp2rnemaxabs", &["exp2rne", "rne_shared_exp"]),
        (Self::RatioMaxAbs, "ratiomaxabs", &["ratio", "amax_over_emax"]),
        (Self::AffineMinMax, "affineminmax", &["affine", "minmax"]),
    ];
}

/// Treatment of subnormals (keys esn and an).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subnormals {
    Preserve,
    Ftz,
    Any,
}

impl Word for Subnormals {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (Self::Preserve, "preserve", &["preserved", "subnormalpreserved", "denorm"]),
        (Self::Ftz, "ftz", &["flushtozero", "subnormalftz"]),
        (Self::Any, "any", &["subnormalany"]),
    ];
}

/// Accumulation orders without a number (key ao).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedOrder {
    Seq,
    Tree,
    Unspec,
}

impl Word for NamedOrder {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (Self::Seq, "seq", &["sequential", "inorder"]),
        (Self::Tree, "tree", &["treeany", "any_tree"]),
        (Self::Unspec, "unspec", &["unspecified", "any"]),
    ];
}

/// Zero point convention (key zpc).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ZeroPointConvention {
    #[default]
    AsIs,
    Minus1,
}

impl Word for ZeroPointConvention {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (Self::AsIs, "asis", &["asstored", "stored"]),
        (Self::Minus1, "minus1", &["storedminusone", "stored_minus_one", "gptq"]),
    ];
}

/// What scales the zero point (key zps).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ZeroPointScale {
    #[default]
    Shared,
    L1,
}

impl Word for ZeroPointScale {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (Self::Shared, "shared", &["sharedscale", "symmetric"]),
        (Self::L1, "l1", &["ownscale", "level1", "l1scaled"]),
    ];
}

/// Container (key ct).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Container {
    #[default]
    Dense,
    Pad8,
}

impl Word for Container {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] =
        &[(Self::Dense, "dense", &["packed"]), (Self::Pad8, "pad8", &["padto8", "padded"])];
}

/// Packing order (key po).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PackingOrder {
    #[default]
    Lsb,
    Msb,
}

impl Word for PackingOrder {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] =
        &[(Self::Lsb, "lsb", &["lsbfirst", "littlebit"]), (Self::Msb, "msb", &["msbfirst"])];
}

/// Order of survivors (last part of key sp).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SurvivorOrder {
    AscLsb,
    Unord,
}

impl Word for SurvivorOrder {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (Self::AscLsb, "asclsb", &["ascendinglsb", "ordered", "sorted"]),
        (Self::Unord, "unord", &["unordered", "none"]),
    ];
}
