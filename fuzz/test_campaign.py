"""Tests of the campaign itself: that it sees what it must see, and repeats itself."""

import contextlib
import io
import os
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from campaign import accesses, alive, campaign, check, csmith, dead, deep, flags, frames, levels, machine, mutants, objects, places, relocations, sandbox, shape_parts, shapes, stack, symbols, twins, worker
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


class DeepTest(unittest.TestCase):
    """Programs that measure what their recursions take."""

    # What a frame grows by if it is given what another function needs: see the kinds of `deep.FEATURES`.
    GROWS = {
        "nothing": "",
        "an argument by value": "p[2] += take(big);",
        "vectors across a call": "V a = v[0], b = v[1]; call(); v[2] ^= a; v[3] ^= b;",
        "spills": "word x = 0; " + " ".join(f"word s{at} = p[{at}];" for at in range(40)) + " " + " ".join(f"x = x * {2 * at + 3} ^ s{at};" for at in reversed(range(40))) + " p[2] = x;",
    }

    HELPERS = (
        "struct B { unsigned char b[4096]; }; static struct B big; static NOINLINE word take(struct B b) { return b.b[p[0] % 4096]; }\n"
        "typedef unsigned V __attribute__((vector_size(128))); V v[4];\n"
    )

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def module(self, name, grows):
        """A function that recurses, and has in its frame what it never needs."""
        text = (
            deep.HEAD
            + self.HELPERS
            + f"static NOINLINE word f(word n) {{ if (n == 0) {{ deepest(); return p[1]; }} if (p[70]) {{ {grows} }} return f(n - 1) * 3 + p[2]; }}\n"
            + f'int main(int count, char **given) {{ depth = count > 1 ? atoi(given[1]) : {deep.DEPTH}; char *top = low = (char *)__builtin_frame_address(0); word r = f(depth);'
            ' printf("f %lx\\n", r); fprintf(stderr, "f %ld\\n", (long)(top - low)); return 0; }\n'
        )
        source, module = self.folder / f"{name}.c", self.folder / f"{name}.bc"
        source.write_text(text)
        csmith.compile_c(source, module, "-Oz")
        return module

    def found(self, grows, report):
        """What is found where a merge gives the function such a frame."""
        before, after = self.module("before", ""), self.module("after", grows)

        def merge(_self, _module, _name, _mode, merged):
            merged.write_bytes(after.read_bytes())
            return Outcome(None, 1, report)

        with mock.patch.object(Checker, "merge", merge):
            return Checker(Path("none")).check(Program(before, runs=True, measured=True, brief=True), 0, self.folder)[0]

    def test_a_frame_that_is_given_what_another_function_needs_is_a_finding(self):
        for name, grows in self.GROWS.items():
            with self.subTest(name):
                found = self.found(grows, None)
                self.assertEqual(None if name == "nothing" else ("stack", stack.TWICE), found and (found.kind, found.sign))

    def test_code_generation_is_asked_for_frames_of_what_may_call_itself(self):
        report = {"merged": [], "groups": [{"merged": "f", "originals": ["f", "g"], "kind": "constants"}]}
        with mock.patch.object(stack, "deep_fault", return_value=None):
            found = self.found(self.GROWS["spills"], report)
            self.assertEqual(("frame", frames.DOUBLE), (found.kind, found.sign))
            self.assertIsNone(self.found("", report))

    def test_a_recursion_that_overflows_is_told_from_other_output(self):
        executable = self.folder / "program"
        executable.write_text('#!/bin/sh\n[ "$1" ] && exit 0\nkill -SEGV $$\n')
        executable.chmod(0o755)
        plain = tools.Done(0, b"f 1\n", b"f 100\n")
        self.assertEqual(("stack", stack.OVERFLOWS), stack.deep_fault(executable, plain, levels.CODE))
        executable.write_text("#!/bin/sh\necho f 2\n")
        self.assertEqual(("output", "differs"), stack.deep_fault(executable, plain, levels.CODE))

    def test_equal_functions_may_grow_by_less(self):
        executable = self.folder / "program"
        executable.write_text("#!/bin/sh\necho f 180000 >&2\n")
        executable.chmod(0o755)
        for name, fault in (("f", None), (f"f{stack.EQUAL}", ("stack", stack.TWICE))):
            executable.write_text(f"#!/bin/sh\necho {name} 180000 >&2\n")
            self.assertEqual(fault, stack.deep_fault(executable, tools.Done(0, b"", f"{name} 100000\n".encode()), levels.CODE))

    def test_equal_functions_that_share_a_body_with_others_may_grow_as_those(self):
        """By force, 120159 and 120200 on AArch64 have equal functions in a family with others."""
        executable = self.folder / "program"
        executable.write_text(f"#!/bin/sh\necho f{stack.EQUAL} 180000 >&2\n")
        executable.chmod(0o755)
        plain = tools.Done(0, b"", f"f{stack.EQUAL} 100000\n".encode())
        self.assertIsNone(stack.deep_fault(executable, plain, levels.CODE, {"f"}))
        report = {
            "merged": [{"merged": "a.fmerge", "members": [{"name": "a"}, {"name": "f"}]}],
            "groups": [{"merged": name, "originals": [name, f"{name}1"], "kind": "identical"} for name in ("f", "g")],
        }
        self.assertEqual({"a.fmerge", "a", "f", "f1"}, check.mixed(check.Outcome(None, 2, report)))

    def test_a_seed_gives_one_program_with_all_that_makes_frames_large(self):
        self.assertEqual(deep.text_of(3), deep.text_of(3))
        whole = "".join(map(deep.text_of, range(1, 40)))
        for part in ("_take", "_many", "_V512", "_BitInt(256)", "a1_59", "_give", "_table[n %", "_back", "_through", "_bytes", "_wide", "aligned(1024)", '.equal"', "_large", "_chain3", "_decided", "_ends", "_lent", "&held", "? 3 : 5"):
            self.assertIn(part, whole)


