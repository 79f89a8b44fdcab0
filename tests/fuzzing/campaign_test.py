"""What is run, for how long, how it stops and goes on, and what counts as run."""

import io
import json
import os
import pathlib
import pty
import signal
import subprocess
import sys
import time
import unittest

from cli import seconds
from engines import Stats
from exits import combined
from fixture import COMMAND, Fixture
from libfuzzer import executed_in, status_of
from progress import Progress, progress_text


class Selection(Fixture):
    def test_all_in_turn_but_the_empty_ones(self):
        self.plan(b={}, a={}, empty={}, empty_descriptor={})
        answer = self.fuzz("--time", "1s", "--json", code=0).document
        self.assertEqual([run["target"] for run in answer["runs"]], ["a", "b"])
        self.assertEqual((answer["asked"], answer["run"], answer["not_run"]), (2, 2, 0))

    def test_a_named_empty_one_runs(self):
        self.plan(a={}, empty={})
        answer = self.fuzz("empty", "--time", "1s", "--json", code=0).document
        self.assertEqual([run["target"] for run in answer["runs"]], ["empty"])

    def test_list(self):
        self.plan(b={}, a={}, empty={})
        answer = self.fuzz("--list", "--json", code=0).document
        self.assertEqual([(row["target"], row["by_default"]) for row in answer["targets"]],
                         [("a", True), ("b", True), ("empty", False)])
        self.assertIn("empty  (only where named)", self.fuzz("--list", code=0).out)

    def test_shards_are_a_partition(self):
        self.plan(**{name: {} for name in "abcde"})
        shards = [[run["target"] for run in
                   self.fuzz("--time", "1s", "--shard", f"{at}/3", "--json", code=0).document["runs"]]
                  for at in (1, 2, 3)]
        self.assertEqual(sorted(sum(shards, [])), list("abcde"))

    def test_wrong_usage(self):
        self.plan(a={})
        for words, text in (
                (("nonsense",), "there is no target nonsense; there are a"),
                (("--time", "fast"), "'fast' is not a time"),
                (("--time", "0s"), "a time of at least a second"),
                (("--jobs", "0"), "'0' is not a number from 1 to 1024"),
                (("--engine", "honggfuzz"), "invalid choice"),
                (("--shard", "3/2"), "is no shard"),
                (("--shard", "2/2"), "nothing is selected"),
                (("--surplus",), "unrecognized arguments"),
                (("--resume",), "there is nothing to resume"),
                (("replay", "a", "nowhere"), "there is no such file")):
            answer = self.fuzz(*words)
            self.assertEqual((answer.code, answer.out), (2, ""), words)
            self.assertIn(text, answer.err)
            self.assertEqual(len(answer.err.splitlines()), 1, answer.err)

    def test_a_folder_that_is_no_project(self):
        answer = self.fuzz("--list")
        self.assertEqual(answer.code, 3)
        self.assertIn("holds no target", answer.err)


class Seeds(Fixture):
    def test_the_corpus_in_git_with_its_regressions(self):
        self.plan(t={})
        self.corpus("t", one="1", regressions__two="2")
        self.fuzz("--time", "1s", code=0)
        texts = [path.read_text() for path in (self.out / "t" / "corpus").iterdir()]
        self.assertLess({"1", "2"}, set(texts))
        self.assertNotIn("generated", texts)

    def test_generated_ones_where_git_has_none(self):
        self.plan(t={}, u={})
        self.corpus("u", one="1")
        self.fuzz("--time", "1s", code=0)
        texts = [path.read_text() for path in (self.out / "t" / "corpus").iterdir()]
        self.assertIn("generated", texts)
        self.assertEqual((self.programs / "count.seeds").read_text(), "1")

    def test_a_seed_that_is_a_finding_does_not_end_the_run(self):
        self.plan(t={"corpus": True})
        self.corpus("t", a="fine", regressions__b="law:L1")
        answer = self.fuzz("--time", "3s", "--json", code=1).document
        self.assertEqual(self.outcomes("t"), [("law", "L1", 1)])
        self.assertEqual(answer["runs"][0]["state"], "completed")

    def test_an_input_that_nothing_gets_past_is_told(self):
        self.plan(t={"always": "crash:start"})
        answer = self.fuzz("--time", "60s", "--json", code=1).document
        (run,) = answer["runs"]
        self.assertEqual(run["state"], "blocked")
        self.assertIn("mend that finding first", run["reason"])
        self.assertLess(run["elapsed_s"], 50)
        self.assertEqual(self.outcomes("t")[0][:2], ("crash", "start"))


