"""Tests of `fuzz/suites.py`: that it sees a test that fails merged, a build that breaks, and a run without merges."""

import contextlib
import io
import re
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))

import suites
from suites import WHOLE, Outcome, Runner, Setting, Suite, verdict

LOG = "fmerge: info: fmerge: 3 functions, 2 eligible, 2 candidate pairs, 1 attempts, 4 merges (0 thunks, 2 removed), estimated gain 74 bytes, 0.8 ms"

SUITE = Suite("s", "a test", "1", debian="none", passed="automake")


class VerdictTest(unittest.TestCase):
    plain = Outcome(passed=["a", "b", WHOLE])

    def test_the_same_tests_are_good(self):
        self.assertEqual("", verdict(self.plain, Outcome(merges=1, passed=["b", "a", "c", WHOLE])))

    def test_a_test_that_fails_merged_is_not(self):
        self.assertIn("b", verdict(self.plain, Outcome(merges=1, passed=["a", WHOLE])))

    def test_nor_is_an_exit_status(self):
        self.assertIn(WHOLE, verdict(self.plain, Outcome(merges=1, passed=["a", "b"])))

    def test_nor_a_build_that_breaks(self):
        self.assertIn("ends with 1", verdict(self.plain, Outcome(broken="the build ends with 1")))

    def test_nor_a_complaint_of_the_plugin(self):
        self.assertIn("wrong", verdict(self.plain, Outcome(merges=1, errors=["wrong"], passed=self.plain.passed)))

    def test_nor_a_run_without_merges(self):
        self.assertEqual("nothing was merged", verdict(self.plain, Outcome(passed=self.plain.passed)))

    def test_nor_a_suite_that_tests_nothing(self):
        self.assertIn("not tried", verdict(Outcome(passed=[WHOLE]), Outcome(merges=1, passed=[WHOLE])))
        self.assertIn("not tried", verdict(Outcome(broken="the build ends with 1"), Outcome()))


class ReadingTest(unittest.TestCase):
    def test_each_format_finds_what_passed(self):
        for name, said, names in (
            ("automake", "PASS: t1\nFAIL: t2\nXFAIL: t3\nXPASS: t4\n", ["t1", "t3"]),
            ("cargo", "running 3 tests\ntest a::b ... ok\ntest a::c ... FAILED\ntest a::b ... ok\n", ["a::b", "a::b (2)"]),
            ("ctest", " 1/12 Test  #1: one ....   Passed    0.01 sec\n 2/12 Test  #2: two ....***Failed   0.0 sec\n", ["one"]),
        ):
            self.assertEqual(names, suites.passed(replace(SUITE, passed=name), said), name)

    def test_tests_without_names_are_counted(self):
        self.assertEqual(["one of s", "one of s (2)"], suites.passed(replace(SUITE, passed=r"(?P<count>\d+) passed"), "2 passed"))

    def test_unsteady_tests_do_not_count(self):
        self.assertEqual(["b"], suites.passed(replace(SUITE, unsteady=("^a",)), "PASS: a1\nPASS: b\n"))

    def test_merges_and_errors_are_read_from_the_log(self):
        self.assertEqual(["4"], suites.MERGES.findall(f"{LOG}\nfmerge: info: 4 merges among 3 functions save an estimated 74 bytes\n"))
        self.assertEqual(["fmerge: error: x"], suites.ERRORS.findall("fmerge: info: y\nfmerge: error: x\n"))

    def test_the_data_loads(self):
        known, settings = suites.load()
        self.assertGreater(len(known), 20)
        for suite in known.values():
            re.compile(suite.pattern)
            self.assertLessEqual(set(suite.settings), set(settings), suite.name)


class RunnerTest(unittest.TestCase):
    """Suites of shell commands, in place of a compiler that merges."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        (self.folder / "unpacked").mkdir()
        self.runner = Runner(Path("none"), Path("none"), self.folder)

    def compare(self, build="true", test="true"):
        """Both outcomes and the verdict of a suite that logs a merge where something is merged."""
        log = f'if [ "$SUITES_PIPELINE" != none ]; then echo "{LOG}" >"$FMERGE_LOG_FILE"; fi'
        suite = replace(SUITE, build=f"{log}; {build}", test=test)
        with mock.patch.object(Runner, "sources", lambda *_: self.folder / "unpacked"):
            return self.runner.compare(suite, Setting("force", pipeline="fmerge<force>"), keep=False)

    def test_a_good_suite_leaves_nothing(self):
        plain, merged, wrong = self.compare(test="echo PASS: a")
        self.assertEqual(("", 0, 4, ["a", WHOLE]), (wrong, plain.merges, merged.merges, merged.passed))
        self.assertEqual([], list((self.folder / "work").iterdir()))

    def test_a_test_that_fails_merged_is_found_and_kept(self):
        _, _, wrong = self.compare(test='[ "$SUITES_PIPELINE" != none ] || echo PASS: a')
        self.assertIn("1 tests fail merged: a", wrong)
        self.assertTrue((self.folder / "work/s-force/reproduce.sh").is_file())

    def test_a_test_that_passes_the_second_time_is_good(self):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertEqual("", self.compare(test='[ "$SUITES_PIPELINE" != none ] && [ ! -e n ] && { touch n; exit 1; }; echo PASS: a')[2])
        self.assertIn("failed at first", said.getvalue())

    def test_where_it_was_built_is_no_difference(self):
        self.assertEqual("", self.compare(test="echo PASS: $PWD/a")[2])

    def test_a_merged_build_that_breaks_is_found(self):
        self.assertIn("ends with 3", self.compare('[ "$SUITES_PIPELINE" = none ] || exit 3', "echo PASS: a")[2])

    def test_the_unmerged_outcome_is_kept(self):
        counted = f"echo x >>{self.folder}/count; echo PASS: a"
        self.compare(test=counted), self.compare(test=counted)
        self.assertEqual(3, len((self.folder / "count").read_text().split()))


if __name__ == "__main__":
    unittest.main()
