//! Stored forms of planes, and the way to plane order and back (spec §12.1 to §12.3).

use crate::codes::{CodeWriter, Codes, Coding};
use crate::descriptor::{Demand, Descriptor};
use crate::format::Format;
use crate::placement::Placement;
use crate::planes::{PlaneBuffers, Planes};
use crate::registry::Registered;
use crate::sizes::{group_axis, NoSizes, Sizes};
use crate::view::ViewError;
use std::borrow::Cow;

/// How plane data lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DataForm {
    PlaneOrder,
    ColumnMajor,
    Blocks(Block),
}

/// The blocks of ggml, by their names there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub(crate) enum Block {
    Mxfp4,
    Q8_0,
    Q4_K,
}

/// How plane scale0 lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScaleForm {
    PlaneOrder,
    Swizzle,
}

/// A stored form of an array. Its other planes are in plane order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    pub data: DataForm,
    pub scale: ScaleForm,
}

impl Block {
    /// The frame that an array in such blocks has (spec §12.1.2).
    const fn demand(self) -> Demand {
        match self {
            Self::Mxfp4 => Registered::Mxfp4.demand(),
            Self::Q8_0 => Demand {
                elem: Format::S8.word(),
                scale0: Format::Binary16.word(),
                ..Registered::Mxfp4.demand()
            },
            Self::Q4_K => Registered::Q4ks.demand(),
        }
    }

    /// Elements and bytes of a block.
    const fn size(self) -> (u64, u64) {
        match self {
            Self::Mxfp4 => (32, 17),
            Self::Q8_0 => (32, 34),
            Self::Q4_K => (256, 144),
        }
    }
}

impl Form {
    /// The stored form that a descriptor's placements name; none for every other combination
    /// (spec §12.1.3).
    pub fn of(descriptor: &Descriptor, rank: usize) -> Option<Self> {
        let demand = &descriptor.demand;
        let placements = descriptor.placements;
        let blocks = |block: Block| (*demand == block.demand()).then_some(DataForm::Blocks(block));
        let data = match placements.data {
            word if word.is_plane_order() => DataForm::PlaneOrder,
            Placement::COL_MAJOR if rank == 2 => DataForm::ColumnMajor,
            Placement::BLOCK_AOS => blocks(Block::Mxfp4).or_else(|| blocks(Block::Q8_0))?,
            Placement::PACK_K4_12B => blocks(Block::Q4_K)?,
            _ => return None,
        };
        let scale = match placements.scale {
            word if word.is_plane_order() => ScaleForm::PlaneOrder,
            Placement::SWIZZLE_128X4B
                if demand.scale0.width() <= 8 && !matches!(data, DataForm::Blocks(_)) =>
            {
                ScaleForm::Swizzle
            }
            _ => return None,
        };
        (!demand.has_aux() || placements.meta.is_plane_order()).then_some(Self { data, scale })
    }
}

/// How an array lies: its sizes, its lines, its stored form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    demand: Demand,
    pub sizes: Sizes,
    pub form: Form,
    /// R and the elements of a line; both 0 for an empty array, which has nothing to lay out and
    /// whose number of lines may fit no word (spec §11.2.5, §12.1.5).
    lines: u64,
    length: u64,
}

/// What an array has of something in each line, and how many lines there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    pub count: usize,
    /// Elements.
    pub length: usize,
    /// Level-0 groups.
    pub groups: usize,
    /// Stored codes.
    pub codes: usize,
}

impl Layout {
    pub fn new(descriptor: &Descriptor, shape: &[i64], form: Form) -> Result<Self, NoSizes> {
        let sizes = Sizes::of(descriptor, shape)?;
        let axis = group_axis(descriptor.group_axis, shape).ok_or(NoSizes::NoSuchAxis)?;
        let extent = shape.get(axis).map_or(0, |extent| extent.unsigned_abs());
        let length = if sizes.elements == 0 { 0 } else { extent };
        let lines = sizes.elements.checked_div(length).unwrap_or(0);
        Ok(Self { demand: descriptor.demand, sizes, form, lines, length })
    }

