"""The adapter protocol GCP 1 in one file: frames, the pieces of payloads, and the loop.

An adapter reads request frames on stdin and answers each on stdout. It hands `serve` a function for
each operation that it has; everything else is here. Standard library only, Python 3.9 or later.
"""

import json
import struct
import sys

ANSWERED, REFUSED, UNSUPPORTED, INTERNAL_ERROR = range(4)
HEADER = struct.Struct("<4sBBHII")  # magic, op, flags or outcome, 0, id, payload length
MAGIC = b"GCP1"
FLUSH = 1
MAX_PAYLOAD = 64 << 20


class Refused(Exception):
    """The specification says that this input has no answer; the text is the reason's name, where
    the operation has such."""


class Unreadable(Exception):
    """A payload that does not read as its pieces."""


class Request:
    """Takes pieces off the front of a payload. What cannot be read is an error, never a guess."""

    def __init__(self, payload):
        self._payload = payload
        self._at = 0

    def bytes(self, count):
        if count > len(self._payload) - self._at:
            raise Unreadable("the payload ends early")
        self._at += count
        return self._payload[self._at - count:self._at]

    def _unpack(self, layout, count=1):
        layout = struct.Struct("<%d%s" % (count, layout))
        return layout.unpack(self.bytes(layout.size))

    def u8(self):
        return self._unpack("B")[0]

    def u16(self):
        return self._unpack("H")[0]

    def u32(self):
        return self._unpack("I")[0]

    def u64(self):
        return self._unpack("Q")[0]

    def i16(self):
        return self._unpack("h")[0]

    def i64(self):
        return self._unpack("q")[0]

    def blob(self):
        return self.bytes(self.u32())

    def text(self):
        return self.blob().decode("utf-8")

    def shape(self):
        """A tuple of extents."""
        return self._unpack("q", self.u8())

    def planes(self):
        """data, scale0, scale1, aux"""
        return [self.blob() for _ in range(4)]

    def words(self):
        """A tuple of unsigned 32-bit integers."""
        return self._unpack("I", self.u32())

    def end(self):
        """To be called after the last piece, before anything is made of them."""
        if self._at != len(self._payload):
            raise Unreadable("the payload goes on behind its last piece")


class Reply:
    """Collects the pieces of a reply."""

    def __init__(self):
        self.payload = bytearray()

    def bytes(self, data):
        self.payload += data

    def _pack(self, layout, *values):
        self.payload += struct.pack("<%d%s" % (len(values), layout), *values)

    def u8(self, value):
        self._pack("B", value)

    def u16(self, value):
        self._pack("H", value)

    def u32(self, value):
        self._pack("I", value)

    def u64(self, value):
        self._pack("Q", value)

    def i16(self, value):
        self._pack("h", value)

    def i64(self, value):
        self._pack("q", value)

    def blob(self, data):
        self.u32(len(data))
        self.payload += data

    def text(self, text):
        self.blob(text.encode("utf-8"))

    def shape(self, extents):
        self.u8(len(extents))
        self._pack("q", *extents)

    def planes(self, planes):
        for plane in planes:
            self.blob(plane)

    def words(self, words):
        """Unsigned 32-bit integers; a negative i32 is given as `value & 0xFFFFFFFF`."""
        self.u32(len(words))
        self._pack("I", *words)


def _answer(hello, operations, op, payload):
    """The outcome and the payload of the reply to one request."""
    if op == 0:
        return ANSWERED, hello
    if op not in operations:
        return UNSUPPORTED, b""
    reply = Reply()
    try:
        operations[op](Request(payload), reply)
    except Refused as refusal:
        return REFUSED, str(refusal).encode("utf-8")
    except Exception as error:  # whatever goes wrong is this request's, not the process's
        return INTERNAL_ERROR, f"{type(error).__name__}: {error}".encode("utf-8", "replace")
    if len(reply.payload) > MAX_PAYLOAD:
        return INTERNAL_ERROR, b"the reply is longer than 64 MiB"
    return ANSWERED, reply.payload


def serve(name, version, language, operations, **details):
    """Serves stdin and stdout until the input ends.

    operations  {number: function(request, reply)}; HELLO declares exactly these. A function reads
                the pieces, calls request.end(), and writes the reply; it raises Refused, and any
                other exception is an internal error.
    details     further members of HELLO, e.g. runtime="CPython 3.11"
    """
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a print must not get among the frames
    hello = json.dumps({"protocol": 1, "spec": 1, "name": name, "version": version,
                        "language": language, "ops": sorted(operations), **details}).encode("utf-8")
    while header := source.read(HEADER.size):
        if len(header) < HEADER.size:
            sys.exit(f"{name}: the input ends inside a header")
        magic, op, flags, zero, request_id, length = HEADER.unpack(header)
        if magic != MAGIC or zero != 0 or length > MAX_PAYLOAD:
            sys.exit(f"{name}: what came is no request: {header.hex()}")
        payload = source.read(length)
        if len(payload) < length:
            sys.exit(f"{name}: the input ends inside a payload")
        outcome, reply = _answer(hello, operations, op, payload)
        sink.write(HEADER.pack(MAGIC, op, outcome, 0, request_id, len(reply)))
        sink.write(reply)
        if flags & FLUSH:
            sink.flush()
    sink.flush()
