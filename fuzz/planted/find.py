#!/usr/bin/env python3
"""Plants bugs, one at a time, and demands that fuzzing finds each from the shipped corpus.

  fuzz/planted/find.py              plants, finds and reverts all; prints a table
  fuzz/planted/find.py --control    the same without the bugs: nothing may be found
  fuzz/planted/find.py --list       what is planted; no bug is planted and nothing is built

A bug is a file NAME.patch beside this program: a unified diff with a header that says what it does,
which part it is in, the target that must find it, and the outcome and the signature (a regular
expression, fitting from the start) that the finding must have. The patches are applied to a copy
of the tree (--tree), never to the tree itself. The engine gets corpus/TARGET, or where that is
empty what grit-fuzz-seeds writes, and must die within --seconds, its start and the reading of the
corpus included; grit-replay-TARGET then judges the input that it left. A report of a sanitizer in
the mutator has no such input: it is taken from what the engine wrote.

Exit code: 0 all found (--control: nothing found) · 1 one not found, or with another outcome or
signature · 2 usage · 3 could not plant or build one, or not ask an adapter.
"""

import argparse
import contextlib
import fcntl
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "adapters/mutants"), str(ROOT / "tools/fuzzing")]
sys.dont_write_bytecode = True
import apply  # noqa: E402: patches fit to the last character, as those of the mutants do
from libfuzzer import ALWAYS, flags  # noqa: E402: the engine runs as under ./grit fuzz

KEYS = ("does", "part", "target", "outcome", "signature")
NOT_COPIED = ("build", "reports", ".git", "node_modules", "target", "__pycache__")
CONTROL_SECONDS = 20
# Of the seeded generator, where there is no corpus: few enough to be read in seconds.
SEED_CASES = "2000"
EXIT_MISSED, EXIT_INFRASTRUCTURE = 1, 3


class Problem(Exception):
    """Why a bug could not be planted, built or asked for: what, where, what to do."""


class Bug:
    """One patch: what its header says, and the files that it changes."""

    def __init__(self, path):
        self.name = path.stem
        text = path.read_text(encoding="utf-8")
        header = dict(line.split(": ", 1) for line in text.split("\n\n", 1)[0].splitlines()
                      if ": " in line)
        if tuple(header) != KEYS:
            raise Problem(f"{path.name}: its header must have {', '.join(KEYS)}, in this order")
        self.does, self.part, self.target, self.outcome, self.signature = header.values()
        try:
            self.files = apply.changes(text.splitlines())
        except apply.Unfit as unfit:
            raise Problem(f"{path.name}: {unfit}; make it anew with diff -u") from unfit

    def changed(self, tree):
        """{path: (text as it is, text with the bug)} of the files in a tree."""
        texts = {}
        for file, hunks in self.files.items():
            path = tree / file
            try:
                before = path.read_text(encoding="utf-8")
                after = "\n".join(apply.applied(before.splitlines(), hunks, file)) + "\n"
            except (OSError, apply.Unfit) as why:
                raise Problem(f"{self.name}.patch does not apply: {why}; make it anew against the "
                              "sources as they are") from why
            texts[path] = (before, after)
        return texts

    @contextlib.contextmanager
    def planted(self, tree):
        """The tree with the bug, until the block ends."""
        texts = self.changed(tree)
        try:
            for path, (_, after) in texts.items():
                path.write_text(after, encoding="utf-8")
            yield
        finally:
            for path, (before, _) in texts.items():
                path.write_text(before, encoding="utf-8")


def sources():
    """The files of the tree, relative to it: tracked ones and new ones, but none that git ignores."""
    listing = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                             cwd=ROOT, capture_output=True, check=False)
    if listing.returncode == 0 and listing.stdout:
        names = {os.fsdecode(name) for name in listing.stdout.split(b"\0") if name}
        return {pathlib.PurePath(name) for name in names if (ROOT / name).is_file()}
    return {path.relative_to(ROOT) for path in ROOT.rglob("*")
            if path.is_file() and not set(path.relative_to(ROOT).parts) & set(NOT_COPIED)}


