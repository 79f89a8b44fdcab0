"""The three subjects on random views, and that a wrong one would be seen."""

import os
import unittest

import agreement
import answers
import gcp
import grade_oracle
from view_oracle import (BLOCK_AOS, PACK_K4, PLANE_ORDER, SWIZZLE_128X4B, Descriptor)
from view_requests import DECODE_VIEW, RELAYOUT, SLICE, TRANSPOSE, generate

VIEWS = 5000
FAULTY_VIEWS = 1000


class Agreement(unittest.TestCase):
    def test_the_oracles_and_the_reference_agree(self):
        tally = agreement.run(agreement.reference(), agreement.SEED, VIEWS)
        lines = "\n".join(agreement.report(tally))
        print("seed %d: %s" % (agreement.SEED, lines))
        self.assertEqual(tally.counts["views"], VIEWS)
        self.assertEqual(tally.counts["requests"], 2 * VIEWS)
        self.assertEqual(tally.counts["differences"], 0, lines)
        self.assertEqual(tally.missing(), [])

    def test_a_view_is_the_same_in_any_order(self):
        forwards = [generate(7, index) for index in range(20)]
        backwards = [generate(7, index) for index in reversed(range(20))]
        self.assertEqual(forwards, backwards[::-1])
        self.assertNotEqual(forwards, [generate(8, index) for index in range(20)])

    def test_a_run_that_asks_too_little_does_not_pass(self):
        tally = agreement.compare(agreement.reference(), agreement.SEED, 0, 3)
        self.assertEqual(tally.counts["differences"], 0)
        self.assertIn("s8 as zp_fmt: 0, fewer than 1", tally.missing())


def _reads(op, condition):
    return lambda request, desc, _: request.op == op and condition(desc)


def _has(flag):
    return lambda desc: desc.has(flag)


# For each adapter that is wrong in the general tier, the requests that its fault can touch: by the
# request, its descriptor and the right answer.
FAULTS = {
    "fuses-multiply-add": _reads(DECODE_VIEW, _has(grade_oracle.ZP_L1SCALED)),
    "ignores-msb-first": _reads(DECODE_VIEW, _has(grade_oracle.MSB_FIRST)),
    "inner-scale-first": _reads(DECODE_VIEW, lambda desc: desc.two_levels),
    "keeps-ignored-bits": lambda request, desc, _: request.op in (SLICE, TRANSPOSE, RELAYOUT),
    "moves-the-group-axis": lambda request, desc, _: request.op == TRANSPOSE,
    "poisons-unnamed-positions": _reads(DECODE_VIEW, _has(grade_oracle.SPARSE)),
    "resets-the-cursor": _reads(DECODE_VIEW, _has(grade_oracle.SPARSE)),
    "sizes-before-placements": lambda request, desc, expected: expected in (
        (gcp.REFUSED, b"PlacementUnknown"), (gcp.REFUSED, b"RelayoutUnsupported")),
    "slices-level-1-groups": _reads(SLICE, lambda desc: desc.two_levels),
    "swaps-nibbles": lambda request, desc, _: (
        desc.placement_data in (BLOCK_AOS, PACK_K4)
        or request.op == RELAYOUT and request.operands[1] in (BLOCK_AOS, PACK_K4)),
    "swizzles-without-padding-groups": lambda request, desc, _: (
        desc.placement_scale == SWIZZLE_128X4B
        or request.op == RELAYOUT and request.operands[1] == SWIZZLE_128X4B),
    "takes-row-major-for-c-order": lambda request, desc, _: (
        request.op == DECODE_VIEW and desc.placement_data in PLANE_ORDER),
    "wraps-minus1": _reads(DECODE_VIEW, _has(grade_oracle.ZP_MINUS1)),
}


class Faults(unittest.TestCase):
    """Each fault is seen, and nowhere but where it is: so the expectations are no accident."""

    @classmethod
    def setUpClass(cls):
        cls.requests = [request for index in range(FAULTY_VIEWS)
                        for request in generate(agreement.SEED, index)]
        cls.expected = [answers.exact(request) for request in cls.requests]

    def catches(self, fault):
        adapter = os.path.join(os.environ["GRIT_BUILD"], "adapters/faulty", fault)
        replies = answers.by_adapter([adapter], self.requests)
        wrong = [(request, expected) for request, reply, expected
                 in zip(self.requests, replies, self.expected) if reply != expected]
        self.assertTrue(wrong, "%s is not seen in %d views" % (fault, FAULTY_VIEWS))
        touched = FAULTS[fault]
        for request, expected in wrong:
            self.assertTrue(touched(request, Descriptor.parse(request.view.desc), expected),
                            "%s: %r" % (fault, request))


def _add_a_test_of_each_fault():
    for fault in FAULTS:
        name = "test_" + fault.replace("-", "_")
        setattr(Faults, name, lambda self, fault=fault: self.catches(fault))


_add_a_test_of_each_fault()

if __name__ == "__main__":
    unittest.main()
