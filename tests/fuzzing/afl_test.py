"""AFL++ as far as its folders and options go, and nightly runs; afl-fuzz is a fake here."""

import json
import unittest
import xml.etree.ElementTree as xml

from documents_test import assert_document
from fixture import Fixture


class Afl(Fixture):
    def plan(self, **targets):
        super().plan(**targets)
        afl = self.root / "build" / "afl" / "fuzz"
        self.mutators = self.root / "build" / "release" / "fuzz"
        self.mutators.mkdir(parents=True)
        for target in targets:
            self.link(afl / f"grit-afl-{target}")
            (self.mutators / f"libgrit-afl-mutator-{target}.so").touch()
        # The fake reads PLAN.json beside itself.
        self.link(self.path / "afl-fuzz")
        (self.path / "PLAN.json").write_text(json.dumps(targets))


class Engine(Afl):
    def test_its_folders_become_findings(self):
        self.plan(t={"inputs": ["law:L1", "hang:decode", "law:L1 again"], "executions": 5000})
        self.corpus("t", one="1")
        answer = self.fuzz("--engine", "afl", "--time", "2s", "--jobs", "3", "--json", code=1).document
        (run,) = answer["runs"]
        self.assertEqual((run["state"], run["engine"]), ("completed", "afl"), run["reason"])
        self.assertEqual((run["executions"], run["edges"]), (15000, 12))
        # Every instance has the same files, and the same input waits only once.
        self.assertEqual([(outcome, signature) for outcome, signature, _ in self.outcomes("t")],
                         [("hang", "decode"), ("law", "L1")])
        texts = {path.read_text() for path in (self.out / "t" / "corpus").iterdir()}
        self.assertLessEqual({"1", "queued by main", "queued by secondary01",
                              "queued by secondary02"}, texts)

    def test_main_and_secondaries(self):
        self.plan(t={})
        self.fuzz("--engine", "afl", "--time", "1s", "--jobs", "2", "--timeout", "3", code=0)
        seeds = []
        for name, role in (("main", "-M"), ("secondary01", "-S")):
            words = (self.path / f"arguments.{name}").read_text().splitlines()
            options = dict(zip(words[::2], words[1::2]))
            self.assertEqual(options[role], name)
            self.assertEqual((options["-t"], options["-m"], options["-V"]), ("3000", "none", "1"))
            seeds.append(options["-s"])
            environment = json.loads((self.path / f"environment.{name}").read_text())
            self.assertEqual(environment["AFL_CUSTOM_MUTATOR_LIBRARY"],
                             str(self.mutators / "libgrit-afl-mutator-t.so"))
            self.assertEqual(environment["AFL_NO_UI"], "1")
        self.assertEqual(len(set(seeds)), 2)

    def test_a_launch_that_fails(self):
        self.plan(t={"launch": "dies"})
        answer = self.fuzz("--engine", "afl", "--time", "5s", "--json", code=3).document
        self.assertIn("Fork server handshake failed", answer["runs"][0]["reason"])
        self.assertEqual(answer["findings"], [])

    def test_without_its_mutator_it_is_not_run(self):
        self.plan(t={})
        (self.mutators / "libgrit-afl-mutator-t.so").unlink()
        answer = self.fuzz("--engine", "afl", "--time", "5s", "--json", code=3).document
        self.assertIn("libgrit-afl-mutator-t.so is not built", answer["runs"][0]["reason"])

    def test_stop_and_resume(self):
        self.plan(t={"inputs": ["law:L1"]})
        process = self.start("--engine", "afl", "--time", "20s")
        self.wait_for(lambda: self.findings("t"))
        process.terminate()
        answer = self.finish(process)
        self.assertEqual(answer.code, 130, answer.err)
        self.assertIn("afl  ", answer.out)
        answer = self.fuzz("--resume", "--json", code=1).document
        self.assertEqual(answer["runs"][0]["state"], "completed", answer["runs"])
        self.assertEqual(answer["engines"], ["afl"])

    def test_both_engines(self):
        self.plan(t={})
        answer = self.fuzz("--engine", "libfuzzer", "--engine", "afl", "--time", "1s", "--json",
                           code=0).document
        self.assertEqual([run["engine"] for run in answer["runs"]], ["libfuzzer", "afl"])
        self.assertEqual((answer["asked"], answer["run"]), (2, 2))


