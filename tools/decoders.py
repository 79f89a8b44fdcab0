#!/usr/bin/env python3
"""Writes docs/DECODERS.md from a certification run of the decoders that people really run.

  grit certify ml-dtypes gfloat gguf ggml --cases 0 --reduce all
  tools/decoders.py reports/RUN >docs/DECODERS.md

The page is a function of the run: without generated cases that puts the pinned vectors and the
examples of the known deviations, which hold the smallest input of each difference; so the page does
not change with the seed. Every bit pattern on it is what the run shows; the sentences are the
reasons of adapters/published/*/deviations.toml.
"""

import pathlib
import re
import sys

import divergences

DECODERS = ["ml-dtypes", "gfloat", "gguf", "ggml"]

HEAD = """\
# What people run

<!-- Written by tools/decoders.py from a run and the deviations.toml of each adapter; edit those. -->

GRIT names bytes that others decode every day. This page puts the same questions to decoders that
were written without knowing GRIT, and lists where their answers are not those of [SPEC.md](SPEC.md),
bit for bit: {number} differences. None is called a mistake here: a decoder may follow another
rule (IEEE 754 lets a NaN keep its payload, and overflow to infinity). But whoever
stores a tensor under a GRIT grade and reads it with one of these gets what the last column says.

Each difference is a known deviation of the decoder's adapter in `adapters/published/`, and the run
that shows them is `./grit certify {names} --cases 0 --reduce all`. A test
compares this page with that run, so an entry that a new version makes untrue fails it.

## What was asked

A decoder is asked only what it has (`answers` in its `adapter.toml`); the counts are of the pinned
vectors and of the examples of known deviations.

| decoder | version | with | asked | cases | as specified | otherwise |
|---|---|---|---|--:|--:|--:|
{asked}

ml-dtypes casts arrays of its types from and to float32; binary16 is numpy's. gfloat decodes, rounds
to nearest even with saturation, and encodes. gguf and ggml dequantize blocks ([spec §12.3](SPEC.md#123-blocks)):
for DECODE their adapters lay the planes of a grade out as blocks, which moves bits and computes
nothing; for DECODE_VIEW they are given blocks as they are, Q8_0 among them.

## Where they differ

The smallest case of each. Patterns are those of binary32 where a value is asked for or
given, else codes; *word n* counts the values of the answer from 0.

| decoder | difference | spec | of | asked | GRIT | decoder's |
|---|---|---|---|---|---|---|
{rows}

## Only with torch

[compressed-tensors](../adapters/published/compressed-tensors/adapter.py) 0.20.1, in whose checkpoints
vLLM reads NVFP4 and MXFP4, needs torch, several gigabytes. So it is built and asked only by
`./grit certify compressed-tensors --with torch`, in no other run and in no continuous integration.

It was asked on x86-64 with torch 2.15.0 on the CPU, 22,109 cases of seed 1, of which 486 were for it: 251
as specified, 235 otherwise, all of them below. In that run torch's CUDA libraries were stand-ins
without content, which nothing on the CPU calls. The environment that `requirements.txt` pins, CUDA
included, was resolved and never installed, and the package's Triton kernels, which it prefers on a GPU,
were never asked.

| difference | spec | of | asked | GRIT | compressed-tensors |
|---|---|---|---|---|---|
| scale-ff-is-infinity | §1.2.3 | e8m0 | `ff` | `7fc00000` (NaN) | `7f800000` (infinity) |
| code-outside-its-byte | §1.3.1 | e2m1 | `00000010` | answered | refused |
| e8m0-is-floored | §1.4.2 | e8m0 | `3fc00000` (1.5) | `0x80` | `0x7f` |
| minus-zero-is-plus-zero | §1.4.3 | e2m1 | `80000000` (-0) | `0x8` | `0x0` |
| e2m1-nan-is-zero | §1.4.4 | e2m1 | `7fc00000` (NaN) | refused | `0x0` |
| outer-scale-divides | §8.3.1 | GRADE_NVF4 | scale1 `00000000` | answered | cannot be asked |

NVFP4's outer scale divides there and multiplies here. It was asked with powers of two only, which both
can say; a checkpoint's other scales would come out of its division as they do.

## The requests

What each difference is, and the payload of its request ([PROTOCOL.md](PROTOCOL.md)) as hex digits;
`00*n` stands for n bytes 00.

{bodies}
"""


