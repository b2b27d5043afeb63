"""Tests of samples, results, tables and pictures: what must be noticed, and what must be borne."""

import copy
import io
import json
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parent))

from fmbench import build, comparison, configuration, document, field, measure, picture, plan, program, report, results, session, table, workload
from fmbench.test_support import job, sample
from fmtools import tools
from fmtools.journal import Journal


def made(*pairs):
    """Results of jobs with their samples."""
    tasks = [(session.Task(replace(one, repetition=number)), taken) for number, (one, taken) in enumerate(pairs)]
    return results.document(tasks, [one.configuration for one, _ in pairs], {"LLVM": "22"})


def rows(*pairs):
    return made(*pairs)["rows"]


class Rows(unittest.TestCase):
    def test_a_good_row_has_no_failure_and_says_the_change(self):
        _, row = rows((job("none"), sample(1000)), (job("f3m"), sample(890)))
        self.assertEqual((row["failures"], row["output"], row["change_percent"]["all"]), ([], "equal", -10.0))

    def test_unwind_and_exception_tables_count(self):
        _, row = rows((job("none"), sample(1000)), (job("f3m"), sample(1000, eh_frame=90, excepts=5)))
        self.assertAlmostEqual(row["change_percent"]["all"], 100 * (1095 / 1100 - 1), places=3)

    def test_growth_fails_only_where_it_must_not_be(self):
        _, ours, theirs = rows((job("none"), sample(1000)), (job("f3m"), sample(1001)), (job("global"), sample(1001)))
        self.assertIn("grew", ours["failures"][0])
        self.assertEqual(theirs["failures"], [])

    def test_growth_is_shown_as_a_figure_in_the_document(self):
        _, grown, wrong = rows((job("none"), sample(1000)), (job("f3m"), sample(1001)), (job("fmerge"), sample(1001) | {"failures": ["signal 11"]}))
        self.assertEqual([document._cell(row, 0.0) for row in (grown, wrong)], [f"{grown['change_percent']['all']:+.2f}", "**failed**"])

    def test_a_plan_that_was_refuted_is_a_failure(self):
        refuted = sample(900)
        refuted["report"] = refuted["report"] | {"pair_rejects": {"replay-failed": 7, "too-slow": 9}}
        row, = rows((job("f3m"), refuted))
        self.assertEqual(row["failures"], ["7 pairs were refused as replay-failed, which is always a fault of ours"])

    def test_failures_of_any_repetition_are_kept(self):
        wrong = sample(1000) | {"failures": ["signal 11"]}
        _, row = rows((job("none"), sample(1000)), (job("f3m"), sample(900)), (job("f3m"), wrong))[:2]
        self.assertEqual(row["failures"], ["signal 11"])

    def test_other_bytes_fail(self):
        _, row = rows((job("none"), sample(1000)), (job("f3m"), sample(900)), (job("f3m"), sample(900, modules="other")))[:2]
        self.assertEqual(row["deterministic"], False)
        self.assertIn("two runs", row["failures"][0])

    def test_times_are_medians_of_the_runs_that_were_only_timed(self):
        taken = [sample(1000, seconds=seconds) for seconds in (100.0, 3.0, 1.0, 2.0)]
        row = rows(*((job("none"), one) for one in taken))[0]
        self.assertEqual(row["seconds"]["codegen"], {"median": 2.0, "low": 1.0, "high": 3.0, "runs": 3})
        self.assertEqual(row["elapsed"]["codegen"], {"median": 1.0, "low": 0.5, "high": 1.5, "runs": 3})

    def test_a_row_without_a_program_is_shown_as_failed(self):
        crashed = {"steps": {}, "failures": ["signal 11"]}
        data = made((job("none"), sample(1000)), (job("f3m"), crashed))
        self.assertEqual(data["rows"][1]["output"], "unknown")
        for text in (table.plain(data), table.markdown(data), document.markdown(data, "x.svg", "time.svg"), picture.svg(data)):
            self.assertRegex(text, "(?i)failed")


