//! The adapter protocol GCP 1 in one file: frames, the pieces of payloads, and the loop.
//!
//! An adapter reads request frames on stdin and answers each on stdout. It hands [`serve`] a table
//! of operations; everything else is here. Standard library only.

// The pieces that no operation uses yet.
#![allow(dead_code)]

use std::any::Any;
use std::io::{self, BufWriter, Read, Write};
use std::panic::{catch_unwind, set_hook};
use std::process::ExitCode;

const MAGIC: [u8; 4] = *b"GCP1";
const HEADER_BYTES: usize = 16;
const MAX_PAYLOAD: usize = 64 << 20;
const FLUSH: u8 = 1;

const ANSWERED: u8 = 0;
const REFUSED: u8 = 1;
const UNSUPPORTED: u8 = 2;
const INTERNAL_ERROR: u8 = 3;

/// Why a request has no answer.
#[derive(Debug)]
pub enum Failure {
    /// The specification says that this input has none; the text is the reason's name, empty but
    /// for operations that have such.
    Refused(&'static str),
    /// An unreadable payload, or something unexpected.
    Internal(String),
}

impl Failure {
    fn unreadable(why: &str) -> Self {
        Failure::Internal(why.to_owned())
    }
}

pub type Piece<T> = Result<T, Failure>;

/// Takes pieces off the front of a payload.
pub struct Request<'a> {
    rest: &'a [u8],
}

impl<'a> Request<'a> {
    pub fn bytes(&mut self, count: usize) -> Piece<&'a [u8]> {
        if self.rest.len() < count {
            return Err(Failure::unreadable("the payload ends early"));
        }
        let (piece, rest) = self.rest.split_at(count);
        self.rest = rest;
        Ok(piece)
    }

    pub fn array<const N: usize>(&mut self) -> Piece<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N)?);
        Ok(array)
    }

    pub fn u8(&mut self) -> Piece<u8> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    pub fn u16(&mut self) -> Piece<u16> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    pub fn u32(&mut self) -> Piece<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub fn u64(&mut self) -> Piece<u64> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    pub fn i16(&mut self) -> Piece<i16> {
        Ok(i16::from_le_bytes(self.array()?))
    }

    pub fn i64(&mut self) -> Piece<i64> {
        Ok(i64::from_le_bytes(self.array()?))
    }

    pub fn blob(&mut self) -> Piece<&'a [u8]> {
        let size = self.u32()?;
        self.bytes(size as usize)
    }

    pub fn text(&mut self) -> Piece<&'a str> {
        std::str::from_utf8(self.blob()?).map_err(|_| Failure::unreadable("a text is not UTF-8"))
    }

    pub fn shape(&mut self) -> Piece<Vec<i64>> {
        let rank = self.u8()?;
        (0..rank).map(|_| self.i64()).collect()
    }

    /// data, scale0, scale1, aux
    pub fn planes(&mut self) -> Piece<[&'a [u8]; 4]> {
        Ok([self.blob()?, self.blob()?, self.blob()?, self.blob()?])
    }

    pub fn words(&mut self) -> Piece<Vec<u32>> {
        let count = self.u32()? as usize;
        let bytes = self.bytes(count.saturating_mul(4))?;
        let word = |chunk: &[u8]| u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
        Ok(bytes.chunks_exact(4).map(word).collect())
    }

    /// To be called after the last piece, before anything is made of them.
    pub fn end(&self) -> Piece<()> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(Failure::unreadable(
                "the payload goes on behind its last piece",
            ))
        }
    }
}

/// Collects the pieces of a reply.
#[derive(Default)]
pub struct Reply {
    payload: Vec<u8>,
}

impl Reply {
    pub fn bytes(&mut self, value: &[u8]) {
        self.payload.extend_from_slice(value);
    }

    pub fn u8(&mut self, value: u8) {
        self.payload.push(value);
    }

    pub fn u16(&mut self, value: u16) {
        self.bytes(&value.to_le_bytes());
    }

    pub fn u32(&mut self, value: u32) {
        self.bytes(&value.to_le_bytes());
    }

    pub fn u64(&mut self, value: u64) {
        self.bytes(&value.to_le_bytes());
    }

    pub fn i16(&mut self, value: i16) {
        self.bytes(&value.to_le_bytes());
    }

    pub fn i64(&mut self, value: i64) {
        self.bytes(&value.to_le_bytes());
    }

    pub fn blob(&mut self, value: &[u8]) {
        self.u32(value.len() as u32);
        self.bytes(value);
    }

