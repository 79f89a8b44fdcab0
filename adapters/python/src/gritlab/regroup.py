"""Lines and stretches of lines put together anew: what slice and transpose share (spec §12.5)."""

from __future__ import annotations

from typing import NamedTuple

from . import stored_forms
from .codes import Codes
from .descriptor import Descriptor
from .errors import Reason, ViewRefused
from .plane_order import PlaneOrder
from .planes import Planes
from .views import Judged


class Selection(NamedTuple):
    """Lines of a source in the order of the result, cut to [begin, end) along the group axis.

    The cut falls between groups and between cells. An empty result has no lines.
    """

    lines: list[int]
    begin: int
    end: int


def regroup(
    judged: Judged, selection: Selection, shape: tuple[int, ...], group_axis: int
) -> Planes:
    """The planes of the result in the placements of the source, all rebuilt.

    SliceSplitsGroup where a level-1 group of the result is none of the source (§12.6.4, §12.7.4).
    """
    d = judged.view.descriptor
    outer_groups = _level1_sources(d, judged.order, selection)
    source = judged.codes()
    taken = Codes(
        elements=_taken(source.elements, judged, selection, *_stored_elements(d)),
        scales=_taken(source.scales, judged, selection, 1, d.k0),
        outer=source.outer,
        aux=_taken(source.aux, judged, selection, *_aux_codes(d)),
    )
    if outer_groups is not None:
        c = d.outer_codes
        outer = [code for g1 in outer_groups for code in source.outer[g1 * c : g1 * c + c]]
        taken = taken._replace(outer=outer)
    return stored_forms.lay_out(d, judged.form, PlaneOrder(shape, group_axis), taken)


def _stored_elements(d: Descriptor) -> tuple[int, int]:
    """How many codes are stored for how many elements."""
    return (d.sp_n, d.sp_m) if d.sparse else (1, 1)


def _aux_codes(d: Descriptor) -> tuple[int, int]:
    """How many indices or zero points there are for how many elements."""
    return (d.sp_n, d.sp_m) if d.sparse else (1, d.k0)


def _taken(
    codes: list[int], judged: Judged, selection: Selection, count: int, elements: int
) -> list[int]:
    """The selected codes of a plane that has `count` codes for every so many elements of a line."""
    if not codes:  # also the aux plane of an array that has none
        return []
    per_line = judged.order.extent // elements * count
    begin, end = selection.begin // elements * count, selection.end // elements * count
    return [
        code
        for line in selection.lines
        for code in codes[line * per_line + begin : line * per_line + end]
    ]


def _level1_sources(d: Descriptor, order: PlaneOrder, selection: Selection) -> list[int] | None:
    """The source of each level-1 group of the result; None where scale1 stays as it is.

    k1 groups of one level-1 group are all of it, for they are different ones.
    """
    if not d.two_levels or d.k1 == 0:
        return None
    per_line = order.extent // d.k0
    groups = [
        (line * per_line + group) // d.k1
        for line in selection.lines
        for group in range(selection.begin // d.k0, selection.end // d.k0)
    ]
    sources = []
    for start in range(0, len(groups), d.k1):
        members = groups[start : start + d.k1]
        if len(members) != d.k1 or len(set(members)) != 1:
            raise ViewRefused(
                Reason.SLICE_SPLITS_GROUP,
                f"level-1 group {start // d.k1} of the result is not one of the source",
            )
        sources.append(members[0])
    return sources
