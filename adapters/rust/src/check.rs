//! Check: five steps, one status (spec §5, §11.1).

use crate::descriptor::{Demand, Descriptor, Flags};
use crate::fingerprint::digest;
use crate::fnv::{fnv1a_64, Hash};
use crate::grade::Grade;
use crate::metadata::Metadata;
use crate::placement::Placement;
use crate::planes::{Plane, Planes};
use crate::registry::Registered;
use crate::sizes::Sizes;

/// The closed set of answers (spec §5.0.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Nothing is wrong.
    Ok = 0,
    /// Shape and plane bytes do not belong together.
    SizeMismatch = 1,
    /// The descriptor is none, or its grade is not known, or it is not that grade's.
    GradeUnknown = 2,
    /// A placement is not known, or one is given where there is no plane.
    PlacementUnknown = 3,
    /// The content is not the expected one.
    DigestMismatch = 4,
}

/// A status, and the plane that is wrong where one is named (spec §5.6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// The first step that fails decides.
    pub status: Status,
    /// The plane that is wrong.
    pub plane: Option<Plane>,
}

/// What is known of the planes. Lengths and planes that differ cannot be asked (spec §5.0.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content<'a> {
    /// The planes' bytes only, in order; any number is a length, the negative ones included.
    Lengths([i64; 4]),
    /// The planes themselves.
    Planes(Planes<'a>),
}

/// What check is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Any bytes, 64 in a valid one.
    pub descriptor: &'a [u8],
    /// Extents.
    pub shape: &'a [i64],
    /// The planes or their lengths.
    pub content: Content<'a>,
    /// 0 looks at nothing, 1 at all but the content, 2 and above at everything (spec §5.0.5).
    pub level: u32,
    /// The digest that the planes should have; compared only where planes are given.
    pub digest: Option<Hash>,
    /// Canonical strings of the caller's own grades; whatever else stands here is not there
    /// (spec §11.1.2).
    pub grades: &'a [&'a [u8]],
}

/// Answers with exactly one status, whatever it is given (spec §5.0.2).
#[must_use]
pub fn check(question: &Question<'_>) -> Verdict {
    match steps(question) {
        Ok(()) => Verdict { status: Status::Ok, plane: None },
        Err(verdict) => verdict,
    }
}

fn steps(question: &Question<'_>) -> Result<(), Verdict> {
    if question.level == 0 {
        return Ok(());
    }
    let fail = |status, plane| Verdict { status, plane };

    // Steps 1 and 2.
    let unknown = fail(Status::GradeUnknown, None);
    let bytes: &[u8; 64] = question.descriptor.try_into().map_err(|_| unknown)?;
    let descriptor = Descriptor::from_bytes(bytes);
    if !frame_is_valid(&descriptor)
        || demand_of(descriptor.grade_id, question.grades) != Some(descriptor.demand)
    {
        return Err(unknown);
    }

    // Step 3.
    placements_are_known(&descriptor).map_err(|plane| fail(Status::PlacementUnknown, plane))?;

    // Step 4.
    let sizes =
        Sizes::of(&descriptor, question.shape).map_err(|_| fail(Status::SizeMismatch, None))?;
    let lengths = match question.content {
        Content::Lengths(lengths) => lengths.map(i128::from),
        // A slice has fewer than 2^127 bytes.
        Content::Planes(planes) => planes.each().map(|plane| plane.len() as i128),
    };
    for ((plane, given), due) in Plane::ALL.into_iter().zip(lengths).zip(sizes.bytes) {
        if u128::try_from(given) != Ok(due) {
            return Err(fail(Status::SizeMismatch, Some(plane)));
        }
    }

    // Step 5.
    let (Content::Planes(planes), 2..) = (question.content, question.level) else {
        return Ok(());
    };
    if question.digest.is_some_and(|expected| expected != digest(planes)) {
        return Err(fail(Status::DigestMismatch, None));
    }
    if let Some(metadata) = Metadata::new(&descriptor.demand, planes.aux) {
        if !cells(&descriptor.demand, &sizes).all(|cell| metadata.keeps_order(cell)) {
            return Err(fail(Status::DigestMismatch, Some(Plane::Aux)));
        }
    }
    Ok(())
}

