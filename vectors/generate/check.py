"""extended/check.json: each rule of check, of placement words and of sizes, broken alone.

Every expectation is written down here as docs/SPEC.md §4, §5 and §6 state it; no implementation is
asked. Computed are the 64 bytes of a descriptor from its fields (spec §2, §3.8) and digests (spec
§7.1, §7.4.1). Where a rule is broken, all that comes after it in check is as it would have to be,
so that an implementation without the rule answers something else.
"""

import struct

import gcp
import suite
from entries import CHECK_GRADE, Entries, digest, lengths
from general import View
from suite import PLACEMENTS

OK, SIZE_MISMATCH, GRADE_UNKNOWN, PLACEMENT_UNKNOWN, DIGEST_MISMATCH = range(5)
DATA, SCALE0, SCALE1, AUX, NONE = 0, 1, 2, 3, 255
# Offsets of fields (spec §2.1.1).
OFFSETS = {"magic": 0, "hdr_bytes": 4, "version": 5, "n_levels": 6, "flags": 7, "elem": 8,
           "scale0": 10, "scale1": 12, "zp_fmt": 14, "group_axis": 16, "k0": 18, "k1": 20,
           "sp_n": 22, "sp_m": 23, "sp_meta_fmt": 24, "sp_order": 25, "container": 26,
           "frame_rsvd": 27, "note": 28, "placement_data": 32, "placement_scale": 40,
           "placement_meta": 48, "grade_id": 56}
SIZES_OF_FIELDS = {"magic": "4s", "elem": "H", "scale0": "H", "scale1": "H", "zp_fmt": "H",
                   "group_axis": "h", "k0": "H", "k1": "H", "note": "I", "placement_data": "Q",
                   "placement_scale": "Q", "placement_meta": "Q", "grade_id": "Q"}

# One block of each registered grade: view, extents, plane bytes (spec §6).
MXFP4 = (View(suite.GRADES["GRADE_MXFP4"][0], [32]), [32], (16, 1, 0, 0))
Q4KS = (View(suite.GRADES["GRADE_Q4KS"][0], [256]), [256], (128, 8, 4, 8))
NVF4 = (View(suite.GRADES["GRADE_NVF4"][0], [16]), [16], (8, 1, 4, 0))
I8S24 = (View(suite.GRADES["GRADE_I8S24"][0], [32]), [32], (16, 2, 0, 4))


def changed(desc, **fields):
    """The descriptor with other values in some fields."""
    out = bytearray(desc)
    for name, value in fields.items():
        out[OFFSETS[name]:OFFSETS[name] + struct.calcsize(SIZES_OF_FIELDS.get(name, "B"))] = (
            struct.pack("<" + SIZES_OF_FIELDS.get(name, "B"), value))
    return bytes(out)


class Check(Entries):
    def spoilt(self, name, clause, block, status, plane=NONE, extents=None, plane_bytes=None, level=1,
               **fields):
        """CHECK of a block with other fields, extents or lengths."""
        view, own_extents, own_bytes = block
        self.add(gcp.CHECK, name, clause, lengths(
            level, changed(view.descriptor(), **fields),
            own_extents if extents is None else extents,
            own_bytes if plane_bytes is None else plane_bytes), bytes([status, plane]))

    def own(self, name, clause, grade, extents, plane_bytes, status, plane=NONE, axis=0, four=None,
            level=1, **fields):
        """CHECK_GRADE with a grade of the caller's own."""
        desc = changed(View(grade, extents, axis=axis).descriptor(), **fields)
        given, tail = (0, b"") if four is None else (1, gcp.planes(four))
        self.add(CHECK_GRADE, name, clause,
                 lengths(level, desc, extents, plane_bytes, given, tail) + gcp.text(grade),
                 bytes([status, plane]))


