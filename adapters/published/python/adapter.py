"""GCP 1 adapter over the published Python package grit-datatype 1.1.0.

Reads request frames on stdin and writes reply frames on stdout (docs/PROTOCOL.md). Only public
names of the package are called, and nothing is added to what they answer:

  1 CHECK          grit_check_status: status, and the plane of its detail
  2 GRADE          canonicalize, grade_id_of its answer, decode_projection of the text as it came
  3 DESCRIPTOR     desc_from_grade_string, given the text as it came, then GritDesc.pack
  4 SIZES          expected_plane_bytes of GritDesc.unpack
  5 GID            gid_of and crockford32
  6 GID_PARSE      crockford32_decode
  7 DIGEST         digest_of
  8 FORMAT_DECODE  fmt_decode, rendered by numeric.f32_bits
  9 FORMAT_ENCODE  fmt_encode_rne with its default saturation
 10 EXPONENT       shared_exp2_exponent
 11 DECODE         decode_bits, which the package calls its authoritative comparison form
 12 ENCODE         encode
 13 EQUIVALENT     equivalent; a scope other than decode and full is passed on as an unknown name
 14 EXPLAIN        explain: the first column of its table is the list of field names

The general tier (ops 20 to 25) is not offered: the package has no function that decodes, slices,
transposes or requantises an arbitrary grade, and its relayout moves no byte.

An exception that the package's own code raises with a `raise` statement is a refusal. One that
Python raises while the package runs (index, key, arithmetic, unpacking, struct, memory) is an
internal error, and its text is kept. So is an answer of the package that the reply has no room for:
a size above 2^63 - 1, which the specification refuses and the package does not.

Each reply is written at once, so that after a death the first unanswered request is the culprit.
"""

import json
import linecache
import os
import platform
import struct
import sys

import grit
from grit.numeric import f32_bits

MAGIC = b"GCP1"
HEADER = struct.Struct("<4sBBHII")
MAX_PAYLOAD = 64 << 20
ANSWERED, REFUSED, UNSUPPORTED, INTERNAL_ERROR = range(4)

NO_PLANE = 255
REFUSED_CODE = 0xFFFFFFFF
EXPONENT_RULES = ("exp2floormaxabs", "exp2ceilmaxabs", "exp2rnemaxabs")
SCOPES = ("decode", "full")
INT64_MAX = (1 << 63) - 1

PACKAGE_FOLDER = os.path.join(os.path.dirname(os.path.abspath(grit.__file__)), "")


class Unreadable(Exception):
    """The payload is not what the protocol says it is."""


class Unrepresentable(Exception):
    """The package answered with a number that the reply has no room for."""


class Payload:
    """A cursor over one request payload; every method consumes what it returns."""

    def __init__(self, data):
        self._data = data
        self._at = 0

    def raw(self, size):
        if size > len(self._data) - self._at:
            raise Unreadable("payload ends inside a field")
        self._at += size
        return self._data[self._at - size:self._at]

    def number(self, code):
        return struct.unpack("<" + code, self.raw(struct.calcsize("<" + code)))[0]

    def blob(self):
        return self.raw(self.number("I"))

    def text(self):
        try:
            return self.blob().decode("utf-8")
        except UnicodeDecodeError as error:
            raise Unreadable("text is not UTF-8") from error

    def shape(self):
        return tuple(self.number("q") for _ in range(self.number("B")))

    def planes(self):
        return [self.blob() for _ in range(4)]

    def words(self):
        count = self.number("I")
        return struct.unpack("<%dI" % count, self.raw(4 * count))

    def floats(self):
        count = self.number("I")
        return struct.unpack("<%df" % count, self.raw(4 * count))

    def rest(self):
        return self.raw(len(self._data) - self._at)

    def end(self):
        if self._at != len(self._data):
            raise Unreadable("payload has %d surplus bytes" % (len(self._data) - self._at))


def blob(data):
    return struct.pack("<I", len(data)) + data


def text(value):
    return blob(value.encode("utf-8"))


def words(values, code="I"):
    return struct.pack("<I%d%s" % (len(values), code), len(values), *values)


def hello(request):
    try:
        json.loads(request.rest())
    except ValueError as error:
        raise Unreadable("HELLO is not JSON") from error
    return json.dumps({
        "name": "published-python",
        "version": grit.__version__,
        "language": "Python",
        "protocol": 1,
        "spec": grit.SPEC_VERSION,
        "ops": sorted(op for op in HANDLERS if op != 0),
        "package": "grit-datatype",
        "runtime": "%s %s" % (platform.python_implementation(), platform.python_version()),
    }).encode("utf-8")


def check(request):
    level = request.number("B")
    desc = request.blob()
    shape = request.shape()
    plane_bytes = [request.number("q") for _ in range(4)]
    present = request.number("B")
    if present > 3:
        raise Unreadable("unknown CHECK bits 0x%02x" % present)
    planes = request.planes() if present & 1 else None
    digest = request.raw(16) if present & 2 else None
    request.end()
    if planes is not None and [len(plane) for plane in planes] != plane_bytes:
        raise Unreadable("planes are not as long as their plane bytes say")
    result = grit.grit_check_status(desc, shape=shape, plane_bytes=plane_bytes, level=level,
                                    expected_digest=digest, planes=planes)
    plane = result.detail.plane
    return bytes([result.status, NO_PLANE if plane is None else plane])


