//! The pieces of which payloads are made.

use grit_lab::{Descriptor, Hash, PlaneBuffers, Planes};

/// Why a payload cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable(pub &'static str);

/// Takes a payload apart, piece by piece.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// A reader of a whole payload.
    pub const fn new(payload: &'a [u8]) -> Self {
        Self(payload)
    }

    /// So many bytes.
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8], Unreadable> {
        if count > self.0.len() {
            return Err(Unreadable("the payload ends early"));
        }
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        Ok(taken)
    }

    fn array<const SIZE: usize>(&mut self) -> Result<[u8; SIZE], Unreadable> {
        let bytes = self.bytes(SIZE)?;
        bytes.try_into().map_err(|_| Unreadable("the payload ends early"))
    }

    /// One byte.
    pub fn u8(&mut self) -> Result<u8, Unreadable> {
        self.array().map(u8::from_le_bytes)
    }

    /// Two bytes.
    pub fn u16(&mut self) -> Result<u16, Unreadable> {
        self.array().map(u16::from_le_bytes)
    }

    /// Two bytes, signed.
    pub fn i16(&mut self) -> Result<i16, Unreadable> {
        self.array().map(i16::from_le_bytes)
    }

    /// Four bytes.
    pub fn u32(&mut self) -> Result<u32, Unreadable> {
        self.array().map(u32::from_le_bytes)
    }

    /// Eight bytes.
    pub fn u64(&mut self) -> Result<u64, Unreadable> {
        self.array().map(u64::from_le_bytes)
    }

    /// Eight bytes, signed.
    pub fn i64(&mut self) -> Result<i64, Unreadable> {
        self.array().map(i64::from_le_bytes)
    }

    /// Bytes behind their length.
    pub fn blob(&mut self) -> Result<&'a [u8], Unreadable> {
        let length = self.u32()?;
        self.bytes(usize::try_from(length).unwrap_or(usize::MAX))
    }

    /// A blob of UTF-8.
    pub fn text(&mut self) -> Result<&'a str, Unreadable> {
        std::str::from_utf8(self.blob()?).map_err(|_| Unreadable("a text is not UTF-8"))
    }

    /// Extents behind their number.
    pub fn shape(&mut self) -> Result<Vec<i64>, Unreadable> {
        let rank = self.u8()?;
        (0..rank).map(|_| self.i64()).collect()
    }

    /// Four blobs.
    pub fn planes(&mut self) -> Result<Planes<'a>, Unreadable> {
        Ok(Planes {
            data: self.blob()?,
            scale0: self.blob()?,
            scale1: self.blob()?,
            aux: self.blob()?,
        })
    }

    /// Numbers of four bytes behind their count.
    pub fn words(&mut self) -> Result<Vec<u32>, Unreadable> {
        let count = usize::try_from(self.u32()?).unwrap_or(usize::MAX);
        let bytes = self.bytes(count.saturating_mul(4))?;
        let word = |bytes: &[u8]| bytes.try_into().map(u32::from_le_bytes).unwrap_or_default();
        Ok(bytes.chunks_exact(4).map(word).collect())
    }

    /// 64 bytes.
    pub fn descriptor(&mut self) -> Result<Descriptor, Unreadable> {
        self.array().map(|bytes| Descriptor::from_bytes(&bytes))
    }

    /// 16 bytes, most significant first.
    pub fn hash(&mut self) -> Result<Hash, Unreadable> {
        self.array().map(Hash)
    }

    /// The end: a payload ends where its last piece ends.
    pub fn end(self) -> Result<(), Unreadable> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Unreadable("the payload goes on too long"))
        }
    }
}

/// Puts an answer together, piece by piece.
#[derive(Debug, Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    /// Bytes as they are.
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.extend_from_slice(bytes);
        self
    }

    /// Bytes behind their length. An answer too long for its length is refused by the frame.
    pub fn blob(self, bytes: &[u8]) -> Self {
        self.bytes(&(bytes.len() as u32).to_le_bytes()).bytes(bytes)
    }

    /// Extents behind their number.
    pub fn shape(self, shape: &[i64]) -> Self {
        let head = self.bytes(&[shape.len() as u8]);
        shape.iter().fold(head, |writer, extent| writer.bytes(&extent.to_le_bytes()))
    }

    /// Four blobs.
    pub fn planes(self, planes: &PlaneBuffers) -> Self {
        planes.as_planes().each().iter().fold(self, |writer, plane| writer.blob(plane))
    }

    /// Numbers of four bytes behind their count.
    pub fn words(mut self, words: impl ExactSizeIterator<Item = u32>) -> Self {
        self.0.reserve(4 + 4 * words.len());
        self.0.extend((words.len() as u32).to_le_bytes());
        self.0.extend(words.flat_map(u32::to_le_bytes));
        self
    }

    /// The payload.
    pub fn finish(self) -> Vec<u8> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_not_taken_on_trust() {
        let early = Unreadable("the payload ends early");
        assert_eq!(Reader::new(&[0xff; 8]).blob(), Err(early));
        assert_eq!(Reader::new(&[0xff; 8]).words().map(|words| words.len()), Err(early));
        assert!(Reader::new(&[2, 0, 0, 0, 0, 0, 0, 0, 0]).shape().is_err());
    }

    #[test]
    fn the_end_is_the_end() {
        let mut reader = Reader::new(&[1, 2]);
        assert_eq!(reader.u8(), Ok(1));
        assert!(reader.end().is_err());
        assert_eq!(reader.u8(), Ok(2));
        assert!(reader.end().is_ok());
    }

    #[test]
    fn texts_are_utf8() {
        assert_eq!(Reader::new(&[1, 0, 0, 0, 0xff]).text(), Err(Unreadable("a text is not UTF-8")));
    }
}
