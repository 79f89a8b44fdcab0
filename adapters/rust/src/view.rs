//! Views, and what the operations of the general tier refuse before they do anything
//! (spec §11.2).

use crate::check::{cells, frame_is_valid, placements_are_known};
use crate::descriptor::Descriptor;
use crate::grade::Grade;
use crate::layout::{Form, Layout};
use crate::metadata::Metadata;
use crate::planes::{PlaneBuffers, Planes};
use crate::registry::Registered;
use std::fmt;

/// An array: descriptor, grade, shape, planes.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Its descriptor.
    pub descriptor: Descriptor,
    /// The canonical string of its grade.
    pub grade: &'a [u8],
    /// Its extents.
    pub shape: &'a [i64],
    /// Its planes, in the stored form that the descriptor's placements name.
    pub planes: Planes<'a>,
}

/// An array that an operation answers with. Its grade is that of the operation's input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// Its descriptor; note and grade_id are those of the input (spec §11.2.7).
    pub descriptor: Descriptor,
    /// Its extents.
    pub shape: Vec<i64>,
    /// Its planes.
    pub planes: PlaneBuffers,
}

/// Why an operation has no answer. Where several apply, the first in this order is given, an
/// operation's own ones in the order in which spec §12 lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// Descriptor and string are not those of one grade.
    GradeUnknown,
    /// Check finds a placement unknown.
    PlacementUnknown,
    /// The grade is decoded, or encoded, in a way that has no clause.
    GradeUnsupported,
    /// The view is in no stored form.
    RelayoutUnsupported,
    /// There are no sizes, or a plane has another one.
    SizeMismatch,
    /// Metadata does not name as many positions as it must.
    DigestMismatch,
    /// The axis or the range is not there.
    SliceRange,
    /// A group, or a cell, would be split.
    SliceSplitsGroup,
    /// It is no permutation of the axes.
    BadPermutation,
    /// Groups would run along another axis.
    GroupAxisMoved,
}

impl Refusal {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::GradeUnknown => "GradeUnknown",
            Self::PlacementUnknown => "PlacementUnknown",
            Self::GradeUnsupported => "GradeUnsupported",
            Self::RelayoutUnsupported => "RelayoutUnsupported",
            Self::SizeMismatch => "SizeMismatch",
            Self::DigestMismatch => "DigestMismatch",
            Self::SliceRange => "SliceRange",
            Self::SliceSplitsGroup => "SliceSplitsGroup",
            Self::BadPermutation => "BadPermutation",
            Self::GroupAxisMoved => "GroupAxisMoved",
        }
    }
}

/// What an operation gives instead of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewError {
    /// There is no answer.
    Refused(Refusal),
    /// The answer has more bytes than the caller's limit, or this machine, allows.
    TooLarge {
        /// Bytes of all its planes, or of its values.
        bytes: u128,
    },
}

impl From<Refusal> for ViewError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl fmt::Display for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => write!(f, "refused: {}", refusal.name()),
            Self::TooLarge { bytes } => write!(f, "the answer has {bytes} bytes, too many"),
        }
    }
}

impl std::error::Error for ViewError {}

/// What is asked of a view, as far as the common refusals depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Decode,
    Requantize,
    Move,
    Relayout,
}

/// A view that nothing common is to be refused for.
#[derive(Debug)]
pub(crate) struct Judged<'a> {
    pub descriptor: Descriptor,
    pub shape: &'a [i64],
    pub planes: Planes<'a>,
    pub layout: Layout,
}

impl<'a> Judged<'a> {
    /// Refusals 1 to 6, in order (spec §11.2.3).
    pub fn new(view: &View<'a>, purpose: Purpose) -> Result<Self, Refusal> {
        let View { descriptor, grade, shape, planes } = *view;
        let parsed = Grade::from_canonical(grade).ok_or(Refusal::GradeUnknown)?;
        if !frame_is_valid(&descriptor)
            || parsed.demand() != Ok(descriptor.demand)
            || parsed.id() != descriptor.grade_id
        {
            return Err(Refusal::GradeUnknown);
        }
        placements_are_known(&descriptor).map_err(|_| Refusal::PlacementUnknown)?;
        let supported = match purpose {
            Purpose::Decode => parsed.decodes_by_default(),
            // The registered grades decode by default.
            Purpose::Requantize => registered(grade).is_some(),
            Purpose::Move | Purpose::Relayout => true,
        };
        if !supported {
            return Err(Refusal::GradeUnsupported);
        }
        let form = Form::of(&descriptor, shape.len()).ok_or(Refusal::RelayoutUnsupported)?;
        let layout = Layout::new(&descriptor, shape, form).map_err(|_| Refusal::SizeMismatch)?;
        if !planes.have_lengths(layout.stored_bytes()) {
            return Err(Refusal::SizeMismatch);
        }
        if purpose == Purpose::Move {
            // Metadata is in plane order in every stored form.
            if let Some(metadata) = Metadata::new(&descriptor.demand, planes.aux) {
                if !cells(&descriptor.demand, &layout.sizes).all(|cell| metadata.is_whole(cell)) {
                    return Err(Refusal::DigestMismatch);
                }
            }
        }
        Ok(Self { descriptor, shape, planes, layout })
    }
}

/// The registered grade of a canonical string.
pub(crate) fn registered(grade: &[u8]) -> Option<Registered> {
    Registered::ALL.into_iter().find(|registered| registered.canonical().as_bytes() == grade)
}
