"""GRIT v1 in pure Python: what a quantized tensor means, to the bit.

Written for clarity and exactness, as a slow second opinion. Clauses are cited as `spec §n`. What
has no answer raises `Refused`; check answers with a status and never raises over its data.
"""

from .check import Status, Verdict, check
from .decode import decode
from .demands import describe
from .descriptor import Descriptor
from .encode import encode
from .errors import Reason, Refused, ViewRefused
from .explain import Difference, explain
from .fingerprints import digest, gid, parse_gid, print_gid
from .grades import Grade, decode_equivalent, parse
from .placements import Placement
from .planes import Plane, Planes
from .registry import Scope, equivalent, find
from .relayout import Role, relayout
from .requantizing import requantize
from .sizes import Sizes, sizes_of
from .slicing import slice_view
from .transposing import transpose
from .view_decode import decode_view
from .views import View

__version__ = "1.0.0"

__all__ = [
    "Descriptor",
    "Difference",
    "Grade",
    "Placement",
    "Plane",
    "Planes",
    "Reason",
    "Refused",
    "Role",
    "Scope",
    "Sizes",
    "Status",
    "Verdict",
    "View",
    "ViewRefused",
    "check",
    "decode",
    "decode_equivalent",
    "decode_view",
    "describe",
    "digest",
    "encode",
    "equivalent",
    "explain",
    "find",
    "gid",
    "parse",
    "parse_gid",
    "print_gid",
    "relayout",
    "requantize",
    "sizes_of",
    "slice_view",
    "transpose",
]
