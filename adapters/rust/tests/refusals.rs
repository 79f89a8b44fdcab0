//! What the operations refuse, and in which order (spec §11.2.3, §12).

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)] // These are tests.

mod common;

use common::{refused, Owned, LIMIT};
use grit_lab::{
    decode_view, relayout, requantize, slice, transpose, Grade, Placement, Refusal, Registered,
    Role, ViewError,
};

/// The view of the example of spec §11.2.
fn example() -> Owned {
    Owned::registered(Registered::Mxfp4, 1, &[2, 64])
}

fn decoding(change: impl FnOnce(&mut Owned)) -> Refusal {
    let mut view = example();
    change(&mut view);
    refused(decode_view(&view.view(), LIMIT))
}

#[test]
fn spec_11_2_example() {
    assert_eq!(decode_view(&example().view(), LIMIT).unwrap().len(), 128);
    let spelling = |v: &mut Owned| v.grade = v.grade.replace("k0=32", "k0=032");
    assert_eq!(decoding(spelling), Refusal::GradeUnknown);
    let other = |v: &mut Owned| v.grade = Registered::Mxfp4Rne.canonical().to_owned();
    assert_eq!(decoding(other), Refusal::GradeUnknown);
    let placement = |v: &mut Owned| {
        v.descriptor.placements.scale = Placement(0x2000_0000_0000_0000);
        v.planes.data.pop();
    };
    assert_eq!(decoding(placement), Refusal::PlacementUnknown);
    let rounding = |v: &mut Owned| {
        v.grade = v.grade.replace(')', ",dr=rtz)");
        v.descriptor.grade_id = Grade::parse(&v.grade).unwrap().id();
        v.descriptor.placements.data = Placement::UNSPECIFIED;
    };
    assert_eq!(decoding(rounding), Refusal::GradeUnsupported);
    for word in [Placement::UNSPECIFIED, Placement::TILE_16X16, Placement(0x8000_0000_0000_0001)] {
        let stored = |v: &mut Owned| {
            v.descriptor.placements.data = word;
            v.planes.data.pop();
        };
        assert_eq!(decoding(stored), Refusal::RelayoutUnsupported);
    }
    let column_major = |v: &mut Owned| {
        *v = Owned::registered(Registered::Mxfp4, 2, &[2, 1, 64]);
        v.descriptor.placements.data = Placement::COL_MAJOR;
    };
    assert_eq!(decoding(column_major), Refusal::RelayoutUnsupported);
    assert_eq!(decoding(|v| v.planes.data.truncate(63)), Refusal::SizeMismatch);
    let swizzle = |v: &mut Owned| v.descriptor.placements.scale = Placement::SWIZZLE_128X4B;
    assert_eq!(decoding(swizzle), Refusal::SizeMismatch);
    let padded = |v: &mut Owned| {
        v.descriptor.placements.scale = Placement::SWIZZLE_128X4B;
        v.planes.scale0 = vec![0x7f; 512];
    };
    let mut view = example();
    padded(&mut view);
    assert_eq!(decode_view(&view.view(), LIMIT).unwrap().len(), 128);
}

#[test]
fn spec_11_2_3_grade_unknown() {
    assert_eq!(decoding(|v| v.descriptor.magic[0] = 0), Refusal::GradeUnknown);
    assert_eq!(decoding(|v| v.descriptor.demand.k0 = 16), Refusal::GradeUnknown);
    assert_eq!(decoding(|v| v.descriptor.grade_id = 0), Refusal::GradeUnknown);
    assert_eq!(decoding(|v| v.grade.clear()), Refusal::GradeUnknown);
    assert_eq!(decoding(|v| v.grade.push(' ')), Refusal::GradeUnknown);
}

#[test]
fn spec_11_2_3_aux_placements() {
    let meta = |v: &mut Owned| v.descriptor.placements.meta = Placement::ROW_MAJOR;
    assert_eq!(decoding(meta), Refusal::PlacementUnknown);
    let tiled = |v: &mut Owned| {
        *v = Owned::registered(Registered::I8s24, 0, &[32]);
        v.descriptor.placements.meta = Placement::META_M16N8K32;
    };
    assert_eq!(decoding(tiled), Refusal::RelayoutUnsupported);
}

#[test]
fn spec_11_2_3_which_operations_look_at_the_grade() {
    let mut view = example();
    view.grade = view.grade.replace(')', ",ds=satmax)");
    view.descriptor.grade_id = Grade::parse(&view.grade).unwrap().id();
    let view = view.view();
    assert_eq!(refused(decode_view(&view, LIMIT)), Refusal::GradeUnsupported);
    assert_eq!(refused(requantize(&view, &[0, 1], 1, LIMIT)), Refusal::GradeUnsupported);
    assert!(slice(&view, 0, 0, 1, LIMIT).is_ok());
    assert!(transpose(&view, &[1, 0], 0, LIMIT).is_ok());
    assert!(relayout(&view, Role::Data, Placement::COL_MAJOR, LIMIT).is_ok());
    // Not a registered string: decoded, but not encoded.
    let own = Owned::filled("grit1(e=u4,k0=4,s0=u8,esr=custom:x)", 0, &[4]);
    assert!(decode_view(&own.view(), LIMIT).is_ok());
    assert_eq!(refused(requantize(&own.view(), &[0], 0, LIMIT)), Refusal::GradeUnsupported);
}

