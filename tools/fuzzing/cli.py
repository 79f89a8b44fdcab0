"""The command line: words into calls, results into text or JSON and an exit code."""

from __future__ import annotations

import argparse
import os
import re
import secrets
import shutil
import sys
from pathlib import Path
from typing import Any, Callable, Dict, List, NoReturn, Optional, Sequence, Tuple, TypeVar

from campaign import Settings, held, run_campaign
from children import Runner, StopRequest
from coverage_report import MINIMUM, coverage
from coverage_report import as_text as coverage_text
from engines import ENGINES, LIBFUZZER
from exits import (CLEAN, INFRASTRUCTURE, STOPPED, USAGE, InfrastructureError, Stopped,
                   UsageError)
from minimize import minimize, minimize_text
from nightly import leave_out_engines, nightly_steps
from progress import Progress, counted
from project import Project, by_default
from replay import Limits
from state import Campaign
from store import VERSION, rendered
from summary import as_text, summarise, write_all
from triage import promote, promotion_text, replay_one, replay_text, triage, triage_text

DEFAULT_TIME_S = 60.0

_USAGE = """\
usage: ./grit fuzz [TARGET…] [OPTION…]            run targets
       ./grit fuzz triage [DIR] [--promote ID]    judge findings again
       ./grit fuzz minimize-corpus [TARGET…]      the smallest corpus of the same coverage
       ./grit fuzz coverage [TARGET…] [--gate]    what the corpus reaches
       ./grit fuzz replay TARGET FILE             what one input does
"""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see ./grit fuzz --help")


Number = TypeVar("Number", int, float)


def _checked(convert: Callable[[str], Number], accepts: Callable[[Number], bool],
             what: str) -> Callable[[str], Number]:
    def parse(text: str) -> Number:
        try:
            value = convert(text)
        except ValueError:
            value = None
        if value is None or not accepts(value):
            raise argparse.ArgumentTypeError(f"{text!r} is not {what}")
        return value
    return parse


