"""transpose: axes permuted, lines kept whole (spec §12.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .descriptor import Descriptor
from .errors import Reason, ViewRefused
from .plane_order import PlaneOrder, walk
from .planes import Planes
from .regroup import Selection, regroup
from .views import View, judge


class Permuted(NamedTuple):
    """The answer of transpose and requantize."""

    descriptor: Descriptor
    shape: tuple[int, ...]
    planes: Planes


def demand_permutation(perm: Sequence[int], rank: int) -> None:
    """BadPermutation where perm does not hold every axis once (§12.7.2)."""
    if sorted(perm) != list(range(rank)):
        raise ViewRefused(
            Reason.BAD_PERMUTATION, f"{tuple(perm)} does not hold each of {rank} axes once"
        )


def transpose(view: View, perm: Sequence[int], group_axis: int) -> Permuted:
    """Axis j of the result is axis perm[j] of the view; ViewRefused where groups would be split."""
    judged = judge(view, moves_survivors=True)
    demand_permutation(perm, len(view.shape))
    source = judged.order
    if not 0 <= group_axis < len(perm) or perm[group_axis] != source.group_axis:
        raise ViewRefused(
            Reason.GROUP_AXIS_MOVED,
            f"axis {group_axis} of the result is not the group axis {source.group_axis}",
        )
    descriptor = view.descriptor._replace(group_axis=group_axis)
    shape = tuple(view.shape[axis] for axis in perm)
    others = [axis for axis in perm if axis != source.group_axis]
    if others == sorted(others):  # a pure relabelling: the lines keep their numbers (§12.7.5)
        return Permuted(descriptor, shape, view.planes)
    lines: list[int] = []
    if not source.is_empty:
        strides = source.line_strides()
        lines = walk([view.shape[axis] for axis in others], [strides[axis] for axis in others])
    target = PlaneOrder(shape, group_axis)
    selection = Selection(lines, 0, source.extent)
    return Permuted(descriptor, shape, regroup(judged, selection, *target))