def grade(request):
    spelling = request.text()
    request.end()
    canonical = grit.canonicalize(spelling)
    return (text(canonical) + struct.pack("<Q", grit.grade_id_of(canonical))
            + text(grit.decode_projection(spelling)))


def descriptor(request):
    spelling = request.text()
    axis, note = request.number("h"), request.number("I")
    data, scale, meta = (request.number("Q") for _ in range(3))
    request.end()
    return grit.desc_from_grade_string(spelling, group_axis=axis, note=note, placement_data=data,
                                       placement_scale=scale, placement_meta=meta).pack()


def sizes(request):
    desc, shape = request.raw(64), request.shape()
    request.end()
    answer = grit.expected_plane_bytes(grit.GritDesc.unpack(desc), shape)
    numbers = [answer["numel"], answer["nnz"], answer["n_groups0"], answer["n_groups1"],
               *answer["bytes"]]
    if max(numbers) > INT64_MAX:
        raise Unrepresentable("the answer does not fit in i64: %s" % numbers)
    return struct.pack("<8q", *numbers)


def gid(request):
    desc, canonical, shape = request.raw(64), request.text(), request.shape()
    request.end()
    value = grit.gid_of(desc, canonical, shape)
    return value + text(grit.crockford32(value))


def gid_parse(request):
    printed = request.text()
    request.end()
    return grit.crockford32_decode(printed)


def digest(request):
    planes = request.planes()
    request.end()
    return grit.digest_of(planes)


def format_decode(request):
    word, codes = request.number("H"), request.words()
    request.end()
    return words([f32_bits(grit.fmt_decode(word, code)) for code in codes])


def format_encode(request):
    word, values = request.number("H"), request.floats()
    request.end()
    codes = []
    for value in values:
        try:
            codes.append(grit.fmt_encode_rne(word, value))
        except Exception as error:
            if not raised_on_purpose(error):
                raise
            codes.append(REFUSED_CODE)
    return words(codes)


def exponent(request):
    rule, values = request.number("B"), request.floats()
    request.end()
    if rule >= len(EXPONENT_RULES):
        raise Unreadable("unknown rule %d" % rule)
    name = EXPONENT_RULES[rule]
    return words([grit.shared_exp2_exponent(value, name) for value in values], "i")


def decode(request):
    name, numel, planes = request.text(), request.number("q"), request.planes()
    request.end()
    return words([int(bits, 16) for bits in grit.decode_bits(name, planes, numel)])


def encode(request):
    name, values = request.text(), request.floats()
    request.end()
    return b"".join(blob(bytes(plane)) for plane in grit.encode(name, values))


def equivalent(request):
    first, second, scope = request.text(), request.text(), request.number("B")
    request.end()
    name = SCOPES[scope] if scope < len(SCOPES) else "scope %d" % scope
    return bytes([grit.equivalent(first, second, name)])


def explain(request):
    first, second = (grit.GritDesc.unpack(request.raw(64)) for _ in range(2))
    request.end()
    lines = grit.explain(first, second).split("\n")[1:]  # the first line is the table's head
    names = [line.split()[0] for line in lines if not line.startswith("(")]
    return struct.pack("<I", len(names)) + b"".join(text(name) for name in names)


HANDLERS = {
    0: hello, 1: check, 2: grade, 3: descriptor, 4: sizes, 5: gid, 6: gid_parse, 7: digest,
    8: format_decode, 9: format_encode, 10: exponent, 11: decode, 12: encode, 13: equivalent,
    14: explain,
}


def raised_on_purpose(error):
    """Whether the innermost frame is a `raise` statement of the package."""
    trace = error.__traceback__
    if trace is None:
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    filename = os.path.abspath(trace.tb_frame.f_code.co_filename)
    statement = linecache.getline(filename, trace.tb_lineno).strip()
    return filename.startswith(PACKAGE_FOLDER) and statement.startswith("raise ")


def answer(op, payload):
    """Returns (outcome, reply payload) of one request."""
    handler = HANDLERS.get(op)
    if handler is None:
        return UNSUPPORTED, b""
    try:
        reply = handler(Payload(payload))
        if len(reply) > MAX_PAYLOAD:
            return INTERNAL_ERROR, b"the reply is above 64 MiB"
        return ANSWERED, reply
    except Exception as error:  # whatever the package raises has to become a reply
        if raised_on_purpose(error):
            return REFUSED, b""
        kind = type(error)
        prefix = "" if kind.__module__ in ("builtins", __name__) else kind.__module__ + "."
        message = "%s%s: %s" % (prefix, kind.__name__, error)
        return INTERNAL_ERROR, message.encode("utf-8", "backslashreplace")


def give_up(problem):
    """Says why the input cannot be read on; returns the exit code."""
    print("adapter: " + problem, file=sys.stderr)
    return 2


def main():
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while True:
        header = source.read(HEADER.size)
        if not header:
            return 0
        if len(header) < HEADER.size:
            return give_up("input ends inside a frame header")
        magic, op, _, reserved, request_id, size = HEADER.unpack(header)
        if magic != MAGIC or reserved != 0 or size > MAX_PAYLOAD:
            return give_up("not a GCP 1 request: %s" % header.hex())
        payload = source.read(size)
        if len(payload) < size:
            return give_up("input ends inside a payload")
        outcome, reply = answer(op, payload)
        sink.write(HEADER.pack(MAGIC, op, outcome, 0, request_id, len(reply)) + reply)
        sink.flush()


if __name__ == "__main__":
    sys.exit(main())
