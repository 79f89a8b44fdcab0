"""What a campaign remembers, so that it can go on where it was stopped."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any, Dict, List, Sequence

from exits import UsageError
from store import VERSION, read_document, write_document

CAMPAIGN = "grit-fuzz-campaign"
TARGET = "grit-fuzz-state"


@dataclasses.dataclass
class Campaign:
    """OUT/state.json: what was asked for."""

    targets: List[str]
    engines: List[str]
    seed: int
    time_s: float

    @staticmethod
    def path(out: Path) -> Path:
        return out / "state.json"

    def save(self, out: Path) -> None:
        write_document(self.path(out),
                       {"schema": CAMPAIGN, "version": VERSION, **dataclasses.asdict(self)})

    @classmethod
    def load(cls, out: Path) -> Campaign:
        if not cls.path(out).exists():
            raise UsageError(f"there is nothing to resume in {out}; leave --resume out")
        document = read_document(cls.path(out), CAMPAIGN)
        return cls(**{field.name: document[field.name] for field in dataclasses.fields(cls)})

    def refuse_others(self, targets: Sequence[str], engines: Sequence[str]) -> None:
        """UsageError where something was named that is not what this campaign runs."""
        if targets and list(targets) != self.targets:
            raise UsageError(f"--resume: the campaign is of {' '.join(self.targets)}, not of "
                             f"{' '.join(targets)}; name no target, or leave --resume out")
        if engines and list(engines) != self.engines:
            raise UsageError(f"--resume: the campaign runs {' and '.join(self.engines)}, not "
                             f"{' and '.join(engines)}; name no engine, or leave --resume out")


@dataclasses.dataclass
class Progressed:
    """What one engine has done of one target."""

    elapsed_s: float = 0.0
    executions: int = 0
    edges: int = 0


@dataclasses.dataclass
class TargetState:
    """OUT/T/state.json: by engine, how far it is."""

    target: str
    engines: Dict[str, Progressed]

    @staticmethod
    def path(work: Path) -> Path:
        return work / "state.json"

    def save(self, work: Path) -> None:
        write_document(self.path(work), {"schema": TARGET, "version": VERSION,
                                         **dataclasses.asdict(self)})

    @classmethod
    def load(cls, work: Path, target: str) -> TargetState:
        """A new one where there is none yet."""
        if not cls.path(work).exists():
            return cls(target, {})
        document: Dict[str, Any] = read_document(cls.path(work), TARGET)
        if document["target"] != target:
            raise UsageError(f"{cls.path(work)} is of {document['target']}, not of {target}; "
                             "move it away")
        return cls(target, {name: Progressed(**values)
                            for name, values in document["engines"].items()})

    def of(self, engine: str) -> Progressed:
        return self.engines.setdefault(engine, Progressed())
