//! What relates one array to another: slice, transpose, requantize, relayout (spec §12), and the
//! values of a view (spec §11.7).
//!
//! Every operation takes a limit, the most bytes that the planes or values of its answer may have.
//! It is looked at behind all refusals and before any memory is taken for the answer.

use crate::descriptor::Descriptor;
use crate::encode::encode;
use crate::layout::{DataForm, Form, Layout, PlaneOrder};
use crate::lines::{element_axes, line_axes, Axis, Cut, Walk};
use crate::placement::Placement;
use crate::planes::PlaneBuffers;
use crate::sizes::group_axis;
use crate::values;
use crate::view::{registered, Array, Judged, Purpose, Refusal, View, ViewError};

/// Which plane is laid out again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Plane data.
    Data = 0,
    /// Plane scale0.
    Scale = 1,
    /// Plane aux.
    Meta = 2,
}

/// The axis along which the groups of a judged view run.
fn axis_of(judged: &Judged<'_>) -> Result<usize, Refusal> {
    group_axis(judged.descriptor.group_axis, judged.shape).ok_or(Refusal::SizeMismatch)
}

/// The bits of a view's values in plane order.
fn plane_order_values(judged: &Judged<'_>) -> Result<Vec<u32>, ViewError> {
    let elements = judged.layout.sizes.elements;
    let too_large = ViewError::TooLarge { bytes: u128::from(elements) * 4 };
    let elements = usize::try_from(elements).map_err(|_| too_large)?;
    let planes = judged.layout.in_plane_order(judged.planes)?;
    // Every grade's formats are decodable.
    values::decode(&judged.descriptor.demand, elements, planes.as_planes())
        .map_err(|_| Refusal::GradeUnsupported.into())
}

/// Values by their numbers in plane order.
fn gather(values: &[u32], numbers: Walk) -> Vec<u32> {
    let mut gathered = Vec::with_capacity(values.len());
    gathered.extend(numbers.filter_map(|number| values.get(number)));
    gathered
}

/// The binary32 bits of all elements, row-major over the shape (spec §11.7).
///
/// # Errors
/// Says why the view is refused, or that there are too many values.
pub fn decode_view(view: &View<'_>, limit: usize) -> Result<Vec<u32>, ViewError> {
    let judged = Judged::new(view, Purpose::Decode)?;
    let axis = axis_of(&judged)?;
    let bytes = u128::from(judged.layout.sizes.elements) * 4;
    if bytes > limit as u128 {
        return Err(ViewError::TooLarge { bytes });
    }
    if bytes == 0 {
        return Ok(Vec::new());
    }
    let values = plane_order_values(&judged)?;
    if axis + 1 == judged.shape.len() {
        return Ok(values);
    }
    Ok(gather(&values, Walk::new(0, element_axes(judged.shape, axis))))
}

