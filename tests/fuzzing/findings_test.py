"""What an artifact becomes: a finding, incubating, or an infrastructure error."""

import hashlib
import unittest

from fixture import Fixture

# As documented: the id is of the outcome and the signature alone. Computed by sha256sum:
#   printf 'law\0L1|x' | sha256sum
LAW_ID = "f7eddb378a20"

CLASSES = ("disagreement", "law", "sanitizer", "crash", "hang", "out_of_memory")


class Outcomes(Fixture):
    def test_each_outcome_stays_distinct(self):
        self.plan(t={"inputs": [f"{outcome}:same" for outcome in CLASSES], "each_s": 0})
        answer = self.fuzz("--time", "12s", code=1)
        self.assertEqual(self.outcomes("t"), sorted((outcome.replace("_", " "), "same", 1)
                                                    for outcome in CLASSES))
        for outcome in CLASSES:
            self.assertIn(f"{outcome.replace('_', ' ')}: same", answer.out)
        self.assertIn("1 asked = 1 run + 0 not run; 6 findings, 0 incubating", answer.out)

    def test_a_clean_run_is_clean(self):
        self.plan(t={})
        answer = self.fuzz("--time", "1s", code=0)
        self.assertIn("0 findings, 0 incubating", answer.out)
        self.assertFalse((self.out / "t" / "findings").exists())

    def test_one_root_is_one_finding_with_its_hits(self):
        self.plan(t={"inputs": ["law:L1|x", "law:L1|x and more", "law:L2|x", "law:L1|x again"], "each_s": 0})
        self.fuzz("--time", "9s", code=1)
        self.assertEqual(self.outcomes("t"), [("law", "L1|x", 3), ("law", "L2|x", 1)])

    def test_what_a_finding_holds(self):
        self.plan(t={"inputs": ["one two law:L1|x three"]})
        self.fuzz("--time", "2s", "--seed", "77", code=1)
        folder = self.out / "t" / "findings" / LAW_ID
        self.assertEqual(sorted(path.name for path in folder.iterdir()),
                         ["finding.json", "finding.md", "input.bin", "reduced.bin", "unit_test.cpp"])
        data = b"one two law:L1|x three"
        self.assertEqual((folder / "input.bin").read_bytes(), data)
        self.assertEqual((folder / "reduced.bin").read_bytes(), b"law:L1|x")
        self.assertEqual((folder / "unit_test.cpp").read_text(), "TEST(Fuzz, t) {}\n")
        (finding,) = self.findings("t")
        self.assertEqual(finding["id"], LAW_ID)
        self.assertEqual(len(finding["verdicts"]), 2)
        self.assertEqual(finding["input"],
                         {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()})
        self.assertEqual(finding["reduction"], {"bytes": 8, "steps": 2, "tried": 5})
        self.assertEqual((finding["origin"]["engine"], finding["origin"]["seed"]), ("libfuzzer", 77))
        page = (folder / "finding.md").read_text()
        for text in ("# law: L1|x", "| magic | 0 | 1 |", "## Fresh process 2", "printf x | adapter",
                     f"./grit fuzz replay t build/fuzzing/t/findings/{LAW_ID}/reduced.bin"):
            self.assertIn(text, page)
        # What has been filed is not waiting any more.
        self.assertEqual(list((self.out / "t" / "artifacts").iterdir()), [])

    def test_slow_but_within_the_limit_is_nothing(self):
        self.plan(t={})
        self.fuzz("--time", "1s", "--timeout", "7", code=0)
        self.assertIn("-report_slow_units=8", self.arguments_of("t"))
        self.assertIn("-timeout=7", self.arguments_of("t"))


