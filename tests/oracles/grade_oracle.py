"""Canonical grade strings (spec §3), and the frames that they demand (spec §3.8).

Only canonical forms are read: spec §11 knows no other, and what is not canonical is no grade to
it. So this is a strict grammar, not a reader that drops blanks, hyphens and aliases.
"""

from dataclasses import dataclass
from functools import lru_cache
import re

import oracle

HAS_ZP, ZP_MINUS1, SPARSE, MSB_FIRST, INTERLEAVED, ZP_L1SCALED = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20
RESERVED_FLAGS = 0xC0

ABSENT = 0
LARGEST_NUMBER = 2 ** 64 - 1  # spec §3.4.4
LARGEST_IN_DESCRIPTOR = 2 ** 16 - 1  # spec §3.8.5

# spec §3.1.2
KEYS = ("e k0 s0 k1 s1 zp zpc zps sp ct po er es esr esn dr ds dt ao ap ab ai an").split()
REQUIRED = ("e", "k0", "s0", "esr")

_ROUNDINGS = ("rne", "rna", "rtz", "rtp", "rtn")
_SATURATIONS = ("satfinite", "satmax", "ovfinf")
_SUBNORMALS = ("preserve", "ftz", "any")
_RULES = ("exp2floormaxabs", "exp2ceilmaxabs", "exp2rnemaxabs", "ratiomaxabs", "affineminmax")

# The keys whose value is one word of a few: the words, and the default, which is never written
# (spec §3.1.5).
ENUMERATIONS = {
    "zpc": (("asis", "minus1"), "asis"),
    "zps": (("shared", "l1"), "shared"),
    "ct": (("dense", "pad8"), "dense"),
    "po": (("lsb", "msb"), "lsb"),
    "er": (_ROUNDINGS, "rne"),
    "es": (_SATURATIONS, "satfinite"),
    "esn": (_SUBNORMALS, "preserve"),
    "dr": (_ROUNDINGS, "rne"),
    "ds": (_SATURATIONS, "satfinite"),
    "an": (_SUBNORMALS, "any"),
}
# The keys whose value is a format; None: there is no default.
FORMATS = {"e": None, "s0": None, "s1": None, "zp": None,
           "dt": "binary32", "ap": "binary32", "ab": "binary32", "ai": "binary32"}

_DECIMAL = re.compile(r"0|[1-9][0-9]*", re.ASCII)
_SPARSITY = re.compile(r"([1-9][0-9]?):([1-9][0-9]?):([a-z0-9]+):(asclsb|unord)", re.ASCII)
# What is left of a name once blanks and hyphens are dropped and letters lower-cased (spec §3.5.2).
_CUSTOM = re.compile(r"custom:[\x21-\x2b\x2e-\x40\x5b-\x7e]*", re.ASCII)

REGISTRY = (
    "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)",
    "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)",
    "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,esr=ratiomaxabs)",
    "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)",
    "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)",
    "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,er=rtz,esr=ratiomaxabs)",
)


@dataclass(frozen=True)
class Frame:
    """The fields that spec §5.2.2 compares."""

    n_levels: int
    flags: int
    elem: int
    scale0: int
    scale1: int
    zp_fmt: int
    k0: int
    k1: int
    sp_n: int
    sp_m: int
    sp_meta_fmt: int
    sp_order: int
    container: int


def fnv1a_64(data):
    state = 0xCBF29CE484222325
    for byte in data:
        state = (state ^ byte) * 0x100000001B3 % 2 ** 64
    return state


def fnv1a_128(data):
    state = 0x6C62272E07BB014262B821756295C58D
    for byte in data:
        state = (state ^ byte) * 0x1000000000000000000013B % 2 ** 128
    return state.to_bytes(16, "big")


def items(text):
    """The keys and values of a canonical grade string, or None where it is not one."""
    if not text.startswith("grit1(") or not text.endswith(")"):
        return None
    values = {}
    position = -1
    for item in text[len("grit1("):-1].split(","):
        key, equals, value = item.partition("=")
        if not equals or key not in KEYS or KEYS.index(key) <= position:
            return None
        position = KEYS.index(key)
        if not _in_domain(key, value):
            return None
        values[key] = value
    return values if _is_whole(values) else None


def _in_domain(key, value):
    """Whether a value is one that the canonical form writes for this key."""
    if key in ("k0", "k1"):
        return _DECIMAL.fullmatch(value) is not None and int(value) <= LARGEST_NUMBER
    if key in FORMATS:
        return value in oracle.REGISTERED and value != FORMATS[key]
    if key in ENUMERATIONS:
        words, default = ENUMERATIONS[key]
        return value in words and value != default
    if key == "sp":
        match = _SPARSITY.fullmatch(value)
        return (match is not None and int(match[1]) < int(match[2]) <= 32
                and match[3] in oracle.REGISTERED)
    if key == "esr":
        return value in _RULES or _CUSTOM.fullmatch(value) is not None
    assert key == "ao"
    if value.startswith("pairwise"):
        count = value[len("pairwise"):]
        return _DECIMAL.fullmatch(count) is not None and 1 <= int(count) <= LARGEST_NUMBER
    return value in ("seq", "tree")


def _is_whole(values):
    """spec §3.3.3 (required keys) and §3.3.4."""
    if any(key not in values for key in REQUIRED) or ("k1" in values) != ("s1" in values):
        return False
    if "zp" not in values and ("zpc" in values or "zps" in values):
        return False
    return values.get("zps") != "l1" or "k1" in values


def frame(values):
    """The frame that the grade of these items demands, or None where it has no descriptor."""
    def word(key):
        return oracle.REGISTERED[values[key]] if key in values else ABSENT

    k0, k1 = int(values["k0"]), int(values.get("k1", 0))
    if k0 > LARGEST_IN_DESCRIPTOR or k1 > LARGEST_IN_DESCRIPTOR:
        return None
    sp_n = sp_m = sp_meta_fmt = sp_order = 0
    if "sp" in values:
        kept, cell, metadata, order = values["sp"].split(":")
        if metadata not in ("u2", "u4"):
            return None
        sp_n, sp_m = int(kept), int(cell)
        sp_meta_fmt = 1 if metadata == "u2" else 2
        sp_order = 1 if order == "asclsb" else 0
    flags = ((HAS_ZP if "zp" in values else 0)
             | (ZP_MINUS1 if values.get("zpc") == "minus1" else 0)
             | (ZP_L1SCALED if values.get("zps") == "l1" else 0)
             | (SPARSE if "sp" in values else 0)
             | (MSB_FIRST if values.get("po") == "msb" else 0))
    return Frame(2 if "k1" in values else 1, flags, word("e"), word("s0"), word("s1"), word("zp"),
                 k0, k1, sp_n, sp_m, sp_meta_fmt, sp_order, 1 if values.get("ct") == "pad8" else 0)


@lru_cache(maxsize=1 << 10)
def demanded_frame(text):
    """(items, frame) of a canonical grade string that has a descriptor, else None."""
    values = items(text)
    demanded = None if values is None else frame(values)
    return None if demanded is None else (values, demanded)


@lru_cache(maxsize=1 << 10)
def grade_id(text):
    return fnv1a_64(text.encode("ascii"))
