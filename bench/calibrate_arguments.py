#!/usr/bin/env python3
"""What thunks and their arguments take: the prices of crates/core/src/price/ that no merge is needed for.

Consumes a target triple. Each thing is written as a function of its own, at `minsize`, and its size is compared with
that of the function without it. Produces bytes, unwind entries included, and instructions: of a thunk, of each
sort of argument, of an argument beyond the registers, and of a call through a parameter.
"""

import argparse
import sys

from fmbench import foreign, store
from fmtools import tools

NUMBERS = [0, 1, -1, 31, 32, 63, 64, 127, 128, -128, -129, 255, 256, 2047, 2048, 4095, 4096, 8191, 8192]
NUMBERS += [0xFFFF, 0x10000, -0x10000, 0x12345, 0xFFFFF, 0x7FF00000, 0x12345678, -0x12345678]
WIDE = [0, 1, -1, 0xFFFF, 0x12345678, -0x12345678, 0x1234567800, 0x123456789ABCDEF]

REGISTERS = {"x86_64": 6, "aarch64": 8, "thumb": 4, "riscv32": 8, "riscv64": 8, "wasm32": 4}


@tools.told
def main():
    """Prints a line for each thing."""
    parser = argparse.ArgumentParser(description="Measure what thunks and arguments take on a target.")
    parser.add_argument("triple", help="such as aarch64-linux-gnu")
    parser.add_argument("--features", default="", help="target features for llc, such as +m,+a,+c")
    arguments = parser.parse_args()
    sizes = measured(arguments.triple, arguments.features)
    for name, size, other in rows(arguments.triple):
        base = sizes[other] if other else foreign.Size(0, 0)
        print(f"{name:>24} {sizes[size].bytes - base.bytes:4} {sizes[size].instructions - base.instructions:4}")
    return 0


def rows(triple):
    """What is printed: its name, the function that has it, and the one that has not."""
    yield "thunk", "thunk", None
    yield from ((f"i32 {number}", f"i32_{at}", "thunk") for at, number in enumerate(NUMBERS))
    yield from ((f"i64 {number:#x}", f"i64_{at}", "thunk") for at, number in enumerate(WIDE))
    yield from ((kind, kind, "thunk") for kind in ("address", "float", "double"))
    yield "argument on the stack", "over", "full"
    # Its frame, its entry, its call, and the number 1 on the stack.
    yield "thunk with a frame", "framed", None
    yield "indirect call", "indirect", "direct"


def measured(triple, features):
    """The sizes of all functions."""
    with store.scratch() as folder:
        path = folder / "arguments.ll"
        path.write_text(module(triple, features))
        return foreign.function_sizes(path, folder)


def module(triple, features):
    """All functions as IR. What they call is defined in another module."""
    lines = [f'target triple = "{triple}"', "@data = internal global [16 x i64] zeroinitializer"]
    constants = [(f"i32_{at}", "i32", number) for at, number in enumerate(NUMBERS)]
    constants += [(f"i64_{at}", "i64", number) for at, number in enumerate(WIDE)]
    constants += [("address", "ptr", "@data"), ("float", "float", "1.25"), ("double", "double", "1.25")]
    lines += thunk("thunk", "", "")
    for name, kind, value in constants:
        lines += thunk(name, f", {kind}", f", {kind} {value}")
    count = next(count for arch, count in REGISTERS.items() if triple.startswith(arch))
    for name, extra in (("full", 0), ("over", 1)):
        types = ", ".join(["i32"] * (count + extra))
        values = ", ".join(["i32 %x"] * (count + extra))
        lines += [f"declare dso_local void @{name}.body({types})", f"define void @{name}(i32 %x) #0 {{"]
        # Two calls, so that neither is a jump.
        lines += [f"  call void @{name}.body({values})"] * 2 + ["  ret void", "}"]
    types, own = ", ".join(["i32"] * count), ", ".join(f"i32 %{at}" for at in range(count))
    lines += [f"declare dso_local void @framed.body({types}, i32)", f"define void @framed({own}) #0 {{"]
    lines += [f"  tail call void @framed.body({own}, i32 1)", "  ret void", "}"]
    lines += ["declare dso_local void @callee(i32)"]
    for name, callee in (("direct", "@callee"), ("indirect", "%p")):
        lines += [f"define void @{name}(i32 %x, ptr %p) #0 {{", f"  call void {callee}(i32 %x)"]
        lines += ["  call void @callee(i32 5)", "  ret void", "}"]
    unwind = "uwtable " if "linux" in triple else "nounwind "
    given = f'"target-features"="{features}" ' if features else ""
    return "\n".join([*lines, f"attributes #0 = {{ minsize optsize {unwind}{given}}}", ""])


def thunk(name, types, values):
    """A function that only calls another, with one more argument."""
    call = f"  tail call void @{name}.body(i32 %x{values})"
    return [f"declare dso_local void @{name}.body(i32{types})", f"define void @{name}(i32 %x) #0 {{", call, "  ret void", "}"]


if __name__ == "__main__":
    sys.exit(main())
