//! Slice, transpose, requantize and relayout: the worked examples of spec §12.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)] // These are tests.

mod common;

use common::{refused, Owned, LIMIT, ROWS};
use grit_lab::{
    decode_view, relayout, requantize, slice, transpose, Placement, Refusal, Registered, Role,
};
use Registered::{Mxfp4, Nvf4, Q4ks};

/// Bytes of some ranges, one after the other.
fn parts(plane: &[u8], ranges: &[std::ops::Range<usize>]) -> Vec<u8> {
    ranges.iter().flat_map(|range| plane[range.clone()].to_vec()).collect()
}

/// The two high bits of each byte are ignored, and 0 where a plane is rebuilt.
fn u6(plane: Vec<u8>) -> Vec<u8> {
    plane.into_iter().map(|byte| byte & 63).collect()
}

#[test]
fn spec_11_7_example_logical_order() {
    // s8 values a … f = 1 … 6 in plane order, scales 1.
    let mut view = Owned::zeros("grit1(e=s8,k0=1,s0=u8,esr=ratiomaxabs)", 0, &[2, 3]);
    view.planes.data = vec![1, 2, 3, 4, 5, 6];
    view.planes.scale0 = vec![1; 6];
    let values: Vec<f32> =
        decode_view(&view.view(), LIMIT).unwrap().into_iter().map(f32::from_bits).collect();
    assert_eq!(values, [1., 3., 5., 2., 4., 6.]);
}

#[test]
fn spec_12_6_example_second_level_1_group_of_each_line() {
    let source = Owned::registered(Q4ks, 1, &[2, 512]);
    let got = source.answered(slice(&source.view(), 1, 256, 512, LIMIT));
    assert_eq!(got.shape, [2, 256]);
    assert_eq!(got.descriptor, source.descriptor);
    assert_eq!(got.planes.data, parts(&source.planes.data, &[128..256, 384..512]));
    assert_eq!(got.planes.scale0, u6(parts(&source.planes.scale0, &[8..16, 24..32])));
    assert_eq!(got.planes.scale1, parts(&source.planes.scale1, &[4..8, 12..16]));
    assert_eq!(got.planes.aux, u6(parts(&source.planes.aux, &[8..16, 24..32])));
}

#[test]
fn spec_12_6_example_refusals() {
    let refusal = |shape: &[i64], axis: usize, begin: i64, end: i64| {
        refused(slice(&Owned::registered(Q4ks, 1, shape).view(), axis, begin, end, LIMIT))
    };
    assert_eq!(refusal(&[2, 512], 1, 32, 288), Refusal::SliceSplitsGroup);
    assert_eq!(refusal(&[2, 512], 1, 16, 512), Refusal::SliceSplitsGroup);
    assert_eq!(refusal(&[4, 64], 0, 0, 2), Refusal::SliceSplitsGroup);
    assert_eq!(refusal(&[4, 64], 1, 33, 33), Refusal::SliceSplitsGroup);
    assert_eq!(refusal(&[4, 64], 2, 0, 0), Refusal::SliceRange);
    assert_eq!(refusal(&[4, 64], 0, 3, 2), Refusal::SliceRange);
    assert_eq!(refusal(&[4, 64], 0, 0, 5), Refusal::SliceRange);
    assert_eq!(refusal(&[4, 64], 0, -1, 1), Refusal::SliceRange);
    assert_eq!(refusal(&[4, 64], 1, i64::MIN, i64::MAX), Refusal::SliceRange);
}

#[test]
fn spec_12_6_3_cells_are_not_split() {
    let view = Owned::filled("grit1(e=s8,k0=2,s0=u8,sp=2:4:u2:asclsb,esr=ratiomaxabs)", 0, &[8]);
    assert_eq!(refused(slice(&view.view(), 0, 2, 8, LIMIT)), Refusal::SliceSplitsGroup);
    assert!(slice(&view.view(), 0, 4, 8, LIMIT).is_ok());
}

#[test]
fn spec_12_6_example_lines_of_the_second_group() {
    let source = Owned::registered(Q4ks, 1, &[8, 64]);
    let got = source.answered(slice(&source.view(), 0, 4, 8, LIMIT));
    assert_eq!(got.shape, [4, 64]);
    assert_eq!(got.planes.data, source.planes.data[128..]);
    assert_eq!(got.planes.scale1, source.planes.scale1[4..]);
}

