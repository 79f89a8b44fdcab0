"""What the project promises of its first command: eleven subjects, seven implementations and four decoders.

Usage: published_test.py GRIT
"""

import json
import unittest

import support
from support import counts_add_up, subject

OWN = ["c", "cpp", "python", "rust", "typescript"]
PUBLISHED = ["published-python", "published-rust"]
DECODERS = ["gfloat", "ggml", "gguf", "ml-dtypes"]


class Implementations(unittest.TestCase):
    def test_default_run(self):
        code, report = support.GRIT.report(timeout=580)
        self.assertEqual((code, report["stale"]), (0, []), report["verdict"])
        self.assertEqual([row["name"] for row in report["subjects"]],
                         OWN + PUBLISHED + DECODERS)
        # ggml's C code and its Python sibling say the same; nobody else agrees on everything.
        self.assertEqual(report["partition"], [OWN, *([name] for name in PUBLISHED), ["gfloat"],
                                               ["ggml", "gguf"], ["ml-dtypes"]])
        self.assertGreater(report["cases"], 20_000)
        for row in report["subjects"]:
            counts = row["counts"]
            self.assertTrue(counts_add_up(counts), row["name"])
            self.assertEqual((counts["failed"], counts["errors"], counts["not_run"],
                              counts["unexpected_passes"], row["incidents"]), (0, 0, 0, 0, []))
            expected = "conformant" if row["name"] in OWN else "known deviations"
            self.assertEqual(row["verdict"], expected)
            self.assertEqual(counts["expected_failures"] > 0, row["name"] not in OWN)
            if row["name"] in OWN:
                self.assertEqual(row["clauses"], report["clauses"])
            else:
                self.assertLess(set(row["clauses"]), set(report["clauses"]))
                self.assertTrue(row["clauses"])

    def test_the_published_packages_differ(self):
        _, report = support.GRIT.report(*PUBLISHED, "--cases", 20_000)
        (agreement,) = report["agreements"]
        self.assertLess(agreement["equal"], agreement["compared"])
        # Each of the two leaves the specification where the other does not.
        standings = [{s["subject"] for s in f["standings"]} for f in report["findings"]
                     if not f["is_diagnostic"]]
        for name in PUBLISHED:
            self.assertIn({name}, standings)
        for finding in report["findings"]:
            self.assertTrue(finding["clause"] and finding["title"])

    def test_other_seeds(self):
        for seed in (2, 2**64 - 1):
            code, report = support.GRIT.report("--seed", seed, "--cases", 48_000)
            self.assertEqual(code, 0, report["verdict"])
            self.assertEqual(report["partition"][0], OWN)

    def test_smoke(self):
        for name in OWN + PUBLISHED:
            code, out, _ = support.GRIT("smoke", name, "--json")
            self.assertEqual((code, json.loads(out)["passed"]), (0, 8), out)


if __name__ == "__main__":
    support.main()