def make_copy(tree):
    """Brings the tree's copy up to date. What is equal is left alone, and so is not built again; what
    an interrupted run left planted is not equal."""
    names = sources()
    for name in names:
        source, copy = ROOT / name, tree / name
        if copy.is_file() and copy.read_bytes() == source.read_bytes():
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, copy)
    for folder, folders, files in os.walk(tree):
        if pathlib.Path(folder) == tree:
            folders[:] = [name for name in folders if name != "build"]
        for file in files:
            path = pathlib.Path(folder, file)
            if path.relative_to(tree) not in names:
                path.unlink()


def link_adapters(tree, adapters):
    """Built adapters lie under the project's build/adapters, and adapter.toml names them there."""
    link = tree / "build/adapters"
    link.parent.mkdir(parents=True, exist_ok=True)
    if link.is_symlink():
        link.unlink()
    if adapters.is_dir() and not link.exists():
        link.symlink_to(adapters.resolve(), target_is_directory=True)


class Laboratory:
    """The copy of the tree with its build, and a folder for what runs leave."""

    def __init__(self, arguments):
        self.tree = arguments.tree.resolve()
        self.build_folder = self.tree / "build/fuzz"
        self.work = self.tree.parent / "work"
        self.corpus = arguments.corpus.resolve()
        self.jobs = arguments.jobs
        self.seed = arguments.seed
        self.environment = {
            **os.environ, "GRIT_ROOT": str(self.tree), "GRIT_BUILD": str(self.build_folder),
            "CCACHE_BASEDIR": str(self.tree), "CCACHE_NOHASHDIR": "1",
        }
        symbolizer = shutil.which("llvm-symbolizer-19") or shutil.which("llvm-symbolizer")
        if symbolizer:  # signatures are made of function names
            self.environment.setdefault("ASAN_SYMBOLIZER_PATH", symbolizer)

    def program(self, name):
        return str(self.build_folder / "fuzz" / name)

    def logged(self, what, command):
        """Runs a step of the build; a Problem that names the log where it fails."""
        log = self.work / f"{what}.log"
        try:
            with log.open("wb") as out:
                code = subprocess.run(command, cwd=self.tree, env=self.environment, stdout=out,
                                      stderr=subprocess.STDOUT, check=False).returncode
        except OSError as error:
            raise Problem(f"{what}: {command[0]} does not start: {error.strerror}; "
                          "./grit install brings what a build needs") from error
        if code != 0:
            raise Problem(f"{what} failed with exit code {code}; {log} says why")

    def configure(self):
        # A copy without its own cache file is configured once; CMake itself sees what changes later.
        if (self.build_folder / "build.ninja").is_file():
            return
        command = ["cmake", "--preset", "fuzz"]
        if shutil.which("ccache"):
            command += [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX")]
        self.logged("configure", command)

    def build(self, what, programs):
        self.logged(f"build-{what}", ["cmake", "--build", str(self.build_folder), "--parallel",
                                      str(self.jobs), "--target", *programs])

    def build_target(self, what, target):
        self.build(what, [f"grit-fuzz-{target}", f"grit-replay-{target}"])

    def inputs(self, target):
        """What the engine begins with, and what that is: (folder, "corpus" or "seeds")."""
        shipped = self.corpus / target
        if shipped.is_dir() and any(path.is_file() for path in shipped.rglob("*")):
            return shipped, "corpus"
        seeds = self.work / "seeds"
        if not seeds.is_dir():
            self.build("seeds", ["grit-fuzz-seeds"])
            partial = self.work / "seeds.partial"
            shutil.rmtree(partial, ignore_errors=True)
            self.logged("seeds", [self.program("grit-fuzz-seeds"), str(partial),
                                  str(self.tree / "vectors"), SEED_CASES])
            partial.rename(seeds)
        folder = seeds / target
        if not folder.is_dir():
            raise Problem(f"{target}: neither {shipped} nor grit-fuzz-seeds has an input for it")
        return folder, "seeds"

    def hunt(self, what, target, seconds):
        """Runs the engine until it dies or the time is up; a dict that says what came of it."""
        start_folder, origin = self.inputs(target)
        folder = self.work / what
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "corpus").mkdir(parents=True)
        (folder / "artifacts").mkdir()
        log = folder / "engine.log"
        command = [self.program(f"grit-fuzz-{target}"),
                   *flags({"seed": self.seed, **ALWAYS, "max_total_time": seconds,
                           "artifact_prefix": f"{folder}/artifacts/"}),
                   str(folder / "corpus"), str(start_folder)]
        died = True
        started = time.monotonic()
        with log.open("wb") as out:
            engine = subprocess.Popen(command, cwd=folder, env=self.environment,
                                      stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
            try:
                died = engine.wait(timeout=seconds) != 0
            except subprocess.TimeoutExpired:  # it looks at the clock only once the corpus is read
                died = False
            finally:
                engine.kill()
                engine.wait()
        took = time.monotonic() - started
        text = log.read_text(encoding="utf-8", errors="replace")
        runs = [int(number) for number in re.findall(r"^#(\d+)\t", text, re.MULTILINE)]
        result = {"target": target, "from": origin, "seconds": round(took, 1),
                  "during": "mutation" if "INITED" in text else "corpus",
                  "runs": max(runs, default=0), "outcome": "none", "signature": "", "log": str(log)}
        if died:
            result.update(self.judged(target, folder / "artifacts", text))
        return result

    def judged(self, target, artifacts, text):
        """{"outcome", "signature"} of what killed the engine."""
        left = sorted(artifacts.iterdir())
        if left:
            answer = subprocess.run([self.program(f"grit-replay-{target}"), "--judge", str(left[0])],
                                    env=self.environment, capture_output=True, text=True, check=False)
            try:
                judgement = json.loads(answer.stdout)
            except ValueError as error:
                raise Problem(f"{left[0]}: grit-replay-{target} --judge gave no judgement but exit "
                              f"code {answer.returncode}: {answer.stderr.strip()}") from error
            if judgement["outcome"] == "infrastructure":
                detail = " ".join(judgement["detail"].split())
                raise Problem(f"{target}: {judgement['signature']}: {detail}; --adapters names the "
                              "folder of built adapters")
            if judgement["outcome"] != "none":
                return {"outcome": judgement["outcome"], "signature": judgement["signature"]}
        mutator = report_in_mutator(text)
        if mutator:
            return {"outcome": "sanitizer", "signature": mutator}
        return {"outcome": "crash", "signature": "the engine died, and its input shows nothing"}


def report_in_mutator(text):
    """"kind | function" where the innermost function of the project in the engine's report is one
    of the mutator's; else nothing."""
    report = re.search(r"ERROR: AddressSanitizer: (\S+)", text)
    if not report:
        return ""
    for function, path in re.findall(r"^ +#\d+ \S+ in (.+?) (/\S+)$", text[report.end():],
                                     re.MULTILINE):
        if "/fuzz/mutator/" in path:
            return f"{report[1]} | {function.split('(')[0]}"
        if "/harness/" in path or "/adapters/" in path or "/fuzz/" in path:
            return ""
    return ""


def verdict(bug, result):
    if result["outcome"] == "none":
        return "not found"
    if result["outcome"] != bug.outcome:
        return f"another outcome than {bug.outcome}"
    if not re.match(bug.signature, result["signature"]):
        return "another signature"
    return "found"


def table(head, rows):
    """Columns as wide as their widest cell, but for the last."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head) - 1)] + [0]
    for row in [head, *rows]:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def search_bugs(laboratory, bugs, seconds):
    results = []
    for bug in bugs:
        print(f"planting {bug.name}", file=sys.stderr, flush=True)
        with bug.planted(laboratory.tree):
            laboratory.build_target(bug.name, bug.target)
            result = laboratory.hunt(bug.name, bug.target, seconds)
        results.append({"planted": bug.name, "part": bug.part, "verdict": verdict(bug, result),
                        **result})
    return results


def search_nothing(laboratory, targets, seconds):
    results = []
    for target in targets:
        print(f"nothing planted, {target}", file=sys.stderr, flush=True)
        laboratory.build_target(f"control-{target}", target)
        result = laboratory.hunt(f"control-{target}", target, seconds)
        quiet = result["outcome"] == "none"
        results.append({"planted": "nothing", "part": "", "verdict": "quiet" if quiet else "found",
                        **result})
    return results


def show(results):
    def found_in(result):
        if result["outcome"] == "none":
            return f"not in {result['seconds']:.0f}"
        return f"{result['seconds']:.1f}"

    table(["planted", "target", "found in s", "by", "outcome", "verdict", "signature"],
          [[result["planted"], result["target"], found_in(result),
            "—" if result["outcome"] == "none" else
            result["from"] if result["during"] == "corpus" else f"mutation of the {result['from']}",
            result["outcome"], result["verdict"], result["signature"]] for result in results])


def arguments_of(words):
    parser = argparse.ArgumentParser(
        description="Plants bugs, finds them by fuzzing, reverts; prints a table.",
        epilog="Exit code: 0 as expected, 1 not, 2 usage, 3 could not build or ask.")
    parser.add_argument("--only", action="append", metavar="NAME", help="only this one; repeatable")
    parser.add_argument("--list", action="store_true", help="say what is planted; build nothing")
    parser.add_argument("--control", action="store_true",
                        help="plant nothing, and expect that nothing is found")
    parser.add_argument("--json", action="store_true", help="JSON instead of a table")
    parser.add_argument("--seconds", type=int, metavar="S",
                        help=f"for one search (60; with --control {CONTROL_SECONDS})")
    parser.add_argument("--seed", type=int, default=1, help="of the engine (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="of the build")
    parser.add_argument("--corpus", type=pathlib.Path, default=ROOT / "corpus",
                        help="folder with a folder for each target (corpus)")
    parser.add_argument("--adapters", type=pathlib.Path, default=ROOT / "build/adapters",
                        help="folder of built adapters (build/adapters)")
    parser.add_argument("--tree", type=pathlib.Path, default=ROOT / "build/planted/tree",
                        help="where the copy is made (build/planted/tree); it is kept for the next run")
    arguments = parser.parse_args(words)
    if arguments.seconds is None:
        arguments.seconds = CONTROL_SECONDS if arguments.control else 60
    if arguments.seconds < 1 or arguments.jobs < 1:
        parser.error("--seconds and --jobs are 1 at least")
    if ROOT.is_relative_to(arguments.tree.resolve()):
        parser.error(f"--tree {arguments.tree}: the copy must not be the tree itself; name a new folder")
    if arguments.tree.is_dir() and any(arguments.tree.iterdir()) and \
            not (arguments.tree / "fuzz/planted/find.py").is_file():
        parser.error(f"--tree {arguments.tree}: holds something else; name a new folder")
    names = [path.stem for path in HERE.glob("*.patch")]
    for name in arguments.only or []:
        if name not in names:
            parser.error(f"--only {name}: no such patch; --list names them")
    return arguments


def main(words):
    arguments = arguments_of(words)
    try:
        bugs = [Bug(path) for path in sorted(HERE.glob("*.patch"))
                if not arguments.only or path.stem in arguments.only]
        for bug in bugs:
            bug.changed(ROOT)  # one that does not fit is known before anything is built
        if arguments.list:
            if arguments.json:
                print(json.dumps([{"planted": bug.name, **{key: getattr(bug, key) for key in KEYS}}
                                  for bug in bugs], indent=2))
            else:
                table(["planted", "part", "target", "outcome", "does"],
                      [[bug.name, bug.part, bug.target, bug.outcome, bug.does] for bug in bugs])
            return 0
        laboratory = Laboratory(arguments)
        laboratory.work.mkdir(parents=True, exist_ok=True)
        with (laboratory.work / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise Problem(f"{laboratory.tree}: another run is at work there; wait for it, or "
                              "name another --tree") from None
            make_copy(laboratory.tree)
            link_adapters(laboratory.tree, arguments.adapters)
            laboratory.configure()
            if arguments.control:
                targets = list(dict.fromkeys(bug.target for bug in bugs))
                results = search_nothing(laboratory, targets, arguments.seconds)
            else:
                results = search_bugs(laboratory, bugs, arguments.seconds)
    except Problem as problem:
        print(f"find.py: {problem}", file=sys.stderr)
        return EXIT_INFRASTRUCTURE
    if arguments.json:
        print(json.dumps(results, indent=2))
    else:
        show(results)
    good = "quiet" if arguments.control else "found"
    return 0 if all(result["verdict"] == good for result in results) else EXIT_MISSED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
