"""Plane order: lines along the group axis, one after the other (spec §11.3)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple


class PlaneOrder(NamedTuple):
    """The order of a shape's elements in all four planes. The group axis is one of its axes."""

    shape: tuple[int, ...]
    group_axis: int

    @property
    def extent(self) -> int:
        """Elements of a line."""
        return self.shape[self.group_axis]

    @property
    def other_axes(self) -> list[int]:
        return [axis for axis in range(len(self.shape)) if axis != self.group_axis]

    @property
    def lines(self) -> int:
        """R, exact: it may be beyond any machine word where the array is empty (§11.2.5)."""
        return prod(self.shape[axis] for axis in self.other_axes)

    @property
    def is_empty(self) -> bool:
        return 0 in self.shape

    def line_strides(self) -> dict[int, int]:
        """By other axis: how far apart the lines of neighbouring coordinates are (§11.3.1)."""
        strides, stride = {}, 1
        for axis in reversed(self.other_axes):
            strides[axis] = stride
            stride *= self.shape[axis]
        return strides

    def strides(self) -> list[int]:
        """By axis: how far apart the elements of neighbouring coordinates are (§11.3.3)."""
        lines = self.line_strides()
        return [
            1 if axis == self.group_axis else lines[axis] * self.extent
            for axis in range(len(self.shape))
        ]


def walk(extents: Sequence[int], strides: Sequence[int], start: int = 0) -> list[int]:
    """start + the sum of coordinate * stride for every coordinate, the last axis fastest."""
    if 0 in extents:  # before a huge extent beside it is walked
        return []
    places = [start]
    for extent, stride in zip(extents, strides):
        steps = range(0, extent * stride, stride)
        places = [place + step for place in places for step in steps]
    return places