    /// The lengths of the planes in the stored form (spec §12.1.2).
    pub fn stored_bytes(&self) -> [u128; 4] {
        if let DataForm::Blocks(block) = self.form.data {
            let (elements, bytes) = block.size();
            // Sizes allow whole blocks only.
            return [u128::from(self.sizes.elements / elements) * u128::from(bytes), 0, 0, 0];
        }
        let [data, plane_order, scale1, aux] = self.sizes.bytes;
        let scale0 = match self.form.scale {
            ScaleForm::PlaneOrder => plane_order,
            ScaleForm::Swizzle => {
                let groups = u128::from(self.length / u64::from(self.demand.k0));
                u128::from(self.lines).next_multiple_of(128) * groups.next_multiple_of(4)
            }
        };
        [data, scale0, scale1, aux]
    }

    /// Refuses an answer of more bytes than a limit.
    pub fn within(&self, limit: usize) -> Result<(), ViewError> {
        let bytes = self.stored_bytes().iter().sum();
        if bytes > limit as u128 {
            return Err(ViewError::TooLarge { bytes });
        }
        Ok(())
    }

    /// Its lines. Asked of arrays whose planes are in memory, or within a limit.
    pub fn lines(&self) -> Result<Lines, ViewError> {
        let too_large = ViewError::TooLarge { bytes: self.sizes.elements.into() };
        let count = |number: u64| usize::try_from(number).map_err(|_| too_large);
        let length = count(self.length)?;
        let (n, m) = match self.demand.sparse() {
            true => (self.demand.sp_n.into(), self.demand.sp_m.into()),
            false => (1, 1),
        };
        // The whole array's, so that every product of two of them fits as well.
        count(self.sizes.elements)?;
        Ok(Lines {
            count: count(self.lines)?,
            length,
            // Neither k0 nor sp_m is 0 where there are sizes.
            groups: length.checked_div(self.demand.k0.into()).unwrap_or(0),
            codes: length.checked_div(m).unwrap_or(0) * n,
        })
    }

    /// Planes of this stored form in plane order. What lies so already is passed on.
    pub fn in_plane_order<'a>(&self, planes: Planes<'a>) -> Result<PlaneOrder<'a>, ViewError> {
        if let DataForm::Blocks(block) = self.form.data {
            return Ok(PlaneOrder::owned(unblock(block, planes.data)));
        }
        let lines = self.lines()?;
        Ok(PlaneOrder {
            data: self.data_in_plane_order(planes.data, lines),
            scale0: self.scale_in_plane_order(planes.scale0, lines),
            scale1: Cow::Borrowed(planes.scale1),
            aux: Cow::Borrowed(planes.aux),
        })
    }

    fn data_in_plane_order<'a>(&self, data: &'a [u8], lines: Lines) -> Cow<'a, [u8]> {
        match self.form.data {
            DataForm::ColumnMajor => {
                turned(data, self.demand.element_coding(), lines.count, lines.codes).into()
            }
            _ => data.into(),
        }
    }

    fn scale_in_plane_order<'a>(&self, scale0: &'a [u8], lines: Lines) -> Cow<'a, [u8]> {
        match self.form.scale {
            ScaleForm::PlaneOrder => scale0.into(),
            ScaleForm::Swizzle => {
                let codes = Codes::new(scale0, self.demand.scale0_coding());
                swizzled(lines).map(|(_, at)| codes.get(at) as u8).collect::<Vec<_>>().into()
            }
        }
    }

    /// Planes in plane order, laid out in this stored form. Planes that it lays out are rebuilt.
    pub fn store(&self, planes: PlaneOrder<'_>) -> Result<PlaneBuffers, ViewError> {
        if let DataForm::Blocks(block) = self.form.data {
            let data = blocked(block, planes.as_planes());
            return Ok(PlaneBuffers { data, ..PlaneBuffers::default() });
        }
        Ok(PlaneBuffers {
            data: self.store_data(planes.data)?,
            scale0: self.store_scale(planes.scale0)?,
            scale1: planes.scale1.into_owned(),
            aux: planes.aux.into_owned(),
        })
    }

    /// Plane data alone, into a form other than blocks.
    pub fn store_data(&self, data: Cow<'_, [u8]>) -> Result<Vec<u8>, ViewError> {
        let lines = self.lines()?;
        Ok(match self.form.data {
            DataForm::ColumnMajor => {
                turned(&data, self.demand.element_coding(), lines.codes, lines.count)
            }
            _ => data.into_owned(),
        })
    }

    /// Plane scale0 alone.
    pub fn store_scale(&self, scale0: Cow<'_, [u8]>) -> Result<Vec<u8>, ViewError> {
        if self.form.scale == ScaleForm::PlaneOrder {
            return Ok(scale0.into_owned());
        }
        let [_, bytes, ..] = self.stored_bytes();
        let too_large = ViewError::TooLarge { bytes };
        let mut stored = vec![0; usize::try_from(bytes).map_err(|_| too_large)?];
        let codes = Codes::new(&scale0, self.demand.scale0_coding());
        for (group, at) in swizzled(self.lines()?) {
            if let Some(byte) = stored.get_mut(at) {
                // At most eight bits wide.
                *byte = codes.get(group) as u8;
            }
        }
        Ok(stored)
    }
}

