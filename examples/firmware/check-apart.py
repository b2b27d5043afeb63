#!/usr/bin/env python3
"""Whether code stays apart: what runs from RAM needs nothing in the flash, and the boot loader nothing of the application.

Consumes a program that was linked with `--emit-relocs`. Prints each reference that leaves its place; the exit status is 1
when there is one.
"""

import re
import subprocess
import sys

BOOT_MAY = {"application_header", "flash_begin", "flash_end"}
"""What the boot loader is to know of what lies outside: where the application is."""


def told(tool, *arguments):
    """What one of LLVM's tools prints, line by line."""
    return subprocess.run([tool, *arguments], capture_output=True, text=True, check=True).stdout.splitlines()


def main(program, tools=""):
    """Checks both places."""
    at = {name: int(value, 16) for value, _, name in (line.split() for line in told(f"{tools}llvm-nm", program) if line[0] != " ")}
    found = re.compile(r"^\s*\[ *\d+\] (\S+)\s+\S+\s+([0-9a-f]+) [0-9a-f]+ ([0-9a-f]+)")
    sections = {match[1]: (int(match[2], 16), int(match[3], 16)) for match in map(found.match, told(f"{tools}llvm-readelf", "-SW", program)) if match}
    ram = sections[".data"][0]
    begin, size = sections[".boot"]
    places = {
        "the boot loader": (begin, begin + size, ram, BOOT_MAY),
        "code in RAM": (ram, at.get("ramfunc_end") or at["iram_end"], ram, set()),
    }
    faults = 0
    seen = dict.fromkeys(places, 0)
    for line in told(f"{tools}llvm-readelf", "-rW", program):
        words = line.split()
        if len(words) < 5 or not re.fullmatch("[0-9a-f]{8}", words[0]):
            continue
        where, to, name = int(words[0], 16), int(words[3], 16), words[4]
        for place, (low, high, ram, may) in places.items():
            if low <= where < high:
                seen[place] += 1
                if not (low <= to < high or to >= ram or name in may):
                    print(f"{place} needs {name} at {to:#x}")
                    faults += 1
    # A program without such references was not linked as this needs it.
    faults += sum(not count for count in seen.values())
    print(*(f"{place}: {count} references" for place, count in seen.items()), sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