/// Keeps the coordinates `begin` to `end` − 1 of one axis (spec §12.6).
///
/// # Errors
/// Says why the view or the range is refused, or that the answer is too large.
pub fn slice(
    view: &View<'_>,
    axis: usize,
    begin: i64,
    end: i64,
    limit: usize,
) -> Result<Array, ViewError> {
    let judged = Judged::new(view, Purpose::Move)?;
    let group_axis = axis_of(&judged)?;
    let extent = *judged.shape.get(axis).ok_or(Refusal::SliceRange)?;
    if !(0 <= begin && begin <= end && end <= extent) {
        return Err(Refusal::SliceRange.into());
    }
    let demand = judged.descriptor.demand;
    if axis == group_axis {
        let whole = |unit: i64| begin.checked_rem(unit) == Some(0) && end % unit == 0;
        if !whole(demand.k0.into()) || (demand.sparse() && !whole(demand.sp_m.into())) {
            return Err(Refusal::SliceSplitsGroup.into());
        }
    }
    let shape: Vec<i64> = judged
        .shape
        .iter()
        .enumerate()
        .map(|(number, &extent)| if number == axis { end - begin } else { extent })
        .collect();
    let source = judged.layout.lines()?;
    let cut = if judged.layout.sizes.elements == 0 || begin == end {
        Cut { lines: Walk::nowhere(), kept: 0..0 }
    } else {
        // Below an extent, which divides the number of elements.
        let (begin, end) = (begin as usize, end as usize);
        let mut axes = line_axes(judged.shape, group_axis);
        match axes.get_mut(axis) {
            Some(sliced) if axis != group_axis => {
                sliced.extent = end - begin;
                let start = begin * sliced.stride;
                Cut { lines: walk_lines(start, axes, group_axis), kept: 0..source.length }
            }
            _ => Cut { lines: walk_lines(0, axes, group_axis), kept: begin..end },
        }
    };
    if cut.splits_group(&demand, source) {
        return Err(Refusal::SliceSplitsGroup.into());
    }
    let target = Layout::new(&judged.descriptor, &shape, judged.layout.form)
        .map_err(|_| Refusal::SizeMismatch)?;
    target.within(limit)?;
    let planes = judged.layout.in_plane_order(judged.planes)?;
    let carried = cut.carry(&demand, source, planes.as_planes());
    let planes = target.store(PlaneOrder::owned(carried))?;
    Ok(Array { descriptor: judged.descriptor, shape, planes })
}

/// A walk over all lines of some axes.
fn walk_lines(start: usize, axes: Vec<Axis>, group_axis: usize) -> Walk {
    let others = axes.into_iter().enumerate().filter(|&(number, _)| number != group_axis);
    Walk::new(start, others.map(|(_, axis)| axis))
}

/// A shape permuted; refused unless every axis comes exactly once (spec §12.7.2).
fn permuted(shape: &[i64], perm: &[usize]) -> Result<Vec<i64>, Refusal> {
    let mut seen = vec![false; shape.len()];
    if perm.len() != shape.len() {
        return Err(Refusal::BadPermutation);
    }
    perm.iter()
        .map(|&axis| match (seen.get_mut(axis), shape.get(axis)) {
            (Some(seen), Some(&extent)) if !*seen => {
                *seen = true;
                Ok(extent)
            }
            _ => Err(Refusal::BadPermutation),
        })
        .collect()
}

/// Axis j of the answer is axis `perm[j]` of the view; groups stay along their axis, which the
/// answer calls `group_axis` (spec §12.7).
///
/// # Errors
/// Says why the view or the permutation is refused, or that the answer is too large.
pub fn transpose(
    view: &View<'_>,
    perm: &[usize],
    group_axis: usize,
    limit: usize,
) -> Result<Array, ViewError> {
    let judged = Judged::new(view, Purpose::Move)?;
    let source_axis = axis_of(&judged)?;
    let shape = permuted(judged.shape, perm)?;
    let new_axis = i16::try_from(group_axis).map_err(|_| Refusal::GroupAxisMoved)?;
    if perm.get(group_axis) != Some(&source_axis) {
        return Err(Refusal::GroupAxisMoved.into());
    }
    let descriptor = Descriptor { group_axis: new_axis, ..judged.descriptor };
    let others: Vec<usize> = perm.iter().copied().filter(|&axis| axis != source_axis).collect();
    if others.is_sorted() {
        // A pure relabelling: lines keep their numbers, planes their bytes.
        judged.layout.within(limit)?;
        return Ok(Array { descriptor, shape, planes: judged.planes.to_buffers() });
    }
    let demand = descriptor.demand;
    let source = judged.layout.lines()?;
    let lines = if source.count == 0 {
        Walk::nowhere()
    } else {
        let axes = line_axes(judged.shape, source_axis);
        Walk::new(0, others.iter().filter_map(|&axis| axes.get(axis).copied()))
    };
    let cut = Cut { lines, kept: 0..source.length };
    if cut.splits_group(&demand, source) {
        return Err(Refusal::SliceSplitsGroup.into());
    }
    let target =
        Layout::new(&descriptor, &shape, judged.layout.form).map_err(|_| Refusal::SizeMismatch)?;
    target.within(limit)?;
    let planes = judged.layout.in_plane_order(judged.planes)?;
    let carried = cut.carry(&demand, source, planes.as_planes());
    let planes = target.store(PlaneOrder::owned(carried))?;
    Ok(Array { descriptor, shape, planes })
}

