"""The registered grades and which of them are equivalent (spec §3.9, §3.10)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from . import demands
from .demands import Demand, demand_of
from .descriptor import Descriptor
from .errors import Refused
from .grades import Grade, parse
from .placements import UNSPECIFIED, Placement


class Registered(NamedTuple):
    """A registered grade with what follows from its string."""

    name: str
    grade: Grade
    canonical: str
    id: int
    demand: Demand
    descriptor: Descriptor  # the canonical one, §3.9.2


def _register(name: str, text: str, placement_meta: int) -> Registered:
    grade = parse(text)
    assert grade.canonical == text
    demand = demand_of(grade)
    assert demand is not None
    descriptor = demands.describe(
        grade,
        placement_data=Placement.ROW_MAJOR,
        placement_scale=Placement.ROW_MAJOR,
        placement_meta=placement_meta,
    )
    return Registered(name, grade, text, grade.id, demand, descriptor)


_GRADES = (
    _register("GRADE_MXFP4", "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)", UNSPECIFIED),
    _register(
        "GRADE_Q4KS",
        "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)",
        Placement.ROW_MAJOR,
    ),
    _register(
        "GRADE_NVF4",
        "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,esr=ratiomaxabs)",
        UNSPECIFIED,
    ),
    _register(
        "GRADE_I8S24",
        "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)",
        Placement.LINEAR_META,
    ),
    _register("GRADE_MXFP4_RNE", "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)", UNSPECIFIED),
    _register(
        "GRADE_NVF4_RTZ",
        "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,er=rtz,esr=ratiomaxabs)",
        UNSPECIFIED,
    ),
)

BY_NAME: Mapping[str, Registered] = {entry.name: entry for entry in _GRADES}
BY_ID: Mapping[int, Registered] = {entry.id: entry for entry in _GRADES}
BY_CANONICAL: Mapping[str, Registered] = {entry.canonical: entry for entry in _GRADES}


def find(name: str) -> Registered:
    """The grade of a name; refused for a name that is not registered."""
    entry = BY_NAME.get(name)
    if entry is None:
        raise Refused(f"{name!r} is no registered grade (spec §3.9.1)")
    return entry


class Scope(IntEnum):
    """How far an equivalence reaches; decode is less than full (§3.10.2)."""

    DECODE = 0
    FULL = 1


class Edge(NamedTuple):
    newer: str
    older: str
    scope: Scope


#: The supersedes edges (§3.10.1).
EDGES = (
    Edge("GRADE_MXFP4_RNE", "GRADE_MXFP4", Scope.DECODE),
    Edge("GRADE_NVF4_RTZ", "GRADE_NVF4", Scope.DECODE),
)
# §3.10.5
assert all(
    BY_NAME[edge.newer].grade.projection == BY_NAME[edge.older].grade.projection for edge in EDGES
)


def equivalent(a: str, b: str, scope: int) -> bool:
    """Whether two registered names are equivalent; refused for an unknown name or scope."""
    find(a)
    find(b)
    if scope not in (Scope.DECODE, Scope.FULL):
        raise Refused(f"{scope} is no scope of equivalence: 0 decode, 1 full (spec §3.10.4)")
    reached, waiting = {a}, [a]
    while waiting:
        name = waiting.pop()
        for newer, older, reach in EDGES:
            if reach >= scope and name in (newer, older):
                other = older if name == newer else newer
                if other not in reached:
                    reached.add(other)
                    waiting.append(other)
    return b in reached
