"""Tests of `bench/merge_times.py`."""

import unittest
from collections import Counter

import merge_times

# `f` executes 3 + 2 itself and calls `g` twice; `g` calls itself once.
CALLGRIND = """events: Ir
fn=(1) f
10 3
cfn=(2) g
calls=2 20
10 14
+1 2
fn=(2)
20 6
cfn=(3) g'2
calls=1 20
* 1
fn=(3)
20 1
totals: 12
"""


class MergeTimesTest(unittest.TestCase):
    def test_what_callees_execute_is_not_counted_twice(self):
        own, calls = merge_times.by_function(CALLGRIND.splitlines())
        self.assertEqual({"f": 5, "g": 7}, dict(own))
        self.assertEqual({"g": 3}, dict(calls))

    def test_merges_of_merged_functions_count_with_what_they_came_to_be(self):
        def merge(merged, gain, **members):
            return {"merged": merged, "gain": gain, "members": [{"name": name, "executed": added} for name, added in members.items()]}

        merges = [merge("ab", 10, a=20, b=30), merge("abc", 5, ab=10, c=0), merge("de", 7, d=0, e=0)]
        own = Counter(a=100, b=50, c=0, other=850)
        before = {"run": (own, Counter(a=10, b=5))}
        after = {"run": (Counter(abc=180, other=850), Counter())}
        abc, de = merge_times.costs(merges, before, after)
        self.assertEqual(("abc", 3, 15), (abc["merged"], abc["members"], abc["gain"]))
        self.assertAlmostEqual(3.0, abc["mean"])
        # Three instructions more for each of ten calls of `a`, and four for each of five of `b`.
        self.assertAlmostEqual(5.0, abc["estimated"])
        self.assertEqual((7, 0), (de["gain"], de["worst"]))
        self.assertEqual(2, len(list(merge_times.lines("p", [abc, de], 0.5))))


if __name__ == "__main__":
    unittest.main()