def frame(out):
    """Step 1 (spec §5.1)."""
    view, extents, plane_bytes = MXFP4
    desc = view.descriptor()
    for size, given in ((0, b""), (63, desc[:63]), (65, desc + b"\0"), (128, desc + desc)):
        out.add(gcp.CHECK, "descriptor-of-%d-bytes" % size, "§5.1.1",
                lengths(1, given, extents, plane_bytes), bytes([GRADE_UNKNOWN, NONE]))
    for at in range(4):
        spoilt = bytearray(desc)
        spoilt[at] ^= 0x20
        out.add(gcp.CHECK, "magic-byte-%d" % at, "§5.1.2",
                lengths(1, bytes(spoilt), extents, plane_bytes), bytes([GRADE_UNKNOWN, NONE]))
    for name, clause, block, fields in (
            ("hdr_bytes-63", "§5.1.3", MXFP4, {"hdr_bytes": 63}),
            ("hdr_bytes-0", "§5.1.3", MXFP4, {"hdr_bytes": 0}),
            ("version-0", "§5.1.4", MXFP4, {"version": 0}),
            ("version-2", "§5.1.4", MXFP4, {"version": 2}),
            ("n_levels-0", "§5.1.5", MXFP4, {"n_levels": 0}),
            ("n_levels-3", "§5.1.5", MXFP4, {"n_levels": 3}),
            ("flag-40", "§5.1.6", MXFP4, {"flags": 0x40}),
            ("flag-80", "§5.1.6", MXFP4, {"flags": 0x80}),
            ("frame_rsvd-1", "§5.1.7", MXFP4, {"frame_rsvd": 1}),
            ("frame_rsvd-80", "§5.1.7", MXFP4, {"frame_rsvd": 0x80}),
            ("container-2", "§5.1.8", MXFP4, {"container": 2}),
            ("container-255", "§5.1.8", MXFP4, {"container": 255}),
            ("one-level-with-k1", "§5.1.9", MXFP4, {"k1": 8}),
            ("one-level-with-scale1", "§5.1.9", MXFP4, {"scale1": 0x356F}),
            ("sparse-and-zero-point", "§5.1.10", I8S24, {"flags": 0x05}),
            ("l1scaled-without-zero-point", "§5.1.11", NVF4, {"flags": 0x20}),
            ("bias_ovr", "§5.1.13", MXFP4, {"elem": 0x2043 | 0x8000}),
            ("nan_enc-of-elem", "§5.1.14", MXFP4, {"elem": 0x2043 | 0x1800}),
            ("nan_enc-of-scale0", "§5.1.14", MXFP4, {"scale0": 0x4807 | 0x1800}),
            ("nan_enc-of-scale1", "§5.1.14", NVF4, {"scale1": 0x371F | 0x1800}),
            ("nan_enc-of-zp_fmt", "§5.1.14", Q4KS, {"zp_fmt": 0x43E5 | 0x1800})):
        out.spoilt(name, clause, block, GRADE_UNKNOWN, **fields)
    # A grade that demands both flags: step 2 has nothing against it (spec §3.8.6).
    out.own("sparse-and-zero-point", "§5.1.10",
            "grit1(e=s8,k0=4,s0=u8,zp=u8,sp=2:4:u2:asclsb,esr=affineminmax)", [4], (2, 1, 0, 1),
            GRADE_UNKNOWN)
    out.own("l1scaled-with-one-level", "§5.1.12",
            "grit1(e=u4,k0=4,s0=binary16,zp=u4,esr=affineminmax)", [4], (2, 2, 0, 1), GRADE_UNKNOWN,
            flags=0x21)
    # The same grade, whole: what the last two are held against.
    out.own("zero-point-of-one-level", "§5.1.12",
            "grit1(e=u4,k0=4,s0=binary16,zp=u4,esr=affineminmax)", [4], (2, 2, 0, 1), OK)


