"""The adapters of adapters/faulty, and what the lab must say of each.

What a fault breaks and where it shows follows from the specification and from PROTOCOL.md,
"Outcomes"; nothing here is copied from a run.
"""

import dataclasses
import re

import support
from support import counts_add_up, subject

HEALTHY = "c"  # an implementation that shares no code with the faulty ones
CASES = ("--seed", 1, "--cases", 4000)
WRONG_ANSWER = "failed"  # in place of an outcome: an answer or a refusal, and another one is right


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str
    ops: tuple  # the operations at which it shows; all others pass whole
    outcome: str = WRONG_ANSWER
    families: tuple = ()  # clauses of families that it fails first, each about more than the fault
    exit_code: int = 1

    @property
    def does(self):
        """What it does, in a few words."""
        return re.search('^does = "(.*)"$', self._description(), re.MULTILINE)[1]

    @property
    def clauses(self):
        """Of the specification, that it breaks; none: it breaks the protocol."""
        breaks = re.search(r"^breaks = \[(.*)\]$", self._description(), re.MULTILINE)
        return tuple(re.findall('"(.*?)"', breaks[1])) if breaks else ()

    def _description(self):
        folder = support.ROOT / "adapters" / "faulty" / self.name
        return (folder / "adapter.toml").read_text(encoding="utf-8")


FAULTS = [
    Fault("answers-out-of-order", ops=(), outcome="protocol error", exit_code=3),
    Fault("byte-swapped-k0", ops=("DESCRIPTOR",)),
    Fault("crashes-on-one-case", ops=("GRADE",), outcome="crash"),
    Fault("e8m0-ff-as-2-to-128", ops=("FORMAT_DECODE", "DECODE")),
    Fault("fuses-multiply-add", ops=("DECODE_VIEW",)),
    Fault("hangs-on-one-case", ops=("GRADE",), outcome="timeout"),
    Fault("hashes-note", ops=("GID",)),
    Fault("ignores-msb-first", ops=("DECODE_VIEW",), families=("§11.4", "§11.5", "§11.6.3")),
    Fault("ignores-reserved-flags", ops=("CHECK",)),
    Fault("inner-scale-first", ops=("DECODE_VIEW",)),
    Fault("keeps-ignored-bits", ops=("SLICE", "TRANSPOSE", "RELAYOUT"), families=("§12.6.5",)),
    Fault("lies-about-an-op", ops=("EXPLAIN",), outcome="unsupported"),
    Fault("moves-the-group-axis", ops=("TRANSPOSE",)),
    Fault("nondeterministic", ops=("FORMAT_DECODE",), outcome="nondeterministic"),
    Fault("poison-before-sparsity", ops=("DECODE",)),
    Fault("poisons-unnamed-positions", ops=("DECODE_VIEW",)),
    Fault("prints-to-stdout", ops=("GRADE",), outcome="protocol error"),
    Fault("resets-the-cursor", ops=("DECODE_VIEW",)),
    Fault("sizes-before-grade", ops=("CHECK",)),
    Fault("sizes-before-placements", ops=("DECODE_VIEW", "SLICE", "TRANSPOSE", "REQUANTIZE", "RELAYOUT")),
    Fault("skips-placement-step", ops=("CHECK",)),
    Fault("slices-level-1-groups", ops=("SLICE",), families=("§12.5.1",)),
    Fault("swaps-nibbles",
          # SLICE and TRANSPOSE pack as they unpacked; so does REQUANTIZE, unless groups change axes.
          ops=("DECODE_VIEW", "RELAYOUT"), families=("§12.1.2", "§12.3")),
    Fault("swizzles-without-padding-groups", ops=("RELAYOUT",), families=("§12.2.3",)),
    Fault("takes-row-major-for-c-order", ops=("DECODE_VIEW",), families=("§11.5.1",)),
    Fault("ties-away-from-zero", ops=("FORMAT_ENCODE", "ENCODE", "REQUANTIZE")),
    Fault("truncates-a-frame", ops=("GRADE",), outcome="truncated frame"),
    Fault("wraps-minus1", ops=("DECODE_VIEW",), families=("§11.5.6",)),
    Fault("wraps-size-product", ops=("CHECK", "SIZES")),
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
