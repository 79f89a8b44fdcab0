"""The planes of a grade as blocks: the examples of spec §12.3, written out by hand there."""

import unittest

import adapter


class Blocks(unittest.TestCase):
    def test_mxfp4(self):
        data = bytes.fromhex("1032547698badcfeefcdab8967452301")
        blocks = adapter.mxfp4_blocks(32, [data, b"\x80", b"", b""])
        self.assertEqual(blocks.tobytes().hex(), "80f0e1d2c3b4a5968778695a4b3c2d1e0f")

    def test_q4_k_scales(self):
        # The two high bits of a u6 are ignored (spec §12.3.6).
        scales = bytes(0xC0 | value for value in (1, 2, 3, 4, 33, 50, 63, 16))
        minima = bytes((5, 6, 7, 8, 10, 27, 44, 61))
        blocks = adapter.q4_k_blocks(256, [bytes(128), scales, bytes.fromhex("01020304"), minima])
        self.assertEqual(blocks.tobytes()[:16].hex(), "01020304" "81c2c3440546" "87c8a1b2cfd0")

    def test_q4_k_codes(self):
        # Byte 32 c + l: element 64 c + l low, element 64 c + 32 + l high (spec §12.3.4). In plane
        # order element i is nibble i: only element 97 = 64 + 32 + 1 is not zero here, so c 1, l 1.
        data = bytearray(128)
        data[97 // 2] = 0xA0
        blocks = adapter.q4_k_blocks(256, [bytes(data), bytes(8), bytes(4), bytes(8)]).tobytes()
        expected = bytearray(144)
        expected[16 + 32 + 1] = 0xA0
        self.assertEqual(blocks, bytes(expected))

    def test_what_makes_no_blocks_is_refused(self):
        for count, planes in ((31, [bytes(16), b"\0", b"", b""]), (32, [bytes(15), b"\0", b"", b""]),
                              (32, [bytes(16), b"\0", b"\0", b""]), (-32, [b"", b"", b"", b""])):
            with self.assertRaises(adapter.gcp.Refused):
                adapter.mxfp4_blocks(count, planes)
        with self.assertRaises(adapter.gcp.Refused):
            adapter.q4_k_blocks(256, [bytes(128), bytes(8), bytes(5), bytes(8)])


if __name__ == "__main__":
    unittest.main()
