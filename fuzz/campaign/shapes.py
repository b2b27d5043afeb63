"""Programs whose shapes have broken merging before: see `shape_parts`.

Consumes a seed. Produces the text of a program of one or more units in C or C++. It has no undefined behaviour,
prints a hash of all that it computes after each of its parts, and most of its functions have near twins, in the
same unit or in others. A part stands alone, so a finding is reduced by leaving parts out.
"""

import random
import re

from campaign import csmith, levels, sandbox, shape_parts
from campaign.program import Discarded, Program, Source
from fmtools import tools

COMMON = """\
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __cplusplus
#define PUBLIC extern "C"
#else
#define PUBLIC
#endif
#define NOINLINE __attribute__((noinline))
PUBLIC uint64_t mix(uint64_t value, uint64_t other);
PUBLIC uint64_t below(unsigned depth, uint64_t value);
PUBLIC void note(uint64_t value);
PUBLIC void tell(const char *text, uint64_t value);
PUBLIC void touch(unsigned char *two);
"""

SUPPORT = """\
#include <stdio.h>
static uint64_t hash = 1;
NOINLINE uint64_t mix(uint64_t value, uint64_t other) { return (value ^ (other >> 7)) * 0x9E3779B97F4A7C15u + other; }
NOINLINE uint64_t below(unsigned depth, uint64_t value) { return value * 5 + depth; }
NOINLINE void note(uint64_t value) { hash = (hash ^ value) * 0x9E3779B97F4A7C15u, hash ^= hash >> 29; }
NOINLINE void tell(const char *text, uint64_t value) { while (*text) value = value * 31 + (unsigned char)*text++; note(value); }
NOINLINE void touch(unsigned char *two) { volatile unsigned char *seen = two; seen[0] ^= 3, seen[1] += seen[0]; }
"""

STATEMENTS = [
    "a = a * @K + b;",
    "b ^= a >> (@K & 31);",
    "a += mix(b, @K);",
    "b -= mix(a ^ @K, b);",
    "if (a & 4) b += mix(a, @K); else b ^= @K;",
    "for (unsigned i = 0; i < 3; ++i) a = a * 3 + mix(b ^ i, @K);",
    "switch (b & 3) { case 0: a += @K; break; case 1: a = mix(a, @K); break; case 2: b ^= @K; break; default: ++a; }",
    "note(a ^ @K);",
    "tell(@S, b);",
    "@G += a; b ^= @G;",
    "{ static uint64_t calls; b += ++calls * @K; }",
    "b += @T[(a + @K) & 3];",
    "a ^= mix(a + b, @K) + mix(b, 11);",
    "if (b > @K) return mix(a, b);",
]


class Part:
    """What a part of a program writes: texts for units, and calls for main."""

    def __init__(self, seed, index, mutation, units, cplusplus):
        self.chance = random.Random(f"shape {seed} {index}")
        self.values = random.Random(f"values {seed} {index} {mutation}")
        self.name = f"p{index}"
        self.cplusplus = cplusplus
        self.texts = [[] for _ in range(units)]
        self.calls = []
        self.traits = set()
        self.made = 0

    def unit(self):
        """Some unit."""
        return self.chance.randrange(len(self.texts))

    def emit(self, unit, text):
        """Adds declarations to a unit."""
        self.texts[unit].append(text)

    def everywhere(self, text):
        """Adds a declaration to all units."""
        for unit in range(len(self.texts)):
            self.emit(unit, text)

    def run(self, unit, text):
        """A function that main calls with two numbers; `text` computes from `a` and returns."""
        name = f"{self.name}_run{len(self.calls)}"
        self.emit(unit, f"PUBLIC uint64_t {name}(uint64_t a) {{ {text} }}")
        self.calls.append(name)

    def twins(self, least=2, most=4):
        """Numbers for near twins, with a unit for each."""
        return [(number, self.unit()) for number in range(self.chance.randint(least, most))]

    def body(self, least=3, most=9):
        """Statements about `a` and `b` with holes, the same for all twins."""
        lines = [self.chance.choice(STATEMENTS) for _ in range(self.chance.randint(least, most))]
        # Some constants are the same in all twins.
        return [re.sub("@K", lambda _: "@K" if self.chance.random() < 0.5 else self.number(self.chance), line) for line in lines]

    def fill(self, unit, body):
        """A twin's own text of a body: constants, strings, tables and variables; sometimes a statement differs."""
        lines = list(body)
        if self.values.random() < 0.3:
            lines[self.values.randrange(len(lines))] = self.values.choice(STATEMENTS)
        text = re.sub("@K", lambda _: self.number(self.values), " ".join(lines))
        text = re.sub("@S", lambda _: f'"{self.values.choice(["one", "another", "a longer text", ""])}{self.values.randrange(9)}"', text)
        return self._with_variables(unit, text)

    def _with_variables(self, unit, text):
        if "@G" in text:
            name = self.fresh("state")
            self.emit(unit, f"static uint64_t {name} = {self.number(self.values)};")
            text = text.replace("@G", name)
        if "@T" in text:
            name = self.fresh("table")
            numbers = ", ".join(self.number(self.values) for _ in range(4))
            self.emit(unit, f"static const uint64_t {name}[4] = {{{numbers}}};")
            text = text.replace("@T", name)
        return text

    def number(self, source):
        """Small numbers are likely, so that twins share some."""
        return f"{source.choice([source.randrange(4), source.randrange(200), source.getrandbits(48)])}u" + "ll"

    def fresh(self, stem):
        """A name for something local. Other units, not other parts, may use the same for something else."""
        self.made += 1
        return f"{self.name}_{stem}{self.made}"

    def linkage(self):
        """How a twin may be declared."""
        return self.chance.choice(["static ", "static NOINLINE ", "static NOINLINE ", "NOINLINE ", 'PUBLIC NOINLINE __attribute__((visibility("hidden"))) '])


