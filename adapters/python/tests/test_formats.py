"""Format words (spec §1) and exponents (spec §9.1.3)."""

from __future__ import annotations

import math
import struct
import unittest
from fractions import Fraction

from gritlab import Refused, binary32, formats
from gritlab.exponents import Rule, exponent
from gritlab.formats import WORDS


def bits(value: float) -> int:
    return int.from_bytes(struct.pack("<f", value), "little")


class Decode(unittest.TestCase):
    def assert_values(self, token: str, expected: dict[int, float]) -> None:
        for code, value in expected.items():
            with self.subTest(token=token, code=code):
                self.assertEqual(formats.decode_all(WORDS[token], [code]), [bits(value)])

    def test_1_2_2_e2m1(self) -> None:
        positive = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0]
        self.assert_values("e2m1", dict(enumerate(positive + [-value for value in positive])))

    def test_1_2_3_e8m0(self) -> None:
        self.assert_values("e8m0", {0x7F: 1.0, 0x00: 2.0**-127, 0xFE: 2.0**127})
        self.assertEqual(formats.decode_all(WORDS["e8m0"], [0xFF]), [0x7FC00000])

    def test_1_2_4_e4m3(self) -> None:
        self.assert_values("e4m3", {0x01: 2.0**-9, 0x38: 1.0, 0x7E: 448.0, 0x80: -0.0})
        self.assertEqual(formats.decode_all(WORDS["e4m3"], [0x7F, 0xFF]), [0x7FC00000] * 2)

    def test_1_2_5_binary16_is_that_of_the_standard_library(self) -> None:
        codes = range(1 << 16)
        expected = [
            0x7FC00000 if value != value else bits(value)
            for (value,) in struct.iter_unpack("<e", b"".join(struct.pack("<H", c) for c in codes))
        ]
        self.assertEqual(formats.decode_all(WORDS["binary16"], codes), expected)

    def test_1_2_5_binary32_is_itself_but_for_nan(self) -> None:
        words = [0, 1, 0x007FFFFF, 0x00800000, 0x3F800001, 0x7F7FFFFF, 0x7F800000, 0xFF800000]
        self.assertEqual(formats.decode_all(WORDS["binary32"], words), words)
        nans = [0x7F800001, 0xFFC00000, 0xFFFFFFFF]
        self.assertEqual(formats.decode_all(WORDS["binary32"], nans), [0x7FC00000] * 3)  # §1.3.5

    def test_1_1_3_integers(self) -> None:
        self.assert_values("s4", {7: 7.0, 8: -8.0, 15: -1.0})
        self.assert_values("s8", {0x7F: 127.0, 0x80: -128.0})
        self.assert_values("u6", {0: 0.0, 63: 63.0})

    def test_1_3_1_higher_bits_are_ignored(self) -> None:
        self.assertEqual(formats.decode_all(WORDS["u4"], [0xFFFFFFF3]), [bits(3.0)])

    def test_1_3_2_one_rounding_from_the_exact_value(self) -> None:
        self.assertEqual(formats.decode_all(0x000A, [2047, 0]), [0x7F800000, 0])
        self.assertEqual(
            formats.decode_all(0x43FF, [0xFFFFFFFF, 0x01000001]), [0x4F800000, 0x4B800000]
        )

    def test_1_3_2_exponents_that_no_machine_holds(self) -> None:
        # p = 1, unsigned, 32 bits: e = 32, bias 2^31 - 1; code 2^31 - 1 is 1, its neighbours 2^±1.
        word = 0x4000 | 1 << 5 | 31
        self.assertEqual(
            formats.decode_all(word, [2**31 - 1, 2**31, 2**31 - 2, 2**32 - 1, 1]),
            [bits(1.0), bits(2.0), bits(0.5), 0x7F800000, 0],
        )

    def test_1_3_3_not_decodable(self) -> None:
        no_room = 0x2000 | 4 << 5 | 3  # width 4, p 4: 4 - 1 - 3 = 0 exponent bits
        for word in (0x0000, 0x2043 | 0x1800, no_room):
            with self.subTest(word=word), self.assertRaises(Refused):
                formats.decode_all(word, [0])

    def test_1_3_4_bias_override_changes_nothing(self) -> None:
        self.assertEqual(formats.decode_all(0x2043 | 0x8000, [7]), [bits(6.0)])

    def test_1_1_6_infinity(self) -> None:
        word = 0x2043 | 0x0400  # e2m1 with infinity: 6 is infinity, 7 NaN
        self.assertEqual(formats.decode_all(word, [6, 7, 14]), [0x7F800000, 0x7FC00000, 0xFF800000])
        no_mantissa = 0x2400 | 1 << 5 | 2  # s e2: all ones is always infinity
        self.assertEqual(formats.decode_all(no_mantissa, [3, 7]), [0x7F800000, 0xFF800000])

    def test_1_1_7_nan_encodings(self) -> None:
        word = 0x2000 | 3 << 5 | 4  # s e2 m2, bias 1
        for nan_enc, nans in ((0, []), (1, [15, 31]), (2, [13, 14, 15, 29, 30, 31])):
            decoded = formats.decode_all(word | nan_enc << 11, range(32))
            with self.subTest(nan_enc=nan_enc):
                self.assertEqual([c for c in range(32) if decoded[c] == 0x7FC00000], nans)
                self.assertEqual(decoded[12], bits(4.0))  # one more ordinary binade

    def test_1_1_8_negative_zero_without_szero(self) -> None:
        self.assertEqual(formats.decode_all(0x0043, [8]), [0x80000000])


