"""Strings of codes: how codes of any width lie in the bytes of a plane (spec §11.4)."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from .sizes import bytes_for


def unpack(data: bytes, count: int, width: int, msb_first: bool = False) -> list[int]:
    """The first `count` codes of a string (§11.4.2, §11.4.3); what lies behind them is ignored."""
    if width == 8:
        return list(data[:count])
    period = _period(width)  # codes begin anew at a byte after so many bytes
    per_period = period * 8 // width
    mask = (1 << width) - 1
    shifts = [slot * width for slot in range(per_period)]
    if msb_first:
        shifts.reverse()
    needed = bytes_for(count * width)
    padded = data[:needed] + bytes(-needed % period)
    codes: list[int] = []
    for start in range(0, len(padded), period):
        chunk = int.from_bytes(padded[start : start + period], "big" if msb_first else "little")
        codes += [chunk >> shift & mask for shift in shifts]
    return codes[:count]


def pack(codes: Sequence[int], width: int, msb_first: bool = False) -> bytes:
    """The string of codes, each below 2^width, with ignored bits 0 (§11.4.10)."""
    if width == 8:
        return bytes(codes)
    period = _period(width)
    per_period = period * 8 // width
    order = "big" if msb_first else "little"
    out = bytearray()
    for start in range(0, len(codes), per_period):
        chunk = 0
        for slot, code in enumerate(codes[start : start + per_period]):
            place = per_period - 1 - slot if msb_first else slot
            chunk |= code << place * width
        out += chunk.to_bytes(period, order)  # type: ignore[arg-type]
    return bytes(out[: bytes_for(len(codes) * width)])


def _period(width: int) -> int:
    return width // gcd(width, 8)


def unpack_padded(data: bytes, count: int, width: int) -> list[int]:
    """Codes that have bytes of their own: the low bits of one, or little-endian (§11.4.6)."""
    if width > 8:
        return unpack(data, count, width)
    mask = (1 << width) - 1
    return [byte & mask for byte in data[:count]]


def pack_padded(codes: Sequence[int], width: int) -> bytes:
    return bytes(codes) if width <= 8 else pack(codes, width)