def grade(out):
    """Step 2 (spec §5.2)."""
    for name, block in (("mxfp4", MXFP4), ("q4ks", Q4KS), ("nvf4", NVF4), ("i8s24", I8S24)):
        out.spoilt("canonical-" + name, "§5.2.2", block, OK)
    out.spoilt("no-grade", "§5.2.1", MXFP4, GRADE_UNKNOWN, grade_id=0x2370EE9EE454A182)
    out.spoilt("grade_id-0", "§5.2.1", MXFP4, GRADE_UNKNOWN, grade_id=0)
    for name, block, fields in (
            ("n_levels", MXFP4, {"n_levels": 2}), ("n_levels-less", NVF4, {"n_levels": 1, "scale1": 0}),
            ("flags-msb", MXFP4, {"flags": 0x08}), ("flags-interleaved", MXFP4, {"flags": 0x10}),
            ("flags-minus1", Q4KS, {"flags": 0x23}), ("elem", MXFP4, {"elem": 0x43E3}),
            ("scale0", MXFP4, {"scale0": 0x43E7}), ("scale1", Q4KS, {"scale1": 0x366F}),
            ("zp_fmt", Q4KS, {"zp_fmt": 0x43E7}), ("zp_fmt-without", MXFP4, {"zp_fmt": 0x43E7}),
            ("k0", MXFP4, {"k0": 16}), ("k1", Q4KS, {"k1": 4}), ("sp_n", I8S24, {"sp_n": 1}),
            ("sp_n-without", MXFP4, {"sp_n": 2}), ("sp_m", I8S24, {"sp_m": 8}),
            ("sp_meta_fmt", I8S24, {"sp_meta_fmt": 2}), ("sp_order", I8S24, {"sp_order": 0}),
            ("sp_order-2", I8S24, {"sp_order": 2}), ("container", MXFP4, {"container": 1})):
        out.spoilt("frame-" + name, "§5.2.2", block, GRADE_UNKNOWN, **fields)


def placements(out):
    """Step 3 and the words (spec §4, §5.3)."""
    unknown = 0x2000000000000000
    for field in ("placement_data", "placement_scale"):
        out.spoilt(field, "§5.3.1", MXFP4, PLACEMENT_UNKNOWN, **{field: unknown})
    out.spoilt("placement_meta", "§5.3.1", Q4KS, PLACEMENT_UNKNOWN, placement_meta=unknown)
    out.spoilt("unknown-before-surplus", "§5.3.1", MXFP4, PLACEMENT_UNKNOWN, placement_data=unknown,
               placement_meta=PLACEMENTS["ROW_MAJOR"])
    out.spoilt("zero-point-without-placement", "§5.3.2", Q4KS, PLACEMENT_UNKNOWN, AUX,
               placement_meta=0)
    out.spoilt("metadata-without-placement", "§5.3.2", I8S24, PLACEMENT_UNKNOWN, AUX,
               placement_meta=0)
    out.spoilt("placement-without-aux", "§5.3.3", MXFP4, PLACEMENT_UNKNOWN, AUX,
               placement_meta=PLACEMENTS["ROW_MAJOR"])
    out.spoilt("local-hash-without-aux", "§5.3.3", NVF4, PLACEMENT_UNKNOWN, AUX,
               placement_meta=0x8000000000000000)
    out.spoilt("unspecified", "§4.1", MXFP4, OK, placement_data=0, placement_scale=0)
    for number in (1, 2, 3, 4, 5, 0x11, 0x12, 0x20):
        out.spoilt("number-%02x" % number, "§4.2", MXFP4, OK,
                   placement_data=0x1000000000000000 + number)
    for number in (0, 6, 0x10, 0x13, 0x21, 0x100000001, 2**60 - 1):
        out.spoilt("number-%02x" % number, "§4.2", MXFP4, PLACEMENT_UNKNOWN,
                   placement_data=0x1000000000000000 + number)
    for word in (0x8000000000000000, 0x8FFFFFFFFFFFFFFF):
        out.spoilt("word-%x" % word, "§4.3", MXFP4, OK, placement_scale=word)
    for word in (0xF000000000000000, 0xFFFFFFFFFFFFFFFF):
        out.spoilt("word-%x" % word, "§4.4", MXFP4, OK, placement_scale=word)
    for top in (2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14):
        out.spoilt("class-%x" % top, "§4.5", MXFP4, PLACEMENT_UNKNOWN,
                   placement_scale=(top << 60) + 1)
    for word in (1, 0x0FFFFFFFFFFFFFFF):
        out.spoilt("class-0-%x" % word, "§4.5", MXFP4, PLACEMENT_UNKNOWN, placement_data=word)