/// Planes in plane order, those that were so already borrowed.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlaneOrder<'a> {
    pub data: Cow<'a, [u8]>,
    pub scale0: Cow<'a, [u8]>,
    pub scale1: Cow<'a, [u8]>,
    pub aux: Cow<'a, [u8]>,
}

impl PlaneOrder<'_> {
    pub fn owned(planes: PlaneBuffers) -> Self {
        let PlaneBuffers { data, scale0, scale1, aux } = planes;
        Self { data: data.into(), scale0: scale0.into(), scale1: scale1.into(), aux: aux.into() }
    }

    pub fn as_planes(&self) -> Planes<'_> {
        Planes { data: &self.data, scale0: &self.scale0, scale1: &self.scale1, aux: &self.aux }
    }
}

/// A matrix of `columns` by `rows` codes, turned into one of `rows` by `columns` (spec §12.2.1).
fn turned(bytes: &[u8], coding: Coding, rows: usize, columns: usize) -> Vec<u8> {
    let codes = Codes::new(bytes, coding);
    let mut writer = CodeWriter::with_capacity(coding, rows * columns);
    for row in 0..rows {
        writer.extend((0..columns).map(|column| codes.get(column * rows + row)));
    }
    writer.finish()
}

/// Each byte of a scale plane in plane order: its number, and where it is stored (spec §12.2.2).
fn swizzled(lines: Lines) -> impl Iterator<Item = (usize, usize)> {
    let tiles = lines.groups.div_ceil(4);
    (0..lines.count).flat_map(move |line| {
        (0..lines.groups).map(move |group| {
            let tile = line / 128 * tiles + group / 4;
            let at = tile * 512 + line % 32 * 16 + line % 128 / 32 * 4 + group % 4;
            (line * lines.groups + group, at)
        })
    })
}

/// The low or the high nibbles of some bytes.
fn nibbles(bytes: &[u8], high: bool) -> impl Iterator<Item = u32> + '_ {
    bytes.iter().map(move |byte| u32::from(if high { byte >> 4 } else { byte & 15 }))
}

/// The planes that blocks hold (spec §12.3).
fn unblock(block: Block, blocks: &[u8]) -> PlaneBuffers {
    let demand = block.demand();
    let (elements, bytes) = block.size();
    let (elements, bytes) = (elements as usize, bytes as usize);
    let count = blocks.len() / bytes;
    let mut data = CodeWriter::with_capacity(demand.element_coding(), count * elements);
    let mut planes = PlaneBuffers::default();
    for block_bytes in blocks.chunks_exact(bytes) {
        match block {
            Block::Mxfp4 => {
                let (scale, codes) = block_bytes.split_at(1);
                planes.scale0.extend(scale);
                data.extend(nibbles(codes, false).chain(nibbles(codes, true)));
            }
            Block::Q8_0 => {
                let (scale, codes) = block_bytes.split_at(2);
                planes.scale0.extend(scale);
                data.extend(codes.iter().map(|&code| code.into()));
            }
            Block::Q4_K => {
                let (outer, rest) = block_bytes.split_at(4);
                let (packed, codes) = rest.split_at(12);
                planes.scale1.extend(outer);
                let (scales, minima) = unpack_k4(packed);
                planes.scale0.extend(scales);
                planes.aux.extend(minima);
                for half in codes.chunks_exact(32) {
                    data.extend(nibbles(half, false).chain(nibbles(half, true)));
                }
            }
        }
    }
    planes.data = data.finish();
    planes
}

