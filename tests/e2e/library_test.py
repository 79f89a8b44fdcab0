"""--library: shared libraries with the table of grit_adapter.h, healthy ones and others.

Usage: library_test.py GRIT
"""

import pathlib
import struct
import subprocess
import tempfile
import unittest

import support
from support import counts_add_up, subject

ANSWERED, REFUSED, UNSUPPORTED, INTERNAL_ERROR = range(4)
HELLO, GID_PARSE, DIGEST, DECODE, ENCODE, EQUIVALENT = 0, 6, 7, 11, 12, 13
TEXT = struct.pack("<I", 0)
EMPTY_PLANES = bytes(16)


def library(name):
    return support.GRIT.build / "adapters" / "kit" / "library" / "tests" / f"{name}.so"


def ask(name, *requests):
    """(exit code, [(op, outcome, payload)], stderr) of the host, asked directly."""
    host = support.GRIT.build / "adapters" / "kit" / "library" / "grit-library-host"
    data = b"".join(struct.pack("<4sBBHII", b"GCP1", op, 1, 0, number, len(payload)) + payload
                    for number, (op, payload) in enumerate(requests))
    done = subprocess.run([host, library(name)], input=data, capture_output=True, timeout=60)
    rest, replies = done.stdout, []
    while rest:
        magic, op, outcome, zero, number, length = struct.unpack("<4sBBHII", rest[:16])
        assert (magic, zero, number) == (b"GCP1", 0, len(replies)), rest[:64]
        replies.append((op, outcome, rest[16:16 + length]))
        rest = rest[16 + length:]
    return done.returncode, replies, done.stderr


class Healthy(unittest.TestCase):
    def test_smoke(self):
        code, out, _ = support.GRIT("smoke", "--library", f"mine={library('healthy')}")
        self.assertEqual((code, out.count("ok ")), (0, 8), out)

    def test_is_conformant(self):
        code, report = support.GRIT.report("c", "--library", f"mine={library('healthy')}",
                                           "--cases", 4000)
        row = subject(report, "mine")
        self.assertEqual((code, row["verdict"], row["kind"], row["tier"]),
                         (0, "conformant", "library", "core"))
        # The interface has the core tier; the general one is not offered, and counted.
        counts = row["counts"]
        self.assertEqual(counts["passed"] + counts["not_offered"], counts["planned"])
        general = sum(op["counts"]["planned"] for op in row["ops"][14:])
        self.assertEqual(counts["not_offered"], general)
        self.assertGreater(general, 600)
        self.assertGreater(counts["passed"], 4000)
        self.assertEqual(row["build"]["library_abi"], 1)

    def test_usage(self):
        for arguments in (("smoke", "c", "--library", library("healthy")),
                          ("smoke", "--library", "mine="),
                          ("certify", "--library", "a b.so")):
            with self.subTest(arguments):
                self.assertEqual(support.GRIT(*arguments)[0], 2)


class Misbehaving(unittest.TestCase):
    def test_crash_is_a_finding_of_its_cases(self):
        code, report = support.GRIT.report("c", "--library", f"bad={library('misbehaves')}",
                                           "--cases", 1500, "--restarts", 1000)
        self.assertEqual(code, 1)
        row = subject(report, "bad")
        self.assertTrue(counts_add_up(row["counts"]))
        ops = {op["op"]: op["counts"] for op in row["ops"]}
        for op in ("EXPLAIN", "EQUIVALENT", "DIGEST", "GID_PARSE"):
            self.assertEqual(ops[op]["errors"], ops[op]["planned"], op)
        self.assertEqual(ops["CHECK"]["not_offered"], ops["CHECK"]["planned"])
        self.assertEqual(row["incidents"], [])
        outcomes = {(finding["op"], answer["outcome"]) for finding in report["findings"]
                    for answer in finding["answers"] if "bad" in answer["subjects"]}
        # An abort and an exception that leaves a function are crashes; the rest is kept apart.
        self.assertLessEqual({("EXPLAIN", "crash"), ("EQUIVALENT", "crash"), ("DIGEST", "internal error"),
                              ("ENCODE", "internal error"), ("DECODE", "internal error"),
                              ("GID_PARSE", "internal error")}, outcomes)
        healthy = subject(report, "c")
        self.assertEqual(healthy["counts"]["passed"], healthy["counts"]["planned"])

    def test_what_has_no_reply_is_an_internal_error(self):
        decode = TEXT + struct.pack("<q", 1) + EMPTY_PLANES
        code, replies, err = ask("misbehaves", (DIGEST, EMPTY_PLANES), (GID_PARSE, TEXT),
                                 (ENCODE, TEXT + TEXT), (DECODE, decode), (DIGEST, b"\0"), (1, b""))
        self.assertEqual((code, [reply[:2] for reply in replies]),
                         (0, [(DIGEST, INTERNAL_ERROR), (GID_PARSE, INTERNAL_ERROR),
                              (ENCODE, INTERNAL_ERROR), (DECODE, INTERNAL_ERROR),
                              (DIGEST, INTERNAL_ERROR), (1, UNSUPPORTED)]))
        texts = [reply[2] for reply in replies]
        self.assertIn(b"returned 17", texts[0])
        self.assertEqual(texts[1], b"out of luck")
        self.assertIn(b"plane 4", texts[2])
        self.assertIn(b"64 MiB", texts[3])
        # What it prints to stdout is on stderr, not among the frames.
        self.assertEqual(err.count(b"debug: this must not get among the frames"), 1)

    def test_table_ends_where_it_says(self):
        code, replies, _ = ask("short_table", (HELLO, b"{}"), (GID_PARSE, TEXT),
                               (DIGEST, EMPTY_PLANES))
        self.assertEqual((code, [reply[1] for reply in replies]), (0, [ANSWERED, REFUSED, UNSUPPORTED]))
        self.assertIn(b'"ops":[0,6]', replies[0][2])


class NotLoadable(unittest.TestCase):
    def check(self, path, *words):
        """One line that says what, where and what to do; incomplete, and never a crash."""
        code, out, err = support.GRIT("smoke", "--library", f"mine={path}")
        self.assertEqual((code, out, err.count("\n")), (3, "", 1), err)
        code, report = support.GRIT.report("c", "--library", f"mine={path}", "--cases", 100)
        row = subject(report, "mine")
        self.assertEqual((code, row["verdict"]), (3, "incomplete"))
        self.assertEqual(row["counts"]["not_run"], row["counts"]["planned"])
        self.assertEqual(report["findings"], [])
        for word in (str(path), *words):
            self.assertIn(word, err)
            self.assertIn(word, row["not_run_reason"])

    def test_missing(self):
        self.check("/nowhere/libmine.so", "is missing", "build the library")

    def test_no_library(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "libmine.so")
            file.write_text("not ELF")
            self.check(file, "cannot load", "is it a shared library of this machine")

    def test_without_symbol(self):
        self.check(library("without_symbol"), "exports no gcp_adapter_get", "grit_adapter.h")

    def test_other_version(self):
        self.check(library("other_version"), "version 2 of grit_adapter.h", "here is version 1",
                   "compile it with the header")

    def test_dies_when_loaded(self):
        self.check(library("aborts_when_loaded"), "loading", "SIGABRT", "run the host on it alone")


if __name__ == "__main__":
    support.main()
