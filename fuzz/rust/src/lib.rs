//! The adapter's operations as one C function, for programs that link them beside the other
//! implementations. `grit_rust.h` is its contract; the only unsafe code of our Rust is in this crate.

// The adapter's own, so that what is compared in one process is what the adapter says.
#[allow(dead_code)] // Frames stay with the adapter.
#[path = "../../../adapters/rust/src/adapter/frame.rs"]
mod frame;
mod memory;
#[path = "../../../adapters/rust/src/adapter/operations.rs"]
mod operations;
#[path = "../../../adapters/rust/src/adapter/payload.rs"]
mod payload;

use operations::Reply;
use std::ffi::c_void;
use std::slice;

#[global_allocator]
static MEMORY: memory::Kept = memory::Kept;

/// Takes the payload of a reply, which is valid during the call only.
type Take = extern "C" fn(context: *mut c_void, payload: *const u8, size: usize);

/// Gives the reply's payload away and returns its outcome.
fn give(reply: &Reply, take: Take, context: *mut c_void) -> u8 {
    take(context, reply.payload.as_ptr(), reply.payload.len());
    reply.outcome as u8
}

/// The outcome of one request; `take` is called once, with the payload of the reply.
///
/// # Safety
///
/// `payload` points to `size` bytes that nobody writes to during the call; it may be null where
/// `size` is 0. `take` may be called with `context`, and returns.
#[no_mangle]
pub unsafe extern "C" fn grit_rust_answer(
    operation: u8,
    payload: *const u8,
    size: usize,
    take: Take,
    context: *mut c_void,
) -> u8 {
    let payload = if size == 0 {
        &[]
    } else {
        // SAFETY: the caller's promise; no object is larger than `isize::MAX` bytes.
        unsafe { slice::from_raw_parts(payload, size) }
    };
    give(&operations::reply(operation, payload), take, context)
}

/// As `grit_rust_answer` for a request on which the implementation panics, of which none is known.
#[no_mangle]
#[allow(clippy::panic)] // That is its purpose.
pub extern "C" fn grit_rust_answer_with_panic(take: Take, context: *mut c_void) -> u8 {
    give(&operations::caught(|| panic!("asked to")), take, context)
}
