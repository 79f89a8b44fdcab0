"""The pieces that payloads are made of (docs/PROTOCOL.md, Pieces)."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

from gritlab import Descriptor, Planes

_U32 = struct.Struct("<I")


class Unreadable(Exception):
    """The payload does not read as its operation's pieces."""


class Reader:
    """Takes pieces off the front of a payload; Unreadable where one does not fit."""

    def __init__(self, payload: bytes) -> None:
        self._payload = payload
        self._at = 0

    def take(self, count: int) -> bytes:
        end = self._at + count
        if end > len(self._payload):
            raise Unreadable("the payload ends early")
        piece = self._payload[self._at : end]
        self._at = end
        return piece

    def rest(self) -> bytes:
        return self.take(len(self._payload) - self._at)

    def end(self) -> None:
        if self._at != len(self._payload):
            raise Unreadable(f"{len(self._payload) - self._at} bytes stand behind the last piece")

    def u8(self) -> int:
        return self.take(1)[0]

    def u16(self) -> int:
        return int.from_bytes(self.take(2), "little")

    def u32(self) -> int:
        return int.from_bytes(self.take(4), "little")

    def u64(self) -> int:
        return int.from_bytes(self.take(8), "little")

    def i16(self) -> int:
        return int.from_bytes(self.take(2), "little", signed=True)

    def i64(self) -> int:
        return int.from_bytes(self.take(8), "little", signed=True)

    def i64s(self, count: int) -> tuple[int, ...]:
        return struct.unpack(f"<{count}q", self.take(8 * count))

    def blob(self) -> bytes:
        return self.take(self.u32())

    def text(self) -> str:
        try:
            return self.blob().decode("utf-8")
        except UnicodeDecodeError as error:
            raise Unreadable(f"a text is no UTF-8: {error}") from None

    def shape(self) -> tuple[int, ...]:
        return self.i64s(self.u8())

    def planes(self) -> Planes:
        return Planes(self.blob(), self.blob(), self.blob(), self.blob())

    def words(self) -> list[int]:
        count = self.u32()
        return list(struct.unpack(f"<{count}I", self.take(4 * count)))

    def descriptor(self) -> Descriptor:
        return Descriptor.from_bytes(self.take(64))

    def hash(self) -> bytes:
        return self.take(16)


def u32(value: int) -> bytes:
    return _U32.pack(value)


def u64(value: int) -> bytes:
    return value.to_bytes(8, "little")


def blob(data: bytes) -> bytes:
    return _U32.pack(len(data)) + data


def text(value: str) -> bytes:
    return blob(value.encode())


def shape(extents: Sequence[int]) -> bytes:
    return struct.pack(f"<B{len(extents)}q", len(extents), *extents)


def planes(value: Planes) -> bytes:
    return b"".join(map(blob, value))


def words(values: Sequence[int]) -> bytes:
    return struct.pack(f"<I{len(values)}I", len(values), *values)


def signed_words(values: Sequence[int]) -> bytes:
    return struct.pack(f"<I{len(values)}i", len(values), *values)


def texts(values: Iterable[str]) -> bytes:
    written = [text(value) for value in values]
    return _U32.pack(len(written)) + b"".join(written)
