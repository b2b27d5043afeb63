"""Tests of data files, sources, cache and tools."""

import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))

from fmbench import compiling, configuration, store, workload
from fmtools import tools

MINIMAL = """
why = "it is small"
[source]
crate = "c"
[build]
language = "c"
[run]
timeout = 1
"""


class Cache(unittest.TestCase):
    def test_one_identity_is_made_once(self):
        made = []
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(store, "CACHE", Path(folder)):
            paths = [store.cached("x", ["a"], made.append) for _ in range(2)]
            self.assertEqual((len(made), paths[0]), (1, paths[1]))
            self.assertNotEqual(store.cached("x", ["b"], made.append), paths[0])


class Workloads(unittest.TestCase):
    def test_every_workload_loads_and_has_what_it_names(self):
        self.assertGreaterEqual(len(workload.names()), 7)
        for name in workload.names():
            loaded = workload.load(name)
            self.assertTrue(loaded.why and loaded.expected_path.is_file(), name)
            self.assertTrue(not loaded.build.driver or loaded.driver_path.is_file(), name)
            for path in loaded.run.inputs:
                self.assertTrue(path.startswith("source:") or (workload.DRIVERS / path).exists(), f"{name}: {path}")

    def test_three_are_quick(self):
        self.assertEqual(sum(workload.load(name).quick for name in workload.names()), 3)

    def test_an_unknown_one_is_an_error(self):
        with self.assertRaisesRegex(tools.Problem, "there are"):
            workload.load("unheard-of")

    def test_what_is_missing_or_misspelt_is_an_error(self):
        self.assertEqual(workload.parse("x", MINIMAL).source.crate, "c")
        for wrong in (
            MINIMAL.replace('crate = "c"', ""),
            MINIMAL.replace('crate = "c"', 'debian = "d"'),
            MINIMAL.replace('crate = "c"', 'crate = "c"\nversion = "1"'),
            MINIMAL.replace("timeout", "tiemout"),
            MINIMAL.replace("why", "wyh"),
        ):
            with self.assertRaises(TypeError):
                workload.parse("x", wrong)

    def test_embedded_files_become_numbers(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.txt").write_bytes(b"A\n\xff")
            text = compiling.embedded('x = {\n#embed "a.txt"\n, 0};', Path(folder))
            self.assertEqual(text, "x = {\n65,10,255\n, 0};")


class Configurations(unittest.TestCase):
    def test_bases_come_first_and_once(self):
        names = [one.name for one in configuration.chosen("separate-global,f3m,none")]
        self.assertEqual(names, ["separate-none", "none", "separate-global", "f3m"])

    def test_the_lists_are_not_empty(self):
        for name in ("quick", "default"):
            self.assertGreater(len(configuration.chosen(name)), 3)

    def test_an_unknown_one_is_an_error(self):
        with self.assertRaisesRegex(tools.Problem, "no configuration is named"):
            configuration.chosen("no-such")

    def test_a_misspelt_field_is_an_error(self):
        for wrong in ({"erly": "x"}, {"on": "objects"}):
            with self.assertRaises(tools.Problem):
                configuration.make("x", wrong)

    def test_our_passes_are_known_with_and_without_options(self):
        for ours in ("f3m", "f3m<explore=4>", "mergefunc,identical", "function(sroa),gfm<a;b=c,d>"):
            self.assertTrue(configuration.is_ours(ours), ours)
        for other in ("", "mergefunc", "iroutliner,verify"):
            self.assertFalse(configuration.is_ours(other), other)


if __name__ == "__main__":
    unittest.main()
