"""Fingerprints: FNV-1a, the gid and its printed form, the digest of planes (spec §7)."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from .errors import Refused
from .planes import Planes

_BASIS_64 = 0xCBF29CE484222325
_PRIME_64 = 0x00000100000001B3
_MASK_64 = (1 << 64) - 1

_BASIS_128 = 0x6C62272E07BB014262B821756295C58D
_PRIME_128 = 0x0000000001000000000000000000013B
_MASK_128 = (1 << 128) - 1

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_SYMBOLS = 26


def fnv1a_64(data: bytes) -> int:
    state = _BASIS_64
    for byte in data:
        state = (state ^ byte) * _PRIME_64 & _MASK_64
    return state


def fnv1a_128(*parts: bytes) -> bytes:
    """FNV-1a-128 of the parts one after the other: 16 bytes, most significant first (§7.1.2)."""
    state = _BASIS_128
    for part in parts:
        for byte in part:
            state = (state ^ byte) * _PRIME_128 & _MASK_128
    return state.to_bytes(16, "big")


def gid(descriptor: bytes, grade: str, shape: Sequence[int]) -> bytes:
    """The gid of 64 descriptor bytes, a grade string as it stands and a shape (§7.2.1)."""
    return fnv1a_128(
        grade.encode(),
        b"\0",
        descriptor[:28],
        descriptor[32:],  # the four bytes between are the note, §0.3
        struct.pack(f"<I{len(shape)}q", len(shape), *shape),
    )


def print_gid(value: bytes) -> str:
    """Sixteen bytes as 26 symbols of Crockford's base 32 (§7.3.1)."""
    number = int.from_bytes(value, "big")
    return "".join(_ALPHABET[number >> shift & 31] for shift in range(125, -1, -5))


def _readings() -> dict[str, int]:
    readings = {symbol: value for value, symbol in enumerate(_ALPHABET)}
    readings.update(I=1, L=1, O=0)
    readings.update({symbol.lower(): value for symbol, value in readings.items()})
    return readings


_READINGS = _readings()


def parse_gid(text: str) -> bytes:
    """The gid that a text prints (§7.3.2, §7.3.3); refused for anything else."""
    symbols = text.replace("-", "")
    if len(symbols) != _SYMBOLS:
        raise Refused(f"a gid has {_SYMBOLS} symbols, not {len(symbols)} (spec §7.3.3)")
    number = 0
    for symbol in symbols:
        value = _READINGS.get(symbol)
        if value is None:
            raise Refused(f"{symbol!r} is no symbol of a gid (spec §7.3.2)")
        number = number << 5 | value
    if number >> 128:
        raise Refused("a gid's first symbol is one of 0 to 7 (spec §7.3.3)")
    return number.to_bytes(16, "big")


def digest(planes: Planes) -> bytes:
    """The digest of four planes as they lie (§7.4)."""
    parts = []
    for plane in planes:
        parts += [len(plane).to_bytes(8, "little"), plane]
    return fnv1a_128(*parts)
