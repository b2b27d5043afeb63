"""Prints modules whose types, constants, initialisers or metadata share parts or lead far."""

import sys

LEVELS = 40
CHAIN = 20_000

BODY = """  store i32 %x, ptr %p
  %a = call i32 @e(i32 %x)
  %b = mul {}i32 %a, 77
  store i32 %b, ptr %p
  %c = call i32 @e(i32 %b){}
  ret i32 %c"""


def functions(extra="", last=""):
    """Two equal functions but for a promise."""
    print("declare i32 @e(i32)")
    for name, promise in ("one", ""), ("two", "nsw "):
        print(f"define i32 @{name}(i32 %x, ptr %p) unnamed_addr {{\n{extra}{BODY.format(promise, last)}\n}}")


def types():
    """A value whose type has twice as many parts for each level, all of them empty."""
    print('target triple = "x86_64-unknown-linux-gnu"')
    print("%t0 = type { [0 x ptr], [0 x ptr] }")
    for n in range(1, LEVELS):
        print(f"%t{n} = type {{ %t{n - 1}, %t{n - 1} }}")
    top = f"%t{LEVELS - 1}"
    functions(f"  %v = load {top}, ptr %p\n  store {top} %v, ptr %p\n")


def constants():
    """A function that a table names once more than twice for each level."""
    part, value = "ptr", "@one"
    functions()
    for n in range(LEVELS // 4):
        part, value = f"{{ {part}, {part} }}", f"{{ {part} {value}, {part} {value} }}"
    print(f"@table = constant {part} {value}")


def chain():
    """An initialiser that leads to another, and so on; the last names a function."""
    functions("  store ptr @g0, ptr %p\n")
    for n in range(CHAIN):
        print(f"@g{n} = internal constant ptr @g{n + 1}")
    print(f"@g{CHAIN} = internal constant ptr @two")


def metadata():
    """A loop whose node leads to another, and so on; the last is distinct."""
    functions("  br label %l\nl:\n  %k = icmp eq i32 %x, 7\n  br i1 %k, label %l, label %m, !llvm.loop !0\nm:\n")
    print("!0 = distinct !{!0, !1}")
    for n in range(1, CHAIN):
        print(f"!{n} = !{{!{n + 1}, !{n + 1}}}")
    print(f"!{CHAIN} = distinct !{{}}")


globals()[sys.argv[1]]()