class Nightly(Afl):
    def test_all_of_it(self):
        self.plan(a={"inputs": ["law:L1"]}, b={})
        self.corpus("a", one="1 2", two="2")
        before = sorted(path.name for path in (self.root / "corpus" / "a").iterdir())
        answer = self.fuzz("--nightly", "--time", "2s", "--json").document
        # There is no build for coverage here, so that step is an infrastructure error.
        self.assertEqual(answer["exit_code"], 3)
        assert_document(self, answer)
        self.assertEqual([(run["target"], run["engine"]) for run in answer["runs"]],
                         [("a", "libfuzzer"), ("a", "afl"), ("b", "libfuzzer"), ("b", "afl")])
        self.assertEqual([(step["name"], step["exit_code"]) for step in answer["steps"]],
                         [("minimize a", 0), ("minimize b", 0), ("coverage", 3)])
        self.assertIn("grit-replay-a is not built", answer["steps"][2]["summary"])
        self.assertEqual(sorted(path.name for path in (self.root / "corpus" / "a").iterdir()), before)
        self.assertTrue(list((self.out / "a" / "minimized").iterdir()))
        cases = xml.parse(self.out / "summary.xml").getroot().findall("testsuite/testcase")
        self.assertEqual([case.get("name") for case in cases],
                         ["a", "a", "b", "b", "minimize a", "minimize b", "coverage"])
        for name in ("summary.md", "summary.json", "summary.sarif"):
            self.assertTrue((self.out / name).is_file())

    def test_a_clean_night_and_one_that_found(self):
        self.plan(a={}, b={"inputs": ["law:L1"]})
        for name in ("llvm-profdata-19", "llvm-cov-19"):
            self.link(self.path / name)
        for target in ("a", "b"):
            self.link(self.root / "build" / "coverage" / "fuzz" / f"grit-replay-{target}")
        answer = self.fuzz("--nightly", "--time", "1s", "--json", "--shard", "1/2", code=0).document
        self.assertEqual([(step["name"], step["exit_code"]) for step in answer["steps"]],
                         [("minimize a", 0), ("coverage", 0)])
        self.assertIn("harness/reference 75.00 % of lines", answer["steps"][1]["summary"])
        suite = xml.parse(self.out / "summary.xml").getroot().find("testsuite")
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")),
                         ("4", "0", "0"))
        answer = self.fuzz("--nightly", "--time", "2s", "--json", "--shard", "2/2", code=1).document
        self.assertEqual([finding["signature"] for finding in answer["findings"]], ["L1"])
        # Both engines ran into it, and the steps after it went well.
        suite = xml.parse(self.out / "summary.xml").getroot().find("testsuite")
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")),
                         ("4", "2", "0"))
        page = (self.out / "summary.md").read_text()
        self.assertIn("## Findings", page)
        self.assertIn("| minimize b | 0 |", page)

    def test_an_engine_that_is_not_here_is_said(self):
        self.plan(t={})
        (self.path / "afl-fuzz").unlink()
        environment = self.environment()
        environment["PATH"] = str(self.path)
        self.environment = lambda: environment
        answer = self.fuzz("--nightly", "--time", "1s", "--json").document
        self.assertEqual(answer["engines"], ["libfuzzer"])
        self.assertIn("afl-fuzz is not installed", answer["not_available"][0]["reason"])
        # Asked for by name, it is an error.
        answer = self.fuzz("--engine", "afl", "--time", "1s", "--json", code=3).document
        self.assertIn("afl-fuzz is not installed", answer["runs"][0]["reason"])


if __name__ == "__main__":
    unittest.main()
