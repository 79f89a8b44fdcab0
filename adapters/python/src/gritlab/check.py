"""check: five steps, one status (spec §5, and §11.1 for the caller's grades)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from . import formats
from .codes import unpack_indices
from .demands import Demand, demand_in, named_by
from .descriptor import MAGIC, RESERVED_FLAGS, SIZE, VERSION, Descriptor, SparsityOrder
from .errors import Refused
from .fingerprints import digest
from .placements import UNSPECIFIED, is_known
from .planes import Plane, Planes
from .registry import BY_ID
from .sizes import Sizes, sizes_of


class Status(IntEnum):
    """The closed set of statuses (§5.0.3)."""

    OK = 0
    SIZE_MISMATCH = 1
    GRADE_UNKNOWN = 2
    PLACEMENT_UNKNOWN = 3
    DIGEST_MISMATCH = 4


class Verdict(NamedTuple):
    status: Status
    plane: Plane | None = None  # the plane that is wrong, or none (§5.6.1)


_OK = Verdict(Status.OK)
_GRADE_UNKNOWN = Verdict(Status.GRADE_UNKNOWN)


def check(
    descriptor: bytes,
    shape: Sequence[int],
    plane_bytes: Sequence[int],
    level: int,
    planes: Planes | None = None,
    expected_digest: bytes | None = None,
    grades: Sequence[str] = (),
) -> Verdict:
    """The verdict on a descriptor, a shape, the lengths of four planes and, at level 2, the planes.

    Total over any bytes, extents and lengths. `grades` are looked up beside the registry. Planes
    whose lengths are not `plane_bytes` are the caller's mistake: ValueError at any level (§5.0.6).
    """
    if planes is not None and [len(plane) for plane in planes] != list(plane_bytes):
        raise ValueError("the planes are not as long as plane_bytes says (spec §5.0.6)")
    if level == 0:
        return _OK
    if len(descriptor) != SIZE:  # §5.1.1
        return _GRADE_UNKNOWN
    d = Descriptor.from_bytes(descriptor)
    if not is_frame_sound(d) or not _is_grade_known(d, grades):
        return _GRADE_UNKNOWN
    placement = judge_placements(d)
    if placement is not None:
        return placement
    try:
        sizes = sizes_of(d, shape)
    except Refused:  # §5.4.1
        return Verdict(Status.SIZE_MISMATCH)
    for plane, given, expected in zip(Plane, plane_bytes, sizes.plane_bytes):
        if given != expected:  # §5.4.2
            return Verdict(Status.SIZE_MISMATCH, plane)
    if level >= 2 and planes is not None:
        return _judge_content(d, sizes, planes, expected_digest)
    return _OK


def is_frame_sound(d: Descriptor) -> bool:
    """Step 1, for a descriptor of the right length (§5.1.2 to §5.1.14)."""
    one_level = d.n_levels == 1
    return not (
        d.magic != MAGIC
        or d.hdr_bytes != SIZE
        or d.version != VERSION
        or d.n_levels not in (1, 2)
        or d.flags & RESERVED_FLAGS
        or d.frame_rsvd != 0
        or d.container > 1
        or (one_level and (d.k1 != 0 or d.scale1 != formats.ABSENT))
        or (d.sparse and d.has_zero_point)
        or (d.zero_point_level1 and (not d.has_zero_point or one_level))
        or d.elem & formats.BIAS_OVERRIDE
        # The absent word has nan_enc 0.
        or any(formats.nan_enc(word) == 3 for word in (d.elem, d.scale0, d.scale1, d.zp_fmt))
    )


def _is_grade_known(d: Descriptor, grades: Sequence[str]) -> bool:
    """Step 2 (§5.2)."""
    demand = _find_demand(d.grade_id, grades)
    return demand is not None and demand == demand_in(d)


def _find_demand(grade_id: int, grades: Sequence[str]) -> Demand | None:
    """What the grade of an id demands: the registered one first, then the first given (§11.1.3)."""
    registered = BY_ID.get(grade_id)
    if registered is not None:
        return registered.demand
    for text in grades:
        named = named_by(text)
        if named is not None and named.id == grade_id:
            return named.demand
    return None


def judge_placements(d: Descriptor) -> Verdict | None:
    """Step 3: what is wrong with the placements, or None (§5.3)."""
    words = (d.placement_data, d.placement_scale, d.placement_meta)
    if not all(map(is_known, words)):
        return Verdict(Status.PLACEMENT_UNKNOWN)
    if d.has_aux != (d.placement_meta != UNSPECIFIED):
        return Verdict(Status.PLACEMENT_UNKNOWN, Plane.AUX)
    return None


def _judge_content(
    d: Descriptor, sizes: Sizes, planes: Planes, expected_digest: bytes | None
) -> Verdict:
    """Step 5 (§5.5)."""
    if expected_digest is not None and digest(planes) != expected_digest:
        return Verdict(Status.DIGEST_MISMATCH)
    if d.sparse and d.sp_order == SparsityOrder.ASC_LSB and not are_cells_sound(d, sizes, planes):
        return Verdict(Status.DIGEST_MISMATCH, Plane.AUX)
    return _OK


def are_cells_sound(d: Descriptor, sizes: Sizes, planes: Planes) -> bool:
    """Whether each cell names sp_n different positions below sp_m, ascending with ASC_LSB.

    Work follows the aux plane, which is as long as the sizes say.
    """
    slots = unpack_indices(d, planes.aux, sizes.n)
    ascending = d.sp_order == SparsityOrder.ASC_LSB
    for start in range(0, len(slots), d.sp_n):
        cell = slots[start : start + d.sp_n]
        sound = sorted(set(cell))
        if len(sound) != d.sp_n or sound[-1] >= d.sp_m or (ascending and sound != cell):
            return False
    return True
