"""Runs targets, each for its time, and files what they find."""

from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import shutil
import time
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Sequence

from aflplusplus import AflPlusPlus
from children import Runner
from engines import LIBFUZZER, Engine, Stats, pending, seed
from exits import CLEAN, FOUND, INFRASTRUCTURE, STOPPED, InfrastructureError, Stopped
from findings import Findings, Origin
from libfuzzer import LibFuzzer
from progress import Progress, progress_text
from project import Project, entries_in, files_below
from replay import Limits, Replay
from state import Campaign, TargetState

# So many unjudged artifacts hold the engine's restarts back: a shallow bug is hit faster than judged.
MOST_PENDING = 16
SAVE_EVERY_S = 10.0
STEP_S = 0.05

# How a run of one target under one engine ended.
COMPLETED = "completed"
STOPPED_STATE = "stopped"    # by the user
BLOCKED = "blocked"          # a finding keeps the engine from using its time
BROKEN = "infrastructure"    # it ran, and something broke
NOT_RUN = "not run"          # no input was executed


@dataclasses.dataclass
class Run:
    """One target under one engine."""

    target: str
    engine: str
    state: str = NOT_RUN
    reason: str = ""  # empty where completed
    elapsed_s: float = 0.0
    executions: int = 0
    edges: int = 0
    corpus: int = 0

    @property
    def per_second(self) -> float:
        return self.executions / self.elapsed_s if self.elapsed_s > 0 else 0.0

    def document(self) -> Dict[str, Any]:
        return {**dataclasses.asdict(self), "elapsed_s": round(self.elapsed_s, 1),
                "per_second": round(self.per_second, 1)}


@dataclasses.dataclass(frozen=True)
class Settings:
    jobs: int
    seed: int
    time_s: float  # for each target and engine
    limits: Limits
    resume: bool


@contextlib.contextmanager
def held(out: Path) -> Iterator[None]:
    """The folder is this process's alone."""
    out.mkdir(parents=True, exist_ok=True)
    with open(out / ".lock", "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InfrastructureError(f"another grit fuzz works in {out}; wait for it, or give this "
                                      "one another folder with --out") from None
        yield


class TargetRun:
    """One target under one engine, from its seeds to its state."""

    def __init__(self, project: Project, run: Run, settings: Settings, runner: Runner,
                 progress: Progress) -> None:
        self._project = project
        self._run = run
        self._settings = settings
        self._runner = runner
        self._progress = progress
        self._work = project.work(run.target)
        self._state = TargetState.load(self._work, run.target)
        self._before = dataclasses.replace(self._state.of(run.engine))
        self._engine: Optional[Engine] = None
        self._findings: Optional[Findings] = None
        self._problem = ""
        self._judged = 0
        self._started = 0.0
        self._ended: Optional[float] = None
        self._saved = 0.0

    def execute(self) -> None:
        """Fills in the run; no exception leaves here but for faults of this program."""
        left = self._settings.time_s - self._before.elapsed_s
        try:
            self._findings = findings_of(self._project, self._run.target, self._runner,
                                         self._settings.limits)
            if left < 1:
                self._judge_rest(self._findings)
                self._account(Stats())
                self._run.state, self._run.reason = (BROKEN if self._problem else COMPLETED,
                                                     self._problem)
                return
            self._provide_seeds()
            form = self._findings.replay.form()
            self._engine = make_engine(self._project, self._run, form, self._settings, self._runner)
            self._engine.start(left)
        except InfrastructureError as problem:
            if self._engine is not None:
                self._engine.stop()
            self._run.reason = str(problem)
            return
        except Stopped:
            self._run.state, self._run.reason = STOPPED_STATE, "stopped before it was started"
            return
        self._started = self._saved = time.monotonic()
        try:
            self._runner.meanwhile = self._tick
            self._fuzz(self._engine, self._findings)
        finally:
            self._runner.meanwhile = lambda: None
            self._engine.stop()
        self._ended = self._ended or time.monotonic()
        self._judge_rest(self._findings)
        self._conclude(self._engine)

    def _fuzz(self, engine: Engine, findings: Findings) -> None:
        while True:
            self._tick()
            if self._problem or self._runner.request.requested:
                return
            waiting = pending(self._work / "artifacts")
            if waiting:
                self._judge(findings, waiting[0])
            elif engine.finished:
                return
            else:
                time.sleep(STEP_S)

    def _tick(self) -> None:
        """What goes on also while an input is judged."""
        engine, now = self._engine, time.monotonic()
        if engine is None or self._problem or self._runner.request.requested:
            return
        try:
            engine.step(len(pending(self._work / "artifacts")) < MOST_PENDING)
        except InfrastructureError as problem:
            self._problem = str(problem)
        if engine.finished and self._ended is None:
            self._ended = now
        if now - self._saved >= SAVE_EVERY_S:
            self._saved = now
            self._account(engine.stats())
        if self._progress.due and self._findings is not None:
            left = self._settings.time_s - self._before.elapsed_s - (now - self._started)
            self._progress.show(progress_text(
                self._run.target, engine.stats(), entries_in(self._work / "findings"),
                entries_in(self._work / "incubating"), left))

    def _judge(self, findings: Findings, artifact: Path) -> None:
        elapsed = self._before.elapsed_s + time.monotonic() - self._started
        origin = Origin(self._run.engine, self._settings.seed, artifact.name, round(elapsed, 1))
        try:
            document = findings.add(artifact, origin)
        except InfrastructureError as problem:
            self._problem = self._problem or str(problem)
            return
        except Stopped:
            return
        self._judged += 1
        if document["hits"] == 1 and document["reproduces"]:
            self._progress.say(f"{self._run.target}: finding {document['id']}: {document['outcome']}: "
                               f"{document['signature']}")

    def _judge_rest(self, findings: Findings) -> None:
        """What was found until the end; after a stop it stays in artifacts/ for --resume."""
        broken = self._problem
        for artifact in pending(self._work / "artifacts"):
            if self._runner.request.requested or self._problem != broken:
                return
            self._judge(findings, artifact)

    def _account(self, stats: Stats) -> None:
        done = self._state.of(self._run.engine)
        elapsed = (self._ended or time.monotonic()) - self._started if self._started else 0.0
        done.elapsed_s = round(self._before.elapsed_s + elapsed, 1)
        done.executions = self._before.executions + stats.executions
        done.edges = max(self._before.edges, stats.edges)
        self._run.elapsed_s, self._run.executions = done.elapsed_s, done.executions
        self._run.edges, self._run.corpus = done.edges, entries_in(self._work / "corpus")
        self._state.save(self._work)

    def _conclude(self, engine: Engine) -> None:
        stats = engine.stats()
        self._account(stats)
        run = self._run
        if self._problem:
            run.state, run.reason = (BROKEN if stats.executions else NOT_RUN), self._problem
        elif self._runner.request.requested:
            run.state, run.reason = STOPPED_STATE, "stopped by a signal"
        elif stats.executions == 0 and self._judged == 0:
            run.state, run.reason = NOT_RUN, "it ended without having executed an input"
        elif engine.blocked:
            run.state, run.reason = BLOCKED, engine.blocked
        else:
            run.state = COMPLETED

    def _provide_seeds(self) -> None:
        corpus = self._work / "corpus"
        if corpus.is_dir() and any(corpus.iterdir()):
            return
        sources = files_below(self._project.corpus(self._run.target))
        if not sources:
            sources = generated_seeds(self._project, self._run.target, self._runner)
        seed(corpus, sources)


