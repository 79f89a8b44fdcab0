"""What a campaign has found: judged twice, each root once, reduced and described."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import shutil
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple

from exits import InfrastructureError
from finding_page import finding_page
from replay import Replay, Verdict
from store import VERSION, read_document, short_hash, write_document, write_text

SCHEMA = "grit-fuzz-finding"
FRESH_PROCESSES = 2


def finding_id(outcome: str, signature: str) -> str:
    """One for each root: 12 hexadecimal digits of SHA-256 over `outcome NUL signature`."""
    return short_hash(f"{outcome}\0{signature}".encode())


@dataclasses.dataclass(frozen=True)
class Origin:
    """How an input came about."""

    engine: str
    seed: int
    artifact: str  # its name, which says what the engine took it for
    elapsed_s: float


class Findings:
    """The folders findings/ and incubating/ of one target."""

    def __init__(self, target: str, work: Path, replay: Replay, shown: str) -> None:
        """`shown` is the work folder as a person types it."""
        self.target = target
        self.replay = replay
        self._work = work
        self._shown = shown

    def found(self) -> List[Dict[str, Any]]:
        return self._documents("findings")

    def incubating(self) -> List[Dict[str, Any]]:
        return self._documents("incubating")

    def _documents(self, kind: str) -> List[Dict[str, Any]]:
        return [read_document(path, SCHEMA)
                for path in sorted((self._work / kind).glob("*/finding.json"))]

    def folder(self, document: Dict[str, Any]) -> Path:
        kind = "findings" if document["reproduces"] else "incubating"
        return self._work / kind / str(document["id"])

    def judge_fresh(self, file: Path) -> Tuple[List[Verdict], bool]:
        """The verdicts of fresh processes, and whether the input is a finding by all of them."""
        verdicts = [self.replay.judge(file) for _ in range(FRESH_PROCESSES)]
        first = verdicts[0]
        return verdicts, first.is_finding and all(first.same_as(other) for other in verdicts)

    def add(self, artifact: Path, origin: Origin) -> Dict[str, Any]:
        """Judges an artifact and files it; the artifact is gone afterwards, and stays where it
        cannot be judged."""
        verdicts, reproduces = self.judge_fresh(artifact)
        document = self.file(artifact, verdicts, reproduces, origin)
        artifact.unlink()
        return document

    def file(self, file: Path, verdicts: List[Verdict], reproduces: bool,
             origin: Origin) -> Dict[str, Any]:
        """Files a judged input as a finding or as incubating; a root that is there counts a hit."""
        data = file.read_bytes()
        verdict = verdicts[0]
        identity = finding_id(verdict.outcome, verdict.signature) if reproduces else short_hash(data)
        known = self._known("findings" if reproduces else "incubating", identity)
        if known is not None:
            known["hits"] += 1
            write_document(self.folder(known) / "finding.json", known)
            return known
        document: Dict[str, Any] = {
            "schema": SCHEMA,
            "version": VERSION,
            "id": identity,
            "target": self.target,
            "reproduces": reproduces,
            "outcome": verdict.outcome if reproduces else "",
            "signature": verdict.signature if reproduces else "",
            "verdicts": [each.document() for each in verdicts],
            "origin": dataclasses.asdict(origin),
            "hits": 1,
            "input": {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()},
            "reduction": None,
            "description": None,
            "notes": [],
        }
        with self._fresh_folder(document) as folder:
            (folder / "input.bin").write_bytes(data)
            if reproduces:
                self._reduce(folder, document, verdict)
            self._describe(folder, document)
            self._write_page(folder, document)
        return document

    def _known(self, kind: str, identity: str) -> Optional[Dict[str, Any]]:
        path = self._work / kind / identity / "finding.json"
        return read_document(path, SCHEMA) if path.exists() else None

    @contextlib.contextmanager
    def _fresh_folder(self, document: Dict[str, Any]) -> Iterator[Path]:
        """The finding's folder, which is there only once everything is in it."""
        place = self.folder(document)
        folder = place.with_name(place.name + ".new")
        for leftover in (folder, place):
            if leftover.exists():
                shutil.rmtree(leftover)
        folder.mkdir(parents=True)
        try:
            yield folder
            folder.rename(place)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _reduce(self, folder: Path, document: Dict[str, Any], verdict: Verdict) -> None:
        """reduced.bin: the smallest input of the same root, or the input itself and a note why."""
        whole, reduced = folder / "input.bin", folder / "reduced.bin"
        try:
            steps = self.replay.reduce(whole, reduced)
            data = reduced.read_bytes()
            again = self.replay.judge(reduced)
            if not again.same_as(verdict):
                raise InfrastructureError(f"what it was reduced to is another thing ({again.shown()})")
            document["reduction"] = {"bytes": len(data), "steps": int(steps.get("steps", 0)),
                                     "tried": int(steps.get("tried", 0))}
        except (InfrastructureError, OSError) as problem:
            document["notes"].append(f"not reduced: {problem}")
            shutil.copyfile(whole, reduced)

    def _describe(self, folder: Path, document: Dict[str, Any]) -> None:
        reduced = folder / "reduced.bin"
        try:
            said = self.replay.describe(reduced if reduced.exists() else folder / "input.bin")
            unit_test = said.pop("unit_test", "")
            document["description"] = said
            if unit_test and document["reproduces"]:
                write_text(folder / "unit_test.cpp", unit_test)
        except InfrastructureError as problem:
            document["notes"].append(f"not described: {problem}")

    def _write_page(self, folder: Path, document: Dict[str, Any]) -> None:
        kind = "findings" if document["reproduces"] else "incubating"
        write_document(folder / "finding.json", document)
        write_text(folder / "finding.md",
                   finding_page(document, f"{self._shown}/{kind}/{document['id']}"))

    def update(self, document: Dict[str, Any]) -> None:
        """Writes a changed document of a finding back, with its page."""
        self._write_page(self.folder(document), document)

    def judge_again(self, document: Dict[str, Any]) -> Tuple[List[Verdict], bool]:
        """What its input does now."""
        return self.judge_fresh(self.folder(document) / "input.bin")

    def move(self, document: Dict[str, Any], verdicts: List[Verdict],
             reproduces: bool) -> Dict[str, Any]:
        """Files it anew under what its input does now; hits and origin go with it."""
        place = self.folder(document)
        held = place.with_name(place.name + ".moving")
        place.rename(held)
        try:
            moved = self.file(held / "input.bin", verdicts, reproduces, Origin(**document["origin"]))
        except BaseException:
            held.rename(place)
            raise
        moved["hits"] += document["hits"] - 1
        self.update(moved)
        shutil.rmtree(held)
        return moved
