"""Faults against the specification: each is caught, under the clause that it breaks, and harms nobody
else.

Usage: faulty_clause_test.py GRIT
"""

import json
import math
import re
import shlex
import unittest

import faults
import support
from support import subject


def label(answer):
    """What an answer comes to: a status of CHECK, or the outcome."""
    status = re.match(r"status (\w+)", answer["rendered"])
    return status[1] if status else answer["outcome"]


def piece(finding, name):
    """A piece of a finding's request, as it is printed."""
    return next(row["rendered"] for row in finding["request"] if row["piece"] == name)


def grade(finding):
    """The keys of the grade of a request about a view."""
    text = piece(finding, "canonical").strip('"').removeprefix("grit1(").removesuffix(")")
    return dict(key.split("=") for key in text.split(","))


def shape_and_axis(finding):
    """The shape of a view and its group axis (spec §2.1.1: bytes 16 and 17)."""
    descriptor = bytes.fromhex(piece(finding, "descriptor"))
    return json.loads(piece(finding, "shape")), int.from_bytes(descriptor[16:18], "little")


class Clauses(unittest.TestCase):
    def certify(self, name):
        fault = faults.named(name)
        code, report = faults.run(fault)
        faults.expect_caught(self, fault, code, report)
        counts = subject(report, name)["counts"]
        self.assertEqual(counts["errors"], 0)
        self.assertEqual(subject(report, name)["incidents"], [])
        return fault, report

    def changes(self, fault, report):
        """The (op, right label, wrong label) of all findings."""
        return {(finding["op"], label(finding["answers"][0]),
                 label(faults.answer_of(fault, finding))) for finding in report["findings"]}

    def differences(self, fault, report, op):
        """All differences that the findings of an operation show."""
        return [difference for finding in report["findings"] if finding["op"] == op
                for difference in faults.answer_of(fault, finding)["differences"]]

    def refusals(self, fault, report):
        """The (right, wrong) outcomes of all findings, refusals by their names."""
        return {(difference["expected"].strip('"'), difference["actual"].strip('"'))
                for op in fault.ops for difference in self.differences(fault, report, op)
                if difference["field"] in ("outcome", "refusal")}

    def certify_values(self, name, family):
        """Of a fault in the values of views: another value each time, and the family that is made for
        it finds it."""
        fault, report = self.certify(name)
        self.assertEqual(self.changes(fault, report), {("DECODE_VIEW", "answered", "answered")})
        self.assertIn(f"generated/decode_view/{family}",
                      {row["family"] for finding in report["findings"]
                       for row in finding["families"]})
        return fault, report

    def test_byte_swapped_k0(self):
        fault, report = self.certify("byte-swapped-k0")
        self.assertEqual({(difference["offset"], difference["field"])
                          for difference in self.differences(fault, report, "DESCRIPTOR")},
                         {("18", "k0")})

    def test_e8m0_ff_as_2_to_128(self):
        fault, report = self.certify("e8m0-ff-as-2-to-128")
        for difference in self.differences(fault, report, "FORMAT_DECODE"):
            self.assertEqual((difference["expected"][:8], difference["actual"][:8]),
                             ("7fc00000", "7f800000"))
        # 2^128 times 0, 0.5 and 1 or more: zero, 2^127, infinity.
        decoded = self.differences(fault, report, "DECODE")
        self.assertEqual({difference["expected"][:8] for difference in decoded}, {"7fc00000"})
        self.assertLessEqual({difference["actual"][:8] for difference in decoded},
                             {"00000000", "80000000", "7f000000", "ff000000", "7f800000",
                              "ff800000"})

    def test_fuses_multiply_add(self):
        # Only two products that are subtracted can be fused into one rounding.
        _, report = self.certify_values("fuses-multiply-add", "no-fused-multiply-add")
        for finding in report["findings"]:
            self.assertEqual(grade(finding)["zps"], "l1")

    def test_hashes_note(self):
        # Every descriptor shows it, a note of zero too.
        fault, report = self.certify("hashes-note")
        (gid,) = [row["counts"] for row in subject(report, fault.name)["ops"] if row["op"] == "GID"]
        self.assertEqual(gid["failed"], gid["planned"])
        self.assertGreater(gid["planned"], 100)

    def test_ignores_msb_first(self):
        _, report = self.certify_values("ignores-msb-first", "bits")
        for finding in report["findings"]:
            self.assertEqual(grade(finding)["po"], "msb")

    def test_ignores_reserved_flags(self):
        # Ok: neither step 1 nor the comparison of step 2 masks the other.
        fault, report = self.certify("ignores-reserved-flags")
        changes = self.changes(fault, report)
        self.assertIn(("CHECK", "GradeUnknown", "Ok"), changes)
        self.assertEqual({right for _, right, _ in changes}, {"GradeUnknown"})

    def test_inner_scale_first(self):
        _, report = self.certify_values("inner-scale-first", "outermost-scale-first")
        for finding in report["findings"]:
            self.assertIn("s1", grade(finding))

    def test_keeps_ignored_bits(self):
        # The right bytes and more bits; scale1 has no code with a byte of its own (spec §11.4.7).
        fault, report = self.certify("keeps-ignored-bits")
        for op in fault.ops:
            for difference in self.differences(fault, report, op):
                self.assertIn(difference["field"], ("data", "scale0", "aux"))
                right, wrong = difference["expected"], difference["actual"]
                if "…" not in right + wrong:
                    self.assertEqual(int(right, 16) & ~int(wrong, 16), 0)

    def test_moves_the_group_axis(self):
        fault, report = self.certify("moves-the-group-axis")
        self.assertEqual(self.refusals(fault, report), {("GroupAxisMoved", "answered")})

    def test_poison_before_sparsity(self):
        fault, report = self.certify("poison-before-sparsity")
        for finding in report["findings"]:
            self.assertIn("GRADE_I8S24", str(finding["request"]))
        for difference in self.differences(fault, report, "DECODE"):
            self.assertEqual((difference["expected"][:8], difference["actual"][:8]),
                             ("00000000", "7fc00000"))

    def test_poisons_unnamed_positions(self):
        fault, report = self.certify_values("poisons-unnamed-positions", "sparse-under-nan-scales")
        for finding in report["findings"]:
            self.assertIn("sp", grade(finding))
        for difference in self.differences(fault, report, "DECODE_VIEW"):
            self.assertEqual((difference["expected"][:8], difference["actual"][:8]),
                             ("00000000", "7fc00000"))

    def test_resets_the_cursor(self):
        _, report = self.certify_values("resets-the-cursor", "sparse-any-indices")
        for finding in report["findings"]:
            self.assertIn("sp", grade(finding))

    def test_sizes_before_grade(self):
        fault, report = self.certify("sizes-before-grade")
        self.assertEqual(self.changes(fault, report),
                         {("CHECK", "GradeUnknown", "SizeMismatch"),
                          ("CHECK", "PlacementUnknown", "SizeMismatch")})

    def test_sizes_before_placements(self):
        # Each of the five operations, and both refusals that come before the lengths.
        fault, report = self.certify("sizes-before-placements")
        self.assertEqual(self.refusals(fault, report), {("PlacementUnknown", "SizeMismatch"),
                                                        ("RelayoutUnsupported", "SizeMismatch")})

    def test_skips_placement_step(self):
        fault, report = self.certify("skips-placement-step")
        changes = self.changes(fault, report)
        self.assertEqual({right for _, right, _ in changes}, {"PlacementUnknown"})
        self.assertIn("Ok", {wrong for _, _, wrong in changes})
        seen = set().union(*map(faults.clauses, report["findings"]))
        self.assertLessEqual(set(fault.clauses), seen)

    def test_slices_level_1_groups(self):
        # With k1 = 0 there is no level-1 group to cut.
        fault, report = self.certify("slices-level-1-groups")
        self.assertEqual(self.refusals(fault, report), {("SliceSplitsGroup", "answered")})
        for finding in report["findings"]:
            self.assertNotIn(grade(finding).get("k1"), (None, "0"))

    def test_swaps_nibbles(self):
        # Of the views in blocks only those of MXFP4; what one element loses, the one 16 further has.
        fault, report = self.certify("swaps-nibbles")
        for finding in report["findings"]:
            self.assertEqual((grade(finding)["e"], grade(finding)["s0"]), ("e2m1", "e8m0"))
        # Two elements at least, in pairs.
        places = {int(change["offset"].split()[1]): (change["expected"], change["actual"])
                  for change in self.differences(fault, report, "DECODE_VIEW")}
        first = min(places)
        self.assertEqual(places[first], places[first + 16][::-1])

    def test_swizzles_without_padding_groups(self):
        # A round trip shows nothing but where tiles lie on each other; bytes do (spec §11.8.10).
        fault, report = self.certify("swizzles-without-padding-groups")
        for finding in report["findings"]:
            shape, axis = shape_and_axis(finding)
            self.assertGreater(math.prod(shape) // shape[axis], 128)
            self.assertNotEqual(shape[axis] // int(grade(finding)["k0"]) % 4, 0)
        self.assertEqual({difference["field"] for difference
                          in self.differences(fault, report, "RELAYOUT")}, {"scale0"})

    def test_takes_row_major_for_c_order(self):
        # The orders are one where nothing stands behind the group axis (spec §11.3.3).
        _, report = self.certify_values("takes-row-major-for-c-order", "ranks")
        for finding in report["findings"]:
            shape, axis = shape_and_axis(finding)
            self.assertGreater(math.prod(shape[axis + 1:]), 1)

    def test_ties_away_from_zero(self):
        fault, report = self.certify("ties-away-from-zero")
        self.assertEqual(self.changes(fault, report),
                         {("FORMAT_ENCODE", "answered", "answered"),
                          ("ENCODE", "answered", "answered"),
                          # It encodes (spec §12.8.1).
                          ("REQUANTIZE", "answered", "answered")})
        self.assertEqual(report["findings"][0]["clause"], "§1.4.2")
        # Tables and generated ties, of floats and of integers.
        encode = [finding for finding in report["findings"] if finding["op"] == "FORMAT_ENCODE"]
        self.assertLessEqual({("tables", "§1.4.2"), ("tables", "§1.4.5"),
                              ("generated/format_encode/ties", "§1.4.2"),
                              ("generated/format_encode/integer-ties", "§1.4.5")},
                             {(row["family"], finding["clause"])
                              for finding in encode for row in finding["families"]})

    def test_wraps_minus1(self):
        _, report = self.certify_values("wraps-minus1", "zero-point-l1")
        for finding in report["findings"]:
            self.assertEqual(grade(finding)["zpc"], "minus1")

    def test_wraps_size_product(self):
        # [2^62] of MXFP4 has an answer, [2^32, 2^32] has none (spec §6.2): both go wrong.
        fault, report = self.certify("wraps-size-product")
        self.assertLessEqual({("CHECK", "SizeMismatch", "Ok"), ("CHECK", "Ok", "SizeMismatch"),
                              ("SIZES", "refused", "answered"), ("SIZES", "answered", "answered")},
                             self.changes(fault, report))


class Healthy(unittest.TestCase):
    def test_in_the_place_of_every_fault(self):
        """A healthy adapter under a fault's name is not taken for the fault."""
        healthy = support.GRIT.build / "adapters" / "cpp" / "grit-cpp-adapter"
        for fault in faults.FAULTS:
            with self.subTest(fault.name):
                code, report = support.GRIT.report(
                    faults.HEALTHY, "--adapter", f"{fault.name}={shlex.quote(str(healthy))}", *faults.CASES)
                self.assertEqual(code, 0)
                with self.assertRaises(AssertionError):
                    faults.expect_caught(self, fault, fault.exit_code, report)


if __name__ == "__main__":
    support.main()
