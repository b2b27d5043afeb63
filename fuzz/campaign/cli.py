"""The command line of `fuzz/run.py`."""

import argparse
import signal
import sys
from pathlib import Path

from campaign import machine, reduction
from campaign.campaign import DRIVERS, KINDS, Campaign, summary
from campaign.check import PASSES
from fmtools import target, tools
from fmtools.plugin import cli_path, plugin_path

ALL = [*KINDS, *DRIVERS]


def main():
    """Runs a campaign; the exit status is 1 when something was found."""
    arguments = parse()
    try:
        machine.choose(arguments.target)
        plugin = plugin_path(arguments.plugin)
        if arguments.reduce:
            return reduction.reduce(arguments.reduce, plugin, arguments.reduce_seconds)
        if arguments.shows:
            return 0 if reduction.shows(*map(Path, arguments.shows), plugin) else 1
        return run(arguments, plugin)
    except tools.Problem as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2


def parse():
    """The arguments."""
    parser = argparse.ArgumentParser(description="Random programs: merged, they must do what they did before.")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the first seed (1)")
    parser.add_argument("--count", type=int, default=100, metavar="N", help="how many seeds of each kind (100)")
    parser.add_argument("--kind", metavar="NAMES", help=f"kinds, by comma; all: {','.join(ALL)}")
    parser.add_argument("--pass", dest="names", default="", metavar="NAMES", help=f"passes to try on each program, by comma, of {','.join(PASSES)} (what its kind is for: fmerge or {PASSES[0]})")
    parser.add_argument("--target", default=target.NATIVE.name, metavar="NAME", help=f"what programs are made for, of {', '.join(target.TARGETS)}; others than {target.NATIVE.name} run under qemu ({target.NATIVE.name})")
    parser.add_argument("--thorough", action="store_true", help="try every mode at every level, not only force")
    parser.add_argument("--plugin", type=Path, metavar="FILE", help="libfmerge.so (default: the release build)")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="seeds at a time (2)")
    parser.add_argument("--reduce-seconds", type=int, default=600, metavar="N", help="longest reduction; 0: none (600)")
    parser.add_argument("--reduce", type=Path, metavar="FOLDER", help="only reduce what was found in FOLDER")
    parser.add_argument("--shows", nargs=2, metavar=("FOLDER", "MODULE"), help="only say whether MODULE shows what FOLDER found")
    arguments = parser.parse_args()
    arguments.kinds = arguments.kind.split(",") if arguments.kind else list(ALL)
    arguments.names = [name for name in arguments.names.split(",") if name]
    for kind in [kind for kind in arguments.kinds if kind not in ALL]:
        parser.error(f"no kind {kind}; there are {', '.join(ALL)}")
    for name in [name for name in arguments.names if name not in PASSES]:
        parser.error(f"no pass {name}; there are {', '.join(PASSES)}")
    return arguments


def run(arguments, plugin):
    """All seeds of all kinds, and the counts."""
    cli = cli_path(plugin) if set(arguments.kinds) & set(DRIVERS) else None
    campaign = Campaign(plugin, arguments.reduce_seconds, arguments.names, arguments.thorough, cli)
    # Whoever ends the campaign hears how far it came.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    results = campaign.run(arguments.kinds, seeds, arguments.workers)
    print(summary(results))
    return 1 if any(result.verdict == "found" for result in results) else 0
