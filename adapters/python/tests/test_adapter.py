"""The adapter: frames, pieces, outcomes (docs/PROTOCOL.md)."""

from __future__ import annotations

import io
import json
import struct
import subprocess
import sys
import unittest
from pathlib import Path

from gritlab import find
from gritlab.placements import Placement
from gritlab_adapter.frames import BadFrame, Outcome
from gritlab_adapter.operations import OPERATIONS
from gritlab_adapter.serve import answer, serve

ADAPTER = Path(__file__).resolve().parents[1] / "adapter.py"
MXFP4 = find("GRADE_MXFP4").descriptor.to_bytes()


def frame(op: int, request_id: int, payload: bytes, flags: int = 0) -> bytes:
    return struct.pack("<4sBBHII", b"GCP1", op, flags, 0, request_id, len(payload)) + payload


def blob(data: bytes) -> bytes:
    return struct.pack("<I", len(data)) + data


def shape(*extents: int) -> bytes:
    return struct.pack(f"<B{len(extents)}q", len(extents), *extents)


def words(*values: int) -> bytes:
    return struct.pack(f"<I{len(values)}I", len(values), *values)


def check_request(level: int, descriptor: bytes, lengths: tuple[int, ...], rest: bytes) -> bytes:
    return bytes([level]) + blob(descriptor) + shape(32) + struct.pack("<4q", *lengths) + rest


def replies(requests: bytes) -> bytes:
    out = io.BytesIO()
    serve(io.BytesIO(requests), out)
    return out.getvalue()


class Frames(unittest.TestCase):
    def test_the_exchange_of_the_protocol_page(self) -> None:
        request = check_request(1, MXFP4, (16, 1, 0, 0), b"\0")
        self.assertEqual(len(frame(1, 2, request)), 127)
        self.assertEqual(
            replies(frame(1, 2, request, 1)).hex(), "4743503101000000020000000200000000ff"
        )
        wrong = check_request(1, MXFP4, (15, 1, 0, 0), b"\0")
        self.assertEqual(answer(1, wrong), (Outcome.ANSWERED, b"\x01\x00"))
        longer = check_request(1, MXFP4 + b"\0", (16, 1, 0, 0), b"\0")
        self.assertEqual(answer(1, longer), (Outcome.ANSWERED, b"\x02\xff"))

    def test_hello(self) -> None:
        outcome, payload = answer(0, b'{"protocol":1,"spec":1}')
        said = json.loads(payload)
        self.assertEqual(outcome, Outcome.ANSWERED)
        self.assertEqual(said["ops"], [op for op in sorted(OPERATIONS) if op])
        self.assertEqual((said["protocol"], said["spec"], said["language"]), (1, 1, "Python"))
        for unreadable in (b"", b"[]", b"\xff"):
            self.assertEqual(answer(0, unreadable)[0], Outcome.INTERNAL_ERROR)

    def test_no_request_ends_everything(self) -> None:
        good = frame(6, 1, blob(b""))
        for bad in (
            b"GCP2" + good[4:],
            good[:-1],
            good[:10],
            frame(6, 1, b"", 2),
            good[:6] + b"\1" + good[7:],
            good[:12] + b"\1\0\0\4",
        ):
            with self.subTest(bad=bad.hex()), self.assertRaises(BadFrame):
                replies(bad)

    def test_a_process(self) -> None:
        asked = frame(14, 7, MXFP4 + MXFP4, 1) + frame(99, 8, b"x")
        done = subprocess.run([sys.executable, ADAPTER], input=asked, capture_output=True)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(
            done.stdout.hex(),
            "474350310e00000007000000040000000000000047435031630200000800000000000000",
        )
        broken = subprocess.run([sys.executable, ADAPTER], input=asked + b"G", capture_output=True)
        self.assertEqual((broken.returncode, broken.stdout), (1, done.stdout))
        self.assertIn(b"inside a frame", broken.stderr)


class Outcomes(unittest.TestCase):
    def test_refused(self) -> None:
        for op, payload in (
            (2, blob(b"grit1()")),
            (3, blob(b"grit1()") + bytes(30)),
            (4, MXFP4 + shape(31)),
            (6, blob(b"x")),
            (8, bytes(2) + words(0)),
            (9, struct.pack("<H", 0x43FF) + words()),
            (10, b"\0" + words(0x3F800000, 0)),
            (11, blob(b"X") + bytes(24)),
            (12, blob(b"GRADE_NVF4") + words(0)),
            (13, blob(b"X") + blob(b"X") + b"\0"),
            (13, blob(b"GRADE_NVF4") + blob(b"GRADE_NVF4") + b"\2"),
        ):
            with self.subTest(op=op):
                self.assertEqual(answer(op, payload), (Outcome.REFUSED, b""))

    def test_sizes_above_the_reply_are_refused(self) -> None:
        descriptor = find("GRADE_NVF4").descriptor._replace(k0=1, scale0=0x371F).to_bytes()
        self.assertEqual(answer(4, descriptor + shape(2**62)), (Outcome.REFUSED, b""))

    def test_unreadable(self) -> None:
        for op, payload in (
            (2, b""),
            (2, blob(b"\xff")),
            (2, blob(b"x") + b"\0"),
            (8, b"\0\0" + struct.pack("<I", 0xFFFFFFFF)),
            (10, b"\3" + words()),
            (14, bytes(127)),
            (1, check_request(0, MXFP4, (1, 0, 0, 0), b"\1" + bytes(16))),  # §5.0.6
        ):
            with self.subTest(op=op):
                self.assertEqual(answer(op, payload)[0], Outcome.INTERNAL_ERROR)

    def test_unsupported(self) -> None:
        for op in (15, 19, 26, 255):
            self.assertEqual(answer(op, b""), (Outcome.UNSUPPORTED, b""))

    def test_answers(self) -> None:
        for op, payload, expected in (
            (8, struct.pack("<H", 0x2043) + words(7, 8), words(0x40C00000, 0x80000000)),
            (9, struct.pack("<H", 0x2043) + words(0x7FC00000, 0x40E00000), words(0xFFFFFFFF, 7)),
            (10, b"\2" + words(0x41400000), words(4)),
            (10, b"\0" + words(1), words(0xFFFFFF6B)),  # -149
            (13, blob(b"GRADE_MXFP4") + blob(b"GRADE_MXFP4_RNE") + b"\0", b"\1"),
            (7, bytes(16), bytes.fromhex("28ee198ca550ba36979ea053be3dc70d")),
            (14, MXFP4 + MXFP4[:-1] + b"\0", struct.pack("<I", 1) + blob(b"grade_id")),
        ):
            with self.subTest(op=op):
                self.assertEqual(answer(op, payload), (Outcome.ANSWERED, expected))


