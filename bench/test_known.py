"""Tests of failures that are LLVM's: they are named, they are excused only as they are known, and never for passes of ours."""

import contextlib
import io
import sys
import unittest
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))

from fmbench import cli, build, configuration, document, known, plan, results, session, table, workload
from fmbench.test_support import PROGRAM, job, sample
from fmtools import tools

SAID = workload.Broken(shows="signal 6", why="it loses an operand")

DIED = sample(900) | {"failures": ["the program was ended by signal 6"]}


def rows_of(taken, again=None, level="Oz", said=SAID):
    """Results of a base and one configuration that is said to be broken at -Oz."""
    base = replace(job("none"), variant=build.Variant(level))
    broken = replace(base, configuration=job("iroutliner").configuration, workload=replace(PROGRAM, broken={"iroutliner": said}))
    tasks = [(base, sample(1000)), (broken, taken)] + ([(replace(broken, repetition=1), again)] if again else [])
    return results.document([(session.Task(one), found) for one, found in tasks], [base.configuration, broken.configuration], {})


def concluded(data):
    """Exit status and last lines of a run."""
    arguments = SimpleNamespace(json=None, svg=None, format="plain")
    with contextlib.redirect_stdout(io.StringIO()) as text:
        status = cli.conclude(data, arguments)
    return status, text.getvalue()


class Excused(unittest.TestCase):
    def test_a_known_failure_is_red_counted_and_named_and_the_run_is_good(self):
        data = rows_of(DIED)
        status, text = concluded(data)
        self.assertEqual(status, 0)
        self.assertIn("FAILED: iroutliner", text)
        self.assertTrue(text.endswith("1 row failed as known: p, iroutliner (it loses an operand)\n2 rows, all others good\n"), text)

    def test_the_document_says_why(self):
        text = document.markdown(rows_of(DIED), "x.svg", "time.svg")
        self.assertIn("**failed**", text)
        self.assertIn("LLVM's pass breaks p, iroutliner: it loses an operand.", text)

    def test_other_rows_that_fail_are_not_excused(self):
        data = rows_of(DIED)
        data["rows"][0]["failures"] = ["the program was ended by signal 6"]
        status, text = concluded(data)
        self.assertEqual(status, 1)
        self.assertIn("FAILED: p, none: the program was ended by signal 6\n1 row failed as known", text)
        self.assertTrue(text.endswith("2 rows, 1 failed\n"), text)

    def test_a_row_that_fails_otherwise_than_known_is_not_excused(self):
        for otherwise in ({"failures": ["signal 11"]}, {"failures": ["signal 6", "signal 11"]}):
            self.assertEqual(concluded(rows_of(sample(900) | otherwise))[0], 1, otherwise)

    def test_a_failure_while_times_are_taken_is_not_excused(self):
        self.assertEqual(concluded(rows_of(DIED, again=sample(900)))[0], 0)
        self.assertEqual(concluded(rows_of(DIED, again=sample(900, modules="other")))[0], 1)

    def test_results_without_the_field_excuse_nothing(self):
        data = rows_of(DIED)
        data["rows"][1].pop("known")
        self.assertEqual([row["configuration"] for row in results.failed(data)], ["iroutliner"])
        self.assertEqual(list(document.broken(data)), [])


class Unexpected(unittest.TestCase):
    def test_a_row_that_should_fail_and_does_not_makes_the_run_fail(self):
        status, text = concluded(rows_of(sample(900)))
        self.assertEqual(status, 1)
        self.assertIn("FAILED: p, iroutliner: nothing went wrong, but the data file says that it does: take this variant, or all of [broken.iroutliner], out of bench/workloads/p.toml", text)
        self.assertTrue(text.endswith("2 rows, 1 failed\n"), text)

    def test_it_is_never_taken_for_the_known_failure(self):
        data = rows_of(sample(900), said=replace(SAID, shows="went wrong"))
        self.assertEqual(len(results.failed(data)), 1)
        self.assertNotIn("as known", table.ending(data))

    def test_other_variants_must_run(self):
        self.assertEqual(concluded(rows_of(sample(900), level="Os"))[0], 0)
        self.assertEqual(concluded(rows_of(DIED, level="Os"))[0], 1)


class DataFiles(unittest.TestCase):
    def load(self, name, said=SAID):
        with mock.patch.object(workload, "load", return_value=replace(PROGRAM, broken={name: said})):
            return known.load("p")

    def test_only_configurations_of_llvm_alone_may_be_broken(self):
        self.assertEqual(set(self.load("mergefunc-early").broken), {"mergefunc-early"})
        for name, one in configuration.configurations().items():
            if one.ours:
                with self.assertRaisesRegex(tools.Problem, r"p\.toml, \[broken\..*\]: passes of ours run in"):
                    self.load(name)

    def test_bases_and_unknown_names_are_errors(self):
        for name in ("none", "separate-none"):
            with self.assertRaisesRegex(tools.Problem, "nothing is merged in"):
                self.load(name)
        with self.assertRaisesRegex(tools.Problem, "no configuration is named never; there are none, "):
            self.load("never")

    def test_variants_that_are_not_built_are_errors(self):
        self.load("iroutliner", replace(SAID, variants=["Oz-x86-64", "Os-x86-64"]))
        with self.assertRaisesRegex(tools.Problem, "p is not built as Oz-aarch64, but as Oz-x86-64, Os-x86-64"):
            self.load("iroutliner", replace(SAID, variants=["Oz-aarch64"]))

    def test_a_run_checks_them(self):
        with mock.patch.object(workload, "load", return_value=replace(PROGRAM, broken={"fmerge": SAID})):
            with self.assertRaisesRegex(tools.Problem, "never excused"):
                plan.Part(only="p").programs()

    def test_what_is_missing_is_said(self):
        text = 'why = "w"\n[source]\ncrate = "c"\n[build]\nlanguage = "c"\n[run]\ntimeout = 1\n'
        for more, said in (
            ('[broken]\niroutliner = "bad"\n', r"write \[broken.iroutliner\] with shows and why"),
            ('[broken.iroutliner]\nwhy = "bad"\n', "shows"),
            ('[broken.iroutliner]\nshows = ""\nwhy = "bad"\n', "must say what it shows, why"),
            ('[broken.iroutliner]\nshows = "signal"\nwhy = "bad"\nvariants = []\n', "in which variants"),
        ):
            with self.assertRaisesRegex(TypeError, said):
                workload.parse("p", text + more)

    def test_all_programs_load(self):
        broken = {name: set(known.load(name).broken) for name in workload.names()}
        self.assertEqual({name: found for name, found in broken.items() if found}, {"sqlite": {"iroutliner"}, "harfbuzz": {"iroutliner"}})


if __name__ == "__main__":
    unittest.main()
