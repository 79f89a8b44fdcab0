//! The 64 bytes of a descriptor as a value (spec §2).

use crate::format::FormatWord;
use crate::placement::Placement;
use std::fmt;

/// The flags byte (spec §2.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(pub u8);

impl Flags {
    /// There are zero points.
    pub const HAS_ZP: Self = Self(0x01);
    /// A stored zero point is one less than the zero point.
    pub const ZP_MINUS1: Self = Self(0x02);
    /// Only survivors are stored.
    pub const SPARSE: Self = Self(0x04);
    /// Element codes begin with their most significant bit.
    pub const MSB_FIRST: Self = Self(0x08);
    /// No grade demands it.
    pub const INTERLEAVED: Self = Self(0x10);
    /// Zero points have outer scales of their own.
    pub const ZP_L1SCALED: Self = Self(0x20);
    /// The two bits that are no flag.
    pub const RESERVED: Self = Self(0xc0);

    const NAMES: [(Self, &'static str); 6] = [
        (Self::HAS_ZP, "HAS_ZP"),
        (Self::ZP_MINUS1, "ZP_MINUS1"),
        (Self::SPARSE, "SPARSE"),
        (Self::MSB_FIRST, "MSB_FIRST"),
        (Self::INTERLEAVED, "INTERLEAVED"),
        (Self::ZP_L1SCALED, "ZP_L1SCALED"),
    ];

    /// Whether any of the given flags is set.
    #[must_use]
    pub const fn has(self, flags: Self) -> bool {
        self.0 & flags.0 != 0
    }

    /// These flags, and the given ones where the condition holds.
    #[must_use]
    pub const fn with(self, flags: Self, condition: bool) -> Self {
        if condition {
            Self(self.0 | flags.0)
        } else {
            self
        }
    }
}

impl fmt::Display for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reserved = self.0 & Self::RESERVED.0;
        let named = Self::NAMES.iter().filter(|&&(flag, _)| self.has(flag));
        let mut names: Vec<String> = named.map(|&(_, name)| name.to_owned()).collect();
        if reserved != 0 {
            names.push(format!("{reserved:#04x}"));
        }
        f.write_str(if names.is_empty() { "none" } else { "" })?;
        f.write_str(&names.join("|"))
    }
}

/// The fields that a grade decides and that check compares with it (spec §3.8.1, §5.2.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Demand {
    /// Scale levels.
    pub n_levels: u8,
    /// What the array has and how it is packed.
    pub flags: Flags,
    /// Format of the elements.
    pub elem: FormatWord,
    /// Format of the inner scales.
    pub scale0: FormatWord,
    /// Format of the outer scales.
    pub scale1: FormatWord,
    /// Format of the zero points.
    pub zp_fmt: FormatWord,
    /// Elements in a level-0 group.
    pub k0: u16,
    /// Level-0 groups in a level-1 group; 0 with two levels: one outer scale for the tensor.
    pub k1: u16,
    /// Survivors of every sp_m.
    pub sp_n: u8,
    /// Size of a sparsity cell.
    pub sp_m: u8,
    /// 0 none, 1 u2, 2 u4.
    pub sp_meta_fmt: u8,
    /// 0 unordered, 1 ascending.
    pub sp_order: u8,
    /// 0 dense, 1 pad8.
    pub container: u8,
}

impl Demand {
    /// sp_order of survivors in ascending order, lowest slot first.
    pub const ASC_LSB: u8 = 1;
    /// container of codes with a byte of their own.
    pub const PAD8: u8 = 1;

    /// Whether there is a second scale level.
    #[must_use]
    pub const fn two_levels(&self) -> bool {
        self.n_levels == 2
    }

    /// Whether only survivors are stored.
    #[must_use]
    pub const fn sparse(&self) -> bool {
        self.flags.has(Flags::SPARSE)
    }

    /// Whether there are zero points.
    #[must_use]
    pub const fn has_zero_points(&self) -> bool {
        self.flags.has(Flags::HAS_ZP)
    }

    /// Whether there is an aux plane (spec §11.2.2).
    #[must_use]
    pub const fn has_aux(&self) -> bool {
        self.sparse() || self.has_zero_points()
    }

    /// Codes of scale1 for each level-1 group (spec §6.1.7).
    #[must_use]
    pub const fn outer_codes(&self) -> u32 {
        if self.flags.has(Flags::ZP_L1SCALED) {
            2
        } else {
            1
        }
    }
}

