"""The smallest corpus of the same coverage: a set cover of features, by libFuzzer."""

from __future__ import annotations

import contextlib
import dataclasses
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any, Dict, Iterator, List, Sequence

from children import Runner, ending
from engines import seed
from exits import CLEAN, FOUND, INFRASTRUCTURE, InfrastructureError, combined
from project import CORPUS_LIMIT, Project, bytes_of, files_below, inputs_of
from replay import Limits
from store import VERSION

SCHEMA = "grit-fuzz-minimize"

MERGE_S = 3600.0
_INITED = re.compile(r"^#\d+\s+INITED\s+cov: (\d+) ft: (\d+)", re.MULTILINE)

REPLACED = "replaced"
KEPT = "kept"          # what there is covers more than what would replace it
TOO_LARGE = "too large"
ERROR = "infrastructure"


@dataclasses.dataclass(frozen=True)
class Size:
    files: int
    bytes: int
    edges: int
    features: int

    def covers_less_than(self, other: Size) -> bool:
        return self.edges < other.edges or self.features < other.features

    def shown(self) -> str:
        return (f"{self.files:,} files, {self.bytes:,} bytes, {self.edges:,} edges, "
                f"{self.features:,} features")


class Minimizer:
    """The engine's merge and its measure for one target; both without value profiles, which vary.

    A merge runs itself again through a shell without quoting, so it gets names without spaces: links
    in a folder of its own.
    """

    def __init__(self, project: Project, target: str, limits: Limits, runner: Runner,
                 folder: Path) -> None:
        """`folder` is for what nobody wants: inputs that end the process are told by its exit code."""
        self._name = f"grit-fuzz-{target}"
        self._folder = folder
        self._fuzzer = self._linked(self._name, project.built("fuzz", self._name))
        self._options = [f"-timeout={limits.timeout_s}", f"-rss_limit_mb={limits.memory_mib}",
                         f"-artifact_prefix={folder}/"]
        self._runner = runner

    def _linked(self, name: str, path: Path) -> Path:
        link = self._folder / name
        link.unlink(missing_ok=True)
        link.symlink_to(path)
        return link

    def merge(self, sources: Sequence[Path], into: Path) -> None:
        links = [self._linked(f"source{number}", path) for number, path in enumerate((into, *sources))]
        done = self._runner.run([self._fuzzer, "-set_cover_merge=1", *self._options, *links], MERGE_S)
        if done.code != 0:
            raise InfrastructureError(f"{self._name} -set_cover_merge=1 ended with "
                                      f"{ending(done.code)}: {done.said()}")

    def measure(self, folder: Path) -> Size:
        """What a folder of inputs reaches."""
        files = files_below(folder)
        if not files:
            return Size(0, 0, 0, 0)
        done = self._runner.run([self._fuzzer, "-runs=0", *self._options,
                                 self._linked("measured", folder)], MERGE_S)
        match = _INITED.search(done.out + done.err)
        if done.code != 0 or not match:
            raise InfrastructureError(f"{self._name} cannot run {folder} as a corpus "
                                      f"({ending(done.code)}): {done.said()}")
        return Size(len(files), bytes_of(files), int(match[1]), int(match[2]))


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """A folder whose name has no space."""
    with tempfile.TemporaryDirectory(prefix="grit-minimize-") as folder:
        if " " in folder:
            raise InfrastructureError(f"libFuzzer cannot merge below {folder}; set TMPDIR to a folder "
                                      "without a space")
        yield Path(folder)


def minimized(project: Project, target: str, limits: Limits, runner: Runner, into: Path) -> Size:
    """Writes the smallest corpus of what git and fuzzing hold to a new folder, nothing in git."""
    with scratch() as folder:
        minimizer = Minimizer(project, target, limits, runner, folder)
        sources = _sources(project, target, folder)
        shutil.rmtree(into, ignore_errors=True)
        into.mkdir(parents=True)
        minimizer.merge(sources, into)
        return minimizer.measure(into)


