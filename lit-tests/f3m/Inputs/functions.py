"""Writes a module of so many functions of a few shapes, no two alike, each called once from main."""

import random
import sys

OPERATIONS = ("add", "sub", "mul", "xor", "and", "or")


def function(number, chance):
    """One function: a shape that few share, and operations and constants of its own."""
    shape = random.Random(number % 5)
    lines = [f"define internal i32 @f{number}(i32 %x, ptr %p) minsize optsize {{"]
    value = "%x"
    for step in range(shape.randrange(12, 40)):
        operation = shape.choice(OPERATIONS)
        if chance.random() < 0.1:
            operation = chance.choice(OPERATIONS)
        constant = shape.randrange(1, 1 << 16) if chance.random() < 0.9 else chance.randrange(1, 1 << 16)
        lines.append(f"  %v{step} = {operation} i32 {value}, {constant}")
        if shape.random() < 0.4:
            lines.append(f"  store volatile i32 %v{step}, ptr %p")
        value = f"%v{step}"
    return "\n".join([*lines, f"  ret i32 {value}", "}"])


def main(count):
    """The module."""
    chance = random.Random(1)
    print('@format = constant [4 x i8] c"%d\\0A\\00"\ndeclare i32 @printf(ptr, ...)')
    print("\n".join(function(number, chance) for number in range(count)))
    print("define i32 @main() {\n  %place = alloca i32")
    for number in range(count):
        print(f"  %r{number} = call i32 @f{number}(i32 {number}, ptr %place)")
        print(f"  call i32 (ptr, ...) @printf(ptr @format, i32 %r{number})")
    print("  ret i32 0\n}")


main(int(sys.argv[1]))
