"""Where the sources, the built programs, the corpus and the outputs are."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import List, Optional, Sequence

from exits import InfrastructureError, UsageError

# The size of corpus/ with everything below it.
CORPUS_LIMIT = 2 * 1024 * 1024


def by_default(target: str) -> bool:
    """The empty targets measure rates and find nothing, so they run only where they are named."""
    return not target.startswith("empty")


@dataclasses.dataclass(frozen=True)
class Project:
    """One checkout. `out` is where everything that fuzzing writes goes."""

    root: Path
    out: Path

    def targets(self) -> List[str]:
        """Every target, by its source file."""
        return sorted(path.stem for path in (self.root / "fuzz" / "targets").glob("*.cpp")
                      if not path.stem.endswith("_test"))

    def select(self, named: Sequence[str]) -> List[str]:
        """The named targets in that order, each once, or all that run by default."""
        known = self.targets()
        if not known:
            raise InfrastructureError(
                f"{self.root}/fuzz/targets holds no target; run this in a checkout of the project")
        for name in named:
            if name not in known:
                raise UsageError(f"there is no target {name}; there are {', '.join(known)}")
        if named:
            return list(dict.fromkeys(named))
        return [name for name in known if by_default(name)]

    def program(self, configuration: str, name: str) -> Path:
        """A program of fuzz/, as it was built in a configuration."""
        return self.root / "build" / configuration / "fuzz" / name

    def built(self, configuration: str, name: str) -> Path:
        """The same; an error where it is not there."""
        path = self.program(configuration, name)
        if not path.is_file():
            raise InfrastructureError(f"{path} is not built; run it through ./grit fuzz, which builds")
        return path

    def corpus(self, target: str) -> Path:
        """The target's corpus in git; what once was a finding is in regressions/ below it."""
        return self.root / "corpus" / target

    def regressions(self, target: str) -> Path:
        return self.corpus(target) / "regressions"

    def dictionary(self, target: str, form: str) -> Optional[Path]:
        """The target's own dictionary, or the one of its inputs' form: `grade text` has grade.dict."""
        for name in (target, *form.split()[:1]):
            path = self.root / "fuzz" / "dictionaries" / f"{name}.dict"
            if path.is_file():
                return path
        return None

    def work(self, target: str) -> Path:
        return self.out / target

    def shown(self, path: Path) -> str:
        """The path as a person types it: from the root where it lies below."""
        try:
            return str(path.relative_to(self.root))
        except ValueError:
            return str(path)


def files_below(folder: Path) -> List[Path]:
    """Every file, in the order of names; none where the folder is not there."""
    names = [os.path.join(place, name) for place, _, files in os.walk(folder) for name in files]
    return [Path(name) for name in sorted(names)]


def entries_in(folder: Path) -> int:
    """How many files and folders a folder holds itself; cheap, since it is asked while fuzzers run."""
    try:
        with os.scandir(folder) as entries:
            return sum(1 for _ in entries)
    except FileNotFoundError:
        return 0


def inputs_of(corpus: Path) -> List[Path]:
    """The inputs of a target's corpus in git without its regressions."""
    return [path for path in files_below(corpus)
            if path.relative_to(corpus).parts[0] != "regressions"]


def bytes_of(files: Sequence[Path]) -> int:
    return sum(path.stat().st_size for path in files)