/// Permutes as [`transpose`] does, but encodes anew, so that groups may run along another axis
/// (spec §12.8).
///
/// # Errors
/// Says why the view or the permutation is refused, or that the answer is too large.
pub fn requantize(
    view: &View<'_>,
    perm: &[usize],
    group_axis: usize,
    limit: usize,
) -> Result<Array, ViewError> {
    let judged = Judged::new(view, Purpose::Requantize)?;
    let grade = registered(view.grade).ok_or(Refusal::GradeUnsupported)?;
    let source_axis = axis_of(&judged)?;
    let shape = permuted(judged.shape, perm)?;
    let new_axis = i16::try_from(group_axis).map_err(|_| Refusal::SizeMismatch)?;
    let descriptor = Descriptor { group_axis: new_axis, ..judged.descriptor };
    let target =
        Layout::new(&descriptor, &shape, judged.layout.form).map_err(|_| Refusal::SizeMismatch)?;
    target.within(limit)?;

    let values = if judged.layout.sizes.elements == 0 {
        Vec::new()
    } else {
        let axes = element_axes(judged.shape, source_axis);
        let axis = |number: usize| perm.get(number).and_then(|&from| axes.get(from)).copied();
        // Plane order of the answer: its other axes, then its group axis.
        let others = (0..perm.len()).filter(|&number| number != group_axis);
        let order = others.chain([group_axis]).filter_map(axis);
        gather(&plane_order_values(&judged)?, Walk::new(0, order))
    };
    // Sizes allow whole blocks only.
    let planes = encode(grade, &values).map_err(|_| Refusal::SizeMismatch)?;
    let planes = target.store(PlaneOrder::owned(planes))?;
    Ok(Array { descriptor, shape, planes })
}

/// Lays out one plane again (spec §12.9).
///
/// # Errors
/// Says why the view or the placement is refused, or that the answer is too large.
pub fn relayout(
    view: &View<'_>,
    role: Role,
    placement: Placement,
    limit: usize,
) -> Result<Array, ViewError> {
    let judged = Judged::new(view, Purpose::Relayout)?;
    let mut descriptor = judged.descriptor;
    let word = match role {
        Role::Data => &mut descriptor.placements.data,
        Role::Scale => &mut descriptor.placements.scale,
        Role::Meta if descriptor.demand.has_aux() => &mut descriptor.placements.meta,
        Role::Meta => return Err(Refusal::RelayoutUnsupported.into()),
    };
    *word = placement;
    let form = Form::of(&descriptor, judged.shape.len()).ok_or(Refusal::RelayoutUnsupported)?;
    let target = Layout::new(&descriptor, judged.shape, form).map_err(|_| Refusal::SizeMismatch)?;
    target.within(limit)?;

    let is_blocks = |form: Form| matches!(form.data, DataForm::Blocks(_));
    let planes = if form == judged.layout.form {
        // One word for the other: not a byte changes.
        judged.planes.to_buffers()
    } else if is_blocks(form) || is_blocks(judged.layout.form) {
        target.store(judged.layout.in_plane_order(judged.planes)?)?
    } else {
        let plane_order = judged.layout.in_plane_order(judged.planes)?;
        let rest = judged.planes.to_buffers();
        match role {
            Role::Data => PlaneBuffers { data: target.store_data(plane_order.data)?, ..rest },
            _ => PlaneBuffers { scale0: target.store_scale(plane_order.scale0)?, ..rest },
        }
    };
    Ok(Array { descriptor, shape: judged.shape.to_vec(), planes })
}
