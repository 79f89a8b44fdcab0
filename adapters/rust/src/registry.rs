//! The six registered grades and what is equivalent to what (spec §3.9, §3.10).

use crate::descriptor::{Demand, Descriptor, Flags, Placements};
use crate::format::{Format, FormatWord};
use crate::placement::Placement;

/// A registered grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // Each is its name.
pub enum Registered {
    Mxfp4,
    Q4ks,
    Nvf4,
    I8s24,
    Mxfp4Rne,
    Nvf4Rtz,
}

const PLAIN: Demand = Demand {
    n_levels: 1,
    flags: Flags(0),
    elem: FormatWord::ABSENT,
    scale0: FormatWord::ABSENT,
    scale1: FormatWord::ABSENT,
    zp_fmt: FormatWord::ABSENT,
    k0: 32,
    k1: 0,
    sp_n: 0,
    sp_m: 0,
    sp_meta_fmt: 0,
    sp_order: 0,
    container: 0,
};

const MXFP4: Demand = Demand { elem: Format::E2m1.word(), scale0: Format::E8m0.word(), ..PLAIN };

const Q4KS: Demand = Demand {
    n_levels: 2,
    flags: Flags(Flags::HAS_ZP.0 | Flags::ZP_L1SCALED.0),
    elem: Format::U4.word(),
    scale0: Format::U6.word(),
    scale1: Format::Binary16.word(),
    zp_fmt: Format::U6.word(),
    k1: 8,
    ..PLAIN
};

const NVF4: Demand = Demand {
    n_levels: 2,
    elem: Format::E2m1.word(),
    scale0: Format::E4m3.word(),
    scale1: Format::Binary32.word(),
    k0: 16,
    ..PLAIN
};

const I8S24: Demand = Demand {
    flags: Flags::SPARSE,
    elem: Format::S8.word(),
    scale0: Format::Binary16.word(),
    sp_n: 2,
    sp_m: 4,
    sp_meta_fmt: 1,
    sp_order: Demand::ASC_LSB,
    ..PLAIN
};

impl Registered {
    /// All of them, in the order of spec §3.9.1.
    pub const ALL: [Self; 6] =
        [Self::Mxfp4, Self::Q4ks, Self::Nvf4, Self::I8s24, Self::Mxfp4Rne, Self::Nvf4Rtz];

    /// Its name, e.g. `GRADE_MXFP4`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mxfp4 => "GRADE_MXFP4",
            Self::Q4ks => "GRADE_Q4KS",
            Self::Nvf4 => "GRADE_NVF4",
            Self::I8s24 => "GRADE_I8S24",
            Self::Mxfp4Rne => "GRADE_MXFP4_RNE",
            Self::Nvf4Rtz => "GRADE_NVF4_RTZ",
        }
    }

    /// Its canonical string.
    #[must_use]
    pub const fn canonical(self) -> &'static str {
        match self {
            Self::Mxfp4 => "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)",
            Self::Q4ks => "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)",
            Self::Nvf4 => "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,esr=ratiomaxabs)",
            Self::I8s24 => "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)",
            Self::Mxfp4Rne => "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)",
            Self::Nvf4Rtz => "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,er=rtz,esr=ratiomaxabs)",
        }
    }

    /// Its id.
    #[must_use]
    pub const fn id(self) -> u64 {
        match self {
            Self::Mxfp4 => 0x2370_ee9e_e454_a183,
            Self::Q4ks => 0x1c60_0de0_2594_fb55,
            Self::Nvf4 => 0x00ff_6f4c_2870_831e,
            Self::I8s24 => 0xbbbb_283a_2539_ebe8,
            Self::Mxfp4Rne => 0x2542_85e1_0d60_68c8,
            Self::Nvf4Rtz => 0x006c_3850_a3f4_2dea,
        }
    }

    /// The fields that it demands of a descriptor.
    #[must_use]
    pub const fn demand(self) -> Demand {
        match self {
            Self::Mxfp4 | Self::Mxfp4Rne => MXFP4,
            Self::Q4ks => Q4KS,
            Self::Nvf4 | Self::Nvf4Rtz => NVF4,
            Self::I8s24 => I8S24,
        }
    }

    /// Elements that are encoded together (spec §9.1.1).
    #[must_use]
    pub const fn block(self) -> usize {
        match self {
            Self::Q4ks => 256,
            Self::Nvf4 | Self::Nvf4Rtz => 16,
            Self::Mxfp4 | Self::Mxfp4Rne | Self::I8s24 => 32,
        }
    }

    /// Its canonical descriptor (spec §3.9.2).
    #[must_use]
    pub const fn canonical_descriptor(self) -> Descriptor {
        let meta = match self {
            Self::Q4ks => Placement::ROW_MAJOR,
            Self::I8s24 => Placement::LINEAR_META,
            _ => Placement::UNSPECIFIED,
        };
        let rows = Placement::ROW_MAJOR;
        Descriptor::new(self.demand(), self.id(), 0, Placements { data: rows, scale: rows, meta })
    }

    /// The grade of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|grade| grade.name() == name)
    }

    /// The grade of an id.
    #[must_use]
    pub fn from_id(id: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|grade| grade.id() == id)
    }
}

