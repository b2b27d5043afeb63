#!/usr/bin/env python3
"""What groups of functions that share a body really save: the estimate of `gfm` beside machine code.

Consumes modules. Each is merged under `force;thunks=keep`: no call is rewritten, so in the code generated before
and after each group has symbols of its own: originals, the shared body, thunks. Produces, in bytes of code and
unwind entries, by number of parameters: how large a thunk is, how much a body grows, and how far the estimates are
off (prices: crates/core/src/price/).
"""

import sys
from dataclasses import dataclass
from statistics import mean

from calibrate import modules, parser_of
from fmbench import foreign, store
from fmtools import tools
from fmtools.plugin import plugin_path
from fmtools.reports import only_run

PASSES = "gfm<force;thunks=keep;params=8;report=report.json>"


@dataclass
class Group:
    """One group: its number of parameters, the mean size of its originals and thunks, the body, the savings."""

    parameters: int
    original: float
    body: int
    thunk: float
    estimate: int
    real: int


@tools.told
def main():
    """Measures and compares; the exit status is 1 when a tool fails."""
    arguments = parser_of("Compare estimated with real savings, group by group.").parse_args()
    plugin = plugin_path(arguments.plugin)
    groups = [group for _, path in modules(arguments) for group in measured(path, plugin)]
    show(groups)
    return 0


def measured(module, plugin):
    """The groups of one module. Bodies that were merged again are left out: they have no symbol of their own."""
    with store.scratch() as folder:
        merged = folder / "merged.bc"
        command = [tools.llvm("opt"), f"-load-pass-plugin={plugin}", f"-passes={PASSES}", module, "-o", merged]
        tools.check(command, cwd=folder)
        groups = only_run(folder / "report.json")["groups"]
        before, after = (foreign.function_sizes(path, folder) for path in (module, merged))
    return [sized(group, before, after) for group in groups if all(name in before for name in group["originals"])]


def sized(group, before, after):
    """A group with its real sizes."""
    originals = [before[name].bytes for name in group["originals"]]
    thunks = [after[name].bytes for name in group["originals"]]
    body = after[group["merged"]].bytes
    real = sum(originals) - body - sum(thunks)
    return Group(group["parameters"], mean(originals), body, mean(thunks), group["gain"], real)


def show(groups):
    """Prints a line for each number of parameters, and the sums."""
    print("parameters  groups  thunk  body grows by")
    for count in sorted({group.parameters for group in groups}):
        some = [group for group in groups if group.parameters == count]
        growth = mean(group.body - group.original for group in some)
        print(f"{count:10}  {len(some):6}  {mean(group.thunk for group in some):5.1f}  {growth:13.1f}")
    accepted = [group for group in groups if group.estimate > 0]
    best = sum(max(group.real, 0) for group in groups)
    print(f"accepted {len(accepted)} of {len(groups)}: estimated {sum(g.estimate for g in accepted)},", end=" ")
    print(f"real {sum(g.real for g in accepted)}, at best {best}")


if __name__ == "__main__":
    sys.exit(main())
