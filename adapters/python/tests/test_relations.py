"""Stored forms, slice, transpose, requantize, relayout (spec §12) and the laws (§11.8)."""

from __future__ import annotations

import math
import random
import unittest
from collections.abc import Callable
from typing import Any

from gritlab import (
    Placement,
    Planes,
    Reason,
    Role,
    View,
    ViewRefused,
    decode_view,
    encode,
    find,
    relayout,
    requantize,
    sizes_of,
    slice_view,
    transpose,
)
from gritlab.binary32 import words_from_values

from .test_views import I8S24, MXFP4, NVF4, Q4KS, planes, view

Q8_0 = "grit1(e=s8,k0=32,s0=binary16,esr=ratiomaxabs)"
U4 = "grit1(e=u4,k0=3,s0=u4,esr=ratiomaxabs)"


def moved(given: View, role: Role, placement: int) -> View:
    descriptor, laid = relayout(given, role, placement)
    return given._replace(descriptor=descriptor, planes=laid)


class Relations(unittest.TestCase):
    def assert_refused(
        self, reason: Reason, operation: Callable[..., object], *arguments: object
    ) -> None:
        with self.assertRaises(ViewRefused) as raised:
            operation(*arguments)
        self.assertEqual(raised.exception.reason, reason)


class StoredForms(Relations):
    def test_12_2_1_col_major(self) -> None:
        for grade, row, col in (
            ("grit1(e=u4,k0=3,s0=u4,esr=ratiomaxabs)", "214365", "415263"),
            ("grit1(e=u6,k0=3,s0=u4,esr=ratiomaxabs)", "8130108501", "0121148301"),
            ("grit1(e=u6,k0=3,s0=u4,po=msb,esr=ratiomaxabs)", "0420c41460", "0440850c60"),
        ):
            given = view(grade, (2, 3), 1, planes(row, "0101"))
            turned = moved(given, Role.DATA, Placement.COL_MAJOR)
            self.assertEqual(turned.planes.data.hex(), col)
            self.assertEqual(decode_view(turned), [1, 2, 3, 4, 5, 6])
            self.assertEqual(moved(turned, Role.DATA, Placement.ROW_MAJOR).planes, given.planes)

    def test_12_2_1_with_group_axis_0_the_lines_are_the_columns(self) -> None:
        grade = "grit1(e=u4,k0=2,s0=u4,esr=ratiomaxabs)"
        given = view(grade, (2, 3), 0, planes("214365", "010101"))
        turned = moved(given, Role.DATA, Placement.COL_MAJOR)
        # Lines 1 2 / 3 4 / 5 6; column by column 1 3 5 2 4 6.
        self.assertEqual(turned.planes.data.hex(), "312564")
        self.assertEqual(decode_view(turned), decode_view(given))

    def test_12_2_2_swizzle(self) -> None:
        # R = 130, C0 = 5; byte (r, g) is made different from 0 at the places of the example.
        scales = bytearray(130 * 5)
        places = {
            (0, 0): 0,
            (33, 2): 22,
            (127, 3): 511,
            (0, 4): 512,
            (128, 0): 1024,
            (129, 4): 1552,
        }
        for number, (r, g) in enumerate(places, 1):
            scales[r * 5 + g] = number
        given = view(MXFP4, (130, 160), 1, Planes(bytes(130 * 80), bytes(scales)))
        swizzled = moved(given, Role.SCALE, Placement.SWIZZLE_128x4B)
        expected = bytearray(256 * 8)
        for number, place in enumerate(places.values(), 1):
            expected[place] = number
        self.assertEqual(swizzled.planes.scale0, bytes(expected))
        self.assertEqual(moved(swizzled, Role.SCALE, Placement.ROW_MAJOR).planes, given.planes)
        # §12.2.3: padding is ignored when it is read. (0, 5) is padding, at 513.
        expected[513] = 0xFF
        padded = swizzled._replace(planes=swizzled.planes._replace(scale0=bytes(expected)))
        self.assertEqual(decode_view(padded), decode_view(given))

    def test_12_1_5_empty_arrays(self) -> None:
        for shape in ((2**40, 0), (0, 32)):
            given = view(MXFP4, shape, 1, planes(), placement_scale=Placement.SWIZZLE_128x4B)
            self.assertEqual(decode_view(given), [])
            self.assertEqual(moved(given, Role.SCALE, Placement.ROW_MAJOR).planes, planes())

    def test_12_1_2_swizzle_is_for_scales_of_a_byte(self) -> None:
        given = view(Q8_0, (1, 32), 1, Planes(bytes(32), b"\0\x3c"))
        self.assert_refused(
            Reason.RELAYOUT_UNSUPPORTED,
            relayout,
            given,
            Role.SCALE,
            Placement.SWIZZLE_128x4B,
        )

    def test_12_3_2_mxfp4_block(self) -> None:
        given = view(MXFP4, (32,), 0, planes("1032547698badcfeefcdab8967452301", "80"))
        blocks = moved(given, Role.DATA, Placement.BLOCK_AOS)
        self.assertEqual(blocks.planes, planes("80f0e1d2c3b4a5968778695a4b3c2d1e0f"))
        self.assertEqual(decode_view(blocks), decode_view(given))
        self.assertEqual(moved(blocks, Role.DATA, Placement.ROW_MAJOR).planes, given.planes)

    def test_12_3_3_q8_0_block(self) -> None:
        data = bytes(range(64))
        given = view(Q8_0, (2, 32), 1, Planes(data, bytes.fromhex("003c0040")))
        blocks = moved(given, Role.DATA, Placement.BLOCK_AOS)
        self.assertEqual(blocks.planes, Planes(b"\0\x3c" + data[:32] + b"\0\x40" + data[32:]))
        self.assertEqual(moved(blocks, Role.DATA, Placement.LINEAR_META).planes, given.planes)

    def test_12_3_4_q4_k_block(self) -> None:
        data = bytes(64) + b"\x21" * 16 + b"\x43" * 16 + bytes(32)
        given = view(
            Q4KS,
            (256,),
            0,
            Planes(
                data,
                bytes((1, 2, 3, 4, 33, 50, 63, 16)),
                bytes.fromhex("01020304"),
                bytes((5, 6, 7, 8, 10, 27, 44, 61)),
            ),
        )
        blocks = moved(given, Role.DATA, Placement.PACK_K4_12B)
        # Elements 128-159 are 1, 2, 1, 2, …, elements 160-191 are 3, 4, …: the third 32 bytes.
        expected = "01020304" + "81c2c344054687c8a1b2cfd0" + "00" * 64 + "3142" * 16 + "00" * 32
        self.assertEqual(blocks.planes, planes(expected))
        self.assertEqual(decode_view(blocks), decode_view(given))
        self.assertEqual(moved(blocks, Role.DATA, Placement.ROW_MAJOR).planes, given.planes)

    def test_12_3_1_blocks_need_their_frame(self) -> None:
        given = view(NVF4, (16,), 0, planes("00" * 8, "00", "00000000"))
        for placement in (Placement.BLOCK_AOS, Placement.PACK_K4_12B):
            self.assert_refused(Reason.RELAYOUT_UNSUPPORTED, relayout, given, Role.DATA, placement)

    def test_12_1_1_a_grade_of_the_same_frame_has_the_blocks(self) -> None:
        rne = find("GRADE_MXFP4_RNE").canonical
        given = view(rne, (32,), 0, planes("00" * 16, "80"))
        self.assertEqual(moved(given, Role.DATA, Placement.BLOCK_AOS).planes.data[0], 0x80)

    def test_12_1_3_words_in_a_role_that_they_do_not_have(self) -> None:
        given = view(Q4KS, (256,), 0, Planes(bytes(128), bytes(8), bytes(4), bytes(8)))
        for role, word in (
            (Role.DATA, Placement.SWIZZLE_128x4B),
            (Role.SCALE, Placement.COL_MAJOR),
            (Role.META, Placement.SWIZZLE_128x4B),
            (Role.META, Placement.META_M16N8K32),
            (Role.DATA, 0),
            (Role.DATA, 0x8000000000000000),
            (Role.DATA, 0xF000000000000000),
            (Role.DATA, 0x2000000000000000),
        ):
            with self.subTest(role=role, word=word):
                self.assert_refused(
                    Reason.RELAYOUT_UNSUPPORTED,
                    relayout,
                    given,
                    role,
                    word,
                )


