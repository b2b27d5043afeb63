"""The machine that the programs of a campaign are made for: this one, or one that qemu plays.

A campaign has one target, which is set when it begins. Programs for others are linked statically, since they start in
less time so.
"""

import functools

from campaign import sandbox
from fmtools import target, tools
from fmtools.target import NATIVE, Target

SLOWER = 5
"""How many times the processor seconds a program may take under qemu."""

chosen: Target = NATIVE


def choose(name):
    """Sets the target of all that is made from now on."""
    global chosen
    chosen = target.named(name)
    chosen.check()


def native():
    """Whether programs run without qemu."""
    return not chosen.runner


def flags():
    """What the compiler is told of the target."""
    return list(chosen.flags)


def link_flags():
    """What the linking compiler is told of it."""
    return [] if native() else [*chosen.flags, "-static"]


@functools.cache
def _triple(target):
    return sandbox.run([tools.llvm("clang"), *target.flags, "-print-effective-triple"]).stdout.decode().strip()


def triple():
    """What modules are for."""
    return _triple(chosen)


def tool(stem):
    """A tool of GNU's for the target."""
    return stem if native() else f"{chosen.gcc.removesuffix('gcc')}{stem}"


def prefix():
    """What stands before a program in a shell."""
    return "".join(f"{part} " for part in chosen.runner)


def name(stem):
    """A name for what differs by target."""
    return stem if native() else f"{stem}-{chosen.name}"


def execute(executable, seconds, *arguments, **how):
    """Runs a program that was made for the target. Under qemu neither its stack nor its memory can be limited."""
    if native():
        return sandbox.run([executable, *arguments], seconds, **how)
    how |= {"stack": None, "memory": None}
    return sandbox.run([*chosen.runner, executable, *arguments], seconds * SLOWER, **how)
