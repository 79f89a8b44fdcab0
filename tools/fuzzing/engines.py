"""What a campaign needs of a fuzzing engine."""

from __future__ import annotations

import dataclasses
import hashlib
import re
from pathlib import Path
from typing import Iterable, List, Protocol

from store import sha1

LIBFUZZER = "libfuzzer"
AFL = "afl"
ENGINES = (LIBFUZZER, AFL)

# What an engine takes an artifact for. Of libFuzzer's, slow-unit is none: it is within the limit.
KINDS = ("crash", "timeout", "oom", "leak")
_ARTIFACT = re.compile(rf"({'|'.join(KINDS)})-[0-9a-f]{{40}}")


@dataclasses.dataclass(frozen=True)
class Stats:
    """Of the run that is going on, without what ran before a resume."""

    executions: int = 0
    per_second: float = 0.0
    edges: int = 0
    corpus: int = 0


class Engine(Protocol):
    """Runs one target for some time with its inputs in a work folder.

    Whatever it finds lies in `artifacts/` of that folder as KIND-SHA1 once `step` or `stop` returns.
    """

    def start(self, seconds: float) -> None:
        """Starts the processes; InfrastructureError where that cannot be."""

    def step(self, may_restart: bool) -> None:
        """Looks after the processes; InfrastructureError where one is broken. Called often."""

    def stats(self) -> Stats: ...

    @property
    def finished(self) -> bool:
        """No process runs and none will be started again."""

    @property
    def blocked(self) -> str:
        """Why it cannot go on although time is left; empty where it can."""

    def stop(self) -> None:
        """Ends every process."""


def store(artifact: Path, kind: str, folder: Path) -> str:
    """Copies an artifact to its place in `folder`; returns the SHA-1."""
    data = artifact.read_bytes()
    name = sha1(data)
    (folder / f"{kind}-{name}").write_bytes(data)
    return name


def pending(folder: Path) -> List[Path]:
    """The artifacts in `folder` that engines have found and nobody has judged."""
    return sorted(path for path in folder.glob("*-*") if _ARTIFACT.fullmatch(path.name))


def seed(folder: Path, sources: Iterable[Path]) -> None:
    """Copies inputs into a corpus under the names that libFuzzer would give them."""
    folder.mkdir(parents=True, exist_ok=True)
    for source in sources:
        data = source.read_bytes()
        place = folder / sha1(data)
        if not place.exists():
            place.write_bytes(data)


def process_seed(seed_of_run: int, *what: object) -> int:
    """The seed of one process, never 0 (which asks engines to choose one); below 2^31."""
    text = " ".join(str(part) for part in (seed_of_run, *what))
    return int(hashlib.sha256(text.encode()).hexdigest()[:7], 16) + 1
