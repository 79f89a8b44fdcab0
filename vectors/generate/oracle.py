"""The format words of spec §1 in exact rational arithmetic.

Written from the specification alone, in integers and fractions, so that it shares no code and no
rounding with an implementation. Slow, and meant to be.
"""

from fractions import Fraction
from math import isqrt

NAN = 0x7FC00000
INFINITY = 0x7F800000
SIGN = 0x80000000
MAX_FINITE = 0x7F7FFFFF
REFUSED = 0xFFFFFFFF

# token: word (spec §1, the table of registered formats)
REGISTERED = {
    "e2m1": 0x2043, "e4m3": 0x2887, "e8m0": 0x4807, "binary16": 0x356F, "binary32": 0x371F,
    "u2": 0x43E1, "u4": 0x43E3, "u6": 0x43E5, "u8": 0x43E7, "s4": 0x03E3, "s8": 0x03E7,
}

# The NaN code of the registered formats that have one (spec §1).
NAN_CODE = {"e8m0": 0xFF, "e4m3": 0x7F, "binary16": 0x7E00, "binary32": 0x7FC00000}


def binary32_value(bits):
    """The exact value of a finite binary32 bit pattern, without the sign of a zero."""
    exponent, mantissa = (bits >> 23) & 0xFF, bits & 0x7FFFFF
    if exponent == 0xFF:
        raise ValueError("not finite: %08x" % bits)
    value = (mantissa * power(-149) if exponent == 0
             else (mantissa + (1 << 23)) * power(exponent - 150))
    return -value if bits & SIGN else value


def is_nan(bits):
    return bits & ~SIGN > INFINITY


def is_infinite(bits):
    return bits & ~SIGN == INFINITY


def binary32_bits(value):
    """The binary32 nearest to a rational, ties to even; infinity beyond the range. Zero is +0."""
    sign, magnitude = (SIGN, -value) if value < 0 else (0, value)
    if magnitude == 0:
        return sign
    exponent = max(floor_log2(magnitude), -126)
    steps = round_half_even(magnitude / power(exponent - 23))
    # `steps` counts units in the last place. 2^24 of them carry into the next binade, and fewer
    # than 2^23 are a subnormal; the addition below is right for both.
    bits = ((exponent + 126) << 23) + steps
    return sign | min(bits, INFINITY)


def power(exponent):
    return Fraction(2) ** exponent


def floor_log2(value):
    """floor(log2(value)) of a positive rational."""
    guess = value.numerator.bit_length() - value.denominator.bit_length()
    return guess if value >= power(guess) else guess - 1


def round_half_even(value):
    """The integer nearest to a rational, half to even."""
    below = value.numerator // value.denominator
    twice = 2 * (value - below)
    return below + (1 if twice > 1 or (twice == 1 and below % 2 == 1) else 0)


def decode(word, code):
    """The binary32 bits of one code of a decodable format word."""
    width, p = (word & 0x1F) + 1, (word >> 5) & 0x1F
    has_inf, nan_enc = (word >> 10) & 1, (word >> 11) & 3
    unsigned = (word >> 14) & 1
    code &= (1 << width) - 1
    if word == 0 or nan_enc == 3:
        raise ValueError("not decodable: %04x" % word)

    if p == 31:
        negative = not unsigned and code >> (width - 1)
        return binary32_bits(Fraction(code - (1 << width) if negative else code))

    if p == 0:
        if nan_enc and code == (1 << width) - 1:
            return NAN
        return binary32_bits(power(code - ((1 << (width - 1)) - 1)))

    mantissa_bits = p - 1
    exponent_bits = width - (0 if unsigned else 1) - mantissa_bits
    if exponent_bits < 1:
        raise ValueError("no exponent bit: %04x" % word)
    mantissa = code & ((1 << mantissa_bits) - 1)
    exponent = (code >> mantissa_bits) & ((1 << exponent_bits) - 1)
    sign = 0 if unsigned else SIGN * (code >> (width - 1))
    bias = (1 << (exponent_bits - 1)) - 1

    if exponent == (1 << exponent_bits) - 1:
        if has_inf:
            return NAN if mantissa else sign | INFINITY
        if nan_enc == 1 and mantissa == (1 << mantissa_bits) - 1:
            return NAN
        if nan_enc == 2 and mantissa:
            return NAN
    if exponent == 0:
        value = mantissa * power(1 - bias - mantissa_bits)
    else:
        value = (mantissa + (1 << mantissa_bits)) * power(exponent - bias - mantissa_bits)
    return sign | binary32_bits(value)


class Format:
    """A registered format: its non-negative finite values, ascending, and their codes."""

    def __init__(self, token):
        self.token = token
        self.word = REGISTERED[token]
        self.width = (self.word & 0x1F) + 1
        self.integer = (self.word >> 5) & 0x1F == 31
        self.signed = not (self.word >> 14) & 1
        self.has_infinity = bool((self.word >> 10) & 1)
        if token == "binary32":  # its codes are their own decoding, and too many to list
            self.ladder = None
            return
        self.ladder = []
        for code in range(1 << (self.width - (1 if self.signed else 0))):
            bits = decode(self.word, code)
            if bits < INFINITY:
                self.ladder.append((binary32_value(bits), code))
        self.ladder.sort()
        self.magnitudes = [magnitude for magnitude, _ in self.ladder]

    def encode(self, bits):
        """The code of a binary32 bit pattern, or REFUSED."""
        if is_nan(bits):
            return NAN_CODE.get(self.token, REFUSED)
        if self.token == "binary32":
            return bits
        negative = bool(bits & SIGN)
        if negative and not self.signed:
            if self.integer:
                return 0
            negative = False  # e8m0 drops the sign
        code = self._magnitude_code(bits & ~SIGN)
        if self.integer:
            return -code & ((1 << self.width) - 1) if negative else code
        return code | (1 << (self.width - 1) if negative else 0)

    def _magnitude_code(self, bits):
        largest, largest_code = self.ladder[-1]
        if is_infinite(bits):
            return largest_code + 1 if self.has_infinity else largest_code
        value = binary32_value(bits)
        if value >= largest:
            return largest_code
        if value <= self.magnitudes[0]:  # e8m0 has no zero: everything below takes its first code
            return self.ladder[0][1]
        low, high = 0, len(self.ladder) - 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.magnitudes[middle] <= value else (low, middle)
        (below, code_below), (above, code_above) = self.ladder[low], self.ladder[high]
        if 2 * value == below + above:
            return code_below if code_below % 2 == 0 else code_above
        return code_below if 2 * value < below + above else code_above


def exponent(rule, bits):
    """The shared exponent of a finite positive binary32 (spec §9), from integers alone."""
    stored, mantissa = bits >> 23, bits & 0x7FFFFF
    if stored == 0:
        significand, unit = mantissa, -149
    else:
        significand, unit = mantissa | (1 << 23), stored - 150
    top = significand.bit_length() - 1
    floor = top + unit
    if rule == "floor":
        return floor
    if rule == "ceil":
        return floor + (significand != 1 << top)
    # (significand / 2^top)^2 > 2, multiplied by 2^(2 top)
    return floor + (significand * significand > 1 << (2 * top + 1))


def sqrt_two_threshold(top):
    """The largest integer of `top` + 1 bits whose square is below 2^(2 top + 1)."""
    return isqrt(1 << (2 * top + 1))
