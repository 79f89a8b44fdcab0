"""binary32 arithmetic, one rounding an operation (spec §0.6), on Python's own floats.

A binary32 value is carried as the float, a binary64 number, that equals it. An operation is done in
binary64 and then rounded to binary32. That is the correctly rounded binary32 result:

- A product of two binary32 numbers has at most 48 significant bits and an exponent far inside the
  range of binary64, so it is exact and the one rounding is the last.
- A sum, a difference and a quotient are rounded twice, and that does no harm: binary64 has
  53 >= 2 * 24 + 2 bits, so a result that is no midpoint of two binary32 numbers (subnormal ones
  included, which only makes midpoints sparser) is never rounded onto one, and a result that is one
  is exact.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Sequence

#: The bits of every NaN that leaves the library (spec §0.7).
NAN_BITS = 0x7FC00000

INFINITY_BITS = 0x7F800000
MAX_FINITE = (2.0 - 2.0**-23) * 2.0**127
SMALLEST = 2.0**-149

_ONE = struct.Struct("<f")
_pack_one = _ONE.pack
_unpack_one = _ONE.unpack


def rounded(value: float) -> float:
    """A float rounded to binary32: to nearest, ties to even, with gradual underflow."""
    try:
        return float(_unpack_one(_pack_one(value))[0])
    except OverflowError:  # struct refuses a finite number that rounds to infinity
        return math.copysign(math.inf, value)


def all_rounded(values: Sequence[float]) -> list[float]:
    """`rounded` of each value."""
    form = f"<{len(values)}f"
    try:
        return list(struct.unpack(form, struct.pack(form, *values)))
    except OverflowError:
        return [rounded(value) for value in values]


def add(a: float, b: float) -> float:
    return rounded(a + b)


def subtract(a: float, b: float) -> float:
    return rounded(a - b)


def multiply(a: float, b: float) -> float:
    return rounded(a * b)


def divide(a: float, b: float) -> float:
    """a / b for b that is not zero."""
    return rounded(a / b)


def from_bits(bits: int) -> float:
    return float(_unpack_one(bits.to_bytes(4, "little"))[0])


def to_bits(value: float) -> int:
    """The bits of a binary32 value, those of §0.7 for any NaN."""
    if value != value:
        return NAN_BITS
    return int.from_bytes(_pack_one(value), "little")


def words_from_bytes(data: bytes) -> list[int]:
    """Little-endian 32-bit words."""
    return list(struct.unpack(f"<{len(data) // 4}I", data))


def values_from_words(words: Sequence[int]) -> list[float]:
    form = f"{len(words)}"
    return list(struct.unpack("<" + form + "f", struct.pack("<" + form + "I", *words)))


def words_from_values(values: Sequence[float]) -> list[int]:
    """The bits of binary32 values, those of §0.7 for every NaN."""
    words = words_from_bytes(struct.pack(f"<{len(values)}f", *values))
    if any(map(math.isnan, values)):
        return [NAN_BITS if value != value else word for value, word in zip(values, words)]
    return words


def bits_of_exact(negative: bool, mantissa: int, exponent: int) -> int:
    """The bits of mantissa * 2^exponent, rounded once, by integers alone (spec §1.3.2).

    The exponent may be any integer: no power of two is formed before it is known to be small.
    """
    sign = 0x80000000 if negative else 0
    if mantissa == 0:
        return sign
    top = mantissa.bit_length() - 1 + exponent  # floor(log2)
    if top >= 128:
        return sign | INFINITY_BITS
    if top < -150:  # below half of the smallest subnormal
        return sign
    unit = max(top - 23, -149)  # the exponent of the last place
    shift = exponent - unit
    significand = mantissa << shift if shift >= 0 else _half_even(mantissa, -shift)
    # The implicit bit of a normal significand carries into the exponent field, and so does a
    # significand that was rounded up to the next power of two, infinity included.
    return sign | (((unit + 149) << 23) + significand)


def _half_even(integer: int, shift: int) -> int:
    """integer / 2^shift to the nearest integer, ties to even."""
    quotient, remainder = integer >> shift, integer & ((1 << shift) - 1)
    half = 1 << (shift - 1)
    if remainder > half or (remainder == half and quotient & 1):
        quotient += 1
    return quotient


def nearest_clamped(value: float, low: int, high: int) -> int:
    """The integer nearest to a value that is no NaN, ties to even, clamped (infinities too)."""
    if value >= high:
        return high
    if value <= low:
        return low
    return round(value)  # of a float: exact, ties to even


def all_finite(values: Iterable[float]) -> bool:
    return all(map(math.isfinite, values))
