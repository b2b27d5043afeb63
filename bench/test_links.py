"""Tests of `bench/links.py`."""

import unittest

import links
from links import Took


class LinksTest(unittest.TestCase):
    def test_ratios_are_of_pairs_and_steps_are_told_apart(self):
        pairs = [
            (Took(1.0, 3.0, 4.0), Took(2.0, 2.0, 3.0)),
            (Took(1.0, 3.0, 4.0), Took(2.0, 1.0, 4.0)),
            (Took(2.0, 6.0, 8.0), Took(4.0, 5.0, 8.0)),
        ]
        row = links.row("lua", 1234, pairs)
        self.assertEqual(["lua", "1,234", "4.0", "+1.0", "-1.0", "1.000", "1.000"], links.cells(row))

    def test_the_document_has_a_row_for_each_program_and_the_mean(self):
        rows = [links.row(name, 7, [(Took(1.0, 1.0, 1.0), Took(1.0, 3.0, 4.0))]) for name in ("a", "b")]
        text = links.document(rows, 1, 1)
        self.assertIn("| a | 7 | 2.0 | +0.0 | +2.0 | 2.000 | 4.000 |\n", text)
        self.assertIn("| geometric mean |  |  |  |  | 2.000 | 4.000 |\n", text)
        self.assertIn("one thread", text)


if __name__ == "__main__":
    unittest.main()
