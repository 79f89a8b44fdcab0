//! GCP 1 adapter over the published Rust crate grit-datatype 1.1.0.
//!
//! Reads request frames on stdin and writes reply frames on stdout (docs/PROTOCOL.md). [`ops`] says
//! which public function answers which op. `None` and `Err` of the crate are refusals, a panic is
//! an internal error that keeps the panic's text.
//!
//! Each reply is written at once, so that after a death the first unanswered request is the
//! culprit.

mod ops;
mod payload;

use std::any::Any;
use std::io::{self, Read, Write};
use std::panic::{catch_unwind, set_hook};
use std::process::ExitCode;

use ops::Answer;

const MAGIC: [u8; 4] = *b"GCP1";
const HEADER_BYTES: usize = 16;
const MAX_PAYLOAD: usize = 64 << 20;

const ANSWERED: u8 = 0;
const REFUSED: u8 = 1;
const UNSUPPORTED: u8 = 2;
const INTERNAL_ERROR: u8 = 3;

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panic: {}", text.unwrap_or("without a text"))
}

/// The outcome byte and the payload of the reply to one request.
fn reply_to(op: u8, payload: &[u8]) -> (u8, Vec<u8>) {
    match catch_unwind(|| ops::answer(op, payload)) {
        Ok(Answer::Bytes(bytes)) if bytes.len() > MAX_PAYLOAD => {
            (INTERNAL_ERROR, b"the reply is above 64 MiB".to_vec())
        }
        Ok(Answer::Bytes(bytes)) => (ANSWERED, bytes),
        Ok(Answer::Refused) => (REFUSED, Vec::new()),
        Ok(Answer::Unsupported) => (UNSUPPORTED, Vec::new()),
        Ok(Answer::Unreadable(why)) => (INTERNAL_ERROR, why.as_bytes().to_vec()),
        Err(panic) => (INTERNAL_ERROR, panic_text(&*panic).into_bytes()),
    }
}

/// Fills `buffer`; false at an end of input before its first byte.
fn read_frame_part(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    let mut filled = 0;
    while filled < buffer.len() {
        match source.read(&mut buffer[filled..]) {
            Ok(0) if filled == 0 => return Ok(false),
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}

fn serve(mut source: impl Read, mut sink: impl Write) -> io::Result<()> {
    let mut header = [0u8; HEADER_BYTES];
    while read_frame_part(&mut source, &mut header)? {
        let [m0, m1, m2, m3, op, _flags, r0, r1, i0, i1, i2, i3, s0, s1, s2, s3] = header;
        let size = u32::from_le_bytes([s0, s1, s2, s3]) as usize;
        if [m0, m1, m2, m3] != MAGIC || [r0, r1] != [0, 0] || size > MAX_PAYLOAD {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "not a GCP 1 request",
            ));
        }
        let mut payload = vec![0u8; size];
        source.read_exact(&mut payload)?;

        let (outcome, reply) = reply_to(op, &payload);
        let mut frame = Vec::with_capacity(HEADER_BYTES + reply.len());
        frame.extend_from_slice(&MAGIC);
        frame.extend_from_slice(&[op, outcome, 0, 0, i0, i1, i2, i3]);
        frame.extend_from_slice(&(reply.len() as u32).to_le_bytes());
        frame.extend_from_slice(&reply);
        sink.write_all(&frame)?;
        sink.flush()?;
    }
    Ok(())
}

fn main() -> ExitCode {
    // A caught panic is an answer; the default hook would fill stderr with backtraces.
    set_hook(Box::new(|_| {}));
    match serve(io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("adapter: {error}");
            ExitCode::from(2)
        }
    }
}
