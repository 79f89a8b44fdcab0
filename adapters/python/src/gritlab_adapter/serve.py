"""Answers requests one after the other until the input ends."""

from __future__ import annotations

import sys
from typing import BinaryIO

from gritlab.errors import Refused, ViewRefused

from .frames import MAX_PAYLOAD, BadFrame, Outcome, Request, read_request, reply_frame
from .operations import OPERATIONS, TooLong
from .pieces import Reader, Unreadable

_READ_BUFFER = 1 << 20
_WRITE_BUFFER = 1 << 20


def answer(op: int, payload: bytes) -> tuple[Outcome, bytes]:
    """The outcome and payload of the reply to a request. Keeps no state."""
    operation = OPERATIONS.get(op)
    if operation is None:
        return Outcome.UNSUPPORTED, b""
    try:
        reply = operation(Reader(payload))
    except ViewRefused as refusal:
        return Outcome.REFUSED, refusal.reason.value.encode()
    except Refused:
        return Outcome.REFUSED, b""
    except (Unreadable, TooLong) as error:
        return Outcome.INTERNAL_ERROR, str(error).encode()
    except Exception as error:  # a mistake of ours is one request's error, not the end of all
        return Outcome.INTERNAL_ERROR, f"{type(error).__name__}: {error}".encode()
    if len(reply) > MAX_PAYLOAD:
        return Outcome.INTERNAL_ERROR, f"an answer of {len(reply)} bytes is too long".encode()
    return Outcome.ANSWERED, reply


def serve(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Replies to every request in order; BadFrame where the input is none."""
    held: list[bytes] = []
    held_bytes = 0

    def write_out() -> None:
        nonlocal held_bytes
        stdout.write(b"".join(held))
        stdout.flush()
        held.clear()
        held_bytes = 0

    try:
        while True:
            request = read_request(stdin)
            if request is None:
                return
            frame = _reply(request)
            held.append(frame)
            held_bytes += len(frame)
            if request.flush or held_bytes >= _WRITE_BUFFER:
                write_out()
    finally:
        write_out()


def _reply(request: Request) -> bytes:
    outcome, payload = answer(request.op, request.payload)
    return reply_frame(request, outcome, payload)


def main() -> int:
    try:
        with (
            open(0, "rb", buffering=_READ_BUFFER, closefd=False) as stdin,
            open(1, "wb", closefd=False) as stdout,
        ):
            serve(stdin, stdout)
    except BadFrame as error:
        print(f"gritlab adapter: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader is gone; nobody is left to answer
        return 1
    return 0