class AddressesTest(unittest.TestCase):
    """Undefined symbols of objects."""

    def test_the_address_of_what_was_only_called_is_a_fault(self):
        calls = "define i32 @f() {\n %1 = call i32 @g()\n %2 = add i32 %1, 1\n ret i32 %2\n}\ndeclare i32 @g()\n"
        passes = "define ptr @f() {\n ret ptr @g\n}\ndeclare i32 @g()\n"
        with tempfile.TemporaryDirectory() as scratch:
            made = []
            for number, text in enumerate((calls, passes)):
                source, target = (Path(scratch) / f"{number}.{end}" for end in ("ll", "o"))
                source.write_text(f'target triple = "{machine.triple()}"\n{text}')
                self.assertTrue(worker.compile_module(source, levels.CODE, target).good)
                made.append(symbols.of_object(target))
            self.assertEqual(("symbols", "the address of g"), symbols.fault(*made))
            self.assertIsNone(symbols.fault(made[0], made[0]))
            self.assertIsNone(symbols.fault(made[1], made[0]))


class AccessesTest(unittest.TestCase):
    """Volatile accesses of functions."""

    TEXT = (
        "define internal void @a(ptr %p) {\n"
        "  %1 = load volatile i32, ptr %p, align 4, !tbaa !2\n"
        "  store volatile <2 x i16> splat (i16 1), ptr %p, align 1\n"
        '}\ndefine void @"b b"(ptr %p) {\n'
        "  store volatile { i32, ptr } %v, ptr getelementptr (i8, ptr @g, i64 4), align 8\n"
        "  %2 = load i64, ptr %p, align 2\n}\n"
    )

    def test_volatile_accesses_are_told_by_type_and_alignment(self):
        a, b = {("load", "i32", 4), ("store", "<2 x i16>", 1)}, {("store", "{ i32, ptr }", 8)}
        self.assertEqual({"a": a, "b b": b}, accesses.of_text(self.TEXT))

    def test_a_volatile_access_that_lost_its_alignment_is_a_fault(self):
        before, after = accesses.of_text(self.TEXT), accesses.of_text(self.TEXT.replace("@a", "@a.fmerge").replace("align 4", "align 1"))
        report = {"merged": [{"merged": "a.fmerge", "members": [{"name": "a"}, {"name": "b b"}]}], "groups": []}
        after["a.fmerge"].update(before["b b"])
        self.assertEqual(("volatile", "a merged function lacks a load of i32 with alignment 4"), accesses.fault(before, after, report))
        after["a.fmerge"].update(before["a"])
        self.assertIsNone(accesses.fault(before, after, report))