/// The three placement words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Placements {
    /// Of plane data.
    pub data: Placement,
    /// Of plane scale0.
    pub scale: Placement,
    /// Of plane aux.
    pub meta: Placement,
}

/// A descriptor. Every 64 bytes are one; judging it is the task of check (spec §2.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Descriptor {
    /// "GRT1" in a valid one.
    pub magic: [u8; 4],
    /// 64 in a valid one.
    pub hdr_bytes: u8,
    /// 1 in a valid one.
    pub version: u8,
    /// What its grade decides.
    pub demand: Demand,
    /// The axis along which groups run.
    pub group_axis: i16,
    /// 0 in a valid one.
    pub frame_rsvd: u8,
    /// What somebody says about the bytes; in no fingerprint (spec §2.3).
    pub note: u32,
    /// How the planes lie.
    pub placements: Placements,
    /// Id of the grade.
    pub grade_id: u64,
}

/// A field by its name in spec §2.1.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // Each is its name.
pub enum Field {
    Magic,
    HdrBytes,
    Version,
    NLevels,
    Flags,
    Elem,
    Scale0,
    Scale1,
    ZpFmt,
    GroupAxis,
    K0,
    K1,
    SpN,
    SpM,
    SpMetaFmt,
    SpOrder,
    Container,
    FrameRsvd,
    Note,
    PlacementData,
    PlacementScale,
    PlacementMeta,
    GradeId,
}

impl Field {
    /// All fields in descriptor order.
    pub const ALL: [Self; 23] = [
        Self::Magic,
        Self::HdrBytes,
        Self::Version,
        Self::NLevels,
        Self::Flags,
        Self::Elem,
        Self::Scale0,
        Self::Scale1,
        Self::ZpFmt,
        Self::GroupAxis,
        Self::K0,
        Self::K1,
        Self::SpN,
        Self::SpM,
        Self::SpMetaFmt,
        Self::SpOrder,
        Self::Container,
        Self::FrameRsvd,
        Self::Note,
        Self::PlacementData,
        Self::PlacementScale,
        Self::PlacementMeta,
        Self::GradeId,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Magic => "magic",
            Self::HdrBytes => "hdr_bytes",
            Self::Version => "version",
            Self::NLevels => "n_levels",
            Self::Flags => "flags",
            Self::Elem => "elem",
            Self::Scale0 => "scale0",
            Self::Scale1 => "scale1",
            Self::ZpFmt => "zp_fmt",
            Self::GroupAxis => "group_axis",
            Self::K0 => "k0",
            Self::K1 => "k1",
            Self::SpN => "sp_n",
            Self::SpM => "sp_m",
            Self::SpMetaFmt => "sp_meta_fmt",
            Self::SpOrder => "sp_order",
            Self::Container => "container",
            Self::FrameRsvd => "frame_rsvd",
            Self::Note => "note",
            Self::PlacementData => "placement_data",
            Self::PlacementScale => "placement_scale",
            Self::PlacementMeta => "placement_meta",
            Self::GradeId => "grade_id",
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Descriptor {
    /// Length in bytes.
    pub const BYTES: usize = 64;
    /// The magic of a valid one.
    pub const MAGIC: [u8; 4] = *b"GRT1";

    /// A descriptor of what a grade demands.
    #[must_use]
    pub const fn new(
        demand: Demand,
        grade_id: u64,
        group_axis: i16,
        placements: Placements,
    ) -> Self {
        Self {
            magic: Self::MAGIC,
            hdr_bytes: 64,
            version: 1,
            demand,
            group_axis,
            frame_rsvd: 0,
            note: 0,
            placements,
            grade_id,
        }
    }

    /// Reads 64 bytes; never fails (spec §2.1.2).
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 64]) -> Self {
        let u16_at = |at: usize| u16::from_le_bytes(piece(bytes, at));
        let u64_at = |at: usize| u64::from_le_bytes(piece(bytes, at));
        Self {
            magic: piece(bytes, 0),
            hdr_bytes: bytes[4],
            version: bytes[5],
            demand: Demand {
                n_levels: bytes[6],
                flags: Flags(bytes[7]),
                elem: FormatWord(u16_at(8)),
                scale0: FormatWord(u16_at(10)),
                scale1: FormatWord(u16_at(12)),
                zp_fmt: FormatWord(u16_at(14)),
                k0: u16_at(18),
                k1: u16_at(20),
                sp_n: bytes[22],
                sp_m: bytes[23],
                sp_meta_fmt: bytes[24],
                sp_order: bytes[25],
                container: bytes[26],
            },
            group_axis: i16::from_le_bytes(piece(bytes, 16)),
            frame_rsvd: bytes[27],
            note: u32::from_le_bytes(piece(bytes, 28)),
            placements: Placements {
                data: Placement(u64_at(32)),
                scale: Placement(u64_at(40)),
                meta: Placement(u64_at(48)),
            },
            grade_id: u64_at(56),
        }
    }

