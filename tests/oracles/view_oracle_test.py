"""The rational oracle against the examples of docs/SPEC.md, worked by hand there."""

from dataclasses import replace
from fractions import Fraction
import struct
import unittest

import arithmetic
import grade_oracle
import oracle
import operations_oracle as operations
import view_oracle as views
from view_oracle import (BLOCK_AOS, COL_MAJOR, LINEAR_META, PACK_K4, ROW_MAJOR, SWIZZLE_128X4B,
                         TILE_16X16)

MXFP4, Q4KS, NVF4, I8S24, MXFP4_RNE, _ = grade_oracle.REGISTRY


def descriptor(text, axis=0, data=ROW_MAJOR, scale=ROW_MAJOR, meta=None):
    frame = grade_oracle.demanded_frame(text)[1]
    aux = frame.flags & (grade_oracle.SPARSE | grade_oracle.HAS_ZP)
    return views.Descriptor(
        magic=b"GRT1", hdr_bytes=64, version=1, **vars(frame), group_axis=axis, frame_rsvd=0,
        note=0, placement_data=data, placement_scale=scale,
        placement_meta=(ROW_MAJOR if aux else 0) if meta is None else meta,
        grade_id=grade_oracle.grade_id(text))


def view(text, shape, data, scale0, scale1="", aux="", **fields):
    return views.View(descriptor(text, **fields).bytes(), text, tuple(shape), tuple(
        bytes.fromhex(plane) for plane in (data, scale0, scale1, aux)))


def blank(text, shape, **fields):
    """A view whose planes have the right lengths, in its stored form, and are all zero."""
    desc = descriptor(text, **fields)
    lengths = views.stored_lengths(desc, shape, views.sizes(desc, shape))
    return views.View(desc.bytes(), text, tuple(shape), tuple(bytes(n) for n in lengths))


def decoded(some):
    """The values of decode_view as numbers; −0 is a string, NaN and infinities their patterns."""
    out = []
    for bits in views.decode_view(some):
        if bits == oracle.SIGN:
            out.append("-0")
        else:
            finite = bits & ~oracle.SIGN < oracle.INFINITY
            out.append(float(oracle.binary32_value(bits)) if finite else "%08x" % bits)
    return out


class Case(unittest.TestCase):
    def assert_refused(self, name, function, *arguments):
        with self.assertRaises(views.Refused) as caught:
            function(*arguments)
        self.assertEqual(caught.exception.name, name)


class Arithmetic(unittest.TestCase):
    def test_rounding_is_that_of_the_hardware_conversion_to_binary32(self):
        # Any binary64 is a rational, and C's conversion to float rounds it once.
        for bits in range(0, 0x47F0000000000000, 0x00012345678FEDCB):
            value = struct.unpack("<d", struct.pack("<Q", bits))[0]
            if value == 0:
                continue
            try:
                expected = struct.unpack("<I", struct.pack("<f", value))[0]
            except OverflowError:
                expected = oracle.INFINITY
            self.assertEqual(arithmetic.rounded(Fraction(value)), expected, value.hex())

    def test_zeros_infinities_and_nans(self):
        zero, minus, one, inf, nan = 0, oracle.SIGN, arithmetic.ONE, oracle.INFINITY, oracle.NAN
        tiny = 1
        for a, b, product in (
                (zero, minus, minus), (minus, minus, zero), (minus, one, minus),
                (inf, minus, nan), (zero, inf | minus, nan), (inf, one | minus, inf | minus),
                (nan, zero, nan), (inf, 0xFFC00001, nan), (tiny, tiny | minus, minus),
                (0x7F7FFFFF, 0x40000000, inf)):
            self.assertEqual(arithmetic.multiply(a, b), product, "%08x × %08x" % (a, b))
        for a, b, total in (
                (zero, minus, zero), (minus, minus, minus), (one, one | minus, zero),
                (inf, inf | minus, nan), (inf, one, inf), (one, inf | minus, inf | minus),
                (nan, inf, nan), (tiny, tiny, 2), (0x7F7FFFFF, 0x7F7FFFFF, inf)):
            self.assertEqual(arithmetic.add(a, b), total, "%08x + %08x" % (a, b))
        self.assertEqual(arithmetic.subtract(zero, zero), zero)
        self.assertEqual(arithmetic.subtract(minus, zero), minus)
        self.assertEqual(arithmetic.subtract(inf, inf), nan)

    def test_one_rounding_not_two(self):
        # spec §11.8: the table of L6.
        s1, z1 = (oracle.decode(0x356F, code) for code in (0x41BF, 0x3E77))
        s0, e, z = (oracle.decode(0x43E7, code) for code in (0x7F, 0x79, 0x1A))
        product = arithmetic.multiply(arithmetic.multiply(s1, s0), e)
        self.assertEqual(oracle.binary32_value(product), Fraction(45209712, 1024))
        self.assertEqual(arithmetic.subtract(product, arithmetic.multiply(z1, z)), 0x472C4C16)


