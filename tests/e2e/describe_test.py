"""End-to-end test of `grit inspect`, `grit diff` and `grit grade`: exit codes, streams, JSON.

Usage: describe_test.py GRIT  (the path of the binary)

Values come from the specification: the canonical descriptor of MXFP4 (spec §3) and its grade_id.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

GRIT = ""
MXFP4 = (
    "47525431400101004320074800000000" "00002000000000000000000000000000"
    "01000000000000100100000000000010" "000000000000000083a154e49eee7023"
)
K0_16 = MXFP4[:36] + "1000" + MXFP4[40:]


def grit(*arguments, stdin=b""):
    """(exit code, stdout, stderr); neither stream is a terminal, so neither may hold colours."""
    done = subprocess.run([GRIT, *arguments], input=stdin, capture_output=True, timeout=30)
    assert b"\x1b" not in done.stdout + done.stderr
    return done.returncode, done.stdout.decode(), done.stderr.decode()


class Inspect(unittest.TestCase):
    def test_known(self):
        code, out, err = grit("inspect", MXFP4)
        self.assertEqual((code, err), (0, ""))
        self.assertIn("GRADE_MXFP4", out)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            binary = pathlib.Path(folder, "desc.bin")
            binary.write_bytes(bytes.fromhex(MXFP4))
            text = pathlib.Path(folder, "desc.hex")
            text.write_text(MXFP4[:64] + "\n" + MXFP4[64:] + "\n")
            self.assertEqual(grit("inspect", str(binary)), grit("inspect", MXFP4))
            self.assertEqual(grit("inspect", str(text)), grit("inspect", MXFP4))

    def test_refused(self):
        code, out, _ = grit("inspect", "--json", K0_16)
        self.assertEqual(code, 1)
        self.assertEqual(json.loads(out)["decided_by"], "grade-k0")

    def test_usage(self):
        for arguments in (["inspect"], ["inspect", "12zz"], ["inspect", MXFP4[2:]],
                          ["inspect", MXFP4, "surplus"], ["inspect", "--nothing", MXFP4]):
            code, out, err = grit(*arguments)
            self.assertEqual((code, out), (2, ""), arguments)
            self.assertNotEqual(err, "", arguments)


class Diff(unittest.TestCase):
    def test_equal(self):
        self.assertEqual(grit("diff", MXFP4, MXFP4)[0], 0)

    def test_different(self):
        code, out, _ = grit("diff", MXFP4, K0_16, "--json")
        self.assertEqual(code, 1)
        self.assertEqual([row["field"] for row in json.loads(out)["differences"]], ["k0"])

    def test_usage(self):
        self.assertEqual(grit("diff", MXFP4)[0], 2)
        self.assertEqual(grit("diff", MXFP4, "00")[0], 2)


class Grade(unittest.TestCase):
    def test_any_spelling(self):
        code, out, _ = grit("grade", "--json", "GRIT1(e=fp4, k0=32, s0=e8m0, esr=floor)")
        self.assertEqual(code, 0)
        self.assertEqual(json.loads(out)["grade_id"], "0x2370ee9ee454a183")

    def test_standard_input(self):
        spelled = grit("grade", "-", stdin=b"grit1(e=fp4,\n  k0=32, s0=e8m0, esr=floor)\n")
        self.assertEqual(spelled, grit("grade", "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)"))

    def test_refused(self):
        for stdin in (b"grit1(e=e2m1", b"\xff\x00", b"", b"grit1(e=\x1b)"):
            code, out, err = grit("grade", "-", stdin=stdin)
            self.assertEqual((code, out), (1, ""))
            self.assertIn("hint:", err)

    def test_usage(self):
        self.assertEqual(grit("grade")[0], 2)
        self.assertEqual(grit("grade", "-", stdin=b" " * (2 << 20))[0], 2)


if __name__ == "__main__":
    GRIT = sys.argv.pop(1)
    unittest.main()
