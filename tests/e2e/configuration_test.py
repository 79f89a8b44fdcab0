"""grit.toml: subjects of a project of one's own.

Usage: configuration_test.py GRIT
"""

import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import support
from support import subject

ADAPTER = """
[[subject]]
name = "mine"
command = ["./run"]
language = "C"
"""


class Configured(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="with blank "))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "run").symlink_to(support.GRIT.build / "adapters/faulty/byte-swapped-k0")
        self.write(ADAPTER)

    def write(self, text):
        (self.folder / "grit.toml").write_text(text)

    def run_there(self, *arguments):
        """(exit code, stdout, stderr) of a run in the folder."""
        done = subprocess.run(
            [support.GRIT.binary, *map(str, arguments)], cwd=self.folder,
            env=support.GRIT.environment(),
            stdin=subprocess.DEVNULL, capture_output=True, timeout=300, text=True)
        return done.returncode, done.stdout, done.stderr

    def certified(self, *arguments):
        """(exit code, report) of a certification in the folder."""
        code, out, err = self.run_there(
            "certify", "--cases", 600, "--json", "--reports", self.folder / "reports", *arguments)
        self.assertTrue(out, err)
        return code, json.loads(out)

    def names(self, *arguments):
        return [row["name"] for row in self.certified(*arguments)[1]["subjects"]]

    def test_its_subjects_are_certified_and_found_wanting(self):
        code, report = self.certified()
        self.assertEqual([row["name"] for row in report["subjects"]], ["mine"])
        self.assertEqual(code, 1)
        self.assertGreater(subject(report, "mine")["counts"]["failed"], 0)
        self.assertEqual(subject(report, "mine")["kind"], "configured")

    def test_the_others_are_there_by_name(self):
        self.assertEqual(self.names("c", "mine"), ["c", "mine"])
        self.write('certify = ["mine", "cpp"]\n' + ADAPTER)
        self.assertEqual(self.names(), ["mine", "cpp"])
        self.assertEqual(self.names("--without", "cpp"), ["mine"])

    def test_from_elsewhere_by_its_path(self):
        code, report = support.GRIT.report(
            "--config", self.folder / "grit.toml", "mine", "--cases", 600)
        self.assertEqual(code, 1)
        code, out, _ = support.GRIT("adapters", "--json", "--config", self.folder / "grit.toml")
        self.assertEqual(code, 0)
        self.assertTrue(next(row for row in json.loads(out)["adapters"]
                             if row["name"] == "mine")["built"])
        self.assertEqual(self.run_there("smoke", "mine")[0], 0)

    def test_its_known_deviations_excuse(self):
        code, _, err = self.run_there("certify", "--cases", 600, "--reports",
                                      self.folder / "reports", "--write-deviations", "known.toml")
        self.assertEqual((code, err), (1, ""))
        self.write(ADAPTER + 'deviations = "known.toml"\n')
        code, report = self.certified()
        self.assertEqual(code, 0, report["verdict"])
        self.assertGreater(subject(report, "mine")["counts"]["expected_failures"], 0)

    def refused(self, text):
        self.write(text)
        code, out, err = self.run_there("certify", "--cases", 1)
        self.assertEqual((code, out), (2, ""))
        self.assertEqual(err.count("\n"), 1)
        return err

    def test_what_is_wrong_with_it(self):
        self.assertIn("has a subject c already", self.refused(ADAPTER.replace("mine", "c")))
        self.assertIn("there is no subject nobody", self.refused('certify = ["nobody"]'))
        self.assertIn("unknown key cases", self.refused("cases = 5\n" + ADAPTER))
        code, _, err = self.run_there("certify", "--config", "nowhere.toml")
        self.assertEqual(code, 2)
        self.assertIn("nowhere.toml", err)


if __name__ == "__main__":
    support.main()