class FramesTest(unittest.TestCase):
    """Frames of functions as the worker tells them."""

    TEXT = (
        "declare void @ext()\n"
        "define internal i64 @direct(i64 %n) #0 {{\n {body}\n %r = call i64 @direct(i64 %n)\n call void @ext()\n ret i64 %r\n}}\n"
        "define void @pointer(ptr %f) {{\n call void %f()\n call void @ext()\n ret void\n}}\n"
        "define internal void @none() {{\n ret void\n}}\n"
        "define internal void @jumps() {{\n tail call void @jumps()\n ret void\n}}\n"
        "define void @uses() {{\n call i64 @direct(i64 1)\n call void @none()\n call void @jumps()\n ret void\n}}\n"
        'attributes #0 = {{ "warn-stack-size"="100" }}\n'
    )

    def of(self, body):
        with tempfile.TemporaryDirectory() as scratch:
            source = Path(scratch) / "a.ll"
            source.write_text(f'target triple = "{machine.triple()}"\n' + self.TEXT.format(body=body))
            return frames.of_module(source)

    def test_who_may_call_itself_is_known(self):
        kinds = {name: frame.recursion for name, frame in self.of("").items()}
        self.assertEqual({"direct": "direct", "pointer": "pointer", "none": "none", "jumps": "none", "uses": "none"}, kinds)

    def test_a_frame_beyond_its_limit_is_a_fault(self):
        before, after = self.of(""), self.of("%a = alloca [200 x i8]\n call void %a()")
        self.assertEqual(100 + frames.below(), before["direct"].limit)
        self.assertGreater(after["direct"].size, 200)
        report = {"merged": [], "groups": []}
        self.assertEqual(("frame", frames.WARNED), frames.fault(before, after, report, check.Tally(), None))
        self.assertIsNone(frames.fault(before, before, report, check.Tally(), None))

    def test_slots_that_multiply_are_a_fault(self):
        before = {name: frames.Frame(1000, "none", None) for name in ("a", "b")}
        report = {"merged": [], "groups": [{"merged": "a.fmerge", "originals": ["a", "b"], "kind": "constants"}]}
        for size, fault in ((4000, None), (100_000, ("frame", frames.TOGETHER))):
            after = {"a.fmerge": frames.Frame(size, "none", None)}
            self.assertEqual(fault, frames.fault(before, after, report, check.Tally(), None))

    def test_a_thunk_that_calls_adds_its_frame(self):
        frame = lambda size: frames.Frame(size + frames.below(), "direct", None)  # noqa: E731
        before, after = {"thunk": frame(24)}, {"one": frame(48 + frames.below()), "thunk": frame(8)}
        report = {"merged": [], "groups": [{"merged": "one", "originals": ["thunk"], "kind": "constants"}]}
        for calls, fault in ((False, None), (True, ("frame", frames.DOUBLE))):
            self.assertEqual(fault, frames.fault(before, after, report, check.Tally(), lambda name, calls=calls: calls))

    def test_code_that_pops_its_frame_and_jumps_does_not_call(self):
        text = (
            'target triple = "{triple}"\n'
            "define internal i32 @one(i32 %n) {{\n ret i32 %n\n}}\n"
            'define i32 @jumps(i32 %n) "frame-pointer"="all" {{\n %r = tail call i32 @one(i32 %n)\n ret i32 %r\n}}\n'
            'define i32 @calls(i32 %n) "frame-pointer"="all" {{\n %r = notail call i32 @one(i32 %n)\n ret i32 %r\n}}\n'
        )
        for triple in ("x86_64-linux-gnu", "thumbv7-linux-gnueabihf", "aarch64-linux-gnu", "riscv64-linux-gnu"):
            with self.subTest(triple), tempfile.TemporaryDirectory() as scratch:
                source = Path(scratch) / "a.ll"
                source.write_text(text.format(triple=triple))
                calls = frames.calls_of(source)
                self.assertEqual([False, True], [calls("jumps"), calls("calls")])


