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
    def test_page_is_current_and_has_no_hole(self):
        code, out, err = support.GRIT("mutants", "--cases", 0, "--json", timeout=600)
        self.assertIn(code, (0, 1), err)
        listed = support.GRIT("certify", "c", "--cases", 0, "--list", "--json")[1]
        found = coverage.Coverage(json.loads(out), json.loads(listed))
        self.assertEqual(found.holes, [])
        for law, clause in coverage.LAWS.items():
            self.assertTrue(found.killed(clause), law)
        page = (support.ROOT / "docs" / "COVERAGE.md").read_text(encoding="utf-8")
        self.assertEqual(page, found.page(),
                         "docs/COVERAGE.md is not what tools/coverage.py writes; run it again")


if __name__ == "__main__":
    support.main()
