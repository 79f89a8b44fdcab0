//! The four plane buffers of an array (spec §0.4).

/// A plane by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Plane {
    /// Element codes.
    Data = 0,
    /// Inner scales.
    Scale0 = 1,
    /// Outer scales.
    Scale1 = 2,
    /// Zero points or sparsity metadata.
    Aux = 3,
}

impl Plane {
    /// All of them, in order.
    pub const ALL: [Self; 4] = [Self::Data, Self::Scale0, Self::Scale1, Self::Aux];
}

/// Borrowed planes. One that the array does not have is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Planes<'a> {
    /// Element codes.
    pub data: &'a [u8],
    /// Inner scales.
    pub scale0: &'a [u8],
    /// Outer scales.
    pub scale1: &'a [u8],
    /// Zero points or sparsity metadata.
    pub aux: &'a [u8],
}

impl<'a> Planes<'a> {
    /// The planes in order.
    #[must_use]
    pub const fn each(self) -> [&'a [u8]; 4] {
        [self.data, self.scale0, self.scale1, self.aux]
    }

    /// Whether each plane has exactly so many bytes.
    pub(crate) fn have_lengths(self, bytes: [u128; 4]) -> bool {
        self.each().map(|plane| plane.len() as u128) == bytes
    }

    /// A copy of its own.
    #[must_use]
    pub fn to_buffers(self) -> PlaneBuffers {
        PlaneBuffers {
            data: self.data.to_vec(),
            scale0: self.scale0.to_vec(),
            scale1: self.scale1.to_vec(),
            aux: self.aux.to_vec(),
        }
    }
}

/// Planes with their memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlaneBuffers {
    /// Element codes.
    pub data: Vec<u8>,
    /// Inner scales.
    pub scale0: Vec<u8>,
    /// Outer scales.
    pub scale1: Vec<u8>,
    /// Zero points or sparsity metadata.
    pub aux: Vec<u8>,
}

impl PlaneBuffers {
    /// The planes, borrowed.
    #[must_use]
    pub fn as_planes(&self) -> Planes<'_> {
        Planes { data: &self.data, scale0: &self.scale0, scale1: &self.scale1, aux: &self.aux }
    }
}
