"""The command with the real libFuzzer, AFL++ and llvm-cov, on a target of a few lines."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

from documents_test import assert_document
from fixture import Fixture

HEADER = """\
#include <cstddef>
#include <cstdint>
#include <cstdlib>
namespace subject {
int magic(const std::uint8_t* data, std::size_t size);
inline int ignored(int value) { return value > 1000 ? 1 : 0; }
}
"""

# The inputs "x" and "law" do not reach lines 4 and 7.
SUBJECT = """\
#include "harness/reference/subject.h"
int subject::magic(const std::uint8_t* data, std::size_t size) {
  if (size > 1000) {
    return 2;
  }
  if (size > 5 && data[0] == 'l' && data[4] == 'L') {
    return 1;
  }
  return 0;
}
"""

TARGET = """\
#include "harness/reference/subject.h"
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (subject::magic(data, size) == 1) std::abort();
  return 0;
}
"""

# Counts its calls in a file, to show that it was asked.
MUTATOR = """\
#include <cstdio>
#include <cstdlib>
#include <cstring>
static unsigned char out[64];
static long calls;
extern "C" void* afl_custom_init(void*, unsigned) { return out; }
extern "C" std::size_t afl_custom_fuzz(void*, unsigned char* data, std::size_t size,
                                       unsigned char** result, unsigned char*, std::size_t,
                                       std::size_t most) {
  if (size > sizeof out) size = sizeof out;
  if (size > most) size = most;
  std::memcpy(out, data, size);
  out[calls++ % (size == 0 ? 1 : size)] ^= 7;  // K to L
  *result = out;
  return size == 0 ? 1 : size;
}
extern "C" void afl_custom_deinit(void*) {
  std::FILE* file = std::fopen(std::getenv("GRIT_TEST_CALLS"), "a");
  std::fprintf(file, "%ld\\n", calls);
  std::fclose(file);
}
"""

REPLAY = """\
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include "harness/protocol/noise.h"
#include "harness/reference/subject.h"
int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--reached") == 0) {
    std::puts(R"({"inputs": 2, "statuses": {"ok": 1}, "rules": {"length": 2, "magic": 0}})");
    return 0;
  }
  int count = 0;
  for (int i = 1; i < argc; ++i) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
      if (!entry.is_regular_file()) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
      if (subject::magic(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()) == 1) {
        std::fputs("grit-finding: law: L1\\n", stderr);
        std::abort();
      }
      ++count;
    }
  }
  noise();
  std::printf("%d inputs\\n", count);
}
"""


def compiled(folder, *arguments):
    subprocess.run(["clang++-19", "-std=c++20", "-g", "-I.", *arguments], cwd=folder, check=True)


class Real(Fixture):
    @classmethod
    def setUpClass(cls):
        """Compiles once; each test gets a copy of the programs."""
        cls.built = pathlib.Path(tempfile.mkdtemp(prefix="grit-fuzzing-real-"))
        cls.addClassCleanup(shutil.rmtree, cls.built)
        for name, text in (("harness/reference/subject.h", HEADER),
                           ("harness/reference/subject.cpp", SUBJECT),
                           ("harness/protocol/noise.h", "inline void noise() {}\n"),
                           ("harness/reference/subject_test.cpp", "int never() { return 1; }\n"),
                           ("target.cpp", TARGET), ("mutator.cpp", MUTATOR), ("replay.cpp", REPLAY)):
            path = cls.built / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        compiled(cls.built, "-fsanitize=fuzzer", "target.cpp", "harness/reference/subject.cpp",
                 "-o", "grit-fuzz-t")

    def setUp(self):
        super().setUp()
        self.plan(t={})
        shutil.copy(self.built / "grit-fuzz-t", self.programs / "grit-fuzz-t")


class LibFuzzer(Real):
    def test_a_finding_is_found_and_the_run_goes_on(self):
        self.corpus("t", near="law:K", plain="x")
        answer = self.fuzz("--time", "8s", "--jobs", "2", "--seed", "1", "--json").document
        (run,) = answer["runs"]
        self.assertEqual(run["state"], "completed", run["reason"])
        self.assertGreater(run["executions"], 1000)
        self.assertGreater(run["edges"], 3)
        # What the engine calls a crash begins with l and has an L; the fake calls it a finding only
        # where the word is whole, so that some are incubating.
        self.assertGreater(len(answer["findings"]) + len(answer["incubating"]), 0)

    def test_a_signal_stops_it(self):
        self.corpus("t", plain="x")
        process = self.start("--time", "300s")
        self.wait_for(lambda: list((self.out / "t" / "logs").glob("*.log")))
        process.terminate()
        answer = self.finish(process)
        self.assertEqual(answer.code, 130, answer.err)

    def test_minimize(self):
        for number in range(30):
            self.corpus("t", **{f"n{number}": "x" * (number + 1)})
        self.corpus("t", regressions__r="law:K")
        answer = self.fuzz("minimize-corpus", "--json", code=0).document
        (row,) = answer["rows"]
        self.assertEqual(row["result"], "replaced", row)
        self.assertEqual(row["before"]["files"], 30)
        self.assertLess(row["after"]["files"], 5)
        self.assertGreaterEqual(row["after"]["features"], row["before"]["features"])
        self.assertEqual((self.root / "corpus" / "t" / "regressions" / "r").read_text(), "law:K")
        self.assertEqual(len(list((self.root / "corpus" / "t").iterdir())), row["after"]["files"] + 1)


class LlvmCov(Real):
    """One test: what it compiles takes longer than what it asks."""

    def test_coverage(self):
        shutil.copytree(self.built / "harness", self.root / "harness")
        shutil.copy(self.built / "replay.cpp", self.root)
        place = self.root / "build" / "coverage" / "fuzz"
        place.mkdir(parents=True)
        compiled(self.root, "-fprofile-instr-generate", "-fcoverage-mapping", "replay.cpp",
                 "harness/reference/subject.cpp", "harness/reference/subject_test.cpp",
                 "-o", str(place / "grit-replay-t"))
        for part in (self.without_inputs, self.the_table_and_what_is_left, self.the_gate,
                     self.a_corpus_that_ends_the_program):
            with self.subTest(part.__name__):
                part()

    def without_inputs(self):
        answer = self.fuzz("coverage", "--json", code=3).document
        self.assertIn("there is no input", answer["rows"][0]["reason"])

    def the_table_and_what_is_left(self):
        self.corpus("t", one="x", two="law")
        answer = self.fuzz("coverage", "--json", code=0).document
        reference = answer["total"]["harness/reference"]
        # By hand: four conditions; "x" and "law" are too short for the first, and for the second,
        # so that the others are not evaluated.
        self.assertEqual(reference["branches"], 8)
        self.assertEqual(reference["branches_reached"], 2)
        (entry,) = [entry for entry in answer["left"] if entry["file"].endswith(".cpp")]
        self.assertEqual(entry["file"], "harness/reference/subject.cpp")
        self.assertIn("subject::magic", entry["function"])
        self.assertIn(4, entry["lines"])
        self.assertIn(7, entry["lines"])
        self.assertNotIn(9, entry["lines"])
        self.assertIn(3, entry["branches"])
        self.assertEqual((answer["rules"], answer["rules_not_reached"]), (2, ["magic"]))
        self.assertEqual(answer["rows"][0]["inputs"], 2)
        self.assertTrue((self.root / answer["html"]).is_file())
        self.assertIn("not reached: magic", (self.out / "coverage" / "coverage.md").read_text())
        assert_document(self, answer)

    def the_gate(self):
        self.corpus("t", one="x", two="law")
        low = self.root / "low.ini"
        low.write_text("[harness/reference]\nlines = 20\nbranches = 20\n"
                       "[harness/protocol]\nlines = 0\nbranches = 0\n")
        high = self.root / "high.ini"
        high.write_text(low.read_text().replace("branches = 20", "branches = 90"))
        # There is no branch to reach in harness/protocol: that is no pass.
        answer = self.fuzz("coverage", "--gate", "--minimum", low, "--json", code=1).document
        self.assertEqual([text.split(":")[0] for text in answer["below"]], ["harness/protocol"])
        answer = self.fuzz("coverage", "--gate", "--minimum", high, "--json", code=1).document
        self.assertIn("harness/reference: 25.00 % of branches, less than 90 %", answer["below"])
        self.fuzz("coverage", "--gate", "--minimum", "nowhere.ini", code=3)

    def a_corpus_that_ends_the_program(self):
        self.corpus("t", bad="law:L1")
        answer = self.fuzz("coverage", "--json", code=3).document
        self.assertIn("grit-finding: law: L1", answer["rows"][0]["reason"])


@unittest.skipUnless(shutil.which("afl-fuzz"), "afl++ is not installed")
class Afl(Real):
    def test_a_finding_is_found(self):
        place = self.root / "build" / "afl" / "fuzz"
        place.mkdir(parents=True)
        compiled(self.built, "-fsanitize-coverage=trace-pc-guard", "target.cpp",
                 "harness/reference/subject.cpp", "/usr/lib/afl/afl-compiler-rt.o",
                 "/usr/lib/afl/libAFLDriver.a", "-o", str(place / "grit-afl-t"))
        library = self.root / "build" / "release" / "fuzz" / "libgrit-afl-mutator-t.so"
        library.parent.mkdir(parents=True)
        compiled(self.built, "-shared", "-fPIC", "mutator.cpp", "-o", str(library))
        self.corpus("t", near="law:K1")
        calls = self.root / "calls"
        environment = {**self.environment(), "GRIT_TEST_CALLS": str(calls)}
        self.environment = lambda: environment
        answer = self.fuzz("--engine", "afl", "--time", "15s", "--jobs", "2", "--json").document
        (run,) = answer["runs"]
        self.assertEqual(run["state"], "completed", run["reason"])
        self.assertGreater(run["executions"], 1000)
        self.assertGreater(run["edges"], 3)
        self.assertTrue((self.out / "t" / "afl" / "secondary01" / "fuzzer_stats").is_file())
        self.assertGreater(len(answer["findings"]) + len(answer["incubating"]), 0)
        counts = [int(line) for line in calls.read_text().split()]
        self.assertEqual(len(counts), 2, "main and secondary01")
        self.assertGreater(min(counts), 0)


if __name__ == "__main__":
    unittest.main()
