"""Tests of what `bench/separate.py` reads and writes."""

import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parent))

import separate
from fmbench import separate_document, units
from fmtools import tools

ROW = {
    "program": "p", "kind": "auto", "failure": "", "objects": 60,
    "bytes": {"lld": 9000, "bfd": 11000}, "change": {"lld": -10.0, "bfd": 10.0},
    "instructions": [0.5, 1.25], "made": 40, "left": 10, "alone": 3,
}
ROWS_PROGRAM = SimpleNamespace(name="p")
DATA = {"version": 1, "programs": {"p": {"rows": [ROW], "versions": {"clang": "22"}}}}


class Documents(unittest.TestCase):
    def test_a_row_shows_sizes_changes_and_the_share_of_bodies_alone(self):
        text = separate_document.markdown(DATA)
        self.assertIn("| p | 60 | auto | 9,000 | -10.00 | 11,000 | +10.00 | +0.50 | +1.25 | 40 | 10 | 3 | 7.5 |", text)
        self.assertIn("- clang: 22\n", text)

    def test_a_failure_is_in_the_line_and_in_the_document(self):
        row = {"program": "p", "kind": "icf", "failure": "exit status 1 from: cc"}
        data = {"version": 1, "programs": {"p": {"rows": [row], "versions": {}}}}
        self.assertIn("**failed: exit status 1 from: cc**", separate_document.markdown(data))
        self.assertIn("FAILED: exit status 1", separate_document.line(row, ["lld"]))

    def test_versions_that_differ_name_their_programs(self):
        other = {"rows": [], "versions": {"clang": "23"}}
        text = separate_document.markdown({"version": 1, "programs": DATA["programs"] | {"q": other}})
        self.assertIn("- clang: 22 (p)\n- clang: 23 (q)\n", text)

    def test_results_of_another_version_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.json"
            path.write_text('{"version": 0}')
            with self.assertRaisesRegex(tools.Problem, "version 0, not 1"):
                separate_document.write(Path(folder) / "out.md", path)


class Units(unittest.TestCase):
    def test_modules_are_told_from_objects(self):
        with tempfile.TemporaryDirectory() as folder:
            module, other = Path(folder) / "m.o", Path(folder) / "o.o"
            module.write_bytes(b"BC\xc0\xde rest")
            other.write_bytes(b"\x7fELF rest")
            self.assertEqual([units.is_bitcode(path) for path in (module, other)], [True, False])


class CommandLine(unittest.TestCase):
    def test_a_summary_of_something_else_has_a_name_and_is_there(self):
        for text in ("x", "x=", "=", "x=/no/such/file"):
            with self.assertRaises(SystemExit):
                separate.parsed(["zstd", "--summary", text])
        arguments = separate.parsed(["zstd", "--summary", f"x={__file__}"])
        self.assertEqual(separate.label(ROWS_PROGRAM, arguments), "p by x")

    def test_the_baseline_comes_first(self):
        for kinds in ("auto", "auto,none", "none,other"):
            with self.assertRaises(SystemExit):
                separate.parsed(["zstd", "--kinds", kinds])
        self.assertEqual(separate.parsed(["zstd", "--kinds", "none,auto"]).kinds, ["none", "auto"])

    def test_a_document_is_of_results(self):
        with self.assertRaises(SystemExit):
            separate.parsed(["--document", "x.md"])


if __name__ == "__main__":
    unittest.main()
