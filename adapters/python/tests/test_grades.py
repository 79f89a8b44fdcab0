"""Descriptor, grade strings, registry (spec §2, §3)."""

from __future__ import annotations

import unittest

from gritlab import Descriptor, Refused, describe, equivalent, find, parse
from gritlab.descriptor import Flag
from gritlab.grades import decode_equivalent, parse_canonical
from gritlab.placements import Placement, is_known
from gritlab.registry import Scope

# §3.9.1 and §3.9.2.
REGISTRY = {
    "GRADE_MXFP4": (
        0x2370EE9EE454A183,
        "47525431400101004320074800000000"
        "00002000000000000000000000000000"
        "01000000000000100100000000000010"
        "000000000000000083a154e49eee7023",
    ),
    "GRADE_Q4KS": (
        0x1C600DE02594FB55,
        "4752543140010221e343e5436f35e543"
        "00002000080000000000000000000000"
        "01000000000000100100000000000010"
        "010000000000001055fb9425e00d601c",
    ),
    "GRADE_NVF4": (
        0x00FF6F4C2870831E,
        "4752543140010200432087281f370000"
        "00001000000000000000000000000000"
        "01000000000000100100000000000010"
        "00000000000000001e8370284c6fff00",
    ),
    "GRADE_I8S24": (
        0xBBBB283A2539EBE8,
        "4752543140010104e7036f3500000000"
        "00002000000002040101000000000000"
        "01000000000000100100000000000010"
        "1100000000000010e8eb39253a28bbbb",
    ),
    "GRADE_MXFP4_RNE": (
        0x254285E10D6068C8,
        "47525431400101004320074800000000"
        "00002000000000000000000000000000"
        "01000000000000100100000000000010"
        "0000000000000000c868600de1854225",
    ),
    "GRADE_NVF4_RTZ": (
        0x006C3850A3F42DEA,
        "4752543140010200432087281f370000"
        "00001000000000000000000000000000"
        "01000000000000100100000000000010"
        "0000000000000000ea2df4a350386c00",
    ),
}


def grade(items: str, rest: str = "esr=ratiomaxabs") -> str:
    return f"grit1({items},{rest})"


class DescriptorTest(unittest.TestCase):
    def test_2_3_example_by_field(self) -> None:
        d = Descriptor.from_bytes(bytes.fromhex(REGISTRY["GRADE_MXFP4"][1]))
        self.assertEqual(
            (d.magic, d.hdr_bytes, d.version, d.n_levels, d.elem, d.scale0, d.k0, d.note),
            (b"GRT1", 64, 1, 1, 0x2043, 0x4807, 32, 0),
        )
        self.assertEqual(d.placement_data, Placement.ROW_MAJOR)
        self.assertEqual(d.grade_id, 0x2370EE9EE454A183)

    def test_2_1_2_any_bytes_are_a_descriptor(self) -> None:
        for data in (bytes(range(64)), b"\xff" * 64, bytes(64)):
            self.assertEqual(Descriptor.from_bytes(data).to_bytes(), data)
        self.assertEqual(Descriptor.from_bytes(b"\xff" * 64).group_axis, -1)


class Placements(unittest.TestCase):
    def test_4_known_words(self) -> None:
        known = [0, 0x1000000000000001, 0x1000000000000020, 0x8123456789ABCDEF, 0xF << 60]
        unknown = [1, 0x1000000000000006, 0x1000000000000000, 0x2000000000000000, 0x9 << 60]
        self.assertEqual(list(map(is_known, known + unknown)), [True] * 5 + [False] * 5)


