"""Tests of the campaign itself: that it sees what it must see, and repeats itself."""

import contextlib
import io
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from campaign import campaign, check, csmith, levels, tools, twins, worker
from campaign.check import BUGS, Checker, Outcome
from campaign.program import Discarded, Program

PRINTS = '#include <stdio.h>\nint main(void) { puts("%s"); return %d; }\n'


class CheckerTest(unittest.TestCase):
    """The checker, with a merge in place of the pass that gives what a test wants."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def module(self, name, text):
        """A module compiled from C."""
        source, module = self.folder / f"{name}.c", self.folder / f"{name}.bc"
        source.write_text(text)
        csmith.compile_c(source, module, "-O1")
        return module

    def check(self, before, after):
        """What the checker says of a merge that turns one module into another."""

        def merge(_self, _module, _name, _mode, merged):
            merged.write_bytes(after.read_bytes())
            return Outcome(None, 1)

        with mock.patch.object(Checker, "merge", merge):
            found, self.tally = Checker(Path("none")).check(Program(before, runs=True), 0, self.folder)
        return found

    def test_other_output_is_a_finding(self):
        found = self.check(self.module("a", PRINTS % ("one", 0)), self.module("b", PRINTS % ("two", 0)))
        self.assertEqual(("output", "differs"), (found.kind, found.sign))

    def test_other_exit_status_is_a_finding(self):
        found = self.check(self.module("a", PRINTS % ("one", 0)), self.module("b", PRINTS % ("one", 3)))
        self.assertEqual("output", found.kind)

    def test_a_merged_program_that_does_not_end_is_a_finding(self):
        endless = self.module("b", "int main(void) { for (volatile int i = 0;; i = 1); }")
        with mock.patch.object(tools, "PROGRAM_SECONDS", 1):
            found = self.check(self.module("a", PRINTS % ("one", 0)), endless)
        self.assertEqual("output", found.kind)

    def test_equal_behaviour_is_none(self):
        self.assertIsNone(self.check(self.module("a", PRINTS % ("one", 0)), self.module("b", PRINTS % ("one", 0))))

    def test_equal_code_is_counted_but_not_run_again(self):
        module = self.module("a", PRINTS % ("one", 0))
        with mock.patch.object(check, "execute", wraps=check.execute) as execute:
            self.check(module, module)
        self.assertEqual(len(levels.ALL) + 2, self.tally.compared)
        # Once unmerged, and then whatever the levels made of it.
        self.assertEqual(1 + self.tally.compared - self.tally.equal, execute.call_count)
        self.assertGreaterEqual(self.tally.equal, 2)

    def test_force_is_tried_at_every_level_and_the_others_in_turn(self):
        checker = Checker(Path("none"))
        self.assertEqual(levels.ALL, checker._levels("force", 3))
        self.assertEqual(set(levels.ALL), {level for seed in range(5) for level in checker._levels("default", seed)})

    def test_a_program_that_crashes_unmerged_is_discarded(self):
        crashing = self.module("a", "#include <stdlib.h>\nint main(void) { abort(); }")
        with self.assertRaisesRegex(Discarded, "crashes unmerged"):
            self.check(crashing, crashing)

    def test_a_pass_that_panics_is_a_finding(self):
        with mock.patch.dict(check.MODES, {"force": "no-such-pass"}):
            outcome = Checker(Path("none")).merge(self.module("a", PRINTS % ("one", 0)), "f3m", "force", self.folder / "m.bc")
        self.assertEqual("crash", outcome.fault[0])


class CampaignTest(unittest.TestCase):
    """The order of the seeds, and the journal."""

    def test_a_campaign_goes_on_where_it_was_stopped(self):
        tried, told = [], io.StringIO()

        def make(seed, _folder):
            tried.append(seed)
            if tried.count(3) == 1 and seed == 3:
                raise KeyboardInterrupt
            raise Discarded("it is a test")

        with tempfile.TemporaryDirectory() as scratch, contextlib.ExitStack() as stack:
            for replaced in (
                mock.patch.object(tools, "FOLDER", Path(scratch)),
                mock.patch.object(worker, "build"),
                mock.patch.dict(campaign.KINDS, {"test": make}),
                contextlib.redirect_stdout(told),
            ):
                stack.enter_context(replaced)
            stopped, whole = (self.campaign(Path(scratch)).run(["test"], range(1, 6), 1) for _ in range(2))
        self.assertEqual([1, 2], [result.seed for result in stopped])
        self.assertIn("the last seed done is test 2", told.getvalue())
        self.assertEqual([1, 2, 3, 4, 5], [result.seed for result in whole])
        self.assertEqual((1, 1), (tried.count(1), tried.count(2)))

    def campaign(self, folder):
        """A campaign with a file in place of the plugin."""
        plugin = folder / "plugin"
        plugin.write_text("no plugin")
        return campaign.Campaign(plugin, 0, ["f3m"])


class WorkerTest(unittest.TestCase):
    """The compiler that stays."""

    def test_a_crash_ends_its_own_job_alone(self):
        with tempfile.TemporaryDirectory() as scratch:
            source, module = Path(scratch) / "a.ll", Path(scratch) / "a.bc"
            source.write_text("define void @f() {\n ret void\n}\n")
            crash = worker.passes("trigger-crash-module", source, module)
            self.assertLess(crash.status, 0)
            broken = worker.passes("no-such-pass", source, module)
            self.assertEqual((1, True), (broken.status, "unknown pass name" in broken.said))
            self.assertTrue(worker.passes("verify", source, module).good)
            self.assertTrue(worker.compile_module(module, "-O2", Path(scratch) / "a.o").good)


class TwinsTest(unittest.TestCase):
    """The generator of twins."""

    def test_a_seed_gives_one_module_and_two_seeds_give_two(self):
        with tempfile.TemporaryDirectory() as scratch:
            modules = []
            for name, seed in (("a", 3), ("b", 3), ("c", 4)):
                folder = Path(scratch) / name
                folder.mkdir()
                modules.append(twins.make(seed, folder).module.read_bytes())
        self.assertEqual(modules[0], modules[1])
        self.assertNotEqual(modules[0], modules[2])


class NamesTest(unittest.TestCase):
    """What is known by name elsewhere."""

    def test_bugs_are_reasons_of_the_pass(self):
        text = (tools.REPOSITORY / "crates/core/src/reject.rs").read_text()
        self.assertLessEqual(set(BUGS), set(re.findall(r'"([a-z-]+)"', text)))

    def test_a_sign_leaves_out_names_and_numbers(self):
        one = check.sign_of("fmerge: error: the plan for f and g is wrong: slot 3 has no %x\n")
        other = check.sign_of("fmerge: error: the plan for h.a and k is wrong: slot 14 has no %y1\n")
        self.assertEqual(one, other)


if __name__ == "__main__":
    unittest.main()
