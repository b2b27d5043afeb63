"""Functions by llvm-stress: strange but valid IR, mostly vectors and odd integers. It is not run."""

import random
import re

from campaign import machine, sandbox, worker
from campaign.program import Discarded, Program
from fmtools import tools

LEVELS = ["verify", "function(sroa,early-cse)", "default<O1>", "default<Oz>"]
"""What runs on the functions before they are merged."""


def make(seed, folder):
    """A module of several functions."""
    chance = random.Random(f"stress {seed}")
    size = chance.choice([40, 100, 300])
    texts = [_function(seed * 100 + number, size, number) for number in range(chance.randint(4, 12))]
    source, module = folder / "stress.ll", folder / "program.bc"
    source.write_text("\n".join([f'target triple = "{machine.triple()}"', *texts]))
    passes = chance.choice(LEVELS)
    if not worker.passes(passes, source, module).good:
        raise Discarded("opt could not prepare it")
    return Program(module, runs=False)


def _function(seed, size, number):
    """The text of one function, under a name of its own; its module holds nothing else that matters."""
    done = sandbox.run([tools.llvm("llvm-stress"), f"-size={size}", f"-seed={seed}"])
    if not done.good:
        raise Discarded("llvm-stress gave up")
    text = re.sub(r"^(source_filename|; ModuleID).*\n", "", done.stdout.decode(), flags=re.M)
    return text.replace("@autogen_SD", f"@stress{number}_")
