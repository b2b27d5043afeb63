"""Tests of expected outputs: they come from plain builds that agree, and what differs is noticed and not overwritten."""

import contextlib
import io
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))

from fmbench import build, cli, program, workload
from fmbench.test_support import PROGRAM
from fmtools import tools


class Blessing(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.enterContext(mock.patch.object(workload, "BENCH", self.folder))
        self.enterContext(mock.patch.object(build, "reference", lambda one, gcc=False: "gcc" if gcc else "clang"))
        self.expected = self.folder / "expected" / "p.expected"

    def bless(self, check, one=PROGRAM, **printed):
        with mock.patch.object(program, "execute", lambda _, path: printed[path]), mock.patch.object(
            cli, "chosen", lambda _: [one]
        ), contextlib.redirect_stdout(io.StringIO()) as text:
            status = cli.bless(SimpleNamespace(check=check))
        return status, text.getvalue()

    def test_what_both_compilers_print_is_written_and_then_found_equal(self):
        self.assertEqual(self.bless(False, clang=b"a\n", gcc=b"a\n"), (0, "p: 2 bytes expected\n"))
        self.assertEqual(self.expected.read_bytes(), b"a\n")
        self.assertEqual(self.bless(True, clang=b"a\n", gcc=b"a\n"), (0, "p: as plain builds print it\n"))

    def test_compilers_that_disagree_are_an_error_and_nothing_is_written(self):
        for check in (False, True):
            with self.assertRaisesRegex(tools.Problem, "p: plain builds disagree: line 1: expected 'a', printed 'b'"):
                self.bless(check, clang=b"a\n", gcc=b"b\n")
        self.assertFalse(self.expected.exists())

    def test_a_check_notices_a_difference_and_writes_nothing(self):
        self.bless(False, clang=b"a\n", gcc=b"a\n")
        status, text = self.bless(True, clang=b"b\n", gcc=b"b\n")
        self.assertEqual((status, text), (1, "p: a plain build prints something else: line 1: expected 'a', printed 'b'\n"))
        self.assertEqual(self.expected.read_bytes(), b"a\n")

    def test_a_missing_file_is_an_error(self):
        with self.assertRaisesRegex(tools.Problem, "p has no expected output; run bench/run.py bless --only p"):
            self.bless(True, clang=b"a\n", gcc=b"a\n")

    def test_other_languages_are_built_by_one_compiler(self):
        one = replace(PROGRAM, build=replace(PROGRAM.build, language="c++"))
        self.assertEqual(self.bless(False, one, clang=b"a\n"), (0, "p: 2 bytes expected\n"))


if __name__ == "__main__":
    unittest.main()
