"""The adapters of adapters/faulty, and what the lab must say of each.

What a fault breaks and where it shows follows from the specification and from PROTOCOL.md,
"Outcomes"; nothing here is copied from a run.
"""

import dataclasses

import support
from support import counts_add_up, subject

HEALTHY = "c"  # an implementation that shares no code with the faulty ones
CASES = ("--seed", 1, "--cases", 4000)
WRONG_ANSWER = "failed"  # in place of an outcome: an answer or a refusal, and another one is right


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str
    does: str  # for the table
    ops: tuple  # the operations at which it shows; all others pass whole
    outcome: str = WRONG_ANSWER
    clauses: tuple = ()  # of the specification, that it breaks; none: it breaks the protocol
    families: tuple = ()  # clauses of families that it fails first, each about more than the fault
    exit_code: int = 1


FAULTS = [
    Fault("answers-out-of-order",
          "answers the second of two requests under way before the first",
          ops=(), outcome="protocol error", exit_code=3),
    Fault("byte-swapped-k0",
          "writes k0 of a descriptor with the high byte first",
          ops=("DESCRIPTOR",), clauses=("§0.5", "§2.1.1", "§3.8.1")),
    Fault("crashes-on-one-case",
          "aborts on one request",
          ops=("GRADE",), outcome="crash"),
    Fault("e8m0-ff-as-2-to-128",
          "reads the e8m0 code 0xFF, NaN, as 2^128",
          ops=("FORMAT_DECODE", "DECODE"), clauses=("§1.2.3", "§8.1.5")),
    Fault("fuses-multiply-add",
          "computes (S × e) − Z as one fused multiply-add",
          ops=("DECODE_VIEW",), clauses=("§11.5.1", "§11.5.6", "§11.8.6")),
    Fault("hangs-on-one-case",
          "never answers one request",
          ops=("GRADE",), outcome="timeout"),
    Fault("hashes-note",
          "hashes all 64 bytes of the descriptor into a gid, the note included",
          ops=("GID",), clauses=("§2.3.3", "§7.2.1")),
    Fault("ignores-msb-first",
          "decodes views of msb as though they were of lsb",
          ops=("DECODE_VIEW",), clauses=("§11.4.3",), families=("§11.4", "§11.5", "§11.6.3")),
    Fault("ignores-reserved-flags",
          "looks at no reserved flag, neither in step 1 of check nor in step 2",
          ops=("CHECK",), clauses=("§5.1.6",)),
    Fault("inner-scale-first",
          "computes s1 × (s0 × e)",
          ops=("DECODE_VIEW",), clauses=("§11.5.3", "§11.8.5")),
    Fault("keeps-ignored-bits",
          "keeps the bits above a code that has a byte of its own in what it rebuilds",
          ops=("SLICE", "TRANSPOSE", "RELAYOUT"),
          clauses=("§11.4.10", "§12.5.2", "§12.6.1", "§12.7.6", "§12.9.4"), families=("§12.6.5",)),
    Fault("lies-about-an-op",
          "offers EXPLAIN and then does not know it",
          ops=("EXPLAIN",), outcome="unsupported"),
    Fault("moves-the-group-axis",
          "transposes along the group axis that perm makes, whichever it was given",
          ops=("TRANSPOSE",), clauses=("§12.7.3",)),
    Fault("nondeterministic",
          "answers otherwise in a young process than in an old one",
          ops=("FORMAT_DECODE",), outcome="nondeterministic"),
    Fault("poison-before-sparsity",
          "lets a NaN scale poison the positions that I8S24 does not store",
          ops=("DECODE",), clauses=("§8.5.2",)),
    Fault("poisons-unnamed-positions",
          "lets a NaN scale poison the positions that metadata does not name",
          ops=("DECODE_VIEW",), clauses=("§11.6.2", "§11.8.2")),
    Fault("prints-to-stdout",
          "prints a line to stdout on one request",
          ops=("GRADE",), outcome="protocol error"),
    Fault("resets-the-cursor",
          "gives each cell sp_n stored elements, however many positions it names",
          ops=("DECODE_VIEW",), clauses=("§11.6.3",)),
    Fault("sizes-before-grade",
          "runs step 4 of check before steps 2 and 3",
          ops=("CHECK",), clauses=("§5.0.4",)),
    Fault("sizes-before-placements",
          "looks at the lengths of a view before its placements",
          ops=("DECODE_VIEW", "SLICE", "TRANSPOSE", "REQUANTIZE", "RELAYOUT"), clauses=("§11.2.3",)),
    Fault("skips-placement-step",
          "has no step 3 of check",
          ops=("CHECK",), clauses=("§5.3.1", "§5.3.2", "§5.3.3")),
    Fault("slices-level-1-groups",
          "cuts through level-1 groups",
          ops=("SLICE",), clauses=("§12.6.4",), families=("§12.5.1",)),
    Fault("swaps-nibbles",
          "has the nibbles of MXFP4 blocks the other way round",
          # SLICE and TRANSPOSE pack as they unpacked; so does REQUANTIZE, unless groups change axes.
          ops=("DECODE_VIEW", "RELAYOUT"), clauses=("§12.3.2",), families=("§12.1.2", "§12.3")),
    Fault("swizzles-without-padding-groups",
          "counts the tiles of a swizzle by ⌊C0/4⌋ a row",
          ops=("RELAYOUT",), clauses=("§12.2.2",), families=("§12.2.3",)),
    Fault("takes-row-major-for-c-order",
          "reads ROW_MAJOR data in the C order of the shape, whatever the group axis is",
          ops=("DECODE_VIEW",), clauses=("§11.3.3", "§11.3.4"), families=("§11.5.1",)),
    Fault("ties-away-from-zero",
          "rounds ties away from zero when it encodes",
          ops=("FORMAT_ENCODE", "ENCODE", "REQUANTIZE"),
          # And those of encode that round as these two say.
          clauses=("§1.4.2", "§1.4.5", "§9.2.3", "§9.3.3", "§9.3.4", "§9.4.5", "§9.4.6", "§9.5.4")),
    Fault("truncates-a-frame",
          "ends in the middle of one reply",
          ops=("GRADE",), outcome="truncated frame"),
    Fault("wraps-minus1",
          "wraps a zero point plus 1 at the width of its format",
          ops=("DECODE_VIEW",), clauses=("§11.5.4",), families=("§11.5.6",)),
    Fault("wraps-size-product",
          "computes sizes modulo 2^64",
          ops=("CHECK", "SIZES"), clauses=("§6.1.10", "§6.2.2")),
]


