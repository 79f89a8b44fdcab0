"""The exponent that a magnitude gives a scale (spec §9.1.3)."""

from __future__ import annotations

import math
from enum import IntEnum

from .errors import Refused


class Rule(IntEnum):
    """How an exponent is taken from a magnitude."""

    FLOOR = 0
    CEIL = 1
    RNE = 2


def exponent(rule: Rule, amax: float) -> int:
    """The exponent of amax, a binary32 value above zero; refused for anything else.

    frexp gives the exact floor(log2), subnormals included. The square of the 24-bit fraction has at
    most 48 bits, so it is exact in binary64.
    """
    if not 0.0 < amax < math.inf:
        raise Refused(f"amax is {amax}; an exponent needs a finite number above 0 (spec §9.1.3)")
    half, above = math.frexp(amax)
    fraction, floor = 2.0 * half, above - 1
    if rule == Rule.CEIL:
        return floor + (fraction > 1.0)
    if rule == Rule.RNE:
        return floor + (fraction * fraction > 2.0)
    return floor
