"""Sizes, check, fingerprints, explain (spec §5, §6, §7, §10.1)."""

from __future__ import annotations

import unittest
from typing import Any

from gritlab import (
    Descriptor,
    Plane,
    Planes,
    Refused,
    Status,
    Verdict,
    check,
    describe,
    digest,
    explain,
    find,
    gid,
    parse,
    parse_gid,
    print_gid,
    sizes_of,
)
from gritlab.fingerprints import fnv1a_64, fnv1a_128
from gritlab.placements import Placement

MXFP4 = find("GRADE_MXFP4").descriptor
I8S24 = find("GRADE_I8S24").descriptor
UNKNOWN = 0x2000000000000000

OK = Verdict(Status.OK)
GRADE_UNKNOWN = Verdict(Status.GRADE_UNKNOWN)


class Sizes(unittest.TestCase):
    def sizes(self, name: str, shape: list[int], axis: int) -> tuple[int, ...]:
        return tuple(sizes_of(find(name).descriptor._replace(group_axis=axis), shape))

    def test_6_example(self) -> None:
        for name, shape, axis, expected in (
            ("GRADE_MXFP4", [32], 0, (32, 32, 1, 0, 16, 1, 0, 0)),
            ("GRADE_MXFP4", [2, 64], 1, (128, 128, 4, 0, 64, 4, 0, 0)),
            ("GRADE_MXFP4", [0, 5], 0, (0,) * 8),
            ("GRADE_MXFP4", [2**62], 0, (2**62, 2**62, 2**57, 0, 2**61, 2**57, 0, 0)),
            ("GRADE_Q4KS", [256], 0, (256, 256, 8, 1, 128, 8, 4, 8)),
            ("GRADE_Q4KS", [4, 512], 1, (2048, 2048, 64, 8, 1024, 64, 32, 64)),
            ("GRADE_NVF4", [4, 48], 1, (192, 192, 12, 1, 96, 12, 4, 0)),
            ("GRADE_NVF4", [0], 0, (0, 0, 0, 1, 0, 0, 4, 0)),
            ("GRADE_I8S24", [64], 0, (64, 32, 2, 0, 32, 4, 0, 8)),
            ("GRADE_I8S24", [3, 32], 1, (96, 48, 3, 0, 48, 6, 0, 12)),
        ):
            with self.subTest(name=name, shape=shape):
                self.assertEqual(self.sizes(name, shape, axis), expected)

    def test_6_2_no_answer(self) -> None:
        for name, shape, axis in (
            ("GRADE_MXFP4", [2, 64], 0),  # §6.2.4
            ("GRADE_MXFP4", [0, 5], 1),
            ("GRADE_MXFP4", [], 0),  # §6.2.3
            ("GRADE_MXFP4", [32], -1),
            ("GRADE_MXFP4", [32, -1], 0),  # §6.2.1
            ("GRADE_MXFP4", [-32, 0], 0),
            ("GRADE_MXFP4", [2**62, 2], 0),  # §6.2.2
            ("GRADE_Q4KS", [96], 0),  # §6.2.7
        ):
            with self.subTest(name=name, shape=shape), self.assertRaises(Refused):
                self.sizes(name, shape, axis)
        no_answer: list[dict[str, Any]] = [{"sp_m": 0}, {"sp_m": 3}, {"sp_meta_fmt": 3}, {"k0": 0}]
        for fields in no_answer:  # §6.2.5, §6.2.6, §6.2.8
            with self.subTest(fields=fields), self.assertRaises(Refused):
                sizes_of(I8S24._replace(**fields), [32])

    def test_6_1_1_a_zero_extent_wins_over_any_product(self) -> None:
        self.assertEqual(self.sizes("GRADE_MXFP4", [2**62, 2**62, 0], 0), (0,) * 8)

    def test_6_1_5_container(self) -> None:
        dense = describe(parse("grit1(e=u6,k0=1,s0=u4,esr=ratio)"))
        self.assertEqual(sizes_of(dense, [5]).plane_bytes, (4, 5, 0, 0))
        self.assertEqual(sizes_of(dense._replace(container=1), [5]).plane_bytes, (5, 5, 0, 0))