def named(name):
    return next(fault for fault in FAULTS if fault.name == name)


def run(fault):
    """(exit code, report) of the fault beside a healthy adapter."""
    patience = ("--item-deadline", 1) if fault.outcome == "timeout" else ()
    return support.GRIT.report(HEALTHY, fault.name, *CASES, *patience)


def answer_of(fault, finding):
    """The fault's answer in a finding."""
    return next(answer for answer in finding["answers"] if fault.name in answer["subjects"])


def outcomes(fault, report):
    """What the run saw of the fault, by the names of PROTOCOL.md."""
    seen = set()
    for finding in report["findings"]:
        outcome = answer_of(fault, finding)["outcome"]
        seen.add(WRONG_ANSWER if outcome in ("answered", "refused") else outcome)
    for incident in subject(report, fault.name)["incidents"]:
        seen.add(incident["detail"].split(":")[0])
    return seen


def clauses(finding):
    return {clause.strip() for clause in finding["clause"].split(",")}


def expect_caught(test, fault, code, report):
    """The fault is seen as what it is, at its operations only, and harms nobody else."""
    test.assertEqual(code, fault.exit_code)
    test.assertEqual(report["stale"], [])

    healthy = subject(report, HEALTHY)
    test.assertEqual(healthy["verdict"], "conformant")
    test.assertEqual(healthy["counts"]["passed"], healthy["counts"]["planned"])
    test.assertGreater(healthy["counts"]["planned"], 5000)

    faulty = subject(report, fault.name)
    test.assertTrue(counts_add_up(faulty["counts"]))
    test.assertEqual(faulty["counts"]["planned"], healthy["counts"]["planned"])
    test.assertEqual(faulty["counts"]["not_run"] + faulty["counts"]["not_offered"], 0)
    test.assertEqual(faulty["verdict"], "incomplete" if code == 3 else "not conformant")
    test.assertEqual(outcomes(fault, report), {fault.outcome})
    passed_whole = {row["op"] for row in faulty["ops"]
                    if row["counts"]["passed"] == row["counts"]["planned"]}
    test.assertEqual({row["op"] for row in faulty["ops"]} - passed_whole, set(fault.ops))
    test.assertEqual(len(faulty["ops"]), 20)
    test.assertEqual({finding["op"] for finding in report["findings"]}, set(fault.ops))
    for finding in report["findings"]:
        test.assertTrue(finding["is_new"] or finding["is_diagnostic"])
        test.assertEqual({s["subject"] for s in finding["standings"]}, {fault.name})

    if fault.clauses:
        # Entries of the pinned suites cite several sections at once; they come after those cases that
        # aim at one clause.
        test.assertLessEqual(clauses(report["findings"][0]), {*fault.clauses, *fault.families})
        # Some finding says what it is: under a clause that it breaks, or all of that clause's section.
        sections = {clause.rpartition(".")[0] for clause in fault.clauses}
        cited = set().union(*map(clauses, report["findings"]))
        test.assertTrue(cited & (set(fault.clauses) | sections))
