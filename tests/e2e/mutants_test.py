"""grit mutants: the suite sees every implementation that is wrong on purpose, and says so of no other.

Which mutants there must be follows from the specification: its laws, and the rules of check.

Usage: mutants_test.py GRIT
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import support
from support import ROOT, Tree

MUTANTS = ROOT / "adapters" / "mutants"
APPLY = MUTANTS / "apply.py"
SOURCES = ROOT / "adapters" / "c"
HEADER = "does: nothing\nbreaks: §5.1.2\nkind: fault\n\n"
# Spec §5: the items of step 1, the two of step 2, and those of steps 3 to 5.
RULES = ([f"§5.1.{n}" for n in range(1, 15)] + ["§5.2.1", "§5.2.2", "§5.3.1", "§5.3.2", "§5.3.3",
         "§5.4.1", "§5.4.2", "§5.5.1", "§5.5.2"] + [f"§6.2.{n}" for n in range(1, 9)])
# Spec §5.2.2.
FIELDS = ("n_levels flags elem scale0 scale1 zp_fmt k0 k1 sp_n sp_m sp_meta_fmt sp_order "
          "container").split()


def mutants(*arguments, **options):
    """(exit code, document) of grit mutants --json."""
    code, out, err = support.GRIT("mutants", *arguments, "--json", timeout=600, **options)
    if not out:
        raise AssertionError(f"no document, exit {code}: {err}")
    return code, json.loads(out)


class OwnTree(Tree):
    """A tree whose mutants a test writes itself, and a build in which each is the healthy adapter."""

    def __init__(self, **patches):
        super().__init__(adapters=("c",))
        self.build = pathlib.Path(tempfile.mkdtemp())
        (self.build / "adapters" / "mutants").mkdir(parents=True)
        for name, text in patches.items():
            self.write(f"adapters/mutants/{name}.patch", text)

    def built(self, name):
        shutil.copy(support.GRIT.build / "adapters" / "c" / "grit-c-adapter",
                    self.build / "adapters" / "mutants" / name)
        return self

    def run(self, *arguments):
        """(exit code, stdout, stderr) of grit mutants in this tree."""
        environment = dict(support.GRIT.environment(self.root), GRIT_BUILD=str(self.build))
        done = subprocess.run([support.GRIT.binary, "mutants", *arguments], env=environment,
                              capture_output=True, text=True, timeout=300, check=False)
        return done.returncode, done.stdout, done.stderr

    def __exit__(self, *_):
        shutil.rmtree(self.build)
        super().__exit__()


class Suite(unittest.TestCase):
    """One run of all mutants, with the pinned vectors alone, and all that must hold of it."""

    def test_pinned_vectors_alone(self):
        self.code, self.document = mutants("--cases", 0)
        self.assertEqual(self.code, 0)
        self.rows = {row["name"]: row for row in self.document["rows"]}
        for check in (self.check_all_are_killed_by_pinned_vectors,
                      self.check_counts_are_those_of_the_rows,
                      self.check_every_rule_of_check_is_deleted, self.check_redundant_rules_survive,
                      self.check_every_law_is_broken,
                      self.check_a_mutant_for_each_patch_and_each_faulty_adapter):
            with self.subTest(check.__name__):
                check()

    def breaking(self, clause, kind):
        return [row for row in self.rows.values() if clause in row["breaks"] and row["kind"] == kind]

    def check_all_are_killed_by_pinned_vectors(self):
        survivors = [row["name"] for row in self.rows.values()
                     if row["kind"] != "redundant" and row["state"] != "killed"]
        self.assertEqual(survivors, [])

    def check_counts_are_those_of_the_rows(self):
        rows = [row for row in self.rows.values() if row["kind"] != "redundant"]
        killed = [row for row in rows if row["state"] == "killed"]
        self.assertEqual((self.document["mutants"], self.document["killed"]),
                         (len(rows), len(killed)))
        self.assertEqual(self.document["another_clause"],
                         sum(not row["kill"]["own_clause"] for row in killed))
        self.assertEqual(self.document["killed_by_vectors"], len(killed))
        self.assertGreaterEqual(len(rows), 29 + 40)
        for row in rows:
            self.assertEqual(row["vectors"] + row["generated"] > 0, True, row["name"])
            self.assertEqual(row["generated"], 0, row["name"])

    def check_every_rule_of_check_is_deleted(self):
        for rule in RULES:
            deletions = self.breaking(rule, "deletion")
            self.assertTrue(deletions, rule)
            for row in deletions:
                self.assertEqual(row["state"], "killed", row["name"])
                self.assertTrue(row["kill"]["pinned"], row["name"])
        for field in FIELDS:
            self.assertIn(f"check-without-{field}-in-step-2", self.rows)

    def check_redundant_rules_survive(self):
        # Where step 2 compares the field as well and no grade demands a value that step 1 refuses.
        redundant = {row["name"]: row for row in self.rows.values() if row["kind"] == "redundant"}
        in_step_1 = {row["breaks"][0] for name, row in redundant.items() if "in-step-1" in name}
        self.assertEqual(in_step_1, {"§5.1.5", "§5.1.6", "§5.1.8", "§5.1.9", "§5.1.11", "§5.1.12",
                                     "§5.1.13", "§5.1.14"})
        for row in redundant.values():
            self.assertEqual((row["state"], row["vectors_failed"]), ("survived", 0), row["name"])
            self.assertRegex(row["because"], "§")

    def check_every_law_is_broken(self):
        laws = {row["law"] for row in self.rows.values() if row["state"] == "killed"}
        self.assertEqual(laws - {""}, {f"L{n}" for n in range(1, 11)})

    def check_a_mutant_for_each_patch_and_each_faulty_adapter(self):
        names = {file.stem for file in MUTANTS.glob("*.patch")}
        names |= {file.parent.name for file in (ROOT / "adapters" / "faulty").glob("*/adapter.toml")}
        self.assertEqual(set(self.rows), names)


class Command(unittest.TestCase):
    def test_generated_cases_reach_what_no_vector_sees(self):
        # Without the extended suite no vector asks for EXPLAIN.
        with OwnTree(lies=HEADER) as tree:
            shutil.rmtree(tree.root / "vectors" / "extended")
            pins = tree.root / "vectors" / "PINS"
            pins.write_text("".join(line for line in pins.read_text(encoding="utf-8").splitlines(True)
                                    if "extended/" not in line), encoding="utf-8")
            shutil.copy(support.GRIT.build / "adapters" / "faulty" / "lies-about-an-op",
                        tree.build / "adapters" / "mutants" / "lies")
            self.assertEqual(tree.run("--cases", "0")[0], 1)
            code, out, _ = tree.run("--cases", "2000")
            self.assertEqual(code, 0)
            self.assertRegex(out, r"lies +§5.1.2 +killed \(another clause\) +§10\.1\.1 +\d+ generated "
                                  "cases +unsupported instead of answered")

    def test_table(self):
        code, out, err = support.GRIT("mutants", "--select", "check-without-magic",
                                      "--select", "*bias_ovr-in-step-1", "--cases", 0)
        self.assertEqual((code, err), (0, ""))
        lines = out.splitlines()
        self.assertEqual(lines[-1], "killed 1/1")
        row = next(line for line in lines if line.startswith("check-without-magic "))
        self.assertRegex(row, r"§5\.1\.2 +killed +§5\.1\.2 +\d+ vectors +Ok instead of GradeUnknown")
        self.assertRegex(out, r"check-without-bias_ovr-in-step-1 +§5\.1\.13 +redundant +step 2")

    def test_nothing_selected(self):
        code, out, err = support.GRIT("mutants", "--select", "no-such-mutant")
        self.assertEqual((code, out), (5, ""))
        self.assertEqual(err.count("\n"), 1)
        self.assertIn("nothing selected", err)

    def test_a_mutant_that_changes_nothing_survives(self):
        with OwnTree(nothing=HEADER).built("nothing") as tree:
            code, out, _ = tree.run("--cases", "200")
            self.assertEqual(code, 1)
            self.assertIn("SURVIVED", out)
            self.assertEqual(out.splitlines()[-1], "killed 0/1")

    def test_a_redundant_one_that_is_seen(self):
        # The healthy adapter, renamed, is redundant; an adapter that is no adapter of C is not.
        redundant = HEADER.replace("kind: fault", "redundant: §5.2.2 says the same")
        with OwnTree(same=redundant, other=redundant).built("same") as tree:
            shutil.copy(support.GRIT.build / "adapters" / "faulty" / "byte-swapped-k0",
                        tree.build / "adapters" / "mutants" / "other")
            code, out, _ = tree.run("--cases", "0")
            self.assertEqual(code, 1)
            self.assertRegex(out, "other +§5.1.2 +NOT REDUNDANT")
            self.assertRegex(out, "same +§5.1.2 +redundant")

    def test_a_mutant_that_is_not_built(self):
        with OwnTree(missing=HEADER, nothing=HEADER).built("nothing") as tree:
            code, out, _ = tree.run("--cases", "0")
            self.assertEqual(code, 3)
            self.assertRegex(out, "missing .*not run")

    def test_a_mutant_that_does_not_start(self):
        with OwnTree(quits=HEADER) as tree:
            program = tree.build / "adapters" / "mutants" / "quits"
            program.write_text("#!/bin/sh\nexit 7\n", encoding="utf-8")
            program.chmod(0o755)
            code, out, _ = tree.run("--cases", "0")
            self.assertEqual(code, 3)
            self.assertRegex(out, "quits .*not run .*exit code 7")

    def test_a_header_that_cannot_be_read(self):
        for header, says in (("does: x\n", "which clauses it breaks"),
                             ("does: x\nbreaks: §5.1.2\nkind: nonsense\n", "kind: nonsense"),
                             ("hello\n", "key: value")):
            with OwnTree(bad=header) as tree:
                code, out, err = tree.run()
                self.assertEqual((code, out), (2, ""))
                self.assertEqual(err.count("\n"), 1)
                self.assertIn("bad.patch, line", err)
                self.assertIn(says, err)


class Patches(unittest.TestCase):
    def apply(self, text):
        """(exit code, stderr, the patched files) of apply.py."""
        with tempfile.TemporaryDirectory() as folder:
            patch = pathlib.Path(folder) / "some.patch"
            patch.write_text(text, encoding="utf-8")
            out = pathlib.Path(folder) / "out"
            done = subprocess.run([sys.executable, "-B", APPLY, patch, SOURCES, out],
                                  capture_output=True, text=True, timeout=60, check=False)
            files = {str(file.relative_to(out)): file.read_text(encoding="utf-8")
                     for file in out.rglob("*.c")}
            return done.returncode, done.stderr, files

    def diff(self, *lines, file="src/check.c"):
        return HEADER + "\n".join([f"--- a/{file}", f"+++ b/{file}", "@@ -1 +1 @@", *lines]) + "\n"

    def test_applies(self):
        code, err, files = self.apply(self.diff("-#include \"grit_c/check.h\"", "+// gone"))
        self.assertEqual((code, err), (0, ""))
        original = (SOURCES / "src" / "check.c").read_text(encoding="utf-8")
        self.assertEqual(files, {"src/check.c": original.replace("#include \"grit_c/check.h\"",
                                                                 "// gone", 1)})

    def test_does_not_apply(self):
        for text, says in (
                (self.diff("-no such line", "+x"), "hunk 1 of src/check.c fits nowhere"),
                (self.diff("-}", "+x"), r"hunk 1 of src/check.c fits in \d+ places"),
                (self.diff("-x", "+y", file="src/none.c"), "there is no src/none.c"),
                (self.diff("-x", "+y", file="src/array.h"), "changes .c files"),
                (self.diff("-x", "+y", file="../../x.c"), "changes .c files"),
                (HEADER, "it changes nothing"),
                (self.diff("?x"), "is no line of a unified diff")):
            code, err, files = self.apply(text)
            self.assertEqual((code, files), (1, {}), text)
            self.assertRegex(err, f"^mutant some: some.patch does not apply: .*{says}.*; make the "
                                  "patch anew")
            self.assertEqual(err.count("\n"), 1)

    def test_every_patch_is_small_and_says_what_it_is(self):
        for file in MUTANTS.glob("*.patch"):
            text = file.read_text(encoding="utf-8")
            changed = re.findall(r"^[-+](?![-+][-+ ])", text, re.MULTILINE)
            self.assertLessEqual(len(changed), 30, file.name)
            self.assertRegex(text, r"\Adoes: .+\nbreaks: §[\d.]+(, §[\d.]+)*\n", file.name)


if __name__ == "__main__":
    support.main()
