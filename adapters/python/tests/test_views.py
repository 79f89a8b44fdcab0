"""Any grade, decode_view, the refusals and their order (spec §11)."""

from __future__ import annotations

import unittest
from typing import Any

from gritlab import (
    Placement,
    Planes,
    Reason,
    Role,
    View,
    ViewRefused,
    decode_view,
    describe,
    find,
    parse,
    relayout,
    requantize,
    slice_view,
    transpose,
)
from gritlab.binary32 import words_from_values
from gritlab.bits import pack, pack_padded, unpack
from gritlab.codes import pack_elements, unpack_elements
from gritlab.plane_order import PlaneOrder, walk

MXFP4 = find("GRADE_MXFP4").canonical
Q4KS = find("GRADE_Q4KS").canonical
NVF4 = find("GRADE_NVF4").canonical
I8S24 = find("GRADE_I8S24").canonical


def planes(data: str = "", scale0: str = "", scale1: str = "", aux: str = "") -> Planes:
    return Planes(*map(bytes.fromhex, (data, scale0, scale1, aux)))


def view(grade: str, shape: tuple[int, ...], axis: int, given: Planes, **fields: Any) -> View:
    """A view in plane order, with other descriptor fields where they are given."""
    d = describe(parse(grade), axis, 0, Placement.ROW_MAJOR, Placement.ROW_MAJOR)
    if d.has_aux:
        d = d._replace(placement_meta=Placement.LINEAR_META)
    return View(d._replace(**fields), grade, shape, given)


class PlaneOrderTest(unittest.TestCase):
    def test_11_3_example(self) -> None:
        order = PlaneOrder((2, 3, 4), 1)
        self.assertEqual((order.lines, order.extent), (8, 3))
        places = walk(order.shape, order.strides())
        self.assertEqual(places[(1 * 3 + 2) * 4 + 3], 23)
        self.assertEqual(places[(0 * 3 + 1) * 4 + 2], 7)

    def test_11_3_4_a_matrix_with_group_axis_0_lies_column_by_column(self) -> None:
        order = PlaneOrder((2, 3), 0)
        self.assertEqual(walk(order.shape, order.strides()), [0, 2, 4, 1, 3, 5])

    def test_11_2_5_no_work_for_extents(self) -> None:
        order = PlaneOrder((2**62, 2**62, 0), 2)
        self.assertEqual(order.lines, 2**124)
        self.assertEqual(walk(order.shape, order.strides()), [])


class Bits(unittest.TestCase):
    def test_11_4_example(self) -> None:
        for codes, width, msb, expected in (
            ([1, 2, 3, 4], 6, False, "813010"),
            ([1, 2, 3, 4], 6, True, "0420c4"),
            ([1, 2, 3], 4, False, "2103"),
            ([1, 2, 3], 4, True, "1230"),
            ([0x3C00], 16, False, "003c"),
            ([0x3C00], 16, True, "3c00"),
            ([5, 9], 6, False, "4502"),
        ):
            with self.subTest(expected=expected):
                self.assertEqual(pack(codes, width, msb).hex(), expected)
                self.assertEqual(unpack(bytes.fromhex(expected), len(codes), width, msb), codes)

    def test_11_4_9_the_tail_is_ignored(self) -> None:
        self.assertEqual(unpack(b"\x21\xf3", 3, 4), [1, 2, 3])
        self.assertEqual(unpack(b"\x12\x3f", 3, 4, True), [1, 2, 3])

    def test_11_4_5_pad8_whatever_po_says(self) -> None:
        for po in ("lsb", "msb"):
            d = describe(parse(f"grit1(e=u6,k0=1,s0=u4,ct=pad8,po={po},esr=ratio)"))
            self.assertEqual(pack_elements(d, [1, 2, 3, 4]).hex(), "01020304")
            self.assertEqual(unpack_elements(d, bytes.fromhex("c1024384"), 4), [1, 2, 3, 4])

    def test_11_4_5_a_wider_code_in_pad8_is_as_in_dense(self) -> None:
        d = describe(parse("grit1(e=binary16,k0=1,s0=u4,ct=pad8,po=msb,esr=ratio)"))
        self.assertEqual(pack_elements(d, [0x3C00]).hex(), "3c00")

    def test_11_4_6_scales(self) -> None:
        self.assertEqual(pack_padded([1, 63], 6).hex(), "013f")
        self.assertEqual(pack_padded([0x3C00], 16).hex(), "003c")