class Reading(unittest.TestCase):
    def test_3_7_example(self) -> None:
        read = parse(" GRIT1( esr = Ratio, s0=FP16, e=Int8,\n k0=0032, sp=+2:04:UINT2:Sorted )")
        self.assertEqual(
            read.canonical, "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)"
        )
        self.assertEqual(read.id, 0xBBBB283A2539EBE8)
        self.assertEqual(
            read.projection,
            "gritdec1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,"
            "ct=dense,po=lsb,dr=rne,ds=satfinite,dt=binary32)",
        )

    def test_3_7_second_example(self) -> None:
        read = parse(
            "grit1(e=nibble,k0=32,s0=u6,k1=08,s1=half,zp=uint6,zps=own-scale,zpc=as-stored,\n"
            "  ao=pairwise__016,er=nearest_even,esr=min-max,ct=pad-to-8)"
        )
        self.assertEqual(
            read.canonical,
            "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,ct=pad8,esr=affineminmax,"
            "ao=pairwise16)",
        )
        self.assertEqual(read.id, 0x5AF5AF63CAFF8A4C)

    def test_3_2_alphabet(self) -> None:
        for foreign in ("\x00", "\x7f", "\xa0", "\u2028", "\x1c", "é", "İ"):
            with self.subTest(foreign=foreign), self.assertRaises(Refused):
                parse(grade("e=u4,k0=1,s0=u4") + foreign)
        self.assertEqual(parse("g r\ti\nt\v1\f(\re=u4,k0=1,s0=u4,esr=ratio)").k0, 1)

    def test_3_3_3_refused(self) -> None:
        for text in (
            "",
            "grit1(",
            "grit1()",
            "grit2(e=u4,k0=1,s0=u4,esr=ratio)",
            "grit1(e=u4,k0=1,s0=u4,esr=ratio",
            "grit1(e=u4,k0=1,s0=u4,esr=ratio,)",
            "grit1(e=u4,,k0=1,s0=u4,esr=ratio)",
            "grit1(e=u4,k0,s0=u4,esr=ratio)",
            "grit1(e=u4,k0=1,s0=u4,esr=ratio,x=1)",
            "grit1(e=u4,k0=1,k0=1,s0=u4,esr=ratio)",
            "grit1(e=u4,k0=1,s0=u4)",
            "grit1(k0=1,s0=u4,esr=ratio)",
            "grit1(e=u4,k0=,s0=u4,esr=ratio)",
            "grit1(e=u4,k0=1,s0=u4,esr=other)",
            "grit1(e=u4,k0=1,s0=u4,esr=ratio))",
        ):
            with self.subTest(text=text), self.assertRaises(Refused):
                parse(text)

    def test_3_3_4_structure(self) -> None:
        for items in (
            "e=u4,k0=1,s0=u4,k1=1",
            "e=u4,k0=1,s0=u4,s1=u4",
            "e=u4,k0=1,s0=u4,zpc=asis",
            "e=u4,k0=1,s0=u4,zps=shared",
            "e=u4,k0=1,s0=u4,zp=u4,zps=l1",
        ):
            with self.subTest(items=items), self.assertRaises(Refused):
                parse(grade(items))

    def test_3_4_numbers(self) -> None:
        for k0, canonical in (("0", "0"), ("000", "0"), ("18446744073709551615", None)):
            self.assertIn(f"k0={canonical or k0},", parse(grade(f"e=u4,k0={k0},s0=u4")).canonical)
        self.assertEqual(parse(grade("e=u4,k0=" + "0" * 5000 + "7,s0=u4")).k0, 7)
        for k0 in ("18446744073709551616", "9" * 5000, "+1", "-1", "1_0", "1-0", "٣", "1.0"):
            with self.subTest(k0=k0[:30]), self.assertRaises(Refused):
                parse(grade(f"e=u4,k0={k0},s0=u4"))

    def test_3_1_5_sparsity(self) -> None:
        self.assertEqual(str(parse(grade("e=u4,k0=1,s0=u4,sp=+1:+32:u8:none")).sp), "1:32:u8:unord")
        for sp in (
            "0:4:u2:unord",
            "4:4:u2:unord",
            "1:33:u2:unord",
            "++1:4:u2:unord",
            "1:4:u2",
            "1:4:u-2:unord",
            "1:4:u2:unord:",
            "+:4:u2:unord",
        ):
            with self.subTest(sp=sp), self.assertRaises(Refused):
                parse(grade(f"e=u4,k0=1,s0=u4,sp={sp}"))

    def test_3_5_enum_values(self) -> None:
        base = "e=u4,k0=1,s0=u4"
        self.assertEqual(parse(grade(base, "esr=cus-tom:A-b=c)")).esr, "custom:ab=c)")
        self.assertEqual(parse(grade(base, "esr=custom:")).esr, "custom:")
        self.assertEqual(parse(grade(base + ",ao=pairwise-1-6")).ao, "pairwise16")
        for number in ("0", "", "_", "1_6", "18446744073709551616"):
            with self.subTest(number=number), self.assertRaises(Refused):
                parse(grade(f"{base},ao=pairwise{number}"))
        with self.assertRaises(Refused):
            parse(grade("e=u-4,k0=1,s0=u4"))

    def test_3_6_aliases(self) -> None:
        for alias, token in (
            ("fp4", "e2m1"),
            ("float8_e4m3fn", "e4m3"),
            ("half", "binary16"),
            ("single", "binary32"),
            ("byte", "u8"),
            ("ue8m0", "e8m0"),
        ):
            self.assertEqual(parse(grade(f"e={alias},k0=1,s0=u4")).e, token)
        for unknown in ("e4m3fnuz", "b16", "u4b", "int2", "s2", "bf16"):
            with self.subTest(unknown=unknown), self.assertRaises(Refused):
                parse(grade(f"e={unknown},k0=1,s0=u4"))

    def test_3_3_5_defaults_leave_no_trace(self) -> None:
        written = parse(
            grade("e=u4,k0=1,s0=u4,zp=u4,zpc=asis,zps=shared,ct=dense,po=lsb,er=rne,es=satfinite")
        )
        self.assertEqual(written.canonical, grade("e=u4,k0=1,s0=u4,zp=u4"))
        self.assertIsNone(parse_canonical("grit1(e=u4,k0=01,s0=u4,esr=ratiomaxabs)"))


