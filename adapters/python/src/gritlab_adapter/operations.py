"""What each operation reads, asks of gritlab and answers (docs/PROTOCOL.md, Operations)."""

from __future__ import annotations

import json
import platform
import struct
from collections.abc import Mapping
from typing import Callable

import gritlab
from gritlab import codes, encode, explain, formats, grades
from gritlab.binary32 import from_bits, values_from_words, words_from_values
from gritlab.check import Verdict
from gritlab.decode import sizes_for_decode, values
from gritlab.errors import Refused
from gritlab.exponents import Rule, exponent
from gritlab.relayout import Role, carry_out, plan
from gritlab.sizes import MAX_ELEMENTS
from gritlab.transposing import Permuted
from gritlab.view_decode import logical_values
from gritlab.views import View, judge

from . import pieces
from .frames import MAX_PAYLOAD
from .pieces import Reader, Unreadable

_NO_PLANE = 255
_REFUSED_CODE = 0xFFFFFFFF


class TooLong(Exception):
    """The answer would exceed the largest payload."""


def _demand_room(size: int) -> None:
    """Before an answer is computed: whether its bytes fit into a payload."""
    if size > MAX_PAYLOAD:
        raise TooLong(f"an answer of {size} bytes exceeds a payload of {MAX_PAYLOAD}")


def _demand_room_for_words(count: int) -> None:
    _demand_room(4 + 4 * count)


def _hello(reader: Reader) -> bytes:
    try:
        asked = json.loads(reader.rest())
    except ValueError as error:
        raise Unreadable(f"HELLO is no JSON: {error}") from None
    if not isinstance(asked, dict):
        raise Unreadable("HELLO is no JSON object")
    reply = {
        "name": "gritlab",
        "version": gritlab.__version__,
        "language": "Python",
        "protocol": 1,
        "spec": 1,
        "ops": [op for op in sorted(OPERATIONS) if op != 0],
        "runtime": f"{platform.python_implementation()} {platform.python_version()}",
    }
    return json.dumps(reply).encode()


def _read_check(reader: Reader, extra_grade: bool) -> bytes:
    level = reader.u8()
    descriptor = reader.blob()
    shape = reader.shape()
    plane_bytes = reader.i64s(4)
    given = reader.u8()
    if given & ~3:
        raise Unreadable(f"what is given is {given}: bit 0 planes, bit 1 digest, no other")
    planes = reader.planes() if given & 1 else None
    digest = reader.hash() if given & 2 else None
    more = [reader.text()] if extra_grade else []
    reader.end()
    if planes is not None and [len(plane) for plane in planes] != list(plane_bytes):
        raise Unreadable("the planes are not as long as the plane bytes say (spec §5.0.6)")
    return _verdict(gritlab.check(descriptor, shape, plane_bytes, level, planes, digest, more))


def _verdict(verdict: Verdict) -> bytes:
    return bytes((verdict.status, _NO_PLANE if verdict.plane is None else verdict.plane))


def _check(reader: Reader) -> bytes:
    return _read_check(reader, extra_grade=False)


def _grade(reader: Reader) -> bytes:
    text = reader.text()
    reader.end()
    grade = grades.parse(text)
    return pieces.text(grade.canonical) + pieces.u64(grade.id) + pieces.text(grade.projection)


def _descriptor(reader: Reader) -> bytes:
    text = reader.text()
    axis, note = reader.i16(), reader.u32()
    data, scale, meta = reader.u64(), reader.u64(), reader.u64()
    reader.end()
    return gritlab.describe(grades.parse(text), axis, note, data, scale, meta).to_bytes()


def _sizes(reader: Reader) -> bytes:
    descriptor, shape = reader.descriptor(), reader.shape()
    reader.end()
    sizes = gritlab.sizes_of(descriptor, shape)
    if max(sizes) > MAX_ELEMENTS:
        raise Refused("a size exceeds 2^63 - 1, the largest that a reply can say")
    return struct.pack("<8q", *sizes)


def _gid(reader: Reader) -> bytes:
    descriptor, text, shape = reader.take(64), reader.text(), reader.shape()
    reader.end()
    gid = gritlab.gid(descriptor, text, shape)
    return gid + pieces.text(gritlab.print_gid(gid))


def _gid_parse(reader: Reader) -> bytes:
    text = reader.text()
    reader.end()
    return gritlab.parse_gid(text)


def _digest(reader: Reader) -> bytes:
    planes = reader.planes()
    reader.end()
    return gritlab.digest(planes)