    pub fn text(&mut self, value: &str) {
        self.blob(value.as_bytes());
    }

    pub fn shape(&mut self, extents: &[i64]) {
        self.u8(extents.len() as u8);
        extents.iter().for_each(|extent| self.i64(*extent));
    }

    pub fn planes<P: AsRef<[u8]>>(&mut self, planes: &[P; 4]) {
        planes.iter().for_each(|plane| self.blob(plane.as_ref()));
    }

    pub fn words(&mut self, words: &[u32]) {
        self.u32(words.len() as u32);
        words.iter().for_each(|word| self.u32(*word));
    }
}

/// Reads a request and writes the reply.
pub type Answer = fn(&mut Request, &mut Reply) -> Result<(), Failure>;

/// What HELLO says; the texts are ASCII without quotes and backslashes.
pub struct Adapter<'a> {
    pub name: &'a str,
    pub version: &'a str,
    pub language: &'a str,
    /// Number and function; what is `None` is not offered.
    pub operations: &'a [(u8, Option<Answer>)],
}

impl Adapter<'_> {
    fn hello(&self) -> Vec<u8> {
        let offered = self
            .operations
            .iter()
            .filter(|(_, answer)| answer.is_some());
        let numbers: Vec<String> = offered.map(|(number, _)| number.to_string()).collect();
        format!(
            r#"{{"protocol":1,"spec":1,"name":"{}","version":"{}","language":"{}","ops":[{}]}}"#,
            self.name,
            self.version,
            self.language,
            numbers.join(",")
        )
        .into_bytes()
    }

    /// The outcome and the payload of the reply to one request.
    fn answer(&self, op: u8, payload: &[u8]) -> (u8, Vec<u8>) {
        if op == 0 {
            return (ANSWERED, self.hello());
        }
        let found = self.operations.iter().find(|(number, _)| *number == op);
        let Some((_, Some(answer))) = found else {
            return (UNSUPPORTED, Vec::new());
        };
        // A panic is this request's, not the process's. Nothing outlives the call.
        let result = catch_unwind(|| {
            let mut reply = Reply::default();
            answer(&mut Request { rest: payload }, &mut reply).map(|()| reply.payload)
        });
        match result {
            Ok(Ok(reply)) if reply.len() > MAX_PAYLOAD => {
                (INTERNAL_ERROR, b"the reply is longer than 64 MiB".to_vec())
            }
            Ok(Ok(reply)) => (ANSWERED, reply),
            Ok(Err(Failure::Refused(reason))) => (REFUSED, reason.as_bytes().to_vec()),
            Ok(Err(Failure::Internal(text))) => (INTERNAL_ERROR, text.into_bytes()),
            Err(panic) => (INTERNAL_ERROR, panic_text(&*panic).into_bytes()),
        }
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panic: {}", text.unwrap_or("without a text"))
}

/// Fills `buffer`; false at an end of input before its first byte.
fn fill(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
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

fn requests(adapter: &Adapter, source: &mut impl Read, sink: &mut impl Write) -> io::Result<()> {
    let mut header = [0; HEADER_BYTES];
    let mut payload = Vec::new();
    while fill(source, &mut header)? {
        let [m0, m1, m2, m3, op, flags, z0, z1, i0, i1, i2, i3, s0, s1, s2, s3] = header;
        let size = u32::from_le_bytes([s0, s1, s2, s3]) as usize;
        if [m0, m1, m2, m3] != MAGIC || [z0, z1] != [0, 0] || size > MAX_PAYLOAD {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "what came is no request",
            ));
        }
        payload.resize(size, 0);
        source.read_exact(&mut payload)?;
        let (outcome, reply) = adapter.answer(op, &payload);
        sink.write_all(&MAGIC)?;
        sink.write_all(&[op, outcome, 0, 0, i0, i1, i2, i3])?;
        sink.write_all(&(reply.len() as u32).to_le_bytes())?;
        sink.write_all(&reply)?;
        if flags & FLUSH != 0 {
            sink.flush()?;
        }
    }
    Ok(())
}

/// Serves stdin and stdout until the input ends; gives main's exit code.
pub fn serve(adapter: &Adapter) -> ExitCode {
    // A panic becomes a reply; without this, stderr would fill with backtraces.
    set_hook(Box::new(|_| {}));
    let mut sink = BufWriter::with_capacity(1 << 18, io::stdout().lock());
    let result = requests(adapter, &mut io::stdin().lock(), &mut sink);
    match result.and(sink.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", adapter.name);
            ExitCode::from(2)
        }
    }
}