class Check(unittest.TestCase):
    def verdict(
        self,
        descriptor: Descriptor = MXFP4,
        shape: tuple[int, ...] = (32,),
        plane_bytes: tuple[int, ...] = (16, 1, 0, 0),
        level: int = 1,
        **rest: Any,
    ) -> Verdict:
        return check(descriptor.to_bytes(), shape, plane_bytes, level, **rest)

    def test_5_example(self) -> None:
        meta = MXFP4._replace(placement_meta=Placement.ROW_MAJOR)
        placement_unknown = Verdict(Status.PLACEMENT_UNKNOWN)
        for verdict, expected in (
            (self.verdict(), OK),
            (self.verdict(MXFP4._replace(flags=0x40)), GRADE_UNKNOWN),
            (self.verdict(MXFP4._replace(flags=0x10)), GRADE_UNKNOWN),
            (self.verdict(MXFP4._replace(k0=16)), GRADE_UNKNOWN),
            (self.verdict(MXFP4._replace(placement_scale=UNKNOWN)), placement_unknown),
            (self.verdict(meta), Verdict(Status.PLACEMENT_UNKNOWN, Plane.AUX)),
            (self.verdict(MXFP4._replace(group_axis=1)), Verdict(Status.SIZE_MISMATCH)),
            (
                self.verdict(plane_bytes=(15, 2, 0, 0)),
                Verdict(Status.SIZE_MISMATCH, Plane.DATA),
            ),
            (
                self.verdict(meta, plane_bytes=(15, 1, 0, 0)),
                Verdict(Status.PLACEMENT_UNKNOWN, Plane.AUX),
            ),
            (self.verdict(MXFP4._replace(magic=bytes(4)), level=0), OK),
            (self.verdict(MXFP4._replace(note=0xFFFFFFFF)), OK),
        ):
            self.assertEqual(verdict, expected)

    def test_5_1_every_reason_of_step_1_comes_before_step_3(self) -> None:
        d = MXFP4._replace(placement_data=UNKNOWN)
        self.assertEqual(self.verdict(d), Verdict(Status.PLACEMENT_UNKNOWN))
        for fields in (
            {"magic": b"GRT2"},
            {"hdr_bytes": 63},
            {"version": 2},
            {"n_levels": 0},
            {"n_levels": 3},
            {"flags": 0x80},
            {"frame_rsvd": 1},
            {"container": 2},
            {"k1": 1},
            {"scale1": 0x4807},
            {"flags": 0x05},
            {"flags": 0x20},
            {"flags": 0x21},
            {"elem": 0x2043 | 0x8000},
            {"zp_fmt": 0x1800},
        ):
            with self.subTest(fields=fields):
                self.assertEqual(self.verdict(d._replace(**fields)), GRADE_UNKNOWN)

    def test_5_1_1_length(self) -> None:
        for length in (0, 63, 65):
            descriptor = (MXFP4.to_bytes() + b"\0")[:length]
            self.assertEqual(check(descriptor, [32], [16, 1, 0, 0], 1), GRADE_UNKNOWN)

    def test_5_2_1_unknown_id(self) -> None:
        self.assertEqual(self.verdict(MXFP4._replace(grade_id=1)), GRADE_UNKNOWN)

    def test_5_3_2_aux_without_placement(self) -> None:
        self.assertEqual(
            self.verdict(I8S24._replace(placement_meta=0)),
            Verdict(Status.PLACEMENT_UNKNOWN, Plane.AUX),
        )

    def test_5_3_1_unknown_word_comes_before_the_aux_plane(self) -> None:
        self.assertEqual(
            self.verdict(I8S24._replace(placement_meta=0, placement_data=UNKNOWN)),
            Verdict(Status.PLACEMENT_UNKNOWN),
        )

    def test_5_4_2_the_first_plane_is_named(self) -> None:
        for plane in Plane:
            lengths = [16, 1, 0, 0]
            lengths[plane] += 1
            self.assertEqual(
                self.verdict(plane_bytes=tuple(lengths)), Verdict(Status.SIZE_MISMATCH, plane)
            )
        self.assertEqual(
            self.verdict(shape=(2**62,), plane_bytes=(0, 2**57, 0, 0)),
            Verdict(Status.SIZE_MISMATCH, Plane.DATA),
        )

    def test_5_5_1_digest_at_level_2_and_with_planes_only(self) -> None:
        planes = Planes(bytes.fromhex("f7") + bytes(15), b"\x7f")
        right = bytes.fromhex("7c20c3557caeea73da66219c6236b75c")  # §7.4
        for level, given, expected_digest, expected in (
            (2, planes, right, OK),
            (2, planes, bytes(16), Verdict(Status.DIGEST_MISMATCH)),
            (255, planes, bytes(16), Verdict(Status.DIGEST_MISMATCH)),
            (1, planes, bytes(16), OK),
            (2, None, bytes(16), OK),
        ):
            self.assertEqual(
                self.verdict(level=level, planes=given, expected_digest=expected_digest), expected
            )

    def test_5_5_2_survivor_indices(self) -> None:
        def verdict(aux: str) -> Verdict:
            planes = Planes(bytes(16), bytes(2), b"", bytes.fromhex(aux))
            return self.verdict(I8S24, plane_bytes=(16, 2, 0, 4), level=2, planes=planes)

        bad = Verdict(Status.DIGEST_MISMATCH, Plane.AUX)
        self.assertEqual(verdict("49444444"), OK)  # §9.5
        self.assertEqual(verdict("85444444"), bad)  # §8.5: slots 1, 1
        self.assertEqual(verdict("44444414"), bad)  # the last cell: slots 1, 0

    def test_5_5_2_an_index_that_is_not_below_m(self) -> None:
        text = "grit1(e=s8,k0=3,s0=u8,sp=1:3:u2:asclsb,esr=ratiomaxabs)"
        d = describe(
            parse(text), 0, 0, Placement.ROW_MAJOR, Placement.ROW_MAJOR, 0x1000000000000011
        )
        for aux, expected in ((b"\x02", OK), (b"\xfe", OK), (b"\x03", 4)):
            verdict = self.verdict(
                d, (3,), (1, 1, 0, 1), 2, planes=Planes(b"\0", b"\0", b"", aux), grades=[text]
            )
            self.assertEqual(verdict.status, Status.OK if expected == OK else expected)

    def test_5_0_6_lengths_that_contradict_the_planes(self) -> None:
        with self.assertRaises(ValueError) as raised:
            self.verdict(level=0, planes=Planes())
        self.assertNotIsInstance(raised.exception, Refused)

    def test_11_1_the_callers_grades(self) -> None:
        text = "grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)"
        row = Placement.ROW_MAJOR
        d = describe(parse(text), 0, 0, row, row, row)
        self.assertEqual(d.grade_id, 0xE9318C03270F8433)
        for grades, expected in (
            ([], GRADE_UNKNOWN),
            ([text], OK),
            ([text.replace("k0=4", "k0=04")], GRADE_UNKNOWN),
            (["nonsense", text.replace("k0=4", "k0=65536"), text], OK),
        ):
            with self.subTest(grades=grades):
                self.assertEqual(self.verdict(d, (4,), (2, 2, 0, 1), grades=grades), expected)


