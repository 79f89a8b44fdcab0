"""Format words: sixteen bits that say what a scalar code is worth (spec §1)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from .binary32 import INFINITY_BITS, NAN_BITS, bits_of_exact, from_bits, nearest_clamped, to_bits
from .errors import Refused

ABSENT = 0x0000  # §1.1.2

BIAS_OVERRIDE = 0x8000

#: The eleven registered words by token (§1.2.1).
WORDS: Mapping[str, int] = {
    "e2m1": 0x2043,
    "e4m3": 0x2887,
    "e8m0": 0x4807,
    "binary16": 0x356F,
    "binary32": 0x371F,
    "u2": 0x43E1,
    "u4": 0x43E3,
    "u6": 0x43E5,
    "u8": 0x43E7,
    "s4": 0x03E3,
    "s8": 0x03E7,
}

TOKENS: Mapping[int, str] = {word: token for token, word in WORDS.items()}

E2M1 = WORDS["e2m1"]
E4M3 = WORDS["e4m3"]
E8M0 = WORDS["e8m0"]
BINARY16 = WORDS["binary16"]
BINARY32 = WORDS["binary32"]
S8 = WORDS["s8"]


class Fields(NamedTuple):
    """The bit fields of a format word (§1.1.1)."""

    width: int  # 1 to 32 bits
    p: int  # 0 exponent only, 1 to 30 floating point, 31 integer
    has_inf: bool
    nan_enc: int
    signed: bool
    # Of a floating-point word (§1.1.5):
    mantissa_bits: int  # stored ones
    exponent_bits: int  # 0 or less: there is no room for one
    bias: int


def fields(word: int) -> Fields:
    p = word >> 5 & 0x1F
    signed = not word & 0x4000
    exponent_bits = width(word) - int(signed) - (p - 1)
    return Fields(
        width=width(word),
        p=p,
        has_inf=bool(word & 0x0400),
        nan_enc=nan_enc(word),
        signed=signed,
        mantissa_bits=p - 1,
        exponent_bits=exponent_bits,
        bias=(1 << (exponent_bits - 1)) - 1 if exponent_bits > 0 else 0,
    )


def width(word: int) -> int:
    """Width in bits; an absent word counts as 1 (§6.1.9)."""
    return (word & 0x1F) + 1


def nan_enc(word: int) -> int:
    return word >> 11 & 3


def is_decodable(word: int) -> bool:
    """Whether codes of this word have values (§1.3.3, §1.3.4)."""
    if word == ABSENT or nan_enc(word) == 3:
        return False
    form = fields(word)
    return not 1 <= form.p <= 30 or form.exponent_bits > 0


def describe(word: int) -> str:
    """The word in hexadecimal, with its token where it has one."""
    token = "absent" if word == ABSENT else TOKENS.get(word)
    return f"0x{word:04X}" + (f" ({token})" if token else "")


# ----------------------------------------------------------------------------------------------
# Decode (§1.3)


def decode_all(word: int, codes: Sequence[int]) -> list[int]:
    """The binary32 bits of codes. Refused for a word that is not decodable (§1.3.3)."""
    if not is_decodable(word):
        raise Refused(f"format word 0x{word:04X} is not decodable (spec §1.3.3)")
    form = fields(word)
    mask = (1 << form.width) - 1  # §1.3.1
    return [_decode(form, code & mask) for code in codes]


def _decode(form: Fields, code: int) -> int:
    if form.p == 0:
        return _decode_exponent_only(form, code)
    if form.p == 31:
        return _decode_integer(form, code)
    return _decode_float(form, code)


def _decode_exponent_only(form: Fields, code: int) -> int:
    if form.nan_enc != 0 and code == (1 << form.width) - 1:
        return NAN_BITS
    return bits_of_exact(False, 1, code - ((1 << (form.width - 1)) - 1))  # §1.1.4


def _decode_integer(form: Fields, code: int) -> int:
    if form.signed and code >> (form.width - 1):
        code -= 1 << form.width  # two's complement, §1.1.3
    return bits_of_exact(code < 0, abs(code), 0)


def _decode_float(form: Fields, code: int) -> int:
    mantissa_bits, exponent_bits = form.mantissa_bits, form.exponent_bits
    mantissa_ones, exponent_ones = (1 << mantissa_bits) - 1, (1 << exponent_bits) - 1
    mantissa = code & mantissa_ones
    exponent = code >> mantissa_bits & exponent_ones
    negative = form.signed and bool(code >> (form.width - 1))
    if exponent == exponent_ones:
        if form.has_inf:  # §1.1.6
            if mantissa:
                return NAN_BITS
            return INFINITY_BITS | (0x80000000 if negative else 0)
        if form.nan_enc == 1 and mantissa == mantissa_ones:  # §1.1.7
            return NAN_BITS
        if form.nan_enc == 2 and mantissa:
            return NAN_BITS
    if exponent == 0:  # zero or a subnormal, §1.1.5; the sign of zero stays, §1.1.8
        return bits_of_exact(negative, mantissa, 1 - form.bias - mantissa_bits)
    return bits_of_exact(
        negative, (1 << mantissa_bits) | mantissa, exponent - form.bias - mantissa_bits
    )


@cache
def _table(word: int) -> tuple[float, ...]:
    return tuple(map(from_bits, decode_all(word, range(1 << width(word)))))


def values(word: int, codes: Sequence[int]) -> list[float]:
    """The values of codes, each below 2^width, of a decodable word."""
    if width(word) <= 8:
        table = _table(word)
        return [table[code] for code in codes]
    return [from_bits(bits) for bits in decode_all(word, codes)]


def value(word: int, code: int) -> float:
    return values(word, (code,))[0]


# ----------------------------------------------------------------------------------------------
# Encode (§1.4)


class Minifloat(NamedTuple):
    """What encoding needs of a float format that is narrower than binary32."""

    mantissa_bits: int
    min_exponent: int  # of the smallest normal number
    max_code: int  # of the largest finite magnitude
    infinity: int  # the code that infinity takes: its own, or max_code where there is none
    nan: int | None
    sign: int  # the sign bit


E2M1_FLOAT = Minifloat(1, 0, 0x7, 0x7, None, 0x8)
E4M3_FLOAT = Minifloat(3, -6, 0x7E, 0x7E, 0x7F, 0x80)
BINARY16_FLOAT = Minifloat(10, -14, 0x7BFF, 0x7C00, 0x7E00, 0x8000)

_MINIFLOATS: Mapping[int, Minifloat] = {
    E2M1: E2M1_FLOAT,
    E4M3: E4M3_FLOAT,
    BINARY16: BINARY16_FLOAT,
}


def encode_minifloat(form: Minifloat, number: float, toward_zero: bool = False) -> int | None:
    """The code of a binary32 value, to nearest or toward zero; None for a NaN that has no code."""
    if number != number:
        return form.nan
    sign = form.sign if math.copysign(1.0, number) < 0 else 0
    magnitude = abs(number)
    if magnitude == math.inf:
        return sign | form.infinity
    if magnitude == 0.0:  # frexp gives zero an exponent that is above small ones
        return sign
    # The exponent of the binade, that of the subnormals included; frexp is exact.
    exponent = max(math.frexp(magnitude)[1] - 1, form.min_exponent)
    # Units in the last place, exact in binary64. Codes of one sign are consecutive, so the even
    # unit is the even stored code (§1.4.2), and a carry runs into the next binade.
    units = math.ldexp(magnitude, form.mantissa_bits - exponent)
    significand = math.floor(units) if toward_zero else round(units)
    code = ((exponent - form.min_exponent) << form.mantissa_bits) + significand
    return sign | min(code, form.max_code)  # §1.4.3, §1.4.6


def encode_e8m0(number: float) -> int:
    """The code of the nearest power of two (§1.4.2, §1.4.8)."""
    if number != number:
        return 0xFF
    magnitude = abs(number)
    if magnitude == math.inf:
        return 0xFE
    if magnitude <= 2.0**-127:
        return 0x00
    fraction, exponent = math.frexp(magnitude)  # fraction in [0.5, 1)
    code = exponent - 1 + 127
    if fraction > 0.75 or (fraction == 0.75 and code & 1):
        code += 1
    return min(code, 0xFE)


def encode_integer(form: Fields, number: float) -> int | None:
    """The code of an integer format, ties to even and clamped (§1.4.5); None for NaN."""
    if number != number:
        return None
    if form.signed:
        limit = (1 << (form.width - 1)) - 1
        return nearest_clamped(number, -limit, limit) & ((1 << form.width) - 1)
    return nearest_clamped(number, 0, (1 << form.width) - 1)


def encode(word: int, number: float) -> int | None:
    """The code of a binary32 value in a registered format; None for a NaN that has no code.

    Refused for any other word (§1.4.1).
    """
    if word in _MINIFLOATS:
        return encode_minifloat(_MINIFLOATS[word], number)
    if word == E8M0:
        return encode_e8m0(number)
    if word == BINARY32:
        return to_bits(number)
    if word in TOKENS:
        return encode_integer(fields(word), number)
    raise Refused(f"format word 0x{word:04X} is not registered (spec §1.4.1)")
