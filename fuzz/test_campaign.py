"""Tests of the campaign itself: that it sees what it must see, and repeats itself."""

import contextlib
import io
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from campaign import campaign, check, csmith, flags, levels, objects, sandbox, shape_parts, shapes, stack, twins, worker
from campaign.check import PASSES, Checker, Outcome, modes
from campaign.program import Discarded, Program, Source
from fmtools import REPOSITORY, tools
from fmtools.reports import BUGS

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
        with mock.patch.object(sandbox, "PROGRAM_SECONDS", 1):
            found = self.check(self.module("a", PRINTS % ("one", 0)), endless)
        self.assertEqual("output", found.kind)

    def test_equal_behaviour_is_none(self):
        self.assertIsNone(self.check(self.module("a", PRINTS % ("one", 0)), self.module("b", PRINTS % ("one", 0))))

    def test_equal_code_is_counted_but_not_run_again(self):
        module = self.module("a", PRINTS % ("one", 0))
        with mock.patch.object(stack, "fault", wraps=stack.fault) as fault:
            self.check(module, module)
        self.assertEqual(len(levels.ALL) + len(modes(PASSES[0])) - 1, self.tally.compared)
        # Whatever the levels made of it.
        self.assertEqual(self.tally.compared - self.tally.equal, fault.call_count)
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
                mock.patch.object(sandbox, "FOLDER", Path(scratch)),
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


class ShapesTest(unittest.TestCase):
    """The generator of programs in C and C++."""

    def test_a_seed_gives_one_program_and_another_mutation_the_same_shapes(self):
        one, again, other = shapes.generate(5), shapes.generate(5), shapes.generate(5, mutation=1)
        self.assertEqual(one.texts, again.texts)
        self.assertEqual(list(one.texts), list(other.texts))
        self.assertNotEqual(one.texts, other.texts)

    def test_parts_may_be_left_out(self):
        whole = shapes.generate(5)
        fewer = shapes.generate(5, keep=whole.parts[:1])
        self.assertEqual(whole.parts[:1], fewer.parts)
        self.assertIn("part 0", fewer.texts[fewer.units[0]])
        self.assertNotIn("part 1", fewer.texts[fewer.units[0]])

    def test_every_shape_compiles_and_runs_in_both_languages(self):
        for cplusplus in (False, True):
            makers = shape_parts.COMMON + [shape_parts.slips] + (shape_parts.CPLUSPLUS if cplusplus else [])
            parts = []
            for index, maker in enumerate(dict.fromkeys(makers)):
                parts.append((index, shapes.Part(1, index, 0, 2, cplusplus)))
                maker(parts[-1][1])
            with self.subTest(cplusplus=cplusplus), tempfile.TemporaryDirectory() as scratch:
                source = shapes.assemble(parts, 2, cplusplus, same_names=True)
                source.write(Path(scratch))
                command = [tools.llvm(source.compiler), "-w", "-O1", *source.flags, *source.units, "-pthread", "-o", "program"]
                built = sandbox.run(command, cwd=scratch)
                self.assertTrue(built.good, built.said)
                done = sandbox.run([Path(scratch) / "program"])
                self.assertEqual((len(parts), ""), (done.stdout.count(b"part "), done.said))


class StackTest(unittest.TestCase):
    """How much stack programs need."""

    RECURSES = (
        "#include <stdio.h>\n#include <string.h>\nvolatile int most = 3000;\n"
        "__attribute__((noinline)) static int f(int depth) {{ volatile char frame[{bytes}]; frame[depth % {bytes}] = 1;"
        " int got = depth ? f(depth - 1) : 0; return got + frame[depth % {bytes}]; }}\n"
        'int main(void) {{ printf("%d\\n", f(most)); return 0; }}\n'
    )

    def test_a_frame_that_grew_fourfold_is_a_fault(self):
        with tempfile.TemporaryDirectory() as scratch:
            programs = []
            for size in (100, 400):
                source, module = Path(scratch) / "a.c", Path(scratch) / f"{size}.bc"
                source.write_text(self.RECURSES.format(bytes=size))
                csmith.compile_c(source, module, "-O1")
                programs.append(Path(scratch) / f"program{size}")
                self.assertTrue(check.build(module, "-O1", programs[-1]).good)
            expected = sandbox.run([programs[0]])
            need = stack.need(programs[0], expected)
            self.assertTrue(300_000 < need < 600_000, need)
            self.assertIsNone(stack.fault(programs[0], expected, 2 * need))
            self.assertEqual("stack", stack.fault(programs[1], expected, 2 * need)[0])

    def test_frames_at_o0_are_not_compared(self):
        self.assertEqual([None, 200, None], [stack.enough(100, "-O0"), stack.enough(100, "-Os"), stack.enough(None, "-Os")])


