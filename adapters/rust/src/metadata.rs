//! Which positions of a sparsity cell survive (spec §5.5.2, §11.6).

use crate::codes::Codes;
use crate::descriptor::Demand;

/// The metadata of a sparse array, in plane order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Metadata<'a> {
    indices: Option<Codes<'a>>,
    slots: usize,
    positions: u32,
    ascending: bool,
}

/// A cell's named positions, as bits. Indices have at most four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Named(u32);

impl Named {
    pub fn has(self, position: usize) -> bool {
        u32::try_from(position).ok().and_then(|at| self.0.checked_shr(at)).unwrap_or(0) & 1 == 1
    }
}

impl<'a> Metadata<'a> {
    /// None where the array is not sparse.
    pub fn new(demand: &Demand, aux: &'a [u8]) -> Option<Self> {
        demand.sparse().then(|| Self {
            indices: demand.index_coding().map(|coding| Codes::new(aux, coding)),
            slots: demand.sp_n.into(),
            positions: demand.sp_m.into(),
            ascending: demand.sp_order == Demand::ASC_LSB,
        })
    }

    fn cell(self, cell: usize) -> impl Iterator<Item = u32> + 'a {
        let from = cell.saturating_mul(self.slots);
        self.indices.into_iter().flat_map(move |indices| indices.range(from, self.slots))
    }

    /// The positions that a cell names (spec §11.6.1).
    pub fn named(self, cell: usize) -> Named {
        let below = self.cell(cell).filter(|&index| index < self.positions);
        Named(below.fold(0, |named, index| named | 1 << index))
    }

    /// Whether a cell's indices ascend strictly and stay below sp_m, where ascending ones are
    /// promised (spec §5.5.2).
    pub fn keeps_order(self, cell: usize) -> bool {
        if !self.ascending {
            return true;
        }
        let mut least = 0;
        self.cell(cell).all(|index| {
            let holds = index >= least && index < self.positions;
            least = index + 1;
            holds
        })
    }

    /// Whether a cell names as many different positions as it has slots, all of them below sp_m,
    /// and in order (spec §11.2.3, refusal 6).
    pub fn is_whole(self, cell: usize) -> bool {
        let mut seen = 0u32;
        self.keeps_order(cell)
            && self.cell(cell).all(|index| {
                let first = seen >> index & 1 == 0;
                seen |= 1 << index;
                first && index < self.positions
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::Grade;

    fn demand(sp: &str) -> Demand {
        Grade::parse(format!("grit1(e=s8,k0=1,s0=u8,sp={sp},esr=ratio)")).unwrap().demand().unwrap()
    }

    #[test]
    fn spec_11_6_example_sets_of_positions() {
        let aux = [0x14, 0x74, 0x20];
        let demand = demand("3:5:u4:unord");
        let metadata = Metadata::new(&demand, &aux).unwrap();
        let named = |cell| (0..5).filter(|&at| metadata.named(cell).has(at)).collect::<Vec<_>>();
        assert_eq!(named(0), [1, 4]);
        assert_eq!(named(1), [0, 2]);
        assert!(metadata.keeps_order(0), "nothing is promised");
        assert!(!metadata.is_whole(0));
        assert!(!metadata.is_whole(1));
    }

    #[test]
    fn spec_5_5_2_order() {
        let demand = demand("2:3:u2:asclsb");
        let keeps = |byte: u8| Metadata::new(&demand, &[byte]).unwrap().keeps_order(0);
        assert!(keeps(0b1001));
        assert!(!keeps(0b0101), "the same twice");
        assert!(!keeps(0b0110), "descending");
        assert!(!keeps(0b1101), "3 is not below M");
    }
}
