"""requantize: axes permuted, groups computed anew along any of them (spec §12.8)."""

from __future__ import annotations

from collections.abc import Sequence

from . import codes, stored_forms
from .encode import encode
from .errors import Reason, Refused, ViewRefused
from .plane_order import PlaneOrder, walk
from .registry import BY_CANONICAL
from .sizes import sizes_of
from .transposing import Permuted, demand_permutation
from .view_decode import plane_values
from .views import View, judge


def requantize(view: View, perm: Sequence[int], group_axis: int) -> Permuted:
    """Encode of the permuted values, in the placements of the view; ViewRefused without answer."""
    judged = judge(view, decodes=True, encodes=True)
    demand_permutation(perm, len(view.shape))
    descriptor = view.descriptor._replace(group_axis=group_axis)
    shape = tuple(view.shape[axis] for axis in perm)
    try:
        sizes = sizes_of(descriptor, shape)
    except Refused as refusal:
        raise ViewRefused(Reason.SIZE_MISMATCH, str(refusal)) from None
    target = PlaneOrder(shape, group_axis)

    values = plane_values(judged)
    strides = judged.order.strides()
    axes = target.other_axes + [group_axis]  # plane order of the result: its group axis is fastest
    places = walk([shape[axis] for axis in axes], [strides[perm[axis]] for axis in axes])
    planes = encode(BY_CANONICAL[view.grade].name, [values[place] for place in places])
    found = codes.unpack(descriptor, sizes, planes)
    return Permuted(descriptor, shape, stored_forms.lay_out(descriptor, judged.form, target, found))
