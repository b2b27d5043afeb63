"""The command line of `bench/run.py`."""

import argparse
import json
import os
import sys
from pathlib import Path

from fmbench import build, measure, mode, table, tools, workload

DEFAULT_MODES = "default"


def main():
    """Runs what the arguments ask for; the exit status is 1 as soon as one thing went wrong."""
    arguments = parse()
    try:
        programs = [workload.load(name) for name in chosen(arguments)]
        if arguments.bless:
            return bless(programs)
        return compare(programs, arguments)
    except tools.BenchError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1


def parse():
    """The arguments."""
    parser = argparse.ArgumentParser(description="Merge whole programs, run them, compare and measure.")
    parser.add_argument("--only", metavar="NAMES", help=f"programs, by comma; all: {','.join(workload.names())}")
    parser.add_argument("--mode", default=DEFAULT_MODES, metavar="NAMES", help=f"modes, by comma; all: {','.join(mode.MODES)}")
    parser.add_argument("--passes", metavar="PIPELINE", help="one more mode: a pipeline of your own, such as 'f3m<rows=4;report={report}>'")
    parser.add_argument("--plugin", type=Path, metavar="FILE", help="libfmerge.so (default: the release build)")
    parser.add_argument("--check", action="store_true", help="run each pass twice more and compare the bytes")
    parser.add_argument("--markdown", action="store_true", help="print the table in Markdown")
    parser.add_argument("--summary", action="store_true", help="print words instead of a table")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write everything to FILE")
    parser.add_argument("--bless", action="store_true", help="write the expected outputs, from a plain build")
    return parser.parse_args()


def chosen(arguments):
    """The names of the programs."""
    return arguments.only.split(",") if arguments.only else workload.names()


def bless(programs):
    """Writes down what each program prints when clang builds it plainly, if gcc agrees."""
    for program in programs:
        outputs = [measure.execute(program, build.reference(program, name)) for name in (f"clang-{tools.LLVM}", "gcc")]
        if outputs[0] != outputs[1]:
            raise tools.BenchError(f"{program.name}: clang and gcc disagree: {measure.difference(*outputs)}")
        program.expected_path.parent.mkdir(exist_ok=True)
        program.expected_path.write_bytes(outputs[0])
        print(f"{program.name}: {len(outputs[0])} bytes expected")
    return 0


def compare(programs, arguments):
    """Measures every program in every mode and prints the table."""
    modes = mode.named(arguments.mode.split(",")) + ([mode.custom(arguments.passes)] if arguments.passes else [])
    plugin = plugin_path(arguments) if any(one.ours for one in modes) else None
    results = [result for program in programs for result in run_program(program, modes, plugin, arguments)]
    show(results, arguments)
    if arguments.json:
        arguments.json.write_text(json.dumps([table.as_data(result) for result in results], indent=1) + "\n")
    return conclude(results)


def show(results, arguments):
    """Prints the results in the form that was asked for."""
    if arguments.summary:
        print("\n".join(map(table.summary, results)))
        return
    print((table.markdown if arguments.markdown else table.plain)(results))
    for text in filter(None, map(table.details, results)):
        print(text)


def run_program(program, modes, plugin, arguments):
    """All modes of one program."""
    note(f"{program.name}: {program.why}")
    before = measure.baseline(program, expected(program))
    for one in modes:
        result = measure.merged(program, one, before, plugin, 2 if arguments.check else 0)
        note(f"{program.name}: {table.line(result)}")
        yield result


def expected(program):
    """What a program must print."""
    if not program.expected_path.is_file():
        raise tools.BenchError(f"{program.name} has no expected output; run bench/run.py --bless")
    return program.expected_path.read_bytes()


def conclude(results):
    """The last line, and the exit status."""
    failed = [result for result in results if result.failures]
    print(f"{len(results)} runs, {len(failed)} failed" if failed else f"{len(results)} runs, all good")
    return 1 if failed else 0


def plugin_path(arguments):
    """The plugin; without one nothing of ours can be measured."""
    path = arguments.plugin or target_folder() / "release" / "libfmerge.so"
    if not path.is_file():
        raise tools.BenchError(f"no plugin at {path}; build it with `cargo build --release` or give --plugin")
    return path.resolve()


def target_folder():
    """Where cargo puts what it builds."""
    return Path(os.environ.get("CARGO_TARGET_DIR", workload.REPOSITORY / "target"))


def note(text):
    """A line of progress, beside the results."""
    print(text, file=sys.stderr, flush=True)