def _sources(project: Project, target: str, folder: Path) -> List[Path]:
    """The inputs in git without the regressions, copied into `folder`, and what fuzzing has found."""
    in_git = folder / "git"
    seed(in_git, inputs_of(project.corpus(target)))
    found = project.work(target) / "corpus"
    return [in_git, *([found] if found.is_dir() else [])]


def minimize_target(project: Project, target: str, limits: Limits, runner: Runner) -> Dict[str, Any]:
    """Replaces corpus/T but its regressions, where that covers no less and fits."""
    try:
        with scratch() as folder:
            minimizer = Minimizer(project, target, limits, runner, folder)
            sources = _sources(project, target, folder)
            before = minimizer.measure(sources[0])
            elsewhere = bytes_of(files_below(project.root / "corpus")) - bytes_of(
                inputs_of(project.corpus(target)))
            # All that there is; where that is too much for git, only what git has, if anything.
            attempts = [sources]
            if before.files and len(sources) > 1:
                attempts.append(sources[:1])
            state, after = KEPT, before
            for attempt, chosen in enumerate(attempts):
                into = folder / f"fresh{attempt}"
                into.mkdir()
                minimizer.merge(chosen, into)
                after = minimizer.measure(into)
                if after.covers_less_than(before):
                    state = KEPT
                elif elsewhere + after.bytes > CORPUS_LIMIT:
                    state = TOO_LARGE
                else:
                    replace(project.corpus(target), into)
                    state = REPLACED
                if state != TOO_LARGE:
                    break
    except InfrastructureError as problem:
        return {"target": target, "result": ERROR, "reason": str(problem), "before": None,
                "after": None}
    reasons = {
        REPLACED: "",
        KEPT: "the merged corpus covers less than the one in git, which stays",
        TOO_LARGE: f"corpus/ would hold {elsewhere + after.bytes:,} bytes, more than "
                   f"{CORPUS_LIMIT:,}; the one in git stays",
    }
    return {"target": target, "result": state, "reason": reasons[state],
            "before": dataclasses.asdict(before), "after": dataclasses.asdict(after)}


def replace(corpus: Path, fresh: Path) -> None:
    """The inputs of `fresh` instead of those in `corpus`; regressions/ stays."""
    regressions = {path.read_bytes() for path in files_below(corpus / "regressions")}
    for path in inputs_of(corpus):
        path.unlink()
    for folder in sorted((path for path in corpus.rglob("*") if path.is_dir()), reverse=True):
        if folder.relative_to(corpus).parts[0] != "regressions":
            folder.rmdir()
    seed(corpus, (path for path in files_below(fresh) if path.read_bytes() not in regressions))


def minimize(project: Project, targets: Sequence[str], limits: Limits,
             runner: Runner) -> Dict[str, Any]:
    rows = [minimize_target(project, target, limits, runner) for target in targets]
    total = bytes_of(files_below(project.root / "corpus"))
    codes = [{REPLACED: CLEAN, ERROR: INFRASTRUCTURE}.get(row["result"], FOUND) for row in rows]
    if total > CORPUS_LIMIT:
        codes.append(FOUND)
    return {"schema": SCHEMA, "version": VERSION, "rows": rows, "corpus_bytes": total,
            "corpus_limit": CORPUS_LIMIT, "exit_code": combined(codes)}


def minimize_text(document: Dict[str, Any]) -> str:
    lines = []
    for row in document["rows"]:
        lines.append(f"{row['target']}: {row['result']}"
                     + (f": {row['reason']}" if row["reason"] else ""))
        for when in ("before", "after"):
            if row[when]:
                lines.append(f"  {when}: {Size(**row[when]).shown()}")
    lines.append(f"corpus/ holds {document['corpus_bytes']:,} of at most "
                 f"{document['corpus_limit']:,} bytes")
    return "\n".join(lines) + "\n"