class DecodeView(unittest.TestCase):
    def test_11_5_zero_point_minus_one(self) -> None:
        grade = "grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)"
        values = decode_view(view(grade, (4,), 0, planes("807f", "0038", "", "f7")))
        self.assertEqual(words_from_values(values), [0xC0800000, 0, 0x40600000, 0xBF000000])
        values = decode_view(view(grade, (4,), 0, planes("807f", "0038", "", "0f")))
        self.assertEqual(values, [-8, -4, -0.5, -4.5])

    def test_11_8_6_nothing_is_fused(self) -> None:
        grade = "grit1(e=u8,k0=1,s0=u8,k1=1,s1=binary16,zp=u8,zps=l1,esr=affineminmax)"
        given = view(grade, (1,), 0, planes("79", "7f", "bf41773e", "1a"))
        self.assertEqual(given.descriptor.grade_id, 0x8B855EE77B06C9EC)
        self.assertEqual(words_from_values(decode_view(given)), [0x472C4C16])

    def test_11_8_5_outermost_scale_first(self) -> None:
        # §8.3: (s1 * 448) rounds to 0.5; s1 * (448 * 6) would not give 3 for code 7.
        given = view(NVF4, (16,), 0, planes("f726" + "00" * 6, "7e", "2549923a"))
        self.assertEqual(decode_view(given)[:4], [3, -3, 2, 0.5])

    def test_11_6_example(self) -> None:
        grade = "grit1(e=s8,k0=5,s0=u8,sp=3:5:u4:unord,esr=ratiomaxabs)"
        given = view(grade, (10,), 0, planes("010203040506", "0203", "", "147420"))
        self.assertEqual(decode_view(given), [0, 2, 0, 0, 4, 9, 0, 12, 0, 0])
        for operation in (
            lambda: slice_view(given, 0, 0, 5),
            lambda: transpose(given, (0,), 0),
        ):
            with self.assertRaises(ViewRefused) as raised:
                operation()
            self.assertEqual(raised.exception.reason, Reason.DIGEST_MISMATCH)

    def test_11_7_logical_order(self) -> None:
        grade = "grit1(e=u4,k0=2,s0=u4,esr=ratiomaxabs)"
        given = view(grade, (2, 3), 0, planes("214365", "010101"))
        self.assertEqual(decode_view(given), [1, 3, 5, 2, 4, 6])

    def test_11_7_2_empty(self) -> None:
        given = view(NVF4, (2**62, 2**62, 0), 2, planes("", "", "0000803f"))
        self.assertEqual(decode_view(given), [])

    def test_11_8_1_nan_zero_point_poisons(self) -> None:
        grade = "grit1(e=u8,k0=2,s0=u8,zp=e4m3,esr=affineminmax)"
        values = decode_view(view(grade, (4,), 0, planes("01020304", "0101", "", "7f38")))
        self.assertEqual(words_from_values(values), [0x7FC00000] * 2 + [0x40000000, 0x40400000])

    def test_11_8_2_sparsity_wins_over_poison(self) -> None:
        values = decode_view(view(I8S24, (32,), 0, planes("00" * 16, "007e", "", "44" * 4)))
        self.assertEqual(words_from_values(values), [0x7FC00000, 0x7FC00000, 0, 0] * 8)

    def test_11_3_7_k0_and_sp_m_need_not_divide_each_other(self) -> None:
        # k0 = 2, sp_m = 3: position 3 is in the second cell and the second group.
        grade = "grit1(e=u8,k0=2,s0=u8,sp=1:3:u2:unord,esr=ratiomaxabs)"
        given = view(grade, (6,), 0, planes("0a14", "010203", "", "02"))  # slots 2, 0
        self.assertEqual(decode_view(given), [0, 0, 20, 40, 0, 0])

    def test_11_4_7_outer_pairs_with_k1_0(self) -> None:
        # s1 = 5, z1 = 9 in six bits each; S = 5 * 2, Z = 9 * 1; 10 * e - 9.
        grade = "grit1(e=u8,k0=1,s0=u8,k1=0,s1=u6,zp=u8,zps=l1,esr=affineminmax)"
        given = view(grade, (2,), 0, planes("0103", "0202", "4502", "0101"))
        self.assertEqual(decode_view(given), [1, 21])