class MutantsTest(unittest.TestCase):
    """Cases of functions that nobody calls."""

    TEXT = (
        "define i32 @one(i32 %a, ptr %p) {{\n %b = add {flags}i32 %a, 5\n store i32 %b, ptr %p\n ret i32 %b\n}}\n"
        "define i32 @traps(ptr %p) {{\n %q = load ptr, ptr %p\n store i32 1, ptr %q\n ret i32 1\n}}\n"
        "define i32 @other(i32 %a) {{\n %b = mul i32 %a, {factor}\n ret i32 %b\n}}\n"
    )

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def module(self, name, factor):
        source, module = self.folder / f"{name}.ll", self.folder / f"{name}.bc"
        source.write_text(f'target triple = "{machine.triple()}"\n' + self.TEXT.format(flags="", factor=factor))
        done = worker.passes("twins<seed=4;count=1;mutants>", source, module, twins.build())
        self.assertTrue(done.good, done.said)
        return module

    def found(self, factor):
        return self.came_of(self.module("before", 3), self.module("after", factor))

    def came_of(self, before, after):
        """What is found where a merge makes one module of another."""

        def merge(_self, _module, _name, _mode, merged):
            merged.write_bytes(after.read_bytes())
            return Outcome(None, 1)

        with mock.patch.object(Checker, "merge", merge):
            return Checker(Path("none")).check(Program(before, runs=True, cases=True, brief=True, more=(mutants.driver(),)), 0, self.folder)

    def test_a_case_that_differs_is_a_finding(self):
        self.assertEqual(("output", check.CASE), (lambda found: (found.kind, found.sign))(self.found(7)[0]))

    def test_what_does_the_same_is_none_and_what_traps_does_not_count(self):
        found, tally = self.found(3)
        self.assertIsNone(found)
        self.assertTrue(0 < tally.counts["cases compared"])

    def written(self, text):
        """A module of this machine that is written so."""
        source, module = self.folder / "written.ll", self.folder / "written.bc"
        source.write_text(f'target triple = "{machine.triple()}"\n{text}')
        self.assertTrue(worker.passes("verify", source, module).good)
        return module

    def status_without_facts(self, text):
        """How a program that is written so ends when no fact makes a value undefined."""
        self.assertTrue(check.build(mutants.loosened(self.written(text), self.folder), levels.CODE, self.folder / "program").good)
        return check.execute(self.folder / "program").status

    def test_what_is_undefined_does_not_count_though_all_levels_agree(self):
        source, module = self.folder / "facts.ll", self.folder / "facts.bc"
        text = "define float @converts(i32 %a) noinline {\n %b = uitofp nneg i32 %a to float\n ret float %b\n}\n"
        source.write_text(f'target triple = "{machine.triple()}"\n{text}{self.TEXT.format(flags="", factor=3)}')
        done = worker.passes("twins<seed=4;count=1;mutants>", source, module, twins.build())
        self.assertTrue(done.good, done.said)
        found, tally = self.came_of(module, mutants.loosened(module, self.folder))
        self.assertIsNone(found)
        self.assertTrue(0 < tally.counts["cases compared"])

    def test_a_promise_that_is_broken_ends_the_module_without_facts(self):
        # Nothing exploits it at any level; a merge that passes the number as a parameter lets LLVM see it.
        cases = {"add nsw": "-1, 2147483648", "sub nuw": "2, 3", "shl nuw": "-1, 1", "lshr exact": "1, 1", "or disjoint": "1, 1"}
        for operation, operands in cases.items():
            for untrue in (True, False):
                with self.subTest(operation, untrue=untrue):
                    given = operands if untrue else "0, 0"
                    first, second = given.split(", ")
                    text = f"define i32 @main(i32 %c, ptr %v) {{\n %o = mul i32 %c, {first}\n %t = mul i32 %c, {second}\n %r = {operation} i32 %o, %t\n %e = {operation.split()[0]} i32 %o, %t\n %s = icmp eq i32 %r, %e\n %z = zext i1 %s to i32\n ret i32 %z\n}}\n"
                    self.assertEqual(untrue, self.status_without_facts(text) != 1)

    def test_a_function_that_writes_what_it_says_it_does_not_ends_the_module_without_facts(self):
        # Nothing exploits it where the call is alone; a merge puts it beside others, from which it is taken out.
        body = "define internal void @f(ptr %p) noinline {memory} {{\n {does}\n ret void\n}}\n"
        main = "define i32 @main() {{\n %a = alloca i32\n store i32 0, ptr %a\n call void @f(ptr %a){site}\n ret i32 7\n}}\n"
        write, read, own = "store i32 1, ptr %p", "%r = load i32, ptr %p", "%s = alloca i32\n store i32 1, ptr %s"
        shared = "store i32 1, ptr @v"
        for does, memory, site, ends in (
            (write, "memory(none)", "", True),
            (write, "memory(read)", "", True),
            (write, "memory(argmem: readwrite)", "", False),
            (write, "", " memory(none)", True),
            (read, "memory(none)", "", True),
            (read, "memory(read)", "", False),
            (own, "memory(none)", "", False),
            (shared, "memory(argmem: readwrite)", "", True),
            (shared, "", "", False),
        ):
            with self.subTest(does, memory=memory, site=site):
                text = "@v = internal global i32 0\n" + body.format(does=does, memory=memory) + main.format(site=site)
                self.assertEqual(ends, self.status_without_facts(text) != 7)

    def test_an_operation_without_a_result_ends_the_module_without_facts(self):
        # Code generation gives each some number at every level; what a merge lets LLVM see may give it another.
        cases = {
            "fptosi float {} to i32": ("2147483648.0", "-2147483648.0"),
            "fptosi double {} to i32": ("-2147483649.0", "-2147483648.5"),
            "fptosi half {} to i32": ("0xH7C00", "0xHFBFF"),
            "fptoui float {} to i32": ("-1.0", "-0.5"),
            "fptoui double {} to i32": ("4294967296.0", "4294967295.5"),
            "fptosi double {} to i32 ": ("0x7FF8000000000000", "0.0"),
            "shl i32 1, {}": ("32", "31"),
            "lshr i32 1, {}": ("-1", "0"),
            "ashr i32 1, {}": ("33", "1"),
            "call i32 @llvm.ctlz.i32(i32 {}, i1 true)": ("0", "1"),
            "call i32 @llvm.cttz.i32(i32 {}, i1 true)": ("0", "1"),
            "call i32 @llvm.abs.i32(i32 {}, i1 true)": ("-2147483648", "-2147483647"),
        }
        if int(tools.LLVM) > 19:
            cases["icmp samesign ult i32 {}, 5"] = ("-1", "1")
        for operation, operands in cases.items():
            for absent, operand in zip((True, False), operands):
                with self.subTest(operation, operand=operand):
                    self.assertEqual(absent, self._ends(operation, operand))

    def _ends(self, operation, operand):
        """Whether an operation ends the module without facts."""
        kind = next(name for name in ("half", "float", "double", "i32") if f"{name} {{}}" in operation or f"{name} 1, {{}}" in operation)
        text = f"@number = global {kind} {operand}\ndefine i32 @main() {{\n %n = load volatile {kind}, ptr @number\n %r = {operation.format('%n')}\n ret i32 0\n}}\n"
        text += "".join(f"declare i32 @llvm.{name}.i32(i32, i1)\n" for name in ("ctlz", "cttz", "abs") if name in operation)
        return self.status_without_facts(text) != 0

    def test_a_fact_that_is_untrue_ends_the_module_without_facts(self):
        text = (
            "@number = global [2 x i64] [i64 {number}, i64 0]\n@address = global ptr {address}\n"
            "define range(i64 0, 9) i64 @result(i64 %n) noinline {{\n ret i64 %n\n}}\n"
            "define i64 @given(i64 range(i64 0, 9) %n, ptr nonnull %p) noinline {{\n ret i64 0\n}}\n"
            "define i32 @main() {{\n {what}\n ret i32 0\n}}\n"
        )
        loaded = "%n = load volatile i64, ptr @number"
        pointer = "%p = load volatile ptr, ptr @address"
        cases = {
            "load volatile i64, ptr @number, !range !{{i64 0, i64 9}}": "number",
            "load volatile ptr, ptr @address, !nonnull !{{}}": "address",
            f"{loaded}\n call i64 @result(i64 %n)": "number",
            f"{loaded}\n call i64 @given(i64 %n, ptr @number)": "number",
            f"{pointer}\n call i64 @given(i64 1, ptr %p)": "address",
            "%q = getelementptr i8, ptr @number, i64 {number}\n load i16, ptr %q, align 8": "number",
        }
        for what, untrue in cases.items():
            for wrong in (False, True):
                with self.subTest(what, wrong=wrong):
                    values = {"number": 9 if wrong and untrue == "number" else 8, "address": "null" if wrong and untrue == "address" else "@number"}
                    self.assertEqual(wrong, self.status_without_facts(text.format(what=what.format(**values), **values)) != 0)

    def test_what_a_slot_holds_before_it_is_written_does_not_count(self):
        # All levels found the same there by chance; a merged function, whose frame is another, did not.
        text = (
            "define i32 @main() {\n %s = alloca [2 x i32]\n %m = alloca i8, i32 3\n call void @llvm.lifetime.start.p0(i64 8, ptr %s)\n"
            " %w = getelementptr i32, ptr %s, i64 1\n store i32 7, ptr %w\n %l = getelementptr i8, ptr %m, i64 2\n"
            " %a = load volatile i32, ptr %s\n %b = load volatile i32, ptr %w\n %c = load volatile i8, ptr %l\n"
            " %x = icmp eq i32 %a, u0xA5A5A5A5\n %y = icmp eq i32 %b, 7\n %z = icmp eq i8 %c, u0xA5\n"
            " %xy = and i1 %x, %y\n %all = and i1 %xy, %z\n %r = zext i1 %all to i32\n ret i32 %r\n}\n"
            "declare void @llvm.lifetime.start.p0(i64, ptr)\n"
        )
        self.assertEqual(1, self.status_without_facts(text))

    def test_the_facts_of_swift_errors_can_be_dropped(self):
        text = "define i32 @main() {\n %e = alloca swifterror ptr\n store ptr null, ptr %e\n ret i32 0\n}\n"
        mutants.loosened(self.written(text), self.folder)

    def test_mutants_of_what_a_pipeline_made_can_go_through_another(self):
        source, module = self.folder / "counted.ll", self.folder / "counted.bc"
        text = (
            'define void @callee() noinline {\n call void asm sideeffect "", "~{memory}"()\n ret void\n}\n'
            'define void @caller() !prof !0 {\n call void @callee()\n ret void\n}\n!0 = !{!"function_entry_count", i64 10}\n'
        )
        source.write_text(f'target triple = "{machine.triple()}"\n{text}')
        self.assertFalse(worker.passes("default<O2>,default<O2>", source, module).good)
        done = worker.passes("default<O2>,twins<seed=4;count=1;mutants>,default<O2>", source, module, twins.build())
        self.assertTrue(done.good, done.said)

    def test_inputs_of_other_targets_are_left_out(self):
        texts = [path.read_text() for path in mutants._inputs()]
        self.assertTrue(texts)
        self.assertFalse([text for text in texts if '"target-features"' in text])

    def test_alive_is_asked_where_it_is_installed(self):
        report = {"merged": [{"merged": "both", "members": [{"name": "one"}, {"name": "other"}]}], "groups": []}
        module, stub = self.module("before", 3), self.folder / "alive-tv"
        merged = self.folder / "merged.bc"
        merged.write_bytes(module.read_bytes())
        for wrong, expected in [(1, ("alive", alive.WRONG)), (0, None)]:
            stub.write_text(f'#!/bin/sh\necho "$@" > {self.folder}/asked\nprintf "Summary:\\n  2 correct transformations\\n  {wrong} incorrect transformations\\n"\n')
            stub.chmod(0o755)
            tally = check.Tally()
            with mock.patch.dict("os.environ", {"PATH": f"{self.folder}:{os.environ['PATH']}"}):
                self.assertTrue(alive.is_there())
                self.assertEqual(expected, alive.fault(module, merged, report, tally))
            self.assertEqual(1, tally.counts["merges compared by Alive2"])
        asked = (self.folder / "asked").read_text()
        self.assertIn("--func=one --func=other", asked)
        self.assertIn("before.whole.bc", asked)

    def test_cases_count_on_which_all_runs_agree(self):
        count, program = self.folder / "count", self.folder / "program"
        program.write_text(f'#!/bin/sh\necho "$@" >> {count}\nprintf "0 a\\n1 $(wc -l < {count})\\n3 d\\n"\n')
        program.chmod(0o755)
        known = mutants.agreed(program)
        self.assertEqual({"0": "a", "3": "d"}, known)
        self.assertEqual(known, mutants.agreed(program, known))
        self.assertEqual({}, mutants.agreed(program, {"0": "b"}))
        # What is known to be undefined is not run again.
        self.assertEqual(["together", "together 0 1 3", "together 0 3", "together 0 3"], count.read_text().splitlines()[:4])

    def built(self, text):
        """A program of cases that are written in C."""
        source, module, program = self.folder / "cases.c", self.folder / "cases.bc", self.folder / "cases"
        source.write_text(text)
        csmith.compile_c(source, module, "-O1")
        self.assertTrue(check.build(module, levels.CODE, program, mutants.driver()).good)
        return program

    def test_each_case_finds_the_variables_as_they_were(self):
        program = self.built(
            "static volatile int here = 5, there; extern unsigned char drive_memory[];\n"
            "int drive_count(void) { return 6; } unsigned long long drive_result(void) { return here * 100 + there; }\n"
            "void drive_case(int n) { here += n / 4 * 7; there++; drive_memory[9] += n / 4; if (n == 2) *(volatile int *)0 = 1; while (n == 3) there = 0; }\n"
        )
        together = mutants.came_of(program)
        self.assertEqual(["0", "1", "4", "5"], list(together))
        self.assertEqual(1, len({together["0"], together["1"]}))
        self.assertEqual(1, len({together["4"], together["5"]}))
        self.assertEqual(together, mutants.came_of(program, (), mutants.ALONE))
        self.assertEqual({"1": together["1"], "5": together["5"]}, mutants.came_of(program, ("1", "5")))

    def test_a_case_that_differs_only_after_others_is_no_finding(self):
        # What one case writes where it should not have may change what comes of the next.
        text = (
            "#include <unistd.h>\nint drive_count(void) { return 2; } static int *place; unsigned long long drive_result(void) { return *place; }\n"
            "#include <sys/mman.h>\nstatic void __attribute__((constructor)) begin(void) { place = mmap(0, 64, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }\n"
            "void drive_case(int n) { *place += n == 0 ? CHANGE : 0; }\n"
        )
        first = self.built(text.replace("CHANGE", "3")).rename(self.folder / "first")
        other = self.built(text.replace("CHANGE", "5"))
        cases = {"1": mutants.came_of(first)["1"]}
        # Case 0 differs as well, but is not one that counts.
        self.assertNotEqual(cases["1"], mutants.came_of(other)["1"])
        self.assertFalse(mutants.differ_alone(other, [first], cases))
        self.assertTrue(mutants.differ_alone(other, [first], mutants.came_of(first)))

    def test_a_load_that_nobody_needs_must_have_an_address(self):
        # Code generation drops it, so that all levels agreed; a merged function needed it.
        text = "define i32 @main() {{\n %p = inttoptr i64 {} to ptr\n %q = load i8, ptr %p\n ret i32 0\n}}\n@number = global i64 0\n"
        self.assertNotEqual(0, self.status_without_facts(text.format(12)))
        self.assertEqual(0, self.status_without_facts(text.replace("%p = inttoptr i64 {} to ptr", "%p = getelementptr i8, ptr @number, i64 0").replace("{{", "{").replace("}}", "}")))

    def test_a_seed_gives_one_module(self):
        folders = [self.folder / name for name in "ab"]
        for folder in folders:
            folder.mkdir()
        self.assertEqual(*(mutants.make(2, folder).module.read_bytes() for folder in folders))