class Fingerprints(unittest.TestCase):
    def test_7_1_example(self) -> None:
        self.assertEqual(fnv1a_64(b"a"), 0xAF63DC4C8601EC8C)
        self.assertEqual(fnv1a_64(b""), 0xCBF29CE484222325)
        self.assertEqual(fnv1a_128(b"a").hex(), "d228cb696f1a8caf78912b704e4a8964")

    def test_7_2_example(self) -> None:
        descriptor, text = MXFP4.to_bytes(), find("GRADE_MXFP4").canonical
        for shape, expected in (
            ([32], "42d145a24c0f96ea7e336d82a2ac740d"),
            ([2, 64], "21ed8f5028f3693558d64db47f3acfbc"),
            ([64, 2], "a923914a26f040e9c2fc84eabfaac77c"),
        ):
            self.assertEqual(gid(descriptor, text, shape).hex(), expected)

    def test_10_4_1_the_note_is_in_no_gid(self) -> None:
        noted = MXFP4._replace(note=0xFFFFFFFF)
        self.assertEqual(gid(noted.to_bytes(), "", []), gid(MXFP4.to_bytes(), "", []))

    def test_7_3_example(self) -> None:
        value = bytes.fromhex("42d145a24c0f96ea7e336d82a2ac740d")
        self.assertEqual(print_gid(value), "22T52T4K0FJVN7WCVDGAHARX0D")
        self.assertEqual(parse_gid("22t52t4k-0fjvn7wcv-dgaharxod"), value)
        self.assertEqual(parse_gid("7" + "Z" * 25), b"\xff" * 16)
        self.assertEqual(parse_gid("-0OoIiLl1-" + "0" * 18), parse_gid("00011111" + "0" * 18))

    def test_7_3_refused(self) -> None:
        good = "22T52T4K0FJVN7WCVDGAHARX0D"
        for text in (
            "",
            good[:-1],
            good + "0",
            "8" + good[1:],
            good[:-1] + "U",
            good[:-1] + "\u0131",
            good[:-1] + "\u017f",
            good[:-1] + " ",
        ):
            with self.subTest(text=text), self.assertRaises(Refused):
                parse_gid(text)

    def test_7_4_example(self) -> None:
        for planes, expected in (
            (Planes(), "28ee198ca550ba36979ea053be3dc70d"),
            (Planes(data=b"a"), "9c903d96b46c345f6d232637b2febe7f"),
            (Planes(scale0=b"a"), "93e45a797bee745425e980af26a0123f"),
        ):
            self.assertEqual(digest(planes).hex(), expected)


class Explain(unittest.TestCase):
    def test_10_1_fields_in_descriptor_order(self) -> None:
        other = MXFP4._replace(
            grade_id=1,
            note=2,
            elem=0x43E3,
            magic=b"GRT2",
            flags=0x41,
            placement_data=Placement.COL_MAJOR,
        )
        differences = explain(MXFP4, other)
        self.assertEqual(
            [difference.field for difference in differences],
            ["magic", "flags", "elem", "note", "placement_data", "grade_id"],
        )
        rendered = {d.field: (d.a, d.b) for d in differences}
        self.assertEqual(rendered["elem"], ("0x2043 (e2m1)", "0x43E3 (u4)"))
        self.assertEqual(rendered["flags"], ("0x00", "0x41 (HAS_ZP reserved)"))
        self.assertEqual(
            rendered["placement_data"],
            ("0x1000000000000001 (ROW_MAJOR)", "0x1000000000000002 (COL_MAJOR)"),
        )

    def test_10_1_2_equal_descriptors(self) -> None:
        self.assertEqual(explain(MXFP4, MXFP4), [])