class Grades(unittest.TestCase):
    def test_the_registered_ids(self):  # spec §3.9.1
        self.assertEqual([grade_oracle.grade_id(text) for text in grade_oracle.REGISTRY], [
            0x2370EE9EE454A183, 0x1C600DE02594FB55, 0x00FF6F4C2870831E, 0xBBBB283A2539EBE8,
            0x254285E10D6068C8, 0x006C3850A3F42DEA])

    def test_the_registered_descriptors(self):  # spec §3.9.2
        self.assertEqual(descriptor(MXFP4).bytes().hex(), (
            "47525431400101004320074800000000" "00002000000000000000000000000000"
            "01000000000000100100000000000010" "000000000000000083a154e49eee7023"))
        self.assertEqual(descriptor(Q4KS).bytes().hex(), (
            "4752543140010221e343e5436f35e543" "00002000080000000000000000000000"
            "01000000000000100100000000000010" "010000000000001055fb9425e00d601c"))
        self.assertEqual(descriptor(NVF4).bytes().hex(), (
            "4752543140010200432087281f370000" "00001000000000000000000000000000"
            "01000000000000100100000000000010" "00000000000000001e8370284c6fff00"))
        self.assertEqual(descriptor(I8S24, meta=LINEAR_META).bytes().hex(), (
            "4752543140010104e7036f3500000000" "00002000000002040101000000000000"
            "01000000000000100100000000000010" "1100000000000010e8eb39253a28bbbb"))

    def test_only_canonical_strings_are_read(self):  # spec §3.7.1
        for text in (
                "grit1(e=e2m1,k0=032,s0=e8m0,esr=exp2floormaxabs)",
                "grit1(e=e2m1,k0=32,s0=e8m0,esr=floor)",
                "grit1(e=e2m1,k0=32,s0=e8m0,ct=dense,esr=exp2floormaxabs)",
                "grit1(k0=32,e=e2m1,s0=e8m0,esr=exp2floormaxabs)",
                "grit1(e=e2m1,k0=32,s0=e8m0)",
                "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs) ",
                "GRIT1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)",
                "grit1(e=fp4,k0=32,s0=e8m0,esr=exp2floormaxabs)",
                "grit1(e=e2m1,k0=32,s0=e8m0,k1=1,esr=exp2floormaxabs)",
                "grit1(e=u4,k0=32,s0=u6,zps=l1,esr=affineminmax)",
                "grit1(e=u4,k0=32,s0=u6,zp=u4,zps=l1,esr=affineminmax)",
                "grit1(e=s8,k0=32,s0=u6,sp=4:4:u2:unord,esr=affineminmax)",
                "grit1(e=s8,k0=32,s0=u6,sp=02:4:u2:unord,esr=affineminmax)",
                "grit1(e=s8,k0=32,s0=u6,esr=custom:A)", "grit1(e=s8,k0=32,s0=u6,esr=custom:a-b)",
                "grit1(e=s8,k0=32,s0=u6,esr=ratiomaxabs,ao=pairwise0)",
                "grit1(e=s8,k0=18446744073709551616,s0=u6,esr=ratiomaxabs)",
                "grit1(e=s8,k0=65536,s0=u6,esr=ratiomaxabs)",
                "grit1(e=s8,k0=32,s0=u6,sp=2:4:s8:unord,esr=affineminmax)"):
            self.assertIsNone(grade_oracle.demanded_frame(text), text)
        for text in ("grit1(e=s8,k0=0,s0=u6,esr=custom:)", "grit1(e=s8,k0=1,s0=u6,esr=custom:=)()",
                     "grit1(e=s8,k0=65535,s0=u6,esr=ratiomaxabs,ao=pairwise18446744073709551615)"):
            self.assertIsNotNone(grade_oracle.demanded_frame(text), text)


