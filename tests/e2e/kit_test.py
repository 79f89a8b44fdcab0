"""grit adapters new: every skeleton is written, built with the commands that the program names,
passes smoke and certify, and its protocol helper reads and writes every piece.

A toolchain that is missing is a failure: `./grit test` installs them all.

Usage: kit_test.py GRIT
"""

import json
import os
import pathlib
import shlex
import shutil
import struct
import subprocess
import tempfile
import unittest

import support
from support import ROOT, counts_add_up, subject

KIT = ROOT / "adapters" / "kit"
ECHOES = ROOT / "tests" / "e2e" / "kit"
LANGUAGES = ("c", "cpp", "python", "rust", "typescript")
PROGRAM = {"c": "make", "cpp": "cmake", "python": "python3", "rust": "cargo", "typescript": "npm"}
OUTPUTS = {"build", "target", "dist", "node_modules", "__pycache__"}
# The skeletons' main files, and what the tests put in their place to reach the whole helper.
MAIN = {"c": "main.c", "cpp": "main.cpp", "python": "main.py", "rust": "src/main.rs",
        "typescript": "src/main.ts"}
ECHO = {"c": "echo.c", "cpp": "echo.cpp", "python": "echo.py", "rust": "echo.rs",
        "typescript": "echo.ts"}
NODE_MODULES = ROOT / "adapters" / "typescript" / "node_modules"

ANSWERED, REFUSED, UNSUPPORTED, INTERNAL_ERROR = range(4)
FLUSH = 1
DIGEST, CHECK = 7, 1
# Of four empty planes: FNV-1a-128 of 32 zero bytes, which is basis * prime^32 mod 2^128 (spec
# §7.1.1, §7.4), since a zero byte leaves only the multiplication.
EMPTY_DIGEST = (0x6C62272E07BB014262B821756295C58D * pow(0x1000000000000000000013B, 32, 1 << 128)
                % (1 << 128)).to_bytes(16, "big")
EMPTY_PLANES = bytes(16)


def request(op, payload=b"", number=1, flags=FLUSH):
    return struct.pack("<4sBBHII", b"GCP1", op, flags, 0, number, len(payload)) + payload


def replies(data):
    """[(op, outcome, id, payload)]"""
    frames = []
    while data:
        magic, op, outcome, zero, number, length = struct.unpack("<4sBBHII", data[:16])
        assert (magic, zero) == (b"GCP1", 0) and len(data) >= 16 + length, data[:64]
        frames.append((op, outcome, number, data[16:16 + length]))
        data = data[16 + length:]
    return frames


def blob(data):
    return struct.pack("<I", len(data)) + data


# One of every piece, by PROTOCOL.md's "Pieces"; extremes, so that no sign and no byte can get lost.
PIECES = (struct.pack("<BHIQhq", 0xFE, 0xFEDC, 0xFEDCBA98, 0xFEDCBA9876543210, -2, -3)
          + blob(b"\0\xff\n\r\x1a") + blob("ü∞".encode())
          + struct.pack("<B3q", 3, -1, 0, (1 << 63) - 1)
          + blob(b"data") + blob(b"") + blob(b"\0") + blob(bytes(300))
          + struct.pack("<I3I", 3, 0xFFFFFFFF, 0x7FC00001, 1))


class Skeleton:
    """A skeleton written into a directory of its own, which is thrown away."""

    def __init__(self, test, language):
        if shutil.which(PROGRAM[language]) is None:
            test.fail(f"{PROGRAM[language]} is missing: ./grit test installs it")
        self.language = language
        self.top = tempfile.mkdtemp()
        test.addCleanup(shutil.rmtree, self.top)
        self.directory = pathlib.Path(self.top, "with blank", f"of-{language}")
        code, out, err = support.GRIT("adapters", "new", "--lang", language, self.directory, "--json")
        test.assertEqual((code, err), (0, ""))
        self.written = json.loads(out)
        self.adapter = self.written["adapter"]
        self.argv = shlex.split(self.adapter.partition("=")[2])

    def build(self, test):
        """With the commands that the program named, and no network."""
        commands = self.written["build"]
        if self.language == "typescript":
            # The packages that npm would install are those of the TypeScript adapter.
            test.assertEqual(commands[0], f"npm --prefix {shlex.quote(str(self.directory))} install")
            commands = commands[1:]
            test.assertTrue(NODE_MODULES.is_dir(),
                            "npm packages are missing: ./grit adapters downloads them")
            wanted, there = (json.loads((folder / "package.json").read_text())["devDependencies"]
                             for folder in (self.directory, NODE_MODULES.parent))
            test.assertEqual(wanted, there)
            if not (self.directory / "node_modules").exists():
                (self.directory / "node_modules").symlink_to(NODE_MODULES)
        for command in commands:
            done = subprocess.run(command, shell=True, capture_output=True, cwd=self.top, timeout=300,
                                  env=dict(os.environ, CARGO_NET_OFFLINE="true",
                                           npm_config_offline="true"))
            test.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            test.assertNotIn(b"warning", done.stdout + done.stderr)

    def put_echo(self):
        shutil.copy(ECHOES / ECHO[self.language], self.directory / MAIN[self.language])

    def run(self, data):
        """(exit code, stdout, stderr)"""
        done = subprocess.run(self.argv, input=data, capture_output=True, timeout=60)
        return done.returncode, done.stdout, done.stderr


