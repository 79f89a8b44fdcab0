"""What a nightly run does besides the campaign."""

from __future__ import annotations

import argparse
import functools
import shutil
import time
from typing import Any, Callable, Dict, List, Sequence, Tuple

from children import Runner
from coverage_report import MINIMUM, coverage
from engines import AFL, LIBFUZZER
from exits import CLEAN, FOUND, INFRASTRUCTURE, STOPPED, InfrastructureError, Stopped
from llvm_coverage import FOLDERS
from minimize import minimized
from progress import Progress
from project import CORPUS_LIMIT, Project
from replay import Limits
from state import Campaign


def leave_out_engines(campaign: Campaign, options: argparse.Namespace) -> List[Dict[str, str]]:
    """Gives the campaign every engine that is here, unless some are asked for; says which is not."""
    if options.engines or options.resume:
        return []
    if shutil.which("afl-fuzz") is not None:
        campaign.engines = [LIBFUZZER, AFL]
        return []
    campaign.engines = [LIBFUZZER]
    return [{"engine": AFL, "reason": "afl-fuzz is not installed; --engine libfuzzer --engine afl "
                                      "installs it"}]


def nightly_steps(project: Project, targets: Sequence[str], limits: Limits, runner: Runner,
                  progress: Progress) -> List[Dict[str, Any]]:
    """Minimised corpora in OUT/T/minimized, then coverage; a step that fails keeps no other away."""
    steps = []

    def step(name: str, work: Callable[[], Tuple[int, str]]) -> None:
        started = time.monotonic()
        try:
            code, text = work()
        except InfrastructureError as problem:
            code, text = INFRASTRUCTURE, str(problem)
        except Stopped:
            code, text = STOPPED, "stopped by a signal"
        steps.append({"name": name, "exit_code": code, "summary": text,
                      "elapsed_s": round(time.monotonic() - started, 1)})
        progress.say(f"{name}: {text}")

    total = 0

    def minimize_one(target: str) -> Tuple[int, str]:
        nonlocal total
        into = project.work(target) / "minimized"
        size = minimized(project, target, limits, runner, into)
        total += size.bytes
        return CLEAN, f"{size.shown()} in {project.shown(into)}"

    def reach() -> Tuple[int, str]:
        document = coverage(project, targets, False, MINIMUM, limits, runner)
        whole = document["total"]
        figures = "; ".join(f"{folder} {whole[folder]['lines_percent']:.2f} % of lines, "
                            f"{whole[folder]['branches_percent']:.2f} % of branches"
                            for folder in FOLDERS) if whole else "nothing was measured"
        missing = len(document["rules_not_reached"])
        reasons = [f"{row['target']}: {row['reason']}" for row in document["rows"] if row["reason"]]
        return document["exit_code"], "; ".join(
            [figures, f"{missing} of {document['rules']} rules of check not reached", *reasons])

    for target in targets:
        step(f"minimize {target}", functools.partial(minimize_one, target))
    if total > CORPUS_LIMIT:
        steps.append({"name": "minimize", "exit_code": FOUND, "elapsed_s": 0.0,
                      "summary": f"the corpora hold {total:,} bytes, more than the {CORPUS_LIMIT:,} "
                                 "that git takes"})
    step("coverage", reach)
    return steps
