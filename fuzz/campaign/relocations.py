"""What an object says of the addresses in it, and what merging may not add to that.

Consumes two objects of one source. Produces the sign of a fault, or nothing:

- where nothing is relocated after the link, no address appears that is not relative to code (ROPI) or data (RWPI);
- code that the source puts into a section of its own needs no section that it did not need.
"""

import re
from dataclasses import dataclass

from campaign import sandbox
from fmtools import tools

ABSOLUTE = {"R_ARM_ABS32", "R_ARM_TARGET1", "R_ARM_MOVW_ABS_NC", "R_ARM_MOVT_ABS", "R_ARM_THM_MOVW_ABS_NC", "R_ARM_THM_MOVT_ABS"}

SYMBOL = re.compile(r"^[0-9a-f]+ .{7} (\S+)\s+[0-9a-f]+(?: \.\w+)? (\S+)$")

ORDINARY = (".text", ".rel", ".data", ".bss", ".rodata", ".debug", ".llvm", ".eh_frame", ".ARM", ".note", ".comment", ".sdata", ".sbss", ".riscv")
"""How the names of sections begin that the source did not name, or that hold no code that does."""


@dataclass(frozen=True)
class Relocation:
    """Where it is, its type, and the section of what it means; the name of a symbol that is defined elsewhere."""

    section: str
    kind: str
    target: str


def of_object(path):
    """The relocations of an object."""
    table = tools.check([tools.llvm("llvm-objdump"), "--syms", path]).stdout.decode()
    listed = tools.check([tools.llvm("llvm-objdump"), "--reloc", path]).stdout.decode()
    symbols = {}
    for line in table.splitlines():
        # The labels of RISC-V's branches end in a space.
        match = SYMBOL.match(line.rstrip())
        if match:
            section, name = match.groups()
            symbols.setdefault(name, set()).add(name if section == "*UND*" else section)
    return frozenset(_relocations(listed, symbols))


def _relocations(listed, symbols):
    section = ""
    for line in listed.splitlines():
        head = re.match(r"RELOCATION RECORDS FOR \[(.*)\]:", line)
        if head:
            section = head[1]
            continue
        fields = line.split()
        if len(fields) == 3 and fields[1].startswith("R_"):
            symbol = re.sub(r"[+-]0x[0-9a-f]+$", "", fields[2])
            yield Relocation(section, fields[1], _meant(section, symbols.get(symbol, {symbol})))


def _meant(section, among):
    """The section that a relocation means: labels of one name, as all of RISC-V's branches have, are of its own section."""
    return section if section in among else min(among)


def fault(plain, merged):
    """What merging has added that must not be."""
    if _kinds(merged) & ABSOLUTE and not _kinds(plain) & ABSOLUTE:
        return "absolute addresses that the plain object has not"
    if _needs(merged) - _needs(plain):
        return "code in a section of its own needs another section"
    return _positions(plain, merged)


def _kinds(given):
    """Types of relocations in what is loaded."""
    return {one.kind for one in given if not one.section.startswith((".debug", ".ARM", ".llvm"))}


def _needs(given):
    """What sections that the source named refer to, besides themselves and their like."""
    named = [one for one in given if not one.section.startswith(ORDINARY)]
    return {(one.section, one.target) for one in named if not one.target.startswith(one.section)}


def _positions(plain, merged):
    """Distances between constants and variables, which move apart where each has its own base."""
    def distances(given):
        return {(one.section.split(".")[1], one.target) for one in given if one.section.startswith(".rodata") and one.target.startswith((".data", ".bss"))}

    based = any("SBREL" in kind for kind in _kinds(plain))
    return "a constant that is a distance to a variable" if based and distances(merged) - distances(plain) else None
