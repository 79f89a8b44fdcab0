//! GRIT v1: what the bits of a quantized tensor are worth, and how arrays are checked, cut, turned
//! and laid out again.
//!
//! Written from the specification alone, whose clauses are cited as `spec §n`. Every function is
//! total: bad input is a value (a status, a refusal, an error), never a panic. Work and memory
//! follow the planes that are given, never what a shape claims.
//!
//! ```
//! use grit_lab::{check, Content, Hash, Question, Registered, Status};
//!
//! let bytes = Registered::Mxfp4.canonical_descriptor().to_bytes();
//! let verdict = check(&Question {
//!     descriptor: &bytes,
//!     shape: &[32],
//!     content: Content::Lengths([16, 1, 0, 0]),
//!     level: 1,
//!     digest: None::<Hash>,
//!     grades: &[],
//! });
//! assert_eq!(verdict.status, Status::Ok);
//! ```
//!
//! binary32 values travel as bit patterns (`u32`) where a NaN may be among them: every NaN that
//! leaves decode is `0x7fc00000` (spec §0.7).

#![forbid(unsafe_code)]
// What the machine computes follows the rounding mode and flush-to-zero of the calling thread, which no
// result may (spec §11.8.8): number.rs computes instead. Tests compare it with the machine.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

pub mod binary32;
mod check;
mod codes;
mod decode;
mod descriptor;
mod encode;
mod explain;
mod exponent;
mod fingerprint;
mod fnv;
mod format;
mod grade;
mod layout;
mod lines;
mod metadata;
mod number;
mod placement;
mod planes;
mod registry;
mod relate;
mod sizes;
mod values;
mod view;
mod vocabulary;

pub use check::{check, Content, Question, Status, Verdict};
pub use decode::{decode, DecodeError};
pub use descriptor::{Demand, Descriptor, Field, Flags, Placements};
pub use encode::{encode, NotWholeBlocks};
pub use explain::{explain, Difference};
pub use exponent::{exponent, ExponentRule};
pub use fingerprint::{digest, gid, Gid, NoGid};
pub use fnv::{fnv1a_64, Fnv128, Hash};
pub use format::{Decoder, Format, FormatWord, NotDecodable};
pub use grade::{Grade, GradeError, NoDescriptor};
pub use placement::Placement;
pub use planes::{Plane, PlaneBuffers, Planes};
pub use registry::{equivalent, Registered, Scope};
pub use relate::{decode_view, relayout, requantize, slice, transpose, Role};
pub use sizes::{NoSizes, Sizes};
pub use view::{Array, Refusal, View, ViewError};
pub use vocabulary::Key;
