"""Every JSON document that the program writes or reads is of a schema in docs/schemas.

Real outputs of every command, and the pinned vectors, are valid; the same documents with a member
removed, added or of another type are not. Needs the Debian package python3-jsonschema.

Usage: schemas_test.py GRIT
"""

import ast
import copy
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import jsonschema

import support
from support import ROOT, Tree

SCHEMAS = ROOT / "docs" / "schemas"
FEW = ("--cases", 200)
MXFP4 = (
    "47525431400101004320074800000000" "00002000000000000000000000000000"
    "01000000000000100100000000000010" "000000000000000083a154e49eee7023"
)

# Members whose content is somebody else's: what an adapter says of itself in HELLO.
FREE = {("subjects", "[]", "build")}
# Members that not every entry has.
OPTIONAL = {("grades", "[]"), ("negative", "[]", "expected_digest"), ("negative", "[]", "plane"),
            ("fingerprint", "[]", "aliases_accepted_on_parse", "[]")}

DEVIATION = """
[[deviation]]
id = "k0"
clause = "§2"
reason = "writes k0 big-endian"
{end}
[[deviation.select]]
op = "DESCRIPTOR"
cases = "*"
field = "k0"
"""


def validator(name):
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def shortened(value):
    """The document with one element of each shape in its long lists, so that it is quick to check."""
    if isinstance(value, dict):
        return {key: shortened(member) for key, member in value.items()}
    if not isinstance(value, list):
        return value
    if len(value) > 8:
        shapes = {}
        for element in value:
            shape = (tuple(element), element.get("kind")) if isinstance(element, dict) else ()
            shapes.setdefault(shape, element)
        value = list(shapes.values())
    return [shortened(element) for element in value]


def places(value, path=(), where=()):
    """(path, the same with [] for every index) of every member and element, outermost first."""
    members = (value.items() if isinstance(value, dict) else
               enumerate(value) if isinstance(value, list) else ())
    for key, member in members:
        step = "[]" if isinstance(key, int) else key
        yield (*path, key), (*where, step)
        if (*where, step) not in FREE:
            yield from places(member, (*path, key), (*where, step))


def parent(document, path):
    for key in path[:-1]:
        document = document[key]
    return document


def mutations(document):
    """(what was done, a document of no schema): one for each kind of place and way to spoil it."""
    yield "an unknown member", {**document, "surplus": 0}
    kinds = set()
    for path, kind in places(document):
        siblings = parent(document, path)
        # The same member of another shape of entry is another kind of place.
        kind_of_entry = (kind, tuple(siblings) if isinstance(siblings, dict) else ())
        if kind_of_entry in kinds:
            continue
        kinds.add(kind_of_entry)
        wrong = copy.deepcopy(document)
        # No member but a free one is an array of arrays of arrays.
        parent(wrong, path)[path[-1]] = [[[0]]]
        yield f"{kind} of a wrong type", wrong
        if isinstance(path[-1], str) and kind not in OPTIONAL and (*kind[:-1], "[]") not in OPTIONAL:
            without = copy.deepcopy(document)
            del parent(without, path)[path[-1]]
            yield f"{kind} removed", without
        member = siblings[path[-1]]
        if isinstance(member, dict) and kind not in FREE:
            more = copy.deepcopy(document)
            parent(more, path)[path[-1]]["surplus"] = [[[0]]]
            yield f"a member more in {kind}", more


