"""From samples to results: one row for each program, variant and configuration, as plain data.

Consumes tasks with their samples. Produces a document of the schema below, which JSON, tables, pictures
and comparisons are made from.

Schema `fmerge-bench`, version 1:
  schema, version     what this is
  versions            tools, plugin and packages, by name
  configurations      name to what it does, in order
  rows                one object each:
    workload, language, target, level, configuration
    base              the configuration that `change_percent` compares with, always with --icf=all
    functions         functions in the module that code is generated from
    sizes             folding (none, safe, all) to section to bytes; `file` is the stripped file
    totals            folding to .text + .eh_frame + .gcc_except_table (on Arm .ARM.exidx, .ARM.extab)
    change_percent    folding to the change of that total
    merges            number, and `kinds`: number by kind
    refusals, pair_refusals   number by reason
    phases_ms         phase to median milliseconds, of our passes without verification
    seconds           step (early, lto, late, codegen) to {median, low, high, runs}: processor time
    elapsed           the same by the clock
    alone             whether that was taken one at a time, of passes that do not verify their work
    peak_kib          step to the largest memory in KiB
    costs             of the program linked with --icf=all, or null when nothing was counted:
      commands          name to `instructions`, `printed` (a digest, also of what was written), and their change in `percent`
      mean_percent      the geometric mean of those changes; `worst`: the name of the largest
      compressed        xz and zstd to bytes; `compressed_percent` the changes
      faults            pages that a start touches
      pairs             name to the median ratio of user time to the base's, when they were run in turns
    output            "equal", "different", or "unknown" when it could not be run
    deterministic     whether all runs of the passes gave the same bytes; null when there was one
    failures          what went wrong, in words; a row with any is red
    known             where LLVM's pass breaks the program: what each failure `shows`, and `why`; or null
"""

import json
from collections import defaultdict
from statistics import geometric_mean, median

from fmbench import known, program
from fmtools.reports import BUGS
from fmtools.tools import Problem

SCHEMA, VERSION = "fmerge-bench", 1
GREW = "the program grew"
"""How that failure begins."""


def document(measured, configurations, versions):
    """The results of a run."""
    groups = defaultdict(list)
    for task, sample in measured:
        job = task.job
        groups[job.workload.name, job.variant.name, job.configuration.name].append((job, sample))
    rows = [_row(*zip(*group)) for group in groups.values()]
    _compare_with_bases(rows)
    for row in rows:
        known.settle(row)
    what = {one.name: one.what for one in configurations}
    return {"schema": SCHEMA, "version": VERSION, "versions": versions, "configurations": what, "rows": rows}


def load(path):
    """Reads results from a file."""
    try:
        data = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise Problem(f"cannot read results from {path}: {error}") from None
    if not isinstance(data, dict) or (data.get("schema"), data.get("version")) != (SCHEMA, VERSION):
        raise Problem(f"{path} holds no results of {SCHEMA} version {VERSION}; measure again")
    return data


def save(data, path):
    """Writes results to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=1) + "\n")


def joined(documents):
    """Several documents as one; they must be of the same tools. No row may be in two, but instructions may be counted apart."""
    whole = {"schema": SCHEMA, "version": VERSION, "versions": {}, "configurations": {}, "rows": []}
    for one in documents:
        for name, version in one["versions"].items():
            if whole["versions"].setdefault(name, version) != version:
                raise Problem(f"these results do not belong together: {name} is {version} and {whole['versions'][name]}")
        whole["configurations"] |= one["configurations"]
        _join_rows(whole["rows"], one["rows"])
    return whole


def _join_rows(whole, more):
    """Adds rows; one that only tells what running costs is put into the row that was tested."""
    known = {identity(row): row for row in whole}
    for row in more:
        there = known.get(identity(row))
        if there is None:
            whole.append(row)
        elif row.get("costs") and not there.get("costs") and row["totals"].get("all") == there["totals"].get("all"):
            there["costs"] = row["costs"]
            there["failures"] = list(dict.fromkeys([*there["failures"], *row["failures"]]))
        else:
            raise Problem(f"these results do not belong together: they measure {', '.join(identity(row))} more than once")


def identity(row):
    """What tells a row from others, also across runs."""
    return row["workload"], row["target"], row["level"], *["profile"] * profiled(row), row["configuration"]


def profiled(row):
    """Whether the program had a profile; results of older versions do not say, and had none."""
    return row.get("profile", False)


def failed(data):
    """The red rows that make a run fail."""
    return [row for row in data["rows"] if row["failures"] and not known.excused(row)]


def excused(data):
    """The red rows that failed as is known of LLVM's passes."""
    return [row for row in data["rows"] if known.excused(row)]


