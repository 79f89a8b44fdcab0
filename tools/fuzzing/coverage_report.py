"""`grit fuzz coverage`: a table by target, what is left, and which rules of check no input reached."""

from __future__ import annotations

import configparser
import itertools
import shutil
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence

from children import Runner
from exits import CLEAN, FOUND, INFRASTRUCTURE, InfrastructureError, combined
from finding_page import table
from llvm_coverage import FOLDERS, Coverage, Reach, SourceFile, in_folder
from project import Project, files_below
from replay import Limits, Replay
from store import VERSION, rendered, write_text

SCHEMA = "grit-fuzz-coverage"
MINIMUM = Path(__file__).with_name("coverage_minimum.ini")


def coverage(project: Project, targets: Sequence[str], gate: bool, minimum: Path, limits: Limits,
             runner: Runner) -> Dict[str, Any]:
    """The document; the pages and profiles are in OUT/coverage."""
    folder = project.out / "coverage"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    wanted = minimum_of(minimum) if gate else None
    tools = Coverage(project.root, folder, runner)
    rows: List[Dict[str, Any]] = []
    programs: List[Path] = []
    profiles: List[Path] = []
    rules: Dict[str, int] = {}
    for target in targets:
        row: Dict[str, Any] = {"target": target, "inputs": 0, "folders": None, "reason": ""}
        rows.append(row)
        try:
            paths = [path for path in (project.corpus(target), project.work(target) / "corpus")
                     if files_below(path)]
            if not paths:
                raise InfrastructureError("there is no input: corpus/ holds none, and nothing was "
                                          "fuzzed here")
            program = project.built("coverage", f"grit-replay-{target}")
            profile, row["inputs"] = tools.replay(program, target, paths)
            row["folders"] = by_folder(tools.files([program], profile))
            for rule, count in Replay(program, runner, limits).reached(paths).items():
                rules[rule] = rules.get(rule, 0) + count
        except InfrastructureError as problem:
            row["reason"] = str(problem)
            continue
        programs.append(program)
        profiles.append(profile)
    document: Dict[str, Any] = {
        "schema": SCHEMA, "version": VERSION, "rows": rows, "total": None, "minimum": wanted,
        "below": [], "left": [], "rules_not_reached": sorted(
            rule for rule, count in rules.items() if count == 0),
        "rules": len(rules), "html": "", "exit_code": 0,
    }
    if programs:
        whole = folder / "total.profdata"
        tools.merge(profiles, whole)
        files = tools.files(programs, whole)
        document["total"] = by_folder(files)
        document["left"] = left(tools, files)
        document["html"] = project.shown(tools.html(programs, whole, folder / "html"))
        if wanted is not None:
            document["below"] = below(document["total"], wanted)
    codes = [INFRASTRUCTURE if row["reason"] else CLEAN for row in rows]
    document["exit_code"] = combined([*codes, FOUND if document["below"] else CLEAN])
    write_text(folder / "coverage.json", rendered(document))
    write_text(folder / "coverage.md", as_markdown(document))
    return document


def by_folder(files: Sequence[SourceFile]) -> Dict[str, Any]:
    return {folder: Reach.of(in_folder(files, folder)).document() for folder in FOLDERS}


def left(tools: Coverage, files: Sequence[SourceFile]) -> List[Dict[str, Any]]:
    """What nothing reached, by function: lines, and lines of which a branch was not taken."""
    entries = []
    for file in (file for folder in FOLDERS for file in in_folder(files, folder)):
        lines, branches = file.missing_lines(), file.missing_branches()
        names = tools.demangled({file.function_at(line) for line in (*lines, *branches)})
        functions: Dict[str, Dict[str, List[int]]] = {}
        for kind, numbers in (("lines", lines), ("branches", branches)):
            for line in numbers:
                name = names[file.function_at(line)]
                functions.setdefault(name, {"lines": [], "branches": []})[kind].append(line)
        entries += [{"file": file.path, "function": name, "lines": missing["lines"],
                     "branches": sorted(set(missing["branches"]))}
                    for name, missing in functions.items()]
    return entries


