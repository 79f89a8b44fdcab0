#!/usr/bin/env python3
"""Writes docs/DIVERGENCES.md and reports/published/ from certification runs of the two packages.

  grit certify published-python published-rust --cases 0 --reduce all
  tools/divergences.py document reports/RUN >docs/DIVERGENCES.md

  grit certify published-python published-rust --reduce all
  tools/divergences.py publish reports/RUN reports/published

The document is a function of the run and of tools/divergences.ini. Without generated cases a
run puts the pinned vectors and the examples of the known deviations, and those are the smallest
inputs; so the document does not change with the seed. `publish` copies report.json and summary.md;
it empties the report's `timing`, all of which belongs to one machine and one day.
"""

import configparser
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PACKAGES = {"published-python": "Python", "published-rust": "Rust"}
# Runs of one byte from this length on are written as one word, "BYTE*LENGTH".
MIN_RUN = 32

SEVERITIES = {
    "wrong data": "the answer looks right and is not: other numbers, sizes or ids, and no sign of it",
    "accepts": "answers what must be refused",
    "refuses": "refuses what must be answered, or answers that it is not in order",
    "exception": "the language's own exception, or a panic, in place of an answer or a refusal",
    "cosmetic": "the verdict is right, and what is said about it is not",
}

PYTHON_PRELUDE = """\
import grit, grit.numeric

MXFP4 = grit.desc_from_grade_string("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)")
I8S24 = grit.desc_from_grade_string(
    "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)")

def with_byte(desc, offset, value):
    data = bytearray(desc.pack())
    data[offset] = value
    return grit.GritDesc.unpack(bytes(data))
"""

RUST_PRELUDE = """\
use grit::check::{expected_plane_bytes, grit_check};
use grit::codec::{decode, encode, shared_exp2_exponent};
use grit::desc::{desc_frame_for_grade, GritDesc};
use grit::fmt::{fmt_decode, fmt_encode_rne};
use grit::gid::Gid;
use grit::grade::{equivalent, grade_parse, Scope};

let grade = grade_parse("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)").unwrap();
let mxfp4 = GritDesc {
    placement_data: 0x1000_0000_0000_0001,
    placement_scale: 0x1000_0000_0000_0001,
    grade_id: grade.grade_id(),
    ..desc_frame_for_grade(&grade).unwrap()
};
"""

HEAD = """\
# Where the published packages part

<!-- Written by tools/divergences.py from a run and tools/divergences.ini; edit those. -->

Two packages implement GRIT v1 that this project did not write, both named
`grit-datatype`: {versions}.
This page lists where they part from each other or from [SPEC.md](SPEC.md):
{number} root causes, each with the smallest input that shows it, what everybody answers to it,
which reading this project takes, and why. It is written for the packages' authors as much as for
their users. SPEC.md was written after the packages and settles what they leave open
([spec §0.9 and §0.10](SPEC.md#0-words)), so an entry says that readings differ, not that somebody
was careless; where a clause should give way, the reason under *Reading* is what to argue with.

Every entry but the cosmetic ones, which fail no case, is a known deviation of the adapters in
`adapters/published/` under the same name; all of them are shown by
`./grit certify published-python published-rust --cases 0 --verbose`. The tests put every input on
this page to both packages again, so an entry that a new version of a package makes untrue fails
them. The whole certification of both is in [reports/published/](../reports/published/summary.md).

Decoders that people run without knowing GRIT (ml-dtypes, gfloat, gguf, ggml) are on a page of their own,
[DECODERS.md](DECODERS.md).

## How to read an entry

Severity, the gravest first; where the packages differ, the graver counts:

| severity | means | entries |
|---|---|--:|
{severities}

The request is the payload of an operation of [PROTOCOL.md](PROTOCOL.md), as hex digits; `30*n`
stands for n bytes 30. Below it are its pieces; then what the specification demands and what
each package answers. *Internal error* is how an adapter reports an exception or a panic. Quoted
texts show bytes outside ASCII as `\\xNN`.

Lines in the packages' own languages assume, for Python,

```python
{python}```

and for Rust (release build),

```rust
{rust}```

## Entries

| # | entry | clause | severity | Python | Rust |
|--:|---|---|---|---|---|
{index}
"""


