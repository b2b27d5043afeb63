"""Tests of `bench/growth.py`."""

import unittest

import growth


class GrowthTest(unittest.TestCase):
    def test_what_is_ours_is_the_difference_of_pairs(self):
        plain, merged = {"seconds": 1.0, "bytes": 2**20}, {"seconds": 1.5, "bytes": 3 * 2**20}
        slower = {"seconds": 9.0, "bytes": 3 * 2**20}
        row = growth.row("lua", 1000, [(plain, merged), (plain, merged), (plain, slower)])
        self.assertEqual(["lua", "1,000", "1.0", "0.5", "2", "0.50", "2.1"], growth.cells(row))

    def test_the_document_has_a_row_for_each_module(self):
        run = {"seconds": 1.0, "bytes": 0}
        text = growth.document([growth.row(name, 10, [(run, run)]) for name in ("a", "b")], 1)
        self.assertIn("| a | 10 | 1.0 | 0.0 | 0 | 0.00 | 0.0 |\n| b |", text)


if __name__ == "__main__":
    unittest.main()