def minimum_of(path: Path) -> Dict[str, Dict[str, float]]:
    parser = configparser.ConfigParser()
    try:
        parser.read_string(path.read_text(encoding="utf-8"))
        wanted = {folder: {what: parser.getfloat(folder, what) for what in ("lines", "branches")}
                  for folder in parser.sections()}
    except (OSError, ValueError, configparser.Error) as problem:
        raise InfrastructureError(f"{path}: {problem}") from None
    for folder in FOLDERS:
        if folder not in wanted:
            raise InfrastructureError(f"{path}: there is no section [{folder}]")
    return wanted


def below(total: Dict[str, Any], wanted: Dict[str, Dict[str, float]]) -> List[str]:
    """A sentence for each figure that is less than it must be."""
    return [f"{folder}: {total[folder][what + '_percent']:.2f} % of {what}, less than {least:g} %"
            for folder in FOLDERS for what, least in wanted[folder].items()
            if total[folder][what + "_percent"] < least
            # Nothing to reach means that the build is not one for coverage.
            or not total[folder][what]]


_HEAD = ["target", "inputs", *(f"{folder} {what}" for folder in FOLDERS
                               for what in ("lines", "branches"))]


def _figures(folders: Optional[Dict[str, Any]]) -> List[str]:
    if folders is None:
        return ["-"] * (2 * len(FOLDERS))
    return [f"{folders[folder][what + '_percent']:.2f} % "
            f"({folders[folder][what + '_reached']} of {folders[folder][what]})"
            for folder in FOLDERS for what in ("lines", "branches")]


def _rows(document: Dict[str, Any]) -> List[List[str]]:
    rows = [[row["target"], str(row["inputs"]), *_figures(row["folders"])] for row in document["rows"]]
    total = sum(row["inputs"] for row in document["rows"])
    return [*rows, ["total", str(total), *_figures(document["total"])]]


def ranges(numbers: Sequence[int]) -> str:
    """12-14, 20"""
    parts = []
    for _, group in itertools.groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        parts.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
    return ", ".join(parts)


def _rules(document: Dict[str, Any]) -> str:
    missing = document["rules_not_reached"]
    if not document["rules"]:
        return "rules of check: none was counted"
    return (f"rules of check: {document['rules'] - len(missing)} of {document['rules']} reached"
            + (f"; not reached: {', '.join(missing)}" if missing else ""))


def as_text(document: Dict[str, Any]) -> str:
    rows = [_HEAD, *_rows(document)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(_HEAD))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
    lines += [f"{row['target']}: {row['reason']}" for row in document["rows"] if row["reason"]]
    if document["left"]:
        lines.append("not reached:")
    for entry in document["left"]:
        parts = [f"{kind} {ranges(entry[kind])}" for kind in ("lines", "branches") if entry[kind]]
        lines.append(f"  {entry['file']}: {entry['function'] or '(no function)'}: {'; '.join(parts)}")
    lines += [_rules(document), *document["below"]]
    if document["html"]:
        lines.append(f"pages: {document['html']}")
    return "\n".join(lines) + "\n"


def as_markdown(document: Dict[str, Any]) -> str:
    lines = ["# Coverage by fuzzing alone", "", *table(_HEAD, _rows(document)), "", _rules(document)]
    lines += ["", *(f"- {text}" for text in document["below"]),
              *(f"- {row['target']}: {row['reason']}" for row in document["rows"] if row["reason"])]
    if document["left"]:
        lines += ["", "## Not reached", "", *table(
            ("file", "function", "lines", "branches"),
            [[entry["file"], entry["function"], ranges(entry["lines"]), ranges(entry["branches"])]
             for entry in document["left"]])]
    return "\n".join(lines) + "\n"