class Registry(unittest.TestCase):
    def test_3_9_ids_and_descriptors(self) -> None:
        for name, (grade_id, hexadecimal) in REGISTRY.items():
            with self.subTest(name=name):
                entry = find(name)
                self.assertEqual(entry.id, grade_id)
                self.assertEqual(entry.descriptor.to_bytes().hex(), hexadecimal)
                self.assertEqual(parse(entry.canonical).canonical, entry.canonical)

    def test_3_8_descriptor_of_a_grade(self) -> None:
        d = describe(
            parse("grit1(po=msb,e=u4,k0=65535,s0=u6,k1=8,s1=f16,zp=u6,zps=l1,zpc=gptq,esr=affine)"),
            group_axis=-3,
            note=7,
        )
        flags = Flag.HAS_ZP | Flag.ZP_MINUS1 | Flag.MSB_FIRST | Flag.ZP_L1SCALED
        self.assertEqual(
            (d.n_levels, d.flags, d.k0, d.k1, d.group_axis, d.note), (2, flags, 65535, 8, -3, 7)
        )

    def test_3_8_5_no_descriptor(self) -> None:
        for items in (
            "e=u4,k0=65536,s0=u4",
            "e=u4,k0=1,s0=u4,k1=65536,s1=u4",
            "e=u4,k0=1,s0=u4,sp=1:2:u8:unord",
        ):
            with self.subTest(items=items), self.assertRaises(Refused):
                describe(parse(grade(items)))

    def test_3_8_6_zero_point_beside_sparsity_has_one(self) -> None:
        self.assertEqual(describe(parse(grade("e=u4,k0=0,s0=u4,zp=u4,sp=1:2:u2:unord"))).flags, 5)

    def test_3_10_equivalence(self) -> None:
        for a, b, scope, expected in (
            ("GRADE_MXFP4", "GRADE_MXFP4_RNE", Scope.DECODE, True),
            ("GRADE_MXFP4", "GRADE_MXFP4_RNE", Scope.FULL, False),
            ("GRADE_MXFP4", "GRADE_MXFP4", Scope.FULL, True),
            ("GRADE_MXFP4", "GRADE_NVF4", Scope.DECODE, False),
            ("GRADE_NVF4_RTZ", "GRADE_NVF4", Scope.DECODE, True),
        ):
            self.assertEqual(equivalent(a, b, scope), expected)
        for a, b, number in (
            ("X", "X", 0),
            ("GRADE_NVF4", "X", 0),
            ("GRADE_NVF4", "GRADE_NVF4", 2),
        ):
            with self.subTest(a=a, b=b), self.assertRaises(Refused):
                equivalent(a, b, number)

    def test_3_7_5_decode_equivalent(self) -> None:
        self.assertTrue(decode_equivalent(find("GRADE_NVF4").grade, find("GRADE_NVF4_RTZ").grade))
        self.assertFalse(decode_equivalent(find("GRADE_NVF4").grade, find("GRADE_MXFP4").grade))
