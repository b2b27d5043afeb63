"""Modules of one extreme shape each, of any size, as text of LLVM IR.

Each function here is a shape: it consumes a size and produces a module in which one thing is that large or that many, such as
the calls of a chain or the cases of a switch. Functions come at least by two, so that there is something to merge.
"""

from collections.abc import Callable
from dataclasses import dataclass

HEAD = """target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i64 @outside(i64)
declare void @take(ptr)
"""

OPERATIONS = "add", "xor", "mul", "sub", "or", "and", "shl", "lshr"


@dataclass(frozen=True)
class Shape:
    """What is large, how large it is in a usual run, and how such a module is made."""

    name: str
    size: int
    make: Callable[[int], str]
    what: str


def work(salt, length=24):
    """Lines that compute `%v0`, `%v1`, … one of another, differently by salt; and the name of the last value."""
    lines, last = [], "%a"
    for index in range(length):
        operation = OPERATIONS[(index * 5 + (salt >> (index % 7)) % 2) % len(OPERATIONS)]
        lines.append(f"  %v{index} = {operation} i64 {last}, {(index * 37 + 11 + salt % 3) % 61 + 1}")
        last = f"%v{index}"
    return lines, last


def function(name, body, result, parameters="i64 %a"):
    """A function of one block that asks to be small."""
    return "\n".join([f"define i64 @{name}({parameters}) minsize optsize uwtable {{", *body, f"  ret i64 {result}", "}"])


def module(functions):
    """All of a module."""
    return HEAD + "\n".join(functions) + "\n"


def throwing(functions):
    """A module of functions with landing pads, which call `throws`."""
    head = "declare i32 @__gxx_personality_v0(...)\ndeclare i64 @throws(i64)"
    return module([head, *(text.replace(" uwtable {", " uwtable personality ptr @__gxx_personality_v0 {") for text in functions)])


def calling(callee, salt):
    """Work, a call of another function, and work again."""
    lines, last = work(salt, 12)
    return [*lines, f"  %r = call i64 @{callee}(i64 {last})", f"  %s = add i64 %r, {last}"]


def chain(size):
    """Each function calls the next."""
    names = [*(f"f{index}" for index in range(1, size)), "outside"]
    return module(function(f"f{index}", calling(name, index), "%s") for index, name in enumerate(names))


def cycle(size):
    """Each function calls the next, the last one the first."""
    return module(function(f"f{index}", calling(f"f{(index + 1) % size}", index), "%s") for index in range(size))


def clique(size):
    """Each function calls all others."""
    def body(index):
        lines, last = [], "%a"
        for callee in range(size):
            lines.append(f"  %c{callee} = call i64 @f{callee}(i64 {last})")
            last = f"%c{callee}"
        return [*lines, f"  %s = add i64 {last}, {index}"]

    return module(function(f"f{index}", body(index), "%s") for index in range(size))


def similar(size):
    """All functions are similar, in 128 kinds."""
    return module(function(f"f{index}", *work(index % 128)) for index in range(size))


def equal(size):
    """All functions are equal."""
    return module(function(f"f{index}", *work(0)) for index in range(size))


def constants(size):
    """All functions differ in one constant."""
    def body(index):
        lines, last = work(0)
        return [*lines, f"  %s = xor i64 {last}, {index * 7 + 1000}"]

    return module(function(f"f{index}", body(index), "%s") for index in range(size))


def tiny(size):
    """Functions of two instructions."""
    return module(function(f"f{index}", [f"  %s = add i64 %a, {index % 97}"], "%s") for index in range(size))


def long(size):
    """Two functions of one long block each."""
    return module(function(f"f{index}", *work(index, size)) for index in range(2))


