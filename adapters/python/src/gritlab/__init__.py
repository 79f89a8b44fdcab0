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
from .sizes import Sizes, sizes_of

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
    "Scope",
    "Sizes",
    "Status",
    "Verdict",
    "ViewRefused",
    "check",
    "decode",
    "decode_equivalent",
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
    "sizes_of",
]
