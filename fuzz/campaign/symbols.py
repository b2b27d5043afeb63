"""What an object needs of others and of the compiler's library.

Consumes objects. Produces the names that are undefined in them, and those whose address is needed. Where code is generated and nothing is
optimised, a merged module needs nothing that the module did not need before: neither `__truncsfbf2` for a choice between two numbers of 16
bits, nor `__divti3` where a constant was the divisor, nor the address of a function that was only called, which the loader would have to find
before the program runs.
"""

from dataclasses import dataclass

from campaign import relocations, sandbox
from fmtools import tools

TOLD_BY_THE_ASSEMBLER = {"_GLOBAL_OFFSET_TABLE_"}
"""What is named for the way that addresses are formed."""

CALLS = {"R_X86_64_PLT32", "R_AARCH64_CALL26", "R_AARCH64_JUMP26", "R_RISCV_CALL_PLT", "R_ARM_CALL", "R_ARM_JUMP24", "R_ARM_THM_CALL", "R_ARM_THM_JUMP24"}
"""Relocations of calls, which the linker may lead through a table that is filled when a call is made."""


@dataclass(frozen=True)
class Needs:
    """The undefined symbols of an object, and which of them it does more with than call them."""

    undefined: frozenset = frozenset()
    addressed: frozenset = frozenset()


def of_object(file):
    """What an object needs; nothing of what is no object."""
    listed = sandbox.run([tools.llvm("llvm-nm"), "--undefined-only", "--format=just-symbols", file])
    undefined = frozenset(listed.stdout.decode().split()) - TOLD_BY_THE_ASSEMBLER
    if not undefined:
        return Needs()
    return Needs(undefined, frozenset(one.target for one in relocations.of_object(file) if one.target in undefined and one.kind not in CALLS))


def fault(before, after):
    """The first symbol that only the merged object needs, or needs the address of, as a fault."""
    if more := after.undefined - before.undefined:
        return "symbols", min(more)
    if addressed := after.addressed - before.addressed:
        return "symbols", f"the address of {min(addressed)}"
    return None
