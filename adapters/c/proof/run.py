#!/usr/bin/env python3
"""Proves with Frama-C's EVA that check of the C implementation is total (docs/TOTALITY.md).

Usage: run.py [--sources DIR] [--all] [--ranks N] [--bytes N] [--limit SECONDS] [RUN…]

  RUN         one of check_driver.c's functions prove_RUN; without any, all of them
  --sources   the folder that holds include/ and src/; else the one above this file
  --all       every rank and every plane length, not a choice of them (minutes)
  --ranks     the largest rank, 255; --bytes: the longest plane, 128
  --limit     seconds for one run, 1800

Exit code: 0 proved, 1 not proved (an alarm, a property that is not shown, code that is not reached),
3 the analysis itself failed or took too long, 77 Frama-C is not installed.
"""

import argparse
import csv
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FILES = ["check", "descriptor", "fingerprint", "fnv", "format", "placement", "registry", "sizes"]
PROVED, NOT_PROVED, FAILED, NOT_INSTALLED = 0, 1, 3, 77

# What each run must leave possible: answers of check (of grit_sizes_of: 0 refused, 1 answered).
# A run that hashes lets unsigned arithmetic wrap: FNV is defined modulo 2^64 and 2^128 (spec §7).
# Runs called own_… are those of check with grades of the caller's own: the frame may then be any.
WITH_PLANES = {0, 1, 2, 3, 4}
RUNS = {
    "other_sizes": {"answers": {0, 2}, "hashes": False},
    "sizes": {"answers": {0, 1}, "hashes": False},
    "lengths": {"answers": {0, 1, 2, 3}, "hashes": False},
    "survivors": {"answers": WITH_PLANES, "hashes": False},
    "data": {"answers": WITH_PLANES, "hashes": True},
    "scale0": {"answers": WITH_PLANES, "hashes": True},
    "scale1": {"answers": WITH_PLANES, "hashes": True},
    "aux": {"answers": WITH_PLANES, "hashes": True},
}
OWN = "own_"
RUNS |= {OWN + run: RUNS[run] for run in ("lengths", "survivors", "data", "scale0", "scale1", "aux")}
UNREAD = "grit_grade_demands"  # what these take for any answer, and do not look into
CONTRACT = {"status_in_range", "plane_in_range"}

# Functions that may stand without a body: these have a specification in Frama-C's own C library.
SPECIFIED = {"memcmp", "memcpy"}

# How many states EVA keeps apart in a function before it joins them. Joining is sound, never wrong,
# only blunt: it may raise alarms, it cannot hide one. check_sizes is inlined because its answer and
# the sizes it filled in belong together, which is lost where the states of a call are joined.
SLEVELS = {"grade_is_known": 40, "grit_frame_is_of_grade": 40, "grit_sizes_of": 40,
           "grit_check_grades": 400, "grit_check": 100, "check_content": 60, "grit_digest": 20}
OPTIONS = ["-machdep", "gcc_x86_64", "-c11", "-inline-calls", "check_sizes", "-eva",
           "-eva-domains", "cvalue,equality,octagon,symbolic-locations",
           "-eva-auto-loop-unroll", "8", "-eva-split-return", "auto",
           "-eva-slevel-function", ",".join(f"{f}:{n}" for f, n in SLEVELS.items()),
           "-warn-signed-overflow", "-warn-signed-downcast", "-warn-unsigned-downcast"]


class Broken(Exception):
    """Why a run says nothing."""


def analysed(run, arguments, folder):
    """The log of one run, and the rows of its table of properties."""
    table = pathlib.Path(folder) / f"{run}.csv"
    sources = arguments.sources.resolve()
    defines = [f"-DGRIT_PROOF_RANKS={arguments.ranks}", f"-DGRIT_PROOF_BYTES={arguments.bytes}"]
    defines += ["-DGRIT_PROOF_ALL"] if arguments.all else []
    defines += ["-DGRIT_PROOF_OWN_GRADES"] if run.startswith(OWN) else []
    includes = [f'-I"{sources / part}"' for part in ("include", "src")]
    command = ["frama-c", *OPTIONS, "-cpp-extra-args=" + " ".join(includes + defines),
               "-main", f"prove_{run.removeprefix(OWN)}"]
    command += ["-eva-use-spec", UNREAD] if run.startswith(OWN) else []
    command += [] if RUNS[run]["hashes"] else ["-warn-unsigned-overflow"]
    command += [str(HERE / "check_driver.c")]
    command += [str(sources / "src" / f"{name}.c") for name in FILES]
    command += ["-then", "-report-csv", str(table)]
    try:
        ended = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               timeout=arguments.limit, check=False)
    except subprocess.TimeoutExpired as late:
        raise Broken(f"no end after {arguments.limit} s") from late
    if arguments.logs:
        pathlib.Path(arguments.logs, f"{run}.log").write_text(ended.stdout, encoding="utf-8")
    if ended.returncode != 0 or not table.is_file():
        last = "\n".join(ended.stdout.splitlines()[-8:])
        raise Broken(f"frama-c ended with {ended.returncode}:\n{last}")
    with table.open(encoding="utf-8", newline="") as file:
        return ended.stdout, list(csv.DictReader(file, delimiter="\t"))


