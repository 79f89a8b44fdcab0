"""End-to-end test of `grit isa` and of GRIT_ISA: which instruction set is used, and why.

Usage: isa_test.py GRIT  (the path of the binary)
"""

import json
import os
import subprocess
import sys
import unittest

GRIT = ""


def grit(*arguments, isa=None):
    """(exit code, stdout, stderr) with GRIT_ISA set to `isa`, or not set."""
    environment = {key: value for key, value in os.environ.items() if key != "GRIT_ISA"}
    if isa is not None:
        environment["GRIT_ISA"] = isa
    done = subprocess.run([GRIT, *arguments], env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=30)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def document(isa=None):
    code, out, err = grit("isa", "--json", isa=isa)
    assert code == 0, err
    return json.loads(out)


class Isa(unittest.TestCase):
    def test_widest(self):
        said = document()
        supported = [row["name"] for row in said["sets"] if row["supported"]]
        self.assertEqual((said["used"], said["why"]), (supported[-1], "widest"))
        self.assertEqual(document(isa=""), said)

    def test_every_supported_one_is_obeyed(self):
        for name in [row["name"] for row in document()["sets"] if row["supported"]]:
            said = document(isa=name)
            self.assertEqual((said["used"], said["why"]), (name, "GRIT_ISA"))
            self.assertEqual([row["name"] for row in said["sets"] if row["used"]], [name])

    def test_text(self):
        code, out, err = grit("isa", isa="scalar")
        self.assertEqual((code, err), (0, ""))
        self.assertIn("scalar is used: GRIT_ISA asks for it", out)

    def test_refused_by_every_command(self):
        for command in (("isa",), ("isa", "--json"), ("grade", "grit1(e=e2m1)"), ("adapters",)):
            code, out, err = grit(*command, isa="avx1024")
            self.assertEqual((code, out), (2, ""), command)
            self.assertIn(f'grit {command[0]}: GRIT_ISA="avx1024": no instruction set has this name',
                          err)
            self.assertIn("scalar", err)

    def test_refused_where_this_machine_has_it_not(self):
        missing = [row["name"] for row in document()["sets"] if not row["supported"]]
        # NEON and AVX are never in one machine.
        self.assertNotEqual(missing, [])
        for name in missing:
            code, out, err = grit("isa", isa=name)
            self.assertEqual((code, out), (2, ""))
            self.assertRegex(err, "this build has no kernels for it|this machine does not have it")

    def test_usage(self):
        self.assertEqual(grit("isa", "surplus")[0], 2)
        self.assertEqual(grit("--help", isa="avx1024")[0], 0)


if __name__ == "__main__":
    GRIT = sys.argv.pop(1)
    unittest.main()