class Arguments(Fixture):
    def test_each_job_is_a_process_of_its_own(self):
        self.plan(t={})
        (self.root / "fuzz" / "dictionaries").mkdir()
        (self.root / "fuzz" / "dictionaries" / "t.dict").touch()
        answer = self.fuzz("--time", "2s", "--jobs", "3", "--seed", "9", "--json", code=0).document
        runs = [dict(word[1:].split("=", 1) for word in self.arguments_of("t", run)
                     if word.startswith("-")) for run in (1, 2, 3)]
        self.assertEqual(len({run["seed"] for run in runs}), 3)
        self.assertEqual(len({run["artifact_prefix"] for run in runs}), 3)
        self.assertEqual({run["reload"] for run in runs}, {"1"})
        self.assertTrue(all(run["dict"].endswith("t.dict") for run in runs))
        self.assertEqual({run["print_final_stats"] for run in runs}, {"1"})
        self.assertEqual(len(list((self.out / "t" / "logs").glob("*.log"))), 3)
        self.assertEqual(answer["runs"][0]["executions"], 300)

    def test_the_dictionary_of_the_inputs_form(self):
        self.plan(t={})
        (self.root / "fuzz" / "dictionaries").mkdir()
        (self.root / "fuzz" / "dictionaries" / "words.dict").touch()
        self.fuzz("--time", "1s", code=0)
        self.assertTrue([word for word in self.arguments_of("t") if word.endswith("words.dict")])

    def test_the_seed_decides_the_seeds(self):
        self.plan(t={})
        seeds = []
        for given in ("9", "9", "10"):
            (self.programs / "count.runs.t").unlink(missing_ok=True)
            self.fuzz("--time", "1s", "--seed", given, code=0)
            seeds.append([word for word in self.arguments_of("t") if word.startswith("-seed=")])
        self.assertEqual(seeds[0], seeds[1])
        self.assertNotEqual(seeds[0], seeds[2])


class Infrastructure(Fixture):
    """A fuzzer that cannot do its work is no finding."""

    def assert_not_run(self, answer, text, state="not run"):
        self.assertEqual(answer.code, 3, answer.err)
        (run,) = answer.document["runs"]
        self.assertEqual(run["state"], state)
        self.assertIn(text, run["reason"])
        self.assertEqual(answer.document["findings"] + answer.document["incubating"], [])

    def test_not_built(self):
        self.plan(t={})
        (self.programs / "grit-fuzz-t").unlink()
        self.assert_not_run(self.fuzz("--time", "2s", "--json"), "grit-fuzz-t is not built")

    def test_no_program(self):
        self.plan(t={})
        (self.programs / "grit-fuzz-t").write_text("#!/nowhere/interpreter\n")
        self.assert_not_run(self.fuzz("--time", "2s", "--json"), "cannot be started")

    def test_dies_without_an_input(self):
        self.plan(t={"launch": "dies"})
        self.assert_not_run(self.fuzz("--time", "9s", "--json"),
                            "exit code 1 and left no input behind: cannot load the dictionary")

    def test_killed(self):
        self.plan(t={"launch": "killed"})
        self.assert_not_run(self.fuzz("--time", "9s", "--json"), "signal SIGKILL")

    def test_ends_too_early(self):
        self.plan(t={"launch": "ends"})
        self.assert_not_run(self.fuzz("--time", "9s", "--json"), "ended by itself")

    def test_no_execution_is_not_clean(self):
        self.plan(t={"executions": 0})
        self.assert_not_run(self.fuzz("--time", "1s", "--json"),
                            "without having executed an input")

    def test_no_seeds(self):
        self.plan(t={})
        (self.programs / "grit-fuzz-seeds").unlink()
        self.assert_not_run(self.fuzz("--time", "1s", "--json"), "grit-fuzz-seeds is not built")

    def test_the_other_targets_still_run_and_all_are_counted(self):
        self.plan(a={"launch": "dies"}, b={"inputs": ["law:L1"]}, c={})
        answer = self.fuzz("--time", "2s", "--json", code=3).document
        self.assertEqual([(run["target"], run["state"]) for run in answer["runs"]],
                         [("a", "not run"), ("b", "completed"), ("c", "completed")])
        self.assertEqual((answer["asked"], answer["run"], answer["not_run"]), (3, 2, 1))
        self.assertEqual(len(answer["findings"]), 1)

    def test_two_at_once(self):
        self.plan(t={})
        first = self.start("--time", "300s")
        self.wait_for(lambda: list(self.programs.glob("count.runs.*")))
        second = self.fuzz("--time", "1s")
        self.assertEqual(second.code, 3)
        self.assertIn("another grit fuzz works in", second.err)
        first.terminate()
        self.assertEqual(self.finish(first).code, 130)


