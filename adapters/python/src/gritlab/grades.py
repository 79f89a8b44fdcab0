"""Grade strings: reading, canonical form, id, decode projection (spec §3.1 to §3.7)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Callable, NamedTuple, Union

from .errors import Refused
from .fingerprints import fnv1a_64

PREFIX = "grit1("
PROJECTION_PREFIX = "gritdec1("

MAX_NUMBER = 2**64 - 1  # §3.4.4


class Sparsity(NamedTuple):
    """N survivors of every M, the format of their indices and the order (§3.1.5)."""

    n: int
    m: int
    format: str
    order: str

    def __str__(self) -> str:
        return f"{self.n}:{self.m}:{self.format}:{self.order}"


Value = Union[str, int, Sparsity]


class Grade(NamedTuple):
    """A grade, its fields named by the keys and in the canonical order (§3.1.2).

    Formats are tokens and enum values are canonical. None stands for a structure that is not there.
    """

    e: str
    k0: int
    s0: str
    k1: int | None = None
    s1: str | None = None
    zp: str | None = None
    zpc: str = "asis"
    zps: str = "shared"
    sp: Sparsity | None = None
    ct: str = "dense"
    po: str = "lsb"
    er: str = "rne"
    es: str = "satfinite"
    esr: str = ""  # required: parse never leaves it out
    esn: str = "preserve"
    dr: str = "rne"
    ds: str = "satfinite"
    dt: str = "binary32"
    ao: str = "unspec"
    ap: str = "binary32"
    ab: str = "binary32"
    ai: str = "binary32"
    an: str = "any"

    @property
    def canonical(self) -> str:
        """The canonical form (§3.7.1)."""
        items = [
            f"{key}={value}"
            for key, value, default in zip(self._fields, self, _DEFAULTS)
            if value != default
        ]
        return PREFIX + ",".join(items) + ")"

    @property
    def id(self) -> int:
        """grade_id (§3.7.3)."""
        return fnv1a_64(self.canonical.encode())

    @property
    def projection(self) -> str:
        """The decode projection (§3.7.4)."""
        left_out = set()
        if self.k1 is None:
            left_out |= {"k1", "s1"}
        if self.zp is None:
            left_out |= {"zp", "zpc", "zps"}
        if self.sp is None:
            left_out.add("sp")
        items = [f"{key}={getattr(self, key)}" for key in _PROJECTED if key not in left_out]
        return PROJECTION_PREFIX + ",".join(items) + ")"


_REQUIRED = ("e", "k0", "s0", "esr")
_PROJECTED = ("e", "k0", "s0", "k1", "s1", "zp", "zpc", "zps", "sp", "ct", "po", "dr", "ds", "dt")

# A required key has no default, so that it is always written (§3.1.3).
_DEFAULTS: tuple[object, ...] = tuple(
    object() if key in _REQUIRED else Grade._field_defaults[key] for key in Grade._fields
)


def _by_alias(aliases: Mapping[str, str]) -> Mapping[str, str]:
    """From `canonical value: its aliases` to the reading of each word (§3.6.1)."""
    readings = {}
    for canonical, words in aliases.items():
        readings[canonical] = canonical
        for word in words.split():
            readings[word] = canonical
    return readings


# int2, s2, e4m3fnuz, b16 and u4b are missing on purpose (§3.6.2, §3.6.3).
_FORMATS = _by_alias(
    {
        "e2m1": "fp4 fp4e2m1 float4_e2m1 float4_e2m1fn e2m1fn mxfp4elem",
        "e4m3": "fp8e4m3 e4m3fn float8_e4m3fn f8e4m3fn",
        "e8m0": "ue8m0 e8m0fnu float8_e8m0fnu",
        "binary16": "f16 fp16 half float16",
        "binary32": "f32 fp32 float float32 single",
        "s4": "int4 sint4 i4",
        "s8": "int8 sint8 i8",
        "u2": "uint2",
        "u4": "uint4 nibble",
        "u6": "uint6",
        "u8": "uint8 byte",
    }
)

_ROUNDING = _by_alias(
    {
        "rne": "rn nearesttiestoeven nearest_even roundtiestoeven even",
        "rna": "nearesttiestoaway away",
        "rtz": "towardzero trunc truncate",
        "rtp": "towardpositive ceil up",
        "rtn": "towardnegative floor down",
    }
)

_SATURATION = _by_alias(
    {
        "satfinite": "sat_finite satf finite clamp",
        "satmax": "sat_max",
        "ovfinf": "ovf_inf inf overflowtoinf",
    }
)

_SCALE_RULE = _by_alias(
    {
        "exp2floormaxabs": "exp2floor floor rtz_shared_exp ocpmx",
        "exp2ceilmaxabs": "exp2ceil rceil",
        "exp2rnemaxabs": "exp2rne rne_shared_exp",
        "ratiomaxabs": "ratio amax_over_emax",
        "affineminmax": "affine minmax",
    }
)

_SUBNORMALS = _by_alias(
    {
        "preserve": "preserved subnormalpreserved denorm",
        "ftz": "flushtozero subnormalftz",
        "any": "subnormalany",
    }
)

_ACCUMULATION = _by_alias(
    {
        "seq": "sequential inorder",
        "tree": "treeany any_tree",
        "unspec": "unspecified any",
    }
)

_ZERO_POINT_CONVENTION = _by_alias(
    {"asis": "asstored stored", "minus1": "storedminusone stored_minus_one gptq"}
)

_ZERO_POINT_SCALING = _by_alias(
    {"shared": "sharedscale symmetric", "l1": "ownscale level1 l1scaled"}
)

_CONTAINER = _by_alias({"dense": "packed", "pad8": "padto8 padded"})

_PACKING_ORDER = _by_alias({"lsb": "lsbfirst littlebit", "msb": "msbfirst"})

_SPARSITY_ORDER = _by_alias({"asclsb": "ascendinglsb ordered sorted", "unord": "unordered none"})

_DIGITS = re.compile(r"[0-9]+\Z")
_PAIRWISE = re.compile(r"pairwise_*([0-9]+)\Z")
_CUSTOM = "custom:"


def _number(text: str, low: int, high: int) -> int | None:
    """A number of §3.4 in [low, high]; None for anything else."""
    if not _DIGITS.match(text):
        return None
    digits = text.lstrip("0") or "0"
    if len(digits) > 20:  # int() has a limit of its own, and 2^64 has 20 digits
        return None
    number = int(digits)
    return number if low <= number <= high else None


def _read_number(text: str) -> Value | None:
    return _number(text, 0, MAX_NUMBER)


def _read_format(text: str) -> Value | None:
    return _FORMATS.get(text)


def _enum(readings: Mapping[str, str]) -> Callable[[str], Value | None]:
    return lambda text: readings.get(text.replace("-", ""))  # §3.5.1


def _read_scale_rule(text: str) -> Value | None:
    text = text.replace("-", "")
    return text if text.startswith(_CUSTOM) else _SCALE_RULE.get(text)


def _read_accumulation(text: str) -> Value | None:
    text = text.replace("-", "")
    pairwise = _PAIRWISE.match(text)
    if pairwise:
        number = _number(pairwise.group(1), 1, MAX_NUMBER)
        return None if number is None else f"pairwise{number}"
    return _ACCUMULATION.get(text)


def _unsigned(text: str) -> str:
    """Without the one plus sign that N and M may carry (§3.4.2)."""
    return text[1:] if text.startswith("+") else text


def _read_sparsity(text: str) -> Value | None:
    parts = text.split(":")
    if len(parts) != 4:
        return None
    m = _number(_unsigned(parts[1]), 2, 32)
    n = None if m is None else _number(_unsigned(parts[0]), 1, m - 1)
    meta = _FORMATS.get(parts[2])
    order = _SPARSITY_ORDER.get(parts[3].replace("-", ""))
    if n is None or m is None or meta is None or order is None:
        return None
    return Sparsity(n, m, meta, order)


_READERS: Mapping[str, Callable[[str], Value | None]] = {
    "e": _read_format,
    "k0": _read_number,
    "s0": _read_format,
    "k1": _read_number,
    "s1": _read_format,
    "zp": _read_format,
    "zpc": _enum(_ZERO_POINT_CONVENTION),
    "zps": _enum(_ZERO_POINT_SCALING),
    "sp": _read_sparsity,
    "ct": _enum(_CONTAINER),
    "po": _enum(_PACKING_ORDER),
    "er": _enum(_ROUNDING),
    "es": _enum(_SATURATION),
    "esr": _read_scale_rule,
    "esn": _enum(_SUBNORMALS),
    "dr": _enum(_ROUNDING),
    "ds": _enum(_SATURATION),
    "dt": _read_format,
    "ao": _read_accumulation,
    "ap": _read_format,
    "ab": _read_format,
    "ai": _read_format,
    "an": _enum(_SUBNORMALS),
}
assert tuple(_READERS) == Grade._fields

_FOREIGN = re.compile(r"[^\x20-\x7E\x09-\x0D]")
_BLANKS = re.compile(r"[\x20\x09-\x0D]+")


def parse(text: str) -> Grade:
    """The grade that a string in any spelling writes; refused where it writes none."""
    foreign = _FOREIGN.search(text)
    if foreign:
        raise Refused(f"{foreign.group()!r} is outside the alphabet of grades (spec §3.2.1)")
    # All of it is ASCII by now, so lower() touches A to Z alone (§3.2.3).
    text = _BLANKS.sub("", text).lower()
    if not text.startswith(PREFIX) or not text.endswith(")"):
        raise Refused(f"a grade is written {PREFIX}…) (spec §3.3.1)")
    given: dict[str, Value] = {}
    for item in text[len(PREFIX) : -1].split(","):
        key, equals, written = item.partition("=")
        if not equals:
            raise Refused(f"{item!r} is no key=value (spec §3.3.3)")
        read = _READERS.get(key)
        if read is None:
            raise Refused(f"{key!r} is no key of a grade (spec §3.3.3)")
        if key in given:
            raise Refused(f"{key} is given twice (spec §3.3.3)")
        value = read(written)
        if value is None:
            raise Refused(f"{written!r} is no value of {key} (spec §3.3.3)")
        given[key] = value
    _demand_structure(given)
    return Grade(**given)  # type: ignore[arg-type]


def _demand_structure(given: Mapping[str, Value]) -> None:
    for key in _REQUIRED:
        if key not in given:
            raise Refused(f"{key} is missing (spec §3.3.3)")
    if ("k1" in given) != ("s1" in given):
        raise Refused("k1 and s1 come together (spec §3.3.4)")
    if "zp" not in given and ("zpc" in given or "zps" in given):
        raise Refused("zpc and zps need zp (spec §3.3.4)")
    if given.get("zps") == "l1" and "k1" not in given:
        raise Refused("zps=l1 needs a level-1 scale, k1 and s1 (spec §3.3.4)")


def parse_canonical(text: str) -> Grade | None:
    """The grade whose canonical form the text is, byte for byte; None where it is no such form."""
    try:
        grade = parse(text)
    except Refused:
        return None
    return grade if grade.canonical == text else None


def decode_equivalent(a: Grade, b: Grade) -> bool:
    """§3.7.5"""
    return a.projection == b.projection
