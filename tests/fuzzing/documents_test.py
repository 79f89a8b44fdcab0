"""Every document is of docs/schemas/fuzz.schema.json, and spoilt ones are not; JUnit and SARIF are
what their readers expect. Needs the Debian package python3-jsonschema."""

import copy
import json
import unittest
import xml.etree.ElementTree as xml

import jsonschema
from fixture import SCHEMA, Fixture

jsonschema.Draft202012Validator.check_schema(SCHEMA)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

# Members that may hold anything of their type, so that only they themselves are spoilt.
FREE = ("engines", "total", "folders", "minimum")
OPTIONAL = ("unit_test",)


def spoilt(document, path=()):
    """(what was done, a document of no schema)."""
    yield "a member more", {**document, "surplus": 0}
    for place in places(document):
        parent, key = document, place[-1]
        for step in place[:-1]:
            parent = parent[step]
        wrong = copy.deepcopy(document)
        at(wrong, place[:-1])[key] = [[[0]]]
        yield f"{place} of a wrong type", wrong
        if isinstance(key, str) and key not in OPTIONAL and not set(place[:-1]) & set(FREE):
            less = copy.deepcopy(document)
            del at(less, place[:-1])[key]
            yield f"{place} removed", less
        if isinstance(parent[key], dict) and key not in FREE:
            more = copy.deepcopy(document)
            at(more, place)["surplus"] = [[[0]]]
            yield f"a member more in {place}", more


def at(document, place):
    for step in place:
        document = document[step]
    return document


def places(value, place=()):
    items = (value.items() if isinstance(value, dict) else
             list(enumerate(value))[:1] if isinstance(value, list) else ())
    for key, member in items:
        yield (*place, key)
        yield from places(member, (*place, key))


def assert_document(test, document):
    problems = [f"{list(error.absolute_path)}: {error.message[:300]}"
                for error in VALIDATOR.iter_errors(document)]
    # Of oneOf only the branch that the document means is of interest.
    test.assertTrue(VALIDATOR.is_valid(document), (problems, json.dumps(document)[:2000]))
    for what, other in spoilt(document):
        test.assertFalse(VALIDATOR.is_valid(other), f"{document['schema']}: {what}")


class Documents(Fixture):
    def test_a_campaign_with_everything(self):
        self.plan(a={"inputs": ["law:L1|<x> ]]>", "flaky:f\x01", "crash:\x02"]}, b={"launch": "dies"})
        answer = self.fuzz("--time", "8s", "--json", code=3).document
        assert_document(self, answer)
        self.assertEqual(answer, json.loads((self.out / "summary.json").read_text()))
        for kind in ("findings", "incubating"):
            documents = self.findings("a", kind)
            self.assertTrue(documents)
            for document in documents:
                assert_document(self, document)
        for path in (self.out / "state.json", self.out / "a" / "state.json"):
            assert_document(self, json.loads(path.read_text()))
        self.junit(answer)
        self.sarif(answer)
        page = (self.out / "summary.md").read_text()
        self.assertIn("2 asked = 1 run + 1 not run; 2 findings, 1 incubating", page)
        self.assertIn("## Findings", page)

    def junit(self, answer):
        root = xml.parse(self.out / "summary.xml").getroot()
        suite = root.find("testsuite")
        cases = suite.findall("testcase")
        self.assertEqual({name: int(suite.get(name)) for name in
                          ("tests", "failures", "errors", "skipped")},
                         {"tests": len(cases), "failures": len(suite.findall("*/failure")),
                          "errors": len(suite.findall("*/error")),
                          "skipped": len(suite.findall("*/skipped"))})
        self.assertEqual([case.get("name") for case in cases], ["a", "b"])
        self.assertIn("L1|<x>", cases[0].find("failure").text)
        self.assertIn("cannot load the dictionary", cases[1].find("error").get("message"))

    def sarif(self, answer):
        log = json.loads((self.out / "summary.sarif").read_text())
        self.assertEqual(log["version"], "2.1.0")
        (run,) = log["runs"]
        rules = run["tool"]["driver"]["rules"]
        self.assertEqual(sorted(result["partialFingerprints"]["gritSignature/v1"]
                                for result in run["results"]),
                         sorted(finding["id"] for finding in answer["findings"]))
        for result in run["results"]:
            self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
            self.assertTrue(result["message"]["text"])
        self.assertFalse(run["invocations"][0]["executionSuccessful"])
        self.assertEqual(run["invocations"][0]["exitCode"], 3)

    def test_the_other_commands(self):
        self.plan(t={"inputs": ["law:L1 words", "flaky:f", "mended:m", "infrastructure:i"],
                     "each_s": 0})
        self.corpus("t", one="some words", two="words")
        self.fuzz("--time", "30s", code=3)
        identity = self.findings("t")[0]["id"]
        file = self.out / "t" / "findings" / identity / "input.bin"
        for words, code in ((("--list",), 0), (("triage",), 1), (("triage", "--promote", identity), 0),
                            (("replay", "t", file), 1), (("minimize-corpus",), 0)):
            with self.subTest(words[0]):
                assert_document(self, self.fuzz(*words, "--json", code=code).document)


if __name__ == "__main__":
    unittest.main()
