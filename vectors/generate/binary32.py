"""binary32 values as bit patterns, and as the JSON numbers of core.json."""

import struct

NAN = 0x7FC00000
INFINITY = 0x7F800000
NEGATIVE_INFINITY = 0xFF800000
MAX_FINITE = 0x7F7FFFFF
NEGATIVE_ZERO = 0x80000000

_NAMED = {NAN: "NaN", INFINITY: "Infinity", NEGATIVE_INFINITY: "-Infinity"}


def bits(value):
    """The bits of a number that binary32 holds exactly or that is rounded to it."""
    return struct.unpack("<I", struct.pack("<f", value))[0]


def value(pattern):
    return struct.unpack("<f", struct.pack("<I", pattern))[0]


def json_value(pattern):
    """A JSON number, or the name that stands for a value without one."""
    return _NAMED.get(pattern) or value(pattern)


def negative(pattern):
    return pattern ^ 0x80000000


def hexadecimal(patterns):
    return ["%08x" % pattern for pattern in patterns]


class Spread:
    """A small deterministic stream of values with spread magnitudes (a 32-bit LCG)."""

    def __init__(self, seed):
        self._state = seed

    def _next(self):
        self._state = (self._state * 1664525 + 1013904223) & 0xFFFFFFFF
        return self._state >> 8

    def take(self, count, low_exponent, high_exponent):
        """`count` patterns of either sign with exponents in the given range, ends included."""
        out = []
        for _ in range(count):
            exponent = low_exponent + self._next() % (high_exponent - low_exponent + 1)
            sign = self._next() % 2
            out.append((sign << 31) | ((exponent + 127) << 23) | (self._next() & 0x7FFFFF))
        return out
