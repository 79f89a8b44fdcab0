"""AFL++: one main instance and a secondary for each further job, in one output folder."""

from __future__ import annotations

import dataclasses
import os
import shutil
import time
from pathlib import Path
from typing import Dict, Iterator, List, Optional, Set, Tuple

from children import Child, StopRequest, ending, last_lines, stop_all
from engines import Stats, process_seed, seed, store
from exits import InfrastructureError
from libfuzzer import OVERTIME_S, end_of
from replay import Limits

# What its folders hold, in the words of libFuzzer's artifacts.
FOLDERS = {"crashes": "crash", "hangs": "timeout"}

# The processor's frequency and core dumps are the user's business, and no terminal is drawn on.
# A seed that is a finding is skipped instead of ending the run.
ENVIRONMENT = {
    "AFL_SKIP_CPUFREQ": "1",
    "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1",
    "AFL_NO_UI": "1",
    "AFL_NO_AFFINITY": "1",
    "AFL_SKIP_CRASHES": "1",
    "TERM": "dumb",
}


def pairs_of(text: str) -> Dict[str, str]:
    """The lines `name : value` of fuzzer_stats."""
    pairs = (line.partition(":") for line in text.splitlines())
    return {name.strip(): value.strip() for name, colon, value in pairs if colon}


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def instance_stats(folder: Path) -> Stats:
    """Of one instance: fuzzer_stats is written once a minute and at the end, plot_data every five
    seconds; executions only grow, so the larger number is the newer one."""
    try:
        pairs = pairs_of((folder / "fuzzer_stats").read_text(errors="replace"))
    except OSError:
        return Stats()
    by_stats = Stats(int(_number(pairs.get("execs_done", ""))),
                     _number(pairs.get("execs_per_sec", "")),
                     int(_number(pairs.get("edges_found", ""))),
                     int(_number(pairs.get("corpus_count", ""))))
    try:
        lines = (folder / "plot_data").read_text(errors="replace").splitlines()
    except OSError:
        return by_stats
    names = [name.strip() for name in lines[0].lstrip("# ").split(",")] if lines else []
    last = dict(zip(names, lines[-1].split(","))) if len(lines) > 1 else {}
    by_plot = Stats(int(_number(last.get("total_execs", ""))),
                    _number(last.get("execs_per_sec", "")),
                    int(_number(last.get("edges_found", ""))),
                    int(_number(last.get("corpus_count", ""))))
    return max(by_stats, by_plot, key=lambda stats: stats.executions)


@dataclasses.dataclass
class _Instance:
    name: str
    child: Child
    log: Path
    done: bool = False


class AflPlusPlus:
    """See engines.Engine."""

    def __init__(self, program: Path, mutator: Path, folder: Path, jobs: int,
                 seed_of_run: int, limits: Limits, dictionary: Optional[Path],
                 request: StopRequest) -> None:
        self._program = program
        self._mutator = mutator
        self._folder = folder
        self._corpus = folder / "corpus"
        self._artifacts = folder / "artifacts"
        self._out = folder / "afl"
        self._names = ["main", *(f"secondary{number:02}" for number in range(1, jobs))]
        self._seed = seed_of_run
        self._limits = limits
        self._dictionary = dictionary
        self._request = request
        self._deadline = 0.0
        self._seen: Set[Path] = set()
        self._instances: List[_Instance] = []
        self.blocked = ""

    def start(self, seconds: float) -> None:
        program = shutil.which("afl-fuzz")
        if program is None:
            raise InfrastructureError("afl-fuzz is not installed; ./grit fuzz --engine afl installs it, "
                                      "or: apt-get install afl++")
        for folder in (self._artifacts, self._corpus, self._folder / "logs"):
            folder.mkdir(parents=True, exist_ok=True)
        # What an earlier run left is in the corpus, or goes there now: instances start from that.
        self._collect()
        self._keep_queue()
        shutil.rmtree(self._out, ignore_errors=True)
        self._seen.clear()
        if not any(path.stat().st_size > 0 for path in self._corpus.iterdir()):
            (self._corpus / "seed").write_bytes(b"0")
        self._deadline = time.monotonic() + seconds
        for number, name in enumerate(self._names):
            self._instances.append(self._launch(program, number, name, seconds))

    def _launch(self, program: str, number: int, name: str, seconds: float) -> _Instance:
        environment = {**os.environ, **ENVIRONMENT,
                       "AFL_CUSTOM_MUTATOR_LIBRARY": str(self._mutator)}
        options = ["-i", str(self._corpus), "-o", str(self._out),
                   "-t", str(self._limits.timeout_s * 1000), "-m", "none",
                   "-V", str(max(1, round(seconds))),
                   "-s", str(process_seed(self._seed, number)),
                   "-M" if number == 0 else "-S", name]
        if self._dictionary:
            options += ["-x", str(self._dictionary)]
        log = self._folder / "logs" / f"afl-{name}.log"
        child = Child([program, *options, "--", str(self._program)], log, environment)
        return _Instance(name, child, log)

    def step(self, may_restart: bool) -> None:
        del may_restart  # an instance goes on by itself after a finding
        self._collect()
        left = self._deadline - time.monotonic()
        for instance in self._instances:
            if instance.done:
                continue
            code = instance.child.poll()
            if code is None:
                if left < -OVERTIME_S:
                    stop_all([instance.child], self._request)
                    instance.done = True
                continue
            instance.done = True
            self._collect()
            if code != 0:
                raise self._broken(instance, f"died with {ending(code)}")
            if left >= 2:
                raise self._broken(instance, f"ended by itself with {left:.0f} s left")
        if self.finished:
            self._keep_queue()

    @staticmethod
    def _broken(instance: _Instance, what: str) -> InfrastructureError:
        said = last_lines(end_of(instance.log).decode(errors="replace"))
        return InfrastructureError(f"afl-fuzz ({instance.name}) {what}: {said}")

    def _saved(self, *kinds: str) -> Iterator[Tuple[str, Path]]:
        """The files `id:…` of every instance; what a restart has set aside is crashes.DATE."""
        if not self._out.is_dir():
            return
        for kind in kinds:
            for folder in sorted(self._out.glob(f"*/{kind}*")):
                for path in sorted(folder.glob("id:*")):
                    if path.is_file():
                        yield kind, path

    def _collect(self) -> None:
        for kind, path in self._saved(*FOLDERS):
            if path not in self._seen:
                self._seen.add(path)
                store(path, FOLDERS[kind], self._artifacts)

    def _keep_queue(self) -> None:
        seed(self._corpus, (path for _, path in self._saved("queue")))

    def stats(self) -> Stats:
        each = [instance_stats(self._out / name) for name in self._names]
        return Stats(sum(stats.executions for stats in each), sum(stats.per_second for stats in each),
                     max(stats.edges for stats in each), max(stats.corpus for stats in each))

    @property
    def finished(self) -> bool:
        return all(instance.done for instance in self._instances)

    def stop(self) -> None:
        stop_all([instance.child for instance in self._instances if not instance.done], self._request)
        for instance in self._instances:
            instance.done = True
        self._collect()
        self._keep_queue()
