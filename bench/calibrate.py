#!/usr/bin/env python3
"""What merges really save: the estimate beside machine code, pair by pair. See `bench/calibrate.py --help`.

Consumes modules of any target: `--target` compiles programs for one that is not this machine's. Each module is
merged under `force;thunks=keep;depth=1`: every function takes part in one merge at most, whether it pays or not,
and no call is rewritten, so that in the code generated before and after each merge has symbols of its own: two
originals, the merged body, two thunks. Produces how far the estimates are off, in bytes of code and unwind
entries; the prices that fit best, in bytes and in instructions, as crates/core/src/price/ has them; and how far
off such prices are on a program that they were not fitted to. `bench/calibrate_arguments.py` measures the others.
"""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

from fmbench import build, foreign, store, workload
from fmtools import tools
from fmtools.plugin import plugin_path
from fmtools.reports import only_run

PASSES = "f3m<force;thunks=keep;depth=1;report=report.json>"

PRICES = ["unit", "constant", "select 0", "select 1", "select 2", "id_branch", "jump", "copy", "copy_constant", "callee_saved", "function"]
"""What is fitted, in the order of `features`."""

CALLEE_SAVED_REGISTERS = 6
"""Values beyond so many are spilled: x86-64's `held_registers`, and near enough for others."""

ROUNDS = 30
"""Rounds of reweighting; they settle in about ten."""

HUBER = 1.345
"""Residuals beyond so many standard deviations count less and less: registers and spills make outliers."""

RIDGE = 1e-9
"""Keeps the equations solvable when a feature occurs nowhere."""


@dataclass
class Pair:
    """One merge: what was estimated, what it consists of, and what it really takes."""

    program: str
    names: list[str]
    estimate: int
    originals: list[foreign.Size]
    body: foreign.Size
    thunks: list[foreign.Size]
    features: list[int]

    @property
    def real(self):
        """Bytes saved, thunks counted."""
        return -self.added("bytes") - sum(thunk.bytes for thunk in self.thunks)

    def added(self, unit):
        """By how much the body is larger than the originals."""
        return getattr(self.body, unit) - sum(getattr(one, unit) for one in self.originals)


@tools.told
def main():
    """Measures, compares and fits; the exit status is 1 when a tool fails."""
    arguments = parse()
    plugin = plugin_path(arguments.plugin)
    pairs = [pair for name, path in modules(arguments) for pair in measured(name, path, plugin)]
    show(pairs, arguments.worst)
    return 0


def parser_of(description):
    """For arguments that `modules` and `plugin_path` understand."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--only", metavar="NAMES", help=f"programs, by comma; all: {','.join(workload.names())}")
    parser.add_argument("--target", choices=foreign.TARGETS, help="compile the programs for this target")
    parser.add_argument("--headers", type=Path, default=Path("/"), metavar="FOLDER", help="where headers for it are unpacked")
    parser.add_argument("--plugin", type=Path, metavar="FILE", help="libfmerge.so (default: the release build)")
    parser.add_argument("modules", type=Path, nargs="*", metavar="MODULE", help="bitcode to measure in place of the programs")
    return parser


def parse():
    """The arguments."""
    parser = parser_of("Compare estimated with real savings, merge by merge.")
    parser.add_argument("--worst", type=int, default=10, metavar="N", help="how many of the worst estimates to list")
    return parser.parse_args()


def modules(arguments):
    """Names and paths of the modules to measure."""
    if arguments.modules:
        return [(path.stem, path.resolve()) for path in arguments.modules]
    names = arguments.only.split(",") if arguments.only else workload.names()
    programs = [workload.load(name) for name in names]
    if arguments.target:
        return [(one.name, foreign.module(one, arguments.target, arguments.headers)) for one in programs]
    return [(one.name, build.modules(one) / "late.bc") for one in programs]


def measured(name, module, plugin):
    """All pairs of one module."""
    with store.scratch() as folder:
        merged = folder / "merged.bc"
        load = f"-load-pass-plugin={plugin}"
        tools.check([tools.llvm("opt"), load, f"-passes={PASSES}", module, "-o", merged], cwd=folder)
        merges = only_run(folder / "report.json")["merged"]
        before, after = (foreign.function_sizes(path, folder) for path in (module, merged))
    print(f"{name}: {len(merges)} merges", file=sys.stderr, flush=True)
    return [pair_of(name, merge, before, after) for merge in merges]


def pair_of(program, merge, before, after):
    """One merge with its real sizes."""
    names = [member["name"] for member in merge["members"]]
    return Pair(
        program=program,
        names=names,
        estimate=merge["gain"],
        originals=[before[name] for name in names],
        body=after[merge["merged"]],
        thunks=[after[name] for name in names],
        features=features([member["tally"] for member in merge["members"]], merge["tally"]),
    )


def features(originals, merged):
    """How much more of everything the merged function has than all originals, in the order of `PRICES`."""
    return [has - sum(had) for has, *had in zip(flat(merged), *map(flat, originals))]


def flat(tally):
    """A function in numbers; the last is the function itself."""
    named = [tally[name] for name in ("id_branches", "jumps", "copies", "copy_constants")]
    return [tally["units"], tally["constants"], *tally["selects"], *named, min(tally["across_calls"], CALLEE_SAVED_REGISTERS), 1]


def fit(rows, growth):
    """The prices with the least weighted deviation: least squares, where outliers count less each round."""
    base = [1 / (30 + abs(y)) for y in growth]
    weights = base
    for _ in range(ROUNDS):
        prices = least_squares(rows, growth, weights)
        errors = [abs(y - dot(row, prices)) for row, y in zip(rows, growth)]
        usual = HUBER * 1.4826 * max(median(errors), 1)
        weights = [b * min(1, usual / max(error, 1)) for b, error in zip(base, errors)]
    return prices


def fitted(pairs):
    """Prices in bytes and in instructions."""
    rows = [pair.features for pair in pairs]
    return [not_negative(rows, [pair.added(unit) for pair in pairs]) for unit in ("bytes", "instructions")]


def not_negative(rows, growth):
    """Prices none of which is negative: what would be is free, and the others are fitted without it."""
    used = set(range(len(PRICES)))
    while True:
        some = fit([[x if i in used else 0 for i, x in enumerate(row)] for row in rows], growth)
        negative = {i for i in used if some[i] < 0}
        if not negative:
            return [price if i in used else 0.0 for i, price in enumerate(some)]
        used -= {min(negative, key=lambda i: some[i])}


def error_elsewhere(pairs):
    """The mean error, in bytes, of each program's bodies by the prices that fit all other programs."""
    errors = []
    for program in {pair.program for pair in pairs}:
        prices, _ = fitted([pair for pair in pairs if pair.program != program])
        own = [pair for pair in pairs if pair.program == program]
        errors += [abs(pair.added("bytes") - dot(pair.features, prices)) for pair in own]
    return mean(errors)