#[test]
fn spec_12_6_example_empty_slices() {
    let q4ks = Owned::registered(Q4ks, 1, &[4, 64]);
    let got = q4ks.answered(slice(&q4ks.view(), 1, 32, 32, LIMIT));
    assert_eq!((got.shape, got.planes), (vec![4, 0], Default::default()));
    let nvf4 = Owned::registered(Nvf4, 1, &[4, 64]);
    let got = nvf4.answered(slice(&nvf4.view(), 0, 1, 1, LIMIT));
    assert_eq!(got.shape, [0, 64]);
    assert_eq!(got.planes.scale1, nvf4.planes.scale1);
    assert!(got.planes.data.is_empty() && got.planes.scale0.is_empty());
}

#[test]
fn spec_12_7_example_pure_relabelling() {
    let mut source = Owned::registered(Mxfp4, 2, &[2, 3, 32]);
    source.descriptor.note = 0xdead_beef;
    let got = source.answered(transpose(&source.view(), &[0, 2, 1], 1, LIMIT));
    assert_eq!(got.shape, [2, 32, 3]);
    assert_eq!(got.planes, source.planes);
    assert_eq!(got.descriptor.group_axis, 1);
    assert_eq!(got.descriptor.note, 0xdead_beef, "spec §11.2.7");
}

#[test]
fn spec_12_7_example_lines_move() {
    let source = Owned::registered(Mxfp4, 2, &[2, 3, 32]);
    let got = source.answered(transpose(&source.view(), &[1, 0, 2], 2, LIMIT));
    assert_eq!(got.shape, [3, 2, 32]);
    let lines = [0, 3, 1, 4, 2, 5];
    let data = lines.map(|line| line * 16..line * 16 + 16);
    assert_eq!(got.planes.data, parts(&source.planes.data, &data));
    assert_eq!(got.planes.scale0, lines.map(|line| source.planes.scale0[line]));
}

#[test]
fn spec_12_7_example_refusals() {
    let source = Owned::registered(Mxfp4, 2, &[2, 3, 32]);
    let refusal = |perm: &[usize], axis| refused(transpose(&source.view(), perm, axis, LIMIT));
    assert_eq!(refusal(&[1, 0, 2], 0), Refusal::GroupAxisMoved);
    assert_eq!(refusal(&[1, 0, 2], 3), Refusal::GroupAxisMoved);
    assert_eq!(refusal(&[0, 0, 2], 2), Refusal::BadPermutation);
    assert_eq!(refusal(&[0, 1], 0), Refusal::BadPermutation);
    assert_eq!(refusal(&[0, 1, 3], 9), Refusal::BadPermutation);
}

#[test]
fn spec_12_7_example_level_1_groups() {
    let inside = Owned::registered(Q4ks, 2, &[2, 2, 64]);
    let got = inside.answered(transpose(&inside.view(), &[1, 0, 2], 2, LIMIT));
    assert_eq!(got.planes.data, parts(&inside.planes.data, &[0..32, 64..96, 32..64, 96..128]));
    assert_eq!(got.planes.scale1, inside.planes.scale1);
    let across = Owned::registered(Q4ks, 2, &[2, 2, 128]);
    let refusal = refused(transpose(&across.view(), &[1, 0, 2], 2, LIMIT));
    assert_eq!(refusal, Refusal::SliceSplitsGroup);
}

#[test]
fn spec_12_7_6_extents_of_1_are_rebuilt_too() {
    // Three u4 codes in two bytes, the last nibble ignored.
    let mut source = Owned::zeros("grit1(e=u4,k0=3,s0=u8,esr=ratiomaxabs)", 2, &[1, 1, 3]);
    source.planes.data = vec![0x21, 0xf3];
    let got = source.answered(transpose(&source.view(), &[1, 0, 2], 2, LIMIT));
    assert_eq!(got.planes.data, [0x21, 0x03]);
    let relabelled = source.answered(transpose(&source.view(), &[0, 1, 2], 2, LIMIT));
    assert_eq!(relabelled.planes.data, [0x21, 0xf3]);
}

#[test]
fn spec_12_8_example() {
    let mut source = Owned::zeros(Mxfp4.canonical(), 0, &[32]);
    source.planes.data = vec![0x11; 16];
    source.planes.scale0 = vec![0x80];
    let got = source.answered(requantize(&source.view(), &[0], 0, LIMIT));
    assert_eq!((got.planes.data, got.planes.scale0), (vec![0x66; 16], vec![0x7d]));
    assert_eq!(got.descriptor, source.descriptor);
}