class Sizes(unittest.TestCase):
    def test_the_table(self):  # spec §6
        u6 = "grit1(e=u6,k0=1,s0=u4,%sesr=ratiomaxabs)"
        for text, shape, axis, planes in (
                (MXFP4, [32], 0, (16, 1, 0, 0)), (MXFP4, [2, 64], 1, (64, 4, 0, 0)),
                (MXFP4, [0, 5], 0, (0, 0, 0, 0)), (MXFP4, [2 ** 62], 0, (2 ** 61, 2 ** 57, 0, 0)),
                (Q4KS, [256], 0, (128, 8, 4, 8)), (Q4KS, [4, 512], 1, (1024, 64, 32, 64)),
                (NVF4, [4, 48], 1, (96, 12, 4, 0)), (NVF4, [0], 0, (0, 0, 4, 0)),
                (I8S24, [64], 0, (32, 4, 0, 8)), (I8S24, [3, 32], 1, (48, 6, 0, 12)),
                (u6 % "", [5], 0, (4, 5, 0, 0)), (u6 % "ct=pad8,", [5], 0, (5, 5, 0, 0))):
            size = views.sizes(descriptor(text, axis), shape)
            self.assertEqual(size.planes, planes, (text, shape))
        for text, shape, axis in ((MXFP4, [2, 64], 0), (MXFP4, [0, 5], 1), (MXFP4, [], 0),
                                  (Q4KS, [96], 0), (MXFP4, [2 ** 63], 0), (MXFP4, [32], 1),
                                  (MXFP4, [32], -1), (MXFP4, [32, -1], 0)):
            self.assertIsNone(views.sizes(descriptor(text, axis), shape), (text, shape))


class Bits(unittest.TestCase):
    def test_strings_of_codes(self):  # spec §11.4
        for codes, bits, lsb, msb in (
                ([1, 2, 3, 4], 6, "813010", "0420c4"), ([1, 2, 3], 4, "2103", "1230"),
                ([0x3C00], 16, "003c", "3c00"), ([5, 9], 6, "4502", None)):
            self.assertEqual(views.pack(codes, bits).hex(), lsb)
            self.assertEqual(views.unpack(bytes.fromhex(lsb), len(codes), bits), codes)
            if msb:
                self.assertEqual(views.pack(codes, bits, True).hex(), msb)
                self.assertEqual(views.unpack(bytes.fromhex(msb), len(codes), bits, True), codes)

    def test_a_byte_for_each_code_whatever_the_order_is(self):  # spec §11.4.5
        for order in ("", "po=msb,"):
            text = "grit1(e=u6,k0=1,s0=u8,ct=pad8,%sesr=ratiomaxabs)" % order
            some = view(text, [4], "01c28304", "01010101")  # the two high bits are ignored
            self.assertEqual(decoded(some), [1, 2, 3, 4])


class PlaneOrder(unittest.TestCase):
    def test_the_numbers(self):  # spec §11.3
        numbers = views.plane_numbers(descriptor(MXFP4, 1), (2, 3, 4))
        self.assertEqual(numbers[1 * 12 + 2 * 4 + 3], 23)
        self.assertEqual(numbers[0 * 12 + 1 * 4 + 2], 7)
        # (0,0) (1,0) (0,1) (1,1) (0,2) (1,2) lie in this order.
        self.assertEqual(views.plane_numbers(descriptor(MXFP4, 0), (2, 3)), [0, 2, 4, 1, 3, 5])


class Values(unittest.TestCase):
    def test_zero_points_minus_one(self):  # spec §11.5
        text = "grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)"
        self.assertEqual(grade_oracle.grade_id(text), 0xE9318C03270F8433)
        self.assertEqual(decoded(view(text, [4], "807f", "0038", aux="f7")), [-4, 0, 3.5, -0.5])
        self.assertEqual(decoded(view(text, [4], "807f", "0038", aux="0f")), [-8, -4, -0.5, -4.5])

    def test_no_fused_multiply_add(self):  # spec §11.8, L6
        text = "grit1(e=u8,k0=1,s0=u8,k1=1,s1=binary16,zp=u8,zps=l1,esr=affineminmax)"
        self.assertEqual(grade_oracle.grade_id(text), 0x8B855EE77B06C9EC)
        some = view(text, [1], "79", "7f", "bf41773e", "1a")
        self.assertEqual(views.decode_view(some), [0x472C4C16])

    def test_the_outermost_scale_comes_first(self):  # spec §8.3
        some = view(NVF4, [16], "f726" + 6 * "00", "7e", "2549923a")
        self.assertEqual(decoded(some)[:4], [3, -3, 2, 0.5])

    def test_q4ks(self):  # spec §8.4
        some = view(Q4KS, [256], "700f" + 126 * "00", "45" + 7 * "00", "00340030", "8c" + 7 * "00")
        self.assertEqual(decoded(some)[:4], [-1.5, 7.25, 17.25, -1.5])

    def test_mxfp4_and_nan_poison(self):  # spec §8.2
        data = "f70122446608" + 10 * "00"
        self.assertEqual(decoded(view(MXFP4, [32], data, "80"))[:12],
                         [12, -12, 1, 0, 2, 2, 4, 4, 8, 8, "-0", 0])
        self.assertEqual(decoded(view(MXFP4, [32], data, "ff")), 32 * ["7fc00000"])

    def test_the_order_of_values(self):  # spec §11.7
        text = "grit1(e=u8,k0=1,s0=u8,esr=ratiomaxabs)"
        some = view(text, [2, 3], "010203040506", 6 * "01")
        self.assertEqual(decoded(some), [1, 3, 5, 2, 4, 6])


