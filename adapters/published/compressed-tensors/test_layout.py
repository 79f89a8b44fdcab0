"""What the adapter asks of the package, without the package."""

import struct
import unittest

import layout


def binary32(value):
    return struct.pack("<f", value)


class Groups(unittest.TestCase):
    def test_planes_of_so_many_elements(self):
        mxfp4 = [bytes(32), bytes(2), b"", b""]
        nvf4 = [bytes(16), bytes(2), bytes(4), b""]
        self.assertEqual(layout.groups_of(64, mxfp4, 32, outer=False), 2)
        self.assertEqual(layout.groups_of(32, nvf4, 16, outer=True), 2)
        self.assertEqual(layout.groups_of(0, [b"", b"", bytes(4), b""], 16, outer=True), 0)

    def test_other_planes_cannot_be_put_to_it(self):
        for count, planes in (
                (32, [bytes(32), bytes(2), b"", b""]), (64, [bytes(31), bytes(2), b"", b""]),
                (64, [bytes(32), bytes(1), b"", b""]), (-1, [b"", b"", b"", b""]),
                (64, [bytes(32), bytes(2), bytes(4), b""]), (64, [bytes(32), bytes(2), b"", b"a"])):
            self.assertIsNone(layout.groups_of(count, planes, 32, outer=False), (count, planes))


class Divisor(unittest.TestCase):
    def test_powers_of_two(self):
        # spec §8.3: s1 multiplies; the package divides by 1 / s1.
        for scale, divisor in ((1, 1), (0.25, 4), (-2, -0.5), (2.0 ** -126, 2.0 ** 126),
                               (2.0 ** 127, 2.0 ** -127), (2.0 ** -127, 2.0 ** 127)):
            self.assertEqual(layout.divisor_of(binary32(scale)), divisor)

    def test_what_has_no_reciprocal_in_binary32(self):
        for scale in (0.0, 3.0, 0.1, float("inf"), float("nan"), 2.0 ** -149, 2.0 ** -128):
            self.assertIsNone(layout.divisor_of(binary32(scale)), scale)


if __name__ == "__main__":
    unittest.main()
