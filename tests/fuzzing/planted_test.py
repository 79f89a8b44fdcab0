"""fuzz/planted/find.py, on a project whose programs only behave like a build, an engine and a replay
program; and whether the patches fit the sources."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIND = ROOT / "fuzz/planted/find.py"

# "Builds" by taking a copy of source.txt, which then decides how the programs behave.
CMAKE = """\
import pathlib, shutil, sys
if sys.argv[1] == "--preset":
    build = pathlib.Path("build/fuzz")
    (build / "fuzz").mkdir(parents=True)
    (build / "build.ninja").touch()
    sys.exit()
if "does not compile" in pathlib.Path("source.txt").read_text():
    sys.exit("error: expected something else")
programs = pathlib.Path("build/fuzz/fuzz")
shutil.copy("source.txt", programs / "source.txt")
for name in sys.argv[sys.argv.index("--target") + 1:]:
    shutil.copy("engine.py" if name.startswith("grit-fuzz-") else "replay.py", programs / name)
    (programs / name).chmod(0o755)
"""
ENGINE = """\
import os, pathlib, sys, time
options = dict(word[1:].split("=", 1) for word in sys.argv[1:] if word[0] == "-")
assert any(pathlib.Path(sys.argv[-1]).iterdir()), "no corpus"
source = (pathlib.Path(__file__).parent / "source.txt").read_text()
print("#1\\tINITED cov: 1", flush=True)
if "mutator" in source:
    print("==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1")
    print("    #0 0x1 in copy (/x/grit-fuzz-t+0x1)")
    print("    #1 0x2 in grit::fuzz::mutate_it(int) /x/fuzz/mutator/mutator.cpp:1:2")
    pathlib.Path(options["artifact_prefix"] + "crash-1").write_text("nothing")
    sys.exit(1)
if "bug" in source:
    pathlib.Path(options["artifact_prefix"] + "crash-1").write_text(source)
    sys.exit(77)
time.sleep(30 if "sleeps on" in source else int(options["max_total_time"]))
"""
REPLAY = """\
import json, pathlib, sys
words = [word for line in pathlib.Path(sys.argv[2]).read_text().splitlines() if "bug" in line
         for word in line.split()]
found = words[words.index("bug") + 1:] if "bug" in words else ["none", ""]
print(json.dumps({"outcome": found[0], "signature": " ".join(found[1:]), "detail": "it says why"}))
"""
PATCH = """\
does: something
part: a part
target: t
outcome: law
signature: L1 \\|

--- a/source.txt
+++ b/source.txt
@@ -1,3 +1,3 @@
 first
-right
+{bug}
 last
