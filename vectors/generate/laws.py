"""extended/laws.json: for every law of docs/LAWS.md, inputs that show it, with their replies.

Bytes and values are written down by hand from the clauses of docs/SPEC.md, or computed here from a
definition: FNV-1a (spec §7.1), the printed form of a gid (spec §7.3). Planes and values of the
registered grades that are too long for that come from codec_oracle.py, in exact rational arithmetic.
No implementation is asked.
"""

import struct

import codec_oracle
import gcp
from entries import Entries, fnv128
from general import (CHECK_GRADE, DECODE_VIEW, RELAYOUT, REQUANTIZE, SLICE, TRANSPOSE, View, f32,
                     fnv64, laid, sliced, turned)
from suite import GRADES, PLACEMENTS

NAN = 0x7FC00000
PLAIN = "grit1(e=u8,k0=1,s0=u8,esr=ratiomaxabs)"
MXFP4, Q4KS = GRADES["GRADE_MXFP4"][0], GRADES["GRADE_Q4KS"][0]

ENTRIES = Entries("law")


def crockford(gid):
    """Spec §7.3.1."""
    number = int.from_bytes(gid, "big")
    return "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[number >> 5 * i & 31]
                   for i in range(25, -1, -1))


def entry(law, name, op, clause, request, reply, outcome="answered", oracle=None):
    """`law` is the id in harness/laws/law.cpp; `oracle` what the reply was computed with."""
    ENTRIES.put("%s/%s" % (law, name), op, clause, request, reply, outcome, oracle)


def refused(law, name, op, clause, request, reason):
    entry(law, name, op, clause, request, reason.encode("ascii"), "refused")


def decodes(law, name, clause, view, bits):
    entry(law, name, DECODE_VIEW, clause, view.payload(), gcp.words(bits))


def slices(law, name, clause, view, axis, begin, end, after):
    entry(law, name, SLICE, clause, sliced(view, axis, begin, end),
          gcp.shape(after.extents) + gcp.planes(after.planes))


def turns(law, name, op, clause, view, perm, axis, after):
    entry(law, name, op, clause, turned(view, perm, axis),
          after.descriptor() + gcp.shape(after.extents) + gcp.planes(after.planes))


def relays(law, name, clause, view, role, placement, after):
    entry(law, name, RELAYOUT, clause, laid(view, role, placement),
          after.descriptor() + gcp.planes(after.planes))


def encodes(law, name, clause, grade, bits, planes, oracle=None):
    entry(law, name, gcp.ENCODE, clause, gcp.text(grade) + gcp.words(bits),
          gcp.planes([bytes.fromhex(plane) for plane in planes]), oracle=oracle)


def with_zeros(bits, count):
    return bits + [0] * (count - len(bits))


def nan_poison():
    half = "grit1(e=u8,k0=1,s0=binary16,esr=ratiomaxabs)"
    decodes("L1", "nan-times-zero", "§11.8.1", View(half, [2], "0002", "007e003c"),
            [NAN] + f32(2))
    decodes("L1", "zero-point", "§11.5.7",
            View("grit1(e=u8,k0=2,s0=u8,zp=e4m3,esr=affineminmax)", [2], "0102", "01", "", "7f"),
            [NAN, NAN])
    entry("L1", "mxfp4", gcp.DECODE, "§8.1.5",
          gcp.text("GRADE_MXFP4") + struct.pack("<q", 32)
          + gcp.planes([bytes(16), b"\xff", b"", b""]), gcp.words([NAN] * 32))


def sparse_wins():
    # One cell of two, position 1 is named.
    decodes("L2", "beside-a-named-position", "§11.8.2",
            View("grit1(e=u8,k0=2,s0=binary16,sp=1:2:u2:asclsb,esr=ratiomaxabs)", [2], "05", "007e",
                 "", "01"), [0, NAN])
    # Every quad names positions 0 and 1.
    entry("L2", "i8s24", gcp.DECODE, "§8.5.2",
          gcp.text("GRADE_I8S24") + struct.pack("<q", 32)
          + gcp.planes([bytes(16), bytes.fromhex("007e"), b"", b"\x44" * 4]),
          gcp.words([NAN, NAN, 0, 0] * 8))


