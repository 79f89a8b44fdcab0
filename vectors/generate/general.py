"""extended/general.json: pinned cases of the general tier (spec §11, §12).

Every expectation is written down here as docs/SPEC.md works it out by hand, clause by clause; no
implementation is asked. Only two things are computed: the 64 bytes of a descriptor from its fields
(spec §2, §3.8), and the address formula of a swizzle (spec §12.2.2).
"""

import struct

import gcp
import suite
from entries import Entries
from suite import PLACEMENTS

CHECK_GRADE, DECODE_VIEW, SLICE, TRANSPOSE, REQUANTIZE, RELAYOUT = 20, 21, 22, 23, 24, 25

# Spec §1.2.
FORMATS = {"e2m1": 0x2043, "e4m3": 0x2887, "e8m0": 0x4807, "binary16": 0x356F, "binary32": 0x371F,
           "u2": 0x43E1, "u4": 0x43E3, "u6": 0x43E5, "u8": 0x43E7, "s4": 0x03E3, "s8": 0x03E7}
# Spec §2.2.
HAS_ZP, ZP_MINUS1, SPARSE, MSB_FIRST, ZP_L1SCALED = 0x01, 0x02, 0x04, 0x08, 0x20


def fnv64(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


class View:
    """A grade, what a descriptor adds to it, a shape and four planes (hexadecimal)."""

    def __init__(self, grade, extents, data="", scale0="", scale1="", aux="", axis=0,
                 placements=("ROW_MAJOR", "ROW_MAJOR", None), note=0, grade_id=None, text=None):
        self.grade, self.extents, self.axis = grade, extents, axis
        self.planes = [bytes.fromhex(plane) for plane in (data, scale0, scale1, aux)]
        self.placements, self.note = placements, note
        self.grade_id = fnv64(grade.encode("ascii")) if grade_id is None else grade_id
        self.text = grade if text is None else text

    def keys(self):
        """The grade string's items (spec §3.1)."""
        return dict(item.split("=") for item in self.grade[len("grit1("):-1].split(","))

    def descriptor(self):
        keys = self.keys()
        levels = 2 if "k1" in keys else 1
        flags = 0
        if "zp" in keys:
            flags |= HAS_ZP
            flags |= ZP_MINUS1 if keys.get("zpc") == "minus1" else 0
            flags |= ZP_L1SCALED if keys.get("zps") == "l1" else 0
        n = m = meta = order = 0
        if "sp" in keys:
            flags |= SPARSE
            n, m, meta, order = keys["sp"].split(":")
            n, m = int(n), int(m)
            meta = {"u2": 1, "u4": 2}[meta]
            order = {"asclsb": 1, "unord": 0}[order]
        flags |= MSB_FIRST if keys.get("po") == "msb" else 0
        words = [PLACEMENTS[name] if isinstance(name, str) else name or 0
                 for name in self.placements]
        if self.placements[2] is None and flags & (SPARSE | HAS_ZP):
            words[2] = PLACEMENTS["ROW_MAJOR"]
        return struct.pack(
            "<4sBBBBHHHHhHHBBBBBBIQQQQ", b"GRT1", 64, 1, levels, flags, FORMATS[keys["e"]],
            FORMATS[keys["s0"]], FORMATS.get(keys.get("s1"), 0), FORMATS.get(keys.get("zp"), 0),
            self.axis, int(keys["k0"]), int(keys.get("k1", 0)), n, m, meta, order,
            1 if keys.get("ct") == "pad8" else 0, 0, self.note, *words, self.grade_id)

    def payload(self):
        return (self.descriptor() + gcp.text(self.text) + gcp.shape(self.extents)
                + gcp.planes(self.planes))

    def but(self, **changes):
        """The same with other planes (hexadecimal), placements or extents."""
        new = View(self.grade, self.extents, axis=self.axis, placements=self.placements,
                   note=self.note, grade_id=self.grade_id, text=self.text)
        new.planes = list(self.planes)
        for name, value in changes.items():
            if name in ("data", "scale0", "scale1", "aux"):
                new.planes[("data", "scale0", "scale1", "aux").index(name)] = bytes.fromhex(value)
            else:
                setattr(new, name, value)
        return new


ENTRIES = Entries()
entry, refused = ENTRIES.add, ENTRIES.refused


def decodes(name, clause, view, bits):
    entry(DECODE_VIEW, name, clause, view.payload(), gcp.words(bits))


def f32(*values):
    """Bits of values that binary32 holds exactly."""
    return [struct.unpack("<I", struct.pack("<f", value))[0] for value in values]


def sliced(view, axis, begin, end):
    return view.payload() + struct.pack("<Bqq", axis, begin, end)


def turned(view, perm, axis):
    return view.payload() + bytes(perm) + struct.pack("<B", axis)


def laid(view, role, placement):
    word = PLACEMENTS[placement] if isinstance(placement, str) else placement
    return view.payload() + struct.pack("<BQ", role, word)


def relays(name, clause, view, role, placement, after):
    entry(RELAYOUT, name, clause, laid(view, role, placement),
          after.descriptor() + gcp.planes(after.planes))


def slices(name, clause, view, axis, begin, end, after):
    entry(SLICE, name, clause, sliced(view, axis, begin, end),
          gcp.shape(after.extents) + gcp.planes(after.planes))


def turns(op, name, clause, view, perm, axis, after):
    entry(op, name, clause, turned(view, perm, axis),
          after.descriptor() + gcp.shape(after.extents) + gcp.planes(after.planes))


def check_grade():
    grade = "grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)"
    view = View(grade, [4])
    check = gcp.check_lengths(1, view.descriptor(), [4], [2, 2, 0, 1])
    for name, clause, text, status in (
            ("own", "§11.1.1", grade, 0),
            ("not-canonical", "§11.1.2", grade.replace("k0=4", "k0=04"), 2),
            ("none", "§11.1.2", "", 2)):
        entry(CHECK_GRADE, name, clause, check + gcp.text(text), bytes([status, 255]))
    mxfp4 = View(suite.GRADES["GRADE_MXFP4"][0], [32])
    entry(CHECK_GRADE, "registered-beside-a-useless-entry", "§11.1.2",
          gcp.check_lengths(1, mxfp4.descriptor(), [32], [16, 1, 0, 0]) + gcp.text("grit1()"),
          bytes([0, 255]))


def refusals():
    """The table of spec §11.2."""
    mxfp4 = suite.GRADES["GRADE_MXFP4"][0]
    view = View(mxfp4, [2, 64], "00" * 64, "7f" * 4, axis=1)
    short = view.but(data="00" * 63)
    decodes("mxfp4-zeros", "§11.2.3", view, [0] * 128)

    def row(name, spoilt, reason):
        refused(DECODE_VIEW, name, "§11.2.3", spoilt.payload(), reason)
    row("not-canonical", view.but(text=mxfp4.replace("k0=32", "k0=032")), "GradeUnknown")
    row("other-grade", view.but(text=suite.GRADES["GRADE_MXFP4_RNE"][0]), "GradeUnknown")
    row("placement-before-size",
        short.but(placements=("ROW_MAJOR", 0x2000000000000000, None)), "PlacementUnknown")
    rtz = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs,dr=rtz)"
    row("unsupported-before-relayout",
        View(rtz, [2, 64], "00" * 64, "7f" * 4, axis=1, placements=(0, "ROW_MAJOR", None)),
        "GradeUnsupported")
    for name in ("UNSPECIFIED", "TILE_16x16", 0x8000000000000001):
        row("relayout-before-size-%s" % (name if isinstance(name, str) else "local-hash").lower(),
            short.but(placements=(name, "ROW_MAJOR", None)), "RelayoutUnsupported")
    row("column-major-of-rank-3",
        View(mxfp4, [2, 1, 64], "00" * 64, "7f" * 4, axis=2,
             placements=("COL_MAJOR", "ROW_MAJOR", None)), "RelayoutUnsupported")
    row("short", short, "SizeMismatch")
    row("unswizzled", view.but(placements=("ROW_MAJOR", "SWIZZLE_128x4B", None)), "SizeMismatch")
    row("rank-0", View(mxfp4, [], "", ""), "SizeMismatch")
    decodes("empty-of-huge-extents", "§11.2.5", View(mxfp4, [2**62, 2**62, 0], axis=2), [])