"""


class Find(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="grit planted "))  # a space on purpose
        self.addCleanup(shutil.rmtree, self.root)
        self.path = self.root / "bin"
        for folder in (self.path, self.root / "fuzz/planted", self.root / "adapters/mutants",
                       self.root / "corpus/t"):
            folder.mkdir(parents=True)
        shutil.copy(FIND, self.root / "fuzz/planted")
        shutil.copy(ROOT / "adapters/mutants/apply.py", self.root / "adapters/mutants")
        self.source = self.root / "source.txt"
        self.source.write_text("first\nright\nlast\n")
        (self.root / "corpus/t/seed").write_text("seed")
        head = f"#!{sys.executable} -IBS\n"
        (self.root / "engine.py").write_text(head + ENGINE)
        (self.root / "replay.py").write_text(head + REPLAY)
        (self.path / "cmake").write_text(head + CMAKE)
        (self.path / "cmake").chmod(0o755)

    def plant(self, name, bug):
        (self.root / f"fuzz/planted/{name}.patch").write_text(PATCH.format(bug=bug))

    def find(self, *words, code):
        run = subprocess.run(
            [sys.executable, "-B", str(self.root / "fuzz/planted/find.py"), *words],
            env={**os.environ, "PATH": f"{self.path}{os.pathsep}{os.environ['PATH']}"},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        # Whatever happens: nothing is planted in the tree itself, and nothing stays in the copy.
        self.assertEqual(self.source.read_text(), "first\nright\nlast\n")
        copy = self.root / "build/planted/tree/source.txt"
        if copy.exists():
            self.assertEqual(copy.read_text(), self.source.read_text())
        return run

    def results(self, *words, code):
        return json.loads(self.find("--json", *words, code=code).stdout)

    def test_all_found(self):
        self.plant("a", "bug law L1 | here")
        self.plant("b", "bug law L1 | there")
        run = self.find(code=0)
        lines = run.stdout.splitlines()
        self.assertEqual(len(lines), 3)
        self.assertRegex(lines[1], r"^a  +t +\d+\.\d +mutation of the corpus +law +found +L1 \| here$")

    def test_only_the_named(self):
        self.plant("a", "bug law L1 | here")
        self.plant("b", "harmless")
        (result,) = self.results("--only", "a", code=0)
        self.assertEqual(result["planted"], "a")
        self.assertIn("--list", self.find("--only", "c", code=2).stderr)

    def test_not_found(self):
        self.plant("a", "harmless")
        (result,) = self.results("--seconds", "1", code=1)
        self.assertEqual((result["verdict"], result["outcome"]), ("not found", "none"))

    def test_an_engine_that_overruns_its_time_has_found_nothing(self):
        self.plant("a", "sleeps on")
        (result,) = self.results("--seconds", "1", code=1)
        self.assertEqual(result["verdict"], "not found")
        self.assertLess(result["seconds"], 25)  # it sleeps for 30

    def test_another_finding_is_not_it(self):
        self.plant("a", "bug crash L1 | here")
        self.plant("b", "bug law L2 | here")
        first, second = self.results(code=1)
        self.assertEqual(first["verdict"], "another outcome than law")
        self.assertEqual(second["verdict"], "another signature")

    def test_a_mutator_is_judged_by_what_the_engine_wrote(self):
        self.plant("a", "mutator")
        (result,) = self.results(code=1)  # the patch asks for a law
        self.assertEqual((result["outcome"], result["signature"]),
                         ("sanitizer", "heap-buffer-overflow | grit::fuzz::mutate_it"))

    def test_control_is_quiet_without_bugs(self):
        self.plant("a", "bug law L1 | here")
        (result,) = self.results("--control", "--seconds", "1", code=0)
        self.assertEqual(result["verdict"], "quiet")

    def test_control_sees_a_finding_that_nobody_planted(self):
        self.plant("a", "bug law L1 | here")
        engine = self.root / "engine.py"
        engine.write_text(engine.read_text().replace('if "bug" in source', 'if "right" in source'))
        replay = self.root / "replay.py"
        replay.write_text(replay.read_text().replace('["none", ""]', '["crash", "somewhere"]'))
        (result,) = self.results("--control", "--seconds", "1", code=1)
        self.assertEqual((result["verdict"], result["outcome"]), ("found", "crash"))

    def test_what_cannot_be_built_is_no_finding(self):
        self.plant("a", "does not compile")
        message = self.find(code=3).stderr.splitlines()[-1]
        self.assertRegex(message, r"^find\.py: build-a failed with exit code 1; .*/build-a\.log says why$")

    def test_what_cannot_be_asked_is_no_finding(self):
        self.plant("a", "bug infrastructure adapters cannot be asked")
        self.assertIn("adapters cannot be asked", self.find(code=3).stderr)

    def test_a_patch_that_no_longer_fits(self):
        self.plant("a", "bug law L1 | here")
        patch = self.root / "fuzz/planted/a.patch"
        patch.write_text(patch.read_text().replace("-right", "-wrong"))
        self.assertIn("a.patch does not apply", self.find(code=3).stderr)
        self.assertFalse((self.root / "build").exists())

    def test_a_copy_that_an_interrupted_run_left_planted(self):
        self.plant("a", "harmless")
        self.find("--seconds", "1", code=1)
        (self.root / "build/planted/tree/source.txt").write_text("first\nbug law L1 | here\nlast\n")
        (result,) = self.results("--control", "--seconds", "1", code=0)
        self.assertEqual(result["verdict"], "quiet")

    def test_the_copy_is_never_the_tree(self):
        self.plant("a", "harmless")
        for folder in (self.root, self.root.parent):
            self.assertIn("name a new folder", self.find("--tree", str(folder), code=2).stderr)


class Shipped(unittest.TestCase):
    def test_six_parts_and_every_patch_fits(self):
        run = subprocess.run([sys.executable, "-B", str(FIND), "--list", "--json"],
                             capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        bugs = json.loads(run.stdout)
        self.assertEqual(sorted(bug["part"] for bug in bugs),
                         ["C check", "Rust decode", "custom mutator", "protocol reader",
                          "published-package adapter", "reference sizes"])
        for bug in bugs:
            re.compile(bug["signature"])
            self.assertTrue((ROOT / f"fuzz/targets/{bug['target']}.cpp").is_file(), bug)


if __name__ == "__main__":
    unittest.main()
