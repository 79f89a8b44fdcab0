"""The codes of an array in plane order, and the planes that hold them (spec §11.4)."""

from __future__ import annotations

from typing import NamedTuple

from . import bits
from .descriptor import META_BITS, Container, Descriptor
from .formats import width
from .planes import Planes
from .sizes import Sizes


class Codes(NamedTuple):
    """The codes of the four planes, ignored bits left out.

    elements: the stored ones, survivors alone where the array is sparse. scales: one for each
    level-0 group. outer: s1, or s1 and z1 in turn, of each level-1 group. aux: survivor indices
    slot by slot, or one zero point for each level-0 group.
    """

    elements: list[int]
    scales: list[int]
    outer: list[int]
    aux: list[int]


def unpack_elements(descriptor: Descriptor, data: bytes, count: int) -> list[int]:
    element_width = width(descriptor.elem)
    if descriptor.container == Container.PAD8 and element_width <= 8:
        return bits.unpack_padded(data, count, element_width)  # whatever po says, §11.4.5
    return bits.unpack(data, count, element_width, descriptor.msb_first)


def pack_elements(descriptor: Descriptor, elements: list[int]) -> bytes:
    element_width = width(descriptor.elem)
    if descriptor.container == Container.PAD8 and element_width <= 8:
        return bits.pack_padded(elements, element_width)
    return bits.pack(elements, element_width, descriptor.msb_first)


def unpack_indices(descriptor: Descriptor, aux: bytes, n: int) -> list[int]:
    """The survivor indices of a sparse array's cells, slot by slot (§11.4.8)."""
    count = n // descriptor.sp_m * descriptor.sp_n
    return bits.unpack(aux, count, META_BITS[descriptor.sp_meta_fmt])


def unpack_outer(descriptor: Descriptor, scale1: bytes, groups1: int) -> list[int]:
    return bits.unpack(scale1, groups1 * descriptor.outer_codes, width(descriptor.scale1))


def unpack(descriptor: Descriptor, sizes: Sizes, planes: Planes) -> Codes:
    """The codes of planes in plane order that are as long as the sizes say."""
    if descriptor.sparse:
        aux = unpack_indices(descriptor, planes.aux, sizes.n)
    elif descriptor.has_zero_point:
        aux = bits.unpack_padded(planes.aux, sizes.groups0, width(descriptor.zp_fmt))
    else:
        aux = []
    return Codes(
        elements=unpack_elements(descriptor, planes.data, sizes.nnz),
        scales=bits.unpack_padded(planes.scale0, sizes.groups0, width(descriptor.scale0)),
        outer=unpack_outer(descriptor, planes.scale1, sizes.groups1),
        aux=aux,
    )


def pack(descriptor: Descriptor, codes: Codes) -> Planes:
    """Planes in plane order, every ignored bit 0 (§11.4.10)."""
    if descriptor.sparse:
        aux = bits.pack(codes.aux, META_BITS[descriptor.sp_meta_fmt])
    elif descriptor.has_zero_point:
        aux = bits.pack_padded(codes.aux, width(descriptor.zp_fmt))
    else:
        aux = b""
    return Planes(
        data=pack_elements(descriptor, codes.elements),
        scale0=bits.pack_padded(codes.scales, width(descriptor.scale0)),
        scale1=bits.pack(codes.outer, width(descriptor.scale1)),
        aux=aux,
    )
