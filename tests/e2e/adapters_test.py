"""grit adapters and grit smoke, and the adapter that docs/ADAPTERS.md tells people to write.

Usage: adapters_test.py GRIT
"""

import json
import pathlib
import re
import shlex
import sys
import tempfile
import unittest

import support
from support import ROOT, counts_add_up, subject


def documented_adapter():
    """The Python adapter of docs/ADAPTERS.md, as a reader would copy it."""
    page = (ROOT / "docs" / "ADAPTERS.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"<!-- adapter\.py -->\n```python\n(.*?)\n```\n", page, re.DOTALL)
    return code + "\n"


class Adapters(unittest.TestCase):
    def test_json(self):
        code, out, _ = support.GRIT("adapters", "--json")
        self.assertEqual(code, 0)
        rows = {row["name"]: row for row in json.loads(out)["adapters"]}
        self.assertLessEqual({"c", "cpp", "typescript", "published-python", "published-rust",
                              "byte-swapped-k0"}, set(rows))
        for row in rows.values():
            self.assertLessEqual({"name", "kind", "language", "version", "argv", "cwd", "tier", "ops",
                                  "built", "why_not"}, set(row))
        self.assertEqual((rows["c"]["kind"], rows["c"]["built"], rows["c"]["ops"]),
                         ("own", True, [*range(15), *range(20, 26)]))
        self.assertEqual(rows["byte-swapped-k0"]["kind"], "faulty")

    def test_text(self):
        code, out, _ = support.GRIT("adapters")
        self.assertEqual(code, 0)
        self.assertIn("published-rust", out)


class Smoke(unittest.TestCase):
    def test_right_adapters(self):
        for name in ("c", "cpp"):
            code, out, _ = support.GRIT("smoke", name)
            self.assertEqual((code, out.count("ok ")), (0, 8), out)

    def test_wrong_adapters(self):
        for command, passed in (("true", 0), ("cat", 0), ("sh -c 'echo hi; cat'", 0)):
            with self.subTest(command):
                code, out, _ = support.GRIT("smoke", "--adapter", command, "--deadline", 1, "--json")
                self.assertEqual(code, 1)
                result = json.loads(out)
                self.assertEqual((result["passed"], result["planned"]), (passed, 8))
                for step in result["steps"]:
                    self.assertTrue(step["passed"] or (step["seen"] and step["hint"]))

    def test_usage(self):
        for arguments in ((), ("nobody",), ("c", "--adapter", "cat")):
            with self.subTest(arguments):
                self.assertEqual(support.GRIT("smoke", *arguments)[0], 2)

    def test_not_startable(self):
        self.assertEqual(support.GRIT("smoke", "--adapter", "no-such-program-here")[0], 3)


class DocumentedAdapter(unittest.TestCase):
    def test_runs_as_documented(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "adapter.py")
            file.write_text(documented_adapter(), encoding="utf-8")
            command = shlex.join([sys.executable, str(file)])
            code, out, _ = support.GRIT("smoke", "--adapter", command)
            self.assertEqual(code, 0, out)
            code, report = support.GRIT.report("--adapter", f"mine={command}", "--cases", 2000)
            row = subject(report, "mine")
            self.assertEqual((code, row["verdict"]), (0, "conformant"), report["findings"])
            self.assertTrue(counts_add_up(row["counts"]))
            self.assertGreater(row["counts"]["passed"], 500)
            self.assertGreater(row["counts"]["not_offered"], 1000)
            self.assertRegex(row["tier"], r"core \d+ of 14")


if __name__ == "__main__":
    support.main()
