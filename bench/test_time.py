"""Tests of what running programs costs: that it is counted exactly, compared, and shown."""

import copy
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from dataclasses import asdict, replace
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parent))

from fmbench import build, configuration, costs_table, counting, curve, document, measure, plan, results, session, store, timing, training, workload
from fmbench.test_support import PROGRAM, job, sample
from fmtools import content, target, tools

SOURCE = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int count, char **arguments) {
  if (count > 2) { FILE *file = fopen(arguments[1], "w"); fputs(arguments[2], file); fclose(file); return 0; }
  FILE *file = fopen("made", "r");
  char text[20] = "";
  if (file) fgets(text, sizeof text, file);
  volatile int sum = 0, turns = count > 1 ? atoi(arguments[1]) : 0;
  for (int i = turns; i > 0; i--) sum += i;
  if (getenv("HOME")) abort();
  printf("%s %s\n", sum == turns * (turns + 1) / 2 ? "right" : "wrong", text);
  return count > 1 && !strcmp(arguments[1], "3000");
}
"""

TIMED = replace(PROGRAM, time=workload.Time({"short": ["1000"], "long": ["3000"]}, prepare=[["made", "before"]], start=[]))

COSTS = {"commands": {"a": {"instructions": 1000, "printed": "x"}, "b": {"instructions": 4000, "printed": "y"}},
         "faults": 90, "compressed": {"xz": 500, "zstd": 600}}


def costs(a, b, printed="x"):
    """Costs of a program with two commands."""
    made = copy.deepcopy(COSTS)
    made["commands"]["a"] = {"instructions": a, "printed": printed}
    made["commands"]["b"]["instructions"] = b
    return made


def document_of(*pairs):
    """Results of configurations by name, with their samples."""
    tasks = [(session.Task(job(name)), taken) for name, taken in pairs]
    return results.document(tasks, [task.job.configuration for task, _ in tasks], {})


class Counting(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.program = cls.folder / "tiny"
        subprocess.run([tools.llvm("clang"), "-O1", "-x", "c", "-", "-o", cls.program], input=SOURCE.encode(), check=True)

    def count(self, *arguments):
        return counting.count(["./tiny", *arguments], self.folder, 60, {})

    def test_each_turn_of_a_loop_counts_and_nothing_changes_from_run_to_run(self):
        first, again, second, third = (self.count(turns).instructions for turns in ("1000", "1000", "2000", "4000"))
        self.assertEqual(first, again)
        self.assertGreater(second - first, 2000)
        self.assertEqual(third - second, 2 * (second - first))

    def test_a_crash_and_no_end_are_errors(self):
        with self.assertRaisesRegex(tools.Problem, "no-such-program|exit status"):
            counting.count(["./no-such-program"], self.folder, 60, {})
        with self.assertRaisesRegex(tools.Problem, "no end after 0.2 s"):
            counting.count(["./tiny", "2000000000"], self.folder, 0.2, {})

    def test_commands_are_prepared_counted_compared_by_what_they_print_and_kept(self):
        with mock.patch.object(store, "CACHE", self.folder / "cache"):
            found = timing.costs(TIMED, self.program)
            with mock.patch.object(counting, "count", side_effect=AssertionError("counted again")):
                self.assertEqual(timing.costs(TIMED, self.program), found)
        self.assertEqual(list(found["commands"]), ["short", "long"])
        (self.folder / "made").write_text("before")
        written = ["made", content.file_digest(self.folder / "made")]
        self.assertEqual(found["commands"]["short"]["printed"], content.digest([b"right before\n", 0, *written]))
        self.assertEqual(found["commands"]["long"]["printed"], content.digest([b"right before\n", 1, *written]))
        self.assertTrue(0 < found["compressed"]["xz"] < self.program.stat().st_size)
        self.assertGreater(found["faults"], 0)

    def test_programs_with_random_seeds_are_counted_often_and_the_median_is_taken(self):
        in_rust = replace(TIMED, build=replace(TIMED.build, language="rust"))
        counts = iter([counting.Counted(number, b"", 0) for number in (9, 1, 8, 2, 5, 3, 7, 4, 6, *[100] * 9)])
        with mock.patch.object(store, "CACHE", self.folder / "cache"), mock.patch.object(counting, "count", lambda *_: next(counts)):
            found = timing.costs(in_rust, self.program)
        self.assertEqual([5, 100], [command["instructions"] for command in found["commands"].values()])

    def test_programs_are_timed_in_turns(self):
        started = []
        done = tools.Done(0, b"", b"")

        def native(_, place, arguments):
            started.append((Path(os.path.join(place.start, place.program)).read_bytes()[:1], arguments))
            return replace(done, user=2.0 if started[-1][0] == b"b" else 3.0)

        for name in ("base", "merged"):
            (self.folder / name).write_text(name)
        with mock.patch.object(timing, "_native", native):
            found = timing.pairs(TIMED, self.folder / "base", self.folder / "merged", 3)
        self.assertEqual(found, {"short": 1.5, "long": 1.5})
        self.assertEqual([who for who, _ in started[2:]], [b"b", b"m"] * 6)


class Training(unittest.TestCase):
    def test_modules_have_the_counts_of_the_commands(self):
        with tempfile.TemporaryDirectory() as name, mock.patch.object(store, "CACHE", Path(name) / "cache"):
            plain = Path(name) / "plain"
            plain.mkdir()
            (plain / "kept").write_text("a library")
            made = [tools.llvm("clang"), "-O1", "-flto", "-c", "-x", "c", "-", "-o", plain / "early.bc"]
            subprocess.run(made, input=SOURCE.encode(), check=True)
            (plain / "link.json").write_text(json.dumps(asdict(build.Recipe("clang", ["{objects}"]))))
            with mock.patch.object(build, "modules", return_value=plain) as modules:
                found = training.modules(TIMED, replace(build.Variant(), profile=True))
            modules.assert_called_once_with(TIMED, build.Variant())
            self.assertEqual((found / "kept").read_text(), "a library")
            for module in ("early.bc", "late.bc"):
                text = tools.check([tools.llvm("llvm-dis"), found / module, "-o", "-"]).stdout.decode()
                weights = re.findall(r'"(function_entry_count", i64 2|branch_weights", i32 3998, i32 2)}', text)
                self.assertEqual(len(weights), 2, module)
                self.assertFalse("__llvm_profile" in text)

    def test_without_a_profile_modules_are_as_they_are_built(self):
        with mock.patch.object(build, "modules", return_value="built"):
            self.assertEqual(training.modules(TIMED, build.Variant()), "built")


class Tasks(unittest.TestCase):
    def tasks(self, program, part, names="f3m"):
        return list(session.tasks([program], part.variants(), configuration.chosen(names), None, part))

    def test_only_what_has_commands_is_counted_and_only_on_this_machine(self):
        native, other = plan.Part(counted="all"), replace(build.Variant(), target=target.named("aarch64"))
        self.assertEqual([task.job.counted for task in self.tasks(TIMED, native)], [True, True])
        self.assertEqual([task.job.counted for task in self.tasks(PROGRAM, native)], [False, False])
        self.assertFalse(session.countable(TIMED, other))

    def test_lists_say_which_configurations_are_counted(self):
        taken = self.tasks(TIMED, plan.Part(counted="f3m"), "f3m,global")
        self.assertEqual([(task.job.configuration.name, task.job.counted) for task in taken], [("none", True), ("f3m", True), ("global", False)])

    def test_pairs_come_last_alone_and_not_for_the_base(self):
        taken = self.tasks(TIMED, plan.Part(counted="all", pairs=5, repeat=1))
        self.assertEqual([(task.job.configuration.name, task.job.repetition, task.job.pairs) for task in taken],
                         [("none", 0, 0), ("f3m", 0, 0), ("none", 1, 0), ("f3m", 1, 0), ("f3m", 0, 5)])
        self.assertFalse(taken[-1].job.checked)
        with mock.patch.object(session.content, "file_digest", return_value=""):
            self.assertEqual(len({task.identity(Path("modules")) for task in taken}), 5)

    def test_what_failed_or_was_timed_is_not_kept(self):
        for kept, found in ((True, sample(1)), (False, sample(1) | {"failures": ["signal 11"]}), (False, {"failures": [], "pairs": {}})):
            self.assertEqual(session.lasting(found), kept)

    def test_every_program_says_what_is_counted(self):
        self.assertEqual([name for name in workload.names() if not workload.load(name).time], [])

    def test_several_late_pipelines_are_a_configuration_each(self):
        self.assertEqual(configuration.custom("", []), [])
        self.assertEqual([one.name for one in configuration.custom("mergefunc", [])], ["custom"])
        several = configuration.custom("mergefunc", ["f3m<{check}report={report}>", "f3m<explore=4;{check}report={report}>"])
        self.assertEqual([(one.name, one.early) for one in several], [("f3m", "mergefunc"), ("f3m<explore=4;>", "mergefunc")])


class Rows(unittest.TestCase):
    data = document_of(("none", sample(1000) | {"costs": COSTS}), ("f3m", sample(890) | {"costs": costs(1100, 4000)}), ("global", sample(990)))

    def test_changes_are_by_command_with_their_geometric_mean_and_the_worst(self):
        found = self.data["rows"][1]["costs"]
        self.assertEqual({name: one["percent"] for name, one in found["commands"].items()}, {"a": 10.0, "b": 0.0})
        self.assertEqual((found["mean_percent"], found["worst"]), (4.8809, "a"))
        self.assertEqual(found["compressed_percent"], {"xz": 0.0, "zstd": 0.0})
        self.assertIsNone(self.data["rows"][2]["costs"])

    def test_a_command_that_prints_something_else_is_a_failure(self):
        data = document_of(("none", sample(1000) | {"costs": COSTS}), ("f3m", sample(890) | {"costs": costs(1000, 4000, "z")}))
        self.assertEqual(data["rows"][1]["failures"], ["timed as a, it prints or writes something else than none"])
        self.assertEqual(data["rows"][1]["output"], "different")

    def test_ratios_of_time_are_beside_the_instructions(self):
        merged = session.Task(replace(job("f3m"), pairs=3))
        tasks = [(session.Task(job("f3m")), sample(890) | {"costs": COSTS}), (merged, {"steps": {}, "failures": [], "pairs": {"a": 1.1}})]
        row, = results.document(tasks, [merged.job.configuration], {})["rows"]
        self.assertEqual((row["costs"]["pairs"], row["alone"], row["deterministic"]), ({"a": 1.1}, False, None))

    def test_what_was_counted_apart_is_put_into_the_rows_that_were_tested(self):
        tested = document_of(("none", sample(1000)), ("f3m", sample(890)))
        whole = results.joined([tested, {**self.data, "rows": self.data["rows"][:2]}])
        self.assertEqual([bool(row["costs"]) for row in whole["rows"]], [True, True])
        with self.assertRaisesRegex(tools.Problem, "more than once"):
            results.joined([self.data, self.data])

    def test_a_sample_that_is_not_tested_is_linked_once_and_not_run(self):
        found, modules = {"failures": []}, Path("modules")
        brief = replace(job("f3m"), tested=False, counted=True)
        with tempfile.TemporaryDirectory() as folder, mock.patch.multiple(
            measure, program=mock.Mock(), timing=mock.Mock(), build=mock.DEFAULT
        ):
            measure.program.section_sizes.return_value = {".text": 1}
            measure.timing.costs.return_value = COSTS
            recipe = mock.Mock()
            measure._link_and_run(brief, recipe, modules, [], None, Path(folder), found)
            measure.program.execute.assert_not_called()
        self.assertEqual((recipe.link.call_count, list(found["sizes"]), found["costs"]), (1, ["all"], COSTS))


class Shown(unittest.TestCase):
    data = Rows.data

    def test_tables_have_a_column_for_each_command_and_a_row_for_all_programs(self):
        text = costs_table.plain(self.data)
        self.assertRegex(text, r"none +1100 +500 +600 +90 +1,000 +4,000\n")
        self.assertRegex(text, r"f3m +-10.00 +\+4.88 +\+10.00 +\+0.00 +\+0.00 +90 +\+10.00 +\+0.00\n")
        self.assertRegex(text, r"f3m +2 +-10.00 +\+4.88 +\+10.00 +p a")

    def test_the_document_has_them_and_the_picture_only_if_something_was_counted(self):
        text = document.markdown(self.data, "x.svg", "time.svg")
        self.assertIn("| | p |\n|---|--:|\n| f3m | +4.88 |\n", text)
        self.assertIn("](time.svg)", text)
        self.assertIn("Instructions by command", text)
        plain = document.markdown(document_of(("none", sample(1000)), ("f3m", sample(890))), "x.svg", "time.svg")
        self.assertNotIn("Size and time", plain)

    def test_the_picture_has_a_point_for_each_configuration_that_was_counted(self):
        root = ElementTree.fromstring(curve.svg(self.data))
        titles = {one.text for one in root.iter("{http://www.w3.org/2000/svg}title")}
        self.assertEqual(titles, {"f3m: size -10.00, instructions +4.88, at worst +10.00, of 1 programs"})
        self.assertEqual(curve.svg(document_of(("none", sample(1000)))), "")


if __name__ == "__main__":
    unittest.main()
