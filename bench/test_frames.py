"""Tests of what `bench/frames.py` compares, and how it shows that."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import frames
from fmtools.frames import Body, Compared

REMARKS = """--- !Analysis
Pass:            prologepilog
Name:            StackSize
Function:        plain
Args:
  - NumStackBytes:   '40'
  - String:          ' stack bytes in function '''
...
--- !Missed
Pass:            prologepilog
Name:            Other
Function:        plain
Args:
  - NumStackBytes:   '99'
...
--- !Analysis
Pass:            prologepilog
Name:            StackSize
DebugLoc:        { File: 'a.c', Line: 1,
                   Column: 0 }
Function:        '$quoted'
Args:
  - NumStackBytes:   '0'
...
"""


def pair(left, right, merged):
    return {"members": [{"name": left}, {"name": right}], "merged": merged}


def group(kind, originals, merged):
    return {"kind": kind, "originals": originals, "merged": merged}


def compared(merged, groups, before, after):
    return frames.Merges({"merged": merged, "groups": groups}).compare(before, after)


class Remarks(unittest.TestCase):
    def test_frames_have_the_return_address(self):
        self.assertEqual(frames.frames_in(REMARKS), {"plain": 48, "$quoted": 8})


class Originals(unittest.TestCase):
    def test_chains_lead_to_the_first_originals(self):
        merges = [pair("a.m", "c.g", "d"), pair("a", "b", "a.m")]
        groups = [group("constants", ["c", "e"], "c.g")]
        found = compared(merges, groups, {"a": 8, "b": 24, "c": 40, "e": 16}, {"d": 48, "b": 16, "e": 8})
        [body] = found.bodies
        self.assertEqual((body.name, set(body.originals), body.largest, body.frame), ("d", {"a", "b", "c", "e"}, 40, 48))
        self.assertEqual((found.gone, found.unknown, found.thunks), ([], [], ["b"]))

    def test_bodies_of_equal_functions_count_only_in_other_merges(self):
        equal = [group("identical", ["a", "b"], "a")]
        before = {"a": 8, "b": 8, "c": 8}
        self.assertEqual(compared([], equal, before, {"a": 8}).bodies, [])
        [body] = compared([pair("a", "c", "a.m")], equal, before, {"a.m": 16, "a": 8}).bodies
        self.assertEqual((body.name, set(body.originals)), ("a.m", {"a", "b", "c"}))

    def test_what_is_missing_is_counted(self):
        found = compared([pair("a", "b", "m"), pair("c", "d", "n"), pair("e", "f", "o")], [], {"a": 8, "c": 8}, {"m": 8, "o": 8})
        self.assertEqual([body.name for body in found.bodies], ["m"])
        self.assertEqual((found.gone, found.unknown), (["n"], ["b", "d", "e", "f"]))


class Figures(unittest.TestCase):
    def row(self, sizes):
        bodies = [Body(f"m{n}", after, {"x": 1, "y": before}) for n, (before, after) in enumerate(sizes)]
        return frames.row_of("p", frames.DEFAULT, Compared(bodies), {"y": 100}, {"m": 50})

    def test_within_is_a_tenth_and_some_bytes(self):
        self.assertEqual(self.row([(100, 126), (100, 127), (8, 24), (8, 32)])["within"], 2)

    def test_percentiles_and_the_worst(self):
        row = self.row([(100, 100)] * 19 + [(100, 300)])
        self.assertEqual((row["median"], row["percentile_95"], row["worst"]["ratio"], row["worst"]["merged"]), (1, 1, 3, "m19"))
        self.assertEqual(self.row([(8, 40), (1000, 1100)])["growth"]["merged"], "m1")
        self.assertEqual((row["largest_originals"], row["merged"]), (2000, 2200))

    def test_a_document_has_a_table_for_each_pass(self):
        first, second = self.row([(1000, 2000)]), self.row([]) | {"passes": "f3m<force;report={report}>", "unknown": 2}
        text = frames.document([second, first])
        self.assertLess(text.index("## `fmerge`\n"), text.index("## `f3m<force>`\n"))
        self.assertIn("| p | 1 | 0 (0.0 %) | 2.00 | 2.00 | 2.00 | 1,000 | 1,000 | 2,000 | 100 | 50 | 0 |\n", text)
        self.assertIn("- p: the worst is `m0`, 2,000 bytes for the 1,000 of `y`.\n", text)
        self.assertIn("- p: nothing was compared; 2 originals were not in the code without merging.\n", text)


if __name__ == "__main__":
    unittest.main()
