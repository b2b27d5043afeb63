"""What an object needs of others and of the compiler's library.

Consumes objects. Produces the names that are undefined in them, and those whose address is needed. Where code is generated and nothing is
optimised, a merged module needs nothing that the module did not need before: neither `__truncsfbf2` for a choice between two numbers of 16
bits, nor `__divti3` where a constant was the divisor, nor the address of a function that was only called, which the loader would have to find
before the program runs.
"""

from campaign import sandbox
from fmtools import tools

TOLD_BY_THE_ASSEMBLER = {"_GLOBAL_OFFSET_TABLE_"}
"""What is named for the way that addresses are formed."""

CALLS = {"R_X86_64_PLT32", "R_AARCH64_CALL26", "R_AARCH64_JUMP26", "R_RISCV_CALL_PLT", "R_ARM_CALL", "R_ARM_JUMP24", "R_ARM_THM_CALL", "R_ARM_THM_JUMP24"}
"""Relocations of calls, which the linker may lead through a table that is filled when a call is made."""


def needed(file):
    """The undefined symbols of an object; none of what is no object."""
    listed = sandbox.run([tools.llvm("llvm-nm"), "--undefined-only", "--format=just-symbols", file])
    return set(listed.stdout.decode().split()) - TOLD_BY_THE_ASSEMBLER


def named(file):
    """For each symbol that relocations of an object name: their types."""
    kinds = {}
    for line in sandbox.run([tools.llvm("llvm-objdump"), "--reloc", file]).stdout.decode().splitlines():
        fields = line.split()
        if len(fields) == 3 and fields[1].startswith("R_"):
            kinds.setdefault(fields[2].split("+0x")[0].split("-0x")[0], set()).add(fields[1])
    return kinds


def fault(before, after):
    """The first symbol that only the merged object needs, or needs the address of, as a fault."""
    undefined = needed(after)
    more = sorted(undefined - needed(before))
    if more:
        return "symbols", more[0]
    plain, merged = named(before), named(after)
    addressed = sorted(name for name in undefined if plain.get(name, set()) <= CALLS and not merged.get(name, set()) <= CALLS)
    return ("symbols", f"the address of {addressed[0]}") if addressed else None
