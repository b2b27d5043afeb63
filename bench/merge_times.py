#!/usr/bin/env python3
"""What single merges cost in time: instructions of each merged function, beside those of its originals.

Consumes modules of programs after their LTO pipelines, and the commands that `[time]` of a workload names. Each program is
linked without merging, and with one `f3m` after the pipeline; both run under callgrind, which counts by function. Produces a row
for each merge of similar functions that costs at least `--least` percent of a command: what it costs in the mean of the commands
and in the worst, what the estimate says for as many calls, and the bytes that it is estimated to save. Merges of merged
functions count with what they came to be. What callers execute more to pass the identifier is in the estimate alone.
The exit status is 1 only when a tool fails: this measures, and judges nothing.
"""

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import mean

from fmbench import build, corpus, counting, merging, program, store, timing, workload
from fmtools import tools
from fmtools.plugin import plugin_path
from fmtools.reports import only_run

TENTHS = 10
"""Of an instruction, in reports."""

NAMED = re.compile(r"\((\d+)\)(?: (.*))?$")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", required=True, metavar="NAMES", help="programs of the bench or the corpus, by comma")
    parser.add_argument("--options", default="speed=ignore", metavar="LIST", help="of f3m (speed=ignore)")
    parser.add_argument("--least", type=float, default=0.5, metavar="PERCENT", help="of the instructions of a command (0.5)")
    parser.add_argument("--plugin", type=Path, metavar="FILE", help="libfmerge.so (default: the release build)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where all merges go, also those that cost nothing")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="programs at a time")
    arguments = parser.parse_args()
    plugin, rows = plugin_path(arguments.plugin), {}
    others = corpus.load()
    works = [others.get(name) or workload.load(name) for name in arguments.only.split(",")]
    with ThreadPoolExecutor(arguments.workers) as pool:
        for work, found in zip(works, pool.map(lambda work: measured(work, plugin, arguments.options), works)):
            rows[work.name] = found
            print("\n".join(lines(work.name, found, arguments.least)), flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")


def measured(work, plugin, options):
    """The merges of a program, the dearest first."""
    if not work.time:
        raise tools.Problem(f"{work.name} names no commands to count")
    modules = build.modules(work)
    with store.scratch() as scratch:
        report, merged = scratch / "report.json", scratch / "merged.bc"
        merging.by_opt(modules / "late.bc", plugin, f"f3m<{options};report={report}>", merged)
        before, after = (counted(work, linked(modules, module, scratch / name)) for module, name in ((modules / "late.bc", "plain"), (merged, "merged")))
        return sorted(costs(only_run(report)["merged"], before, after), key=lambda merge: -merge["worst"])


def linked(modules, module, path):
    """A program of one module, with its symbols."""
    code = path.with_suffix(".o")
    tools.check([tools.llvm("llc"), *build.CODEGEN, module, "-o", code])
    recipe = build.load_recipe(modules)
    kept = [part for part in recipe.arguments if part not in ("-s", "-Wl,-s")]
    build.Recipe(recipe.tool, kept, recipe.lto).link(modules, [code], path, [])
    return path


def counted(work, path):
    """By command: instructions by function, and calls of it."""
    with timing.placed(work, path) as place:
        log = Path(place.start) / "functions.callgrind"
        counts = {}
        for name, given in work.time.commands.items():
            command = [place.program, *program.expanded(given, place.start)]
            counter = [tools.find("valgrind"), "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={log}"]
            done = tools.run(counting.fixed([*counter, *command], work.time.variables), timeout=4 * work.time.timeout, cwd=place.start, merge=True)
            if done.status is None or done.status < 0 or not log.is_file():
                raise tools.Problem(f"{work.name}, {name}: callgrind did not end")
            counts[name] = by_function(log.read_text(errors="replace").splitlines())
            log.unlink()
    return counts


def by_function(lines):
    """Own instructions and calls by function, of what callgrind writes. Levels of a recursion, which it tells apart, are one."""
    names, own, calls, current, called, is_call = {}, Counter(), Counter(), None, None, False

    def name(text):
        number, given = NAMED.match(text).groups()
        if given:
            names[number] = given.split("'")[0]
        return names[number]

    for line in lines:
        if line.startswith("fn="):
            current = name(line[3:])
        elif line.startswith("cfn="):
            called = name(line[4:])
        elif line.startswith("calls="):
            calls[called] += int(line[6:].split()[0])
            is_call = True
        elif current and line[:1] in "+-*0123456789" and line:
            # The line after a call says what the callee executed.
            if not is_call:
                own[current] += int(line.split()[1])
            is_call = False
    return own, calls


def costs(merges, before, after):
    """For each function that merges came to: what it costs, in percent of the commands."""
    into = {member["name"]: (merge["merged"], member["executed"] / TENTHS) for merge in merges for member in merge["members"]}
    families, made = defaultdict(list), {merge["merged"] for merge in merges}
    for original in sorted(set(into) - made):
        last, added = original, 0
        while last in into:
            last, more = into[last]
            added += more
        families[last].append((original, added))
    gains = Counter()
    for merge in merges:
        last = merge["merged"]
        while last in into:
            last = into[last][0]
        gains[last] += merge["gain"]
    for last, originals in families.items():
        names = [name for name, _ in originals]
        real, said = [], []
        for command, (own, calls) in before.items():
            now, all_of_it = after[command][0], sum(own.values())
            more = now[last] + sum(now[name] - own[name] for name in names)
            real.append(100 * more / all_of_it)
            said.append(100 * sum(calls[name] * added for name, added in originals) / all_of_it)
        yield {"merged": last, "members": len(names), "gain": gains[last], "mean": mean(real), "worst": max(real), "estimated": mean(said)}


def lines(name, found, least):
    """What is printed of a program."""
    total = {key: sum(merge[key] for merge in found) for key in ("gain", "mean", "estimated")}
    yield f"{name}: {len(found)} merges save {total['gain']} bytes, and cost {total['mean']:+.2f} % ({total['estimated']:+.2f} by the estimate)"
    for merge in found:
        if merge["worst"] >= least:
            said = f"{merge['mean']:+.2f} % ({merge['estimated']:+.2f}), at worst {merge['worst']:+.2f}"
            yield f"  {said}, {merge['gain']} bytes of {merge['members']} functions: {merge['merged']}"


if __name__ == "__main__":
    try:
        main()
    except tools.Problem as problem:
        sys.exit(str(problem))
