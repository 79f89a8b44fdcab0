//! The laws of spec §11.8 over arrays of many grades. The oracle of a law is the law: two ways to
//! the same bits.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)] // These are tests.

mod common;

use common::{Owned, LIMIT, ROWS};
use grit_lab::{decode_view, relayout, slice, transpose, Placement, Registered, Role};

const GRADES: [&str; 12] = [
    Registered::Mxfp4.canonical(),
    Registered::Q4ks.canonical(),
    Registered::Nvf4.canonical(),
    Registered::I8s24.canonical(),
    "grit1(e=s8,k0=32,s0=binary16,esr=ratiomaxabs)",
    "grit1(e=u6,k0=8,s0=u4,po=msb,esr=ratiomaxabs)",
    "grit1(e=u6,k0=8,s0=e8m0,ct=pad8,po=msb,esr=ratiomaxabs)",
    "grit1(e=binary16,k0=4,s0=binary32,po=msb,esr=ratiomaxabs)",
    "grit1(e=u2,k0=4,s0=s8,k1=2,s1=u6,zp=u2,zpc=minus1,zps=l1,esr=affineminmax)",
    "grit1(e=e4m3,k0=16,s0=e4m3,k1=0,s1=u4,zp=e4m3,zpc=minus1,esr=affineminmax)",
    "grit1(e=s4,k0=2,s0=u8,sp=2:4:u2:asclsb,ct=pad8,esr=ratiomaxabs)",
    "grit1(e=u6,k0=16,s0=s8,k1=4,s1=s4,sp=2:4:u2:unord,po=msb,esr=ratiomaxabs)",
];

fn values(view: &Owned) -> Vec<u32> {
    decode_view(&view.view(), LIMIT).unwrap()
}

/// Row-major values of some coordinates of an array of rank 3.
fn picked(
    values: &[u32],
    shape: [usize; 3],
    ranges: [std::ops::Range<usize>; 3],
    perm: [usize; 3],
) -> Vec<u32> {
    let mut picked = Vec::new();
    for i in ranges[perm[0]].clone() {
        for j in ranges[perm[1]].clone() {
            for k in ranges[perm[2]].clone() {
                let mut at = [0; 3];
                (at[perm[0]], at[perm[1]], at[perm[2]]) = (i, j, k);
                picked.push(values[(at[0] * shape[1] + at[1]) * shape[2] + at[2]]);
            }
        }
    }
    picked
}

const SHAPE: [usize; 3] = [4, 3, 512];

/// An array for each grade and group axis, the long extent along the group axis.
fn arrays() -> impl Iterator<Item = (Owned, [usize; 3])> {
    GRADES.into_iter().flat_map(|grade| {
        (0..3).map(move |axis| {
            let mut shape = SHAPE;
            shape.swap(axis, 2);
            (Owned::filled(grade, axis as i16, &shape.map(|extent| extent as i64)), shape)
        })
    })
}

#[test]
fn spec_11_8_3_slice_honesty() {
    for (view, shape) in arrays() {
        let all = values(&view);
        for (axis, &extent) in shape.iter().enumerate() {
            let (begin, end) = (extent / 2, extent);
            let cut = slice(&view.view(), axis, begin as i64, end as i64, LIMIT);
            let mut ranges = shape.map(|extent| 0..extent);
            ranges[axis] = begin..end;
            let expected = picked(&all, shape, ranges, [0, 1, 2]);
            assert!(values(&view.answered(cut)) == expected, "{} {shape:?} {axis}", view.grade);
        }
    }
}

#[test]
fn spec_11_8_4_transposes_keep_to_the_lines() {
    const PERMUTATIONS: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for (view, shape) in arrays() {
        let all = values(&view);
        let axis = view.descriptor.group_axis as usize;
        for perm in PERMUTATIONS {
            let to = perm.iter().position(|&from| from == axis).unwrap();
            let turned = view.answered(transpose(&view.view(), &perm, to, LIMIT));
            let expected = picked(&all, shape, shape.map(|extent| 0..extent), perm);
            assert!(values(&turned) == expected, "{} {shape:?} {perm:?}", view.grade);
        }
    }
}

#[test]
fn spec_11_8_7_placement_invariance() {
    const WORDS: [(Role, Placement); 4] = [
        (Role::Data, Placement::COL_MAJOR),
        (Role::Data, Placement::BLOCK_AOS),
        (Role::Data, Placement::PACK_K4_12B),
        (Role::Scale, Placement::SWIZZLE_128X4B),
    ];
    let mut laid_out = 0;
    for grade in GRADES {
        for (axis, shape) in [(0, [512, 130]), (1, [130, 512])] {
            let view = Owned::filled(grade, axis, &shape);
            let all = values(&view);
            for (role, word) in WORDS {
                let Ok(array) = relayout(&view.view(), role, word, LIMIT) else { continue };
                laid_out += 1;
                let stored = view.answered(Ok(array));
                assert!(values(&stored) == all, "{grade} {word}");
                // Slice commutes with relayout.
                let other = 1 - axis as usize;
                let first = stored.answered(slice(&stored.view(), other, 2, 66, LIMIT));
                let cut = view.answered(slice(&view.view(), other, 2, 66, LIMIT));
                let second = cut.answered(relayout(&cut.view(), role, word, LIMIT));
                assert!(first.planes == second.planes, "{grade} {word}");
                // And back, from codes whose ignored bits are 0.
                let clean = second.answered(relayout(&second.view(), role, ROWS, LIMIT));
                assert!(clean.planes == cut.planes, "{grade} {word}");
            }
        }
    }
    // COL_MAJOR for all, swizzles for all but two, blocks for three, two axes each.
    assert_eq!(laid_out, 2 * (12 + 9 + 3));
}

#[test]
fn spec_11_8_9_note_blindness() {
    for grade in GRADES {
        let view = Owned::filled(grade, 0, &[512]);
        let mut noted = view.clone();
        noted.descriptor.note = u32::MAX;
        assert!(values(&noted) == values(&view));
        let cut = noted.answered(slice(&noted.view(), 0, 256, 512, LIMIT));
        assert_eq!(cut.descriptor.note, u32::MAX);
    }
}