def plane_order():
    plain = "grit1(e=u8,k0=1,s0=u8,esr=ratiomaxabs)"
    decodes("axis-0", "§11.3.4",
            View(plain, [2, 3], "010203040506", "01" * 6), f32(1, 3, 5, 2, 4, 6))
    # i = (4·a0 + a2)·3 + a1 at [2, 3, 4] with group axis 1.
    numbers = [(4 * a0 + a2) * 3 + a1 for a0 in range(2) for a1 in range(3) for a2 in range(4)]
    decodes("axis-1-of-3", "§11.3.3",
            View(plain, [2, 3, 4], bytes(range(24)).hex(), "01" * 24, axis=1), f32(*numbers))


def bits():
    def plain(elem, data, more, *values):
        decodes("bits-%s%s" % (elem, "".join("-" + item.split("=")[1] for item in more)),
                "§11.4", View("grit1(e=%s,k0=%d,s0=u8%s,esr=ratiomaxabs)" % (
                    elem, len(values), "".join("," + item for item in more)), [len(values)],
                    data, "01"), f32(*values))
    plain("u6", "813010", (), 1, 2, 3, 4)
    plain("u6", "0420c4", ("po=msb",), 1, 2, 3, 4)
    plain("u4", "2103", (), 1, 2, 3)
    plain("u4", "1230", ("po=msb",), 1, 2, 3)
    plain("u6", "01020304", ("ct=pad8",), 1, 2, 3, 4)
    plain("u6", "01020304", ("ct=pad8", "po=msb"), 1, 2, 3, 4)
    plain("binary16", "003c", (), 1)
    plain("binary16", "3c00", ("po=msb",), 1)
    # s1 = 5 and z1 = 9, the high four bits of scale1 ignored: (5 × 1 × e) − 9 × z.
    decodes("level-1-pair-of-u6", "§11.4.7",
            View("grit1(e=u8,k0=1,s0=u8,k1=0,s1=u6,zp=u8,zps=l1,esr=affineminmax)", [2], "0405",
                 "0101", "45f2", "0001"), f32(20, 16))


