"""What the end-to-end tests share: running the binary, and a project tree that may be spoilt."""

import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Program:
    """The binary under test and its build directory."""

    def __init__(self, binary):
        self.binary = pathlib.Path(binary).resolve()
        self.build = self.binary.parents[2]

    def environment(self, root=ROOT):
        """What the launcher would set."""
        return dict(os.environ, GRIT_ROOT=str(root), GRIT_BUILD=str(self.build))

    def __call__(self, *arguments, root=ROOT, path=None, timeout=300):
        """(exit code, stdout, stderr) of a run; reports go to a directory that is thrown away."""
        environment = self.environment(root)
        if path is not None:
            environment["PATH"] = path
        with tempfile.TemporaryDirectory() as reports:
            if arguments[0] == "certify" and "--reports" not in arguments:
                arguments = (*arguments, "--reports", reports)
            done = subprocess.run(
                [self.binary, *map(str, arguments)],
                env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def report(self, *arguments, **options):
        """(exit code, report) of `grit certify … --json`."""
        code, out, err = self("certify", *arguments, "--json", **options)
        if not out:
            raise AssertionError(f"no report, exit {code}: {err}")
        return code, json.loads(out)


GRIT: Program = None  # set by main()


def faulty_adapter(name, fault):
    """A faulty adapter as a word for --adapter, whatever the path of the build."""
    return f"{name}={shlex.quote(str(GRIT.build / 'adapters' / 'faulty' / fault))}"


def without_timing(report):
    return {key: value for key, value in report.items() if key != "timing"}


def subject(report, name):
    return next(row for row in report["subjects"] if row["name"] == name)


def counts_add_up(counts):
    return counts["planned"] == sum(value for key, value in counts.items() if key != "planned")


class Tree:
    """A copy of what certify reads of the project, for tests that change it. Adapters are links, but
    for those that a test writes itself."""

    def __init__(self, adapters=("c", "cpp")):
        self.root = pathlib.Path(tempfile.mkdtemp())
        shutil.copytree(ROOT / "vectors", self.root / "vectors",
                        ignore=shutil.ignore_patterns("generate", "__pycache__"))
        (self.root / "adapters").mkdir()
        for name in adapters:
            folder = self.root / "adapters" / name
            folder.mkdir()
            shutil.copy(ROOT / "adapters" / name / "adapter.toml", folder)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.root)


def main():
    """Runs the calling module's tests; the first argument is the binary."""
    global GRIT
    GRIT = Program(sys.argv.pop(1))
    sys.modules["support"].GRIT = GRIT
    unittest.main(module="__main__", verbosity=1)  # further arguments: Class.test_method
