"""Near twins of real functions: see `fuzz/twins/twins.h`.

The functions come from the small C files of `fuzz/corpus`, whose twins may compute other things, or from
programs by csmith, whose twins compute the same and differ by what they note.
"""

import functools
import hashlib
import os
import random
import shlex

from campaign import csmith, levels, tools
from campaign.program import Program

CORPUS = tools.REPOSITORY / "fuzz" / "corpus"
SOURCES = tools.REPOSITORY / "fuzz" / "twins"

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
    return Program(_prepare(folder, [*passes, *([after] if after else [])]), runs=True, thorough=True)


def make_copies(seed, folder):
    """A program with equal copies of its functions."""
    chance = random.Random(f"copies {seed}")
    copies = f"twins<seed={chance.randrange(1 << 32)};copies>"
    if chance.random() < 0.6:
        passes = [*_from_corpus(folder, chance)[:-1], copies]
    else:
        csmith.make(seed, folder).module.rename(folder / "source.bc")
        passes = [copies]
    return Program(_prepare(folder, passes), runs=True, thorough=True)


def _prepare(folder, passes):
    module = folder / "program.bc"
    plugin = f"-load-pass-plugin={build()}"
    done = tools.run([tools.llvm("opt"), plugin, f"-passes={','.join(passes)}", folder / "source.bc", "-o", module])
    if not done.good:
        raise tools.Broken(f"the generator of twins failed in {folder}: {done.said[:1000]}")
    return module


def _from_corpus(folder, chance):
    source = chance.choice(sorted([*CORPUS.glob("*.c"), *CORPUS.glob("*.cpp")]))
    level = chance.choice(levels.ALL)
    csmith.compile_c(source, folder / "source.bc", level, "-Xclang", "-disable-llvm-passes")
    return [chance.choice(BEFORE), _twins(chance, "alter")]


def _from_csmith(seed, folder):
    program = csmith.make(seed, folder)
    program.module.rename(folder / "source.bc")
    return [_twins(random.Random(f"twins of csmith {seed}"))]


def _twins(chance, *more):
    settings = [f"seed={chance.randrange(1 << 32)}", f"count={chance.randint(1, 4)}", *more]
    return f"twins<{';'.join(settings)}>"


@functools.cache
def build():
    """The plugin that makes twins, compiled unless it is there. One and the same during a campaign."""
    sources = sorted(SOURCES.glob("*"))
    flags = tools.run([tools.llvm("llvm-config"), "--cxxflags"]).stdout.decode()
    identity = hashlib.sha256("\0".join([flags, *(path.read_text() for path in sources)]).encode()).hexdigest()[:16]
    plugin = tools.FOLDER / f"twins-{identity}.so"
    if not plugin.exists():
        _compile([path for path in sources if path.suffix == ".cpp"], shlex.split(flags), plugin)
    return plugin


def _compile(sources, flags, plugin):
    """Compiles under another name first: what is there is whole."""
    tools.FOLDER.mkdir(parents=True, exist_ok=True)
    partial = plugin.with_suffix(f".{os.getpid()}")
    done = tools.run([tools.find("c++"), *flags, "-fno-rtti", "-O1", "-shared", "-fPIC", *sources, "-o", partial], seconds=300)
    if not done.good:
        raise tools.Broken(f"the generator of twins does not compile: {done.said}")
    partial.rename(plugin)