def sizes(out):
    """Step 4 and the equations (spec §5.4, §6)."""
    for plane in range(4):
        wrong = list(Q4KS[2])
        wrong[plane] += 1
        out.spoilt("surplus-in-plane-%d" % plane, "§5.4.2", Q4KS, SIZE_MISMATCH, plane,
                   plane_bytes=wrong)
        wrong[plane] = -wrong[plane]
        out.spoilt("negative-plane-%d" % plane, "§5.0.2", Q4KS, SIZE_MISMATCH, plane,
                   plane_bytes=wrong)
        exact = list(Q4KS[2])
        exact[plane] = -exact[plane]
        out.spoilt("negated-plane-%d" % plane, "§11.8.10", Q4KS, SIZE_MISMATCH, plane,
                   plane_bytes=exact)
    out.spoilt("least-length", "§5.0.2", MXFP4, SIZE_MISMATCH, DATA, plane_bytes=(-2**63, 1, 0, 0))
    out.spoilt("first-of-two-planes", "§5.6.1", Q4KS, SIZE_MISMATCH, SCALE0,
               plane_bytes=(128, 7, 4, 9))
    out.spoilt("first-of-three-planes", "§5.6.1", MXFP4, SIZE_MISMATCH, DATA,
               plane_bytes=(15, 2, 1, 0))

    def nothing(name, clause, block, extents, plane_bytes, **fields):
        out.spoilt(name, clause, block, SIZE_MISMATCH, NONE, extents=extents,
                   plane_bytes=plane_bytes, **fields)
    nothing("no-sizes", "§5.4.1", MXFP4, [31], (16, 1, 0, 0))
    nothing("negative-extent", "§6.2.1", MXFP4, [-32], (16, 1, 0, 0))
    nothing("negative-extent-of-an-empty-array", "§6.2.1", MXFP4, [0, -1], (0, 0, 0, 0))
    nothing("least-extent", "§6.2.1", MXFP4, [32, -2**63], (0, 0, 0, 0))
    nothing("2-to-63", "§6.2.2", MXFP4, [2**62, 2], (2**62, 2**58, 0, 0))
    nothing("axis-1-of-1", "§6.2.3", MXFP4, [32], (16, 1, 0, 0), group_axis=1)
    nothing("negative-axis", "§6.2.3", MXFP4, [32], (16, 1, 0, 0), group_axis=-1)
    nothing("rank-0", "§6.2.3", MXFP4, [], (1, 0, 0, 0))
    nothing("rank-0-empty-planes", "§6.2.3", MXFP4, [], (0, 0, 0, 0))
    nothing("split-group", "§6.2.4", MXFP4, [2, 16], (16, 1, 0, 0), group_axis=1)
    nothing("short-level-1-group", "§6.2.7", Q4KS, [32], (16, 1, 0, 1))
    nothing("short-second-level-1-group", "§6.2.7", Q4KS, [288], (144, 9, 4, 9))
    out.own("k0-0", "§6.2.5", "grit1(e=u8,k0=0,s0=u8,esr=ratiomaxabs)", [0], (0, 0, 0, 0),
            SIZE_MISMATCH)
    out.own("split-cell", "§6.2.6", "grit1(e=s8,k0=2,s0=u8,sp=1:4:u2:asclsb,esr=ratiomaxabs)",
            [2, 2], (1, 2, 0, 1), SIZE_MISMATCH, axis=1)

    # N, nnz, groups0, groups1, bytes of the four planes, by the equations.
    def eight(name, clause, desc, extents, numbers):
        request = desc + gcp.shape(extents)
        if numbers is None:
            out.refused(gcp.SIZES, name, clause, request)
        else:
            out.add(gcp.SIZES, name, clause, request, struct.pack("<8q", *numbers))

    def of(block, axis=0, **fields):
        return changed(block[0].descriptor(), group_axis=axis, **fields)
    eight("zero-first", "§6.1.1", of(MXFP4, 0), [0, 5], (0,) * 8)
    eight("zero-last", "§6.1.1", of(MXFP4, 2), [2**62, 2**62, 0], (0,) * 8)
    eight("zero-in-the-middle", "§6.1.1", of(MXFP4, 2), [2**62, 0, 2**62], (0,) * 8)
    eight("zero-behind-too-much", "§6.1.1", of(MXFP4, 2), [2**62, 2**62, 0, 2], (0,) * 8)
    eight("groups0", "§6.1.2", of(MXFP4, 1), [2, 64], (128, 128, 4, 0, 64, 4, 0, 0))
    eight("groups1", "§6.1.3", of(Q4KS, 1), [4, 512], (2048, 2048, 64, 8, 1024, 64, 32, 64))
    eight("one-outer-scale", "§6.1.3", of(NVF4, 1), [4, 48], (192, 192, 12, 1, 96, 12, 4, 0))
    # n_levels 0 and 3 mean one level here, and k1 is not looked at.
    for levels in (0, 3):
        eight("n_levels-%d" % levels, "§6.1.3", of(Q4KS, n_levels=levels), [32],
              (32, 32, 1, 0, 16, 1, 0, 1))
    eight("nnz", "§6.1.4", of(I8S24), [64], (64, 32, 2, 0, 32, 4, 0, 8))
    own = View("grit1(e=u6,k0=1,s0=u4,esr=ratiomaxabs)", [5])
    eight("dense", "§6.1.5", own.descriptor(), [5], (5, 5, 5, 0, 4, 5, 0, 0))
    eight("pad8", "§6.1.5", changed(own.descriptor(), container=1), [5], (5, 5, 5, 0, 5, 5, 0, 0))
    eight("pad8-of-16-bits", "§6.1.5", changed(own.descriptor(), container=1, elem=0x356F), [5],
          (5, 5, 5, 0, 10, 5, 0, 0))
    eight("narrow-scale", "§6.1.6", changed(own.descriptor(), scale0=0x43E1), [5],
          (5, 5, 5, 0, 4, 5, 0, 0))
    eight("wide-scale", "§6.1.6", changed(own.descriptor(), scale0=0x356F), [5],
          (5, 5, 5, 0, 4, 10, 0, 0))
    # Five level-1 groups of u6: 30 bits, and with z1 beside each 60.
    two = View("grit1(e=u6,k0=1,s0=u4,k1=1,s1=u6,zp=u4,esr=affineminmax)", [5])
    eight("scale1-unpadded", "§6.1.7", two.descriptor(), [5], (5, 5, 5, 5, 4, 5, 4, 5))
    eight("scale1-pairs", "§6.1.7", changed(two.descriptor(), flags=0x21), [5],
          (5, 5, 5, 5, 4, 5, 8, 5))
    eight("metadata-u2", "§6.1.8", of(I8S24, 1), [3, 32], (96, 48, 3, 0, 48, 6, 0, 12))
    eight("metadata-u4", "§6.1.8", of(I8S24, 1, sp_meta_fmt=2), [3, 32],
          (96, 48, 3, 0, 48, 6, 0, 24))
    eight("metadata-none", "§6.1.8", of(I8S24, 1, sp_meta_fmt=0), [3, 32],
          (96, 48, 3, 0, 48, 6, 0, 0))
    eight("narrow-zero-point", "§6.1.8", of(Q4KS), [256], (256, 256, 8, 1, 128, 8, 4, 8))
    eight("elem-absent", "§6.1.9", of(MXFP4, elem=0), [32], (32, 32, 1, 0, 4, 1, 0, 0))
    eight("scale0-absent", "§6.1.9", of(MXFP4, scale0=0), [64], (64, 64, 2, 0, 32, 2, 0, 0))
    eight("scale1-absent", "§6.1.9", of(MXFP4, n_levels=2), [32], (32, 32, 1, 1, 16, 1, 1, 0))
    eight("2-to-62", "§6.1.10", of(MXFP4), [2**62],
          (2**62, 2**62, 2**57, 0, 2**61, 2**57, 0, 0))
    eight("below-2-to-63", "§6.1.10", of(MXFP4), [2**63 - 32],
          (2**63 - 32, 2**63 - 32, 2**58 - 1, 0, 2**62 - 16, 2**58 - 1, 0, 0))
    out.spoilt("2-to-62", "§6.1.10", MXFP4, OK, extents=[2**62], plane_bytes=(2**61, 2**57, 0, 0))
    out.spoilt("2-to-62-empty-planes", "§6.1.10", MXFP4, SIZE_MISMATCH, DATA, extents=[2**62],
               plane_bytes=(0, 2**57, 0, 0))
    eight("empty-with-an-outer-scale", "§6.1.11", of(NVF4), [0], (0, 0, 0, 1, 0, 0, 4, 0))
    out.spoilt("empty-with-an-outer-scale", "§6.1.11", NVF4, OK, extents=[0],
               plane_bytes=(0, 0, 4, 0))
    eight("sp_m-0", "§6.2.6", of(I8S24, sp_m=0), [32], None)
    eight("cells-do-not-divide", "§6.2.6", of(I8S24, sp_m=5), [32], None)
    eight("sp_meta_fmt-3", "§6.2.8", of(I8S24, sp_meta_fmt=3), [32], None)
    eight("sp_meta_fmt-255", "§6.2.8", of(I8S24, sp_meta_fmt=255), [32], None)
    eight("any-bits", "§2.1.2", b"\0" * 18 + b"\1" + b"\0" * 45, [3], (3, 3, 3, 0, 1, 3, 0, 0))


