"""Decoders that people run: every difference is known, and docs/DECODERS.md is what a run says.

Usage: decoders_test.py GRIT
"""

import json
import pathlib
import sys
import tempfile
import unittest

import support

sys.path.insert(0, str(support.ROOT / "tools"))
import decoders  # noqa: E402
import divergences  # noqa: E402

# What each is asked; everything else must not be sent.
OPS = {"ml-dtypes": {"FORMAT_DECODE", "FORMAT_ENCODE"},
       "gfloat": {"FORMAT_DECODE", "FORMAT_ENCODE"},
       "gguf": {"DECODE", "DECODE_VIEW"}, "ggml": {"DECODE", "DECODE_VIEW"}}


class Decoders(unittest.TestCase):
    def test_every_difference_is_known(self):
        code, report = support.GRIT.report(*decoders.DECODERS, "c", "--cases", 20_000)
        self.assertEqual((code, report["stale"]), (0, []), report["verdict"])
        for row in report["subjects"]:
            counts = row["counts"]
            self.assertTrue(support.counts_add_up(counts), row["name"])
            self.assertEqual((counts["failed"], counts["errors"], counts["not_run"]), (0, 0, 0))
            if row["name"] == "c":
                self.assertEqual(counts["passed"], counts["planned"])
                continue
            self.assertEqual(row["kind"], "decoder")
            self.assertGreater(counts["expected_failures"], 0)
            self.assertGreater(counts["passed"], counts["expected_failures"])
            asked = {op["op"] for op in row["ops"]
                     if op["counts"]["not_offered"] < op["counts"]["planned"]}
            self.assertEqual(asked, OPS[row["name"]])

    def test_the_two_of_ggml_say_the_same(self):
        _, report = support.GRIT.report("gguf", "ggml", "--cases", 20_000)
        (agreement,) = report["agreements"]
        self.assertGreater(agreement["compared"], 500)
        self.assertEqual(agreement["equal"], agreement["compared"])

    def test_a_plan_without_what_they_answer_leaves_them_unasked(self):
        code, out, problem = support.GRIT("adapters", "--json")
        self.assertEqual(code, 0, problem)
        kinds = {row["name"]: row["kind"] for row in json.loads(out)["adapters"]}
        self.assertEqual({name for name, kind in kinds.items() if kind == "decoder"},
                         set(OPS) | {"compressed-tensors"})  # which needs --with torch besides
        code, report = support.GRIT.report("--cases", 0, "--select", "op=DIGEST")
        self.assertEqual(code, 0, report["verdict"])
        self.assertEqual({row["name"] for row in report["subjects"]
                          if row["verdict"] == "not asked"}, set(OPS))

    def test_the_page_is_what_a_run_says(self):
        with tempfile.TemporaryDirectory() as reports:
            code, _, problem = support.GRIT("certify", *decoders.DECODERS, "--cases", 0,
                                            "--reduce", "all", "--reports", reports)
            self.assertEqual(code, 0, problem)
            (directory,) = pathlib.Path(reports).iterdir()
            page = decoders.render(divergences.read_run(directory))
        written = (support.ROOT / "docs" / "DECODERS.md").read_text(encoding="utf-8")
        self.assertEqual(page, written, "tools/decoders.py says how to write the page anew")

    def test_smoke(self):
        for name in decoders.DECODERS:
            code, out, _ = support.GRIT("smoke", name, "--json")
            self.assertEqual((code, json.loads(out)["passed"]), (0, 8), out)


if __name__ == "__main__":
    support.main()
