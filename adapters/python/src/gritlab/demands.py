"""What a grade demands of a descriptor's frame, and the descriptor made from it (spec §3.8)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from . import formats
from .descriptor import MAGIC, SIZE, VERSION, Container, Descriptor, Flag, SparsityOrder
from .errors import Refused
from .grades import Grade, parse_canonical

_MAX_K = 65535
_META_FORMATS = {"u2": 1, "u4": 2}
_ORDERS = {"unord": SparsityOrder.UNORDERED, "asclsb": SparsityOrder.ASC_LSB}
_CONTAINERS = {"dense": Container.DENSE, "pad8": Container.PAD8}


class Demand(NamedTuple):
    """The fields of a descriptor that a grade decides (§5.2.2)."""

    n_levels: int
    flags: int
    elem: int
    scale0: int
    scale1: int
    zp_fmt: int
    k0: int
    k1: int
    sp_n: int
    sp_m: int
    sp_meta_fmt: int
    sp_order: int
    container: int


def demand_of(grade: Grade) -> Demand | None:
    """What a grade demands; None where the grade has no descriptor (§3.8.5)."""
    k1 = grade.k1 or 0
    if grade.k0 > _MAX_K or k1 > _MAX_K:
        return None
    if grade.sp is not None and grade.sp.format not in _META_FORMATS:
        return None
    sp = grade.sp
    return Demand(
        n_levels=1 if grade.k1 is None else 2,
        flags=_flags(grade),
        elem=formats.WORDS[grade.e],
        scale0=formats.WORDS[grade.s0],
        scale1=formats.ABSENT if grade.s1 is None else formats.WORDS[grade.s1],
        zp_fmt=formats.ABSENT if grade.zp is None else formats.WORDS[grade.zp],
        k0=grade.k0,
        k1=k1,
        sp_n=sp.n if sp else 0,
        sp_m=sp.m if sp else 0,
        sp_meta_fmt=_META_FORMATS[sp.format] if sp else 0,
        sp_order=int(_ORDERS[sp.order]) if sp else 0,
        container=int(_CONTAINERS[grade.ct]),
    )


def _flags(grade: Grade) -> int:
    """§3.8.2"""
    flags = 0
    if grade.zp is not None:
        flags |= Flag.HAS_ZP
    if grade.zpc == "minus1":
        flags |= Flag.ZP_MINUS1
    if grade.zps == "l1":
        flags |= Flag.ZP_L1SCALED
    if grade.sp is not None:
        flags |= Flag.SPARSE
    if grade.po == "msb":
        flags |= Flag.MSB_FIRST
    return int(flags)


class Named(NamedTuple):
    """A grade with a descriptor, and what follows from its string."""

    grade: Grade
    id: int
    demand: Demand


def named_by(text: str) -> Named | None:
    """The grade that a text names: only its canonical form does, and only where the grade has a
    descriptor (§11.1.2).
    """
    # Callers ask for few grades and often; a long text is not worth keeping.
    return _remembered(text) if len(text) <= _REMEMBERED_LENGTH else _read(text)


def _read(text: str) -> Named | None:
    grade = parse_canonical(text)
    demand = None if grade is None else demand_of(grade)
    return None if grade is None or demand is None else Named(grade, grade.id, demand)


_REMEMBERED_LENGTH = 512
_remembered = lru_cache(maxsize=256)(_read)


def demand_in(descriptor: Descriptor) -> Demand:
    """The same fields as a descriptor has them."""
    return Demand(
        descriptor.n_levels,
        descriptor.flags,
        descriptor.elem,
        descriptor.scale0,
        descriptor.scale1,
        descriptor.zp_fmt,
        descriptor.k0,
        descriptor.k1,
        descriptor.sp_n,
        descriptor.sp_m,
        descriptor.sp_meta_fmt,
        descriptor.sp_order,
        descriptor.container,
    )


def describe(
    grade: Grade,
    group_axis: int = 0,
    note: int = 0,
    placement_data: int = 0,
    placement_scale: int = 0,
    placement_meta: int = 0,
) -> Descriptor:
    """The descriptor of a grade. Axis, note and placements are the caller's (§3.8.3).

    Refused where the grade has none (§3.8.5).
    """
    demand = demand_of(grade)
    if demand is None:
        raise Refused(
            f"{grade.canonical} has no descriptor: k0 and k1 are at most {_MAX_K}, "
            "and survivor indices are u2 or u4 (spec §3.8.5)"
        )
    return Descriptor(
        magic=MAGIC,
        hdr_bytes=SIZE,
        version=VERSION,
        group_axis=group_axis,
        frame_rsvd=0,
        note=note,
        placement_data=placement_data,
        placement_scale=placement_scale,
        placement_meta=placement_meta,
        grade_id=grade.id,
        **demand._asdict(),
    )