class PlantedTest(unittest.TestCase):
    """Kinds that are built by the real compiler, with another compiler's output in the place of the plugin's."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def found(self, driver, source, chosen, planted):
        """What is found where the plugin's compiler compiles `planted` in place of a unit."""
        other = self.folder / "planted.c"
        other.write_text(planted)
        run = sandbox.run

        def compiling(command, *more, **how):
            parts = [str(part) for part in command]
            if any("-fpass-plugin" in part for part in parts):
                parts = [str(other) if part == source.units[0] else part for part in parts if "-fpass-plugin" not in part]
            return run(parts, *more, **how)

        with mock.patch.object(sandbox, "run", compiling):
            return driver(Path("none"), Path("none")).attempt_source(source, chosen, self.folder)[0]

    LIVE = "#include <stdio.h>\nint only1 = 3;\nint missing(int);\n__attribute__((noinline)) int p0_only2(int n) {{ return n + only1; }}\n"
    DEAD = "__attribute__((noinline)) int dead(int n) {{ return {dead}; }}\n__attribute__((noinline)) int live(int n) {{ {live} return n * 3; }}\nint main(int c, char **v) {{ printf(\"%d\\n\", live(c)); return 0; }}\n"

    def dead(self, live, head=None, other=None):
        def text(live):
            return ((head or self.LIVE) + self.DEAD).format(dead="missing(n) + p0_only2(n)", live=live)

        source = Source({"a.c": text(""), **(other or {})}, ["a.c", *(other or {})], [])
        for linker in ("lld", "bfd"):
            folder = self.folder / f"{linker}{len(source.units)}"
            folder.mkdir()
            self.folder, whole = folder, self.folder
            chosen = flags.Draw("-Oz", ("-ffunction-sections",), ("-Wl,--gc-sections", f"-fuse-ld={linker}"), ("default",))
            found = self.found(dead.Dead, source, chosen, text(live))
            self.folder = whole
            yield found and found.kind

    def test_live_code_that_needs_what_is_nowhere_does_not_link(self):
        self.assertEqual(["link", "link"], list(self.dead("if (n == 9) n = missing(n);")))

    def test_what_the_linker_dropped_must_not_be_kept(self):
        # In an object of its own: what is kept inside of one are bytes.
        self.assertEqual([None, None], list(self.dead("if (n == 9) n = p0_only2(n);")))
        other = {"b.c": "__attribute__((noinline)) int p0_only2(int n) { return n + 3; }\n"}
        head = "int p0_only2(int n);\n#include <stdio.h>\nint missing(int);\n"
        self.assertEqual(["kept", "kept"], list(self.dead("if (n == 9) n = p0_only2(n);", head, other)))

    def test_dead_code_that_stays_dead_is_good(self):
        self.assertEqual([None, None], list(self.dead("n += 0;")))

    # Two things that objects may not come to have: absolute addresses, another section.
    CODE = 'static int v[4]; void use(void *, int); static const char *const t[2] = {"a", "b"};\n__attribute__((noinline@MORE)) void f(int i) { use(v, i); @TEXT }\n'

    def inspected(self, name, text="", more="", tail=""):
        code = self.CODE.replace("@MORE", more)
        source = Source({"program.c": code.replace("@TEXT", "")}, ["program.c"], [], {"bare"})
        chosen = flags.Draw("-Oz", (*places.INSPECTED[name], "-ffreestanding"), (), ("default",))
        found = self.found(places.Places, source, chosen, code.replace("@TEXT", text) + tail)
        return found and found.kind

    def test_addresses_that_nobody_relocates_are_found(self):
        self.assertEqual("relocations", self.inspected("rwpi", tail="int *const table[2] = {v, v + 1};"))

    def test_addresses_that_are_relative_are_good(self):
        self.assertIsNone(self.inspected("rwpi"))

    def test_code_with_a_section_that_comes_to_need_another_is_found(self):
        for name in ("ramfunc", "ramfunc riscv", "ramfunc here"):
            with self.subTest(name):
                folder, self.folder = self.folder, self.folder / name.replace(" ", "-")
                self.folder.mkdir()
                self.assertEqual("relocations", self.inspected(name, "use((void *)t[i], i);", ', section(".ramfunc")'))
                self.folder = folder

    def test_branches_within_code_of_a_section_are_good(self):
        self.assertIsNone(self.inspected("ramfunc riscv", "if (i & 4) use(v, i + 2); use(v, i);", ', section(".ramfunc")'))