/// How far two equivalent grades may be put for each other; each scope includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// For decoding.
    Decode = 0,
    /// For encoding too.
    Full = 1,
}

/// The *supersedes* edges (spec §3.10.1).
const EDGES: [(Registered, Registered, Scope); 2] = [
    (Registered::Mxfp4Rne, Registered::Mxfp4, Scope::Decode),
    (Registered::Nvf4Rtz, Registered::Nvf4, Scope::Decode),
];

/// Whether two grades are equivalent: the reflexive, symmetric, transitive closure of the edges
/// whose scope is at least the given one (spec §3.10.2).
#[must_use]
pub fn equivalent(a: Registered, b: Registered, scope: Scope) -> bool {
    let mut reached = vec![a];
    let mut next = 0;
    while let Some(&from) = reached.get(next) {
        next += 1;
        for &(one, other, _) in EDGES.iter().filter(|&&(_, _, edge)| edge >= scope) {
            let to = match from {
                _ if from == one => other,
                _ if from == other => one,
                _ => continue,
            };
            if !reached.contains(&to) {
                reached.push(to);
            }
        }
    }
    reached.contains(&b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::Grade;

    // The tables above are written from spec §3.9.1; the grade reader computes the same.
    #[test]
    fn spec_3_9_1_strings_ids_and_demands_agree() {
        for registered in Registered::ALL {
            let grade = Grade::from_canonical(registered.canonical().as_bytes()).unwrap();
            assert_eq!(grade.id(), registered.id(), "{}", registered.name());
            assert_eq!(grade.demand(), Ok(registered.demand()), "{}", registered.name());
            assert_eq!(Registered::from_id(registered.id()), Some(registered));
            assert_eq!(Registered::from_name(registered.name()), Some(registered));
        }
        assert_eq!(Registered::from_name("grade_mxfp4"), None);
    }

    #[test]
    fn spec_3_9_2_canonical_descriptors() {
        const BYTES: [&str; 6] = [
            "4752543140010100432007480000000000002000000000000000000000000000\
             01000000000000100100000000000010000000000000000083a154e49eee7023",
            "4752543140010221e343e5436f35e54300002000080000000000000000000000\
             01000000000000100100000000000010010000000000001055fb9425e00d601c",
            "4752543140010200432087281f37000000001000000000000000000000000000\
             0100000000000010010000000000001000000000000000001e8370284c6fff00",
            "4752543140010104e7036f350000000000002000000002040101000000000000\
             010000000000001001000000000000101100000000000010e8eb39253a28bbbb",
            "4752543140010100432007480000000000002000000000000000000000000000\
             010000000000001001000000000000100000000000000000c868600de1854225",
            "4752543140010200432087281f37000000001000000000000000000000000000\
             010000000000001001000000000000100000000000000000ea2df4a350386c00",
        ];
        for (registered, text) in Registered::ALL.into_iter().zip(BYTES) {
            let bytes = registered.canonical_descriptor().to_bytes();
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(hex, text, "{}", registered.name());
        }
    }

    #[test]
    fn spec_3_10_equivalence() {
        use Registered::{Mxfp4, Mxfp4Rne, Nvf4, Nvf4Rtz};
        assert!(equivalent(Mxfp4, Mxfp4Rne, Scope::Decode));
        assert!(equivalent(Nvf4Rtz, Nvf4, Scope::Decode));
        assert!(!equivalent(Mxfp4, Mxfp4Rne, Scope::Full));
        assert!(equivalent(Mxfp4, Mxfp4, Scope::Full));
        assert!(!equivalent(Mxfp4, Nvf4, Scope::Decode));
    }

    #[test]
    fn spec_3_10_5_edges_join_equal_projections() {
        let projection = |grade: Registered| Grade::parse(grade.canonical()).unwrap().projection();
        for (one, other, _) in EDGES {
            assert_eq!(projection(one), projection(other));
        }
    }
}
