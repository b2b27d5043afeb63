"""Tests of what a run measures: plans name what exists, and data files may leave configurations out."""

import sys
import tomllib
import unittest
from dataclasses import replace
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))

from fmbench import build, configuration, plan, session, workload
from fmbench.test_support import PROGRAM
from fmtools import tools


class Plans(unittest.TestCase):
    def test_no_sample_is_taken_twice_and_all_programs_are_in_the_full_plan(self):
        for name in tomllib.loads(plan.FILE.read_text()):
            tasks = [task for part in plan.load(name) for task in part.tasks(None)]
            keys = [(*session._kind(task), task.job.configuration.name, task.repetition) for task in tasks]
            self.assertEqual(len(set(keys)), len(keys), name)
        full = {one.name for part in plan.load("full") for one in part.programs()}
        self.assertEqual(full, set(workload.names()))

    def test_a_plan_can_be_asked_for_some_programs_only(self):
        parts = plan.within(plan.load("full"), "binaryen")
        self.assertEqual([[one.name for one in part.programs()] for part in parts], [["binaryen"]])

    def test_large_programs_are_timed_once_in_what_is_asked_for_and_others_always(self):
        every = ["none", "f3m", "global"]
        for large, expected in ((True, [("none", 1), ("f3m", 1)]), (False, [(name, number) for number in (1, 2) for name in every])):
            one = replace(PROGRAM, large=large)
            taken = session.tasks([one], [build.Variant()], configuration.chosen("f3m,global"), None, plan.Part(repeat=2, timed="f3m"))
            self.assertEqual([(task.job.configuration.name, task.repetition) for task in taken if task.repetition], expected)

    def test_with_a_profile_only_programs_that_have_commands_are_measured(self):
        timed = replace(PROGRAM, time=workload.Time({"one": []}, start=[]))
        with mock.patch.object(workload, "names", return_value=["a", "b"]), mock.patch.object(plan.known, "load", lambda name: timed if name == "a" else PROGRAM):
            self.assertEqual([len(plan.Part(profile=profile).programs()) for profile in (False, True)], [2, 1])
        self.assertEqual([one.name for one in plan.Part(levels="Oz,O2", profile=True).variants()], ["Oz-x86-64-profile", "O2-x86-64-profile"])

    def test_unknown_names_are_errors(self):
        with self.assertRaisesRegex(tools.Problem, "no plan is named never; there are full, time, profile, quick"):
            plan.load("never")
        with self.assertRaisesRegex(tools.Problem, "no level is named O9"):
            plan.Part(levels="O9").variants()
        with mock.patch.object(plan.tomllib, "loads", return_value={"full": [{"level": "Oz"}]}):
            with self.assertRaisesRegex(tools.Problem, "plans.toml, full: .*level"):
                plan.load("full")

    def test_what_a_program_skips_is_left_out_and_exists(self):
        one = replace(PROGRAM, skipped={"f3m": "no time"})
        able = [c.name for c in configuration.configurations().values() if session.fits(one, c)]
        self.assertNotIn("f3m", able)
        self.assertIn("none", able)
        for name in workload.names():
            self.assertLessEqual(set(workload.load(name).skipped), set(configuration.configurations()), name)


if __name__ == "__main__":
    unittest.main()
