"""explain: in which fields two descriptors differ (spec §10.1)."""

from __future__ import annotations

from typing import NamedTuple

from . import formats, placements
from .descriptor import Descriptor, describe_flags


class Difference(NamedTuple):
    """A field of §2.1.1, and what the two descriptors have there."""

    field: str
    a: str
    b: str


_FORMAT_FIELDS = frozenset({"elem", "scale0", "scale1", "zp_fmt"})


def explain(a: Descriptor, b: Descriptor) -> list[Difference]:
    """The fields that differ, in descriptor order, note included."""
    return [
        Difference(field, _render(field, left), _render(field, right))
        for field, left, right in zip(Descriptor._fields, _values(a), _values(b))
        if left != right
    ]


def _values(descriptor: Descriptor) -> tuple[int | bytes, ...]:
    return descriptor


def _render(field: str, value: int | bytes) -> str:
    if isinstance(value, bytes):
        return value.hex(" ")
    if field in _FORMAT_FIELDS:
        return formats.describe(value)
    if field.startswith("placement_"):
        return placements.describe(value)
    if field == "flags":
        return describe_flags(value)
    if field == "grade_id":
        return f"0x{value:016x}"
    if field == "note":
        return f"0x{value:08x}"
    return str(value)