class Sparse(Case):
    def test_the_cursor_is_never_set_back(self):  # spec §11.6
        text = "grit1(e=s8,k0=5,s0=u8,sp=3:5:u4:unord,esr=ratiomaxabs)"
        some = view(text, [10], "010203040506", "0203", aux="147420")
        self.assertEqual(decoded(some), [0, 2, 0, 0, 4, 9, 0, 12, 0, 0])
        self.assert_refused("DigestMismatch", operations.slice_view, some, 0, 0, 10)
        self.assert_refused("DigestMismatch", operations.transpose_view, some, (0,), 0)

    def test_a_position_without_a_name_is_zero_under_a_scale_that_is_nan(self):  # spec §11.8.2
        text = "grit1(e=s8,k0=2,s0=e8m0,sp=1:2:u2:asclsb,esr=ratiomaxabs)"
        self.assertEqual(decoded(view(text, [2], "05", "ff", aux="01")), [0, "7fc00000"])


class Refusals(Case):
    def test_the_table(self):  # spec §11.2
        good = blank(MXFP4, [2, 64], axis=1)
        short = replace(good, planes=(good.planes[0][:63], *good.planes[1:]))
        self.assertEqual(len(views.decode_view(good)), 128)

        def changed(some, **fields):
            return replace(some, desc=replace(views.Descriptor.parse(some.desc), **fields).bytes())

        rtz = MXFP4.replace(")", ",dr=rtz)")
        for name, some in (
                ("GradeUnknown", replace(good, text=MXFP4.replace("k0=", "k0=0"))),
                ("GradeUnknown", replace(good, text=MXFP4_RNE)),
                ("PlacementUnknown", changed(short, placement_scale=0x2000000000000000)),
                ("GradeUnsupported", changed(replace(short, text=rtz), placement_data=0,
                                             grade_id=grade_oracle.grade_id(rtz))),
                ("RelayoutUnsupported", changed(short, placement_data=0)),
                ("RelayoutUnsupported", changed(short, placement_data=TILE_16X16)),
                ("RelayoutUnsupported", changed(short, placement_data=0x8000000000000001)),
                ("RelayoutUnsupported", changed(replace(good, shape=(2, 1, 64)), group_axis=2,
                                                placement_data=COL_MAJOR)),
                ("SizeMismatch", short),
                ("SizeMismatch", changed(good, placement_scale=SWIZZLE_128X4B)),
                ("SizeMismatch", replace(good, shape=()))):
            self.assert_refused(name, views.decode_view, some)

    def test_check(self):  # spec §5, its example
        desc = descriptor(MXFP4)
        for fields, lengths, expected in (
                ({}, (16, 1, 0, 0), (0, 255)), ({"flags": 0x40}, (16, 1, 0, 0), (2, 255)),
                ({"flags": 0x10}, (16, 1, 0, 0), (2, 255)), ({"k0": 16}, (16, 1, 0, 0), (2, 255)),
                ({"placement_scale": 0x2000000000000000}, (16, 1, 0, 0), (3, 255)),
                ({"placement_meta": ROW_MAJOR}, (16, 1, 0, 0), (3, 3)),
                ({"group_axis": 1}, (16, 1, 0, 0), (1, 255)), ({}, (15, 2, 0, 0), (1, 0)),
                ({"placement_meta": ROW_MAJOR}, (15, 1, 0, 0), (3, 3)),
                ({"note": 0xFFFFFFFF}, (16, 1, 0, 0), (0, 255))):
            data = replace(desc, **fields).bytes()
            verdict = operations.check(data, (32,), lengths, 1, None, None, [])
            self.assertEqual(verdict, expected, fields)
        self.assertEqual(operations.check(bytes(64), (32,), (0,) * 4, 0, None, None, []), (0, 255))

    def test_check_with_grades(self):  # spec §11.1
        text = "grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)"
        data = descriptor(text).bytes()
        for grades, status in (([], 2), ([text], 0), ([text.replace("k0=4", "k0=04")], 2)):
            verdict = operations.check(data, (4,), (2, 2, 0, 1), 1, None, None, grades)
            self.assertEqual(verdict, (status, 255), grades)

    def test_digest(self):  # spec §7.4
        self.assertEqual(operations.digest((b"", b"a", b"", b"")).hex(),
                         "93e45a797bee745425e980af26a0123f")


