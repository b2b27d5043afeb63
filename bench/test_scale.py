"""Tests of `bench/scale.py` and of the modules that it makes."""

import os
import tempfile
import unittest
from pathlib import Path

import scale
from fmbench import families
from fmtools import tools


class ScaleTest(unittest.TestCase):
    def row(self, functions, processor, seconds=1.0, memory=0):
        return scale.Row(functions, 1, 1, 2, 1, seconds, processor, memory)

    def test_what_is_long_or_large_or_grows_is_too_much(self):
        self.assertFalse(scale.too_much([self.row(1000, 1.0), self.row(10_000, 11.0)]))
        self.assertTrue(scale.too_much([self.row(1000, 1.0), self.row(10_000, 13.0)]))
        self.assertTrue(scale.too_much([self.row(1000, 1.0, seconds=601)]))
        self.assertTrue(scale.too_much([self.row(1000, 1.0, memory=9 * 2**30)]))

    def test_functions_of_a_family_are_similar_wherever_they_are(self):
        modules = [families.module(number, 4, 3) for number in range(2)]
        self.assertEqual(modules[0], families.module(0, 4, 3))
        shapes = ["".join(one if not one.isdigit() else "" for one in body) for text in modules for body in text.split("define ")[1:]]
        self.assertEqual(shapes[3], shapes[4])
        self.assertNotEqual(shapes[2], shapes[3])
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "one.ll"
            source.write_text(modules[1])
            tools.check([tools.llvm("opt"), "-passes=verify", "-disable-output", source])

    def test_memory_is_that_of_all_processes(self):
        self.assertGreater(scale.memory_of(os.getpid()), 2**20)


if __name__ == "__main__":
    unittest.main()