def values():
    minus1 = "grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)"
    view = View(minus1, [4], "807f", "0038", aux="f7")
    decodes("minus-1", "§11.5.4", view, f32(-4, 0, 3.5, -0.5))
    decodes("minus-1-beyond-the-width", "§11.5.4", view.but(aux="0f"), f32(-8, -4, -0.5, -4.5))
    # s1 = 2^28 and s0 = 2^100: their product is infinite, and only then comes the element, 0.5.
    decodes("outermost-scale-first", "§11.5.3",
            View("grit1(e=e2m1,k0=1,s0=binary32,k1=0,s1=binary32,esr=ratiomaxabs)", [1], "01",
                 "00008071", "0000804d"), [0x7F800000])
    decodes("no-fused-multiply-add", "§11.8.6",
            View("grit1(e=u8,k0=1,s0=u8,k1=1,s1=binary16,zp=u8,zps=l1,esr=affineminmax)", [1],
                 "79", "7f", "bf41773e", "1a"), [0x472C4C16])
    # A NaN scale, and the element is a zero.
    decodes("nan-poison", "§11.8.1",
            View("grit1(e=u8,k0=1,s0=e8m0,esr=ratiomaxabs)", [2], "0001", "ff7f"),
            [0x7FC00000] + f32(1))
    # The zero point is a NaN.
    decodes("nan-zero-point", "§11.5.7",
            View("grit1(e=u8,k0=1,s0=u8,zp=e8m0,esr=affineminmax)", [2], "0505", "0101",
                 aux="ff7f"), [0x7FC00000] + f32(4))


