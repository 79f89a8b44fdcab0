//! my-adapter: answers the adapter protocol with your implementation.
//!
//! DIGEST is written out as an example. For every other operation that your implementation has:
//! write a function like [`digest`] that reads the pieces of the request, calls your implementation
//! and writes the pieces of the reply, and put it into the table in place of `None`. HELLO declares
//! exactly the operations that have a function. An adapter translates; it adds nothing of its own.

mod gcp;

use gcp::{Adapter, Answer, Failure, Reply, Request};
use std::process::ExitCode;

const FNV_BASIS: u128 = 0x6c62272e07bb014262b821756295c58d;
const FNV_PRIME: u128 = 0x0000000001000000000000000000013b;

/// spec §7.1, §7.4: FNV-1a-128 over the four planes, each behind its length as a u64.
fn digest(request: &mut Request, reply: &mut Reply) -> Result<(), Failure> {
    let planes = request.planes()?;
    request.end()?;
    let mut state = FNV_BASIS;
    for plane in planes {
        for byte in (plane.len() as u64).to_le_bytes().iter().chain(plane) {
            state = (state ^ u128::from(*byte)).wrapping_mul(FNV_PRIME);
        }
    }
    reply.bytes(&state.to_be_bytes());
    Ok(())
}

const OPERATIONS: &[(u8, Option<Answer>)] = &[
    // CHECK: u8 level, blob descriptor, shape, i64 x 4 plane bytes, u8 (bit 0 planes, bit 1
    // digest), [planes], [16 bytes] -> u8 status, u8 plane (255: none)
    (1, None),
    // GRADE: text -> text canonical, u64 id, text projection
    (2, None),
    // DESCRIPTOR: text, i16 axis, u32 note, u64 x 3 placements -> 64 bytes
    (3, None),
    // SIZES: 64 bytes, shape -> i64 x 8
    (4, None),
    // GID: 64 bytes, text canonical, shape -> 16 bytes, text printed form
    (5, None),
    // GID_PARSE: text -> 16 bytes
    (6, None),
    // DIGEST: planes -> 16 bytes
    (7, Some(digest)),
    // FORMAT_DECODE: u16 word, words (codes) -> words (binary32 bits)
    (8, None),
    // FORMAT_ENCODE: u16 word, words (binary32 bits) -> words (codes; 0xffffffff where refused)
    (9, None),
    // EXPONENT: u8 rule, words (binary32 bits) -> words (i32)
    (10, None),
    // DECODE: text grade, i64 count, planes -> words (binary32 bits)
    (11, None),
    // ENCODE: text grade, words (binary32 bits) -> planes
    (12, None),
    // EQUIVALENT: text, text, u8 scope -> u8
    (13, None),
    // EXPLAIN: 64 bytes, 64 bytes -> u32 count, texts
    (14, None),
];

fn main() -> ExitCode {
    gcp::serve(&Adapter {
        name: "my-adapter",
        version: env!("CARGO_PKG_VERSION"),
        language: "Rust",
        operations: OPERATIONS,
    })
}
