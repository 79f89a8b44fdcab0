"""Decode and encode of the registered grades (spec §8, §9)."""

from __future__ import annotations

import math
import unittest

from gritlab import Planes, Refused, decode, encode, find, sizes_of
from gritlab.binary32 import words_from_values

ZERO = b"\0"


def planes(data: str = "", scale0: str = "", scale1: str = "", aux: str = "") -> Planes:
    return Planes(*map(bytes.fromhex, (data, scale0, scale1, aux)))


class Decode(unittest.TestCase):
    def test_8_2_mxfp4(self) -> None:
        data = "f70122446608" + "00" * 10
        values = decode("GRADE_MXFP4", 32, planes(data, "80"))
        self.assertEqual(
            words_from_values(values[:12]),
            [
                0x41400000,
                0xC1400000,
                0x3F800000,
                0,
                0x40000000,
                0x40000000,
                0x40800000,
                0x40800000,
                0x41000000,
                0x41000000,
                0x80000000,
                0,
            ],
        )
        poisoned = decode("GRADE_MXFP4_RNE", 32, planes(data, "ff"))
        self.assertEqual(words_from_values(poisoned), [0x7FC00000] * 32)

    def test_8_3_nvf4(self) -> None:
        values = decode("GRADE_NVF4", 16, planes("f726" + "00" * 6, "7e", "2549923a"))
        self.assertEqual(values[:4], [3.0, -3.0, 2.0, 0.5])

    def test_8_4_q4ks(self) -> None:
        values = decode(
            "GRADE_Q4KS",
            256,
            planes("700f" + "00" * 126, "45" + "00" * 7, "00340030", "8c" + "00" * 7),
        )
        self.assertEqual(
            words_from_values(values[:4]), [0xBFC00000, 0x40E80000, 0x418A0000, 0xBFC00000]
        )

    def test_8_4_3_a_nan_minimum_poisons(self) -> None:
        given = planes("00" * 128, "00" * 8, "0034007e", "00" * 8)
        self.assertEqual(words_from_values(decode("GRADE_Q4KS", 256, given)), [0x7FC00000] * 256)

    def test_8_1_7_infinity_times_zero(self) -> None:
        given = planes("00" * 128, "01" + "00" * 7, "007c0000", "00" * 8)
        self.assertEqual(words_from_values(decode("GRADE_Q4KS", 256, given)), [0x7FC00000] * 256)

    def test_8_5_i8s24(self) -> None:
        values = decode("GRADE_I8S24", 32, planes("81552a2a" + "00" * 12, "0c26", "", "49444444"))
        self.assertEqual(
            values[:8],
            [0, -2.99981689453125, 2.00775146484375, 0, 0.9920654296875, 0.9920654296875, 0, 0],
        )

    def test_8_5_4_one_cursor(self) -> None:
        values = decode("GRADE_I8S24", 32, planes("0a141e28" + "32" * 12, "003c", "", "85444444"))
        self.assertEqual(values[:12], [0, 10, 0, 0, 20, 0, 30, 0, 40, 50, 0, 0])

    def test_8_5_2_sparsity_wins_over_nan(self) -> None:
        values = decode("GRADE_I8S24", 32, planes("00" * 16, "007e", "", "44" * 4))
        self.assertEqual(words_from_values(values), [0x7FC00000, 0x7FC00000, 0, 0] * 8)

    def test_8_1_6_beyond_the_range(self) -> None:
        values = decode("GRADE_MXFP4", 32, planes("f7" * 16, "fe"))
        self.assertEqual(values[:2], [math.inf, -math.inf])

    def test_8_1_1_lengths_and_counts(self) -> None:
        good = planes("00" * 16, "00")
        for count, given in (
            (32, good._replace(data=ZERO * 15)),
            (32, good._replace(data=ZERO * 17)),
            (32, good._replace(aux=ZERO)),
            (-32, good),
            (31, good),
            (2**62, good),
        ):
            with self.subTest(count=count), self.assertRaises(Refused):
                decode("GRADE_MXFP4", count, given)
        with self.assertRaises(Refused):
            decode("GRADE_MXFP5", 32, good)


