"""Failures that are LLVM's: rows that are red, and do not make a run fail.

Consumes what programs' data files say of configurations of LLVM's own (`[broken]`), and rows of results.
Guarantees that nothing of ours is excused, that a row which fails otherwise than its data file says counts as
failed, and that one which does not fail counts as failed too, so that the data file is corrected.
"""

from fmbench import build, configuration, workload
from fmtools.tools import Problem


def load(name):
    """A program, if what it says is broken may be."""
    one = workload.load(name)
    for broken in one.broken:
        wrong = _wrong(one, broken)
        if wrong:
            raise Problem(f"{name}.toml, [broken.{broken}]: {wrong}")
    return one


def _wrong(program, name):
    """Why a configuration cannot be named as one that LLVM breaks; None if it can."""
    found = configuration.configurations().get(name)
    if found is None:
        return f"no configuration is named {name}; there are {', '.join(configuration.configurations())}"
    if found.ours:
        return f"passes of ours run in {name}, and what they break is never excused; take it out"
    if name == found.base:
        return f"nothing is merged in {name}, so that no pass can have broken it; take it out"
    built = variants(program)
    for variant in program.broken[name].variants:
        if variant not in built:
            return f"{program.name} is not built as {variant}, but as {', '.join(built)}"
    return None


def variants(program):
    """All that a program is built as."""
    return [f"{level}-{target}" for target in ("x86-64", *program.build.targets) for level in build.LEVELS]


def said(job):
    """What the data file says of the row of a job, if it must fail."""
    broken = job.workload.broken.get(job.configuration.name)
    return {"shows": broken.shows, "why": broken.why} if broken and job.variant.name in broken.variants else None


def settle(row):
    """Makes a row that should have failed a failure. `known` holds what its program's data file says, or None."""
    if row["known"] and not row["failures"]:
        name, program = row["configuration"], row["workload"]
        row["known"] = None
        row["failures"].append(f"nothing went wrong, but the data file says that it does: take this variant, or all of [broken.{name}], out of bench/workloads/{program}.toml")


def excused(row):
    """Whether a row failed, and only in the way that is known."""
    known = row.get("known")
    return bool(known and row["failures"]) and all(known["shows"] in failure for failure in row["failures"])
