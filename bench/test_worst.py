"""Tests of `bench/worst.py` and of the shapes that it measures."""

import tempfile
import unittest
from pathlib import Path

import worst
from fmbench import shapes
from fmtools import tools


class WorstTest(unittest.TestCase):
    def row(self, quarter, more, memory=0):
        return worst.Row("chain", 10_000, "functions", 0.5, quarter, more, memory, 3)

    def test_growth_is_an_exponent(self):
        self.assertAlmostEqual(1, self.row(1.0, 4.0).exponent)
        self.assertAlmostEqual(2, self.row(1.0, 16.0).exponent)
        self.assertIsNone(self.row(0.01, 0.9).exponent)
        self.assertIn("2.0", self.row(1.0, 16.0).cells())

    def test_what_grows_steeply_or_is_long_or_large_is_too_much(self):
        self.assertFalse(self.row(1.0, 5.6).is_too_much)
        self.assertTrue(self.row(1.0, 9.0).is_too_much)
        self.assertTrue(self.row(50.0, 61.0).is_too_much)
        self.assertTrue(self.row(1.0, 2.0, 2**30).is_too_much)
        self.assertFalse(self.row(0.01, 0.4).is_too_much)

    def test_the_document_has_a_row_for_each_shape(self):
        text = worst.document([self.row(1.0, 4.0), self.row(0.1, 0.2)], "fmerge", 2)
        self.assertIn("| chain | 10,000 | functions | 0.50 | 1.00 | 4.00 | 1.0 | 0 | 3 |\n| chain", text)

    def test_each_shape_is_valid_and_grows_with_its_size(self):
        with tempfile.TemporaryDirectory() as folder:
            for shape in shapes.SHAPES:
                small, large = shape.make(8), shape.make(40)
                self.assertLessEqual(len(small), len(large), shape.name)
                source = Path(folder) / f"{shape.name}.ll"
                source.write_text(large)
                tools.check([tools.llvm("opt"), "-passes=verify", "-disable-output", source])


if __name__ == "__main__":
    unittest.main()
