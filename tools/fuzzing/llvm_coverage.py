"""What inputs reach of the harness, by the build for coverage and llvm-cov."""

from __future__ import annotations

import bisect
import dataclasses
import os
import re
import shutil
from pathlib import Path
from typing import Any, Dict, Iterable, List, Sequence, Set, Tuple

from children import Runner, ending
from exits import InfrastructureError

TOOLS = ("llvm-profdata-19", "llvm-cov-19")
TOOL_S = 600.0
REPLAY_S = 3600.0

# Its files are compared with the minimum and listed; tests are of no interest.
FOLDERS = ("harness/reference", "harness/protocol")
_TESTS = re.compile(r"(_test\.cpp|/test_[a-z]+\.h|/tests/.*)$")


def tool(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise InfrastructureError(f"{name} is not installed: apt-get install llvm-19")
    return path


@dataclasses.dataclass
class SourceFile:
    """One file's lines and branches, from lcov's records."""

    path: str  # from the root
    lines: Dict[int, int] = dataclasses.field(default_factory=dict)
    branches: Dict[Tuple[int, str], int] = dataclasses.field(default_factory=dict)
    functions: Dict[int, str] = dataclasses.field(default_factory=dict)  # by first line, mangled

    @property
    def is_test(self) -> bool:
        return bool(_TESTS.search(self.path))

    def function_at(self, line: int) -> str:
        """The function whose body the line is in, mangled; the last that begins before it."""
        starts = sorted(self.functions)
        at = bisect.bisect_right(starts, line)
        return self.functions[starts[at - 1]] if at else ""

    def missing_lines(self) -> List[int]:
        return sorted(line for line, count in self.lines.items() if count == 0)

    def missing_branches(self) -> List[int]:
        """The line of each branch that was not taken although its condition was evaluated or not;
        those of lines that were not reached are left to the lines."""
        return sorted(line for (line, _), count in self.branches.items()
                      if count == 0 and self.lines.get(line, 1) != 0)


def parsed(lcov: str, root: Path) -> List[SourceFile]:
    """The files below `root` of an lcov export."""
    files: List[SourceFile] = []
    current = SourceFile("")
    for line in lcov.splitlines():
        kind, _, rest = line.partition(":")
        if kind == "SF":
            current = SourceFile(os.path.relpath(rest, root))
            if not current.path.startswith(".."):
                files.append(current)
        elif kind == "DA":
            number, count = rest.split(",")[:2]
            current.lines[int(number)] = int(count)
        elif kind == "FN":
            first, name = rest.split(",", 1)
            current.functions.setdefault(int(first), name)
        elif kind == "BRDA":
            number, place, branch, count = rest.split(",")
            key = (int(number), f"{place},{branch}")
            taken = 0 if count == "-" else int(count)
            current.branches[key] = max(taken, current.branches.get(key, 0))
    return files


@dataclasses.dataclass
class Reach:
    """Counts over some files."""

    lines: int = 0
    lines_reached: int = 0
    branches: int = 0
    branches_reached: int = 0

    @classmethod
    def of(cls, files: Iterable[SourceFile]) -> Reach:
        reach = cls()
        for file in files:
            reach.lines += len(file.lines)
            reach.lines_reached += sum(1 for count in file.lines.values() if count)
            reach.branches += len(file.branches)
            reach.branches_reached += sum(1 for count in file.branches.values() if count)
        return reach

    def document(self) -> Dict[str, Any]:
        return {**dataclasses.asdict(self),
                "lines_percent": percent(self.lines_reached, self.lines),
                "branches_percent": percent(self.branches_reached, self.branches)}


def percent(part: int, whole: int) -> float:
    """Rounded down, so that 100 means all; of nothing it is 100."""
    return part * 10000 // whole / 100 if whole else 100.0


def in_folder(files: Sequence[SourceFile], folder: str) -> List[SourceFile]:
    return [file for file in files if file.path.startswith(folder + "/") and not file.is_test]


class Coverage:
    """Profiles of replay programs, and what they say together."""

    def __init__(self, root: Path, folder: Path, runner: Runner) -> None:
        self._root = root
        self._folder = folder
        self._runner = runner
        self._profdata, self._cov = (tool(name) for name in TOOLS)

    def replay(self, program: Path, name: str, paths: Sequence[Path]) -> Tuple[Path, int]:
        """Runs the inputs; the merged profile, and how many they were."""
        raw = self._folder / "raw" / name
        shutil.rmtree(raw, ignore_errors=True)
        raw.mkdir(parents=True)
        environment = {**os.environ, "LLVM_PROFILE_FILE": str(raw / "%p.profraw")}
        done = self._runner.run([program, *paths], REPLAY_S, environment)
        match = re.search(r"^(\d+) inputs$", done.out, re.MULTILINE)
        if done.code != 0 or not match:
            said = re.findall(r"^grit-finding: .*", done.err, re.MULTILINE)
            raise InfrastructureError(f"{program.name} does not get through the corpus "
                                      f"({ending(done.code)}): {said[-1] if said else done.said()}")
        profile = self._folder / f"{name}.profdata"
        self.merge(sorted(raw.glob("*.profraw")), profile)
        shutil.rmtree(raw)
        return profile, int(match[1])

    def merge(self, profiles: Sequence[Path], into: Path) -> None:
        if not profiles:
            raise InfrastructureError("a replay program left no profile; is it of the configuration "
                                      "coverage?")
        self._tool([self._profdata, "merge", "-sparse", "-o", into, *profiles])

    def files(self, programs: Sequence[Path], profile: Path) -> List[SourceFile]:
        return parsed(self._tool([self._cov, "export", "-format=lcov",
                                  *self._inputs(programs, profile)]), self._root)

    def html(self, programs: Sequence[Path], profile: Path, into: Path) -> Path:
        """Writes the pages; returns the first."""
        shutil.rmtree(into, ignore_errors=True)
        sources = [self._root / folder for folder in FOLDERS]
        self._tool([self._cov, "show", "-format=html", "-show-branches=count",
                    "-ignore-filename-regex=.*_test\\.cpp$", f"-output-dir={into}",
                    *self._inputs(programs, profile), *sources])
        return into / "index.html"

    @staticmethod
    def _inputs(programs: Sequence[Path], profile: Path) -> List[object]:
        more = [word for program in programs[1:] for word in ("-object", program)]
        return [f"-instr-profile={profile}", programs[0], *more]

    def demangled(self, names: Set[str]) -> Dict[str, str]:
        """Functions' names for people; as they are where there is no demangler."""
        program = shutil.which("llvm-cxxfilt-19") or shutil.which("c++filt")
        # Those of internal linkage begin with their file.
        bare = {name: name.rsplit(":", 1)[-1] for name in names}
        ordered = sorted(set(bare.values()))
        if program is None or not ordered:
            return bare
        shown: Dict[str, str] = {}
        for at in range(0, len(ordered), 500):
            part = ordered[at:at + 500]
            shown.update(zip(part, self._tool([program, *part]).splitlines()))
        return {name: shown[plain] for name, plain in bare.items()}

    def _tool(self, arguments: Sequence[object]) -> str:
        done = self._runner.run(arguments, TOOL_S)
        if done.code != 0:
            raise InfrastructureError(f"{Path(str(arguments[0])).name} {arguments[1]} ended with "
                                      f"{ending(done.code)}: {done.said()}")
        return done.out
