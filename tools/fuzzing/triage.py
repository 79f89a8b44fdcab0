"""Judges again what lies in findings/ and incubating/, and takes a finding into the corpus in git."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, Dict, List, Sequence

from campaign import findings_of
from children import Runner
from exits import CLEAN, FOUND, INFRASTRUCTURE, InfrastructureError, UsageError, combined
from findings import finding_id
from project import CORPUS_LIMIT, Project, bytes_of, files_below
from replay import Limits, Replay
from store import VERSION

SCHEMA = "grit-fuzz-triage"

# What became of one of them.
STILL = "still there"
CHANGED = "changed"            # another root: filed under it
REPRODUCIBLE = "reproducible"  # was incubating
FLAKY = "not reproducible"     # stays incubating, or goes there
GONE = "gone"                  # fresh processes find nothing
ERROR = "infrastructure"


def targets_of(project: Project, out: Path) -> List[str]:
    """The targets that have something in `out`."""
    return [name for name in project.targets()
            if any((out / name / kind).is_dir() for kind in ("findings", "incubating"))]


def triage(project: Project, limits: Limits, runner: Runner) -> Dict[str, Any]:
    rows: List[Dict[str, Any]] = []
    for target in targets_of(project, project.out):
        rows += triage_target(project, target, limits, runner)
    codes = [{GONE: CLEAN, FLAKY: CLEAN, ERROR: INFRASTRUCTURE}.get(row["now"], FOUND) for row in rows]
    return {"schema": SCHEMA, "version": VERSION, "rows": rows, "exit_code": combined(codes)}


def triage_target(project: Project, target: str, limits: Limits,
                  runner: Runner) -> List[Dict[str, Any]]:
    try:
        findings = findings_of(project, target, runner, limits)
        documents = [*findings.found(), *findings.incubating()]
    except InfrastructureError as problem:
        return [_row(target, "", ERROR, "", "", str(problem))]
    rows = []
    for document in documents:
        was = f"{document['outcome']}: {document['signature']}" if document["reproduces"] else FLAKY
        try:
            verdicts, reproduces = findings.judge_again(document)
            now, identity, detail = GONE, document["id"], ""
            shown = " / ".join(dict.fromkeys(verdict.shown() for verdict in verdicts))
            if reproduces:
                identity = finding_id(verdicts[0].outcome, verdicts[0].signature)
                if not document["reproduces"]:
                    now = REPRODUCIBLE
                else:
                    now = STILL if identity == document["id"] else CHANGED
                if now != STILL:
                    findings.move(document, verdicts, True)
            elif any(verdict.is_finding for verdict in verdicts):
                now = FLAKY
                if document["reproduces"]:
                    identity = findings.move(document, verdicts, False)["id"]
        except InfrastructureError as problem:
            now, identity, shown, detail = ERROR, document["id"], "", str(problem)
        row = _row(target, document["id"], now, was, shown, detail)
        row["id"] = identity
        rows.append(row)
    return rows


def _row(target: str, was_id: str, now: str, was: str, shown: str, detail: str) -> Dict[str, Any]:
    return {"target": target, "was_id": was_id, "id": was_id, "was": was, "now": now,
            "verdicts": shown, "detail": detail}


def triage_text(document: Dict[str, Any]) -> str:
    lines = []
    for row in document["rows"]:
        text = f"{row['was_id'] or '-':12}  {row['target']}  {row['now']}"
        if row["id"] != row["was_id"]:
            text += f" as {row['id']}"
        lines.append(f"{text}: {row['detail'] or row['verdicts'] or row['was']}")
    counts: Dict[str, int] = {}
    for row in document["rows"]:
        counts[row["now"]] = counts.get(row["now"], 0) + 1
    lines.append(f"{len(document['rows'])} judged: "
                 + (", ".join(f"{count} {now}" for now, count in counts.items()) or "nothing is there"))
    return "\n".join(lines) + "\n"


def promote(project: Project, identity: str) -> Dict[str, Any]:
    """Copies a finding's reduced input to corpus/T/regressions/ID."""
    places = [(target, project.work(target) / "findings" / identity / "reduced.bin")
              for target in project.targets()]
    places = [(target, place) for target, place in places if place.is_file()]
    if not places:
        raise UsageError(f"{project.out} holds no finding {identity}; what is incubating cannot be "
                         "promoted")
    rows = []
    for target, place in places:
        into = project.regressions(target) / identity
        into.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(place, into)
        rows.append({"target": target, "id": identity, "bytes": place.stat().st_size,
                     "file": project.shown(into)})
    total = bytes_of(files_below(project.root / "corpus"))
    return {"schema": "grit-fuzz-promotion", "version": VERSION, "promoted": rows,
            "corpus_bytes": total, "corpus_limit": CORPUS_LIMIT,
            "exit_code": FOUND if total > CORPUS_LIMIT else CLEAN}


def promotion_text(document: Dict[str, Any]) -> str:
    lines = [f"{row['file']}: {row['bytes']} bytes" for row in document["promoted"]]
    if document["corpus_bytes"] > document["corpus_limit"]:
        lines.append(f"corpus/ now holds {document['corpus_bytes']} bytes, more than "
                     f"{document['corpus_limit']}; run ./grit fuzz minimize-corpus")
    return "\n".join(lines) + "\n"


def replay_one(project: Project, target: str, file: Path, limits: Limits,
               runner: Runner) -> Dict[str, Any]:
    """What one file is and does."""
    if not file.is_file():
        raise UsageError(f"{file}: there is no such file")
    replay = Replay(project.built("fuzz", f"grit-replay-{target}"), runner, limits)
    description = replay.describe(file)
    verdict = replay.judge(file)
    return {"schema": "grit-fuzz-replay", "version": VERSION, "target": target, "file": str(file),
            "verdict": verdict.document(), "description": description,
            "exit_code": FOUND if verdict.is_finding else CLEAN}


def replay_text(document: Dict[str, Any]) -> str:
    said, verdict = document["description"], document["verdict"]
    lines = [f"{document['file']}: {said.get('form', '')}, {said.get('bytes', 0)} bytes"
             + (f", {said['op']}" if said.get("op") else "")]
    lines += _aligned(said.get("pieces") or [])
    if said.get("differences"):
        lines += ["differs from the canonical descriptor in:"]
        lines += _aligned([(field, f"{found}, canonical {canonical}")
                           for field, found, canonical in said["differences"]])
    if said.get("command"):
        lines.append(f"ask an adapter: {said['command']}")
    lines.append(f"{verdict['outcome']}: {verdict['signature']}" if verdict["signature"]
                 else verdict["outcome"])
    if verdict["detail"]:
        lines += [f"  | {line}" for line in verdict["detail"].splitlines()]
    return "\n".join(lines) + "\n"


def _aligned(pairs: Sequence[Sequence[object]]) -> List[str]:
    width = max((len(str(pair[0])) for pair in pairs), default=0)
    return [f"  {str(name).ljust(width)}  {value}" for name, value in pairs]