class StoredForms(Case):
    def relaid(self, some, role, word):
        desc, planes = operations.relayout_view(some, role, word)
        return replace(some, desc=desc, planes=tuple(planes))

    def test_col_major(self):  # spec §12.2.1
        for element, order, plane, column, axis, shape in (
                ("u4", "", "214365", "415263", 1, (2, 3)),
                ("u6", "", "8130108501", "0121148301", 1, (2, 3)),
                ("u6", "po=msb,", "0420c41460", "0440850c60", 1, (2, 3)),
                ("u4", "", "214365", "312564", 0, (2, 3))):
            text = "grit1(e=%s,k0=1,s0=u8,%sesr=ratiomaxabs)" % (element, order)
            some = view(text, shape, plane, 6 * "01", axis=axis)
            laid = self.relaid(some, 0, COL_MAJOR)
            self.assertEqual(laid.planes[0].hex(), column)
            self.assertEqual(self.relaid(laid, 0, LINEAR_META).planes, some.planes)
            self.assertEqual(decoded(laid), decoded(some))

    def test_rebuilding_clears_ignored_bits_and_renaming_does_not(self):  # spec §12.9
        some = view("grit1(e=u4,k0=1,s0=u8,esr=ratiomaxabs)", [1, 3], "21f3", "010101", axis=1)
        self.assertEqual(self.relaid(some, 0, COL_MAJOR).planes[0].hex(), "2103")
        self.assertEqual(self.relaid(some, 0, LINEAR_META).planes[0].hex(), "21f3")

    def test_swizzle(self):  # spec §12.2.2
        places = [(0, 0), (33, 2), (127, 3), (0, 4), (128, 0), (129, 4)]
        self.assertEqual([views.swizzled_at(r, g, 8) for r, g in places],
                         [0, 22, 511, 512, 1024, 1552])
        for shape, axis, length in (((130, 160), 1, 2048), ((2 ** 40, 0), 1, 0), ((0, 32), 1, 0)):
            desc = descriptor(MXFP4, axis, scale=SWIZZLE_128X4B)
            size = views.sizes(desc, shape)
            self.assertEqual(views.stored_lengths(desc, shape, size)[1], length, shape)

    def test_blocks_of_mxfp4(self):  # spec §12.3.2
        some = view(MXFP4, [32], "1032547698badcfeefcdab8967452301", "80")
        laid = self.relaid(some, 0, BLOCK_AOS)
        self.assertEqual([plane.hex() for plane in laid.planes],
                         ["80f0e1d2c3b4a5968778695a4b3c2d1e0f", "", "", ""])
        self.assertEqual(self.relaid(laid, 0, ROW_MAJOR).planes, some.planes)
        self.assertEqual(decoded(laid), decoded(some))
        self.assert_refused("RelayoutUnsupported",
                            operations.relayout_view, laid, 1, SWIZZLE_128X4B)
        self.assertEqual(self.relaid(laid, 1, LINEAR_META).planes, laid.planes)

    def test_blocks_of_q8_0(self):  # spec §12.3.3
        text = "grit1(e=s8,k0=32,s0=binary16,esr=ratiomaxabs)"
        some = view(text, [32], bytes(range(32)).hex(), "0038")
        self.assertEqual(self.relaid(some, 0, BLOCK_AOS).planes,
                         (b"\x00\x38" + bytes(range(32)), b"", b"", b""))

    def test_blocks_of_q4_k(self):  # spec §12.3.4, §12.3.5
        scales, minima = [1, 2, 3, 4, 33, 50, 63, 16], [5, 6, 7, 8, 10, 27, 44, 61]
        # Element 0 is 1, element 32 is 2 and element 64 is 3: bytes 0, 16 and 32 of the nibbles.
        data = bytearray(128)
        data[0], data[16], data[32] = 1, 2, 3
        some = view(Q4KS, [256], data.hex(), bytes(scales).hex(), "00340030", bytes(minima).hex())
        laid = self.relaid(some, 0, PACK_K4)
        block = laid.planes[0]
        self.assertEqual(block[:16].hex(), "00340030" + "81c2c344054687c8a1b2cfd0")
        self.assertEqual((len(block), block[16], block[16 + 32]), (144, 0x21, 0x03))
        self.assertEqual(self.relaid(laid, 0, ROW_MAJOR).planes, some.planes)
        self.assertEqual(decoded(laid), decoded(some))


