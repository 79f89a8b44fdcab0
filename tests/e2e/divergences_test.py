"""docs/DIVERGENCES.md and reports/published/: what they say is what a run says today.

Usage: divergences_test.py GRIT
"""

import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest

import support

sys.path.insert(0, str(support.ROOT / "tools"))
import divergences  # noqa: E402

DOCUMENT = support.ROOT / "docs" / "DIVERGENCES.md"
PUBLISHED = support.ROOT / "reports" / "published"
SUBJECTS = list(divergences.PACKAGES)
# Operations by number, PROTOCOL.md.
OPS = ["HELLO", "CHECK", "GRADE", "DESCRIPTOR", "SIZES", "GID", "GID_PARSE", "DIGEST",
       "FORMAT_DECODE", "FORMAT_ENCODE", "EXPONENT", "DECODE", "ENCODE", "EQUIVALENT", "EXPLAIN"]
OUTCOMES = ["answered", "refused", "unsupported", "internal error"]
HEADER = struct.Struct("<4sBBHII")
ENTRY = re.compile(r"^### \d+\. (\S+)\n\nspec (\S+) ·.*?^(\w+), (\d+) bytes:\n\n```hex\n(.*?)```$",
                   re.MULTILINE | re.DOTALL)


def run():
    """(report, {subject: (argv, cwd)}) of a run that puts every root cause's example."""
    with tempfile.TemporaryDirectory() as reports:
        code, _, problem = support.GRIT("certify", *SUBJECTS, "--cases", 0, "--reduce", "all",
                                        "--reports", reports)
        if code != 0:
            raise AssertionError("exit code %d: %s" % (code, problem))
        (directory,) = pathlib.Path(reports).iterdir()
        report = divergences.read_run(directory)
        started = json.loads((directory / "subjects.json").read_text(encoding="utf-8"))
    return report, {row["name"]: (row["argv"], row["cwd"]) for row in started["subjects"]}


def ask(command, questions):
    """[(outcome, payload)] of one adapter, without the harness in between: each question to a process
    of its own, for some end it."""
    argv, cwd = command
    replies = []
    for op, payload in questions:
        frame = HEADER.pack(b"GCP1", OPS.index(op), 1, 0, 7, len(payload)) + payload
        ran = subprocess.run(argv, cwd=cwd, input=frame, capture_output=True, timeout=60, check=False)
        if ran.returncode < 0:
            replies.append(("crash", b""))
            continue
        ran.check_returncode()
        _, _, outcome, _, number, size = HEADER.unpack_from(ran.stdout)
        if number != 7 or len(ran.stdout) != HEADER.size + size:
            raise AssertionError("not one reply to one request")
        replies.append((OUTCOMES[outcome], ran.stdout[HEADER.size:]))
    return replies


def document_entries():
    """[(id, clause, op, request)] that a reader of the page sees."""
    entries = []
    for name, clause, op, size, digits in ENTRY.findall(DOCUMENT.read_text(encoding="utf-8")):
        request = divergences.parse_hex(digits)
        if len(request) != int(size):
            raise AssertionError("%s: %d bytes, not %s" % (name, len(request), size))
        entries.append((name, clause, op, request))
    return entries


def deviation_ids(report):
    return {entry["id"] for row in report["subjects"] for entry in row["deviations"]}


def report_subject(report, name):
    return next(row for row in report["subjects"] if row["name"] == name)


