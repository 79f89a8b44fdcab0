//! The pieces that GCP payloads are made of: a reader over a request, and writers for a reply.

/// Why a request payload cannot be read.
pub type Unreadable = &'static str;

/// A cursor over one request payload; every method consumes what it returns.
pub struct Payload<'a> {
    rest: &'a [u8],
}

impl<'a> Payload<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub fn raw(&mut self, size: usize) -> Result<&'a [u8], Unreadable> {
        if size > self.rest.len() {
            return Err("payload ends inside a field");
        }
        let (taken, rest) = self.rest.split_at(size);
        self.rest = rest;
        Ok(taken)
    }

    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Unreadable> {
        let mut bytes = [0u8; N];
        bytes.copy_from_slice(self.raw(N)?);
        Ok(bytes)
    }

    pub fn u8(&mut self) -> Result<u8, Unreadable> {
        self.array().map(u8::from_le_bytes)
    }

    pub fn u16(&mut self) -> Result<u16, Unreadable> {
        self.array().map(u16::from_le_bytes)
    }

    pub fn i16(&mut self) -> Result<i16, Unreadable> {
        self.array().map(i16::from_le_bytes)
    }

    pub fn u32(&mut self) -> Result<u32, Unreadable> {
        self.array().map(u32::from_le_bytes)
    }

    pub fn u64(&mut self) -> Result<u64, Unreadable> {
        self.array().map(u64::from_le_bytes)
    }

    pub fn i64(&mut self) -> Result<i64, Unreadable> {
        self.array().map(i64::from_le_bytes)
    }

    pub fn blob(&mut self) -> Result<&'a [u8], Unreadable> {
        let size = self.u32()? as usize;
        self.raw(size)
    }

    pub fn text(&mut self) -> Result<&'a str, Unreadable> {
        std::str::from_utf8(self.blob()?).map_err(|_| "text is not UTF-8")
    }

    pub fn shape(&mut self) -> Result<Vec<i64>, Unreadable> {
        let rank = self.u8()?;
        (0..rank).map(|_| self.i64()).collect()
    }

    pub fn planes(&mut self) -> Result<[&'a [u8]; 4], Unreadable> {
        Ok([self.blob()?, self.blob()?, self.blob()?, self.blob()?])
    }

    pub fn words(&mut self) -> Result<Vec<u32>, Unreadable> {
        let count = self.u32()? as usize;
        let bytes = self.raw(count.checked_mul(4).ok_or("payload ends inside a field")?)?;
        let words = bytes
            .chunks_exact(4)
            .map(|word| [word[0], word[1], word[2], word[3]]);
        Ok(words.map(u32::from_le_bytes).collect())
    }

    /// Everything that is left.
    pub fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.rest)
    }

    /// To be called after the last field: surplus bytes make a payload unreadable.
    pub fn end(&self) -> Result<(), Unreadable> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err("payload has surplus bytes")
        }
    }
}

pub fn put_blob(reply: &mut Vec<u8>, bytes: &[u8]) {
    reply.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    reply.extend_from_slice(bytes);
}

pub fn put_words(reply: &mut Vec<u8>, words: impl ExactSizeIterator<Item = u32>) {
    reply.extend_from_slice(&(words.len() as u32).to_le_bytes());
    words.for_each(|word| reply.extend_from_slice(&word.to_le_bytes()));
}
