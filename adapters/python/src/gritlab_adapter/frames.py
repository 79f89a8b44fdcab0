"""GCP 1 frames: a header of 16 bytes and a payload (docs/PROTOCOL.md, Frames)."""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import BinaryIO, NamedTuple

MAGIC = b"GCP1"
MAX_PAYLOAD = 64 * 1024 * 1024

_FLUSH = 0x01
_HEADER = struct.Struct("<4sBBHII")


class Outcome(IntEnum):
    ANSWERED = 0
    REFUSED = 1
    UNSUPPORTED = 2
    INTERNAL_ERROR = 3


class Request(NamedTuple):
    op: int
    flush: bool
    id: int
    payload: bytes


class BadFrame(Exception):
    """The input is no request, so nothing behind it can be read either."""


def read_request(stream: BinaryIO) -> Request | None:
    """The next request, or None at the end of input."""
    header = stream.read(_HEADER.size)
    if not header:
        return None
    if len(header) != _HEADER.size:
        raise BadFrame("input ends inside a frame's header")
    magic, op, flags, reserved, request_id, length = _HEADER.unpack(header)
    if magic != MAGIC:
        raise BadFrame(f"a frame begins with {magic!r} instead of {MAGIC!r}")
    if flags & ~_FLUSH or reserved:
        raise BadFrame(f"request {request_id} has a reserved header field that is not 0")
    if length > MAX_PAYLOAD:
        raise BadFrame(f"request {request_id} has {length} payload bytes, above {MAX_PAYLOAD}")
    payload = stream.read(length)
    if len(payload) != length:
        raise BadFrame("input ends inside a frame's payload")
    return Request(op, bool(flags & _FLUSH), request_id, payload)


def reply_frame(request: Request, outcome: Outcome, payload: bytes) -> bytes:
    return _HEADER.pack(MAGIC, request.op, outcome, 0, request.id, len(payload)) + payload
