"""binary32 operations on bit patterns: the exact rational result, rounded once (spec §0.6)."""

from functools import lru_cache

import oracle
from oracle import INFINITY, NAN, SIGN

PLUS_ZERO = 0
ONE = 0x3F800000


@lru_cache(maxsize=1 << 16)
def _value(bits):
    return oracle.binary32_value(bits)


def rounded(magnitude):
    """The bits of the binary32 nearest to a positive rational, ties to even."""
    above, below = magnitude.numerator, magnitude.denominator
    exponent = above.bit_length() - below.bit_length()  # floor(log2), or one more
    if above << max(0, -exponent) < below << max(0, exponent):
        exponent -= 1
    exponent = max(exponent, -126)
    # In units of the last place, 2^(exponent − 23): 2^24 of them carry into the next binade, and
    # fewer than 2^23 are a subnormal. The sum below is right for both.
    above <<= max(0, 23 - exponent)
    below <<= max(0, exponent - 23)
    units, rest = divmod(above, below)
    if 2 * rest > below or 2 * rest == below and units % 2:
        units += 1
    return min((exponent + 126 << 23) + units, INFINITY)


@lru_cache(maxsize=1 << 17)
def multiply(a, b):
    """a × b. Every NaN is NAN (spec §0.7)."""
    if oracle.is_nan(a) or oracle.is_nan(b):
        return NAN
    sign = (a ^ b) & SIGN
    zero = a & ~SIGN == 0 or b & ~SIGN == 0
    if oracle.is_infinite(a) or oracle.is_infinite(b):
        return NAN if zero else sign | INFINITY
    # The sign is set apart, because a rational has no signed zero.
    return sign if zero else sign | rounded(abs(_value(a) * _value(b)))


@lru_cache(maxsize=1 << 17)
def add(a, b):
    """a + b. A sum of zero is +0, unless both operands are −0 (IEEE 754, round to nearest)."""
    if oracle.is_nan(a) or oracle.is_nan(b):
        return NAN
    if oracle.is_infinite(a):
        return NAN if oracle.is_infinite(b) and a != b else a
    if oracle.is_infinite(b):
        return b
    if a == SIGN and b == SIGN:
        return SIGN
    total = _value(a) + _value(b)
    return PLUS_ZERO if total == 0 else (SIGN if total < 0 else 0) | rounded(abs(total))


def subtract(a, b):
    """a − b."""
    return NAN if oracle.is_nan(b) else add(a, b ^ SIGN)
