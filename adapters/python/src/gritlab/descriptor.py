"""The 64-byte descriptor (spec §2)."""

from __future__ import annotations

import struct
from enum import IntEnum, IntFlag
from typing import NamedTuple

SIZE = 64
MAGIC = b"GRT1"
VERSION = 1

_LAYOUT = struct.Struct("<4s4B4Hh2H6BI4Q")
assert _LAYOUT.size == SIZE


class Flag(IntFlag):
    """§2.2.1"""

    HAS_ZP = 0x01
    ZP_MINUS1 = 0x02
    SPARSE = 0x04
    MSB_FIRST = 0x08
    INTERLEAVED = 0x10
    ZP_L1SCALED = 0x20


RESERVED_FLAGS = 0xC0

ASSUMED = 0x1  # the bit of the note, §2.3.1


class SparsityOrder(IntEnum):
    """sp_order."""

    UNORDERED = 0
    ASC_LSB = 1


class Container(IntEnum):
    DENSE = 0
    PAD8 = 1


#: Bits of a survivor index by sp_meta_fmt (§6.1.8).
META_BITS = (0, 2, 4)


class Descriptor(NamedTuple):
    """The fields of §2.1.1, in their order. Any 64 bytes are one; check judges it (§2.1.2)."""

    magic: bytes
    hdr_bytes: int
    version: int
    n_levels: int
    flags: int
    elem: int  # format words: elem, scale0, scale1, zp_fmt
    scale0: int
    scale1: int
    zp_fmt: int
    group_axis: int
    k0: int
    k1: int
    sp_n: int
    sp_m: int
    sp_meta_fmt: int
    sp_order: int
    container: int
    frame_rsvd: int
    note: int
    placement_data: int
    placement_scale: int
    placement_meta: int
    grade_id: int

    @classmethod
    def from_bytes(cls, data: bytes) -> Descriptor:
        """Of exactly 64 bytes."""
        return cls._make(_LAYOUT.unpack(data))

    def to_bytes(self) -> bytes:
        return _LAYOUT.pack(*self)

    @property
    def sparse(self) -> bool:
        return bool(self.flags & 0x04)

    @property
    def has_zero_point(self) -> bool:
        return bool(self.flags & 0x01)

    @property
    def zero_point_minus_one(self) -> bool:
        return bool(self.flags & 0x02)

    @property
    def zero_point_level1(self) -> bool:
        return bool(self.flags & 0x20)

    @property
    def msb_first(self) -> bool:
        return bool(self.flags & 0x08)

    @property
    def two_levels(self) -> bool:
        return self.n_levels == 2

    @property
    def has_aux(self) -> bool:
        """Whether there is an aux plane: metadata or zero points (§5.3.2)."""
        return bool(self.flags & 0x05)

    @property
    def code_width(self) -> int:
        """cw, the bits that a stored element takes (§6.1.5)."""
        width = (self.elem & 0x1F) + 1
        return 8 if self.container == Container.PAD8 and width <= 8 else width

    @property
    def outer_codes(self) -> int:
        """Codes of scale1 for each level-1 group: s1, and z1 with ZP_L1SCALED (§6.1.7)."""
        return 2 if self.zero_point_level1 else 1


def describe_flags(flags: int) -> str:
    """The flags in hexadecimal, with their names."""
    names = [flag.name or "" for flag in Flag if flags & flag]
    if flags & RESERVED_FLAGS:
        names.append("reserved")
    return f"0x{flags:02x}" + (f" ({' '.join(names)})" if names else "")
