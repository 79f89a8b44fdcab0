"""triage, replay and minimize-corpus."""

import unittest

from fixture import Fixture


class Triage(Fixture):
    def rows(self, *words, code):
        return {row["was"]: row for row in self.fuzz("triage", *words, "--json", code=code).document["rows"]}

    def test_still_there_gone_and_flaky(self):
        self.plan(t={"inputs": ["law:L1", "mended:m", "nothing"], "each_s": 0})
        self.fuzz("--time", "8s", code=1)
        self.assertEqual(len(self.findings("t")), 2)
        rows = self.rows(code=1)
        self.assertEqual(rows["law: L1"]["now"], "still there")
        self.assertEqual(rows["crash: m"]["now"], "still there")
        self.assertEqual(rows["not reproducible"]["now"], "gone")
        (self.programs / "mended").touch()
        rows = self.rows(code=1)
        self.assertEqual(rows["crash: m"]["now"], "gone")
        # Whoever mended it decides what becomes of it.
        self.assertEqual(len(self.findings("t")), 2)
        self.assertIn("2 gone", self.fuzz("triage", code=1).out)

    def test_all_gone_is_clean(self):
        self.plan(t={"inputs": ["mended:m"]})
        self.fuzz("--time", "2s", code=1)
        (self.programs / "mended").touch()
        self.rows(code=0)

    def test_what_has_become_reproducible_moves(self):
        self.plan(t={"inputs": ["mended:m"]})
        (self.programs / "mended").touch()
        self.fuzz("--time", "2s", code=0)
        (held,) = self.findings("t", "incubating")
        (self.programs / "mended").unlink()
        rows = self.rows(code=1)
        self.assertEqual(rows["not reproducible"]["now"], "reproducible")
        self.assertEqual(self.findings("t", "incubating"), [])
        (finding,) = self.findings("t")
        self.assertEqual((finding["outcome"], finding["signature"]), ("crash", "m"))
        self.assertEqual(rows["not reproducible"]["id"], finding["id"])
        self.assertEqual(finding["origin"], held["origin"])
        self.assertTrue((self.out / "t" / "findings" / finding["id"] / "reduced.bin").is_file())

    def test_what_has_changed_moves(self):
        self.plan(t={"inputs": ["law:L1"]})
        self.fuzz("--time", "2s", code=1)
        (finding,) = self.findings("t")
        folder = self.out / "t" / "findings" / finding["id"]
        (folder / "input.bin").write_text("law:L2")
        row = self.rows(code=1)["law: L1"]
        self.assertEqual((row["now"], row["verdicts"]), ("changed", "law: L2"))
        self.assertEqual(self.outcomes("t"), [("law", "L2", 1)])
        # And what has become flaky goes back.
        (finding,) = self.findings("t")
        (self.out / "t" / "findings" / finding["id"] / "input.bin").write_text("flaky:f")
        row = self.rows(code=0)["law: L2"]
        self.assertEqual(row["now"], "not reproducible")
        self.assertEqual(self.findings("t"), [])
        self.assertEqual(len(self.findings("t", "incubating")), 1)

    def test_what_cannot_be_judged_stays(self):
        self.plan(t={"inputs": ["law:L1"]})
        self.fuzz("--time", "2s", code=1)
        self.replan(t={"judge": "broken"})
        rows = self.rows(code=3)
        self.assertEqual(rows["law: L1"]["now"], "infrastructure")
        self.assertEqual(len(self.findings("t")), 1)

    def test_another_folder(self):
        self.plan(t={"inputs": ["law:L1"]})
        self.fuzz("--time", "2s", "--out", "other", code=1)
        self.assertIn("0 judged: nothing is there", self.fuzz("triage", code=0).out)
        self.assertIn("1 judged: 1 still there", self.fuzz("triage", "other", code=1).out)

    def test_promote(self):
        self.plan(t={"inputs": ["more law:L1 words"]})
        self.fuzz("--time", "2s", code=1)
        (finding,) = self.findings("t")
        self.fuzz("triage", "--promote", finding["id"], code=0)
        self.assertEqual((self.root / "corpus" / "t" / "regressions" / finding["id"]).read_text(),
                         "law:L1")
        answer = self.fuzz("triage", "--promote", "000000000000")
        self.assertEqual(answer.code, 2)
        self.assertIn("holds no finding 000000000000", answer.err)


class Replay(Fixture):
    def test_what_a_file_does(self):
        self.plan(t={})
        for text, code, says in (("words", 0, "none"), ("hang:decode", 1, "hang: decode")):
            (self.root / "file").write_text(text)
            answer = self.fuzz("replay", "t", "file", code=code)
            self.assertIn(says, answer.out.splitlines())
            self.assertIn("ask an adapter: printf x | adapter", answer.out)
        (self.root / "file").write_text("infrastructure:adapter")
        self.fuzz("replay", "t", "file", code=3)


class MinimizeCorpus(Fixture):
    """The fake engine's features are words."""

    def row(self, code):
        (row,) = self.fuzz("minimize-corpus", "t", "--json", code=code).document["rows"]
        return row

    def inputs(self):
        return sorted(path.read_text() for path in (self.root / "corpus" / "t").iterdir()
                      if path.is_file())

    def test_a_set_cover_of_git_and_fuzzing(self):
        self.plan(t={})
        self.corpus("t", a="one", b="two", c="one two", regressions__r="law:L1")
        found = self.out / "t" / "corpus"
        found.mkdir(parents=True)
        (found / "new").write_text("one two three")
        row = self.row(code=0)
        self.assertEqual(row["result"], "replaced")
        self.assertEqual(row["before"], {"files": 3, "bytes": 13, "edges": 2, "features": 2})
        self.assertEqual(row["after"], {"files": 1, "bytes": 13, "edges": 3, "features": 3})
        self.assertEqual(self.inputs(), ["one two three"])
        self.assertEqual((self.root / "corpus" / "t" / "regressions" / "r").read_text(), "law:L1")

    def test_less_coverage_is_not_taken(self):
        self.plan(t={"merge": "loses"})
        self.corpus("t", a="one", b="two")
        row = self.row(code=1)
        self.assertEqual(row["result"], "kept")
        self.assertIn("covers less", row["reason"])
        self.assertEqual(self.inputs(), ["one", "two"])

    def test_too_much_for_git(self):
        self.plan(t={})
        self.corpus("t", a="one", b="one two")
        found = self.out / "t" / "corpus"
        found.mkdir(parents=True)
        (found / "large").write_text("one two three " + "x" * 3_000_000)
        # What git has fits, and is taken instead.
        self.assertEqual(self.row(code=0)["result"], "replaced")
        self.assertEqual(self.inputs(), ["one two"])
        self.corpus("t", large="four " + "y" * 3_000_000)
        row = self.row(code=1)
        self.assertEqual(row["result"], "too large")
        self.assertIn("more than 2,097,152", row["reason"])
        self.assertIn("of at most 2,097,152 bytes", self.fuzz("minimize-corpus", code=1).out)

    def test_too_much_for_git_that_has_nothing(self):
        self.plan(t={})
        found = self.out / "t" / "corpus"
        found.mkdir(parents=True)
        (found / "large").write_text("one " + "x" * 3_000_000)
        self.assertEqual(self.row(code=1)["result"], "too large")

    def test_a_merge_that_dies(self):
        self.plan(t={"merge": "dies"})
        self.corpus("t", a="one")
        row = self.row(code=3)
        self.assertEqual((row["result"], row["before"]), ("infrastructure", None))
        self.assertEqual(self.inputs(), ["one"])


if __name__ == "__main__":
    unittest.main()