#[test]
fn spec_11_2_3_digest_mismatch() {
    let mut view = Owned::registered(Registered::I8s24, 0, &[32]);
    view.planes.aux[3] = 0x45; // slots 1, 1, 0, 1
    let it = view.view();
    assert_eq!(refused(slice(&it, 9, 0, 0, LIMIT)), Refusal::DigestMismatch, "6 before 7");
    assert_eq!(refused(transpose(&it, &[], 0, LIMIT)), Refusal::DigestMismatch);
    assert!(decode_view(&it, LIMIT).is_ok());
    assert!(requantize(&it, &[0], 0, LIMIT).is_ok());
    assert!(relayout(&it, Role::Data, Placement::LINEAR_META, LIMIT).is_ok());
    // Out of order is wrong only where order is promised.
    view.planes.aux[3] = 0x14;
    assert_eq!(refused(slice(&view.view(), 0, 0, 32, LIMIT)), Refusal::DigestMismatch);
    view.grade = view.grade.replace("asclsb", "unord");
    view.descriptor.demand.sp_order = 0;
    view.descriptor.grade_id = Grade::parse(&view.grade).unwrap().id();
    assert!(slice(&view.view(), 0, 0, 32, LIMIT).is_ok());
}

#[test]
fn spec_11_6_example_is_refused() {
    let grade = "grit1(e=s8,k0=5,s0=u8,sp=3:5:u4:unord,esr=ratiomaxabs)";
    let mut view = Owned::zeros(grade, 0, &[10]);
    view.planes.aux = vec![0x14, 0x74, 0x20];
    assert_eq!(refused(slice(&view.view(), 0, 0, 10, LIMIT)), Refusal::DigestMismatch);
    assert_eq!(refused(transpose(&view.view(), &[0], 0, LIMIT)), Refusal::DigestMismatch);
}

#[test]
fn spec_11_2_6_rank_0() {
    let mut view = example();
    view.shape.clear();
    assert_eq!(refused(slice(&view.view(), 0, 0, 0, LIMIT)), Refusal::SizeMismatch);
}

#[test]
fn spec_11_2_4_empty_arrays_have_placements() {
    let mut view = Owned::registered(Registered::Mxfp4, 0, &[0]);
    assert_eq!(decode_view(&view.view(), LIMIT), Ok(vec![]));
    view.descriptor.placements.scale = Placement::TILE_16X16;
    assert_eq!(refused(decode_view(&view.view(), LIMIT)), Refusal::RelayoutUnsupported);
}

#[test]
fn spec_11_2_5_work_follows_the_planes() {
    let huge = 1 << 62;
    let mut view = Owned::registered(Registered::Mxfp4, 2, &[huge, huge, 0]);
    view.descriptor.placements.scale = Placement::SWIZZLE_128X4B;
    let it = view.view();
    assert_eq!(decode_view(&it, LIMIT), Ok(vec![]));
    assert_eq!(slice(&it, 0, 1, huge, LIMIT).unwrap().shape, [huge - 1, huge, 0]);
    assert_eq!(transpose(&it, &[1, 0, 2], 2, LIMIT).unwrap().shape, [huge, huge, 0]);
    assert_eq!(requantize(&it, &[2, 0, 1], 1, LIMIT).unwrap().shape, [0, huge, huge]);
    assert!(relayout(&it, Role::Scale, Placement::ROW_MAJOR, LIMIT).is_ok());
    let mut lie = example();
    lie.shape = vec![2, 1 << 61];
    assert_eq!(refused(decode_view(&lie.view(), LIMIT)), Refusal::SizeMismatch);
}

#[test]
fn answers_keep_to_the_limit() {
    let view = example();
    let values = decode_view(&view.view(), 511);
    assert_eq!(values, Err(ViewError::TooLarge { bytes: 512 }));
    let swizzled = relayout(&view.view(), Role::Scale, Placement::SWIZZLE_128X4B, 575);
    assert_eq!(swizzled, Err(ViewError::TooLarge { bytes: 576 }));
}

#[test]
fn every_refusal_has_its_name() {
    let names = [
        (Refusal::GradeUnknown, "GradeUnknown"),
        (Refusal::PlacementUnknown, "PlacementUnknown"),
        (Refusal::GradeUnsupported, "GradeUnsupported"),
        (Refusal::RelayoutUnsupported, "RelayoutUnsupported"),
        (Refusal::SizeMismatch, "SizeMismatch"),
        (Refusal::DigestMismatch, "DigestMismatch"),
        (Refusal::SliceRange, "SliceRange"),
        (Refusal::SliceSplitsGroup, "SliceSplitsGroup"),
        (Refusal::BadPermutation, "BadPermutation"),
        (Refusal::GroupAxisMoved, "GroupAxisMoved"),
    ];
    assert!(names.iter().all(|(refusal, name)| refusal.name() == *name));
}