def smallest_findings(report, name):
    """{deviation id: finding} of one decoder: the smallest that shows this deviation."""
    found = {}
    for finding in report["findings"]:
        for standing in finding["standings"]:
            if standing["subject"] != name:
                continue
            if not standing["deviation"]:
                raise SystemExit("not a known deviation: " + finding["title"])
            size = (finding["request_bytes"], finding["request_hex"])
            best = found.get(standing["deviation"])
            if best is None or size < (best["request_bytes"], best["request_hex"]):
                found[standing["deviation"]] = finding
    return found


def reasons(name):
    """{deviation id: reason}. Python 3.9 has no reader of TOML; one line each is the files' form."""
    path = divergences.ROOT / "adapters" / "published" / name / "deviations.toml"
    return dict(re.findall(r'^id = "(.*)"\nclause = .*\nreason = "(.*)"$',
                           path.read_text(encoding="utf-8"), re.MULTILINE))


def pieces(finding):
    return {piece["piece"]: piece["rendered"] for piece in finding["request"]}


def subject_of(finding):
    """What the request is about: a format's token or a grade."""
    values = pieces(finding)
    if "format" in values:
        return values["format"].partition("(")[2].rstrip(")") or values["format"]
    return (values.get("grade") or values["canonical"]).strip('"')


def asked_cell(finding):
    """The code, the value, or what of the planes is not zero."""
    values = pieces(finding)
    for piece in ("codes", "binary32 bits"):
        if piece in values:
            return "`%s`" % values[piece]
    planes = values["planes"].split(" · ")
    # Longer ones are among the requests below.
    shown = ["%s `%s`" % tuple(plane.split(" ")) for plane in planes
             if len(plane) <= 40 and set(plane.split(" ")[1]) - {"0"} and "empty" not in plane]
    return ", ".join(shown) or (
        "shape " + values["shape"] if "shape" in values else values["numel"] + " values")


def answers_cells(finding, name):
    """(GRIT's, the decoder's) at the first place where they part."""
    expected = next(answer for answer in finding["answers"] if answer["is_expected"])
    actual = next(answer for answer in finding["answers"] if name in answer["subjects"])
    first = next(iter(actual["differences"]), None)
    if first is None or actual["outcome"] != "answered":
        # Two refusals differ in what they name; other texts are a language's own.
        same = expected["outcome"] == actual["outcome"]
        return tuple(answer["rendered" if same else "outcome"] for answer in (expected, actual))
    where = "" if first["offset"] in ("", "word 0") else first["offset"] + ": "
    return tuple("%s`%s`%s" % (where, *split_meaning(first[key])) for key in ("expected", "actual"))


def split_meaning(text):
    """A rendered word, and what stands in brackets behind it."""
    bits, _, meaning = text.partition(" ")
    return bits, " " + meaning if meaning else ""


def render(report):
    if [row["name"] for row in report["subjects"]] != DECODERS:
        raise SystemExit("the report is not one of " + ", ".join(DECODERS))
    asked, rows, bodies, number = [], [], [], 0
    for row in report["subjects"]:
        name, counts = row["name"], row["counts"]
        ops = [op["op"] for op in row["ops"]
               if op["counts"]["not_offered"] < op["counts"]["planned"]]
        numpy = row["build"].get("numpy")
        asked.append("| %s | %s | %s | %s | %d | %d | %d |" % (
            name, row["version"], "numpy " + numpy if numpy else "",
            ", ".join(ops), counts["planned"] - counts["not_offered"], counts["passed"],
            counts["expected_failures"]))
        found, known = smallest_findings(report, name), row["deviations"]
        why = reasons(name)
        if set(found) != {entry["id"] for entry in known}:
            raise SystemExit("%s: deviation without finding: %s" % (
                name, sorted({entry["id"] for entry in known} - set(found))))
        for entry in known:
            finding = found[entry["id"]]
            number += 1
            anchor = "%d-%s-%s" % (number, name, entry["id"])
            rows.append("| %s | [%s](#%s) | %s | %s | %s | %s | %s |" % (
                name, entry["id"], anchor, entry["clause"], subject_of(finding),
                asked_cell(finding), *answers_cells(finding, name)))
            bodies.append("### %d. %s: %s\n\n%s\n\n%s, %d bytes:\n\n```hex\n%s\n```" % (
                number, name, entry["id"], why[entry["id"]], finding["op"],
                finding["request_bytes"], divergences.compact_hex(finding["request_hex"])))
    return HEAD.format(number=number, names=" ".join(DECODERS), asked="\n".join(asked),
                       rows="\n".join(rows), bodies="\n\n".join(bodies))


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    report = divergences.read_run(pathlib.Path(sys.argv[1]))
    sys.stdout.buffer.write(render(report).encode("utf-8"))


if __name__ == "__main__":
    main()
