"""Tests that a planted fault is a fault."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from fmbench import planting
from fmtools import tools

MODULE = """\
define i32 @"a b"(i32 %x, i32 %y) {
  %s = add i32 %x, %y
  %d = sub nsw i32 %s, 7
  %e = sub i32 %d, %x
  ret i32 %e
}

define i1 @c(i32 %x) {
  %d = icmp slt i32 %x, 3
  ret i1 %d
}
"""


class Planting(unittest.TestCase):
    def test_one_instruction_of_each_body_changes_and_nothing_else(self):
        text, count = planting.swapped(MODULE, {"a b"})
        self.assertEqual((text, count), (MODULE.replace("%s, 7", "7, %s"), 1))

    def test_comparisons_count(self):
        self.assertIn("icmp slt i32 3, %x", planting.swapped(MODULE, {"c"})[0])

    def test_constants_of_several_words_are_moved_whole_or_left(self):
        """ripgrep's compares of vectors came out as no module, which looked like a fault that nobody noticed."""
        splat = "define void @s(<2 x i8> %x) {\n  %d = icmp sgt <2 x i8> splat (i8 -1), %x\n  ret void\n}\n"
        pointer = "define void @s(i64 %x) {\n  %d = sub i64 ptrtoint (ptr @s to i64), %x, !annotation !0\n  ret void\n}\n"
        self.assertIn("<2 x i8> %x, splat (i8 -1)\n", planting.swapped(splat, {"s"})[0])
        self.assertEqual(planting.swapped(pointer, {"s"}), (pointer, 0))

    def test_what_came_out_is_a_module(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.ll").write_text(MODULE)
            self.assertEqual(planting.plant(Path(folder) / "a.ll", ["a b", "c"], Path(folder) / "b.bc"), 2)

    def test_nothing_to_swap_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.ll").write_text(MODULE)
            with self.assertRaisesRegex(tools.Problem, "no merged body"):
                planting.plant(Path(folder) / "a.ll", ["elsewhere"], Path(folder) / "b.bc")


if __name__ == "__main__":
    unittest.main()
