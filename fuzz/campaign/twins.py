"""Near twins of real functions: see `fuzz/twins/twins.h`.

The functions come from the small C files of `fuzz/corpus`, whose twins may compute other things, or from
programs by csmith, whose twins compute the same and differ by what they note.
"""

import atexit
import functools
import os
import random
import shutil
import threading

from campaign import csmith, levels, native, sandbox, worker
from campaign.program import Program
from fmtools import REPOSITORY, tools

CORPUS = REPOSITORY / "fuzz" / "corpus"
SOURCES = REPOSITORY / "fuzz" / "twins"

BEFORE = [
    "function(sroa)",
    "function(sroa,early-cse,simplifycfg)",
    "function(sroa,instcombine,simplifycfg,loop(loop-rotate),instcombine)",
]
"""What shapes a function before it gets twins that are altered. Nothing here learns from one function about
another, and nothing leaves variables in memory."""

AFTER = [None, None, "function(early-cse,simplifycfg)", "default<O1>", "default<O2>", "default<Oz>"]
"""What shapes the twins."""


def make(seed, folder):
    """A program with twins."""
    chance = random.Random(f"twins {seed}")
    passes = _from_corpus(folder, chance) if chance.random() < 0.8 else _from_csmith(seed, folder)
    after = chance.choice(AFTER)
    return Program(_prepare(folder, [*passes, *([after] if after else [])]), runs=True, deep=chance.random() < 0.2)


def make_copies(seed, folder):
    """A program with equal copies of its functions."""
    chance = random.Random(f"copies {seed}")
    copies = f"twins<seed={chance.randrange(1 << 32)};copies>"
    if chance.random() < 0.6:
        passes = [*_from_corpus(folder, chance)[:-1], copies]
    else:
        csmith.make(seed, folder).module.rename(folder / "source.bc")
        passes = [copies]
    return Program(_prepare(folder, passes), runs=True)


def _prepare(folder, passes):
    module = folder / "program.bc"
    done = worker.passes(",".join(passes), folder / "source.bc", module, build())
    if not done.good:
        raise tools.Problem(f"the generator of twins failed in {folder}: {done.said[:1000]}")
    return module


def _from_corpus(folder, chance):
    source = chance.choice(sorted([*CORPUS.glob("*.c"), *CORPUS.glob("*.cpp")]))
    shutil.copy(corpus_module(source, chance.choice(levels.ALL)), folder / "source.bc")
    return [chance.choice(BEFORE), _twins(chance, "alter")]


_compiling = threading.Lock()


def corpus_module(source, level):
    """A file of the corpus as clang hands it to the pipeline of a level."""
    with _compiling:
        return _compiled(source, level)


@functools.cache
def _compiled(source, level):
    """Kept while this process runs."""
    module = sandbox.FOLDER / f"corpus-{source.stem}{level}-{os.getpid()}.bc"
    csmith.compile_c(source, module, level, "-Xclang", "-disable-llvm-passes")
    atexit.register(module.unlink, missing_ok=True)
    return module


def _from_csmith(seed, folder):
    program = csmith.make(seed, folder)
    program.module.rename(folder / "source.bc")
    return [_twins(random.Random(f"twins of csmith {seed}"))]


def _twins(chance, *more):
    settings = [f"seed={chance.randrange(1 << 32)}", f"count={chance.randint(1, 4)}", *more]
    return f"twins<{';'.join(settings)}>"


@functools.cache
def build():
    """The plugin that makes twins, compiled unless it is there."""
    return native.build(SOURCES, ".so", ["-shared", "-fPIC"])