class GeneralTier(unittest.TestCase):
    """Operations 20 to 25, on 32 elements of MXFP4 that are all 1 (§12.8)."""

    data, scale = b"\x11" * 16, b"\x80"
    planes = blob(data) + blob(scale) + blob(b"") + blob(b"")
    view = MXFP4 + blob(find("GRADE_MXFP4").canonical.encode()) + shape(32) + planes

    def test_check_grade(self) -> None:
        text = b"grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)"  # §11.1
        outcome, descriptor = answer(
            3, blob(text) + struct.pack("<hI3Q", 0, 0, *[Placement.ROW_MAJOR] * 3)
        )
        self.assertEqual(outcome, Outcome.ANSWERED)
        asked = b"\1" + blob(descriptor) + shape(4) + struct.pack("<4q", 2, 2, 0, 1) + b"\0"
        self.assertEqual(answer(20, asked + blob(text)), (Outcome.ANSWERED, b"\x00\xff"))
        self.assertEqual(answer(20, asked + blob(b"x")), (Outcome.ANSWERED, b"\x02\xff"))
        self.assertEqual(answer(20, asked)[0], Outcome.INTERNAL_ERROR)

    def test_decode_view(self) -> None:
        expected = words(*[0x3F800000] * 32)
        self.assertEqual(answer(21, self.view), (Outcome.ANSWERED, expected))

    def test_slice(self) -> None:
        empty = shape(0) + bytes(16)
        self.assertEqual(
            answer(22, self.view + struct.pack("<Bqq", 0, 32, 32)), (Outcome.ANSWERED, empty)
        )
        self.assertEqual(
            answer(22, self.view + struct.pack("<Bqq", 255, 0, 0)),
            (Outcome.REFUSED, b"SliceRange"),
        )

    def test_transpose_and_requantize(self) -> None:
        same = MXFP4 + shape(32) + self.planes
        self.assertEqual(answer(23, self.view + b"\0\0"), (Outcome.ANSWERED, same))
        anew = MXFP4 + shape(32) + blob(b"\x66" * 16) + blob(b"\x7d") + bytes(8)
        self.assertEqual(answer(24, self.view + b"\0\0"), (Outcome.ANSWERED, anew))
        for op, operands, name in (
            (23, b"\xff\0", b"BadPermutation"),
            (23, b"\0\xff", b"GroupAxisMoved"),
            (24, b"\0\xff", b"SizeMismatch"),
        ):
            self.assertEqual(answer(op, self.view + operands), (Outcome.REFUSED, name))
        self.assertEqual(answer(23, self.view + b"\0")[0], Outcome.INTERNAL_ERROR)

    def test_relayout(self) -> None:
        def operands(role: int, placement: int) -> bytes:
            return struct.pack("<BQ", role, placement)

        linear = struct.pack("<Q", Placement.LINEAR_META)
        self.assertEqual(
            answer(25, self.view + operands(0, Placement.LINEAR_META)),
            (Outcome.ANSWERED, MXFP4[:32] + linear + MXFP4[40:] + self.planes),
        )
        self.assertEqual(
            answer(25, self.view + operands(2, 0)), (Outcome.REFUSED, b"RelayoutUnsupported")
        )
        self.assertEqual(answer(25, self.view + operands(3, 0))[0], Outcome.INTERNAL_ERROR)

    def test_an_answer_that_is_too_long_is_not_computed(self) -> None:
        # One line of 2^20 groups: 1 MiB of scales, 128 MiB of them swizzled.
        n = 2**25
        descriptor = find("GRADE_MXFP4").descriptor._replace(group_axis=1).to_bytes()
        view = descriptor + self.view[64 : -len(shape(32) + self.planes)] + shape(1, n)
        view += blob(bytes(n // 2)) + blob(bytes(n // 32)) + bytes(8)
        for asked, op in (
            (view, 21),
            (view + struct.pack("<BQ", 1, Placement.SWIZZLE_128x4B), 25),
        ):
            outcome, text = answer(op, asked)
            self.assertEqual(outcome, Outcome.INTERNAL_ERROR)
            self.assertIn(b"exceeds a payload", text)
