"""docs/COVERAGE.md is what a run of the mutants says, and no clause of SPEC.md is a hole.

Usage: coverage_test.py GRIT
"""

import json
import sys
import unittest

import support

sys.path.insert(0, str(support.ROOT / "tools"))
import coverage  # noqa: E402


class Coverage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        code, out, err = support.GRIT("mutants", "--cases", 0, "--json", timeout=600)
        if code not in (0, 1):
            raise AssertionError(f"grit mutants: exit {code}: {err}{out[:400]}")
        listed = support.GRIT("certify", "c", "--cases", 0, "--list", "--json")[1]
        cls.coverage = coverage.Coverage(json.loads(out), json.loads(listed))

    def test_no_clause_is_a_hole(self):
        self.assertEqual(self.coverage.holes, [])

    def test_every_law_has_a_mutant(self):
        for law, clause in coverage.LAWS.items():
            self.assertTrue(self.coverage.killed(clause), law)

    def test_page_is_current(self):
        page = (support.ROOT / "docs" / "COVERAGE.md").read_text(encoding="utf-8")
        self.assertEqual(page, self.coverage.page(),
                         "docs/COVERAGE.md is not what tools/coverage.py writes; run it again")


if __name__ == "__main__":
    support.main()
