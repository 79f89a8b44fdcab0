"""Placement words: how a plane's codes lie in memory (spec §4)."""

from __future__ import annotations

from enum import IntEnum

UNSPECIFIED = 0  # §4.1

_WELL_KNOWN = 0x1000000000000000


class Placement(IntEnum):
    """The well-known words (§4.2)."""

    ROW_MAJOR = _WELL_KNOWN + 0x01
    COL_MAJOR = _WELL_KNOWN + 0x02
    SWIZZLE_128x4B = _WELL_KNOWN + 0x03
    TILE_16x16 = _WELL_KNOWN + 0x04
    BLOCK_AOS = _WELL_KNOWN + 0x05
    LINEAR_META = _WELL_KNOWN + 0x11
    META_M16N8K32 = _WELL_KNOWN + 0x12
    PACK_K4_12B = _WELL_KNOWN + 0x20


_NAMED = frozenset(map(int, Placement))


def is_known(word: int) -> bool:
    """Whether check knows the word: 0, a well-known one, a local hash or an opaque word."""
    return word == UNSPECIFIED or word in _NAMED or word >> 60 in (0x8, 0xF)


def describe(word: int) -> str:
    """The word in hexadecimal, with its name or class."""
    if word == UNSPECIFIED:
        name = "unspecified"
    elif word in _NAMED:
        name = Placement(word).name
    else:
        name = {0x8: "local hash", 0xF: "opaque"}.get(word >> 60, "unknown")
    return f"0x{word:016x} ({name})"