class Skeletons(unittest.TestCase):
    def check_skeleton(self, language):
        skeleton = Skeleton(self, language)
        self.check_files(skeleton)
        skeleton.build(self)
        self.check_certification(skeleton)
        self.check_protocol(skeleton)
        skeleton.put_echo()
        skeleton.build(self)
        self.check_pieces(skeleton)

    def check_files(self, skeleton):
        name = f"of-{skeleton.language}"
        top = KIT / skeleton.language
        files = sorted(str(path.relative_to(top)) for path in top.rglob("*")
                       if path.is_file() and not OUTPUTS & set(path.relative_to(top).parts))
        self.assertEqual(sorted(skeleton.written["files"]), files)
        self.assertLessEqual({"README.md", "adapter.toml", "deviations.toml"}, set(files))
        self.assertEqual(
            {key: skeleton.written[key] for key in ("schema", "version", "language", "name")},
            {"schema": "grit-adapter-skeleton", "version": 1, "language": skeleton.language,
             "name": name})
        for file in files:
            text = (skeleton.directory / file).read_text(encoding="utf-8")
            self.assertEqual(text, (top / file).read_text(encoding="utf-8")
                             .replace("my-adapter", name))
        self.assertIn(f'name = "{name}"', (skeleton.directory / "adapter.toml").read_text())

    def check_certification(self, skeleton):
        code, out, _ = support.GRIT("smoke", "--adapter", skeleton.adapter)
        self.assertEqual((code, out.count("ok ")), (0, 8), out)
        code, report = support.GRIT.report("--adapter", skeleton.adapter, "--cases", 2000)
        row = subject(report, f"of-{skeleton.language}")
        self.assertEqual((code, row["verdict"], row["tier"]), (0, "conformant", "core 1 of 14"))
        self.assertTrue(counts_add_up(row["counts"]))
        self.assertGreaterEqual(len(row["ops"]), 13)
        for op in row["ops"]:
            counts = op["counts"]
            self.assertGreater(counts["planned"], 0)
            settled = "passed" if op["op"] == "DIGEST" else "not_offered"
            self.assertEqual(counts[settled], counts["planned"], op)

    def check_protocol(self, skeleton):
        """PROTOCOL.md, "Rules for an adapter", where smoke does not look."""
        self.assertEqual(skeleton.run(b"")[:2], (0, b""))
        # Nothing asks for a flush but the end of input; an undeclared op is unsupported.
        code, out, _ = skeleton.run(request(DIGEST, EMPTY_PLANES, 1, 0) + request(CHECK, b"", 2, 0) +
                                    request(DIGEST, EMPTY_PLANES + b"\0", 3, 0))
        first, second, third = replies(out)
        self.assertEqual((code, first), (0, (DIGEST, ANSWERED, 1, EMPTY_DIGEST)))
        self.assertEqual(second, (CHECK, UNSUPPORTED, 2, b""))
        self.assertEqual(third[:3], (DIGEST, INTERNAL_ERROR, 3))
        self.assertTrue(third[3])
        # What is no request ends the process with a complaint, after the replies so far.
        good = request(DIGEST, EMPTY_PLANES)
        too_long = struct.pack("<4sBBHII", b"GCP1", DIGEST, 0, 0, 9, (64 << 20) + 1)
        for bad in (b"GCP2" + good[4:], good[:6] + b"\1" + good[7:], too_long, good[:5], good[:-1]):
            with self.subTest(bad[:16]):
                code, out, err = skeleton.run(good + bad)
                self.assertEqual([frame[:3] for frame in replies(out)], [(DIGEST, ANSWERED, 1)])
                self.assertNotEqual(code, 0)
                self.assertTrue(err)
        # The longest payload that there may be, all of it surplus or not there: the next request
        # is answered.
        longest = request(DIGEST, EMPTY_PLANES + bytes((64 << 20) - 16)) + good
        code, out, _ = skeleton.run(longest)
        self.assertEqual((code, [frame[1] for frame in replies(out)]), (0, [INTERNAL_ERROR, ANSWERED]))

    def check_pieces(self, skeleton):
        code, out, _ = skeleton.run(request(100, PIECES))
        self.assertEqual((code, replies(out)), (0, [(100, ANSWERED, 1, PIECES)]))
        # Cut anywhere, and with a byte more, it is unreadable, and the process goes on.
        cuts = [PIECES[:size] for size in range(len(PIECES))] + [PIECES + b"\0"]
        code, out, _ = skeleton.run(b"".join(request(100, cut, 5, 0) for cut in cuts))
        self.assertEqual((code, [frame[:3] for frame in replies(out)]),
                         (0, [(100, INTERNAL_ERROR, 5)] * len(cuts)))
        # A count without its words: nothing is taken on trust.
        boast = PIECES[:-16] + b"\xff\xff\xff\xff"
        # Nor a wrapped length: 2^30 words have 2^32 bytes.
        wrapped = PIECES[:-16] + struct.pack("<I", 1 << 30)
        code, out, err = skeleton.run(request(100, boast) + request(100, wrapped) + request(101)
                                      + request(102) + request(103) + request(100, PIECES))
        answers = replies(out)
        self.assertEqual((code, [frame[1] for frame in answers]),
                         (0, [INTERNAL_ERROR, INTERNAL_ERROR, REFUSED, INTERNAL_ERROR,
                              INTERNAL_ERROR, ANSWERED]))
        self.assertEqual(answers[2][3], b"SliceRange")
        self.assertIn(b"it broke", answers[3][3])
        self.assertIn(b"64 MiB", answers[4][3])

    def test_c(self):
        self.check_skeleton("c")

    def test_cpp(self):
        self.check_skeleton("cpp")

    def test_python(self):
        self.check_skeleton("python")

    def test_rust(self):
        self.check_skeleton("rust")

    def test_typescript(self):
        self.check_skeleton("typescript")


