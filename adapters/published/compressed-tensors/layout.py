"""What of a GRIT array the package can be asked about; without torch, so that it is tested without."""

import math
import struct


def groups_of(count, planes, elements, outer):
    """The number of groups, or None where the planes are not those of `count` elements. `outer`:
    there is one outer scale for the tensor, a binary32."""
    data, scale0, scale1, aux = planes
    groups = len(scale0)
    right = (count == groups * elements and len(data) == groups * elements // 2
             and len(scale1) == (4 if outer else 0) and not aux)
    return groups if right else None


def divisor_of(scale1):
    """The number by which the package divides where GRIT multiplies with this binary32, or None
    where binary32 has no such number: only powers of two have their reciprocal in it."""
    value = struct.unpack("<f", scale1)[0]
    if value == 0 or not math.isfinite(value) or abs(math.frexp(value)[0]) != 0.5:
        return None
    try:
        divisor = struct.unpack("<f", struct.pack("<f", 1 / value))[0]
    except OverflowError:
        return None
    return divisor if divisor * value == 1 else None