def _format_decode(reader: Reader) -> bytes:
    word, asked = reader.u16(), reader.words()
    reader.end()
    return pieces.words(formats.decode_all(word, asked))


def _format_encode(reader: Reader) -> bytes:
    word, asked = reader.u16(), reader.words()
    reader.end()
    if word not in formats.TOKENS:  # as a whole, also without any value
        raise Refused(f"format word 0x{word:04X} is not registered (spec §1.4.1)")
    encoded: list[int | None] = [formats.encode(word, from_bits(bits)) for bits in asked]
    return pieces.words([_REFUSED_CODE if code is None else code for code in encoded])


def _exponent(reader: Reader) -> bytes:
    number, asked = reader.u8(), reader.words()
    reader.end()
    try:
        rule = Rule(number)
    except ValueError:
        raise Unreadable(f"{number} is no rule of EXPONENT: 0 floor, 1 ceil, 2 rne") from None
    return pieces.signed_words([exponent(rule, from_bits(bits)) for bits in asked])


def _decode(reader: Reader) -> bytes:
    name, count, planes = reader.text(), reader.i64(), reader.planes()
    reader.end()
    entry = gritlab.find(name)
    sizes = sizes_for_decode(entry, count, planes)
    _demand_room_for_words(sizes.n)
    unpacked = codes.unpack(entry.descriptor, sizes, planes)
    return pieces.words(words_from_values(values(entry.descriptor, sizes, unpacked)))


def _encode(reader: Reader) -> bytes:
    name, asked = reader.text(), reader.words()
    reader.end()
    return pieces.planes(encode(name, values_from_words(asked)))


def _equivalent(reader: Reader) -> bytes:
    a, b, scope = reader.text(), reader.text(), reader.u8()
    reader.end()
    return bytes((gritlab.equivalent(a, b, scope),))


def _check_grade(reader: Reader) -> bytes:
    return _read_check(reader, extra_grade=True)


def _read_view(reader: Reader) -> View:
    return View(reader.descriptor(), reader.text(), reader.shape(), reader.planes())


def _decode_view(reader: Reader) -> bytes:
    view = _read_view(reader)
    reader.end()
    judged = judge(view, decodes=True)
    _demand_room_for_words(judged.sizes.n)
    return pieces.words(words_from_values(logical_values(judged)))


def _slice(reader: Reader) -> bytes:
    view = _read_view(reader)
    axis, begin, end = reader.u8(), reader.i64(), reader.i64()
    reader.end()
    shape, planes = gritlab.slice_view(view, axis, begin, end)
    return pieces.shape(shape) + pieces.planes(planes)


def _permute(reader: Reader, operation: Callable[[View, bytes, int], Permuted]) -> bytes:
    view = _read_view(reader)
    perm, group_axis = reader.take(len(view.shape)), reader.u8()
    reader.end()
    descriptor, shape, planes = operation(view, perm, group_axis)
    return descriptor.to_bytes() + pieces.shape(shape) + pieces.planes(planes)


def _transpose(reader: Reader) -> bytes:
    return _permute(reader, gritlab.transpose)


def _requantize(reader: Reader) -> bytes:
    return _permute(reader, gritlab.requantize)


def _relayout(reader: Reader) -> bytes:
    view = _read_view(reader)
    number, placement = reader.u8(), reader.u64()
    reader.end()
    try:
        role = Role(number)
    except ValueError:
        raise Unreadable(f"{number} is no role: 0 data, 1 scale, 2 meta") from None
    planned = plan(view, role, placement)
    _demand_room(64 + 4 * 4 + sum(planned.plane_bytes))  # padding may make much of little
    descriptor, planes = carry_out(planned)
    return descriptor.to_bytes() + pieces.planes(planes)


def _explain(reader: Reader) -> bytes:
    a, b = reader.descriptor(), reader.descriptor()
    reader.end()
    return pieces.texts(difference.field for difference in explain(a, b))


OPERATIONS: Mapping[int, Callable[[Reader], bytes]] = {
    0: _hello,
    1: _check,
    2: _grade,
    3: _descriptor,
    4: _sizes,
    5: _gid,
    6: _gid_parse,
    7: _digest,
    8: _format_decode,
    9: _format_encode,
    10: _exponent,
    11: _decode,
    12: _encode,
    13: _equivalent,
    14: _explain,
    20: _check_grade,
    21: _decode_view,
    22: _slice,
    23: _transpose,
    24: _requantize,
    25: _relayout,
}