def slice_honesty():
    view = View(PLAIN, [2, 3], "000102030405", "01" * 6, axis=1)
    row = View(PLAIN, [1, 3], "030405", "010101", axis=1)
    decodes("L3", "whole", "§11.8.3", view, f32(0, 1, 2, 3, 4, 5))
    slices("L3", "second-row", "§11.8.3", view, 0, 1, 2, row)
    decodes("L3", "second-row-decoded", "§11.8.3", row, f32(3, 4, 5))


def transpose_lines():
    view = View(PLAIN, [2, 3, 1], "000102030405", "01" * 6, axis=2)
    after = View(PLAIN, [3, 2, 1], "000301040205", "01" * 6, axis=2)
    turns("L4", "six-lines", TRANSPOSE, "§11.8.4", view, [1, 0, 2], 2, after)
    decodes("L4", "six-lines-decoded", "§11.8.4", after, f32(0, 3, 1, 4, 2, 5))
    # Under scales of zero only the codes tell that lines move.
    turns("L4", "equal-values", TRANSPOSE, "§12.7.6", view.but(scale0="00" * 6), [1, 0, 2], 2,
          after.but(scale0="00" * 6))


def outermost_first():
    # 2^-149 × 0.5 is a tie, to even: 0. 2^-149 × (0.5 × 2) would be 2^-149.
    decodes("L5", "smallest-subnormal", "§11.8.5",
            View("grit1(e=u8,k0=1,s0=binary16,k1=0,s1=binary32,esr=ratiomaxabs)", [1], "02", "0038",
                 "01000000"), [0])
    # §8.3's example: sT × 448 = 0.5 + 192 · 2^-33 rounds to 0.5; 448 × 6 first gives 0x40400001.
    decodes("L5", "nvf4", "§11.8.5",
            View(GRADES["GRADE_NVF4"][0], [16], "f726" + "00" * 6, "7e", "2549923a"),
            f32(3, -3, 2, 0.5) + [0] * 12)


def no_fused_multiply_add():
    # The example of §11.8, without a second element beside it, under another note.
    grade = "grit1(e=u8,k0=1,s0=u8,k1=1,s1=binary16,zp=u8,zps=l1,esr=affineminmax)"
    decodes("L6", "rounds-twice", "§11.8.6",
            View(grade, [1], "79", "7f", "bf41773e", "1a", note=6), [0x472C4C16])


def placement_invariance():
    # §12.2.1's example: codes 1 2 3 / 4 5 6.
    view = View("grit1(e=u4,k0=3,s0=u8,esr=ratiomaxabs)", [2, 3], "214365", "0102", axis=1)
    columns = view.but(data="415263", placements=("COL_MAJOR", "ROW_MAJOR", None))
    values = f32(1, 2, 3, 8, 10, 12)
    decodes("L7", "plane-order", "§11.8.7", view, values)
    decodes("L7", "column-major", "§11.8.7", columns, values)
    row = view.but(extents=[1, 3], data="5406", scale0="02",
                   placements=("COL_MAJOR", "ROW_MAJOR", None))
    slices("L7", "slice-in-columns", "§11.8.7", columns, 0, 1, 2, row)
    relays("L7", "slice-then-relayout", "§11.8.7",
           row.but(placements=("ROW_MAJOR", "ROW_MAJOR", None)), 0, "COL_MAJOR", row)


