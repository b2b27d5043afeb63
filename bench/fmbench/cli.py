"""The command line of `bench/run.py`."""

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

from fmbench import blessing, build, comparison, configuration, costs_table, curve, document, measure, picture, plan, results, session, store, table, training, workload
from fmbench.memo import Memo
from fmbench.versions import versions
from fmtools import REPOSITORY, content, target, tools
from fmtools.journal import Journal
from fmtools.plugin import plugin_path

DOCUMENT = REPOSITORY / "docs" / "lab" / "results.md"


@tools.told
def main():
    """Does what the arguments ask for; the exit status is 1 as soon as one thing went wrong."""
    arguments = parse()
    try:
        return arguments.work(arguments)
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return 130


def parse():
    """The arguments."""
    parser = argparse.ArgumentParser(description="Merge whole programs, run them, compare and measure.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add_run(commands.add_parser("run", help="measure programs in configurations"))
    add_time(commands.add_parser("time", help="count what programs execute, and nothing else"))
    add_build(commands.add_parser("build", help="only make the modules, and print where they are"))
    bless_parser = commands.add_parser("bless", help="write the expected outputs, from plain builds")
    add_only(bless_parser)
    bless_parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 when an expected output is not what plain builds print")
    bless_parser.set_defaults(work=bless)
    plant_parser = commands.add_parser("plant", help="plant wrong merges; exit status 1 when one is not noticed")
    add_only(plant_parser)
    plant_parser.add_argument("--plugin", type=Path, metavar="FILE", help="libfmerge.so (default: the release build)")
    plant_parser.set_defaults(work=plant)
    compare_parser = commands.add_parser("compare", help="two results side by side; exit status 1 when one got worse")
    compare_parser.add_argument("old", type=Path)
    compare_parser.add_argument("new", type=Path)
    compare_parser.set_defaults(work=compare)
    report_parser = commands.add_parser("report", help="write docs/lab/results.md and its pictures")
    report_parser.add_argument("results", type=Path, nargs="+", help="several are put together, such as sizes and instructions of the same programs")
    report_parser.set_defaults(work=report)
    return parser.parse_args()


def add_only(parser):
    """Which programs."""
    parser.add_argument("--only", metavar="NAMES", help=f"programs, by comma; all: {','.join(workload.names())}")
    parser.add_argument("--quick", action="store_true", help="the smallest programs, and the list `quick` of configurations")


def add_build(parser):
    """The arguments of `build`, which `run` has too."""
    add_only(parser)
    parser.add_argument("--plan", metavar="NAME", help="what bench/plans.toml says (full, quick), of all programs or those of --only")
    parser.add_argument("--levels", default="Oz", metavar="NAMES", help=f"levels of optimisation, by comma: {', '.join(build.LEVELS)} (Oz)")
    parser.add_argument("--targets", default="x86-64", metavar="NAMES", help=f"targets, by comma, where a program has them: {','.join(target.TARGETS)} (x86-64)")
    parser.add_argument("--profile", action="store_true", help="with a profile of the commands under [time]")
    parser.set_defaults(work=build_only, configurations="", repeat=0, counted="", pairs=0, brief=False)


def add_run(parser):
    """The arguments of `run`."""
    add_build(parser)
    parser.add_argument("--configurations", metavar="NAMES", help=f"a list's name (quick, default), or by comma: {','.join(configuration.configurations())}")
    parser.add_argument("--early", default="", metavar="PIPELINE", help="one more configuration: passes before the LTO pipeline")
    parser.add_argument("--late", default=[], action="append", metavar="PIPELINE", help="and passes after it, such as 'f3m<explore=4;{check}report={report}>'; several are a configuration each")
    parser.add_argument("--plugin", type=Path, metavar="FILE", help="libfmerge.so (default: the release build)")
    parser.add_argument("--repeat", type=int, default=0, metavar="N", help="how often times are taken, one by one (0: only with the checks, side by side)")
    parser.add_argument("--pairs", type=int, default=0, metavar="N", help="how often each program is timed in turns with the one without merging")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), metavar="N", help="how many samples are checked at a time")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results to FILE")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="also draw them to FILE")
    parser.add_argument("--format", choices=["plain", "markdown", "summary", "costs"], default="plain")
    parser.add_argument("--fresh", action="store_true", help="do not go on where a stopped run ended; `time`: nor take what was counted before")
    parser.add_argument("--counted", default="", metavar="NAMES", help="count instructions in these configurations, or in all")
    parser.set_defaults(work=run, brief=False)


def add_time(parser):
    """The arguments of `time`, which is a `run` without tests."""
    add_run(parser)
    parser.set_defaults(brief=True, counted="all", format="costs")


