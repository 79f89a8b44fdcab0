"""decode_view: the values of a view in logical order (spec §11.7)."""

from __future__ import annotations

from .decode import values
from .plane_order import walk
from .views import Judged, View, judge


def decode_view(view: View) -> list[float]:
    """The values of all elements, the last axis fastest; ViewRefused where there are none."""
    return logical_values(judge(view, decodes=True))


def logical_values(judged: Judged) -> list[float]:
    """decode_view of a view that was judged for it."""
    in_plane_order = plane_values(judged)
    order = judged.order
    return [in_plane_order[place] for place in walk(order.shape, order.strides())]


def plane_values(judged: Judged) -> list[float]:
    """The values in plane order."""
    return values(judged.view.descriptor, judged.sizes, judged.codes())
