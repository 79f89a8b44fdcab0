"""decode and encode of the registered grades (spec §8, §9) in exact rational arithmetic.

Every binary32 operation is an exact rational one, rounded once by the format oracle. It judges the
positive entries of core.json: two packages that agree are not enough where both could be wrong.
"""

from fractions import Fraction

import oracle
from oracle import INFINITY, NAN, SIGN

E2M1, E4M3, E8M0 = (oracle.Format(token) for token in ("e2m1", "e4m3", "e8m0"))
HALF, S8 = oracle.Format("binary16"), oracle.Format("s8")
ONE = 0x3F800000


def number(value):
    return oracle.binary32_bits(Fraction(value))


def is_finite(bits):
    return bits & ~SIGN < INFINITY


def multiply(a, b):
    if oracle.is_nan(a) or oracle.is_nan(b):
        return NAN
    sign, zero = (a ^ b) & SIGN, not a & ~SIGN or not b & ~SIGN
    if oracle.is_infinite(a) or oracle.is_infinite(b):
        return NAN if zero else sign | INFINITY
    return sign | oracle.binary32_bits(abs(oracle.binary32_value(a) * oracle.binary32_value(b)))


def divide(a, b):
    """By a finite b that is not zero; a is no NaN."""
    sign = (a ^ b) & SIGN
    if oracle.is_infinite(a):
        return sign | INFINITY
    return sign | oracle.binary32_bits(abs(oracle.binary32_value(a) / oracle.binary32_value(b)))


def add(a, b):
    if oracle.is_nan(a) or oracle.is_nan(b):
        return NAN
    if oracle.is_infinite(a) or oracle.is_infinite(b):
        if oracle.is_infinite(a) and oracle.is_infinite(b) and a != b:
            return NAN
        return a if oracle.is_infinite(a) else b
    total = oracle.binary32_value(a) + oracle.binary32_value(b)
    return oracle.binary32_bits(total) if total else a & b & SIGN


def subtract(a, b):
    return add(a, b if oracle.is_nan(b) else b ^ SIGN)


def nibbles(plane):
    return [code for byte in plane for code in (byte & 15, byte >> 4)]


def halves(plane):
    return [int.from_bytes(plane[i:i + 2], "little") for i in range(0, len(plane), 2)]


def _decode(form, code):
    return oracle.decode(form.word, code)


