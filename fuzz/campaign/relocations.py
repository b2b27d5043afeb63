"""What an object says of the addresses in it, and what merging may not add to that.

Consumes two objects of one source. Produces the sign of a fault, or nothing:

- where nothing is relocated after the link, no address appears that is not relative to code (ROPI) or data (RWPI);
- code that the source puts into a section of its own needs no section that it did not need;
- a program of BPF is global: the loader refuses local functions in sections of programs.
"""

import re
from dataclasses import dataclass

from campaign import sandbox
from fmtools import tools

ABSOLUTE = {"R_ARM_ABS32", "R_ARM_TARGET1", "R_ARM_MOVW_ABS_NC", "R_ARM_MOVT_ABS", "R_ARM_THM_MOVW_ABS_NC", "R_ARM_THM_MOVT_ABS"}

SYMBOL = re.compile(r"^([0-9a-f]+) (.{7}) (\S+)\s+([0-9a-f]+)(?: \.\w+)? (\S+)$")

ORDINARY = (".text", ".rel", ".data", ".bss", ".rodata", ".debug", ".llvm", ".eh_frame", ".ARM", ".note", ".comment", ".sdata", ".sbss", ".riscv")
"""How the names of sections begin that the source did not name, or that hold no code that does."""


@dataclass(frozen=True)
class Relocation:
    """Where it is, its type, and the section of what it means; the name of a symbol that is defined elsewhere."""

    section: str
    kind: str
    target: str


@dataclass(frozen=True)
class Object:
    """Relocations, and of a program of BPF the functions that are local, as pairs of section and name."""

    relocations: frozenset
    local: frozenset = frozenset()


def of_object(path):
    """What an object has."""
    table = tools.check([tools.llvm("llvm-objdump"), "--syms", path]).stdout.decode()
    listed = tools.check([tools.llvm("llvm-objdump"), "--reloc", path]).stdout.decode()
    symbols, local = {}, set()
    for line in table.splitlines():
        # Labels that RISC-V's code makes for itself all have one name, which ends with a space.
        match = SYMBOL.match(line.rstrip())
        if match:
            _, kind, section, _, name = match.groups()
            symbols.setdefault(name, set()).add(name if section == "*UND*" else section)
            if kind[0] == "l" and kind[6] == "F":
                local.add((section, name))
    return Object(frozenset(_relocations(listed, symbols)), frozenset(local if "elf64-bpf" in table else []))


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
            places = symbols.get(symbol, {symbol})
            yield Relocation(section, fields[1], section if section in places else min(places))


def fault(plain, merged):
    """What merging has added that must not be."""
    if _kinds(merged) & ABSOLUTE and not _kinds(plain) & ABSOLUTE:
        return "absolute addresses that the plain object has not"
    if _needs(merged) - _needs(plain):
        return "code in a section of its own needs another section"
    if any(not section.startswith(ORDINARY) for section, _ in merged.local - plain.local):
        return "a local function in a section that the source named"
    return _positions(plain, merged)


def _kinds(given):
    """Types of relocations in what is loaded."""
    return {one.kind for one in given.relocations if not one.section.startswith((".debug", ".ARM", ".llvm"))}


def _needs(given):
    """What sections that the source named refer to, besides themselves and their like."""
    named = [one for one in given.relocations if not one.section.startswith(ORDINARY)]
    return {(one.section, one.target) for one in named if not one.target.startswith(one.section)}


def _positions(plain, merged):
    """Distances between constants and variables, which move apart where each has its own base."""
    def distances(given):
        return {(one.section.split(".")[1], one.target) for one in given.relocations if one.section.startswith(".rodata") and one.target.startswith((".data", ".bss"))}

    based = any("SBREL" in kind for kind in _kinds(plain))
    return "a constant that is a distance to a variable" if based and distances(merged) - distances(plain) else None
