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

ALONE = "alone"
"""Tells a program to give each case a process of its own."""

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


def differ_alone(executable, references):
    """Whether a program differs from its plain builds in a case that has a process of its own."""
    runs = [machine.execute(reference, sandbox.PROGRAM_SECONDS, ALONE) for reference in references for _ in range(2)]
    came = agreed([machine.execute(executable, sandbox.PROGRAM_SECONDS, ALONE)])
    return any(came.get(case) != result for case, result in agreed(runs).items())


def agreed(runs):
    """The cases on which all runs agree, with what came of them."""
    first, *rest = (dict(line.split() for line in done.stdout.decode().splitlines() if line.count(" ") == 1) for done in runs)
    return {case: came for case, came in first.items() if all(other.get(case) == came for other in rest)}
