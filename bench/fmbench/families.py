#!/usr/bin/env python3
"""A module of functions that are similar in families, for `bench/scale.py`.

Consumes the number of the module, how many functions it has, and how many are similar. Writes LLVM IR. Equal arguments give equal
text.
"""

import random
import sys

HEAD = """target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@text = private unnamed_addr constant [4 x i8] c"abc\\00"
"""

CALLEES = 40
"""External functions that they call."""


def module(number, count, family):
    """The text of a module."""
    lines = [HEAD, *(f"declare i32 @use{each}(ptr, i32)" for each in range(CALLEES))]
    for place in range(number * count, (number + 1) * count):
        lines += function(place, random.Random(place // family), random.Random(-1 - place))
    return "\n".join(lines) + "\n"


def function(place, shared, own):
    """The lines of a function. What `shared` draws is the same in its family, and `own` is its own."""
    lines, last = [f"define i32 @f{place}(i32 %x0, ptr %p) minsize optsize nounwind uwtable {{"], 0
    for _ in range(shared.randint(8, 40)):
        kind, near, any_one = shared.randint(0, 5), f"%x{shared.randint(max(0, last - 4), last)}", f"%x{shared.randint(0, last)}"
        constant, callee = shared.randint(1, 9), shared.randint(0, CALLEES - 1)
        constant = own.randint(10, 99) if own.random() < 0.1 else constant
        last += 1
        lines += {
            0: [f"  %x{last} = call i32 @use{callee}(ptr @text, i32 {near})"],
            1: [f"  %x{last} = call i32 @use{callee}(ptr @text, i32 {near})"],
            2: [f"  %x{last} = add i32 {near}, {constant}"],
            3: [f"  %x{last} = xor i32 {near}, {any_one}"],
            4: [f"  %q{last} = getelementptr i32, ptr %p, i32 {constant}", f"  %x{last} = load i32, ptr %q{last}"],
            5: [f"  %x{last} = mul i32 {near}, {constant}"],
        }[kind]
    return [*lines, f"  ret i32 %x{last}", "}"]


if __name__ == "__main__":
    with open(sys.argv[4], "w", encoding="utf-8") as file:
        file.write(module(*map(int, sys.argv[1:4])))
