"""relayout: one plane laid out again (spec §12.9)."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from . import stored_forms
from .descriptor import Descriptor
from .errors import Reason, ViewRefused
from .planes import Planes
from .stored_forms import StoredForm, is_plane_order, stored_form
from .views import Judged, View, judge


class Role(IntEnum):
    """Which placement word, and which plane."""

    DATA = 0
    SCALE = 1
    META = 2


class Laid(NamedTuple):
    """The shape is that of the source."""

    descriptor: Descriptor
    planes: Planes


class Plan(NamedTuple):
    """A relayout that has an answer."""

    judged: Judged
    role: Role
    before: int  # the role's placement word
    after: int
    descriptor: Descriptor
    form: StoredForm

    @property
    def plane_bytes(self) -> tuple[int, int, int, int]:
        """The lengths of the answer's planes."""
        return stored_forms.plane_bytes(
            self.descriptor, self.form, self.judged.order, self.judged.sizes
        )


def relayout(view: View, role: Role, placement: int) -> Laid:
    """The view with the role's plane in another placement; ViewRefused where there is no such."""
    return carry_out(plan(view, role, placement))


def plan(view: View, role: Role, placement: int) -> Plan:
    judged = judge(view)
    d = view.descriptor
    if role == Role.META and not d.has_aux:
        raise ViewRefused(Reason.RELAYOUT_UNSUPPORTED, "the array has no aux plane (spec §12.9.2)")
    if role == Role.DATA:
        before, after = d.placement_data, d._replace(placement_data=placement)
    elif role == Role.SCALE:
        before, after = d.placement_scale, d._replace(placement_scale=placement)
    else:
        before, after = d.placement_meta, d._replace(placement_meta=placement)
    form = stored_form(after, len(view.shape))
    if form is None:
        raise ViewRefused(
            Reason.RELAYOUT_UNSUPPORTED, "the result is in no stored form (spec §12.1)"
        )
    return Plan(judged, role, before, placement, after, form)


def carry_out(planned: Plan) -> Laid:
    judged, descriptor = planned.judged, planned.descriptor
    planes = judged.view.planes
    same = planned.before == planned.after
    if same or (is_plane_order(planned.before) and is_plane_order(planned.after)):
        return Laid(descriptor, planes)  # §12.9.3
    rebuilt = stored_forms.lay_out(descriptor, planned.form, judged.order, judged.codes())
    if judged.form.in_blocks or planned.form.in_blocks:
        return Laid(descriptor, rebuilt)
    if planned.role == Role.DATA:
        return Laid(descriptor, planes._replace(data=rebuilt.data))
    # Metadata has no form but plane order, so its words never differ in bytes.
    return Laid(descriptor, planes._replace(scale0=rebuilt.scale0))
