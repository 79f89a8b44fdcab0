"""Stored forms: where the codes of a plane lie under its placement (spec §12.1 to §12.3)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from . import bits, codes, formats
from .codes import Codes
from .demands import Demand, demand_in, demand_of
from .descriptor import Descriptor
from .grades import parse
from .placements import Placement
from .plane_order import PlaneOrder
from .planes import Planes
from .registry import find
from .sizes import Sizes


class DataForm(Enum):
    """How plane data lies."""

    PLANE_ORDER = "plane order"
    COL_MAJOR = "column by column"
    MXFP4 = "blocks of 17 bytes"
    Q8_0 = "blocks of 34 bytes"
    Q4_K = "blocks of 144 bytes"


class StoredForm(NamedTuple):
    """How the planes of an array lie. What is not named here is in plane order."""

    data: DataForm
    swizzled: bool  # scale0

    @property
    def in_blocks(self) -> bool:
        return self.data in _BLOCKS


class _Block(NamedTuple):
    elements: int
    bytes: int


_BLOCKS: Mapping[DataForm, _Block] = {
    DataForm.MXFP4: _Block(32, 17),
    DataForm.Q8_0: _Block(32, 34),
    DataForm.Q4_K: _Block(256, 144),
}


def _frame(text: str) -> Demand:
    demand = demand_of(parse(text))
    assert demand is not None
    return demand


# "Frame of" a grade (§12.1.1), by placement.
_BLOCK_FRAMES: Mapping[int, Mapping[Demand, DataForm]] = {
    Placement.BLOCK_AOS: {
        find("GRADE_MXFP4").demand: DataForm.MXFP4,
        _frame("grit1(e=s8,k0=32,s0=binary16,esr=ratiomaxabs)"): DataForm.Q8_0,
    },
    Placement.PACK_K4_12B: {find("GRADE_Q4KS").demand: DataForm.Q4_K},
}


def is_plane_order(placement: int) -> bool:
    return placement in (Placement.ROW_MAJOR, Placement.LINEAR_META)


def stored_form(descriptor: Descriptor, rank: int) -> StoredForm | None:
    """The form that a descriptor's placements name, or None where there is no such form (§12.1.3).

    The placement of a plane that the array does not have is not looked at.
    """
    d = descriptor
    if d.has_aux and not is_plane_order(d.placement_meta):
        return None
    swizzled = d.placement_scale == Placement.SWIZZLE_128x4B and formats.width(d.scale0) <= 8
    if not swizzled and not is_plane_order(d.placement_scale):
        return None
    if is_plane_order(d.placement_data):
        return StoredForm(DataForm.PLANE_ORDER, swizzled)
    if d.placement_data == Placement.COL_MAJOR and rank == 2:
        return StoredForm(DataForm.COL_MAJOR, swizzled)
    blocks = _BLOCK_FRAMES.get(d.placement_data, {}).get(demand_in(d))
    if blocks is None or swizzled:
        return None
    return StoredForm(blocks, swizzled)


def plane_bytes(
    descriptor: Descriptor, form: StoredForm, order: PlaneOrder, sizes: Sizes
) -> tuple[int, int, int, int]:
    """The lengths of the planes in a stored form (§12.1.2, §12.1.4)."""
    block = _BLOCKS.get(form.data)
    if block is not None:
        return (sizes.n // block.elements * block.bytes, 0, 0, 0)
    scale0 = sizes.scale0
    if form.swizzled:
        scale0 = _up(order.lines, 128) * _up(order.extent // descriptor.k0, 4)
    return (sizes.data, scale0, sizes.scale1, sizes.aux)


def undo(
    descriptor: Descriptor, form: StoredForm, order: PlaneOrder, sizes: Sizes, planes: Planes
) -> Codes:
    """The codes, in plane order, of planes that lie in a form and are as long as it says."""
    if form.data is DataForm.MXFP4:
        return _undo_mxfp4(planes.data)
    if form.data is DataForm.Q8_0:
        return _undo_q8_0(planes.data)
    if form.data is DataForm.Q4_K:
        return _undo_q4_k(planes.data)
    if form.swizzled:
        places = _swizzled_places(order, descriptor.k0)
        planes = planes._replace(scale0=bytes(planes.scale0[place] for place in places))
    found = codes.unpack(descriptor, sizes, planes)
    if form.data is DataForm.COL_MAJOR and found.elements:
        found = found._replace(elements=_transposed(found.elements, order.lines))
    return found


def lay_out(descriptor: Descriptor, form: StoredForm, order: PlaneOrder, found: Codes) -> Planes:
    """The planes that hold codes in a form; every ignored bit and padding byte is 0 (§12.5.2)."""
    if form.data is DataForm.MXFP4:
        return Planes(data=_lay_out_mxfp4(found))
    if form.data is DataForm.Q8_0:
        return Planes(data=_lay_out_q8_0(found))
    if form.data is DataForm.Q4_K:
        return Planes(data=_lay_out_q4_k(found))
    if form.data is DataForm.COL_MAJOR and found.elements:
        # Lines of the turned matrix are columns: as many as a line has codes.
        columns = len(found.elements) // order.lines
        found = found._replace(elements=_transposed(found.elements, columns))
    planes = codes.pack(descriptor, found)
    if form.swizzled and found.scales:
        groups = order.extent // descriptor.k0
        scale0 = bytearray(_up(order.lines, 128) * _up(groups, 4))
        for place, scale in zip(_swizzled_places(order, descriptor.k0), planes.scale0):
            scale0[place] = scale
        planes = planes._replace(scale0=bytes(scale0))
    return planes


def _up(count: int, multiple: int) -> int:
    return -(-count // multiple) * multiple


def _transposed(matrix: list[int], stride: int) -> list[int]:
    """Every stride-th code from each start: a matrix of columns of `stride` codes, by lines."""
    return [code for start in range(stride) for code in matrix[start::stride]]


def _swizzled_places(order: PlaneOrder, k0: int) -> list[int]:
    """Where the bytes of scale0 are stored, line by line (§12.2.2)."""
    groups = order.extent // k0
    if groups == 0:  # an empty array; its lines may be too many to count through
        return []
    tiles = _up(groups, 4) // 4
    return [
        (r // 128 * tiles + g // 4) * 512 + r % 32 * 16 + r % 128 // 32 * 4 + g % 4
        for r in range(order.lines)
        for g in range(groups)
    ]


# ----------------------------------------------------------------------------------------------
# Blocks (§12.3). Each function gets or gives whole blocks.


def _undo_mxfp4(data: bytes) -> Codes:
    elements: list[int] = []
    scales: list[int] = []
    for start in range(0, len(data), 17):
        pairs = data[start + 1 : start + 17]
        scales.append(data[start])
        elements += [pair & 15 for pair in pairs]
        elements += [pair >> 4 for pair in pairs]
    return Codes(elements, scales, [], [])


def _lay_out_mxfp4(found: Codes) -> bytes:
    data = bytearray()
    for block, scale in enumerate(found.scales):
        elements = found.elements[32 * block : 32 * block + 32]
        data.append(scale)
        data += bytes(low | high << 4 for low, high in zip(elements[:16], elements[16:]))
    return bytes(data)


def _undo_q8_0(data: bytes) -> Codes:
    elements: list[int] = []
    scales: list[int] = []
    for start in range(0, len(data), 34):
        scales += bits.unpack(data[start : start + 2], 1, 16)
        elements += data[start + 2 : start + 34]
    return Codes(elements, scales, [], [])


def _lay_out_q8_0(found: Codes) -> bytes:
    data = bytearray()
    for block, scale in enumerate(found.scales):
        data += bits.pack([scale], 16)
        data += bytes(found.elements[32 * block : 32 * block + 32])
    return bytes(data)


def _undo_q4_k(data: bytes) -> Codes:
    elements: list[int] = []
    scales: list[int] = []
    outer: list[int] = []
    minima: list[int] = []
    for start in range(0, len(data), 144):
        outer += bits.unpack(data[start : start + 4], 2, 16)
        q = data[start + 4 : start + 16]
        for j in range(4):  # §12.3.5
            scales.append(q[j] & 63)
            minima.append(q[j + 4] & 63)
        for j in range(4, 8):
            scales.append((q[j + 4] & 15) | (q[j - 4] >> 6) << 4)
            minima.append((q[j + 4] >> 4) | (q[j] >> 6) << 4)
        for chunk in range(start + 16, start + 144, 32):
            pairs = data[chunk : chunk + 32]
            elements += [pair & 15 for pair in pairs]
            elements += [pair >> 4 for pair in pairs]
    return Codes(elements, scales, outer, minima)


def _lay_out_q4_k(found: Codes) -> bytes:
    data = bytearray()
    for block in range(len(found.elements) // 256):
        scales = found.scales[8 * block : 8 * block + 8]
        minima = found.aux[8 * block : 8 * block + 8]
        data += bits.pack(found.outer[2 * block : 2 * block + 2], 16)
        for low, high in ((scales[:4], scales[4:]), (minima[:4], minima[4:])):
            data += bytes(six | (other >> 4) << 6 for six, other in zip(low, high))
        data += bytes((m & 15) << 4 | s & 15 for s, m in zip(scales[4:], minima[4:]))
        elements = found.elements[256 * block : 256 * block + 256]
        for chunk in range(0, 256, 64):
            lows, highs = elements[chunk : chunk + 32], elements[chunk + 32 : chunk + 64]
            data += bytes(low | high << 4 for low, high in zip(lows, highs))
    return bytes(data)
