//! An adapter that serves `grit_lab` over the conformance protocol, GCP 1, on stdin and stdout.

#![cfg_attr(not(test), forbid(unsafe_code))]

#[cfg(test)]
mod environment;
mod frame;
mod operations;
mod payload;

use frame::Input;
use std::io::{self, BufReader, BufWriter, Write};
use std::process::ExitCode;

/// Bytes that are read and written at a time.
const BUFFER: usize = 1 << 18;

fn main() -> ExitCode {
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("grit-lab-adapter: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Answers every request in order, until the input ends.
fn serve() -> io::Result<()> {
    let mut input = Input::new(BufReader::with_capacity(BUFFER, io::stdin().lock()));
    let mut output = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    while let Some(request) = input.next()? {
        let reply = operations::reply(request.operation, &request.payload);
        frame::write(&mut output, &request, &reply)?;
        if request.flush {
            output.flush()?;
        }
    }
    output.flush()
}
