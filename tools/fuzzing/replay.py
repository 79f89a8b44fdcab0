"""Asks grit-replay-T about one input: what it does, the smallest like it, what it says."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any, Dict, Sequence

from children import Completed, Runner, ending
from exits import InfrastructureError

# What an input can do, as grit-replay calls it; stated once more in docs/schemas/fuzz.schema.json.
NONE = "none"
BROKEN = "infrastructure"
FINDINGS = ("disagreement", "law", "sanitizer", "crash", "hang", "out of memory")


@dataclasses.dataclass(frozen=True)
class Limits:
    """What one input may use, in the engine and when it is judged."""

    timeout_s: int = 10
    memory_mib: int = 2048
    reduce_s: int = 300  # for a whole reduction


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What one fresh process said of an input."""

    outcome: str
    signature: str
    detail: str

    @property
    def is_finding(self) -> bool:
        return self.outcome in FINDINGS

    def same_as(self, other: Verdict) -> bool:
        return (self.outcome, self.signature) == (other.outcome, other.signature)

    def shown(self) -> str:
        return f"{self.outcome}: {self.signature}" if self.signature else self.outcome

    def document(self) -> Dict[str, str]:
        return dataclasses.asdict(self)


class Replay:
    """The replay program of one target."""

    def __init__(self, program: Path, runner: Runner, limits: Limits) -> None:
        self.program = program
        self._runner = runner
        self._limits = limits

    def _document(self, arguments: Sequence[object], timeout_s: float,
                  accepted: Sequence[int] = (0,)) -> Dict[str, Any]:
        done = self._runner.run([self.program, *arguments], timeout_s)
        if done.code not in accepted:
            raise self._failure(arguments, done)
        try:
            document = json.loads(done.out)
        except ValueError:
            document = None
        if not isinstance(document, dict):
            raise InfrastructureError(f"{self.program.name} {arguments[0]} printed no JSON object: "
                                      f"{done.out[:200]!r}")
        return document

    def _failure(self, arguments: Sequence[object], done: Completed) -> InfrastructureError:
        return InfrastructureError(f"{self.program.name} {arguments[0]} ended with "
                                   f"{ending(done.code)}: {done.said()}")

    def _limit_options(self) -> Sequence[object]:
        return ("--timeout", self._limits.timeout_s, "--memory", self._limits.memory_mib)

    def judge(self, file: Path) -> Verdict:
        """What the input does in a fresh process; InfrastructureError where that cannot be said."""
        document = self._document(("--judge", file, *self._limit_options()),
                                  self._limits.timeout_s + 60, accepted=(0, 3))
        verdict = Verdict(*(str(document.get(key, "")) for key in ("outcome", "signature", "detail")))
        if verdict.outcome == BROKEN:
            raise InfrastructureError(f"{self.program.name} cannot judge {file.name}: "
                                      f"{verdict.detail or verdict.signature or 'it gives no reason'}")
        if verdict.outcome not in (NONE, *FINDINGS):
            raise InfrastructureError(f"{self.program.name} judges {file.name} as "
                                      f"{verdict.outcome!r}, which is no outcome")
        if verdict.is_finding and not verdict.signature:
            raise InfrastructureError(f"{self.program.name} calls {file.name} a finding "
                                      f"({verdict.outcome}) without a signature")
        return verdict

    def reduce(self, file: Path, out: Path) -> Dict[str, Any]:
        return self._document(("--reduce", file, out, *self._limit_options()),
                              self._limits.reduce_s)

    def form(self) -> str:
        """What the target's inputs look like, in words."""
        return str(self._document(("--form",), 60).get("form", ""))

    def describe(self, file: Path) -> Dict[str, Any]:
        return self._document(("--describe", file), 60)

    def reached(self, paths: Sequence[Path]) -> Dict[str, int]:
        """How many inputs each rule of check decided, by the reference alone."""
        document = self._document(("--reached", *paths), 3600)
        rules = document.get("rules")
        if not isinstance(rules, dict):
            raise InfrastructureError(f"{self.program.name} --reached counts no rules")
        return {str(rule): int(count) for rule, count in rules.items()}
