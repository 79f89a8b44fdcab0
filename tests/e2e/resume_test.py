"""grit certify --time and --resume: a run that ends at a time, and one that goes on where it stopped.

Usage: resume_test.py GRIT
"""

import json
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import support
from support import counts_add_up, subject, without_timing

GENERATED = 60_000  # three parts
CASES = ("c", "byte-swapped-k0", "--reduce", "nothing", "--cases", GENERATED)


class Resuming(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def certify(self, *arguments):
        """(exit code, report) of a run in the test's folder."""
        return support.GRIT.report(*arguments, "--reports", self.folder)

    def stopped(self, with_signal):
        """The directory of a run that got the signal when its first part was kept; and its stderr."""
        process = subprocess.Popen(
            [support.GRIT.binary, "certify", *map(str, CASES), "--reports", self.folder],
            env=support.GRIT.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE)
        deadline = time.monotonic() + 200
        while not list(self.folder.glob("*/parts/*")) and process.poll() is None:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.005)
        process.send_signal(with_signal)
        err = process.communicate(timeout=200)[1].decode()
        directory, = self.folder.iterdir()
        self.assertTrue((directory / "parts").exists(), "it was too fast for this test")
        return directory, err

    def whole(self):
        return without_timing(support.GRIT.report(*CASES)[1])

    def test_goes_on_after_an_interrupt(self):
        directory, err = self.stopped(signal.SIGINT)
        self.assertEqual(
            err, f"grit certify: stopped; the same command with --resume {directory} goes on\n")
        kept = len(list((directory / "parts").iterdir()))
        self.assertGreaterEqual(kept, 1)
        _, report = self.certify(*CASES, "--resume", directory)
        self.assertEqual(without_timing(report), self.whole())
        self.assertEqual(report["timing"]["directory"], str(directory))
        self.assertFalse((directory / "parts").exists())
        self.assertEqual(list(self.folder.iterdir()), [directory])

    def test_goes_on_after_the_harness_was_killed(self):
        directory, _ = self.stopped(signal.SIGKILL)
        self.assertFalse((directory / "report.json").exists())
        _, report = self.certify(*CASES, "--resume", directory)
        self.assertEqual(without_timing(report), self.whole())

    def test_a_stopped_run_counts_what_it_did_not_put(self):
        directory, _ = self.stopped(signal.SIGTERM)
        report = json.loads((directory / "report.json").read_text())
        self.assertTrue(report["stopped_early"])
        self.assertEqual(report["exit_code"], 3)
        self.assertEqual(report["generated_cases"], GENERATED)
        row = subject(report, "c")
        self.assertTrue(counts_add_up(row["counts"]))
        self.assertEqual(row["counts"]["planned"], report["cases"])
        self.assertGreater(row["counts"]["passed"], 20_000)
        self.assertGreater(row["counts"]["not_run"], 0)

    def refused(self, *arguments):
        """The one line about a --resume that cannot be."""
        code, _, err = support.GRIT("certify", *arguments)
        self.assertEqual(code, 2, err)
        self.assertEqual(err.count("\n"), 1)
        return err

    def test_refuses_what_is_not_the_same_run(self):
        directory, _ = self.stopped(signal.SIGINT)
        options = CASES[2:4]
        same = ("c", "byte-swapped-k0", *options, "--resume", directory)
        self.assertIn("seed 2 and 1", self.refused(*same, "--cases", GENERATED, "--seed", 2))
        self.assertIn("selection", self.refused(*same, "--cases", GENERATED, "--select", "op=CHECK"))
        self.assertIn("more than the 5 asked for", self.refused(*same, "--cases", 5))
        self.assertIn("other subjects or commands",
                      self.refused("c", *options, "--resume", directory))
        first = min((directory / "parts").iterdir())
        shutil.move(first, directory / "parts" / "000000001-000020001")
        self.assertIn("does not follow", self.refused(*same, "--cases", GENERATED))

    def test_refuses_a_run_that_ended(self):
        _, report = self.certify("c", "--cases", 100)
        directory = report["timing"]["directory"]
        self.assertIn("came to its end", self.refused("c", "--cases", 100, "--resume", directory))
        self.assertIn("is no directory of a run",
                      self.refused("c", "--cases", 100, "--resume", self.folder))

    def test_a_run_that_ends_at_a_time(self):
        code, report = self.certify("c", "cpp", "--time", 0.5)
        self.assertEqual(code, 0)
        self.assertGreaterEqual(report["generated_cases"], 1_000)
        # So many cases are the same run again.
        again = self.certify("c", "cpp", "--cases", report["generated_cases"])[1]
        self.assertEqual(without_timing(again), without_timing(report))

    def test_a_time_goes_with_neither_a_number_nor_a_share(self):
        for other in (("--cases", 5), ("--shard", "1/2"), ("--list",)):
            self.assertIn("--time", self.refused("c", "--time", 1, *other))
        for bad in ("0", "-1", "nan", "700000", "x"):
            self.assertIn("--time", self.refused("c", f"--time={bad}"))


if __name__ == "__main__":
    support.main()
