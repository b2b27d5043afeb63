"""Mutants of real functions, as other fuzzers of LLVM make them.

Consumes a seed. Produces a module with functions of LLVM's style (the inputs of `lit-tests`, which are near what merging
must tell apart, and functions of the corpus and of csmith, optimised or not), each with clones in which flags, facts,
attributes, constants, operands and predicates are changed, and with cases that call them: see `fuzz/twins/drive.cpp`.
A case counts if it ends and all levels of the plain program agree on it, and the program without its facts does; what is
undefined seldom does. Cases of a program run in one process; a case that differs there must also differ in a process of its own.
"""

import functools
import random
import re

from campaign import csmith, levels, machine, sandbox, twins, worker
from campaign.program import Discarded, Program
from fmtools import REPOSITORY, content, tools

INPUTS = REPOSITORY / "lit-tests"
DRIVER = REPOSITORY / "fuzz" / "drive" / "main.c"

TOGETHER, ALONE = "together", "alone"
"""Whether cases of a program share a process."""

REFERENCES = ["-O0", levels.CODE, "-O2"]
"""At these the plain program must agree on a case."""


def make(seed, folder):
    """A module with mutants."""
    chance = random.Random(f"mutants {seed}")
    source = _source(seed, chance, folder)
    module = folder / "program.bc"
    before = chance.choice([[], [], ["function(sroa,early-cse)"], ["default<O1>"], ["default<Oz>"]])
    passes = [*before, f"twins<seed={chance.randrange(1 << 32)};count={chance.randint(1, 3)};mutants>"]
    done = worker.passes(",".join(passes), source, module, twins.build())
    if not done.good:
        raise Discarded("it cannot be mutated")
    return Program(module, runs=True, cases=True, names=("fmerge",), brief=True, more=(driver(),))


def _source(seed, chance, folder):
    kind = chance.choices(["lit", "corpus", "csmith"], [70, 15, 15])[0]
    if kind == "csmith":
        csmith.make(seed, folder).module.rename(folder / "source.bc")
        return folder / "source.bc"
    if kind == "corpus":
        return twins.corpus_module(chance.choice(sorted(twins.CORPUS.glob("*.c"))), chance.choice(levels.ALL))
    source = folder / "source.ll"
    text = chance.choice(_inputs()).read_text()
    named = "" if "source_filename" in text else 'source_filename = "source.ll"\n'
    source.write_text(f'{named}target triple = "{machine.triple()}"\n{text}')
    return source


@functools.cache
def _inputs():
    """Inputs that are for no target. LLVM itself complains of features that a target has not."""
    return [path for path in sorted(INPUTS.glob("*/*.ll")) if not re.search(r'^target |"target-(cpu|features)"', path.read_text(), re.MULTILINE)]


def driver():
    """The object that runs the cases."""
    product = sandbox.FOLDER / machine.name(f"drive-{content.file_digest(DRIVER)}.o")
    command = [tools.llvm("clang"), *machine.flags(), "-O1", "-fPIE", "-c", DRIVER, "-o"]
    return content.made_file(product, lambda made: tools.check([*command, made]))


def loosened(module, folder):
    """The module without what makes values undefined. A case that does something else there is undefined, whatever
    levels agree on: code generation may take a fact for true at all of them, and ask for it at none."""
    without = folder / "loosened.bc"
    done = worker.passes("twins<loosen>", module, without, twins.build())
    if not done.good:
        raise Discarded("its facts cannot be dropped")
    return without


def came_of(executable, cases=(), how=TOGETHER):
    """What comes of each of the cases that ends, or of all, by number."""
    done = machine.execute(executable, sandbox.PROGRAM_SECONDS, how, *cases)
    return dict(line.split() for line in done.stdout.decode().splitlines() if line.count(" ") == 1)


def agreed(executable, known=None, how=TOGETHER):
    """Of the cases in which builds have agreed so far, or of all, those in which two runs of a build agree, too."""
    if known is not None and not known:
        return {}
    for _ in range(2):
        came = came_of(executable, known or (), how)
        known = came if known is None else {case: result for case, result in known.items() if came.get(case) == result}
    return known


def differ_alone(executable, references, cases):
    """Whether a program differs from its plain builds in one of the cases, when each has a process of its own."""
    known = None
    for reference in references:
        known = {case: result for case, result in agreed(reference, known, ALONE).items() if case in cases}
    return differs(executable, known, ALONE)


def differs(executable, known, how=TOGETHER):
    """Whether a program does something else in a case than builds that have agreed."""
    return bool(known) and came_of(executable, known, how) != known