def make(seed, folder):
    """The whole program as one module."""
    source = generate(seed)
    source.write(folder)
    level = random.Random(f"shapes as one module {seed}").choice(levels.ALL)
    for unit in source.units:
        csmith.compile_c(folder / unit, folder / f"{unit}.bc", level, *source.flags, driver=source.compiler)
    module = folder / "program.bc"
    done = sandbox.run([tools.llvm("llvm-link"), *(folder / f"{unit}.bc" for unit in source.units), "-o", module])
    if not done.good:
        raise Discarded("llvm-link could not link it")
    return Program(module, runs=True, deep=True)


def generate(seed, units=None, mutation=0, keep=None, more=()):
    """The program of a seed. Another `mutation` has the same shapes and other constants. `more` are parts that it has too."""
    chance = random.Random(f"shapes {seed}")
    cplusplus = chance.random() < 0.4
    count = units or chance.randint(2, 5)
    kinds = shape_parts.COMMON + (shape_parts.CPLUSPLUS * 2 if cplusplus else [])
    chosen = [chance.choice(kinds) for _ in range(chance.randint(2, 5))]
    chosen += more
    same_names = chance.random() < 0.3
    parts = []
    for index, make in enumerate(chosen):
        if keep is None or index in keep:
            part = Part(seed, index, mutation, count, cplusplus)
            make(part)
            parts.append((index, part))
    return assemble(parts, count, cplusplus, same_names)


def assemble(parts, count, cplusplus, same_names):
    """The program of some parts."""
    suffix = "cpp" if cplusplus else "c"
    names = [f"u{unit}/unit.{suffix}" if same_names else f"unit{unit}.{suffix}" for unit in range(count)]
    include = f'#include "{"../" * same_names}common.h"\n'
    texts = {"common.h": COMMON}
    for unit, name in enumerate(names):
        own = "\n".join(line for _, part in parts for line in part.texts[unit])
        texts[name] = include + (SUPPORT if unit == 0 else "") + own + "\n" + (_main(parts) if unit == 0 else "")
    traits = set().union(*(part.traits for _, part in parts)) | ({"c++"} if cplusplus else set())
    flags = ["-std=c++20"] if cplusplus else ["-std=gnu17"]
    return Source(texts, names, flags, traits, [index for index, _ in parts])


def _main(parts):
    lines = []
    for index, part in parts:
        for call in part.calls:
            lines.append(f"  note({call}(7)); note({call}(0x123456789abcull));")
        lines.append(f'  printf("part {index}: %llx\\n", (unsigned long long)hash);')
    declared = "".join(f"PUBLIC uint64_t {call}(uint64_t a);\n" for _, part in parts for call in part.calls)
    return declared + "int main(void) {\n" + "\n".join(lines) + "\n  return (int)(hash & 63);\n}\n"