class PlacesTest(unittest.TestCase):
    """Programs that lie far apart."""

    def test_programs_of_all_layouts_run_and_print_their_parts(self):
        for number, layout in enumerate(places.LAYOUTS["x86-64"]):
            with self.subTest(number), tempfile.TemporaryDirectory() as scratch, mock.patch.object(places, "chosen", return_value=(layout, None)):
                source, chosen = places.generate(number), places.draw(number)
                source.write(Path(scratch))
                built = sandbox.run([tools.llvm("clang"), *chosen.compile_flags, *source.flags, "-w", *source.units, *chosen.link, "-o", "program"], cwd=scratch)
                self.assertTrue(built.good, built.said)
                self.assertLess((Path(scratch) / "program").stat().st_size, 30 << 20)
                done = sandbox.run([Path(scratch) / "program"], memory=None)
                self.assertEqual(len(source.parts), done.stdout.count(b"\n"), done)

    def test_a_32_bit_distance_that_is_cut_off_is_output_that_differs(self):
        # What a table of 32-bit distances gives where 4 GB are reached: the address without its sign.
        layout = places.Layout(("-fno-pic",), (("data", 0x70000000),))
        text = places.HEAD + places.START + "static unsigned v[4] = {7}; __attribute__((used)) void begin(void) { unsigned *volatile w = v; use(@W, 3); show('0'); ask(EXIT, 0, 0, 0); }\n"
        with tempfile.TemporaryDirectory() as scratch:
            done = []
            for name, address in (("plain", "w"), ("merged", "(void *)(long)(int)((unsigned)(unsigned long)w + 0x40000000)")):
                Source({f"{name}.c": text.replace("@W", address), "layout.ld": layout.script()}, [], []).write(Path(scratch))
                command = [tools.llvm("clang"), "-w", "-Oz", "-ffreestanding", "-fno-pic", f"{name}.c", "-nostdlib", "-static", "-no-pie", "-fuse-ld=lld", "-Wl,-T,layout.ld", "-o", name]
                self.assertTrue(sandbox.run(command, cwd=scratch).good)
                done.append(sandbox.run([Path(scratch) / name]))
        self.assertEqual(0, done[0].status)
        self.assertFalse(sandbox.same(*done))

    def test_layouts_of_all_targets_compile(self):
        for name in places.LAYOUTS:
            if name != "x86-64" and not _has(name):
                continue
            with self.subTest(name), mock.patch.object(machine, "chosen", machine.target.named(name)), tempfile.TemporaryDirectory() as scratch:
                source, chosen = places.generate(4), places.draw(4)
                source.write(Path(scratch))
                built = sandbox.run([tools.llvm("clang"), *chosen.compile_flags, *source.flags, "-w", "-c", *source.units, "-o", "program.o"], cwd=scratch)
                self.assertTrue(built.good, built.said)


