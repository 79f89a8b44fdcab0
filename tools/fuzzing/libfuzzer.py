"""libFuzzer: a process for each job over one corpus, started again after each finding."""

from __future__ import annotations

import dataclasses
import os
import re
import time
from pathlib import Path
from typing import Dict, List, Mapping, Optional

from children import Child, StopRequest, ending, last_lines, stop_all
from engines import KINDS, Stats, process_seed, store
from exits import InfrastructureError
from project import entries_in
from replay import Limits

# `#4096  pulse  cov: 120 ft: 300 corp: 20/1kb lim: 4 exec/s: 2048 rss: 40Mb`
_STATUS = re.compile(rb"^#(\d+)\s+\w+\s+cov: (\d+) ft: (\d+)(?: corp: (\d+)/\S+)?.*?exec/s: (\d+)",
                     re.MULTILINE)
_EXECUTED = re.compile(rb"^stat::number_of_executed_units: +(\d+)", re.MULTILINE)

# What every start of a target says. The entropic schedule costs a third of the time where there are
# many counters, and reached fewer features in the same time; nobody reads names of new functions,
# and a symbolizer looks them up.
ALWAYS = {"entropic": 0, "print_funcs": 0}

# As often in a row the same input ends a process that has just started: it cannot get past it.
BLOCKED_AFTER = 3
# How much later than asked a process may end by itself: it finishes the input at hand.
OVERTIME_S = 15.0
TAIL_BYTES = 8192


def flags(options: Mapping[str, object]) -> List[str]:
    """Options as libFuzzer's command line takes them."""
    return [f"-{name}={value}" for name, value in options.items()]


def status_of(log: bytes) -> Stats:
    """What the end of a log says; executions are exact where the final statistics are there."""
    lines = _STATUS.findall(log)
    if not lines:
        return Stats()
    count, edges, _, corpus, rate = lines[-1]
    return Stats(int(count), float(rate), int(edges), int(corpus or 0))


def executed_in(log: bytes) -> int:
    exact = _EXECUTED.findall(log)
    return int(exact[-1]) if exact else status_of(log).executions


def end_of(log: Path) -> bytes:
    try:
        with open(log, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - TAIL_BYTES))
            return file.read()
    except FileNotFoundError:
        return b""


@dataclasses.dataclass
class _Job:
    number: int
    log: Path
    child: Optional[Child] = None
    runs: int = 0
    started: float = 0.0
    executions: int = 0  # of its processes that have ended
    last_input: str = ""
    same_input: int = 0
    done: bool = False


class LibFuzzer:
    """See engines.Engine."""

    def __init__(self, program: Path, folder: Path, jobs: int, seed: int, limits: Limits,
                 dictionary: Optional[Path], request: StopRequest) -> None:
        self._program = program
        self._corpus = folder / "corpus"
        self._artifacts = folder / "artifacts"
        self._logs = folder / "logs"
        self._seed = seed
        self._limits = limits
        self._dictionary = dictionary
        self._request = request
        self._deadline = 0.0
        self._jobs = [_Job(number, self._logs / f"libfuzzer-{number}.log") for number in range(jobs)]
        self.blocked = ""

    def start(self, seconds: float) -> None:
        for folder in (self._corpus, self._artifacts, self._logs):
            folder.mkdir(parents=True, exist_ok=True)
        self._deadline = time.monotonic() + seconds
        for job in self._jobs:
            self._collect(job)  # what a run that was killed has left
            self._start(job)

    def _start(self, job: _Job) -> None:
        seconds = max(1, round(self._deadline - time.monotonic()))
        if job.log.exists():
            os.replace(job.log, job.log.with_suffix(".previous.log"))
        options: Dict[str, object] = {
            "artifact_prefix": f"{self._artifacts}/{job.number}-",
            "max_total_time": seconds,
            "timeout": self._limits.timeout_s,
            "rss_limit_mb": self._limits.memory_mib,
            "print_final_stats": 1,
            "reload": 1,
            # What is slow but within the limit is no finding, and libFuzzer would store it.
            "report_slow_units": self._limits.timeout_s + 1,
            **ALWAYS,
            "seed": process_seed(self._seed, job.number, job.runs),
        }
        if self._dictionary:
            options["dict"] = self._dictionary
        job.child = Child([str(self._program), str(self._corpus),
                           *flags(options)], job.log)
        job.runs += 1
        job.started = time.monotonic()

    def step(self, may_restart: bool) -> None:
        for job in self._jobs:
            if job.child is None:
                if not job.done and may_restart:
                    self._start(job)
                continue
            code = job.child.poll()
            if code is None and time.monotonic() > self._deadline + OVERTIME_S:
                stop_all([job.child], self._request)
                self._ended(job)
                self._collect(job)
                job.done = True
            elif code is not None:
                self._ended(job)
                self._judge_end(job, code, self._collect(job))

    def _ended(self, job: _Job) -> None:
        job.child = None
        job.executions += executed_in(end_of(job.log))

    def _judge_end(self, job: _Job, code: int, artifacts: List[str]) -> None:
        """Whether the process ended as it should, and whether its job goes on."""
        left = self._deadline - time.monotonic()
        lived = time.monotonic() - job.started
        if artifacts:
            job.done = left < 1
            name = artifacts[-1]
            # An input of the corpus that is a finding would end every process at its start.
            (self._corpus / name).unlink(missing_ok=True)
            job.same_input = job.same_input + 1 if name == job.last_input else 1
            job.last_input = name
            if job.same_input >= BLOCKED_AFTER and not job.done:
                job.done = True
                self.blocked = (f"every process ends at its start with the input {name}; mend that "
                                "finding first")
        elif code == 0 and left < 2:
            job.done = True
        elif code == 0:
            raise InfrastructureError(
                f"{self._program.name} ended by itself after {lived:.0f} s with {left:.0f} s left: "
                f"{self._said(job)}")
        else:
            raise InfrastructureError(f"{self._program.name} died with {ending(code)} and left no "
                                      f"input behind: {self._said(job)}")

    @staticmethod
    def _said(job: _Job) -> str:
        return last_lines(end_of(job.log).decode(errors="replace"))

    def _collect(self, job: _Job) -> List[str]:
        """Puts what the job found where it is waited for; returns the SHA-1 of each."""
        found = []
        for path in sorted(self._artifacts.glob(f"{job.number}-*")):
            kind = path.name.split("-")[1]
            if kind in KINDS:
                found.append(store(path, kind, self._artifacts))
            path.unlink()
        return found

    def stats(self) -> Stats:
        executions, rate, edges = 0, 0.0, 0
        for job in self._jobs:
            now = status_of(end_of(job.log))
            edges = max(edges, now.edges)
            executions += job.executions
            if job.child is not None:
                executions += now.executions
                rate += now.per_second
        return Stats(executions, rate, edges, entries_in(self._corpus))

    @property
    def finished(self) -> bool:
        return all(job.done and job.child is None for job in self._jobs)

    def stop(self) -> None:
        running = [job for job in self._jobs if job.child is not None]
        stop_all([job.child for job in running if job.child is not None], self._request)
        for job in running:
            self._ended(job)
        for job in self._jobs:
            job.done = True
            self._collect(job)
