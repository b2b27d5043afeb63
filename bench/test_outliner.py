"""Tests of `bench/outliner.py`."""

import unittest

import outliner


class OutlinerTest(unittest.TestCase):
    def test_changes_are_against_what_llvm_does_by_itself(self):
        row = {"target": "aarch64", "program": "lua", "unmerged": {"never": 1030, "default": 1000, "always": 990}, "merged": {"never": 900, "default": 880, "always": 850}}
        self.assertEqual(["aarch64", "lua", "+3.0", "−1.0", "−10.0", "−15.0"], outliner.cells(row))
        self.assertIn("| aarch64 | lua | +3.0 |", outliner.document([row]))


if __name__ == "__main__":
    unittest.main()