def decode(grade, planes):
    data, scale0, scale1, aux = planes
    if grade.startswith("GRADE_MXFP4"):
        scales = [_decode(E8M0, code) for code in scale0]
        return [_scaled(scales[i // 32], _decode(E2M1, code))
                for i, code in enumerate(nibbles(data))]
    if grade.startswith("GRADE_NVF4"):
        tensor = oracle.decode(oracle.REGISTERED["binary32"], int.from_bytes(scale1, "little"))
        scales = [multiply(tensor, _decode(E4M3, code)) for code in scale0]
        return [_scaled(scales[i // 16], _decode(E2M1, code))
                for i, code in enumerate(nibbles(data))]
    if grade == "GRADE_Q4KS":
        pairs = [_decode(HALF, code) for code in halves(scale1)]
        out = []
        for i, code in enumerate(nibbles(data)):
            g = i // 32
            scale = multiply(pairs[2 * (g // 8)], number(scale0[g] & 63))
            offset = multiply(pairs[2 * (g // 8) + 1], number(aux[g] & 63))
            poisoned = oracle.is_nan(scale) or oracle.is_nan(offset)
            out.append(NAN if poisoned else subtract(multiply(scale, number(code)), offset))
        return out
    scales = [_decode(HALF, code) for code in halves(scale0)]
    indices = [(byte >> shift) & 3 for byte in aux for shift in (0, 2, 4, 6)]
    out, stored = [], iter(data)
    for quad in range(len(indices) // 2):
        named = set(indices[2 * quad:2 * quad + 2])
        for position in range(4):
            scale = scales[len(out) // 32]
            out.append(_scaled(scale, _decode(S8, next(stored))) if position in named else 0)
    return out


def _scaled(scale, element):
    return NAN if oracle.is_nan(scale) else multiply(scale, element)


def _blocks(values, size):
    return [values[i:i + size] for i in range(0, len(values), size)]


def _magnitude(values):
    return max((bits & ~SIGN for bits in values), default=0)


def _pack_nibbles(codes):
    return bytes(low | (high << 4) for low, high in _blocks(codes, 2))


def _pack_halves(codes):
    return b"".join(code.to_bytes(2, "little") for code in codes)


def encode(grade, values):
    if grade.startswith("GRADE_MXFP4"):
        return _encode_mxfp4(values, "rne" if grade.endswith("_RNE") else "floor")
    if grade.startswith("GRADE_NVF4"):
        return _encode_nvf4(values, _toward_zero if grade.endswith("_RTZ") else E2M1.encode)
    return _encode_q4ks(values) if grade == "GRADE_Q4KS" else _encode_i8s24(values)


def _encode_mxfp4(values, rule):
    codes, scales = [], []
    for block in _blocks(values, 32):
        amax = _magnitude(block)
        if not is_finite(amax):
            scales.append(0xFF)
            codes += [0] * 32
            continue
        x = 0 if amax == 0 else min(max(oracle.exponent(rule, amax) - 2, -127), 127)
        scales.append(x + 127)
        codes += [E2M1.encode(divide(v, oracle.binary32_bits(oracle.power(x)))) for v in block]
    return [_pack_nibbles(codes), bytes(scales), b"", b""]


def _toward_zero(bits):
    magnitude = oracle.binary32_value(bits & ~SIGN)
    code = max(code for step, code in E2M1.ladder if step <= magnitude)
    return code | (8 if bits & SIGN else 0)


def _encode_nvf4(values, element_code):
    amax = _magnitude([v for v in values if is_finite(v)])
    tensor = (divide(divide(amax, number(6)), number(448)) or 1) if amax else ONE
    codes, scales = [], []
    for block in _blocks(values, 16):
        block_amax = _magnitude(block)
        if not is_finite(block_amax):
            scales.append(0x7F)
            codes += [0] * 16
            continue
        ratio = divide(divide(block_amax, number(6)), tensor) if block_amax else ONE
        scales.append(E4M3.encode(ratio))
        scale = multiply(tensor, _decode(E4M3, scales[-1]))
        codes += [element_code(divide(v, scale)) if scale else (v >> 31) << 3 for v in block]
    return [_pack_nibbles(codes), bytes(scales), tensor.to_bytes(4, "little"), b""]


def _clamped_integer(bits, largest):
    if oracle.is_infinite(bits):
        return 0 if bits & SIGN else largest
    return min(max(oracle.round_half_even(oracle.binary32_value(bits)), 0), largest)


def _finite_half(bits):
    return 0x7BFF if bits == INFINITY else HALF.encode(bits)


def _encode_q4ks(values):
    codes, sub_scales, sub_offsets, supers = [], [], [], []
    for block in _blocks(values, 256):
        if not is_finite(_magnitude(block)):
            supers += [0x7E00, 0]
            sub_scales += [0] * 8
            sub_offsets += [0] * 8
            codes += [0] * 256
            continue
        groups = _blocks(block, 32)
        lows = [max((v for v in group if v & SIGN), default=0) for group in groups]
        lows = [low if low & ~SIGN else 0 for low in lows]
        highs = [max((v for v in group if not v & SIGN), default=0) for group in groups]
        steps = [divide(subtract(high, low), number(15)) for high, low in zip(highs, lows)]
        offsets = [low ^ SIGN for low in lows]
        top_offset = max((offset for offset in offsets if not offset & SIGN), default=SIGN)
        supers += [_finite_half(divide(max(steps), number(63))),
                   _finite_half(divide(top_offset, number(63)))]
        d, dmin = (_decode(HALF, code) for code in supers[-2:])
        for group, step, offset in zip(groups, steps, offsets):
            sc = _clamped_integer(divide(step, d), 63) if d & ~SIGN else 0
            m = _clamped_integer(divide(offset, dmin), 63) if dmin & ~SIGN else 0
            scale, shift = multiply(d, number(sc)), multiply(dmin, number(m))
            sub_scales.append(sc)
            sub_offsets.append(m)
            codes += [_clamped_integer(divide(add(v, shift), scale), 15) if scale & ~SIGN else 0
                      for v in group]
    return [_pack_nibbles(codes), bytes(sub_scales), _pack_halves(supers), bytes(sub_offsets)]


def _encode_i8s24(values):
    codes, scales, indices = [], [], []
    for group in _blocks(values, 32):
        kept = []
        for quad in _blocks(group, 4):
            ranks = [min(v & ~SIGN, INFINITY) for v in quad]
            order = sorted(range(4), key=lambda position: (-ranks[position], position))
            named = sorted(order[:2])
            indices += named
            kept += [quad[position] for position in named]
        amax = _magnitude(kept)
        if not is_finite(amax):
            scales.append(0x7E00)
            codes += [0] * len(kept)
            continue
        scales.append((HALF.encode(divide(amax, number(127))) or 1) if amax else HALF.encode(ONE))
        scale = _decode(HALF, scales[-1])
        codes += [S8.encode(divide(v, scale)) for v in kept]
    meta = bytes(a | (b << 2) | (c << 4) | (d << 6) for a, b, c, d in _blocks(indices, 4))
    return [bytes(codes), _pack_halves(scales), b"", meta]
