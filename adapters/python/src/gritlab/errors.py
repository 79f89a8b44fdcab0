"""What the library raises where an input has no answer (spec §0.8)."""

from __future__ import annotations

from enum import Enum


class Refused(ValueError):
    """The input has no answer. The message says what is wrong and cites the clause."""


class Reason(Enum):
    """Why an operation on a view refuses (spec §11.2.3, §12), by the name that callers act on."""

    GRADE_UNKNOWN = "GradeUnknown"
    PLACEMENT_UNKNOWN = "PlacementUnknown"
    GRADE_UNSUPPORTED = "GradeUnsupported"
    RELAYOUT_UNSUPPORTED = "RelayoutUnsupported"
    SIZE_MISMATCH = "SizeMismatch"
    DIGEST_MISMATCH = "DigestMismatch"
    SLICE_RANGE = "SliceRange"
    SLICE_SPLITS_GROUP = "SliceSplitsGroup"
    BAD_PERMUTATION = "BadPermutation"
    GROUP_AXIS_MOVED = "GroupAxisMoved"


class ViewRefused(Refused):
    """An operation on a view has no answer, for `reason`."""

    def __init__(self, reason: Reason, what: str) -> None:
        super().__init__(f"{reason.value}: {what}")
        self.reason = reason
