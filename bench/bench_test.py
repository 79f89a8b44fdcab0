"""grit-bench from outside: what it prints, what it refuses, and a gate that falls.

Usage: bench_test.py GRIT_BENCH
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jsonschema

PROGRAM = pathlib.Path(sys.argv.pop(1))
ROOT = pathlib.Path(__file__).resolve().parent.parent
SCHEMA = json.loads((ROOT / "docs/schemas/bench-results.schema.json").read_text(encoding="utf-8"))
# The product beside itself: no peer has to be built.
REJECTS = ("--quick", "--op", "check-l1-reject")


class Bench(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_it(self, expected, *arguments):
        words = [PROGRAM, "--build", self.folder, "--source", ROOT, *arguments]
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, expected, done.stdout + done.stderr)
        return done

    def test_the_list_names_what_would_be_measured(self):
        lines = self.run_it(0, "--list").stdout.splitlines()
        self.assertIn("check-l1-ok mixed 1024", lines)
        self.assertIn("decode-out MXFP4 67108864", lines)
        self.assertNotIn("decode-out MXFP4 67108864", self.run_it(0, "--list", "--quick").stdout.splitlines())

    def test_a_line_of_json_a_measurement(self):
        validator = jsonschema.Draft202012Validator({"$ref": "#/$defs/measurement", **{"$defs": SCHEMA["$defs"]}})
        lines = [json.loads(line) for line in self.run_it(0, "--json", *REJECTS).stdout.splitlines()]
        self.assertEqual([line["peer"] for line in lines], ["product", "Ok"])
        for line in lines:
            validator.validate(line)

    def test_the_table_says_the_ratio_and_who_is_not_there(self):
        done = self.run_it(0, *REJECTS)
        self.assertIn("check-l1-reject", done.stdout)
        self.assertIn("not there: crate: not built", done.stderr)
        self.assertIn("| check-l1-reject | mixed | 1 Ki |", self.run_it(0, "--markdown", *REJECTS).stdout)

    def test_wrong_usage(self):
        self.assertIn("no peer is called nobody", self.run_it(2, "--against", "nobody").stderr)
        self.assertIn("nothing is selected", self.run_it(2, "--op", "nothing").stderr)
        self.run_it(2, "--json", "--markdown")
        self.run_it(2, "--gate", self.folder / "missing", *REJECTS)

    def test_a_peer_that_is_named_and_not_built_is_no_success(self):
        self.run_it(3, "--against", "crate", "--op", "check-l1-ok", "--quick")

    def recorded(self):
        self.run_it(0, "--record", self.folder, *REJECTS)
        (file,) = self.folder.glob("*.json")
        document = json.loads(file.read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator(SCHEMA).validate(document)
        self.assertEqual(document["machine"]["kind"], file.stem)
        self.assertTrue(file.with_suffix(".md").exists())
        return file, document

    def test_the_gate_holds_and_falls(self):
        file, document = self.recorded()
        product = next(line for line in document["measurements"] if line["peer"] == "product")
        # Nanoseconds: the committed product was ten times slower, then ten times faster.
        measured = product["value"]
        product["value"] = measured * 10
        file.write_text(json.dumps(document), encoding="utf-8")
        self.assertIn("1 ratio held, 0 fell", self.run_it(0, "--gate", self.folder, *REJECTS).stdout)
        product["value"] = measured / 10
        file.write_text(json.dumps(document), encoding="utf-8")
        fallen = self.run_it(1, "--gate", self.folder, *REJECTS).stdout
        self.assertIn("check-l1-reject mixed 1024: ", fallen)
        self.assertIn("0 ratios held, 1 fell", fallen)

    def test_a_gate_without_anything_to_compare_with_is_no_success(self):
        self.assertIn("no ratio is committed", self.run_it(3, "--gate", self.folder, *REJECTS).stderr)
        (self.folder / "broken.json").write_text("{", encoding="utf-8")
        self.assertIn("broken.json", self.run_it(2, "--gate", self.folder, *REJECTS).stderr)


if __name__ == "__main__":
    unittest.main()
