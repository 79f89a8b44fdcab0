"""A project folder with fake programs, and the command run on it as the launcher does."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COMMAND = ROOT / "tools" / "fuzzing"
SCHEMA = json.loads((ROOT / "docs" / "schemas" / "fuzz.schema.json").read_text(encoding="utf-8"))


class Answer:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    @property
    def document(self):
        return json.loads(self.out)


class Fixture(unittest.TestCase):
    """`plan` of each test is what fake_programs.py does."""

    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="grit fuzzing "))  # a space on purpose
        self.addCleanup(shutil.rmtree, self.root)
        self.programs = self.root / "build" / "fuzz" / "fuzz"
        self.out = self.root / "build" / "fuzzing"
        self.path = self.root / "bin"
        for folder in (self.programs, self.path, self.root / "fuzz" / "targets"):
            folder.mkdir(parents=True)
        self.link(self.programs / "grit-fuzz-seeds")

    def link(self, place):
        """A fake program there."""
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"#!{sys.executable} -IBS\n" + (HERE / "fake_programs.py").read_text())
        place.chmod(0o755)

    def plan(self, **targets):
        for target in targets:
            (self.root / "fuzz" / "targets" / f"{target}.cpp").touch()
            for name in ("fuzz", "replay"):
                self.link(self.programs / f"grit-{name}-{target}")
        self.replan(**targets)

    def replan(self, **targets):
        (self.programs / "PLAN.json").write_text(json.dumps(targets))

    def corpus(self, target, **inputs):
        for name, text in inputs.items():
            path = self.root / "corpus" / target / name.replace("__", "/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def environment(self):
        return {**os.environ, "GRIT_ROOT": str(self.root),
                "PATH": f"{self.path}{os.pathsep}{os.environ['PATH']}"}

    def start(self, *arguments):
        return subprocess.Popen([sys.executable, "-B", str(COMMAND), *map(str, arguments)],
                                cwd=self.root, env=self.environment(), stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def finish(self, process, timeout=60):
        try:
            out, err = process.communicate(timeout=timeout)
        finally:
            process.kill()
        return Answer(process.returncode, out, err)

    def fuzz(self, *arguments, code=None):
        answer = self.finish(self.start(*arguments))
        if code is not None:
            self.assertEqual(answer.code, code, answer.err + answer.out)
        return answer

    def interrupt(self, process, number=signal.SIGINT, after=1.5):
        self.wait_for(lambda: list(self.programs.glob("count.runs.*")) + list(self.out.glob("*/afl/*")))
        time.sleep(after)
        process.send_signal(number)
        return self.finish(process)

    def wait_for(self, condition, seconds=60):
        deadline = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), deadline, "it does not come about")
            time.sleep(0.02)

    def findings(self, target, kind="findings"):
        return [json.loads(path.read_text())
                for path in sorted((self.out / target / kind).glob("*/finding.json"))]

    def outcomes(self, target, kind="findings"):
        return sorted((each["outcome"], each["signature"], each["hits"])
                      for each in self.findings(target, kind))

    def arguments_of(self, target, run=1):
        return (self.programs / f"arguments.{target}.{run}").read_text().splitlines()