class Command(unittest.TestCase):
    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.top)

    def refused(self, language, directory, code=2):
        """The one line that the program says."""
        actual, out, err = support.GRIT("adapters", "new", "--lang", language, directory)
        self.assertEqual((actual, out), (code, ""), err)
        self.assertEqual(err.count("\n"), 1, err)
        return err

    def test_directory_must_be_free(self):
        (self.top / "full").mkdir()
        (self.top / "full" / "file").write_text("mine")
        self.assertIn("is not empty", self.refused("c", self.top / "full"))
        self.assertIn("no directory", self.refused("c", self.top / "full" / "file"))
        self.assertEqual([path.name for path in (self.top / "full").iterdir()], ["file"])
        (self.top / "empty").mkdir()
        code, out, _ = support.GRIT("adapters", "new", "--lang", "c", f"{self.top}/empty/")
        self.assertEqual(code, 0)
        self.assertIn(f"grit certify --adapter empty={self.top}/empty/", out)

    def test_names(self):
        for name in ("Upper", "1st", "a b", "ü", "reference", "x" * 65, "a.b"):
            with self.subTest(name):
                self.assertIn("cannot name an adapter", self.refused("python", self.top / name))
        self.assertEqual(list(self.top.iterdir()), [])

    def test_language(self):
        self.assertIn("there are c|cpp|python|rust|typescript", self.refused("cobol", self.top / "a"))

    def test_unwritable(self):
        # Below a file, since root may write into any directory.
        (self.top / "file").write_text("")
        self.refused("c", self.top / "file" / "mine", code=3)

    def test_templates_are_no_subjects(self):
        code, out, _ = support.GRIT("adapters", "--json")
        self.assertEqual(code, 0)
        self.assertFalse([row["name"] for row in json.loads(out)["adapters"]
                          if "adapters/kit" in str(row["argv"])])


if __name__ == "__main__":
    support.main()
