"""The codec oracle against answers worked out by hand from spec §8 and §9."""

import unittest

import codec_oracle
from binary32 import NAN, NEGATIVE_ZERO, bits


class CodecOracleTest(unittest.TestCase):

    def test_nan_scale_poisons_its_group(self):
        planes = [bytes(32), b"\xff\x7f", b"", b""]
        self.assertEqual(codec_oracle.decode("GRADE_MXFP4", planes), [NAN] * 32 + [0] * 32)

    def test_masked_position_is_zero_under_a_nan_scale(self):
        planes = [bytes(16), b"\x00\x7e", b"", b"\xcc" * 4]  # every quad names 0 and 3
        self.assertEqual(codec_oracle.decode("GRADE_I8S24", planes), [NAN, 0, 0, NAN] * 8)

    def test_a_position_named_twice_consumes_one_value(self):
        planes = [bytes(range(1, 17)), b"\x00\x3c", b"", b"\x40" + b"\xee" * 3]  # 0,0 then 0,1
        decoded = codec_oracle.decode("GRADE_I8S24", planes)
        self.assertEqual(decoded[:8], [bits(1.0), 0, 0, 0, bits(2.0), bits(3.0), 0, 0])

    def test_mxfp4_rules_differ_above_sqrt_two(self):
        values = [bits(3.0)] * 32
        self.assertEqual(codec_oracle.encode("GRADE_MXFP4", values)[:2], [b"\x77" * 16, b"\x7e"])
        self.assertEqual(codec_oracle.encode("GRADE_MXFP4_RNE", values)[:2],
                         [b"\x55" * 16, b"\x7f"])

    def test_nvf4_rtz_truncates_elements(self):
        values = [bits(2688.0)] * 16 + [bits(6.0), bits(0.75), bits(-0.75)] + [0] * 13
        self.assertEqual(codec_oracle.encode("GRADE_NVF4", values)[0][8:10].hex(), "270a")
        self.assertEqual(codec_oracle.encode("GRADE_NVF4_RTZ", values)[0][8:10].hex(), "1709")

    def test_q4ks_without_negative_values_stores_negative_dmin(self):
        planes = codec_oracle.encode("GRADE_Q4KS", [bits(15.0 * 63.0)] * 256)
        self.assertEqual(planes, [b"\xff" * 128, b"\x3f" * 8, b"\x00\x3c\x00\x80", bytes(8)])

    def test_q4ks_scale_beyond_binary16_is_clamped(self):
        planes = codec_oracle.encode("GRADE_Q4KS", [0x7F7FFFFF] + [0xFF7FFFFF] + [0] * 254)
        self.assertEqual(planes[2].hex(), "ff7bff7b")

    def test_i8s24_magnitude_ties_keep_the_lower_positions(self):
        planes = codec_oracle.encode("GRADE_I8S24", [bits(127.0), bits(-127.0)] * 16)
        self.assertEqual(planes, [b"\x7f\x81" * 8, b"\x00\x3c", b"", b"\x44" * 4])

    def test_signed_zeros_survive_mxfp4(self):
        planes = codec_oracle.encode("GRADE_MXFP4", [NEGATIVE_ZERO, 0] * 16)
        self.assertEqual(planes[:2], [b"\x08" * 16, b"\x7f"])


if __name__ == "__main__":
    unittest.main()
