"""Writes a module of so many functions, which are called one after another, and a family of all of them."""

import json
import sys

HEAD = """target triple = "x86_64-unknown-linux-gnu"
@text = private constant [4 x i8] c"%d\\0A\\00"
declare i32 @printf(ptr, ...)
define void @out(i32 %x) noinline {
  %r = call i32 (ptr, ...) @printf(ptr @text, i32 %x)
  ret void
}"""


def function(number):
    """One function; code of some of them that others lack, and constants that differ."""
    some = [(3, number), (5, 7)]
    calls = [f"  call void @out(i32 {value})" for every, value in some if number % every == 0]
    result = "%a" if number % 7 else "%x"
    return "\n".join([
        f"define internal i32 @f{number}(i32 %x) minsize noinline {{",
        "  call void @out(i32 %x)",
        f"  %a = add i32 %x, {number * number % 97}",
        "  call void @out(i32 %a)",
        *calls,
        f"  call void @out(i32 {number % 4})",
        f"  ret i32 {result}",
        "}",
    ])


def main(count):
    """Prints the module, or with a second argument the family."""
    if len(sys.argv) > 2:
        print(json.dumps([{"members": [f"f{number}" for number in range(count)]}]))
        return
    print(HEAD)
    for number in range(count):
        print(function(number))
    print("define i32 @main() {")
    for number in range(count):
        print(f"  %r{number} = call i32 @f{number}(i32 {number})\n  call void @out(i32 %r{number})")
    print("  ret i32 0\n}")


main(int(sys.argv[1]))
