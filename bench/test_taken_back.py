"""Tests of `bench/taken_back.py`."""

import unittest

import taken_back


def merge(saved, estimated, others=0):
    return {"kind": "similar", "functions": ["a", "b"], "estimated": estimated, "saved": saved, "others": others}


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

    def test_merges_are_numbered_as_they_were_made(self):
        report = {
            "groups": [{"number": 1, "kind": "identical", "originals": ["a", "b"], "gain": 5}, {"number": 3, "kind": "constants", "originals": ["e", "f"], "gain": 2}],
            "merged": [{"number": 2, "members": [{"name": "c"}, {"name": "d"}], "gain": 7}],
        }
        self.assertEqual([["a", "b"], ["c", "d"], ["e", "f"]], [merge["functions"] for merge in taken_back.numbered(report)])

    def test_a_loser_costs_more_than_sixteen_bytes(self):
        row = {"merges": 9, "sample": [merge(100, 90), merge(-16, 30), merge(-17, 20, others=1)]}
        self.assertEqual(["lua", "9", "3", "67", "140", "0.99", "33 %", "1", "17", "1"], taken_back.cells("lua", row))
        self.assertIn("| all | 9 | 3 |", taken_back.document({"lua": row}))


if __name__ == "__main__":
    unittest.main()