/// The sparsity cells of an array, by number; none without sparsity.
pub(crate) fn cells(demand: &Demand, sizes: &Sizes) -> std::ops::Range<usize> {
    let cells = sizes.elements.checked_div(demand.sp_m.into()).unwrap_or(0);
    // The metadata of so many cells is in memory.
    0..usize::try_from(cells).unwrap_or(0)
}

/// Step 1 (spec §5.1), but for the number of bytes.
pub(crate) fn frame_is_valid(descriptor: &Descriptor) -> bool {
    let demand = &descriptor.demand;
    let Demand { flags, elem, scale0, scale1, zp_fmt, .. } = *demand;
    descriptor.magic == Descriptor::MAGIC
        && descriptor.hdr_bytes == 64
        && descriptor.version == 1
        && matches!(demand.n_levels, 1 | 2)
        && !flags.has(Flags::RESERVED)
        && descriptor.frame_rsvd == 0
        && demand.container <= Demand::PAD8
        && (demand.two_levels() || (demand.k1 == 0 && scale1.is_absent()))
        && !(demand.sparse() && demand.has_zero_points())
        && (!flags.has(Flags::ZP_L1SCALED) || (demand.has_zero_points() && demand.two_levels()))
        && !elem.has_bias_override()
        && [elem, scale0, scale1, zp_fmt].iter().all(|word| word.nan_encoding() != 3)
}

/// What the grade of an id demands: the registered one, else the first in the list (spec §11.1.3).
fn demand_of(id: u64, grades: &[&[u8]]) -> Option<Demand> {
    Registered::from_id(id).map(Registered::demand).or_else(|| {
        grades
            .iter()
            // The id is that of the bytes, for only a canonical form counts.
            .filter(|text| fnv1a_64(text) == id)
            .find_map(|text| Grade::from_canonical(text)?.demand().ok())
    })
}