class CoverageTest(unittest.TestCase):
    """Counts of a coverage build, before and after."""

    SHOWN = "Counters:\n  a.c:f:\n    Hash: 0x18\n    Counters: 2\n    Function count: {}\n    Block counts: [{}]\n{}Functions shown: 1\n"
    DEAD = "  g:\n    Hash: 0x18\n    Counters: 1\n    Function count: 0\n    Block counts: []\n"

    def executed(self, *facts):
        return flags.executed(self.SHOWN.format(*facts).encode())

    def test_functions_that_the_linker_dropped_do_not_count(self):
        self.assertEqual(self.executed(4, 2, ""), self.executed(4, 2, self.DEAD))

    def test_other_counts_do(self):
        self.assertNotEqual(self.executed(4, 2, ""), self.executed(4, 3, ""))
        self.assertNotEqual(self.executed(4, 2, ""), self.executed(0, 2, ""))
        self.assertEqual({}, self.executed(0, 0, self.DEAD))


class NewKindsTest(unittest.TestCase):
    """The kinds of several objects and of random flags, with something else in place of the plugin."""

    SEED = 3

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.source = Source(
            {"a.c": "int two(void) { return 2; }\n", "b.c": PRINTS.replace("int main", "int two(void);\nint main") % ("x", 0)},
            ["a.c", "b.c"],
            [],
        )

    def objects(self, planted=None):
        """What is found in two objects when merging does nothing, or puts other modules in the places of those it is given."""
        self.source.write(self.folder)
        modules = [self.folder / "a.bc", self.folder / "b.bc"]
        for module in modules:
            csmith.compile_c(module.with_suffix(".c"), module, "-O1")
        emit = worker.emit

        def merging(level, tasks, *_plugins):
            changed = []
            for pipeline, module, target in tasks:
                report = re.search("report=([^>]*)>", pipeline)
                if report:
                    Path(report[1]).write_text('{"merges": 1}')
                changed.append(("", planted or module if report and module == modules[1] else module, target))
            return emit(level, changed)

        tried = objects.Objects(Path("none"), Path("none"))
        tried.other = None
        with (
            mock.patch.object(objects, "make", return_value=objects.Units(modules, "-O1")),
            mock.patch.object(worker, "emit", merging),
            mock.patch.object(objects.Objects, "_analyse", lambda _self, _module, part: part),
            mock.patch.object(objects.Objects, "_combine", lambda _self, _parts, summary, *_prices: summary),
        ):
            return tried.attempt(self.SEED, self.folder)

    def test_objects_that_do_the_same_are_good_and_counted(self):
        finding, tally = self.objects()
        self.assertIsNone(finding)
        self.assertEqual({f"merges by gfm-merge {fold} by free" for fold in objects.FOLDS}, {name for name in tally.counts if "free" in name})
        self.assertGreaterEqual(tally.compared, 7)

    def test_objects_that_do_something_else_are_a_finding(self):
        source, module = self.folder / "planted.c", self.folder / "planted.bc"
        source.write_text(PRINTS % ("y", 0))
        csmith.compile_c(source, module, "-O1")
        finding, _ = self.objects(module)
        self.assertEqual(("gfm-merge", "output"), (finding.name, finding.kind))

    def flags(self, merged):
        """What is found when the compiler with a plugin compiles another text."""
        self.source.write(self.folder)
        (self.folder / "other").mkdir()
        (self.folder / "other" / "b.c").write_text(merged)
        run = sandbox.run

        def compiling(command, *more, **how):
            planted = [str(part) for part in command]
            if any("-fpass-plugin" in part for part in planted):
                planted = [part.replace("b.c", "other/b.c") for part in planted if "-fpass-plugin" not in part]
            return run(planted, *more, **how)

        chosen = flags.Draw("-O1", ("-g",), (), ("fmerge<force;verify>",))
        with mock.patch.object(sandbox, "run", compiling):
            return flags.Flags(Path("none"), Path("none")).attempt_source(self.source, chosen, self.folder)[0]

    def test_a_program_that_does_something_else_under_flags_is_a_finding(self):
        self.assertEqual("output", self.flags(PRINTS % ("y", 0)).kind)

    def test_a_program_that_does_the_same_under_flags_is_none(self):
        self.assertIsNone(self.flags("/* longer */\n" + PRINTS % ("x", 0)))


class NamesTest(unittest.TestCase):
    """What is known by name elsewhere."""

    def test_bugs_are_reasons_of_the_pass(self):
        text = (REPOSITORY / "crates/core/src/reject.rs").read_text()
        self.assertLessEqual(set(BUGS), set(re.findall(r'"([a-z-]+)"', text)))

    def test_a_sign_leaves_out_names_and_numbers(self):
        one = check.sign_of("fmerge: error: the plan for f and g is wrong: slot 3 has no %x\n")
        other = check.sign_of("fmerge: error: the plan for h.a and k is wrong: slot 14 has no %y1\n")
        self.assertEqual(one, other)


if __name__ == "__main__":
    unittest.main()