#[test]
fn spec_12_8_2_refusals() {
    let source = Owned::registered(Mxfp4, 1, &[32, 64]);
    let refusal = |perm: &[usize], axis| refused(requantize(&source.view(), perm, axis, LIMIT));
    assert_eq!(refusal(&[1, 1], 9), Refusal::BadPermutation);
    assert_eq!(refusal(&[0, 1], 2), Refusal::SizeMismatch);
    let narrow = Owned::registered(Mxfp4, 1, &[3, 64]);
    let refusal = refused(requantize(&narrow.view(), &[0, 1], 0, LIMIT));
    assert_eq!(refusal, Refusal::SizeMismatch, "3 is no multiple of 32");
}

#[test]
fn spec_12_8_1_groups_along_another_axis() {
    // Line l holds 2^l everywhere: 1, 2, 4, … in every column, the largest 2^31.
    let mut source = Owned::zeros(Mxfp4.canonical(), 1, &[32, 32]);
    source.planes.data = vec![0x22; 512];
    source.planes.scale0 = (0..32).map(|line| 0x7f + line).collect();
    let got = source.answered(requantize(&source.view(), &[0, 1], 0, LIMIT));
    // x = 31 − 2 = 29; 2^31 / 2^29 = 4 is code 6, then 2 (4), 1 (2), 0.5 (1), 0.25 (a tie: 0).
    assert_eq!(got.planes.scale0, vec![0x7f + 29; 32]);
    let column = got.planes.data[..16].to_vec();
    assert_eq!(column[..14], [0; 14]);
    assert_eq!(column[14..], [0x21, 0x64]);
    let turned = source.answered(requantize(&source.view(), &[1, 0], 1, LIMIT));
    assert_eq!(turned.planes, got.planes, "the same lines under other names");
}

#[test]
fn spec_12_9_example_ignored_bits() {
    let mut source = Owned::zeros("grit1(e=u4,k0=3,s0=u8,esr=ratiomaxabs)", 1, &[1, 3]);
    source.planes.data = vec![0x21, 0xf3];
    let data = |view: &Owned, word| view.answered(relayout(&view.view(), Role::Data, word, LIMIT));
    let columns = data(&source, Placement::COL_MAJOR);
    assert_eq!(columns.planes.data, [0x21, 0x03]);
    assert_eq!(data(&columns, ROWS).planes.data, [0x21, 0x03]);
    assert_eq!(data(&source, Placement::LINEAR_META).planes.data, [0x21, 0xf3]);
    assert_eq!(data(&source, ROWS).planes.data, [0x21, 0xf3]);
}

#[test]
fn spec_12_2_1_example_axis_0() {
    // Shape [2, 3], axis 0: the lines are the three columns, two codes each.
    let mut source = Owned::zeros("grit1(e=u4,k0=1,s0=u8,esr=ratiomaxabs)", 0, &[2, 3]);
    source.planes.data = vec![0x21, 0x43, 0x65];
    let word = Placement::COL_MAJOR;
    let got = source.answered(relayout(&source.view(), Role::Data, word, LIMIT));
    // Plane order (1 2) (3 4) (5 6): column by column 1 3 5 2 4 6.
    assert_eq!(got.planes.data, [0x31, 0x25, 0x64]);
}

#[test]
fn spec_12_1_2_and_12_2_2_swizzle() {
    let source = Owned::registered(Mxfp4, 1, &[130, 160]);
    let word = Placement::SWIZZLE_128X4B;
    let got = source.answered(relayout(&source.view(), Role::Scale, word, LIMIT));
    assert_eq!(got.planes.scale0.len(), 2048);
    assert_eq!(got.planes.data, source.planes.data);
    for (at, line, group) in [(0, 0, 0), (22, 33, 2), (511, 127, 3), (512, 0, 4), (1552, 129, 4)] {
        assert_eq!(got.planes.scale0[at], source.planes.scale0[line * 5 + group], "{at}");
    }
    assert_eq!(got.planes.scale0[513], 0, "padding of the group count");
    let mut dirty = got.clone();
    dirty.planes.scale0[513] = 0xff;
    let back = dirty.answered(relayout(&dirty.view(), Role::Scale, ROWS, LIMIT));
    assert_eq!(back.planes, source.planes, "spec §12.2.3");
    assert_eq!(back.descriptor, source.descriptor);
}

