"""The oracle against constants that the specification states (spec §1, §9)."""

import unittest
from fractions import Fraction

import oracle


def value(token, code):
    return oracle.binary32_value(oracle.decode(oracle.REGISTERED[token], code))


class OracleTest(unittest.TestCase):

    def test_e2m1_values(self):
        magnitudes = [0, Fraction(1, 2), 1, Fraction(3, 2), 2, 3, 4, 6]
        self.assertEqual([value("e2m1", code) for code in range(8)], magnitudes)
        self.assertEqual([value("e2m1", code) for code in range(8, 16)], [-v for v in magnitudes])
        self.assertEqual(oracle.decode(oracle.REGISTERED["e2m1"], 8), 0x80000000)

    def test_e8m0_values(self):
        self.assertEqual(value("e8m0", 0x7F), 1)
        self.assertEqual(oracle.decode(oracle.REGISTERED["e8m0"], 0x00), 0x00400000)
        self.assertEqual(oracle.decode(oracle.REGISTERED["e8m0"], 0xFF), oracle.NAN)

    def test_e4m3_values(self):
        self.assertEqual(value("e4m3", 0x01), Fraction(1, 512))
        self.assertEqual(value("e4m3", 0x38), 1)
        self.assertEqual(value("e4m3", 0x7E), 448)
        for code in (0x7F, 0xFF):
            self.assertEqual(oracle.decode(oracle.REGISTERED["e4m3"], code), oracle.NAN)

    def test_integers_never_encode_their_asymmetric_minimum(self):
        s8 = oracle.Format("s8")
        self.assertEqual(value("s8", 0x80), -128)
        for bits in (0xFF800000, 0xC3000000, 0xC2FE0000):  # -inf, -128, -127
            self.assertEqual(s8.encode(bits), 0x81)
        self.assertEqual(s8.encode(oracle.NAN), oracle.REFUSED)

    def test_binary16_encoding(self):
        half = oracle.Format("binary16")
        self.assertEqual(half.encode(0x477FF000), 0x7BFF)  # 65520 rounds beyond 65504
        self.assertEqual(half.encode(0xFF800000), 0xFC00)
        self.assertEqual(half.encode(0x7F800000), 0x7C00)
        self.assertEqual(half.encode(0xFFC00001), 0x7E00)
        self.assertEqual(half.encode(0x33000000), 0x0000)  # 2^-25 ties to even
        self.assertEqual(half.encode(0x33000001), 0x0001)
        self.assertEqual(half.encode(0x80000000), 0x8000)

    def test_e8m0_encoding(self):
        e8m0 = oracle.Format("e8m0")
        self.assertEqual(e8m0.encode(0xBF800000), 0x7F)  # -1: the sign is dropped
        self.assertEqual(e8m0.encode(0x00000000), 0x00)
        self.assertEqual(e8m0.encode(0x7F800000), 0xFE)
        self.assertEqual(e8m0.encode(0x7FC00000), 0xFF)
        self.assertEqual(e8m0.encode(0x3FC00000), 0x80)  # 1.5 lies halfway: the even code, 0x80

    def test_e2m1_ties_go_to_the_even_code(self):
        e2m1 = oracle.Format("e2m1")
        ties = {0x3E800000: 0, 0x3F400000: 2, 0x3FA00000: 2, 0x3FE00000: 4, 0x40200000: 4,
                0x40600000: 6, 0x40A00000: 6}
        for bits, code in ties.items():
            self.assertEqual(e2m1.encode(bits), code)
            self.assertEqual(e2m1.encode(bits | oracle.SIGN), code | 8)

    def test_binary32_rounding(self):
        self.assertEqual(oracle.binary32_bits(oracle.power(-149)), 1)
        self.assertEqual(oracle.binary32_bits(oracle.power(-150)), 0)
        self.assertEqual(oracle.binary32_bits(3 * oracle.power(-150)), 2)
        self.assertEqual(oracle.binary32_bits(oracle.power(-126)), 0x00800000)
        self.assertEqual(oracle.binary32_bits(oracle.power(128)), oracle.INFINITY)
        self.assertEqual(oracle.binary32_bits(oracle.power(128) - oracle.power(103)),
                         oracle.INFINITY)
        self.assertEqual(oracle.binary32_bits(Fraction(-1, 3)), 0xBEAAAAAB)

    def test_exponent_rules(self):
        below, above = 0x3FB504F3, 0x3FB504F4  # the neighbours of sqrt(2)
        self.assertEqual([oracle.exponent("rne", bits) for bits in (below, above)], [0, 1])
        self.assertEqual([oracle.exponent("ceil", bits) for bits in (0x3F800000, 0x3F800001)],
                         [0, 1])
        self.assertEqual([oracle.exponent(rule, 1) for rule in ("floor", "ceil", "rne")],
                         [-149, -149, -149])
        self.assertEqual(oracle.exponent("rne", 3), -147)  # 3 = 1.5 * 2 > sqrt(2) * 2


if __name__ == "__main__":
    unittest.main()
