"""Tests of `bench/rebuilds.py`."""

import unittest

import rebuilds


def run(seconds, attempts=0, known=0):
    return {"seconds": seconds, "attempts": attempts, "known": known}


RUNS = {
    "read": run(1.0),
    "plain": run(3.0),
    "empty": run(3.2),
    "same": run(1.5),
    "read changed": run(2.0),
    "changed": run(3.0, attempts=10, known=30),
    "plain changed": run(6.0),
    "bytes": 12_300,
}


class RebuildsTest(unittest.TestCase):
    def test_what_is_ours_is_what_reading_and_writing_does_not_take(self):
        row = {"program": "lua", "functions": 1000, **rebuilds.row([RUNS])}
        self.assertEqual(["lua", "1,000", "2.00", "1.10", "0.25", "0.25", "75%", "12"], rebuilds.cells(row))

    def test_the_document_has_a_row_for_each_program_and_their_mean(self):
        rows = [{"program": name, "functions": 10, **rebuilds.row([RUNS])} for name in ("a", "b")]
        text = rebuilds.document(rows, 1)
        self.assertIn("| b | 10 | 2.00 | 1.10 | 0.25 | 0.25 | 75% | 12 |\n| geometric mean |  |  | 1.10 | 0.25 | 0.25 |", text)


if __name__ == "__main__":
    unittest.main()