class Slices(Case):
    def test_the_table(self):  # spec §12.6
        for shape, operands, expected in (
                ((2, 512), (1, 256, 512), (2, 256)), ((2, 512), (1, 32, 288), "SliceSplitsGroup"),
                ((2, 512), (1, 16, 512), "SliceSplitsGroup"),
                ((4, 64), (0, 0, 2), "SliceSplitsGroup"),
                ((8, 64), (0, 4, 8), (4, 64)), ((4, 64), (1, 32, 32), (4, 0)),
                ((4, 64), (1, 33, 33), "SliceSplitsGroup"), ((4, 64), (2, 0, 0), "SliceRange"),
                ((4, 64), (0, 3, 2), "SliceRange"), ((4, 64), (0, 0, 5), "SliceRange")):
            some = blank(Q4KS, shape, axis=1)
            if isinstance(expected, str):
                self.assert_refused(expected, operations.slice_view, some, *operands)
            else:
                self.assertEqual(operations.slice_view(some, *operands)[0], expected)

    def test_what_is_kept(self):
        # Groups 8 to 15 of each of two lines, each the second level-1 group of its line.
        numbered = blank(Q4KS, (2, 512), axis=1)
        scale1 = b"".join(struct.pack("<HH", 2 * i, 2 * i + 1) for i in range(4))
        some = replace(numbered, planes=(bytes(i % 251 for i in range(512)), bytes(range(32)),
                                         scale1, bytes(range(32, 64))))
        _, planes = operations.slice_view(some, 1, 256, 512)
        data = some.planes[0]
        self.assertEqual(planes[0], data[128:256] + data[384:512])
        self.assertEqual(planes[1], bytes([*range(8, 16), *range(24, 32)]))
        self.assertEqual(planes[2], scale1[4:8] + scale1[12:16])
        self.assertEqual(planes[3], bytes([*range(40, 48), *range(56, 64)]))

    def test_the_one_outer_scale_stays(self):
        some = view(NVF4, (4, 64), 128 * "00", 16 * "00", "2549923a", axis=1)
        self.assertEqual(operations.slice_view(some, 0, 1, 1),
                         ((0, 64), [b"", b"", bytes.fromhex("2549923a"), b""]))


class Transpositions(Case):
    def test_the_examples(self):  # spec §12.7
        some = blank(MXFP4, (2, 3, 32), axis=2)
        some = replace(some, planes=(some.planes[0], bytes(range(6)), b"", b""))
        desc, shape, planes = operations.transpose_view(some, (0, 2, 1), 1)
        self.assertEqual((shape, planes[1]), ((2, 32, 3), some.planes[1]))
        self.assertEqual(views.Descriptor.parse(desc).group_axis, 1)
        _, shape, planes = operations.transpose_view(some, (1, 0, 2), 2)
        self.assertEqual((shape, planes[1]), ((3, 2, 32), bytes((0, 3, 1, 4, 2, 5))))
        self.assert_refused("GroupAxisMoved", operations.transpose_view, some, (1, 0, 2), 0)
        self.assert_refused("BadPermutation", operations.transpose_view, some, (0, 0, 2), 2)
        q4ks = blank(Q4KS, (2, 2, 64), axis=2)
        self.assertEqual(operations.transpose_view(q4ks, (1, 0, 2), 2)[1], (2, 2, 64))
        q4ks = blank(Q4KS, (2, 2, 128), axis=2)
        self.assert_refused("SliceSplitsGroup", operations.transpose_view, q4ks, (1, 0, 2), 2)


if __name__ == "__main__":
    unittest.main()