def run(arguments):
    """Measures every program in every configuration and prints the table."""
    parts = parts_of(arguments)
    more = configuration.custom(arguments.early, arguments.late)
    configurations = {one.name: one for part in parts for one in [*configuration.chosen(part.configurations), *more]}
    programs = {one.name: one for part in parts for one in part.programs()}
    plugin = plugin_path(arguments.plugin) if any(one.ours for one in configurations.values()) else None
    tasks = [task for part in parts for task in part.tasks(plugin, more)]
    journal = open_journal(arguments, plugin)
    measured = list(session.run(tasks, journal, arguments.workers))
    data = results.document(measured, configurations.values(), versions(programs.values(), plugin))
    if not arguments.brief:
        journal.finish()
    return conclude(data, arguments)


def parts_of(arguments):
    """What the command line asks for."""
    if arguments.plan:
        return plan.within(plan.load(arguments.plan), arguments.only)
    configurations = arguments.configurations or ("quick" if arguments.quick else "default")
    part = plan.Part(arguments.only or "", arguments.quick, arguments.levels, arguments.targets, configurations, arguments.repeat)
    return [replace(part, profile=arguments.profile, counted=arguments.counted, pairs=arguments.pairs, brief=arguments.brief)]


def open_journal(arguments, plugin):
    """The journal of this command line. Runs that only count have one for all, which stays: they always find the same."""
    if arguments.brief:
        kept = Journal(store.CACHE / "runs" / "counted.jsonl")
        return kept if arguments.fresh else kept.read(session.lasting)
    asked = [str(value) for name, value in sorted(vars(arguments).items()) if name not in ("work", "fresh", "workers")]
    journal = Journal(store.CACHE / "runs" / f"{content.digest([*asked, plugin])}.jsonl")
    if arguments.fresh:
        journal.finish()
    return journal.read()


def conclude(data, arguments):
    """Prints and writes the results; the exit status."""
    if arguments.json:
        results.save(data, arguments.json)
    if arguments.svg:
        arguments.svg.write_text(picture.svg(data))
    show(data, arguments.format)
    print(table.ending(data))
    return 1 if results.failed(data) else 0


def show(data, form):
    """Prints the results in the form that was asked for."""
    print({"plain": table.plain, "markdown": table.markdown, "summary": table.summary, "costs": costs_table.plain}[form](data))
    if form in ("plain", "markdown"):
        for text in filter(None, map(table.details, data["rows"])):
            print(text)


def build_only(arguments):
    """Makes the modules and prints their folders."""
    for part in parts_of(arguments):
        for one in part.programs():
            for variant in session.variants_of(one, part.variants()):
                print(f"{one.name} {variant.name} {training.modules(one, variant)}", flush=True)
    return 0


def bless(arguments):
    """Writes down what each program prints when it is built plainly, or compares that with what is written."""
    different = False
    for one in chosen(arguments):
        wrong = blessing.difference(one) if arguments.check else None
        said = wrong or ("as plain builds print it" if arguments.check else blessing.write(one))
        print(f"{one.name}: {said}", flush=True)
        different |= bool(wrong)
    return 1 if different else 0


def plant(arguments):
    """Damages merged bodies and says whether each program shows it."""
    planted, plugin = configuration.configurations()["planted"], plugin_path(arguments.plugin)
    missed = 0
    for one in chosen(arguments):
        job = measure.Job(one, build.Variant(), planted, plugin)
        with store.scratch() as folder:
            found = measure.sample(job, measure.Outputs(session.expected(one)), Memo(folder))
        noticed = measure.noticed(found)
        missed += not noticed
        said = found["failures"][0] if found["failures"] else "it printed what it must"
        print(f"{one.name}: {'noticed' if noticed else 'NOT NOTICED'}: {said}", flush=True)
    return 1 if missed else 0


def compare(arguments):
    """Prints two results side by side."""
    cells, worse = comparison.compare(results.load(arguments.old), results.load(arguments.new))
    print(table.aligned(cells, "  ", None))
    return 1 if worse else 0


def report(arguments):
    """Writes docs/lab/results.md."""
    data = results.joined([results.load(path) for path in arguments.results])
    drawn = {DOCUMENT.with_suffix(".svg"): picture.svg(data), DOCUMENT.with_name("results-time.svg"): curve.svg(data)}
    for path, text in drawn.items():
        if text:
            path.write_text(text)
    DOCUMENT.write_text(document.markdown(data, *(path.name for path in drawn)))
    return 0


def chosen(arguments):
    """The programs."""
    return plan.Part(arguments.only or "", arguments.quick).programs()
