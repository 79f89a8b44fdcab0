//! Frames: a header of 16 bytes and a payload.

use crate::operations::Reply;
use std::io::{self, ErrorKind, Read, Write};

/// The longest payload of either side, in bytes.
pub const MAX_PAYLOAD: usize = 64 << 20;
const MAGIC: [u8; 4] = *b"GCP1";

/// A request.
pub struct Frame {
    /// Operation.
    pub operation: u8,
    /// Whether all replies must be written out behind this one.
    pub flush: bool,
    id: [u8; 4],
    /// What the operation is asked.
    pub payload: Vec<u8>,
}

/// Requests, one after the other.
pub struct Input<R> {
    reader: R,
}

fn no_request(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, format!("the input is no request: {what}"))
}

impl<R: Read> Input<R> {
    /// Reads frames from a stream.
    pub const fn new(reader: R) -> Self {
        Self { reader }
    }

    /// The next request; none at the end of the input.
    pub fn next(&mut self) -> io::Result<Option<Frame>> {
        let mut header = Vec::with_capacity(16);
        self.reader.by_ref().take(16).read_to_end(&mut header)?;
        if header.is_empty() {
            return Ok(None);
        }
        let header: [u8; 16] =
            header.try_into().map_err(|_| no_request("it ends inside a header"))?;
        let [m0, m1, m2, m3, operation, flags, z0, z1, i0, i1, i2, i3, length @ ..] = header;
        if [m0, m1, m2, m3] != MAGIC {
            return Err(no_request("wrong magic"));
        }
        if flags > 1 || [z0, z1] != [0, 0] {
            return Err(no_request("a reserved field is not 0"));
        }
        let length = u32::from_le_bytes(length);
        if length as usize > MAX_PAYLOAD {
            return Err(no_request("its payload is longer than 64 MiB"));
        }
        // Memory grows with what comes, not with what the header says.
        let mut payload = Vec::new();
        let read = self.reader.by_ref().take(length.into()).read_to_end(&mut payload)?;
        if read != length as usize {
            return Err(no_request("it ends inside a payload"));
        }
        Ok(Some(Frame { operation, flush: flags == 1, id: [i0, i1, i2, i3], payload }))
    }
}

/// Writes the reply to a request, whose payload is not longer than [`MAX_PAYLOAD`].
pub fn write(output: &mut impl Write, request: &Frame, reply: &Reply) -> io::Result<()> {
    let mut header = [0; 16];
    let head = MAGIC.into_iter().chain([request.operation, reply.outcome as u8, 0, 0]);
    let tail = request.id.into_iter().chain((reply.payload.len() as u32).to_le_bytes());
    header.iter_mut().zip(head.chain(tail)).for_each(|(to, from)| *to = from);
    output.write_all(&header)?;
    output.write_all(&reply.payload)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> io::Result<Option<Frame>> {
        Input::new(bytes).next()
    }

    #[test]
    fn reads_the_first_frame_of_protocol_md() {
        let bytes =
            b"GCP1\x00\x00\x00\x00\x01\x00\x00\x00\x17\x00\x00\x00{\"protocol\":1,\"spec\":1}";
        let frame = read(bytes).unwrap().unwrap();
        assert_eq!((frame.operation, frame.flush, frame.id), (0, false, [1, 0, 0, 0]));
        assert_eq!(frame.payload, b"{\"protocol\":1,\"spec\":1}");
    }

    #[test]
    fn the_end_of_the_input_is_no_error() {
        assert!(read(b"").unwrap().is_none());
    }

    #[test]
    fn what_is_no_request() {
        let bad: [&[u8]; 6] = [
            b"GCP1\x00",
            b"GCP2\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00",
            b"GCP1\x00\x02\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00",
            b"GCP1\x00\x00\x01\x00\x01\x00\x00\x00\x00\x00\x00\x00",
            b"GCP1\x00\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x04",
            b"GCP1\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00a",
        ];
        for bytes in bad {
            assert!(read(bytes).is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn replies_echo_operation_and_id() {
        let request = Frame { operation: 7, flush: true, id: [9, 8, 7, 6], payload: vec![] };
        let mut output = Vec::new();
        write(&mut output, &request, &Reply::refused(b"no")).unwrap();
        assert_eq!(output, b"GCP1\x07\x01\x00\x00\x09\x08\x07\x06\x02\x00\x00\x00no");
    }
}
