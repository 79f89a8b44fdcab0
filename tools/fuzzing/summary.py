"""The result of a campaign as one value, and as text, Markdown, JUnit XML and SARIF."""

from __future__ import annotations

import dataclasses
import json
import re
import xml.etree.ElementTree as xml
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence

from campaign import BLOCKED, COMPLETED, NOT_RUN, Run, run_code
from exits import combined
from finding_page import table
from findings import SCHEMA as FINDING
from replay import FINDINGS as OUTCOMES
from progress import counted, seconds_text
from project import Project
from state import Campaign
from store import VERSION, read_document, rendered, write_text

SCHEMA = "grit-fuzz"
SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

MEANINGS = {
    "disagreement": "two implementations answer differently",
    "law": "a law of the format is broken",
    "sanitizer": "a sanitizer reports an error",
    "crash": "a process crashes",
    "hang": "an input takes longer than it may",
    "out of memory": "an input takes more memory than it may",
}


@dataclasses.dataclass
class Summary:
    """What a campaign did and what it found; renderers only read it."""

    campaign: Campaign
    jobs: int
    nightly: bool
    runs: List[Run]
    findings: List[Dict[str, Any]]    # as finding_lines makes them
    incubating: List[Dict[str, Any]]
    not_available: List[Dict[str, str]]  # engines that a nightly run goes without, and why
    steps: List[Dict[str, Any]]       # of a nightly run, after the campaign
    exit_code: int = 0

    @property
    def ran(self) -> List[Run]:
        return [run for run in self.runs if run.state != NOT_RUN]

    @property
    def not_run(self) -> List[Run]:
        return [run for run in self.runs if run.state == NOT_RUN]

    def findings_of(self, target: str) -> int:
        return sum(1 for finding in self.findings if finding["target"] == target)

    def conclude(self, codes: Sequence[int]) -> None:
        """Sets the exit code from the runs and what else there is."""
        self.exit_code = combined([*codes, *(run_code(run, self.findings_of(run.target))
                                             for run in self.runs)])

    def document(self) -> Dict[str, Any]:
        return {
            "schema": SCHEMA,
            "version": VERSION,
            "nightly": self.nightly,
            "engines": self.campaign.engines,
            "seed": self.campaign.seed,
            "time_s": self.campaign.time_s,
            "jobs": self.jobs,
            "asked": len(self.runs),
            "run": len(self.ran),
            "not_run": len(self.not_run),
            "runs": [run.document() for run in self.runs],
            "findings": self.findings,
            "incubating": self.incubating,
            "not_available": self.not_available,
            "steps": self.steps,
            "exit_code": self.exit_code,
        }


def finding_lines(project: Project, targets: Sequence[str], kind: str) -> List[Dict[str, Any]]:
    """What lies in findings/ or incubating/ of these targets."""
    lines = []
    for target in targets:
        for path in sorted((project.work(target) / kind).glob("*/finding.json")):
            document = read_document(path, FINDING)
            lines.append({**{key: document[key]
                             for key in ("id", "target", "outcome", "signature", "hits")},
                          "verdicts": [{"outcome": verdict["outcome"],
                                        "signature": verdict["signature"]}
                                       for verdict in document["verdicts"]],
                          "page": project.shown(path.with_name("finding.md"))})
    return lines


def accounting(summary: Summary) -> str:
    return (f"{len(summary.runs)} asked = {len(summary.ran)} run + {len(summary.not_run)} not run; "
            f"{counted(len(summary.findings), 'finding')}, "
            f"{len(summary.incubating)} incubating")


def _columns(rows: List[List[str]]) -> List[str]:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]


_HEAD = ["target", "engine", "state", "time", "executions", "exec/s", "edges", "corpus", "findings"]


def _row(summary: Summary, run: Run) -> List[str]:
    return [run.target, run.engine, run.state, seconds_text(run.elapsed_s), f"{run.executions:,}",
            f"{run.per_second:,.0f}", f"{run.edges:,}", f"{run.corpus:,}",
            str(summary.findings_of(run.target))]


def _verdicts(finding: Dict[str, Any]) -> str:
    return " / ".join(verdict["outcome"] for verdict in finding["verdicts"])


def as_text(summary: Summary) -> str:
    lines = _columns([_HEAD, *(_row(summary, run) for run in summary.runs)])
    lines += [f"{run.target}, {run.engine}: {run.reason}" for run in summary.runs if run.reason]
    lines += [f"{engine['engine']} is left out: {engine['reason']}" for engine in summary.not_available]
    for finding in summary.findings:
        lines.append(f"{finding['id']}  {finding['target']}  {finding['outcome']}: "
                     f"{finding['signature']}  ({counted(finding['hits'], 'hit')})  {finding['page']}")
    for finding in summary.incubating:
        lines.append(f"{finding['id']}  {finding['target']}  not reproducible: "
                     f"{_verdicts(finding)}  {finding['page']}")
    lines += [f"{step['name']}: {step['summary']}" for step in summary.steps]
    lines.append(accounting(summary))
    return "\n".join(lines) + "\n"


