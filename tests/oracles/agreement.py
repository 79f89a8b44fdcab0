"""The rational oracle, our Python library and the reference on the same random views.

usage: agreement.py [--views N] [--seed S] [--adapter EXECUTABLE]

Every answer is compared as bytes, and so is every reason to refuse. What was asked is counted: a
run in which some kind of view hardly occurs fails, however well the three agree. Exit codes: 0 they
agree, 1 they do not or too little was asked.
"""

import argparse
from collections import Counter
from dataclasses import dataclass, field
import multiprocessing
import os
import sys

import answers
import gcp
import grade_oracle
import oracle
from view_oracle import BLOCK_AOS, COL_MAJOR, PACK_K4, SWIZZLE_128X4B, Descriptor
from view_requests import CHECK_GRADE, DECODE_VIEW, NAMES, generate

SEED = 20261130
CHUNK = 100  # views that a worker takes, and one adapter process answers, at a time

REASONS_OF_ALL = ("GradeUnknown", "PlacementUnknown", "RelayoutUnsupported", "SizeMismatch")

# What a run must have had, in views of a thousand: about half of what the generator makes. Below
# 2,000 views chance alone could miss the rarest.
MINIMUM = {
    **{"decode_view " + reason: share for reason, share in (
        ("answered", 500), ("GradeUnknown", 40), ("PlacementUnknown", 20),
        ("GradeUnsupported", 20), ("RelayoutUnsupported", 10), ("SizeMismatch", 25))},
    **{operation + " " + reason: 3 for operation in ("slice", "transpose", "relayout")
       for reason in REASONS_OF_ALL},
    **{operation + " answered": 50 for operation in ("slice", "transpose", "relayout")},
    "slice DigestMismatch": 3, "slice SliceRange": 5, "slice SliceSplitsGroup": 5,
    "transpose DigestMismatch": 3, "transpose BadPermutation": 3, "transpose GroupAxisMoved": 3,
    "transpose SliceSplitsGroup": 1,
    "check_grade Ok": 20, "check_grade SizeMismatch": 5, "check_grade GradeUnknown": 3,
    "check_grade PlacementUnknown": 1, "check_grade DigestMismatch": 2,
    "elements": 30000, "NaN": 1000, "infinities": 100, "negative zeros": 100, "subnormals": 20,
}
# Of the views that decode: how many had this, in views of a thousand.
MINIMUM_DECODED = {
    "one level": 150, "two levels": 150, "one outer scale": 20, "scale1 pairs": 40,
    "zero points": 80, "zero points minus one": 20, "shared zero points": 40,
    "sparse": 60, "sparse unordered": 20, "sparse short of positions": 5,
    "most significant bit first": 60, "a byte for each code": 60, "empty": 5,
    "COL_MAJOR": 30, "SWIZZLE_128x4B": 30, "blocks of MXFP4": 10, "blocks of Q8_0": 5,
    "blocks of Q4_K": 10,
    **{"rank %d" % rank: 10 for rank in range(1, 9)},
    **{"%s as %s" % (token, role): share for token in oracle.REGISTERED
       for role, share in (("elem", 10), ("scale0", 8), ("scale1", 4), ("zp_fmt", 3))},
}