/// The blocks of planes in plane order (spec §12.3).
fn blocked(block: Block, planes: Planes<'_>) -> Vec<u8> {
    let demand = block.demand();
    let (elements, bytes) = block.size();
    let (elements, bytes) = (elements as usize, bytes as usize);
    let codes = Codes::new(planes.data, demand.element_coding());
    let count = match block {
        Block::Mxfp4 => planes.scale0.len(),
        Block::Q8_0 => planes.scale0.len() / 2,
        Block::Q4_K => planes.scale0.len() / 8,
    };
    let mut blocks = Vec::with_capacity(count * bytes);
    // `run` codes from the first on in the low nibbles, as many behind them in the high ones.
    let pairs = |blocks: &mut Vec<u8>, first: usize, run: usize| {
        let (low, high) = (codes.range(first, run), codes.range(first + run, run));
        blocks.extend(low.zip(high).map(|(low, high)| (low | high << 4) as u8));
    };
    for number in 0..count {
        let first = number * elements;
        match block {
            Block::Mxfp4 => {
                blocks.extend(planes.scale0.get(number));
                pairs(&mut blocks, first, 16);
            }
            Block::Q8_0 => {
                blocks.extend(planes.scale0.iter().skip(number * 2).take(2));
                blocks.extend(codes.range(first, 32).map(|code| code as u8));
            }
            Block::Q4_K => {
                blocks.extend(planes.scale1.iter().skip(number * 4).take(4));
                let scales = Codes::new(planes.scale0, demand.scale0_coding());
                let minima = Codes::new(planes.aux, demand.zero_point_coding());
                let eight = |codes: Codes<'_>| {
                    let mut bytes = [0u8; 8];
                    let read = codes.range(number * 8, 8);
                    bytes.iter_mut().zip(read).for_each(|(to, code)| *to = code as u8);
                    bytes
                };
                blocks.extend(pack_k4(eight(scales), eight(minima)));
                for part in 0..4 {
                    pairs(&mut blocks, first + part * 64, 32);
                }
            }
        }
    }
    blocks
}

/// The 6-bit scales and minima of a block (spec §12.3.5).
fn unpack_k4(packed: &[u8]) -> ([u8; 8], [u8; 8]) {
    let q = |at: usize| packed.get(at).copied().unwrap_or(0);
    let (mut scales, mut minima) = ([0; 8], [0; 8]);
    for (j, (scale, minimum)) in scales.iter_mut().zip(&mut minima).enumerate() {
        (*scale, *minimum) = match j {
            0..=3 => (q(j) & 63, q(j + 4) & 63),
            _ => ((q(j + 4) & 15) | (q(j - 4) >> 6) << 4, (q(j + 4) >> 4) | (q(j) >> 6) << 4),
        };
    }
    (scales, minima)
}

