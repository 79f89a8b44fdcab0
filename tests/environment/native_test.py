"""Law L8 (spec §11.8.8) on this machine: the implementations that are compiled to machine code, put
unchanged into floating-point environments that are not the ordinary one, answer every case as they
do in it. What they must answer is what `grit certify` holds against them: the pinned vectors, and the
reference in the ordinary environment.

Usage: native_test.py GRIT
"""

import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

import support
from preloading import preloadable
from support import ROOT, subject

ENVIRONMENTS = ("upward", "downward", "towardzero", "ftz", "daz", "upward+ftz+daz")
# Cases that are generated beside the pinned ones.
CASES = 10000


def folder():
    return support.GRIT.build / "tests" / "environment"


def preload(environment, ledger=None):
    """The words before a command that put it into the environment."""
    words = ["env", f"LD_PRELOAD={preloadable(folder() / 'hostile-environment.so')}",
             f"GRIT_ENVIRONMENT={environment}"]
    return words + ([f"GRIT_ENVIRONMENT_LEDGER={ledger}"] if ledger else [])


def adapters():
    """name → program."""
    return {"c": support.GRIT.build / "adapters/c/grit-c-adapter",
            "cpp": support.GRIT.build / "adapters/cpp/grit-cpp-adapter",
            "rust": ROOT / "build/adapters/rust/target/release/grit-lab-adapter"}


def followers(environment, ledger):
    """--adapter options for each implementation in the environment."""
    for name, program in adapters().items():
        yield from ("--adapter",
                    f"{name}-there={shlex.join([*preload(environment, ledger), str(program)])}")


class Implementations(unittest.TestCase):
    """Beside themselves in the ordinary environment."""

    def agrees(self, environment):
        for name, program in adapters().items():
            if not program.exists():
                self.skipTest(f"the {name} adapter is not built: {program}")
        with tempfile.TemporaryDirectory() as scratch:
            ledger = pathlib.Path(scratch, "ledger")
            code, report = support.GRIT.report("c", "cpp", "rust", *followers(environment, ledger),
                                               "--cases", CASES, "--restarts", 0)
            lines = ledger.read_text(encoding="utf-8").split("\n")
        self.assertEqual((code, report["findings"]), (0, []))
        self.assertEqual(len(report["subjects"]), 6)
        for row in report["subjects"]:
            with self.subTest(row["name"]):
                counts = row["counts"]
                self.assertEqual((row["verdict"], counts["passed"]),
                                 ("conformant", counts["planned"]))
                self.assertGreater(counts["planned"], CASES)
        # Each program was in the environment until it ended: nothing set it back.
        for program in adapters().values():
            self.assertIn(f"{program.name} {environment}", lines)

    def test_upward(self):
        self.agrees("upward")

    def test_downward(self):
        self.agrees("downward")

    def test_toward_zero(self):
        self.agrees("towardzero")

    def test_subnormal_results_flushed(self):
        self.agrees("ftz")

    def test_subnormal_operands_flushed(self):
        self.agrees("daz")

    def test_upward_and_flushed(self):
        self.agrees("upward+ftz+daz")

    def test_x87_significands_of_24_bits(self):
        self.agrees("x87-single")


class Sensitive(unittest.TestCase):
    """An adapter that computes with the machine's floating point is found out."""

    def certify(self, words):
        program = folder() / "follows-the-rounding-mode"
        return support.GRIT.report("--adapter", f"sensitive={shlex.join([*words, str(program)])}",
                                   "--cases", 5000, "--reduce", "nothing")

    def test_right_in_the_ordinary_environment(self):
        for words in ((), preload("nearest")):
            with self.subTest(words):
                code, report = self.certify(words)
                self.assertEqual((code, subject(report, "sensitive")["verdict"]), (0, "conformant"))

    def test_wrong_in_every_other(self):
        for environment in ENVIRONMENTS:
            with self.subTest(environment):
                code, report = self.certify(preload(environment))
                self.assertEqual((code, subject(report, "sensitive")["verdict"]),
                                 (1, "not conformant"))
                self.assertEqual({finding["op"] for finding in report["findings"]},
                                 {"DECODE", "DECODE_VIEW"})


class Environments(unittest.TestCase):
    """The shared object sets what it says, or the program does not run."""

    def run_in(self, environment, program="true"):
        return subprocess.run([*preload(environment), program], capture_output=True, text=True,
                              check=False)

    def test_in_force(self):
        for environment in ("nearest", *ENVIRONMENTS, "x87-single"):
            with self.subTest(environment):
                self.assertEqual(self.run_in(environment).returncode, 0)

    def test_unknown(self):
        done = self.run_in("upward+sideways")
        self.assertEqual(done.returncode, 125)
        self.assertEqual(done.stderr, "hostile_environment: GRIT_ENVIRONMENT has a name that is "
                                      "unknown on this machine: sideways\n")

    def test_unnamed(self):
        words = [word for word in preload("") if not word.startswith("GRIT_ENVIRONMENT=")]
        environment = {key: value for key, value in os.environ.items() if key != "GRIT_ENVIRONMENT"}
        done = subprocess.run([*words, "true"], env=environment, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 125)
        self.assertIn("GRIT_ENVIRONMENT is not set", done.stderr)

    def test_changed(self):
        # A program that sets the ordinary rounding mode again is not one that was tested.
        script = "import ctypes; ctypes.CDLL('libm.so.6').fesetround(0)"
        done = subprocess.run([*preload("upward"), sys.executable, "-S", "-c", script],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 125)
        self.assertIn("the program changed the environment: upward", done.stderr)


if __name__ == "__main__":
    support.main()
