#!/usr/bin/env python3
"""Writes docs/COVERAGE.md: every clause of docs/SPEC.md, the pinned vectors for it, and the mutants.

  grit mutants --cases 0 --json >MUTANTS
  grit certify c --cases 0 --list --json >CASES
  tools/coverage.py MUTANTS CASES >docs/COVERAGE.md

A clause is covered where a mutant breaks it, a pinned vector kills that mutant, and so there is a
pinned vector for it. One that is not covered and is not in tools/coverage.ini is a hole: the page
lists it first, and the exit code is 1.
"""

import collections
import configparser
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LAWS = {"L1": "§11.8.1", "L2": "§11.8.2", "L3": "§11.8.3", "L4": "§11.8.4", "L5": "§11.8.5",
        "L6": "§11.8.6", "L7": "§11.8.7", "L8": "§11.8.8", "L9": "§11.8.9", "L10": "§11.8.10"}

HEAD = """\
# Which clause is tested by what

<!-- Written by tools/coverage.py from a run of grit mutants and tools/coverage.ini; edit those. -->

Every numbered clause of [SPEC.md](SPEC.md) binds, and so every one must have a *pinned vector* that
an implementation fails without it, and a *mutant* to prove that: an implementation that breaks the
clause and is otherwise right ([FAULTS.md](FAULTS.md#mutants)). This page shows both. It is a function
of `./grit mutants --cases 0` and of the vectors; a test compares it with them and fails where a
clause is a hole.

{summary}

- *cite* counts the pinned vectors that name the clause as the one that decides them.
- *mutants* counts the mutants that break the clause; *killed* those of them that pinned vectors kill.
- *fail* is the number of pinned vectors that fail with the one of them that most vectors see; so these
  are about the clause, whatever they cite.

"""


class Problem(Exception):
    """The page cannot be written, in one sentence."""


def clauses():
    """[(section title, [clause, …])] of SPEC.md, in order."""
    sections = []
    for line in (ROOT / "docs" / "SPEC.md").read_text(encoding="utf-8").splitlines():
        title = re.match(r"##+ (\d+(?:\.\d+)*\.? .*)", line)
        clause = re.match(r"(?:- )?\*\*(§[\d.]+)\*\*", line)
        if title:
            sections.append((title[1], []))
        elif clause:
            sections[-1][1].append(clause[1])
    return [section for section in sections if section[1]]


def exemptions(known):
    ini = configparser.ConfigParser(delimiters=("=",), interpolation=None)
    ini.optionxform = str
    ini.read(ROOT / "tools" / "coverage.ini", encoding="utf-8")
    reasons = dict(ini["exempt"])
    for clause in reasons:
        if clause not in known:
            raise Problem(f"tools/coverage.ini: {clause} is no clause of SPEC.md; take it out")
    return reasons


class Coverage:
    """What a run says of every clause."""

    def __init__(self, mutants, cases):
        self.sections = clauses()
        known = [clause for _, members in self.sections for clause in members]
        self.reasons = exemptions(known)
        self.rows = mutants["rows"]
        self.cites = collections.Counter(
            clause for case in cases["cases"] if case["expected_from"] != "reference"
            for clause in case["clause"].split(", "))
        self.breaking = collections.defaultdict(list)
        for row in self.rows:
            for clause in row["breaks"]:
                if clause not in known:
                    raise Problem(f"mutant {row['name']} breaks {clause}, which is no clause of "
                                  "SPEC.md; correct its header")
                if row["kind"] != "redundant":
                    self.breaking[clause].append(row)
        for clause in self.reasons:
            if self.covered(clause):
                raise Problem(f"tools/coverage.ini: {clause} has a vector and a mutant and needs no "
                              "exemption; take it out")
        self.holes = [clause for clause in known
                      if clause not in self.reasons and not self.covered(clause)]
        self.known = known

    def killed(self, clause):
        """The mutants that break the clause and that a pinned vector kills."""
        return [row for row in self.breaking[clause] if row["kill"] and row["kill"]["pinned"]]

    def covered(self, clause):
        return bool(self.killed(clause))

    def fails(self, clause):
        return max((row["vectors_failed"] for row in self.breaking[clause]), default=0)

    def page(self):
        real = [row for row in self.rows if row["kind"] != "redundant"]
        by_vectors = [row for row in real if row["kill"] and row["kill"]["pinned"]]
        other = [row for row in by_vectors if not row["kill"]["own_clause"]]
        cited = [clause for clause in self.known if self.cites[clause]]
        summary = (
            f"{len(self.known)} clauses: {len(self.known) - len(self.reasons) - len(self.holes)} "
            f"covered, {len(self.reasons)} exempt, {len(self.holes)} holes. {len(cited)} are cited by "
            f"a vector. {len(by_vectors)} of {len(real)} mutants are killed by pinned vectors alone, "
            f"{len(other)} of them by vectors that cite other clauses only (a vector about sizes also "
            "sees a fault in the grade that they are of).")
        out = [HEAD.format(summary=summary)]
        if self.holes:
            out.append("## Holes\n\n" + ", ".join(self.holes) + "\n\n")
        out.append("## Laws\n\n| law | clause | mutants |\n|---|---|---|\n")
        for law, clause in LAWS.items():
            names = sorted(row["name"] for row in self.killed(clause))
            out.append(f"| {law} | {clause} | {', '.join(names)} |\n")
        out.append("\n## Clauses\n")
        for title, members in self.sections:
            out.append(f"\n### {title}\n\n| clause | cite | mutants | killed | fail |\n"
                       "|---|--:|--:|--:|--:|\n")
            for clause in members:
                if clause in self.reasons:
                    out.append(f"| {clause} | exempt: {self.reasons[clause]} | | | |\n")
                else:
                    out.append(f"| {clause} | {self.cites[clause]} | {len(self.breaking[clause])} | "
                               f"{len(self.killed(clause))} | {self.fails(clause)} |\n")
        out.append("\n## Redundant rules\n\nRules of check that can be left out in one place, because "
                   "another rule refuses the same inputs\nwith the same answer: the mutant without it "
                   "survives, and must.\n\n| mutant | clause | why nobody can see it |\n|---|---|---|\n")
        for row in self.rows:
            if row["kind"] == "redundant":
                out.append(f"| {row['name']} | {', '.join(row['breaks'])} | {row['because']} |\n")
        return "".join(out)


def main(mutants, cases):
    read = [json.loads(pathlib.Path(file).read_text(encoding="utf-8")) for file in (mutants, cases)]
    try:
        coverage = Coverage(*read)
    except Problem as problem:
        sys.exit(f"coverage.py: {problem}")
    sys.stdout.write(coverage.page())
    if coverage.holes:
        sys.exit("coverage.py: not covered: " + ", ".join(coverage.holes) + "; write a vector and a "
                 "mutant (docs/FAULTS.md, \"Mutants\"), or an entry of tools/coverage.ini with a reason")


if __name__ == "__main__":
    main(*sys.argv[1:])
