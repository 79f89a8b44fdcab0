"""slice: some coordinates of one axis (spec §12.6)."""

from __future__ import annotations

from typing import NamedTuple

from .errors import Reason, ViewRefused
from .plane_order import walk
from .planes import Planes
from .regroup import Selection, regroup
from .views import Judged, View, judge


class Sliced(NamedTuple):
    """The descriptor is that of the source."""

    shape: tuple[int, ...]
    planes: Planes


def slice_view(view: View, axis: int, begin: int, end: int) -> Sliced:
    """The coordinates begin to end - 1 of an axis; ViewRefused where they cannot be cut out."""
    judged = judge(view, moves_survivors=True)
    if not 0 <= axis < len(view.shape) or not 0 <= begin <= end <= view.shape[axis]:
        raise ViewRefused(
            Reason.SLICE_RANGE, f"axis {axis}, {begin} to {end} is not within {view.shape}"
        )
    d = view.descriptor
    if axis == d.group_axis:
        for multiple in (d.k0, d.sp_m) if d.sparse else (d.k0,):
            if begin % multiple or end % multiple:
                raise ViewRefused(
                    Reason.SLICE_SPLITS_GROUP, f"{begin} to {end} is no multiple of {multiple}"
                )
    shape = view.shape[:axis] + (end - begin,) + view.shape[axis + 1 :]
    selection = _selection(judged, shape, axis, begin, end)
    return Sliced(shape, regroup(judged, selection, shape, d.group_axis))


def _selection(
    judged: Judged, shape: tuple[int, ...], axis: int, begin: int, end: int
) -> Selection:
    order = judged.order
    if 0 in shape:  # no line has an element, however many there are
        return Selection([], 0, 0)
    strides = order.line_strides()
    start = 0 if axis == order.group_axis else begin * strides[axis]
    others = order.other_axes
    lines = walk([shape[other] for other in others], [strides[other] for other in others], start)
    if axis == order.group_axis:
        return Selection(lines, begin, end)
    return Selection(lines, 0, order.extent)