class Refusals(unittest.TestCase):
    """§11.2.3: its example, then each step before the next."""

    def given(self, **fields: Any) -> View:
        return view(MXFP4, (2, 64), 1, Planes(bytes(64), bytes(4)), **fields)

    def assert_refused(self, given: View, reason: Reason, operation: Any = decode_view) -> None:
        with self.assertRaises(ViewRefused) as raised:
            operation(given)
        self.assertEqual(raised.exception.reason, reason)

    def test_11_2_example(self) -> None:
        self.assertEqual(len(decode_view(self.given())), 128)
        not_canonical = MXFP4.replace("k0=32", "k0=032")
        self.assert_refused(self.given()._replace(grade=not_canonical), Reason.GRADE_UNKNOWN)
        other = find("GRADE_MXFP4_RNE").canonical
        self.assert_refused(self.given()._replace(grade=other), Reason.GRADE_UNKNOWN)
        short = Planes(bytes(63), bytes(4))
        for placement, given, reason in (
            ("placement_scale", 0x2000000000000000, Reason.PLACEMENT_UNKNOWN),
            ("placement_data", 0, Reason.RELAYOUT_UNSUPPORTED),
            ("placement_data", Placement.TILE_16x16, Reason.RELAYOUT_UNSUPPORTED),
            ("placement_data", 0x8000000000000001, Reason.RELAYOUT_UNSUPPORTED),
            ("placement_data", Placement.ROW_MAJOR, Reason.SIZE_MISMATCH),
        ):
            with self.subTest(placement=placement, given=given):
                self.assert_refused(self.given(**{placement: given})._replace(planes=short), reason)
        self.assert_refused(
            self.given(placement_scale=Placement.SWIZZLE_128x4B), Reason.SIZE_MISMATCH
        )
        cube = view(MXFP4, (2, 1, 64), 2, self.given().planes, placement_data=Placement.COL_MAJOR)
        self.assert_refused(cube, Reason.RELAYOUT_UNSUPPORTED)

    def test_11_2_3_step_3_before_step_4(self) -> None:
        for key in ("dr=rtz", "ds=ovfinf", "dt=binary16"):
            grade = MXFP4.replace(")", f",{key})")
            given = view(grade, (32,), 0, planes(), placement_data=0)
            self.assert_refused(given, Reason.GRADE_UNSUPPORTED)
            self.assert_refused(given, Reason.GRADE_UNSUPPORTED, lambda v: requantize(v, (9,), 9))
            self.assert_refused(
                given, Reason.RELAYOUT_UNSUPPORTED, lambda v: slice_view(v, 9, 9, 9)
            )

    def test_11_2_3_requantize_takes_registered_grades_only(self) -> None:
        given = view("grit1(e=u4,k0=1,s0=u4,esr=ratiomaxabs)", (1,), 0, planes("01", "01"))
        self.assertEqual(decode_view(given), [1])
        self.assert_refused(given, Reason.GRADE_UNSUPPORTED, lambda v: requantize(v, (0,), 0))

    def test_11_2_3_step_1(self) -> None:
        unknown: list[dict[str, Any]] = [
            {"grade_id": 1},
            {"k0": 16},
            {"version": 2},
            {"flags": 0x10},
            {"container": 1},
            {"sp_n": 1},
        ]
        for fields in unknown:
            with self.subTest(fields=fields):
                d = self.given(placement_data=0x2000000000000000).descriptor._replace(**fields)
                self.assert_refused(self.given()._replace(descriptor=d), Reason.GRADE_UNKNOWN)

    def test_11_2_3_a_grade_without_descriptor(self) -> None:
        grade = MXFP4.replace("k0=32", "k0=65568")
        d = self.given(grade_id=parse(grade).id).descriptor
        self.assert_refused(View(d, grade, (2, 64), planes()), Reason.GRADE_UNKNOWN)

    def test_11_2_3_steps_4_to_7_of_slice(self) -> None:
        def out_of_range(given: View) -> object:
            return slice_view(given, 7, 0, 0)

        good = view(I8S24, (32,), 0, planes("00" * 16, "003c", "", "44" * 4))
        bad_cell = good._replace(planes=good.planes._replace(aux=b"\x55" * 4))
        short = bad_cell._replace(planes=bad_cell.planes._replace(data=b""))
        foreign = short._replace(
            descriptor=short.descriptor._replace(placement_meta=Placement.META_M16N8K32)
        )
        self.assert_refused(foreign, Reason.RELAYOUT_UNSUPPORTED, out_of_range)
        self.assert_refused(short, Reason.SIZE_MISMATCH, out_of_range)
        self.assert_refused(bad_cell, Reason.DIGEST_MISMATCH, out_of_range)
        self.assert_refused(good, Reason.SLICE_RANGE, out_of_range)
        # decode_view, requantize and relayout do not judge the cells.
        self.assertEqual(len(decode_view(bad_cell)), 32)
        self.assertEqual(relayout(bad_cell, Role.META, Placement.ROW_MAJOR).planes, bad_cell.planes)
        requantize(bad_cell, (0,), 0)

    def test_11_2_6_rank_0(self) -> None:
        self.assert_refused(self.given()._replace(shape=()), Reason.SIZE_MISMATCH)

    def test_11_2_7_the_note_is_kept_and_not_looked_at(self) -> None:
        noted = self.given(note=0xFFFFFFFF)
        self.assertEqual(transpose(noted, (1, 0), 0).descriptor.note, 0xFFFFFFFF)
