//! The published crate grit-datatype 1.1.0 behind the C interface of `bench/peers/peer.h`.
//!
//! Only public functions, called as a user would; what they allocate is freed here, for that is part
//! of what a call costs. A panic would abort: the measurements ask nothing that makes one.

use grit::check::grit_check;
use grit::codec::{decode, encode};
use grit::desc::{digest_of, GritDesc};
use grit::grade::grade_parse;
use std::ffi::c_char;
use std::slice;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Bytes {
    data: *const u8,
    size: usize,
}

impl Bytes {
    /// # Safety
    /// `data` points to `size` bytes that outlive the use, or `size` is 0.
    unsafe fn get<'a>(self) -> &'a [u8] {
        if self.size == 0 {
            return &[];
        }
        slice::from_raw_parts(self.data, self.size)
    }

    /// # Safety
    /// As [`Bytes::get`], and the bytes are UTF-8.
    unsafe fn text<'a>(self) -> &'a str {
        std::str::from_utf8_unchecked(self.get())
    }
}

type Planes = *const [Bytes; 4];

#[repr(C)]
pub struct Peer {
    name: *const c_char,
    version: *const c_char,
    check: unsafe extern "C" fn(Bytes, *const i64, usize, *const [i64; 4]) -> u32,
    gid: unsafe extern "C" fn(*const [u8; 64], Bytes, *const i64, usize, *mut [u8; 16]),
    canonicalize: unsafe extern "C" fn(Bytes, *mut u8, usize) -> usize,
    digest: unsafe extern "C" fn(Planes, *mut [u8; 16]),
    decode: unsafe extern "C" fn(Bytes, usize, Planes, *mut u32) -> u32,
    encode: unsafe extern "C" fn(Bytes, *const f32, usize, *const [*mut u8; 4]) -> u32,
    decode_blocks: Option<unsafe extern "C" fn(Bytes, usize, *const u8, *mut f32) -> u32>,
    block_bytes: Option<unsafe extern "C" fn(Bytes, *mut usize) -> usize>,
}

// The pointers are to constants.
unsafe impl Sync for Peer {}

unsafe fn extents<'a>(shape: *const i64, rank: usize) -> &'a [i64] {
    if rank == 0 {
        return &[];
    }
    slice::from_raw_parts(shape, rank)
}

unsafe extern "C" fn check(
    descriptor: Bytes,
    shape: *const i64,
    rank: usize,
    plane_bytes: *const [i64; 4],
) -> u32 {
    let shape = extents(shape, rank);
    grit_check(descriptor.get(), shape, &*plane_bytes, 1, None, None).status as u32
}

unsafe extern "C" fn gid(
    descriptor: *const [u8; 64],
    canonical: Bytes,
    shape: *const i64,
    rank: usize,
    out: *mut [u8; 16],
) {
    let descriptor = GritDesc::from_bytes(&*descriptor);
    *out = descriptor.gid(canonical.text(), extents(shape, rank)).0;
}

unsafe extern "C" fn canonicalize(text: Bytes, out: *mut u8, capacity: usize) -> usize {
    let Ok(grade) = grade_parse(text.text()) else {
        return usize::MAX;
    };
    let canonical = grade.canonical();
    let copied = canonical.len().min(capacity);
    out.copy_from_nonoverlapping(canonical.as_ptr(), copied);
    canonical.len()
}

unsafe extern "C" fn digest(planes: Planes, out: *mut [u8; 16]) {
    *out = digest_of(&(*planes).map(|plane| plane.get())).0;
}

unsafe extern "C" fn decode_planes(
    grade: Bytes,
    elements: usize,
    planes: Planes,
    out: *mut u32,
) -> u32 {
    let planes = (*planes).map(|plane| plane.get());
    let Some(values) = decode(grade.text(), &planes, elements) else {
        return 0;
    };
    if !out.is_null() {
        out.cast::<f32>()
            .copy_from_nonoverlapping(values.as_ptr(), values.len());
    }
    std::hint::black_box(&values);
    1
}

unsafe extern "C" fn encode_values(
    grade: Bytes,
    values: *const f32,
    elements: usize,
    out: *const [*mut u8; 4],
) -> u32 {
    let Some(planes) = encode(grade.text(), slice::from_raw_parts(values, elements)) else {
        return 0;
    };
    if !out.is_null() {
        for (plane, to) in planes.iter().zip(*out) {
            to.copy_from_nonoverlapping(plane.as_ptr(), plane.len());
        }
    }
    std::hint::black_box(&planes);
    1
}

static PEER: Peer = Peer {
    name: c"crate".as_ptr(),
    version: c"grit-datatype 1.1.0".as_ptr(),
    check,
    gid,
    canonicalize,
    digest,
    decode: decode_planes,
    encode: encode_values,
    decode_blocks: None,
    block_bytes: None,
};

#[no_mangle]
pub extern "C" fn grit_peer_entry() -> *const Peer {
    &PEER
}