@dataclass
class Tally:
    """What was asked and answered, and the shortest requests over which the subjects differ."""

    counts: Counter = field(default_factory=Counter)
    differences: list = field(default_factory=list)

    def add(self, other):
        self.counts += other.counts
        self.differences = sorted(self.differences + other.differences)[:3]

    def missing(self):
        """What a run of so many views should have had more of."""
        views = self.counts["views"]
        return ["%s: %d, fewer than %d" % (what, self.counts[what], -(-share * views // 1000))
                for what, share in {**MINIMUM, **MINIMUM_DECODED}.items()
                if self.counts[what] * 1000 < share * views]


def compare(adapter, seed, first, count):
    """The Tally of views `first` to `first + count - 1`."""
    tally = Tally()
    tally.counts["views"] = count
    requests = [(index, request) for index in range(first, first + count)
                for request in generate(seed, index)]
    replies = answers.by_adapter([adapter], [request for _, request in requests])
    for (index, request), reply in zip(requests, replies):
        expected = answers.exact(request)
        found = {"exact": expected, "gritlab": answers.by_gritlab(request), "adapter": reply}
        tally.counts["requests"] += 1
        _count(tally.counts, request, expected)
        if len(set(found.values())) != 1:
            tally.counts["differences"] += 1
            payload = request.payload()
            tally.differences.append((len(payload), index, NAMES[request.op], payload.hex(),
                                      request.view.text, request.view.shape, repr(request.operands),
                                      repr(found)))
    tally.differences = sorted(tally.differences)[:3]
    return tally


_STATUSES = ("Ok", "SizeMismatch", "GradeUnknown", "PlacementUnknown", "DigestMismatch")


def _count(counts, request, answer):
    outcome, reply = answer
    name = NAMES[request.op]
    if outcome == gcp.REFUSED:
        counts["%s %s" % (name, reply.decode("ascii"))] += 1
    elif request.op == CHECK_GRADE:
        counts["%s %s" % (name, _STATUSES[reply[0]])] += 1
    else:
        counts["%s answered" % name] += 1
        if request.op == DECODE_VIEW:
            values = answers.values(reply)
            _count_values(counts, values)
            for what in features(request.view):
                counts[what] += 1


def _count_values(counts, values):
    counts["elements"] += len(values)
    for bits in values:
        if bits == oracle.NAN:
            counts["NaN"] += 1
        elif bits & ~oracle.SIGN == oracle.INFINITY:
            counts["infinities"] += 1
        elif bits == oracle.SIGN:
            counts["negative zeros"] += 1
        elif 0 < bits & ~oracle.SIGN < 1 << 23:
            counts["subnormals"] += 1


def features(view):
    """What a readable view has, under the names of MINIMUM_DECODED."""
    desc = Descriptor.parse(view.desc)
    out = ["two levels" if desc.two_levels else "one level", "rank %d" % len(view.shape)]
    if 0 in view.shape:
        out.append("empty")
    if desc.two_levels and desc.k1 == 0:
        out.append("one outer scale")
    if desc.has(grade_oracle.HAS_ZP):
        out.append("zero points")
        out.append("scale1 pairs" if desc.has(grade_oracle.ZP_L1SCALED) else "shared zero points")
        if desc.has(grade_oracle.ZP_MINUS1):
            out.append("zero points minus one")
    if desc.has(grade_oracle.SPARSE):
        out.append("sparse")
        if desc.sp_order == 0:
            out.append("sparse unordered")
        if _is_short(desc, view):
            out.append("sparse short of positions")
    if desc.has(grade_oracle.MSB_FIRST):
        out.append("most significant bit first")
    if desc.container == 1:
        out.append("a byte for each code")
    out += {COL_MAJOR: ["COL_MAJOR"], PACK_K4: ["blocks of Q4_K"],
            BLOCK_AOS: ["blocks of MXFP4" if desc.elem == 0x2043 else "blocks of Q8_0"],
            }.get(desc.placement_data, [])
    if desc.placement_scale == SWIZZLE_128X4B:
        out.append("SWIZZLE_128x4B")
    for role in ("elem", "scale0", "scale1", "zp_fmt"):
        word = getattr(desc, role)
        out += ["%s as %s" % (token, role)
                for token, own in oracle.REGISTERED.items() if own == word]
    return out


def _is_short(desc, view):
    bits = 2 if desc.sp_meta_fmt == 1 else 4
    text = int.from_bytes(view.planes[3], "little")
    slots = [text >> bits * i & (1 << bits) - 1 for i in range(8 * len(view.planes[3]) // bits)]
    own = [{slot for slot in slots[at:at + desc.sp_n] if slot < desc.sp_m}
           for at in range(0, len(slots) - desc.sp_n + 1, desc.sp_n)]
    return any(len(named) < desc.sp_n for named in own)


def _compare_chunk(arguments):
    return compare(*arguments)


def run(adapter, seed, views, jobs=None):
    """The Tally of the first `views` views of a seed, with all cores."""
    chunks = [(adapter, seed, first, min(CHUNK, views - first)) for first in range(0, views, CHUNK)]
    tally = Tally()
    with multiprocessing.Pool(jobs) as pool:
        for part in pool.imap_unordered(_compare_chunk, chunks):
            tally.add(part)
    return tally


def report(tally):
    """Lines: how much of everything, and the differences."""
    counts = tally.counts
    out = ["%d views, %d requests, %d differences" % (
        counts["views"], counts["requests"], counts["differences"])]
    for what in (*MINIMUM, *MINIMUM_DECODED):
        out.append("  %-36s %9d" % (what, counts[what]))
    listed = {*MINIMUM, *MINIMUM_DECODED, "views", "requests", "differences"}
    out += ["  %-36s %9d" % (what, counts[what]) for what in sorted(set(counts) - listed)]
    for _, index, name, payload, text, shape, operands, found in tally.differences:
        out.append("view %d, %s of %s, shape %s, operands %s:\n  payload %s\n  %s" % (
            index, name, text, shape, operands, payload, found))
    return out + ["too few views with " + line for line in tally.missing()]


def reference():
    """The adapter over the reference, as built."""
    return os.path.join(os.environ["GRIT_BUILD"], "adapters/cpp/grit-cpp-adapter")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--views", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--adapter", default=None)
    arguments = parser.parse_args()
    tally = run(arguments.adapter or reference(), arguments.seed, arguments.views)
    print("seed %d" % arguments.seed)
    print("\n".join(report(tally)))
    return 1 if tally.counts["differences"] or tally.missing() else 0


if __name__ == "__main__":
    sys.exit(main())