    /// Its 64 bytes.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 64] {
        let mut bytes = [0; 64];
        let [head, note, tail] = self.parts();
        for (to, from) in bytes.iter_mut().zip(head.iter().chain(&note).chain(&tail)) {
            *to = *from;
        }
        bytes
    }

    /// Its frame: bytes [0, 28) and [32, 64), without the note (spec §0.3).
    #[must_use]
    pub fn frame(&self) -> [u8; 60] {
        let mut bytes = [0; 60];
        let [head, _, tail] = self.parts();
        for (to, from) in bytes.iter_mut().zip(head.iter().chain(&tail)) {
            *to = *from;
        }
        bytes
    }

    /// Bytes before, of and behind the note.
    fn parts(&self) -> [Vec<u8>; 3] {
        let Demand { n_levels, flags, k0, k1, sp_n, sp_m, .. } = self.demand;
        let Demand { sp_meta_fmt, sp_order, container, .. } = self.demand;
        let mut head = Vec::with_capacity(28);
        head.extend(self.magic);
        head.extend([self.hdr_bytes, self.version, n_levels, flags.0]);
        let Demand { elem, scale0, scale1, zp_fmt, .. } = self.demand;
        head.extend([elem, scale0, scale1, zp_fmt].iter().flat_map(|word| word.0.to_le_bytes()));
        head.extend(self.group_axis.to_le_bytes());
        head.extend([k0, k1].iter().flat_map(|count| count.to_le_bytes()));
        head.extend([sp_n, sp_m, sp_meta_fmt, sp_order, container, self.frame_rsvd]);
        let Placements { data, scale, meta } = self.placements;
        let tail = [data.0, scale.0, meta.0, self.grade_id];
        let tail = tail.iter().flat_map(|word| word.to_le_bytes()).collect();
        [head, self.note.to_le_bytes().to_vec(), tail]
    }
}

/// SIZE bytes from an offset that lies in the descriptor.
fn piece<const SIZE: usize>(bytes: &[u8; 64], at: usize) -> [u8; SIZE] {
    let mut piece = [0; SIZE];
    for (to, from) in piece.iter_mut().zip(bytes.iter().skip(at)) {
        *to = *from;
    }
    piece
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spec_2_1_2_every_pattern_is_some_descriptor() {
        let mut bytes = [0u8; 64];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = (at as u8).wrapping_mul(37) ^ 0xa5;
        }
        let descriptor = Descriptor::from_bytes(&bytes);
        assert_eq!(descriptor.to_bytes(), bytes);
        assert_eq!(descriptor.frame()[..28], bytes[..28]);
        assert_eq!(descriptor.frame()[28..], bytes[32..]);
    }

    #[test]
    fn spec_2_1_1_fields_are_where_the_table_says() {
        let mut bytes = [0u8; 64];
        bytes[16..18].copy_from_slice(&[0xfe, 0xff]);
        bytes[18..20].copy_from_slice(&[0x34, 0x12]);
        bytes[28] = 1;
        bytes[48] = 7;
        let descriptor = Descriptor::from_bytes(&bytes);
        assert_eq!(descriptor.group_axis, -2);
        assert_eq!(descriptor.demand.k0, 0x1234);
        assert_eq!(descriptor.note, 1);
        assert_eq!(descriptor.placements.meta, Placement(7));
    }

    #[test]
    fn spec_2_2_names_of_flags() {
        assert_eq!(Flags(0).to_string(), "none");
        assert_eq!(Flags(0x45).to_string(), "HAS_ZP|SPARSE|0x40");
    }
}
