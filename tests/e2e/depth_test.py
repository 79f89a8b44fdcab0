"""grit certify in depth: selection, shards, jobs, reduction, replay, deviations, baseline.

byte-swapped-k0 is wrong in one way: it writes the field k0 of a descriptor in the other byte order
(spec §2), which only the operation DESCRIPTOR shows.

Usage: depth_test.py GRIT
"""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import support
from support import ROOT, subject, without_timing

CASES = ("--cases", 2000)
FAULTY = "byte-swapped-k0"


def listed(*arguments, code=0):
    """The cases of `grit certify … --list --json`, in order."""
    got, out, err = support.GRIT("certify", "c", "--list", "--json", *CASES, *arguments)
    if got != code:
        raise AssertionError(f"exit {got}: {err}")
    return json.loads(out)["cases"]


def ids(cases):
    return [case["id"] for case in cases]


class Folder(unittest.TestCase):
    """A folder for the test's runs."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def certify(self, *arguments):
        """(exit code, report, run directory)."""
        code, report = support.GRIT.report(*arguments, "--reports", self.folder)
        return code, report, pathlib.Path(report["timing"]["directory"])


class Selecting(Folder):
    def test_list_shows_what_a_run_puts(self):
        cases = listed()
        self.assertEqual(len(set(ids(cases))), len(cases))
        # A few generated questions are pinned ones, and are not asked twice.
        generated = sum(id.startswith("generated/") for id in ids(cases))
        self.assertTrue(1900 < generated <= 2000, generated)
        code, out, _ = support.GRIT("certify", "c", "--list", *CASES, "--reports", self.folder)
        self.assertEqual(code, 0)
        self.assertEqual([line.split()[-1] for line in out.splitlines()], ids(cases))
        self.assertEqual(list(self.folder.iterdir()), [])
        self.assertEqual(self.certify("c", *CASES)[1]["cases"], len(cases))

    def test_list_of_nothing(self):
        self.assertEqual(listed("--select", "op=CHECK", "--select", "id=core/*/decode", code=5), [])
        code, out, err = support.GRIT("certify", "c", "--list", *CASES, "--select", "id=nothing")
        self.assertEqual((code, out), (5, ""))
        self.assertIn("nothing selected", err)

    def test_conditions_alone(self):
        everything = listed()
        for condition, holds in (
                ("op=CHECK", lambda case: case["op"] == "CHECK"),
                ("op=g*d*", lambda case: re.match("G.*D", case["op"])),
                ("id=core/*", lambda case: case["id"].startswith("core/")),
                ("clause=5.1", lambda case: re.search(r"§5\.1(\.|,| |$)", case["clause"])),
                ("clause=§6", lambda case: re.search(r"§6(\.|,| |$)", case["clause"]))):
            with self.subTest(condition):
                expected = [case for case in everything if holds(case)]
                self.assertTrue(0 < len(expected) < len(everything))
                self.assertEqual(listed("--select", condition), expected)

    def test_grade(self):
        everything = ids(listed())
        chosen = ids(listed("--select", "grade=GRADE_NVF4"))
        # A GID_PARSE is about a text, so about no grade.
        pinned = [id for id in everything
                  if id.startswith("matrix/nvf4/") and not id.endswith("/gid_parse")]
        self.assertTrue(pinned)
        self.assertLessEqual(set(pinned), set(chosen))
        self.assertFalse([id for id in chosen if id.startswith(("matrix/mxfp4", "matrix/nvf4_rtz"))])
        self.assertGreater(len(chosen), len(pinned))
        self.assertLess(len(chosen), len(everything) // 2)

    def test_conditions_together(self):
        both = listed("--select", "op=CHECK", "--select", "op=GRADE")
        self.assertEqual({case["op"] for case in both}, {"CHECK", "GRADE"})
        narrowed = listed("--select", "op=CHECK", "--select", "op=GRADE", "--select", "id=core/*")
        self.assertEqual(narrowed, [case for case in both if case["id"].startswith("core/")])
        code, report, _ = self.certify("c", *CASES, "--select", "op=CHECK", "--select", "id=core/*")
        self.assertEqual((code, report["selection"]), (0, ["op=CHECK", "id=core/*"]))
        self.assertEqual([row["op"] for row in subject(report, "c")["ops"]], ["CHECK"])
        self.assertEqual(report["cases"],
                         len([case for case in narrowed if case["op"] == "CHECK"]))

    def test_bad_conditions_and_shards(self):
        for option in (("--select", "grades=GRADE_MXFP4"), ("--select", "CHECK"),
                       ("--select", "op="), ("--select", ""), ("--shard", "0/3"),
                       ("--shard", "4/3"), ("--shard", "1"), ("--shard", "1/3x"),
                       ("--today", "2026-02-30"), ("--today", "yesterday"), ("--jobs", "0"),
                       ("--reduce", "some"), ("--baseline", self.folder / "none.json"),
                       ("--deviations", self.folder / "none.toml"),
                       ("--write-deviations", "nobody=x.toml")):
            with self.subTest(option):
                code, out, err = support.GRIT("certify", "c", "--cases", 1, *option)
                self.assertEqual((code, out), (2, ""))
                self.assertTrue(err)

    def test_shards_share_the_plan_out(self):
        everything = listed()
        shards = [listed("--shard", f"{number}/3") for number in (1, 2, 3)]
        self.assertEqual(sorted(id for shard in shards for id in ids(shard)),
                         sorted(ids(everything)))
        for shard in shards:
            self.assertGreater(len(shard), len(everything) // 4)
            self.assertEqual(shard, [case for case in everything if case in shard])


class Merging(Folder):
    def test_merge_equals_the_whole_run(self):
        subjects = ("c", FAULTY, *CASES)
        runs = [self.certify(*subjects, "--shard", f"{number}/3") for number in (1, 2, 3)]
        code, whole, _ = self.certify(*subjects)
        got, out, err = support.GRIT("report", "merge", *(run[2] for run in runs), "--json",
                                     "--reports", self.folder)
        self.assertEqual((got, err), (code, ""))
        self.assertEqual(code, 1)
        merged = json.loads(out)
        self.maxDiff = None
        self.assertEqual(without_timing(merged), without_timing(whole))
        # The merged run is a run: its findings can be put again.
        identity = merged["findings"][0]["id"]
        self.assertEqual(support.GRIT("replay", identity, "--run", merged["timing"]["directory"])[0], 1)

    def test_refuses_what_is_not_every_shard_of_one_run(self):
        few = ("c", "--select", "op=GRADE", "--cases", 200)
        one, two, three = (self.certify(*few, "--shard", f"{number}/3")[2] for number in (1, 2, 3))
        foreign = self.certify(*few, "--shard", "3/3", "--seed", 2)[2]
        other = self.certify("cpp", *few[1:], "--shard", "3/3")[2]
        whole = self.certify(*few)[2]
        self.assertEqual(
            support.GRIT("report", "merge", three, one, two, "--reports", self.folder)[0], 0)
        runs = set(self.folder.iterdir())
        for parts, words in (((one, two), "3/3"), ((one, two, two), "twice"),
                             ((one, two, three, three), "twice"), ((one, two, foreign), "seed"),
                             ((one, two, other), "subject"), ((whole,), "whole"),
                             ((one, two, self.folder), "report.json")):
            with self.subTest(words):
                code, out, err = support.GRIT("report", "merge", *parts, "--reports", self.folder)
                self.assertEqual((code, out), (2, ""))
                self.assertIn(words, err)
        self.assertEqual(set(self.folder.iterdir()), runs)


class Jobs(Folder):
    def test_jobs_change_nothing(self):
        one, three = (self.certify("c", FAULTY, "crashes-on-one-case", *CASES, "--jobs", jobs)
                      for jobs in (1, 3))
        self.maxDiff = None
        self.assertEqual(one[0], 1)
        self.assertEqual(without_timing(three[1]), without_timing(one[1]))


class Findings(Folder):
    def setUp(self):
        super().setUp()
        code, self.report, self.run = self.certify("c", FAULTY, *CASES)
        self.assertEqual(code, 1)
        self.finding = self.report["findings"][0]

    def replay(self, *arguments):
        return support.GRIT("replay", self.finding["id"], "--run", self.run, *arguments)

    def test_confirmed_and_reduced(self):
        (finding,) = self.report["findings"]  # one fault, one finding
        self.assertEqual((finding["op"], finding["evidence"]), ("DESCRIPTOR", "confirmed"))
        self.assertGreater(finding["reduced_from"], finding["request_bytes"])
        (answer,) = [row for row in finding["answers"] if FAULTY in row["subjects"]]
        self.assertEqual([row["field"] for row in answer["differences"]], ["k0"])
        # What is left beside the grade is zero: axis, note and placements are not needed.
        request = {row["piece"]: row["rendered"] for row in finding["request"]}
        grade = request.pop("grade")
        self.assertIn("k0=", grade.replace("GRADE_", "k0="))
        for piece, rendered in request.items():
            self.assertEqual(re.sub(r"0x0+|[^1-9a-f]", "", rendered.replace("ROW_MAJOR", "")), "",
                             f"{piece}: {rendered}")

    def test_reduce_nothing_keeps_the_case(self):
        _, report, _ = self.certify(FAULTY, *CASES, "--reduce", "nothing")
        self.assertGreaterEqual(len(report["findings"]), 1)
        for finding in report["findings"]:
            self.assertEqual((finding["reduced_from"], finding["evidence"]), (0, "unchecked"))
        self.assertEqual(sum(finding["count"] for finding in report["findings"]),
                         sum(finding["count"] for finding in self.report["findings"]))

    def test_replay_shows_frames(self):
        code, out, err = self.replay()
        self.assertEqual((code, err), (1, ""))
        self.assertIn("c: as expected", out)
        self.assertIn(f"{FAULTY}: DIFFERS", out)
        self.assertEqual(out.count("reply frame ("), 2)
        frame = (self.run / self.finding["request_file"]).read_bytes()
        row = re.search(r"request frame \((\d+) bytes\):\n +000000  ([0-9a-f]+)", out)
        # 16 bytes of header; it begins with the magic of PROTOCOL.md.
        self.assertEqual(int(row[1]), 16 + len(frame))
        self.assertTrue(bytes.fromhex(row[2]).startswith(b"GCP1"))

    def test_replay_by_hand(self):
        document = json.loads(self.replay("--json")[1])
        self.assertEqual([row["as_expected"] for row in document["replies"]], [True, False])
        for row in document["replies"]:
            dump = subprocess.run(["sh", "-c", row["command"]], capture_output=True, timeout=60,
                                  cwd=ROOT, check=True)
            answer = bytes.fromhex(dump.stdout.decode())
            # HELLO's reply comes first.
            self.assertTrue(row["reply_frame_hex"])
            self.assertTrue(answer.startswith(b"GCP1"))
            self.assertTrue(answer.hex().endswith(row["reply_frame_hex"]))
            self.assertGreater(len(answer.hex()), len(row["reply_frame_hex"]))

    def test_replay_of_a_mended_subject(self):
        subjects = json.loads((self.run / "subjects.json").read_text(encoding="utf-8"))
        c, faulty = subjects["subjects"]
        faulty["argv"], faulty["cwd"] = c["argv"], c["cwd"]
        (self.run / "subjects.json").write_text(json.dumps(subjects), encoding="utf-8")
        self.assertEqual(self.replay()[0], 0)
        faulty["argv"] = ["no-such-program-here"]
        (self.run / "subjects.json").write_text(json.dumps(subjects), encoding="utf-8")
        code, out, _ = self.replay()
        self.assertEqual(code, 3)
        self.assertIn("not started", out)

    def test_explain_shows_the_clause(self):
        specification = (ROOT / "docs" / "SPEC.md").read_text(encoding="utf-8")
        lines = []
        for clause in re.findall(r"§([0-9.]+)", self.finding["clause"]):
            # A numbered clause is marked in bold; a section's first paragraph follows its heading.
            marked = (re.search(rf"^(.*\*\*§{re.escape(clause)}\*\*.*)$", specification, re.MULTILINE) or
                      re.search(rf"^#+ {re.escape(clause)}\.? .*\n(?:#.*\n|\n)*(.*)$", specification,
                                re.MULTILINE))
            lines.append(marked[1])
        self.assertTrue(lines)
        code, out, err = support.GRIT("explain-finding", self.finding["id"], "--run", self.run)
        self.assertEqual((code, err), (0, ""))
        for line in lines:
            self.assertIn(line, out)
        self.assertIn(f"{FAULTY}: failed", out)
        # An unmistakable beginning of the id is enough.
        self.assertEqual(support.GRIT("explain-finding", self.finding["id"][:6], "--run", self.run)[1],
                         out)

    def test_unknown_id(self):
        for command in ("replay", "explain-finding"):
            for arguments in (("ffffffffffff", "--run", self.run),
                              (self.finding["id"], "--run", self.folder / "none")):
                code, out, err = support.GRIT(command, *arguments)
                self.assertEqual((code, out), (2, ""))
                self.assertTrue(err)


class Deviations(Folder):
    def test_draft_explains_the_run(self):
        draft = self.folder / "deviations.toml"
        code, report, _ = self.certify(FAULTY, *CASES, "--write-deviations", draft)
        self.assertEqual(code, 1)
        failed = subject(report, FAULTY)["counts"]["failed"]
        code, report, _ = self.certify(FAULTY, "c", *CASES, "--deviations", f"{FAULTY}={draft}")
        row = subject(report, FAULTY)
        self.assertEqual((code, row["verdict"]), (0, "known deviations"), report["verdict"])
        # The draft's example is one more case that fails.
        self.assertGreaterEqual(row["counts"]["expected_failures"], failed)
        self.assertEqual(row["counts"]["failed"], 0)
        self.assertTrue(all(use["expected_failures"] > 0 for use in row["deviations"]))
        # It excuses nobody else.
        code, _, _ = self.certify("c", *CASES, "--deviations", draft)
        self.assertEqual(code, 4)

    def test_last_day(self):
        draft = self.folder / "deviations.toml"
        self.certify(FAULTY, *CASES, "--write-deviations", draft)
        text = re.sub('(?m)^version = .*$', "until = 2030-06-30", draft.read_text(encoding="utf-8"))
        draft.write_text(text, encoding="utf-8")
        for today, expected in (("2030-06-29", 0), ("2030-06-30", 0), ("2030-07-01", 4)):
            with self.subTest(today):
                code, report, _ = self.certify(FAULTY, *CASES, "--deviations", draft,
                                               "--today", today)
                self.assertEqual(code, expected, report["verdict"])
                self.assertEqual(bool(report["stale"]), expected == 4)


class Baseline(Folder):
    def test_only_what_is_new_counts(self):
        code, report, run = self.certify(FAULTY, *CASES)
        self.assertEqual(code, 1)
        code, again, _ = self.certify(FAULTY, *CASES, "--baseline", run / "report.json")
        self.assertEqual(code, 0)
        self.assertIn("nothing new", again["verdict"])
        self.assertTrue(all(finding["in_baseline"] for finding in again["findings"]))
        self.assertEqual(len(again["findings"]), len(report["findings"]))
        # What is excused still failed.
        self.assertEqual(subject(again, FAULTY)["verdict"], "not conformant")

        _, _, clean = self.certify("c", *CASES)
        code, again, _ = self.certify(FAULTY, *CASES, "--baseline", clean / "report.json")
        self.assertEqual(code, 1)
        self.assertFalse(any(finding["in_baseline"] for finding in again["findings"]))


if __name__ == "__main__":
    support.main()