class Slice(Relations):
    def q4ks(self, shape: tuple[int, int]) -> View:
        n = shape[0] * shape[1]
        groups = bytes(i % 64 for i in range(n // 32))
        outer = b"".join((0x3C00 + i).to_bytes(2, "little") for i in range(n // 256 * 2))
        data = bytes(i * 7 & 0xFF for i in range(n // 2))
        return view(Q4KS, shape, 1, Planes(data, groups, outer, groups[::-1]))

    def test_12_6_example(self) -> None:
        for shape, axis, begin, end, expected in (
            ((2, 512), 1, 256, 512, (2, 256)),
            ((2, 512), 1, 32, 288, Reason.SLICE_SPLITS_GROUP),
            ((2, 512), 1, 16, 512, Reason.SLICE_SPLITS_GROUP),
            ((4, 64), 0, 0, 2, Reason.SLICE_SPLITS_GROUP),
            ((8, 64), 0, 4, 8, (4, 64)),
            ((4, 64), 1, 32, 32, (4, 0)),
            ((4, 64), 1, 33, 33, Reason.SLICE_SPLITS_GROUP),
            ((4, 64), 2, 0, 0, Reason.SLICE_RANGE),
            ((4, 64), 0, 3, 2, Reason.SLICE_RANGE),
            ((4, 64), 0, 0, 5, Reason.SLICE_RANGE),
            ((4, 64), 0, -1, 0, Reason.SLICE_RANGE),
        ):
            given = self.q4ks(shape)
            with self.subTest(shape=shape, axis=axis, begin=begin, end=end):
                if isinstance(expected, Reason):
                    self.assert_refused(
                        expected,
                        slice_view,
                        given,
                        axis,
                        begin,
                        end,
                    )
                else:
                    self.assertEqual(slice_view(given, axis, begin, end).shape, expected)

    def test_12_6_5_groups_8_to_15_of_each_line(self) -> None:
        given = self.q4ks((2, 512))
        data, scale0, scale1, aux = given.planes
        self.assertEqual(
            slice_view(given, 1, 256, 512).planes,
            (
                data[128:256] + data[384:],
                scale0[8:16] + scale0[24:],
                scale1[4:8] + scale1[12:],
                aux[8:16] + aux[24:],
            ),
        )

    def test_12_6_5_an_empty_result_keeps_the_one_scale(self) -> None:
        given = view(NVF4, (4, 64), 1, planes("00" * 128, "38" * 16, "01020304"))
        self.assertEqual(slice_view(given, 0, 1, 1), ((0, 64), planes("", "", "01020304")))
        self.assertEqual(slice_view(self.q4ks((4, 64)), 1, 32, 32).planes, planes())

    def test_12_6_5_cells_stay_whole(self) -> None:
        given = view(
            I8S24,
            (2, 64),
            1,
            Planes(bytes(range(64)), bytes(range(8)), b"", b"\x44" * 8 + b"\x99" * 8),
        )
        shape, cut = slice_view(given, 1, 32, 64)
        self.assertEqual(shape, (2, 32))
        self.assertEqual(
            cut,
            (
                bytes(range(16, 32)) + bytes(range(48, 64)),
                bytes((2, 3, 6, 7)),
                b"",
                b"\x44" * 4 + b"\x99" * 4,
            ),
        )

    def test_12_6_3_sparse_bounds_are_multiples_of_both(self) -> None:
        grade = "grit1(e=u8,k0=2,s0=u8,sp=1:3:u2:unord,esr=ratiomaxabs)"
        given = view(grade, (12,), 0, planes("01020304", "010101010101", "", "00"))
        self.assertEqual(slice_view(given, 0, 6, 12).planes, planes("0304", "010101", "", "00"))
        for begin, end in ((2, 12), (3, 12), (0, 8), (0, 9)):
            self.assert_refused(Reason.SLICE_SPLITS_GROUP, slice_view, given, 0, begin, end)

    def test_12_6_1_ignored_bits_become_0(self) -> None:
        given = view(U4, (1, 3), 1, planes("21f3", "f1"))
        self.assertEqual(slice_view(given, 0, 0, 1).planes, planes("2103", "01"))

    def test_11_2_5_empty_source_of_huge_extents(self) -> None:
        given = view(MXFP4, (2**40, 2**40, 0), 2, planes())
        self.assertEqual(slice_view(given, 0, 5, 2**39), ((2**39 - 5, 2**40, 0), planes()))


class Transpose(Relations):
    def mxfp4(self) -> View:
        scales = bytes(range(0x70, 0x76))
        data = b"".join(bytes((line * 0x11,)) * 16 for line in range(1, 7))
        return view(MXFP4, (2, 3, 32), 2, Planes(data, scales))

    def test_12_7_example(self) -> None:
        given = self.mxfp4()
        relabelled = transpose(given, (0, 2, 1), 1)
        self.assertEqual(relabelled.shape, (2, 32, 3))
        self.assertEqual(relabelled.descriptor.group_axis, 1)
        self.assertEqual(relabelled.planes, given.planes)
        turned = transpose(given, (1, 0, 2), 2)
        self.assertEqual(turned.shape, (3, 2, 32))
        lines = (0, 3, 1, 4, 2, 5)
        self.assertEqual(turned.planes.scale0, bytes(0x70 + line for line in lines))
        self.assertEqual(
            turned.planes.data, b"".join(bytes(((line + 1) * 0x11,)) * 16 for line in lines)
        )
        for perm, axis, reason in (
            ((1, 0, 2), 0, Reason.GROUP_AXIS_MOVED),
            ((1, 0, 2), 3, Reason.GROUP_AXIS_MOVED),
            ((0, 0, 2), 2, Reason.BAD_PERMUTATION),
            ((0, 1, 3), 9, Reason.BAD_PERMUTATION),
        ):
            self.assert_refused(reason, transpose, given, perm, axis)

    def test_12_7_4_level_1_groups(self) -> None:
        def q4ks(shape: tuple[int, ...]) -> View:
            n = math.prod(shape)
            return view(
                Q4KS,
                shape,
                2,
                Planes(bytes(n // 2), bytes(range(n // 32)), bytes(n // 64), bytes(n // 32)),
            )

        within = transpose(q4ks((2, 2, 64)), (1, 0, 2), 2)
        self.assertEqual(within.planes.scale0, bytes((0, 1, 4, 5, 2, 3, 6, 7)))
        self.assert_refused(Reason.SLICE_SPLITS_GROUP, transpose, q4ks((2, 2, 128)), (1, 0, 2), 2)

    def test_12_7_5_a_relabelling_keeps_ignored_bits(self) -> None:
        given = view(U4, (1, 1, 3), 2, planes("21f3", "f1"))
        self.assertEqual(transpose(given, (0, 2, 1), 1).planes, given.planes)

    def test_12_7_6_lines_that_stay_are_rebuilt_too(self) -> None:
        given = view(U4, (1, 1, 3), 2, planes("21f3", "f1"))
        self.assertEqual(transpose(given, (1, 0, 2), 2).planes, planes("2103", "01"))

    def test_11_2_5_empty_source_of_huge_extents(self) -> None:
        given = view(NVF4, (2**62, 2**62, 0), 2, planes("", "", "01020304"))
        turned = transpose(given, (1, 0, 2), 2)
        self.assertEqual((turned.shape, turned.planes), (given.shape, given.planes))


class Requantize(Relations):
    def test_12_8_example(self) -> None:
        given = view(MXFP4, (32,), 0, planes("11" * 16, "80"))
        answer = requantize(given, (0,), 0)
        self.assertEqual(answer.planes, planes("66" * 16, "7d"))

    def test_12_8_1_groups_along_the_other_axis(self) -> None:
        # Line r of the source is 2^r; along axis 0 all lines of the result are 1, 2, …, 2^31.
        rows = [[2.0**r] * 32 for r in range(32)]
        encoded = encode("GRADE_MXFP4", [value for row in rows for value in row])
        given = view(MXFP4, (32, 32), 1, encoded)
        column = encode("GRADE_MXFP4", [2.0**r for r in range(32)])
        answer = requantize(given, (0, 1), 0)
        self.assertEqual((answer.shape, answer.descriptor.group_axis), ((32, 32), 0))
        self.assertEqual(answer.planes, (column.data * 32, column.scale0 * 32, b"", b""))
        # Turned as well, the result has the same lines along its axis 1.
        turned = requantize(given, (1, 0), 1)
        self.assertEqual(turned.planes, answer.planes)

    def test_12_5_1_in_the_placements_of_the_source(self) -> None:
        given = view(MXFP4, (32,), 0, planes("11" * 16, "80"))
        blocks = moved(given, Role.DATA, Placement.BLOCK_AOS)
        answer = requantize(blocks, (0,), 0)
        self.assertEqual(answer.planes, planes("7d" + "66" * 16))

    def test_12_8_2_refusals(self) -> None:
        given = view(MXFP4, (2, 64), 1, Planes(bytes(64), bytes(4)))
        for perm, axis, reason in (
            ((0, 0), 9, Reason.BAD_PERMUTATION),
            ((0, 1), 0, Reason.SIZE_MISMATCH),
            ((0, 1), 2, Reason.SIZE_MISMATCH),
            ((1, 0), 255, Reason.SIZE_MISMATCH),
        ):
            self.assert_refused(reason, requantize, given, perm, axis)

    def test_12_8_3_nan_is_encoded(self) -> None:
        given = view(MXFP4, (32,), 0, planes("11" * 16, "ff"))
        self.assertEqual(requantize(given, (0,), 0).planes, planes("00" * 16, "ff"))

    def test_11_2_5_an_empty_array(self) -> None:
        given = view(NVF4, (2**62, 0), 1, planes("", "", "01020304"))
        self.assertEqual(requantize(given, (1, 0), 1).planes, planes("", "", "0000803f"))


class Relayout(Relations):
    def test_12_9_example(self) -> None:
        given = view(U4, (1, 3), 1, planes("21f3", "f1"))
        turned = moved(given, Role.DATA, Placement.COL_MAJOR)
        self.assertEqual(turned.planes, planes("2103", "f1"))
        self.assertEqual(moved(turned, Role.DATA, Placement.ROW_MAJOR).planes.data.hex(), "2103")
        linear = moved(given, Role.DATA, Placement.LINEAR_META)
        self.assertEqual(linear.planes, given.planes)
        self.assertEqual(linear.descriptor.placement_data, Placement.LINEAR_META)

    def test_12_9_second_example(self) -> None:
        given = view(MXFP4, (32,), 0, planes("11" * 16, "80"))
        blocks = moved(given, Role.DATA, Placement.BLOCK_AOS)
        swizzled = moved(given, Role.SCALE, Placement.SWIZZLE_128x4B)
        self.assert_refused(
            Reason.RELAYOUT_UNSUPPORTED,
            relayout,
            blocks,
            Role.SCALE,
            Placement.SWIZZLE_128x4B,
        )
        self.assert_refused(
            Reason.RELAYOUT_UNSUPPORTED,
            relayout,
            swizzled,
            Role.DATA,
            Placement.BLOCK_AOS,
        )
        self.assertEqual(moved(blocks, Role.SCALE, Placement.LINEAR_META).planes, blocks.planes)

    def test_12_9_2_no_aux_plane(self) -> None:
        given = view(MXFP4, (32,), 0, planes("11" * 16, "80"))
        self.assert_refused(
            Reason.RELAYOUT_UNSUPPORTED, relayout, given, Role.META, Placement.ROW_MAJOR
        )

    def test_12_9_4_the_other_planes_are_passed_on(self) -> None:
        given = view(U4, (1, 3), 1, planes("21f3", "f1"))
        swizzled = moved(given, Role.SCALE, Placement.SWIZZLE_128x4B)
        self.assertEqual(swizzled.planes, planes("21f3", "01" + "00" * 511))

    def test_12_9_3_the_same_word_keeps_the_bytes(self) -> None:
        given = view(U4, (1, 3), 1, planes("21f3", "f1"))
        swizzled = moved(given, Role.SCALE, Placement.SWIZZLE_128x4B)
        noisy = swizzled._replace(planes=swizzled.planes._replace(scale0=b"\xff" * 512))
        self.assertEqual(moved(noisy, Role.SCALE, Placement.SWIZZLE_128x4B), noisy)


class Laws(Relations):
    """L3, L4 and L7 (§11.8) over arrays of many structures and noisy planes."""

    GRADES = (
        (MXFP4, (3, 2, 64), 2),
        (MXFP4, (32, 5), 0),
        (NVF4, (2, 32, 3), 1),
        (I8S24, (3, 32, 2), 1),
        (
            "grit1(e=u6,k0=4,s0=u6,k1=2,s1=e4m3,zp=u4,zpc=minus1,po=msb,esr=affineminmax)",
            (3, 8, 2),
            1,
        ),
        ("grit1(e=s8,k0=2,s0=u8,sp=3:5:u4:asclsb,po=msb,esr=ratiomaxabs)", (10, 3, 2), 0),
        (
            "grit1(e=binary16,k0=3,s0=binary32,k1=0,s1=u6,zp=u2,zps=l1,ct=pad8,esr=affineminmax)",
            (2, 3, 6),
            2,
        ),
    )

    def arrays(self) -> list[View]:
        noise = random.Random(1)
        arrays = []
        for grade, shape, axis in self.GRADES:
            given = view(grade, shape, axis, planes())
            d, n = given.descriptor, math.prod(shape)
            lengths = self.lengths(given)
            content = [bytes(noise.randrange(256) for _ in range(length)) for length in lengths]
            if d.sparse:
                # sp_n different positions, ascending: the first ones of each cell.
                width = 2 if d.sp_meta_fmt == 1 else 4
                string = 0
                for slot in range(n // d.sp_m * d.sp_n):
                    string |= slot % d.sp_n << slot * width
                content[3] = string.to_bytes(lengths[3], "little")
            arrays.append(given._replace(planes=Planes(*content)))
        return arrays

    def lengths(self, given: View) -> tuple[int, ...]:
        return sizes_of(given.descriptor, given.shape).plane_bytes

    def bits(self, given: View) -> list[int]:
        return words_from_values(decode_view(given))

    def logical(self, given: View) -> dict[tuple[int, ...], int]:
        found, bits = {}, self.bits(given)
        for place, word in enumerate(bits):
            coordinate = []
            for extent in reversed(given.shape):
                place, at = divmod(place, extent)
                coordinate.append(at)
            found[tuple(reversed(coordinate))] = word
        return found

    def test_11_8_3_slice_honesty(self) -> None:
        answered = 0
        for given in self.arrays():
            whole = self.logical(given)
            for axis, extent in enumerate(given.shape):
                for begin in range(extent + 1):
                    for end in range(begin, extent + 1):
                        try:
                            shape, cut = slice_view(given, axis, begin, end)
                        except ViewRefused:
                            continue
                        answered += 1
                        expected = {
                            at[:axis] + (at[axis] - begin,) + at[axis + 1 :]: word
                            for at, word in whole.items()
                            if begin <= at[axis] < end
                        }
                        part = given._replace(shape=shape, planes=cut)
                        self.assertEqual(self.logical(part), expected)
        self.assertGreater(answered, 100)

    def test_11_8_4_transposes_keep_to_the_lines(self) -> None:
        for given in self.arrays():
            if len(given.shape) != 3:
                continue
            whole = self.logical(given)
            for perm in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
                axis = perm.index(given.descriptor.group_axis)
                try:
                    descriptor, shape, turned = transpose(given, perm, axis)
                except ViewRefused as refusal:
                    self.assertEqual(refusal.reason, Reason.SLICE_SPLITS_GROUP)
                    continue
                answer = View(descriptor, given.grade, shape, turned)
                expected = {tuple(at[j] for j in perm): word for at, word in whole.items()}
                self.assertEqual(self.logical(answer), expected)

    def test_11_8_7_placement_invariance(self) -> None:
        answered = 0
        for given in self.arrays():
            for role in Role:
                for placement in Placement:
                    try:
                        laid = moved(given, role, placement)
                    except ViewRefused:
                        continue
                    answered += 1
                    self.assertEqual(self.bits(laid), self.bits(given))
                    self.assert_slice_commutes(given, laid, role, placement)
        self.assertGreater(answered, 20)

    def assert_slice_commutes(self, given: View, laid: View, role: Role, placement: Any) -> None:
        """Slice rebuilds everything, so the two ways round agree byte for byte."""
        axis = (given.descriptor.group_axis + 1) % len(given.shape)
        try:
            shape, cut = slice_view(given, axis, 0, given.shape[axis] - 1)
        except ViewRefused:
            return
        first = moved(given._replace(shape=shape, planes=cut), role, placement)
        _, second = slice_view(laid, axis, 0, given.shape[axis] - 1)
        self.assertEqual(first.planes, second)
