"""The values of codes, for every grade that has a descriptor (spec §8, §11.5, §11.6)."""

from __future__ import annotations

from collections.abc import Sequence

from . import codes as plane_codes
from . import formats
from .binary32 import all_rounded
from .codes import Codes
from .descriptor import Descriptor
from .errors import Refused
from .planes import Planes
from .registry import Registered, find
from .sizes import Sizes, sizes_of


def sizes_for_decode(entry: Registered, count: int, planes: Planes) -> Sizes:
    """The sizes of a one-dimensional array of `count` elements.

    Refused where there are none or where a plane has another length (§8.1.1).
    """
    sizes = sizes_of(entry.descriptor, (count,))
    for name, plane, expected in zip(Planes._fields, planes, sizes.plane_bytes):
        if len(plane) != expected:
            raise Refused(
                f"plane {name} has {len(plane)} bytes, {count} elements of {entry.name} "
                f"need {expected} (spec §8.1.1)"
            )
    return sizes


def decode(name: str, count: int, planes: Planes) -> list[float]:
    """The values of a registered grade's planes, in plane order, NaN for any NaN.

    Refused for a name that is not registered, and where a plane's length is not that of §6.
    """
    entry = find(name)
    sizes = sizes_for_decode(entry, count, planes)
    return values(entry.descriptor, sizes, plane_codes.unpack(entry.descriptor, sizes, planes))


def values(descriptor: Descriptor, sizes: Sizes, codes: Codes) -> list[float]:
    """The values of all N elements in plane order.

    A NaN scale or zero point makes a NaN by itself: each operation below has it as an operand.
    """
    positions = named_positions(descriptor, sizes, codes) if descriptor.sparse else None
    group_of = _groups_of(descriptor, sizes, positions)
    elements = formats.values(descriptor.elem, codes.elements[: len(group_of)])
    found = _values_at(descriptor, codes, elements, group_of)
    if positions is None:
        return found
    # Sparsity wins over NaN: what is not named is +0 whatever its scale (§11.6.2).
    dense = [0.0] * sizes.n
    for position, value in zip(positions, found):
        dense[position] = value
    return dense


def named_positions(descriptor: Descriptor, sizes: Sizes, codes: Codes) -> list[int]:
    """The positions that survivors take, ascending through plane order (§11.6.1, §11.6.3)."""
    n, m, slots = descriptor.sp_n, descriptor.sp_m, codes.aux
    positions: list[int] = []
    for cell in range(sizes.n // m):
        named = sorted(set(slots[cell * n : cell * n + n]))
        positions += [cell * m + index for index in named if index < m]
    return positions


def _groups_of(descriptor: Descriptor, sizes: Sizes, positions: Sequence[int] | None) -> list[int]:
    """The level-0 group of each element that has a value (§11.3.5)."""
    k0 = descriptor.k0
    if positions is not None:
        return [position // k0 for position in positions]
    return [group for group in range(sizes.groups0) for _ in range(k0)]


def _values_at(
    descriptor: Descriptor, codes: Codes, elements: Sequence[float], group_of: Sequence[int]
) -> list[float]:
    """Elements times scales, minus zero points, one rounding an operation (§11.5)."""
    scales = _scales(descriptor, codes)
    if not descriptor.has_zero_point:
        return all_rounded([scales[g] * e for g, e in zip(group_of, elements)])
    zeros = formats.values(descriptor.zp_fmt, codes.aux)
    if descriptor.zero_point_minus_one:  # no wrap at the format's width, §11.5.4
        zeros = all_rounded([z + 1.0 for z in zeros])
    if descriptor.zero_point_level1:  # §11.5.6
        outer = formats.values(descriptor.scale1, codes.outer[1::2])
        zeros = all_rounded([outer[_level1(descriptor, g)] * z for g, z in enumerate(zeros)])
        products = all_rounded([scales[g] * e for g, e in zip(group_of, elements)])
        return all_rounded([product - zeros[g] for g, product in zip(group_of, products)])
    differences = all_rounded([e - zeros[g] for g, e in zip(group_of, elements)])  # §11.5.5
    return all_rounded([scales[g] * difference for g, difference in zip(group_of, differences)])


def _scales(descriptor: Descriptor, codes: Codes) -> list[float]:
    """S of each level-0 group (§11.5.2)."""
    inner = formats.values(descriptor.scale0, codes.scales)
    if not descriptor.two_levels:
        return inner
    outer = formats.values(descriptor.scale1, codes.outer[:: descriptor.outer_codes])
    return all_rounded([outer[_level1(descriptor, g)] * s for g, s in enumerate(inner)])


def _level1(descriptor: Descriptor, group: int) -> int:
    """The level-1 group of a level-0 group (§11.3.6)."""
    return group // descriptor.k1 if descriptor.k1 else 0