/// The twelve bytes of scales and minima below 64.
fn pack_k4(scales: [u8; 8], minima: [u8; 8]) -> [u8; 12] {
    let [s0, s1, s2, s3, s4, s5, s6, s7] = scales;
    let [m0, m1, m2, m3, m4, m5, m6, m7] = minima;
    let with_high = |low: u8, high: u8| low | (high >> 4) << 6;
    let halves = |scale: u8, minimum: u8| (scale & 15) | (minimum & 15) << 4;
    [
        with_high(s0, s4),
        with_high(s1, s5),
        with_high(s2, s6),
        with_high(s3, s7),
        with_high(m0, m4),
        with_high(m1, m5),
        with_high(m2, m6),
        with_high(m3, m7),
        halves(s4, m4),
        halves(s5, m5),
        halves(s6, m6),
        halves(s7, m7),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::Packing;

    #[test]
    fn spec_12_2_1_example_column_major() {
        let turn = |bytes: &[u8], width, packing| {
            let coding = Coding { width, packing };
            let stored = turned(bytes, coding, 3, 2);
            assert_eq!(turned(&stored, coding, 2, 3), bytes, "and back");
            stored
        };
        assert_eq!(turn(&[0x21, 0x43, 0x65], 4, Packing::Lsb), [0x41, 0x52, 0x63]);
        let lsb = turn(&[0x81, 0x30, 0x10, 0x85, 0x01], 6, Packing::Lsb);
        assert_eq!(lsb, [0x01, 0x21, 0x14, 0x83, 0x01]);
        let msb = turn(&[0x04, 0x20, 0xc4, 0x14, 0x60], 6, Packing::Msb);
        assert_eq!(msb, [0x04, 0x40, 0x85, 0x0c, 0x60]);
    }

    #[test]
    fn spec_12_2_2_example_swizzle() {
        let lines = Lines { count: 130, length: 160, groups: 5, codes: 160 };
        let places: Vec<(usize, usize)> = swizzled(lines).collect();
        let at = |line: usize, group: usize| places[line * 5 + group].1;
        let got = [at(0, 0), at(33, 2), at(127, 3), at(0, 4), at(128, 0), at(129, 4)];
        assert_eq!(got, [0, 22, 511, 512, 1024, 1552]);
        assert!(places.iter().enumerate().all(|(number, &(group, _))| number == group));
    }

    #[test]
    fn spec_12_3_example_mxfp4_block() {
        let data = [
            0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe, 0xef, 0xcd, 0xab, 0x89, 0x67, 0x45,
            0x23, 0x01,
        ];
        let planes = Planes { data: &data, scale0: &[0x80], ..Planes::default() };
        let block = [
            0x80, 0xf0, 0xe1, 0xd2, 0xc3, 0xb4, 0xa5, 0x96, 0x87, 0x78, 0x69, 0x5a, 0x4b, 0x3c,
            0x2d, 0x1e, 0x0f,
        ];
        assert_eq!(blocked(Block::Mxfp4, planes), block);
        assert_eq!(unblock(Block::Mxfp4, &block).as_planes(), planes);
    }

    #[test]
    fn spec_12_3_example_q4_k_scales() {
        let scales = [1, 2, 3, 4, 33, 50, 63, 16];
        let minima = [5, 6, 7, 8, 10, 27, 44, 61];
        let q = [0x81, 0xc2, 0xc3, 0x44, 0x05, 0x46, 0x87, 0xc8, 0xa1, 0xb2, 0xcf, 0xd0];
        assert_eq!(pack_k4(scales, minima), q);
        assert_eq!(unpack_k4(&q), (scales, minima));
    }

    // Element 64·c + l is in the low nibble, 64·c + 32 + l in the high one, of byte 32·c + l.
    #[test]
    fn spec_12_3_4_q4_k_block() {
        let mut data = [0u8; 128];
        data[0] = 0x01; // element 0 is 1
        data[16] = 0x02; // element 32 is 2
        data[127] = 0x30; // element 255 is 3
        let (scale0, aux) = ([0xc0 | 1, 0, 0, 0, 0, 0, 0, 0], [0; 8]);
        let planes = Planes { data: &data, scale0: &scale0, scale1: &[1, 2, 3, 4], aux: &aux };
        let block = blocked(Block::Q4_K, planes);
        assert_eq!(block.len(), 144);
        assert_eq!(block[..5], [1, 2, 3, 4, 1], "spec §12.3.6: ignored bits have no place");
        assert_eq!((block[16], block[143]), (0x21, 0x30));
        assert_eq!(unblock(Block::Q4_K, &block).data, data);
    }

    #[test]
    fn spec_12_3_3_q8_0_block() {
        let data: Vec<u8> = (0..32).collect();
        let planes = Planes { data: &data, scale0: &[0x34, 0x12], ..Planes::default() };
        let block = blocked(Block::Q8_0, planes);
        assert_eq!(block[..4], [0x34, 0x12, 0, 1]);
        assert_eq!(unblock(Block::Q8_0, &block).as_planes(), planes);
    }
}
