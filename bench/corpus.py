#!/usr/bin/env python3
"""Measures what merging does to programs that its rules were not made for.

    bench/corpus.py build --only gzip,tar            # makes the modules; programs that do not build are named
    bench/corpus.py measure --json FILE.json         # links each program in each configuration; what is known is not done again
    bench/corpus.py report FILE.json --document docs/lab/corpus.md   # and docs/lab/corpus.svg

`--level O2` does so at -O2, which is in docs/lab/corpus-O2.md.

Sizes are bytes of code with unwind and exception tables, of whole programs, at -Oz with full LTO and --icf=all. The programs are those of
`bench/corpus.toml`; half of them, by a digest of their names, are for finding rules (seen), and half for judging them (unseen).
"""

import argparse
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "tools"))

from fmbench import build, configuration, corpus, corpus_document, corpus_picture, measure, program, session, store, timing
from fmbench.memo import Memo
from fmbench.merging import plugin_digest
from fmtools import content, target, tools
from fmtools.journal import Journal
from fmtools.plugin import plugin_path

LINKED = tuple(how for how in corpus_document.LINKS if how != "all")
"""Links beside the one with --icf=all."""

CONFIGURATIONS = "none,identical-late,fmerge,speed-ignore"


@tools.told
def main():
    """Does what the arguments ask for; the exit status is 1 when a program could not be built or measured."""
    arguments = parse()
    return arguments.work(arguments)


def parse():
    """The arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, work in (("build", build_all), ("measure", measure_all)):
        command = commands.add_parser(name)
        command.add_argument("--only", metavar="NAMES", help="programs, by comma (default: all)")
        command.add_argument("--level", default="Oz", choices=build.LEVELS)
        command.add_argument("--workers", type=int, default=os.cpu_count(), metavar="N", help="programs at a time")
        command.set_defaults(work=work)
    command.add_argument("--configurations", default=CONFIGURATIONS, metavar="NAMES", help=f"of bench/configurations.toml ({CONFIGURATIONS})")
    command.add_argument("--counted", default="", metavar="NAMES", help="in these configurations, and without merging, instructions are counted")
    command.add_argument("--plugin", type=Path, metavar="FILE", help="libfmerge.so (default: the release build)")
    command.add_argument("--json", type=Path, required=True, metavar="FILE", help="where results go, which are kept from run to run")
    report = commands.add_parser("report")
    report.add_argument("results", type=Path)
    report.add_argument("--document", type=Path, metavar="FILE", help="beside it, FILE.svg shows size by instructions")
    report.set_defaults(work=document)
    return parser.parse_args()


def chosen(names):
    """The programs that are asked for."""
    every = corpus.load()
    unknown = [name for name in (names or "").split(",") if name and name not in every]
    if unknown:
        raise tools.Problem(f"bench/corpus.toml has no {', '.join(unknown)}")
    return [every[name] for name in (names.split(",") if names else every)]


def build_all(arguments):
    """Makes modules. A program that cannot be built does not keep the others from it."""
    variant = build.Variant(arguments.level, target.NATIVE)

    def one(workload):
        try:
            folder = build.modules(workload, variant)
            print(f"{workload.name}: {folder}", flush=True)
            return True
        except tools.Problem as problem:
            print(f"{workload.name}: FAILED: {problem}", flush=True)
            return False

    with ThreadPoolExecutor(max_workers=arguments.workers) as pool:
        built = list(pool.map(one, chosen(arguments.only)))
    print(f"{sum(built)} of {len(built)} programs are built")
    return 0 if all(built) else 1


def measure_all(arguments):
    """Takes what is not known yet, program by program, and writes all that was asked for."""
    plugin = plugin_path(arguments.plugin)
    variant = build.Variant(arguments.level, target.NATIVE)
    journal = Journal(store.CACHE / "corpus.journal").read(session.lasting)
    ways = configuration.chosen(arguments.configurations)
    counted = configuration.chosen(arguments.counted) if arguments.counted else []

    def one(workload):
        try:
            return {"half": corpus.half(workload.name), "language": workload.build.language, "samples": samples(workload, variant, ways, counted, plugin, journal)}
        except tools.Problem as problem:
            return {"failure": str(problem)}

    programs = chosen(arguments.only)
    with ThreadPoolExecutor(max_workers=arguments.workers) as pool:
        found = dict(zip((workload.name for workload in programs), pool.map(one, programs)))
    data = {"level": arguments.level, "listed": len(corpus.load()), "configurations": [way.name for way in ways], "programs": found}
    arguments.json.write_text(json.dumps(data, indent=1) + "\n")
    print(corpus_document.text(data))
    return 1 if any(map(corpus_document.failure, found.values())) else 0


def samples(workload, variant, ways, counted, plugin, journal):
    """A sample for each configuration, by name."""
    modules, found = build.modules(workload, variant), {}
    timed = timing.identity(workload) if workload.time else None
    with store.scratch() as folder:
        memo = Memo(folder)
        for way in ways:
            counts = workload.time is not None and way in counted
            name = content.digest([modules.name, way, plugin_digest(plugin) if way.ours else "", timed if counts else "", "corpus 5"])
            if name not in journal.entries:
                job = measure.Job(workload, variant, way, plugin, tested=False, linked=LINKED, counted=counts)
                sample = measure.sample(job, measure.Outputs(b""), memo)
                kept = {key: sample[key] for key in ("failures", "functions", "steps", "costs") if key in sample}
                if "all" in sample.get("sizes", {}):
                    sizes = sample["sizes"]["all"]
                    kept |= {"code": program.total(sizes), "read_only": program.read_only(sizes), "gain": sample["report"]["gain"], "merges": sample["report"]["merges"]}
                    kept["otherwise"] = {how: program.total(sample["sizes"][how]) + program.read_only(sample["sizes"][how]) for how in LINKED}
                journal.write(name, kept)
                print(f"{workload.name}, {way.name}: {kept['failures'] or kept['code']}", file=sys.stderr, flush=True)
            found[way.name] = journal.entries[name]
    return found


def document(arguments):
    """The table of results, and the picture."""
    data = json.loads(arguments.results.read_text())
    if arguments.document:
        picture = arguments.document.with_suffix(".svg")
        arguments.document.write_text(corpus_document.text(data, picture.name))
        picture.write_text(corpus_picture.svg(corpus_document.points(data)))
    else:
        print(corpus_document.text(data))
    return 0


if __name__ == "__main__":
    sys.exit(main())