def compact_hex(digits):
    """Hex digits in lines of 32 bytes, long runs of a byte as BYTE*LENGTH; parse_hex reads it."""
    data = bytes.fromhex(digits)
    words, line, at = [], "", 0
    while at < len(data):
        run = len(data) - at - len(data[at:].lstrip(data[at:at + 1]))
        if run >= MIN_RUN:
            words += ([line] if line else []) + ["%02x*%d" % (data[at], run)]
            line, at = "", at + run
            continue
        line += "%02x" % data[at]
        at += 1
        if len(line) == 64:
            words.append(line)
            line = ""
    return "\n".join(words + ([line] if line else []))


def parse_hex(text):
    return b"".join(bytes.fromhex(word[:2]) * int(word[3:]) if word[2:3] == "*"
                    else bytes.fromhex(word) for word in text.split())


def read_entries():
    """{id: {key: text}} of tools/divergences.ini, in its order."""
    parser = configparser.ConfigParser(interpolation=None, comment_prefixes="#",
                                       delimiters=("=",), empty_lines_in_values=False)
    with open(ROOT / "tools" / "divergences.ini", encoding="utf-8") as file:
        parser.read_file(file)
    entries = {name: dict(parser[name]) for name in parser.sections()}
    for name, entry in entries.items():
        if entry["severity"] not in SEVERITIES:
            raise SystemExit("%s: unknown severity %s" % (name, entry["severity"]))
    return entries


def read_run(run):
    """The report of a run's directory, each finding's request_hex whole."""
    report = json.loads((run / "report.json").read_text(encoding="utf-8"))
    for finding in report["findings"]:
        if finding["request_file"]:
            finding["request_hex"] = (run / finding["request_file"]).read_bytes().hex()
    return report


def finding_key(finding):
    """The root cause of a finding: a deviation's id, "OP CLAUSE" of a diagnostic, or None where it
    shows two root causes at once, each of which has a finding of its own."""
    if finding["is_diagnostic"]:
        return "%s %s" % (finding["op"], finding["clause"])
    ids = {standing["deviation"] for standing in finding["standings"]}
    return ids.pop() if len(ids) == 1 else None


def match(report):
    """[(id, entry, finding)] by severity; the smallest finding of each root cause. Raises
    SystemExit where an entry has no finding or a finding no entry."""
    if {row["name"] for row in report["subjects"]} != set(PACKAGES):
        raise SystemExit("the report is not one of " + " and ".join(PACKAGES))
    smallest = {}
    for finding in report["findings"]:
        key = finding_key(finding)
        if finding["is_new"] and not finding["is_diagnostic"]:
            raise SystemExit("not a known deviation: " + finding["title"])
        size = (finding["request_bytes"], finding["request_hex"])
        if key is not None and (key not in smallest or size < smallest[key][0]):
            smallest[key] = (size, finding)
    entries = read_entries()
    # A diagnostic may show at several clauses; the first one's finding stands for all.
    keys = {name: entry.get("diagnostic", name).split(", ") for name, entry in entries.items()}
    claimed = {key for several in keys.values() for key in several}
    if claimed != set(smallest):
        raise SystemExit("entry without finding: %s; finding without entry: %s" % (
            sorted(claimed - set(smallest)), sorted(set(smallest) - claimed)))
    ranks = list(SEVERITIES)
    matched = [(name, entry, smallest[keys[name][0]][1]) for name, entry in entries.items()]
    return sorted(matched, key=lambda item: ranks.index(item[1]["severity"]))


def who_parts(finding):
    return {standing["subject"] for standing in finding["standings"]}


