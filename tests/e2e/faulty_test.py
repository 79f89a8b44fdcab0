"""Every faulty adapter is caught with the outcome that its fault has, and harms nobody else.

Usage: faulty_test.py GRIT
"""

import unittest

import support
from support import counts_add_up, subject

CASES = ("--seed", 3, "--cases", 400)

# What each fault must come out as: outcome, op, first differing field or words of the detail.
ONE_CASE_FAULTS = {
    "crashes-on-one-case": ("crash", "SIGABRT"),
    "hangs-on-one-case": ("timeout", "no reply within 1 s"),
    "prints-to-stdout": ("protocol error", "debug: parsing a grade"),
    "truncates-a-frame": ("truncated frame", "bytes of a frame"),
}


class Faulty(unittest.TestCase):
    def certify(self, fault):
        code, report = support.GRIT.report("c", "cpp", fault, *CASES, "--item-deadline", 1)
        for name in ("c", "cpp"):
            healthy = subject(report, name)
            self.assertEqual(healthy["verdict"], "conformant", name)
            self.assertEqual(healthy["counts"]["passed"], healthy["counts"]["planned"], name)
            self.assertGreater(healthy["counts"]["planned"], 400)
        self.assertTrue(counts_add_up(subject(report, fault)["counts"]))
        return code, report

    def test_one_case_faults(self):
        for fault, (outcome, detail) in ONE_CASE_FAULTS.items():
            with self.subTest(fault):
                code, report = self.certify(fault)
                self.assertEqual(code, 1)
                counts = subject(report, fault)["counts"]
                self.assertEqual((counts["errors"], counts["failed"], counts["not_run"]), (1, 0, 0))
                self.assertEqual(counts["passed"], counts["planned"] - 1)
                self.assertEqual(subject(report, fault)["incidents"], [])
                (finding,) = report["findings"]
                self.assertEqual(finding["op"], "GRADE")
                (answer,) = [a for a in finding["answers"] if fault in a["subjects"]]
                self.assertEqual(answer["outcome"], outcome)
                self.assertIn(detail, answer["rendered"])
                self.assertIn("e=u4,k0=32", dict(finding["request"])["text"]
                              if isinstance(finding["request"], dict)
                              else str(finding["request"]))

    def test_byte_swapped_k0(self):
        code, report = self.certify("byte-swapped-k0")
        self.assertEqual(code, 1)
        for finding in report["findings"]:
            self.assertEqual(finding["op"], "DESCRIPTOR")
            self.assertTrue(finding["signature"].endswith("| k0"), finding["signature"])
            (answer,) = [a for a in finding["answers"] if "byte-swapped-k0" in a["subjects"]]
            (difference,) = answer["differences"]
            self.assertEqual((difference["offset"], difference["field"]), ("18", "k0"))
        counts = subject(report, "byte-swapped-k0")["counts"]
        self.assertGreater(counts["failed"], 50)
        self.assertEqual(counts["errors"], 0)


if __name__ == "__main__":
    support.main()