def content(out):
    """Step 5 (spec §5.5)."""
    view, extents, plane_bytes = MXFP4
    four = [b"\0" * 16, b"\x7f", b"", b""]
    right = digest(four)
    wrong = bytes([right[0] ^ 0x80]) + right[1:]

    def digested(name, clause, level, value, status, desc=view.descriptor()):
        out.add(gcp.CHECK, name, clause, gcp.check(level, desc, extents, four, value),
                bytes([status, NONE]))
    digested("digest", "§5.5.1", 2, right, OK)
    digested("another-digest", "§5.5.1", 2, wrong, DIGEST_MISMATCH)
    digested("last-byte-of-a-digest", "§5.5.1", 2, right[:-1] + bytes([right[-1] ^ 1]),
             DIGEST_MISMATCH)
    digested("digest-at-level-0", "§5.0.5", 0, wrong, OK)
    digested("digest-at-level-1", "§5.0.5", 1, wrong, OK)
    digested("digest-at-level-3", "§5.0.5", 3, wrong, DIGEST_MISMATCH)
    digested("digest-at-level-255", "§5.0.5", 255, wrong, DIGEST_MISMATCH)
    laid = changed(View(view.grade, [1, 32], axis=1).descriptor(),
                   placement_data=PLACEMENTS["COL_MAJOR"])
    for name, value, status in (("digest-as-it-lies", right, OK),
                                ("another-digest-as-it-lies", wrong, DIGEST_MISMATCH)):
        out.add(gcp.CHECK, name, "§7.4.2", gcp.check(2, laid, [1, 32], four, value),
                bytes([status, NONE]))
    out.add(gcp.CHECK, "digest-without-planes", "§5.0.7",
            lengths(2, view.descriptor(), extents, plane_bytes, 2, wrong), bytes([OK, NONE]))

    def survivors(name, aux, status, level=2):
        out.add(gcp.CHECK, name, "§5.5.2", gcp.check(
            level, I8S24[0].descriptor(), I8S24[1],
            [b"\0" * 16, b"\0\x3c", b"", bytes.fromhex(aux)]),
            bytes([status, NONE if status == OK else AUX]))
    # A byte holds two cells of two slots, lowest bits first: 0x44 is 0 1 and 0 1, 0x49 is 1 2 and 0 1.
    survivors("ascending", "44494444", OK)
    survivors("ascending-high", "eeeeeeee", OK)
    survivors("descending", "41444444", DIGEST_MISMATCH)
    survivors("equal", "40444444", DIGEST_MISMATCH)
    survivors("descending-in-the-second-cell", "14444444", DIGEST_MISMATCH)
    survivors("equal-in-the-last-cell", "44444454", DIGEST_MISMATCH)
    survivors("descending-at-level-1", "41444444", OK, 1)
    survivors("descending-at-level-7", "41444444", DIGEST_MISMATCH, 7)
    # Slots from the lowest bits: 2 3 and 1 2 are 0x9e; from the highest they would descend.
    survivors("low-slots-first", "9e9e9e9e", OK)

    def own(name, order, aux, status):
        out.own(name, "§5.5.2", "grit1(e=s8,k0=3,s0=u8,sp=2:3:u2:%s,esr=ratiomaxabs)" % order, [3],
                (2, 1, 0, 1), status, NONE if status == OK else AUX, level=2,
                four=[b"\1\2", b"\1", b"", bytes.fromhex(aux)])
    own("index-below-m", "asclsb", "08", OK)        # 0 2
    own("index-m", "asclsb", "0c", DIGEST_MISMATCH)  # 0 3
    own("padding-ignored", "asclsb", "f8", OK)      # 0 2, and a high nibble that is no slot
    own("unordered", "unord", "02", OK)             # 2 0
    own("unordered-equal", "unord", "00", OK)       # 0 0