class Stopping(Fixture):
    def test_a_signal_stops_and_resume_goes_on(self):
        self.plan(a={"inputs": ["law:L1"]}, b={})
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number):
                for path in self.programs.glob("count.*"):
                    path.unlink()
                answer = self.interrupt(self.start("--time", "6s", "--seed", "3"), number)
                self.assertEqual(answer.code, 130, answer.err)
                self.assertIn("to go on: ./grit fuzz --resume", answer.err)
                self.assertIn("stopped before its turn", answer.out)
                self.assertIn("2 asked = 1 run + 1 not run", answer.out)
                state = json.loads((self.out / "a" / "state.json").read_text())
                before = state["engines"]["libfuzzer"]
                self.assertGreater(before["elapsed_s"], 1)
                corpus = {path.name for path in (self.out / "a" / "corpus").iterdir()}

                answer = self.fuzz("--resume", "--json", code=1).document
                self.assertEqual(answer["seed"], 3)
                self.assertEqual([run["state"] for run in answer["runs"]], ["completed"] * 2)
                # Elapsed time goes on from where it was, up to the time that was asked for; how much
                # later a run ends is the machine's affair.
                for run in answer["runs"]:
                    self.assertGreaterEqual(run["elapsed_s"], 4.5)
                self.assertGreater(answer["runs"][0]["executions"], before["executions"])
                self.assertLess(corpus, {path.name for path in (self.out / "a" / "corpus").iterdir()})
                self.assertEqual(len(answer["findings"]), 1)

    def test_a_campaign_that_is_complete_has_nothing_left(self):
        self.plan(t={})
        self.fuzz("--time", "1s", code=0)
        self.fuzz("--resume", code=0)
        self.assertEqual((self.programs / "count.runs.t").read_text(), "1")
        self.fuzz("--resume", "--time", "3s", code=0)
        self.assertEqual((self.programs / "count.runs.t").read_text(), "2")

    def test_resume_refuses_another_campaign(self):
        self.plan(a={}, b={})
        self.fuzz("a", "--time", "1s", code=0)
        for words, text in ((("b",), "the campaign is of a, not of b"),
                            (("--engine", "afl"), "the campaign runs libfuzzer, not afl"),
                            (("--seed", "4"), "leave --seed out")):
            answer = self.fuzz("--resume", *words)
            self.assertEqual(answer.code, 2)
            self.assertIn(text, answer.err)
        self.fuzz("--resume", "a", "--engine", "libfuzzer", code=0)

    def test_a_state_of_another_target(self):
        self.plan(a={}, b={})
        self.fuzz("--time", "1s", code=0)
        (self.out / "a" / "state.json").write_text((self.out / "b" / "state.json").read_text())
        answer = self.fuzz("--resume", "--time", "2s")
        self.assertEqual(answer.code, 2)
        self.assertIn("is of b, not of a", answer.err)

    def test_a_state_that_is_broken(self):
        self.plan(a={})
        self.fuzz("--time", "1s", code=0)
        for text, says in (("{", "is no JSON"), ('{"schema": "grit-fuzz-campaign", "version": 99}',
                                                "is no grit-fuzz-campaign of version 1")):
            (self.out / "state.json").write_text(text)
            answer = self.fuzz("--resume")
            self.assertEqual(answer.code, 3)
            self.assertIn(says, answer.err)

    def test_a_new_campaign_sets_the_last_aside(self):
        self.plan(t={"inputs": ["law:L1"]})
        self.fuzz("--time", "2s", code=1)
        self.fuzz("--time", "1s", code=0)
        self.assertEqual(self.findings("t"), [])
        self.assertTrue(list((self.out / "previous" / "t" / "findings").iterdir()))

    def test_a_fuzzer_that_ignores_sigterm_dies_with_its_descendants(self):
        self.plan(t={"ignore_term": True, "descendant": True})
        process = self.start("--time", "600s")
        self.wait_for((self.programs / "descendant").exists)
        answer = self.interrupt(process, after=0.5)
        self.assertEqual(answer.code, 130)
        descendant = int((self.programs / "descendant").read_text())
        self.wait_for(lambda: not alive(descendant))

    def test_a_second_signal_waits_for_nobody(self):
        self.plan(t={"ignore_term": True})
        process = self.start("--time", "600s")
        self.wait_for(lambda: list(self.programs.glob("count.runs.*")))
        time.sleep(0.5)
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.finish(process).code, 130)
        # Less than the time that a first signal gives.
        self.assertLess(time.monotonic() - started, 2.9)


