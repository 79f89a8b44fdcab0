"""`grit vectors`: every subcommand at work and failing.

Expected values: the rules of vectors/README.md by hand; ids by an FNV-1a-64 of this file; SHA-256 by
hashlib; layouts by the generator's own renderer in Python.

Usage: vectors_test.py GRIT
"""

import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import support
from support import ROOT, Tree

sys.path.insert(0, str(ROOT / "vectors" / "generate"))
import jsonfile  # noqa: E402  the generator's layout

FEW = ("--cases", 3000)
ADDITIONS = {"clause", "provenance", "input_f32_bits", "plane"}
OPS = {name: number for number, name in enumerate(
    ["HELLO", "CHECK", "GRADE", "DESCRIPTOR", "SIZES", "GID", "GID_PARSE", "DIGEST", "FORMAT_DECODE",
     "FORMAT_ENCODE", "EXPONENT", "DECODE", "ENCODE", "EQUIVALENT", "EXPLAIN"])}
OPS |= {name: number for number, name in enumerate(
    ["CHECK_GRADE", "DECODE_VIEW", "SLICE", "TRANSPOSE", "REQUANTIZE", "RELAYOUT"], start=20)}


def fnv64(data):
    """Spec §7.1."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def sha256(data):
    return hashlib.sha256(data).hexdigest()


class Project(Tree):
    """A copy with the specification, whose vectors may be changed and pinned."""

    def __init__(self):
        super().__init__()
        (self.root / "docs").mkdir()
        shutil.copy(ROOT / "docs" / "SPEC.md", self.root / "docs")
        self.vectors = self.root / "vectors"
        self.general = self.vectors / "extended" / "general.json"

    def grit(self, *arguments):
        return support.GRIT("vectors", *arguments, root=self.root)

    def edit(self, file, what, by):
        text = (self.vectors / file).read_text(encoding="utf-8")
        assert what in text, what
        (self.vectors / file).write_text(text.replace(what, by, 1), encoding="utf-8")

    def version(self):
        return json.loads((self.vectors / "core.json").read_text(encoding="utf-8"))["suite_version"]

    def raise_version(self, version="9.0.0"):
        old = self.version()
        for file in self.vectors.rglob("*.json"):
            self.edit(file.relative_to(self.vectors), f'"suite_version": "{old}"',
                      f'"suite_version": "{version}"')

    def pins(self):
        return "".join(f"{sha256(file.read_bytes())}  {file.relative_to(self.vectors)}\n"
                       for file in sorted(self.vectors.rglob("*"))
                       if file.suffix in (".json", ".bin", ".txt"))

    def pin_by_hand(self):
        """PINS and HISTORY for the files as they are, whatever they are."""
        (self.vectors / "PINS").write_text(self.pins(), encoding="utf-8")
        (self.vectors / "HISTORY").write_text(
            f"{sha256(self.pins().encode())}  {self.version()}\n", encoding="utf-8")

    def publish(self, name, program):
        """One more published implementation: a program of the build."""
        self.write(f"adapters/published/{name}/adapter.toml",
                   f'name = "{name}"\nkind = "published"\nlanguage = "x"\n'
                   f'argv = ["{{build}}/{program}"]\n')

    def finding(self, fault, *selection):
        """(directory, finding) of a run in which the faulty adapter is found out."""
        code, out, err = support.GRIT(
            "certify", "--adapter", support.faulty_adapter(fault, fault), *FEW,
            *(word for condition in selection for word in ("--select", condition)), "--json",
            "--reports", self.root / "reports", root=self.root)
        assert code == 1, err
        report = json.loads(out)
        return pathlib.Path(report["timing"]["directory"]), report["findings"][0]


class Case(unittest.TestCase):
    def check(self, got, code, *said):
        """The exit code, and texts that the output has; returns standard output."""
        self.assertEqual(got[0], code, got[1][-2000:] + got[2])
        for text in said:
            self.assertIn(text, got[1] + got[2])
        if got[2]:
            self.assertTrue(got[2].startswith("grit vectors "), got[2])
            self.assertEqual(got[2].count("\n"), 1, got[2])
        return got[1]


class Looking(Case):
    def exported(self, *arguments):
        code, out, err = support.GRIT("vectors", "export", *arguments)
        self.assertEqual((code, err), (0, ""))
        return json.loads(out)

    def test_ids_are_hashes_of_the_question(self):
        vectors = self.exported()["vectors"]
        self.assertGreater(len(vectors), 1000)
        for vector in vectors:
            question = bytes([OPS[vector["op"]]]) + bytes.fromhex(vector["request_hex"])
            self.assertEqual(vector["id"], f"{fnv64(question):016x}", vector["name"])
        self.assertEqual(len({vector["id"] for vector in vectors}), len(vectors))

    def test_list_has_a_line_for_each_vector(self):
        lines = self.check(support.GRIT("vectors", "list"), 0).splitlines()
        vectors = json.loads(self.check(support.GRIT("vectors", "list", "--json"), 0))["vectors"]
        self.assertEqual(len(lines), len(vectors))
        ids = set()
        for line, vector in zip(lines, vectors):
            words = line.split()
            self.assertTrue(vector["id"].startswith(words[0]))
            self.assertEqual(words[1], vector["op"])
            self.assertIn(vector["clause"], line)
            self.assertTrue(line.endswith(f'{vector["source"]}  {vector["tier"]}'.split()[-1] + "  "
                                          + vector["name"])
                            or vector["name"] in line)
            ids.add(words[0])
        self.assertEqual(len(ids), len(lines), "short ids tell all vectors apart")
        # Aligned: the operation begins in one column.
        self.assertEqual(len({line.index(line.split()[1]) for line in lines}), 1)

    def test_list_selects_as_certify_does(self):
        def names(*conditions):
            arguments = [word for condition in conditions for word in ("--select", condition)]
            out = self.check(support.GRIT("vectors", "list", "--json", *arguments), 0)
            return json.loads(out)["vectors"]
        self.assertEqual({row["op"] for row in names("op=SLICE", "op=RELAYOUT")},
                         {"SLICE", "RELAYOUT"})
        self.assertTrue(all(row["clause"].startswith("§12.6") for row in names("clause=12.6")))
        some = names("id=extended/slice/*")
        self.assertTrue(some and all(row["name"].startswith("extended/slice/") for row in some))
        self.assertEqual(names("id=" + some[0]["name"]), some[:1])
        self.check(support.GRIT("vectors", "list", "--select", "id=nothing"), 1,
                   "no vector is selected")
        self.check(support.GRIT("vectors", "list", "--select", "colour=red"), 2,
                   "--select colour=red: there is no key colour")

    def test_show_takes_a_vector_apart(self):
        name = "extended/slice/half-a-group"
        out = self.check(support.GRIT("vectors", "show", name), 0, name,
                         "SLICE (general tier)", "by hand from §12.6.3", "extended/general.json",
                         "The specification says (spec §12.6.3)", 'refused: "SliceSplitsGroup"')
        identity = out.split()[0]
        self.assertEqual(self.check(support.GRIT("vectors", "show", identity), 0), out)
        self.assertEqual(self.check(support.GRIT("vectors", "show", identity[:12]), 0), out)
        shown = json.loads(self.check(support.GRIT("vectors", "show", name, "--json"), 0))
        self.assertEqual(shown["id"], identity)
        self.assertIn("**§12.6.3**", shown["clause_text"])
        self.assertEqual(bytes.fromhex(shown["reply_hex"]), b"SliceSplitsGroup")

    def test_show_refuses_what_is_not_there_or_could_be_several(self):
        for wanted in ("no/such/vector", "0", "zzzz", ""):
            self.check(support.GRIT("vectors", "show", wanted), 2, "there is no vector")
        ids = sorted(row["id"] for row in self.exported()["vectors"])
        digits = next(a[:4] for a, b in zip(ids, ids[1:]) if a[:4] == b[:4])
        self.check(support.GRIT("vectors", "show", digits), 2, f"ids begin with {digits}",
                   "give more digits")

    def test_help_names_every_subcommand(self):
        out = self.check(support.GRIT("vectors", "--help"), 0)
        for name in ("list", "show", "verify", "generate", "pin", "promote", "minimize", "export"):
            self.assertIn(f"\n  {name} ", out)
        self.assertEqual(support.GRIT("vectors")[0], 2)
        self.assertEqual(support.GRIT("vectors", "paint")[0], 2)


class Exporting(Case):
    def test_published_form_is_core_json_without_the_additions(self):
        out = self.check(support.GRIT("vectors", "export", "--published"), 0)
        document = json.loads((ROOT / "vectors" / "core.json").read_text(encoding="utf-8"))
        del document["schema"], document["suite_version"]
        for kind, entries in document.items():
            if kind == "grades":
                continue
            for entry in entries:
                for member in ADDITIONS & set(entry):
                    del entry[member]
        self.assertEqual(out.encode(), jsonfile.render(document))
        self.assertEqual(sum(len(entries) for kind, entries in document.items()
                             if kind != "grades"), 68)

    def test_into_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "vectors.json")
            self.assertEqual(self.check(support.GRIT("vectors", "export", "--published", file), 0), "")
            self.assertEqual(file.read_text(encoding="utf-8"),
                             support.GRIT("vectors", "export", "--published")[1])
            self.check(support.GRIT("vectors", "export", pathlib.Path(folder, "no", "file")), 3,
                       "cannot write")

    def test_a_selection(self):
        out = self.check(support.GRIT("vectors", "export", "--select", "op=SLICE"), 0)
        general = json.loads((ROOT / "vectors/extended/general.json").read_text(encoding="utf-8"))
        entries = {entry["request_hex"]: entry for entry in general["entries"]
                   if entry["op"] == "SLICE"}
        rows = [row for row in json.loads(out)["vectors"] if row["file"] == "extended/general.json"]
        self.assertEqual({row["request_hex"] for row in rows}, set(entries))
        for row in rows:
            entry = entries[row["request_hex"]]
            for member in ("outcome", "reply_hex", "clause", "provenance"):
                self.assertEqual(row[member], entry[member])
        self.check(support.GRIT("vectors", "export", "--select", "id=nothing"), 1,
                   "no vector is selected")
        self.assertEqual(support.GRIT("vectors", "export", "--published", "--select", "op=SLICE")[0],
                         2)

    def test_only_of_the_pinned_files(self):
        with Project() as project:
            project.edit("core.json", "1", "2")
            for arguments in ((), ("--published",)):
                self.check(project.grit("export", *arguments), 4, "core.json is changed")


class Verifying(Case):
    def test_the_suite_is_sound_and_c_answers_it(self):
        out = self.check(support.GRIT("vectors", "verify", "c"), 0, "reference", "pins")
        self.assertRegex(out, r"c +[0-9,]+ passed")
        document = json.loads(self.check(support.GRIT("vectors", "verify", "c", "--json"), 0))
        self.assertEqual([row["name"] for row in document["subjects"]], ["reference", "c"])
        for row in document["subjects"]:
            self.assertEqual(row["counts"]["passed"], document["vectors"])

    def test_a_fault_is_named(self):
        out = self.check(support.GRIT("vectors", "verify", "byte-swapped-k0"), 1,
                         "byte-swapped-k0: core/", "spec §")
        self.assertRegex(out, r"byte-swapped-k0 +.* failed")
        odd = support.faulty_adapter("odd", "byte-swapped-k0")
        document = json.loads(self.check(
            support.GRIT("vectors", "verify", "--adapter", odd, "--json"), 1))
        self.assertEqual({row["subject"] for row in document["mismatches"]}, {"odd"})
        self.assertEqual(len(document["mismatches"]), document["subjects"][1]["counts"]["failed"])

    def test_who_cannot_be_asked(self):
        self.check(support.GRIT("vectors", "verify", "--adapter", "x=no-such-program-here"), 3,
                   "not run")
        self.check(support.GRIT("vectors", "verify", "nobody"), 2, "there is no subject nobody")

    def test_a_mutated_byte_is_stale_and_nothing_is_judged(self):
        with Project() as project:
            project.edit("extended/general.json", '"reply_hex": "0', '"reply_hex": "1')
            self.check(project.grit("verify", "byte-swapped-k0"), 2)  # not of this tree
            self.check(project.grit("verify"), 4, "extended/general.json: changed: SHA-256 is",
                       "nothing was judged")

    def test_a_file_that_is_no_json_is_stale(self):
        with Project() as project:
            (project.vectors / "core.json").write_text("{", encoding="utf-8")
            self.check(project.grit("verify"), 4, "core.json: changed")

    def test_one_version_for_all_files(self):
        with Project() as project:
            project.edit("matrix.json", f'"suite_version": "{project.version()}"',
                         '"suite_version": "9.0.0"')
            project.pin_by_hand()
            self.check(project.grit("verify"), 4, "matrix.json of 9.0.0")

    def test_a_wrong_expectation_is_seen_by_the_reference(self):
        with Project() as project:
            # CHECK_GRADE "Ok" becomes a status that the reference does not give.
            project.edit("extended/general.json", '"reply_hex": "00ff"', '"reply_hex": "01ff"')
            project.pin_by_hand()
            out = self.check(project.grit("verify"), 1, "reference: extended/check_grade/")
            self.assertIn("expected answered: status SizeMismatch", out)

    def test_two_answers_to_one_question(self):
        with Project() as project:
            document = json.loads(project.general.read_text(encoding="utf-8"))
            again = dict(document["entries"][0], id="again", outcome="refused", reply_hex="")
            document["entries"].append(again)
            document["entries"].append(dict(document["entries"][1]))
            project.general.write_bytes(jsonfile.render(document))
            project.pin_by_hand()
            self.check(project.grit("verify"), 1, "ask one question and expect two answers",
                       "two vectors are called extended/" + document["entries"][1]["id"])

    def test_a_clause_that_is_not_there(self):
        with Project() as project:
            project.edit("extended/general.json", '"clause": "§12.6.3"', '"clause": "§99.1"')
            project.pin_by_hand()
            self.check(project.grit("verify"), 1, "cites §99.1, which docs/SPEC.md does not have")

    def test_an_entry_without_a_source_is_refused(self):
        for what, said in (('"copied from a run"', "provenance is none of"),
                           ('7', '"provenance" is not a string')):
            with Project() as project:
                project.edit("extended/general.json", '"by hand from §12.6.3"', what)
                project.pin_by_hand()
                self.check(project.grit("verify"), 2, "general.json: entries[", said)


class Pinning(Case):
    def test_the_project_is_pinned(self):
        self.check(support.GRIT("vectors", "pin", "--check"), 0, "are those of suite version")
        done = subprocess.run(["sha256sum", "-c", "--quiet", "PINS"], cwd=ROOT / "vectors",
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        last = (ROOT / "vectors" / "HISTORY").read_text(encoding="ascii").splitlines()[-1]
        self.assertEqual(last.split("  ")[0], sha256((ROOT / "vectors" / "PINS").read_bytes()))

    def test_changed_bytes_need_a_new_version(self):
        with Project() as project:
            before = (project.vectors / "PINS").read_bytes()
            project.edit("extended/general.json", "by hand from §12.6.3", "by hand from §12.6.4")
            self.check(project.grit("pin", "--check"), 4, "extended/general.json: changed")
            self.check(project.grit("pin"), 1, "is pinned with other bytes", "raise SUITE_VERSION")
            self.assertEqual((project.vectors / "PINS").read_bytes(), before)
            project.raise_version("9.0.0")
            self.check(project.grit("pin", "--check"), 4, "9.0.0 is not pinned")
            self.check(project.grit("pin"), 0, "pinned as suite version 9.0.0")
            self.assertEqual((project.vectors / "PINS").read_text(encoding="utf-8"), project.pins())
            self.assertEqual(
                (project.vectors / "HISTORY").read_text(encoding="ascii").splitlines()[-1],
                f"{sha256(project.pins().encode())}  9.0.0")
            self.check(project.grit("pin", "--check"), 0)
            self.check(project.grit("pin"), 0, "are those of suite version 9.0.0")

    def test_pins_written_by_hand_do_not_help(self):
        with Project() as project:
            project.edit("extended/general.json", "by hand from §12.6.3", "by hand from §12.6.4")
            (project.vectors / "PINS").write_text(project.pins(), encoding="utf-8")
            self.check(project.grit("pin", "--check"), 4, "is pinned with other bytes")
            self.check(project.grit("verify"), 4, "is pinned with other bytes")

    def test_an_older_version_is_refused(self):
        with Project() as project:
            project.raise_version("0.9.0")
            self.check(project.grit("pin"), 1, "of suite version 0.9.0")

    def test_damaged_pins_are_written_anew(self):
        with Project() as project:
            before = (project.vectors / "PINS").read_bytes()
            (project.vectors / "PINS").write_text("deadbeef\n", encoding="utf-8")
            self.check(project.grit("pin", "--check"), 4, "deadbeef: malformed line")
            self.check(project.grit("pin"), 0)
            self.assertEqual((project.vectors / "PINS").read_bytes(), before)

    def test_a_malformed_history(self):
        with Project() as project:
            (project.vectors / "HISTORY").write_text("1.1.0\n", encoding="ascii")
            self.check(project.grit("pin", "--check"), 4, "HISTORY:1: is not the SHA-256")
            self.check(project.grit("pin"), 2, "HISTORY:1: is not the SHA-256")


class Promoting(Case):
    FAULT = "byte-swapped-k0"

    def found(self, project):
        run, finding = project.finding(self.FAULT, "op=DESCRIPTOR", "id=generated/*")
        return finding, ("--run", run)

    def entries(self, project):
        file = project.vectors / "extended" / "promoted.json"
        document = json.loads(file.read_text(encoding="utf-8"))
        self.assertEqual(file.read_bytes(), jsonfile.render(document))
        self.assertEqual(document["suite_version"], project.version())
        return document["entries"]

    def test_by_hand(self):
        with Project() as project:
            finding, run = self.found(project)
            self.check(project.grit("promote", finding["id"], *run, "--by-hand", "99.1"), 2,
                       "docs/SPEC.md has no clause §99.1")
            self.assertFalse((project.vectors / "extended" / "promoted.json").exists())
            self.check(project.grit("promote", finding["id"], *run, "--by-hand", "2.1"), 0,
                       "by hand from §2.1", "raise SUITE_VERSION")
            (entry,) = self.entries(project)
            self.assertEqual((entry["op"], entry["clause"], entry["provenance"], entry["outcome"]),
                             ("DESCRIPTOR", "§2.1", "by hand from §2.1", "answered"))
            question = bytes([OPS["DESCRIPTOR"]]) + bytes.fromhex(entry["request_hex"])
            self.assertEqual(entry["id"], f"promoted/descriptor/{fnv64(question):016x}")
            # Spec §2.1: 64 bytes that begin with the magic.
            self.assertEqual(len(entry["reply_hex"]), 128)
            self.assertTrue(bytes.fromhex(entry["reply_hex"]).startswith(b"GRT1"))
            self.check(project.grit("promote", finding["id"], *run, "--by-hand", "2.1"), 1,
                       "asks the same already")
            # From here on it is a vector: pinned with a new version, and the fault fails on it.
            self.check(project.grit("verify"), 4, "promoted.json: not listed")
            project.raise_version()
            self.check(project.grit("pin"), 0)
            name = "extended/" + entry["id"]
            out = json.loads(project.grit(
                "verify", "--json", "--adapter",
                support.faulty_adapter("odd", self.FAULT))[1])
            self.assertIn(name, [row["name"] for row in out["mismatches"]])
            self.check(project.grit("show", name), 0, "by hand from §2.1")

    def test_two_published_implementations_agree(self):
        with Project() as project:
            project.publish("one", "adapters/c/grit-c-adapter")
            project.publish("two", "adapters/cpp/grit-cpp-adapter")
            finding, run = self.found(project)
            out = self.check(project.grit("promote", finding["id"], *run, "--json"), 0)
            (entry,) = self.entries(project)
            self.assertRegex(entry["provenance"], r"^agreed by .+ \(.+\) and .+ \(.+\)$")
            self.assertEqual(json.loads(out)["provenance"], entry["provenance"])
            self.assertEqual(self.check(project.grit("list", "--select", f"id=extended/{entry['id']}"),
                                        0).split()[3], "agreed")

    def test_the_reference_alone_is_no_source(self):
        with Project() as project:
            finding, run = self.found(project)
            self.check(project.grit("promote", finding["id"], *run), 1,
                       "0 of 0 published implementations answer it", "--by-hand")
            project.publish("one", "adapters/c/grit-c-adapter")
            self.check(project.grit("promote", finding["id"], *run), 1,
                       "1 of 1 published implementations answers it")
            project.publish("two", f"adapters/faulty/{self.FAULT}")
            self.check(project.grit("promote", finding["id"], *run), 1,
                       "the published implementations differ")
            project.publish("one", f"adapters/faulty/{self.FAULT}")
            self.check(project.grit("promote", finding["id"], *run), 1,
                       "agree, but on another answer")
            project.publish("two", "no/such/program")
            self.check(project.grit("promote", finding["id"], *run), 3, "two")
            self.assertFalse((project.vectors / "extended" / "promoted.json").exists())

    def test_pin_demands_a_new_version_first(self):
        with Project() as project:
            finding, run = self.found(project)
            promote = ("promote", finding["id"], *run, "--by-hand", "§2.1", "--pin", "--name", "k0")
            self.check(project.grit(*promote), 1, "raise SUITE_VERSION", "nothing was promoted")
            self.assertFalse((project.vectors / "extended" / "promoted.json").exists())
            project.raise_version()
            self.check(project.grit(*promote), 0, "extended/promoted/k0",
                       "pinned as suite version 9.0.0")
            self.check(project.grit("pin", "--check"), 0)
            self.assertEqual([entry["id"] for entry in self.entries(project)], ["promoted/k0"])

    def test_what_is_no_finding(self):
        with Project() as project:
            self.check(project.grit("promote", "0123456789ab"), 2, "has a finding 0123456789ab")
            self.check(project.grit("promote", "0123456789ab", "--run", project.root), 2,
                       "report.json")

    def test_the_generator_keeps_it(self):
        with Project() as project:
            finding, run = self.found(project)
            self.check(project.grit("promote", finding["id"], *run, "--by-hand", "2.1"), 0)
            shutil.copytree(ROOT / "vectors" / "generate", project.vectors / "generate")
            script = ("import generate, jsonfile, promoted, sys\n"
                      "for name, content in promoted.build(None).items():\n"
                      "    sys.stdout.write(name + '\\n' + jsonfile.render(content).decode())\n")
            suite = project.vectors / "generate" / "suite.py"
            suite.write_text(suite.read_text(encoding="utf-8").replace(
                f'SUITE_VERSION = "{project.version()}"', 'SUITE_VERSION = "9.0.0"'), encoding="utf-8")
            done = subprocess.run([sys.executable, "-B", "-c", script],
                                  cwd=project.vectors / "generate", capture_output=True, check=True)
            project.raise_version("9.0.0")
            promoted = (project.vectors / "extended" / "promoted.json").read_text(encoding="utf-8")
            self.assertEqual(done.stdout.decode(), "extended/promoted.json\n" + promoted)


class Minimizing(Case):
    def minimize(self, project, name, fault):
        return project.grit("minimize", name, "--adapter",
                            support.faulty_adapter("odd", fault), "--reports",
                            project.root / "reports")

    def test_what_is_left_goes_on_distinguishing(self):
        with Project() as project:
            # The longest pinned question that a decoder with swapped nibbles gets wrong is smaller
            # in the end, and the fault still shows: replay says so in fresh processes.
            name = "core/mxfp4/grid_midpoints_and_signs/descriptor"
            names = [row["name"] for row in json.loads(
                project.grit("list", "--json", "--select", "op=DESCRIPTOR")[1])["vectors"]]
            name = name if name in names else names[0]
            out = self.check(self.minimize(project, name, "byte-swapped-k0"), 1, "are left",
                             "expected", "odd")
            identity = out.rsplit("finding ", 1)[1].split()[0]
            (directory,) = (project.root / "reports").iterdir()
            before = json.loads(project.grit("show", name, "--json")[1])["request_hex"]
            after = (directory / "findings" / identity / "request.bin").read_bytes()
            self.assertLess(len(after), len(before) // 2)
            self.assertEqual(support.GRIT("replay", identity, "--run", directory,
                                          root=project.root)[0], 1)

    def test_who_answers_as_expected_leaves_nothing_to_do(self):
        with Project() as project:
            name = "extended/slice/half-a-group"
            self.check(project.grit("minimize", name, "--against", "c"), 0, "c answers " + name,
                       "as expected")
            self.assertFalse((project.root / "reports").exists())

    def test_who_cannot_be_asked(self):
        with Project() as project:
            name = "extended/slice/half-a-group"
            self.check(project.grit("minimize", name), 2, "give one subject")
            self.check(project.grit("minimize", "nothing", "--against", "c"), 2,
                       "there is no vector nothing")
            self.check(project.grit("minimize", name, "--against", "nobody"), 2,
                       "there is no subject nobody")
            self.check(project.grit("minimize", name, "--adapter", "x=no-such-program-here"), 3,
                       "cannot be asked")
            self.check(self.minimize(project, "extended/slice/half-a-group", "lies-about-an-op"),
                       0, "as expected")
            project.edit("core.json", "1", "2")
            self.check(project.grit("minimize", name, "--against", "c"), 4, "core.json is changed")


class Generating(Case):
    """The command around the generator; tests/vectors/test.sh runs the generator itself."""

    WRITES = ("import pathlib, shutil, sys\n"
              "out = pathlib.Path(sys.argv[sys.argv.index('--out') + 1])\n"
              "here = pathlib.Path(__file__).parent\n"
              "shutil.copytree(here / 'result', out, dirs_exist_ok=True)\n"
              "assert '--python-adapter' in sys.argv and '--rust-adapter' in sys.argv\n")

    def project(self, program=WRITES, published=("published-python", "published-rust")):
        project = Project()
        for name in published:
            project.publish(name, "adapters/c/grit-c-adapter")
        result = project.root / "result"
        shutil.copytree(project.vectors, result, ignore=shutil.ignore_patterns("PINS", "HISTORY"))
        project.write("vectors/generate/generate.py", program)
        # Not below vectors/, where the files of the result would be vector files.
        project.edit("generate/generate.py", "here / 'result'" if program is self.WRITES else "",
                     "here.parent.parent / 'result'" if program is self.WRITES else "")
        return project

    def test_equal_files(self):
        with self.project() as project:
            for arguments in ((), ("--check",)):
                self.check(project.grit("generate", *arguments), 0, "are what the generator writes")

    def test_a_file_that_differs_or_is_missing(self):
        with self.project() as project:
            pins = (project.vectors / "PINS").read_bytes()
            whole = (project.vectors / "matrix.json").read_bytes()
            project.edit("matrix.json", "GRADE_MXFP4", "GRADE_MXFP5")
            (project.vectors / "exponent.json").unlink()
            self.check(project.grit("generate", "--check"), 1, "matrix.json differs",
                       "exponent.json is missing")
            self.assertFalse((project.vectors / "exponent.json").exists())
            self.check(project.grit("generate"), 0, "matrix.json was written anew",
                       "exponent.json was written anew", "grit vectors pin")
            self.assertEqual((project.vectors / "matrix.json").read_bytes(), whole)
            self.assertEqual((project.vectors / "PINS").read_bytes(), pins)
            self.check(project.grit("generate", "--check"), 0)

    def test_a_file_that_nobody_wrote(self):
        with self.project() as project:
            project.write("vectors/extended/stray.json", "{}")
            self.check(project.grit("generate", "--check"), 1,
                       "extended/stray.json is not written by the generator")
            self.check(project.grit("generate"), 1, "stray.json is not written by the generator")
            self.assertTrue((project.vectors / "extended" / "stray.json").exists())

    def test_a_generator_that_stops_changes_nothing(self):
        with self.project("raise SystemExit('op 3: the packages differ')\n") as project:
            project.edit("matrix.json", "GRADE_MXFP4", "GRADE_MXFP5")
            before = (project.vectors / "matrix.json").read_bytes()
            self.check(project.grit("generate"), 3, "the generator stopped with exit code 1",
                       "op 3: the packages differ")
            self.assertEqual((project.vectors / "matrix.json").read_bytes(), before)

    def test_without_the_published_packages(self):
        with self.project(published=("published-python",)) as project:
            self.check(project.grit("generate"), 3, "there is no subject published-rust")
            project.publish("published-rust", "no/such/program")
            self.check(project.grit("generate"), 3, "the generator asks both published packages",
                       "published-rust is not there")


if __name__ == "__main__":
    support.main()
