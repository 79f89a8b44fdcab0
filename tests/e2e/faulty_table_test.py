"""docs/FAULTS.md says what the runs say, of every faulty adapter and every bad input.

Usage: faulty_table_test.py GRIT
"""

import re
import unittest

import faults
import faults_table
import support


class FaultsPage(unittest.TestCase):
    maxDiff = None

    def check(self, section):
        page = faults_table.PAGE.read_text(encoding="utf-8")
        self.assertMultiLineEqual(
            faults_table.section(page, section)[1], faults_table.SECTIONS[section](),
            "docs/FAULTS.md is not up to date: faults_table.py GRIT --update")

    def test_faults_are_what_the_runs_give(self):
        self.check("faults")

    def test_bad_input_is_what_the_runs_give(self):
        self.check("bad-input")

    def test_checks_every_section(self):
        self.assertEqual(set(faults_table.SECTIONS), {"faults", "bad-input"})

    def test_lists_every_faulty_adapter(self):
        folders = {file.parent.name
                   for file in (support.ROOT / "adapters" / "faulty").glob("*/adapter.toml")}
        self.assertEqual(len(folders), 29)
        self.assertEqual({fault.name for fault in faults.FAULTS}, folders)
        page = faults_table.PAGE.read_text(encoding="utf-8")
        rows = re.findall(r"^\| \[([^]]+)\]", faults_table.section(page, "faults")[1], re.MULTILINE)
        self.assertEqual(set(rows), folders)

    def test_cites_clauses_that_exist(self):
        spec = (support.ROOT / "docs" / "SPEC.md").read_text(encoding="utf-8")
        for fault in faults.FAULTS:
            for clause in fault.clauses:
                self.assertIn(f"**{clause}**", spec, fault.name)


if __name__ == "__main__":
    support.main()