def _has(name):
    try:
        machine.target.named(name).check()
    except tools.Problem:
        return False
    return True


class CrossTest(unittest.TestCase):
    """Programs for other targets, where qemu is installed."""

    def test_a_module_is_made_merged_and_run(self):
        for name in [name for name in machine.target.TARGETS if name != machine.target.NATIVE.name and _has(name)]:
            with self.subTest(name), tempfile.TemporaryDirectory() as scratch, mock.patch.object(machine, "chosen", machine.target.named(name)):
                source, module, executable = (Path(scratch) / f"a{suffix}" for suffix in (".c", ".bc", ".out"))
                source.write_text(PRINTS % ("far", 3))
                csmith.compile_c(source, module, "-Oz")
                self.assertTrue(check.build(module, "-Oz", executable).good)
                done = check.execute(executable)
                self.assertEqual((3, b"far\n"), (done.status, done.stdout))
                self.assertIsNone(stack.need(executable, done))


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
            mock.patch.object(objects.Objects, "_analyse", lambda _self, _module, part: [part]),
            mock.patch.object(objects.Objects, "_combine", lambda _self, _parts, summary, *_prices: summary),
            mock.patch.object(objects.Objects, "_command", lambda _self, *_arguments: None),
        ):
            return tried.attempt(self.SEED, self.folder)

    def test_objects_that_do_the_same_are_good_and_counted(self):
        finding, tally = self.objects()
        self.assertIsNone(finding)
        self.assertEqual({f"merges by merge {fold} by free" for fold in [*objects.FOLDS, objects.BODIES]}, {name for name in tally.counts if "free" in name})
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