class Document(unittest.TestCase):
    def test_is_what_a_fresh_run_says(self):
        report, _ = run()
        self.assertEqual(divergences.render(report), DOCUMENT.read_text(encoding="utf-8"),
                         "tools/divergences.py says how to write the page anew")

    def test_has_an_entry_for_every_root_cause(self):
        report, _ = run()
        known = {name for name, entry in divergences.read_entries().items()
                 if "diagnostic" not in entry}
        self.assertEqual(known, deviation_ids(report))
        written = [name for name, *_ in document_entries()]
        self.assertEqual(set(written), set(divergences.read_entries()))
        self.assertEqual(len(written), len(set(written)))
        self.assertGreaterEqual(len(written), 30)

    def test_inputs_are_answered_as_written(self):
        report, commands = run()
        findings = {name: finding for name, _, finding in divergences.match(report)}
        entries = document_entries()
        for subject in SUBJECTS:
            replies = ask(commands[subject], [(op, request) for _, _, op, request in entries])
            self.assertEqual(len(replies), len(entries))
            for (name, clause, op, request), (outcome, payload) in zip(entries, replies):
                with self.subTest(subject=subject, entry=name):
                    finding = findings[name]
                    self.assertEqual((finding["op"], finding["clause"]), (op, clause))
                    self.assertEqual(request.hex(), finding["request_hex"])
                    # A finding that was reduced names only those who part: the others are right.
                    (answer,) = [a for a in finding["answers"] if subject in a["subjects"]] or [
                        a for a in finding["answers"] if a["is_expected"]]
                    self.assertEqual(outcome, answer["outcome"])
                    if outcome == "answered":
                        raw = answer["raw_hex"]
                        self.assertEqual(payload.hex()[:len(raw)], raw)
                    parts = subject in divergences.who_parts(finding)
                    self.assertEqual(parts, not answer["is_expected"])

    def test_fails_where_entries_and_findings_differ(self):
        report, _ = run()
        # All findings of one root cause: a diagnostic may have several.
        key = divergences.finding_key(report["findings"][-1])
        findings = report["findings"]
        report["findings"] = [finding for finding in findings
                              if divergences.finding_key(finding) != key]
        removed = findings[-1]
        with self.assertRaises(SystemExit):
            divergences.render(report)
        stranger = dict(removed, is_diagnostic=False,
                        standings=[dict(removed["standings"][0], deviation="stranger")])
        report["findings"] = [*findings, stranger]
        with self.assertRaises(SystemExit):
            divergences.render(report)

    def test_python_lines_give_what_they_say(self):
        _, commands = run()
        lines = [line for entry in divergences.read_entries().values()
                 for line in entry.get("python", "").split("\n") if line]
        self.assertGreater(len(lines), 30)
        script = divergences.PYTHON_PRELUDE + """
import json, sys
results = []
for expression in json.load(sys.stdin):
    try:
        results.append(repr(eval(expression)))
    except Exception as error:
        kind = type(error)
        module = "" if kind.__module__ == "builtins" else kind.__module__ + "."
        results.append("raises " + module + kind.__name__)
json.dump(results, sys.stdout)
"""
        expressions = [line.rpartition("  # ")[0] for line in lines]
        done = subprocess.run([commands["published-python"][0][0], "-c", script],
                              input=json.dumps(expressions), capture_output=True, check=True,
                              encoding="utf-8", timeout=60)
        for line, result in zip(lines, json.loads(done.stdout)):
            self.assertEqual(line.rpartition("  # ")[2], result, line)


class PublishedReports(unittest.TestCase):
    def test_are_of_both_packages_as_known(self):
        report = json.loads((PUBLISHED / "report.json").read_text(encoding="utf-8"))
        fresh, _ = run()
        self.assertEqual((report["exit_code"], report["stale"]), (0, []))
        self.assertEqual([row["name"] for row in report["subjects"]], SUBJECTS)
        self.assertEqual(deviation_ids(report), deviation_ids(fresh))
        self.assertGreater(report["generated_cases"], 0)
        for row in report["subjects"]:
            self.assertEqual(row["version"], report_subject(fresh, row["name"])["version"])
            self.assertTrue(support.counts_add_up(row["counts"]))
            self.assertEqual(row["verdict"], "known deviations")

    def test_name_no_machine(self):
        report = json.loads((PUBLISHED / "report.json").read_text(encoding="utf-8"))
        self.assertEqual(report["timing"], divergences.without_timing(report["timing"]))
        for file in (PUBLISHED / "report.json", PUBLISHED / "summary.md", DOCUMENT):
            text = file.read_text(encoding="utf-8")
            # An absolute path: a word that begins with a slash and has another.
            self.assertEqual(re.findall(r"(?:^|[\s\"'`=])(/[\w.-]+/[^\s\"'`]*)", text), [], file)

    def test_published_files_come_from_publish(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "run")
            target = pathlib.Path(folder, "target")
            support.GRIT("certify", *SUBJECTS, "--cases", 0, "--reports", source)
            (directory,) = source.iterdir()
            divergences.publish(directory, target)
            written = json.loads((target / "report.json").read_text(encoding="utf-8"))
            original = json.loads((directory / "report.json").read_text(encoding="utf-8"))
        self.assertEqual(set(written["timing"]), set(original["timing"]))
        self.assertNotEqual(written["timing"], original["timing"])
        del written["timing"], original["timing"]
        self.assertEqual(written, original)


if __name__ == "__main__":
    support.main()
