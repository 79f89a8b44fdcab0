//! Views for tests.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)] // These are tests.
#![allow(dead_code)] // Each test program uses a part.
#![allow(missing_docs)]

use grit_lab::{
    Array, Descriptor, Grade, Placement, Placements, PlaneBuffers, Refusal, Registered, Sizes,
    View, ViewError,
};

pub const LIMIT: usize = 1 << 26;
pub const ROWS: Placement = Placement::ROW_MAJOR;

/// A view with its memory.
#[derive(Clone, Debug)]
pub struct Owned {
    pub descriptor: Descriptor,
    pub grade: String,
    pub shape: Vec<i64>,
    pub planes: PlaneBuffers,
}

impl Owned {
    /// A view in plane order whose plane bytes are 0.
    pub fn zeros(grade: &str, axis: i16, shape: &[i64]) -> Self {
        let parsed = Grade::parse(grade).unwrap();
        let demand = parsed.demand().unwrap();
        let meta = if demand.has_aux() { ROWS } else { Placement::UNSPECIFIED };
        let placements = Placements { data: ROWS, scale: ROWS, meta };
        let descriptor = parsed.descriptor(axis, placements).unwrap();
        let bytes = Sizes::of(&descriptor, shape).unwrap().bytes.map(|bytes| bytes as usize);
        let [data, scale0, scale1, aux] = bytes.map(|bytes| vec![0; bytes]);
        let planes = PlaneBuffers { data, scale0, scale1, aux };
        Self { descriptor, grade: grade.to_owned(), shape: shape.to_vec(), planes }
    }

    /// The same with bytes that differ from place to place. Metadata of 2:4:u2 names positions in
    /// order.
    pub fn filled(grade: &str, axis: i16, shape: &[i64]) -> Self {
        let mut view = Self::zeros(grade, axis, shape);
        let fill = |plane: &mut Vec<u8>, seed: u32| {
            let mut state = seed;
            for byte in plane {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *byte = (state >> 24) as u8;
            }
        };
        fill(&mut view.planes.data, 1);
        fill(&mut view.planes.scale0, 2);
        fill(&mut view.planes.scale1, 3);
        fill(&mut view.planes.aux, 4);
        if view.descriptor.demand.sparse() {
            // The ascending pairs of a quad: 01, 02, 03, 12, 13, 23.
            const PAIRS: [u8; 6] = [0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110];
            for byte in &mut view.planes.aux {
                let (low, high) = (*byte as usize % 6, *byte as usize / 6 % 6);
                *byte = PAIRS[low] | PAIRS[high] << 4;
            }
        }
        view
    }

    pub fn registered(grade: Registered, axis: i16, shape: &[i64]) -> Self {
        Self::filled(grade.canonical(), axis, shape)
    }

    pub fn view(&self) -> View<'_> {
        View {
            descriptor: self.descriptor,
            grade: self.grade.as_bytes(),
            shape: &self.shape,
            planes: self.planes.as_planes(),
        }
    }

    /// The array that an operation on this view answered with.
    pub fn answered(&self, array: Result<Array, ViewError>) -> Self {
        let Array { descriptor, shape, planes } = array.unwrap();
        Self { descriptor, grade: self.grade.clone(), shape, planes }
    }
}

pub fn refused<T: std::fmt::Debug>(result: Result<T, ViewError>) -> Refusal {
    match result {
        Err(ViewError::Refused(refusal)) => refusal,
        other => panic!("not refused: {other:?}"),
    }
}
