//! In which fields two descriptors differ (spec §10.1).

use crate::descriptor::{Descriptor, Field};
use crate::format::FormatWord;

/// A field in which two descriptors differ, with both values rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The field.
    pub field: Field,
    /// What the first descriptor has.
    pub first: String,
    /// What the second descriptor has.
    pub second: String,
}

/// All fields that differ, in descriptor order, note included.
#[must_use]
pub fn explain(a: &Descriptor, b: &Descriptor) -> Vec<Difference> {
    Field::ALL
        .into_iter()
        .map(|field| Difference { field, first: render(a, field), second: render(b, field) })
        // Rendering is injective: what looks the same is the same.
        .filter(|difference| difference.first != difference.second)
        .collect()
}

fn format(word: FormatWord) -> String {
    match word.registered() {
        Some(format) => format.token().to_owned(),
        None if word.is_absent() => "absent".to_owned(),
        None => format!("{:#06x}", word.0),
    }
}

fn render(descriptor: &Descriptor, field: Field) -> String {
    let demand = &descriptor.demand;
    match field {
        Field::Magic => descriptor.magic.iter().map(|byte| format!("{byte:02x}")).collect(),
        Field::HdrBytes => descriptor.hdr_bytes.to_string(),
        Field::Version => descriptor.version.to_string(),
        Field::NLevels => demand.n_levels.to_string(),
        Field::Flags => demand.flags.to_string(),
        Field::Elem => format(demand.elem),
        Field::Scale0 => format(demand.scale0),
        Field::Scale1 => format(demand.scale1),
        Field::ZpFmt => format(demand.zp_fmt),
        Field::GroupAxis => descriptor.group_axis.to_string(),
        Field::K0 => demand.k0.to_string(),
        Field::K1 => demand.k1.to_string(),
        Field::SpN => demand.sp_n.to_string(),
        Field::SpM => demand.sp_m.to_string(),
        Field::SpMetaFmt => demand.sp_meta_fmt.to_string(),
        Field::SpOrder => demand.sp_order.to_string(),
        Field::Container => demand.container.to_string(),
        Field::FrameRsvd => descriptor.frame_rsvd.to_string(),
        Field::Note => format!("{:#010x}", descriptor.note),
        Field::PlacementData => descriptor.placements.data.to_string(),
        Field::PlacementScale => descriptor.placements.scale.to_string(),
        Field::PlacementMeta => descriptor.placements.meta.to_string(),
        Field::GradeId => format!("{:#018x}", descriptor.grade_id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registered;

    #[test]
    fn spec_10_1_2_equal_descriptors() {
        let descriptor = Registered::Nvf4.canonical_descriptor();
        assert_eq!(explain(&descriptor, &descriptor), []);
    }

    #[test]
    fn spec_10_1_1_fields_in_order_with_values() {
        let a = Registered::Mxfp4.canonical_descriptor();
        let mut b = Registered::Q4ks.canonical_descriptor();
        b.note = 1;
        let lines: Vec<String> = explain(&a, &b)
            .into_iter()
            .map(|difference| {
                format!("{} {} {}", difference.field, difference.first, difference.second)
            })
            .collect();
        let expected = [
            "n_levels 1 2",
            "flags none HAS_ZP|ZP_L1SCALED",
            "elem e2m1 u4",
            "scale0 e8m0 u6",
            "scale1 absent binary16",
            "zp_fmt absent u6",
            "k1 0 8",
            "note 0x00000000 0x00000001",
            "placement_meta unspecified ROW_MAJOR",
            "grade_id 0x2370ee9ee454a183 0x1c600de02594fb55",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn every_byte_is_some_field() {
        let zero = Descriptor::from_bytes(&[0; 64]);
        for at in 0..64 {
            let mut bytes = [0; 64];
            bytes[at] = 0x80;
            assert_eq!(explain(&zero, &Descriptor::from_bytes(&bytes)).len(), 1, "byte {at}");
        }
    }
}