def sparse():
    grade = "grit1(e=s8,k0=5,s0=u8,sp=3:5:u4:unord,esr=ratiomaxabs)"
    view = View(grade, [10], "010203040506", "0203", aux="147420")
    decodes("sparse-cursor", "§11.6.3", view, f32(0, 2, 0, 0, 4, 9, 0, 12, 0, 0))
    refused(SLICE, "sparse-cursor", "§11.2.3", sliced(view, 0, 0, 5), "DigestMismatch")
    refused(TRANSPOSE, "sparse-cursor", "§11.2.3", turned(view, [0], 0), "DigestMismatch")
    # Both scales are NaN: what is named is NaN, the rest +0.
    decodes("sparse-wins-over-poison", "§11.8.2",
            View("grit1(e=s8,k0=2,s0=e8m0,sp=1:2:u2:asclsb,esr=ratiomaxabs)", [4], "0507", "ffff",
                 aux="04"), [0x7FC00000, 0, 0, 0x7FC00000])


def column_major():
    def row(name, grade, extents, before, after):
        view = View(grade, extents, before, "01" * extents[0], axis=1)
        relays(name, "§12.2.1", view, 0, "COL_MAJOR",
               view.but(data=after, placements=("COL_MAJOR", "ROW_MAJOR", None)))
    row("column-major-u4", "grit1(e=u4,k0=3,s0=u8,esr=ratiomaxabs)", [2, 3], "214365", "415263")
    row("column-major-u6", "grit1(e=u6,k0=3,s0=u8,esr=ratiomaxabs)", [2, 3], "8130108501",
        "0121148301")
    row("column-major-u6-msb", "grit1(e=u6,k0=3,s0=u8,po=msb,esr=ratiomaxabs)", [2, 3],
        "0420c41460", "0440850c60")
    row("column-major-ignored-bits", "grit1(e=u4,k0=3,s0=u8,esr=ratiomaxabs)", [1, 3], "21f3",
        "2103")
    view = View("grit1(e=u4,k0=3,s0=u8,esr=ratiomaxabs)", [1, 3], "21f3", "01", axis=1)
    relays("plane-order-words", "§12.9.3", view, 0, "LINEAR_META",
           view.but(placements=("LINEAR_META", "ROW_MAJOR", None)))


