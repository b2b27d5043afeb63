"""Tests of `bench/targets.py`."""

import unittest

import targets


class TargetsTest(unittest.TestCase):
    def test_changes_are_against_the_program_without_a_plugin_and_sums_are_of_bytes(self):
        row = {"target": "aarch64", "program": "lua", "plain": 1000, "plugins": {"before": 990, "now": 900}}
        other = {"target": "aarch64", "program": "zstd", "plain": 3000, "plugins": {"before": 3000, "now": 3100}}
        self.assertEqual(["aarch64", "lua", "1,000", "−1.00", "−10.00"], targets.cells(row))
        page = targets.document([row, other], "Some notes.")
        self.assertIn("| target | program | bytes | before | now |", page)
        self.assertIn("| aarch64 | all | 4,000 | −0.25 | +0.00 |", page)
        self.assertIn("Some notes.", page)


if __name__ == "__main__":
    unittest.main()
