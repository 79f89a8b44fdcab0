"""Views, and what an operation demands of one before it does anything (spec §11.2)."""

from __future__ import annotations

from typing import NamedTuple

from . import stored_forms
from .check import are_cells_sound, is_frame_sound, judge_placements
from .codes import Codes
from .demands import demand_in, named_by
from .descriptor import Descriptor
from .errors import Reason, Refused, ViewRefused
from .grades import Grade
from .plane_order import PlaneOrder
from .planes import Planes
from .registry import BY_CANONICAL
from .sizes import Sizes, sizes_of
from .stored_forms import StoredForm, stored_form


class View(NamedTuple):
    """An array as it is given: nothing about it is known to be right."""

    descriptor: Descriptor
    grade: str  # the canonical string
    shape: tuple[int, ...]
    planes: Planes


class Judged(NamedTuple):
    """A view that has an answer, with what was found out about it."""

    view: View
    order: PlaneOrder
    sizes: Sizes
    form: StoredForm

    def codes(self) -> Codes:
        """The codes of the four planes in plane order."""
        return stored_forms.undo(
            self.view.descriptor, self.form, self.order, self.sizes, self.view.planes
        )


def judge(
    view: View, *, decodes: bool = False, encodes: bool = False, moves_survivors: bool = False
) -> Judged:
    """Refusals 1 to 6 of §11.2.3 in their order.

    decodes: decode_view and requantize. encodes: requantize. moves_survivors: slice and transpose.
    """
    d = view.descriptor
    grade = _known_grade(view)
    if judge_placements(d) is not None:
        raise ViewRefused(Reason.PLACEMENT_UNKNOWN, "a placement fails step 3 of check (spec §5.3)")
    if decodes and (grade.dr, grade.ds, grade.dt) != ("rne", "satfinite", "binary32"):
        raise ViewRefused(Reason.GRADE_UNSUPPORTED, "dr, ds or dt is not the default")
    if encodes and view.grade not in BY_CANONICAL:
        raise ViewRefused(Reason.GRADE_UNSUPPORTED, "encode knows the registered grades only")
    form = stored_form(d, len(view.shape))
    if form is None:
        raise ViewRefused(Reason.RELAYOUT_UNSUPPORTED, "a plane is in no stored form (spec §12.1)")
    try:
        sizes = sizes_of(d, view.shape)
    except Refused as refusal:
        raise ViewRefused(Reason.SIZE_MISMATCH, str(refusal)) from None
    order = PlaneOrder(tuple(view.shape), d.group_axis)
    expected = stored_forms.plane_bytes(d, form, order, sizes)
    for name, plane, length in zip(Planes._fields, view.planes, expected):
        if len(plane) != length:
            raise ViewRefused(
                Reason.SIZE_MISMATCH, f"plane {name} has {len(plane)} bytes instead of {length}"
            )
    if moves_survivors and d.sparse and not are_cells_sound(d, sizes, view.planes):
        raise ViewRefused(Reason.DIGEST_MISMATCH, "a cell does not name its survivors")
    return Judged(view, order, sizes, form)


def _known_grade(view: View) -> Grade:
    """Refusal 1."""
    d = view.descriptor
    named = named_by(view.grade)
    if (
        not is_frame_sound(d)
        or named is None
        or named.id != d.grade_id
        or named.demand != demand_in(d)
    ):
        raise ViewRefused(
            Reason.GRADE_UNKNOWN, f"the descriptor is not one of {view.grade!r} (spec §11.2.3)"
        )
    return named.grade