class Incubating(Fixture):
    def test_what_reproduces_once_is_incubating(self):
        self.plan(t={"inputs": ["flaky:f"]})
        answer = self.fuzz("--time", "2s", code=0)
        self.assertEqual(self.findings("t"), [])
        (held,) = self.findings("t", "incubating")
        self.assertFalse(held["reproduces"])
        self.assertEqual([verdict["outcome"] for verdict in held["verdicts"]], ["crash", "none"])
        self.assertIn("0 findings, 1 incubating", answer.out)

    def test_what_has_another_signature_each_time_is_incubating(self):
        self.plan(t={"inputs": ["moody:m"]})
        self.fuzz("--time", "2s", code=0)
        (held,) = self.findings("t", "incubating")
        self.assertEqual([verdict["signature"] for verdict in held["verdicts"]], ["m-1", "m-2"])

    def test_what_fresh_processes_do_not_see_at_all_is_incubating(self):
        self.plan(t={"inputs": ["nothing"]})
        self.fuzz("--time", "2s", code=0)
        (held,) = self.findings("t", "incubating")
        self.assertEqual([verdict["outcome"] for verdict in held["verdicts"]], ["none", "none"])
        page = (self.out / "t" / "incubating" / held["id"] / "finding.md").read_text()
        self.assertIn("Not reproducible", page)


class Infrastructure(Fixture):
    """None of these is a finding, and what could not be judged is not lost."""

    def assert_infrastructure(self, answer, text):
        self.assertEqual(answer.code, 3, answer.err)
        self.assertIn(text, answer.out)
        self.assertEqual(self.findings("t") + self.findings("t", "incubating"), [])

    def test_a_verdict_infrastructure(self):
        self.plan(t={"inputs": ["infrastructure:adapter"]})
        self.assert_infrastructure(self.fuzz("--time", "3s"), "cannot judge")
        self.assertEqual(len(list((self.out / "t" / "artifacts").iterdir())), 1)

    def test_a_replay_program_that_dies(self):
        self.plan(t={"inputs": ["law:L1"], "judge": "broken"})
        self.assert_infrastructure(self.fuzz("--time", "3s"), "judge: no such adapter")

    def test_a_replay_program_that_prints_no_json(self):
        self.plan(t={"inputs": ["law:L1"], "judge": "no JSON"})
        self.assert_infrastructure(self.fuzz("--time", "3s"), "printed no JSON object")

    def test_a_replay_program_that_is_not_built(self):
        self.plan(t={})
        (self.programs / "grit-replay-t").unlink()
        self.assert_infrastructure(self.fuzz("--time", "3s"), "grit-replay-t is not built")

    def test_what_was_not_judged_is_judged_after_resume(self):
        self.plan(t={"inputs": ["law:L1"], "judge": "broken"})
        self.fuzz("--time", "4s", code=3)
        self.replan(t={})
        self.fuzz("--resume", code=1)
        self.assertEqual(self.outcomes("t"), [("law", "L1", 1)])


    def test_also_where_no_time_is_left(self):
        self.plan(t={})
        self.fuzz("--time", "1s", code=0)
        name = hashlib.sha1(b"law:L1").hexdigest()
        (self.out / "t" / "artifacts" / f"crash-{name}").write_text("law:L1")
        self.fuzz("--resume", code=1)
        self.assertEqual(self.outcomes("t"), [("law", "L1", 1)])


class Reduction(Fixture):
    def assert_not_reduced(self, text):
        (finding,) = self.findings("t")
        self.assertIsNone(finding["reduction"])
        self.assertIn(text, finding["notes"][0])
        folder = self.out / "t" / "findings" / finding["id"]
        self.assertEqual((folder / "reduced.bin").read_bytes(), (folder / "input.bin").read_bytes())

    def test_a_reduction_to_another_root_is_not_taken(self):
        self.plan(t={"inputs": ["law:L1"], "reduce": "drifts"})
        self.fuzz("--time", "2s", code=1)
        self.assert_not_reduced("another thing (law: another)")

    def test_a_reduction_that_fails_leaves_the_finding(self):
        self.plan(t={"inputs": ["law:L1"], "reduce": "fails"})
        self.fuzz("--time", "2s", code=1)
        self.assert_not_reduced("out of ideas")


if __name__ == "__main__":
    unittest.main()
