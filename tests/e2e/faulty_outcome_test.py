"""Faults against the protocol: each is caught with its own outcome, and harms nobody else.

Usage: faulty_outcome_test.py GRIT
"""

import unittest

import faults
import support
from support import subject

# Words of what the report says of the one case that these fail on.
ONE_CASE_FAULTS = {
    "crashes-on-one-case": "SIGABRT",
    "hangs-on-one-case": "no reply within 1 s",
    "prints-to-stdout": "debug: parsing a grade",
    "truncates-a-frame": "bytes of a frame",
}


class Outcomes(unittest.TestCase):
    def certify(self, name):
        fault = faults.named(name)
        code, report = faults.run(fault)
        faults.expect_caught(self, fault, code, report)
        return fault, report

    def one_case_fault(self, name):
        fault, report = self.certify(name)
        row = subject(report, name)
        self.assertEqual((row["counts"]["errors"], row["counts"]["failed"]), (1, 0))
        self.assertEqual(row["incidents"], [])
        (finding,) = report["findings"]
        self.assertIn(ONE_CASE_FAULTS[name], faults.answer_of(fault, finding)["rendered"])
        self.assertIn("e=u4,k0=32", str(finding["request"]))

    def test_crashes_on_one_case(self):
        self.one_case_fault("crashes-on-one-case")

    def test_hangs_on_one_case(self):
        self.one_case_fault("hangs-on-one-case")

    def test_prints_to_stdout(self):
        self.one_case_fault("prints-to-stdout")

    def test_truncates_a_frame(self):
        self.one_case_fault("truncates-a-frame")

    def test_lies_about_an_op(self):
        fault, report = self.certify("lies-about-an-op")
        row = subject(report, fault.name)
        self.assertEqual(row["tier"], "core, general")  # it says so
        (explain,) = [op["counts"] for op in row["ops"] if op["op"] == "EXPLAIN"]
        self.assertGreater(explain["planned"], 0)
        self.assertEqual(explain["failed"], explain["planned"])

    def test_nondeterministic(self):
        # Right in plan order, so every disagreement is one between two processes.
        fault, report = self.certify("nondeterministic")
        counts = subject(report, fault.name)["counts"]
        self.assertEqual(counts["failed"], 0)
        self.assertGreater(counts["errors"], 0)
        self.assertEqual(subject(report, fault.name)["incidents"], [])

    def test_answers_out_of_order(self):
        # One at a time every answer is right: no case is to blame, and the run is no pass.
        fault, report = self.certify("answers-out-of-order")
        row = subject(report, fault.name)
        self.assertEqual(row["counts"]["passed"], row["counts"]["planned"])
        self.assertEqual(report["findings"], [])
        self.assertEqual({incident["kind"] for incident in row["incidents"]},
                         {"death not reproduced"})
        for incident in row["incidents"]:
            self.assertIn("replies out of order", incident["detail"])


if __name__ == "__main__":
    support.main()
