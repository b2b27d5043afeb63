"""Tests of `bench/taken_back.py`."""

import unittest

import taken_back
from fmbench import scatter


def merge(saved, estimated, with_it=0):
    return {"kind": "similar", "functions": ["a", "b"], "estimated": estimated, "saved": saved, "with_it": with_it}


class TakenBackTest(unittest.TestCase):
    def test_one_merge_is_left_out(self):
        self.assertEqual("2-4294967296", taken_back.all_but(1))
        self.assertEqual("1-1:3-4294967296", taken_back.all_but(2))

    def test_a_sample_is_the_same_on_every_run_and_all_of_few(self):
        self.assertEqual([1, 2, 3], taken_back.sampled("lua", 3, 3))
        sample = taken_back.sampled("zstd", 1000, 50)
        self.assertEqual(sample, taken_back.sampled("zstd", 1000, 50))
        self.assertEqual(50, len(set(sample)))
        self.assertTrue(1 <= min(sample) and max(sample) <= 1000)
        self.assertLess(set(sample), set(taken_back.sampled("zstd", 1000, 60)))

    def test_merges_are_numbered_as_they_were_made(self):
        report = {
            "groups": [{"number": 1, "kind": "identical", "originals": ["a", "b"], "gain": 5}, {"number": 3, "kind": "constants", "originals": ["e", "f"], "gain": 2}],
            "merged": [{"number": 2, "members": [{"name": "c"}, {"name": "d"}], "gain": 7}],
        }
        self.assertEqual([["a", "b"], ["c", "d"], ["e", "f"]], [merge["functions"] for merge in taken_back.numbered(report)])
        lacking = taken_back.lacking(report, 2)
        self.assertEqual([["a", "b"], ["e", "f"]], [merge["functions"] for merge in taken_back.numbered(lacking)])
        self.assertEqual(3, len(taken_back.numbered(report)))

    def test_a_loser_costs_more_than_sixteen_bytes(self):
        row = {"merges": 9, "sample": [merge(100, 90), merge(-16, 30), merge(-17, 20, with_it=3)]}
        self.assertEqual(["x86-64", "lua", "9", "3", "67", "140", "0.99", "33 %", "1", "17", "1.0"], taken_back.cells("x86-64", "lua", row))
        self.assertIn("| x86-64 | all | 9 | 3 |", taken_back.document({"x86-64 lua": row}))

    def test_the_padding_of_one_unwind_row_has_no_sign(self):
        row = {"merges": 4, "sample": [merge(100, 90), merge(0, 30), merge(-4, 20), merge(-5, 20)]}
        self.assertEqual("75 %", taken_back.cells("x86-64", "lua", row)[7])

    def test_programs_of_each_target_are_added_up_apart(self):
        rows = {"x86-64 lua": {"merges": 2, "sample": [merge(1, 1)]}, "thumb2 lua": {"merges": 3, "sample": []}, "x86-64 zstd": {"merges": 4, "sample": [merge(2, 2)]}}
        self.assertEqual([["x86-64", "all", "6", "2"], ["thumb2", "all", "3", "0"]], [row[:4] for row in taken_back._sums(rows)])

    def test_the_picture_has_a_point_for_each_merge(self):
        rows = {"x86-64 lua": {"merges": 2, "sample": [merge(100, 90), merge(-16, 30)]}, "aarch64 lua": {"merges": 1, "sample": [merge(0, 0)]}}
        drawn = taken_back.picture(rows)
        self.assertEqual(3, drawn.count("<title>"))
        self.assertIn("x86-64: 2</text>", drawn)

    def test_axes_are_linear_near_zero_and_logarithmic_beyond(self):
        self.assertEqual([0, 0.5, 1, 2, -3], [scatter.scaled(value) for value in (0, 5, 10, 100, -1000)])
        self.assertEqual([-100, -10, 0, 10, 100], scatter.steps(999))


if __name__ == "__main__":
    unittest.main()