def least_squares(rows, values, weights):
    """Solves the normal equations."""
    size = len(rows[0])
    matrix = [[RIDGE * (i == j) for j in range(size)] + [0.0] for i in range(size)]
    for row, value, weight in zip(rows, values, weights):
        for i, x in enumerate(row):
            for j, y in enumerate([*row, value]):
                matrix[i][j] += weight * x * y
    return solve(matrix)


def solve(matrix):
    """Gauss's elimination with pivots, of a matrix whose last column is the right-hand side."""
    size = len(matrix)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(matrix[row][column]))
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        for row in range(size):
            if row != column:
                factor = matrix[row][column] / matrix[column][column]
                matrix[row] = [a - factor * b for a, b in zip(matrix[row], matrix[column])]
    return [matrix[i][size] / matrix[i][i] for i in range(size)]


def dot(left, right):
    """The sum of products."""
    return sum(a * b for a, b in zip(left, right))


def show(pairs, worst):
    """Prints programs, outliers and prices."""
    programs = list(dict.fromkeys(pair.program for pair in pairs))
    table = [["program", "pairs", "accepted", "estimate", "real", "best", "mean error"]]
    table += [row(name, [pair for pair in pairs if pair.program == name]) for name in programs]
    print("\n".join("  ".join(cell.rjust(10) for cell in cells) for cells in table))
    print("\nworst estimates: estimate, real, pair")
    for pair in sorted(pairs, key=lambda pair: -abs(pair.estimate - pair.real))[:worst]:
        print(f"{pair.estimate:8} {pair.real:8}  {pair.program}: {' and '.join(pair.names)}")
    if len(pairs) > len(PRICES):
        print("\nprices that fit: bytes, instructions")
        for name, size, count in zip(PRICES, *fitted(pairs)):
            print(f"{name:>14} {size:6.1f} {count:6.1f}")
    if len(programs) > 1:
        print(f"mean error on programs that they were not fitted to: {error_elsewhere(pairs):.1f} bytes")


def row(name, pairs):
    """One program: what the accepted pairs save by the estimate and really, and what a seer would save."""
    accepted = [pair for pair in pairs if pair.estimate > 0]
    real = [pair.real for pair in pairs]
    error = sum(abs(pair.estimate - pair.real) for pair in pairs) / max(len(pairs), 1)
    sums = [sum(pair.estimate for pair in accepted), sum(pair.real for pair in accepted), sum(max(r, 0) for r in real)]
    return [name, str(len(pairs)), str(len(accepted)), *map(str, sums), f"{error:.1f}"]


if __name__ == "__main__":
    sys.exit(main())