class Schemas(unittest.TestCase):
    def assert_schema(self, name, documents):
        """All documents are valid, and each is invalid in every way that it can be spoilt."""
        checker = validator(name)
        self.assertTrue(documents)
        for document in documents:
            problems = [f"{list(error.absolute_path)}: {error.message[:300]}"
                        for error in checker.iter_errors(document)]
            self.assertEqual(problems, [])
        seen = set()
        for document in map(shortened, documents):
            self.assertTrue(checker.is_valid(document))
            for what, spoilt in mutations(document):
                if what not in seen:
                    self.assertFalse(checker.is_valid(spoilt), f"{name}: {what}")
                seen.add(what)
        self.assertGreater(len(seen), 5)

    def output(self, code, *arguments, **options):
        got, out, err = support.GRIT(*arguments, "--json", **options)
        self.assertEqual(got, code, err or out[-2000:])
        return json.loads(out)

    def test_report_of_runs_that_end_well_and_badly(self):
        swapped = ("certify", "c", "cpp", "byte-swapped-k0")
        with tempfile.TemporaryDirectory() as folder:
            hello = ('{"name":"x","version":"1","language":"sh","ops":[2],'
                     '"built":{"with":["\\u001b[2J",null,1e400]}}')
            script = pathlib.Path(folder, "odd.sh")
            script.write_text(
                "printf 'GCP1\\0\\0\\0\\0\\0\\0\\0\\0\\%o\\0\\0\\0%%s' '%s'\ncat >/dev/null\n"
                % (len(hello), hello), encoding="utf-8")
            documents = [
                self.output(0, "certify", "c", "cpp", *FEW),
                self.output(0, "certify", "c", "--select", "op=DECODE", "--shard", "1/3", *FEW),
                self.output(1, *swapped, *FEW, "--select", "op=DESCRIPTOR"),
                self.output(1, *swapped, *FEW, "--reduce", "nothing", "--without", "cpp"),
                self.output(1, "certify", "truncates-a-frame", "crashes-on-one-case",
                            "prints-to-stdout", "--select", "op=GRADE", "--cases", 400),
                self.output(3, "certify", "byte-swapped-k0", "--fail-fast", *FEW),
                self.output(3, "certify", "c", "--adapter", "x=no-such-program-here", *FEW),
                self.output(3, "certify", "--adapter", f"odd=sh {script}", "--select", "op=GRADE",
                            "--item-deadline", 1, *FEW),
                self.output(3, "certify", "c", "typescript", *FEW, path=folder),
                self.output(5, "certify", "c", "--select", "id=nothing", *FEW),
            ]
        self.assert_schema("grit-report", documents)

    def test_report_with_known_and_stale_deviations(self):
        documents = []
        for code, end in ((0, 'version = "0.1.0"'), (4, "until = 2020-01-01"), (4, 'version = "9"')):
            with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
                file.write(DEVIATION.format(end=end))
                file.flush()
                documents.append(self.output(code, "certify", "byte-swapped-k0", "cpp",
                                             "--deviations", f"byte-swapped-k0={file.name}",
                                             *FEW))
        with Tree() as tree:
            tree.write("vectors/core.json", "{}")
            documents.append(self.output(4, "certify", "c", *FEW, root=tree.root))
        self.assert_schema("grit-report", documents)

    def test_run_directory(self):
        with tempfile.TemporaryDirectory() as folder:
            directories = []
            for shard in ("1/2", "2/2"):
                directory = self.output(1, "certify", "byte-swapped-k0", "--shard", shard, *FEW,
                                        "--reports", folder)["timing"]["directory"]
                directories.append(pathlib.Path(directory))
            merged = self.output(1, "report", "merge", *directories, "--reports", folder)
            directories.append(pathlib.Path(merged["timing"]["directory"]))
            reports = [json.loads((run / "report.json").read_text(encoding="utf-8"))
                       for run in directories]
            self.assertEqual(reports[-1], merged)
            compared = self.output(0, "certify", "byte-swapped-k0", *FEW,
                                   "--baseline", directories[-1] / "report.json")
            self.assertTrue(compared["baseline"])
            self.assert_schema("grit-report", [*reports, compared])
            self.assert_schema("grit-subjects",
                               [json.loads((run / "subjects.json").read_text(encoding="utf-8"))
                                for run in directories])
            # A finding of it, put again and explained.
            identity = merged["findings"][0]["id"]
            run = ("--run", directories[-1])
            self.assert_schema("grit-replay", [self.output(1, "replay", identity, *run)])
            self.assert_schema("grit-explanation", [self.output(0, "explain-finding", identity, *run)])

    def test_cases(self):
        self.assert_schema("grit-cases", [
            self.output(0, "certify", "c", "--list", *FEW),
            self.output(0, "certify", "c", "--list", *FEW, "--select", "op=CHECK", "--shard", "2/3"),
            self.output(5, "certify", "c", "--list", *FEW, "--select", "id=nothing")])

    def test_smoke(self):
        self.assert_schema("grit-smoke", [
            self.output(0, "smoke", "c"),
            self.output(1, "smoke", "--adapter", "cat", "--deadline", 1)])

    def test_mutants(self):
        self.assert_schema("grit-mutants", [
            self.output(0, "mutants", "--cases", 0, "--select", "hashes-note",
                        "--select", "answers-out-of-order"),
            # Survivors; in a build with sanitizers, which has no mutants, they are not run.
            json.loads(support.GRIT("mutants", "--cases", 0, "--select", "*-in-step-1", "--json")[1])])

    def test_adapters(self):
        with Tree(("c", "cpp", "typescript")) as tree:
            with tempfile.TemporaryDirectory() as empty:
                self.assert_schema("grit-adapters", [self.output(0, "adapters"),
                                                     self.output(0, "adapters", root=tree.root,
                                                                 path=empty)])

    def test_inspect(self):
        self.assert_schema("grit-inspect", [self.output(0, "inspect", MXFP4),
                                            self.output(1, "inspect", "47" * 64),
                                            self.output(1, "inspect", MXFP4[:-2] + "24")])

    def test_diff(self):
        self.assert_schema("grit-diff", [self.output(0, "diff", MXFP4, MXFP4),
                                         self.output(1, "diff", MXFP4, "47" * 64)])

    def test_grade(self):
        self.assert_schema("grit-grade", [
            self.output(0, "grade", "grit1(e=e2m1,k0=32,s0=e8m0,esr=floor)"),
            self.output(0, "grade", "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs,k1=4294967296,s1=e8m0)"),
            self.output(1, "grade", "grit1(e=e2m1")])

    def test_isa(self):
        self.assert_schema("grit-isa", [self.output(0, "isa")])

    def test_vectors_commands(self):
        def vectors(code, *arguments, **options):
            return self.output(code, "vectors", *arguments, **options)
        against = ("--adapter", support.faulty_adapter("odd", "byte-swapped-k0"))
        few = ("--select", "id=extended/*/own", "--select", "id=core/mxfp4/*")
        spellings = ("--select", "op=GRADE", "--select", "op=FORMAT_DECODE")
        self.assert_schema("grit-vectors-list", [
            vectors(0, "list", *few), vectors(0, "list", *spellings),
            vectors(1, "list", "--select", "id=nothing")])
        self.assert_schema("grit-vectors-export", [vectors(0, "export", *few)])
        descriptor = vectors(0, "list", "--select", "op=DESCRIPTOR")["vectors"][0]["name"]
        self.assert_schema("grit-vector", [vectors(0, "show", "extended/slice/half-a-group"),
                                           vectors(0, "show", descriptor)])
        self.assert_schema("grit-vectors-verify", [
            vectors(0, "verify"), vectors(1, "verify", *against),
            vectors(3, "verify", "--adapter", "x=no-such-program-here")])
        with Tree() as tree:
            here = {"root": tree.root}
            (tree.root / "docs").mkdir()
            shutil.copy(ROOT / "docs" / "SPEC.md", tree.root / "docs")
            reports = ("--reports", tree.root / "reports")
            minimized = vectors(1, "minimize", descriptor, *against, *reports, **here)
            self.assert_schema("grit-vectors-minimize", [
                minimized, vectors(0, "minimize", descriptor, "--against", "c", **here)])
            run = self.output(1, "certify", *against, "--cases", 3000, "--select", "op=DESCRIPTOR",
                              "--select", "id=generated/*", *reports, **here)
            promoted = vectors(0, "promote", run["findings"][0]["id"], "--by-hand", "2.1", "--run",
                               run["timing"]["directory"], **here)
            self.assert_schema("grit-vectors-promote", [promoted])
            stale = [vectors(4, "verify", **here), vectors(4, "pin", "--check", **here),
                     vectors(1, "pin", **here)]
            (tree.root / "vectors" / "extended" / "promoted.json").unlink()
            self.assert_schema("grit-vectors-verify", stale[:1])
            self.assert_schema("grit-vectors-pin", [*stale[1:], vectors(0, "pin", **here)])
            # The generator in a few lines: all files but one, and that one spoilt.
            for name in ("published-python", "published-rust"):
                tree.write(f"adapters/published/{name}/adapter.toml",
                           f'name = "{name}"\nkind = "published"\nlanguage = "x"\n'
                           'argv = ["{build}/adapters/c/grit-c-adapter"]\n')
            tree.write("vectors/generate/generate.py",
                       "import pathlib, shutil, sys\n"
                       "out = pathlib.Path(sys.argv[sys.argv.index('--out') + 1])\n"
                       "files = pathlib.Path(__file__).parents[1]\n"
                       "shutil.copytree(files, out, dirs_exist_ok=True)\n"
                       "(out / 'matrix.json').write_text('{}')\n"
                       "(out / 'exponent.json').unlink()\n(out / 'more.json').write_text('{}')\n")
            self.assert_schema("grit-vectors-generate", [vectors(1, "generate", "--check", **here)])

    def test_history(self):
        def parsed(text):
            lines = (line.split("  ") for line in text.splitlines())
            return {"version": 1, "entries": [{"pins_sha256": sha256, "suite_version": version}
                                              for sha256, version in lines]}
        text = (ROOT / "vectors" / "HISTORY").read_text(encoding="ascii")
        self.assertTrue(text.endswith("\n"))
        self.assert_schema("history", [parsed(text)])
        for spoilt in (text.replace("a", "A"), text[1:], text.replace(".", "-"), ""):
            self.assertFalse(validator("history").is_valid(parsed(spoilt)), spoilt)

    def test_vectors(self):
        def read(name):
            return [json.loads((ROOT / "vectors" / name).read_text(encoding="utf-8"))]
        self.assert_schema("vectors-core", read("core.json"))
        self.assert_schema("vectors-matrix", read("matrix.json"))
        self.assert_schema("vectors-extended", [
            json.loads(file.read_text(encoding="utf-8"))
            for file in sorted((ROOT / "vectors" / "extended").glob("*.json"))])
        self.assert_schema("vectors-exponent", read("exponent.json"))
        self.assert_schema("vectors-format-decode", read("format_decode.json"))
        self.assert_schema("vectors-format-encode", read("format_encode.json"))

    def test_arrays_of_vectors_are_of_equal_length(self):
        # What no schema can say.
        for name, list_of, other in (("format_decode", "formats", "codes"),
                                     ("format_encode", "formats", "codes"),
                                     ("exponent", "rules", "exponents")):
            document = json.loads((ROOT / "vectors" / f"{name}.json").read_text(encoding="utf-8"))
            for entry in document[list_of]:
                self.assertEqual(len(entry["bits"]), len(entry[other]), name)

    def test_pins(self):
        def parsed(text):
            entries = [re.fullmatch(r"(?P<sha256>\S*) [ *](?P<name>.*)", line).groupdict()
                       for line in text.splitlines()]
            return {"version": 1, "entries": entries}
        text = (ROOT / "vectors" / "PINS").read_text(encoding="utf-8")
        self.assertTrue(text.endswith("\n"))
        self.assert_schema("pins", [parsed(text), parsed(text.replace("  ", " *"))])
        names = {entry["name"] for entry in parsed(text)["entries"]}
        self.assertEqual(names, {str(path.relative_to(ROOT / "vectors"))
                                 for path in (ROOT / "vectors").rglob("*")
                                 if path.suffix in (".json", ".bin", ".txt")})
        for spoilt in (text.replace("a", "A"), text[1:], text.replace("  ", "  /", 1),
                       text.replace("  ", "  ../", 1), text.replace(".json", ".md"), ""):
            self.assertFalse(validator("pins").is_valid(parsed(spoilt)), spoilt[:100])

    def test_enumeration(self):
        program = support.GRIT.build / "fuzz" / "enumerate" / "grit-enumerate"
        chosen = ("--units", "MXFP4/version", "--json")

        def printed(*arguments):
            return json.loads(subprocess.run([program, *chosen, *arguments], check=True,
                                             stdout=subprocess.PIPE, timeout=60).stdout)
        with tempfile.TemporaryDirectory() as folder:
            state = pathlib.Path(folder, "state.json")
            right = printed("--state", state)
            kept = json.loads(state.read_text(encoding="utf-8"))
        # No check that is right gives this one; the members are those of fuzz/enumerate/program.cpp.
        wrong = {**right, "result": "violation", "violation": {
            "fault": "not-the-expected-answer", "clause": "§5", "detail": "Ok, not GradeUnknown",
            "unit": 3, "name": "MXFP4/version", "index": 3,
            "fields": [{"name": "version", "value": "3", "canonical": "1"}], "descriptor": MXFP4,
            "shape": [32, 3, 64], "plane_bytes": [3072, 192, 0, 0], "unit_test": "TEST(…) {}"}}
        self.assert_schema("enumeration", [right, wrong, kept, printed("--list")])

    def test_bench_results(self):
        files = sorted((ROOT / "bench" / "results").glob("*.json"))
        self.assertTrue(files)
        documents = [json.loads(file.read_text(encoding="utf-8")) for file in files]
        self.assertEqual([document["machine"]["kind"] for document in documents],
                         [file.stem for file in files])
        self.assert_schema("bench-results", [shortened(document) for document in documents])

    def test_every_schema_is_tested_and_listed(self):
        tree = ast.parse(pathlib.Path(__file__).read_text(encoding="utf-8"))
        tested = {node.args[0].value for node in ast.walk(tree)
                  if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
                  and node.func.attr == "assert_schema"}
        files = {path.name.removesuffix(".schema.json") for path in SCHEMAS.glob("*.schema.json")}
        # The documents of ./grit fuzz are not the program's: tests/fuzzing/documents_test.py.
        self.assertEqual(tested | {"fuzz"}, files)
        page = (SCHEMAS / "README.md").read_text(encoding="utf-8")
        self.assertEqual(set(re.findall(r"\]\(([a-z-]+)\.schema\.json\)", page)), files)
        self.assertEqual({path.name for path in SCHEMAS.iterdir()},
                         {f"{name}.schema.json" for name in files} | {"README.md"})


if __name__ == "__main__":
    support.main()