def alive(pid):
    """Whether it runs; what waits to be reaped does not."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Lines(unittest.TestCase):
    """Parts that need no project."""

    STATS = Stats(executions=1000, per_second=1234.6, edges=56, corpus=7)

    def test_the_progress_line(self):
        self.assertEqual(progress_text("decode", self.STATS, 1, 0, 125),
                         "decode: 1,235 exec/s, 56 edges, corpus 7, 1 finding, 2 min 05 s left")
        self.assertIn("2 findings, 3 incubating, 9 s left",
                      progress_text("decode", self.STATS, 2, 3, 9))

    def test_a_pipe_gets_a_line_each_time_and_not_before(self):
        pipe = io.StringIO()
        self.assertFalse(Progress(pipe).due)
        progress = Progress(pipe, pipe_s=0)
        self.assertTrue(progress.due)
        progress.show("one")
        progress.show("two")
        self.assertEqual(pipe.getvalue(), "one\ntwo\n")

    def test_a_terminal_gets_one_line_that_is_overwritten(self):
        terminal = Terminal()
        progress = Progress(terminal)
        progress.show("one")
        progress.show("two")
        progress.say("three")
        self.assertEqual(terminal.getvalue(),
                         "\r\x1b[Kone\r\x1b[Ktwo\r\x1b[Kgrit fuzz: three\n")

    def test_status_lines(self):
        """As libFuzzer of LLVM 19 writes them."""
        log = (b"#2\tINITED cov: 2 ft: 2 corp: 2/1b lim: 4 exec/s: 0 rss: 31Mb\n"
               b"#4096\tpulse  cov: 120 ft: 300 corp: 20/1kb lim: 4 exec/s: 2048 rss: 40Mb\n")
        self.assertEqual(status_of(log), Stats(4096, 2048.0, 120, 20))
        self.assertEqual(executed_in(log), 4096)
        self.assertEqual(executed_in(log + b"stat::number_of_executed_units: 5000\n"), 5000)
        self.assertEqual(status_of(b"#1\tINITED cov: 2 ft: 3 exec/s: 0 rss: 31Mb\n"),
                         Stats(1, 0.0, 2, 0))
        self.assertEqual(executed_in(b"no status"), 0)

    def test_times(self):
        self.assertEqual([seconds(text) for text in ("60", "60s", "10m", "2h", "1.5m")],
                         [60, 60, 600, 7200, 90])

    def test_the_exit_code_where_several_apply(self):
        self.assertEqual([combined(codes) for codes in ((), (0, 1), (1, 3), (3, 130, 1), (130, 2))],
                         [0, 1, 3, 130, 2])


class Output(Fixture):
    def test_a_terminal_shows_progress(self):
        self.plan(t={})
        answer = self.on_terminal("--time", "2s")
        self.assertRegex(answer, r"t: [\d,]+ exec/s, 12 edges, corpus \d+, 0 findings, \d s left")

    def on_terminal(self, *arguments):
        primary, secondary = pty.openpty()
        process = subprocess.Popen([sys.executable, "-B", str(COMMAND), *arguments], cwd=self.root,
                                   env={**self.environment(), "COLUMNS": "200"},
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=secondary)
        os.close(secondary)
        shown = b""
        try:
            while True:
                part = os.read(primary, 65536)
                if not part:
                    break
                shown += part
        except OSError:  # Linux says so that the other end is closed
            pass
        os.close(primary)
        self.assertEqual(process.wait(60), 0)
        return shown.decode()

    def test_json_is_all_of_stdout(self):
        self.plan(t={})
        answer = self.fuzz("--time", "1s", "--json", code=0)
        self.assertEqual(answer.document["schema"], "grit-fuzz")
        self.assertIn("t, libfuzzer: completed", answer.err)

    def test_out(self):
        self.plan(t={})
        self.fuzz("--time", "1s", "--out", "else where", code=0)
        self.assertTrue((self.root / "else where" / "t" / "state.json").is_file())
        self.assertFalse(self.out.exists())


if __name__ == "__main__":
    unittest.main()