def answer_text(answer):
    # The text of an internal error is the language's own and changes with its versions.
    return answer["outcome"] if answer["outcome"] == "internal error" else answer["rendered"]


def cell(text):
    return text.replace("\\", "\\\\").replace("|", "\\|").strip()


def title(entry, finding):
    # A finding's own title is "ID: REASON".
    return entry.get("title") or finding["title"].partition(": ")[2]


def snippet(language, lines):
    return ["", "```" + language] + lines.split("\n") + ["```"]


def render_entry(number, name, entry, finding):
    lines = ["### %d. %s" % (number, name), ""]
    lines += ["spec %s · %s · %s" % (finding["clause"], entry["severity"],
                                " and ".join(PACKAGES[s] for s in PACKAGES
                                             if s in who_parts(finding))), ""]
    lines += [title(entry, finding), "",
              "%s, %d bytes:" % (finding["op"], finding["request_bytes"]), "",
              "```hex", compact_hex(finding["request_hex"]), "```", ""]
    lines += ["| piece | value |", "|---|---|"]
    lines += ["| %s | %s |" % (piece["piece"], cell(piece["rendered"]) or "empty")
              for piece in finding["request"]]
    lines += ["| …, of it | %s %s instead of %s |" % (row["field"], cell(row["actual"]),
                                                   cell(row["expected"]))
              for row in finding["descriptor"]]
    lines += ["", "| who | answer |", "|---|---|"]
    for answer in finding["answers"]:
        who = (["specification"] if answer["is_expected"] else []) + \
              [PACKAGES[s] for s in answer["subjects"]]
        lines.append("| %s | %s |" % (", ".join(who), cell(answer_text(answer))))
    for language in ("python", "rust"):
        if language in entry:
            lines += snippet(language, entry[language] if language == "python"
                             else entry[language].replace("  # ", "  // "))
    lines += ["", "*Reading.* " + entry["reading"], ""]
    return "\n".join(lines)


def render(report):
    matched = match(report)
    versions = {PACKAGES[row["name"]]: row["version"] for row in report["subjects"]}
    severities = "\n".join("| %s | %s | %d |" % (
        name, meaning, sum(entry["severity"] == name for _, entry, _ in matched))
        for name, meaning in SEVERITIES.items())
    index, bodies = [], []
    for number, (name, entry, finding) in enumerate(matched, 1):
        parts = ["parts" if package in who_parts(finding) else "" for package in PACKAGES]
        index.append("| %d | [%s](#%d-%s) | spec %s | %s | %s | %s |" % (
            number, name, number, name, finding["clause"], entry["severity"], *parts))
        bodies.append(render_entry(number, name, entry, finding))
    head = HEAD.format(
        versions=" and ".join("%s (%s)" % (version, language)
                              for language, version in versions.items()),
        number=len(matched), severities=severities, python=PYTHON_PRELUDE, rust=RUST_PRELUDE,
        index="\n".join(index))
    return head + "\n" + "\n".join(bodies).rstrip("\n") + "\n"


def without_timing(value):
    """The same members with nothing in them."""
    if isinstance(value, dict):
        return {key: without_timing(member) for key, member in value.items()}
    return [] if isinstance(value, list) else "" if isinstance(value, str) else 0


def publish(run, target):
    report = json.loads((run / "report.json").read_text(encoding="utf-8"))
    report["timing"] = without_timing(report["timing"])
    target.mkdir(parents=True, exist_ok=True)
    (target / "report.json").write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n",
                                        encoding="utf-8")
    (target / "summary.md").write_bytes((run / "summary.md").read_bytes())


def main():
    if sys.argv[1:2] == ["document"] and len(sys.argv) == 3:
        sys.stdout.buffer.write(render(read_run(pathlib.Path(sys.argv[2]))).encode("utf-8"))
    elif sys.argv[1:2] == ["publish"] and len(sys.argv) == 4:
        publish(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main()