def swizzle():
    # 130 lines of 5 groups: byte (r, g) is 1 + (5·r + g) mod 251, so no byte of the matrix is 0.
    lines, groups, padded = 130, 5, 8
    grade = "grit1(e=u8,k0=1,s0=u8,esr=ratiomaxabs)"
    matrix = bytes(1 + (groups * r + g) % 251 for r in range(lines) for g in range(groups))
    stored = bytearray(256 * padded)
    for r in range(lines):
        for g in range(groups):
            at = ((r // 128 * (padded // 4) + g // 4) * 512 + r % 32 * 16 + r % 128 // 32 * 4
                  + g % 4)
            stored[at] = matrix[groups * r + g]
    # The six places that the clause's example gives.
    places = {(0, 0): 0, (33, 2): 22, (127, 3): 511, (0, 4): 512, (128, 0): 1024, (129, 4): 1552}
    for (r, g), at in places.items():
        assert stored[at] == matrix[groups * r + g], (r, g)
    view = View(grade, [lines, groups], "01" * (lines * groups), matrix.hex(), axis=1)
    swizzled = view.but(scale0=bytes(stored).hex(),
                        placements=("ROW_MAJOR", "SWIZZLE_128x4B", None))
    relays("swizzle", "§12.2.2", view, 1, "SWIZZLE_128x4B", swizzled)
    noisy = swizzled.but(scale0=bytes(byte or 0xEE for byte in stored).hex())
    relays("swizzle-padding-ignored", "§12.2.3", noisy, 1, "ROW_MAJOR", view)


def blocks():
    mxfp4 = View(suite.GRADES["GRADE_MXFP4"][0], [32], "1032547698badcfeefcdab8967452301", "80")
    in_blocks = mxfp4.but(data="80f0e1d2c3b4a5968778695a4b3c2d1e0f", scale0="",
                          placements=("BLOCK_AOS", "ROW_MAJOR", None))
    relays("mxfp4-into-blocks", "§12.3.2", mxfp4, 0, "BLOCK_AOS", in_blocks)
    relays("mxfp4-out-of-blocks", "§12.3.2", in_blocks, 0, "ROW_MAJOR", mxfp4)
    refused(RELAYOUT, "swizzle-beside-blocks", "§12.9.2", laid(in_blocks, 1, "SWIZZLE_128x4B"),
            "RelayoutUnsupported")
    q8_0 = View("grit1(e=s8,k0=32,s0=binary16,esr=ratiomaxabs)", [32], bytes(range(32)).hex(),
                "003c")
    relays("q8_0-into-blocks", "§12.3.3", q8_0, 0, "BLOCK_AOS",
           q8_0.but(data="003c" + bytes(range(32)).hex(), scale0="",
                    placements=("BLOCK_AOS", "ROW_MAJOR", None)))
    # Scales and minima of the clause's example; each group's elements are its own number.
    q4k = View(suite.GRADES["GRADE_Q4KS"][0], [256],
               "".join("%x%x" % (group, group) * 16 for group in range(8)),
               bytes([1, 2, 3, 4, 33, 50, 63, 16]).hex(), "003c0038",
               bytes([5, 6, 7, 8, 10, 27, 44, 61]).hex())
    packed = ("003c0038" + "81c2c344054687c8a1b2cfd0"
              + "".join("%x%x" % (2 * c + 1, 2 * c) * 32 for c in range(4)))
    in_q4k = q4k.but(data=packed, scale0="", scale1="", aux="",
                     placements=("PACK_K4_12B", "ROW_MAJOR", None))
    relays("q4k-into-blocks", "§12.3.5", q4k, 0, "PACK_K4_12B", in_q4k)
    relays("q4k-out-of-blocks", "§12.3.5", in_q4k, 0, "ROW_MAJOR", q4k)


def slice_():
    q4ks = suite.GRADES["GRADE_Q4KS"][0]

    def view(*extents):
        numel = extents[0] * extents[1]
        return View(q4ks, list(extents), "00" * (numel // 2), "01" * (numel // 32),
                    "003c0000" * (numel // 256), "00" * (numel // 32), axis=1)
    # Level-1 group j has d = j + 1, whatever line it is in: 1, 2, 3, 4 in binary16.
    wide = view(2, 512).but(scale1="003c0000" "00400000" "00420000" "00440000")
    slices("level-1-groups-of-each-line", "§12.6.5", wide, 1, 256, 512,
           view(2, 256).but(scale1="00400000" "00440000"))
    refused(SLICE, "two-level-1-groups", "§12.6.4", sliced(wide, 1, 32, 288), "SliceSplitsGroup")
    refused(SLICE, "half-a-group", "§12.6.3", sliced(wide, 1, 16, 512), "SliceSplitsGroup")
    low = view(4, 64)
    refused(SLICE, "level-1-group-over-lines", "§12.6.4", sliced(low, 0, 0, 2), "SliceSplitsGroup")
    slices("lines-of-a-level-1-group", "§12.6.5", view(8, 64).but(scale1="003c0000" "00400000"),
           0, 4, 8, low.but(scale1="00400000"))
    slices("empty", "§12.6.4", low, 1, 32, 32,
           low.but(extents=[4, 0], data="", scale0="", scale1="", aux=""))
    refused(SLICE, "empty-inside-a-group", "§12.6.3", sliced(low, 1, 33, 33), "SliceSplitsGroup")
    for name, axis, begin, end in (("no-axis", 2, 0, 1), ("reversed", 0, 3, 2),
                                   ("beyond", 0, 0, 5), ("negative", 0, -1, 2)):
        refused(SLICE, name, "§12.6.2", sliced(low, axis, begin, end), "SliceRange")
    nvf4 = View(suite.GRADES["GRADE_NVF4"][0], [4, 64], "00" * 128, "38" * 16, "0000803f", axis=1)
    slices("tensor-scale-stays", "§12.6.5", nvf4, 0, 1, 1,
           nvf4.but(extents=[0, 64], data="", scale0=""))


def transpose():
    # Line l of [2, 3, 32] holds the code l + 1 everywhere, under the scale 2^l.
    mxfp4 = suite.GRADES["GRADE_MXFP4"][0]

    def lines(numbers, extents, axis):
        return View(mxfp4, extents, "".join("%x%x" % (l + 1, l + 1) * 16 for l in numbers),
                    "".join("%02x" % (0x7F + l) for l in numbers), axis=axis)
    view = lines(range(6), [2, 3, 32], 2)
    turns(TRANSPOSE, "relabelling", "§12.7.5", view, [0, 2, 1], 1, lines(range(6), [2, 32, 3], 1))
    turns(TRANSPOSE, "lines-move", "§12.7.6", view, [1, 0, 2], 2,
          lines([0, 3, 1, 4, 2, 5], [3, 2, 32], 2))
    refused(TRANSPOSE, "group-axis-moved", "§12.7.3", turned(view, [1, 0, 2], 0), "GroupAxisMoved")
    refused(TRANSPOSE, "no-permutation", "§12.7.2", turned(view, [0, 0, 2], 2), "BadPermutation")
    refused(TRANSPOSE, "permutation-before-axis", "§12.7.2", turned(view, [0, 0, 2], 9),
            "BadPermutation")
    q4ks = suite.GRADES["GRADE_Q4KS"][0]
    within = View(q4ks, [2, 2, 64], "00" * 128, "0102030405060708", "003c0038", "00" * 8, axis=2)
    turns(TRANSPOSE, "within-a-level-1-group", "§12.7.4", within, [1, 0, 2], 2,
          within.but(scale0="0102050603040708"))
    across = View(q4ks, [2, 2, 128], "00" * 256, "00" * 16, "003c0038" * 2, "00" * 16, axis=2)
    refused(TRANSPOSE, "across-level-1-groups", "§12.7.4", turned(across, [1, 0, 2], 2),
            "SliceSplitsGroup")


def requantize():
    view = View(suite.GRADES["GRADE_MXFP4"][0], [32], "11" * 16, "80")
    turns(REQUANTIZE, "other-bytes-equal-values", "§12.8.1", view, [0], 0,
          view.but(data="66" * 16, scale0="7d"))
    refused(REQUANTIZE, "no-axis", "§12.8.2", turned(view, [0], 1), "SizeMismatch")
    refused(REQUANTIZE, "no-permutation", "§12.8.2", turned(view, [1], 1), "BadPermutation")
    refused(REQUANTIZE, "not-registered", "§11.2.3",
            turned(View("grit1(e=u8,k0=1,s0=u8,esr=ratiomaxabs)", [1], "01", "01"), [0], 0),
            "GradeUnsupported")


def relayout():
    view = View(suite.GRADES["GRADE_MXFP4"][0], [32], "11" * 16, "80")
    for name, role, word in (("meta-without-an-aux-plane", 2, "ROW_MAJOR"), ("tile", 0, "TILE_16x16"),
                             ("unspecified", 0, 0), ("reserved-class", 0, 0x2000000000000000),
                             ("opaque", 1, "OPAQUE"), ("column-major-of-rank-1", 0, "COL_MAJOR"),
                             ("foreign-block", 0, "PACK_K4_12B")):
        refused(RELAYOUT, name, "§12.9.2", laid(view, role, word), "RelayoutUnsupported")
    noted = view.but(note=0x1234)
    relays("note-stays", "§12.9.1", noted, 1, "LINEAR_META",
           noted.but(placements=("ROW_MAJOR", "LINEAR_META", None)))


def build(_):
    """`extended/general.json`, from nobody's answers."""
    ENTRIES.clear()
    for part in (check_grade, refusals, plane_order, bits, values, sparse, column_major, swizzle,
                 blocks, slice_, transpose, requantize, relayout):
        part()
    return {"extended/general.json": ENTRIES.file()}