def as_markdown(summary: Summary) -> str:
    lines = ["# Fuzzing", "", f"{accounting(summary)}. Seed {summary.campaign.seed}, "
             f"{seconds_text(summary.campaign.time_s)} for each target and engine, "
             f"{counted(summary.jobs, 'job')}.", ""]
    lines += table(_HEAD, [_row(summary, run) for run in summary.runs])
    reasons = [run for run in summary.runs if run.reason]
    lines += ["", *(f"- {run.target}, {run.engine}: {run.reason}" for run in reasons),
              *(f"- {engine['engine']} is left out: {engine['reason']}"
                for engine in summary.not_available)]
    if summary.findings:
        lines += ["", "## Findings", "", *table(
            ("id", "target", "outcome", "signature", "hits", "page"),
            [[finding[key] for key in ("id", "target", "outcome", "signature", "hits", "page")]
             for finding in summary.findings])]
    if summary.incubating:
        lines += ["", "## Incubating", "", *table(
            ("id", "target", "fresh processes said", "hits", "page"),
            [[finding["id"], finding["target"], _verdicts(finding), finding["hits"],
              finding["page"]] for finding in summary.incubating])]
    if summary.steps:
        lines += ["", "## Afterwards", "", *table(
            ("step", "exit code", "result"),
            [[step["name"], step["exit_code"], step["summary"]] for step in summary.steps])]
    return "\n".join(lines) + "\n"


# What XML 1.0 cannot hold.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _xml(text: str) -> str:
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def as_junit(summary: Summary) -> str:
    """A test case for each target and engine, and for each step afterwards."""
    suite = xml.Element("testsuite", name="grit fuzz")
    counts = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}

    def case(classname: str, name: str, seconds: float) -> xml.Element:
        counts["tests"] += 1
        return xml.SubElement(suite, "testcase", classname=_xml(classname), name=_xml(name),
                              time=f"{seconds:.1f}")

    def result(of: xml.Element, tag: str, message: str, body: str = "") -> None:
        counts[{"failure": "failures", "error": "errors", "skipped": "skipped"}[tag]] += 1
        xml.SubElement(of, tag, message=_xml(message)).text = _xml(body)

    for run in summary.runs:
        element = case(f"fuzz.{run.engine}", run.target, run.elapsed_s)
        found = [finding for finding in summary.findings if finding["target"] == run.target]
        if found:
            result(element, "failure", counted(len(found), "finding"),
                   "\n".join(f"{finding['id']} {finding['outcome']}: {finding['signature']} "
                             f"({finding['page']})" for finding in found))
        elif run.state not in (COMPLETED,):
            result(element, "error", f"{run.state}: {run.reason}")
        if found and run.state not in (COMPLETED, BLOCKED):
            # A test case has one result; that the run also broke must not get lost.
            result(case(f"fuzz.{run.engine}", f"{run.target} ({run.state})", 0), "error", run.reason)
    for step in summary.steps:
        element = case("fuzz.steps", step["name"], step["elapsed_s"])
        if step["exit_code"] != 0:
            result(element, "failure" if step["exit_code"] == 1 else "error", step["summary"])
    for engine in summary.not_available:
        result(case("fuzz.engines", engine["engine"], 0), "skipped", engine["reason"])
    for name, count in counts.items():
        suite.set(name, str(count))
    root = xml.Element("testsuites", {"name": "grit fuzz",
                                      **{name: str(count) for name, count in counts.items()}})
    root.append(suite)
    xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + xml.tostring(root, encoding="unicode") + "\n"


def as_sarif(summary: Summary) -> str:
    """Findings as results of SARIF 2.1.0; the fingerprint is the finding's id."""
    rules = [{"id": outcome.replace(" ", "-"), "shortDescription": {"text": MEANINGS[outcome]},
              "defaultConfiguration": {"level": "error"}} for outcome in OUTCOMES]
    results = []
    for finding in summary.findings:
        results.append({
            "ruleId": finding["outcome"].replace(" ", "-"),
            "ruleIndex": OUTCOMES.index(finding["outcome"]),
            "level": "error",
            "message": {"text": f"{finding['target']}: {finding['outcome']}: {finding['signature']}"},
            "locations": [{"physicalLocation": {
                "artifactLocation": {"uri": f"fuzz/targets/{finding['target']}.cpp",
                                     "uriBaseId": "SRCROOT"},
                "region": {"startLine": 1}}}],
            "partialFingerprints": {"gritSignature/v1": finding["id"]},
            "occurrenceCount": finding["hits"],
        })
    notifications = [{"level": "error", "message": {"text": f"{run.target}, {run.engine}: {run.state}: "
                                                            f"{run.reason}"}}
                     for run in summary.runs if run.reason and run.state != BLOCKED]
    log = {
        "$schema": SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "grit fuzz", "rules": rules}},
            "invocations": [{"executionSuccessful": not notifications and summary.exit_code in (0, 1),
                             "exitCode": summary.exit_code,
                             "toolExecutionNotifications": notifications}],
            "results": results,
        }],
    }
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def write_all(summary: Summary, out: Path) -> None:
    write_text(out / "summary.md", as_markdown(summary))
    write_text(out / "summary.xml", as_junit(summary))
    write_text(out / "summary.sarif", as_sarif(summary))
    write_text(out / "summary.json", rendered(summary.document()))


def summarise(project: Project, campaign: Campaign, runs: List[Run], jobs: int, nightly: bool,
              not_available: Optional[List[Dict[str, str]]] = None) -> Summary:
    return Summary(campaign, jobs, nightly, runs,
                   finding_lines(project, campaign.targets, "findings"),
                   finding_lines(project, campaign.targets, "incubating"), not_available or [], [])