def one(pattern, log):
    """The number that the summary of the analysis has in this place; exactly one."""
    found = re.findall(pattern, log, re.MULTILINE)
    if len(found) != 1:
        raise Broken(f"the analysis has {len(found)} lines like {pattern!r}")
    return found[0]


def judged(run, log, rows):
    """What is not proved, one line each; empty where all is."""
    problems = []
    alarms = one(r"^\s*(\d+) alarms? generated by the analysis", log)
    if alarms != "0":
        problems.append(f"alarms: {alarms}")
    if len(re.findall(r"^\s*No errors or warnings raised during the analysis\.$", log,
                      re.MULTILINE)) != 1:
        problems.append("the analysis warns of something (--logs DIR shows it)")
    for function in re.findall(r"using specification for function (\w+)", log):
        if function == UNREAD and run.startswith(OWN):
            continue
        if not function.startswith("Frama_C_") and function not in SPECIFIED:
            problems.append(f"{function} has no body")
    for function in re.findall(r"Neither code nor specification for function (\w+)", log):
        problems.append(f"{function} has neither body nor specification")

    marks, contract = {}, {}
    marked = "prove_sizes" if run == "sizes" else "check"
    for row in rows:
        mark = re.fullmatch(r"(?:result\.status|answer) ≢ (\d)", row["property"])
        name = row["property"].split(":")[0]
        if mark and row["property kind"] == "user check":
            if row["function"] == marked:
                marks.setdefault(int(mark[1]), set()).add(row["status"])
        elif name in ("boolean", "filled") and row["function"] == UNREAD and run.startswith(OWN):
            continue  # assumed of what is not looked into
        elif name in CONTRACT:
            contract.setdefault((row["function"], name), set()).add(row["status"])
        elif row["status"] not in ("Valid", "Considered valid", "Dead"):
            problems.append(f"{row['status'].lower()}: {row['file']}:{row['line']}: "
                            f"{row['property kind']}: {row['property']}")
    # A mark states that an answer is not given: unknown where it may be.
    possible = {answer for answer, status in marks.items() if status == {"Unknown"}}
    for answer in sorted(RUNS[run]["answers"] - possible):
        status = ", ".join(sorted(marks.get(answer, {"no mark"})))
        problems.append(f"answer {answer} is never reached: {status.lower()}")
    for answer in sorted(possible - RUNS[run]["answers"]):
        problems.append(f"answer {answer} is not excluded")
    promised = [] if run == "sizes" else ["grit_check_grades"]
    promised += [] if run == "sizes" or run.startswith(OWN) else ["grit_check"]
    for function in promised:
        for name in sorted(CONTRACT):
            status = contract.get((function, name), {"missing"})
            if status != {"Valid"}:
                problems.append(f"contract {name} of {function}: {', '.join(sorted(status)).lower()}")
    return problems


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("runs", nargs="*", metavar="RUN")
    parser.add_argument("--help", action="help")
    parser.add_argument("--sources", type=pathlib.Path, default=HERE.parent)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--ranks", type=int, default=255)
    parser.add_argument("--bytes", type=int, default=128)
    parser.add_argument("--limit", type=int, default=1800)
    parser.add_argument("--logs", help="a folder for the logs of the analysis")
    arguments = parser.parse_args()
    unknown = [run for run in arguments.runs if run not in RUNS]
    if unknown:
        parser.error(f"there is no run {unknown[0]}; there are {' '.join(RUNS)}")
    if shutil.which("frama-c") is None:
        print("not run: frama-c is not installed (apt-get install frama-c-base)")
        return NOT_INSTALLED
    worst = PROVED
    for run in arguments.runs or RUNS:
        try:
            with tempfile.TemporaryDirectory() as folder:
                log, rows = analysed(run, arguments, folder)
            problems = judged(run, log, rows)
            reached, of = one(r"(\d+) statements reached \(out of (\d+)\)", log)
        except Broken as broken:
            print(f"{run}: failed: {broken}", flush=True)
            worst = FAILED
            continue
        verdict = "not proved" if problems else "proved"
        print(f"{run}: {verdict}: {len(problems)} problems, {len(rows)} properties, "
              f"{reached} of {of} statements reached", flush=True)
        for problem in problems:
            print(f"  {problem}")
        if problems and worst == PROVED:
            worst = NOT_PROVED
    return worst


if __name__ == "__main__":
    sys.exit(main())
