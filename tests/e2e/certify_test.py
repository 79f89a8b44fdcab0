"""grit certify: accounting, exit codes, determinism, outputs.

Usage: certify_test.py GRIT
"""

import json
import os
import pathlib
import shutil
import tempfile
import unittest
import xml.etree.ElementTree as xml

import support
from support import Tree, counts_add_up, subject

FEW = ("--cases", 300)

DEVIATION = """
[[deviation]]
id = "{id}"
clause = "§2"
reason = "writes k0 big-endian"
{end}
[[deviation.select]]
op = "DESCRIPTOR"
cases = "{cases}"
field = "k0"
"""


class Verdicts(unittest.TestCase):
    def test_conformant(self):
        code, report = support.GRIT.report("c", "cpp", *FEW)
        self.assertEqual(code, 0)
        self.assertEqual(report["exit_code"], 0)
        self.assertEqual(report["findings"], [])
        self.assertEqual(report["partition"], [["c", "cpp"]])
        for row in report["subjects"]:
            self.assertTrue(counts_add_up(row["counts"]))
        for row in report["subjects"]:
            self.assertEqual(row["tier"], "core, general")
            self.assertEqual(row["tiers"], [{"name": "core", "offered": 14, "operations": 14},
                                            {"name": "general", "offered": 6, "operations": 6}])
        self.assertEqual([row["is_reference"] for row in report["subjects"]], [False, True])

    def test_same_seed_same_report(self):
        reports = [support.GRIT.report("c", "byte-swapped-k0", *FEW)[1] for _ in range(2)]
        for report in reports:
            self.assertTrue(report.pop("timing"))
        self.assertEqual(json.dumps(reports[0]), json.dumps(reports[1]))

    def test_other_seed_other_cases(self):
        def cases(seed):
            _, out, _ = support.GRIT("certify", "c", "--list", "--json", "--seed", seed,
                                     "--cases", 2000)
            return {row["id"] for row in json.loads(out)["cases"]
                    if row["id"].startswith("generated/")}
        self.assertTrue(cases(1))
        self.assertEqual(cases(1), cases(1))
        self.assertNotEqual(cases(1), cases(2))

    def test_who_offers_nothing_is_not_conformant(self):
        hello = '{"name":"x","version":"1","language":"sh","ops":[]}'
        frame = f"GCP1\\0\\0\\0\\0\\0\\0\\0\\0\\{len(hello):o}\\0\\0\\0{hello}"
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "mute.sh")
            script.write_text(f"printf '{frame}'\ncat >/dev/null\n", encoding="utf-8")
            code, report = support.GRIT.report("c", "--adapter", f"x=sh {script}", *FEW)
        row = subject(report, "x")
        self.assertEqual(row["counts"]["not_offered"], row["counts"]["planned"])
        self.assertEqual((code, row["verdict"]), (3, "incomplete"))
        self.assertTrue(row["not_run_reason"])

    def test_fail_fast(self):
        code, report = support.GRIT.report("byte-swapped-k0", "--fail-fast", "--cases", 5000)
        self.assertEqual(code, 3)
        self.assertTrue(report["stopped_early"])
        self.assertGreater(subject(report, "byte-swapped-k0")["counts"]["not_run"], 0)
        self.assertTrue(counts_add_up(subject(report, "byte-swapped-k0")["counts"]))


