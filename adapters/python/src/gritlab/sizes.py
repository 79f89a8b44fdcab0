"""The size equations (spec §6). Python's integers make them exact, whatever the operands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .descriptor import META_BITS, Descriptor
from .errors import Refused
from .formats import width

MAX_ELEMENTS = 2**63 - 1


class Sizes(NamedTuple):
    """Counts, and bytes of the four planes in plane order."""

    n: int
    nnz: int
    groups0: int
    groups1: int
    data: int
    scale0: int
    scale1: int
    aux: int

    @property
    def plane_bytes(self) -> tuple[int, int, int, int]:
        return self[4:]


def bytes_for(bits: int) -> int:
    return (bits + 7) // 8


def padded_width(word: int) -> int:
    """pad: the bits that a scale or zero point takes (§6.1.6)."""
    return max(8, width(word))


def element_count(shape: Sequence[int]) -> int:
    """N (§6.1.1); refused for a negative extent or a product beyond 2^63 - 1."""
    if any(extent < 0 for extent in shape):
        raise Refused("an extent is negative (spec §6.2.1)")
    if 0 in shape:
        return 0
    n = 1
    for extent in shape:
        n *= extent
        if n > MAX_ELEMENTS:  # no later extent brings it back, and the product stays small
            raise Refused("the number of elements exceeds 2^63 - 1 (spec §6.2.2)")
    return n


def sizes_of(descriptor: Descriptor, shape: Sequence[int]) -> Sizes:
    """The sizes of an array; refused where the equations have no answer (§6.2)."""
    d = descriptor
    n = element_count(shape)
    if not 0 <= d.group_axis < len(shape):
        raise Refused(f"group_axis {d.group_axis} is no axis of rank {len(shape)} (spec §6.2.3)")
    extent = shape[d.group_axis]
    if d.k0 == 0:
        raise Refused("k0 is 0 (spec §6.2.5)")
    if extent % d.k0:
        raise Refused(f"extent {extent} is no multiple of k0 = {d.k0} (spec §6.2.4)")
    if d.sparse:
        if d.sp_m == 0 or extent % d.sp_m:
            raise Refused(f"extent {extent} is no multiple of sp_m = {d.sp_m} (spec §6.2.6)")
        if d.sp_meta_fmt >= len(META_BITS):
            raise Refused(f"sp_meta_fmt {d.sp_meta_fmt} is above 2 (spec §6.2.8)")
    groups0 = n // d.k0
    if d.two_levels and d.k1 != 0 and groups0 % d.k1:
        raise Refused(f"{groups0} groups are no multiple of k1 = {d.k1} (spec §6.2.7)")

    nnz = n * d.sp_n // d.sp_m if d.sparse else n
    groups1 = 0
    if d.two_levels:
        groups1 = groups0 // d.k1 if d.k1 else 1
    if d.sparse:
        aux = bytes_for(n // d.sp_m * d.sp_n * META_BITS[d.sp_meta_fmt])
    elif d.has_zero_point:
        aux = bytes_for(groups0 * padded_width(d.zp_fmt))
    else:
        aux = 0
    return Sizes(
        n=n,
        nnz=nnz,
        groups0=groups0,
        groups1=groups1,
        data=bytes_for(nnz * d.code_width),
        scale0=bytes_for(groups0 * padded_width(d.scale0)),
        scale1=bytes_for(groups1 * d.outer_codes * width(d.scale1)),
        aux=aux,
    )