#[test]
fn spec_12_9_example_blocks() {
    let source = Owned::registered(Mxfp4, 1, &[2, 64]);
    let lay = |view: &Owned, role, word| relayout(&view.view(), role, word, LIMIT);
    let blocks = source.answered(lay(&source, Role::Data, Placement::BLOCK_AOS));
    assert_eq!(blocks.planes.data.len(), 4 * 17);
    assert_eq!(blocks.planes.data[17], source.planes.scale0[1]);
    assert!(blocks.planes.scale0.is_empty());
    let swizzle = Placement::SWIZZLE_128X4B;
    assert_eq!(refused(lay(&blocks, Role::Scale, swizzle)), Refusal::RelayoutUnsupported);
    let renamed = blocks.answered(lay(&blocks, Role::Scale, Placement::LINEAR_META));
    assert_eq!(renamed.planes, blocks.planes);
    assert_eq!(renamed.descriptor.placements.scale, Placement::LINEAR_META);
    let columns = blocks.answered(lay(&blocks, Role::Data, Placement::COL_MAJOR));
    let back = columns.answered(lay(&columns, Role::Data, ROWS));
    assert_eq!(back.planes, source.planes);
    let swizzled = source.answered(lay(&source, Role::Scale, swizzle));
    let into = refused(lay(&swizzled, Role::Data, Placement::BLOCK_AOS));
    assert_eq!(into, Refusal::RelayoutUnsupported);
}

#[test]
fn spec_12_1_2_blocks_belong_to_frames() {
    let lay = |grade: &str, word| {
        let view = Owned::filled(grade, 0, &[256]);
        relayout(&view.view(), Role::Data, word, LIMIT)
    };
    let q8_0 = "grit1(e=s8,k0=32,s0=binary16,esr=ratiomaxabs)";
    assert_eq!(lay(q8_0, Placement::BLOCK_AOS).unwrap().planes.data.len(), 8 * 34);
    let q4_k = lay(Q4ks.canonical(), Placement::PACK_K4_12B).unwrap();
    assert_eq!(q4_k.planes.data.len(), 144);
    assert!(lay(Registered::Mxfp4Rne.canonical(), Placement::BLOCK_AOS).is_ok());
    let other = "grit1(e=e2m1,k0=16,s0=e8m0,esr=exp2floormaxabs)";
    for (grade, word) in [
        (other, Placement::BLOCK_AOS),
        (q8_0, Placement::PACK_K4_12B),
        (Q4ks.canonical(), Placement::BLOCK_AOS),
    ] {
        assert_eq!(refused(lay(grade, word)), Refusal::RelayoutUnsupported, "{grade}");
    }
}

#[test]
fn spec_12_9_2_meta() {
    let plain = Owned::registered(Mxfp4, 0, &[32]);
    let none = relayout(&plain.view(), Role::Meta, ROWS, LIMIT);
    assert_eq!(refused(none), Refusal::RelayoutUnsupported);
    let sparse = Owned::registered(Registered::I8s24, 0, &[32]);
    let to = |word| relayout(&sparse.view(), Role::Meta, word, LIMIT);
    assert_eq!(to(Placement::LINEAR_META).unwrap().planes, sparse.planes);
    for word in [Placement::UNSPECIFIED, Placement::META_M16N8K32, Placement(0x2 << 60)] {
        assert_eq!(refused(to(word)), Refusal::RelayoutUnsupported);
    }
    let swizzle = relayout(&sparse.view(), Role::Scale, Placement::SWIZZLE_128X4B, LIMIT);
    assert_eq!(refused(swizzle), Refusal::RelayoutUnsupported, "scales of 16 bits");
}

#[test]
fn spec_12_5_1_operations_keep_the_stored_form() {
    let plain = Owned::registered(Mxfp4, 1, &[4, 64]);
    let blocks = plain.answered(relayout(&plain.view(), Role::Data, Placement::BLOCK_AOS, LIMIT));
    let got = blocks.answered(slice(&blocks.view(), 1, 32, 64, LIMIT));
    assert_eq!(got.descriptor, blocks.descriptor);
    // The second block of each line.
    let second = [17..34, 51..68, 85..102, 119..136];
    assert_eq!(got.planes.data, parts(&blocks.planes.data, &second));
}
