"""Encode of the six registered grades (spec §9). Every step is one binary32 operation."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Callable

from . import bits
from .binary32 import (
    SMALLEST,
    add,
    all_finite,
    all_rounded,
    divide,
    multiply,
    nearest_clamped,
    subtract,
    to_bits,
)
from .errors import Refused
from .exponents import Rule, exponent
from .formats import (
    BINARY16,
    BINARY16_FLOAT,
    E2M1_FLOAT,
    E4M3,
    E4M3_FLOAT,
    S8,
    encode_integer,
    encode_minifloat,
    fields,
    value,
)
from .planes import Planes
from .registry import find

_MXFP4_BLOCK = 32
_NVF4_BLOCK = 16
_Q4KS_GROUP = 32
_Q4KS_BLOCK = 256
_I8S24_QUAD = 4
_I8S24_GROUP = 32

_S8_FIELDS = fields(S8)


def encode(name: str, values: Sequence[float]) -> Planes:
    """The planes of binary32 values, in plane order.

    Refused for a name that is not registered and for a count that is no multiple of the block.
    """
    return _ENCODERS[find(name).name](values)


def _blocks(values: Sequence[float], size: int) -> Iterator[Sequence[float]]:
    for start in range(0, len(values), size):
        yield values[start : start + size]


def _demand_blocks(values: Sequence[float], size: int) -> None:
    if len(values) % size:
        raise Refused(f"{len(values)} values are no multiple of the block of {size} (spec §9.1.1)")


def _largest(values: Sequence[float]) -> float:
    """The largest magnitude of finite values, 0 of none."""
    return max(map(abs, values), default=0.0)


def _e2m1(number: float, toward_zero: bool = False) -> int:
    code = encode_minifloat(E2M1_FLOAT, number, toward_zero)
    assert code is not None  # the callers divide finite numbers by finite ones above 0
    return code


def _e4m3(number: float) -> int:
    code = encode_minifloat(E4M3_FLOAT, number)
    assert code is not None
    return code


def _f16(number: float) -> int:
    """binary16; a quotient that is infinite becomes the largest finite one (§9.4.4)."""
    code = encode_minifloat(BINARY16_FLOAT, number)
    assert code is not None
    return min(code, BINARY16_FLOAT.max_code) if number > 0 else code


def _s8(number: float) -> int:
    code = encode_integer(_S8_FIELDS, number)
    assert code is not None
    return code


def _signed_zero(number: float) -> int:
    """The e2m1 code of a zero with the sign of a number."""
    return 0x8 if math.copysign(1.0, number) < 0 else 0x0


# ----------------------------------------------------------------------------------------------
# MXFP4 (§9.2)


def _mxfp4(values: Sequence[float], rule: Rule) -> Planes:
    _demand_blocks(values, _MXFP4_BLOCK)
    elements: list[int] = []
    scales = bytearray()
    for block in _blocks(values, _MXFP4_BLOCK):
        if not all_finite(block):  # §9.2.1
            scales.append(0xFF)
            elements += [0] * _MXFP4_BLOCK
            continue
        amax = _largest(block)
        if amax == 0.0:  # §9.2.2
            scales.append(0x7F)
            elements += map(_signed_zero, block)
            continue
        x = min(max(exponent(rule, amax) - 2, -127), 127)  # §9.2.3
        scales.append(x + 127)
        power = math.ldexp(1.0, x)
        elements += map(_e2m1, all_rounded([v / power for v in block]))
    return Planes(data=bits.pack(elements, 4), scale0=bytes(scales))


# ----------------------------------------------------------------------------------------------
# NVF4 (§9.3)


def _nvf4(values: Sequence[float], toward_zero: bool) -> Planes:
    _demand_blocks(values, _NVF4_BLOCK)
    amax = _largest([v for v in values if math.isfinite(v)])
    tensor_scale = 1.0
    if amax != 0.0:  # §9.3.1
        tensor_scale = divide(divide(amax, 6.0), 448.0) or SMALLEST
    elements: list[int] = []
    scales = bytearray()
    for block in _blocks(values, _NVF4_BLOCK):
        if not all_finite(block):  # §9.3.2
            scales.append(0x7F)
            elements += [0] * _NVF4_BLOCK
            continue
        block_amax = _largest(block)
        code = 0x38  # §9.3.3
        if block_amax != 0.0:
            code = _e4m3(divide(divide(block_amax, 6.0), tensor_scale))
        scales.append(code)
        scale = multiply(tensor_scale, value(E4M3, code))  # §9.3.4
        if scale == 0.0:
            elements += map(_signed_zero, block)
        else:
            quotients = all_rounded([v / scale for v in block])
            elements += [_e2m1(quotient, toward_zero) for quotient in quotients]
    return Planes(
        data=bits.pack(elements, 4),
        scale0=bytes(scales),
        scale1=to_bits(tensor_scale).to_bytes(4, "little"),
    )


# ----------------------------------------------------------------------------------------------
# Q4KS (§9.4)


def _q4ks(values: Sequence[float]) -> Planes:
    _demand_blocks(values, _Q4KS_BLOCK)
    elements: list[int] = []
    scales: list[int] = []
    minima: list[int] = []
    outer: list[int] = []
    for block in _blocks(values, _Q4KS_BLOCK):
        _q4ks_block(block, elements, scales, minima, outer)
    return Planes(
        data=bits.pack(elements, 4),
        scale0=bytes(scales),
        scale1=bits.pack(outer, 16),
        aux=bytes(minima),
    )


def _q4ks_block(
    block: Sequence[float],
    elements: list[int],
    scales: list[int],
    minima: list[int],
    outer: list[int],
) -> None:
    groups = list(_blocks(block, _Q4KS_GROUP))
    if not all_finite(block):  # §9.4.1
        outer += [0x7E00, 0]
        scales += [0] * len(groups)
        minima += [0] * len(groups)
        elements += [0] * _Q4KS_BLOCK
        return
    steps, offsets = [], []
    for group in groups:
        low = min(group) if min(group) < 0.0 else 0.0  # a zero of either sign is +0, §9.4.2
        high = max(group) if max(group) > 0.0 else 0.0
        steps.append(divide(subtract(high, low), 15.0))
        offsets.append(-low)  # -0 where nothing is negative, §9.4.3
    d_code = _f16(divide(max(steps), 63.0))
    dmin_code = _f16(divide(max(offsets), 63.0))
    outer += [d_code, dmin_code]
    d, dmin = value(BINARY16, d_code), value(BINARY16, dmin_code)  # read back, §9.4.4
    for group, step, offset in zip(groups, steps, offsets):
        sc = 0 if d == 0.0 else nearest_clamped(divide(step, d), 0, 63)  # §9.4.5
        m = 0 if dmin == 0.0 else nearest_clamped(divide(offset, dmin), 0, 63)
        scales.append(sc)
        minima.append(m)
        scale, zero = multiply(d, float(sc)), multiply(dmin, float(m))  # §9.4.6
        if scale == 0.0:
            elements += [0] * _Q4KS_GROUP
        else:
            quotients = [divide(add(v, zero), scale) for v in group]
            elements += [nearest_clamped(quotient, 0, 15) for quotient in quotients]


# ----------------------------------------------------------------------------------------------
# I8S24 (§9.5)


def _i8s24(values: Sequence[float]) -> Planes:
    _demand_blocks(values, _I8S24_GROUP)
    data = bytearray()
    scales: list[int] = []
    slots: list[int] = []
    for group in _blocks(values, _I8S24_GROUP):
        survivors: list[float] = []
        for quad in _blocks(group, _I8S24_QUAD):
            kept = _two_largest(quad)
            slots += kept
            survivors += [quad[position] for position in kept]
        if not all_finite(survivors):  # §9.5.2
            scales.append(0x7E00)
            data += bytes(len(survivors))
            continue
        amax = _largest(survivors)
        # f16(1), or f16(amax / 127), or the smallest one where that is 0, §9.5.3
        code = 0x3C00 if amax == 0.0 else _f16(divide(amax, 127.0)) or 0x0001
        scales.append(code)
        scale = value(BINARY16, code)
        data += bytes(map(_s8, all_rounded([v / scale for v in survivors])))
    return Planes(data=bytes(data), scale0=bits.pack(scales, 16), aux=bits.pack(slots, 2))


def _two_largest(quad: Sequence[float]) -> list[int]:
    """The positions of the two largest magnitudes, ascending (§9.5.1)."""
    magnitudes = [math.inf if v != v else abs(v) for v in quad]
    # sorted is stable, so ties go to the lower position.
    return sorted(sorted(range(_I8S24_QUAD), key=lambda i: -magnitudes[i])[:2])


_ENCODERS: Mapping[str, Callable[[Sequence[float]], Planes]] = {
    "GRADE_MXFP4": lambda values: _mxfp4(values, Rule.FLOOR),
    "GRADE_MXFP4_RNE": lambda values: _mxfp4(values, Rule.RNE),
    "GRADE_NVF4": lambda values: _nvf4(values, toward_zero=False),
    "GRADE_NVF4_RTZ": lambda values: _nvf4(values, toward_zero=True),
    "GRADE_Q4KS": _q4ks,
    "GRADE_I8S24": _i8s24,
}