def generated_seeds(project: Project, target: str, runner: Runner) -> List[Path]:
    """What grit-fuzz-seeds writes for the target; it writes those of all targets once a campaign."""
    folder = project.out / "seeds"
    if not folder.is_dir():
        fresh = project.out / "seeds.new"
        shutil.rmtree(fresh, ignore_errors=True)
        program = project.built("fuzz", "grit-fuzz-seeds")
        done = runner.run([program, fresh, project.root / "vectors"], 600)
        if done.code != 0:
            raise InfrastructureError(f"{program.name} ended with {done.code}: {done.said()}")
        fresh.mkdir(exist_ok=True)
        fresh.rename(folder)
    return files_below(folder / target)


def findings_of(project: Project, target: str, runner: Runner, limits: Limits) -> Findings:
    """The target's findings, judged by the build with sanitizers."""
    work = project.work(target)
    replay = Replay(project.built("fuzz", f"grit-replay-{target}"), runner, limits)
    return Findings(target, work, replay, project.shown(work))


def make_engine(project: Project, run: Run, form: str, settings: Settings,
                runner: Runner) -> Engine:
    """`form` is what the target's inputs look like."""
    work, target = project.work(run.target), run.target
    dictionary = project.dictionary(target, form)
    if run.engine == LIBFUZZER:
        return LibFuzzer(project.built("fuzz", f"grit-fuzz-{target}"), work, settings.jobs,
                         settings.seed, settings.limits, dictionary, runner.request)
    # afl-fuzz loads the mutator into itself, so that one has no sanitizers.
    return AflPlusPlus(project.built("afl", f"grit-afl-{target}"),
                       project.built("release", f"libgrit-afl-mutator-{target}.so"), work,
                       settings.jobs, settings.seed, settings.limits, dictionary, runner.request)


def set_aside(out: Path, targets: Sequence[str]) -> None:
    """What earlier campaigns have left of these targets goes to OUT/previous/."""
    for name in (*targets, "seeds"):
        place = out / name
        if place.exists():
            before = out / "previous" / name
            shutil.rmtree(before, ignore_errors=True)
            before.parent.mkdir(exist_ok=True)
            place.rename(before)


def run_campaign(project: Project, campaign: Campaign, settings: Settings, runner: Runner,
                 progress: Progress) -> List[Run]:
    """A run for each target and engine, also for those that are not run."""
    runs = [Run(target, engine) for target in campaign.targets for engine in campaign.engines]
    if not settings.resume:
        set_aside(project.out, campaign.targets)
    campaign.save(project.out)
    for run in runs:
        if runner.request.requested:
            run.reason = "stopped before its turn"
            continue
        TargetRun(project, run, settings, runner, progress).execute()
        progress.say(f"{run.target}, {run.engine}: {run.state}"
                     + (f": {run.reason}" if run.reason else ""))
    return runs


def run_code(run: Run, findings: int) -> int:
    """What one run adds to the exit code."""
    if run.state == STOPPED_STATE:
        return STOPPED
    if run.state in (BROKEN, NOT_RUN):
        return INFRASTRUCTURE
    if run.state == BLOCKED and not findings:
        return INFRASTRUCTURE
    return FOUND if findings else CLEAN