def seconds(text: str) -> float:
    """60, 60s, 10m or 2h."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text)
    if not match:
        raise ValueError(text)
    return float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[match[2]]


def shard(text: str) -> Tuple[int, int]:
    """I/N, from 1/N to N/N."""
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is no shard; say 1/4 for the first of four")
    return int(match[1]), int(match[2])


_TIME = _checked(seconds, lambda value: value >= 1, "a time of at least a second, as 60s, 10m or 2h")
_COUNT = _checked(int, lambda value: 1 <= value <= 1024, "a number from 1 to 1024")
_MIB = _checked(int, lambda value: 64 <= value <= 1 << 20, "a number from 64 to 1048576")
_SEED = _checked(int, lambda value: 0 <= value < 1 << 64, "a number from 0 to 2^64 - 1")


def _common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, metavar="DIR",
                        help="work in DIR instead of build/fuzzing")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--timeout", type=_COUNT, default=Limits.timeout_s, metavar="S",
                        help="seconds that one input may take (%(default)s)")
    parser.add_argument("--memory", type=_MIB, default=Limits.memory_mib, metavar="MIB",
                        help="memory that one input may take (%(default)s)")


def campaign_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="./grit fuzz", usage=_USAGE, description=(
        "Runs the targets one after the other, all but the empty ones where none is named. "
        "Outputs are below build/fuzzing. "
        "Exit codes: 0 clean, 1 found, 2 usage, 3 infrastructure, 130 stopped."))
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--time", type=_TIME, metavar="T",
                        help="for each target (and engine), as 60s, 10m or 2h (60s)")
    parser.add_argument("--jobs", type=_COUNT, default=1, metavar="N",
                        help="processes at the same time (%(default)s)")
    parser.add_argument("--engine", action="append", choices=ENGINES, dest="engines",
                        help="libfuzzer (default) or afl; twice for both")
    parser.add_argument("--seed", type=_SEED, metavar="N", help="of all random choices (random)")
    parser.add_argument("--resume", action="store_true",
                        help="go on with the campaign that was stopped, until its time is up")
    parser.add_argument("--list", action="store_true", help="list the targets and end")
    parser.add_argument("--nightly", action="store_true",
                        help="every engine that is here; then minimise (not in git) and coverage")
    parser.add_argument("--shard", type=shard, metavar="I/N",
                        help="only the Ith of N parts of the targets")
    _common(parser)
    return parser


class Call:
    """What every command gets."""

    def __init__(self, options: argparse.Namespace, root: Path, request: StopRequest) -> None:
        self.options = options
        out = options.out.absolute() if options.out else root / "build" / "fuzzing"
        self.project = Project(root, out)
        self.runner = Runner(request)
        self.request = request
        self.progress = Progress()
        self.limits = Limits(options.timeout, options.memory)

    def answer(self, document: Dict[str, Any], text: str) -> None:
        sys.stdout.write(rendered(document) if self.options.json else text)
        sys.stdout.flush()

    def selected(self, named: Sequence[str]) -> List[str]:
        """The targets; UsageError where none is left."""
        targets = self.project.select(named)
        part = getattr(self.options, "shard", None)
        if part:
            index, count = part
            targets = targets[index - 1::count]
            if not targets:
                raise UsageError(f"shard {index}/{count} holds none of the targets; nothing is selected")
        return targets


def fuzz(call: Call) -> int:
    options, project = call.options, call.project
    if options.list:
        return list_targets(call)
    with held(project.out):
        campaign = _campaign(call)
        not_available = leave_out_engines(campaign, options) if options.nightly else []
        settings = Settings(options.jobs, campaign.seed, campaign.time_s, call.limits, options.resume)
        call.progress.say(f"seed {campaign.seed}; {' and '.join(campaign.engines)} on "
                          f"{counted(len(campaign.targets), 'target')}, {campaign.time_s:g} s each")
        runs = run_campaign(project, campaign, settings, call.runner, call.progress)
        summary = summarise(project, campaign, runs, options.jobs, options.nightly, not_available)
        if options.nightly and not call.request.requested:
            summary.steps = nightly_steps(project, campaign.targets, call.limits, call.runner,
                                          call.progress)
        summary.conclude([STOPPED if call.request.requested else CLEAN,
                          *(step["exit_code"] for step in summary.steps)])
        write_all(summary, project.out)
    call.answer(summary.document(), as_text(summary))
    if summary.exit_code == STOPPED:
        call.progress.say(f"stopped; to go on: {resume_command(call)}")
    return summary.exit_code


def resume_command(call: Call) -> str:
    words = ["./grit fuzz --resume"]
    if call.options.nightly:
        words.append("--nightly")
    if call.options.jobs != 1:
        words.append(f"--jobs {call.options.jobs}")
    if call.options.out:
        words.append(f"--out {call.options.out}")
    return " ".join(words)


def _campaign(call: Call) -> Campaign:
    """What is to be done: as asked, or what was asked of the campaign that goes on."""
    options = call.options
    if not options.resume:
        seed = options.seed if options.seed is not None else secrets.randbelow(1 << 32)
        return Campaign(call.selected(options.targets), options.engines or [LIBFUZZER], seed,
                        options.time or DEFAULT_TIME_S)
    if options.seed is not None:
        raise UsageError("--resume goes on with the campaign's own seed; leave --seed out")
    campaign = Campaign.load(call.project.out)
    named = call.selected(options.targets) if options.targets or options.shard else []
    campaign.refuse_others(named, options.engines or [])
    call.project.select(campaign.targets)
    campaign.time_s = options.time or campaign.time_s
    return campaign


def list_targets(call: Call) -> int:
    targets = call.selected(call.options.targets or call.project.targets())
    rows = [{"target": name, "by_default": by_default(name)} for name in targets]
    lines = [name if by_default(name) else f"{name}  (only where named)" for name in targets]
    call.answer({"schema": "grit-fuzz-list", "version": VERSION, "targets": rows},
                "".join(f"{line}\n" for line in lines))
    return CLEAN


def triage_command(call: Call) -> int:
    with held(call.project.out):
        if call.options.promote:
            document = promote(call.project, call.options.promote)
            call.answer(document, promotion_text(document))
        else:
            document = triage(call.project, call.limits, call.runner)
            call.answer(document, triage_text(document))
    return int(document["exit_code"])


def minimize_command(call: Call) -> int:
    with held(call.project.out):
        document = minimize(call.project, call.selected(call.options.targets), call.limits, call.runner)
    call.answer(document, minimize_text(document))
    return int(document["exit_code"])


def coverage_command(call: Call) -> int:
    with held(call.project.out):
        document = coverage(call.project, call.selected(call.options.targets), call.options.gate,
                            call.options.minimum, call.limits, call.runner)
    call.answer(document, coverage_text(document))
    return int(document["exit_code"])


def replay_command(call: Call) -> int:
    (target,) = call.project.select([call.options.target])
    document = replay_one(call.project, target, call.options.file, call.limits, call.runner)
    call.answer(document, replay_text(document))
    return int(document["exit_code"])


def triage_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="./grit fuzz triage", description=(
        "Judges again, in two fresh processes, everything under findings/ and incubating/. Exit codes: "
        "0 nothing is there any more, 1 something still is, 2 usage, 3 infrastructure."))
    parser.add_argument("dir", nargs="?", type=Path, metavar="DIR",
                        help="where a campaign has worked (build/fuzzing)")
    parser.add_argument("--promote", metavar="ID",
                        help="only copy a finding's reduced input to corpus/T/regressions/ID")
    _common(parser)
    return parser


def minimize_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="./grit fuzz minimize-corpus", description=(
        "Replaces corpus/T, but its regressions, by a set cover of its inputs and those that fuzzing "
        "has found, where that covers no less. Exit codes: 0 replaced, 1 kept because it would cover "
        "less or be too large, 2 usage, 3 infrastructure."))
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    _common(parser)
    return parser


def coverage_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="./grit fuzz coverage", description=(
        "What the inputs in corpus/ and build/fuzzing reach of the harness. Exit codes: 0, 1 below the "
        "minimum (--gate), 2 usage, 3 infrastructure."))
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--gate", action="store_true",
                        help="exit 1 below what tools/fuzzing/coverage_minimum.ini demands")
    parser.add_argument("--minimum", type=Path, default=MINIMUM, metavar="FILE",
                        help="another file of minimum percentages")
    _common(parser)
    return parser


def replay_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="./grit fuzz replay", description=(
        "Describes one input of a target and runs it in a fresh process. Exit codes: 0 it does nothing "
        "wrong, 1 it is a finding, 2 usage, 3 infrastructure."))
    parser.add_argument("target", metavar="TARGET")
    parser.add_argument("file", type=Path, metavar="FILE")
    _common(parser)
    return parser


COMMANDS = {
    "triage": (triage_parser, triage_command),
    "minimize-corpus": (minimize_parser, minimize_command),
    "coverage": (coverage_parser, coverage_command),
    "replay": (replay_parser, replay_command),
}


def main(arguments: Sequence[str]) -> int:
    request = StopRequest()
    # Signatures of sanitizers' reports are made of functions' names.
    symbolizer = shutil.which("llvm-symbolizer-19")
    if symbolizer:
        os.environ.setdefault("ASAN_SYMBOLIZER_PATH", symbolizer)
    try:
        with request.installed():
            name = arguments[0] if arguments else ""
            make_parser, command = COMMANDS.get(name, (campaign_parser, fuzz))
            options = make_parser().parse_args(arguments[1 if name in COMMANDS else 0:])
            if getattr(options, "dir", None):
                options.out = options.dir
            root = Path(os.environ.get("GRIT_ROOT") or Path(__file__).resolve().parents[2])
            return command(Call(options, root, request))
    except UsageError as problem:
        code, text = USAGE, str(problem)
    except InfrastructureError as problem:
        code, text = INFRASTRUCTURE, str(problem)
    except Stopped:
        code, text = STOPPED, "stopped"
    sys.stderr.write(f"grit fuzz: {text}\n")
    return code
