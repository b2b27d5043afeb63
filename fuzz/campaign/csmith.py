"""Programs by csmith: whole C programs without undefined behaviour that print a checksum.

The options ask for small functions, since csmith takes twenty times as long over large ones: csmith's own,
and its wrappers of each arithmetic operator and type, which resemble each other.
"""

import random
import tempfile

from campaign import levels, machine, sandbox
from campaign.program import Discarded, Program, Source
from fmtools import tools

INCLUDE = "/usr/include/csmith"

SWITCHES = ["float", "volatiles", "jumps", "structs", "unions", "bitfields", "packed-struct", "arrays", "inline-function"]
"""Features of C that a seed may switch off."""

PUNNING = ["-fno-strict-aliasing", "-Wno-incompatible-pointer-types"]
"""Where it has floats, csmith lets pointers to them meet pointers to integers."""


def make(seed, folder):
    """The program of a seed."""
    chance = random.Random(f"csmith {seed}")
    source, module = folder / "program.c", folder / "program.bc"
    options = _options(seed, chance)
    # It leaves a file `platform.info` where it runs.
    if not sandbox.run([tools.find("csmith"), *options, "-o", source], cwd=folder).good:
        raise Discarded("csmith gave up")
    compile_c(source, module, chance.choice(levels.ALL), *_more(options, chance))
    return Program(module, runs=True, deep=seed % 5 == 0)


def source(seed):
    """The text of the program of a seed."""
    chance = random.Random(f"csmith {seed}")
    options = _options(seed, chance)
    with tempfile.TemporaryDirectory(prefix="fmerge-csmith-") as folder:
        done = sandbox.run([tools.find("csmith"), *options], cwd=folder)
    if not done.good:
        raise Discarded("csmith gave up")
    punning = PUNNING if "--float" in options else []
    return Source({"program.c": done.stdout.decode()}, ["program.c"], [f"-I{INCLUDE}", "-ffp-contract=off", *punning], set())


def _more(options, chance):
    return (PUNNING if "--float" in options else []) + (["-g"] if chance.random() < 0.25 else [])


def compile_c(source, module, level, *more, driver="clang", cwd=None):
    """Compiles C, or C++ with its driver, to a module after the pipeline of a level. No function is marked as not to be touched."""
    flags = [level, "-Xclang", "-disable-O0-optnone", "-Wno-everything", "-g0", "-ffp-contract=off", "-fPIE", f"-I{INCLUDE}", *machine.flags()]
    done = sandbox.run([tools.llvm(driver), *flags, *more, "-c", "-emit-llvm", source, "-o", module], cwd=cwd)
    if not done.good:
        raise Discarded("clang could not compile it")


def _options(seed, chance):
    sizes = {
        "max-funcs": chance.randint(4, 14),
        "max-block-depth": chance.randint(2, 3),
        "max-block-size": chance.randint(2, 4),
        "max-expr-complexity": chance.randint(3, 7),
        "max-pointer-depth": chance.randint(1, 3),
    }
    switches = [("" if chance.random() < 0.7 else "no-") + name for name in SWITCHES]
    return ["--quiet", "--seed", seed, *_flags(sizes), *(f"--{switch}" for switch in switches)]


def _flags(sizes):
    return [part for name, value in sizes.items() for part in (f"--{name}", value)]