/// Step 3 (spec §5.3); the plane that is wrong, where one is named.
pub(crate) fn placements_are_known(descriptor: &Descriptor) -> Result<(), Option<Plane>> {
    let placements = descriptor.placements;
    if ![placements.data, placements.scale, placements.meta].iter().all(|word| word.is_known()) {
        return Err(None);
    }
    if descriptor.demand.has_aux() == (placements.meta == Placement::UNSPECIFIED) {
        return Err(Some(Plane::Aux));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::descriptor::Placements;
    use crate::format::FormatWord;

    const OK: (Status, Option<Plane>) = (Status::Ok, None);

    struct Asked {
        descriptor: Descriptor,
        shape: Vec<i64>,
        lengths: [i64; 4],
        level: u32,
    }

    impl Default for Asked {
        fn default() -> Self {
            let descriptor = Registered::Mxfp4.canonical_descriptor();
            Self { descriptor, shape: vec![32], lengths: [16, 1, 0, 0], level: 1 }
        }
    }

    fn asked(change: impl FnOnce(&mut Asked)) -> (Status, Option<Plane>) {
        let mut asked = Asked::default();
        change(&mut asked);
        let verdict = check(&Question {
            descriptor: &asked.descriptor.to_bytes(),
            shape: &asked.shape,
            content: Content::Lengths(asked.lengths),
            level: asked.level,
            digest: None,
            grades: &[],
        });
        (verdict.status, verdict.plane)
    }

    fn unknown(change: impl FnOnce(&mut Descriptor)) {
        let got = asked(|asked| change(&mut asked.descriptor));
        assert_eq!(got, (Status::GradeUnknown, None));
    }

    #[test]
    fn spec_5_6_example() {
        assert_eq!(asked(|_| {}), OK);
        unknown(|descriptor| descriptor.demand.flags = Flags(0x40));
        unknown(|descriptor| descriptor.demand.flags = Flags(0x10));
        unknown(|descriptor| descriptor.demand.k0 = 16);
        let placement = |asked: &mut Asked| {
            asked.descriptor.placements.scale = Placement(0x2000_0000_0000_0000);
        };
        assert_eq!(asked(placement), (Status::PlacementUnknown, None));
        let meta = |asked: &mut Asked| asked.descriptor.placements.meta = Placement::ROW_MAJOR;
        assert_eq!(asked(meta), (Status::PlacementUnknown, Some(Plane::Aux)));
        let axis = |asked: &mut Asked| asked.descriptor.group_axis = 1;
        assert_eq!(asked(axis), (Status::SizeMismatch, None));
        let bytes = |asked: &mut Asked| asked.lengths = [15, 2, 0, 0];
        assert_eq!(asked(bytes), (Status::SizeMismatch, Some(Plane::Data)));
        let both = |asked: &mut Asked| {
            asked.descriptor.placements.meta = Placement::ROW_MAJOR;
            asked.lengths = [15, 1, 0, 0];
        };
        assert_eq!(asked(both), (Status::PlacementUnknown, Some(Plane::Aux)));
        let level0 = |asked: &mut Asked| {
            asked.level = 0;
            asked.descriptor.magic = [0; 4];
        };
        assert_eq!(asked(level0), OK);
        assert_eq!(asked(|asked| asked.descriptor.note = u32::MAX), OK);
    }

    #[test]
    fn spec_5_1_1_not_64_bytes() {
        for length in [0, 63, 65] {
            let verdict = check(&Question {
                descriptor: &vec![0x47; length],
                shape: &[],
                content: Content::Lengths([0; 4]),
                level: u32::MAX,
                digest: None,
                grades: &[],
            });
            assert_eq!(verdict, Verdict { status: Status::GradeUnknown, plane: None });
        }
    }

    #[test]
    fn spec_5_1_2_to_5_1_14_frame() {
        let valid = Registered::Q4ks.canonical_descriptor();
        assert!(frame_is_valid(&valid));
        let faults: [fn(&mut Descriptor); 15] = [
            |d| d.magic[3] = b'2',
            |d| d.hdr_bytes = 65,
            |d| d.version = 2,
            |d| d.demand.n_levels = 0,
            |d| d.demand.n_levels = 3,
            |d| d.demand.flags.0 |= 0x80,
            |d| d.frame_rsvd = 1,
            |d| d.demand.container = 2,
            |d| {
                d.demand.n_levels = 1;
                d.demand.flags = Flags::HAS_ZP;
                d.demand.scale1 = FormatWord::ABSENT;
            },
            |d| {
                d.demand.n_levels = 1;
                d.demand.flags = Flags::HAS_ZP;
                d.demand.k1 = 0;
            },
            |d| d.demand.flags.0 |= Flags::SPARSE.0,
            |d| d.demand.flags = Flags::ZP_L1SCALED,
            |d| {
                d.demand.n_levels = 1;
                d.demand.k1 = 0;
                d.demand.scale1 = FormatWord::ABSENT;
            },
            |d| d.demand.elem.0 |= 0x8000,
            |d| d.demand.zp_fmt.0 |= 0x1800,
        ];
        for (number, fault) in faults.into_iter().enumerate() {
            let mut descriptor = valid;
            fault(&mut descriptor);
            assert!(!frame_is_valid(&descriptor), "fault {number}");
        }
        let mut descriptor = valid;
        descriptor.demand.scale0.0 |= 0x8000;
        assert!(frame_is_valid(&descriptor), "spec §5.1.13 is about elem only");
    }

    #[test]
    fn spec_5_2_1_unknown_id() {
        unknown(|descriptor| descriptor.grade_id ^= 1);
    }

    #[test]
    fn spec_5_3_2_aux_without_placement() {
        let got = asked(|asked| {
            asked.descriptor = Registered::I8s24.canonical_descriptor();
            asked.descriptor.placements.meta = Placement::UNSPECIFIED;
        });
        assert_eq!(got, (Status::PlacementUnknown, Some(Plane::Aux)));
    }

    #[test]
    fn spec_5_4_2_the_first_plane_is_named() {
        let scale1 = asked(|asked| asked.lengths = [16, 1, i64::MIN, -1]);
        assert_eq!(scale1, (Status::SizeMismatch, Some(Plane::Scale1)));
        let huge = asked(|asked| {
            asked.shape = vec![1 << 62];
            asked.lengths = [1 << 61, 1 << 57, 0, 0];
        });
        assert_eq!(huge, OK);
        let empty = asked(|asked| {
            asked.shape = vec![1 << 62];
            asked.lengths = [0; 4];
        });
        assert_eq!(empty, (Status::SizeMismatch, Some(Plane::Data)));
    }

    fn content(level: u32, aux: &[u8], digest: Option<Hash>) -> (Status, Option<Plane>) {
        let planes = Planes { data: &[0; 16], scale0: &[0; 2], scale1: &[], aux };
        let verdict = check(&Question {
            descriptor: &Registered::I8s24.canonical_descriptor().to_bytes(),
            shape: &[32],
            content: Content::Planes(planes),
            level,
            digest,
            grades: &[],
        });
        (verdict.status, verdict.plane)
    }

    #[test]
    fn spec_5_5_content() {
        let good = [0x49, 0x44, 0x44, 0x44];
        let twice = [0x49, 0x44, 0x44, 0x45];
        assert_eq!(content(2, &good, None), OK);
        assert_eq!(content(7, &twice, None), (Status::DigestMismatch, Some(Plane::Aux)));
        assert_eq!(content(1, &twice, None), OK);
        let planes = Planes { data: &[0; 16], scale0: &[0; 2], scale1: &[], aux: &twice };
        let right = digest(planes);
        assert_eq!(content(2, &twice, Some(right)), (Status::DigestMismatch, Some(Plane::Aux)));
        assert_eq!(content(2, &twice, Some(Hash([0; 16]))), (Status::DigestMismatch, None));
        assert_eq!(content(1, &good, Some(Hash([0; 16]))), OK);
    }

    #[test]
    fn spec_5_0_7_a_digest_without_planes() {
        let verdict = check(&Question {
            descriptor: &Registered::Mxfp4.canonical_descriptor().to_bytes(),
            shape: &[32],
            content: Content::Lengths([16, 1, 0, 0]),
            level: 2,
            digest: Some(Hash([0; 16])),
            grades: &[],
        });
        assert_eq!(verdict.status, Status::Ok);
    }

    #[test]
    fn spec_11_1_example_own_grades() {
        let text = "grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)";
        let rows = Placement::ROW_MAJOR;
        let placements = Placements { data: rows, scale: rows, meta: rows };
        let descriptor = Grade::parse(text).unwrap().descriptor(0, placements).unwrap();
        assert_eq!(descriptor.grade_id, 0xe931_8c03_270f_8433);
        let with = |grades: &[&[u8]]| {
            let verdict = check(&Question {
                descriptor: &descriptor.to_bytes(),
                shape: &[4],
                content: Content::Lengths([2, 2, 0, 1]),
                level: 1,
                digest: None,
                grades,
            });
            verdict.status
        };
        assert_eq!(with(&[]), Status::GradeUnknown);
        assert_eq!(with(&[b"nonsense", text.as_bytes()]), Status::Ok);
        assert_eq!(with(&[text.replace("k0=4", "k0=04").as_bytes()]), Status::GradeUnknown);
    }
}