class ExitCodes(unittest.TestCase):
    def test_usage(self):
        for arguments in (("nobody",), ("c", "--without", "nobody"), ("--cases", "-1"), ("--nope",), ("--seed", "-1"),
                          ("--seed", "18446744073709551616"), ("--seed", "1x"),
                          ("--item-deadline", "nan"), ("--item-deadline", "0"),
                          ("--adapter", "../x=cat"), ("--adapter", "reference=cat"),
                          ("--adapter", "x='"), ("--adapter", ""), ("--adapter", "/bin/"),
                          ("c", "c"),
                          ("c", "--with", "nothing"), ("compressed-tensors",),
                          ("c", "--adapter", "c=cat")):
            with self.subTest(arguments):
                code, out, err = support.GRIT("certify", *arguments)
                self.assertEqual((code, out), (2, ""))
                self.assertTrue(err)

    def test_nothing_selected(self):
        code, report = support.GRIT.report("c", "--without", "c", *FEW)
        self.assertEqual(code, 5)
        self.assertEqual(report["without"], ["c"])

    def test_missing_toolchain(self):
        with tempfile.TemporaryDirectory() as empty:
            code, report = support.GRIT.report("c", "typescript", *FEW, path=empty)
        self.assertEqual(code, 3)
        row = subject(report, "typescript")
        self.assertEqual(row["counts"]["not_run"], row["counts"]["planned"])
        self.assertIn("node", row["not_run_reason"])
        self.assertIn("install", row["install_command"])
        self.assertEqual(subject(report, "c")["verdict"], "conformant")

    def test_an_optional_subject_has_to_be_asked_for(self):
        with tempfile.TemporaryDirectory() as folder, support.Tree() as tree:
            tree.write("adapters/heavy/adapter.toml", (
                'name = "heavy"\nkind = "published"\nlanguage = "Python"\noptional = "torch"\n'
                f'argv = ["python3", "{{dir}}/no"]\nartifact = "{folder}/missing"\n'))
            code, out, err = support.GRIT("certify", "heavy", root=tree.root)
            self.assertEqual((code, out), (2, ""))
            self.assertIn("heavy needs torch, which is optional; add --with torch", err)
            code, report = support.GRIT.report(*FEW, root=tree.root)
            self.assertEqual([row["name"] for row in report["subjects"]], ["c", "cpp"])
            for arguments in (("--with", "torch"), ("c", "--with", "torch"),
                              ("heavy", "--with", "torch")):
                code, report = support.GRIT.report(*arguments, *FEW, root=tree.root)
                row = subject(report, "heavy")
                self.assertEqual(code, 3)
                self.assertIn("not built", row["not_run_reason"])
                self.assertEqual(row["install_command"], "./grit certify --with torch")
            _, text, _ = support.GRIT("adapters", root=tree.root)
            self.assertIn("heavy needs torch, which is optional; try: ./grit certify --with torch",
                          text)

    def test_without_says_so(self):
        code, report = support.GRIT.report("c", "typescript", "--without", "typescript", *FEW)
        self.assertEqual((code, report["without"]), (0, ["typescript"]))
        text = support.GRIT("certify", "c", "cpp", "--without", "cpp", *FEW)[1]
        self.assertIn("cpp", text)

    def test_failed_start(self):
        for command in ("no-such-program-here", "true", "cat", "sh -c 'echo hello'"):
            with self.subTest(command):
                code, report = support.GRIT.report("--adapter", f"x={command}", *FEW,
                                                   "--startup-deadline", 2)
                self.assertEqual(code, 3)
                row = subject(report, "x")
                self.assertEqual(row["counts"]["not_run"], row["counts"]["planned"])

    def test_changed_vector(self):
        for file, spoil in (("core.json", lambda b: b.replace(b"7f", b"7e", 1)),
                            ("format_decode_binary16.bin", lambda b: b"\x01" + b[1:]),
                            ("matrix.json", lambda b: b"")):
            with self.subTest(file), Tree() as tree:
                path = tree.root / "vectors" / file
                path.write_bytes(spoil(path.read_bytes()))
                code, report = support.GRIT.report("c", *FEW, root=tree.root)
                self.assertEqual(code, 4)
                (entry,) = report["stale"]
                self.assertEqual(entry["entry"], file)

    def test_unlisted_and_missing_vectors(self):
        with Tree() as tree:
            tree.write("vectors/new.json", "{}")
            (tree.root / "vectors" / "exponent.json").unlink()
            code, report = support.GRIT.report("c", *FEW, root=tree.root)
        self.assertEqual(code, 4)
        self.assertEqual({entry["entry"] for entry in report["stale"]},
                         {"new.json", "exponent.json"})