class Files(unittest.TestCase):
    def test_what_was_saved_is_loaded(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "new" / "results.json"
            data = made((job("none"), sample(1000)))
            results.save(data, path)
            self.assertEqual(results.load(path), data)

    def test_results_of_other_versions_and_double_rows_are_not_joined(self):
        one, two = made((job("none"), sample(1000))), made((job("f3m"), sample(900)))
        self.assertEqual(len(results.joined([one, two])["rows"]), 2)
        with self.assertRaisesRegex(tools.Problem, "more than once"):
            results.joined([one, one])
        with self.assertRaisesRegex(tools.Problem, "LLVM"):
            results.joined([one, two | {"versions": {"LLVM": "23"}}])

    def test_other_files_are_errors(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.json"
            for text in ("[]", "{", '{"schema": "fmerge-bench", "version": 99}'):
                path.write_text(text)
                with self.assertRaises(tools.Problem):
                    results.load(path)
        with self.assertRaises(tools.Problem):
            results.load(Path("does-not-exist.json"))


class Shown(unittest.TestCase):
    data = made((job("none"), sample(1000)), (job("f3m"), sample(890)), (job("global"), sample(1010)))

    def test_rows_fit_the_header(self):
        self.assertEqual({len(cells) for cells in table.rows(self.data)}, {len(table.HEAD)})
        self.assertIn("-10.00", table.plain(self.data))

    def test_markdown_has_a_rule_under_the_header(self):
        lines = table.markdown(self.data).splitlines()
        self.assertEqual(len({line.count("|") for line in lines}), 1)
        self.assertTrue(lines[1].startswith("|---|---|--:"))

    def test_the_picture_is_xml_with_a_bar_for_each_row_but_the_base(self):
        root = ElementTree.fromstring(picture.svg(self.data))
        labels = [one.text for one in root.iter("{http://www.w3.org/2000/svg}title")]
        self.assertEqual(labels, ["p, f3m: -10.00%", "p, global: +0.91%"])

    def test_the_document_names_versions_and_changes(self):
        text = document.markdown(self.data, "results.svg", "time.svg")
        self.assertIn("- LLVM: 22", text)
        self.assertIn("| f3m | **-10.00** |\n| global | +0.91 |", text)
        self.assertIn("bench/run.py report", text)

    def test_a_program_that_failed_is_nowhere_the_best(self):
        wrong = sample(500) | {"failures": ["signal 11"]}
        text = document.markdown(made((job("none"), sample(1000)), (job("f3m"), wrong), (job("global"), sample(990))), "x.svg", "time.svg")
        self.assertIn("| f3m | **failed** |\n| global | **-0.91** |", text)

    def test_why_a_cell_is_empty_is_said(self):
        rows_of = {"rows": [{"workload": "wasm-tools"}, {"workload": "lua"}]}
        with mock.patch.object(workload, "load", lambda name: replace(job("none").workload, skipped={"f3m": "slow"} if name == "lua" else {})):
            self.assertEqual(list(document.skipped(rows_of)), ["Not measured of lua: `f3m` (slow).  "])

    def test_other_variants_have_a_table_of_their_own(self):
        one = replace(job("none"), variant=build.Variant("Os"))
        text = document.markdown(made((job("none"), sample(1000)), (one, sample(1000)), (replace(one, configuration=job("f3m").configuration), sample(890))), "x.svg", "time.svg")
        self.assertIn("| | p (x86-64 Os) |\n|---|--:|\n| f3m | **-10.00** |", text)

    def test_a_picture_has_no_more_bars_than_colours(self):
        self.assertLessEqual(len(picture.drawn(list(configuration.configurations()))), len(picture.COLOURS))
        self.assertEqual(picture.drawn(["none", "force"]), ["force"])

    def test_the_summary_skips_the_base(self):
        self.assertEqual(table.summary(self.data).count(".text"), 2)


class Fields(unittest.TestCase):
    data = made((job("none"), sample(1000)), (job("global"), sample(890)))

    def test_only_what_differs_much_needs_a_reason_and_a_missing_one_is_said(self):
        near = field.markdown(self.data, {"p": {"percent": {"global": -9.8}}})
        far = field.markdown(self.data, {"p": {"percent": {"global": -9.6}}})
        given = field.markdown(self.data, {"p": {"percent": {"global": -9.6}, "reasons": {"global": "older."}}})
        self.assertIn("| p | global | -9.80 | -10.00 | -0.20 |", near)
        self.assertNotIn("- p, global", near)
        self.assertIn("- p, global: **no reason is known.**", far)
        self.assertIn("- p, global: older.", given)

    def test_the_file_names_what_exists(self):
        for name, entry in field.load().items():
            workload.load(name)
            for key in ("percent", "reasons"):
                self.assertLessEqual(set(entry.get(key, {})), set(configuration.configurations()))

    def test_a_program_that_did_not_run_is_not_compared(self):
        data = copy.deepcopy(self.data)
        row = next(one for one in data["rows"] if one["configuration"] == "global")
        row["failures"], row["sizes"] = ["ended by signal 6"], {"none": row["sizes"]["none"]}
        self.assertEqual(field.markdown(data, {"p": {"percent": {"global": -9.8}}}), "")

    def test_programs_that_were_not_measured_are_left_out(self):
        self.assertEqual(field.markdown(self.data), "")


class Comparisons(unittest.TestCase):
    def compare(self, old, new):
        cells, worse = comparison.compare(made(*old), made(*new))
        return [row[-1] for row in cells[1:]], worse

    def test_growth_and_new_failures_are_worse(self):
        old = [(job("none"), sample(1000)), (job("f3m"), sample(890)), (job("global"), sample(900))]
        broken = sample(900) | {"failures": ["signal 11"]}
        new = [(job("none"), sample(1000)), (job("f3m"), sample(899)), (job("global"), broken)]
        self.assertEqual(self.compare(old, new), (["same", "WORSE", "WORSE"], True))

    def test_what_shrank_is_better_and_others_are_new_or_gone(self):
        old = [(job("none"), sample(1000)), (job("f3m"), sample(890))]
        new = [(job("none"), sample(990)), (job("global"), sample(900))]
        self.assertEqual(self.compare(old, new), (["better", "gone", "new"], False))


class Reports(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "report.json"
            path.write_text(text)
            return report.read(path)

    def test_unknown_keys_are_borne(self):
        read = self.read(json.dumps({"version": 3, "merges": 3, "news": [1], "rejects": {"varargs": 2}}))
        self.assertEqual((read.merges, read.rejects["varargs"], read.candidates), (3, 2, 0))

    def test_merges_are_counted_by_kind(self):
        groups = [{"kind": "identical", "originals": ["a", "b", "c"]}, {"kind": "constants", "originals": ["d", "e"]}]
        read = self.read(json.dumps({"version": 3, "merged": [{}], "groups": groups}))
        self.assertEqual(dict(read.kinds), {"pair": 1, "identical": 2, "constants": 1})

    def test_reports_add_up(self):
        one, two = (report.Report(functions=n, merges=n, rejects={"varargs": n}) for n in (2, 3))
        whole = report.added([one, two])
        self.assertEqual((whole.functions, whole.merges, whole.rejects["varargs"]), (3, 5, 5))

    def test_another_version_and_broken_text_are_errors(self):
        for text in ('{"version": 1}', '{"version": 3', "{}", "[]"):
            with self.assertRaises(tools.Problem):
                self.read(text)

    def test_no_report_is_an_error(self):
        with self.assertRaisesRegex(tools.Problem, "no report"):
            report.read(Path("does-not-exist.json"))


class Programs(unittest.TestCase):
    def run_script(self, script, commands="[[]]", more=""):
        text = f'why = "w"\n[source]\ncrate = "c"\n[build]\nlanguage = "c"\n[run]\ntimeout = 5\ncommands = {commands}\n{more}'
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "program"
            path.write_text("#!/bin/sh\n" + script)
            path.chmod(0o755)
            return program.execute(workload.parse("x", text), path)

    def test_all_that_is_printed_counts_and_the_exit_status(self):
        printed = self.run_script("echo $1; echo to stderr >&2; exit $1", '[["0"], ["3"]]')
        self.assertEqual(printed, b"0\nto stderr\n3\nto stderr\n[exit status 3]\n")

    def test_a_signal_is_an_error(self):
        with self.assertRaisesRegex(tools.Problem, "signal 11"):
            self.run_script("kill -11 $$")

    def test_each_is_a_run_for_each_file_and_glob_is_one_with_all(self):
        printed = self.run_script('echo "$#: $*"', '[["-x", "each:lua/[ct]*.lua"], ["glob:lua/[ct]*.lua"]]', 'inputs = ["lua"]')
        self.assertEqual(printed.splitlines(), [b"2: -x lua/control.lua", b"2: -x lua/tables.lua", b"2: lua/control.lua lua/tables.lua"])

    def test_a_pattern_that_matches_nothing_is_an_error(self):
        with self.assertRaisesRegex(tools.Problem, "nothing matches"):
            self.run_script("true", '[["glob:no/*.such"]]')

    def test_what_is_masked_does_not_count(self):
        self.assertEqual(self.run_script("echo in 0.5 seconds", more="masked = ['[0-9.]+ seconds']"), b"in [masked]\n")

    def test_a_missing_end_is_a_difference(self):
        self.assertEqual(program.difference(b"a\nb", b"a"), "expected 2 lines, printed 1")


class Measuring(unittest.TestCase):
    def test_other_output_fails_and_names_the_line(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "program"
            path.write_bytes(b"x")
            with mock.patch.object(program, "execute", return_value=b"other\n"):
                wrong = measure._wrong_output(job("f3m"), path, measure.Outputs(b"same\n"))
        self.assertIn("line 1: expected 'same', printed 'other'", wrong)

    def test_a_program_with_known_bytes_is_not_run_again(self):
        outputs = measure.Outputs(b"same\n")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "program"
            path.write_bytes(b"x")
            with mock.patch.object(program, "execute", return_value=b"same\n") as execute:
                self.assertEqual([measure._wrong_output(job("f3m"), path, outputs) for _ in range(2)], [None, None])
        self.assertEqual(execute.call_count, 1)

    def test_a_tool_that_fails_is_a_failure_of_the_sample(self):
        with mock.patch.object(build, "modules", side_effect=tools.Problem("no")):
            self.assertEqual(measure.sample(job("f3m"), measure.Outputs(b""), None)["failures"], ["no"])


class Sessions(unittest.TestCase):
    def test_configurations_are_interleaved_and_the_first_round_is_checked(self):
        one = job("none").workload
        order = session.tasks([one], [build.Variant()], configuration.chosen("f3m,separate-global"), None, plan.Part(repeat=2))
        self.assertEqual(
            [(task.job.configuration.name, task.job.checked) for task in order],
            [("none", True), ("f3m", True), ("none", False), ("f3m", False), ("none", False), ("f3m", False)],
        )

    def test_samples_come_in_order_and_only_missing_ones_are_taken(self):
        tasks = list(session.tasks([job("none").workload], [build.Variant()], configuration.chosen("f3m,mergefunc-late"), None, plan.Part(repeat=1)))
        with tempfile.TemporaryDirectory() as folder, mock.patch.multiple(
            session, expected=lambda one: b"", training=mock.Mock(), measure=mock.Mock()
        ), mock.patch.object(session.Task, "identity", lambda task, _: f"{task.job.configuration.name} {task.repetition}"), mock.patch.object(
            sys, "stderr", io.StringIO()
        ):
            session.measure.sample = lambda one, _, memo: {"of": one.configuration.name, "checked": one.checked}
            journal = Journal(Path(folder) / "journal")
            journal.write("f3m 0", {"kept": True})
            found = list(session.run(tasks, journal, 2))
        self.assertEqual([task for task, _ in found], tasks)
        self.assertEqual(found[1][1], {"kept": True})
        self.assertEqual(found[3][1], {"of": "none", "checked": False})

    def test_progress_says_what_is_left(self):
        tasks = list(session.tasks([job("none").workload], [build.Variant()], configuration.chosen("f3m"), None, plan.Part()))
        text = io.StringIO()
        progress = session.Progress(tasks, 1, text)
        progress.next(tasks[0])
        progress.done(tasks[0], 7.0)
        progress.next(tasks[1])
        self.assertEqual(text.getvalue().splitlines()[1], "p Oz-x86-64, f3m, checked; 1 samples left, about 7 s")


if __name__ == "__main__":
    unittest.main()
