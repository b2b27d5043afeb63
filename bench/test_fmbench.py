"""Tests of the harness itself: what it must notice, and what it must bear."""

import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from fmbench import build, measure, mode, report, table, tools, workload


def binary(text=1000, eh_frame=100, output=b"same\n"):
    sections = {".text": text, ".eh_frame": eh_frame, ".data": 5}
    return measure.Binary({"plain": sections, "icf": sections}, output, 1.0, 7)


def result(after, deterministic=True):
    return measure.Result("p", "default", binary(), after, deterministic=deterministic)


class Judging(unittest.TestCase):
    def test_a_good_result_has_no_failure(self):
        self.assertEqual(measure.judge(result(binary(text=900)), mode.MODES["default"]), [])

    def test_growth_fails_in_the_default_mode_alone(self):
        grown = result(binary(eh_frame=101))
        self.assertIn("grew", measure.judge(grown, mode.MODES["default"])[0])
        self.assertEqual(measure.judge(grown, mode.MODES["force"]), [])

    def test_other_output_fails_and_names_the_line(self):
        wrong = measure.judge(result(binary(output=b"other\n")), mode.MODES["force"])
        self.assertIn("line 1: expected 'same', printed 'other'", wrong[0])

    def test_other_bytes_fail(self):
        self.assertIn("two runs", measure.judge(result(binary(), deterministic=False), mode.MODES["keep"])[0])

    def test_a_missing_end_is_a_difference(self):
        self.assertEqual(measure.difference(b"a\nb", b"a"), "expected 2 lines, printed 1")


class Reports(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "report.json"
            path.write_text(text)
            return report.read(path)

    def test_unknown_keys_are_borne(self):
        read = self.read(json.dumps({"version": 1, "merges": 3, "news": [1], "rejects": {"varargs": 2}}))
        self.assertEqual((read.merges, read.rejects["varargs"], read.candidates), (3, 2, 0))

    def test_another_version_and_broken_text_are_errors(self):
        for text in ('{"version": 2}', '{"version": 1', "{}", "[]"):
            with self.assertRaises(tools.BenchError):
                self.read(text)

    def test_no_report_is_an_error(self):
        with self.assertRaisesRegex(tools.BenchError, "no report"):
            report.read(Path("does-not-exist.json"))


class Tools(unittest.TestCase):
    def test_a_missing_tool_is_an_error(self):
        with self.assertRaisesRegex(tools.BenchError, "not installed"):
            tools.find("no-such-tool-anywhere")

    def test_a_hung_program_is_an_error(self):
        with self.assertRaisesRegex(tools.BenchError, "no end after"):
            tools.run(["sleep", "30"], timeout=0.1)

    def test_a_crash_is_an_error_with_its_signal(self):
        with self.assertRaisesRegex(tools.BenchError, "signal 6"):
            tools.check(["sh", "-c", "kill -6 $$"])


class Cache(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(setattr, build, "CACHE", build.CACHE)
        build.CACHE = Path(folder.name)

    def test_one_identity_is_made_once(self):
        made = []
        paths = [build.cached("x", ["a"], lambda folder: made.append(folder)) for _ in range(2)]
        self.assertEqual((len(made), paths[0]), (1, paths[1]))
        self.assertNotEqual(build.cached("x", ["b"], lambda folder: None), paths[0])

    def test_a_failed_build_leaves_nothing(self):
        def fail(folder):
            (folder / "half").write_text("made")
            raise tools.BenchError("no")

        with self.assertRaises(tools.BenchError):
            build.cached("x", ["a"], fail)
        self.assertEqual(list(build.CACHE.iterdir()), [])


class Workloads(unittest.TestCase):
    def test_every_workload_loads_and_has_what_it_names(self):
        self.assertGreaterEqual(len(workload.names()), 3)
        for name in workload.names():
            loaded = workload.load(name)
            self.assertTrue(loaded.why and loaded.driver_path.is_file() and loaded.expected_path.is_file(), name)
            loaded.argument_paths()

    def test_an_unknown_one_is_an_error(self):
        with self.assertRaisesRegex(tools.BenchError, "there are"):
            workload.load("unheard-of")


class Tables(unittest.TestCase):
    def test_rows_fit_the_header_and_show_the_change(self):
        done, crashed = result(binary(text=890)), result(None)
        crashed.failures.append("signal 11")
        cells = table.rows([done, crashed])
        self.assertEqual({len(row) for row in cells}, {len(table.HEAD)})
        self.assertIn("-10.00", cells[1])
        self.assertIn("FAILED", cells[2])
        self.assertIn("signal 11", table.details(crashed))

    def test_markdown_has_a_rule_under_the_header(self):
        lines = table.markdown([result(binary())]).splitlines()
        self.assertEqual(len({line.count("|") for line in lines}), 1)
        self.assertTrue(lines[1].startswith("|---|---|--:"))


if __name__ == "__main__":
    unittest.main()
