//! Operations that return what they read, for the tests of gcp.rs: 100 echoes one of every piece,
//! 101 refuses with a reason, 102 fails after it has written, 103 answers more than a frame can
//! hold.

mod gcp;

use gcp::{Adapter, Answer, Failure, Reply, Request};
use std::process::ExitCode;

fn echo(request: &mut Request, reply: &mut Reply) -> Result<(), Failure> {
    let (u8, u16, u32) = (request.u8()?, request.u16()?, request.u32()?);
    let (u64, i16, i64) = (request.u64()?, request.i16()?, request.i64()?);
    let (blob, text, shape) = (request.blob()?, request.text()?, request.shape()?);
    let (planes, words) = (request.planes()?, request.words()?);
    request.end()?;
    reply.u8(u8);
    reply.u16(u16);
    reply.u32(u32);
    reply.u64(u64);
    reply.i16(i16);
    reply.i64(i64);
    reply.blob(blob);
    reply.text(text);
    reply.shape(&shape);
    reply.planes(&planes);
    reply.words(&words);
    Ok(())
}

fn refuse(_: &mut Request, reply: &mut Reply) -> Result<(), Failure> {
    reply.u64(7);
    Err(Failure::Refused("SliceRange"))
}

fn fail(_: &mut Request, reply: &mut Reply) -> Result<(), Failure> {
    reply.text("half an answer");
    panic!("it broke");
}

fn flood(_: &mut Request, reply: &mut Reply) -> Result<(), Failure> {
    reply.bytes(&vec![0; (64 << 20) + 1]);
    Ok(())
}

const OPERATIONS: &[(u8, Option<Answer>)] = &[
    (100, Some(echo)),
    (101, Some(refuse)),
    (102, Some(fail)),
    (103, Some(flood)),
];

fn main() -> ExitCode {
    gcp::serve(&Adapter {
        name: "echo",
        version: "1",
        language: "Rust",
        operations: OPERATIONS,
    })
}