class Encode(unittest.TestCase):
    def assert_codes(self, token: str, expected: list[tuple[float, int | None]]) -> None:
        for value, code in expected:
            with self.subTest(token=token, value=value):
                self.assertEqual(formats.encode(WORDS[token], value), code)

    def test_1_4_2_ties_of_e2m1(self) -> None:
        self.assert_codes(
            "e2m1",
            [
                (0.25, 0),
                (0.75, 2),
                (1.25, 2),
                (1.75, 4),
                (2.5, 4),
                (3.5, 6),
                (5.0, 6),
                (7.0, 7),
                (-0.25, 8),
                (math.inf, 7),
                (-math.inf, 15),
                (math.nan, None),
            ],
        )

    def test_1_4_2_ties_of_e4m3(self) -> None:
        self.assert_codes(
            "e4m3",
            [
                (1.0625, 0x38),
                (1.1875, 0x3A),
                (2.0**-10, 0x00),
                (3 * 2.0**-10, 0x02),
                (480.0, 0x7E),
                (-0.0, 0x80),
                (0.0, 0x00),
                (math.nan, 0x7F),
                (-math.inf, 0xFE),
            ],
        )

    def test_1_4_8_e8m0(self) -> None:
        self.assert_codes(
            "e8m0",
            [
                (1.5, 0x80),
                (3.0, 0x80),
                (-4.0, 0x81),
                (0.0, 0x00),
                (2.0**-149, 0x00),
                (1.5 * 2.0**-127, 0x00),
                (math.inf, 0xFE),
                (binary32.MAX_FINITE, 0xFE),
                (math.nan, 0xFF),
            ],
        )

    def test_1_4_6_binary16(self) -> None:
        self.assert_codes(
            "binary16",
            [
                (65519.0, 0x7BFF),
                (65520.0, 0x7BFF),
                (-65520.0, 0xFBFF),
                (2.0**-25, 0x0000),
                (0.0, 0x0000),
                (-0.0, 0x8000),
                (math.inf, 0x7C00),
                (math.nan, 0x7E00),
            ],
        )

    def test_1_4_2_binary16_is_that_of_the_standard_library(self) -> None:
        for step in range(0, 65504 * 4, 37):
            value = step / 4.0
            expected = int.from_bytes(struct.pack("<e", value), "little")
            self.assertEqual(formats.encode(WORDS["binary16"], value), expected)

    def test_1_4_5_integers(self) -> None:
        self.assert_codes(
            "s8",
            [
                (0.5, 0),
                (1.5, 2),
                (2.5, 2),
                (-128.0, 0x81),
                (127.5, 127),
                (math.inf, 127),
                (math.nan, None),
            ],
        )
        self.assert_codes("u4", [(-1.0, 0), (-math.inf, 0), (15.5, 15), (math.inf, 15)])

    def test_1_4_4_binary32(self) -> None:
        self.assert_codes("binary32", [(math.nan, 0x7FC00000), (-0.0, 0x80000000)])

    def test_1_4_1_other_words_are_refused(self) -> None:
        for word in (0, 0x2043 | 0x8000, 0x43FF):
            with self.subTest(word=word), self.assertRaises(Refused):
                formats.encode(word, 1.0)


class Binary32(unittest.TestCase):
    def test_0_6_against_exact_fractions(self) -> None:
        values = [binary32.from_bits(0x9E3779B9 * i & 0xFFFFFFFF) for i in range(1, 400)]
        values = [value for value in values if math.isfinite(value)] + [2.0**-149, 1.5]
        for a, b in zip(values, reversed(values)):
            cases = [(binary32.multiply(a, b), Fraction(a) * Fraction(b))]
            cases.append((binary32.add(a, b), Fraction(a) + Fraction(b)))
            cases.append((binary32.subtract(a, b), Fraction(a) - Fraction(b)))
            if b:
                cases.append((binary32.divide(a, b), Fraction(a) / Fraction(b)))
            for got, exact in cases:
                self.assertEqual(abs(binary32.to_bits(got)) & 0x7FFFFFFF, _nearest(abs(exact)))

    def test_0_6_overflow_is_infinity(self) -> None:
        self.assertEqual(binary32.multiply(-binary32.MAX_FINITE, 2.0), -math.inf)
        self.assertEqual(binary32.all_rounded([1e300, 1.0]), [math.inf, 1.0])


def _nearest(exact: Fraction) -> int:
    """The bits of the binary32 number nearest to a fraction, by bisection over all of them."""
    low, high = 0, 0x7F800000  # infinity stands for 2^128 here
    while high - low > 1:
        middle = (low + high) // 2
        if Fraction(binary32.from_bits(middle)) <= exact:
            low = middle
        else:
            high = middle
    above = Fraction(2**128) if high == 0x7F800000 else Fraction(binary32.from_bits(high))
    below = Fraction(binary32.from_bits(low))
    if exact - below == above - exact:
        return low if low % 2 == 0 else high
    return low if exact - below < above - exact else high


class Exponent(unittest.TestCase):
    def test_9_1_3_example(self) -> None:
        self.assertEqual([exponent(rule, 12.0) for rule in Rule], [3, 4, 4])
        self.assertEqual([exponent(rule, 2.0**-149) for rule in Rule], [-149] * 3)

    def test_9_1_3_rne_turns_at_the_root_of_two(self) -> None:
        below, above = binary32.from_bits(0x3FB504F3), binary32.from_bits(0x3FB504F4)
        self.assertEqual([exponent(Rule.RNE, below), exponent(Rule.RNE, above)], [0, 1])

    def test_9_1_3_refused_outside_finite_and_positive(self) -> None:
        for amax in (0.0, -1.0, math.inf, math.nan):
            with self.subTest(amax=amax), self.assertRaises(Refused):
                exponent(Rule.FLOOR, amax)