def independence():
    scaled = "grit1(e=u8,k0=1,s0=u8,k1=0,s1=binary32,esr=ratiomaxabs)"
    # (1 + 2^-23) × 3 = 3 + 1.5 · 2^-22: a tie, to even. Toward zero it would be 0x40400001.
    decodes("L8", "to-nearest", "§11.8.8", View(scaled, [1], "01", "03", "0100803f"), [0x40400002])
    decodes("L8", "to-nearest-negative", "§11.8.8", View(scaled, [1], "01", "03", "010080bf"),
            [0xC0400002])
    # Exact, and flushed by a processor that is told to.
    decodes("L8", "subnormal-result", "§11.8.8", View(scaled, [1], "01", "03", "01000000"), [3])
    # 2^-149 × 128 × 255, normal, from a subnormal factor.
    decodes("L8", "subnormal-factor", "§11.8.8", View(scaled, [1], "ff", "80", "00000100"),
            f32(2**-149 * 2**16 * 128 * 255))


def note_blindness():
    view = View(PLAIN, [2], "0405", "0101")
    noted = View(PLAIN, [2], "0405", "0101", note=0xFFFFFFFF)
    decodes("L9", "without", "§11.8.9", view, f32(4, 5))
    decodes("L9", "all-bits", "§11.8.9", noted, f32(4, 5))
    turns("L9", "its-own-copy", TRANSPOSE, "§11.8.9", noted, [0], 0, noted)


def check_totality():
    view = View(MXFP4, [32], axis=0)
    descriptor = view.descriptor()

    def case(name, clause, desc, extents, plane_bytes, status, plane=255, level=1):
        entry("L10", name, gcp.CHECK, clause, gcp.check_lengths(level, desc, extents, plane_bytes),
              bytes([status, plane]))
    right = [16, 1, 0, 0]
    case("right", "§5.0.2", descriptor, [32], right, 0)
    case("no-bytes", "§5.1.1", b"", [32], right, 2)
    case("one-byte-less", "§5.1.1", descriptor[:63], [32], right, 2)
    case("one-byte-more", "§5.1.1", descriptor + b"\0", [32], right, 2)
    entry("L10", "level-0", CHECK_GRADE, "§5.0.5",
          gcp.check_lengths(0, b"", [-2**63], [-1] * 4) + gcp.text(""), bytes([0, 255]))
    case("level-255", "§5.0.5", descriptor, [32], right, 0, level=255)
    case("smallest-extent", "§6.2.1", descriptor, [-2**63], right, 1)
    case("rank-255", "§6.1.1", descriptor, [32] + [1] * 254, right, 0)
    grade = "grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)"
    mine = View(grade, [8])
    for name, text, status in (("own-grade", grade, 0), ("spelled-grade", grade + " ", 2)):
        entry("L10", name, CHECK_GRADE, "§11.8.10",
              gcp.check_lengths(1, mine.descriptor(), [8], [4, 4, 0, 2]) + gcp.text(text),
              bytes([status, 255]))


def values():
    # §11.5's example, without the minus one: S × (e − z), z = 7.
    decodes("values", "shared-zero-point", "§11.5.5",
            View("grit1(e=u4,k0=4,s0=binary16,zp=u4,esr=affineminmax)", [4], "807f", "0038", "",
                 "f7"), f32(-3.5, 0.5, 4, 0))


def plane_order():
    # Line 0 holds code 2 (1), line 1 code 4 (2); the lines are the columns of [32, 2].
    planes = [b"\x22" * 16 + b"\x44" * 16, b"\x7f\x7f", b"", b""]
    entry("plane-order", "decode", gcp.DECODE, "§8.1.2",
          gcp.text("GRADE_MXFP4") + struct.pack("<q", 64) + gcp.planes(planes),
          gcp.words(f32(*[1] * 32, *[2] * 32)))
    decodes("plane-order", "decode-view", "§11.3.4",
            View(MXFP4, [32, 2], planes[0].hex(), "7f7f"), f32(*[1, 2] * 32))