def _row(jobs, samples):
    job, first = jobs[0], samples[0]
    sizes = first.get("sizes", {})
    noted = first.get("report") or {}
    in_turns = [sample for job, sample in zip(jobs, samples) if job.pairs]
    alone = [sample for job, sample in zip(jobs, samples) if job.repetition]
    timed = alone or samples[:1]
    return {
        "workload": job.workload.name,
        "language": job.workload.build.language,
        "target": job.variant.target.name,
        "level": job.variant.level,
        "profile": job.variant.profile,
        "configuration": job.configuration.name,
        "base": job.configuration.base,
        "grows": job.configuration.grows,
        "functions": first.get("functions"),
        "sizes": sizes,
        "totals": {folding: program.total(sections) for folding, sections in sizes.items()},
        "merges": {"number": noted.get("merges", 0), "kinds": noted.get("kinds", {})},
        "refusals": noted.get("rejects", {}),
        "pair_refusals": noted.get("pair_rejects", {}),
        "phases_ms": _phases([sample.get("report") or {} for sample in timed]),
        "seconds": _spreads([sample["steps"] for sample in timed], "seconds"),
        "elapsed": _spreads([sample["steps"] for sample in timed], "elapsed"),
        "alone": bool(alone),
        "peak_kib": {step: took["peak_kib"] for step, took in first["steps"].items()},
        "costs": _costs(first.get("costs"), in_turns),
        "output": _output(first),
        "deterministic": _deterministic(samples),
        "failures": _failures(samples),
        "known": known.said(job),
    }


def _compare_with_bases(rows):
    """Adds the changes, and what of them counts as a failure."""
    bases = {identity(row): row for row in rows}
    for row in rows:
        base = bases[_base_of(row)]["totals"].get("all") if _base_of(row) in bases else None
        totals = row["totals"].items()
        row["change_percent"] = {folding: round(100 * (total / base - 1), 4) for folding, total in totals} if base else {}
        _compare_costs(row, bases.get(_base_of(row)))
        change = row["change_percent"].get("all")
        if not row.pop("grows") and change is not None and change > 0:
            row["failures"].append(f"{GREW} by {change:.2f}%")


def _base_of(row):
    return (*identity(row)[:-1], row["base"])


def _costs(counted, in_turns):
    if counted is None:
        return None
    ratios = {name: ratio for sample in in_turns for name, ratio in sample.get("pairs", {}).items()}
    return counted | ({"pairs": ratios} if ratios else {})


def _compare_costs(row, base):
    """Adds the changes of what running costs; a command that prints something else is a failure."""
    ours, theirs = row["costs"], base and base["costs"]
    if not ours or not theirs or row is base:
        return
    for name, before in theirs["commands"].items():
        after = ours["commands"][name]
        after["percent"] = round(100 * (after["instructions"] / before["instructions"] - 1), 4)
        if after["printed"] != before["printed"]:
            row["output"] = "different"
            row["failures"].append(f"timed as {name}, it prints or writes something else than {row['base']}")
    changes = {name: one["percent"] for name, one in ours["commands"].items()}
    ours["mean_percent"] = round(mean_percent(changes.values()), 4)
    ours["worst"] = max(changes, key=changes.get)
    ours["compressed_percent"] = {name: round(100 * (size / theirs["compressed"][name] - 1), 4) for name, size in ours["compressed"].items()}


def mean_percent(changes):
    """The geometric mean of changes in percent."""
    return 100 * (geometric_mean(1 + change / 100 for change in changes) - 1)


def _output(sample):
    if sample.get("different"):
        return "different"
    return "unknown" if sample["failures"] else "equal"


def _deterministic(samples):
    given = [sample["modules"] for sample in samples if "modules" in sample]
    return len(set(given)) == 1 if len(given) > 1 else None


def _failures(samples):
    wrong = list(dict.fromkeys(failure for sample in samples for failure in sample["failures"]))
    if _deterministic(samples) is False:
        wrong.append("two runs of the passes gave different modules")
    refused = (samples[0].get("report") or {}).get("pair_rejects", {})
    wrong += [f"{refused[name]} pairs were refused as {name}, which is always a fault of ours" for name in BUGS if refused.get(name)]
    return wrong


def _spreads(all_steps, what):
    taken = defaultdict(list)
    for steps in all_steps:
        for step, took in steps.items():
            taken[step].append(took[what])
    return {step: _spread(values) for step, values in taken.items()}


def _spread(values):
    low, high = min(values), max(values)
    return {"median": round(median(values), 4), "low": round(low, 4), "high": round(high, 4), "runs": len(values)}


def _phases(reports):
    taken = defaultdict(list)
    for one in reports:
        for phase, spent in one.get("phases_ms", {}).items():
            taken[phase].append(spent)
    return {phase: round(median(values), 3) for phase, values in sorted(taken.items())}