class KnownDeviations(unittest.TestCase):
    def certify(self, deviations):
        with Tree(["cpp"]) as tree:
            source = support.ROOT / "adapters/faulty/byte-swapped-k0/adapter.toml"
            tree.write("adapters/swapped/adapter.toml", source.read_text(encoding="utf-8"))
            tree.write("adapters/swapped/deviations.toml", deviations)
            return support.GRIT.report("byte-swapped-k0", *FEW, root=tree.root)

    def test_explains_everything(self):
        code, report = self.certify(DEVIATION.format(id="k0", end='version = "0.1.0"', cases="*"))
        counts = subject(report, "byte-swapped-k0")["counts"]
        self.assertEqual((code, counts["failed"]), (0, 0))
        self.assertGreater(counts["expected_failures"], 0)
        self.assertTrue(all(not finding["is_new"] for finding in report["findings"]))

    def test_explains_a_part(self):
        code, report = self.certify(
            DEVIATION.format(id="k0", end='version = "0.1.0"', cases="matrix/*"))
        counts = subject(report, "byte-swapped-k0")["counts"]
        self.assertEqual(code, 1)
        self.assertGreater(counts["failed"], 0)
        self.assertGreater(counts["expected_failures"], 0)

    def test_stale(self):
        good = DEVIATION.format(id="k0", end='version = "0.1.0"', cases="*")
        for problem, deviations in {
            "nothing failed": good + DEVIATION.format(id="none", end='version = "0.1.0"',
                                                      cases="nothing/*"),
            "version": DEVIATION.format(id="k0", end='version = "0.0.9"', cases="*"),
            "date": DEVIATION.format(id="k0", end="until = 2020-01-01", cases="*"),
            # GRADE of a good text passes, so the example that should fail does not.
            "pass": good + '[[deviation.example]]\nop = "GRADE"\nrequest = "00000000"\n',
        }.items():
            with self.subTest(problem):
                code, report = self.certify(deviations)
                self.assertEqual(code, 4)
                self.assertTrue(any(problem in entry["problem"] for entry in report["stale"]),
                                report["stale"])

    def test_unreadable_files(self):
        for deviations in ("[[deviation]]\nid = 3", "deviation = 1", "nonsense",
                           DEVIATION.format(id="k0", end="", cases="*"),
                           DEVIATION.format(id="k0", end='version = "1"', cases="*") + 'feild = "x"',
                           DEVIATION.format(id="k0", end='version = "1"', cases="*").replace(
                               "DESCRIPTOR", "DESCRIPTION")):
            with self.subTest(deviations), self.assertRaisesRegex(AssertionError, "exit 2"):
                self.certify(deviations)


class Outputs(unittest.TestCase):
    def test_run_directory(self):
        with tempfile.TemporaryDirectory() as folder:
            junit, markdown = pathlib.Path(folder, "j.xml"), pathlib.Path(folder, "m.md")
            code, report = support.GRIT.report(
                "cpp", "byte-swapped-k0", *FEW, "--reports", folder, "--junit", junit,
                "--markdown", markdown)
            self.assertEqual(code, 1)
            (run,) = [entry for entry in pathlib.Path(folder).iterdir() if entry.is_dir()]
            self.assertEqual(report["timing"]["directory"], str(run))
            self.assertEqual(json.loads((run / "report.json").read_text(encoding="utf-8")), report)
            self.assertEqual((run / "junit.xml").read_text(encoding="utf-8"),
                             junit.read_text(encoding="utf-8"))
            self.assertEqual((run / "summary.md").read_text(encoding="utf-8"),
                             markdown.read_text(encoding="utf-8"))
            root = xml.parse(junit).getroot()
            self.assertEqual(root.tag, "testsuites")
            failures = sum(int(suite.get("failures")) for suite in root)
            self.assertEqual(failures, len(root.findall(".//failure")))
            self.assertGreater(failures, 0)
            for finding in report["findings"]:
                request = (run / finding["request_file"]).read_bytes()
                self.assertEqual(len(request), finding["request_bytes"])
                self.assertTrue(request.hex().startswith(finding["request_hex"]))

    def test_unwritable_reports(self):
        with tempfile.NamedTemporaryFile() as file:
            for option in ("--reports", "--junit", "--markdown"):
                path = file.name + "/below"
                code, _, err = support.GRIT("certify", "c", *FEW, option, path)
                self.assertEqual(code, 2)
                self.assertIn(path, err)

    def test_no_colour_in_a_pipe(self):
        code, out, err = support.GRIT("certify", "c", "byte-swapped-k0", *FEW)
        self.assertEqual(code, 1)
        self.assertNotIn("\x1b", out + err)
        self.assertEqual(err, "")
        self.assertIn("byte-swapped-k0", out)


if __name__ == "__main__":
    support.main()