def q4ks_zeros(extents, axis):
    numel = 1
    for extent in extents:
        numel *= extent
    return View(Q4KS, extents, "00" * (numel // 2), "00" * (numel // 32), "00" * (numel // 64),
                "00" * (numel // 32), axis=axis)


def slice_refusals():
    wide = q4ks_zeros([2, 512], 1)
    refused("slice-refusals", "a-remainder-of-two", SLICE, "§12.6.4", sliced(wide, 1, 0, 32),
            "SliceSplitsGroup")
    refused("slice-refusals", "the-range-first", SLICE, "§12.6.2", sliced(wide, 1, 16, 513),
            "SliceRange")


def slice_composition():
    view = View(PLAIN, [6], "000102030405", "01" * 6)
    once = View(PLAIN, [4], "01020304", "01" * 4)
    twice = View(PLAIN, [2], "0203", "0101")
    slices("slice-composition", "once", "§12.6.5", view, 0, 1, 5, once)
    slices("slice-composition", "twice", "§12.6.5", once, 0, 1, 3, twice)
    slices("slice-composition", "at-once", "§12.6.5", view, 0, 2, 4, twice)


def transpose_refusals():
    # Eight lines of two groups: lines 0 to 3 are one level-1 group; the result begins 0, 4, 1, 5.
    refused("transpose-refusals", "mixes-level-1-groups", TRANSPOSE, "§12.7.4",
            turned(q4ks_zeros([2, 4, 64], 2), [1, 0, 2], 2), "SliceSplitsGroup")
    refused("transpose-refusals", "another-axis", TRANSPOSE, "§12.7.3",
            turned(View(PLAIN, [2, 2, 2], "00" * 8, "01" * 8, axis=2), [2, 1, 0], 2),
            "GroupAxisMoved")


def transpose_composition():
    turns("transpose-composition", "back-again", TRANSPOSE, "§12.7.6",
          View(PLAIN, [3, 2, 1], "000301040205", "0a0b0c0d0e0f", axis=2), [1, 0, 2], 2,
          View(PLAIN, [2, 3, 1], "000102030405", "0a0c0e0b0d0f", axis=2))


def transpose_slice():
    view = View(PLAIN, [2, 3, 1], "000102030405", "010101010101", axis=2)
    after = View(PLAIN, [2, 2, 1], "01040205", "01010101", axis=2)
    slices("transpose-slice", "slice-of-the-result", "§12.6.5",
           View(PLAIN, [3, 2, 1], "000301040205", "010101010101", axis=2), 0, 1, 3, after)
    turns("transpose-slice", "result-of-the-slice", TRANSPOSE, "§12.7.6",
          View(PLAIN, [2, 2, 1], "01020405", "01010101", axis=2), [1, 0, 2], 2, after)
    slices("transpose-slice", "slice", "§12.6.5", view, 1, 1, 3,
           View(PLAIN, [2, 2, 1], "01020405", "01010101", axis=2))


def relayout_round_trip():
    # Ignored bits of the last byte are f and become 0 on the way; the second time nothing changes.
    view = View("grit1(e=u4,k0=3,s0=u8,esr=ratiomaxabs)", [1, 3], "21f3", "01", axis=1)
    columns = view.but(data="2103", placements=("COL_MAJOR", "ROW_MAJOR", None))
    back = view.but(data="2103")
    relays("relayout-round-trip", "back", "§12.9.5", columns, 0, "ROW_MAJOR", back)
    relays("relayout-round-trip", "there-again", "§12.9.5", back, 0, "COL_MAJOR", columns)


def requantize():
    # Rows of 1, 2, 4, 8, 1, …: each column has amax 8, rule 3, x = 1, codes 1, 2, 4, 6.
    view = View(MXFP4, [32, 32], "22" * 512, "7f808182" * 8, axis=1)
    turns("requantize", "groups-down-the-columns", REQUANTIZE, "§12.8.1", view, [0, 1], 0,
          View(MXFP4, [32, 32], "2164" * 256, "80" * 32, axis=0))


def graded(law, name, clause, spelling, canonical, projection):
    entry(law, name, gcp.GRADE, clause, gcp.text(spelling),
          gcp.text(canonical) + struct.pack("<Q", fnv64(canonical.encode("ascii")))
          + gcp.text(projection))


def grades():
    # §3.7's second example.
    canonical = ("grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,ct=pad8,esr=affineminmax,"
                 "ao=pairwise16)")
    assert fnv64(canonical.encode("ascii")) == 0x5AF5AF63CAFF8A4C
    projection = ("gritdec1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zpc=asis,zps=l1,ct=pad8,po=lsb,"
                  "dr=rne,ds=satfinite,dt=binary32)")
    graded("canonical-idempotent", "of-the-example", "§3.7.2", canonical, canonical, projection)
    graded("spelling-blind", "of-the-example", "§3.6", (
        "grit1(e=nibble,k0=32,s0=u6,k1=08,s1=half,zp=uint6,zps=own-scale,zpc=as-stored,"
        "ao=pairwise__016,er=nearest_even,esr=min-max,ct=pad-to-8)"), canonical, projection)
    every = ("grit1(e=s4,k0=3,s0=u8,k1=2,s1=e4m3,zp=u2,zpc=minus1,zps=l1,ct=pad8,po=msb,er=rtz,"
             "es=satmax,esr=exp2ceilmaxabs,esn=ftz,dr=rna,ds=ovfinf,dt=binary16,ao=tree,ap=binary16,"
             "ab=e8m0,ai=s8,an=preserve)")
    graded("parse-format", "no-key-has-its-default", "§3.7.1", every, every, (
        "gritdec1(e=s4,k0=3,s0=u8,k1=2,s1=e4m3,zp=u2,zpc=minus1,zps=l1,ct=pad8,po=msb,dr=rna,"
        "ds=ovfinf,dt=binary16)"))


def projections():
    # The beginning of §8.2's example.
    bits = f32(12, -12, 1, 0, 2, 2, 4, 4, 8, 8, -0.0) + [0] * 21
    for name in ("GRADE_MXFP4", "GRADE_MXFP4_RNE"):
        decodes("projection", name[len("GRADE_"):].lower().replace("_", "-"), "§3.7.5",
                View(GRADES[name][0], [32], "f70122446608" + "00" * 10, "80"), bits)


def encoded_sizes():
    # Nothing negative: dmin is −0 (spec §9.4.4).
    encodes("encoded-sizes", "q4ks-planes", "§9.4", "GRADE_Q4KS", [0] * 256,
            ["00" * 128, "00" * 8, "00000080", "00" * 8])
    entry("encoded-sizes", "q4ks-lengths", gcp.SIZES, "§6.1",
          View(Q4KS, [256]).descriptor() + gcp.shape([256]),
          struct.pack("<8q", 256, 256, 8, 1, 128, 8, 4, 8))


def encode_nearest():
    # amax 6: rule 2, x = 0; every value is a grid point, the second time their negatives.
    encodes("encode-nearest", "grid-points", "§9.2.3", "GRADE_MXFP4",
            with_zeros(f32(6, 4, 3, 2, 1.5, 1, 0.5, 0, -6, -4, -3, -2, -1.5, -1, -0.5, -0.0), 32),
            ["67452301efcdab89" + "00" * 8, "7f", "", ""])
    # Half a step of the grid: ties go to the even code.
    encodes("encode-nearest", "half-a-step", "§9.2.3", "GRADE_MXFP4",
            with_zeros(f32(6, 5, 3.5, 2.5, 1.75, 1.25, 0.75, 0.25), 32),
            ["67462402" + "00" * 12, "7f", "", ""])


def encode_repeats():
    # Not the identity: each pair is values, and what decode gives for their planes (docs/LAWS.md).
    def pair(name, clause, grade, bits, once, decoded, twice):
        encodes("encode-repeats", name, clause, grade, bits, once)
        encodes("encode-repeats", name + "-again", clause, grade, decoded, twice)
    zeros = "00" * 16
    pair("mxfp4-rounded-to-zero", "§9.2.3", "GRADE_MXFP4", with_zeros([1], 32),
         [zeros, "00", "", ""], [0] * 32, [zeros, "7f", "", ""])
    # 1.375² < 2, 1.5² > 2.
    pair("mxfp4-rne-over-the-threshold", "§9.2.3", "GRADE_MXFP4_RNE",
         with_zeros(f32(1.375), 32), ["07" + "00" * 15, "7d", "", ""],
         with_zeros(f32(1.5), 32), ["05" + "00" * 15, "7e", "", ""])
    # Survivors that round to zero lose their places.
    pair("i8s24-survivors-of-zero", "§9.5.1", "GRADE_I8S24",
         with_zeros(f32(127, 127, 0, 0, 0, 0, 0.25, 0.25), 32),
         ["7f7f" + "00" * 14, "003c", "", "e4444444"],
         with_zeros(f32(127, 127), 32), ["7f7f" + "00" * 14, "003c", "", "44444444"])
    # The others are too long for a hand. NVF4_RTZ as a requantisation, which is decode and encode:
    # 165/32 / 6 rounds to 7/8, 165/32 / (7/8) goes down to 4, and 3.5 has another scale.
    for name, clause, grade, bits in (
            ("nvf4-scale-drifts", "§9.3.1", "GRADE_NVF4", with_zeros([0x3FAB9C01], 16)),
            ("nvf4-rtz-falls", "§9.3.5", "GRADE_NVF4_RTZ",
             with_zeros(f32(2688, 1000), 16) + with_zeros(f32(165 / 32), 16)),
            ("q4ks-offset-off-the-grid", "§9.4.5", "GRADE_Q4KS",
             with_zeros(f32(*[-1, 2] * 16) + f32(-1 / 32, 15 / 32), 256))):
        once = codec_oracle.encode(grade, bits)
        decoded = codec_oracle.decode(grade, once)
        twice = codec_oracle.encode(grade, decoded)
        assert once != twice, name
        oracle = "independent exact oracle (codec_oracle.py, %s)" % clause
        hexes = [[plane.hex() for plane in planes] for planes in (once, twice)]
        if grade == "GRADE_NVF4_RTZ":
            view = View(GRADES[grade][0], [len(bits)], *hexes[0])
            after = View(GRADES[grade][0], [len(bits)], *hexes[1])
            entry("encode-repeats", name, REQUANTIZE, clause, turned(view, [0], 0),
                  after.descriptor() + gcp.shape(after.extents) + gcp.planes(after.planes),
                  oracle=oracle)
            continue
        encodes("encode-repeats", name, clause, grade, bits, hexes[0], oracle)
        encodes("encode-repeats", name + "-again", clause, grade, decoded, hexes[1], oracle)
    # 13/2048 / 6 is 0.54 · 2^-9, e4m3 code 1; 13/2048 / 2^-9 = 3.25 rounds to 3 (code 5), and
    # 3 · 2^-9 / 6 is a tie, to code 0.
    largest = f32(2688)
    pair("nvf4-subnormal-scale", "§9.3.3", "GRADE_NVF4",
         with_zeros(largest, 16) + with_zeros(f32(13 / 2048), 16),
         ["07" + "00" * 7 + "05" + "00" * 7, "7e01", "0000803f", ""],
         with_zeros(largest, 16) + with_zeros(f32(3 / 512), 16),
         ["07" + "00" * 15, "7e00", "0000803f", ""])
    # The identity where it is promised: amax = 6 · 448, so sT is 1.
    encodes("encode-repeats", "nvf4-power-of-two", "§9.3.3", "GRADE_NVF4",
            with_zeros(f32(2688, 448), 16), ["27" + "00" * 7, "7e", "0000803f", ""])


def gid_of(law, name, clause, descriptor, grade, extents):
    gid = fnv128(grade.encode("ascii") + b"\0" + descriptor[:28] + descriptor[32:]
                 + struct.pack("<I%dq" % len(extents), len(extents), *extents))
    entry(law, name, gcp.GID, clause, descriptor + gcp.text(grade) + gcp.shape(extents),
          gid + gcp.text(crockford(gid)),
          oracle="independent oracle (FNV-1a-128 by its definition, of the bytes of §7.2.1)")
    return gid


def gids():
    base = View(MXFP4, [32]).descriptor()
    found = []
    for name, descriptor, extents in (
            ("example", base, [32]), ("placement-bit", base[:48] + b"\x01" + base[49:], [32]),
            ("last-frame-bit", base[:63] + bytes([base[63] ^ 0x80]), [32]), ("extent", base, [33]),
            ("one-more-extent", base, [32, 1]), ("no-extent", base, [])):
        found.append(gid_of("gid-sensitive", name, "§7.2.1", descriptor, MXFP4, extents))
    assert found[0].hex() == "42d145a24c0f96ea7e336d82a2ac740d"  # §7.2's example
    assert len(set(found)) == len(found)
    noted = View(MXFP4, [32], note=0xFFFFFFFF).descriptor()
    assert gid_of("gid-sensitive", "note", "§2.3.3", noted, MXFP4, [32]) == found[0]
    # §7.3's example, and every accepted spelling of its symbols.
    for name, text in (("upper-case", "22T52T4K0FJVN7WCVDGAHARX0D"),
                       ("lower-case", "22t52t4k0fjvn7wcvdgaharx0d"),
                       ("hyphens", "-22T52T4K-0FJVN7WCV--DGAHARX0D-"),
                       ("letter-o", "22T52T4KOFJVN7WCVDGAHARXoD")):
        entry("printed-gid", name, gcp.GID_PARSE, "§7.3.2", gcp.text(text), found[0])


def digests():
    found = set()
    for name, planes in (("in-data", [b"ab", b"", b"", b""]),
                         ("over-the-boundary", [b"a", b"b", b"", b""]),
                         ("in-aux", [b"", b"", b"", b"ab"]),
                         ("one-zero-more", [b"ab\0", b"", b"", b""]),
                         ("one-bit", [b"ac", b"", b"", b""])):
        digest = fnv128(b"".join(struct.pack("<Q", len(plane)) + plane for plane in planes))
        found.add(digest)
        entry("digest-sensitive", name, gcp.DIGEST, "§7.4.1", gcp.planes(planes), digest,
              oracle="independent oracle (FNV-1a-128 by its definition, of the bytes of §7.4.1)")
    assert len(found) == 5


def assumptions():
    # No operation of the protocol assumes or verifies. What can be asked is what a ledger writes
    # down, the gids before and after, and the bytes that a proof must have.
    before = View(MXFP4, [64])
    after = before.but(placements=("TILE_16x16", "ROW_MAJOR", None))
    after.note = 1
    assert (gid_of("assume", "gid-before", "§7.2.1", before.descriptor(), MXFP4, [64])
            != gid_of("assume", "gid-after", "§7.2.1", after.descriptor(), MXFP4, [64]))
    # Codes 5 6 3 / 4 1 2.
    view = View("grit1(e=u4,k0=3,s0=u8,esr=ratiomaxabs)", [2, 3], "654321", "0102", axis=1)
    relays("verify", "bytes-of-the-proof", "§10.3.1", view, 0, "COL_MAJOR",
           view.but(data="451623", placements=("COL_MAJOR", "ROW_MAJOR", None)))


def build(_):
    """`extended/laws.json`, from nobody's answers."""
    ENTRIES.clear()
    for part in (nan_poison, sparse_wins, slice_honesty, transpose_lines, outermost_first,
                 no_fused_multiply_add, placement_invariance, independence, note_blindness,
                 check_totality, values, plane_order, slice_refusals, slice_composition,
                 transpose_refusals, transpose_composition, transpose_slice, relayout_round_trip,
                 requantize, grades, projections, encoded_sizes, encode_nearest, encode_repeats, gids,
                 digests, assumptions):
        part()
    return {"extended/laws.json": ENTRIES.file()}