def order(out):
    """Order, levels, the note, and what is no question (spec §5.0, §2.3)."""
    out.spoilt("frame-before-all", "§5.0.4", MXFP4, GRADE_UNKNOWN, plane_bytes=(0, 0, 0, 0),
               version=2, placement_data=1)
    out.spoilt("grade-before-placement", "§5.0.4", MXFP4, GRADE_UNKNOWN, plane_bytes=(0, 0, 0, 0),
               k0=16, placement_data=1)
    out.spoilt("placement-before-size", "§5.0.4", MXFP4, PLACEMENT_UNKNOWN,
               plane_bytes=(0, 0, 0, 0), placement_data=1)
    out.spoilt("surplus-placement-before-size", "§5.0.4", MXFP4, PLACEMENT_UNKNOWN, AUX,
               plane_bytes=(15, 1, 0, 0), placement_meta=PLACEMENTS["ROW_MAJOR"])
    out.spoilt("level-0", "§5.0.5", MXFP4, OK, level=0, magic=b"\0\0\0\0", plane_bytes=(0, 0, 0, 0))
    out.spoilt("level-2-without-planes", "§5.0.5", MXFP4, OK, level=2)
    out.spoilt("level-2-runs-step-4", "§5.0.5", MXFP4, SIZE_MISMATCH, DATA, level=2,
               plane_bytes=(15, 1, 0, 0))
    for note in (1, 0x0000A500, 0xFFFFFFFF):
        out.spoilt("note-%x" % note, "§2.3.3" if note != 0xA500 else "§2.3.2", MXFP4, OK, note=note)
    four = gcp.planes([b"\0" * 15, b"\x7f", b"", b""])
    for level in (0, 1, 2):
        out.add(gcp.CHECK, "planes-of-another-length-at-level-%d" % level, "§5.0.6",
                lengths(level, MXFP4[0].descriptor(), [32], (16, 1, 0, 0), 1, four), b"",
                "internal error")


def build(_):
    """`extended/check.json`, from nobody's answers."""
    out = Check("check")
    for part in (frame, grade, placements, sizes, content, order):
        part(out)
    return {"extended/check.json": out.file()}