class Encode(unittest.TestCase):
    def test_9_2_mxfp4(self) -> None:
        values = [12, -12, 1, 0.5, 1.5, 2.5, 3.5, 5, 7, 10, -0.0, 0.3] + [0.0] * 20
        self.assertEqual(encode("GRADE_MXFP4", values), planes("f70122446608" + "00" * 10, "80"))

    def test_9_2_second_example(self) -> None:
        values = [7.5, -1.0, 0.4] + [0.0] * 29
        self.assertEqual(encode("GRADE_MXFP4", values), planes("a701" + "00" * 14, "7f"))
        self.assertEqual(encode("GRADE_MXFP4_RNE", values), planes("9600" + "00" * 14, "80"))

    def test_9_2_1_not_finite_and_9_2_2_zeros(self) -> None:
        self.assertEqual(encode("GRADE_MXFP4", [math.inf] + [1.0] * 31), planes("00" * 16, "ff"))
        self.assertEqual(encode("GRADE_MXFP4", [-0.0, 0.0] * 16), planes("08" * 16, "7f"))

    def test_9_3_nvf4(self) -> None:
        values = [3.0, -2.9, 2.5, 0.4] + [0.0] * 12
        self.assertEqual(encode("GRADE_NVF4", values), planes("f726" + "00" * 6, "7e", "2549923a"))
        self.assertEqual(
            encode("GRADE_NVF4_RTZ", values), planes("e716" + "00" * 6, "7e", "2549923a")
        )

    def test_9_3_1_and_9_3_2_special_tensors(self) -> None:
        one = "0000803f"
        self.assertEqual(encode("GRADE_NVF4", []), planes("", "", one))
        self.assertEqual(encode("GRADE_NVF4", [-0.0] * 16), planes("88" * 8, "38", one))
        self.assertEqual(encode("GRADE_NVF4", [math.nan] * 16), planes("00" * 8, "7f", one))
        # 2^-149 / 6 / 448 is 0, so the tensor scale is 2^-149; the block's (2^-149 / 6) is 0, so
        # its scale code is 0 and all codes are 0 by sign.
        self.assertEqual(
            encode("GRADE_NVF4", [-(2.0**-149)] + [0.0] * 15),
            planes("08" + "00" * 7, "00", "01000000"),
        )

    def test_9_4_q4ks(self) -> None:
        values = [-2, 5.5, 0, 0.25, 0.75, -1] + [1.0] * 26 + [0.0] * 224
        self.assertEqual(
            encode("GRADE_Q4KS", values),
            planes("f05426" + "66" * 13 + "00" * 112, "3f" + "00" * 7, "10201028", "3f" + "00" * 7),
        )

    def test_9_4_4_nothing_negative(self) -> None:
        self.assertEqual(encode("GRADE_Q4KS", [1.0] * 256).scale1.hex(), "56140080")
        self.assertEqual(encode("GRADE_Q4KS", [-0.0] * 256).scale1.hex(), "00000080")

    def test_9_4_4_an_infinite_quotient_is_the_largest_finite_one(self) -> None:
        largest = (2 - 2**-23) * 2.0**127
        self.assertEqual(encode("GRADE_Q4KS", [largest, -largest] * 128).scale1.hex(), "ff7bff7b")

    def test_9_4_1_not_finite(self) -> None:
        self.assertEqual(
            encode("GRADE_Q4KS", [math.nan] + [1.0] * 255),
            planes("00" * 128, "00" * 8, "007e0000", "00" * 8),
        )

    def test_9_5_i8s24(self) -> None:
        values = [0.5, -3, 2, 0.5, 1, 1, 1, -1] + [0.0] * 24
        self.assertEqual(
            encode("GRADE_I8S24", values), planes("81552a2a" + "00" * 12, "0c26", "", "49444444")
        )

    def test_9_5_1_nan_counts_as_infinity(self) -> None:
        values = [1.0, math.nan, -math.inf, math.inf] + [0.0] * 28
        self.assertEqual(encode("GRADE_I8S24", values), planes("00" * 16, "007e", "", "49444444"))

    def test_9_5_3_scale_that_would_be_zero(self) -> None:
        values = [2.0**-149] + [0.0] * 31
        self.assertEqual(encode("GRADE_I8S24", values).scale0.hex(), "0100")
        self.assertEqual(encode("GRADE_I8S24", [0.0] * 32).scale0.hex(), "003c")

    def test_9_1_1_counts(self) -> None:
        for name, block in (("MXFP4", 32), ("Q4KS", 256), ("NVF4", 16), ("I8S24", 32)):
            with self.subTest(name=name), self.assertRaises(Refused):
                encode(f"GRADE_{name}", [0.0] * (block + 1))
        with self.assertRaises(Refused):
            encode("GRADE_X", [])

    def test_8_1_1_encode_gives_the_lengths_that_decode_demands(self) -> None:
        for name in ("MXFP4", "Q4KS", "NVF4_RTZ", "I8S24"):
            encoded = encode(f"GRADE_{name}", [float(i % 7) for i in range(512)])
            sizes = sizes_of(find(f"GRADE_{name}").descriptor, [512])
            self.assertEqual(tuple(map(len, encoded)), sizes.plane_bytes)
