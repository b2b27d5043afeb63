"""Volatile accesses of functions.

Consumes a module, the merged one and the report of the merge. Produces a fault where a merged function that no other merge took has no
volatile access of a type and an alignment that one of the functions has that it was made of: with a lower alignment, some targets access
memory several times. What cannot be reached does not count.
"""

import re

from campaign import worker
from fmtools import tools
from fmtools.frames import Merges

NAME = re.compile(r'^define .*?@("[^"]*"|[^\s(]+)\(')
TYPE = r"(?P<type><[^>]*>|\{.*?\}|\[.*?\]|\S+)"
FORMS = {"load": re.compile(rf"= load volatile {TYPE}, ptr .*?align (?P<align>\d+)"), "store": re.compile(rf"^ *store volatile {TYPE} .*?, ptr .*?align (?P<align>\d+)")}


def of_text(text):
    """For each function of a module: its volatile loads and stores, without atomic ones, by type and alignment."""
    functions, of = {}, set()
    for line in text.splitlines():
        if head := NAME.match(line):
            of = functions[head[1].strip('"')] = set()
        elif " volatile " in line:
            of.update((kind, one["type"], int(one["align"])) for kind, form in FORMS.items() if (one := form.search(line)))
    return functions


def of_module(module):
    """The same, of a file."""
    return of_text(tools.check([tools.llvm("llvm-dis"), module, "-o", "-"]).stdout.decode(errors="replace"))


def reachable(module):
    """The same, of what can be reached in a file, as far as simplification tells: that of merged functions deletes the rest."""
    less = module.with_suffix(".reachable.bc")
    return of_module(less) if worker.passes("function(instsimplify,simplifycfg)", module, less).good else {}


def fault(before, after, report):
    """The first volatile access that a merged function lacks, as a fault."""
    merges = Merges(report)
    for merged in [name for name in merges.last() if name in after]:
        for name in merges.behind(merged):
            if lost := before.get(name, set()) - after[merged]:
                return "volatile", "a merged function lacks a {} of {} with alignment {}".format(*min(lost))
    return None