def calls(size):
    """Two functions, both called from many places."""
    def body(index):
        lines, last = [], "%a"
        for call in range(size // 40):
            lines.append(f"  %c{call} = call i64 @g{call % 2}(i64 {last})")
            last = f"%c{call}"
        return [*lines, f"  %s = mul i64 {last}, {index + 3}"]

    shared = [function(f"g{index}", *work(index)).replace("define", "define internal") for index in range(2)]
    return module([*shared, *(function(f"f{index}", body(index), "%s") for index in range(40))])


def lending(size):
    """Two functions that lend one slot to many calls."""
    def body(index):
        lines = ["  %slot = alloca [40 x i64]", *(f"  %c{call} = call i64 @g(ptr %slot, i64 {call})" for call in range(size // 2))]
        return [*lines, f"  %s = mul i64 %a, {index + 3}"]

    lines, last = work(0)
    reads = function("g", ["  %a = load i64, ptr %slot", *lines], last, "ptr %slot, i64 %n").replace("define", "define internal")
    return module([reads, *(function(f"f{index}", body(index), "%s") for index in range(2))])


def _switch(value, size, step, computed, result, default):
    """A switch with a block for each case, the multiples of `step`, which computes a number; and the φ of all."""
    lines = [f"  switch i64 {value}, label %end ["]
    lines += [f"    i64 {case * step}, label %b{case}" for case in range(size)] + ["  ]"]
    for case in range(size):
        lines += [f"b{case}:", f"  %v{case} = {computed(case)}", "  br label %end"]
    incoming = ", ".join([f"[ {default}, %entry ]", *(f"[ %v{case}, %b{case} ]" for case in range(size))])
    return [*lines, "end:", f"  {result} = phi i64 {incoming}"]


def cases(size):
    """Two switches of many cases, each with a block of its own."""
    def one(salt):
        return ["entry:", *_switch("%a", size, 3, lambda case: f"mul i64 %a, {case % 11 + salt + 2}", "%s", salt)]

    return module(function(f"f{index}", one(index), "%s") for index in range(2))


def called(size):
    """Two switches of many cases, each of which calls a function: near the limit of frames, code generation is asked."""
    def one(salt):
        lines = _switch("%c", size, salt + 3, lambda case: f"call i64 @outside(i64 {case % 9})", "%p", salt)
        return ["entry:", "  %c = call i64 @outside(i64 %a)", *lines, "  %s = add i64 %p, %c"]

    return module(function(f"f{index}", one(index), "%s") for index in range(2))


def failures(size):
    """Two functions of many blocks, each of which leads to the next, or to the one block where all that fails ends."""
    def one(salt):
        lines = ["entry:", "  br label %b0"]
        for block in range(size):
            number = block + salt if block == size // 2 else block
            lines += [f"b{block}:", f"  %v{block} = add i64 %a, {number}", f"  %c{block} = icmp eq i64 %v{block}, 7"]
            lines.append(f"  br i1 %c{block}, label %end, label %b{block + 1}")
        return [*lines, f"b{size}:", "  br label %end", "end:", "  %s = call i64 @outside(i64 %a)"]

    return module(function(f"f{index}", one(index), "%s") for index in range(2))


def targets(size):
    """Two switches of many cases with one target, which is where a φ has that many operands."""
    def one(salt):
        lines = ["  switch i64 %a, label %end ["]
        lines += [f"    i64 {case * 3}, label %end" for case in range(size)] + ["  ]"]
        incoming = ", ".join([f"[ {salt}, %entry ]"] * (size + 1))
        return ["entry:", *work(salt)[0], *lines, "end:", f"  %s = phi i64 {incoming}"]

    return module(function(f"f{index}", one(index), "%s") for index in range(2))


def phis(size):
    """Two functions with one block of many φs."""
    def one(salt):
        lines = ["entry:", f"  %c = icmp ugt i64 %a, {salt + 7}", "  br i1 %c, label %left, label %right"]
        lines += ["left:", *(f"  %l{index} = add i64 %a, {index}" for index in range(size)), "  br label %end"]
        lines += ["right:", *(f"  %r{index} = mul i64 %a, {index + salt}" for index in range(size)), "  br label %end", "end:"]
        lines += [f"  %p{index} = phi i64 [ %l{index}, %left ], [ %r{index}, %right ]" for index in range(size)]
        last = "%p0"
        for index in range(1, size):
            lines.append(f"  %x{index} = xor i64 {last}, %p{index}")
            last = f"%x{index}"
        return lines, last

    return module(function(f"f{index}", *one(index)) for index in range(2))


def parameters(size):
    """Two functions of many parameters, called once each."""
    names = [f"%a{index}" for index in range(size)]
    declared = ", ".join(f"i64 {name}" for name in names)

    def one(salt):
        lines, last = [], "%a0"
        for index, name in enumerate(names[1:]):
            lines.append(f"  %v{index} = {OPERATIONS[(index + salt * (index % 9 == 0)) % 4]} i64 {last}, {name}")
            last = f"%v{index}"
        return lines, last

    def caller(index):
        passed = ", ".join(f"i64 {number}" for number in range(size))
        return function(f"g{index}", [f"  %s = call i64 @f{index}({passed})"], "%s")

    functions = [function(f"f{index}", *one(index), declared) for index in range(2)]
    return module([*functions, *map(caller, range(2))])


def slots(size):
    """Two functions with many slots on the stack, whose addresses escape."""
    def one(salt):
        lines = [f"  %s{index} = alloca i64" for index in range(size)]
        for index in range(size):
            lines += [f"  store i64 {index + salt}, ptr %s{index}", f"  call void @take(ptr %s{index})"]
        return lines

    return module(function(f"f{index}", one(index), "%a") for index in range(2))


def lifetimes(size):
    """Two functions with many slots that are alive one after the other."""
    head = "declare void @llvm.lifetime.start.p0(ptr)\ndeclare void @llvm.lifetime.end.p0(ptr)"

    def one(salt):
        lines = [f"  %s{index} = alloca [{index % 5 + 1} x i64]" for index in range(size)]
        for index in range(size):
            lines += [f"  call void @llvm.lifetime.start.p0(ptr %s{index})", f"  store i64 {index + salt}, ptr %s{index}"]
            lines += [f"  call void @take(ptr %s{index})", f"  call void @llvm.lifetime.end.p0(ptr %s{index})"]
        return lines

    return module([head, *(function(f"f{index}", one(index), "%a") for index in range(2))])


def alive(size):
    """Two functions in which many values are alive across many calls."""
    def one(salt):
        lines = [f"  %v{index} = call i64 @outside(i64 {index + salt})" for index in range(size)]
        last = "%a"
        for index in range(size):
            lines.append(f"  %x{index} = xor i64 {last}, %v{index}")
            last = f"%x{index}"
        return lines, last

    return module(function(f"f{index}", *one(index)) for index in range(2))


def diamonds(size):
    """Two functions of many branches, one after the other."""
    def one(salt):
        lines, last = ["entry:", "  br label %h0"], "%a"
        for index in range(size):
            lines += [f"h{index}:", f"  %c{index} = icmp ugt i64 {last}, {index + salt}"]
            lines += [f"  br i1 %c{index}, label %t{index}, label %e{index}", f"t{index}:"]
            lines += [f"  %t{index}.v = {OPERATIONS[index % 4]} i64 {last}, {index % 13 + salt}", f"  br label %e{index}"]
            lines += [f"e{index}:", f"  %p{index} = phi i64 [ {last}, %h{index} ], [ %t{index}.v, %t{index} ]"]
            lines += [f"  br label %{'end' if index == size - 1 else f'h{index + 1}'}"]
            last = f"%p{index}"
        return [*lines, "end:"], last

    return module(function(f"f{index}", *one(index)) for index in range(2))


def nested(size):
    """Two functions of loops within loops."""
    def one(salt):
        lines = ["entry:", "  br label %h0"]
        for index in range(size):
            before, behind = ("entry" if index == 0 else f"h{index - 1}"), f"l{index}"
            lines += [f"h{index}:", f"  %i{index} = phi i64 [ {salt}, %{before} ], [ %n{index}, %{behind} ]"]
            lines += [f"  br label %{f'h{index + 1}' if index < size - 1 else f'l{index}'}"]
        for index in reversed(range(size)):
            lines += [f"l{index}:", f"  %n{index} = add i64 %i{index}, {index % 3 + 1}"]
            lines += [f"  %c{index} = icmp ult i64 %n{index}, %a"]
            lines += [f"  br i1 %c{index}, label %h{index}, label %{f'l{index - 1}' if index else 'end'}"]
        return [*lines, "end:"]

    return module(function(f"f{index}", one(index), "%n0") for index in range(2))


def pads(size):
    """Two functions of many calls that may throw, with one landing pad each."""
    def one(salt):
        lines, last = ["entry:", "  br label %b0"], "%a"
        for index in range(size):
            after = f"b{index + 1}" if index < size - 1 else "end"
            lines += [f"b{index}:", f"  %r{index} = invoke i64 @throws(i64 {last}) to label %{after} unwind label %p{index}"]
            lines += [f"p{index}:", f"  %l{index} = landingpad {{ ptr, i32 }} cleanup"]
            lines += ["  call void @take(ptr null)", f"  resume {{ ptr, i32 }} %l{index}"]
            last = f"%r{index}" if index % 2 else "%a"
        return [*lines, "end:", f"  %s = add i64 {last}, {salt}"]

    return throwing(function(f"f{index}", one(index), "%s") for index in range(2))


def addresses(size):
    """A table with the address of each of many similar functions."""
    entries = ", ".join(f"ptr @f{index}" for index in range(size))
    return similar(size).replace("define", "define internal") + f"@table = constant [{size} x ptr] [{entries}]\n"


def aliases(size):
    """Two similar functions with many aliases."""
    lines = [f"@n{index} = alias i64 (i64), ptr @f{index % 2}" for index in range(size)]
    return module([*(function(f"f{index}", *work(index)) for index in range(2)), *lines])


def globals_(size):
    """Two similar functions that name many variables."""
    head = [f"@g{index} = external global i64" for index in range(size)]

    def one(salt):
        lines, last = [], "%a"
        for index in range(size):
            name = (index * 7 + salt * (index % 5 == 0)) % size
            lines += [f"  %l{index} = load i64, ptr @g{name}", f"  %x{index} = xor i64 {last}, %l{index}"]
            last = f"%x{index}"
        return lines, last

    return module([*head, *(function(f"f{index}", *one(index)) for index in range(2))])


def types(size):
    """Two similar functions that read from a type of many levels."""
    lines = ["%t0 = type { i64, i64 }", *(f"%t{level} = type {{ i64, %t{level - 1} }}" for level in range(1, size))]
    path = ", ".join(["i32 0", *["i32 1"] * size])

    def one(salt):
        body, last = work(salt)
        return [*body, f"  %p = getelementptr %t{size - 1}, ptr @base, {path}", "  %l = load i64, ptr %p", f"  %s = add i64 %l, {last}"]

    return module([*lines, "@base = external global i64", *(function(f"f{index}", one(index), "%s") for index in range(2))])


def inlined(size):
    """Two similar functions. The code of one was inlined through many levels, by its debug locations."""
    def one(salt):
        lines, last = work(salt)
        return [*(f"{line}, !dbg !{100 + size * 2 - 1}" for line in lines)], last

    described = function("f0", *one(0)).replace("uwtable {", "uwtable !dbg !10 {")
    nodes = ["!llvm.dbg.cu = !{!0}", "!llvm.module.flags = !{!5}", '!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)']
    nodes += ['!1 = !DIFile(filename: "a.c", directory: "/")', "!2 = !DISubroutineType(types: !{})", '!5 = !{i32 2, !"Debug Info Version", i32 3}']
    program = 'distinct !DISubprogram(name: "{0}", scope: !1, file: !1, line: {1}, type: !2, unit: !0, spFlags: DISPFlagDefinition)'
    nodes += [f"!10 = {program.format('f0', 1)}"]
    nodes += ["!99 = distinct !DILocation(line: 1, scope: !10)"]
    for level in range(size):
        at = 99 if level == 0 else 100 + 2 * level - 1
        nodes.append(f"!{100 + 2 * level} = {program.format(f'i{level}', level + 3)}")
        nodes.append(f"!{101 + 2 * level} = distinct !DILocation(line: {level + 4}, scope: !{100 + 2 * level}, inlinedAt: !{at})")
    return module([described, function("f1", *work(1)), *nodes])


def families(size):
    """Families of eight functions each that differ in single places, all of which are called."""
    def body(index):
        lines, last = work(index // 8 * 131)
        place = index % 8 * 3
        lines[place] = f"  %v{place} = sub i64 {'%a' if place == 0 else f'%v{place - 1}'}, {index % 8 + 100}"
        return lines, last

    names = [f"f{index}" for index in range(size)]
    callers = [[f"  %c{at} = call i64 @{name}(i64 %a)" for at, name in enumerate(names[first : first + 100])] for first in range(0, size, 100)]
    local = [function(name, *body(index)).replace("define", "define internal") for index, name in enumerate(names)]
    return module([*local, *(function(f"g{index}", lines, "%c0") for index, lines in enumerate(callers))])


def expressions(size):
    """Two similar functions that use a constant expression of many levels."""
    address = "ptr @base"
    for level in range(size):
        address = f"ptr getelementptr (i8, {address}, i64 ptrtoint (ptr @f{level % 2} to i64))"
    use = [f"  %l = load i64, {address}", "  %s = add i64 %l, %v23"]
    return module(["@base = external global i8", *(function(f"f{salt}", [*work(salt)[0], *use], "%s") for salt in range(2))])


def indirect(size):
    """Two functions that jump to any of many blocks by address."""
    def one(salt):
        labels = ", ".join(f"label %b{index}" for index in range(size))
        lines = ["entry:", f"  %p = getelementptr ptr, ptr @t{salt}, i64 %a", "  %q = load ptr, ptr %p", f"  indirectbr ptr %q, [{labels}]"]
        for index in range(size):
            lines += [f"b{index}:", f"  %v{index} = mul i64 %a, {index % 11 + salt + 2}", "  br label %end"]
        incoming = ", ".join(f"[ %v{index}, %b{index} ]" for index in range(size))
        return [*lines, "end:", f"  %s = phi i64 [ {incoming[2:]}"]

    tables = []
    for salt in range(2):
        entries = ", ".join(f"ptr blockaddress(@f{salt}, %b{index})" for index in range(size))
        tables.append(f"@t{salt} = internal constant [{size} x ptr] [{entries}]")
    return module([*(function(f"f{salt}", one(salt), "%s") for salt in range(2)), *tables])


def loops(size):
    """Two functions of many loops, one after the other."""
    def one(salt):
        lines, last = ["entry:", "  br label %h0"], "%a"
        for index in range(size):
            before = "entry" if index == 0 else f"h{index - 1}"
            lines += [f"h{index}:", f"  %i{index} = phi i64 [ {last}, %{before} ], [ %n{index}, %h{index} ]"]
            lines += [f"  %n{index} = {OPERATIONS[index % 4]} i64 %i{index}, {index % 13 + salt + 1}"]
            lines += [f"  %c{index} = icmp ult i64 %n{index}, {index + 9}"]
            lines += [f"  br i1 %c{index}, label %h{index}, label %{'end' if index == size - 1 else f'h{index + 1}'}"]
            last = f"%n{index}"
        return [*lines, "end:"], last

    return module(function(f"f{index}", *one(index)) for index in range(2))


def shared_pad(size):
    """Two functions of many calls that may throw, with one landing pad for all, which is told by a φ where it came from."""
    def one(salt):
        lines = ["entry:", "  br label %b0"]
        for index in range(size):
            after = f"b{index + 1}" if index < size - 1 else "end"
            lines += [f"b{index}:", f"  %r{index} = invoke i64 @throws(i64 {index + salt}) to label %{after} unwind label %pad"]
        incoming = ", ".join(f"[ {index * 3}, %b{index} ]" for index in range(size))
        lines += ["pad:", f"  %at = phi i64 [ {incoming[2:]}", "  %l = landingpad { ptr, i32 } cleanup"]
        lines += ["  %k = inttoptr i64 %at to ptr", "  call void @take(ptr %k)", "  resume { ptr, i32 } %l"]
        return [*lines, "end:", f"  %s = add i64 %r{size - 1}, {salt}"]

    return throwing(function(f"f{index}", one(index), "%s") for index in range(2))


SHAPES = [
    Shape("chain", 10_000, chain, "functions, each of which calls the next"),
    Shape("cycle", 10_000, cycle, "functions that call each other in a circle"),
    Shape("clique", 150, clique, "functions, each of which calls all"),
    Shape("similar", 10_000, similar, "similar functions"),
    Shape("equal", 20_000, equal, "equal functions"),
    Shape("constants", 20_000, constants, "functions that differ in a constant"),
    Shape("tiny", 50_000, tiny, "functions of two instructions"),
    Shape("families", 10_000, families, "functions, in families of eight"),
    Shape("addresses", 10_000, addresses, "similar functions in a table of addresses"),
    Shape("aliases", 20_000, aliases, "names of two functions"),
    Shape("calls", 50_000, calls, "calls of two functions"),
    Shape("lending", 50_000, lending, "calls that are lent one slot"),
    Shape("long", 100_000, long, "instructions in a block"),
    Shape("cases", 20_000, cases, "cases of a switch, each with a block"),
    Shape("called", 10_000, called, "cases of a switch, each with a call"),
    Shape("failures", 40_000, failures, "blocks, each of which may lead to the last"),
    Shape("targets", 20_000, targets, "cases of a switch, all with one target"),
    Shape("phis", 10_000, phis, "φs of a block"),
    Shape("parameters", 5_000, parameters, "parameters of a function"),
    Shape("slots", 10_000, slots, "slots on the stack"),
    Shape("lifetimes", 10_000, lifetimes, "slots on the stack, alive in turns"),
    Shape("alive", 10_000, alive, "values alive across as many calls"),
    Shape("diamonds", 20_000, diamonds, "branches one after the other"),
    Shape("nested", 500, nested, "loops within loops"),
    Shape("pads", 10_000, pads, "landing pads"),
    Shape("shared-pad", 10_000, shared_pad, "calls with one landing pad"),
    Shape("loops", 10_000, loops, "loops one after the other"),
    Shape("indirect", 10_000, indirect, "blocks whose addresses are taken"),
    Shape("expressions", 1_000, expressions, "levels of a constant expression"),
    Shape("globals", 20_000, globals_, "variables that a function names"),
    Shape("types", 1_000, types, "levels of a type"),
    Shape("inlined", 10_000, inlined, "levels of inlining that a location went through"),
]
