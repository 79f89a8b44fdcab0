"""The four planes of an array, always in the same order (spec §0.4)."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Plane(IntEnum):
    """The number of a plane (§5.6.1)."""

    DATA = 0
    SCALE0 = 1
    SCALE1 = 2
    AUX = 3


class Planes(NamedTuple):
    """Plane buffers. A plane that an array does not have has no bytes."""

    data: bytes = b""
    scale0: bytes = b""
    scale1: bytes = b""
    aux: bytes = b""
