"""The built replay programs understand what tools/fuzzing asks of them; fakes would say so anyway."""

import os
import pathlib
import tempfile
import unittest

from fixture import ROOT

from children import Runner, StopRequest
from exits import InfrastructureError
from project import Project
from replay import Limits, Replay


class ReplayPrograms(unittest.TestCase):
    def setUp(self):
        self.project = Project(ROOT, ROOT / "build" / "fuzzing")
        self.built = pathlib.Path(os.environ["GRIT_BUILD"]) / "fuzz"
        self.runner = Runner(StopRequest())

    def replay(self, target):
        return Replay(self.built / f"grit-replay-{target}", self.runner, Limits())

    def test_every_target_has_a_form(self):
        for target in self.project.targets():
            self.assertTrue(self.replay(target).form(), target)
        self.assertEqual(self.replay("grade_text").form(), "grade text")
        # The dictionary goes by it.
        self.assertEqual(self.project.dictionary("grade_text", "grade text").name, "grade.dict")

    def test_what_is_asked_about_an_input(self):
        replay = self.replay("grade_text")
        with tempfile.TemporaryDirectory() as folder:
            for number, text in enumerate((b"", b"grit1(e=e2m1,k0=32,s0=e8m0,esr=floor)", b"\xff")):
                file = pathlib.Path(folder, str(number))
                file.write_bytes(text)
                self.assertEqual(replay.judge(file).outcome, "none")
                description = replay.describe(file)
                self.assertEqual((description["target"], description["bytes"]),
                                 ("grade_text", len(text)))
                self.assertEqual(description["hex"], text.hex())
                # No finding, so there is nothing to reduce.
                with self.assertRaisesRegex(InfrastructureError, "no finding"):
                    replay.reduce(file, pathlib.Path(folder, "out"))
            with self.assertRaisesRegex(InfrastructureError, "nothing"):
                replay.judge(pathlib.Path(folder, "nothing"))

    def test_what_inputs_reach(self):
        corpus = ROOT / "corpus" / "check_request"
        rules = self.replay("check_request").reached([corpus])
        self.assertGreater(rules["magic"], 0)


if __name__ == "__main__":
    unittest.main()
